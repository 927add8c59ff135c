//! What must hold for every model of the catalogue, whatever its values: drawn from the declared ranges, told things while it sounds.

use foley_body::Mode;
use foley_scene::{BodySpec, Source};
use foley_sound::random::{Dice, mixed};
use foley_sound::{Aim, Aspect, Sound, Told, VoiceSpec, addresses, models};
use rayon::prelude::*;

/// Draws in all, over all models.
const DRAWS: u64 = 10_000;
/// Samples of each: a twelfth of a second.
const FRAMES: usize = 4_000;
const RATE: f64 = 48_000.0;

fn drawn(model: &dyn Sound, dice: &mut Dice) -> Box<dyn Sound> {
    let mut sound = model.duplicate();
    for at in addresses(model) {
        let way = match dice.between(0.0, 8.0) as u32 {
            0 => 0.0,
            1 => 1.0,
            _ => dice.unit(),
        };
        at.set(&mut *sound, at.info.from_normalised(way)).unwrap();
    }
    sound
}

/// Whether the sound of this draw becomes another while it plays.
fn aims(seed: u64) -> bool {
    seed.is_multiple_of(4)
}

/// As fast as an ear's port can go with all the energy that there is: every mode at its crest, all in step [m/s].
fn fastest(sound: &dyn Sound, ears: usize, energy: f64) -> f64 {
    let stage = sound.stage(ears).unwrap();
    let heard = stage
        .outputs
        .iter()
        .filter(|output| output.it.channel < ears);
    let speeds = heard.map(|output| {
        let Source::Place(place) = output.it.of else {
            return 0.0;
        };
        let BodySpec::Modal { spec, .. } = &stage.bodies[place.body].it else {
            return 0.0;
        };
        let mode = |mode: &Mode| mode.shape[place.port].abs() * (2.0 * energy / mode.mass).sqrt();
        output.it.gain * spec.modes.iter().map(mode).sum::<f64>()
    });
    speeds.sum()
}

/// Plays a drawn sound, doing random things to it, and tells what is wrong with it, if anything.
fn play(model: &dyn Sound, seed: u64) -> Result<f64, String> {
    let mut dice = Dice::new(seed);
    let sound = drawn(model, &mut dice);
    let rate = [8_000.0, 22_050.0, 48_000.0, 96_000.0][(seed >> 8) as usize % 4];
    let named = |why: String| {
        format!(
            "{} with seed {seed} at {rate} Hz: {why}\n{sound:?}",
            model.about().name
        )
    };
    let mut voice = sound
        .voice(&VoiceSpec {
            ears: 1 + (seed % 2) as usize,
            room: if aims(seed) { 64 } else { 0 },
            ..VoiceSpec::new(rate, seed)
        })
        .map_err(|why| named(why.to_string()))?;
    for (at, gesture, value) in sound.opening() {
        let told = Told::Gesture { gesture, value };
        voice
            .send((at * rate) as u64, told)
            .map_err(|why| named(why.to_string()))?;
    }
    let all = addresses(model);
    let mut page = vec![[0.0; 160]; voice.outputs().len()];
    let (mut loudest, mut most, mut turned_over) = (0.0_f64, 0.0_f64, 0.0_f64);
    let mut before = voice.ledger();
    // What had been damped two pages ago, and one. The books of what only rings may be some blocks ahead, and are taken back when
    // it is struck: then the comparison begins anew.
    let mut damped = [0.0_f64; 2];
    for block in 0..FRAMES / 160 {
        let struck = dice.unit() < 0.1;
        if struck {
            let gesture = (dice.unit() * model.gestures().len() as f64) as usize;
            let value = model.gestures()[gesture].from_normalised(dice.unit());
            let told = Told::Gesture { gesture, value };
            voice
                .send(voice.now() + 100, told)
                .map_err(|why| named(why.to_string()))?;
        }
        if dice.unit() < 0.1 {
            let address = (dice.unit() * all.len() as f64) as usize;
            if all[address].aspect != Aspect::Structure {
                let value = all[address].info.from_normalised(dice.unit());
                let over = dice.between(0.0, 0.05);
                let told = Told::Set {
                    address,
                    value,
                    over,
                };
                voice
                    .send(voice.now(), told)
                    .map_err(|why| named(why.to_string()))?;
            }
        }
        if block == 10
            && aims(seed)
            && let Ok(aim) = Aim::at(&*drawn(model, &mut dice), 1 + (seed % 2) as usize)
        {
            drop(voice.aim(Box::new(aim), 0.05));
        }
        let mut out: Vec<&mut [f64]> = page.iter_mut().map(|page| &mut page[..]).collect();
        voice.render(&mut out);
        if let Some(bad) = page.iter().flatten().find(|sample| !sample.is_finite()) {
            return Err(named(format!("a sample is {bad} in block {block}")));
        }
        let ears = voice
            .outputs()
            .iter()
            .filter(|output| output.audible)
            .count();
        loudest = page
            .iter()
            .take(ears)
            .flatten()
            .fold(loudest, |most, it| most.max(it.abs()));
        let ledger = voice.ledger();
        let put_in =
            ledger.initial.abs() + ledger.work.abs() + ledger.control.abs() + ledger.heat.abs();
        if struck {
            damped = [ledger.damped.min(0.0); 2];
        }
        // What the bodies' own damping has taken never falls: no energy from nothing. Rounding grows with all that went in and out.
        if ledger.damped < damped[0] - 1e-9 * put_in - 1e-15 {
            return Err(named(format!(
                "energy from nothing in block {block}: damped fell from {} J to {} J; {ledger:?}",
                damped[0], ledger.damped
            )));
        }
        damped = [damped[1], ledger.damped];
        most = most.max(put_in);
        turned_over += (ledger.control - before.control).abs()
            + (ledger.work - before.work).abs()
            + (ledger.heat - before.heat).abs();
        before = ledger;
        if ledger.numerical().abs() > 1e-9 * turned_over + 1e-15 {
            return Err(named(format!(
                "{} J from nowhere in block {block}, of {turned_over} J; {ledger:?}",
                -ledger.numerical()
            )));
        }
    }
    if voice.recoveries() > 0 {
        return Err(named("something lost its numbers".to_owned()));
    }
    let ledger = voice.ledger();
    let put_in = ledger.initial + ledger.work.abs() + ledger.control.abs();
    // Within a page there may have been more energy than at its ends: the work of a force goes to and fro.
    let bound = 4.0 * fastest(&*sound, 1 + (seed % 2) as usize, put_in.max(most));
    if !aims(seed) && loudest > bound {
        return Err(named(format!(
            "a port moves at {loudest} m/s, where its energy allows {bound} m/s"
        )));
    }
    Ok(loudest)
}

#[test]
fn whatever_its_values_a_sound_is_finite_and_makes_no_energy() {
    let models = models();
    let faults: Vec<String> = (0..DRAWS)
        .into_par_iter()
        .filter_map(|draw| {
            let model = &*models[draw as usize % models.len()];
            play(model, mixed(17, draw)).err()
        })
        .collect();
    let shown: Vec<_> = faults.iter().take(5).cloned().collect();
    assert!(
        faults.is_empty(),
        "{} of {DRAWS}:\n{}",
        faults.len(),
        shown.join("\n\n")
    );
}

/// The opening of a sound with default values, in buffers of these lengths.
fn opening(model: &dyn Sound, seed: u64, lengths: &[usize]) -> Vec<f64> {
    let mut voice = model.voice(&VoiceSpec::new(RATE, seed)).unwrap();
    for (at, gesture, value) in model.opening() {
        let told = Told::Gesture { gesture, value };
        voice.send((at * RATE) as u64 + 77, told).unwrap();
    }
    let mut heard = Vec::new();
    for &length in lengths.iter().cycle() {
        let mut out = vec![0.0; length];
        voice.render(&mut [&mut out]);
        heard.extend_from_slice(&out);
        if heard.len() >= 48_000 {
            heard.truncate(48_000);
            return heard;
        }
    }
    heard
}

#[test]
fn the_hosts_buffers_change_no_bit() {
    for model in models() {
        let whole = opening(&*model, 5, &[48_000]);
        assert!(
            whole.iter().any(|sample| *sample != 0.0),
            "{} is silent",
            model.about().name
        );
        for lengths in [&[1, 2, 3][..], &[64], &[63, 65], &[1000, 7]] {
            let pieces = opening(&*model, 5, lengths);
            let same = whole
                .iter()
                .zip(&pieces)
                .all(|(a, b)| a.to_bits() == b.to_bits());
            assert!(same, "{} in buffers of {lengths:?}", model.about().name);
        }
    }
}

#[test]
fn every_table_of_every_part_is_drawn_in_words() {
    for model in models() {
        let about = model.about();
        for text in [about.title, about.physics, about.equation, about.source] {
            assert!(!text.trim().is_empty(), "{}", about.name);
        }
        assert!(
            !model.gestures().is_empty(),
            "{} cannot be made to sound",
            about.name
        );
        let handles = addresses(&*model)
            .iter()
            .filter(|at| at.info.handle.is_some())
            .count();
        assert!(handles >= 3, "{} has {handles} handles", about.name);
        for made_of in about.made_of {
            let known = models().iter().any(|other| other.about().name == *made_of);
            assert!(
                known,
                "{} is made of {made_of}, which is not there",
                about.name
            );
        }
    }
}

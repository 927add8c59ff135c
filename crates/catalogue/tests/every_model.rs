//! What must hold for every model of the catalogue, whatever its values: drawn from the declared ranges, told
//! things while it sounds.

use foley_body::Mode;
use foley_catalogue::models;
use foley_contact::energy::Ledger;
use foley_dsp::random::{Dice, mixed};
use foley_scene::{BodySpec, Source};
use foley_sound::{
    Aspect, BLOCK, Event, EventError, EventKind, Retarget, Score, Sound, Voice, VoiceSpec, perform,
    sound_params,
};
use rayon::prelude::*;

/// Draws in all, over all models.
const DRAWS: u64 = 10_000;
/// Samples of each: a twelfth of a second.
const FRAMES: usize = 4_000;
const RATE: f64 = 48_000.0;

fn drawn(model: &dyn Sound, dice: &mut Dice) -> Box<dyn Sound> {
    let mut sound = model.duplicate();
    for at in sound_params(model) {
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

/// As fast as an ear's port can go with all the energy that there is: every mode at its crest, all in step
/// [m/s].
fn fastest(sound: &dyn Sound, ears: usize, energy: f64) -> f64 {
    let stage = sound.scene_spec(ears).unwrap();
    let heard = stage.outputs.iter().filter(|output| output.value.channel < ears);
    let speeds = heard.map(|output| {
        let Source::Place(place) = output.value.of else {
            return 0.0;
        };
        let BodySpec::Modal { spec, .. } = &stage.bodies[place.body].value else {
            return 0.0;
        };
        let mode = |mode: &Mode| mode.shape[place.port].abs() * (2.0 * energy / mode.mass).sqrt();
        output.value.gain * spec.modes.iter().map(mode).sum::<f64>()
    });
    speeds.sum()
}

/// The books of a voice, page by page.
struct Books {
    before: Ledger,
    /// What had been damped five blocks ago, and since. The books of what only rings may be some blocks
    /// ahead, and are taken back when it is struck: then the comparison begins anew.
    damped: [f64; 5],
    /// All that ever went in or out, and the most there was at once \[J\].
    turned_over: f64,
    most: f64,
}

impl Books {
    /// Whether they close after a page in which it was struck or not.
    fn check(&mut self, ledger: Ledger, struck: bool) -> Result<(), String> {
        let put_in = ledger.initial.abs() + ledger.work.abs() + ledger.control.abs() + ledger.heat.abs();
        if struck {
            self.damped = [ledger.damped.min(0.0); 5];
        }
        // What the bodies' own damping has taken never falls: no energy from nothing. Rounding grows with all
        // that went in and out.
        if ledger.damped < self.damped[0] - 1e-9 * put_in - 1e-15 {
            return Err(format!("damped fell from {:?} J; {ledger:?}", self.damped));
        }
        self.damped.rotate_left(1);
        self.damped[4] = ledger.damped;
        self.most = self.most.max(put_in);
        self.turned_over += (ledger.control - self.before.control).abs()
            + (ledger.work - self.before.work).abs()
            + (ledger.heat - self.before.heat).abs();
        self.before = ledger;
        if ledger.numerical().abs() > 1e-9 * self.turned_over + 1e-15 {
            return Err(format!("energy from nowhere: {ledger:?}"));
        }
        Ok(())
    }
}

/// Does random things to a voice; whether a gesture was among them.
fn disturb(voice: &mut Voice, model: &dyn Sound, dice: &mut Dice) -> Result<bool, EventError> {
    let struck = dice.unit() < 0.04;
    if struck {
        let gesture = (dice.unit() * model.gestures().len() as f64) as usize;
        let value = model.gestures()[gesture].from_normalised(dice.unit());
        voice.send(Event::new(voice.now() + 100, EventKind::Gesture { gesture, value }))?;
    }
    if dice.unit() < 0.04 {
        let address = (dice.unit() * voice.sound_params().len() as f64) as usize;
        let at = voice.sound_params()[address];
        if at.aspect != Aspect::Structure {
            let value = at.info.from_normalised(dice.unit());
            let over = dice.between(0.0, 0.05);
            let told = EventKind::Set { param: address, value, glide: Some(over) };
            voice.send(Event::new(voice.now(), told))?;
        }
    }
    Ok(struck)
}

/// Plays a drawn sound, doing random things to it, and tells what is wrong with it, if anything.
fn play(model: &dyn Sound, seed: u64) -> Result<(), String> {
    let mut dice = Dice::new(seed);
    let sound = drawn(model, &mut dice);
    let rate = [8_000.0, 22_050.0, 48_000.0, 96_000.0][(seed >> 8) as usize % 4];
    let ears = 1 + (seed % 2) as usize;
    let name = model.info().name;
    let named = |why: String| format!("{name} with seed {seed} at {rate} Hz: {why}\n{sound:?}");
    let mut voice = sound
        .voice(&VoiceSpec {
            channels: ears,
            room: if aims(seed) { 64 } else { 0 },
            ..VoiceSpec::new(rate, seed)
        })
        .map_err(|why| named(why.to_string()))?;
    for (at, gesture, value) in sound.default_gestures() {
        let sent = voice.send(Event::new((at * rate) as u64, EventKind::Gesture { gesture, value }));
        sent.map_err(|why| named(why.to_string()))?;
    }
    let mut page = vec![[0.0; BLOCK]; voice.outputs().len()];
    let mut given = [0.0; BLOCK];
    let mut loudest = 0.0_f64;
    let mut books = Books { before: voice.ledger(), damped: [0.0; 5], turned_over: 0.0, most: 0.0 };
    for block in 0..FRAMES / BLOCK {
        let struck = disturb(&mut voice, model, &mut dice).map_err(|why| named(why.to_string()))?;
        if block == 25
            && aims(seed)
            && let Ok(aim) = Retarget::at(&*drawn(model, &mut dice), ears)
        {
            drop(voice.send(Event::new(0, EventKind::Retarget { target: Box::new(aim), glide: 0.05 })));
        }
        let mut out: Vec<&mut [f64]> = page.iter_mut().map(|page| &mut page[..]).collect();
        if model.takes_input() {
            given.fill_with(|| dice.signed());
        }
        voice.process(&given, &mut out);
        if let Some(bad) = page.iter().flatten().find(|sample| !sample.is_finite()) {
            return Err(named(format!("a sample is {bad} in block {block}")));
        }
        let heard = page.iter().take(ears).flatten();
        loudest = heard.fold(loudest, |most, it| most.max(it.abs()));
        let closed = books.check(voice.ledger(), struck);
        closed.map_err(|why| named(format!("in block {block}: {why}")))?;
    }
    if voice.recoveries() > 0 {
        return Err(named("something lost its numbers".to_owned()));
    }
    let heard = model.output_kind();
    // Within a page there may have been more energy than at its ends: the work of a force goes to and fro.
    let bound = if heard.most.is_finite() {
        heard.most
    } else if aims(seed) {
        f64::INFINITY
    } else {
        4.0 * fastest(&*sound, ears, books.most)
    };
    if loudest > bound {
        let unit = heard.unit.symbol();
        return Err(named(format!("a sample of {loudest} {unit}, where {bound} {unit} is the most")));
    }
    Ok(())
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
    assert!(faults.is_empty(), "{} of {DRAWS}:\n{}", faults.len(), shown.join("\n\n"));
}

/// The opening of a sound with default values, in buffers of these lengths.
fn play_default_gestures(model: &dyn Sound, seed: u64, lengths: &[usize]) -> Vec<f64> {
    let mut voice = model.voice(&VoiceSpec::new(RATE, seed)).unwrap();
    for (at, gesture, value) in model.default_gestures() {
        let told = EventKind::Gesture { gesture, value };
        voice.send(Event::new((at * RATE) as u64 + 77, told)).unwrap();
    }
    let mut heard = Vec::new();
    for &length in lengths.iter().cycle() {
        let mut out = vec![0.0; length];
        // What listens hears the same whatever the buffers.
        let given = (0..length).map(|index| 0.1 * libm::sin((heard.len() + index) as f64 * 0.05));
        let given: Vec<f64> = given.collect();
        voice.process(if model.takes_input() { &given } else { &[] }, &mut [&mut out]);
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
        let whole = play_default_gestures(&*model, 5, &[48_000]);
        assert!(whole.iter().any(|sample| *sample != 0.0), "{} is silent", model.info().name);
        for lengths in [&[1, 2, 3][..], &[64], &[63, 65], &[1000, 7]] {
            let pieces = play_default_gestures(&*model, 5, lengths);
            let same = whole.iter().zip(&pieces).all(|(a, b)| a.to_bits() == b.to_bits());
            assert!(same, "{} in buffers of {lengths:?}", model.info().name);
        }
    }
}

#[test]
fn every_table_of_every_part_is_drawn_in_words() {
    for model in models() {
        let about = model.info();
        for text in [about.title, about.physics, about.equation, about.source] {
            assert!(!text.trim().is_empty(), "{}", about.name);
        }
        assert!(!model.gestures().is_empty(), "{} cannot be made to sound", about.name);
        let handles = sound_params(&*model).iter().filter(|at| at.info.handle.is_some()).count();
        assert!(handles >= 3, "{} has {handles} handles", about.name);
        for made_of in about.made_of {
            let known = models().iter().any(|other| other.info().name == *made_of);
            assert!(known, "{} is made of {made_of}, which is not there", about.name);
        }
    }
}

#[test]
fn what_only_changes_a_sound_leaves_its_opening_in_place() {
    for model in models() {
        let name = model.info().name;
        for change in model.modifying_gestures() {
            let info = model.gestures().iter().find(|info| info.id == *change);
            let info = info.unwrap_or_else(|| panic!("{name} has no gesture {change}"));
            let mut score = Score::default();
            score.gesture(0.3, change, info.from_normalised(0.7));
            let spec = VoiceSpec::new(RATE, 1);
            let heard = perform(&*model, &score, &spec, Some(0.5), &mut |_| {}).unwrap();
            let loud = |row: &[f64]| row.iter().any(|sample| *sample != 0.0);
            assert!(loud(&heard.sound()[0]), "{name} is silent with {change} alone");
        }
    }
}

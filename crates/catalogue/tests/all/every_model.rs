//! Properties of every model of the catalogue, with random values from the declared ranges and random
//! events while it plays.

use crate::support::heard::perform_score;
use crate::support::is_long_run;
use foley_body::Mode;
use foley_catalogue::models;
use foley_contact::energy::Ledger;
use foley_dsp::random::{Dice, mix_seed};
use foley_scene::{BodySpec, Source};
use foley_sound::{
    Aspect, BLOCK, Event, EventError, EventKind, Retarget, Score, Sound, Voice, VoiceSpec, sound_params,
};
use rayon::prelude::*;

/// Number of random settings in the long run; the default run plays the first quarter.
const DRAWS: u64 = 10_000;
/// Samples per draw: a twelfth of a second.
const FRAMES: usize = 4_000;
const RATE: f64 = 48_000.0;

fn drawn(model: &dyn Sound, dice: &mut Dice) -> Box<dyn Sound> {
    let mut sound = model.duplicate();
    for param in sound_params(model) {
        let position = match dice.between(0.0, 8.0) as u32 {
            0 => 0.0,
            1 => 1.0,
            _ => dice.unit(),
        };
        param.set(&mut *sound, param.info.from_normalised(position)).unwrap();
    }
    sound
}

/// Whether the voice of this draw is retargeted while it plays.
fn retargets(seed: u64) -> bool {
    seed.is_multiple_of(4)
}

/// Upper bound of the pressure for a total energy: every mode and every click at its peak, all in phase [Pa].
fn fastest(sound: &dyn Sound, channels: usize, energy: f64) -> f64 {
    let scene = sound.scene_spec(channels).unwrap();
    let heard = scene.outputs.iter().filter(|output| output.value.channel < channels);
    let speeds = heard.map(|output| {
        let Source::Place(place) = output.value.of else {
            return 0.0;
        };
        let BodySpec::Modal { spec, .. } = &scene.bodies[place.body].value else {
            return 0.0;
        };
        let mode = |mode: &Mode| mode.shape[place.port].abs() * (2.0 * energy / mode.mass).sqrt();
        output.value.gain * spec.modes.iter().chain(&spec.listeners).map(mode).sum::<f64>()
    });
    speeds.sum()
}

/// Energy balance of a voice, checked block by block.
struct EnergyBalance {
    before: Ledger,
    /// Damped energy of the last five blocks \[J\]. The balance of a ringing body may run a few blocks
    /// ahead and is taken back at a strike; the comparison then restarts.
    damped: [f64; 5],
    /// Sum of all energy exchanged so far \[J\].
    turned_over: f64,
    most: f64,
}

impl EnergyBalance {
    /// Checks the balance after a block with or without a strike.
    fn check(&mut self, ledger: Ledger, struck: bool) -> Result<(), String> {
        let put_in = ledger.initial.abs() + ledger.work.abs() + ledger.control.abs() + ledger.heat.abs();
        if struck {
            self.damped = [ledger.damped.min(0.0); 5];
        }
        // Damped energy never decreases: no energy comes from nothing. Rounding grows with all energy
        // exchanged.
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

/// Sends random events to a voice. Returns whether a gesture was among them.
fn disturb(voice: &mut Voice, model: &dyn Sound, dice: &mut Dice) -> Result<bool, EventError> {
    let struck = dice.unit() < 0.04;
    if struck {
        let gesture = (dice.unit() * model.gestures().len() as f64) as usize;
        let value = model.gestures()[gesture].from_normalised(dice.unit());
        voice.send(Event::new(voice.now() + 100, EventKind::Gesture { gesture, value }))?;
    }
    if dice.unit() < 0.04 {
        let address = (dice.unit() * voice.sound_params().len() as f64) as usize;
        let param = voice.sound_params()[address];
        if param.aspect != Aspect::Structure {
            let value = param.info.from_normalised(dice.unit());
            let glide = dice.between(0.0, 0.05);
            let kind = EventKind::Set { param: address, value, glide: Some(glide) };
            voice.send(Event::new(voice.now(), kind))?;
        }
    }
    Ok(struck)
}

/// Plays a sound with random values and random events. Returns a description of the first fault.
fn play(model: &dyn Sound, seed: u64) -> Result<(), String> {
    let mut dice = Dice::new(seed);
    let sound = drawn(model, &mut dice);
    let rate = [8_000.0, 22_050.0, 48_000.0, 96_000.0][(seed >> 8) as usize % 4];
    let channels = 1 + (seed % 2) as usize;
    let name = model.info().name;
    let fault = |why: String| format!("{name} with seed {seed} at {rate} Hz: {why}\n{sound:?}");
    let mut voice = sound
        .voice(&VoiceSpec {
            channels,
            mode_capacity: if retargets(seed) { 64 } else { 0 },
            ..VoiceSpec::new(rate, seed)
        })
        .map_err(|why| fault(why.to_string()))?;
    for (at, gesture, value) in sound.default_gestures() {
        let sent = voice.send(Event::new((at * rate) as u64, EventKind::Gesture { gesture, value }));
        sent.map_err(|why| fault(why.to_string()))?;
    }
    let mut page = vec![[0.0; BLOCK]; voice.outputs().len()];
    let mut given = [0.0; BLOCK];
    let mut loudest = 0.0_f64;
    let mut balance = EnergyBalance { before: voice.ledger(), damped: [0.0; 5], turned_over: 0.0, most: 0.0 };
    for block in 0..FRAMES / BLOCK {
        let struck = disturb(&mut voice, model, &mut dice).map_err(|why| fault(why.to_string()))?;
        if block == 25
            && retargets(seed)
            && let Ok(target) = Retarget::at(&*drawn(model, &mut dice), channels)
        {
            drop(voice.send(Event::new(0, EventKind::Retarget { target: Box::new(target), glide: 0.05 })));
        }
        let mut out: Vec<&mut [f64]> = page.iter_mut().map(|page| &mut page[..]).collect();
        if model.takes_input() {
            given.fill_with(|| dice.signed());
        }
        voice.process(&given, &mut out);
        if let Some(bad) = page.iter().flatten().find(|sample| !sample.is_finite()) {
            return Err(fault(format!("a sample is {bad} in block {block}")));
        }
        let heard = page.iter().take(channels).flatten();
        loudest = heard.fold(loudest, |most, sample| most.max(sample.abs()));
        let closed = balance.check(voice.ledger(), struck);
        closed.map_err(|why| fault(format!("in block {block}: {why}")))?;
    }
    if voice.recoveries() > 0 {
        return Err(fault("a non-finite state was reset".to_owned()));
    }
    let heard = model.output_kind();
    // The energy within a block may exceed that at its ends: the work of a force may oscillate.
    let bound = if heard.max.is_finite() {
        heard.max
    } else if retargets(seed) {
        f64::INFINITY
    } else {
        4.0 * fastest(&*sound, channels, balance.most)
    };
    if loudest > bound {
        let unit = heard.unit.symbol();
        return Err(fault(format!("a sample of {loudest} {unit} exceeds {bound} {unit}")));
    }
    Ok(())
}

#[test]
fn every_model_is_finite_and_creates_no_energy_for_all_values() {
    let models = models();
    let draws = if is_long_run() { DRAWS } else { DRAWS / 4 };
    let faults: Vec<String> = (0..draws)
        .into_par_iter()
        .filter_map(|draw| {
            let model = &*models[draw as usize % models.len()];
            play(model, mix_seed(17, draw)).err()
        })
        .collect();
    let shown: Vec<_> = faults.iter().take(5).cloned().collect();
    assert!(faults.is_empty(), "{} of {draws}:\n{}", faults.len(), shown.join("\n\n"));
}

/// In these draws a strike begins while the surfaces touch by some 1e-83 m, with a stored energy below the
/// normal range of numbers (`scheme/exact/solve.rs` of `foley-contact`).
#[test]
fn strikes_from_a_compression_of_almost_zero_create_no_energy() {
    let draws = [
        ("breaking", 9_051_351_033_808_654_974),
        ("breaking", 13_906_368_302_319_647_084),
        ("footsteps", 8_015_506_963_835_186_678),
        ("crumpling", 16_657_017_083_353_913_667),
        ("continuous-crumpling", 3_551_780_640_257_202_440),
    ];
    let models = models();
    for (name, seed) in draws {
        let model = models.iter().find(|model| model.info().name == name).unwrap();
        play(&**model, seed).unwrap();
    }
}

/// Plays the default gestures of a model in buffers of these lengths.
fn play_default_gestures(model: &dyn Sound, seed: u64, lengths: &[usize]) -> Vec<f64> {
    let mut voice = model.voice(&VoiceSpec::new(RATE, seed)).unwrap();
    for (at, gesture, value) in model.default_gestures() {
        let kind = EventKind::Gesture { gesture, value };
        voice.send(Event::new((at * RATE) as u64 + 77, kind)).unwrap();
    }
    let mut heard = Vec::new();
    for &length in lengths.iter().cycle() {
        let mut out = vec![0.0; length];
        // The input does not depend on the buffers.
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
fn host_buffer_lengths_change_no_bit() {
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
fn every_model_has_texts_gestures_and_handles() {
    for model in models() {
        let info = model.info();
        for text in [info.title, info.physics, info.equation, info.source] {
            assert!(!text.trim().is_empty(), "{}", info.name);
        }
        assert!(!model.gestures().is_empty(), "{} has no gestures", info.name);
        let handles = sound_params(&*model).iter().filter(|at| at.info.handle.is_some()).count();
        assert!(handles >= 3, "{} has {handles} handles", info.name);
        for made_of in info.made_of {
            let known = models().iter().any(|other| other.info().name == *made_of);
            assert!(known, "{} names {made_of}, which is not in the catalogue", info.name);
        }
    }
}

#[test]
fn a_modifying_gesture_keeps_the_default_gestures() {
    for model in models() {
        let name = model.info().name;
        for change in model.modifying_gestures() {
            let info = model.gestures().iter().find(|info| info.id == *change);
            let info = info.unwrap_or_else(|| panic!("{name} has no gesture {change}"));
            let mut score = Score::default();
            score.gesture(0.3, change, info.from_normalised(0.7));
            let heard = perform_score(&*model, &score, Some(0.5), 1);
            let loud = |row: &[f64]| row.iter().any(|sample| *sample != 0.0);
            assert!(loud(&heard.sound()[0]), "{name} is silent with {change} alone");
        }
    }
}

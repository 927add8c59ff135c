//! Random commands of every kind: every model, gesture and value, strips, inputs, taps, probes, presets,
//! sounds added and removed, quality changes. The caller renders, under its own conditions.

#[path = "stepped_clock.rs"]
pub(crate) mod stepped_clock;

use foley_catalogue::models;
use foley_catalogue::preset::palette;
use foley_catalogue::spaces::Place;
use foley_dsp::random::Dice;
use foley_engine::{
    Capacity, ChannelStrip, Controls, InputSource, Loudness, Renderer, Report, SoundId, TapReader, engine,
};
use foley_sound::{Sound, sound_params};
use std::sync::atomic::Ordering;
use stepped_clock::stepped_clock;

/// Sample rate \[Hz\].
const RATE: f64 = 48_000.0;
/// Host buffer \[frames\].
pub(crate) const BUFFER: usize = 128;

/// Result of a run.
pub(crate) struct RunReport {
    /// Highest absolute sample.
    pub(crate) loudest: f32,
    /// Reports of the audio thread.
    pub(crate) reports: Vec<Report>,
    /// Number of commands of each kind.
    pub(crate) done: [u32; 10],
}

/// Sends random commands for `rounds`, one model in each, and renders 30 host buffers per round with
/// `render`.
pub(crate) fn everything(
    rounds: usize,
    mut render: impl FnMut(&mut Renderer, &mut [f32; BUFFER], &mut [f32; BUFFER]),
) -> RunReport {
    let capacity = Capacity { instances: 8, fading: 4, ..Capacity::default() };
    let (mut controls, mut renderer) = engine(RATE, capacity);
    let step = stepped_clock(&mut renderer);
    let mut dice = Dice::new(5);
    let (mut left, mut right) = ([0.0_f32; BUFFER], [0.0_f32; BUFFER]);
    let mut told = RunReport { loudest: 0.0, reports: Vec::new(), done: [0; 10] };
    let mut taps: Vec<TapReader> = Vec::new();
    let models = models();
    for (round, model) in models.iter().cycle().take(rounds).enumerate() {
        // Time is short for half of every second: sixteen readings of 250 µs are a buffer and a half.
        let short = if round % 12 >= 6 { 250_000 } else { 100 };
        step.store(short, Ordering::Relaxed);
        let name = format!("sound-{}", round % 11);
        if controls.instances().count() == controls.capacity().instances
            && controls.find(&name).is_err()
            && let Some(faintest) = controls.faintest()
        {
            controls.remove(faintest, 0).unwrap();
        }
        let slot = if round % 4 == 3 {
            let preset = &palette()[(dice.unit() * palette().len() as f64) as usize];
            let slot = controls.add_preset(&name, preset, Loudness::Factor(0.1), 0);
            slot.and_then(|slot| controls.play(slot, 0).map(|()| slot))
        } else {
            controls.add(&name, &**model, round as u64, Loudness::Factor(0.1), 0)
        };
        let mut slot = slot.unwrap();
        for _ in 0..30 {
            let kind = send_one(&mut controls, &mut dice, &mut slot, &mut taps);
            told.done[kind] += 1;
            render(&mut renderer, &mut left, &mut right);
            let both = left.iter().chain(&right);
            told.loudest = both.fold(told.loudest, |most, x| if x.abs() <= most { most } else { x.abs() });
        }
        taps.truncate(3);
        told.reports.extend(controls.collect());
    }
    told
}

/// Sends one random command; returns its kind.
fn send_one(
    controls: &mut Controls,
    dice: &mut Dice,
    slot: &mut SoundId,
    taps: &mut Vec<TapReader>,
) -> usize {
    let at = controls.now() + (dice.unit() * 200.0) as u64;
    let which: Vec<(SoundId, Box<dyn Sound>)> =
        (controls.instances()).map(|(slot, instance)| (slot, instance.sound.duplicate())).collect();
    let (other, _) = which[(dice.unit() * which.len() as f64) as usize];
    let Some((_, sound)) = which.iter().find(|(at, _)| at == slot) else {
        *slot = other;
        return 9;
    };
    let kind = (dice.unit() * 10.0) as usize;
    match kind {
        0 | 1 => {
            let gestures = sound.gestures();
            let info = gestures[(dice.unit() * gestures.len() as f64) as usize];
            let value = info.from_normalised(dice.unit());
            controls.gesture(*slot, info.id, Some(value), at).unwrap();
        }
        2 => {
            let all = sound_params(&**sound);
            let to = &all[(dice.unit() * all.len() as f64) as usize];
            let value = to.info.from_normalised(dice.unit());
            // Some combinations of shape and size are impossible and rejected.
            let _ = controls.set(*slot, &to.path(), value, Some(0.01), at);
        }
        3 => {
            let strip = ChannelStrip {
                gain: dice.unit(),
                pan: dice.signed(),
                mute: dice.unit() < 0.1,
                solo: dice.unit() < 0.1,
            };
            controls.set_strip(*slot, strip, at).unwrap();
        }
        4 => {
            let hearing = match (dice.unit() * 3.0) as usize {
                0 => InputSource::None,
                1 => InputSource::All,
                _ => InputSource::Sound(other),
            };
            // Most sounds take no input.
            let _ = controls.set_input(*slot, hearing, at);
        }
        5 => {
            let where_from = (dice.unit() < 0.7).then_some(*slot);
            taps.push(controls.tap(where_from, 0.1, at).unwrap());
        }
        6 => {
            controls.set_master(2.0 * dice.unit(), at).unwrap();
            controls.limit(dice.unit() < 0.9, at).unwrap();
            let place = Place::from_index((dice.unit() * Place::ALL.len() as f64) as usize);
            controls.set_place(place, 0.3 + dice.unit(), at).unwrap();
        }
        7 if which.len() > 2 && dice.unit() < 0.3 => {
            controls.remove(*slot, at).unwrap();
            *slot = other;
        }
        7 => controls.untap(None, at).unwrap(),
        8 if dice.unit() < 0.3 => controls.unprobe(*slot, at).unwrap(),
        // Nobody reads the probe; it must be freed all the same.
        8 => drop(controls.probe(*slot, 0.05, at).unwrap()),
        _ => controls.play(*slot, at).unwrap(),
    }
    kind
}

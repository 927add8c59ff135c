//! Everything that can be told to an engine, by chance: every model, every gesture and value, every strip,
//! rooms that listen, taps, probes, presets, sounds that come and go, quality that falls and rises. Whoever
//! renders says what must not happen meanwhile.

#[path = "stepped_clock.rs"]
mod stepped_clock;

use foley_catalogue::models;
use foley_catalogue::preset::palette;
use foley_dsp::random::Dice;
use foley_engine::{
    Capacity, ChannelStrip, Controls, InputSource, Loudness, Renderer, Report, TapReader, engine,
};
use foley_sound::{Sound, sound_params};
use std::sync::atomic::Ordering;
use stepped_clock::stepped_clock;

/// Samples per second.
const RATE: f64 = 48_000.0;
/// Samples that are rendered at once.
pub(crate) const BUFFER: usize = 128;

/// What was heard and told.
pub(crate) struct RunReport {
    /// The loudest sample.
    pub(crate) loudest: f32,
    /// What the audio thread had to say.
    pub(crate) reports: Vec<Report>,
    /// Kinds of commands that were sent, with how often.
    pub(crate) done: [u32; 10],
}

/// Tells an engine everything for some rounds, a model in each, and renders 30 buffers in a round by
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
        // Time is short for half a second in every second: sixteen looks at 250 µs are a buffer and a half.
        let short = if round % 12 >= 6 { 250_000 } else { 100 };
        step.store(short, Ordering::Relaxed);
        let name = format!("sound-{}", round % 11);
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

/// Tells it one thing; which kind.
fn send_one(controls: &mut Controls, dice: &mut Dice, slot: &mut usize, taps: &mut Vec<TapReader>) -> usize {
    let at = controls.now() + (dice.unit() * 200.0) as u64;
    let which: Vec<(usize, Box<dyn Sound>)> =
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
            // A body of some shapes and sizes does not exist: that is refused, and nothing happens.
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
                _ => InputSource::Slot(other),
            };
            // Most sounds do not listen.
            let _ = controls.set_input(*slot, hearing, at);
        }
        5 => {
            let where_from = (dice.unit() < 0.7).then_some(*slot);
            taps.push(controls.tap(where_from, 0.1, at).unwrap());
        }
        6 => {
            controls.set_master(2.0 * dice.unit(), at).unwrap();
            controls.limit(dice.unit() < 0.9, at).unwrap();
        }
        7 if which.len() > 2 && dice.unit() < 0.3 => {
            controls.remove(*slot, at).unwrap();
            *slot = other;
        }
        7 => controls.untap(None, at).unwrap(),
        8 if dice.unit() < 0.3 => controls.unprobe(*slot, at).unwrap(),
        // Nobody looks: what is led away has to go all the same.
        8 => drop(controls.probe(*slot, 0.05, at).unwrap()),
        _ => controls.play(*slot, at).unwrap(),
    }
    kind
}

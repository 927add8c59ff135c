//! The two ends of an engine: events take effect at their sample, whatever the host buffers.

use crate::support::plain::{Steady, Wire};
use crate::support::stepped_clock::stepped_clock;
use foley_catalogue::model;
use foley_engine::{
    Capacity, ChannelStrip, Controls, EngineError, InputSource, Loudness, Renderer, Report, SoundId, engine,
};
use foley_sound::{Sound, sound_params};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const RATE: f64 = 48_000.0;

fn knock() -> Box<dyn Sound> {
    model("impact").unwrap()
}

fn small() -> Capacity {
    Capacity { instances: 4, ..Capacity::default() }
}

/// Renders `frames` in host buffers of `length`; returns the left channel.
fn render(renderer: &mut Renderer, frames: usize, length: usize) -> Vec<f32> {
    let mut left = vec![0.0; frames];
    let mut right = vec![0.0; frames];
    for (one, two) in left.chunks_mut(length).zip(right.chunks_mut(length)) {
        renderer.render(&mut [one, two]);
    }
    left
}

fn loudest(samples: &[f32]) -> f32 {
    samples.iter().fold(0.0, |most, x| most.max(x.abs()))
}

fn with_a_knock() -> (Controls, Renderer, SoundId) {
    let (mut controls, renderer) = engine(RATE, small());
    let cup = controls.add("cup", &*knock(), 1, Loudness::default(), 0).unwrap();
    controls.limit(false, 0).unwrap();
    (controls, renderer, cup)
}

#[test]
fn a_strike_is_heard_at_its_sample_whatever_the_buffers() {
    let mut all = Vec::new();
    for length in [1, 64, 100, 128, 4096] {
        let (mut controls, mut renderer, cup) = with_a_knock();
        controls.gesture(cup, "strike", Some(1.0), 1000).unwrap();
        let sound = render(&mut renderer, 8192, length);
        assert_eq!(loudest(&sound[..1000]), 0.0, "before the strike");
        assert!(loudest(&sound[1000..1100]) > 0.01, "just after the strike");
        all.push(sound);
    }
    for other in &all[1..] {
        assert_eq!(*other, all[0]);
    }
}

#[test]
fn a_muted_sound_is_silent_and_a_solo_sound_is_heard_alone() {
    let (mut controls, mut renderer, cup) = with_a_knock();
    let pan = controls.add("pan", &*knock(), 2, Loudness::default(), 0).unwrap();
    let solo = ChannelStrip { solo: true, ..ChannelStrip::default() };
    let mute = ChannelStrip { mute: true, ..ChannelStrip::default() };
    let mut play = |one: ChannelStrip, two: ChannelStrip| {
        controls.set_strip(cup, one, 0).unwrap();
        controls.set_strip(pan, two, 0).unwrap();
        let now = controls.now();
        controls.gesture(cup, "strike", Some(1.0), now).unwrap();
        loudest(&render(&mut renderer, 24_000, 128)[64..])
    };
    let plain = play(ChannelStrip::default(), mute);
    assert!(plain > 0.1, "{plain}");
    assert_eq!(play(mute, ChannelStrip::default()), 0.0);
    assert_eq!(play(ChannelStrip::default(), solo), 0.0);
    let same = play(solo, ChannelStrip::default());
    assert!(same > 0.1, "{same}");
}

#[test]
fn a_full_engine_rejects_a_sound_and_names_the_faintest() {
    let (mut controls, mut renderer) = engine(RATE, small());
    let mut cups = Vec::new();
    for n in 0..4 {
        let cup = controls.add(&format!("cup-{n}"), &*knock(), n, Loudness::default(), 0).unwrap();
        let speed = 0.5 + 0.5 * n as f64;
        controls.gesture(cup, "strike", Some(speed), 0).unwrap();
        cups.push(cup);
    }
    render(&mut renderer, 1024, 128);
    for name in ["fifth", "sixth"] {
        let full = controls.add(name, &*knock(), 9, Loudness::default(), 0);
        assert_eq!(full, Err(EngineError::Full { sounds: 4 }));
    }
    assert_eq!(controls.faintest(), Some(cups[0]), "the first sound was struck the least");
    controls.remove(cups[0], 0).unwrap();
    let new = controls.add("new", &*knock(), 9, Loudness::default(), 0).unwrap();
    assert_eq!(new.slot(), cups[0].slot());
    assert_ne!(new, cups[0]);
    render(&mut renderer, 1024, 128);
    assert_eq!(controls.collect(), [] as [Report; 0], "no sound was cut off");
}

#[test]
fn a_stale_handle_reaches_no_other_sound() {
    let (mut controls, mut renderer) = engine(RATE, Capacity { instances: 1, ..Capacity::default() });
    let cup = controls.add("cup", &*knock(), 1, Loudness::default(), 0).unwrap();
    controls.remove(cup, 0).unwrap();
    let pan = controls.add("pan", &*knock(), 2, Loudness::default(), 0).unwrap();
    assert_eq!(pan.slot(), cup.slot(), "the slot is used again");
    let stale = Err(EngineError::StaleSound { slot: 0 });
    assert_eq!(controls.gesture(cup, "strike", Some(5.0), 0), stale);
    assert_eq!(controls.set(cup, "hardness", 90.0, None, 0), stale);
    assert_eq!(controls.set_text(cup, "struck.material", "glass", None, 0), stale);
    assert_eq!(controls.play(cup, 0), stale);
    assert_eq!(controls.set_strip(cup, ChannelStrip::default(), 0), stale);
    assert_eq!(controls.remove(cup, 0), stale);
    assert!(controls.instance(cup).is_err() && controls.tap(Some(cup), 0.1, 0).is_err());
    assert!(render(&mut renderer, 9600, 128).iter().all(|&x| x == 0.0), "the new sound was not struck");
    assert!(controls.asleep(cup) && controls.meter(cup).asleep);
    controls.gesture(pan, "strike", Some(1.0), 0).unwrap();
    assert!(render(&mut renderer, 9600, 128).iter().any(|&x| x != 0.0));
}

#[test]
fn a_sound_that_has_rung_out_sleeps_and_wakes_when_it_is_struck() {
    let (mut controls, mut renderer, cup) = with_a_knock();
    controls.gesture(cup, "strike", Some(1.0), 0).unwrap();
    let first = render(&mut renderer, 2048, 128);
    render(&mut renderer, 480_000, 128);
    assert!(controls.meter(cup).asleep);
    let now = controls.now();
    controls.gesture(cup, "strike", Some(1.0), now).unwrap();
    let again = render(&mut renderer, 2048, 128);
    assert!((loudest(&again) / loudest(&first) - 1.0).abs() < 0.2);
}

#[test]
fn no_sample_of_a_long_decay_is_subnormal() {
    for other in foley_catalogue::models() {
        let (mut controls, mut renderer) = engine(RATE, small());
        controls.limit(false, 0).unwrap();
        let slot = controls.add("it", &*other, 1, Loudness::Factor(1e-3), 0).unwrap();
        controls.play(slot, 0).unwrap();
        for second in 0..20 {
            let sound = render(&mut renderer, 48_000, 128);
            let name = other.info().name;
            assert!(sound.iter().all(|x| x.is_normal() || *x == 0.0), "{name}, second {second}");
        }
    }
}

#[test]
fn errors_suggest_known_names() {
    let (mut controls, _renderer, cup) = with_a_knock();
    let why = controls.gesture(cup, "stroke", None, 0).unwrap_err().to_string();
    assert!(why.contains("strike"), "{why}");
    let why = controls.set(cup, "hardnes", 3.0, None, 0).unwrap_err().to_string();
    assert!(why.contains("hardness"), "{why}");
    let why = controls.find("mug").unwrap_err().to_string();
    assert!(why.contains("cup"), "{why}");
}

#[test]
fn scheduled_events_take_effect_in_order_of_time() {
    let (mut controls, mut renderer, cup) = with_a_knock();
    let louder = ChannelStrip { gain: 2.0, ..ChannelStrip::default() };
    // Sent in the wrong order; the strip still takes effect first.
    controls.gesture(cup, "strike", Some(1.0), 9600).unwrap();
    controls.set_strip(cup, louder, 4800).unwrap();
    let twice = render(&mut renderer, 19_200, 128);
    let (mut controls, mut renderer, cup) = with_a_knock();
    controls.gesture(cup, "strike", Some(1.0), 9600).unwrap();
    let once = render(&mut renderer, 19_200, 128);
    assert_eq!(loudest(&twice[..9600]), 0.0);
    for (twice, once) in twice.iter().zip(&once) {
        assert!((twice - 2.0 * once).abs() <= 1e-6 * twice.abs(), "{twice} {once}");
    }
}

#[test]
fn the_taps_of_all_sounds_add_up_to_the_master_tap() {
    let (mut controls, mut renderer, cup) = with_a_knock();
    let pan = controls.add("pan", &*knock(), 2, Loudness::default(), 0).unwrap();
    let aside = ChannelStrip { pan: -0.6, ..ChannelStrip::default() };
    controls.set_strip(pan, aside, 0).unwrap();
    let mut taps = Vec::new();
    for slot in [None, Some(cup), Some(pan)] {
        taps.push(controls.tap(slot, 1.0, 0).unwrap());
    }
    controls.gesture(cup, "strike", Some(1.0), 1000).unwrap();
    controls.gesture(pan, "strike", Some(2.0), 3000).unwrap();
    controls.remove(pan, 6000).unwrap();
    let left = render(&mut renderer, 9600, 100);
    let mut rows: Vec<Vec<f32>> = Vec::new();
    for tap in &mut taps {
        assert_eq!((tap.first_sample(), tap.lost()), (Some(0), 0));
        let chunk = tap.samples.read_chunk(tap.samples.slots()).unwrap();
        rows.push(chunk.into_iter().collect());
    }
    let whole: Vec<f32> = rows[0].iter().copied().step_by(2).collect();
    assert_eq!(whole[..9600], left, "the master tap is the output");
    controls.collect();
    assert!(taps[2].ended(), "it has faded out");
    for (n, &whole) in rows[0].iter().enumerate() {
        let sum: f32 = rows[1..].iter().filter_map(|row| row.get(n)).sum();
        assert!((sum - whole).abs() < 1e-6, "{sum} {whole} at {n}");
    }
}

#[test]
fn an_unread_tap_loses_samples_and_keeps_the_time() {
    let (mut controls, mut renderer, cup) = with_a_knock();
    controls.gesture(cup, "strike", Some(1.0), 0).unwrap();
    let mut tap = controls.tap(None, 0.0, 0).unwrap();
    let drain = |tap: &mut foley_engine::TapReader| -> Vec<f32> {
        let chunk = tap.samples.read_chunk(tap.samples.slots()).unwrap();
        chunk.into_iter().step_by(2).collect()
    };
    // The smallest tap has room for 512 frames.
    let mut all = render(&mut renderer, 512 + 128, 64);
    let mut poured = drain(&mut tap);
    assert_eq!((poured.len(), tap.lost()), (512, 128));
    for _ in 0..20 {
        all.extend(render(&mut renderer, 64, 64));
        poured.extend(drain(&mut tap));
    }
    assert_eq!(poured.len(), all.len(), "lost samples are silence");
    assert_eq!(poured[..512], all[..512]);
    assert_eq!(poured[512..640], [0.0; 128]);
    assert_eq!(poured[640..], all[640..]);
}

#[test]
fn the_input_of_a_room_is_heard_through_it_alone() {
    let (mut controls, mut renderer, cup) = with_a_knock();
    let room = model("reverb").unwrap();
    let room = controls.add("room", &*room, 3, Loudness::Factor(1.0), 0).unwrap();
    let why = controls.set_input(cup, InputSource::All, 0).unwrap_err();
    assert_eq!(
        why.to_string(),
        "`cup` cannot take that input: only rooms and effects take an input, and never their own output"
    );
    controls.set_input(room, InputSource::Sound(cup), 0).unwrap();
    let silent = ChannelStrip { mute: true, ..ChannelStrip::default() };
    controls.set_strip(room, silent, 0).unwrap();
    controls.gesture(cup, "strike", Some(1.0), 1000).unwrap();
    let through = render(&mut renderer, 48_000, 128);
    assert_eq!(loudest(&through), 0.0, "the cup is not heard directly");
    controls.set_strip(room, ChannelStrip::default(), 48_000).unwrap();
    controls.gesture(cup, "strike", Some(1.0), 49_000).unwrap();
    let through = render(&mut renderer, 48_000, 128);
    assert!(loudest(&through[1000..]) > 1e-3, "{}", loudest(&through));
    assert!(!controls.meter(room).asleep, "the room rings on");
    render(&mut renderer, 4 * 480_000, 128);
    assert!(controls.meter(room).asleep, "the room falls asleep at last");
}

#[test]
fn a_room_and_its_input_are_solo_together() {
    for solo in ["cup", "room"] {
        let (mut controls, mut renderer, cup) = with_a_knock();
        let room = model("reverb").unwrap();
        let room = controls.add("room", &*room, 3, Loudness::Factor(1.0), 0).unwrap();
        let other = controls.add("other", &*knock(), 4, Loudness::default(), 0).unwrap();
        controls.set_input(room, InputSource::Sound(cup), 0).unwrap();
        let alone = ChannelStrip { solo: true, ..ChannelStrip::default() };
        let slot = if solo == "cup" { cup } else { room };
        controls.set_strip(slot, alone, 0).unwrap();
        controls.gesture(other, "strike", Some(1.0), 0).unwrap();
        assert_eq!(loudest(&render(&mut renderer, 9600, 128)), 0.0, "{solo}");
        controls.gesture(cup, "strike", Some(1.0), 9600).unwrap();
        assert!(loudest(&render(&mut renderer, 9600, 128)) > 1e-3, "{solo}");
    }
}

#[test]
fn pending_voices_are_limited() {
    let (mut controls, mut renderer) = engine(RATE, small());
    let add = |controls: &mut Controls| controls.add("cup", &*knock(), 1, Loudness::Factor(1.0), 0);
    let taken = (0..100).take_while(|_| add(&mut controls).is_ok()).count();
    assert_eq!(taken, 4 + 16, "four playing and sixteen fading sounds");
    render(&mut renderer, 640, 128);
    controls.collect();
    add(&mut controls).unwrap();
}

#[test]
fn a_preset_plays_as_it_does_offline() {
    let preset = foley_catalogue::preset::by_name("castle gate").unwrap();
    let (mut controls, mut renderer) = engine(RATE, small());
    controls.limit(false, 0).unwrap();
    let gate = controls.add_preset("gate", preset, Loudness::Factor(1.0), 0).unwrap();
    let left = ChannelStrip { pan: -1.0, ..ChannelStrip::default() };
    controls.set_strip(gate, left, 0).unwrap();
    controls.play(gate, 0).unwrap();
    let live = render(&mut renderer, 48_000, 128);
    let spec = foley_sound::VoiceSpec::new(RATE, preset.seed);
    let offline = foley_sound::perform(&*preset.sound, &preset.score, &spec, Some(1.0), &mut |_| {}).unwrap();
    let offline = &offline.sound()[0];
    assert!(loudest(&live) > 0.0);
    for (n, (live, &offline)) in live.iter().zip(offline).enumerate() {
        assert_eq!(*live, offline as f32, "at {n}");
    }
}

#[test]
fn a_sound_that_needs_more_modes_gets_a_new_voice() {
    let (mut controls, mut renderer, cup) = with_a_knock();
    controls.gesture(cup, "strike", Some(1.0), 0).unwrap();
    render(&mut renderer, 1280, 128);
    let more = sound_params(&*knock()).into_iter().find(|at| at.info.id == "modes").unwrap();
    let most = more.info.max;
    controls.set(cup, &more.path(), most, None, 0).unwrap();
    let (_, instance) = controls.instances().next().unwrap();
    assert_eq!(more.get(&*instance.sound), most);
    let now = controls.now();
    controls.gesture(cup, "strike", Some(1.0), now).unwrap();
    let after = render(&mut renderer, 4800, 128);
    assert!(loudest(&after) > 0.01 && controls.collect().is_empty());
}

#[test]
fn a_full_queue_is_empty_after_rendering() {
    let capacity = Capacity { commands: 2, ..small() };
    let (mut controls, mut renderer) = engine(RATE, capacity);
    let add = |controls: &mut Controls| controls.add("cup", &*knock(), 1, Loudness::Factor(1.0), 0);
    let taken = (0..100).filter(|_| add(&mut controls).is_ok()).count();
    assert_eq!(taken, 2, "the queue has room for two");
    assert_eq!(controls.pending_commands(), 2);
    render(&mut renderer, 640, 128);
    controls.collect();
    assert_eq!(controls.pending_commands(), 0);
    add(&mut controls).unwrap();
}

/// Returns both ends of an engine with one output channel and no limiter, and the handles of two sounds: a
/// constant level of 1, and a wire that takes it as input.
fn through_a_wire(instances: usize) -> (Controls, Renderer, SoundId, SoundId) {
    let capacity = Capacity { instances, channels: 1, ..Capacity::default() };
    let (mut controls, mut renderer) = engine(RATE, capacity);
    controls.limit(false, 0).unwrap();
    let one = Loudness::Factor(1.0);
    let tone = controls.add("tone", &Steady::at(1.0), 1, one, 0).unwrap();
    let wire = controls.add("wire", &Wire, 1, one, 0).unwrap();
    controls.set_input(wire, InputSource::Sound(tone), 0).unwrap();
    controls.gesture(tone, "begin", None, 0).unwrap();
    let opening = render(&mut renderer, 6400, 128);
    assert_eq!(opening[6399], 1.0, "once, not twice");
    (controls, renderer, tone, wire)
}

#[test]
fn a_sound_that_takes_the_slot_of_an_input_is_heard_directly() {
    let mute = ChannelStrip { mute: true, ..ChannelStrip::default() };
    for (instances, removed, name, loud) in [
        (4, true, "bell", 0.5),
        (4, true, "tone", 0.5),
        (2, true, "bell", 0.5),
        // The same sound with another voice.
        (4, false, "tone", 0.0),
    ] {
        let (mut controls, mut renderer, tone, wire) = through_a_wire(instances);
        controls.set_strip(wire, mute, 0).unwrap();
        let quieter = ChannelStrip { gain: 0.0, ..ChannelStrip::default() };
        controls.set_strip(tone, quieter, 0).unwrap();
        render(&mut renderer, 6400, 128);
        if removed {
            controls.remove(tone, 0).unwrap();
        }
        let one = Loudness::Factor(1.0);
        let next = controls.add(name, &Steady::at(0.5), 2, one, 0).unwrap();
        assert_eq!(next.slot(), tone.slot(), "the slot is reused");
        assert_eq!(next == tone, !removed, "only a sound of the same name keeps the handle");
        controls.gesture(next, "begin", None, 0).unwrap();
        let after = render(&mut renderer, 6400, 128);
        let case = format!("{name} among {instances}, removed: {removed}");
        assert_eq!(after[6399], loud, "{case}");
        let instance = controls.instance(wire).unwrap();
        let still = instance.input == InputSource::Sound(tone);
        assert_eq!(still, loud == 0.0, "{case}: {:?}", instance.input);
    }
}

/// The largest step from one sample to the next.
fn steepest(samples: &[f32]) -> f32 {
    let steps = samples.windows(2).map(|pair| (pair[1] - pair[0]).abs());
    steps.fold(0.0, f32::max)
}

/// Largest step of a level of 1 that fades linearly over `samples`, with rounding.
fn line(samples: f32) -> f32 {
    1.0 / samples + 1e-6
}

#[test]
fn a_removed_input_fades_in_its_room() {
    // It fades linearly over four blocks of 64 samples.
    let (mut controls, mut renderer, tone, _) = through_a_wire(4);
    controls.remove(tone, 0).unwrap();
    let after = render(&mut renderer, 6400, 128);
    assert!(steepest(&after) <= line(256.0), "{}", steepest(&after));
    assert_eq!(after[6399], 0.0);

    let (mut controls, mut renderer, ..) = through_a_wire(4);
    let one = Loudness::Factor(1.0);
    controls.add("tone", &*knock(), 2, one, 0).unwrap();
    let after = render(&mut renderer, 6400, 128);
    assert!(steepest(&after) <= line(256.0), "{}", steepest(&after));
    assert_eq!(after[6399], 0.0, "the new voice is not struck");
}

#[test]
fn a_removed_room_fades_with_its_input() {
    // The wire fades over four blocks; the tone is heard directly after one.
    let (mut controls, mut renderer, _, wire) = through_a_wire(4);
    controls.remove(wire, 0).unwrap();
    let after = render(&mut renderer, 6400, 128);
    assert!(steepest(&after) <= line(64.0), "{}", steepest(&after));
    assert_eq!(after[6399], 1.0);
}

#[test]
fn a_room_fed_by_a_room_keeps_its_timing_while_it_fades() {
    // A level that rises with every block passes through one wire, or two, or two of which the second is
    // removed. The second must fade without a jump, while the first is heard directly within a block.
    let risen = |second: bool, leaves: bool| {
        let capacity = Capacity { channels: 1, ..small() };
        let (mut controls, mut renderer) = engine(RATE, capacity);
        controls.limit(false, 0).unwrap();
        let one = Loudness::Factor(1.0);
        let tone = controls.add("tone", &Steady::at(1.0), 1, one, 0).unwrap();
        let first = controls.add("first", &Wire, 1, one, 0).unwrap();
        controls.set_input(first, InputSource::Sound(tone), 0).unwrap();
        let last = controls.add("last", &Wire, 1, one, 0).unwrap();
        if second {
            controls.set_input(last, InputSource::Sound(first), 0).unwrap();
        }
        controls.gesture(tone, "begin", None, 0).unwrap();
        render(&mut renderer, 6400, 128);
        if leaves {
            controls.remove(last, 0).unwrap();
        }
        let from = controls.now();
        for block in 0..20_u32 {
            let (level, at) = (f64::from(1 + block) / 4.0, 64 * u64::from(block));
            controls.set(tone, "height.level", level, None, from + at).unwrap();
        }
        render(&mut renderer, 64 * 20, 128)
    };
    let (by_two, by_one) = (risen(true, false), risen(false, false));
    for (n, heard) in risen(true, true).into_iter().enumerate() {
        let fades = (1.0 - (n + 1) as f32 / 256.0).max(0.0);
        let rises = ((n + 1) as f32 / 64.0).min(1.0);
        let expected = fades * by_two[n] + rises * by_one[n];
        assert!((heard - expected).abs() < 1e-5, "sample {n}: {heard} instead of {expected}");
    }
}

#[test]
fn switching_the_limiter_makes_no_step_and_no_echo() {
    let capacity = Capacity { channels: 1, ..small() };
    let (mut controls, mut renderer) = engine(RATE, capacity);
    let one = Loudness::Factor(1.0);
    let tone = controls.add("tone", &Steady::at(2.0), 1, one, 0).unwrap();
    controls.gesture(tone, "begin", None, 0).unwrap();
    let limited = render(&mut renderer, 6400, 128)[6399];
    assert!((0.9..0.97).contains(&limited), "{limited}");
    let mut before = limited;
    for (on, level) in [(false, 2.0), (true, limited)] {
        controls.limit(on, 0).unwrap();
        let mut after = vec![before];
        after.extend(render(&mut renderer, 6400, 128));
        // The cross-fade takes one block.
        let most = (2.0 - limited) * line(64.0);
        assert!(steepest(&after) <= most, "{on}: {}", steepest(&after));
        before = after[6400];
        assert!((before - level).abs() < 1e-6, "{on}: {before}");
    }
    // Loud while the limiter was last on, soft when it is switched on again.
    controls.limit(false, 0).unwrap();
    controls.set(tone, "height.level", 0.1, None, 0).unwrap();
    render(&mut renderer, 6400, 128);
    controls.limit(true, 0).unwrap();
    let after = render(&mut renderer, 6400, 128);
    assert!(loudest(&after) < 0.101, "{}", loudest(&after));
}

/// A tone with a clock that advances by a number of nanoseconds per reading.
fn watched() -> (Controls, Renderer, SoundId, Arc<AtomicU64>) {
    let capacity = Capacity { channels: 1, ..small() };
    let (mut controls, mut renderer) = engine(RATE, capacity);
    controls.limit(false, 0).unwrap();
    let one = Loudness::Factor(1.0);
    let tone = controls.add("tone", &Steady::at(1.0), 1, one, 0).unwrap();
    controls.gesture(tone, "begin", None, 0).unwrap();
    render(&mut renderer, 640, 64);
    let step = stepped_clock(&mut renderer);
    (controls, renderer, tone, step)
}

/// With this step nine tenths of a block's time have passed at the first reading: all sounds are skipped.
const NO_TIME: u64 = 1_200_000;

/// Sets a value late in a block that is not played, and another early in the next.
fn set_twice(controls: &mut Controls, renderer: &mut Renderer, tone: SoundId, step: &AtomicU64) {
    let now = controls.now();
    let set = |controls: &mut Controls, level: f64, at: u64| {
        let told = controls.set(tone, "height.level", level, Some(0.0), at);
        told.unwrap();
    };
    set(controls, 0.25, now + 60);
    render(renderer, 64, 64);
    step.store(0, Ordering::Relaxed);
    set(controls, 0.75, now + 64 + 3);
    render(renderer, 64, 64);
}

#[test]
fn a_skipped_sound_has_the_last_value_set() {
    let (mut controls, mut renderer, tone, step) = watched();
    step.store(NO_TIME, Ordering::Relaxed);
    set_twice(&mut controls, &mut renderer, tone, &step);
    let passed = Report::Skipped { blocks: 1, sounds: 1 };
    assert_eq!(controls.collect(), [passed]);
    assert_eq!(render(&mut renderer, 640, 64)[639], 0.75);
}

#[test]
fn a_paused_sound_has_the_last_value_set() {
    let (mut controls, mut renderer, tone, step) = watched();
    step.store(NO_TIME, Ordering::Relaxed);
    let paused = Report::Paused { sound: tone };
    let falls = (0..1000).any(|_| {
        render(&mut renderer, 64, 64);
        controls.collect().contains(&paused)
    });
    assert!(falls, "the sound never paused");
    step.store(0, Ordering::Relaxed);
    assert_eq!(render(&mut renderer, 640, 64)[639], 0.0, "paused");
    set_twice(&mut controls, &mut renderer, tone, &step);
    // More values than the event queue of a voice holds.
    for _ in 0..100 {
        for _ in 0..50 {
            let set = controls.set(tone, "height.level", 0.5, Some(0.0), 0);
            set.unwrap();
        }
        render(&mut renderer, 64, 64);
    }
    set_twice(&mut controls, &mut renderer, tone, &step);
    assert_eq!(render(&mut renderer, 640, 64)[639], 0.0, "a value does not resume a paused sound");
    controls.gesture(tone, "begin", None, 0).unwrap();
    assert_eq!(render(&mut renderer, 640, 64)[639], 0.75);
    let resumed = Report::Resumed { sound: tone };
    assert_eq!(controls.collect(), [resumed], "no event was rejected");
}

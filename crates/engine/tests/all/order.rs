//! Commands in any order of time, and too many of them: no command is lost, removed sounds stay silent, and
//! direct commands find room.

use crate::support::plain::Steady;
use foley_catalogue::preset::{Preset, by_name};
use foley_engine::{
    Capacity, ChannelStrip, Controls, EngineError, Loudness, Renderer, Report, SoundId, engine,
};

const RATE: f64 = 48_000.0;

fn small(instances: usize) -> (Controls, Renderer) {
    let capacity = Capacity { instances, channels: 1, ..Capacity::default() };
    engine(RATE, capacity)
}

/// A constant level that starts at a sample.
fn level(controls: &mut Controls, name: &str, level: f64, at: u64) -> SoundId {
    let one = Loudness::Factor(1.0);
    let slot = controls.add(name, &Steady::at(level), 1, one, at).unwrap();
    controls.gesture(slot, "begin", None, at).unwrap();
    slot
}

fn render(renderer: &mut Renderer, frames: usize) -> Vec<f32> {
    let mut all = vec![0.0; frames];
    renderer.render(&mut [&mut all]);
    all
}

#[test]
fn a_sound_removed_before_it_starts_is_never_heard() {
    let (mut controls, mut renderer) = small(4);
    let late = level(&mut controls, "late", 0.5, 3008);
    controls.remove(late, 100).unwrap();
    let sound = render(&mut renderer, 9600);
    assert!(sound[4000..].iter().all(|x| *x == 0.0), "the removed sound still plays");
    assert_eq!(controls.instances().count(), 0);
    assert_eq!(controls.pending_commands(), 0);
}

#[test]
fn a_sound_added_after_a_premature_removal_stays() {
    // Another slot is free by then, or the only one is reused.
    for (instances, from) in [(4, 0), (1, 3008)] {
        let (mut controls, mut renderer) = small(instances);
        let late = level(&mut controls, "late", 0.5, 3008);
        controls.remove(late, 0).unwrap();
        level(&mut controls, "next", 0.25, 0);
        let sound = render(&mut renderer, 9600);
        assert!(sound[..from].iter().all(|x| *x == 0.0), "{instances} slots");
        assert_eq!(sound[9599], 0.25, "{instances} slots");
    }
}

#[test]
fn commands_for_before_a_sound_starts_take_effect_when_it_starts() {
    let (mut controls, mut renderer) = small(4);
    let late = level(&mut controls, "late", 0.5, 3008);
    let half = ChannelStrip { gain: 0.5, ..ChannelStrip::default() };
    controls.set_strip(late, half, 0).unwrap();
    controls.set(late, "height.level", 1.0, Some(0.0), 0).unwrap();
    let tap = controls.tap(Some(late), 1.0, 0).unwrap();
    let sound = render(&mut renderer, 9600);
    assert_eq!(sound[2900], 0.0);
    assert_eq!(sound[9599], 0.5);
    let frames = tap.samples.slots() / tap.channels;
    assert!(frames > 6000 && frames < 6700, "{frames}");
}

#[test]
fn endless_scores_leave_room_for_direct_commands() {
    let (mut controls, mut renderer) = small(4);
    let long: &Preset = by_name("sports-bike-through-the-gears").unwrap();
    let rider = controls.add_preset("rider", long, Loudness::Factor(1e-6), 0).unwrap();
    let full = (0..100_000).find_map(|_| controls.play(rider, 480_000).err());
    assert!(matches!(full, Some(EngineError::QueueFull { .. })), "{full:?}");
    let waiting = controls.pending_commands();
    assert!(controls.play(rider, 480_000).is_err());
    assert_eq!(controls.pending_commands(), waiting, "a score is sent whole or not at all");
    render(&mut renderer, 4800);
    level(&mut controls, "now", 0.25, 0);
    let sound = render(&mut renderer, 4800);
    assert!((sound[4799] - 0.25).abs() < 1e-3, "{}", sound[4799]);
    assert!(!controls.collect().contains(&Report::EventDropped));
    let now = controls.find("now").unwrap();
    controls.remove(now, 0).unwrap();
    render(&mut renderer, 4800);
    // Direct commands have a limit too.
    let full = (0..100_000).find_map(|_| controls.set_master(1.0, 480_000).err());
    assert!(matches!(full, Some(EngineError::QueueFull { .. })), "{full:?}");
    render(&mut renderer, 480_000);
    assert!(!controls.collect().contains(&Report::EventDropped));
    assert!(controls.pending_commands() < waiting);
}

//! Two ends of one engine: what is told on one side is heard on the other, at its sample, whatever the host's buffers.

use foley_engine::{Capacity, Controls, Loudness, Renderer, Report, Strip, engine};
use foley_sound::{Sound, model};

const RATE: f64 = 48_000.0;

fn knock() -> Box<dyn Sound> {
    model("impact").unwrap()
}

fn small() -> Capacity {
    Capacity {
        instances: 4,
        ..Capacity::default()
    }
}

/// Renders so many samples in buffers of a length; the left channel.
fn heard(renderer: &mut Renderer, frames: usize, length: usize) -> Vec<f32> {
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

fn with_a_knock() -> (Controls, Renderer, usize) {
    let (mut controls, renderer) = engine(RATE, small());
    let cup = controls
        .add("cup", &*knock(), 1, Loudness::default(), 0)
        .unwrap();
    controls.limit(false, 0).unwrap();
    (controls, renderer, cup)
}

#[test]
fn a_strike_is_heard_at_its_sample_whatever_the_buffers() {
    let mut all = Vec::new();
    for length in [1, 64, 100, 128, 4096] {
        let (mut controls, mut renderer, cup) = with_a_knock();
        controls.gesture(cup, "strike", Some(1.0), 1000).unwrap();
        let sound = heard(&mut renderer, 8192, length);
        assert_eq!(loudest(&sound[..1000]), 0.0, "before it was struck");
        assert!(loudest(&sound[1000..1100]) > 0.01, "a touch later");
        all.push(sound);
    }
    for other in &all[1..] {
        assert_eq!(*other, all[0]);
    }
}

#[test]
fn what_is_muted_is_silent_and_who_is_solo_is_heard_alone() {
    let (mut controls, mut renderer, cup) = with_a_knock();
    let pan = controls
        .add("pan", &*knock(), 2, Loudness::default(), 0)
        .unwrap();
    let solo = Strip {
        solo: true,
        ..Strip::default()
    };
    let mute = Strip {
        mute: true,
        ..Strip::default()
    };
    let mut play = |one: Strip, two: Strip| {
        controls.mix(cup, one, 0).unwrap();
        controls.mix(pan, two, 0).unwrap();
        let now = controls.now();
        controls.gesture(cup, "strike", Some(1.0), now).unwrap();
        loudest(&heard(&mut renderer, 24_000, 128)[64..])
    };
    let plain = play(Strip::default(), mute);
    assert!(plain > 0.1, "{plain}");
    assert_eq!(play(mute, Strip::default()), 0.0);
    assert_eq!(play(Strip::default(), solo), 0.0);
    let same = play(solo, Strip::default());
    assert!(same > 0.1, "{same}");
}

#[test]
fn when_there_is_no_room_the_faintest_goes_and_fades() {
    let (mut controls, mut renderer) = engine(RATE, small());
    for n in 0..4 {
        let place = controls
            .add(&format!("cup-{n}"), &*knock(), n, Loudness::default(), 0)
            .unwrap();
        let speed = 0.5 + 0.5 * n as f64;
        controls.gesture(place, "strike", Some(speed), 0).unwrap();
    }
    heard(&mut renderer, 1024, 128);
    controls
        .add("new", &*knock(), 9, Loudness::default(), 0)
        .unwrap();
    let names: Vec<String> = controls
        .instances()
        .map(|(_, it)| it.name.clone())
        .collect();
    assert_eq!(
        names,
        ["new", "cup-1", "cup-2", "cup-3"],
        "the softest strike was the first"
    );
    heard(&mut renderer, 1024, 128);
    assert_eq!(controls.collect(), [] as [Report; 0], "nothing was cut off");
}

#[test]
fn a_sound_that_has_rung_out_sleeps_and_wakes_when_it_is_struck() {
    let (mut controls, mut renderer, cup) = with_a_knock();
    controls.gesture(cup, "strike", Some(1.0), 0).unwrap();
    let first = heard(&mut renderer, 2048, 128);
    heard(&mut renderer, 480_000, 128);
    assert!(controls.meter(cup).asleep);
    let now = controls.now();
    controls.gesture(cup, "strike", Some(1.0), now).unwrap();
    let again = heard(&mut renderer, 2048, 128);
    assert!((loudest(&again) / loudest(&first) - 1.0).abs() < 0.2);
}

#[test]
fn errors_name_what_there_is() {
    let (mut controls, _renderer, cup) = with_a_knock();
    let why = controls
        .gesture(cup, "stroke", None, 0)
        .unwrap_err()
        .to_string();
    assert!(why.contains("strike"), "{why}");
    let why = controls
        .set(cup, "hardnes", 3.0, None, 0)
        .unwrap_err()
        .to_string();
    assert!(why.contains("hardness"), "{why}");
    let why = controls.place("mug").unwrap_err().to_string();
    assert!(why.contains("cup"), "{why}");
}

//! The place of all sounds: one shared send, dry taps, no bit of difference in the free field.

use crate::support::plain::Steady;
use foley_catalogue::model;
use foley_catalogue::spaces::{Place, PlaceSend};
use foley_engine::{Capacity, ChannelStrip, Controls, EngineError, Loudness, Renderer, engine};

const RATE: f64 = 48_000.0;

fn knocks(count: usize) -> (Controls, Renderer) {
    let (mut controls, renderer) = engine(RATE, Capacity::default());
    controls.limit(false, 0).unwrap();
    for n in 0..count {
        let sound = controls.add(&format!("cup{n}"), &*model("impact").unwrap(), 1, Loudness::default(), 0);
        controls.gesture(sound.unwrap(), "strike", Some(1.0), 100 + 37 * n as u64).unwrap();
    }
    (controls, renderer)
}

fn render(renderer: &mut Renderer, frames: usize, length: usize) -> [Vec<f32>; 2] {
    let mut rows = [vec![0.0; frames], vec![0.0; frames]];
    let [left, right] = &mut rows;
    for (one, two) in left.chunks_mut(length).zip(right.chunks_mut(length)) {
        renderer.render(&mut [one, two]);
    }
    rows
}

#[test]
fn the_free_field_at_1_m_leaves_every_bit() {
    let (_controls, mut plain) = knocks(3);
    let (mut controls, mut free) = knocks(3);
    controls.set_place(Place::Free, 1.0, 0).unwrap();
    assert!(render(&mut plain, 20_000, 128) == render(&mut free, 20_000, 128));
    assert!(controls.place_silent());
}

#[test]
fn the_mix_is_the_direct_sound_and_the_send_of_all_sounds() {
    let (_controls, mut renderer) = knocks(3);
    let dry = render(&mut renderer, 30_000, 128);
    for &place in Place::ALL {
        let (mut controls, mut renderer) = knocks(3);
        controls.set_place(place, 1.5, 0).unwrap();
        let wet = render(&mut renderer, 30_000, 128);
        let mut send = PlaceSend::new(place, 1.5, 2, RATE).unwrap();
        // A sound in the middle has √½ of its signal in either channel.
        let source: Vec<f64> = dry[0].iter().map(|x| f64::from(*x) * core::f64::consts::SQRT_2).collect();
        let mut rows = dry.clone().map(|row| row.into_iter().map(f64::from).collect::<Vec<f64>>());
        for sample in rows.iter_mut().flatten() {
            *sample /= 1.5;
        }
        send.add(&source, &mut rows);
        for (found, expected) in wet.iter().zip(&rows) {
            let loudest = expected.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            for (n, (found, expected)) in found.iter().zip(expected).enumerate() {
                // Rounding of the dry samples to single precision, summed over the reverberation.
                let error = (f64::from(*found) - expected).abs() / loudest;
                assert!(error < 1e-5, "{}: {found} for {expected} at {n}", place.name());
            }
        }
    }
}

#[test]
fn host_buffers_change_no_sample_of_a_place() {
    let play = |length: usize| {
        let (mut controls, mut renderer) = knocks(2);
        controls.set_place(Place::Bathroom, 1.0, 0).unwrap();
        controls.set_place(Place::Street, 3.0, 9000).unwrap();
        render(&mut renderer, 20_000, length)
    };
    let whole = play(20_000);
    for length in [1, 64, 100, 512] {
        assert!(play(length) == whole, "host buffers of {length}");
    }
}

#[test]
fn a_muted_sound_is_not_in_the_place_and_a_tap_is_dry() {
    let (mut controls, mut renderer) = knocks(1);
    controls.set_place(Place::Hall, 5.0, 0).unwrap();
    let sound = controls.find("cup0").unwrap();
    let mute = ChannelStrip { mute: true, ..ChannelStrip::default() };
    controls.set_strip(sound, mute, 0).unwrap();
    assert!(render(&mut renderer, 20_000, 128)[0].iter().all(|x| *x == 0.0));
    let tapped = |place: Place| {
        let (mut controls, mut renderer) = knocks(1);
        controls.set_place(place, 1.0, 0).unwrap();
        let sound = controls.find("cup0").unwrap();
        let mut tap = controls.tap(Some(sound), 1.0, 0).unwrap();
        render(&mut renderer, 9600, 128);
        let chunk = tap.samples.read_chunk(tap.samples.slots()).unwrap();
        chunk.into_iter().collect::<Vec<f32>>()
    };
    let dry = tapped(Place::Free);
    assert!(dry.iter().any(|x| *x != 0.0) && dry == tapped(Place::Kitchen));
}

#[test]
fn a_new_place_makes_no_click() {
    let steepest = |changes: &[(Place, f64)], samples: u64| {
        let (mut controls, mut renderer) = engine(RATE, Capacity::default());
        controls.limit(false, 0).unwrap();
        let tone = controls.add("tone", &Steady::at(1.0), 1, Loudness::Factor(1.0), 0).unwrap();
        controls.gesture(tone, "begin", None, 0).unwrap();
        controls.set_place(Place::Room, 1.0, 0).unwrap();
        for (n, (place, distance)) in changes.iter().enumerate() {
            controls.set_place(*place, *distance, 40_000 + samples * n as u64).unwrap();
        }
        let row = &render(&mut renderer, 80_000, 128)[0][38_000..];
        row.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max)
    };
    let still = steepest(&[], 0);
    let slow = steepest(&[(Place::Hall, 1.2), (Place::Free, 0.3), (Place::Street, 100.0)], 10_000);
    // As a page moves the distance: every 10 ms, before the last change has ended.
    let moves: Vec<(Place, f64)> = (0..14).map(|n| (Place::Hall, 1.0 + 0.3 * f64::from(n % 5))).collect();
    let fast = steepest(&moves, 480);
    println!("steepest step: {still} without changes, {slow} with slow ones, {fast} with fast ones");
    // Without a fade the floor alone would make a step of a third. The direct sound at 0.3 m has the amplitude 2.4 and
    // fades over 2048 samples: steps of 0.0012.
    for steps in [slow, fast] {
        assert!(steps < 0.005, "{steps}, without changes {still}");
    }
}

#[test]
fn a_distance_that_does_not_fit_and_a_flood_of_places_are_rejected() {
    let (mut controls, mut renderer) = knocks(0);
    let error = controls.set_place(Place::Bathroom, 4.0, 0).unwrap_err();
    assert!(matches!(error, EngineError::Place(_)), "{error}");
    assert_eq!(controls.place(), (Place::Free, 1.0), "nothing happened");
    let full = (0..1000).find_map(|_| controls.set_place(Place::Hall, 2.0, u64::MAX).err());
    assert!(matches!(full, Some(EngineError::QueueFull { commands: 16 })), "{full:?}");
    render(&mut renderer, 64, 64);
}

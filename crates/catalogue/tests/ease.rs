//! What a sound gives up when there is no time for all of it: steps of a touch, modes of a body. Never its
//! energy's balance.

use assert_no_alloc::{AllocDisabler, assert_no_alloc};
use foley_catalogue::model;
use foley_dsp::analysis::Spectrum;
use foley_sound::{BLOCK, Event, EventKind, Quality, Voice, VoiceSpec, set_text};

#[global_allocator]
static WATCHED: AllocDisabler = AllocDisabler;

const RATE: f64 = 48_000.0;

/// A bar with 48 modes, before it is struck by something hard.
fn bar() -> Voice {
    let mut sound = model("impact").unwrap();
    for (name, value) in [
        ("struck.shape", "bar"),
        ("struck.material", "steel"),
        ("struck.size", "1.2 m"),
        ("struck.modes", "48"),
        ("touch.stiffness", "1e10"),
    ] {
        set_text(&mut *sound, name, value).unwrap();
    }
    sound.voice(&VoiceSpec::new(RATE, 1)).unwrap()
}

const STRIKE: EventKind = EventKind::Gesture { gesture: 0, value: 1.0 };

fn render(voice: &mut Voice, blocks: usize) -> Vec<f64> {
    let mut all = Vec::new();
    let mut page = [0.0; BLOCK];
    for _ in 0..blocks {
        assert_no_alloc(|| voice.render(&mut [&mut page]));
        all.extend(page);
    }
    all
}

fn struck(ease: Quality) -> Vec<f64> {
    let mut voice = bar();
    voice.set_quality(ease);
    voice.send(Event::new(10, STRIKE)).unwrap();
    render(&mut voice, 300)
}

fn rms(samples: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = samples.fold((0.0, 0.0), |(sum, count), x| (sum + x * x, count + 1.0));
    (sum / count).sqrt()
}

#[test]
fn with_coarser_steps_the_ringing_is_no_louder_or_softer_than_was_allowed() {
    let exact = struck(Quality::default());
    for error in [0.005, 0.05] {
        let coarse = struck(Quality { error, ..Quality::default() });
        let wave = rms(exact.iter().zip(&coarse).map(|(a, b)| a - b)) / rms(exact.iter().copied());
        let off = (rms(coarse.iter().copied()) / rms(exact.iter().copied()) - 1.0).abs();
        println!("allowed {error}, found {off:.5} in loudness, {wave:.5} in the waveform");
        assert!(off > 0.0 && off < error, "allowed {error}, found {off}");
    }
}

#[test]
fn with_half_of_the_modes_the_low_half_of_the_spectrum_stays() {
    let power = |samples: &[f64], from: f64, to: f64| {
        let spectrum = Spectrum::of(&samples[..16_384], RATE);
        let bins = spectrum.power().iter().enumerate();
        let within = |bin: usize| (from..to).contains(&spectrum.frequency(bin));
        bins.filter(|&(bin, _)| within(bin)).map(|(_, power)| power).sum::<f64>()
    };
    let all = struck(Quality::default());
    let half = struck(Quality { modes: 0.5, ..Quality::default() });
    let (low, high) = ((50.0, 3000.0), (12_000.0, 20_000.0));
    let kept = power(&half, low.0, low.1) / power(&all, low.0, low.1);
    let lost = power(&half, high.0, high.1) / power(&all, high.0, high.1);
    println!("low {kept:.3}, high {lost:.6}");
    assert!((kept - 1.0).abs() < 0.3, "{kept}");
    assert!(lost < 0.05, "{lost}");
}

#[test]
fn modes_go_and_come_back_while_it_rings_and_no_energy_comes_with_them() {
    let mut voice = bar();
    voice.send(Event::new(0, STRIKE)).unwrap();
    render(&mut voice, 20);
    let mut before = voice.ledger();
    let strike = before.total();
    for modes in [0.5, 0.25, 0.01, 0.25, 1.0, 0.5, 1.0] {
        assert_no_alloc(|| {
            voice.set_quality(Quality { modes, ..Quality::default() });
        });
        render(&mut voice, 20);
        let now = voice.ledger();
        assert!(now.total() <= before.total() * (1.0 + 1e-12), "{now:?} after {before:?} with {modes}");
        assert!(now.numerical().abs() < 1e-12 * strike, "{now:?} with {modes}");
        before = now;
    }
    assert!(before.total() > 0.0, "something still rings");
}

#[test]
fn once_its_time_is_up_a_touch_is_stepped_once_a_sample_and_keeps_its_energy() {
    let exact = struck(Quality::default());
    let asked = core::cell::Cell::new(0);
    let late = || {
        asked.set(asked.get() + 1);
        true
    };
    let mut voice = bar();
    voice.send(Event::new(10, STRIKE)).unwrap();
    let (mut hurried, mut page) = (Vec::new(), [0.0; BLOCK]);
    for _ in 0..300 {
        let before = asked.get();
        assert_no_alloc(|| voice.process_with_deadline(&late, &[], &mut [&mut page]));
        assert!(asked.get() - before <= BLOCK, "at most once a sample");
        hurried.extend(page);
    }
    assert!(asked.get() > 0, "this touch would be cut");
    assert!(hurried != exact, "it was not");
    let ledger = voice.ledger();
    assert!(ledger.numerical().abs() < 1e-12 * ledger.initial.max(ledger.control), "{ledger:?}");
    let ratio = rms(hurried.iter().copied()) / rms(exact.iter().copied());
    assert!((0.5..2.0).contains(&ratio), "{ratio} times as loud");
    // A clock that never comes to the end changes nothing.
    let mut voice = bar();
    voice.send(Event::new(10, STRIKE)).unwrap();
    let mut calm = Vec::new();
    for _ in 0..300 {
        voice.process_with_deadline(&|| false, &[], &mut [&mut page]);
        calm.extend(page);
    }
    assert!(calm == exact);
}

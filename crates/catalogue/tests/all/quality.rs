//! Reduced quality: a voice with too little time takes fewer contact steps or fewer modes, but its energy
//! balance stays exact.

use assert_no_alloc::assert_no_alloc;
use foley_catalogue::model;
use foley_dsp::analysis::Spectrum;
use foley_sound::{BLOCK, Event, EventKind, Quality, Voice, VoiceSpec, set_text};

const RATE: f64 = 48_000.0;

/// Returns a voice of a bar with 48 modes and a hard hammer, not yet struck.
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

fn struck(quality: Quality) -> Vec<f64> {
    let mut voice = bar();
    voice.set_quality(quality);
    voice.send(Event::new(10, STRIKE)).unwrap();
    render(&mut voice, 300)
}

fn rms(samples: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = samples.fold((0.0, 0.0), |(sum, count), x| (sum + x * x, count + 1.0));
    (sum / count).sqrt()
}

#[test]
fn coarser_steps_change_the_loudness_within_the_allowed_error() {
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
fn half_of_the_modes_keep_the_low_half_of_the_spectrum() {
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
fn removing_and_restoring_modes_adds_no_energy() {
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
    assert!(before.total() > 0.0, "nothing rings any more");
}

#[test]
fn a_contact_past_its_deadline_takes_one_step_per_sample_and_keeps_its_energy() {
    let exact = struck(Quality::default());
    let asked = core::cell::Cell::new(0);
    let late = || {
        asked.set(asked.get() + 1);
        true
    };
    let mut voice = bar();
    voice.send(Event::new(10, STRIKE)).unwrap();
    let (mut late_output, mut page) = (Vec::new(), [0.0; BLOCK]);
    for _ in 0..300 {
        let before = asked.get();
        assert_no_alloc(|| voice.process_with_deadline(&late, &[], &mut [&mut page]));
        assert!(asked.get() - before <= BLOCK, "asked more than once per sample");
        late_output.extend(page);
    }
    assert!(asked.get() > 0, "the deadline was never checked");
    assert!(late_output != exact, "the deadline had no effect");
    let ledger = voice.ledger();
    assert!(ledger.numerical().abs() < 1e-12 * ledger.initial.max(ledger.control), "{ledger:?}");
    let ratio = rms(late_output.iter().copied()) / rms(exact.iter().copied());
    assert!((0.5..2.0).contains(&ratio), "{ratio} times as loud");
    // A deadline that never passes changes nothing.
    let mut voice = bar();
    voice.send(Event::new(10, STRIKE)).unwrap();
    let mut unhurried = Vec::new();
    for _ in 0..300 {
        voice.process_with_deadline(&|| false, &[], &mut [&mut page]);
        unhurried.extend(page);
    }
    assert!(unhurried == exact);
}

//! Tests of the electric motor. `cargo test -p foley-catalogue --test all motor_facts -- --nocapture` prints
//! the measured values.

use crate::support::heard::perform_score;
use crate::support::morphed;
use foley_catalogue::machines::Motor;
use foley_dsp::analysis::Spectrum;
use foley_sound::{Performance, Score, VoiceSpec, perform};

const RATE: f64 = 48_000.0;

/// Motor without random variation and noise, with tones only; on for 9 s.
fn steady() -> Motor {
    let mut motor = Motor::default();
    motor.drive.duration = 9.0;
    motor.drive.unsteadiness = 0.0;
    motor.drive.rise = 0.05;
    motor.drive.speed = 50.0;
    motor.coils.brushes = 0.0;
    motor.coils.hum = 0.0;
    motor.gears.wear = 0.0;
    motor.fan.blades = 0;
    motor
}

fn played(motor: &Motor, rate: f64, seconds: Option<f64>) -> Performance {
    let spec = VoiceSpec::new(rate, 1);
    perform(motor, &Score::default(), &spec, seconds, &mut |_| {}).unwrap()
}

/// Returns four seconds of the sound at constant speed.
fn evenly(heard: &Performance, rate: f64) -> &[f64] {
    &heard.sound()[0][(2.0 * rate) as usize..(6.0 * rate) as usize]
}

/// Frequency and amplitude of the strongest tone near `about` \[Hz\].
fn tone(samples: &[f64], rate: f64, about: f64) -> (f64, f64) {
    let partials = Spectrum::of(samples, rate).partials(60, 120.0);
    let near = partials.iter().find(|partial| (partial.frequency / about - 1.0).abs() < 0.02);
    near.map_or((0.0, 0.0), |partial| (partial.frequency, partial.amplitude))
}

#[test]
fn the_steady_speed_follows_from_the_load() {
    for load in [0.0, 0.1, 0.4, 0.8] {
        let mut motor = steady();
        motor.drive.load = load;
        let heard = played(&motor, RATE, Some(6.0));
        let speed = heard.measured("speed").unwrap()[5 * 48_000];
        let expected = motor.steady_speed(1.0);
        println!("load {load}: {speed:.4} turns per second for {expected:.4}");
        assert!((speed / expected - 1.0).abs() < 1e-9, "{speed} Hz for {expected} Hz under a load of {load}");
    }
}

#[test]
fn every_tone_is_a_multiple_of_the_shaft_speed() {
    for (coils, pairs, expected) in [(3.0, 1.0, 6), (5.0, 1.0, 10), (12.0, 1.0, 12), (12.0, 4.0, 24)] {
        let mut motor = steady();
        motor.coils.coils = coils as u32;
        motor.coils.pairs = pairs as u32;
        motor.gears.teeth = 17;
        assert_eq!(motor.commutations(), expected, "{coils} coils, {pairs} pairs of poles");
        let heard = played(&motor, RATE, Some(6.0));
        let samples = evenly(&heard, RATE);
        let shaft = motor.steady_speed(1.0);
        for (name, order) in [("shaft", 1.0), ("coils", expected as f64), ("teeth", 17.0)] {
            let (found, amplitude) = tone(samples, RATE, order * shaft);
            println!(
                "{coils} coils, {pairs} pairs: {name} at {found:.4} Hz for {:.4} Hz, {amplitude:.2e} Pa",
                order * shaft
            );
            // With a Hann window of 4 s a parabola locates a tone to a hundredth of the bin width of 0.25
            // Hz.
            assert!(
                (found - order * shaft).abs() < 0.0025,
                "{name} at {found} Hz, not at {} Hz",
                order * shaft
            );
        }
    }
}

#[test]
fn a_load_slows_the_motor_and_makes_its_coils_audible() {
    let level = |load: f64| {
        let mut motor = steady();
        motor.drive.load = load;
        motor.gears.teeth = 0;
        // Below the resonance the response of the casing grows as the square of the frequency, that of the
        // dipole as the frequency.
        motor.casing.resonance = 8000.0;
        motor.casing.size = 0.01;
        let heard = played(&motor, RATE, Some(6.0));
        let tone = tone(evenly(&heard, RATE), RATE, 10.0 * motor.steady_speed(1.0));
        (tone.0, tone.1 / libm::pow(tone.0, 3.0))
    };
    let (free, loaded) = (level(0.0), level(0.4));
    let (slower, louder) = (loaded.0 / free.0, loaded.1 / free.1);
    println!("with a load of 0.4: {slower:.4} times as fast, ripple {louder:.3} times as strong");
    assert!((slower - 0.56 / 0.96).abs() < 1e-4, "{slower} for {}", 0.56 / 0.96);
    // The torque is load plus friction: 0.44 instead of 0.04.
    assert!((louder / 11.0 - 1.0).abs() < 0.03, "{louder} for 11");
}

#[test]
fn tones_above_the_band_do_not_alias() {
    // At 487 turns per second and 8 kHz only the lower tones fit.
    let mut motor = steady();
    motor.drive.speed = 487.0;
    motor.coils.coils = 3;
    motor.gears.teeth = 7;
    let rate = 8000.0;
    let heard = played(&motor, rate, Some(6.0));
    let samples = evenly(&heard, rate);
    let shaft = motor.steady_speed(1.0);
    let spectrum = Spectrum::of(samples, rate);
    let (mut own, mut strange) = (0.0, 0.0);
    for (bin, power) in spectrum.power().iter().enumerate() {
        let order = spectrum.frequency(bin) / shaft;
        if (order - order.round()).abs() * shaft < 20.0 {
            own += power;
        } else {
            strange += power;
        }
    }
    let decibels = 10.0 * libm::log10(strange / own);
    println!("beside the multiples of the shaft: {decibels:.1} dB");
    assert!(decibels < -80.0, "{decibels} dB beside the multiples of the shaft");
}

#[test]
fn worn_teeth_modulate_the_mesh_tone_with_each_turn() {
    let side = |wear: f64| {
        let mut motor = steady();
        motor.gears.teeth = 17;
        motor.gears.wear = wear;
        let heard = played(&motor, RATE, Some(6.0));
        let (samples, shaft) = (evenly(&heard, RATE), motor.steady_speed(1.0));
        let at = |order: f64| tone(samples, RATE, order * shaft).1;
        (at(16.0) + at(18.0)) / at(17.0)
    };
    let (new, worn) = (side(0.0), side(0.8));
    println!("beside the tone of the teeth: {new:.1e} new, {worn:.3} worn");
    assert!(new < 1e-4, "{new}");
    assert!(worn > 0.05, "{worn}");
}

#[test]
fn the_motor_coasts_down_in_its_time_and_sleeps() {
    let mut motor = Motor::default();
    motor.drive.duration = 1.0;
    motor.drive.load = 0.0;
    motor.drive.coast = 0.5;
    let heard = played(&motor, RATE, Some(2.5));
    let speed = heard.measured("speed").unwrap();
    let stopped = speed.iter().rposition(|f| *f > 0.0).unwrap() as f64 / RATE;
    println!("off after 1 s, at rest after {stopped:.3} s");
    assert!((stopped - 1.5).abs() < 0.02, "{stopped} s for 1.5 s");
    assert!(heard.asleep, "the voice does not sleep");
    let mean = mean_pressure(&heard.sound()[0]);
    assert!(mean < 1e-6, "a pressure of {mean} Pa stays");
}

/// Magnitude of the mean \[Pa\].
fn mean_pressure(samples: &[f64]) -> f64 {
    (samples.iter().sum::<f64>() / samples.len() as f64).abs()
}

#[test]
fn power_and_load_apply_at_their_sample() {
    let mut score = Score::default();
    score.gesture(0.0, "power", 1.0);
    score.gesture(1.0, "load", 0.5);
    score.gesture(2.0, "power", 0.0);
    let mut motor = steady();
    motor.drive.coast = 0.1;
    let heard = perform_score(&motor, &score, Some(3.0), 1);
    let speed = heard.measured("speed").unwrap();
    let at = |seconds: f64| speed[(seconds * RATE) as usize];
    assert!((at(0.99) / (50.0 * 0.86) - 1.0).abs() < 1e-6, "{}", at(0.99));
    assert!((at(1.99) / (50.0 * 0.46) - 1.0).abs() < 1e-6, "{}", at(1.99));
    assert!(speed[96_000] < speed[95_999], "{} after {}", speed[96_000], speed[95_999]);
    assert_eq!(at(2.9), 0.0);
}

#[test]
fn motors_morph_into_each_other_without_a_jump() {
    let mut score = Score::default();
    score.gesture(0.0, "power", 1.0);
    // On the way casings may ring somewhat louder than at the reference points.
    morphed::nothing_jumps("motor", &score, [1.5, 3.0]);
}

//! Tests of wind around obstacles, across the mouth of a cavity, and past a wire.

use crate::support::heard::rms;
use crate::support::noise::{decibels, peak_about};
use foley_catalogue::air::karman::{Wake, Wire};
use foley_catalogue::air::wind_cavity::{Cavity, CavityShape, Mouth};
use foley_catalogue::air::wind_flow::{Flutter, Obstacle};
use foley_catalogue::air::{Karman, Wind, WindCavity, WindFlow};
use foley_catalogue::models;
use foley_dsp::analysis::Spectrum;
use foley_sound::{Score, Sound, VoiceSpec, perform};

const RATE: f64 = 44_100.0;

/// Constant wind for `duration` \[s\].
fn steady(duration: f64) -> Wind {
    Wind { gustiness: 0.0, rise: 0.1, duration, ..Wind::default() }
}

/// Sound of a wind without its first half second.
fn blown(sound: &dyn Sound, speed: f64, seconds: f64) -> Vec<f64> {
    let mut score = Score::default();
    score.gesture(0.0, "blow", speed);
    let spec = VoiceSpec::new(RATE, 3);
    let mut heard = perform(sound, &score, &spec, Some(seconds), &mut |_| {}).unwrap();
    let row = heard.rows.swap_remove(0);
    row[(0.5 * RATE) as usize..].to_vec()
}

fn wire(diameter: f64) -> Karman {
    Karman {
        wire: Wire { diameter, ..Wire::default() },
        wake: Wake { spread: 0.0, ..Wake::default() },
        wind: steady(20.0),
        ..Karman::default()
    }
}

#[test]
fn a_wire_sings_at_a_fifth_of_the_speed_over_its_diameter() {
    let mut worst = 0.0_f64;
    for diameter in [0.002, 0.005, 0.02] {
        for speed in [6.0, 12.0, 25.0] {
            let karman = wire(diameter);
            let expected = karman.wire.pitch(speed);
            let plain = 0.198 * speed / diameter;
            // Kinematic viscosity of air: 1.51e-5 m²/s.
            let reynolds = speed * diameter / 1.51e-5;
            assert!((expected / plain - (1.0 - 19.7 / reynolds)).abs() < 1e-12);
            let sound = blown(&karman, speed, 10.0);
            let measured = peak_about(&sound, RATE, expected, 0.1 * expected);
            let off = measured / expected - 1.0;
            println!(
                "{diameter} m, {speed} m/s: {measured:.1} Hz, St U/d {expected:.1} Hz, 0.2 U/d {:.1} Hz",
                0.2 * speed / diameter
            );
            worst = worst.max(off.abs());
            assert!(off.abs() < 0.02, "{measured} Hz for {expected} Hz, {diameter} m, {speed} m/s");
        }
    }
    println!("worst: {:.2} %", 100.0 * worst);
}

#[test]
fn the_bandwidth_of_the_tone_of_a_wire_follows_its_parameter() {
    let share = |bandwidth: f64| {
        let mut karman = wire(0.005);
        karman.wake = Wake { bandwidth, octave: 0.0, hiss: 0.0, spread: 0.0 };
        let sound = blown(&karman, 15.0, 10.0);
        let spectrum = Spectrum::mean(&sound, RATE, 1.0);
        let (tone, width) = (karman.wire.pitch(15.0), 0.02 * karman.wire.pitch(15.0));
        let near = spectrum.power().iter().enumerate();
        let near = near.filter(|(bin, _)| (spectrum.frequency(*bin) - tone).abs() < 0.5 * width);
        near.map(|(_, power)| power).sum::<f64>() / spectrum.total()
    };
    // A Lorentzian line as wide as the window has half of its power within it. One four times as wide has
    // 2/π atan(1/4) = 0.16, one a quarter as wide 0.84.
    for (bandwidth, expected) in [(0.005, 0.84), (0.02, 0.5), (0.08, 0.16)] {
        let measured = share(bandwidth);
        println!("a width of {bandwidth}: {measured:.2} of the power within 2 %, for {expected}");
        assert!((measured - expected).abs() < 0.1, "{measured} for {expected}");
    }
}

#[test]
fn no_vortices_are_shed_below_a_reynolds_number_of_47() {
    let sound = blown(&wire(0.0003), 2.3, 1.0);
    assert_eq!(rms(&sound), 0.0, "at a Reynolds number of 46");
    assert!(rms(&blown(&wire(0.0003), 5.0, 1.0)) > 0.0);
}

#[test]
fn a_swung_rod_rises_to_its_tone_and_ends() {
    let mut karman = wire(0.008);
    karman.swing.time = 3.0;
    let mut score = Score::default();
    score.gesture(0.0, "swing", 30.0);
    let heard = perform(&karman, &score, &VoiceSpec::new(RATE, 1), None, &mut |_| {}).unwrap();
    let sound = &heard.rows[0];
    let seconds = sound.len() as f64 / RATE;
    assert!((2.9..3.3).contains(&seconds), "{seconds} s of a swing of 3 s");
    // Half-way up the speed changes by a fifth within the piece, and its faster half is much louder.
    for (at, part, bound) in [(0.75, 0.5, 0.06), (1.5, 1.0, 0.02), (2.25, 0.5, 0.06)] {
        let expected = karman.wire.pitch(30.0 * part);
        let from = ((at - 0.05) * RATE) as usize;
        let piece = &sound[from..from + (0.1 * RATE) as usize];
        let measured = peak_about(piece, RATE, expected, 0.2 * expected);
        assert!((measured / expected - 1.0).abs() < bound, "{measured} Hz for {expected} Hz after {at} s");
    }
}

#[test]
fn twice_the_speed_is_eighteen_decibels_louder_and_an_octave_brighter() {
    let flow = WindFlow {
        wind: steady(20.0),
        obstacle: Obstacle { size: 0.005, spread: 0.0, width: 0.3, ..Obstacle::default() },
        flutter: Flutter { depth: 0.0, ..Flutter::default() },
    };
    let karman = wire(0.005);
    for (name, sound, tone) in
        [("wind-flow", &flow as &dyn Sound, 0.2 / 0.005), ("karman", &karman, 0.198 / 0.005)]
    {
        let [slow, fast] = [7.0, 14.0].map(|speed| blown(sound, speed, 12.0));
        let louder = decibels(rms(&fast), rms(&slow));
        println!("{name}: {louder:.2} dB louder at twice the speed");
        assert!((louder - 18.06).abs() < 1.0, "{name}: {louder} dB");
        let [low, high] = [(slow, 7.0), (fast, 14.0)]
            .map(|(sound, speed)| peak_about(&sound, RATE, tone * speed, 0.4 * tone * speed));
        println!("{name}: from {low:.0} Hz to {high:.0} Hz; St U/d is {:.0} Hz", 7.0 * tone);
        assert!((high / low - 2.0).abs() < 0.1, "{name}: from {low} Hz to {high} Hz");
        assert!((low / (7.0 * tone) - 1.0).abs() < 0.05, "{name}: {low} Hz");
    }
}

fn hollow(shape: &str, length: f64, radius: f64, volume: f64) -> WindCavity {
    WindCavity {
        wind: steady(20.0),
        cavity: Cavity { shape: CavityShape::by_name(shape).unwrap(), length, radius, volume },
        mouth: Mouth { width: 0.01, tone: 0.004, hiss: 0.001, ..Mouth::default() },
        ..WindCavity::default()
    }
}

/// Wind speed at which vortices are shed at a frequency \[Hz\] [m/s].
fn matching(cavity: &WindCavity, frequency: f64) -> f64 {
    frequency * cavity.mouth.width / cavity.mouth.strouhal
}

#[test]
fn the_pitch_of_a_cavity_follows_from_its_shape() {
    let c: f64 = 343.2;
    let bottle = c / std::f64::consts::TAU
        * (std::f64::consts::PI * 0.01 * 0.01 / (0.00075 * (0.05 + 1.46 * 0.01))).sqrt();
    for (cavity, expected) in [
        (hollow("open-tube", 0.8, 0.02, 1e-3), c / (2.0 * (0.8 + 1.22 * 0.02))),
        (hollow("stopped-tube", 0.3, 0.01, 1e-3), c / (4.0 * (0.3 + 0.61 * 0.01))),
        (hollow("bottle", 0.05, 0.01, 0.00075), bottle),
    ] {
        assert!((cavity.cavity.pitch(1.0) / expected - 1.0).abs() < 1e-9);
        // Excited by noise alone, which has no pitch, and by the vortex tone.
        for (tone, hiss) in [(0.0, 0.01), (0.002, 0.002)] {
            let mut cavity = cavity;
            (cavity.mouth.tone, cavity.mouth.hiss) = (tone, hiss);
            let sound = blown(&cavity, matching(&cavity, expected), 12.0);
            let measured = peak_about(&sound, RATE, expected, 0.25 * expected);
            println!("{:?}: {measured:.1} Hz for {expected:.1} Hz", cavity.cavity);
            assert!(
                (measured / expected - 1.0).abs() < 0.01,
                "{measured} Hz for {expected} Hz, {:?}",
                cavity.cavity
            );
        }
    }
}

#[test]
fn a_cavity_howls_where_vortices_meet_a_resonance() {
    for cavity in [
        hollow("open-tube", 0.8, 0.02, 1e-3),
        hollow("stopped-tube", 0.3, 0.01, 1e-3),
        hollow("bottle", 0.05, 0.01, 0.00075),
    ] {
        let tone = cavity.cavity.pitch(1.0);
        let level = |part: f64| {
            let speed = part * matching(&cavity, tone);
            // Level relative to the dynamic pressure of the wind.
            rms(&blown(&cavity, speed, 6.0)) / (speed * speed)
        };
        let [before, at, after] = [0.65, 1.0, 1.4].map(level);
        let [under, over] = [before, after].map(|level| decibels(at, level));
        println!("{:?}: {under:.1} dB and {over:.1} dB more than beside", cavity.cavity);
        assert!(under > 8.0 && over > 8.0, "{under} dB, {over} dB: {cavity:?}");
        // Within the locking range the vortices follow the resonance.
        let (near, _) = cavity.eddies(1.08 * matching(&cavity, tone));
        assert!((near / tone - 1.0).abs() < 0.02, "{near} Hz, tone at {tone} Hz");
    }
}

#[test]
fn no_wind_is_silent_and_more_wind_is_louder() {
    for model in models() {
        let blows = model.gestures().first().is_some_and(|info| info.id == "blow");
        if !blows {
            continue;
        }
        let name = model.info().name;
        assert_eq!(rms(&blown(&*model, 0.0, 1.0)), 0.0, "{name}");
        let levels = [4.0, 8.0, 16.0, 32.0].map(|speed| rms(&blown(&*model, speed, 4.0)));
        println!("{name}: {levels:?} Pa at 4, 8, 16, 32 m/s");
        let rises = levels.windows(2).all(|pair| pair[1] > 1.5 * pair[0]);
        assert!(rises, "{name}: {levels:?} Pa");
    }
}

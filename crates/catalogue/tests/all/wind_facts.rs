//! Tests of wind around obstacles, across the mouth of a cavity, and past a wire.

use crate::support::heard::rms;
use crate::support::noise::{decibels, peak_about};
use foley_catalogue::air::ear_wind::{self, Ear};
use foley_catalogue::air::karman::{Vibration, Wake, Wire};
use foley_catalogue::air::wind::Turbulence;
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
        vibration: Vibration { lock: 0.0, gallop: 0.0, ..Vibration::default() },
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
        ear: Ear { exposure: 0.0, ..Ear::default() },
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

/// Power density of a signal around each frequency \[Hz\], in a band of half an octave.
fn densities(signal: &[f64], rate: f64, frequencies: &[f64]) -> Vec<f64> {
    let spectrum = Spectrum::mean(signal, rate, 20.0);
    let about = |middle: f64| {
        let band = middle / 1.19..middle * 1.19;
        let bins = spectrum.power().iter().enumerate();
        let (count, sum) = bins
            .filter(|(bin, _)| band.contains(&spectrum.frequency(*bin)))
            .fold((0, 0.0), |(count, sum), (_, power)| (count + 1, sum + power));
        sum / f64::from(count)
    };
    frequencies.iter().map(|&frequency| about(frequency)).collect()
}

/// Slope of the logarithm of `y` over that of `x`, by least squares.
fn exponent(x: &[f64], y: &[f64]) -> f64 {
    let logs = |values: &[f64]| values.iter().map(|&value| libm::log(value)).collect::<Vec<_>>();
    let (x, y) = (logs(x), logs(y));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mx, my) = (mean(&x), mean(&y));
    let over: f64 = x.iter().zip(&y).map(|(x, y)| (x - mx) * (y - my)).sum();
    over / x.iter().map(|x| (x - mx) * (x - mx)).sum::<f64>()
}

#[test]
fn gusts_have_the_spectrum_of_von_karman() {
    // A wind of integral time scale 1 s, at 100 samples a second.
    let (rate, gust) = (100.0, 1.0);
    let mut turbulence = Turbulence::new(5);
    let speeds: Vec<f64> = (0..400_000).map(|_| turbulence.advance(gust, 1.0 / rate)).collect();
    let variance = speeds.iter().map(|u| u * u).sum::<f64>() / speeds.len() as f64;
    println!("variance of the gusts: {variance:.3}");
    // 4,000 s are about 2,000 independent gusts: the variance is known to 3 %.
    assert!((variance - 1.0).abs() < 0.12, "{variance}");
    let frequencies = [0.5, 1.0, 2.0, 4.0, 8.0];
    let measured = exponent(&frequencies, &densities(&speeds, rate, &frequencies));
    println!("exponent of the gusts: {measured:.3}, von Kármán −5/3");
    assert!((measured + 5.0 / 3.0).abs() < 0.1, "{measured}");
    // Towards the largest eddies the density rises less: from 2 to 0.1 Hz by the ratio of the closed form,
    // 71, and not by the 147 of the power law.
    let low = densities(&speeds, rate, &[0.1, 2.0]);
    let karman = |f: f64| libm::pow(1.0 + 70.8 * f * f, -5.0 / 6.0);
    let (ratio, expected) = (low[0] / low[1], karman(0.1) / karman(2.0));
    println!("density at 0.1 Hz over that at 2 Hz: {ratio:.1}, closed form {expected:.1}");
    assert!((ratio / expected - 1.0).abs() < 0.25, "{ratio} for {expected}");
}

#[test]
fn wind_at_the_ear_falls_as_five_thirds_below_u_over_3d_and_as_eleven_thirds_above() {
    let flow = |ear: Ear| WindFlow {
        wind: steady(40.0),
        obstacle: Obstacle { level: 1e-4, exponent: 1.0, ..Obstacle::default() },
        ear,
        ..WindFlow::default()
    };
    // A bare microphone of 5 mm at 20 m/s has its corner at 1.3 kHz, a head of 0.4 m at 8 m/s at 6.7 Hz.
    for (size, speed, expected) in [(0.005, 20.0, -5.0 / 3.0), (0.4, 8.0, -11.0 / 3.0)] {
        let ear = Ear { exposure: 1.0, size, turbulence: 0.3 };
        let sound = blown(&flow(ear), speed, 30.0);
        let frequencies = [80.0, 113.0, 160.0, 226.0, 320.0];
        let measured = densities(&sound, RATE, &frequencies);
        let slope = exponent(&frequencies, &measured);
        println!("ear of {size} m at {speed} m/s: exponent {slope:.3}, expected {expected:.3}");
        assert!((slope - expected).abs() < 0.15, "{slope} for {expected}");
    }
    // Density of the closed form, and 40 lg U below the corner.
    let ear = Ear { exposure: 1.0, size: 0.005, turbulence: 0.3 };
    let [slow, fast] = [10.0, 20.0].map(|speed| {
        let sound = blown(&flow(ear), speed, 30.0);
        densities(&sound, RATE, &[160.0])[0]
    });
    let louder = 10.0 * libm::log10(fast / slow);
    println!("{louder:.2} dB louder at twice the speed");
    assert!((louder - 12.04).abs() < 1.0, "{louder} dB for 40 lg 2");
    let band = |speed: f64| ear_wind::density(&ear, speed, Wind::default().gust, 160.0);
    let sound = blown(&flow(ear), 10.0, 30.0);
    let spectrum = Spectrum::mean(&sound, RATE, 4.0);
    let bins: Vec<f64> = spectrum
        .power()
        .iter()
        .enumerate()
        .filter(|(bin, _)| (110.0..230.0).contains(&spectrum.frequency(*bin)))
        .map(|(_, power)| *power)
        .collect();
    let share = bins.iter().sum::<f64>() / spectrum.total();
    let power = share * rms(&sound) * rms(&sound);
    // ∫ f^(−5/3) from 110 to 230 Hz, relative to its value at 160 Hz.
    let integral = 1.5 * (libm::pow(110.0, -2.0 / 3.0) - libm::pow(230.0, -2.0 / 3.0));
    let expected = band(10.0) * integral / libm::pow(160.0, -5.0 / 3.0);
    let off = 10.0 * libm::log10(power / expected);
    println!("pressure from 110 to 230 Hz: {:.4} Pa, closed form {:.4} Pa", power.sqrt(), expected.sqrt());
    assert!(off.abs() < 1.0, "{off} dB");
}

#[test]
fn vortices_lock_to_the_modes_of_a_taut_wire() {
    // A taut wire of 0.3 m with modes 60 Hz apart. The vortices are free at 610 Hz, beside the mode at 600
    // Hz.
    let mut karman = wire(0.004);
    karman.vibration = Vibration { pitch: 60.0, lock: 0.03, ..Vibration::default() };
    karman.wake = Wake { bandwidth: 0.005, octave: 0.0, hiss: 0.0, ..karman.wake };
    let speed_for = |tone: f64| {
        let (mut low, mut high) = (1.0, 40.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if karman.wire.pitch(middle) < tone { low = middle } else { high = middle }
        }
        low
    };
    let speed = speed_for(607.0);
    let sound = blown(&karman, speed, 8.0);
    let locked = peak_about(&sound, RATE, 603.0, 12.0);
    let mut free = karman;
    free.vibration.lock = 0.0;
    let sung = blown(&free, speed, 8.0);
    let unlocked = peak_about(&sung, RATE, 603.0, 12.0);
    println!("locked at {locked:.1} Hz, free at {unlocked:.1} Hz, mode at 600 Hz");
    assert!((locked - 600.0).abs() < 2.5 && (unlocked - 607.0).abs() < 2.5, "{locked} Hz, {unlocked} Hz");
    let louder = decibels(rms(&sound), rms(&sung));
    println!("{louder:.2} dB louder when locked");
    assert!((1.0..6.1).contains(&louder), "{louder} dB");
}

#[test]
fn a_wire_gallops_above_its_critical_speed_and_sways_twice_in_each_period() {
    let vibration = Vibration { pitch: 1.0, lock: 0.0, gallop: 0.6, gallop_speed: 8.0 };
    assert_eq!(vibration.galloping(7.9), 0.0);
    // A quasi-steady wire gallops with the square root of 1 − U_c/U.
    assert!((vibration.galloping(32.0) / vibration.galloping(10.0) - (0.75_f64 / 0.2).sqrt()).abs() < 1e-12);
    let mut karman = wire(0.004);
    karman.vibration = vibration;
    karman.wake = Wake { bandwidth: 0.05, octave: 0.0, hiss: 0.0, ..karman.wake };
    karman.wind.duration = 45.0;
    let swing = |speed: f64| {
        let sound = blown(&karman, speed, 42.0);
        let sound = &sound[(6.0 * RATE) as usize..];
        // Level in steps of 10 ms, and the share of it that follows twice the frequency of the wire.
        let levels: Vec<f64> = sound.chunks_exact(441).map(|piece| rms(piece) / speed.powi(3)).collect();
        let mean = levels.iter().sum::<f64>() / levels.len() as f64;
        let part = |frequency: f64| {
            let (mut real, mut imaginary) = (0.0, 0.0);
            for (n, level) in levels.iter().enumerate() {
                let turn = std::f64::consts::TAU * frequency * n as f64 * 0.01;
                real += (level / mean - 1.0) * libm::cos(turn);
                imaginary += (level / mean - 1.0) * libm::sin(turn);
            }
            2.0 * libm::hypot(real, imaginary) / levels.len() as f64
        };
        (part(1.0), part(2.0))
    };
    let (once, twice) = swing(24.0);
    let (_, calm) = swing(7.0);
    println!("swing of the level at f₁ {once:.3}, at 2 f₁ {twice:.3}, below the critical speed {calm:.3}");
    assert!(twice > 2.0 * once && twice > 3.0 * calm, "{once}, {twice}, {calm}");
}

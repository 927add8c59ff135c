//! Tests of a helicopter: the harmonics of its blades, the noise, and the rates of both rotors.

use crate::support::heard::rms;
use crate::support::noise::decibels;
use foley_catalogue::air::Rotor;
use foley_catalogue::air::rotor::{Blades, DRAG, EFFECTIVE_RADIUS, FlightPath, Turbine, VOLUME, Vortices};
use foley_dsp::analysis::Spectrum;
use foley_dsp::signal::{DENSITY_OF_AIR, SPEED_OF_SOUND};
use foley_sound::{Score, VoiceSpec, perform};
use std::f64::consts::{PI, SQRT_2, TAU};

const RATE: f64 = 44_100.0;

/// A main rotor with steady thrust and nothing else.
fn steady(count: u32, elevation: f64) -> Rotor {
    let blades = Blades { count, unsteadiness: 0.0, slap: 0.0, ..Blades::default() };
    Rotor {
        main: blades,
        tail: Blades { thrust: 1.0, chord: 0.01, slap: 0.0, ..Blades::TAIL },
        vortices: Vortices { level: 0.01, ..Vortices::default() },
        turbine: Turbine { whine: 0.001, exhaust: 0.001, ..Turbine::default() },
        path: FlightPath { distance: 20.0, elevation, gustiness: 0.0, rise: 0.05, duration: 40.0 },
    }
}

/// Sound from 1 s on.
fn flown(rotor: &Rotor, speed: f64, seconds: f64) -> Vec<f64> {
    let mut score = Score::default();
    score.gesture(0.0, "fly", speed);
    let played = perform(rotor, &score, &VoiceSpec::new(RATE, 2), Some(seconds), &mut |_| {}).unwrap();
    played.sound()[0][RATE as usize..].to_vec()
}

/// RMS value of the sine of a frequency \[Hz\] in a signal, over a whole number of its periods.
fn sine_in(signal: &[f64], frequency: f64) -> f64 {
    let periods = (signal.len() as f64 / RATE * frequency).floor();
    let count = (periods / frequency * RATE).round() as usize;
    let (mut real, mut imaginary) = (0.0, 0.0);
    for (n, sample) in signal.iter().take(count).enumerate() {
        let turn = TAU * frequency * n as f64 / RATE;
        // A window without side lobes near the line.
        let window = 1.0 - libm::cos(TAU * n as f64 / count as f64);
        real += window * sample * libm::cos(turn);
        imaginary += window * sample * libm::sin(turn);
    }
    SQRT_2 * libm::hypot(real, imaginary) / count as f64
}

/// Factor of the two high-passes at 20 Hz.
fn passed(frequency: f64) -> f64 {
    let square = (frequency / 20.0).powi(2);
    square / (1.0 + square)
}

#[test]
fn the_harmonics_of_steady_thrust_are_those_of_gutin() {
    for (count, elevation) in [(2, 0.3), (4, 0.6), (3, 1.1)] {
        let mut rotor = steady(count, elevation);
        // Thin blades displace no air.
        rotor.main.chord = 0.01;
        let Blades { radius, tip_speed, thrust, .. } = rotor.main;
        let turn = tip_speed / radius;
        let mach = EFFECTIVE_RADIUS * tip_speed / SPEED_OF_SOUND;
        let sound = flown(&rotor, 1.0, 11.0);
        for harmonic in 1..=3_u32 {
            let n = harmonic * count;
            let frequency = f64::from(n) * turn / TAU;
            // p = m B Ω/(2√2 π c r) · (T sin ε + D/M) J_mB(m B M cos ε), on the side to which the rotor
            // blows. D is the drag of all blades; that of the volume is left out.
            let order = f64::from(n);
            let force = thrust * (elevation.sin() + DRAG / mach);
            let bessel = libm::jn(n.cast_signed(), order * mach * elevation.cos());
            let expected = order * turn / (2.0 * SQRT_2 * PI * SPEED_OF_SOUND * 20.0) * force * bessel;
            let expected = expected.abs() * passed(frequency);
            let measured = sine_in(&sound, frequency);
            let off = decibels(measured, expected);
            println!(
                "{count} blades, harmonic {harmonic}: {measured:.5} Pa, Gutin {expected:.5} Pa, {off:.3} dB"
            );
            assert!(off.abs() < 0.3, "{off} dB");
        }
    }
}

#[test]
fn the_harmonics_of_displaced_air_grow_with_the_square_of_their_number() {
    let mut rotor = steady(2, 0.1);
    rotor.main = Blades { thrust: 1.0, chord: 0.5, tip_speed: 230.0, ..rotor.main };
    let Blades { radius, tip_speed, chord, .. } = rotor.main;
    let turn = tip_speed / radius;
    let mach = EFFECTIVE_RADIUS * tip_speed / SPEED_OF_SOUND;
    let volume = VOLUME * chord * chord * radius;
    let sound = flown(&rotor, 1.0, 11.0);
    for harmonic in 1..=4_u32 {
        let order = f64::from(2 * harmonic);
        // p = √2 ρ V B (m B Ω)²/(4π r) · J_mB(m B M cos ε).
        let bessel = libm::jn(2 * harmonic.cast_signed(), order * mach * 0.1_f64.cos());
        let expected =
            SQRT_2 * DENSITY_OF_AIR * volume * 2.0 * (order * turn).powi(2) / (4.0 * PI * 20.0) * bessel;
        let frequency = order * turn / TAU;
        let expected = expected * passed(frequency);
        let measured = sine_in(&sound, frequency);
        let off = decibels(measured, expected);
        println!("harmonic {harmonic}: {measured:.4} Pa, closed form {expected:.4} Pa, {off:.3} dB");
        assert!(off.abs() < 0.3, "{off} dB");
    }
}

#[test]
fn the_noise_of_blades_grows_with_the_sixth_power_of_the_speed() {
    let level = |speed: f64| {
        let mut rotor = steady(4, 1.4);
        rotor.main = Blades { thrust: 1.0, chord: 0.01, ..rotor.main };
        // Thin blades, so that the noise lies within the band at both speeds.
        rotor.vortices = Vortices { level: 50.0, thickness: 0.03, width: 1.0 };
        rms(&flown(&rotor, speed, 6.0))
    };
    let louder = decibels(level(1.0), level(0.5));
    println!("noise: {louder:.2} dB louder at twice the speed, 60 lg 2 = 18.06 dB");
    assert!((louder - 18.06).abs() < 1.0, "{louder} dB");
}

#[test]
fn blades_modulate_the_noise_at_their_passing_frequency() {
    let mut rotor = steady(2, 0.1);
    rotor.main = Blades { thrust: 1.0, chord: 0.01, ..rotor.main };
    rotor.vortices = Vortices { level: 50.0, thickness: 0.03, width: 1.0 };
    let sound = flown(&rotor, 1.0, 21.0);
    // Power in steps of 4 ms.
    let steps: Vec<f64> = sound.chunks_exact(176).map(|piece| rms(piece).powi(2)).collect();
    let spectrum = Spectrum::of(&steps, RATE / 176.0);
    let passing = 2.0 * rotor.main.tip_speed / rotor.main.radius / TAU;
    let strongest = (1..spectrum.power().len())
        .filter(|bin| (2.0..60.0).contains(&spectrum.frequency(*bin)))
        .max_by(|a, b| spectrum.power()[*a].total_cmp(&spectrum.power()[*b]))
        .unwrap();
    let measured = spectrum.frequency(strongest);
    println!("noise beats at {measured:.2} Hz, blades pass at {passing:.2} Hz");
    assert!((measured - passing).abs() < 0.2, "{measured} Hz for {passing} Hz");
}

#[test]
fn a_cut_vortex_makes_a_slap_per_blade_and_the_tail_rotor_has_its_own_rate() {
    let crest = |slap: f64| {
        let mut rotor = steady(2, 0.35);
        rotor.main.slap = slap;
        let sound = flown(&rotor, 1.0, 4.0);
        sound.iter().fold(0.0_f64, |most, p| most.max(p.abs())) / rms(&sound)
    };
    let (without, with) = (crest(0.0), crest(0.4));
    println!("peak over RMS value: {without:.2} without slap, {with:.2} with");
    assert!(with > 1.5 * without, "{with}, {without} without");
    let mut rotor = steady(2, 0.1);
    rotor.tail = Blades { thrust: 3000.0, unsteadiness: 0.0, slap: 0.0, ..Blades::TAIL };
    let sound = flown(&rotor, 1.0, 6.0);
    let rate = 2.0 * rotor.tail.tip_speed / rotor.tail.radius / TAU;
    let (on, beside) = (sine_in(&sound, rate), sine_in(&sound, 1.04 * rate));
    println!("tail rotor at {rate:.1} Hz: {on:.4} Pa, beside {beside:.5} Pa");
    assert!(on > 20.0 * beside, "{on} Pa, {beside} Pa beside");
}

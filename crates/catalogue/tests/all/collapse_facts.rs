//! Facts about steam bubbles that collapse: time, spectrum and strength of their noise.

use crate::support::heard::perform_default;
use foley_catalogue::liquids::BubbleStream;
use foley_catalogue::liquids::bubble_stream::FlowTiming;
use foley_catalogue::liquids::collapse::{Collapse, Collapses, collapse_time, condensation_time};
use foley_catalogue::liquids::collapse::{deficit, inertial_time};
use foley_catalogue::liquids::swarm::{RadiusLaw, Swarm};
use foley_contact::Step;
use foley_dsp::analysis::{Descriptors, Spectrum};
use foley_sound::BLOCK;
use std::f64::consts::{PI, TAU};

const RATE: f64 = 192_000.0;

/// Magnitude of the Fourier integral of samples at a frequency \[Hz\].
fn magnitude(samples: &[f64], dt: f64, frequency: f64) -> f64 {
    let parts = samples.iter().enumerate().map(|(n, sample)| {
        let phase = TAU * frequency * n as f64 * dt;
        (sample * phase.cos() * dt, sample * phase.sin() * dt)
    });
    let (x, y) = parts.fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
    libm::hypot(x, y)
}

#[test]
fn the_collapse_time_is_that_of_rayleigh() {
    // Integrate R R'' + 3/2 R'² = −Δp/ρ from rest until the radius is a hundredth.
    // Water of 80 °C has a vapour pressure of 47.4 kPa, at 60 °C 19.9 kPa.
    assert!((deficit(20.0) / (100e3 - 47.4e3) - 1.0).abs() < 0.03, "{} Pa", deficit(20.0));
    assert!((deficit(40.0) / (100e3 - 19.9e3) - 1.0).abs() < 0.03, "{} Pa", deficit(40.0));
    let (radius, deficit) = (3e-3, deficit(20.0));
    let (mut r, mut v, mut t, dt) = (radius, 0.0_f64, 0.0, 1e-9);
    while r > 0.01 * radius {
        let acceleration = -(deficit / 1000.0 + 1.5 * v * v) / r;
        v += dt * acceleration;
        r += dt * v;
        t += dt;
    }
    let time = inertial_time(radius, 1000.0, 20.0);
    println!("{:.4} ms, integrated {:.4} ms", 1e3 * time, 1e3 * t);
    assert!((time / t - 1.0).abs() < 0.005, "{time} s, not {t} s");
}

#[test]
fn heat_limits_the_collapse_of_large_bubbles_in_hot_water() {
    // Heat flows into a half space as 1/√(πκt): R' = −Ja √(κ/πt). Integrated in √t from rest, 1 mm at 20 K.
    let jakob = 958.0 * 4216.0 * 20.0 / (0.598 * 2.257e6);
    let diffusivity = 0.677 / (958.0 * 4216.0);
    let (mut r, mut root, change) = (1e-3, 0.0, 1e-6);
    while r > 0.0 {
        // dR/d√t = R' · 2√t
        r -= change * 2.0 * jakob * (diffusivity / PI).sqrt();
        root += change;
    }
    let (time, expected) = (condensation_time(1e-3, 20.0), root * root);
    println!("{:.4} ms, integrated {:.4} ms", 1e3 * time, 1e3 * expected);
    assert!((time / expected - 1.0).abs() < 0.01, "{time} s, not {expected} s");
    // Small bubbles in cold water fall in as fast as its inertia allows, within a factor of two.
    assert!(collapse_time(1e-4, 1000.0, 60.0) < 2.0 * inertial_time(1e-4, 1000.0, 60.0));
    assert!(collapse_time(5e-3, 1000.0, 10.0) > 100.0 * inertial_time(5e-3, 1000.0, 10.0));
}

#[test]
fn the_spectrum_of_a_collapse_is_that_of_the_volume_in_the_equation() {
    // 512 µs is a class of its own, so that the random choice between two classes has no effect.
    let (radius, time) = (2e-3, 512e-6);
    let step = Step::at_rate(RATE);
    let mut collapses = Collapses::new(1, step);
    collapses.begin(0, radius, time);
    let mut played = Vec::new();
    while !collapses.silent() {
        let mut sound = [0.0; BLOCK];
        // At no depth the surface passes on all of it.
        collapses.play(1e-6, &mut sound);
        played.extend(sound);
    }
    // V = V₀ (1 − t²/t_c²)^(6/5); its transform by steps of 0.1 µs, times ω².
    let volume = 4.0 / 3.0 * PI * radius * radius * radius;
    let dt = 1e-7;
    for frequency in [30.0, 100.0, 300.0, 1000.0, 3000.0, 8000.0, 16_000.0_f64] {
        // The constant volume before adds V₀/iω to the transform.
        let w = TAU * frequency;
        let steps = (time / dt) as usize;
        let (mut x, mut y) = (0.0, -volume / w);
        for n in 0..steps {
            let t = (n as f64 + 0.5) * dt;
            let v = volume * (1.0 - (t / time).powi(2)).powf(1.2);
            x += v * (w * t).cos() * dt;
            y += v * (w * t).sin() * dt;
        }
        let expected = 1.2 / TAU * w * w * libm::hypot(x, y);
        let found = magnitude(&played, step.seconds(), frequency);
        let off = 20.0 * (found / expected).log10();
        println!("{frequency} Hz: {off:.2} dB");
        // The filter is within 1.9 dB of the ripple that the sudden start of the fall leaves.
        assert!(off.abs() < 2.0, "{off} dB at {frequency} Hz");
    }
}

#[test]
fn depth_takes_three_decibels_per_octave_from_high_frequencies() {
    let step = Step::at_rate(RATE);
    let depth = 0.05;
    let level = |depth: f64, frequency: f64| {
        let mut collapses = Collapses::new(1, step);
        collapses.begin(0, 2e-3, 512e-6);
        let mut played = Vec::new();
        while !collapses.silent() {
            let mut sound = [0.0; BLOCK];
            collapses.play(depth, &mut sound);
            played.extend(sound);
        }
        20.0 * magnitude(&played, step.seconds(), frequency).log10()
    };
    for frequency in [200.0, 1000.0, 3000.0, 6000.0, 12_000.0] {
        // Mean of e^(−2kz sin θ) over depths z from 0 to h.
        let x = TAU * frequency / 343.0 * depth * 0.5_f64.sqrt();
        let expected = 10.0 * (-libm::expm1(-2.0 * x) / (2.0 * x)).log10();
        let found = level(depth, frequency) - level(1e-6, frequency);
        println!("{frequency} Hz: {found:.2} dB, expected {expected:.2} dB");
        // The filter is within 0.6 dB; the bilinear transform adds some at 12 kHz.
        assert!((found - expected).abs() < 1.0, "{found} dB, not {expected} dB, at {frequency} Hz");
    }
}

/// A kettle about to boil, or with air bubbles only, with bubbles of radii between two bounds \[m\].
fn kettle(share: f64, subcooling: f64, [smallest, largest]: [f64; 2]) -> Vec<f64> {
    let stream = BubbleStream {
        course: FlowTiming { duration: 2.0, opening: 0.01, closing: 0.01 },
        swarm: Swarm {
            rate: 500.0,
            law: RadiusLaw::LogNormal,
            smallest,
            largest,
            unrest: 0.0,
            ..Swarm::default()
        },
        collapse: Collapse { share, subcooling },
        ..BubbleStream::default()
    };
    perform_default(&stream, None, 1).rows.swap_remove(0)
}

/// Level of a band \[dB\].
fn level(sound: &[f64], band: std::ops::Range<f64>) -> f64 {
    let spectrum = Spectrum::mean(sound, 48_000.0, 0.05);
    let power = spectrum.power().iter().enumerate();
    let band = power.filter(|&(bin, _)| band.contains(&spectrum.frequency(bin)));
    10.0 * band.map(|(_, power)| power).sum::<f64>().log10()
}

#[test]
fn collapses_fill_the_gaps_between_lines_and_are_harder_in_colder_water() {
    let [air, mixed] = [0.0, 1.0].map(|share| kettle(share, 40.0, [1e-3, 4e-3]));
    let [hot, cold] = [50.0, 75.0].map(|cold| kettle(1.0, cold, [2e-3; 2]));
    let [rings, collapses] = [&air, &mixed].map(|sound| {
        let numbers = Descriptors::of(sound, 48_000.0).unwrap().list();
        let value = |name: &str| numbers.iter().find(|one| one.name == name).unwrap().value.unwrap();
        ["lines", "above_4k_db"].map(value)
    });
    println!("lines and dB above 4 kHz: air {rings:.1?}, steam {collapses:.1?}");
    assert!(collapses[0] > 2.0 * rings[0], "{} lines, with air {}", collapses[0], rings[0]);
    assert!(collapses[1] > rings[1] + 10.0, "{} dB above 4 kHz, with air {} dB", collapses[1], rings[1]);
    // Below the corner only the volume counts; far above it V₀/t_c (ωt_c)^(−1/5), the power −6/5 of the time.
    let [low, high] =
        [60.0..150.0, 4000.0..9000.0].map(|band| level(&cold, band.clone()) - level(&hot, band));
    let expected = 24.0 * (collapse_time(2e-3, 1000.0, 50.0) / collapse_time(2e-3, 1000.0, 75.0)).log10();
    println!("colder: {low:.2} dB more below, {high:.2} dB more above the corner, expected {expected:.2} dB");
    assert!(low.abs() < 1.0, "{low} dB");
    assert!((high - expected).abs() < 0.5, "{high} dB for {expected} dB");
}

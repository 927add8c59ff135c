//! Tests of dripping: the times of drops, the delay of the bubble, and its pitch over the size of the drop.

use crate::support::heard::perform_default;
use foley_catalogue::liquids::dripping::{Drip, regular_entrainment, splash_number};
use foley_catalogue::liquids::drop_impact::{Impact, Impacts};
use foley_catalogue::liquids::drop_params::{Basin, DropCavity, FallingDrop, Splatter};
use foley_catalogue::liquids::{Dripping, Liquid};
use foley_catalogue::{Resonator, ResonatorMaterial, ResonatorShape};
use foley_contact::Step;
use foley_dsp::analysis::Spectrum;
use foley_sound::Performance;

const RATE: f64 = 48_000.0;

/// Times \[s\] and values of a measurement.
fn log(heard: &Performance, name: &str) -> Vec<(f64, f64)> {
    let page = heard.measured(name).unwrap().iter().enumerate();
    let made = page.filter(|(_, value)| **value > 0.0);
    made.map(|(at, value)| (at as f64 / RATE, *value)).collect()
}

/// No jet and no droplets.
const NO_SPLATTER: Splatter = Splatter { second: 0.0, jet: 0.006, droplets: 0.0, speed: 0.4, size: 0.3 };

fn dripping(interval: f64, irregularity: f64, entrained: f64) -> Dripping {
    Dripping {
        drip: Drip { duration: 40.0, interval, irregularity, ..Drip::default() },
        cavity: DropCavity { entrained, ..DropCavity::default() },
        splatter: NO_SPLATTER,
        ..Dripping::default()
    }
}

#[test]
fn intervals_have_the_set_mean_and_spread_and_are_exact_without_irregularity() {
    for irregularity in [0.0, 0.3, 1.0] {
        let drops = log(&perform_default(&dripping(0.05, irregularity, 0.5), None, 3), "drops");
        let gaps: Vec<f64> = drops.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
        let n = gaps.len() as f64;
        let mean = gaps.iter().sum::<f64>() / n;
        let spread = (gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / n).sqrt();
        println!("irregularity {irregularity}: {n} gaps of {mean:.5} s ± {spread:.5} s");
        // The standard deviation of an interval is ι T: four standard deviations of the mean, and of the
        // spread (the fourth moment of an exponential is 9). A sample is 2e-5 s.
        let bound = 4.0 * irregularity * 0.05 / n.sqrt() + 2.1e-5;
        assert!((mean - 0.05).abs() < bound, "{mean} s for 0.05 s at {irregularity}");
        assert!((spread - irregularity * 0.05).abs() < 1.5 * bound, "{spread} s at {irregularity}");
    }
}

#[test]
fn a_bubble_follows_its_tick_by_the_delay_and_only_some_drops_leave_one() {
    let heard = perform_default(&dripping(0.1, 0.2, 0.4), None, 5);
    let (drops, bubbles) = (log(&heard, "drops"), log(&heard, "bubbles"));
    let part = bubbles.len() as f64 / drops.len() as f64;
    // Four standard deviations of 400 draws.
    assert!((part - 0.4).abs() < 0.1, "{part} of the drops leave a bubble, for 0.4");
    for (at, radius) in &bubbles {
        let own = drops
            .iter()
            .find(|(fell, size)| (at - fell - 0.02).abs() < 2.1e-5 && (radius / size - 0.7).abs() < 1e-12);
        assert!(own.is_some(), "a bubble of {radius} m at {at} s has no drop 20 ms before it");
    }
}

#[test]
fn the_pitch_of_the_plink_follows_from_the_size_of_the_drop() {
    for radius in [0.001, 0.002, 0.004] {
        let dripping = Dripping {
            drip: Drip { duration: 0.1, interval: 1.0, irregularity: 0.0, ..Drip::default() },
            falling: FallingDrop { radius, spread: 0.0, level: 0.0, ..FallingDrop::default() },
            cavity: DropCavity { ratio: 1.0, entrained: 1.0, depth: 0.1, rise: 0.0, ..DropCavity::default() },
            splatter: NO_SPLATTER,
            ..Dripping::default()
        };
        let heard = perform_default(&dripping, None, 1);
        let top = Spectrum::of(&heard.rows[0], RATE).partials(1, 20.0)[0].frequency;
        // At 0.1 m depth the surface still raises the pitch, by 1/√(1 − r/0.2), and the weight of the water
        // by √(1 + ρgh/p₀).
        let expected = 3.2616 / radius * (1.009_81 / (1.0 - radius / 0.2_f64)).sqrt();
        println!("{radius} m: {top:.1} Hz for {expected:.1} Hz");
        assert!((top / expected - 1.0).abs() < 0.01, "{top} Hz for {expected} Hz");
    }
}

/// Power spectrum of samples at one frequency \[Hz\].
fn power(samples: &[f64], rate: f64, frequency: f64) -> f64 {
    let [mut re, mut im] = [0.0; 2];
    for (n, sample) in samples.iter().enumerate() {
        let angle = core::f64::consts::TAU * frequency * n as f64 / rate;
        re += sample * libm::cos(angle);
        im += sample * libm::sin(angle);
    }
    re * re + im * im
}

fn pulse(impact: Impact, rate: f64) -> Vec<f64> {
    let mut impacts = Impacts::new(Step::at_rate(rate));
    impacts.begin(0.0, impact, 1.0, [0.0; 2]);
    let mut samples = Vec::new();
    while !impacts.silent() {
        let mut sound = [0.0; 64];
        impacts.add(&mut sound, &mut [[0.0; 64]; 2]);
        samples.extend(sound);
    }
    samples
}

#[test]
fn the_spectrum_of_an_impact_rises_by_6_and_falls_by_3_decibels_per_octave() {
    for (radius, speed) in [(2e-3, 2.4), (1e-3, 4.0), (5e-4, 1.5)] {
        let impact = Impact { density: 1000.0, radius, speed };
        let samples = pulse(impact, 192_000.0);
        let corner = impact.corner();
        let level = |frequency: f64| 10.0 * libm::log10(power(&samples, 192_000.0, frequency));
        for times in [0.1, 0.3, 1.0, 3.0, 8.0] {
            // The closed form x²/(1 + x²)^(3/2), relative to the corner.
            let form = |x: f64| 20.0 * libm::log10(x) - 15.0 * libm::log10(1.0 + x * x);
            let expected = form(times) - form(1.0);
            let heard = level(times * corner) - level(corner);
            println!("r = {radius} m, {times} of {corner:.0} Hz: {heard:.2} dB for {expected:.2} dB");
            assert!((heard - expected).abs() < 0.35, "{heard} dB for {expected} dB at {times} corners");
        }
        let falls = level(16.0 * corner) - level(8.0 * corner);
        let rises = level(0.1 * corner) - level(0.05 * corner);
        println!("slopes: {rises:.2} and {falls:.2} dB per octave");
        assert!((falls + 3.0).abs() < 0.4 && (rises - 6.0).abs() < 0.3, "{rises}, {falls} dB per octave");
    }
}

#[test]
fn the_pressure_of_an_impact_grows_with_the_cube_of_its_speed_and_has_one_density_at_all_rates() {
    // At the same multiple of the corner p̂ grows as m v²/r: with equal radii the spectrum by v² and, per its
    // duration r/v, the pressure by v³.
    let at = |speed: f64, rate: f64| {
        let impact = Impact { density: 1000.0, radius: 2e-3, speed };
        let samples = pulse(impact, rate);
        let peak = samples.iter().fold(0.0_f64, |most, p| most.max(-p));
        (power(&samples, rate, 2.0 * impact.corner()).sqrt() / rate, peak)
    };
    let (slow, fast) = (at(1.5, 96_000.0), at(3.0, 96_000.0));
    println!("spectrum {:.3} for 4, after the maximum {:.3} for 8", fast.0 / slow.0, fast.1 / slow.1);
    assert!((fast.0 / slow.0 / 4.0 - 1.0).abs() < 0.02 && (fast.1 / slow.1 / 8.0 - 1.0).abs() < 0.03);
    for rate in [22_050.0, 48_000.0, 192_000.0] {
        let ratio = at(1.5, rate).0 / slow.0;
        assert!((ratio - 1.0).abs() < 0.02, "{ratio} of the spectrum at {rate} Hz");
    }
}

#[test]
fn a_second_bubble_follows_by_the_flight_of_the_jet_and_has_another_size() {
    let mut sound = dripping(0.5, 0.0, 1.0);
    (sound.falling.spread, sound.splatter.second, sound.splatter.jet) = (0.0, 1.0, 0.006);
    let bubbles = log(&perform_default(&sound, None, 2), "bubbles");
    let first = 0.7 * sound.falling.radius;
    let is_first = |bubble: &&(f64, f64)| (bubble.1 / first - 1.0).abs() < 1e-9;
    let firsts: Vec<_> = bubbles.iter().filter(is_first).collect();
    let seconds: Vec<_> = bubbles.iter().filter(|bubble| !is_first(bubble)).collect();
    println!("{} first bubbles, {} second ones", firsts.len(), seconds.len());
    assert_eq!(firsts.len(), 80);
    assert!(seconds.len() >= 78, "{} second bubbles", seconds.len());
    for (at, radius) in &seconds {
        let after = firsts.iter().map(|(first, _)| at - first).filter(|gap| *gap > 0.0);
        let gap = after.fold(f64::INFINITY, f64::min);
        // Heights of 3 to 9 mm fly for 49 to 86 ms; the drop then sinks in within 2r/v.
        assert!((0.049..0.11).contains(&gap), "{gap} s after the first");
        assert!((0.24..0.91).contains(&(radius / first)), "{} of the first", radius / first);
    }
}

#[test]
fn small_drops_entrain_bubbles_between_the_measured_limits_only() {
    let water = Liquid::default();
    // Pumphrey and Elmore: drops of 2.9 mm diameter entrain regularly from falls of about 10 to 25 cm.
    let speed = |height: f64| (2.0 * 9.81 * height).sqrt();
    for (height, expected) in [(0.02, false), (0.15, true), (1.0, false)] {
        let entrains = regular_entrainment(&water, 1.45e-3, speed(height));
        assert_eq!(entrains, expected, "{height} m");
    }
    // A drop of 4 mm splashes after a fall of 30 cm, one of 0.6 mm after 2 cm does not.
    assert!(splash_number(&water, 2e-3, speed(0.3)) > 1.0);
    assert!(splash_number(&water, 3e-4, speed(0.02)) < 1.0);
}

#[test]
fn water_on_a_wall_lowers_its_modes_as_lamb_found() {
    let liquid = Liquid::default();
    let disc =
        Resonator { modes: 6, ..Resonator::of(ResonatorShape::Disc, ResonatorMaterial::Steel, 0.3, 0.002) };
    let lowest = |depth: f64| {
        let spec = Basin { depth, bare: 0.0 }.walls_spec(&disc, &liquid, 1).unwrap();
        let through = spec.modes.iter().map(|mode| (mode.shape[1] / mode.shape[0]).abs());
        (spec.modes[0].frequency, through.collect::<Vec<_>>())
    };
    let (dry, _) = lowest(0.0005);
    let (deep, through) = lowest(0.3);
    let density = disc.body_material().unwrap().density;
    // Lamb's factor for a plate with water on one side: 1/√(1 + 0.67 ρ a/ρ_w t).
    let expected =
        ((1.0 + 500.0 * 0.001 / (density * 0.002)) / (1.0 + 1000.0 * 0.67 * 0.15 / (density * 0.002))).sqrt();
    println!("{dry:.1} Hz dry, {deep:.1} Hz under water: {:.4} for {expected:.4}", deep / dry);
    assert!((deep / dry / expected - 1.0).abs() < 1e-3, "{deep} Hz of {dry} Hz");
    // Deep water takes short waves first.
    assert!(through.windows(2).all(|pair| pair[1] <= pair[0] + 1e-12), "{through:?}");
    let least = through.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(through.len() > 2 && through[0] < 0.2 && least < 0.01, "{through:?}");
}

#[test]
fn places_drip_at_intervals_of_equal_flow() {
    let mut sound = dripping(0.4, 0.0, 0.0);
    (sound.drip.places, sound.drip.variety, sound.falling.spread) = (4, 0.3, 0.0);
    let drops = log(&perform_default(&sound, None, 4), "drops");
    let mut sizes: Vec<f64> = drops.iter().map(|drop| drop.1).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.dedup_by(|a, b| (*a / *b - 1.0).abs() < 1e-9);
    println!("sizes {sizes:.5?}");
    assert_eq!(sizes.len(), 4);
    for size in sizes {
        let own: Vec<f64> =
            drops.iter().filter(|drop| (drop.1 / size - 1.0).abs() < 1e-9).map(|drop| drop.0).collect();
        let gaps: Vec<f64> = own.windows(2).map(|pair| pair[1] - pair[0]).collect();
        // Two drops that land in the same sample count as one, so the median is compared.
        let mut gaps = gaps;
        gaps.sort_by(f64::total_cmp);
        let gap = gaps[gaps.len() / 2];
        let flow = (size / 0.0024).powi(3) * 0.4;
        assert!((gap / flow - 1.0).abs() < 1e-3, "{gap} s for {flow} s, drops of {size} m");
    }
}

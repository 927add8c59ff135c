//! Tests of a stream of bubbles: births are Poisson distributed, radii follow their law, and the pitch of
//! the air in a vessel rises as it fills. The measurements of the sound provide the data, as `--stems`
//! writes them.

use crate::support::heard::perform_default;
use foley_catalogue::liquids::swarm::{BubbleLoudness, RadiusLaw, Swarm};
use foley_catalogue::liquids::{BubbleStream, Vessel, bubble_stream::FlowTiming};
use foley_dsp::analysis::Spectrum;
use std::time::Instant;

const RATE: f64 = 48_000.0;

/// Returns the timing of a constant flow, with fades of a millisecond.
fn steady(duration: f64) -> FlowTiming {
    FlowTiming { duration, opening: 0.001, closing: 0.001 }
}

/// Births per stretch of `length` samples, after the first tenth of a second.
fn counts(births: &[f64], length: usize, stretches: usize) -> Vec<f64> {
    let from = 4800;
    let chunks = births[from..from + length * stretches].chunks(length);
    chunks.map(|chunk| chunk.iter().sum()).collect()
}

#[test]
fn births_are_poisson_distributed_at_the_set_rate() {
    for (rate, length) in [(20.0, 24_000), (1000.0, 480), (10_000.0, 48)] {
        let stream = BubbleStream {
            course: steady(21.0),
            swarm: Swarm { rate, unrest: 0.0, ..Swarm::default() },
            ..BubbleStream::default()
        };
        let heard = perform_default(&stream, None, 3);
        let stretches = 20 * 48_000 / length;
        let counts = counts(heard.measured("births").unwrap(), length, stretches);
        let n = counts.len() as f64;
        let expected = rate * length as f64 / RATE;
        let mean = counts.iter().sum::<f64>() / n;
        let variance = counts.iter().map(|k| (k - mean) * (k - mean)).sum::<f64>() / (n - 1.0);
        // Four standard deviations of either under the Poisson distribution.
        let bound = [4.0 * (expected / n).sqrt(), 4.0 * (2.0 / (n - 1.0)).sqrt()];
        let dispersion = variance / mean;
        println!(
            "{rate}/s: {mean:.3} ± {:.3} for {expected}, dispersion {dispersion:.3} ± {:.3} for 1",
            bound[0], bound[1]
        );
        assert!((mean - expected).abs() < bound[0], "{mean} births for {expected}");
        assert!((dispersion - 1.0).abs() < bound[1], "variance over mean is {dispersion}");
        if n < 1000.0 {
            continue;
        }
        // Chi-square over the counts expected at least five times; the rest is pooled.
        let mut chance = libm::exp(-expected);
        let (mut chi, mut cells, mut rest) = (0.0, 0.0, [n; 2]);
        for k in 0..200 {
            let expected_times = n * chance;
            if expected_times >= 5.0 {
                let times = counts.iter().filter(|&&count| count == f64::from(k)).count() as f64;
                chi += (times - expected_times).powi(2) / expected_times;
                cells += 1.0;
                rest = [rest[0] - times, rest[1] - expected_times];
            }
            chance *= expected / f64::from(k + 1);
        }
        chi += (rest[0] - rest[1]).powi(2) / rest[1].max(1.0);
        // Chi-square has the mean `cells` and twice that variance; the limit is four standard deviations.
        let most = cells + 4.0 * (2.0_f64 * cells).sqrt();
        println!("{rate}/s: chi-square {chi:.1} over {cells} cells, at most {most:.1}");
        assert!(chi < most, "chi-square {chi} over {cells} cells at {rate}/s");
    }
}

#[test]
fn radii_follow_their_law() {
    let normal = |z: f64| 0.5 * (1.0 + libm::erf(z / 2.0_f64.sqrt()));
    for (law, exponent) in [("log-normal", 1.5), ("power", 1.5), ("power", 10.0 / 3.0), ("power", 1.0)] {
        let swarm = Swarm {
            rate: 2000.0,
            law: RadiusLaw::by_name(law).unwrap(),
            smallest: 0.0004,
            largest: 0.008,
            exponent,
            unrest: 0.0,
            ..Swarm::default()
        };
        let stream = BubbleStream { course: steady(10.0), swarm, ..BubbleStream::default() };
        let heard = perform_default(&stream, None, 5);
        let radii = heard.measured("radius").unwrap().iter().copied();
        let mut radii: Vec<f64> = radii.filter(|&radius| radius > 0.0).collect();
        radii.sort_by(f64::total_cmp);
        let [low, high] = swarm.bounds();
        let part = |r: f64| match law {
            "log-normal" => {
                let z = 4.0 * libm::log(r / swarm.middle_radius()) / libm::log(high / low);
                (normal(z) - normal(-2.0)) / (normal(2.0) - normal(-2.0))
            }
            _ if exponent == 1.0 => libm::log(r / low) / libm::log(high / low),
            _ => {
                let to = |r: f64| libm::pow(r, 1.0 - exponent);
                (to(r) - to(low)) / (to(high) - to(low))
            }
        };
        let n = radii.len() as f64;
        let apart = radii.iter().enumerate().map(|(index, &r)| {
            let (below, above) = (index as f64 / n, (index + 1) as f64 / n);
            (part(r) - below).abs().max((above - part(r)).abs())
        });
        let apart = apart.fold(0.0, f64::max);
        // Kolmogorov–Smirnov: exceeded once in ten thousand.
        let most = 2.23 / n.sqrt();
        println!("{law} {exponent}: {n} radii, furthest from the law by {apart:.5}, at most {most:.5}");
        assert!(apart < most, "{law} {exponent}: {apart} over {n} radii");
    }
}

#[test]
fn the_air_pitch_rises_as_a_glass_fills_and_the_sound_ends_when_it_is_full() {
    let vessel = Vessel { resonance: 1.0, height: 0.2, radius: 0.025, filled: 0.1, filling: 6e-5 };
    let stream = BubbleStream {
        course: steady(30.0),
        swarm: Swarm { rate: 4000.0, smallest: 0.0004, largest: 0.01, unrest: 0.0, ..Swarm::default() },
        vessel,
        ..BubbleStream::default()
    };
    let heard = perform_default(&stream, None, 7);
    let seconds = heard.rows[0].len() as f64 / RATE;
    // π a² · 0.18 m / (6e-5 m³/s) = 5.89 s, plus the decay.
    println!("full after {seconds:.2} s");
    assert!((5.85..6.3).contains(&seconds), "full after {seconds} s");
    for second in [0.5, 1.5, 2.5, 3.5] {
        let (from, long) = ((second * RATE) as usize, 14_400);
        let filled = heard.measured("filled").unwrap()[from + long / 2];
        let expected = 343.0 / (4.0 * (0.2 - filled + 0.61 * 0.025));
        let spectrum = Spectrum::mean(&heard.rows[0][from..from + long], RATE, 0.05);
        let power = spectrum.power().iter().enumerate();
        // Strongest bin within 25 % of the expected frequency.
        let near = power.filter_map(|(bin, &power)| {
            let f = spectrum.frequency(bin);
            (f > expected / 1.25 && f < expected * 1.25).then_some((f, power))
        });
        let (top, _) = near.fold((0.0, 0.0), |best, bin| if bin.1 > best.1 { bin } else { best });
        println!("{second} s: {top:.0} Hz for {expected:.0} Hz over {filled:.3} m");
        // Bins are 10 Hz apart, noise shifts the peak of a resonance of Q = 20, and the pitch rises by 3 %
        // meanwhile.
        assert!((top / expected - 1.0).abs() < 0.07, "{top} Hz for {expected} Hz");
    }
}

#[test]
fn ten_thousand_births_per_second_and_five_hundred_bubbles_play_in_real_time() {
    let stream = BubbleStream {
        course: steady(3.0),
        swarm: Swarm { rate: 10_000.0, smallest: 0.002, largest: 0.01, unrest: 0.0, ..Swarm::default() },
        loudness: BubbleLoudness { chance: 1.0, ..BubbleLoudness::default() },
        ..BubbleStream::default()
    };
    let begun = Instant::now();
    let heard = perform_default(&stream, None, 1);
    let part = begun.elapsed().as_secs_f64() / (heard.rows[0].len() as f64 / RATE);
    println!("{:.1} % of a core", 100.0 * part);
    // Generous, for a slower build on a busy machine.
    assert!(part < 1.0, "{part} of a core");
}

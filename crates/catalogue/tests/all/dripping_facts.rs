//! Tests of dripping: the times of drops, the delay of the bubble, and its pitch over the size of the drop.

use crate::support::heard::perform_default;
use foley_catalogue::liquids::Dripping;
use foley_catalogue::liquids::dripping::Drip;
use foley_catalogue::liquids::drop_params::{DropCavity, FallingDrop};
use foley_dsp::analysis::Spectrum;
use foley_sound::Performance;

const RATE: f64 = 48_000.0;

/// Times \[s\] and values of a measurement.
fn log(heard: &Performance, name: &str) -> Vec<(f64, f64)> {
    let page = heard.measured(name).unwrap().iter().enumerate();
    let made = page.filter(|(_, value)| **value > 0.0);
    made.map(|(at, value)| (at as f64 / RATE, *value)).collect()
}

fn dripping(interval: f64, irregularity: f64, entrained: f64) -> Dripping {
    Dripping {
        drip: Drip { duration: 40.0, interval, irregularity },
        cavity: DropCavity { entrained, ..DropCavity::default() },
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
            drip: Drip { duration: 0.1, interval: 1.0, irregularity: 0.0 },
            falling: FallingDrop { radius, spread: 0.0, level: 0.0, ..FallingDrop::default() },
            cavity: DropCavity { ratio: 1.0, entrained: 1.0, depth: 0.1, rise: 0.0, ..DropCavity::default() },
            ..Dripping::default()
        };
        let heard = perform_default(&dripping, None, 1);
        let top = Spectrum::of(&heard.rows[0], RATE).partials(1, 20.0)[0].frequency;
        // At 0.1 m depth the surface still raises the pitch: 1/√(1 − r/0.2).
        let expected = 3.2616 / radius / (1.0 - radius / 0.2_f64).sqrt();
        println!("{radius} m: {top:.1} Hz for {expected:.1} Hz");
        assert!((top / expected - 1.0).abs() < 0.01, "{top} Hz for {expected} Hz");
    }
}

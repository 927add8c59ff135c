//! Facts about scraping.

use crate::support::heard::{RATE, magnitude_centroid, perform_default, rms};
use foley_catalogue::solids::Scraping;
use foley_sound::Performance;

/// Performs one stroke of this speed and 2.5 s. Returns the range of its middle part, where the speed is
/// constant.
fn stroke(mut model: Scraping, speed: f64) -> (Performance, std::ops::Range<usize>) {
    model.stroke.speed = speed;
    model.stroke.length = 2.0 * speed;
    let heard = perform_default(&model, Some(2.5), 1);
    (heard, (0.55 * RATE) as usize..(1.95 * RATE) as usize)
}

#[test]
fn a_higher_force_is_louder() {
    let levels = [0.1, 0.4, 1.6, 6.4].map(|pressure| {
        let mut model = Scraping::default();
        model.probe.pressure = pressure;
        let (heard, middle) = stroke(model, 0.3);
        rms(&heard.sound()[0][middle])
    });
    for pair in levels.windows(2) {
        assert!(pair[1] > 1.1 * pair[0], "levels {levels:?} m/s");
    }
}

#[test]
fn a_faster_stroke_is_louder_and_brighter() {
    let heard = [0.05, 0.1, 0.2, 0.4, 0.8].map(|speed| {
        let (heard, middle) = stroke(Scraping::default(), speed);
        let force = heard.measured("force").unwrap();
        let level = rms(&heard.sound()[0][middle.clone()]);
        (level, magnitude_centroid(&force[middle]))
    });
    for pair in heard.windows(2) {
        assert!(pair[1].0 > pair[0].0, "levels and centroids {heard:?}");
        assert!(pair[1].1 > 1.3 * pair[0].1, "levels and centroids {heard:?}");
    }
}

/// Subtracts the mean.
fn swings(force: &[f64]) -> Vec<f64> {
    let mean = force.iter().sum::<f64>() / force.len() as f64;
    force.iter().map(|f| f - mean).collect()
}

#[test]
fn a_needle_is_brighter_than_a_thumb() {
    let centroids = [2e-4, 2e-3, 2e-2].map(|radius| {
        let mut model = Scraping::default();
        model.probe.radius = radius;
        let (heard, middle) = stroke(model, 0.3);
        magnitude_centroid(&heard.measured("force").unwrap()[middle])
    });
    for pair in centroids.windows(2) {
        assert!(pair[1] < pair[0], "centroids of the force {centroids:?} Hz");
    }
}

#[test]
fn fewer_bumps_make_single_knocks() {
    let uneven = |density: f64| {
        let mut model = Scraping::default();
        model.surface.density = density;
        let (heard, middle) = stroke(model, 0.1);
        let force = swings(&heard.measured("force").unwrap()[middle]);
        let square = rms(&force) * rms(&force);
        let fourth = force.iter().map(|f| f * f * f * f).sum::<f64>() / force.len() as f64;
        fourth / (square * square)
    };
    // Asperities add noise of the kurtosis 3, above which only sparse bumps stand out.
    let kurtosis = [1.0, 0.05, 0.01].map(uneven);
    for pair in kurtosis.windows(2) {
        assert!(pair[1] > 1.2 * pair[0], "kurtosis of the force {kurtosis:?}");
    }
}

#[test]
fn a_probe_at_rest_is_silent_at_every_force() {
    let mut model = Scraping::default();
    model.probe.pressure = 10.0;
    model.stroke.strokes = 2;
    model.stroke.pause = 2.0;
    let duration = model.stroke.length / (0.8 * model.stroke.speed);
    let heard = perform_default(&model, Some(duration + 2.0), 1);
    let sound = &heard.sound()[0];
    let drawn = rms(&sound[..(duration * RATE) as usize]);
    let still = rms(&sound[((duration + 1.9) * RATE) as usize..((duration + 2.0) * RATE) as usize]);
    // The slowest mode of the plate decays by e in a third of a second.
    assert!(still < 1e-2 * drawn, "{still} m/s after {drawn} m/s");
    let force = heard.measured("force").unwrap();
    let pressed = force[((duration + 1.9) * RATE) as usize];
    assert!((pressed / 10.0 - 1.0).abs() < 0.05, "{pressed} N for 10 N");
}

#[test]
fn a_stroke_ends_asleep_with_a_closed_energy_balance() {
    let heard = perform_default(&Scraping::default(), Some(12.0), 1);
    assert!(heard.asleep);
    let ledger = heard.ledger;
    let turned_over = ledger.heat + ledger.damped;
    assert!(turned_over > 0.0 && ledger.heat >= 0.0, "{ledger:?}");
    // Half a million samples, each exact to rounding.
    let share = ledger.numerical().abs() / turned_over;
    assert!(share < 1e-10, "{share} of {turned_over} J");
    assert_eq!(heard.recoveries, 0);
}

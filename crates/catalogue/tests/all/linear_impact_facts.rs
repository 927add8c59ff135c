//! Facts about a mass that hits a heavy body through a spring and a dashpot.

use crate::support::heard::{RATE, centroid, played, touches};
use foley_catalogue::solids::LinearImpact;
use foley_catalogue::solids::linear_impact::Spring;
use foley_catalogue::{Resonator, ResonatorMaterial, ResonatorShape};

/// Returns a slab of eight tonnes of concrete.
fn slab() -> Resonator {
    Resonator {
        modes: 16,
        ..Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Concrete, 5.0, 0.2)
    }
}

#[test]
fn the_contact_time_matches_the_damped_oscillator() {
    // Contacts last 150 samples or more, so that the sample in which they end is less than 1 %.
    for (mass, stiffness, dissipation) in
        [(0.05, 2e4, 1e-2), (0.05, 2e4, 5.0), (0.02, 5e3, 8.0), (0.02, 5e3, 20.0), (0.01, 1e3, 20.0)]
    {
        let mut sound = LinearImpact {
            spring: Spring { stiffness, dissipation },
            struck: slab(),
            ..LinearImpact::default()
        };
        sound.hammer.mass = mass;
        for speed in [0.1, 1.0, 10.0] {
            let heard = played(&sound, "strike", speed, Some(0.1), 1);
            let found = touches(heard.measured("force").unwrap());
            let expected = sound.spring.contact_time(mass) * RATE;
            // Contact ends within the last sample.
            let samples = found[0].1 as f64 - 0.5;
            assert!(
                (samples - expected).abs() <= 0.5 + 0.01 * expected,
                "{mass} kg, {stiffness} N/m, {dissipation} N s/m at {speed} m/s: {samples} samples, closed form {expected}"
            );
            assert_eq!(found[0].0, 0, "contact does not begin with the strike");
        }
    }
}

#[test]
fn the_output_is_linear_in_the_strike_speed() {
    let sound = LinearImpact::default();
    let soft = played(&sound, "strike", 0.2, Some(0.5), 1);
    let hard = played(&sound, "strike", 2.0, Some(0.5), 1);
    for (slow, fast) in soft.sound()[0].iter().zip(&hard.sound()[0]) {
        assert!((10.0 * slow - fast).abs() < 1e-9, "10 × {slow} is not {fast}");
    }
}

#[test]
fn a_stiffer_spring_is_brighter_and_a_stronger_dashpot_absorbs_more() {
    let centre = |stiffness: f64| {
        // Without the dashpot, whose click would add brightness.
        let mut sound = LinearImpact::default();
        (sound.spring.stiffness, sound.spring.dissipation) = (stiffness, 1e-2);
        let heard = played(&sound, "strike", 1.0, Some(0.5), 1);
        centroid(&heard.sound()[0])
    };
    // A softer spring bends the bar slowly: then little is heard but the click of the hammer.
    let centres: Vec<f64> = [1e5, 1e6, 1e7].map(centre).to_vec();
    assert!(centres.windows(2).all(|pair| pair[0] < pair[1]), "{centres:?} Hz");
    let rebound = |dissipation: f64| {
        let mut sound = LinearImpact { struck: slab(), ..LinearImpact::default() };
        sound.spring.dissipation = dissipation;
        let heard = played(&sound, "strike", 1.0, Some(0.1), 1);
        heard.ledger.heat
    };
    let heats: Vec<f64> = [0.1, 1.0, 10.0, 50.0].map(rebound).to_vec();
    assert!(heats.windows(2).all(|pair| pair[0] < pair[1]), "{heats:?} J");
}

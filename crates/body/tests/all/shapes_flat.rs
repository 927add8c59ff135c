//! Membranes, plates and discs: printed ratios, orthogonality, pairs.

use crate::support::{assert_close, frequencies, mean, natural_modes, node, shape};
use core::f64::consts::{PI, TAU};
use foley_body::shape::NaturalMode;
use foley_body::{Material, ModeSelection, Position, Shape, Support};

fn steel() -> Material {
    Material::by_name("steel").unwrap()
}

/// Squared eigenvalues of a disc of 1 m radius, with their nodal diameters, each pair once.
fn squares(support: Support, poisson: f64, count: usize) -> Vec<(u32, f64)> {
    let stuff = Material { poisson, ..steel() };
    let disc = shape("disc", Some(support), &[("diameter", 2.0), ("thickness", 0.01)]);
    let unit = 0.01 * (stuff.young / (1.0 - poisson * poisson) / (12.0 * stuff.density)).sqrt() / TAU;
    let mut squares: Vec<_> = natural_modes(&disc, &stuff, count)
        .iter()
        .map(|natural| (natural.order[0], natural.frequency / unit))
        .collect();
    squares.dedup();
    squares
}

fn polar(radius: f64, angle: f64) -> Position {
    Position::Polar { radius, angle }
}

/// Mean of the product of two modes over a disc.
fn overlap(one: &NaturalMode, two: &NaturalMode) -> f64 {
    let around = |radius: f64| {
        // A sum over equal angles is exact for waves around the disc.
        let sum: f64 = (0..32)
            .map(|k| polar(radius, TAU * f64::from(k) / 32.0))
            .map(|at| one.height(at) * two.height(at))
            .sum();
        sum / 32.0
    };
    2.0 * mean(24, |radius| radius * around(radius))
}

#[test]
fn a_round_drum_has_the_ratios_of_the_textbook() {
    let ours = frequencies(&Shape::by_name("circular-membrane").unwrap(), &steel(), 17);
    let mut ratios: Vec<_> = ours.iter().map(|f| f / ours[0]).collect();
    ratios.dedup();
    let print = [1.0, 1.5933, 2.1355, 2.2954, 2.6531, 2.9173, 3.1555, 3.5001, 3.5985, 3.6475];
    assert_eq!(ratios.len(), print.len());
    for (ours, print) in ratios.iter().zip(print) {
        assert!((ours - print).abs() < 0.51e-4, "{ours}, printed {print}");
    }
    // j₀₁/(πd) √(T/ρh)
    let speed = (2e3 / (7850.0 * 2e-4_f64)).sqrt();
    assert_close(ours[0], 2.404825557695773 / (PI * 0.33) * speed, 1e-14, "first mode [Hz]");
}

#[test]
fn a_rectangular_drum_has_the_frequencies_of_two_strings() {
    let drum = shape("rectangular-membrane", None, &[("length", 0.4), ("width", 0.3)]);
    let speed = (2e3 / (7850.0 * 2e-4_f64)).sqrt();
    for mode in natural_modes(&drum, &steel(), 200) {
        let [m, n] = mode.order.map(f64::from);
        let expected = 0.5 * speed * ((m / 0.4).powi(2) + (n / 0.3).powi(2)).sqrt();
        assert_close(mode.frequency, expected, 1e-14, "m, n [Hz]");
    }
}

#[test]
fn a_pinned_plate_has_the_frequencies_of_the_textbook() {
    let glass = Material::by_name("glass").unwrap();
    let plate = shape("rectangular-plate", None, &[("length", 0.4), ("width", 0.3), ("thickness", 0.003)]);
    let modes = natural_modes(&plate, &glass, 100);
    let d = 6.2e10 * 2.7e-8 / (12.0 * (1.0 - 0.04));
    for mode in &modes {
        let [m, n] = mode.order.map(f64::from);
        let expected = 0.5 * PI * (d / (2600.0 * 0.003_f64)).sqrt() * ((m / 0.4).powi(2) + (n / 0.3).powi(2));
        assert_close(mode.frequency, expected, 1e-13, "m, n [Hz]");
    }
    assert_close(modes[0].frequency, 117.71, 1e-4, "the pane's first mode [Hz]");
}

#[test]
fn none_of_the_low_modes_of_a_rectangle_is_missing() {
    let plate = shape("rectangular-plate", None, &[("length", 2.0), ("width", 0.05)]);
    let modes = natural_modes(&plate, &steel(), 1024);
    let highest = modes[1023].frequency;
    let at = |m: u32, n: u32| (f64::from(m) / 2.0).powi(2) + (f64::from(n) / 0.05).powi(2);
    let unit = modes[0].frequency / at(1, 1);
    let below = (1..2000)
        .flat_map(|m| (1..100).map(move |n| at(m, n)))
        .filter(|value| unit * value <= highest * (1.0 + 1e-12))
        .count();
    assert_eq!(below, 1024);
}

#[test]
fn rectangles_are_orthogonal_and_weigh_as_much_as_the_body() {
    let plate = Shape::by_name("rectangular-plate").unwrap();
    let modes = natural_modes(&plate, &steel(), 12);
    for (i, one) in modes.iter().enumerate() {
        for (j, two) in modes.iter().enumerate() {
            // Sines over whole half waves are summed exactly by equal steps.
            let sum: f64 = (0..64 * 64)
                .map(|k| Position::Across { x: f64::from(k % 64) / 64.0, y: f64::from(k / 64) / 64.0 })
                .map(|at| one.height(at) * two.height(at))
                .sum();
            let (ours, expected) = (sum / 4096.0, f64::from(u8::from(i == j)));
            assert!((ours - expected).abs() < 1e-12, "{i} {j}: {ours}");
        }
        assert_eq!(one.mass, plate.mass(&steel()));
    }
}

#[test]
fn a_clamped_disc_has_the_printed_values() {
    let print = [(0, 10.216), (1, 21.26), (2, 34.88), (0, 39.77), (3, 51.03), (1, 60.83)];
    for (ours, print) in squares(Support::Clamped, 0.3, 10).iter().zip(print) {
        assert_eq!(ours.0, print.0);
        assert!((ours.1 - print.1).abs() < 0.0101, "{ours:?}, printed {print:?}");
    }
}

#[test]
fn a_free_disc_has_the_printed_values() {
    // One unit in the last printed digit: the printed values are old.
    let print = [(2, 5.262), (0, 9.069), (3, 12.244), (1, 20.513), (4, 21.527), (5, 33.06), (2, 35.24)];
    let ours = squares(Support::Free, 0.33, 13);
    assert_eq!(ours.len(), print.len());
    for (ours, print) in ours.iter().zip(print) {
        assert_eq!(ours.0, print.0);
        assert!((ours.1 - print.1).abs() < 0.011, "{ours:?}, printed {print:?}");
    }
    let softer = [5.358, 9.003, 12.439, 20.475, 21.835];
    for (ours, print) in squares(Support::Free, 0.3, 9).iter().zip(softer) {
        assert!((ours.1 - print).abs() < 0.002, "{ours:?}, printed {print}");
    }
}

#[test]
fn a_pinned_disc_has_the_printed_values() {
    let print = [(0, 4.935), (1, 13.898), (2, 25.613), (0, 29.720)];
    for (ours, print) in squares(Support::Pinned, 0.3, 6).iter().zip(print) {
        assert_eq!(ours.0, print.0);
        assert!((ours.1 - print.1).abs() < 0.0006, "{ours:?}, printed {print:?}");
    }
}

#[test]
fn round_modes_are_orthogonal_and_weigh_as_much_as_the_body() {
    let discs = [Support::Free, Support::Clamped, Support::Pinned].map(|held| shape("disc", Some(held), &[]));
    for body in discs.into_iter().chain([Shape::by_name("circular-membrane").unwrap()]) {
        let modes = natural_modes(&body, &steel(), 24);
        for (i, one) in modes.iter().enumerate().step_by(3) {
            for (j, two) in modes.iter().enumerate() {
                let ours = overlap(one, two);
                let expected = f64::from(u8::from(i == j));
                assert!(
                    (ours - expected).abs() < 1e-6,
                    "{} {}: {:?} {:?}: {ours}",
                    body.name(),
                    body.support(),
                    one.order,
                    two.order
                );
            }
            assert_eq!(one.mass, body.mass(&steel()));
        }
    }
}

#[test]
fn the_last_of_a_thousand_round_modes_is_as_accurate_as_the_first() {
    for held in [Support::Free, Support::Clamped, Support::Pinned] {
        let modes = natural_modes(&shape("disc", Some(held), &[]), &steel(), 1024);
        for mode in
            modes.iter().rev().take(60).step_by(13).chain(modes.iter().filter(|mode| mode.order[0] > 50))
        {
            let radius = |r| mode.height(polar(r, 0.0));
            let quarter = PI / (2.0 * f64::from(mode.order[0].max(1)));
            let square =
                2.0 * mean(128, |r| r * (radius(r).powi(2) + mode.height(polar(r, quarter)).powi(2)));
            // cos² at one angle and a quarter wave further add up to 1; without diameters the same height
            // counts twice.
            assert!((square - 2.0).abs() < 1e-6, "{held} {:?}: {square}", mode.order);
            if held != Support::Free {
                assert!(radius(1.0).abs() < 1e-9, "{held} {:?}: {} at the edge", mode.order, radius(1.0));
            }
        }
    }
}

#[test]
fn none_of_the_low_modes_of_a_disc_is_missing() {
    // Weyl's law counts the modes of a membrane below j: j²/4 − j/2; the edge of a plate shifts the second
    // term only.
    let drum = natural_modes(&Shape::by_name("circular-membrane").unwrap(), &steel(), 1024);
    let end = drum[1023].frequency / drum[0].frequency * 2.404825557695773;
    let count = 0.25 * end * end - 0.5 * end;
    assert!((count - 1024.0).abs() < 12.0, "{count} by Weyl's law, 1024 found");
    for held in [Support::Free, Support::Clamped, Support::Pinned] {
        let (_, last) = *squares(held, 0.3, 1024).last().unwrap();
        // The second term follows from the phase of reflection at the edge: ½ for a hinge as for the
        // membrane; clamped ½ (1 + Γ(¾)/√π Γ(5/4)) = 0.88; a free edge has more modes by a number that
        // depends on ν. A single missing pair would change it by 0.03 only, so this test detects missing
        // families.
        let count = 0.25 * last;
        let edge = (count - 1024.0) / last.sqrt();
        let expected = match held {
            Support::Pinned => 0.5,
            Support::Clamped => 0.88,
            _ => -0.6,
        };
        assert!((edge - expected).abs() < 0.2, "{held}: {edge}, expected near {expected}");
    }
}

#[test]
fn pairs_come_together_and_one_of_them_is_silent_on_the_others_crest() {
    for name in ["disc", "circular-membrane", "ring", "bell"] {
        let body = Shape::by_name(name).unwrap();
        let modes = body.natural_modes(&steel(), 14).unwrap();
        let at = |angle: f64| match name {
            "ring" | "bell" => Position::Around(angle),
            _ => polar(0.7, angle),
        };
        let mut pairs = 0;
        for pair in modes.windows(2) {
            if pair[0].order != pair[1].order {
                continue;
            }
            pairs += 1;
            assert_eq!(pair[0].frequency, pair[1].frequency, "{name}");
            assert!(pair[0].height(at(0.0)).abs() > 1e-3, "{name} {:?}", pair[0].order);
            assert!(pair[1].height(at(0.0)).abs() < 1e-9, "{name} {:?}", pair[1].order);
            // At every angle the two modes of a pair together have the same height.
            let strength = |angle: f64| pair.iter().map(|mode| mode.height(at(angle)).powi(2)).sum::<f64>();
            assert_close(strength(1.234), strength(0.0), 1e-12, name);
        }
        assert!(pairs >= 5, "{name}: {pairs} pairs");
    }
}

#[test]
fn a_blow_on_a_nodal_circle_leaves_the_mode_silent() {
    let disc = shape("disc", None, &[]);
    let stuff = Material { poisson: 0.33, ..steel() };
    let modes = natural_modes(&disc, &stuff, 3);
    let umbrella = &modes[2];
    assert_eq!(umbrella.order, [0, 1]);
    let circle = node(|r| umbrella.height(polar(r, 0.0)), 0.3, 0.95);
    assert!((circle - 0.68).abs() < 0.005, "Chladni's circle at 0.68 of the radius, ours {circle}");
    let spec = disc.modal_spec(&stuff, 3, &[polar(circle, 0.3)]).unwrap();
    assert!(spec.modes[2].shape[0].abs() < 1e-9);
    assert!(spec.modes[0].shape[0].abs() > 0.1);
}

#[test]
fn a_ring_has_the_ratios_of_the_textbook() {
    let ours = frequencies(&Shape::by_name("ring").unwrap(), &steel(), 6);
    // m(m²−1)/√(m²+1): 6/√5, 24/√10, 60/√17
    assert_close(ours[2] / ours[0], 4.0 * 0.5_f64.sqrt(), 1e-14, "3 to 2");
    assert_close(ours[4] / ours[0], 10.0 * (5.0_f64 / 17.0).sqrt(), 1e-14, "4 to 2");
    // 6/√5/(2π · 0.0325²) · √(2e11/(12 · 7850)) · 0.002
    assert_close(ours[0], 1178.2, 1e-3, "the bangle's first mode [Hz]");
}

#[test]
fn a_bell_has_a_minor_third() {
    let bell = shape("bell", None, &[("prime", 1000.0)]);
    let ours: Vec<_> = bell.natural_modes(&steel(), 14).unwrap().iter().map(|mode| mode.frequency).collect();
    let expected: Vec<_> =
        [500.0, 1000.0, 1200.0, 1500.0, 2000.0, 3000.0, 4000.0].iter().flat_map(|&f| [f, f]).collect();
    assert_eq!(ours, expected);
}

#[test]
fn the_upper_partials_of_a_bell_obey_chladnis_law() {
    let bell = shape("bell", None, &[("prime", 200.0)]);
    let modes = bell.natural_modes(&steel(), ModeSelection::up_to(16e3)).unwrap();
    // The number of pairs with 2f₁((m + 2n)/6)² below F: m + 2n < 6 √(F/2f₁), from m = 2 and n = 0 on.
    let upper: Vec<_> = modes.iter().filter(|mode| mode.frequency > 1600.0).collect();
    let expected = |limit: f64| {
        let most = 6.0 * (limit / 400.0_f64).sqrt();
        let pairs = (0..40).flat_map(|n| (2..80).map(move |m| f64::from(m) + 2.0 * f64::from(n)));
        2.0 * pairs.filter(|sum| *sum < most).count() as f64
    };
    let ratio = upper.len() as f64 / (expected(16e3) - expected(1600.0));
    assert!((0.8..1.2).contains(&ratio), "{} partials, {ratio} of the expected number", upper.len());
}

#[test]
fn a_selection_up_to_a_frequency_has_exactly_those_modes() {
    for shape in Shape::all() {
        let all = shape.natural_modes(&steel(), 300).unwrap();
        let limit = all[all.len() / 2].frequency;
        let some = shape.natural_modes(&steel(), ModeSelection::up_to(limit)).unwrap();
        let expected = all.iter().filter(|mode| mode.frequency <= limit).count();
        assert_eq!(some.len(), expected, "{}", shape.name());
        assert!(some.windows(2).all(|two| two[0].frequency <= two[1].frequency));
    }
}

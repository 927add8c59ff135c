//! Bars, rods, tubes and strings: eigenvalues, nodes and scaling.

use crate::support::{assert_close, frequencies, mean, natural_modes, node, overlap_along, shape};
use core::f64::consts::{PI, TAU};
use foley_body::shape::{StiffString, TunedBar};
use foley_body::{Material, ModeSelection, Position, Shape, Support};

fn steel() -> Material {
    Material::by_name("steel").unwrap()
}

/// Eigenvalues of the first modes, from the frequencies of a bar of 1 m.
fn eigenvalues(support: Support, count: usize) -> Vec<f64> {
    let steel = steel();
    let bar = shape("bar", Some(support), &[("length", 1.0), ("thickness", 0.01)]);
    let unit = 0.01 * (steel.young / (12.0 * steel.density)).sqrt() / TAU;
    let roots = frequencies(&bar, &steel, count).into_iter();
    roots.map(|frequency| (frequency / unit).sqrt()).collect()
}

#[test]
fn the_eigenvalues_are_the_printed_ones() {
    let printed: [(Support, &[f64]); 5] = [
        (Support::Free, &[4.730041, 7.853205, 10.995608, 14.137165, 17.278760]),
        (Support::Clamped, &[4.730041, 7.853205, 10.995608, 14.137165, 17.278760]),
        (Support::Cantilever, &[1.875104, 4.694091, 7.854757, 10.995541]),
        (Support::ClampedPinned, &[3.926602, 7.068583, 10.210176]),
        (Support::Pinned, &[PI, 2.0 * PI, 3.0 * PI]),
    ];
    for (support, print) in printed {
        for (ours, print) in eigenvalues(support, print.len()).iter().zip(print) {
            // Half of the last printed digit, 1e-6.
            assert!((ours - print).abs() < 0.51e-6, "{support}: {ours}, printed {print}");
        }
    }
}

#[test]
fn the_eigenvalues_solve_their_equation_to_the_last_digits() {
    type Equation = fn(f64) -> f64;
    let equations: [(Support, Equation); 3] = [
        (Support::Free, |x| libm::cos(x) - 1.0 / libm::cosh(x)),
        (Support::Cantilever, |x| libm::cos(x) + 1.0 / libm::cosh(x)),
        (Support::ClampedPinned, |x| libm::sin(x) - libm::cos(x) * libm::tanh(x)),
    ];
    for (support, equation) in equations {
        for (index, &root) in eigenvalues(support, 64).iter().enumerate() {
            // The slope of each equation is about 1, and the root is accurate to its last digit.
            let misfit = equation(root).abs();
            assert!(misfit < 1e-12_f64.max(1e-15 * root), "{support} {index}: {misfit:e}");
        }
    }
}

#[test]
fn a_steel_bar_of_thirty_centimetres_has_the_frequency_of_the_formula() {
    let bar = shape("bar", None, &[("length", 0.3), ("width", 0.03), ("thickness", 0.005)]);
    let first = frequencies(&bar, &steel(), 1)[0];
    // 22.3733/(2π · 0.09) · √(2e11 · 0.005²/(12 · 7850)) = 39.565 · 7.28565
    assert_close(first, 288.25, 1e-4, "first mode of the bar [Hz]");
}

#[test]
fn twice_the_length_quarters_the_pitch_and_twice_the_size_halves_it() {
    for support in Support::ALL {
        let bar = |length: f64, thickness: f64| {
            let bar = shape("bar", Some(support), &[("length", length), ("thickness", thickness)]);
            frequencies(&bar, &steel(), 6)
        };
        let (small, long, large) = (bar(0.3, 0.004), bar(0.6, 0.004), bar(0.6, 0.008));
        for mode in 0..6 {
            assert_close(long[mode], 0.25 * small[mode], 1e-14, "only longer");
            assert_close(large[mode], 0.5 * small[mode], 1e-14, "all larger");
        }
    }
}

#[test]
fn a_free_bar_has_the_ratios_of_the_textbook() {
    let ours = frequencies(&Shape::by_name("bar").unwrap(), &steel(), 4);
    for (ours, print) in ours.iter().map(|f| f / ours[0]).zip([1.0, 2.757, 5.404, 8.933]) {
        assert!((ours - print).abs() < 0.0006, "{ours}, printed {print}");
    }
}

#[test]
fn a_tube_without_a_hole_is_a_rod_and_a_thin_one_is_stiffer_for_its_weight() {
    let length = ("length", 0.4);
    let rod = shape("rod", None, &[length, ("diameter", 0.02)]);
    let tube = |wall: f64| shape("tube", None, &[length, ("diameter", 0.02), ("wall", wall)]);
    let steel = steel();
    let first = |shape: &Shape| frequencies(shape, &steel, 1)[0];
    assert_close(first(&tube(0.01)), first(&rod), 1e-14, "first mode");
    assert_close(tube(0.01).mass(&steel), rod.mass(&steel), 1e-14, "mass");
    // √(D² + d²)/D with d = 0.9 D.
    let thin = first(&tube(0.001)) / first(&rod);
    assert_close(thin, 1.81_f64.sqrt(), 1e-14, "thin tube to rod");
}

#[test]
fn mode_shapes_of_every_support_are_orthogonal_and_weigh_as_much_as_the_body() {
    for support in Support::ALL {
        let bar = shape("bar", Some(support), &[]);
        let mass = bar.mass(&steel());
        let modes = natural_modes(&bar, &steel(), 40);
        for (i, one) in modes.iter().enumerate().step_by(3) {
            for (j, two) in modes.iter().enumerate() {
                let overlap = overlap_along(one, two);
                let expected = f64::from(u8::from(i == j));
                assert!((overlap - expected).abs() < 1e-6, "{support} {i} {j}: {overlap}");
            }
            assert_eq!(one.mass, mass, "{support} {i}");
        }
    }
}

#[test]
fn ends_that_are_held_do_not_move_and_free_ends_move_twice_the_mean() {
    for support in Support::ALL {
        for (index, mode) in
            natural_modes(&shape("bar", Some(support), &[]), &steel(), 1024).iter().enumerate()
        {
            let [left, right] = [0.0, 1.0].map(|x| mode.height(Position::Along(x)).abs());
            let (held_left, held_right) = match support {
                Support::Free => (false, false),
                Support::Cantilever => (true, false),
                _ => (true, true),
            };
            for (end, held) in [(left, held_left), (right, held_right)] {
                let expected = if held { 0.0 } else { 2.0 };
                // The phase of mode 1024 is 3200 rad, accurate to its last digit.
                assert!((end - expected).abs() < 1e-11, "{support} {index}: {end}");
            }
        }
    }
}

#[test]
fn no_mode_shape_is_lost_to_cancellation() {
    // Inside, a high mode is a sine of height √2; the textbook form is off by e^z here.
    for support in Support::ALL {
        for mode in natural_modes(&shape("bar", Some(support), &[]), &steel(), 1024).iter().step_by(111) {
            let tallest = (0..1000)
                .map(|i| mode.height(Position::Along(0.4 + 2e-4 * f64::from(i))).abs())
                .fold(0.0, f64::max);
            assert!(tallest < 1.7, "{support} {:?}: {tallest}", mode.order);
        }
    }
}

#[test]
fn a_blow_on_a_node_leaves_the_mode_silent() {
    let bar = shape("bar", None, &[]);
    let first = &natural_modes(&bar, &steel(), 1)[0];
    let at = node(|x| first.height(Position::Along(x)), 0.1, 0.4);
    assert!((at - 0.2242).abs() < 1e-4, "textbooks: 0.224 of the length, ours {at}");
    let spec = bar.modal_spec(&steel(), 8, &[Position::Along(at), Position::Along(0.5)]).unwrap();
    assert!(spec.modes[0].shape[0].abs() < 1e-9, "{}", spec.modes[0].shape[0]);
    assert!(spec.modes[1].shape[0].abs() > 0.5);
    for odd in [1, 3, 5, 7] {
        assert!(spec.modes[odd].shape[1].abs() < 1e-9, "mode {odd} in the middle");
    }
}

#[test]
fn a_free_bar_has_rigid_motion_and_a_clamped_one_does_not() {
    let port = [Position::Along(0.5)];
    let bar = shape("bar", None, &[]);
    let spec = bar.modal_spec(&steel(), ModeSelection::from(4).free(), &port).unwrap();
    assert_eq!(spec.rigid.unwrap().mass, bar.mass(&steel()));
    assert!(bar.modal_spec(&steel(), 4, &port).unwrap().rigid.is_none());
    let error = shape("bar", Some(Support::Clamped), &[])
        .modal_spec(&steel(), ModeSelection::from(4).free(), &port)
        .unwrap_err();
    assert_eq!(error.to_string(), "a clamped bar cannot move freely; set its support to `free`");
}

#[test]
fn a_tuned_bar_has_its_partials_at_one_four_and_ten() {
    let ours = frequencies(&Shape::TunedBar(TunedBar::default()), &steel(), 4);
    assert_eq!(ours[..3], [220.0, 880.0, 2200.0]);
    assert_close(ours[3] / ours[2], (14.137165_f64 / 10.995608).powi(2), 1e-6, "the fourth to the third");
}

#[test]
fn a_stiff_string_is_stretched_by_its_inharmonicity() {
    let string = StiffString { length: 0.65, diameter: 1e-3, tension: 700.0 };
    let steel = steel();
    let b = string.inharmonicity(&steel);
    // π³ · 2e11 · 1e-12/(64 · 700 · 0.4225)
    assert_close(b, 3.2763e-4, 1e-4, "B");
    // √(700/(7850 · π/4 · 1e-6))/1.3
    assert_close(string.flexible_pitch(&steel), 259.196, 1e-5, "the pitch without stiffness [Hz]");
    let ours = frequencies(&Shape::StiffString(string), &steel, 20);
    for (index, ours) in ours.iter().enumerate() {
        let n = index as f64 + 1.0;
        let expected = n * 259.196 * (1.0 + 3.2763e-4 * n * n).sqrt();
        assert_close(*ours, expected, 2e-5, "partial [Hz]");
    }
}

#[test]
fn tension_stores_without_loss() {
    let string = Shape::StiffString(StiffString::default());
    let glass = Material { alpha: 1.0, beta: 1e-7, loss_tangent: 0.0, ..Material::by_name("glass").unwrap() };
    let spec = string.modal_spec(&glass, 30, &[Position::Along(0.1)]).unwrap();
    let b = StiffString::default().inharmonicity(&glass);
    for (index, mode) in spec.modes.iter().enumerate() {
        let square = (index as f64 + 1.0).powi(2);
        let bending = b * square / (1.0 + b * square);
        let omega = TAU * mode.frequency;
        let rate = 0.5 * (1.0 + 1e-7 * omega * omega * bending);
        assert_close(mode.decay, 1.0 / rate, 1e-12, "decay of a partial [s]");
        assert!(mode.decay > glass.decay(mode.frequency));
    }
}

#[test]
fn a_string_is_orthogonal_and_silent_at_its_nodes() {
    let string = Shape::StiffString(StiffString::default());
    let modes = natural_modes(&string, &steel(), 6);
    assert!(overlap_along(&modes[1], &modes[4]).abs() < 1e-12);
    assert_close(mean(128, |x| modes[3].height(Position::Along(x)).powi(2)), 1.0, 1e-12, "mean square");
    assert!(modes[2].height(Position::Along(1.0 / 3.0)).abs() < 1e-9);
}

#[test]
fn the_ends_of_a_pipe_determine_its_frequencies() {
    let pipe = |support| {
        let pipe = shape("air-column", Some(support), &[("length", 1.0), ("diameter", 0.02)]);
        frequencies(&pipe, &steel(), 3)
    };
    let open = pipe(Support::Free);
    let stopped = pipe(Support::Cantilever);
    let closed = pipe(Support::Clamped);
    for n in 0..3 {
        let n_th = n as f64 + 1.0;
        assert_close(open[n], n_th * 343.0 / (2.0 * 1.012266), 1e-12, "n c/2L'");
        assert_close(stopped[n], (n_th - 0.5) * 343.0 / (2.0 * 1.006133), 1e-12, "(2n−1)c/4L'");
        assert_close(closed[n], n_th * 343.0 / 2.0, 1e-12, "n c/2L");
    }
}

#[test]
fn a_wider_pipe_loses_less_at_its_wall_and_more_at_its_ends() {
    let decay = |support, diameter| {
        let pipe = shape("air-column", Some(support), &[("length", 1.0), ("diameter", diameter)]);
        pipe.modal_spec(&steel(), 1, &[Position::Along(0.5)]).unwrap().modes[0].decay
    };
    // Closed, wall alone: 1/(343 · 3e-5 · √171.5/0.01) s.
    assert_close(decay(Support::Clamped, 0.02), 0.074211, 1e-4, "decay of the closed pipe [s]");
    assert_close(decay(Support::Clamped, 0.04), 2.0 * 0.074211, 1e-4, "twice as wide [s]");
    assert!(decay(Support::Free, 0.4) < decay(Support::Clamped, 0.4) / 10.0);
}

//! Bodies as they are heard: the click of a stopped ball, losses at the mounting, the field of dense modes.

use crate::support::assert_close;
use foley_body::mounting::MountedMode;
use foley_body::radiation::Click;
use foley_body::shape::InAir;
use foley_body::{Body, Material, ModalSpec, ModeSelection, Mounting, Position, Shape};
use foley_contact::Step;

/// Returns the pressure \[Pa\] at 1 m on the axis of a ball that another ball of equal mass strikes at 1 m/s
/// without loss, by a Hertz contact of `contact` seconds, in samples of the period `h` \[s\].
fn click_of_a_struck_ball(ball: Click, contact: f64, h: f64) -> Vec<f64> {
    // x_max = v τ/2.943 and k = 5/4 m v²/x_max^(5/2), with the reduced mass m of both balls.
    let reduced = 0.5 * ball.mass;
    let stiffness = 1.25 * reduced / (contact / 2.943_f64).powf(2.5);
    let mut spec = ModalSpec { ports: 2, ..ModalSpec::default() };
    spec.listeners.push(ball.listener(2, 0, 1..2, 1.0));
    let mut listener = spec.at(Step::of_seconds(h)).unwrap();
    let [mut x, mut v] = [0.0_f64, 1.0];
    (0..(4e-3 / h) as usize)
        .map(|_| {
            let force = stiffness * x.max(0.0).powf(1.5);
            v -= h * force / reduced;
            x += h * v;
            listener.push(0, force);
            listener.advance();
            listener.motion(1).velocity
        })
        .collect()
}

#[test]
fn two_balls_click_with_the_printed_pressure() {
    // A ball of 57 mm and 170 g; one of the two alone.
    let ball = Click { mass: 0.17, radius: 0.0285 };
    let pressure = click_of_a_struck_ball(ball, 250e-6, 1e-7);
    let peak = pressure.iter().fold(0.0_f64, |peak, p| peak.max(p.abs()));
    assert_close(peak, 2.06, 0.05, "peak pressure");
    // A body that is set in motion ends with no net push on the air.
    let (sum, size): (f64, f64) = (pressure.iter().sum(), pressure.iter().map(|p| p.abs()).sum());
    assert!(sum.abs() < 1e-6 * size, "the pressure integrates to {} of its size", sum / size);
}

#[test]
fn a_small_ball_clicks_as_the_cube_of_its_radius() {
    // Both balls have their own frequency far above the contact; the smaller one also above the limit.
    let peak = |radius: f64| {
        let ball = Click { mass: 1e-3, radius };
        click_of_a_struck_ball(ball, 400e-6, 1e-7).iter().fold(0.0_f64, |peak, p| peak.max(p.abs()))
    };
    // A ball of 5 mm is not quite small against the wave of 400 µs; the deviation is some (ω a/c)², 5 %.
    assert_close(peak(0.0025) / peak(0.005), 0.125, 0.05, "ratio of volumes");
}

#[test]
fn a_listener_does_not_move_the_body_it_listens_to() {
    let plain = ModalSpec::of_modes([(440.0, 0.5, 0.01)]);
    let listening = plain.clone().with_click(Click { mass: 0.01, radius: 0.01 }, 0, 0..0);
    let response = |spec: &ModalSpec| spec.at(Step::at_rate(48e3)).unwrap().forecast(0).per_newton;
    let (one, two) = (response(&plain), response(&listening));
    assert_close(two.displacement, one.displacement, 1e-9, "displacement per newton");
    assert_close(two.velocity, one.velocity, 1e-9, "velocity per newton");
}

#[test]
fn a_mounting_takes_what_its_law_says() {
    let mode = MountedMode {
        frequency: 500.0,
        mass: 0.2,
        structural_wavenumber: 20.0,
        edge_encounters: 3.0,
        height: 1.4,
    };
    assert_eq!(Mounting::Hung.decay_rate(&mode), 0.0);
    // Half of 0.15 × 3/m × 2 × 2π 500 Hz/20/m.
    assert_close(Mounting::Fixed.decay_rate(&mode), 70.685_834_705_770_35, 1e-12, "in a frame");
    // 4.5 N s/m × 1.4²/(2 × 0.2 kg).
    assert_close(Mounting::Held.decay_rate(&mode), 22.05, 1e-12, "in the hand");
    assert_eq!(Mounting::Held.decay_rate(&MountedMode { height: 0.0, ..mode }), 0.0);
    for mounting in Mounting::ALL {
        assert_eq!(mounting.name(), mounting.name().to_lowercase());
    }
}

/// Returns a wooden panel of 0.7 m × 0.5 m × 8 mm in air, with `modes` resolved modes and a field.
fn panel(modes: usize, field: usize, mounting: Mounting) -> ModalSpec {
    let mut shape = Shape::by_name("rectangular-plate").unwrap();
    for (id, value) in [("length", 0.7), ("width", 0.5), ("thickness", 0.008)] {
        shape.set(id, value).unwrap();
    }
    let heard = InAir {
        selection: ModeSelection { max_count: modes, max_frequency: 12e3, free: false },
        field,
        mounting,
        ..InAir::default()
    };
    let wood = Material::by_name("wood").unwrap();
    let at = [Position::Across { x: 0.31, y: 0.37 }];
    shape.modal_spec_in_air(&wood, &heard, &at, &[Position::Across { x: 0.6, y: 0.4 }]).unwrap()
}

#[test]
fn losses_of_material_mounting_and_air_add_up() {
    let (hung, fixed) = (panel(6, 0, Mounting::Hung), panel(6, 0, Mounting::Fixed));
    let wood = Material::by_name("wood").unwrap();
    for (free, held) in hung.modes.iter().zip(&fixed.modes) {
        assert!(held.decay < free.decay, "a frame takes energy");
        let by_air = free.radiated / free.decay;
        // The frequency of the material's loss is that in a vacuum; the air lowers it by at most 3 %.
        let own = 1.0 / free.decay - by_air;
        let least = 1.0 / wood.decay(free.frequency);
        assert!((least..1.03 * least).contains(&own), "loss of the wood: {own} for {least} 1/s");
        // The air takes the same from both.
        assert_close(held.radiated / held.decay, by_air, 1e-9, "loss by radiation");
    }
}

#[test]
fn the_rates_of_a_mode_are_those_of_the_sound() {
    let wood = Material::by_name("wood").unwrap();
    for name in ["bar", "disc", "stiff-string", "air-column"] {
        let shape = Shape::by_name(name).unwrap();
        let at = [shape.position_kind().default_position()];
        for mounting in Mounting::ALL {
            let heard = InAir { selection: 3.into(), mounting, ..InAir::default() };
            let spec = shape.modal_spec_in_air(&wood, &heard, &at, &at).unwrap();
            let naturals = shape.natural_modes(&wood, 3).unwrap();
            for mode in &spec.modes {
                let rates: Vec<_> =
                    naturals.iter().map(|natural| shape.decay_rates(&wood, natural, mounting)).collect();
                let rate = 1.0 / mode.decay;
                let one = rates.iter().find(|one| (one.total(1.0) / rate - 1.0).abs() < 1e-12);
                let one = one.unwrap_or_else(|| panic!("{name}, {mounting:?}: {rate} 1/s in {rates:?}"));
                // The parts add up to the whole, to rounding.
                assert_close(one.material() + one.mounting() + one.air(), rate, 1e-12, name);
            }
        }
    }
}

#[test]
fn a_field_moves_as_easily_as_the_modes_that_it_replaces() {
    let all = panel(1024, 0, Mounting::Fixed);
    let few = panel(40, 48, Mounting::Fixed);
    assert!(
        few.modes.len() <= 88 && all.modes.len() > 150,
        "{} and {} modes",
        few.modes.len(),
        all.modes.len()
    );
    let mobility = |spec: &ModalSpec| -> f64 {
        spec.modes.iter().map(|mode| mode.shape[0] * mode.shape[0] / mode.mass).sum()
    };
    // Modes 60 dB below the loudest are left out of the resolved ones only.
    assert_close(mobility(&few), mobility(&all), 0.02, "Σ φ²/m");
    assert_eq!(few, panel(40, 48, Mounting::Fixed), "the drawn modes are always the same");
}

#[test]
fn the_second_ball_behind_the_first_doubles_the_click() {
    let ball = Click { mass: 0.17, radius: 0.0285 };
    let step = 1e-7;
    let pressure = click_of_a_struck_ball(ball, 250e-6, step);
    // The other ball has the opposite acceleration; its sound travels one diameter further.
    let delay = (2.0 * ball.radius / 343.0 / step).round() as usize;
    let both = (delay..pressure.len()).map(|n| pressure[n] - pressure[n - delay]);
    assert_close(both.fold(0.0_f64, |peak, p| peak.max(p.abs())), 3.8, 0.05, "peak pressure of two balls");
}

/// Returns the amplitude of the click of a ball that a force of 1 N shakes at a frequency \[Hz\].
fn click_of_a_shaken_ball(ball: Click, frequency: f64) -> f64 {
    let step = 1e-6;
    let mut spec = ModalSpec { ports: 2, ..ModalSpec::default() };
    spec.listeners.push(ball.listener(2, 0, 1..2, 1.0));
    let mut listener = spec.at(Step::of_seconds(step)).unwrap();
    // Twenty periods, and forty times the time in which the start dies away.
    let samples = ((20.0 / frequency).max(40.0 * ball.radius / 343.0) / step) as usize;
    let mut peak = 0.0_f64;
    for n in 0..samples {
        listener.push(0, (std::f64::consts::TAU * frequency * step * n as f64).sin());
        listener.advance();
        if n > samples / 2 {
            peak = peak.max(listener.motion(1).velocity.abs());
        }
    }
    peak
}

#[test]
fn a_click_follows_the_change_of_acceleration_below_its_frequency_and_the_velocity_above() {
    let ball = Click { mass: 0.1, radius: 0.03 };
    let own = ball.frequency();
    let at = |ratio: f64| click_of_a_shaken_ball(ball, ratio * own);
    // A tenth and a twentieth of the own frequency: the deviation from the limit is some (ω/ω₀)², 1 %.
    assert_close(at(0.1) / at(0.05), 2.0, 0.02, "below");
    assert_close(at(20.0) / at(10.0), 0.5, 0.02, "above");
}

#[test]
fn a_long_push_sounds_as_the_volume_that_it_displaces() {
    let panel = panel(400, 0, Mounting::Fixed);
    let rate = 48e3;
    let lowest = panel.modes.iter().map(|mode| mode.frequency).fold(f64::INFINITY, f64::min);
    let response = |spec: &ModalSpec, frequency: f64| {
        let mut body = spec.at(Step::at_rate(rate)).unwrap();
        let samples = (rate * (12.0 / frequency)) as usize;
        let mut peak = 0.0_f64;
        for n in 0..samples {
            // The force swells, so that the start excites no mode.
            let swell = (n as f64 / samples as f64 * 2.0).min(1.0);
            let swell = swell * swell * (3.0 - 2.0 * swell);
            body.push(0, swell * (std::f64::consts::TAU * frequency * n as f64 / rate).sin());
            body.advance();
            if n > samples * 3 / 4 {
                peak = peak.max(body.motion(1).velocity.abs());
            }
        }
        peak
    };
    // The acceleration of the volume that the lowest mode displaces, which is nearly all of it: σ falls as ω².
    let mode = panel.modes.iter().find(|mode| mode.frequency == lowest).unwrap();
    let omega = std::f64::consts::TAU * lowest;
    let volume = |frequency: f64| {
        let pushed = std::f64::consts::TAU * frequency;
        mode.shape[0] * mode.shape[1] * pushed * pushed / (mode.mass * omega * omega * omega)
    };
    let modes_alone = ModalSpec { listeners: Vec::new(), ..panel.clone() };
    for ratio in [0.05, 0.1, 0.2] {
        let frequency = ratio * lowest;
        let decibels = |heard: f64| 20.0 * (heard / volume(frequency).abs()).log10();
        let (heard, alone) =
            (decibels(response(&panel, frequency)), decibels(response(&modes_alone, frequency)));
        println!("{ratio} of the lowest mode: {heard:.1} dB, without the correction {alone:.1} dB");
        // The other modes displace some volume, too.
        assert!(heard.abs() < 3.0, "{ratio}: {heard} dB from the displaced volume");
        assert!(alone > heard + 6.0, "{ratio}: false bass of {alone} dB");
    }
}

//! Energy that leaves as sound, and energy of rough contacts.

use foley_body::radiation::{AIR_DENSITY, Click, SOUND_SPEED};
use foley_body::{ModalSpec, Mode};
use foley_contact::energy::Ledger;
use foley_contact::law::HuntCrossley;
use foley_contact::{Motion, Step};
use foley_scene::{
    Action, BodySpec, ContactLaw, Place, Quantity, Roughness, Scene, SceneSpec, Signal, Source,
};

const RATE: f64 = 48_000.0;

/// Returns three modes struck at port 0, each heard alone at one of the ports 1 to 3 with the pressure that
/// belongs to its radiated share. Radiated power is 4πp²/ρc, and also a share of g m v².
fn three_modes() -> ModalSpec {
    let mode = |index: usize, frequency: f64, decay: f64, radiated: f64| {
        let mass = 0.1;
        let gain = (radiated * (2.0 / decay) * mass * AIR_DENSITY * SOUND_SPEED
            / (4.0 * core::f64::consts::PI))
            .sqrt();
        let mut shape = vec![1.0, 0.0, 0.0, 0.0];
        shape[1 + index] = gain;
        Mode { frequency, decay, mass, shape, radiated }
    };
    ModalSpec {
        ports: 4,
        modes: vec![mode(0, 180.0, 0.05, 0.4), mode(1, 700.0, 0.02, 0.7), mode(2, 2900.0, 0.01, 0.1)],
        ..ModalSpec::default()
    }
}

/// Returns a scene in which a mass of 10 g strikes the body at 2 m/s.
fn strike(body: ModalSpec, law: HuntCrossley, roughness: Option<Roughness>) -> SceneSpec {
    let mut scene = SceneSpec::default();
    let hammer = scene.add("hammer", BodySpec::mass(0.01, Motion::new(-1e-5, 2.0)));
    let ports = body.ports;
    let struck = scene.add("struck", BodySpec::modal(body));
    let touch = scene.join("touch", Place::new(hammer, 0), ContactLaw::Impact(law), Place::new(struck, 0));
    scene.contacts[touch].value.roughness = roughness;
    for port in 0..ports {
        scene.listen(&port.to_string(), Source::Place(Place::new(struck, port)), Quantity::Vibration);
    }
    scene
}

/// Plays a scene for a second; returns its outputs and its energy balance.
fn play(spec: &SceneSpec, seed: u64) -> (Vec<Vec<f64>>, Ledger) {
    let mut scene = Scene::build(spec, Step::at_rate(RATE), seed).unwrap();
    let mut out = vec![vec![0.0; RATE as usize]; spec.outputs.len()];
    let mut slices: Vec<&mut [f64]> = out.iter_mut().map(Vec::as_mut_slice).collect();
    scene.render(&mut slices);
    let ledger = scene.ledger();
    (out, ledger)
}

const LAW: HuntCrossley = HuntCrossley { stiffness: 1e7, exponent: 1.5, damping: 0.4 };

#[test]
fn the_radiated_energy_is_that_of_the_pressure_of_all_modes() {
    let (out, ledger) = play(&strike(three_modes(), LAW, None), 1);
    let heard: f64 = out[1..].iter().flatten().map(|p| p * p).sum::<f64>() / RATE;
    let power = 4.0 * core::f64::consts::PI / (AIR_DENSITY * SOUND_SPEED) * heard;
    assert!((ledger.radiated / power - 1.0).abs() < 0.02, "ledger {}, sound {power}", ledger.radiated);
    assert!(ledger.radiated < ledger.damped && ledger.radiated > 0.2 * ledger.damped);
    assert!(ledger.numerical().abs() < 1e-9 * ledger.initial, "{:e}", ledger.numerical());
}

#[test]
fn a_click_is_outside_the_balance_and_small() {
    let clicking = three_modes().with_click(Click { mass: 0.01, radius: 0.011 }, 0, 1..4);
    let (_, plain) = play(&strike(three_modes(), LAW, None), 1);
    let (out, ledger) = play(&strike(clicking, LAW, None), 1);
    assert!((ledger.damped / plain.damped - 1.0).abs() < 1e-9, "the click takes no energy");
    let share = ledger.clicked / ledger.initial;
    assert!(share > 1e-8 && share < 1e-4, "share of the blow: {share:e}");
    assert!(out[1].iter().all(|p| p.is_finite()));
}

#[test]
fn a_rough_contact_is_brighter_repeatable_and_keeps_the_balance() {
    // Asperities of 50 µm that carry 0.05 N each.
    let roughness = Some(Roughness::new(5e-5, 0.05));
    // Modes up to 15 kHz hear what the pulse of 1 ms does not contain.
    let body = || {
        let modes = (1..=40).map(|n| (370.0 * f64::from(n), 0.02, 0.1));
        ModalSpec::of_modes(modes)
    };
    let law = HuntCrossley { stiffness: 1e6, exponent: 1.5, damping: 0.4 };
    let (smooth, _) = play(&strike(body(), law, None), 1);
    let (rough, ledger) = play(&strike(body(), law, roughness), 1);
    let bright = |out: &[f64]| -> f64 {
        // Second differences weigh the highest frequencies.
        out.windows(3).map(|w| (w[0] - 2.0 * w[1] + w[2]).powi(2)).sum()
    };
    let rise = bright(&rough[0]) / bright(&smooth[0]);
    assert!(rise > 1.2, "bright part {rise} times that of a smooth contact");
    assert!(ledger.numerical().abs() < 1e-9 * ledger.initial, "{:e}", ledger.numerical());
    assert!(ledger.heat > 0.0);
    assert_eq!(rough, play(&strike(body(), law, roughness), 1).0, "same seed, same samples");
    assert_ne!(rough, play(&strike(body(), law, roughness), 2).0, "another seed, other asperities");
}

#[test]
fn a_rough_contact_without_loss_is_smooth() {
    let law = HuntCrossley { damping: 0.0, ..LAW };
    let roughness = Some(Roughness::new(5e-5, 0.05));
    assert_eq!(
        play(&strike(three_modes(), law, roughness), 1).0,
        play(&strike(three_modes(), law, None), 1).0
    );
}

#[test]
fn surfaces_that_slide_under_a_constant_load_sound_and_keep_the_balance() {
    let scene = |sliding: f64| {
        let mut scene = SceneSpec::default();
        let tip = scene.add("tip", BodySpec::mass(0.01, Motion::default()));
        let modes = (1..=40).map(|n| (370.0 * f64::from(n), 0.02, 0.1));
        let body = scene.add("body", BodySpec::modal(ModalSpec::of_modes(modes)));
        // The first press settles within a tenth of a second.
        let law = ContactLaw::Impact(HuntCrossley { damping: 50.0, ..LAW });
        let touch = scene.join("touch", Place::new(tip, 0), law, Place::new(body, 0));
        scene.contacts[touch].value.roughness = Some(Roughness { sliding, ..Roughness::new(1e-5, 0.01) });
        let force = Signal::Constant(2.0);
        scene.at(0.0, Action::Force { place: Place::new(tip, 0), newtons: force, lasting: None });
        scene.listen("body", Source::Place(Place::new(body, 0)), Quantity::Velocity);
        scene
    };
    let late = |out: &[f64]| out[RATE as usize / 2..].iter().map(|v| v * v).sum::<f64>();
    let (still, _) = play(&scene(0.0), 1);
    let (slow, ledger) = play(&scene(0.05), 1);
    let (fast, _) = play(&scene(0.5), 1);
    // Without sliding, only the rest of the first press is left.
    assert!(late(&slow[0]) > 10.0 * late(&still[0]), "{:e} and {:e}", late(&slow[0]), late(&still[0]));
    // Ten times the speed moves the noise to ten times the frequency, where more modes are.
    assert!(late(&fast[0]) > 1.5 * late(&slow[0]), "{:e} and {:e}", late(&fast[0]), late(&slow[0]));
    assert!(ledger.numerical().abs() < 1e-9 * ledger.work, "{:e}", ledger.numerical());
    assert!(ledger.heat > 0.9 * ledger.work, "nearly all work of friction becomes heat");
}

#[test]
fn the_roughness_of_a_contact_changes_between_two_blocks_only_and_within_its_range() {
    let spec = strike(three_modes(), LAW, None);
    let mut scene = Scene::build(&spec, Step::at_rate(RATE), 1).unwrap();
    let rough = Roughness::new(5e-5, 0.05);
    for bad in [
        Roughness { height: 0.0, ..rough },
        Roughness { force: f64::NAN, ..rough },
        Roughness { sliding: -1.0, ..rough },
    ] {
        assert!(scene.change_roughness(0, Some(bad)).is_err(), "{bad:?}");
    }
    assert!(scene.change_roughness(7, Some(rough)).is_err(), "there is one contact");
    scene.change_roughness(0, Some(rough)).unwrap();
    let mut out = vec![vec![0.0; RATE as usize]; spec.outputs.len()];
    let mut slices: Vec<&mut [f64]> = out.iter_mut().map(Vec::as_mut_slice).collect();
    scene.render(&mut slices);
    assert_eq!(out, play(&strike(three_modes(), LAW, Some(rough)), 1).0, "as if rough from the start");
}

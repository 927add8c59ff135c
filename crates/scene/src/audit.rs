//! Checks the energy of every step in random scenes. Only in tests.

use crate::island::Island;
use crate::{BodySpec, ContactLaw, ContactSpec, Named, Place, Roughness, Scene, SceneSpec};
use foley_body::{InertialSpec, ModalSpec, Mode};
use foley_contact::law::{HuntCrossley, Linear};
use foley_contact::{Friction, Motion, Step};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Largest errors in the energy balance of an island so far \[J\].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Audit {
    last: Option<f64>,
    damped: Option<f64>,
    /// Largest decrease in one step of the energy lost to damping, which must never decrease \[J\].
    pub(crate) undamped: f64,
    /// Largest increase of energy in one step beyond external work \[J\].
    pub(crate) rise: f64,
    pub(crate) steps: u64,
}

impl Island {
    /// Records after every step the energy minus all external work, a difference that must not rise.
    pub(crate) fn audit(&mut self) {
        let own = self.body_energy() + self.stored() - self.totals.work - self.totals.control;
        if let Some(last) = self.audit.last {
            self.audit.rise = self.audit.rise.max(own - last);
        }
        self.audit.last = Some(own);
        let damped = self.damped();
        if let Some(before) = self.audit.damped {
            self.audit.undamped = self.audit.undamped.max(before - damped);
        }
        self.audit.damped = Some(damped);
        self.audit.steps += 1;
    }
}

struct Dice(Pcg64);

impl Dice {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64 * (high - low)
    }
    fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        libm::exp(self.between(libm::log(low), libm::log(high)))
    }
    fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() % count as u64) as usize
    }
}

fn named<T>(list: Vec<T>) -> Vec<Named<T>> {
    let name = |(index, value): (usize, T)| Named { name: index.to_string(), value };
    list.into_iter().enumerate().map(name).collect()
}

/// Returns a random scene of 1 to 256 modes and 1 to 4 contacts of any kind, with stiffness up to 1e12, in
/// which all bodies move towards each other.
fn scene(dice: &mut Dice) -> SceneSpec {
    let contacts = 1 + dice.below(4);
    let lossless = dice.below(2) == 0;
    let mut bodies = Vec::new();
    let mut joints = Vec::new();
    let modes = dice.magnitude(1.0, 257.0) as usize;
    let is_free = dice.below(2) == 0;
    let body = ModalSpec {
        ports: 4,
        modes: (0..modes)
            .map(|_| Mode {
                frequency: dice.magnitude(20.0, 40e3),
                decay: if lossless { f64::INFINITY } else { dice.magnitude(1e-4, 10.0) },
                mass: dice.magnitude(1e-4, 1.0),
                shape: (0..4).map(|_| dice.between(-1.0, 1.0)).collect(),
                radiated: 0.3,
            })
            .collect(),
        ..ModalSpec::default()
    };
    bodies.push(BodySpec::Modal {
        spec: if is_free { body.with_rigid_motion(dice.magnitude(1e-2, 1.0)) } else { body },
        ports: (0..4).map(|port| port.to_string()).collect(),
        motion: Motion::default(),
        falls: false,
    });
    for port in 0..contacts {
        let law = match dice.below(8) {
            0 => ContactLaw::LinearImpact(Linear {
                stiffness: dice.magnitude(1e3, 1e9),
                damping: dice.magnitude(1e-3, 1e2),
            }),
            1 => ContactLaw::Friction {
                law: Friction {
                    stiffness: dice.magnitude(1e3, 1e7),
                    normal_force: dice.magnitude(0.1, 10.0),
                    ..Friction::default()
                },
                normal_from: None,
            },
            _ => ContactLaw::Impact(HuntCrossley {
                stiffness: dice.magnitude(1e3, 1e12),
                exponent: [1.0, 1.5, 2.0, 2.8, 3.5][dice.below(5)],
                damping: if lossless { 0.0 } else { dice.magnitude(1e-3, 10.0) },
            }),
        };
        bodies.push(BodySpec::Inertial {
            spec: InertialSpec::kilograms(dice.magnitude(1e-4, 1.0)),
            motion: Motion::new(-dice.magnitude(1e-7, 1e-3), dice.magnitude(0.1, 10.0)),
            falls: false,
        });
        joints.push(ContactSpec {
            one: Place { body: bodies.len() - 1, port: 0 },
            two: Place { body: 0, port },
            law,
            gap: 0.0,
            roughness: (port % 2 == 0).then_some(Roughness {
                height: 2e-5,
                force: 0.05,
                sliding: if port == 0 { 0.2 } else { 0.0 },
            }),
        });
    }
    SceneSpec {
        title: String::new(),
        seconds: None,
        rate: None,
        seed: 1,
        gravity: 0.0,
        bodies: named(bodies),
        contacts: named(joints),
        gestures: Vec::new(),
        outputs: Vec::new(),
    }
}

#[test]
fn energy_never_rises_in_any_step_of_random_scenes() {
    let mut dice = Dice(Pcg64::seed_from_u64(4));
    let (mut worst, mut steps, mut residual): (f64, u64, f64) = (0.0, 0, 0.0);
    for trial in 0..400 {
        let spec = scene(&mut dice);
        let rate = dice.magnitude(16e3, 192e3);
        let mut scene = Scene::build(&spec, Step::at_rate(rate), 1).unwrap();
        let input = scene.ledger().initial;
        scene.advance(640);
        for island in &scene.islands {
            let rise = island.audit.rise / input;
            let undamped = island.audit.undamped / input;
            worst = worst.max(rise).max(undamped);
            assert!(
                undamped <= 1e-12,
                "scene {trial} at {rate} Hz: damping gave back {undamped:e} of the {input} J put in\n{:?}",
                spec.contacts
            );
            steps += island.audit.steps;
            assert!(
                rise <= 1e-12,
                "scene {trial} at {rate} Hz: energy rose by {rise:e} of the {input} J put in\n{:?}",
                spec.contacts
            );
        }
        let ledger = scene.ledger();
        assert!(
            ledger.numerical().abs() <= 1e-9 * input,
            "scene {trial}: {:e} of the energy is unaccounted for",
            ledger.numerical() / input
        );
        residual = residual.max(scene.worst_residual());
        assert_eq!(scene.recoveries(), 0, "scene {trial}");
    }
    println!(
        "largest rise of energy in {steps} steps: {worst:.1e} of the energy put in; largest residual of the contact equations {residual:.1e}"
    );
}

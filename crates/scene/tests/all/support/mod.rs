//! Helpers shared by the tests: short scene builders, random values and rendering.

pub(crate) mod played;

use foley_body::{ModalSpec, Mode};
use foley_contact::law::HuntCrossley;
use foley_contact::{Motion, Step};
use foley_scene::{BodySpec, ContactLaw, Place, Quantity, Scene, SceneSpec, Source};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

pub(crate) const RATE: f64 = 44_100.0;

pub(crate) fn step() -> Step {
    Step::at_rate(RATE)
}

/// A seeded random generator.
pub(crate) struct Dice(Pcg64);

impl Dice {
    pub(crate) fn seeded(seed: u64) -> Self {
        Self(Pcg64::seed_from_u64(seed))
    }

    /// Uniform between `low` and `high`.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        low + unit * (high - low)
    }

    /// Log-uniform between `low` and `high`.
    pub(crate) fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        libm::exp(self.between(libm::log(low), libm::log(high)))
    }

    /// Random index below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() % count as u64) as usize
    }

    /// A random body with `modes` modes and `ports` ports of signed heights.
    pub(crate) fn modal(&mut self, modes: usize, ports: usize) -> ModalSpec {
        ModalSpec {
            ports,
            modes: (0..modes)
                .map(|_| Mode {
                    frequency: self.magnitude(20.0, 20e3),
                    decay: self.magnitude(1e-3, 10.0),
                    mass: self.magnitude(1e-3, 1.0),
                    shape: (0..ports).map(|_| self.between(-1.0, 1.0)).collect(),
                    radiated: 0.0,
                })
                .collect(),
            ..ModalSpec::default()
        }
    }
}

/// An empty scene without gravity.
pub(crate) fn empty() -> SceneSpec {
    SceneSpec { seed: 1, gravity: 0.0, ..SceneSpec::default() }
}

/// Adds a point mass \[kg\].
pub(crate) fn mass(scene: &mut SceneSpec, mass: f64, motion: Motion) -> usize {
    scene.add("mass", BodySpec::mass(mass, motion))
}

/// Adds a modal body.
pub(crate) fn modal(scene: &mut SceneSpec, spec: ModalSpec) -> usize {
    scene.add("body", BodySpec::modal(spec))
}

/// Adds a wall.
pub(crate) fn wall(scene: &mut SceneSpec) -> usize {
    scene.add("wall", BodySpec::Wall)
}

/// Adds an impact between two ports.
pub(crate) fn join(
    scene: &mut SceneSpec,
    one: (usize, usize),
    law: HuntCrossley,
    two: (usize, usize),
) -> usize {
    join_by(scene, one, ContactLaw::Impact(law), two)
}

/// Adds any contact.
pub(crate) fn join_by(
    scene: &mut SceneSpec,
    one: (usize, usize),
    law: ContactLaw,
    two: (usize, usize),
) -> usize {
    scene.join("contact", Place::new(one.0, one.1), law, Place::new(two.0, two.1))
}

/// Adds an output of a port.
pub(crate) fn listen(scene: &mut SceneSpec, body: usize, port: usize, quantity: Quantity) -> usize {
    hear(scene, Source::Place(Place::new(body, port)), quantity)
}

/// Adds an output of any source.
pub(crate) fn hear(scene: &mut SceneSpec, of: Source, quantity: Quantity) -> usize {
    scene.listen("ear", of, quantity)
}

pub(crate) fn build(spec: &SceneSpec) -> Scene {
    Scene::build(spec, step(), spec.seed).unwrap()
}

/// Renders all outputs in pieces of `piece` samples.
pub(crate) fn render(scene: &mut Scene, frames: usize, piece: usize) -> Vec<Vec<f64>> {
    let mut out = vec![vec![0.0; frames]; scene.outputs()];
    let mut done = 0;
    while done < frames {
        let count = piece.min(frames - done);
        let mut slices: Vec<&mut [f64]> = out.iter_mut().map(|out| &mut out[done..done + count]).collect();
        scene.render(&mut slices);
        done += count;
    }
    out
}

/// Root mean square.
pub(crate) fn rms(values: &[f64]) -> f64 {
    (values.iter().map(|x| x * x).sum::<f64>() / values.len() as f64).sqrt()
}

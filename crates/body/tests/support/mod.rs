//! Random bodies for tests.
#![allow(dead_code, unreachable_pub)]

use foley_body::{ModalSpec, Mode};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// A seeded die.
pub struct Dice(Pcg64);

impl Dice {
    pub fn seeded(seed: u64) -> Self {
        Self(Pcg64::seed_from_u64(seed))
    }

    /// Evenly between two numbers.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        low + unit * (high - low)
    }

    /// Evenly between two orders of magnitude.
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        libm::exp(self.between(libm::log(low), libm::log(high)))
    }

    /// A body with some modes, seen from some ports with signed heights.
    pub fn modal(&mut self, modes: usize, ports: usize) -> ModalSpec {
        ModalSpec {
            ports,
            modes: (0..modes)
                .map(|_| Mode {
                    frequency: self.magnitude(20.0, 20e3),
                    decay: self.magnitude(1e-3, 10.0),
                    mass: self.magnitude(1e-3, 1.0),
                    shape: (0..ports).map(|_| self.between(-1.0, 1.0)).collect(),
                })
                .collect(),
            rigid: None,
        }
    }
}

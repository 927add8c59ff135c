//! What the tests of strings share: a seeded source of numbers, and strings to try.
#![allow(dead_code, unreachable_pub)]

use foley_body::{Waveguide, WaveguideSpec};
use foley_contact::Step;
use foley_params::draw;
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

/// Seeded uniform numbers.
pub struct Dice(Pcg64Mcg);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::new(u128::from(seed) | 1))
    }

    /// In [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
}

pub const RATES: [f64; 3] = [44_100.0, 48_000.0, 96_000.0];

/// The default string tuned to a pitch, with these ports.
pub fn tuned(frequency: f64, ports: &[f64]) -> WaveguideSpec {
    WaveguideSpec::default()
        .tuned_to(frequency)
        .with_ports(ports)
}

/// The same without any loss.
pub fn lossless(frequency: f64, ports: &[f64]) -> WaveguideSpec {
    WaveguideSpec {
        decay: f64::INFINITY,
        ..tuned(frequency, ports)
    }
}

pub fn at(spec: &WaveguideSpec, rate: f64) -> Waveguide {
    spec.at(Step::at_rate(rate))
        .unwrap_or_else(|fault| panic!("{fault}: {spec:?}"))
}

/// A string drawn from its table, with three ports, and a rate that can carry it.
pub fn any(dice: &mut Dice) -> (WaveguideSpec, f64) {
    loop {
        let mut spec: WaveguideSpec = draw(|| dice.unit());
        spec.ports.push(dice.between(0.001, 0.999));
        spec.ports.push(dice.between(0.001, 0.999));
        let rate = RATES[(3.0 * dice.unit()) as usize];
        if (20.0..=rate / 8.0).contains(&spec.fundamental()) {
            return (spec, rate);
        }
    }
}

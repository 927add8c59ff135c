//! Strings for tests.

use crate::support::Dice;
use foley_body::{Waveguide, WaveguideSpec};
use foley_contact::Step;
use foley_params::draw;

pub(crate) const RATES: [f64; 3] = [44_100.0, 48_000.0, 96_000.0];

/// The default string tuned to `frequency`, with these ports.
pub(crate) fn tuned(frequency: f64, ports: &[f64]) -> WaveguideSpec {
    WaveguideSpec::default().tuned_to(frequency).with_ports(ports)
}

/// A tuned string without loss.
pub(crate) fn lossless(frequency: f64, ports: &[f64]) -> WaveguideSpec {
    WaveguideSpec { decay: f64::INFINITY, ..tuned(frequency, ports) }
}

pub(crate) fn at(spec: &WaveguideSpec, rate: f64) -> Waveguide {
    spec.at(Step::at_rate(rate)).unwrap_or_else(|error| panic!("{error}: {spec:?}"))
}

/// A random string within its parameter table, with three ports, and a sample rate that suits it.
pub(crate) fn any(dice: &mut Dice) -> (WaveguideSpec, f64) {
    loop {
        let mut spec: WaveguideSpec = draw(|| dice.between(0.0, 1.0));
        spec.ports = (0..3).map(|_| dice.between(0.001, 0.999)).collect();
        let rate = RATES[(3.0 * dice.between(0.0, 1.0)) as usize];
        if (20.0..=rate / 8.0).contains(&spec.fundamental()) {
            return (spec, rate);
        }
    }
}

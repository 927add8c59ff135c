//! A hammer and a string in contact.

use crate::strings::{at, lossless, tuned};
use foley_body::{Body, Inertial, InertialSpec, Substeps, Waveguide};
use foley_contact::law::HuntCrossley;
use foley_contact::{Contact, Motion, Step};

const RATE: f64 = 48_000.0;

/// A hammer above port 0, about to touch it.
struct Strike {
    hammer: Inertial,
    string: Waveguide,
    contact: Contact,
    substeps: Substeps,
}

impl Strike {
    fn new(mass: f64, speed: f64, string: Waveguide, law: HuntCrossley, substeps: Substeps) -> Self {
        let hammer = InertialSpec::kilograms(mass).at(Step::at_rate(RATE)).moving(Motion::new(0.0, speed));
        let mut strike = Self { hammer, string, contact: Contact::new(law, 0.0), substeps };
        strike.hammer.set_substeps(substeps);
        strike.string.set_substeps(substeps);
        strike
    }

    /// Moves by one step and returns the heat of the contact \[J\].
    fn step(&mut self) -> f64 {
        let step = self.substeps.of(Step::at_rate(RATE));
        let gap = self.hammer.forecast(0).against(&self.string.forecast(0));
        let decision = self.contact.decide(&gap, step);
        self.hammer.push(0, -decision.force);
        self.string.push(0, decision.force);
        self.hammer.advance();
        self.string.advance();
        let _ = self.contact.settle(&decision, decision.moved());
        decision.heat
    }

    fn energy(&self) -> f64 {
        self.hammer.energy() + self.string.energy() + self.contact.stored()
    }
}

#[test]
fn a_hammer_on_a_long_string_slows_exponentially_until_the_reflection() {
    let mut spec = lossless(110.0, &[0.5]);
    spec.length = 20.0;
    let mass = 0.01;
    let law = HuntCrossley { stiffness: 1e7, exponent: 1.0, damping: 0.0 };
    for substeps in [Substeps::ONE, Substeps::at_least(8.0)] {
        let mut strike = Strike::new(mass, 1.0, at(&spec.clone().tuned_to(3.5), RATE), law, substeps);
        let rate = 2.0 * spec.clone().tuned_to(3.5).impedance() / mass;
        for sample in 1..=2_000 {
            for _ in 0..substeps.count() {
                strike.step();
            }
            // m dv/dt = −2Z v until the first reflection, here after 1/7 s.
            let ideal = libm::exp(-rate * f64::from(sample) / RATE);
            let is = strike.hammer.motion(0).velocity;
            // The string takes the force of a step at its end, while the hammer's speed is that at its
            // middle: half a step of difference.
            let allowed = 0.6 * rate / RATE * ideal + 1e-6;
            assert!(
                (is - ideal).abs() < allowed,
                "{is} m/s for {ideal} m/s at sample {sample}, {substeps:?}"
            );
        }
        assert!(strike.contact.touching());
    }
}

#[test]
fn a_struck_string_never_holds_more_energy_than_the_hammer_had() {
    for frequency in [41.2, 220.0, 1760.0] {
        for stiffness in [1e4, 1e7, 1e10] {
            for substeps in [Substeps::ONE, Substeps::at_least(4.0), Substeps::MAX] {
                let law = HuntCrossley { stiffness, exponent: 2.3, damping: 0.3 };
                let string = at(&tuned(frequency, &[0.12]), RATE);
                let mut strike = Strike::new(0.008, 3.0, string, law, substeps);
                let brought = strike.energy();
                let (mut before, mut heat) = (brought, 0.0);
                for n in 0..6_000 * substeps.count() {
                    heat += strike.step();
                    let now = strike.energy();
                    assert!(
                        now <= before + 1e-13 * brought,
                        "{} J more at step {n}, {frequency} Hz, {stiffness}, {substeps:?}",
                        now - before
                    );
                    before = now;
                }
                assert!(heat + before <= brought * (1.0 + 1e-12), "{heat} J of heat");
                let left = strike.hammer.motion(0).velocity;
                assert!(left < 0.0, "the hammer is thrown back: {left} m/s at {frequency} Hz");
            }
        }
    }
}

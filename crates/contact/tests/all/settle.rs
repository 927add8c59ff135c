//! Contacts that share bodies: the gap moves differently than decided, and a contact never stores more than
//! the work it received.

use crate::support::Dice;
use crate::support::modal::{Mode, body, forecast};
use foley_contact::energy::Exchange;
use foley_contact::law::{HuntCrossley, Law, Linear};
use foley_contact::scheme::Duration;
use foley_contact::{Contact, Decision, Forecast, LinearImpact, Motion, Step};

/// Common interface of `Contact` and `LinearImpact`.
trait AnyContact {
    fn decide(&self, gap: &Forecast, step: Step) -> Decision;
    fn settle(&mut self, decision: &Decision, moved: f64) -> Exchange;
    fn stored(&self) -> f64;
    /// Energy that the law stores at the present compression \[J\].
    fn law_energy(&self) -> f64;
}

impl AnyContact for Contact {
    fn decide(&self, gap: &Forecast, step: Step) -> Decision {
        Contact::decide(self, gap, step)
    }
    fn settle(&mut self, decision: &Decision, moved: f64) -> Exchange {
        Contact::settle(self, decision, moved)
    }
    fn stored(&self) -> f64 {
        Contact::stored(self)
    }
    fn law_energy(&self) -> f64 {
        self.effective().potential(self.compression())
    }
}

impl AnyContact for LinearImpact {
    fn decide(&self, gap: &Forecast, step: Step) -> Decision {
        LinearImpact::decide(self, gap, step)
    }
    fn settle(&mut self, decision: &Decision, moved: f64) -> Exchange {
        LinearImpact::settle(self, decision, moved)
    }
    fn stored(&self) -> f64 {
        LinearImpact::stored(self)
    }
    fn law_energy(&self) -> f64 {
        self.law().potential(self.compression())
    }
}

/// Runs two bodies and a contact while an undeclared force of up to `share` of the contact force pushes the
/// first body. Returns the created energy relative to the total.
fn disturbed(dice: &mut Dice, contact: &mut impl AnyContact, share: f64) -> f64 {
    let rate = 44_100.0;
    let step = Step::at_rate(rate);
    let mut one = body(dice, rate, true, 1.0, 1.0);
    let mut two = body(dice, rate, true, -1.0, 1.0);
    let bodies = |one: &[Mode], two: &[Mode]| one.iter().chain(two).map(Mode::energy).sum::<f64>();
    let (mut given, mut created) = (bodies(&one, &two), 0.0);
    let (mut turnover, mut heat) = (given, 0.0);
    for n in 0..400 {
        let gap = forecast(&one).against(&forecast(&two));
        let decision = contact.decide(&gap, step);
        let extra = share * dice.between(-1.0, 1.0) * decision.force;
        let before = forecast(&one).now.displacement;
        for mode in &mut one {
            mode.at = mode.moved(extra - decision.force);
        }
        for mode in &mut two {
            mode.at = mode.moved(decision.force);
        }
        let after = forecast(&one).against(&forecast(&two)).now.displacement;
        let moved = after - gap.now.displacement;
        let held = contact.stored();
        let exchange = contact.settle(&decision, moved);
        let work = decision.force * moved;
        assert!(exchange.heat >= 0.0 && exchange.created >= 0.0, "step {n}: {exchange:?}");
        assert!(contact.stored() >= 0.0, "step {n}: {}", contact.stored());
        // Work plus created energy equals stored energy plus heat. (The solver ignores forces that are
        // rounding of the free motion.)
        let turned = exchange.heat + work.abs() + held;
        let off = work + exchange.created - exchange.stored - exchange.heat;
        assert!(
            off.abs() <= 1e-12 * turned + 1e-14 * turnover,
            "step {n}: {off:e} of {turned:e}, {exchange:?}"
        );
        given += extra * (forecast(&one).now.displacement - before);
        created += exchange.created;
        heat += exchange.heat;
        turnover = f64::max(turnover, given);
        let total = bodies(&one, &two) + contact.stored() + heat;
        assert!(
            (total - given - created).abs() <= 1e-10 * turnover,
            "step {n}: {total:e} for {given:e} and {created:e} created"
        );
    }
    created / turnover
}

/// A solver residual creates energy of its own order at most. A large disturbance may create more, but all of
/// it is reported.
fn assert_small(created: f64, share: f64, law: &impl std::fmt::Debug) {
    assert!(
        share > 1e-3 || created <= 10.0 * share,
        "{law:?}: {created:e} of the energy for {share:e} of the force"
    );
}

#[test]
fn a_solver_residual_creates_no_energy() {
    let mut dice = Dice::new(41);
    for n in 0..2_000 {
        let share = if n % 2 == 0 { 1e-6 } else { 0.3 };
        let law = HuntCrossley {
            stiffness: dice.log_between(1e4, 1e11),
            exponent: dice.exponent(),
            damping: dice.log_between(1e-3, 10.0),
        };
        let mut contact = Contact::new(law, 0.0);
        let created = disturbed(&mut dice, &mut contact, share);
        assert_small(created, share, &law);
        let spring = Linear { stiffness: dice.log_between(1e2, 1e9), damping: dice.log_between(1e-2, 1e3) };
        let mut contact = LinearImpact::new(spring, 0.0).with_duration(Duration::Plain);
        let created = disturbed(&mut dice, &mut contact, share);
        assert_small(created, share, &spring);
    }
}

#[test]
fn the_compression_follows_from_the_stored_energy() {
    let step = Step::at_rate(44_100.0);
    let mut dice = Dice::new(42);
    for _ in 0..20_000 {
        let law = HuntCrossley {
            stiffness: dice.log_between(1e6, 1e10),
            exponent: dice.exponent(),
            damping: dice.between(0.0, 1.0),
        };
        let y = dice.log_between(1e-7, 1e-4);
        let v = dice.between(-1.0, 1.0);
        let gap = Forecast::of_mass(0.01, Motion::new(y, v), 0.0, step);
        let mut contact = Contact::new(law, y).with_duration(Duration::Plain);
        let decision = contact.decide(&gap, step);
        let moved = decision.moved() * (1.0 + dice.between(-1.0, 1.0) * dice.log_between(1e-16, 1e-1));
        contact.settle(&decision, moved);
        let (stored, law_energy) = (contact.stored(), contact.law_energy());
        // If the stored energy is a small difference, its compression has lost as many digits.
        let scale = stored.max(1e-3 * law.potential(y));
        assert!((stored - law_energy).abs() <= 1e-9 * scale, "{law_energy:e} for {stored:e}: {law:?}");
    }
}

#[test]
fn energy_beyond_the_stored_energy_is_reported_as_created() {
    let law = HuntCrossley::default();
    let step = Step::at_rate(44_100.0);
    let y = 1e-5;
    let gap = Forecast::of_mass(0.01, Motion::new(y, -0.5), 0.0, step);
    let mut contact = Contact::new(law, y).with_duration(Duration::Plain);
    let held = contact.stored();
    let decision = contact.decide(&gap, step);
    let exchange = contact.settle(&decision, 10.0 * decision.moved());
    assert_eq!(contact.stored(), 0.0);
    assert_eq!(exchange.stored, -held);
    let work = 10.0 * decision.force * decision.moved();
    assert!((exchange.created / (-work - held) - 1.0).abs() < 1e-12, "{exchange:?}");
    assert!(!contact.touching());
}

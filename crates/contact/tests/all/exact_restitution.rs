//! The exact step gives the exact release velocity, creates no energy and needs few iterations, in over 1e5
//! random contacts from the declared ranges.

use crate::support::Dice;
use foley_contact::Step;
use foley_contact::analytic::{ContactTiming, Impact};
use foley_contact::bounce::{Approach, BounceReport, RunEnd, bounce};
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::exact::MAX_ITERATIONS;
use foley_contact::scheme::{Duration, Exact, Problem, Substeps};

/// One contact drawn from the declared ranges.
#[derive(Debug)]
struct Draw {
    mass: f64,
    law: HuntCrossley,
    speed: f64,
    rate: f64,
    offset: f64,
    substeps: Substeps,
    duration: Duration,
}

impl Draw {
    /// Draws every quantity independently: mostly long contacts.
    fn anywhere(dice: &mut Dice) -> Self {
        let speed = dice.log_between(1e-3, 30.0);
        let loss = dice.log_between(1e-6, 20.0);
        Self {
            mass: dice.log_between(1e-5, 1.0),
            law: HuntCrossley {
                stiffness: dice.log_between(1e3, 1e12),
                exponent: dice.exponent(),
                damping: if dice.unit() < 0.02 { 0.0 } else { loss / speed },
            },
            speed,
            rate: dice.log_between(22_050.0, 192_000.0),
            offset: dice.offset(),
            substeps: Substeps::Count(1 + (dice.unit() * 3.0) as u32),
            duration: if dice.unit() < 0.5 { Duration::Plain } else { Duration::Corrected },
        }
    }

    /// Chooses the stiffness for a contact time of a hundredth of a sample to a hundred samples.
    fn of_few_samples(dice: &mut Dice) -> Self {
        let mut draw = Self::anywhere(dice);
        let (alpha, loss) = (draw.law.exponent, draw.law.damping * draw.speed);
        let tau = dice.log_between(0.01, 100.0) / draw.rate;
        let x = tau * draw.speed / ContactTiming::fast(alpha, loss).duration_ratio;
        draw.law.stiffness = 0.5 * draw.mass * draw.speed * draw.speed * (alpha + 1.0) / x.powf(alpha + 1.0);
        if dice.unit() < 0.3 {
            draw.substeps = Substeps::Auto;
        }
        draw
    }

    fn run(&self) -> BounceReport {
        let problem = Problem::new(self.mass, self.law, Step::at_rate(self.rate));
        let mut scheme = Exact::new(self.substeps, self.duration);
        let approach = Approach { speed: self.speed, offset: self.offset, max_steps: 100_000 };
        let mut sticky = false;
        let report = bounce(&problem, &mut scheme, approach, |sample| {
            sticky |= sample.force < 0.0 && sample.compression > 0.0;
        });
        assert!(!sticky, "the surfaces pulled on each other: {self:?}");
        report
    }
}

#[derive(Default)]
struct Worst {
    velocity: f64,
    gain: f64,
    numerical: f64,
    iterations: u32,
    total: u64,
    steps: u64,
    contacts: u32,
}

impl Worst {
    fn record(&mut self, draw: &Draw) {
        let report = draw.run();
        if report.ended == RunEnd::Captured {
            // Only a contact of more than 100,000 samples may be unfinished.
            assert!(Impact::new(draw.mass, draw.law, draw.speed).duration() * draw.rate > 9e4);
            return;
        }
        assert_eq!(report.ended, RunEnd::Released, "{draw:?}");
        let exact = Impact::new(draw.mass, draw.law, draw.speed).release_velocity();
        let error = (report.release_velocity / exact - 1.0).abs();
        assert!(error <= 1e-10, "v_out off by {error:e}: {draw:?}");
        let gain = report.max_energy_gain;
        assert!(gain <= 1e-12, "energy rose by {gain:e}: {draw:?}");
        let numerical = (report.ledger.numerical() / report.ledger.initial).abs();
        assert!(numerical < 1e-10, "{numerical:e} unaccounted for: {draw:?}");
        assert!(report.iterations_max <= MAX_ITERATIONS, "{draw:?}");
        self.velocity = self.velocity.max(error);
        self.gain = self.gain.max(gain);
        self.numerical = self.numerical.max(numerical);
        self.iterations = self.iterations.max(report.iterations_max);
        self.total += report.iterations_total;
        self.steps += u64::from(report.samples);
        self.contacts += 1;
    }

    fn print(&self) {
        println!(
            "{} contacts, {} samples: v_out within {:.1e}, energy gain {:.1e}, numerical {:.1e} of the initial energy, \
             at most {} iterations, {:.2} on average",
            self.contacts,
            self.steps,
            self.velocity,
            self.gain,
            self.numerical,
            self.iterations,
            self.total as f64 / self.steps as f64
        );
    }
}

#[test]
fn a_hundred_thousand_short_contacts_have_the_exact_release_velocity() {
    let mut dice = Dice::new(2);
    let mut worst = Worst::default();
    for _ in 0..100_000 {
        worst.record(&Draw::of_few_samples(&mut dice));
    }
    worst.print();
    assert!(worst.total <= 4 * worst.steps, "more than 4 iterations on average");
}

#[test]
fn contacts_from_the_declared_ranges_have_the_exact_release_velocity() {
    let mut dice = Dice::new(3);
    let mut worst = Worst::default();
    for _ in 0..800 {
        worst.record(&Draw::anywhere(&mut dice));
    }
    worst.print();
}

#[test]
fn a_hundred_rebounds_end_with_the_exact_energy() {
    for (name, stiffness, exponent, damping, first) in
        [("case 1", 1e7, 1.3, 0.01, 0.5), ("case 2", 1e9, 1.5, 0.5, 1.0)]
    {
        let law = HuntCrossley { stiffness, exponent, damping };
        let problem = Problem::new(0.01, law, Step::at_rate(44_100.0));
        let mut chain = foley_contact::bounce::ImpactChain::from_speed(first);
        for _ in 0..100 {
            let mut scheme = Exact::default();
            let report = bounce(&problem, &mut scheme, Approach::at_speed(chain.speed), |_| {});
            chain.advance(law, problem.mass, report.release_velocity);
        }
        println!("{name}: residual energy off by {:e} after 100 impacts", chain.error());
        assert!(chain.error().abs() < 1e-12, "{name}: {:e}", chain.error());
    }
}

#[test]
fn without_loss_the_release_speed_equals_the_approach_speed() {
    let law = HuntCrossley { damping: 0.0, ..HuntCrossley::default() };
    let problem = Problem::new(0.01, law, Step::at_rate(44_100.0));
    for substeps in [Substeps::Count(1), Substeps::Auto] {
        let mut scheme = Exact::new(substeps, Duration::Corrected);
        let report = bounce(&problem, &mut scheme, Approach::at_speed(1.0), |_| {});
        assert!((report.release_velocity + 1.0).abs() < 1e-14);
        assert!(report.ledger.heat.abs() < 1e-18, "{:e}", report.ledger.heat);
    }
}

#[test]
fn the_ledger_heat_matches_the_closed_form() {
    let law = HuntCrossley::default();
    let problem = Problem::new(0.01, law, Step::at_rate(44_100.0));
    let mut scheme = Exact::new(Substeps::Count(1), Duration::Plain);
    let report = bounce(&problem, &mut scheme, Approach::at_speed(1.0), |_| {});
    let lost = Impact::new(0.01, law, 1.0).energy_lost();
    assert!((report.ledger.heat / lost - 1.0).abs() < 1e-12);
}

//! Exact modes under a force that is held over the step. The force is that of the exact step or of the plain
//! discrete gradient.
//!
//! ```math
//! s_1 = E s_0 + \Gamma \bar f
//! ```
//!
//! The transition matrix E and the force response Γ advance the state s of a mode by one step of duration T
//! under the held force f̄. The discrete gradient is f̄ = (1 + μ Δx/T) ΔV/Δx, with the damping μ and the
//! changes Δx of the gap and ΔV of the elastic energy. The exact step lets the compression lag slightly
//! behind the gap, which gives the exact release velocity ([`foley_contact::scheme::exact`]).

use super::{Stepper, Strike, StrikeState, shape_height};
use foley_body::modal::StateTransition;
use foley_contact::law::{HuntCrossley, Law};
use foley_contact::scheme::Duration;
use foley_contact::{Contact, Forecast, Motion, Step};

/// Rule that computes the contact force of a step: the exact step, or the plain discrete gradient.
#[derive(Clone, Debug, PartialEq)]
enum ForceRule {
    Exact(Box<Contact>),
    Gradient(HuntCrossley),
}

/// Stepper of a hammer and exact modes with a contact force that is constant over a step.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldForceStepper {
    strike: Strike,
    step: Step,
    maps: Vec<StateTransition>,
    state: StrikeState,
    rule: ForceRule,
    force: f64,
    heat: f64,
}

impl HeldForceStepper {
    /// Creates a stepper with the exact step of this project, starting `before` seconds before contact.
    pub fn exact_step(strike: &Strike, step: Step, before: f64, duration: Duration) -> Self {
        let gap = strike.state_before(before).hammer.displacement;
        let contact = Contact::new(strike.law, gap).with_duration(duration);
        Self::with(strike, step, before, ForceRule::Exact(Box::new(contact)))
    }

    /// Creates a stepper with the plain discrete gradient, starting `before` seconds before contact.
    pub fn gradient(strike: &Strike, step: Step, before: f64) -> Self {
        Self::with(strike, step, before, ForceRule::Gradient(strike.law))
    }

    fn with(strike: &Strike, step: Step, before: f64, rule: ForceRule) -> Self {
        Self {
            strike: strike.clone(),
            step,
            maps: strike.modes.iter().map(|mode| StateTransition::exact(mode, step)).collect(),
            state: strike.state_before(before),
            rule,
            force: 0.0,
            heat: 0.0,
        }
    }

    /// Returns the heat dissipated by the contact so far \[J\].
    pub fn heat(&self) -> f64 {
        self.heat
    }

    /// Forecasts the motion of the struck point one step ahead.
    fn forecast(&self) -> Forecast {
        let mut sum = Forecast::WALL;
        sum.now = self.state.struck_point(&self.strike);
        let all = self.strike.modes.iter().zip(&self.maps).zip(&self.state.modes);
        for ((mode, map), at) in all {
            let (w, free) = (shape_height(mode), map.apply(*at, 0.0));
            sum.free = sum.free + Motion::new(w * free.displacement, w * free.velocity);
            sum.per_newton = sum.per_newton + Motion::new(w * w * map.xf, w * w * map.vf);
        }
        sum
    }
}

impl Stepper for HeldForceStepper {
    fn step(&mut self) {
        let hammer = Forecast::of_mass(self.strike.mass, self.state.hammer, 0.0, self.step);
        let gap = hammer.against(&self.forecast());
        let (force, heat) = match &mut self.rule {
            ForceRule::Exact(contact) => {
                let decision = contact.decide(&gap, self.step);
                let exchange = contact.settle(&decision, decision.moved());
                if !contact.touching() {
                    contact.relax(self.step);
                }
                (exchange.force, exchange.heat)
            }
            ForceRule::Gradient(law) => gradient(*law, &gap, self.step),
        };
        self.force = force;
        self.heat += heat;
        self.state.hammer = hammer.pushed_by(-force);
        let moving = self.strike.modes.iter().zip(&self.maps);
        for ((mode, map), at) in moving.zip(&mut self.state.modes) {
            *at = map.apply(*at, shape_height(mode) * force);
        }
    }

    fn state(&self) -> &StrikeState {
        &self.state
    }

    fn force(&self) -> f64 {
        self.force
    }

    fn compression(&self) -> f64 {
        match &self.rule {
            ForceRule::Exact(contact) => contact.compression(),
            ForceRule::Gradient(_) => self.state.gap(&self.strike).displacement,
        }
    }

    fn stored(&self) -> f64 {
        match &self.rule {
            ForceRule::Exact(contact) => contact.stored(),
            ForceRule::Gradient(law) => law.potential(self.compression()),
        }
    }
}

/// Returns force and heat of the discrete gradient over a step \[N, J\]. The unknown is the change d of the
/// gap: d − d_free + C f̄(d) = 0, with the change d_free without force, the displacement C per newton and the
/// force f̄. The left side increases with d; bisection finds its zero to the last digit.
fn gradient(law: HuntCrossley, gap: &Forecast, step: Step) -> (f64, f64) {
    let (t, y) = (step.seconds(), gap.now.displacement);
    let free = gap.free.displacement - y;
    if y <= 0.0 && y + free <= 0.0 {
        return (0.0, 0.0);
    }
    let force = |d: f64| law.mean_elastic(y, d) * (1.0 + law.damping * d / t).max(0.0);
    let give = gap.per_newton.displacement;
    let (mut low, mut high) = (free - give * force(free), free);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if !(low < middle && middle < high) {
            break;
        }
        if middle - free + give * force(middle) > 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    let d = 0.5 * (low + high);
    // In a stiff contact the equation of the gap gives the force with more digits than the law does.
    let force = ((free - d) / give).max(0.0);
    (force, force * d - (law.potential(y + d) - law.potential(y)))
}

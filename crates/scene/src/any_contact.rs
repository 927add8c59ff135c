//! A closed set of contacts with one interface.
//!
//! | kind       | gap                                               | force                                |
//! |------------|---------------------------------------------------|--------------------------------------|
//! | `Impact`   | compression along the normal                      | never pulls; exact step              |
//! | `Linear`   | compression along the normal                      | never pulls; spring and dashpot      |
//! | `Rub`      | sliding distance                                  | against the sliding; bristles        |

use crate::spec::ContactLaw;
use crate::touch::TouchEstimate;
use foley_contact::energy::Exchange;
use foley_contact::friction::{Friction, FrictionContact, FrictionDecision};
use foley_contact::law::{HuntCrossley, Law, Linear};
use foley_contact::{Contact, Decision, Forecast, LinearImpact, Step};
use foley_params::{Param, Parametric};

/// A contact of any kind that a scene supports.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AnyContact {
    /// An impact with a Hunt–Crossley law.
    Impact(Contact),
    /// An impact with a linear spring and dashpot.
    Linear(LinearImpact),
    /// Friction between two surfaces.
    Rub(FrictionContact),
}

impl From<Contact> for AnyContact {
    fn from(contact: Contact) -> Self {
        Self::Impact(contact)
    }
}

impl From<LinearImpact> for AnyContact {
    fn from(contact: LinearImpact) -> Self {
        Self::Linear(contact)
    }
}

impl From<FrictionContact> for AnyContact {
    fn from(rub: FrictionContact) -> Self {
        Self::Rub(rub)
    }
}

/// Decision of a contact of any kind for one step.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AnyDecision {
    Impact(Decision),
    Rub(FrictionDecision),
}

impl AnyDecision {
    pub(crate) fn force(&self) -> f64 {
        match self {
            Self::Impact(decision) => decision.force,
            Self::Rub(decision) => decision.force,
        }
    }

    /// Returns the change of the gap under the force of this decision alone \[m\].
    pub(crate) fn moved(&self) -> f64 {
        match self {
            Self::Impact(decision) => decision.moved(),
            Self::Rub(decision) => decision.slid(),
        }
    }

    /// Returns the derivative of the contact force with respect to the motion of the gap without contact
    /// force [N/m].
    pub(crate) fn slope(&self) -> f64 {
        match self {
            Self::Impact(decision) => decision.slope,
            Self::Rub(decision) => decision.slope,
        }
    }
}

impl AnyContact {
    /// Whether the two surfaces press on each other.
    pub(crate) fn touching(&self) -> bool {
        match self {
            Self::Impact(contact) => contact.touching(),
            Self::Linear(contact) => contact.touching(),
            Self::Rub(rub) => rub.law().normal_force > 0.0,
        }
    }

    /// Returns the energy stored in the contact \[J\].
    pub(crate) fn stored(&self) -> f64 {
        match self {
            Self::Impact(contact) => contact.stored(),
            Self::Linear(contact) => contact.stored(),
            Self::Rub(rub) => rub.stored(),
        }
    }

    /// Returns the heat that the contact has released since its last step and will report with its next step
    /// \[J\].
    pub(crate) fn pending_heat(&self) -> f64 {
        match self {
            Self::Rub(rub) => rub.unbooked_heat(),
            Self::Impact(_) | Self::Linear(_) => 0.0,
        }
    }

    /// Returns the contact force held over the last step \[N\].
    pub(crate) fn force(&self) -> f64 {
        match self {
            Self::Impact(contact) => contact.force(),
            Self::Linear(contact) => contact.force(),
            Self::Rub(rub) => rub.force(),
        }
    }

    /// Returns the compression \[m\], 0 if the surfaces are apart; for friction, the bristle deflection.
    pub(crate) fn compression(&self) -> f64 {
        match self {
            Self::Impact(contact) => contact.compression().max(0.0),
            Self::Linear(contact) => contact.compression().max(0.0),
            Self::Rub(rub) => rub.deflection(),
        }
    }

    /// Whether this contact is an impact rather than friction.
    pub(crate) fn is_impact(&self) -> bool {
        !matches!(self, Self::Rub(_))
    }

    /// Whether this contact is an impact whose surfaces touch.
    pub(crate) fn is_impact_touching(&self) -> bool {
        self.is_impact() && self.touching()
    }

    /// Whether this contact is an impact whose surfaces are apart, so that a touch may begin.
    pub(crate) fn may_begin(&self) -> bool {
        self.is_impact() && !self.touching()
    }

    /// Estimates a lasting touch: half a period of the oscillation about the present compression, for an
    /// effective `mass` \[kg\]. Returns `None` for friction or for surfaces apart.
    pub(crate) fn lasting_touch(&self, mass: f64) -> Option<TouchEstimate> {
        let slope = match self {
            Self::Impact(contact) => contact.effective().slope(contact.compression()),
            Self::Linear(contact) => contact.law().stiffness,
            Self::Rub(_) => return None,
        };
        let seconds = core::f64::consts::PI * (mass / slope).sqrt();
        self.touching().then_some(TouchEstimate { seconds, exponent: 1.0, loss: 0.0 })
    }

    /// Returns the overlap of the ports at which the surfaces begin to touch \[m\].
    pub(crate) fn offset(&self) -> f64 {
        match self {
            Self::Impact(contact) => contact.offset(),
            Self::Linear(_) | Self::Rub(_) => 0.0,
        }
    }

    /// Estimates the touch that is about to begin, by the closed form. Returns `None` for friction or for
    /// surfaces that do not approach.
    pub(crate) fn new_touch(&self, gap: &Forecast, step: Step) -> Option<TouchEstimate> {
        let mean = (gap.free.displacement - gap.now.displacement) / step.seconds();
        let speed = gap.now.velocity.max(mean).max(0.0);
        match self {
            Self::Impact(contact) => Some(TouchEstimate {
                seconds: contact.contact_time(gap, step)?,
                exponent: contact.law().exponent,
                loss: contact.law().damping * speed,
            }),
            Self::Linear(contact) => {
                Some(TouchEstimate { seconds: contact.contact_time(gap, step)?, exponent: 1.0, loss: 0.0 })
            }
            Self::Rub(_) => None,
        }
    }

    /// Whether the contact may exert a force in the coming step.
    pub(crate) fn would_act(&self, gap: &Forecast) -> bool {
        match self {
            Self::Impact(contact) => contact.would_touch(gap),
            Self::Linear(contact) => contact.would_touch(gap),
            Self::Rub(_) => self.touching() || self.stored() > 0.0,
        }
    }

    pub(crate) fn decide(&self, gap: &Forecast, step: Step) -> AnyDecision {
        match self {
            Self::Impact(contact) => AnyDecision::Impact(contact.decide(gap, step)),
            Self::Linear(contact) => AnyDecision::Impact(contact.decide(gap, step)),
            Self::Rub(rub) => AnyDecision::Rub(rub.decide(gap, step)),
        }
    }

    /// Decides and settles one step of a contact that does not interact with other contacts. Returns the
    /// energy exchange and the change of the gap \[m\].
    #[inline]
    pub(crate) fn act_alone(&mut self, gap: &Forecast, step: Step) -> (Exchange, f64) {
        match self {
            Self::Impact(contact) => {
                let decision = contact.decide(gap, step);
                let moved = decision.moved();
                (contact.settle(&decision, moved), moved)
            }
            Self::Linear(contact) => {
                let decision = contact.decide(gap, step);
                let moved = decision.moved();
                (contact.settle(&decision, moved), moved)
            }
            Self::Rub(rub) => {
                let decision = rub.decide(gap, step);
                let moved = decision.slid();
                (rub.settle(&decision, moved), moved)
            }
        }
    }

    /// Decides the step, starting the search for the force at `near` \[N\], a value close to the solution.
    pub(crate) fn decide_from(&self, gap: &Forecast, step: Step, near: f64) -> AnyDecision {
        match self {
            Self::Impact(contact) => AnyDecision::Impact(contact.decide_from(gap, step, near)),
            Self::Linear(contact) => AnyDecision::Impact(contact.decide(gap, step)),
            Self::Rub(rub) => AnyDecision::Rub(rub.decide(gap, step)),
        }
    }

    pub(crate) fn settle(&mut self, decision: &AnyDecision, moved: f64) -> Exchange {
        match (self, decision) {
            (Self::Impact(contact), AnyDecision::Impact(decision)) => contact.settle(decision, moved),
            (Self::Linear(contact), AnyDecision::Impact(decision)) => contact.settle(decision, moved),
            (Self::Rub(rub), AnyDecision::Rub(decision)) => rub.settle(decision, moved),
            _ => Exchange::default(),
        }
    }

    /// Skips a step: sets the force to zero and the gap to `gap` \[m\], and keeps the stored energy.
    pub(crate) fn skip_step(&mut self, gap: f64) {
        match self {
            Self::Impact(contact) => contact.skip_step(gap),
            Self::Linear(contact) => contact.skip_step(gap),
            Self::Rub(_) => {}
        }
    }

    /// Sets the gap to `gap` \[m\] after a jump of the surfaces and keeps the compression.
    pub(crate) fn shift(&mut self, gap: f64) {
        match self {
            Self::Impact(contact) => contact.shift(gap),
            Self::Linear(contact) => contact.shift(gap),
            Self::Rub(_) => {}
        }
    }

    /// Sets the gap to `gap` \[m\] after an interval `elapsed` without contact.
    pub(crate) fn coast(&mut self, gap: f64, elapsed: Step) {
        match self {
            Self::Impact(contact) => contact.coast(gap, elapsed),
            Self::Linear(contact) => contact.coast(gap),
            Self::Rub(_) => {}
        }
    }

    /// Sets the parameter `id` of the contact law and keeps the compression.
    pub(crate) fn set(&mut self, id: &str, value: f64) {
        match self {
            Self::Impact(contact) => contact.change_law(with(contact.law(), id, value)),
            Self::Linear(contact) => contact.change_law(with(contact.law(), id, value)),
            Self::Rub(rub) => rub.change_law(with(rub.law(), id, value)),
        }
    }

    /// Replaces the contact law by a law of equal kind and keeps the compression and the normal force of
    /// friction. Returns false if the kind differs.
    pub(crate) fn change_law(&mut self, law: &ContactLaw) -> bool {
        match (self, *law) {
            (Self::Impact(contact), ContactLaw::Impact(law)) => contact.change_law(law),
            (Self::Linear(contact), ContactLaw::LinearImpact(law)) => contact.change_law(law),
            (Self::Rub(rub), ContactLaw::Friction { law, .. }) => rub.change_law(law),
            _ => return false,
        }
        true
    }

    /// Whether the contact already has the law `law`, apart from the normal force; `None` if the kind
    /// differs.
    pub(crate) fn matches_law(&self, law: &ContactLaw) -> Option<bool> {
        match (self, *law) {
            (Self::Impact(contact), ContactLaw::Impact(law)) => Some(contact.law() == law),
            (Self::Linear(contact), ContactLaw::LinearImpact(law)) => Some(contact.law() == law),
            (Self::Rub(rub), ContactLaw::Friction { law, .. }) => {
                let mut now = rub.law();
                now.normal_force = law.normal_force;
                Some(now == law)
            }
            _ => None,
        }
    }

    /// Whether the surfaces can be rough, as [`ContactLaw::can_be_rough`].
    pub(crate) fn can_be_rough(&self) -> bool {
        matches!(self, Self::Impact(_))
    }

    /// Whether `value` is within the range of the parameter `id`; `None` if the law has no such parameter.
    pub(crate) fn accepts(&self, id: &str, value: f64) -> Option<bool> {
        match self {
            Self::Impact(_) => accepts::<HuntCrossley>(id, value),
            Self::Linear(_) => accepts::<Linear>(id, value),
            Self::Rub(_) => accepts::<Friction>(id, value),
        }
    }

    /// Resets the contact to rest with the gap `gap` \[m\].
    pub(crate) fn come_to_rest(&mut self, gap: f64) {
        match self {
            Self::Impact(contact) => contact.reset(gap),
            Self::Linear(contact) => contact.reset(gap),
            Self::Rub(rub) => rub.reset(),
        }
    }
}

/// Returns the law `owner` with the parameter `id` changed.
fn with<P: Parametric>(mut owner: P, id: &str, value: f64) -> P {
    if let Some(param) = P::PARAMS.iter().find(|param| param.id == id) {
        (param.set)(&mut owner, param.clamp(value));
    }
    owner
}

/// Returns the value of the first parameter of a law that is outside the range of its table.
pub(crate) fn out_of_range(law: &ContactLaw) -> Option<f64> {
    fn of<P: Parametric>(owner: &P) -> Option<f64> {
        let value = |param: &Param<P>| (param.get)(owner);
        let invalid = P::PARAMS.iter().find(|param| !param.contains(value(param)));
        invalid.map(value)
    }
    match law {
        ContactLaw::Impact(law) => of(law),
        ContactLaw::LinearImpact(law) => of(law),
        ContactLaw::Friction { law, .. } => of(law),
    }
}

fn accepts<P: Parametric>(id: &str, value: f64) -> Option<bool> {
    let param = P::PARAMS.iter().find(|param| param.id == id)?;
    Some(param.contains(value))
}

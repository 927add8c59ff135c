//! Any contact: a closed set, asked and told in one way.
//!
//! | kind       | what the gap is                                   | force                                |
//! |------------|---------------------------------------------------|--------------------------------------|
//! | `Impact`   | compression along the normal                      | never pulls; exact step              |
//! | `Linear`   | the same                                          | never pulls; spring and dashpot      |
//! | `Rub`      | how far one surface has slid over the other       | against the sliding; bristles        |

use crate::spec::ContactLaw;
use crate::touch::TouchEstimate;
use foley_contact::energy::Exchange;
use foley_contact::friction::{Friction, FrictionContact, FrictionDecision};
use foley_contact::law::{HuntCrossley, Law, Linear};
use foley_contact::{Contact, Decision, Forecast, LinearImpact, Step};
use foley_params::{Param, Parametric};

/// Any contact.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AnyContact {
    /// Two surfaces strike.
    Impact(Contact),
    /// Two surfaces strike, with a spring and a dashpot between them.
    Linear(LinearImpact),
    /// Two surfaces rub.
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

/// What any contact wants to happen over one step.
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

    /// How far the gap goes under this force and no other \[m\].
    pub(crate) fn moved(&self) -> f64 {
        match self {
            Self::Impact(decision) => decision.moved(),
            Self::Rub(decision) => decision.slid(),
        }
    }

    /// How the force answers its own free motion, as a newton moves it [N/m].
    pub(crate) fn slope(&self) -> f64 {
        match self {
            Self::Impact(decision) => decision.slope,
            Self::Rub(decision) => decision.slope,
        }
    }
}

impl AnyContact {
    /// The surfaces press on each other.
    pub(crate) fn touching(&self) -> bool {
        match self {
            Self::Impact(contact) => contact.touching(),
            Self::Linear(contact) => contact.touching(),
            Self::Rub(rub) => rub.law().normal_force > 0.0,
        }
    }

    /// Energy stored \[J\].
    pub(crate) fn stored(&self) -> f64 {
        match self {
            Self::Impact(contact) => contact.stored(),
            Self::Linear(contact) => contact.stored(),
            Self::Rub(rub) => rub.stored(),
        }
    }

    /// Heat that it has made and that the next step will book \[J\].
    pub(crate) fn pending_heat(&self) -> f64 {
        match self {
            Self::Rub(rub) => rub.unbooked_heat(),
            Self::Impact(_) | Self::Linear(_) => 0.0,
        }
    }

    /// The force held over the last step \[N\].
    pub(crate) fn force(&self) -> f64 {
        match self {
            Self::Impact(contact) => contact.force(),
            Self::Linear(contact) => contact.force(),
            Self::Rub(rub) => rub.force(),
        }
    }

    /// How far the surfaces are into each other, 0 if apart; for surfaces that rub, how far their bristles
    /// are bent \[m\].
    pub(crate) fn compression(&self) -> f64 {
        match self {
            Self::Impact(contact) => contact.compression().max(0.0),
            Self::Linear(contact) => contact.compression().max(0.0),
            Self::Rub(rub) => rub.deflection(),
        }
    }

    /// Surfaces that strike, not rub.
    pub(crate) fn strikes(&self) -> bool {
        !matches!(self, Self::Rub(_))
    }

    /// Surfaces that strike and do so now.
    pub(crate) fn striking(&self) -> bool {
        self.strikes() && self.touching()
    }

    /// Surfaces that strike, but do not touch now.
    pub(crate) fn may_begin(&self) -> bool {
        self.strikes() && !self.touching()
    }

    /// A touch that goes on, as if it swung about where it is: half a period, for an effective mass \[kg\].
    /// None if the surfaces rub or are apart.
    pub(crate) fn swing(&self, mass: f64) -> Option<TouchEstimate> {
        let slope = match self {
            Self::Impact(contact) => contact.effective().slope(contact.compression()),
            Self::Linear(contact) => contact.law().stiffness,
            Self::Rub(_) => return None,
        };
        let seconds = core::f64::consts::PI * (mass / slope).sqrt();
        self.touching().then_some(TouchEstimate { seconds, exponent: 1.0, loss: 0.0 })
    }

    /// How far into each other the ports must be before the surfaces touch \[m\].
    pub(crate) fn offset(&self) -> f64 {
        match self {
            Self::Impact(contact) => contact.offset(),
            Self::Linear(_) | Self::Rub(_) => 0.0,
        }
    }

    /// The touch that a gap is about to make, by the closed form. None if the surfaces do not approach, or
    /// rub.
    pub(crate) fn touch(&self, gap: &Forecast, step: Step) -> Option<TouchEstimate> {
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

    /// Whether a force may come of the coming step.
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

    /// Decides and settles in one, where no other contact has a say: what became of the energy, and how far
    /// the gap went \[m\].
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

    /// What it wants, from a force that is known to be near \[N\].
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

    /// The step goes by without it: no force, what is stored stays, and the gap is now this \[m\].
    pub(crate) fn skip_step(&mut self, gap: f64) {
        match self {
            Self::Impact(contact) => contact.skip_step(gap),
            Self::Linear(contact) => contact.skip_step(gap),
            Self::Rub(_) => {}
        }
    }

    /// Something moved the surfaces at once, to this gap \[m\]; what is compressed stays so.
    pub(crate) fn shift(&mut self, gap: f64) {
        match self {
            Self::Impact(contact) => contact.shift(gap),
            Self::Linear(contact) => contact.shift(gap),
            Self::Rub(_) => {}
        }
    }

    /// Some samples went by without a touch, and the gap is now this \[m\].
    pub(crate) fn coast(&mut self, gap: f64, elapsed: Step) {
        match self {
            Self::Impact(contact) => contact.coast(gap, elapsed),
            Self::Linear(contact) => contact.coast(gap),
            Self::Rub(_) => {}
        }
    }

    /// Changes a parameter of its law, by the name that its table has for it; what is compressed stays so.
    pub(crate) fn set(&mut self, id: &str, value: f64) {
        match self {
            Self::Impact(contact) => contact.change_law(with(contact.law(), id, value)),
            Self::Linear(contact) => contact.change_law(with(contact.law(), id, value)),
            Self::Rub(rub) => rub.change_law(with(rub.law(), id, value)),
        }
    }

    /// Another law of the same kind, what is compressed stays so; false if it is of another kind. Surfaces
    /// that rub are pressed as before.
    pub(crate) fn change_law(&mut self, law: &ContactLaw) -> bool {
        match (self, *law) {
            (Self::Impact(contact), ContactLaw::Impact(law)) => contact.change_law(law),
            (Self::Linear(contact), ContactLaw::LinearImpact(law)) => contact.change_law(law),
            (Self::Rub(rub), ContactLaw::Friction { law, .. }) => rub.change_law(law),
            _ => return false,
        }
        true
    }

    /// It has this law already, as far as the law decides it; none if the law is of another kind.
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

    /// Whether its law takes a value for a parameter; none if it has no such parameter.
    pub(crate) fn takes(&self, id: &str, value: f64) -> Option<bool> {
        match self {
            Self::Impact(_) => takes::<HuntCrossley>(id, value),
            Self::Linear(_) => takes::<Linear>(id, value),
            Self::Rub(_) => takes::<Friction>(id, value),
        }
    }

    /// Forgets its history; the gap is now this \[m\].
    pub(crate) fn come_to_rest(&mut self, gap: f64) {
        match self {
            Self::Impact(contact) => contact.reset(gap),
            Self::Linear(contact) => contact.reset(gap),
            Self::Rub(rub) => rub.reset(),
        }
    }
}

/// The same with one parameter changed.
fn with<P: Parametric>(mut owner: P, id: &str, value: f64) -> P {
    if let Some(param) = P::PARAMS.iter().find(|param| param.id == id) {
        (param.set)(&mut owner, param.clamp(value));
    }
    owner
}

/// The first parameter of a law that lies outside its table's range, by its value.
pub(crate) fn out_of_range(law: &ContactLaw) -> Option<f64> {
    fn of<P: Parametric>(owner: &P) -> Option<f64> {
        let value = |param: &Param<P>| (param.get)(owner);
        let wrong = P::PARAMS.iter().find(|param| !param.contains(value(param)));
        wrong.map(value)
    }
    match law {
        ContactLaw::Impact(law) => of(law),
        ContactLaw::LinearImpact(law) => of(law),
        ContactLaw::Friction { law, .. } => of(law),
    }
}

fn takes<P: Parametric>(id: &str, value: f64) -> Option<bool> {
    let param = P::PARAMS.iter().find(|param| param.id == id)?;
    Some(param.contains(value))
}

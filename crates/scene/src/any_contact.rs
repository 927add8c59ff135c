//! Any contact: a closed set, asked and told in one way.
//!
//! | kind       | what the gap is                                   | force                                |
//! |------------|---------------------------------------------------|--------------------------------------|
//! | `Impact`   | compression along the normal                      | never pulls; exact step              |
//! | `Rub`      | how far one surface has slid over the other       | against the sliding; bristles        |

use foley_contact::energy::Exchange;
use foley_contact::friction::{Rub, RubDecision};
use foley_contact::{Contact, Decision, Forecast, Step};
use foley_params::Parametric;

/// Any contact.
#[derive(Clone, Copy, Debug)]
pub enum AnyContact {
    /// Two surfaces strike.
    Impact(Contact),
    /// Two surfaces rub.
    Rub(Rub),
}

impl From<Contact> for AnyContact {
    fn from(contact: Contact) -> Self {
        Self::Impact(contact)
    }
}

impl From<Rub> for AnyContact {
    fn from(rub: Rub) -> Self {
        Self::Rub(rub)
    }
}

/// What any contact wants to happen over one step.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AnyDecision {
    Impact(Decision),
    Rub(RubDecision),
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

    /// How the force answers its own free displacement [N/m].
    pub(crate) fn slope(&self) -> f64 {
        match self {
            Self::Impact(decision) => decision.slope,
            Self::Rub(decision) => decision.slope,
        }
    }
}

impl AnyContact {
    /// The surfaces press on each other.
    pub fn touching(&self) -> bool {
        match self {
            Self::Impact(contact) => contact.touching(),
            Self::Rub(rub) => rub.law().normal_force > 0.0,
        }
    }

    /// Energy stored \[J\].
    pub fn stored(&self) -> f64 {
        match self {
            Self::Impact(contact) => contact.stored(),
            Self::Rub(rub) => rub.stored(),
        }
    }

    /// The force held over the last step \[N\].
    pub fn force(&self) -> f64 {
        match self {
            Self::Impact(contact) => contact.force(),
            Self::Rub(rub) => rub.force(),
        }
    }

    /// How far the surfaces are into each other, 0 if apart; for surfaces that rub, how far their bristles are bent \[m\].
    pub fn compression(&self) -> f64 {
        match self {
            Self::Impact(contact) => contact.compression().max(0.0),
            Self::Rub(rub) => rub.deflection(),
        }
    }

    /// Whether a force may come of the coming step.
    pub(crate) fn would_act(&self, gap: &Forecast) -> bool {
        match self {
            Self::Impact(contact) => contact.would_touch(gap),
            Self::Rub(_) => self.touching() || self.stored() > 0.0,
        }
    }

    pub(crate) fn decide(&self, gap: &Forecast, step: Step) -> AnyDecision {
        match self {
            Self::Impact(contact) => AnyDecision::Impact(contact.decide(gap, step)),
            Self::Rub(rub) => AnyDecision::Rub(rub.decide(gap, step)),
        }
    }

    /// The same, from a force that is known to be near \[N\].
    pub(crate) fn decide_from(&self, gap: &Forecast, step: Step, near: f64) -> AnyDecision {
        match self {
            Self::Impact(contact) => AnyDecision::Impact(contact.decide_from(gap, step, near)),
            Self::Rub(rub) => AnyDecision::Rub(rub.decide(gap, step)),
        }
    }

    pub(crate) fn settle(&mut self, decision: &AnyDecision, moved: f64) -> Exchange {
        match (self, decision) {
            (Self::Impact(contact), AnyDecision::Impact(decision)) => {
                contact.settle(decision, moved)
            }
            (Self::Rub(rub), AnyDecision::Rub(decision)) => rub.settle(decision, moved),
            _ => Exchange::default(),
        }
    }

    /// Some samples went by without a touch, and the gap is now this \[m\].
    pub(crate) fn coast(&mut self, gap: f64, elapsed: Step) {
        if let Self::Impact(contact) = self {
            contact.coast(gap, elapsed);
        }
    }

    /// Changes a parameter of its law, by the name that its table has for it; what is compressed stays so.
    pub(crate) fn set(&mut self, id: &str, value: f64) {
        match self {
            Self::Impact(contact) => contact.change_law(with(contact.law(), id, value)),
            Self::Rub(rub) => rub.change_law(with(rub.law(), id, value)),
        }
    }

    /// Forgets its history; the gap is now this \[m\].
    pub(crate) fn come_to_rest(&mut self, gap: f64) {
        match self {
            Self::Impact(contact) => contact.come_to_rest(gap),
            Self::Rub(rub) => rub.come_to_rest(),
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

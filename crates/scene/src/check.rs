//! Whether a description can play: every reference is there, every number is one.

use crate::ringing::MAX_PROBES_PER_STRING;
use crate::spec::{
    Action, BodySpec, ContactLaw, Gesture, ParameterOwner, Place, Quantity, SceneSpec, Signal, Source,
};
use foley_body::modal::ModalError;
use foley_body::waveguide::WaveguideError;
use foley_params::Parametric;
use thiserror::Error;

/// Why a description cannot play.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SceneError {
    /// A sample rate that nothing can be rendered at.
    #[error("a step of {seconds} s; it must be positive, from 1e-7 to 1e-2 s")]
    Step {
        /// What it is \[s\].
        seconds: f64,
    },
    /// A reference to a body that is not there.
    #[error("{place}: there is no body {index}; there are {has}")]
    NoSuchBody {
        /// Where it is referred to.
        place: String,
        /// Its index.
        index: usize,
        /// How many there are.
        has: usize,
    },
    /// A reference to a port that is not there.
    #[error("{place}: `{body}` has no port {port}; it has {has}")]
    NoSuchPort {
        /// Where it is referred to.
        place: String,
        /// The body's name.
        body: String,
        /// The port's index.
        port: usize,
        /// How many there are.
        has: usize,
    },
    /// A reference to a contact that is not there.
    #[error("{place}: there is no contact {index}; there are {has}")]
    NoSuchContact {
        /// Where it is referred to.
        place: String,
        /// Its index.
        index: usize,
        /// How many there are.
        has: usize,
    },
    /// A contact of a port with itself.
    #[error("contact `{contact}`: a port cannot touch itself")]
    TouchesItself {
        /// The contact's name.
        contact: String,
    },
    /// A number that is not one.
    #[error("{place}: {value} is not a finite number")]
    NotFinite {
        /// Where it is.
        place: String,
        /// What it is.
        value: f64,
    },
    /// A modal body that cannot be.
    #[error("body `{body}`: {why}")]
    Modal {
        /// Its name.
        body: String,
        /// What is wrong.
        why: ModalError,
    },
    /// A string that cannot be.
    #[error("body `{body}`: {why}")]
    Waveguide {
        /// Its name.
        body: String,
        /// What is wrong.
        why: WaveguideError,
    },
    /// More listeners than a string takes.
    #[error("body `{body}`: a string has at most {MAX_PROBES_PER_STRING} listeners")]
    TooManyOutputs {
        /// Its name.
        body: String,
    },
    /// Something that this body or contact cannot do.
    #[error("{place}: {why}")]
    Impossible {
        /// Where.
        place: String,
        /// Why not.
        why: &'static str,
    },
}

/// Whether every reference is there and every number is one.
pub(crate) fn check(spec: &SceneSpec) -> Result<(), SceneError> {
    finite("gravity", spec.gravity)?;
    for body in &spec.bodies {
        check_body(&body.name, &body.value)?;
    }
    for (index, contact) in spec.contacts.iter().enumerate() {
        check_contact(spec, index, &format!("contact `{}`", contact.name))?;
    }
    for (index, gesture) in spec.gestures.iter().enumerate() {
        check_gesture(spec, gesture, &format!("gesture {index}"))?;
    }
    for output in &spec.outputs {
        let place = format!("output `{}`", output.name);
        check_output(spec, output.value.of, output.value.quantity, &place)?;
    }
    Ok(())
}

fn finite(place: &str, value: f64) -> Result<(), SceneError> {
    if value.is_finite() {
        return Ok(());
    }
    Err(SceneError::NotFinite { place: place.to_owned(), value })
}

/// Whether there is such a port.
fn port(spec: &SceneSpec, place: &str, at: Place) -> Result<(), SceneError> {
    let Some(body) = spec.bodies.get(at.body) else {
        return Err(SceneError::NoSuchBody {
            place: place.to_owned(),
            index: at.body,
            has: spec.bodies.len(),
        });
    };
    let has = body.value.ports();
    if at.port < has {
        return Ok(());
    }
    Err(SceneError::NoSuchPort { place: place.to_owned(), body: body.name.clone(), port: at.port, has })
}

/// Whether there is such a contact.
fn contact(spec: &SceneSpec, place: &str, index: usize) -> Result<(), SceneError> {
    if index < spec.contacts.len() {
        return Ok(());
    }
    Err(SceneError::NoSuchContact { place: place.to_owned(), index, has: spec.contacts.len() })
}

fn check_body(name: &str, body: &BodySpec) -> Result<(), SceneError> {
    if let BodySpec::Inertial { motion, .. } | BodySpec::Modal { motion, .. } = body {
        finite(&format!("position of `{name}`"), motion.displacement)?;
        finite(&format!("velocity of `{name}`"), motion.velocity)?;
    }
    match body {
        BodySpec::Inertial { spec, .. } if !(spec.mass.is_finite() && spec.mass > 0.0) => {
            Err(SceneError::NotFinite { place: format!("mass of `{name}`"), value: spec.mass })
        }
        _ => Ok(()),
    }
}

fn check_contact(spec: &SceneSpec, index: usize, place: &str) -> Result<(), SceneError> {
    let it = &spec.contacts[index].value;
    port(spec, place, it.one)?;
    port(spec, place, it.two)?;
    finite(place, it.gap)?;
    let wall = |at: Place| matches!(spec.bodies[at.body].value, BodySpec::Wall);
    if wall(it.one) && wall(it.two) {
        return Err(SceneError::Impossible {
            place: place.to_owned(),
            why: "two walls never move, so a contact between them has no effect",
        });
    }
    if it.one == it.two {
        return Err(SceneError::TouchesItself { contact: spec.contacts[index].name.clone() });
    }
    let numbers: Vec<f64> = match it.law {
        ContactLaw::Impact(law) => values(&law),
        ContactLaw::LinearImpact(law) => values(&law),
        ContactLaw::Friction { law, .. } => values(&law),
    };
    for value in numbers {
        finite(place, value)?;
    }
    if let ContactLaw::Friction { normal_from: Some(by), .. } = it.law {
        contact(spec, place, by)?;
        if matches!(spec.contacts[by].value.law, ContactLaw::Friction { .. }) {
            return Err(SceneError::Impossible {
                place: place.to_owned(),
                why: "what presses surfaces together is an impact, not another friction",
            });
        }
    }
    Ok(())
}

fn values<P: Parametric>(owner: &P) -> Vec<f64> {
    P::PARAMS.iter().map(|param| (param.get)(owner)).collect()
}

fn check_gesture(spec: &SceneSpec, gesture: &Gesture, place: &str) -> Result<(), SceneError> {
    finite(place, gesture.at)?;
    let whole = |body: usize| port(spec, place, Place { body, port: 0 });
    match &gesture.action {
        Action::Strike { body, velocity, distance } => {
            finite(place, *velocity)?;
            finite(place, *distance)?;
            whole(*body)
        }
        Action::Place { body, motion } => {
            finite(place, motion.displacement)?;
            finite(place, motion.velocity)?;
            whole(*body)
        }
        Action::Force { place: at, newtons, .. } => {
            check_signal(newtons, place)?;
            port(spec, place, *at)?;
            if matches!(spec.bodies[at.body].value, BodySpec::Wall) {
                return Err(SceneError::Impossible {
                    place: place.to_owned(),
                    why: "a wall cannot be pushed",
                });
            }
            Ok(())
        }
        Action::Offset { contact: of, metres: signal, .. }
        | Action::Slide { contact: of, velocity: signal, .. }
        | Action::Press { contact: of, newtons: signal, .. } => {
            check_signal(signal, place)?;
            contact(spec, place, *of)
        }
        Action::Set { target, value, .. } => {
            finite(place, *value)?;
            match target {
                ParameterOwner::Body(body) => whole(*body),
                ParameterOwner::Contact(of) => contact(spec, place, *of),
            }
        }
    }
}

/// Whether all numbers of a signal are numbers.
fn check_signal(signal: &Signal, place: &str) -> Result<(), SceneError> {
    let all = |values: &[f64]| values.iter().try_for_each(|&value| finite(place, value));
    match signal {
        Signal::Constant(value) => finite(place, *value),
        Signal::Points(points) => points.iter().try_for_each(|&(time, value)| all(&[time, value])),
        Signal::Sine { amplitude, frequency, phase, offset } => {
            all(&[*amplitude, *frequency, *phase, *offset])
        }
        Signal::Noise { amplitude, rate, .. } => all(&[*amplitude, rate.unwrap_or(0.0)]),
        Signal::Samples { values, rate } => {
            all(values)?;
            finite(place, rate.unwrap_or(0.0))
        }
        Signal::Sum(parts) if parts.contains(&Signal::Live) => Err(SceneError::Impossible {
            place: place.to_owned(),
            why: "what is fed while the scene plays is a gesture of its own, not a part of a sum",
        }),
        Signal::Sum(parts) => parts.iter().try_for_each(|part| check_signal(part, place)),
        Signal::Live => Ok(()),
    }
}

fn check_output(spec: &SceneSpec, of: Source, quantity: Quantity, place: &str) -> Result<(), SceneError> {
    let possible = match of {
        Source::Place(at) => {
            port(spec, place, at)?;
            quantity != Quantity::Force
        }
        Source::Contact(index) => {
            contact(spec, place, index)?;
            !matches!(quantity, Quantity::Acceleration | Quantity::Vibration)
        }
    };
    if possible {
        return Ok(());
    }
    Err(SceneError::Impossible {
        place: place.to_owned(),
        why: "a port has displacement, velocity, vibration and acceleration; a contact has force, displacement and velocity",
    })
}

//! Checks of a scene description: every reference exists and every number is finite.

use crate::ringing::MAX_PROBES_PER_STRING;
use crate::spec::{
    Action, BodySpec, ContactLaw, Gesture, ParameterOwner, Place, Quantity, SceneSpec, Signal, Source,
};
use foley_body::modal::ModalError;
use foley_body::waveguide::WaveguideError;
use foley_params::Parametric;
use thiserror::Error;

/// Reason why a scene cannot be built.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SceneError {
    /// The sample period is out of range.
    #[error("the sample period is {seconds} s; it must be from 1e-7 to 1e-2 s")]
    Step {
        /// Sample period given \[s\].
        seconds: f64,
    },
    /// A reference to a body that does not exist.
    #[error("{place}: there is no body with index {index}; the scene has {has}, counted from 0")]
    NoSuchBody {
        /// Location of the reference in the scene.
        place: String,
        /// Index of the body in the reference, counted from 0.
        index: usize,
        /// Number of bodies in the scene.
        has: usize,
    },
    /// A reference to a port that does not exist.
    #[error("{place}: `{body}` has no port with index {port}; it has {has}, counted from 0")]
    NoSuchPort {
        /// Location of the reference in the scene.
        place: String,
        /// Name of the body.
        body: String,
        /// Index of the port in the reference, counted from 0.
        port: usize,
        /// Number of ports of the body.
        has: usize,
    },
    /// A reference to a contact that does not exist.
    #[error("{place}: there is no contact with index {index}; the scene has {has}, counted from 0")]
    NoSuchContact {
        /// Location of the reference in the scene.
        place: String,
        /// Index of the contact in the reference, counted from 0.
        index: usize,
        /// Number of contacts in the scene.
        has: usize,
    },
    /// A contact between a port and itself.
    #[error("contact `{contact}`: a port cannot touch itself")]
    TouchesItself {
        /// Name of the contact.
        contact: String,
    },
    /// A number is not finite, or a mass is not positive.
    #[error("{place}: {value} is invalid; numbers must be finite, and masses positive")]
    NotFinite {
        /// Location of the number in the scene.
        place: String,
        /// The invalid number.
        value: f64,
    },
    /// The description of a modal body is invalid.
    #[error("body `{body}`: {why}")]
    Modal {
        /// Name of the body.
        body: String,
        /// Reason why the modal body is invalid.
        why: ModalError,
    },
    /// The description of a string is invalid.
    #[error("body `{body}`: {why}")]
    Waveguide {
        /// Name of the string.
        body: String,
        /// Reason why the string is invalid.
        why: WaveguideError,
    },
    /// The scene has too many outputs of one string.
    #[error("body `{body}`: a string may have at most {MAX_PROBES_PER_STRING} outputs")]
    TooManyOutputs {
        /// Name of the string.
        body: String,
    },
    /// The body or contact does not support the requested item.
    #[error("{place}: {why}")]
    Impossible {
        /// Location of the impossible item in the scene.
        place: String,
        /// Reason why the item is impossible.
        why: &'static str,
    },
}

/// Checks that every reference in a scene exists and every number is finite.
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

/// Checks that the port `at` exists; `place` locates the reference.
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

/// Checks that the contact `index` exists; `place` locates the reference.
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
    let contact_spec = &spec.contacts[index].value;
    port(spec, place, contact_spec.one)?;
    port(spec, place, contact_spec.two)?;
    finite(place, contact_spec.gap)?;
    let wall = |at: Place| matches!(spec.bodies[at.body].value, BodySpec::Wall);
    if wall(contact_spec.one) && wall(contact_spec.two) {
        return Err(SceneError::Impossible {
            place: place.to_owned(),
            why: "both bodies are walls, which never move; a contact needs a moving body",
        });
    }
    if contact_spec.one == contact_spec.two {
        return Err(SceneError::TouchesItself { contact: spec.contacts[index].name.clone() });
    }
    let numbers: Vec<f64> = match contact_spec.law {
        ContactLaw::Impact(law) => values(&law),
        ContactLaw::LinearImpact(law) => values(&law),
        ContactLaw::Friction { law, .. } => values(&law),
    };
    for value in numbers {
        finite(place, value)?;
    }
    if contact_spec.roughness.is_some_and(|roughness| !roughness.is_valid()) {
        return Err(SceneError::Impossible {
            place: place.to_owned(),
            why: "height and force of asperities must be positive and finite, their sliding speed not negative",
        });
    }
    if let ContactLaw::Friction { normal_from: Some(by), .. } = contact_spec.law {
        contact(spec, place, by)?;
        if matches!(spec.contacts[by].value.law, ContactLaw::Friction { .. }) {
            return Err(SceneError::Impossible {
                place: place.to_owned(),
                why: "`normal_from` must be an impact contact, not another friction contact",
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
    let body_exists = |body: usize| port(spec, place, Place { body, port: 0 });
    match &gesture.action {
        Action::Strike { body, velocity, distance } => {
            finite(place, *velocity)?;
            finite(place, *distance)?;
            body_exists(*body)
        }
        Action::Place { body, motion } => {
            finite(place, motion.displacement)?;
            finite(place, motion.velocity)?;
            body_exists(*body)
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
                ParameterOwner::Body(body) => body_exists(*body),
                ParameterOwner::Contact(of) => contact(spec, place, *of),
            }
        }
    }
}

/// Checks that all numbers of a signal are finite; `place` locates the signal.
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
            why: "a live signal cannot be part of a sum; use a gesture of its own",
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

//! A modal body as one describes it: SI, without a sample rate.

use thiserror::Error;

/// One mode of vibration.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// Without damping \[Hz\].
    pub frequency: f64,
    /// Time in which the amplitude falls to 1/e \[s\].
    pub decay: f64,
    /// Modal mass \[kg\].
    pub mass: f64,
    /// Signed height of the mode shape at each port \[1\].
    pub shape: Vec<f64>,
}

/// The body as a whole: the mode of 0 Hz, by which it flies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidMotion {
    /// Of the whole body \[kg\].
    pub mass: f64,
}

/// An elastic body, as one describes it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModalSpec {
    /// How many ports it has: points where it is touched or heard.
    pub ports: usize,
    /// Its modes, in any order.
    pub modes: Vec<Mode>,
    /// Whether the body as a whole can fly; if not it is held in place.
    pub rigid: Option<RigidMotion>,
}

/// Most modes that a body may have.
pub const MAX_MODES: usize = 4096;
/// Most ports that a body may have.
pub const MAX_PORTS: usize = 256;

/// What is wrong with a modal body.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ModalError {
    /// More modes than there may be.
    #[error("{count} modes; a body may have at most {MAX_MODES}")]
    TooManyModes {
        /// How many there are.
        count: usize,
    },
    /// No port, or more than there may be.
    #[error("{count} ports; a body must have 1 to {MAX_PORTS}")]
    Ports {
        /// How many there are.
        count: usize,
    },
    /// A number that a mode cannot have.
    #[error("the {quantity} of mode {mode} is {value}; it must be {allowed}")]
    Value {
        /// Which mode, from 0.
        mode: usize,
        /// Which of its numbers.
        quantity: &'static str,
        /// What it is.
        value: f64,
        /// What it may be.
        allowed: &'static str,
    },
    /// A mode shape with too few or too many heights.
    #[error("mode {mode} has a shape of {has} heights; the body has {ports} ports")]
    Shape {
        /// Which mode, from 0.
        mode: usize,
        /// How many it has.
        has: usize,
        /// How many it must have.
        ports: usize,
    },
    /// A body that sounds cannot get other modes than it has.
    #[error(
        "a body that sounds keeps its {modes} modes and {ports} ports when it is retuned, and can fly afterwards if it could before"
    )]
    Retune {
        /// How many modes it has.
        modes: usize,
        /// How many ports it has.
        ports: usize,
    },
    /// A mass that the whole body cannot have.
    #[error("the mass of the whole body is {value}; it must be positive and finite [kg]")]
    RigidMass {
        /// What it is.
        value: f64,
    },
}

impl ModalSpec {
    /// Modes heard and pushed at one port where each is at its full height.
    pub fn of_modes(modes: impl IntoIterator<Item = (f64, f64, f64)>) -> Self {
        Self {
            ports: 1,
            modes: modes
                .into_iter()
                .map(|(frequency, decay, mass)| Mode { frequency, decay, mass, shape: vec![1.0] })
                .collect(),
            rigid: None,
        }
    }

    /// The same, free to fly with the mass of the whole \[kg\].
    #[must_use]
    pub fn with_rigid_motion(mut self, mass: f64) -> Self {
        self.rigid = Some(RigidMotion { mass });
        self
    }

    /// The same body with frequencies, decay times and masses multiplied.
    #[must_use]
    pub fn scaled(mut self, frequency: f64, decay: f64, mass: f64) -> Self {
        for mode in &mut self.modes {
            mode.frequency *= frequency;
            mode.decay *= decay;
            mode.mass *= mass;
        }
        if let Some(rigid) = &mut self.rigid {
            rigid.mass *= mass;
        }
        self
    }

    /// A fragment of the same stuff and shape, so many times as large: half as large rings an octave higher,
    /// half as long, and weighs an eighth.
    #[must_use]
    pub fn fragment(self, size: f64) -> Self {
        self.scaled(1.0 / size, size, size * size * size)
    }

    /// Whether every number is one that a body can have.
    ///
    /// # Errors
    /// With the first that is not.
    pub fn check(&self) -> Result<(), ModalError> {
        if self.modes.len() > MAX_MODES {
            return Err(ModalError::TooManyModes { count: self.modes.len() });
        }
        if self.ports == 0 || self.ports > MAX_PORTS {
            return Err(ModalError::Ports { count: self.ports });
        }
        if let Some(RigidMotion { mass: value }) = self.rigid
            && !(value.is_finite() && value > 0.0)
        {
            return Err(ModalError::RigidMass { value });
        }
        for (index, mode) in self.modes.iter().enumerate() {
            mode.check(index, self.ports)?;
        }
        Ok(())
    }
}

impl Mode {
    fn check(&self, mode: usize, ports: usize) -> Result<(), ModalError> {
        let positive = |quantity, value: f64| {
            if value.is_finite() && value > 0.0 {
                Ok(())
            } else {
                Err(ModalError::Value { mode, quantity, value, allowed: "positive and finite" })
            }
        };
        positive("frequency", self.frequency)?;
        positive("mass", self.mass)?;
        if self.decay.is_nan() || self.decay <= 0.0 {
            return Err(ModalError::Value {
                mode,
                quantity: "decay",
                value: self.decay,
                allowed: "positive; infinite for a mode without loss",
            });
        }
        if self.shape.len() != ports {
            return Err(ModalError::Shape { mode, has: self.shape.len(), ports });
        }
        if let Some(&value) = self.shape.iter().find(|height| !height.is_finite()) {
            return Err(ModalError::Value { mode, quantity: "shape", value, allowed: "finite" });
        }
        Ok(())
    }

    /// ω \[1/s\].
    pub fn angular(&self) -> f64 {
        core::f64::consts::TAU * self.frequency
    }

    /// g = 2/decay \[1/s\]; 0 for a mode without loss.
    pub fn damping(&self) -> f64 {
        2.0 / self.decay
    }
}

//! Description of a modal body: SI units, no sample rate.

use thiserror::Error;

/// One mode of vibration of an elastic body.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// Frequency of the mode without damping \[Hz\].
    pub frequency: f64,
    /// Time in which the amplitude of the mode falls to 1/e \[s\].
    pub decay: f64,
    /// Modal mass \[kg\]: the mass with which the mode responds to a force where its height is 1.
    pub mass: f64,
    /// Signed height of the mode shape at each port \[1\]. At a port that is only heard, the pressure per
    /// modal velocity instead \[Pa s/m\].
    pub shape: Vec<f64>,
    /// Share of the mode's loss that leaves as sound \[1\]; the rest becomes heat in the body and its
    /// support.
    pub radiated: f64,
}

/// Rigid-body motion: the mode at 0 Hz, in which the whole body moves freely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidMotion {
    /// Mass of the whole body \[kg\].
    pub mass: f64,
}

/// Description of an elastic body by its modes, in SI units and without a sample rate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModalSpec {
    /// Number of ports: the points where the body is touched or read.
    pub ports: usize,
    /// Modes of the body, in any order.
    pub modes: Vec<Mode>,
    /// Rigid-body motion; `None` if the body is held in place.
    pub rigid: Option<RigidMotion>,
    /// Resonators that the forces at the ports excite and that are heard, but that are too heavy to move a
    /// port: the click of a body that stops ([`crate::radiation::click`]), the correction of slow pushes.
    pub listeners: Vec<Mode>,
}

/// Maximum number of modes of a modal body.
pub const MAX_MODES: usize = 4096;
/// Maximum number of ports of a modal body.
pub const MAX_PORTS: usize = 256;

/// Reason why a modal body cannot be built or retuned.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ModalError {
    /// The description has more than [`MAX_MODES`] modes.
    #[error("{count} modes are too many: a body may have at most {MAX_MODES}")]
    TooManyModes {
        /// Number of modes given.
        count: usize,
    },
    /// The description has no port, or more than [`MAX_PORTS`].
    #[error("{count} ports: a body must have 1 to {MAX_PORTS}")]
    Ports {
        /// Number of ports given.
        count: usize,
    },
    /// A quantity of a mode is out of range.
    #[error("the {quantity} of mode {mode} is {value}; it must be {allowed}")]
    Value {
        /// Index of the invalid mode, from 0.
        mode: usize,
        /// Name of the quantity that is out of range.
        quantity: &'static str,
        /// Value given for the quantity.
        value: f64,
        /// Allowed values of the quantity, as text.
        allowed: &'static str,
    },
    /// The number of values in a mode shape differs from the number of ports.
    #[error(
        "mode {mode}: the number of values in its shape ({has}) must equal the number of ports ({ports})"
    )]
    Shape {
        /// Index of the mode whose shape has the wrong number of values, from 0.
        mode: usize,
        /// Number of values in the mode shape.
        has: usize,
        /// Number of ports of the body.
        ports: usize,
    },
    /// Retuning would change the number of modes or ports, or whether the body is free.
    #[error(
        "retuning cannot change the number of modes ({modes}) or ports ({ports}), nor whether the body is free"
    )]
    Retune {
        /// Number of modes of the body.
        modes: usize,
        /// Number of ports of the body.
        ports: usize,
    },
    /// The mass of the rigid-body motion is not positive and finite.
    #[error("the mass of the whole body is {value}; it must be positive and finite [kg]")]
    RigidMass {
        /// Mass given for the rigid-body motion \[kg\].
        value: f64,
    },
}

impl ModalSpec {
    /// Returns a body with one port, at which every mode has height 1. Each item of `modes` is frequency
    /// \[Hz\], decay \[s\] and modal mass \[kg\].
    pub fn of_modes(modes: impl IntoIterator<Item = (f64, f64, f64)>) -> Self {
        Self {
            ports: 1,
            modes: modes
                .into_iter()
                .map(|(frequency, decay, mass)| Mode {
                    frequency,
                    decay,
                    mass,
                    shape: vec![1.0],
                    radiated: 0.0,
                })
                .collect(),
            ..Self::default()
        }
    }

    /// Returns the body with free rigid-body motion of `mass` kilograms.
    #[must_use]
    pub fn with_rigid_motion(mut self, mass: f64) -> Self {
        self.rigid = Some(RigidMotion { mass });
        self
    }

    /// Returns the body with all frequencies, decay times and masses multiplied by the given factors.
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

    /// Returns a similar body of the same material, `size` times as large in every direction; its first
    /// `touched` ports are touched, the others heard.
    ///
    /// Similar bodies in air have equal ratios of wavelength to size, both in the body and in the air. For
    /// similar forces $`F_s(t) = s^2 F(t/s)`$ the pressure is therefore $`p_s(t) = s\,p(t/s)`$. Frequencies
    /// go as 1/s, decay times as s (of material and radiation), masses as s³, pressures per velocity as s.
    #[must_use]
    pub fn similar(mut self, size: f64, touched: usize) -> Self {
        let volume = size * size * size;
        self = self.scaled(1.0 / size, size, volume);
        for gain in self.modes.iter_mut().flat_map(|mode| mode.shape.iter_mut().skip(touched)) {
            *gain *= size;
        }
        for listener in &mut self.listeners {
            listener.frequency /= size;
            listener.decay *= size;
            listener.radiated /= volume;
            for gain in listener.shape.iter_mut().skip(touched) {
                // The mass of a listener is the same for all sizes, so its gain takes the factor s/s³.
                *gain /= size * size;
            }
        }
        self
    }

    /// Checks that all numbers of the description are valid.
    ///
    /// # Errors
    /// Describes the first invalid number.
    pub fn check(&self) -> Result<(), ModalError> {
        if self.modes.len() + self.listeners.len() > MAX_MODES {
            return Err(ModalError::TooManyModes { count: self.modes.len() + self.listeners.len() });
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
        for (index, listener) in self.listeners.iter().enumerate() {
            listener.check(index, self.ports)?;
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
        if !(self.radiated.is_finite() && self.radiated >= 0.0) {
            return Err(ModalError::Value {
                mode,
                quantity: "radiated share",
                value: self.radiated,
                allowed: "0 or more and finite",
            });
        }
        Ok(())
    }

    /// Returns the angular frequency ω of the mode \[1/s\].
    pub fn angular(&self) -> f64 {
        core::f64::consts::TAU * self.frequency
    }

    /// Returns the damping rate of the mode, 2 divided by its decay time \[1/s\]; 0 for a mode without loss.
    pub fn damping(&self) -> f64 {
        2.0 / self.decay
    }
}

//! Description of a string: SI units, no sample rate.

use super::Waveguide;
use foley_contact::Step;
use foley_params::{Handle, Param, Parametric, Scale, Unit};
use thiserror::Error;

/// Maximum number of ports of a string.
pub const MAX_PORTS: usize = 8;
/// Shortest period of a fundamental that a string can have \[samples\].
pub const MIN_LOOP_SAMPLES: f64 = 8.0;
/// Longest period of a fundamental that a string can have \[samples\].
pub const MAX_LOOP_SAMPLES: f64 = 1_048_576.0;

/// Description of a string between rigid ends.
#[derive(Clone, Debug, PartialEq)]
pub struct WaveguideSpec {
    /// Length L between the rigid ends \[m\].
    pub length: f64,
    /// Tension 𝒯 of the string \[N\].
    pub tension: f64,
    /// Mass per length μ of the string [kg/m].
    pub mass_per_length: f64,
    /// Time τ in which the amplitude of the fundamental falls to 1/e \[s\]; infinite without loss.
    pub decay: f64,
    /// Frequency f_b at which partials decay twice as fast as at low frequencies \[Hz\]; infinite if all
    /// partials decay alike.
    pub brightness: f64,
    /// Positions of the ports, as shares of the length from the left end \[1\].
    pub ports: Vec<f64>,
}

impl Default for WaveguideSpec {
    /// Returns the A string of a guitar, plucked near the bridge.
    fn default() -> Self {
        Self {
            length: 0.65,
            tension: 70.0,
            mass_per_length: 3.42e-3,
            decay: 3.0,
            brightness: 1000.0,
            ports: vec![0.13],
        }
    }
}

impl Parametric for WaveguideSpec {
    const NAME: &'static str = "string";
    const PARAMS: &'static [Param<Self>] = &[
        Param {
            id: "length",
            symbol: "L",
            unit: Unit::Metre,
            doc: "Between the two ends that do not move.",
            min: 0.01,
            max: 100.0,
            scale: Scale::Logarithmic,
            default: 0.65,
            glide: 0.005,
            handle: None,
            get: |spec| spec.length,
            set: |spec, value| spec.length = value,
        },
        Param {
            id: "tension",
            symbol: "T",
            unit: Unit::Newton,
            doc: "How hard the string is pulled.",
            min: 0.1,
            max: 1e4,
            scale: Scale::Logarithmic,
            default: 70.0,
            glide: 0.005,
            handle: Some(Handle { name: "tightness", low: "slack", high: "taut" }),
            get: |spec| spec.tension,
            set: |spec, value| spec.tension = value,
        },
        Param {
            id: "mass-per-length",
            symbol: "μ",
            unit: Unit::Other("kg/m"),
            doc: "How heavy a metre of it is: 0.0004 a thin guitar string, 0.1 a bass string of a piano.",
            min: 1e-6,
            max: 10.0,
            scale: Scale::Logarithmic,
            default: 3.42e-3,
            glide: 0.005,
            handle: Some(Handle { name: "thickness", low: "thread", high: "rope" }),
            get: |spec| spec.mass_per_length,
            set: |spec, value| spec.mass_per_length = value,
        },
        Param {
            id: "decay",
            symbol: "τ",
            unit: Unit::Second,
            doc: "Time in which the fundamental falls to 1/e.",
            min: 1e-3,
            max: 1e3,
            scale: Scale::Logarithmic,
            default: 3.0,
            glide: 0.005,
            handle: Some(Handle { name: "sustain", low: "thud", high: "endless" }),
            get: |spec| spec.decay,
            set: |spec, value| spec.decay = value,
        },
        Param {
            id: "brightness",
            symbol: "f_b",
            unit: Unit::Hertz,
            doc: "Partials here decay twice as fast as far below, and higher ones with the square of frequency.",
            min: 20.0,
            max: 1e5,
            scale: Scale::Logarithmic,
            default: 1000.0,
            glide: 0.005,
            handle: Some(Handle { name: "brightness", low: "gut", high: "steel" }),
            get: |spec| spec.brightness,
            set: |spec, value| spec.brightness = value,
        },
        Param {
            id: "position",
            symbol: "p",
            unit: Unit::One,
            doc: "Where its first port is, as a part of the length: a half gives no even partials.",
            min: 0.001,
            max: 0.999,
            scale: Scale::Linear,
            default: 0.13,
            glide: 0.005,
            handle: None,
            get: |spec| spec.ports.first().copied().unwrap_or(0.13),
            set: |spec, value| match spec.ports.first_mut() {
                Some(port) => *port = value,
                None => spec.ports.push(value),
            },
        },
    ];
}

/// Reason why a string cannot be built.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum WaveguideError {
    /// A quantity of the string is out of range.
    #[error("the {quantity} of the string is {value}; it must be {allowed}")]
    Value {
        /// Name of the quantity that is out of range.
        quantity: &'static str,
        /// Value given for the quantity.
        value: f64,
        /// Allowed values of the quantity, as text.
        allowed: &'static str,
    },
    /// The description has no port, or more than [`MAX_PORTS`].
    #[error("{count} ports: a string must have 1 to {MAX_PORTS}")]
    Ports {
        /// Number of ports given.
        count: usize,
    },
    /// A port does not lie between the ends of the string.
    #[error("port {port} is at {value} of the length; it must be between 0 and 1, without the ends")]
    Position {
        /// Index of the invalid port, from 0.
        port: usize,
        /// Position given for the port, as a share of the length \[1\].
        value: f64,
    },
    /// The fundamental is out of range at this sample rate.
    #[error(
        "the fundamental of the string is {frequency} Hz; at a sample rate of {rate} Hz it must be from {lowest} to {highest} Hz"
    )]
    Pitch {
        /// Fundamental frequency of the string \[Hz\].
        frequency: f64,
        /// Sample rate given \[Hz\].
        rate: f64,
        /// Lowest fundamental allowed at this sample rate \[Hz\].
        lowest: f64,
        /// Highest fundamental allowed at this sample rate \[Hz\].
        highest: f64,
    },
}

impl WaveguideSpec {
    /// Returns the wave speed c [m/s].
    pub fn wave_speed(&self) -> f64 {
        libm::sqrt(self.tension / self.mass_per_length)
    }

    /// Returns the wave impedance Z: force per velocity of one wave [kg/s].
    pub fn impedance(&self) -> f64 {
        libm::sqrt(self.tension * self.mass_per_length)
    }

    /// Returns the fundamental frequency f₁ of the string \[Hz\].
    pub fn fundamental(&self) -> f64 {
        0.5 * self.wave_speed() / self.length
    }

    /// Returns the string with its tension set so that the fundamental is `fundamental` \[Hz\].
    #[must_use]
    pub fn tuned_to(mut self, fundamental: f64) -> Self {
        let speed = 2.0 * self.length * fundamental;
        self.tension = self.mass_per_length * speed * speed;
        self
    }

    /// Returns the string with ports at `ports`, given as shares of the length from the left end \[1\].
    #[must_use]
    pub fn with_ports(mut self, ports: &[f64]) -> Self {
        self.ports = ports.to_vec();
        self
    }

    /// Returns the nominal decay of a partial at `frequency` \[Hz\]: the time in which its amplitude falls to
    /// 1/e \[s\].
    pub fn decay_at(&self, frequency: f64) -> f64 {
        let square = |f: f64| (f / self.brightness) * (f / self.brightness);
        self.decay * (1.0 + square(self.fundamental())) / (1.0 + square(frequency))
    }

    /// Checks that all numbers of the description are valid.
    ///
    /// # Errors
    /// Describes the first invalid number.
    pub fn check(&self) -> Result<(), WaveguideError> {
        let positive = |quantity, value: f64, finite: bool| {
            if value > 0.0 && (value.is_finite() || !finite) {
                return Ok(());
            }
            Err(WaveguideError::Value {
                quantity,
                value,
                allowed: if finite { "positive and finite" } else { "positive; infinite for no loss" },
            })
        };
        positive("length", self.length, true)?;
        positive("tension", self.tension, true)?;
        positive("mass per length", self.mass_per_length, true)?;
        positive("decay", self.decay, false)?;
        positive("brightness", self.brightness, false)?;
        // Tension and mass may be finite while their product is not.
        positive("wave impedance", self.impedance(), true)?;
        if self.ports.is_empty() || self.ports.len() > MAX_PORTS {
            return Err(WaveguideError::Ports { count: self.ports.len() });
        }
        for (port, &value) in self.ports.iter().enumerate() {
            if !(value > 0.0 && value < 1.0) {
                return Err(WaveguideError::Position { port, value });
            }
        }
        Ok(())
    }

    /// Builds the string for a sample step, at rest.
    ///
    /// # Errors
    /// If a number is invalid, or the period of the fundamental is not between [`MIN_LOOP_SAMPLES`] and
    /// [`MAX_LOOP_SAMPLES`] samples.
    pub fn at(&self, step: Step) -> Result<Waveguide, WaveguideError> {
        self.check()?;
        let (frequency, rate) = (self.fundamental(), step.rate());
        let (lowest, highest) = (rate / MAX_LOOP_SAMPLES, rate / MIN_LOOP_SAMPLES);
        if !(frequency >= lowest && frequency <= highest) {
            return Err(WaveguideError::Pitch { frequency, rate, lowest, highest });
        }
        Ok(Waveguide::new(self, step))
    }
}

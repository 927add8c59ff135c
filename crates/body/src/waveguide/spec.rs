//! Description of a string: SI units, no sample rate.

use super::Waveguide;
use foley_contact::Step;
use foley_params::params;
use thiserror::Error;

/// Maximum number of ports of a string.
pub const MAX_PORTS: usize = 8;
/// Shortest period of a fundamental that a string can have \[samples\].
pub const MIN_LOOP_SAMPLES: f64 = 8.0;
/// Longest period of a fundamental that a string can have \[samples\].
pub const MAX_LOOP_SAMPLES: f64 = 1_048_576.0;

params! {
    /// Description of a string between rigid ends.
    /// Default: the A string of a guitar, with one port near the bridge.
    pub struct WaveguideSpec("string") without Copy {
        /// Length of the string between its two rigid ends.
        length: f64 = 0.65, "L", Metre, log [0.01, 100.0], glide 0.005;
        /// Tension of the string; four times as much sounds an octave higher.
        tension: f64 = 70.0, "T", Newton, log [0.1, 1e4], glide 0.005, handle("tightness", "slack", "taut");
        /// Mass of a metre of the string: 0.0004 a thin guitar string, 0.1 a bass string of a piano.
        mass_per_length as "mass-per-length": f64 = 3.42e-3, "μ", Other("kg/m"), log [1e-6, 10.0], glide 0.005,
            handle("thickness", "thread", "rope");
        /// Time in which the amplitude of the fundamental falls to 1/e; infinite without loss.
        decay: f64 = 3.0, "τ", Second, log [1e-3, 1e3], glide 0.005, handle("sustain", "thud", "endless");
        /// Frequency at which partials decay twice as fast as far below; higher ones decay faster with the
        /// square of frequency.
        brightness: f64 = 1000.0, "f_b", Hertz, log [20.0, 1e5], glide 0.005, handle("brightness", "gut", "steel");
        /// Positions of the ports, as shares of the length from the left end \[1\].
        ports: Vec<f64> = vec![0.13], not a parameter;
    }
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
    #[error(
        "port {port} is at {value} of the length of the string; it must be greater than 0 and less than 1"
    )]
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
    /// Returns the speed of waves along the string [m/s].
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

    /// Builds the string for the sample period `step`, at rest.
    ///
    /// # Errors
    /// If a number is invalid, or the period of the fundamental is not between [`MIN_LOOP_SAMPLES`]
    /// and [`MAX_LOOP_SAMPLES`] samples.
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

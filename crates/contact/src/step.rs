//! The time between two samples: the only way sample rate enters the physics.

/// The time between two samples \[s\].
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Step(f64);

impl Step {
    /// The step of a sample rate \[Hz\].
    ///
    /// ```
    /// use foley_contact::Step;
    /// assert_eq!(Step::at_rate(50_000.0).seconds(), 2e-5);
    /// ```
    pub fn at_rate(rate: f64) -> Self {
        Self(1.0 / rate)
    }

    /// A step of so many seconds \[s\].
    pub const fn of_seconds(seconds: f64) -> Self {
        Self(seconds)
    }

    /// Its length \[s\].
    pub const fn seconds(self) -> f64 {
        self.0
    }

    /// Samples per second \[Hz\].
    pub fn rate(self) -> f64 {
        1.0 / self.0
    }

    /// One of `parts` equal parts of this step.
    #[must_use]
    pub fn divided_by(self, parts: u32) -> Self {
        Self(self.0 / f64::from(parts))
    }
}

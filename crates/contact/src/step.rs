//! Time step. The sample rate enters the physics only here.

/// Time step of a simulation \[s\]: the time between two samples, or a part of that time.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Step(f64);

impl Step {
    /// Returns the time between two samples at the sample rate `rate` \[Hz\].
    ///
    /// ```
    /// use foley_contact::Step;
    /// assert_eq!(Step::at_rate(50_000.0).seconds(), 2e-5);
    /// ```
    pub fn at_rate(rate: f64) -> Self {
        Self(1.0 / rate)
    }

    /// Returns a time step of `seconds` \[s\].
    pub const fn of_seconds(seconds: f64) -> Self {
        Self(seconds)
    }

    /// Returns the length of the step \[s\].
    pub const fn seconds(self) -> f64 {
        self.0
    }

    /// Returns the number of steps per second \[Hz\].
    pub fn rate(self) -> f64 {
        1.0 / self.0
    }

    /// Returns one of `parts` equal sub-steps of this step.
    #[must_use]
    pub fn divided_by(self, parts: u32) -> Self {
        Self(self.0 / f64::from(parts))
    }
}

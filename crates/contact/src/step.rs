//! Time step. The sample rate enters the physics only here.

/// Time between two samples, or a part of it \[s\].
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Step(f64);

impl Step {
    /// Time step of a sample rate \[Hz\].
    ///
    /// ```
    /// use foley_contact::Step;
    /// assert_eq!(Step::at_rate(50_000.0).seconds(), 2e-5);
    /// ```
    pub fn at_rate(rate: f64) -> Self {
        Self(1.0 / rate)
    }

    /// Time step of `seconds` \[s\].
    pub const fn of_seconds(seconds: f64) -> Self {
        Self(seconds)
    }

    /// Length of the step \[s\].
    pub const fn seconds(self) -> f64 {
        self.0
    }

    /// Steps per second \[Hz\].
    pub fn rate(self) -> f64 {
        1.0 / self.0
    }

    /// Length of one of `parts` equal sub-steps.
    #[must_use]
    pub fn divided_by(self, parts: u32) -> Self {
        Self(self.0 / f64::from(parts))
    }
}

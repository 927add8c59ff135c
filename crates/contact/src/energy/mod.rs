//! Where the energy went.
//!
//! A ledger that defines "dissipated" as *work − stored* balances for every scheme, even one that explodes:
//! it proves nothing. So heat is what the **law** makes along the path that was taken, and whatever is then
//! missing or too much is the scheme's own doing, in a column of its own:
//!
//! $$ \text{numerical} = \text{initial} + \text{work} + \text{control} - (\text{moving} + \text{stored}) - \text{heat} - \text{damped} $$
//!
//! Positive: the scheme lost energy. Negative: it made some.

/// What one contact did in one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Exchange {
    /// Force held over the step \[N\].
    pub force: f64,
    /// Energy the contact took in \[J\]; negative when it gave some back.
    pub stored: f64,
    /// Heat made by the law \[J\].
    pub heat: f64,
    /// Energy that the contact gave without having it \[J\]: rounding, or what a solver over several contacts
    /// left.
    pub created: f64,
    /// Work that a part of the force did which comes from outside, such as the noise of rubbing \[J\].
    pub work: f64,
}

/// Energy, booked by where it is and where it went \[J\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    /// What there was at the beginning.
    pub initial: f64,
    /// Kinetic energy now.
    pub moving: f64,
    /// Stored in contacts (and in bodies) now.
    pub stored: f64,
    /// Turned into heat by the laws since the beginning.
    pub heat: f64,
    /// Lost inside the bodies, by their own damping, since the beginning.
    pub damped: f64,
    /// Brought in by external forces since the beginning.
    pub work: f64,
    /// Brought in by moving a parameter or placing a body, corrections included, since the beginning.
    pub control: f64,
}

impl Ledger {
    /// Opens the book with what there is.
    pub fn open(moving: f64, stored: f64) -> Self {
        Self { initial: moving + stored, moving, stored, ..Self::default() }
    }

    /// What there is now \[J\].
    pub fn total(&self) -> f64 {
        self.moving + self.stored
    }

    /// What the scheme itself lost (positive) or made (negative) since the beginning \[J\].
    pub fn numerical(&self) -> f64 {
        self.initial + self.work + self.control - self.total() - self.heat - self.damped
    }
}

//! Energy bookkeeping of contacts and scenes.
//!
//! A ledger that defines "dissipated" as *work − stored* balances for every scheme, even one that explodes,
//! and proves nothing. So heat here is the dissipation of the **law** along the actual path. Any remaining
//! difference is the error of the scheme and has its own column:
//!
//! ```math
//! \text{numerical} = \text{initial} + \text{work} + \text{control} - (\text{moving} + \text{stored}) - \text{heat} - \text{damped}
//! ```
//!
//! A positive value means that the scheme lost energy, a negative value that it created energy.

/// Energy exchange of one contact with the bodies in one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Exchange {
    /// Contact force held over the step \[N\].
    pub force: f64,
    /// Change of the energy stored in the contact \[J\]; negative when the contact releases energy.
    pub stored: f64,
    /// Heat produced by the contact law in the step \[J\].
    pub heat: f64,
    /// Energy that the contact released beyond its stored energy \[J\]: rounding, or the residual of a solver
    /// over several contacts.
    pub created: f64,
    /// Work done on the bodies by external parts of the force, such as friction noise \[J\].
    pub work: f64,
}

/// Energy balance of a run \[J\]: the energy present now and the energy lost or added since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    /// Total energy at the start \[J\].
    pub initial: f64,
    /// Kinetic energy of all bodies now \[J\].
    pub moving: f64,
    /// Energy stored in contacts and bodies now \[J\].
    pub stored: f64,
    /// Heat produced by the contact laws since the start \[J\].
    pub heat: f64,
    /// Energy lost by the damping of the bodies since the start \[J\].
    pub damped: f64,
    /// Part of `damped` that left as sound since the start \[J\].
    pub radiated: f64,
    /// Sound of the clicks of rigid bodies since the start \[J\]. It is not part of the balance: some 1e-5 of
    /// a blow, which the bodies do not lose.
    pub clicked: f64,
    /// Work of external forces since the start \[J\].
    pub work: f64,
    /// Energy added by parameter changes, placed bodies and corrections since the start \[J\].
    pub control: f64,
}

impl Ledger {
    /// Creates a ledger that starts with the given kinetic and stored energy \[J\].
    pub fn open(moving: f64, stored: f64) -> Self {
        Self { initial: moving + stored, moving, stored, ..Self::default() }
    }

    /// Returns the total energy now, kinetic plus stored \[J\].
    pub fn total(&self) -> f64 {
        self.moving + self.stored
    }

    /// Returns the energy that the scheme lost (positive) or created (negative) since the start \[J\].
    pub fn numerical(&self) -> f64 {
        self.initial + self.work + self.control - self.total() - self.heat - self.damped
    }
}

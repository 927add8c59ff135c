//! Supports: boundary conditions at the ends or the edge of a shape.

use core::fmt;
use foley_params::ParamError;

/// Boundary condition at the ends or along the edge of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Support {
    /// Free ends, as if the body hung by threads at its nodes.
    #[default]
    Free,
    /// Position and direction fixed at both ends, or along the whole edge.
    Clamped,
    /// Position fixed and rotation free at both ends or along the whole edge: a hinge.
    Pinned,
    /// Clamped at position 0 and free at position 1.
    Cantilever,
    /// Clamped at position 0 and pinned at position 1.
    ClampedPinned,
}

impl Support {
    /// All five supports that a shape may have.
    pub const ALL: [Self; 5] =
        [Self::Free, Self::Clamped, Self::Pinned, Self::Cantilever, Self::ClampedPinned];

    /// Returns the name of the support in files and flags.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Clamped => "clamped",
            Self::Pinned => "pinned",
            Self::Cantilever => "cantilever",
            Self::ClampedPinned => "clamped-pinned",
        }
    }

    /// Looks up a support by name.
    ///
    /// # Errors
    /// If the name is unknown; the error lists all names.
    pub fn by_name(name: &str) -> Result<Self, ParamError> {
        let known = Self::ALL.into_iter().find(|support| support.name() == name);
        known.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).to_vec();
            ParamError::unknown_name("support", name, names)
        })
    }
}

impl fmt::Display for Support {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

//! How a body is held.

use core::fmt;
use foley_params::ParamError;

/// How a body is held at its ends or along its edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Support {
    /// Not at all: as if hung by threads at its nodes.
    #[default]
    Free,
    /// Kept in place and in direction, all round.
    Clamped,
    /// Kept in place, free to turn: a hinge.
    Pinned,
    /// Clamped at 0, free at 1: a tongue.
    Cantilever,
    /// Clamped at 0, pinned at 1.
    ClampedPinned,
}

impl Support {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Free, Self::Clamped, Self::Pinned, Self::Cantilever, Self::ClampedPinned];

    /// As files and flags call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Clamped => "clamped",
            Self::Pinned => "pinned",
            Self::Cantilever => "cantilever",
            Self::ClampedPinned => "clamped-pinned",
        }
    }

    /// The support of that name.
    ///
    /// # Errors
    /// If there is none, with all there are.
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

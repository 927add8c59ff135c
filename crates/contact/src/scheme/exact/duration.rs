//! The right duration.

use crate::law::HuntCrossley;
use crate::{Forecast, Step};

/// Whether the stiffness of a touch is adjusted at entry so that it lasts as long as the continuous contact would.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duration {
    /// As the law says: the step's own duration error, c/κ², stays.
    Plain,
    /// Adjusted.
    #[default]
    Corrected,
}

impl Duration {
    pub(crate) fn at_entry(self, law: HuntCrossley, _gap: &Forecast, _step: Step) -> HuntCrossley {
        law
    }
}

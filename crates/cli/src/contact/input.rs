//! The inputs of `foley contact`. Flags, help, errors and `foley explain contact` are derived from this
//! table.

use foley_contact::Step;
use foley_contact::analytic::{Impact, PressedImpact};
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::exact::MAX_SUBSTEPS;
use foley_contact::scheme::{Problem, Substeps};
use foley_params::params;

params! {
    /// Inputs of a contact: a mass that moves towards a wall, the contact law, and the settings of the scheme.
    /// Default: case 2 of \[Papetti2011\], a hard ball on a hard floor.
    pub(crate) struct Input("contact") {
        /// Mass of the body that meets the wall.
        mass: f64 = 0.01, "m", Kilogram, log [1e-6, 1e3];
        stiffness: f64, like HuntCrossley;
        exponent: f64, like HuntCrossley;
        damping: f64, like HuntCrossley;
        /// Speed of the body at first touch.
        speed: f64 = 1.0, "v_in", MetrePerSecond, log [1e-6, 1e3];
        /// Constant force on the body; a positive force presses it into the wall.
        force: f64 = 0.0, "f_e", Newton, lin [-1e6, 1e6];
        /// Sample rate of the scheme.
        rate: f64 = 44_100.0, "1/T", Hertz, log [1e3, 1e7];
        /// Time between the start of the run and the first touch, in samples.
        offset: f64 = 0.0, "θ", One, lin [0.0, 1.0];
        /// Number of impacts in a row, each at the release speed of the previous impact.
        impacts: u32 = 1, "N", One, count [1, 1_000_000];
        /// Steps per sample during contact in the scheme `exact`; auto chooses the number from the closed-form
        /// duration.
        substeps: u32 = 1, "n", One, count [1, MAX_SUBSTEPS];
        /// Whether the scheme `exact` ignores `substeps` and chooses the number of steps itself.
        auto_substeps: bool = true, not a parameter;
        /// Weight of the expansion in the quadratic scheme.
        expansion: f64 = 1.0, "s", One, log [0.01, 10.0];
    }
}

/// Returns the word that is allowed instead of a number for the parameter `id`, and is its default; `None` if
/// only numbers are allowed.
pub(crate) fn word(id: &str) -> Option<&'static str> {
    (id == "substeps").then_some("auto")
}

impl Input {
    /// Returns the contact law between the body and the wall.
    pub(crate) const fn law(&self) -> HuntCrossley {
        HuntCrossley { stiffness: self.stiffness, exponent: self.exponent, damping: self.damping }
    }

    /// Returns the closed-form impact at a speed \[m/s\], without the external force.
    pub(crate) const fn impact(&self, speed: f64) -> Impact {
        Impact::new(self.mass, self.law(), speed)
    }

    /// Returns the closed-form impact at a speed \[m/s\] under the external force.
    pub(crate) const fn pressed(&self, speed: f64) -> PressedImpact {
        PressedImpact::new(self.impact(speed), self.force)
    }

    /// Returns the problem that a scheme steps: mass, law, force and sample rate.
    pub(crate) fn problem(&self) -> Problem<HuntCrossley> {
        Problem { pressing: self.force, ..Problem::new(self.mass, self.law(), Step::at_rate(self.rate)) }
    }

    /// Returns the number of sub-steps of the scheme `exact`.
    pub(crate) fn exact_substeps(&self) -> Substeps {
        if self.auto_substeps { Substeps::Auto } else { Substeps::Count(self.substeps) }
    }

    /// Whether the mass would start inside the wall, because the force is too strong for a free flight to the
    /// first touch.
    pub(crate) fn begins_inside(&self) -> bool {
        0.5 * self.force / self.mass * self.offset / self.rate > self.speed
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_inputs_are_well_declared() {
        foley_params::defaults_hold::<super::Input>().unwrap();
    }
}

//! The inputs of `foley contact`. Flags, help, errors and `foley explain contact` are derived from the table
//! below and that of the law.

use foley_contact::Step;
use foley_contact::analytic::{Impact, PressedImpact};
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::{Problem, Substeps};
use foley_params::{Param, Parametric, Scale, Unit};

/// Inputs of a contact: a mass that moves towards a wall, the contact law, and the settings of the scheme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Input {
    /// Mass of the body that meets the wall \[kg\].
    pub(crate) mass: f64,
    /// Contact law between the mass and the wall.
    pub(crate) law: HuntCrossley,
    /// Speed of the mass at first touch \[m/s\].
    pub(crate) speed: f64,
    /// Constant external force on the mass, positive into the wall \[N\].
    pub(crate) force: f64,
    /// Sample rate of the scheme \[Hz\].
    pub(crate) rate: f64,
    /// Time between the start of the run and the first touch \[samples\].
    pub(crate) offset: f64,
    /// Number of impacts in a row, each at the release speed of the previous impact.
    pub(crate) impacts: u32,
    /// Steps per sample during contact; `None` chooses the number from the closed-form duration.
    pub(crate) substeps: Option<u32>,
    /// Expansion parameter s of the quadratic scheme \[1\].
    pub(crate) expansion: f64,
}

impl Default for Input {
    /// Returns case 2 of \[Papetti2011\]: a hard ball on a hard floor.
    fn default() -> Self {
        Self {
            mass: 0.01,
            law: HuntCrossley::default(),
            speed: 1.0,
            force: 0.0,
            rate: 44_100.0,
            offset: 0.0,
            impacts: 1,
            substeps: None,
            expansion: 1.0,
        }
    }
}

/// Returns parameter `N` of the contact law as a parameter of the input.
const fn of_law<const N: usize>() -> Param<Input> {
    let law = HuntCrossley::PARAMS[N].info();
    Param {
        id: law.id,
        symbol: law.symbol,
        unit: law.unit,
        doc: law.doc,
        min: law.min,
        max: law.max,
        scale: law.scale,
        default: law.default,
        glide: law.glide,
        handle: law.handle,
        get: |input| (HuntCrossley::PARAMS[N].get)(&input.law),
        set: |input, value| (HuntCrossley::PARAMS[N].set)(&mut input.law, value),
    }
}

/// The parameter `mass`. The parameters below copy its other fields, such as a glide of 0: they are set
/// before a run.
const MASS: Param<Input> = Param {
    id: "mass",
    symbol: "m",
    unit: Unit::Kilogram,
    doc: "Mass of the body that meets the wall.",
    min: 1e-6,
    max: 1e3,
    scale: Scale::Logarithmic,
    default: 0.01,
    glide: 0.0,
    handle: None,
    get: |input| input.mass,
    set: |input, value| input.mass = value,
};

impl Parametric for Input {
    const NAME: &'static str = "contact";
    const PARAMS: &'static [Param<Self>] = &[
        MASS,
        of_law::<0>(),
        of_law::<1>(),
        of_law::<2>(),
        Param {
            id: "speed",
            symbol: "v_in",
            unit: Unit::MetrePerSecond,
            doc: "Speed of the body at first touch.",
            min: 1e-6,
            max: 1e3,
            default: 1.0,
            get: |input| input.speed,
            set: |input, value| input.speed = value,
            ..MASS
        },
        Param {
            id: "force",
            symbol: "f_e",
            unit: Unit::Newton,
            doc: "Constant force on the body: positive presses it into the wall.",
            min: -1e6,
            max: 1e6,
            scale: Scale::Linear,
            default: 0.0,
            get: |input| input.force,
            set: |input, value| input.force = value,
            ..MASS
        },
        Param {
            id: "rate",
            symbol: "1/T",
            unit: Unit::Hertz,
            doc: "Samples per second.",
            min: 1e3,
            max: 1e7,
            default: 44_100.0,
            get: |input| input.rate,
            set: |input, value| input.rate = value,
            ..MASS
        },
        Param {
            id: "offset",
            symbol: "θ",
            unit: Unit::One,
            doc: "Start this fraction of a sample before first touch.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 0.0,
            get: |input| input.offset,
            set: |input, value| input.offset = value,
            ..MASS
        },
        Param {
            id: "impacts",
            symbol: "N",
            unit: Unit::One,
            doc: "Impacts in a row, each begun with the speed at which the last one left.",
            min: 1.0,
            max: 1e6,
            scale: Scale::Integer,
            default: 1.0,
            get: |input| f64::from(input.impacts),
            set: |input, value| input.impacts = value as u32,
            ..MASS
        },
        Param {
            id: "substeps",
            symbol: "n",
            unit: Unit::One,
            doc: "Steps per sample while touching, by the exact scheme; auto lets the closed-form duration choose.",
            min: 1.0,
            max: foley_contact::scheme::exact::MAX_SUBSTEPS as f64,
            scale: Scale::Integer,
            default: 1.0,
            get: |input| f64::from(input.substeps.unwrap_or(1)),
            set: |input, value| input.substeps = Some(value as u32),
            ..MASS
        },
        Param {
            id: "expansion",
            symbol: "s",
            unit: Unit::One,
            doc: "Weight of the expansion in the quadratic scheme.",
            min: 0.01,
            max: 10.0,
            default: 1.0,
            get: |input| input.expansion,
            set: |input, value| input.expansion = value,
            ..MASS
        },
    ];
}

/// Returns the word that may replace the number of a parameter and is then the default; `None` if there is no
/// such word.
pub(crate) fn word(id: &str) -> Option<&'static str> {
    (id == "substeps").then_some("auto")
}

impl Input {
    /// Returns the closed-form impact at a speed \[m/s\], without the external force.
    pub(crate) const fn impact(&self, speed: f64) -> Impact {
        Impact::new(self.mass, self.law, speed)
    }

    /// Returns the closed-form impact at a speed \[m/s\] under the external force.
    pub(crate) const fn pressed(&self, speed: f64) -> PressedImpact {
        PressedImpact::new(self.impact(speed), self.force)
    }

    /// Returns the problem that a scheme steps: mass, law, force and sample rate.
    pub(crate) fn problem(&self) -> Problem<HuntCrossley> {
        Problem { pressing: self.force, ..Problem::new(self.mass, self.law, Step::at_rate(self.rate)) }
    }

    /// Returns the number of sub-steps of the scheme `exact`.
    pub(crate) fn exact_substeps(&self) -> Substeps {
        self.substeps.map_or(Substeps::Auto, Substeps::Count)
    }

    /// Whether the mass would start inside the wall, because the force is too strong for a free flight to the
    /// first touch.
    pub(crate) fn begins_inside(&self) -> bool {
        0.5 * self.force / self.mass * self.offset / self.rate > self.speed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_match_the_table() {
        foley_params::defaults_hold::<Input>().unwrap();
    }

    #[test]
    fn the_law_declares_its_own_parameters() {
        let ids: Vec<_> = Input::PARAMS.iter().map(|param| param.id).collect();
        for param in HuntCrossley::PARAMS {
            assert_eq!(ids.iter().filter(|id| **id == param.id).count(), 1);
            let own = foley_params::find::<Input>(param.id).unwrap();
            assert_eq!(own.info(), param.info());
        }
    }
}

//! Materials: density, stiffness and loss.
//!
//! The decay rate of a mode's amplitude is the sum of three losses:
//!
//! ```math
//! \frac1\tau = \tfrac12\left(\alpha + \omega\tan\varphi + \beta\omega^2\right)
//! ```
//!
//! | symbol | here           | unit  | meaning                                                              |
//! |--------|----------------|-------|----------------------------------------------------------------------|
//! | ρ      | `density`      | kg/m³ |                                                                      |
//! | E      | `young`        | Pa    | Young's modulus                                                      |
//! | ν      | `poisson`      | 1     | Poisson's ratio                                                      |
//! | α      | `alpha`        | 1/s   | Rayleigh's loss by mass: equal for all modes, as by air and supports |
//! | tan φ  | `loss-tangent` | 1     | tangent of the loss angle: an equal loss per period at any frequency |
//! | β      | `beta`         | s     | Rayleigh's loss by stiffness: rises with the square of frequency     |
//! | τ      | [`Material::decay`] | s | time in which the amplitude falls to 1/e                            |
//!
//! α and β alone are Rayleigh damping. tan φ alone is τ = 1/(π f tan φ) of \[WildesRichards1988\], the one
//! loss constant of a material that does not depend on size. A material may have any of the three. The named
//! materials have tan φ, as measured on the bare material in the acoustics handbooks: what air and supports take
//! is added to each body ([`crate::radiation`], [`crate::mounting`]).
//!
//! Two surfaces in contact like a sphere of radius R on a plane resist with k x^{3/2} \[Hertz1882\]:
//!
//! ```math
//! k = \tfrac43 E^* \sqrt R, \qquad \frac1{E^*} = \frac{1-\nu_1^2}{E_1} + \frac{1-\nu_2^2}{E_2}
//! ```

use core::f64::consts::TAU;
use foley_params::{ParamError, params};

params! {
    /// Density, elastic constants and losses of a homogeneous material. Default: steel.
    pub struct Material("material") {
        /// Mass of a cubic metre of the material.
        density: f64 = STEEL.density, "ρ", KilogramPerCubicMetre, log [10.0, 25e3];
        /// Young's modulus: resistance of the material to stretching.
        young: f64 = STEEL.young, "E", Pascal, log [1e5, 2e12], handle("stiffness", "jelly", "diamond");
        /// Poisson's ratio: relative narrowing of a stretched bar per relative lengthening.
        poisson: f64 = STEEL.poisson, "ν", One, lin [0.0, 0.499];
        /// Loss by mass, as by air and supports: makes all modes decay equally fast.
        alpha: f64 = STEEL.alpha, "α", PerSecond, lin [0.0, 1e4];
        /// Tangent of the loss angle: every mode loses the same share of its energy per period.
        loss_tangent as "loss-tangent": f64 = STEEL.loss_tangent, "tan φ", One, lin [0.0, 2.0];
        /// Loss by stiffness: makes modes decay faster with the square of their frequency.
        beta: f64 = STEEL.beta, "β", Second, lin [0.0, 0.01];
    }
}

/// A material with its name and source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedMaterial {
    /// Lower-case identifier, as used in files and flags.
    pub name: &'static str,
    /// Density, elastic constants and losses of the named material.
    pub material: Material,
    /// Sources of the material constants: keys of BIBLIOGRAPHY.md.
    pub source: &'static str,
}

const STIFFNESS_AND_LOSS: &str = "[Jin2022]; loss [CremerHeckl1988]";
const HANDBOOK: &str = "[Kinsler2000]; loss [CremerHeckl1988]";

/// Returns a material of a constant loss angle φ, given by its tangent \[1\]. The decay time of a mode at
/// frequency f is 1/(π f tan φ).
const fn loss_angle([density, young, poisson]: [f64; 3], tangent: f64) -> Material {
    Material { density, young, poisson, alpha: 0.0, loss_tangent: tangent, beta: 0.0 }
}

const fn of(name: &'static str, source: &'static str, material: Material) -> NamedMaterial {
    NamedMaterial { name, material, source }
}

/// All named materials that files and flags can refer to.
pub const ALL: &[NamedMaterial] = &[
    of("aluminium", HANDBOOK, loss_angle([2700.0, 7.1e10, 0.33], 1e-4)),
    of("brass", HANDBOOK, loss_angle([8500.0, 1.04e11, 0.37], 1e-3)),
    // A bell of bronze rings for 50 s at 290 Hz: a loss of 2.2/(f T60) = 1.5e-4, radiation included.
    of("bronze", "[FletcherRossing1998, chapter 21]", loss_angle([8700.0, 1.0e11, 0.34], 1e-4)),
    of(
        "ceramic",
        "[Jin2022]; loss: estimate, between glass and brick",
        loss_angle([2700.0, 7.2e10, 0.19], 2e-3),
    ),
    of("concrete", "[CremerHeckl1988]", loss_angle([2300.0, 2.6e10, 0.2], 6e-3)),
    of("glass", STIFFNESS_AND_LOSS, loss_angle([2600.0, 6.2e10, 0.2], 1e-3)),
    of("iron", STIFFNESS_AND_LOSS, loss_angle([8000.0, 2.1e11, 0.28], 3e-4)),
    of("paper", "estimate: stiff card", loss_angle([800.0, 3.0e9, 0.3], 3e-2)),
    of("plastic", STIFFNESS_AND_LOSS, loss_angle([1070.0, 1.4e9, 0.35], 3e-2)),
    of("rubber", "[Kinsler2000]; loss [Adams1999]", loss_angle([950.0, 5e6, 0.499], 0.1)),
    of("steel", STIFFNESS_AND_LOSS, STEEL),
    of("stone", "estimate: granite", loss_angle([2700.0, 5.0e10, 0.25], 4e-3)),
    of("tin", "[Jin2022]; loss: estimate, softer than brass", loss_angle([7265.0, 5e10, 0.325], 2e-3)),
    of("wood", STIFFNESS_AND_LOSS, loss_angle([750.0, 1.1e10, 0.25], 1.3e-2)),
];

const STEEL: Material = loss_angle([7850.0, 2e11, 0.29], 2e-4);

impl Material {
    /// Looks up a material by name.
    ///
    /// # Errors
    /// If the name is unknown; the error lists similar names and all known names.
    ///
    /// ```
    /// use foley_body::Material;
    ///
    /// assert_eq!(Material::by_name("glass")?.density, 2600.0);
    /// let message = Material::by_name("stel").unwrap_err().to_string();
    /// assert!(message.starts_with("there is no material `stel`; did you mean `steel`?"));
    /// # Ok::<(), foley_params::ParamError>(())
    /// ```
    pub fn by_name(name: &str) -> Result<Self, ParamError> {
        let known = ALL.iter().find(|named| named.name == name);
        known.map(|named| named.material).ok_or_else(|| {
            let names = ALL.iter().map(|named| named.name).collect();
            ParamError::unknown_name("material", name, names)
        })
    }

    /// Returns the time τ in which the amplitude of a mode at `frequency` \[Hz\] falls to 1/e \[s\]; infinite
    /// without loss.
    pub fn decay(&self, frequency: f64) -> f64 {
        1.0 / self.decay_rate(frequency, 1.0)
    }

    /// Returns the decay rate \[1/s\] of the amplitude of a mode at `frequency` \[Hz\]. `own` is the share of
    /// the mode's stiffness that comes from the material \[1\]; the rest, such as the tension of a string,
    /// stores energy without loss.
    pub fn decay_rate(&self, frequency: f64, own: f64) -> f64 {
        let omega = TAU * frequency;
        0.5 * (self.alpha + own * omega * (self.loss_tangent + self.beta * omega))
    }

    /// Returns the effective modulus of a bending plate, which cannot contract sideways \[Pa\]: Young's
    /// modulus over 1 − ν², where ν is Poisson's ratio.
    pub fn plate_modulus(&self) -> f64 {
        self.young / (1.0 - self.poisson * self.poisson)
    }
}

/// Returns the Hertz stiffness of a sphere of `radius` \[m\] on a plane \[N/m^1.5\], for a contact law with
/// exponent 3/2. It is 4/3 of the effective modulus of both materials, times the root of the radius. For two
/// spheres of radii R₁ and R₂, pass 1/(1/R₁ + 1/R₂).
pub fn hertz_stiffness(one: &Material, two: &Material, radius: f64) -> f64 {
    let yielding = 1.0 / one.plate_modulus() + 1.0 / two.plate_modulus();
    4.0 / 3.0 * radius.sqrt() / yielding
}

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
//! loss constant of a material that does not depend on size. A material may have any of the three: those of
//! the modal-sound literature have α and β, those of the acoustics handbooks tan φ.
//!
//! Two surfaces in contact like a sphere of radius R on a plane resist with k x^{3/2} \[Hertz1882\]:
//!
//! ```math
//! k = \tfrac43 E^* \sqrt R, \qquad \frac1{E^*} = \frac{1-\nu_1^2}{E_1} + \frac{1-\nu_2^2}{E_2}
//! ```

use core::f64::consts::TAU;
use foley_params::{Handle, Param, ParamError, Parametric, Scale, Unit};

/// Density, elastic constants and losses of a homogeneous material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Density ρ \[kg/m³\].
    pub density: f64,
    /// Young's modulus E \[Pa\].
    pub young: f64,
    /// Poisson's ratio ν \[1\].
    pub poisson: f64,
    /// Losses that make the modes of a body of this material decay.
    pub loss: Loss,
}

/// Losses of a material: the sum of three laws. Each of the three constants may be zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Rayleigh's loss by mass, α \[1/s\]: equal for all modes.
    pub alpha: f64,
    /// Tangent of the loss angle, tan φ \[1\]: an equal loss per period at any frequency.
    pub tangent: f64,
    /// Rayleigh's loss by stiffness, β \[s\]: rises with the square of frequency.
    pub beta: f64,
}

impl Loss {
    /// Returns Rayleigh damping: the loss α by mass \[1/s\] and the loss β by stiffness \[s\].
    pub const fn rayleigh(alpha: f64, beta: f64) -> Self {
        Self { alpha, tangent: 0.0, beta }
    }

    /// Returns the loss of a constant loss angle φ, given by its tangent \[1\]: the decay time is 1/(π f tan
    /// φ).
    pub const fn angle(tangent: f64) -> Self {
        Self { alpha: 0.0, tangent, beta: 0.0 }
    }

    /// Returns the decay rate \[1/s\] of the amplitude of a mode at `frequency` \[Hz\]. `own` is the share of
    /// the mode's stiffness that comes from the material \[1\]; the rest, such as the tension of a string,
    /// stores energy without loss.
    pub fn rate(&self, frequency: f64, own: f64) -> f64 {
        let omega = TAU * frequency;
        0.5 * (self.alpha + own * omega * (self.tangent + self.beta * omega))
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

const MODAL_SOUND: &str = "[Jin2022]";
const HANDBOOK: &str = "[Kinsler2000]; loss [CremerHeckl1988]";

const fn of(
    name: &'static str,
    source: &'static str,
    [density, young, poisson]: [f64; 3],
    loss: Loss,
) -> NamedMaterial {
    NamedMaterial { name, material: Material { density, young, poisson, loss }, source }
}

/// All named materials that files and flags can refer to.
pub const ALL: &[NamedMaterial] = &[
    of("aluminium", HANDBOOK, [2700.0, 7.1e10, 0.33], Loss::angle(1e-4)),
    of("brass", HANDBOOK, [8500.0, 1.04e11, 0.37], Loss::angle(1e-3)),
    of("ceramic", MODAL_SOUND, [2700.0, 7.2e10, 0.19], Loss::rayleigh(6.0, 1e-7)),
    of("concrete", "[CremerHeckl1988]", [2300.0, 2.6e10, 0.2], Loss::angle(6e-3)),
    of("glass", MODAL_SOUND, [2600.0, 6.2e10, 0.2], Loss::rayleigh(1.0, 1e-7)),
    of("iron", MODAL_SOUND, [8000.0, 2.1e11, 0.28], Loss::rayleigh(5.0, 1e-7)),
    of("paper", "our estimate: stiff card", [800.0, 3.0e9, 0.3], Loss::angle(3e-2)),
    of("plastic", MODAL_SOUND, [1070.0, 1.4e9, 0.35], Loss::rayleigh(30.0, 1e-6)),
    of("rubber", "[Kinsler2000]; loss [Adams1999]", [950.0, 5e6, 0.499], Loss::angle(0.1)),
    STEEL,
    of("stone", "our estimate: granite", [2700.0, 5.0e10, 0.25], Loss::angle(4e-3)),
    of("tin", MODAL_SOUND, [7265.0, 5e10, 0.325], Loss::rayleigh(2.0, 3e-8)),
    of("wood", MODAL_SOUND, [750.0, 1.1e10, 0.25], Loss::rayleigh(60.0, 2e-6)),
];

const STEEL: NamedMaterial = of("steel", MODAL_SOUND, [7850.0, 2e11, 0.29], Loss::rayleigh(5.0, 3e-8));

impl Default for Material {
    /// Returns steel, the default material.
    fn default() -> Self {
        STEEL.material
    }
}

const DENSITY: Param<Material> = Param {
    id: "density",
    symbol: "ρ",
    unit: Unit::KilogramPerCubicMetre,
    doc: "Mass of a cubic metre.",
    min: 10.0,
    max: 25e3,
    scale: Scale::Logarithmic,
    default: STEEL.material.density,
    glide: 0.0,
    handle: None,
    get: |material| material.density,
    set: |material, value| material.density = value,
};

impl Parametric for Material {
    const NAME: &'static str = "material";
    const PARAMS: &'static [Param<Self>] = &[
        DENSITY,
        Param {
            id: "young",
            symbol: "E",
            unit: Unit::Pascal,
            doc: "Young's modulus: how hard it resists being pulled longer.",
            min: 1e5,
            max: 2e12,
            default: STEEL.material.young,
            handle: Some(Handle { name: "stiffness", low: "jelly", high: "diamond" }),
            get: |material| material.young,
            set: |material, value| material.young = value,
            ..DENSITY
        },
        Param {
            id: "poisson",
            symbol: "ν",
            unit: Unit::One,
            doc: "Poisson's ratio: how much thinner it gets when pulled longer.",
            min: 0.0,
            max: 0.499,
            scale: Scale::Linear,
            default: STEEL.material.poisson,
            get: |material| material.poisson,
            set: |material, value| material.poisson = value,
            ..DENSITY
        },
        Param {
            id: "alpha",
            symbol: "α",
            unit: Unit::PerSecond,
            doc: "Loss by mass: every mode alike, as air and support take it.",
            min: 0.0,
            max: 1e4,
            scale: Scale::Linear,
            default: STEEL.material.loss.alpha,
            get: |material| material.loss.alpha,
            set: |material, value| material.loss.alpha = value,
            ..DENSITY
        },
        Param {
            id: "loss-tangent",
            symbol: "tan φ",
            unit: Unit::One,
            doc: "Tangent of the loss angle: the same share of the energy in every period.",
            min: 0.0,
            max: 2.0,
            scale: Scale::Linear,
            default: STEEL.material.loss.tangent,
            get: |material| material.loss.tangent,
            set: |material, value| material.loss.tangent = value,
            ..DENSITY
        },
        Param {
            id: "beta",
            symbol: "β",
            unit: Unit::Second,
            doc: "Loss by stiffness: the higher a mode, the sooner it is silent.",
            min: 0.0,
            max: 0.01,
            scale: Scale::Linear,
            default: STEEL.material.loss.beta,
            get: |material| material.loss.beta,
            set: |material, value| material.loss.beta = value,
            ..DENSITY
        },
    ];
}

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
        1.0 / self.loss.rate(frequency, 1.0)
    }

    /// Returns E/(1 − ν²): the effective modulus of a bending plate, which cannot contract sideways \[Pa\].
    pub fn plate_modulus(&self) -> f64 {
        self.young / (1.0 - self.poisson * self.poisson)
    }
}

/// Returns the Hertz stiffness k = 4/3 E* √R of a sphere of `radius` R \[m\] on a plane \[N/m^1.5\], for a
/// contact law with exponent 3/2. For two spheres, pass the radius R of 1/R = 1/R₁ + 1/R₂.
pub fn hertz_stiffness(one: &Material, two: &Material, radius: f64) -> f64 {
    let yielding = 1.0 / one.plate_modulus() + 1.0 / two.plate_modulus();
    4.0 / 3.0 * radius.sqrt() / yielding
}

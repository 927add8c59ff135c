//! What other crates are about to have, in its place until they do: to be replaced, not to be built upon.
//!
//! | here            | becomes                                    |
//! |-----------------|--------------------------------------------|
//! | [`Friction`]    | the friction law of `foley-contact`        |
//! | [`WaveguideSpec`] | the string of `foley-body`               |
//! | [`shaped`]      | the shapes and materials of `foley-body`   |

use foley_body::ModalSpec;
use foley_params::{Param, Parametric, Scale, Unit};

/// Rubbing by bristles: stiffness, two coefficients of friction, and the speed between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// σ₀: of the bristles \[N/m\].
    pub stiffness: f64,
    /// σ₁: of the bristles \[N s/m\].
    pub damping: f64,
    /// σ₂: of whatever is between the surfaces \[N s/m\].
    pub viscosity: f64,
    /// μ_s: what must be overcome at rest \[1\].
    pub static_friction: f64,
    /// μ_d: what remains when it slides \[1\].
    pub dynamic_friction: f64,
    /// v_s: where it is on the way from one to the other [m/s].
    pub stribeck: f64,
    /// k_ba: where bristles begin to break away, as a share of where they slide \[1\].
    pub break_away: f64,
    /// σ₃: roughness, as a share of the normal force \[1\].
    pub roughness: f64,
}

impl Default for Friction {
    fn default() -> Self {
        Self {
            stiffness: 1e4,
            damping: 0.1,
            viscosity: 0.4,
            static_friction: 0.8,
            dynamic_friction: 0.3,
            stribeck: 0.1,
            break_away: 0.7,
            roughness: 0.0,
        }
    }
}

macro_rules! param {
    ($id:literal, $symbol:literal, $unit:expr, $doc:literal, $min:literal ..= $max:literal, $scale:ident, $default:literal, $field:ident) => {
        Param {
            id: $id,
            symbol: $symbol,
            unit: $unit,
            doc: $doc,
            min: $min,
            max: $max,
            scale: Scale::$scale,
            default: $default,
            glide: 0.005,
            handle: None,
            get: |it| it.$field,
            set: |it, value| it.$field = value,
        }
    };
}

impl Parametric for Friction {
    const NAME: &'static str = "friction";
    const PARAMS: &'static [Param<Self>] = &[
        param!(
            "stiffness",
            "σ₀",
            Unit::NewtonPerMetre,
            "How stiff the bristles are.",
            1e1..=1e8,
            Logarithmic,
            1e4,
            stiffness
        ),
        param!(
            "damping",
            "σ₁",
            Unit::NewtonSecondPerMetre,
            "How much the bristles lose.",
            0.0..=1e4,
            Linear,
            0.1,
            damping
        ),
        param!(
            "viscosity",
            "σ₂",
            Unit::NewtonSecondPerMetre,
            "How much what is between the surfaces loses.",
            0.0..=1e4,
            Linear,
            0.4,
            viscosity
        ),
        param!(
            "static",
            "μ_s",
            Unit::One,
            "Friction at rest, as a share of the normal force.",
            0.0..=10.0,
            Linear,
            0.8,
            static_friction
        ),
        param!(
            "dynamic",
            "μ_d",
            Unit::One,
            "Friction while it slides, as a share of the normal force.",
            0.0..=10.0,
            Linear,
            0.3,
            dynamic_friction
        ),
        param!(
            "stribeck",
            "v_s",
            Unit::MetrePerSecond,
            "Speed at which friction has nearly fallen from one to the other.",
            1e-4..=10.0,
            Logarithmic,
            0.1,
            stribeck
        ),
        param!(
            "break-away",
            "k_ba",
            Unit::One,
            "Where bristles begin to break away, as a share of where they slide.",
            0.0..=1.0,
            Linear,
            0.7,
            break_away
        ),
        param!(
            "roughness",
            "σ₃",
            Unit::One,
            "Noise of the surface, as a share of the normal force.",
            0.0..=1.0,
            Linear,
            0.0,
            roughness
        ),
    ];
}

/// A string, as one describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct WaveguideSpec {
    /// Of its lowest mode \[Hz\].
    pub frequency: f64,
    /// Time in which its lowest mode falls to 1/e \[s\].
    pub decay: f64,
    /// Of all of it \[kg\].
    pub mass: f64,
    /// Where its ports are, as a share of its length from one end, within 0 to 1.
    pub ports: Vec<f64>,
}

impl Default for WaveguideSpec {
    fn default() -> Self {
        Self {
            frequency: 196.0,
            decay: 1.0,
            mass: 1e-3,
            ports: Vec::new(),
        }
    }
}

impl Parametric for WaveguideSpec {
    const NAME: &'static str = "string";
    const PARAMS: &'static [Param<Self>] = &[
        param!(
            "frequency",
            "f",
            Unit::Hertz,
            "Pitch of the open string.",
            10.0..=1e4,
            Logarithmic,
            196.0,
            frequency
        ),
        param!(
            "decay",
            "t",
            Unit::Second,
            "Time in which its lowest mode falls to 1/e.",
            1e-3..=1e3,
            Logarithmic,
            1.0,
            decay
        ),
        param!(
            "mass",
            "m",
            Unit::Kilogram,
            "How heavy all of it is.",
            1e-6..=10.0,
            Logarithmic,
            1e-3,
            mass
        ),
    ];
}

/// A body by its shape and what it is made of, as a file says it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shaped {
    pub(crate) shape: String,
    pub(crate) material: String,
    /// The sizes that were given, by name \[m\].
    pub(crate) sizes: Vec<(&'static str, f64)>,
    /// How many modes it shall have; no more than [`foley_body::modal::MOST_MODES`].
    pub(crate) modes: usize,
    /// Where its ports are: shares of its sizes, one or two numbers within 0 to 1 each.
    pub(crate) ports: Vec<Vec<f64>>,
}

/// Its modes. Until shapes are there, an error that says so.
///
/// # Errors
/// Always, for now.
pub(crate) fn shaped(body: &Shaped) -> Result<ModalSpec, String> {
    let Shaped {
        shape,
        material,
        sizes,
        modes,
        ports,
    } = body;
    Err(format!(
        "shapes are not there yet: `{shape}` of `{material}` ({} sizes, {modes} modes, {} ports) cannot be made. Write its \
         `modes` instead.",
        sizes.len(),
        ports.len(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_hold() {
        foley_params::defaults_hold::<Friction>().unwrap();
        foley_params::defaults_hold::<WaveguideSpec>().unwrap();
    }
}

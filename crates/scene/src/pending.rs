//! What other crates are about to have, in its place until they do: to be replaced, not to be built upon.
//!
//! | here            | becomes                                    |
//! |-----------------|--------------------------------------------|
//! | [`Friction`]    | the friction law of `foley-contact`        |
//! | [`WaveguideSpec`] | the string of `foley-body`               |
//! | `shapes`, `shaped` | the shapes and materials of `foley-body` |

use foley_body::ModalSpec;
use foley_params::{Info, Param, Parametric, Scale, Unit};

/// Rubbing by bristles: they bend like springs, break away, and slide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// σ₀: of the bristles \[N/m\].
    pub stiffness: f64,
    /// σ₁: of the bristles \[N s/m\].
    pub damping: f64,
    /// σ₂: of whatever is between the surfaces \[N s/m\].
    pub viscosity: f64,
    /// σ₃: of the random force of rough surfaces [√(N s/m)].
    pub noise: f64,
    /// v_s: where friction is on the way from rest to sliding [m/s].
    pub stribeck_velocity: f64,
    /// μ_s: what must be overcome at rest \[1\].
    pub static_friction: f64,
    /// μ_d: what remains when it slides \[1\].
    pub dynamic_friction: f64,
    /// k_ba: where bristles begin to break away, as a share of where they slide \[1\].
    pub break_away: f64,
    /// F_N: how hard the surfaces are pressed together \[N\].
    pub normal_force: f64,
}

impl Default for Friction {
    fn default() -> Self {
        Self {
            stiffness: 1e4,
            damping: 0.1,
            viscosity: 0.4,
            noise: 0.0,
            stribeck_velocity: 0.1,
            static_friction: 0.8,
            dynamic_friction: 0.3,
            break_away: 0.7,
            normal_force: 5.0,
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

#[rustfmt::skip]
impl Parametric for Friction {
    const NAME: &'static str = "friction";
    const PARAMS: &'static [Param<Self>] = &[
        param!("stiffness", "σ₀", Unit::NewtonPerMetre, "How hard the bristles are to bend.", 10.0 ..= 1e9, Logarithmic, 1e4, stiffness),
        param!("damping", "σ₁", Unit::NewtonSecondPerMetre, "What bending the bristles costs.", 0.0 ..= 1e3, Linear, 0.1, damping),
        param!("viscosity", "σ₂", Unit::NewtonSecondPerMetre, "Drag that grows with the sliding speed.", 0.0 ..= 1e3, Linear, 0.4, viscosity),
        param!("noise", "σ₃", Unit::Other("√(N·s/m)"), "Strength of the random force of rough surfaces.", 0.0 ..= 10.0, Linear, 0.0, noise),
        param!("stribeck-velocity", "v_s", Unit::MetrePerSecond, "Sliding speed at which most of the extra force of rest is gone.", 1e-4 ..= 10.0, Logarithmic, 0.1, stribeck_velocity),
        param!("static-friction", "μ_s", Unit::One, "Friction force at rest, per newton of normal force.", 0.0 ..= 2.0, Linear, 0.8, static_friction),
        param!("dynamic-friction", "μ_d", Unit::One, "Friction force in motion, per newton of normal force.", 0.0 ..= 2.0, Linear, 0.3, dynamic_friction),
        param!("break-away", "k_ba", Unit::One, "Share of the dynamic friction force up to which nothing slips.", 0.0 ..= 1.0, Linear, 0.7, break_away),
        param!("normal-force", "F_N", Unit::Newton, "How hard the surfaces are pressed together; 0 is apart.", 0.0 ..= 1e3, Linear, 5.0, normal_force),
    ];
}

/// A string, as one describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct WaveguideSpec {
    /// L \[m\]
    pub length: f64,
    /// T \[N\]
    pub tension: f64,
    /// μ [kg/m]
    pub mass_per_length: f64,
    /// Time in which the fundamental falls to 1/e \[s\].
    pub decay: f64,
    /// Where partials decay twice as fast as far below \[Hz\].
    pub brightness: f64,
    /// Where it is touched and heard, as parts of the length from one end \[1\].
    pub ports: Vec<f64>,
}

impl Default for WaveguideSpec {
    fn default() -> Self {
        Self {
            length: 0.65,
            tension: 70.0,
            mass_per_length: 3.42e-3,
            decay: 3.0,
            brightness: 1000.0,
            ports: vec![0.13],
        }
    }
}

#[rustfmt::skip]
impl Parametric for WaveguideSpec {
    const NAME: &'static str = "string";
    const PARAMS: &'static [Param<Self>] = &[
        param!("length", "L", Unit::Metre, "Between the two ends that do not move.", 0.01 ..= 100.0, Logarithmic, 0.65, length),
        param!("tension", "T", Unit::Newton, "How hard the string is pulled.", 0.1 ..= 1e4, Logarithmic, 70.0, tension),
        param!("mass-per-length", "μ", Unit::Other("kg/m"), "How heavy a metre of it is.", 1e-6 ..= 10.0, Logarithmic, 3.42e-3, mass_per_length),
        param!("decay", "τ", Unit::Second, "Time in which the fundamental falls to 1/e.", 1e-3 ..= 1e3, Logarithmic, 3.0, decay),
        param!("brightness", "f_b", Unit::Hertz, "Partials here decay twice as fast as far below.", 20.0 ..= 1e5, Logarithmic, 1000.0, brightness),
    ];
}

/// A body by its shape and what it is made of, as a file says it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shaped {
    pub(crate) shape: &'static str,
    pub(crate) material: String,
    /// The dimensions that were given, checked, by name \[m\].
    pub(crate) dimensions: Vec<(&'static str, f64)>,
    /// How many modes it shall have; no more than [`foley_body::modal::MOST_MODES`].
    pub(crate) modes: usize,
    /// Where its ports are: coordinates as the shape wants them, each a number or a text with its unit.
    pub(crate) ports: Vec<Vec<String>>,
}

/// Every shape by name, with its dimensions.
pub(crate) fn shapes() -> Vec<(&'static str, Vec<Info>)> {
    const fn dimension(id: &'static str) -> Info {
        Info {
            id,
            symbol: id,
            unit: Unit::Metre,
            doc: "A dimension of the shape.",
            min: 1e-4,
            max: 1e2,
            scale: Scale::Logarithmic,
            default: 0.1,
            glide: 0.0,
            handle: None,
        }
    }
    const SIZES: [Info; 3] = [
        dimension("length"),
        dimension("width"),
        dimension("thickness"),
    ];
    vec![("bar", SIZES.to_vec()), ("plate", SIZES.to_vec())]
}

/// Its modes. Until shapes are there, an error that says so.
///
/// # Errors
/// Always, for now.
pub(crate) fn shaped(body: &Shaped) -> Result<ModalSpec, String> {
    let Shaped {
        shape,
        material,
        dimensions,
        modes,
        ports,
    } = body;
    Err(format!(
        "shapes are not there yet: `{shape}` of `{material}` ({} dimensions, {modes} modes, {} ports) cannot be made. Write \
         its `modes` instead.",
        dimensions.len(),
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

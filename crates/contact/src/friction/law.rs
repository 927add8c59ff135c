//! Friction law: parameters of the bristle model.

use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// Friction law of two surfaces: bending, slipping and viscous drag of bristles. Equations: [the
/// module](super).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// σ₀: bending stiffness of the bristles \[N/m\].
    pub stiffness: f64,
    /// σ₁: damping of the bristles \[N s/m\].
    pub damping: f64,
    /// σ₂: viscous friction \[N s/m\].
    pub viscosity: f64,
    /// σ₃: strength of the roughness noise \[√(N s/m)\].
    pub noise: f64,
    /// v_s: Stribeck velocity, at which most of the extra static friction is gone \[m/s\].
    pub stribeck_velocity: f64,
    /// μ_s: static friction coefficient \[1\]; values below μ_d count as μ_d.
    pub static_friction: f64,
    /// μ_d: dynamic friction coefficient \[1\].
    pub dynamic_friction: f64,
    /// k_ba: share of the dynamic friction force up to which the bristles bend without slip \[1\].
    pub break_away: f64,
    /// F_N: normal force \[N\].
    pub normal_force: f64,
}

impl Default for Friction {
    /// A dry, squeaking contact.
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

impl Parametric for Friction {
    const NAME: &'static str = "friction";
    const PARAMS: &'static [Param<Self>] = &[
        Param {
            id: "stiffness",
            symbol: "σ₀",
            unit: Unit::NewtonPerMetre,
            doc: "How hard the bristles are to bend: the spring before anything slips.",
            min: 10.0,
            max: 1e9,
            scale: Scale::Logarithmic,
            default: 1e4,
            glide: 0.005,
            handle: Some(Handle { name: "hardness", low: "rubber", high: "glass" }),
            get: |law| law.stiffness,
            set: |law, value| law.stiffness = value,
        },
        Param {
            id: "damping",
            symbol: "σ₁",
            unit: Unit::NewtonSecondPerMetre,
            doc: "What bending the bristles costs.",
            min: 0.0,
            max: 1e3,
            scale: Scale::Linear,
            default: 0.1,
            glide: 0.005,
            handle: None,
            get: |law| law.damping,
            set: |law, value| law.damping = value,
        },
        Param {
            id: "viscosity",
            symbol: "σ₂",
            unit: Unit::NewtonSecondPerMetre,
            doc: "Drag that grows with the sliding speed, as of an oil film.",
            min: 0.0,
            max: 1e3,
            scale: Scale::Linear,
            default: 0.4,
            glide: 0.005,
            handle: Some(Handle { name: "wetness", low: "dry", high: "oiled" }),
            get: |law| law.viscosity,
            set: |law, value| law.viscosity = value,
        },
        Param {
            id: "noise",
            symbol: "σ₃",
            unit: Unit::Other("√(N·s/m)"),
            doc: "Strength of the random force of rough surfaces, which grows with the square root of speed times normal force.",
            min: 0.0,
            max: 10.0,
            scale: Scale::Linear,
            default: 0.0,
            glide: 0.005,
            handle: Some(Handle { name: "roughness", low: "polished", high: "gritty" }),
            get: |law| law.noise,
            set: |law, value| law.noise = value,
        },
        Param {
            id: "stribeck-velocity",
            symbol: "v_s",
            unit: Unit::MetrePerSecond,
            doc: "Sliding speed at which most of the extra force of rest is gone.",
            min: 1e-4,
            max: 10.0,
            scale: Scale::Logarithmic,
            default: 0.1,
            glide: 0.005,
            handle: None,
            get: |law| law.stribeck_velocity,
            set: |law, value| law.stribeck_velocity = value,
        },
        Param {
            id: "static-friction",
            symbol: "μ_s",
            unit: Unit::One,
            doc: "Friction force at rest, per newton of normal force; taken as that in motion where it is less.",
            min: 0.0,
            max: 2.0,
            scale: Scale::Linear,
            default: 0.8,
            glide: 0.005,
            handle: Some(Handle { name: "stickiness", low: "slippery", high: "sticky" }),
            get: |law| law.static_friction,
            set: |law, value| law.static_friction = value,
        },
        Param {
            id: "dynamic-friction",
            symbol: "μ_d",
            unit: Unit::One,
            doc: "Friction force in motion, per newton of normal force.",
            min: 0.0,
            max: 2.0,
            scale: Scale::Linear,
            default: 0.3,
            glide: 0.005,
            handle: None,
            get: |law| law.dynamic_friction,
            set: |law, value| law.dynamic_friction = value,
        },
        Param {
            id: "break-away",
            symbol: "k_ba",
            unit: Unit::One,
            doc: "Share of the dynamic friction force up to which the bristles only bend and nothing slips.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 0.7,
            glide: 0.005,
            handle: None,
            get: |law| law.break_away,
            set: |law, value| law.break_away = value,
        },
        Param {
            id: "normal-force",
            symbol: "F_N",
            unit: Unit::Newton,
            doc: "How hard the surfaces are pressed together; 0 is apart.",
            min: 0.0,
            max: 1e3,
            scale: Scale::Linear,
            default: 5.0,
            glide: 0.005,
            handle: Some(Handle { name: "pressure", low: "a touch", high: "pressed hard" }),
            get: |law| law.normal_force,
            set: |law, value| law.normal_force = value,
        },
    ];
}

impl Friction {
    /// Friction force of steady sliding at a speed: the Stribeck curve \[N\]. Never negative.
    ///
    /// $$ F(v) = F_c + (F_s - F_c)\,e^{-(v/v_s)^2} + \sigma_2 |v| $$
    pub fn steady_force(&self, speed: f64) -> f64 {
        let (dynamic, still) = self.friction_levels();
        let ratio = speed / self.stribeck_velocity;
        dynamic + (still - dynamic) * crate::math::exp(-ratio * ratio) + self.viscosity * speed.abs()
    }

    /// Largest force without slip, z_ba σ₀ = k_ba F_c \[N\].
    pub fn elastic_limit(&self) -> f64 {
        self.break_away * self.friction_levels().0
    }

    /// Dynamic and static friction force, F_c and F_s \[N\].
    pub(super) fn friction_levels(&self) -> (f64, f64) {
        let dynamic = self.dynamic_friction * self.normal_force;
        (dynamic, dynamic.max(self.static_friction * self.normal_force))
    }

    /// Clamps every parameter to its valid range: nothing negative, a minimum bristle stiffness and Stribeck
    /// velocity, a break-away share of at most 1. NaN becomes the minimum.
    #[must_use]
    pub(super) fn clamped(self) -> Self {
        let at_least = |value: f64, least: f64| value.max(least).min(1e15);
        Self {
            stiffness: at_least(self.stiffness, 1e-3),
            damping: at_least(self.damping, 0.0),
            viscosity: at_least(self.viscosity, 0.0),
            noise: at_least(self.noise, 0.0),
            stribeck_velocity: at_least(self.stribeck_velocity, 1e-9),
            static_friction: at_least(self.static_friction, 0.0),
            dynamic_friction: at_least(self.dynamic_friction, 0.0),
            break_away: at_least(self.break_away, 0.0).min(1.0),
            normal_force: at_least(self.normal_force, 0.0),
        }
    }
}

//! Friction law: parameters of the bristle model.

use foley_params::params;

params! {
    /// Friction law of two surfaces: bending, slipping and viscous drag of bristles. Equations: [the
    /// module](super).
    /// Default: a dry, squeaking contact.
    pub struct Friction("friction") {
        /// Stiffness of the bristles, the spring between the surfaces before they slip.
        stiffness: f64 = 1e4, "σ₀", NewtonPerMetre, log [10.0, 1e9], glide 0.005,
            handle("hardness", "rubber", "glass");
        /// Damping of the bristles while they bend.
        damping: f64 = 0.1, "σ₁", NewtonSecondPerMetre, lin [0.0, 1e3], glide 0.005;
        /// Viscous drag, proportional to the sliding speed, as of an oil film.
        viscosity: f64 = 0.4, "σ₂", NewtonSecondPerMetre, lin [0.0, 1e3], glide 0.005,
            handle("wetness", "dry", "oiled");
        /// Random force of rough surfaces, proportional to the square root of speed times normal force.
        noise: f64 = 0.0, "σ₃", Other("√(N·s/m)"), lin [0.0, 10.0], glide 0.005,
            handle("roughness", "polished", "gritty");
        /// Mean distance between two shocks of asperities; with 0 the shocks merge to a steady noise.
        spacing: f64 = 0.0, "ℓ", Metre, lin [0.0, 0.1], glide 0.005;
        /// Size a of a touching asperity: the noise ends at the frequency v/2πa; with 0 at 4 kHz.
        contact_size as "contact-size": f64 = 0.0, "a", Metre, lin [0.0, 0.01], glide 0.005;
        /// Stribeck velocity: sliding speed at which most of the extra static friction is gone.
        stribeck_velocity as "stribeck-velocity": f64 = 0.1, "v_s", MetrePerSecond, log [1e-4, 10.0], glide 0.005;
        /// Static friction coefficient; raised to the dynamic one if it is lower.
        static_friction as "static-friction": f64 = 0.8, "μ_s", One, lin [0.0, 2.0], glide 0.005,
            handle("stickiness", "slippery", "sticky");
        /// Dynamic friction coefficient.
        dynamic_friction as "dynamic-friction": f64 = 0.3, "μ_d", One, lin [0.0, 2.0], glide 0.005;
        /// Share of the dynamic friction force below which the bristles only bend and nothing slips.
        break_away as "break-away": f64 = 0.7, "k_ba", One, lin [0.0, 1.0], glide 0.005;
        /// Normal force that presses the surfaces together; with 0 they do not touch.
        normal_force as "normal-force": f64 = 5.0, "F_N", Newton, lin [0.0, 1e3], glide 0.005,
            handle("pressure", "a touch", "pressed hard");
    }
}

impl Friction {
    /// Returns the friction force of steady sliding at `speed` \[m/s\], the Stribeck curve \[N\]. Never
    /// negative. With dynamic friction force F_c, static friction force F_s, Stribeck velocity v_s and
    /// viscosity σ₂:
    ///
    /// ```math
    /// F(v) = F_c + (F_s - F_c)\,e^{-(v/v_s)^2} + \sigma_2 |v|
    /// ```
    pub fn steady_force(&self, speed: f64) -> f64 {
        let (dynamic, still) = self.friction_levels();
        let ratio = speed / self.stribeck_velocity;
        dynamic + (still - dynamic) * crate::math::exp(-ratio * ratio) + self.viscosity * speed.abs()
    }

    /// Returns the largest friction force without slip: the break-away share of the dynamic friction force
    /// \[N\].
    pub fn elastic_limit(&self) -> f64 {
        self.break_away * self.friction_levels().0
    }

    /// Returns the dynamic and the static friction force, in this order \[N\].
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
            spacing: at_least(self.spacing, 0.0),
            contact_size: at_least(self.contact_size, 0.0),
            stribeck_velocity: at_least(self.stribeck_velocity, 1e-9),
            static_friction: at_least(self.static_friction, 0.0),
            dynamic_friction: at_least(self.dynamic_friction, 0.0),
            break_away: at_least(self.break_away, 0.0).min(1.0),
            normal_force: at_least(self.normal_force, 0.0),
        }
    }
}

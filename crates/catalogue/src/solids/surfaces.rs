//! Friction between two surfaces: bristles that bend, break away and slip, in the audible range of values.
//!
//! ```math
//! \dot z = v\Bigl(1 - \alpha\frac{z}{z_{ss}(v)}\Bigr), \qquad f = \sigma_0 z + \sigma_1\dot z + \sigma_2 v + \sigma_3 w, \qquad
//! F_{ss}(v) = F_N\bigl[\mu_d + (\mu_s - \mu_d)e^{-(v/v_s)^2}\bigr] + \sigma_2 v
//! ```
//!
//! | symbol        | here                                                       | unit       | meaning                                          |
//! |---------------|------------------------------------------------------------|------------|--------------------------------------------------|
//! | σ₀, σ₁, σ₂    | `stiffness`, `damping`, `viscosity`                        | N/m, N s/m | bristle stiffness, bristle damping, viscous drag |
//! | σ₃            | `noise`                                                    | √(N s/m)   | random force of rough surfaces, as √(v F_N)      |
//! | μ_s, μ_d, v_s | `static-friction`, `dynamic-friction`, `stribeck-velocity` | 1, m/s     | the falling curve that makes stick and slip      |
//! | k_ba          | `break-away`                                               | 1          | share of F_c below which nothing slips           |
//! | λ, d, q       | `grain`, `ribs`, `regularity`                              | m, 1, 1    | grain width, depth and regularity                |
//!
//! The noise σ₃ has the same spectrum at every speed. A surface with *grain*, such as corduroy, a file or
//! skin, modulates the normal force along the way, F_N (1 + d h(x/λ)), so that its pitch follows the speed.
//! With `regularity` 1 h has the period 2λ, with 0 it is random.
//!
//! Source: \[Dupont2002\]; \[Avanzini2005\]; \[PapettiThesis, eq. (2.1)\]; the law itself is
//! [`foley_contact::Friction`].

use foley_contact::Friction;
use foley_dsp::random::mix_seed;
use foley_params::params;
use foley_scene::ContactLaw;

params! {
    /// Friction between two surfaces.
    /// Default: dry, smooth and sticky: rosin.
    pub struct Surfaces("surfaces") {
        /// Stiffness of the bristles, the spring between the surfaces before they slip.
        stiffness: f64 = 1e5, "σ₀", NewtonPerMetre, log [1e3, 1e7], glide 0.02,
            handle("hardness", "rubber", "glass");
        /// Damping of the bristles.
        damping: f64 = 0.3, "σ₁", NewtonSecondPerMetre, log [1e-3, 100.0], glide 0.02;
        /// Viscous drag, proportional to the sliding speed, as of an oil film.
        viscosity: f64 = 0.1, "σ₂", NewtonSecondPerMetre, log [1e-3, 100.0], glide 0.02,
            handle("wetness", "dry", "oiled");
        /// Static friction coefficient; at least the dynamic one.
        static_friction as "static-friction": f64 = 0.8, "μ_s", One, lin [0.0, 2.0], glide 0.02,
            handle("stickiness", "slippery", "sticky");
        /// Dynamic friction coefficient.
        dynamic_friction as "dynamic-friction": f64 = 0.3, "μ_d", One, lin [0.0, 2.0], glide 0.02;
        /// Stribeck velocity: sliding speed at which most of the extra static friction is gone.
        stribeck_velocity as "stribeck-velocity": f64 = 0.1, "v_s", MetrePerSecond, log [1e-3, 3.0], glide 0.02;
        /// Share of the dynamic friction force below which the bristles only bend and nothing slips.
        break_away as "break-away": f64 = 0.7, "k_ba", One, lin [0.0, 1.0], glide 0.02;
        /// Random force of rough surfaces, proportional to the square root of speed times normal force.
        noise: f64 = 0.002, "σ₃", Other("√(N·s/m)"), log [1e-4, 10.0], glide 0.02,
            handle("roughness", "polished", "gritty");
        /// Half the distance between ribs, or the mean grain width.
        grain: f64 = 1e-3, "λ", Metre, log [2e-5, 0.02], glide 0.02, handle("coarseness", "silk", "washboard");
        /// Relative modulation of the normal force by the grain.
        ribs: f64 = 0.0, "d", One, lin [0.0, 1.0], glide 0.02, handle("ribs", "even", "ribbed");
        /// Regularity of the grain: 0 is random, 1 is periodic.
        regularity: f64 = 0.0, "q", One, lin [0.0, 1.0], glide 0.02, handle("regularity", "skin", "file");
    }
}

impl Surfaces {
    /// Returns the friction law at a normal force \[N\]. Real-time: yes.
    pub fn friction(&self, newtons: f64) -> Friction {
        Friction {
            stiffness: self.stiffness,
            damping: self.damping,
            viscosity: self.viscosity,
            noise: self.noise,
            stribeck_velocity: self.stribeck_velocity,
            static_friction: self.static_friction,
            dynamic_friction: self.dynamic_friction,
            break_away: self.break_away,
            normal_force: newtons,
        }
    }

    /// Returns the contact law for a scene in which a live signal sets the normal force. Real-time: yes.
    pub fn law(&self) -> ContactLaw {
        ContactLaw::Friction { law: self.friction(0.0), normal_from: None }
    }
}

/// Position of a sliding contact on a surface with a grain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GrainPosition {
    seed: u64,
    /// Distance from the start, counted in grain widths \[1\].
    place: f64,
}

impl GrainPosition {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, place: 0.0 }
    }

    /// Advances the contact by a distance \[m\] and returns the factor on the normal force \[1\]. Grains that
    /// pass faster than one per two samples cannot be represented; the grain fades out before that speed.
    /// Real-time: yes.
    pub(super) fn pass(&mut self, way: f64, surfaces: &Surfaces) -> f64 {
        let grains = way / surfaces.grain;
        self.place += grains;
        let depth = surfaces.ribs * (1.0 - 2.0 * grains.abs()).max(0.0);
        if depth == 0.0 {
            return 1.0;
        }
        1.0 + depth * along(self.seed, self.place, surfaces.regularity)
    }
}

/// Returns a seeded smooth curve between −1 and 1 with one random value per unit of `place`. With
/// `regularity` 1 the values alternate between 1 and −1. Real-time: yes.
pub(crate) fn along(seed: u64, place: f64, regularity: f64) -> f64 {
    let floor = libm::floor(place);
    let at = |n: i64| {
        let random = (mix_seed(seed, n.cast_unsigned()) >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
        let alternating = if n & 1 == 0 { 1.0 } else { -1.0 };
        random + regularity * (alternating - random)
    };
    let n = floor as i64;
    let (left, right) = (at(n), at(n.wrapping_add(1)));
    let t = place - floor;
    left + (right - left) * t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_regular_grain_has_a_period_of_two_grains() {
        let surfaces = Surfaces { ribs: 0.5, regularity: 1.0, grain: 1e-3, ..Surfaces::default() };
        let mut grain = GrainPosition::new(3);
        let press: Vec<f64> = (0..1000).map(|_| grain.pass(1e-4, &surfaces)).collect();
        let ups = press.windows(2).filter(|pair| pair[0] < 1.0 && pair[1] >= 1.0);
        // 100 mm over ribs 2 mm apart give 50 ribs.
        assert_eq!(ups.count(), 50);
        let peak = press.iter().copied().fold(0.0, f64::max);
        // At a tenth of a grain per sample the fade has begun: 1 + d (1 − 2/10).
        assert!((peak - 1.4).abs() < 1e-6, "{peak} for 1.4 at d = 0.5");
    }

    #[test]
    fn the_way_back_passes_the_same_grains() {
        let surfaces = Surfaces { ribs: 1.0, ..Surfaces::default() };
        let mut grain = GrainPosition::new(9);
        let forward: Vec<f64> = (0..50).map(|_| grain.pass(1.3e-4, &surfaces)).collect();
        let back: Vec<f64> = (0..49).map(|_| grain.pass(-1.3e-4, &surfaces)).collect();
        for (forward, back) in forward[..49].iter().rev().zip(&back) {
            assert!((forward - back).abs() < 1e-9, "{forward} forward, {back} back");
        }
    }
}

//! Two surfaces that rub: bristles that bend, break away and slip, in the ranges that one hears.
//!
//! $$ \dot z = v\Bigl(1 - \alpha\frac{z}{z_{ss}(v)}\Bigr), \qquad f = \sigma_0 z + \sigma_1\dot z + \sigma_2 v + \sigma_3 w, \qquad
//!    F_{ss}(v) = F_N\bigl[\mu_d + (\mu_s - \mu_d)e^{-(v/v_s)^2}\bigr] + \sigma_2 v $$
//!
//! | symbol         | here                                   | unit       | meaning                                            |
//! |----------------|----------------------------------------|------------|----------------------------------------------------|
//! | σ₀, σ₁, σ₂     | `stiffness`, `damping`, `viscosity`    | N/m, N s/m | the bristles as springs, what bending and sliding cost |
//! | σ₃             | `noise`                                | √(N s/m)   | random force of rough surfaces, as √(v F_N)        |
//! | μ_s, μ_d, v_s  | `static-friction`, `dynamic-friction`, `stribeck-velocity` | 1, m/s | the falling curve that makes stick and slip |
//! | k_ba           | `break-away`                           | 1          | share of F_c up to which nothing slips             |
//! | λ, d, q        | `grain`, `ribs`, `regularity`          | m, 1, 1    | what the surface looks like along the way          |
//!
//! The noise σ₃ has the same colour at every speed. What has a *grain*, as corduroy, a file or skin, presses
//! more and less along the way, F_N (1 + d h(x/λ)), so that its pitch goes with the speed: with `regularity`
//! 1 h swings once every 2λ, with 0 it is chance.
//!
//! Source: \[Dupont2002\]; \[Avanzini2005\]; \[PapettiThesis, eq. (2.1)\]; the law itself is
//! [`foley_contact::Friction`].

use foley_contact::Friction;
use foley_dsp::random::mixed;
use foley_params::params;
use foley_scene::ContactLaw;

params! {
    /// Two surfaces that rub.
    /// Default: dry, smooth and sticky: rosin.
    pub struct Surfaces("surfaces") {
        /// How hard the bristles are to bend: the spring before anything slips.
        stiffness: f64 = 1e5, "σ₀", NewtonPerMetre, log [1e3, 1e7], glide 0.02,
            handle("hardness", "rubber", "glass");
        /// What bending the bristles costs.
        damping: f64 = 0.3, "σ₁", NewtonSecondPerMetre, log [1e-3, 100.0], glide 0.02;
        /// Drag that grows with the sliding speed, as of an oil film.
        viscosity: f64 = 0.1, "σ₂", NewtonSecondPerMetre, log [1e-3, 100.0], glide 0.02,
            handle("wetness", "dry", "oiled");
        /// Friction force at rest, per newton of pressure; taken as that in motion where it is less.
        static_friction as "static-friction": f64 = 0.8, "μ_s", One, lin [0.0, 2.0], glide 0.02,
            handle("stickiness", "slippery", "sticky");
        /// Friction force in motion, per newton of pressure.
        dynamic_friction as "dynamic-friction": f64 = 0.3, "μ_d", One, lin [0.0, 2.0], glide 0.02;
        /// Sliding speed at which most of the extra force of rest is gone.
        stribeck_velocity as "stribeck-velocity": f64 = 0.1, "v_s", MetrePerSecond, log [1e-3, 3.0], glide 0.02;
        /// Share of the dynamic friction force up to which the bristles only bend and nothing slips.
        break_away as "break-away": f64 = 0.7, "k_ba", One, lin [0.0, 1.0], glide 0.02;
        /// Random force of rough surfaces, which grows with the square root of speed times pressure.
        noise: f64 = 0.002, "σ₃", Other("√(N·s/m)"), log [1e-4, 10.0], glide 0.02,
            handle("roughness", "polished", "gritty");
        /// Half the distance from rib to rib, or the mean width of a grain.
        grain: f64 = 1e-3, "λ", Metre, log [2e-5, 0.02], glide 0.02, handle("coarseness", "silk", "washboard");
        /// How much the pressure goes up and down with the grain of the surface.
        ribs: f64 = 0.0, "d", One, lin [0.0, 1.0], glide 0.02, handle("ribs", "even", "ribbed");
        /// Whether the grain is chance or as regular as a file.
        regularity: f64 = 0.0, "q", One, lin [0.0, 1.0], glide 0.02, handle("regularity", "skin", "file");
    }
}

impl Surfaces {
    /// The law, pressed with so many newtons. Real-time: yes.
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

    /// The same for a scene in which a live signal presses. Real-time: yes.
    pub fn law(&self) -> ContactLaw {
        ContactLaw::Friction { law: self.friction(0.0), normal_from: None }
    }
}

/// Where a surface with a grain is being touched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GrainPosition {
    seed: u64,
    /// From where it began, in grains \[1\].
    place: f64,
}

impl GrainPosition {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, place: 0.0 }
    }

    /// The touch goes on by a way \[m\]; the factor on the pressure there \[1\]. Grains that pass faster than
    /// two in a sample make no sound that a sample could hold, and fade out before. Real-time: yes.
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

/// A seeded curve between −1 and 1 with one value per unit of the way, smoothly joined: chance, or as far as
/// it is regular up and down by turns. Real-time: yes.
pub(crate) fn along(seed: u64, place: f64, regularity: f64) -> f64 {
    let whole = libm::floor(place);
    let at = |n: i64| {
        let chance = (mixed(seed, n.cast_unsigned()) >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
        let turn = if n & 1 == 0 { 1.0 } else { -1.0 };
        chance + regularity * (turn - chance)
    };
    let n = whole as i64;
    let (one, two) = (at(n), at(n.wrapping_add(1)));
    let way = place - whole;
    one + (two - one) * way * way * (3.0 - 2.0 * way)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_regular_grain_swings_once_in_two_grains() {
        let surfaces = Surfaces { ribs: 0.5, regularity: 1.0, grain: 1e-3, ..Surfaces::default() };
        let mut grain = GrainPosition::new(3);
        let press: Vec<f64> = (0..1000).map(|_| grain.pass(1e-4, &surfaces)).collect();
        let ups = press.windows(2).filter(|it| it[0] < 1.0 && it[1] >= 1.0);
        // 100 mm over ribs 2 mm apart.
        assert_eq!(ups.count(), 50);
        let most = press.iter().copied().fold(0.0, f64::max);
        // A tenth of a grain in a sample has begun to fade: 1 + d (1 − 2/10).
        assert!((most - 1.4).abs() < 1e-6, "{most} for 1.4 at d = 0.5");
    }

    #[test]
    fn the_way_back_passes_the_same_grains() {
        let surfaces = Surfaces { ribs: 1.0, ..Surfaces::default() };
        let mut grain = GrainPosition::new(9);
        let there: Vec<f64> = (0..50).map(|_| grain.pass(1.3e-4, &surfaces)).collect();
        let back: Vec<f64> = (0..49).map(|_| grain.pass(-1.3e-4, &surfaces)).collect();
        for (one, two) in there[..49].iter().rev().zip(&back) {
            assert!((one - two).abs() < 1e-9, "{one} there, {two} back");
        }
    }
}

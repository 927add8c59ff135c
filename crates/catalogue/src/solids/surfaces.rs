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
//! | ℓ, a          | `spacing`, `contact-size`                                  | m          | way between two shocks of asperities, their size |
//! | μ_s, μ_d, v_s | `static-friction`, `dynamic-friction`, `stribeck-velocity` | 1, m/s     | the falling curve that makes stick and slip      |
//! | k_ba          | `break-away`                                               | 1          | share of F_c = μ_d F_N below which nothing slips |
//! | λ, d, q       | `grain`, `ribs`, `regularity`                              | m, 1, 1    | grain width, depth and regularity                |
//!
//! The noise σ₃ is the sum of the shocks of asperities that touch and part: |v|/ℓ a second, each lasting for
//! the way a, so that the spectrum ends at |v|/2πa.
//!
//! The normal force varies along the way x. A surface with *grain*, such as corduroy, a file or skin, varies
//! with a pitch that follows the speed. With `regularity` 1 h has the period 2λ, with 0 it is random. Every
//! surface is uneven at all lengths below Λ, so that a squeak wanders, breaks off and begins again:
//!
//! ```math
//! F_N(x) = F_N\,\bigl(1 + d\,h(x/\lambda)\bigr)\,\max\bigl(0,\ 1 + e\,p(x)\bigr), \qquad \overline{p^2} = 1, \quad
//! S_p(k) \propto k^{-2}, \quad \Lambda/64 < 2\pi/k < \Lambda
//! ```
//!
//! | symbol | here         | unit | meaning                                                              |
//! |--------|--------------|------|----------------------------------------------------------------------|
//! | p      | [`Profile`]  | 1    | self-affine height of the surface, of unit variance                  |
//! | e, Λ   | `unevenness`, `patch` | 1, m | relative variation of the force, longest wavelength         |
//!
//! The contact is stiff along the normal, so that the normal force follows the height. This force does not
//! only load the friction: it also pushes the body itself, normal to its surface.
//!
//! Source: \[Dupont2002\]; \[Avanzini2005\]; \[PapettiThesis, eq. (2.1)\]; the law itself is
//! [`foley_contact::Friction`]. Shocks of asperities: \[Akay2002\], \[BenAbdelounis2010\], \[LeBot2011\].
//! Surfaces whose power falls as k^−2: \[SaylesThomas1978\].

use crate::surface::{Profile, Surface};
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
        /// Mean distance between two shocks of the asperities that make the random force.
        spacing: f64 = 1e-5, "ℓ", Metre, log [1e-6, 0.02], glide 0.02, handle("sparseness", "powder", "teeth");
        /// Size of an asperity: the random force ends at the sliding speed over 2π times this size.
        contact_size as "contact-size": f64 = 5e-6, "a", Metre, log [1e-7, 1e-3], glide 0.02,
            handle("bluntness", "needle", "fingertip");
        /// Half the distance between ribs, or the mean grain width; heard if `ribs` is not 0.
        grain: f64 = 1e-3, "λ", Metre, log [2e-5, 0.02], glide 0.02, handle("coarseness", "silk", "washboard");
        /// Relative modulation of the normal force by the grain.
        ribs: f64 = 0.0, "d", One, lin [0.0, 1.0], glide 0.02, handle("ribs", "even", "ribbed");
        /// Regularity of the grain: 0 is random, 1 is periodic; heard if `ribs` is not 0.
        regularity: f64 = 0.0, "q", One, lin [0.0, 1.0], glide 0.02, handle("regularity", "skin", "file");
        /// Relative random variation of the normal force along the way, at all lengths below `patch`.
        unevenness: f64 = 0.2, "e", One, lin [0.0, 1.0], glide 0.02, handle("unevenness", "machined", "worn");
        /// Longest wavelength of the unevenness.
        patch: f64 = 0.01, "Λ", Metre, log [1e-4, 0.3], glide 0.02;
    }
}

impl Surfaces {
    /// Returns the unevenness as a surface of unit variance.
    fn waves(&self) -> Surface {
        let shortest = self.patch / FINENESS;
        Surface { roughness: 1.0, longest: self.patch, shortest, slope: 2.0, density: 1.0 }
    }

    /// Returns the friction law at a normal force \[N\]. Real-time: yes.
    pub fn friction(&self, newtons: f64) -> Friction {
        Friction {
            stiffness: self.stiffness,
            damping: self.damping,
            viscosity: self.viscosity,
            noise: self.noise,
            spacing: self.spacing,
            contact_size: self.contact_size,
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

/// Number of the longest wave that the unevenness divides into its shortest.
const FINENESS: f64 = 64.0;

/// Position of a sliding contact on an uneven surface with a grain.
#[derive(Clone, Debug)]
pub(super) struct Path {
    seed: u64,
    /// Distance from the start, counted in grain widths \[1\].
    place: f64,
    /// Distance from the start \[m\].
    way: f64,
    /// Unevenness p of unit variance.
    profile: Profile,
}

impl Path {
    pub(super) fn new(seed: u64, surfaces: &Surfaces) -> Self {
        Self { seed, place: 0.0, way: 0.0, profile: Profile::new(&surfaces.waves(), mix_seed(seed, 1)) }
    }

    /// Takes over changed parameters of the unevenness. Real-time: yes.
    pub(super) fn follow(&mut self, surfaces: &Surfaces) {
        self.profile.change(&surfaces.waves());
    }

    /// Advances the contact by a distance \[m\] and returns the factor on the normal force \[1\]. Grains that
    /// pass faster than one per two samples cannot be represented; the grain fades out before that speed.
    /// Real-time: yes.
    pub(super) fn pass(&mut self, way: f64, surfaces: &Surfaces) -> f64 {
        let grains = way / surfaces.grain;
        self.place += grains;
        self.way += way;
        let mut factor = 1.0;
        if surfaces.unevenness > 0.0 {
            factor = (factor + surfaces.unevenness * self.profile.height(self.way)).max(0.0);
        }
        let depth = surfaces.ribs * (1.0 - 2.0 * grains.abs()).max(0.0);
        if depth > 0.0 {
            factor *= 1.0 + depth * along(self.seed, self.place, surfaces.regularity);
        }
        factor
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
        let (ribs, unevenness) = (0.5, 0.0);
        let surfaces = Surfaces { ribs, unevenness, regularity: 1.0, grain: 1e-3, ..Surfaces::default() };
        let mut grain = Path::new(3, &surfaces);
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
        let mut grain = Path::new(9, &surfaces);
        let forward: Vec<f64> = (0..50).map(|_| grain.pass(1.3e-4, &surfaces)).collect();
        let back: Vec<f64> = (0..49).map(|_| grain.pass(-1.3e-4, &surfaces)).collect();
        for (forward, back) in forward[..49].iter().rev().zip(&back) {
            assert!((forward - back).abs() < 1e-9, "{forward} forward, {back} back");
        }
    }

    #[test]
    fn the_unevenness_has_its_declared_strength_and_depends_on_the_way_alone() {
        let surfaces = Surfaces { unevenness: 0.25, patch: 5e-3, ..Surfaces::default() };
        let factors = |step: f64, count: usize| -> Vec<f64> {
            let mut path = Path::new(5, &surfaces);
            (0..count).map(|_| path.pass(step, &surfaces)).collect()
        };
        // 1,000 of the longest waves, which have half of the power: 1/√1000 = 3 % of the mean square.
        let slow = factors(2e-5, 250_000);
        let square = slow.iter().map(|factor| (factor - 1.0).powi(2)).sum::<f64>() / slow.len() as f64;
        assert!((square.sqrt() / 0.25 - 1.0).abs() < 0.05, "{} for 0.25", square.sqrt());
        // Twice the speed passes the same places in half the time.
        let fast = factors(4e-5, 1000);
        for (fast, slow) in fast.iter().zip(slow.iter().skip(1).step_by(2)) {
            assert!((fast - slow).abs() < 1e-9, "{fast} at twice the speed, {slow}");
        }
    }
}

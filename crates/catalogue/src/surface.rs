//! Roughness of a surface: an endless seeded height profile, rough at all lengths between two limits.
//!
//! Real surfaces look similar at every magnification: their power falls as a power of the wave number. Here
//! each octave of wavelengths has its own bumps: an odd bump ψ of random height at every point of a
//! lattice,
//!
//! ```math
//! h(x) = \sum_{j} a_j \sum_i g_{ij}\, \psi\!\left(\frac{x - x_{ij}}{2 L_j}\right), \qquad \psi(u) = u\,(1-u^2)^3, \quad |u| < 1,
//! \qquad \lambda_j = 4 L_j = \lambda_{max} 2^{-j} \ge \lambda_{min}
//! ```
//!
//! | symbol     | here                  | unit | meaning                                                    |
//! |------------|-----------------------|------|------------------------------------------------------------|
//! | σ          | `roughness`           | m    | root mean square of h                                      |
//! | λmax, λmin | `longest`, `shortest` | m    | wavelengths of the first and the last octave               |
//! | β          | `slope`               | 1    | power falls as k^−β, so that the a_j go as λ^((β−1)/2)     |
//! | p          | `density`             | 1    | share of the lattice that has a bump; heights grow as 1/√p |
//! | g          | hashed                | 1    | uniform between −1 and 1, from the seed, j and i alone     |
//!
//! ψ has zero mean, so an octave has no power at k = 0; half of its power lies below 1.05/λ and 99 % below
//! 2.1/λ. h has two continuous derivatives. Four bumps overlap everywhere, which keeps the variance within
//! 2 % of its mean along x.
//!
//! With p = 1 the bumps merge to a continuous rustle. With p near 0 they stand alone, and a body that moves
//! over them meets them one by one. This is the transition from rubbing over scratching to rolling
//! \[Conan2014\].
//!
//! Source: \[Rath2003\] for band-passed noise as the surface; \[SaylesThomas1978\] for surfaces whose power
//! falls as k^−β.

use foley_dsp::random::mix_seed;
use foley_params::params;

params! {
    /// Roughness of a surface.
    /// Default: a varnished table.
    pub struct Surface("surface") {
        /// Root mean square height of the surface about its mean.
        roughness: f64 = 1e-6, "σ", Metre, log [1e-8, 1e-3], glide 0.05,
            handle("coarseness", "polished", "cobbles");
        /// Longest wavelength of the roughness of the surface.
        longest: f64 = 0.02, "λmax", Metre, log [1e-3, 0.5], glide 0.05;
        /// Shortest wavelength of the roughness; replaced by the longest one if that is shorter.
        shortest: f64 = 5e-4, "λmin", Metre, log [3e-5, 0.05], glide 0.05, handle("grain", "flour", "gravel");
        /// Exponent of the power's fall with wave number: 0 is equal power at all lengths, 4 almost only
        /// long ones.
        slope: f64 = 2.0, "β", One, lin [0.0, 4.0], glide 0.05;
        /// Fraction of the points of the surface that have a bump; sparse bumps are higher.
        density: f64 = 1.0, "p", One, log [0.005, 1.0], glide 0.05,
            handle("event-density", "one bump after the other, as in rolling", "all bumps at once, as in rubbing");
    }
}

impl Surface {
    /// Returns the surface without its octaves of wavelengths below `shortest` \[m\]: the other octaves keep
    /// their heights.
    pub(crate) fn down_to(&self, shortest: f64) -> Self {
        if shortest <= self.shortest {
            return *self;
        }
        let remaining = Self { shortest: shortest.min(self.longest), ..*self };
        let power = |octaves: i32| (0..octaves).map(|octave| self.octave_power(octave)).sum::<f64>();
        let share = power(remaining.octaves()) / power(self.octaves());
        Self { roughness: self.roughness * share.sqrt(), ..remaining }
    }

    /// Returns the number of octaves of the profile.
    fn octaves(&self) -> i32 {
        1 + libm::floor(libm::log2(self.longest / self.shortest) + 1e-3).max(0.0) as i32
    }

    /// Returns the power of an octave relative to the longest one \[1\].
    fn octave_power(&self, octave: i32) -> f64 {
        libm::exp2(-(self.slope - 1.0) * f64::from(octave))
    }

    /// Returns the root mean square height of the waves shorter than the shortest one of the profile \[m\]:
    /// of the next eight octaves, by the same power law.
    pub fn fine_roughness(&self) -> f64 {
        const FINER: i32 = 8;
        let octaves = self.octaves();
        let power = |from: i32, to: i32| (from..to).map(|octave| self.octave_power(octave)).sum::<f64>();
        self.roughness * (power(octaves, octaves + FINER) / power(0, octaves)).sqrt()
    }
}

/// Maximum number of octaves of a profile: from 3e-5 to 0.5 m are a little over fourteen.
const MAX_OCTAVES: usize = 15;

/// Mean square of one octave with bumps of height 1 \[1\]. It is the integral of the squared bump form,
/// times the mean square of heights that are uniform between −1 and 1.
const MEAN_SQUARE: f64 = 0.030_31;

/// Upper bound of the height of one octave with bumps of height 1 \[1\].
const MAX_OCTAVE_HEIGHT: f64 = 0.538;

/// One octave of a profile, with the random heights of the four bumps around the last position.
#[derive(Clone, Copy, Debug, Default)]
struct Octave {
    /// Inverse of the lattice step L of this octave \[1/m\].
    per_metre: f64,
    /// Bump height a of this octave \[m\].
    height: f64,
    seed: u64,
    /// Offset of this octave's lattice \[lattice steps\].
    phase: f64,
    /// Index of the lattice point before the last position.
    cell: i64,
    /// Random heights g of the lattice points from one before `cell` to two after `cell` \[1\].
    bumps: [f64; 4],
}

/// Height profile of a surface along a line.
#[derive(Clone, Debug)]
pub struct Profile {
    surface: Surface,
    octaves: [Octave; MAX_OCTAVES],
    count: usize,
}

impl Profile {
    /// Creates the profile of a surface; the seed determines all random heights.
    pub fn new(surface: &Surface, seed: u64) -> Self {
        let mut octaves = [Octave::default(); MAX_OCTAVES];
        for (j, octave) in octaves.iter_mut().enumerate() {
            octave.seed = mix_seed(seed, j as u64);
            octave.phase = 0.5 + 0.5 * signed(mix_seed(octave.seed, 0));
        }
        let mut profile = Self { surface: *surface, octaves, count: 0 };
        profile.rebuild(surface);
        profile
    }

    /// Changes the surface parameters of the profile; the seed stays. Real-time: yes.
    pub fn change(&mut self, surface: &Surface) {
        if *surface != self.surface {
            self.rebuild(surface);
        }
    }

    fn rebuild(&mut self, surface: &Surface) {
        self.surface = *surface;
        let fall = 0.5 * (surface.slope - 1.0);
        let mut wavelength = surface.longest;
        let (mut weight, mut square) = (1.0, 0.0);
        self.count = 0;
        for octave in &mut self.octaves {
            octave.per_metre = 4.0 / wavelength;
            octave.height = weight;
            square += weight * weight;
            // An invalid lattice point forces new random heights at the next position.
            octave.cell = i64::MIN;
            self.count += 1;
            wavelength *= 0.5;
            weight *= libm::exp2(-fall);
            // Halving is exact, but a ratio such as 0.0016 to 0.0001 must give five octaves despite rounding.
            if wavelength < 0.999 * surface.shortest {
                break;
            }
        }
        let scale = surface.roughness / (MEAN_SQUARE * square).sqrt();
        for octave in &mut self.octaves {
            octave.height *= scale / surface.density.sqrt();
        }
    }

    /// Returns the height h of the surface at a position x \[m\]. Successive positions are cheap. Real-time:
    /// yes.
    pub fn height(&mut self, x: f64) -> f64 {
        let share = self.surface.density;
        let octaves = self.octaves.iter_mut().take(self.count);
        octaves.map(|octave| octave.at(x, share)).sum()
    }

    /// Returns an upper bound of the height \|h\| of the profile \[m\].
    pub fn max_height(&self) -> f64 {
        let octaves = self.octaves.iter().take(self.count);
        MAX_OCTAVE_HEIGHT * octaves.map(|octave| octave.height).sum::<f64>()
    }
}

impl Octave {
    fn at(&mut self, x: f64, share: f64) -> f64 {
        let place = x * self.per_metre + self.phase;
        let floor = place.floor();
        let (cell, t) = (floor as i64, place - floor);
        if cell != self.cell {
            self.cell = cell;
            for (bump, point) in self.bumps.iter_mut().zip(-1..) {
                *bump = bump_at(self.seed, cell.wrapping_add(point), share);
            }
        }
        let [a, b, c, d] = self.bumps;
        let sum =
            a * psi(0.5 * (t + 1.0)) + b * psi(0.5 * t) + c * psi(0.5 * (t - 1.0)) + d * psi(0.5 * (t - 2.0));
        self.height * sum
    }
}

/// Returns the random height g of a lattice point: 0 except for a fraction `share` of the points.
fn bump_at(seed: u64, point: i64, share: f64) -> f64 {
    let hash = mix_seed(seed, point as u64);
    // Whether a bump exists must be independent of the height of the bump.
    let there = share >= 1.0 || 0.5 + 0.5 * signed(mix_seed(hash, 1)) < share;
    if there { signed(hash) } else { 0.0 }
}

/// Maps a hash to a uniform number from −1 to 1.
fn signed(hash: u64) -> f64 {
    (hash >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

fn psi(u: f64) -> f64 {
    let rest = 1.0 - u * u;
    u * rest * rest * rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::TAU;

    #[test]
    fn the_height_has_the_declared_root_mean_square_for_every_slope_and_density() {
        for (slope, density) in [(0.0, 1.0), (2.0, 1.0), (3.0, 1.0), (1.0, 0.05)] {
            let surface = Surface { slope, density, ..Surface::default() };
            let mut profile = Profile::new(&surface, 7);
            // The sum covers 2,000 of the longest waves, with 10 points in each of the shortest waves.
            let count = 800_000;
            let heights = (0..count).map(|i| profile.height(5e-5 * f64::from(i)));
            let square = heights.map(|h| h * h).sum::<f64>() / f64::from(count);
            let ratio = square.sqrt() / surface.roughness;
            // Half of the power may lie in the longest octave. 2,000 of its waves give the mean square to
            // 1/√2000 = 2 %, or five times that if one in twenty bumps is present.
            let allowed = 0.02 / density.sqrt();
            assert!((ratio - 1.0).abs() < allowed, "{ratio} of σ for β = {slope}, p = {density}");
            let max_height = profile.max_height();
            let above = (0..100_000).map(|i| profile.height(1e-4 * f64::from(i)).abs()).fold(0.0, f64::max);
            assert!(above <= max_height, "{above} m above {max_height} m");
        }
    }

    #[test]
    fn the_power_lies_between_the_two_wavelength_limits() {
        let surface = Surface { slope: 1.0, longest: 0.016, shortest: 0.001, ..Surface::default() };
        let mut profile = Profile::new(&surface, 3);
        let power = |profile: &mut Profile, wavelength: f64| {
            // Power per wave number, with a Hann window of 16 wavelengths, averaged over 128 places. The
            // step is fine enough to avoid aliasing between octaves.
            let mut sum = 0.0;
            let length = 16.0 * wavelength;
            let count = (length / (0.125 * wavelength).min(1.25e-4)).ceil() as u32;
            for place in 0..128 {
                let (mut re, mut im) = (0.0, 0.0);
                for i in 0..count {
                    let way = f64::from(i) / f64::from(count);
                    let hann = 0.5 - 0.5 * libm::cos(TAU * way);
                    let h = hann * profile.height(3.0 * f64::from(place) + length * way);
                    re += h * libm::cos(TAU * 16.0 * way);
                    im += h * libm::sin(TAU * 16.0 * way);
                }
                let step = length / f64::from(count);
                sum += (re * re + im * im) * step * step / length;
            }
            sum
        };
        // The transform of ψ gives 2.2 % and 1.8e-5. 128 places give a power to 9 % and a ratio of two
        // powers to 13 %.
        for (beyond, edge, below) in [(0.16, 0.016, 0.031), (0.0002, 0.001, 2.6e-5)] {
            let share = power(&mut profile, beyond) / power(&mut profile, edge);
            assert!(share < below, "{share} of the power at {edge} m is at {beyond} m");
        }
    }

    #[test]
    fn leaving_out_short_waves_keeps_the_heights_of_the_others() {
        let surface = Surface { longest: 0.016, shortest: 1e-4, slope: 1.6, ..Surface::default() };
        let (whole, part) = (Profile::new(&surface, 1), Profile::new(&surface.down_to(1.1e-3), 1));
        assert_eq!((whole.count, part.count), (8, 4));
        for (of_whole, of_part) in whole.octaves.iter().zip(&part.octaves).take(4) {
            let ratio = of_part.height / of_whole.height;
            assert!((ratio - 1.0).abs() < 1e-12, "{ratio}");
        }
        assert_eq!(surface.down_to(5e-5), surface);
        assert_eq!(surface.down_to(1.0).shortest, surface.longest);
    }

    #[test]
    fn a_height_does_not_depend_on_earlier_positions() {
        let surface = Surface::default();
        let (mut fresh, mut used) = (Profile::new(&surface, 5), Profile::new(&surface, 5));
        for i in 0..1000 {
            used.height(-3e-5 * f64::from(i));
        }
        for i in 0..1000 {
            let x = 1.7e-5 * f64::from(i);
            assert_eq!(fresh.height(x).to_bits(), used.height(x).to_bits(), "at {x} m");
        }
    }
}

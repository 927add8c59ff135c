//! A room as a box: its first reflections, path lengths and decay.
//!
//! A wall is a mirror. A listener in a box hears the source and its six first mirror images:
//!
//! ```math
//! g = R^{n}\,/\,r, \qquad r = |x_n - x|
//! ```
//!
//! Late reverberation has passed through the whole room: only the lengths of the paths across the room
//! remain of its shape. They are $`\sqrt{(aL)^2 + (bW)^2 + (cH)^2}`$ for small integers a, b, c, spread by a
//! few per cent where two would coincide, as in a cube.
//!
//! | symbol  | unit   | meaning                                                                           |
//! |---------|--------|-----------------------------------------------------------------------------------|
//! | L, W, H | m      | length, width and height of the room                                              |
//! | V, S    | m³, m² | volume and surface of the room                                                    |
//! | T       | s      | time in which sound falls by 60 dB                                                |
//! | R       | 1      | reflected fraction of the pressure at a wall: $`\ln R = -0.0805\,V/(S T)`$ (Eyring) |
//! | r_c     | m      | distance at which the room is as loud as the source: $`r_c^2 = 0.00325\,V/T`$       |
//!
//! Source: \[AllenBerkley1979\] for the images; \[Kuttruff2009\] for Eyring and r_c.

use super::mesh::SOUND;

/// Directions of the sixteen paths across the room, as multiples of length, width and height.
pub const PATHS: [[f64; 3]; 16] = [
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 1.0, 0.0],
    [1.0, 0.0, 1.0],
    [0.0, 1.0, 1.0],
    [1.0, 1.0, 1.0],
    [2.0, 1.0, 0.0],
    [1.0, 2.0, 0.0],
    [2.0, 0.0, 1.0],
    [0.0, 2.0, 1.0],
    [1.0, 0.0, 2.0],
    [0.0, 1.0, 2.0],
    [2.0, 1.0, 1.0],
    [1.0, 2.0, 1.0],
    [1.0, 1.0, 2.0],
];

/// Number of sources: the source itself and its six first mirror images.
pub const IMAGES: usize = 7;

/// A box-shaped room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shoebox {
    /// Length, width and height of the room \[m\].
    pub size: [f64; 3],
}

impl Shoebox {
    /// Returns the volume V of the room \[m³\].
    pub fn volume(&self) -> f64 {
        self.size.iter().product()
    }

    /// Returns the wall surface S of the room \[m²\].
    pub fn surface(&self) -> f64 {
        let [l, w, h] = self.size;
        2.0 * (l * w + l * h + w * h)
    }

    /// Returns the delays of the paths across the room \[samples\], all different and all odd. Real-time:
    /// yes.
    pub fn path_delays(&self, rate: f64) -> [usize; PATHS.len()] {
        let mut taken = [0; PATHS.len()];
        for index in 0..PATHS.len() {
            let square: f64 = PATHS[index].iter().zip(self.size).map(|(n, side)| n * n * side * side).sum();
            // Spread by up to 4 % in both directions, by the golden ratio.
            let spread = (index as f64 * 0.618_033_988_749_895).fract() - 0.5;
            let samples = square.sqrt() * (1.0 + 0.08 * spread) / SOUND * rate;
            let mut samples = (samples as usize).max(3) | 1;
            while taken[..index].contains(&samples) {
                samples += 2;
            }
            taken[index] = samples;
        }
        taken
    }

    /// Returns the reflection R of the walls that gives a 60 dB decay in `seconds`. Real-time: yes.
    pub fn reflection(&self, seconds: f64) -> f64 {
        libm::exp(-0.0805 * self.volume() / (self.surface() * seconds))
    }

    /// Returns the power of the late reverberation relative to the source at 1 m, for a decay time of 1 s
    /// \[1\].
    pub fn liveness(&self) -> f64 {
        1.0 / (0.003_25 * self.volume())
    }

    /// Returns the distances of the source and its six mirror images from the listener \[m\]: the source
    /// first, then the images along each dimension.
    pub fn images(&self, source: [f64; 3], listener: [f64; 3]) -> [f64; IMAGES] {
        let distance = |image: [f64; 3]| {
            let squares = image.iter().zip(listener).map(|(a, b)| (a - b) * (a - b));
            squares.sum::<f64>().sqrt()
        };
        let mut all = [distance(source); IMAGES];
        for (axis, side) in self.size.into_iter().enumerate() {
            for (end, mirror) in [0.0, 2.0 * side].into_iter().enumerate() {
                let mut image = source;
                image[axis] = mirror - image[axis];
                all[1 + 2 * axis + end] = distance(image);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_path_delays_of_a_cube_are_different() {
        let path_delays = Shoebox { size: [3.0; 3] }.path_delays(48_000.0);
        for (index, delay) in path_delays.iter().enumerate() {
            assert!(!path_delays[..index].contains(delay), "{path_delays:?}");
        }
    }

    #[test]
    fn an_image_is_as_far_behind_its_wall_as_the_source_is_before_it() {
        let room = Shoebox { size: [5.0, 4.0, 3.0] };
        let images = room.images([1.0, 2.0, 1.5], [3.0, 2.0, 1.5]);
        let expected = [2.0, 4.0, 6.0];
        for (found, expected) in images.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} for {expected} m");
        }
    }
}

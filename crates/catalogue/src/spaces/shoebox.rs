//! A room as a box: where its walls throw sound first, how long its paths are, and how it fades.
//!
//! A wall is a mirror. Someone in a box hears the source itself and its six first images:
//!
//! $$ g = R^{n}\,/\,r, \qquad r = |x_n - x| $$
//!
//! What comes later has been everywhere: only the lengths of the path_delays across the room remain of its shape.
//! They are $\sqrt{(aL)^2 + (bW)^2 + (cH)^2}$ for small whole numbers a, b, c, spread by a few per cent where
//! two would be alike (a cube has many).
//!
//! | symbol  | unit | meaning                                                                      |
//! |---------|------|------------------------------------------------------------------------------|
//! | L, W, H | m    | the room                                                                     |
//! | V, S    | m³, m² | its volume and its surface                                                 |
//! | T       | s    | time in which sound falls by 60 dB                                           |
//! | R       | 1    | part of the pressure that a wall sends back: $\ln R = -0.0805\,V/(S T)$ (Eyring) |
//! | r_c     | m    | distance at which the room is as loud as the source: $r_c^2 = 0.00325\,V/T$   |
//!
//! Source: \[AllenBerkley1979\] for the images; \[Kuttruff2009\] for Eyring and r_c.

use super::mesh::SOUND;

/// Ways across the room: so many lengths, widths and heights.
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

/// The source and its six first images.
pub const IMAGES: usize = 7;

/// A box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shoebox {
    /// L, W, H \[m\]
    pub size: [f64; 3],
}

impl Shoebox {
    /// V \[m³\]
    pub fn volume(&self) -> f64 {
        self.size.iter().product()
    }

    /// S \[m²\]
    pub fn surface(&self) -> f64 {
        let [l, w, h] = self.size;
        2.0 * (l * w + l * h + w * h)
    }

    /// How long its path_delays across take \[samples\], none of them alike and each odd. Real-time: yes.
    pub fn path_delays(&self, rate: f64) -> [usize; PATHS.len()] {
        let mut taken = [0; PATHS.len()];
        for index in 0..PATHS.len() {
            let way: f64 = PATHS[index].iter().zip(self.size).map(|(n, side)| n * n * side * side).sum();
            // Spread by up to 4 % on either side, by the golden section.
            let spread = (index as f64 * 0.618_033_988_749_895).fract() - 0.5;
            let samples = way.sqrt() * (1.0 + 0.08 * spread) / SOUND * rate;
            let mut samples = (samples as usize).max(3) | 1;
            while taken[..index].contains(&samples) {
                samples += 2;
            }
            taken[index] = samples;
        }
        taken
    }

    /// R of its walls, if sound falls by 60 dB in so many seconds. Real-time: yes.
    pub fn reflection(&self, seconds: f64) -> f64 {
        libm::exp(-0.0805 * self.volume() / (self.surface() * seconds))
    }

    /// 1/r_c², the power of all that comes late against that of the source a metre away, for T = 1 s \[1\].
    pub fn liveness(&self) -> f64 {
        1.0 / (0.003_25 * self.volume())
    }

    /// How far a source and its six images are \[m\]: itself, then those behind the walls along each side.
    pub fn images(&self, source: [f64; 3], ear: [f64; 3]) -> [f64; IMAGES] {
        let far = |image: [f64; 3]| {
            let way = image.iter().zip(ear).map(|(a, b)| (a - b) * (a - b));
            way.sum::<f64>().sqrt()
        };
        let mut all = [far(source); IMAGES];
        for (axis, side) in self.size.into_iter().enumerate() {
            for (end, mirror) in [0.0, 2.0 * side].into_iter().enumerate() {
                let mut image = source;
                image[axis] = mirror - image[axis];
                all[1 + 2 * axis + end] = far(image);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_ways_of_a_cube_are_alike() {
        let path_delays = Shoebox { size: [3.0; 3] }.path_delays(48_000.0);
        for (index, way) in path_delays.iter().enumerate() {
            assert!(!path_delays[..index].contains(way), "{path_delays:?}");
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

//! A church bell from measured partials; no closed form is known.
//!
//! | partial   | to the prime | nodal diameters |
//! |-----------|--------------|-----------------|
//! | hum       | 0.5          | 2               |
//! | prime     | 1            | 2               |
//! | tierce    | 1.2          | 3               |
//! | quint     | 1.5          | 3               |
//! | nominal   | 2            | 4               |
//! | twelfth   | 3            | 5               |
//! | octave    | 4            | 6               |
//!
//! These are the ratios that a founder aims at in a minor-third bell, and the nodal diameters found on them.
//! A real bell deviates from each by some per cent. Every partial is a pair of modes.
//!
//! Above the octave, the wall of the bell vibrates as a plate does, and its partials follow Chladni's law for m
//! nodal diameters and n nodal circles. The nominal (4 diameters, 1 circle) fixes its constant:
//!
//! ```math
//! f_{m,n} = 2 f_1 \left(\frac{m + 2n}{4 + 2}\right)^2, \qquad m + 2n > 8
//! ```
//!
//! All partials of the same m + 2n would have one frequency. Those of a real bell do not: the wall is of uneven
//! thickness, so each partial deviates by up to 4 per cent, drawn from m and n. This deviation is an estimate.
//!
//! | symbol | here    | unit | meaning                                                     |
//! |--------|---------|------|-------------------------------------------------------------|
//! | f₁     | `prime` | Hz   |                                                             |
//! | M      | `mass`  | kg   | moving mass of the rim, chosen by the user                  |
//!
//! Heights are radial displacements at the sound bow, where the clapper strikes, by the angle around it. The
//! modal mass is that of a ring ([`super::Ring`]). Of the material only the loss is used.
//!
//! The size is not a parameter. Radiation takes it from the mass, as a bell of 600 kg has a mouth of about 1 m:
//! the part that moves is a wall as wide as the mouth and half as high.
//!
//! Source: \[RossingPerrin1987\]; \[FletcherRossing1998, chapter 21\].

use super::natural_mode;
use super::{Geometry, ModeSelection, NaturalMode, PositionKind, Support};
use crate::Material;
use crate::radiation::{Radiator, cylinder};
use core::f64::consts::{PI, TAU};
use foley_params::params;

params! {
    /// A church bell.
    /// Default: a bell of 20 kg, just portable.
    pub struct Bell("bell") {
        /// Frequency of the prime, the partial near the pitch that is heard.
        prime: f64 = 880.0, "f₁", Hertz, log [10.0, 2e4], handle("pitch", "deep", "high");
        /// Mass of the rim, the part of the bell that vibrates.
        mass: f64 = 20.0, "M", Kilogram, log [1e-3, 1e5], handle("weight", "table bell", "cathedral");
    }
}

/// Frequency ratio to the prime, and number of nodal diameters, of each partial.
const PARTIALS: [(f64, u32); 7] = [(0.5, 2), (1.0, 2), (1.2, 3), (1.5, 3), (2.0, 4), (3.0, 5), (4.0, 6)];

/// Largest deviation of a partial above the octave from Chladni's law \[1\].
const MAX_DEVIATION: f64 = 0.04;

/// Mass of a church bell over the cube of the diameter of its mouth \[kg/m³\]. Known bells lie between 500
/// and 750 kg/m³.
const MASS_PER_CUBE: f64 = 600.0;

impl Bell {
    /// Returns the radius of the mouth \[m\], estimated from the mass.
    pub fn mouth_radius(&self) -> f64 {
        0.5 * libm::cbrt(self.mass / MASS_PER_CUBE)
    }

    /// Returns frequency \[Hz\] and number of nodal diameters of all partials above the octave and up to
    /// `max_frequency` \[Hz\], by Chladni's law.
    fn wall_partials(&self, max_frequency: f64) -> impl Iterator<Item = (f64, u32)> {
        /// Largest m + 2n: more partials than a shape may have modes.
        const MAX_SUM: u32 = 96;
        let unit = 2.0 * self.prime / 36.0;
        (9..=MAX_SUM)
            .take_while(move |&sum| unit * f64::from(sum * sum) * (1.0 - MAX_DEVIATION) <= max_frequency)
            .flat_map(move |sum| {
                (1..=(sum - 2) / 2).map(move |circles| {
                    let deviation = MAX_DEVIATION * (2.0 * drawn_fraction(sum, circles) - 1.0);
                    (unit * f64::from(sum * sum) * (1.0 + deviation), sum - 2 * circles)
                })
            })
    }
}

impl Geometry for Bell {
    fn position_kind(&self) -> PositionKind {
        PositionKind::Rim
    }

    fn supports(&self) -> &'static [Support] {
        &[Support::Free]
    }

    fn support(&self) -> Support {
        Support::Free
    }

    fn set_support(&mut self, _: Support) {}

    fn mass(&self, _: &Material) -> f64 {
        self.mass
    }

    fn radiator(&self, _: &Material, natural: &NaturalMode, k: f64) -> Radiator {
        let (waves, radius) = (natural.order[0], self.mouth_radius());
        let efficiency = cylinder::efficiency(waves, k * radius);
        let m = f64::from(waves);
        Radiator::of_surface(efficiency, TAU * radius * radius, m * m / (m * m + 1.0), m / radius)
    }

    fn edge_encounters(&self) -> f64 {
        // The wall is half as high as the mouth is wide and has one edge.
        1.0 / (PI * self.mouth_radius())
    }

    fn natural_modes(&self, _: &Material, selection: &ModeSelection) -> Vec<NaturalMode> {
        let mut partials: Vec<(f64, u32)> =
            PARTIALS.map(|(ratio, diameters)| (self.prime * ratio, diameters)).to_vec();
        partials.extend(self.wall_partials(selection.max_frequency));
        partials.sort_by(|a, b| a.0.total_cmp(&b.0));
        let pairs = partials.iter().zip(1..).flat_map(|(&(frequency, diameters), number)| {
            let mass = natural_mode::on_rim(self.mass, f64::from(diameters));
            NaturalMode::round([diameters, number], frequency, mass, |_| 1.0)
        });
        pairs
            .take(selection.max_count)
            .take_while(|natural| natural.frequency <= selection.max_frequency)
            .collect()
    }
}

/// Returns a fraction between 0 and 1 that is drawn from two numbers.
fn drawn_fraction(sum: u32, circles: u32) -> f64 {
    let bits = natural_mode::mix_bits(u64::from(sum) << 32 | u64::from(circles));
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

//! Where the bubbles of a cloud are, and how large.
//!
//! Neighbours are as far apart as the part of the volume says that is air, but never so near that any two
//! touch:
//!
//! $$ a = r \,\max\left[\left(\frac{4\pi}{3\beta}\right)^{1/3},\; 2.1\, e^{2s}\right], \qquad r_i = r\, e^{s n_i}, \; |n_i| \le 2 $$
//!
//! | symbol | here                | unit | meaning                                                          |
//! |--------|---------------------|------|------------------------------------------------------------------|
//! | r, s   | [`Cloud::radius`], [`Cloud::spread`] | m, 1 | middle radius, deviation of the logarithms; n is normal |
//! | β, a   | [`Cloud::packing`], [`Cloud::spacing`] | 1, m | part of the volume that is air, side of the cell of each |
//!
//! A ball and a column are the cells nearest to the middle, with a bubble by chance in each: so overlaps
//! cannot happen, and the masses of [`super::cloud`] stay positive. In a ring all have the same neighbours.

use super::cloud::Bubbles;
use foley_dsp::random::Dice;
use foley_params::{Handle, Param, Parametric, Scale, Unit};
use std::f64::consts::{PI, TAU};

/// How bubbles may be arranged, by name.
pub const ARRANGEMENTS: &[&str] = &["cloud", "column", "ring"];

/// What there is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cloud {
    /// Bubbles \[1\].
    pub count: f64,
    /// Which of [`ARRANGEMENTS`].
    pub arrangement: f64,
    /// Middle radius \[m\].
    pub radius: f64,
    /// Of the logarithms of the radii \[1\].
    pub spread: f64,
    /// Part of the volume that is air \[1\].
    pub packing: f64,
    /// κ \[1\]
    pub coupling: f64,
}

impl Default for Cloud {
    /// What a bucket of water draws under.
    fn default() -> Self {
        Self { count: 400.0, arrangement: 0.0, radius: 0.0025, spread: 0.3, packing: 0.02, coupling: 1.0 }
    }
}

const RADIUS: Param<Cloud> = Param {
    id: "radius",
    symbol: "r",
    unit: Unit::Metre,
    doc: "Middle radius of the bubbles.",
    min: 3e-4,
    max: 0.005,
    scale: Scale::Logarithmic,
    default: 0.0025,
    glide: 0.02,
    handle: Some(Handle { name: "size", low: "froth", high: "fist" }),
    get: |it| it.radius,
    set: |it, value| it.radius = value,
};

const SPREAD: Param<Cloud> = Param {
    id: "spread",
    symbol: "s",
    unit: Unit::One,
    doc: "Deviation of the logarithms of the radii, cut at two of them; with 0 all are alike.",
    min: 0.0,
    max: 0.4,
    scale: Scale::Linear,
    default: 0.3,
    handle: None,
    get: |it| it.spread,
    set: |it, value| it.spread = value,
    ..RADIUS
};

impl Parametric for Cloud {
    const NAME: &'static str = "cloud";
    const PARAMS: &'static [Param<Self>] = &[
        Param {
            id: "count",
            symbol: "N",
            unit: Unit::One,
            doc: "How many bubbles there are, to the next whole number.",
            min: 1.0,
            max: 2000.0,
            scale: Scale::Logarithmic,
            default: 400.0,
            glide: 0.0,
            handle: Some(Handle { name: "crowd", low: "one alone", high: "breaker" }),
            get: |it| it.count,
            set: |it, value| it.count = value,
        },
        Param {
            id: "arrangement",
            symbol: "x",
            unit: Unit::One,
            doc: "A ball of bubbles, a column six times as high as wide, or one ring.",
            min: 0.0,
            max: 2.0,
            scale: Scale::Choice(ARRANGEMENTS),
            default: 0.0,
            glide: 0.0,
            handle: None,
            get: |it| it.arrangement,
            set: |it, value| it.arrangement = value,
        },
        RADIUS,
        SPREAD,
        Param {
            id: "packing",
            symbol: "β",
            doc: "Part of the volume that is air: the denser, the lower the cloud sounds.",
            min: 1e-5,
            max: 0.15,
            scale: Scale::Logarithmic,
            default: 0.02,
            handle: Some(Handle { name: "closeness", low: "far apart", high: "foam" }),
            get: |it| it.packing,
            set: |it, value| it.packing = value,
            ..SPREAD
        },
        Param {
            id: "coupling",
            symbol: "κ",
            doc: "How much bubbles feel each other: 1 by nature; with 0 they are so many soloists.",
            min: 0.0,
            max: 1.0,
            default: 1.0,
            get: |it| it.coupling,
            set: |it, value| it.coupling = value,
            ..SPREAD
        },
    ];
}

impl Cloud {
    /// Distance of neighbours: as packing says, but so that none touch \[m\].
    pub fn spacing(&self) -> f64 {
        let packed = libm::cbrt(4.0 * PI / (3.0 * self.packing)) * self.radius;
        packed.max(2.1 * self.radius * libm::exp(2.0 * self.spread))
    }

    /// The bubbles, by chance; no two overlap. Real-time: no.
    pub fn bubbles(&self, dice: &mut Dice) -> Bubbles {
        let count = (self.count.round() as usize).clamp(1, 2000);
        let spacing = self.spacing();
        let widest = self.radius * libm::exp(2.0 * self.spread);
        let radii = (0..count).map(|_| {
            let chance = dice.normal().clamp(-2.0, 2.0);
            self.radius * libm::exp(self.spread * chance)
        });
        let radii = radii.collect();
        let places = if self.arrangement.round() >= 2.0 {
            // Neighbours on a circle are 2R sin(π/N) apart.
            let around = spacing / (2.0 * libm::sin(PI / count.max(2) as f64));
            let place = |n: usize| {
                let angle = TAU * n as f64 / count as f64;
                [around * libm::cos(angle), around * libm::sin(angle), 0.0]
            };
            (0..count).map(place).collect()
        } else {
            // The places of a cubic lattice next to the middle, each moved by chance within its cell.
            let tall = if self.arrangement.round() >= 1.0 { 6.0 } else { 1.0 };
            let wide = (libm::cbrt(count as f64 / tall).ceil() as i32) + 1;
            let high = (tall * f64::from(wide)).ceil() as i32;
            let mut cells = Vec::new();
            for x in -wide..=wide {
                for y in -wide..=wide {
                    for z in -high..=high {
                        let up = f64::from(z) / tall;
                        let far = f64::from(x * x + y * y) + up * up;
                        cells.push((far, [f64::from(x), f64::from(y), f64::from(z)]));
                    }
                }
            }
            cells.sort_by(|one, two| one.0.total_cmp(&two.0));
            let within = 0.5 * spacing - widest;
            let place = |(_, cell): (f64, [f64; 3])| cell.map(|at| spacing * at + within * dice.signed());
            cells.into_iter().take(count).map(place).collect()
        };
        Bubbles { places, radii }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cloud_holds_to_its_table() {
        foley_params::defaults_hold::<Cloud>().unwrap();
    }

    #[test]
    fn no_two_bubbles_overlap_however_dense_the_cloud() {
        for arrangement in 0..ARRANGEMENTS.len() {
            let cloud = Cloud {
                count: 150.0,
                arrangement: arrangement as f64,
                spread: 0.4,
                packing: 0.15,
                ..Cloud::default()
            };
            let Bubbles { places, radii } = cloud.bubbles(&mut Dice::new(1));
            assert_eq!(places.len(), 150);
            for (i, one) in places.iter().enumerate() {
                for (j, two) in places[..i].iter().enumerate() {
                    let square: f64 = (0..3).map(|k| (one[k] - two[k]).powi(2)).sum();
                    let (far, least) = (square.sqrt(), radii[i] + radii[j]);
                    assert!(far > least, "{far} m for {least} m, {i} and {j}");
                }
            }
        }
    }
}

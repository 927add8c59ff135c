//! A small table to learn from, and to test the crate with: one parameter of each kind.

use crate::{Handle, Param, Parametric, Scale, Unit};
use core::f64::consts::FRAC_PI_2;

/// A mallet about to strike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mallet {
    /// m: mass of the head \[kg\].
    pub mass: f64,
    /// v: speed of approach \[m/s\].
    pub speed: f64,
    /// k: how hard the head is \[N/m^α\].
    pub stiffness: f64,
    /// θ: how far from straight on it comes \[rad\].
    pub angle: f64,
    /// r: how rough its surface is \[1\].
    pub roughness: f64,
    /// n: how often it strikes \[1\].
    pub blows: u32,
}

impl Default for Mallet {
    /// A xylophone player's.
    fn default() -> Self {
        Self { mass: 0.035, speed: 1.5, stiffness: 1e8, angle: 0.0, roughness: 0.25, blows: 1 }
    }
}

impl Parametric for Mallet {
    const NAME: &'static str = "mallet";
    const PARAMS: &'static [Param<Self>] = &[
        Param {
            id: "mass",
            symbol: "m",
            unit: Unit::Kilogram,
            doc: "Mass of the head.",
            min: 1e-3,
            max: 10.0,
            scale: Scale::Logarithmic,
            default: 0.035,
            glide: 0.02,
            handle: Some(Handle { name: "weight", low: "teaspoon", high: "sledgehammer" }),
            get: |mallet| mallet.mass,
            set: |mallet, value| mallet.mass = value,
        },
        Param {
            id: "speed",
            symbol: "v",
            unit: Unit::MetrePerSecond,
            doc: "Speed of approach.",
            min: 0.0,
            max: 20.0,
            scale: Scale::Linear,
            default: 1.5,
            glide: 0.0,
            handle: None,
            get: |mallet| mallet.speed,
            set: |mallet, value| mallet.speed = value,
        },
        Param {
            id: "stiffness",
            symbol: "k",
            unit: Unit::NewtonPerMetreToTheExponent,
            doc: "How hard the head is.",
            min: 1e3,
            max: 1e12,
            scale: Scale::Logarithmic,
            default: 1e8,
            glide: 0.005,
            handle: Some(Handle { name: "hardness", low: "felt", high: "steel" }),
            get: |mallet| mallet.stiffness,
            set: |mallet, value| mallet.stiffness = value,
        },
        Param {
            id: "angle",
            symbol: "θ",
            unit: Unit::Radian,
            doc: "How far from straight on it comes.",
            min: -FRAC_PI_2,
            max: FRAC_PI_2,
            scale: Scale::Linear,
            default: 0.0,
            glide: 0.005,
            handle: None,
            get: |mallet| mallet.angle,
            set: |mallet, value| mallet.angle = value,
        },
        Param {
            id: "roughness",
            symbol: "r",
            unit: Unit::One,
            doc: "How rough its surface is: 0 polished, 1 sandpaper.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 0.25,
            glide: 0.005,
            handle: None,
            get: |mallet| mallet.roughness,
            set: |mallet, value| mallet.roughness = value,
        },
        Param {
            id: "blows",
            symbol: "n",
            unit: Unit::One,
            doc: "How often it strikes.",
            min: 1.0,
            max: 64.0,
            scale: Scale::Integer,
            default: 1.0,
            glide: 0.0,
            handle: None,
            get: |mallet| f64::from(mallet.blows),
            set: |mallet, value| mallet.blows = value as u32,
        },
    ];
}

//! Levels and tones of a motor at a given speed and torque.

use super::{FRICTION, Motor, SOUND_SPEED, at_least_one};
use crate::air::edge_noise::dipole_pressure;
use core::f64::consts::{PI, TAU};
use foley_contact::Step;
use foley_dsp::signal::{Phase, overtones};

/// Stall torque per mass of the motor [m²/s²]: a magnetic shear stress of 10 kPa in a third of its volume,
/// at a density of 3000 kg/m³.
const STALL_TORQUE: f64 = 1.0;
/// Share of the motor's mass that rotates \[1\].
const ROTOR_SHARE: f64 = 0.3;
/// Density of the air [kg/m³].
pub(super) const AIR_DENSITY: f64 = 1.2;
/// Force of the brushes and of rubbing flanks, relative to the force of the same torque \[1\].
const BRUSH_SHARE: f64 = 0.3;
/// Force of rough races at full speed, relative to that of the stall torque \[1\].
const ROUGH_SHARE: f64 = 0.2;
/// Strength of the shock of a pit at full speed, relative to the stall torque \[1\].
const PIT_SHARE: f64 = 2.0;

/// Levels of all sound sources at 1 m \[Pa\]. Those of the casing are accelerations times air density · 6 ·
/// size² / 4π; those of the fan are pressures.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Levels {
    pub(super) ripple: f64,
    pub(super) teeth: f64,
    pub(super) wear: f64,
    pub(super) rotor: f64,
    pub(super) brushes: f64,
    pub(super) roughness: f64,
    pub(super) pits: f64,
    pub(super) flanks: f64,
    pub(super) hum: f64,
    /// Noise of the fan.
    pub(super) gust: f64,
    /// Tone of its blades.
    pub(super) blades: f64,
}

impl Levels {
    /// Returns the levels at a shaft speed \[Hz\] and a torque relative to the stall torque, with the load
    /// that the gears carry. `None` means no power: the coils carry no current.
    pub(super) fn of(now: &Motor, counts: &FadedCounts, speed: f64, torque: Option<f64>, load: f64) -> Self {
        let current = torque.unwrap_or(0.0).min(1.0);
        let torque = torque.unwrap_or(FRICTION).min(1.0);
        let size = now.casing.size;
        let skin = AIR_DENSITY * 6.0 * size * size / (2.0 * TAU);
        let full = speed / now.drive.speed;
        let push = skin * STALL_TORQUE / size;
        let tip = (PI * now.fan.diameter * speed).min(SOUND_SPEED);
        let area = now.fan.diameter * now.fan.diameter;
        let blown = if now.fan.blades >= 1 { dipole_pressure(tip, area) } else { 0.0 };
        // At standstill no part scrapes or commutates.
        let turning = (20.0 * full).min(1.0);
        let geared = f64::from(now.gears.teeth >= 1);
        // In steady motion the torque is that of load and friction; a pulsing load goes through the gears.
        let gear_torque = 0.5 * (torque + load.min(1.0) + FRICTION);
        let mesh = counts.teeth.gain * geared * push * turning * now.gears.whine * (0.15 + gear_torque);
        Self {
            ripple: counts.commutations.gain * push * turning * now.coils.ripple * current,
            // A small force remains without load, as the teeth knock.
            teeth: mesh,
            wear: now.gears.wear,
            rotor: skin * ROTOR_SHARE * now.casing.imbalance * TAU * speed * full,
            brushes: counts.commutations.gain
                * push
                * now.coils.brushes
                * (0.05 + BRUSH_SHARE * torque)
                * full,
            // Roughness noise grows with the speed of the balls and of the flanks.
            roughness: push * ROUGH_SHARE * now.bearings.roughness * full,
            pits: push * PIT_SHARE * now.bearings.pits * full,
            flanks: mesh * now.gears.rub * full,
            hum: push * now.coils.hum * current,
            gust: blown,
            blades: counts.blades.gain * now.fan.tone * blown,
        }
    }

    /// Returns the difference of these levels to `from`, times `part`.
    pub(super) fn slope_from(&self, from: &Self, part: f64) -> Self {
        self.with(from, |to, from| part * (to - from))
    }

    /// Returns the sum of these levels and `slope`.
    #[inline]
    pub(super) fn plus(&self, slope: &Self) -> Self {
        self.with(slope, |level, slope| level + slope)
    }

    #[inline]
    fn with(&self, other: &Self, of: impl Fn(f64, f64) -> f64) -> Self {
        Self {
            ripple: of(self.ripple, other.ripple),
            teeth: of(self.teeth, other.teeth),
            wear: of(self.wear, other.wear),
            rotor: of(self.rotor, other.rotor),
            brushes: of(self.brushes, other.brushes),
            roughness: of(self.roughness, other.roughness),
            pits: of(self.pits, other.pits),
            flanks: of(self.flanks, other.flanks),
            hum: of(self.hum, other.hum),
            gust: of(self.gust, other.gust),
            blades: of(self.blades, other.blades),
        }
    }
}

/// A count, such as of teeth, whose change would break the phase of a tone. The count changes only while the
/// tone is faded out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FadedCount {
    value: u64,
    /// Fade gain of the tone \[1\].
    gain: f64,
}

/// Duration of the fade-out and of the fade-in of a tone \[s\].
const FADE_TIME: f64 = 0.006;

impl FadedCount {
    pub(super) const NONE: Self = Self { value: 0, gain: 1.0 };

    /// Returns the count for a block, given the `target` count and whether the tone is audible now.
    pub(super) fn aim(&mut self, target: u64, audible: bool, step: Step) -> u64 {
        if self.gain == 0.0 || !audible {
            self.value = target;
        }
        let way = foley_sound::BLOCK as f64 * step.seconds() / FADE_TIME;
        let way = if self.value == target { way } else { -way };
        self.gain = (self.gain + way).clamp(0.0, 1.0);
        self.value
    }
}

/// Counts of commutations, teeth and blades, each with its fade.
#[derive(Clone, Copy, Debug)]
pub(super) struct FadedCounts {
    commutations: FadedCount,
    teeth: FadedCount,
    blades: FadedCount,
}

impl FadedCounts {
    pub(super) const NONE: Self =
        Self { commutations: FadedCount::NONE, teeth: FadedCount::NONE, blades: FadedCount::NONE };

    /// Returns the numbers of commutations, teeth and blades for a block, given the levels at its start.
    pub(super) fn aim(&mut self, now: &Motor, levels: &Levels, step: Step) -> [u64; 3] {
        let coils = levels.ripple + levels.brushes > 0.0;
        [
            self.commutations.aim(now.commutations(), coils, step),
            self.teeth.aim(at_least_one(now.gears.teeth), levels.teeth > 0.0, step),
            self.blades.aim(at_least_one(now.fan.blades), levels.blades > 0.0, step),
        ]
    }
}

/// Number of harmonics of the torque ripple.
const RIPPLE_HARMONICS: usize = 6;
/// Number of harmonics of the meshing gears.
const MESH_HARMONICS: usize = 5;

/// Tones of a block: multiples of the shaft speed, and levels of their harmonics.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tones {
    commutations: u64,
    teeth: u64,
    /// Turns of the driven wheel per turn of the shaft.
    pub(super) slower: f64,
    ripple: [f64; RIPPLE_HARMONICS],
    mesh: [f64; MESH_HARMONICS],
    hum: f64,
}

impl Tones {
    /// Returns the tones for the given numbers of commutations, teeth and blades, at a shaft speed \[Hz\].
    pub(super) fn of(now: &Motor, [commutations, teeth]: [u64; 2], speed: f64, step: Step) -> Self {
        let wheel = (now.gears.ratio * teeth as f64).round().max(1.0);
        let band_gain = |frequency: f64| band_gain(frequency, step);
        let row = |count: u64, n: usize| band_gain(speed * (count * (n as u64 + 1)) as f64);
        let falls = |n: usize, power: f64| libm::pow(n as f64 + 1.0, -power);
        Self {
            commutations,
            teeth,
            slower: teeth as f64 / wheel,
            // The torque of a coil is a sine with a cusp at commutation: harmonics fall as 1/(4k² − 1).
            ripple: core::array::from_fn(|n| {
                let k = n as f64 + 1.0;
                3.0 / (4.0 * k * k - 1.0) * row(commutations, n)
            }),
            mesh: core::array::from_fn(|n| falls(n, 1.5) * row(teeth, n)),
            hum: band_gain(2.0 * now.coils.supply),
        }
    }

    /// Returns the force of all tones on the casing, and that of the rubbing flanks. The given turns are
    /// those of shaft, wheel and supply.
    #[inline]
    pub(super) fn now(
        &self,
        [shaft, wheel, supply]: [Phase; 3],
        levels: &Levels,
        tooth_errors: &[f64],
    ) -> [f64; 2] {
        let coil = shaft.times(self.commutations);
        let mut casing_force = levels.ripple * overtones(coil.sine(), &self.ripple);
        casing_force += levels.rotor * shaft.sine()[0];
        let mut flanks = 0.0;
        if levels.teeth > 0.0 {
            let (tooth, way) = shaft.of(self.teeth);
            let this = tooth_errors.get(tooth).copied().unwrap_or(0.0);
            let after = if tooth + 1 < self.teeth as usize { tooth + 1 } else { 0 };
            let after = tooth_errors.get(after).copied().unwrap_or(0.0);
            // Smooth interpolation from tooth to tooth.
            let smooth = way * way * (3.0 - 2.0 * way);
            let differs = this + smooth * (after - this);
            let round = 1.0 + levels.wear * (0.9 * differs + 0.5 * wheel.sine()[0]);
            let meshing = shaft.times(self.teeth).sine();
            casing_force += levels.teeth * round * overtones(meshing, &self.mesh);
            // Flanks slide fastest as a tooth enters and leaves, and not at the pitch point.
            flanks = levels.flanks * round.abs() * (1.0 + 0.8 * meshing[1]);
        }
        if levels.hum > 0.0 {
            casing_force += levels.hum * self.hum * supply.sine()[0];
        }
        [casing_force, flanks]
    }
}

/// Returns the gain of a tone at a frequency \[Hz\]: 1, falling to 0 at 45 % of the sample rate to avoid
/// aliasing.
pub(super) fn band_gain(frequency: f64, step: Step) -> f64 {
    let way = frequency * step.seconds();
    ((0.45 - way) / 0.05).clamp(0.0, 1.0)
}

//! Force of a drop that hits a wall or a liquid, and the broadband pulse that it radiates.
//!
//! The contact of a drop begins at a point and widens as $`\sqrt{3rvt}`$. The liquid above the widening disc
//! stops, so the force begins as the square root of time. It ends when the drop has lost its momentum:
//!
//! ```math
//! F = 6\sqrt3\,\rho v^2 r^2\,\sqrt{x}\,e^{-\kappa x}, \qquad x = \frac{vt}{r}, \qquad
//! \int F\,dt = \tfrac43\pi\rho r^3 v \;\Rightarrow\; \kappa = \Bigl(\frac{9\sqrt3}{4\sqrt\pi}\Bigr)^{2/3} = 1.69
//! ```
//!
//! In diameters the start is $`\tfrac32\sqrt6\,\rho v^2 D^2\sqrt{vt/D}`$. The largest force is $`0.86\,\rho
//! v^2 (2r)^2`$; 0.84 is measured. A force that changes radiates $`p = \eta \dot F/4\pi R c`$ straight above.
//! Its spectrum is broad, because the force starts with an infinite slope:
//!
//! ```math
//! |\hat p| = \frac{\eta\,m v}{4\pi R c}\;\frac{\omega}{\bigl(1 + (\omega/\omega_c)^2\bigr)^{3/4}}, \qquad \omega_c = \kappa\,\frac vr
//! ```
//!
//! | symbol  | here                        | unit   | meaning                                                 |
//! |---------|-----------------------------|--------|---------------------------------------------------------|
//! | r, v, ρ | [`Impact`]                  | m, m/s, kg/m³ | radius, speed and density of the drop            |
//! | m       | [`Impact::mass`]            | kg     | mass of the drop                                        |
//! | κ       | [`DECAY`]                   | 1      | decay of the force, from the momentum                   |
//! | f_c     | [`Impact::corner`]          | Hz     | corner: below it p rises by 6 dB per octave, above it falls by 3 dB |
//! | η       | `level`                     | 1      | audible share; a drop on liquid is no rigid piston      |
//!
//! A drop of 2 mm that falls from 30 cm has its corner at 330 Hz. A sample is the mean of p over a step, the
//! difference of F at its ends, so the pulse is the same at all rates.
//!
//! Source: \[Wagner1932\], the widening contact; \[Philippi2016\], the square root for drops; \[Soto2014\],
//! the measured force; \[Franz1959\], dipole of an impact. Facts: `tests/all/dripping_facts.rs`.

use super::minnaert::AIR_SOUND_SPEED;
use foley_contact::Step;
use foley_sound::BLOCK;
use std::f64::consts::{PI, TAU};

/// Decay κ of the force over the relative time x \[1\], from the momentum of the drop.
pub const DECAY: f64 = 1.690_877;
/// Factor 6√3 of the force at its start \[1\].
const START: f64 = 10.392_304_845_413_264;
/// Relative time x at which the force has fallen below 10⁻⁷ of its maximum \[1\].
const END: f64 = 11.0;
/// Maximum number of impacts at once; further impacts replace the oldest.
const MAX_IMPACTS: usize = 48;

/// Drop that hits a wall or a liquid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// Density ρ of the drop \[kg/m³\].
    pub density: f64,
    /// Radius r of the drop \[m\].
    pub radius: f64,
    /// Speed v of the drop towards the surface [m/s].
    pub speed: f64,
}

impl Impact {
    /// Returns the mass m of the drop \[kg\]. Real-time: yes.
    pub fn mass(&self) -> f64 {
        4.0 / 3.0 * PI * self.density * self.radius * self.radius * self.radius
    }

    /// Returns the force F at `time` \[s\] after the first touch, in newtons. Real-time: yes.
    pub fn force(&self, time: f64) -> f64 {
        let x = time * self.speed / self.radius;
        if x <= 0.0 || x >= END {
            return 0.0;
        }
        let scale = START * self.density * self.speed * self.speed * self.radius * self.radius;
        scale * x.sqrt() * libm::exp(-DECAY * x)
    }

    /// Returns the corner frequency f_c of the spectrum \[Hz\]. Real-time: yes.
    pub fn corner(&self) -> f64 {
        DECAY * self.speed / (TAU * self.radius)
    }
}

/// Returns the pressure at 1 m straight above per change of a force \[Pa·s/N\], for the audible share
/// `level` \[1\]. Real-time: yes.
pub fn radiation(level: f64) -> f64 {
    level / (4.0 * PI * AIR_SOUND_SPEED)
}

/// An impact in progress.
#[derive(Clone, Copy, Debug)]
struct Running {
    impact: Impact,
    /// Time since the first touch at the start of the next block \[s\]; negative before the touch.
    time: f64,
    /// Force at the end of the last sample \[N\].
    force: f64,
    /// Factor on the heard pressure \[Pa·s/N\].
    radiation: f64,
    /// Share of the force on each of two walls \[1\].
    shares: [f64; 2],
}

/// Plays the impacts of many drops.
#[derive(Clone, Debug)]
pub struct Impacts {
    step: Step,
    running: [Option<Running>; MAX_IMPACTS],
    /// Slot that the next impact takes if all are taken.
    oldest: usize,
}

impl Impacts {
    /// Creates a player without impacts. Real-time: yes.
    pub fn new(step: Step) -> Self {
        Self { step, running: [None; MAX_IMPACTS], oldest: 0 }
    }

    /// Starts an impact `at` samples after the start of the next block. `level` is its audible share \[1\],
    /// `shares` the shares of its force that act on two walls \[1\]. Real-time: yes.
    pub fn begin(&mut self, at: f64, impact: Impact, level: f64, shares: [f64; 2]) {
        let sane = impact.speed > 0.0 && impact.radius > 0.0 && impact.mass().is_finite();
        if !(sane && at.is_finite()) {
            return;
        }
        let started = Running {
            impact,
            time: -at * self.step.seconds(),
            force: 0.0,
            radiation: radiation(level),
            shares,
        };
        if let Some(slot) = self.running.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(started);
        } else {
            if let Some(slot) = self.running.get_mut(self.oldest) {
                *slot = Some(started);
            }
            self.oldest = (self.oldest + 1) % MAX_IMPACTS;
        }
    }

    /// Adds the pressure of the next block to `sound` \[Pa\], and the mean force on each of two walls to
    /// `forces` \[N\]. Real-time: yes.
    pub fn add(&mut self, sound: &mut [f64; BLOCK], forces: &mut [[f64; BLOCK]; 2]) {
        let seconds = self.step.seconds();
        for slot in &mut self.running {
            let Some(running) = slot else { continue };
            let Impact { speed, radius, .. } = running.impact;
            let rate = speed / radius;
            let shrinks = libm::exp(-DECAY * rate * seconds);
            let scale = START * running.impact.density * speed * speed * radius * radius;
            // The exponential follows from one factor per sample, from the first sample after the touch.
            let mut x = rate * running.time;
            let mut envelope = libm::exp(-DECAY * x.max(0.0));
            let [bare, wet] = forces;
            let walls = bare.iter_mut().zip(wet.iter_mut());
            for (sum, (bare, wet)) in sound.iter_mut().zip(walls) {
                let before = x;
                x += rate * seconds;
                if x <= 0.0 {
                    continue;
                }
                if before < 0.0 {
                    envelope = libm::exp(-DECAY * x);
                } else {
                    envelope *= shrinks;
                }
                let force = if x < END { scale * x.sqrt() * envelope } else { 0.0 };
                *sum += running.radiation * (force - running.force) / seconds;
                *bare += running.shares[0] * 0.5 * (force + running.force);
                *wet += running.shares[1] * 0.5 * (force + running.force);
                running.force = force;
            }
            running.time += BLOCK as f64 * seconds;
            if x >= END {
                *slot = None;
            }
        }
    }

    /// Whether no impact is in progress. Real-time: yes.
    pub fn silent(&self) -> bool {
        self.running.iter().all(Option::is_none)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_force_takes_the_momentum_of_the_drop_and_has_the_measured_maximum() {
        let impact = Impact { density: 1000.0, radius: 2e-3, speed: 2.4 };
        let step = 1e-7;
        let forces = (0..100_000).map(|n| impact.force((f64::from(n) + 0.5) * step));
        let momentum: f64 = forces.clone().map(|force| force * step).sum();
        let expected = impact.mass() * impact.speed;
        assert!((momentum / expected - 1.0).abs() < 1e-3, "{momentum} kg m/s for {expected}");
        let most = forces.fold(0.0, f64::max) / (1000.0 * 2.4 * 2.4 * 4e-3 * 4e-3);
        // Soto and others measured 0.84 with water drops.
        assert!((most - 0.84).abs() < 0.05, "{most} of ρ v² D²");
    }

    #[test]
    fn a_played_impact_gives_the_momentum_at_any_rate_and_start() {
        let impact = Impact { density: 1000.0, radius: 1e-3, speed: 3.0 };
        for (rate, at) in [(44_100.0, 0.0), (44_100.0, 70.4), (96_000.0, 3.7)] {
            let mut impacts = Impacts::new(Step::at_rate(rate));
            impacts.begin(at, impact, 1.0, [1.0, 0.5]);
            let (mut momentum, mut pressure) = ([0.0; 2], 0.0);
            let mut blocks = 0;
            while !impacts.silent() {
                let (mut sound, mut forces) = ([0.0; BLOCK], [[0.0; BLOCK]; 2]);
                impacts.add(&mut sound, &mut forces);
                for (sum, force) in momentum.iter_mut().zip(&forces) {
                    *sum += force.iter().sum::<f64>() / rate;
                }
                pressure += sound.iter().sum::<f64>();
                blocks += 1;
            }
            let expected = impact.mass() * impact.speed;
            assert!((momentum[0] / expected - 1.0).abs() < 0.01, "{momentum:?} for {expected} at {rate} Hz");
            assert!((momentum[1] / momentum[0] - 0.5).abs() < 1e-12);
            // A pulse has no mean: the force is zero before and after.
            assert!(pressure.abs() < 1e-9, "{pressure}");
            assert!(blocks < 20);
        }
    }
}

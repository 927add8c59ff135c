//! Short wave on its way to the listener: the blast of a charge, the N-wave of a piece of lightning, the
//! knock of a stone that lands.
//!
//! | shape        | pressure, x in units of the first half                        | source                  |
//! |--------------|---------------------------------------------------------------|-------------------------|
//! | Friedlander  | `$ p = P e^{-x} (1 - x) `$, x > 0                             | \[Friedlander1946\]     |
//! | N-wave       | `$ p = P (1 - x) `$, 0 < x < 2                                | \[Few1969\]             |
//!
//! The air absorbs high frequencies on the way ([`super::absorption`]).

use super::absorption::POLE;
use core::f64::consts::LN_10;
use foley_contact::Step;
use foley_dsp::signal::{Section, cut};
use foley_sound::BLOCK;

/// Shape of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Pressure that falls exponentially, with a long suction.
    Friedlander,
    /// Pressure that falls linearly to the same suction.
    NWave,
}

/// Wave at the listener, before the air has absorbed its high frequencies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub(super) shape: Shape,
    /// Time until the wave arrives at the listener \[s\].
    pub(super) seconds: f64,
    /// First pressure of the wave \[Pa\].
    pub(super) peak: f64,
    /// Time of the positive pressure \[s\].
    pub(super) duration: f64,
    /// Frequency at which the air has absorbed half of the power \[Hz\].
    pub(super) cut: f64,
}

/// A wave on its way to the listener or sounding.
#[derive(Clone, Copy, Debug)]
pub(super) struct PulseWave {
    shape: Shape,
    /// Time until the wave arrives at the listener \[samples\].
    wait: f64,
    peak: f64,
    /// Time since the arrival of the wave, in units of the duration of its positive phase \[1\].
    x: f64,
    /// Increment of the relative time `x` per sample \[1\].
    x_step: f64,
    /// Present value of the exponential envelope e^(−`x`) of the wave \[1\].
    envelope: f64,
    /// Factor on `envelope` per sample \[1\].
    decay: f64,
    /// Value of the relative time `x` at which the wave ends \[1\].
    end: f64,
    /// Low-pass filter for the absorption by air.
    low: Section,
    g: f64,
    /// Whether the wave is the direct blast; false for a reflection.
    incident: bool,
}

/// Damping of a section with two equal real poles \[1\].
const CRITICAL: f64 = 2.0;

impl PulseWave {
    /// Duration of a Friedlander wave, in units of the duration of its positive phase; the pressure has then
    /// fallen by more than 230 dB.
    const END: f64 = 30.0;

    /// Makes a wave that is heard from the sample `at` of the present block on, when its time has come.
    pub(super) fn new(arrival: Arrival, at: usize, step: Step) -> Self {
        let x_step = step.seconds() / arrival.duration.max(1e-7);
        // A pole nearer to half of the sample rate would ring and lift the peak.
        let g = cut((POLE * arrival.cut).min(0.33 * step.rate()), step);
        let friedlander = arrival.shape == Shape::Friedlander;
        // The absorption filter settles by a factor of e in 1/2g samples.
        let filter_tail = 8.0 * LN_10 * 0.5 / g * x_step;
        Self {
            shape: arrival.shape,
            wait: at as f64 + arrival.seconds.max(0.0) * step.rate(),
            peak: arrival.peak,
            x: 0.0,
            x_step,
            envelope: 1.0,
            decay: if friedlander { libm::exp(-x_step) } else { 1.0 },
            end: filter_tail + if friedlander { Self::END } else { 2.0 },
            low: Section::REST,
            g,
            incident: false,
        }
    }

    /// Marks the wave as the direct blast, which is measured before the absorption.
    pub(super) fn measured(self) -> Self {
        Self { incident: true, ..self }
    }

    /// Whether the wave has any pressure.
    pub(super) fn audible(&self) -> bool {
        self.peak != 0.0
    }

    /// Adds a block of the wave to `out`. Returns whether the wave continues in the next block. Real-time:
    /// yes.
    pub(super) fn add(&mut self, out: &mut [f64; BLOCK], incident: &mut [f64; BLOCK]) -> bool {
        if self.wait >= BLOCK as f64 {
            self.wait -= BLOCK as f64;
            return true;
        }
        let mut from = 0;
        if self.wait > 0.0 {
            // The arrival of the wave lies between two samples.
            from = libm::ceil(self.wait) as usize;
            self.x = (from as f64 - self.wait) * self.x_step;
            if self.shape == Shape::Friedlander {
                self.envelope = libm::exp(-self.x);
            }
            self.wait = 0.0;
        }
        let late = out.get_mut(from..).unwrap_or_default().iter_mut();
        let late = late.zip(incident.get_mut(from..).unwrap_or_default());
        for (sample, incident) in late {
            let over = self.shape == Shape::NWave && self.x >= 2.0;
            let wave = if over { 0.0 } else { self.peak * self.envelope * (1.0 - self.x) };
            self.envelope *= self.decay;
            self.x += self.x_step;
            *sample += self.low.pass(wave, self.g, CRITICAL)[0];
            if self.incident {
                *incident += wave;
            }
        }
        self.x < self.end
    }
}

//! Force pulses of landings: a mass is stopped, or pushed off, by a yielding contact.
//!
//! ```math
//! f(t) = \frac{J}{\tau}\left(1 - \cos\frac{2\pi t}{\tau}\right), \quad 0 \le t \le \tau, \qquad \int f\,\mathrm dt = J = m\,v
//! ```
//!
//! | symbol | here                    | unit | meaning                                          |
//! |--------|-------------------------|------|--------------------------------------------------|
//! | J      | momentum of a pulse     | N s  | momentum m v of the mass that lands              |
//! | τ      | duration of a pulse     | s    | contact time; a soft sole has a long one         |
//!
//! The pulse and its first derivative are continuous. Its spectrum is flat up to about 1/τ and then falls by
//! 18 dB per octave: hard soles click, soft soles only thump.
//!
//! Source: the raised cosine (haversine) is the usual form of measured heel-strike and drop-test pulses,
//! \[Harris2002\].

use core::f64::consts::TAU;
use foley_contact::Step;
use foley_sound::BLOCK;

/// Maximum number of pulses that act or wait at once.
const MAX_PULSES: usize = 96;

/// A pulse that acts or waits for its start.
#[derive(Clone, Copy, Debug)]
struct ActivePulse {
    /// Time since the start of the pulse \[samples\]; negative before.
    age: f64,
    /// Momentum J that the pulse transfers \[N s\].
    momentum: f64,
    /// Duration τ \[s\].
    duration: f64,
}

/// Player of force pulses.
#[derive(Clone, Debug)]
pub struct Pulses {
    active: [Option<ActivePulse>; MAX_PULSES],
}

impl Default for Pulses {
    fn default() -> Self {
        Self { active: [None; MAX_PULSES] }
    }
}

impl Pulses {
    /// Starts a pulse `wait` samples after the start of the next block. It transfers a momentum \[N s\]
    /// within a duration \[s\]. If too many pulses act, its momentum joins the latest of them, so that none
    /// is lost. Real-time: yes.
    pub fn begin(&mut self, wait: f64, momentum: f64, duration: f64) {
        if let Some(place) = self.active.iter_mut().find(|place| place.is_none()) {
            *place = Some(ActivePulse { age: -wait, momentum, duration });
            return;
        }
        let acting = self.active.iter_mut().flatten();
        if let Some(latest) = acting.min_by(|a, b| a.age.total_cmp(&b.age)) {
            latest.momentum += momentum;
        }
    }

    /// Whether no pulse acts or waits.
    pub fn silent(&self) -> bool {
        self.active.iter().all(Option::is_none)
    }

    /// Adds the force of all pulses in the next block \[N\] to `force`. Returns whether a pulse acted or
    /// waited. Real-time: yes.
    pub fn add(&mut self, step: Step, force: &mut [f64; BLOCK]) -> bool {
        let mut acts = false;
        for place in &mut self.active {
            let Some(pulse) = place else { continue };
            acts = true;
            let per_sample = step.seconds() / pulse.duration;
            for (at, sum) in force.iter_mut().enumerate() {
                let progress = (pulse.age + at as f64) * per_sample;
                if (0.0..=1.0).contains(&progress) {
                    *sum += pulse.momentum / pulse.duration * (1.0 - libm::cos(TAU * progress));
                }
            }
            pulse.age += BLOCK as f64;
            if pulse.age * per_sample > 1.0 {
                *place = None;
            }
        }
        acts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pulse_transfers_its_momentum() {
        let step = Step::at_rate(48_000.0);
        for (wait, duration) in [(0.0, 0.01), (17.3, 0.001), (200.0, 0.05)] {
            let mut pulses = Pulses::default();
            pulses.begin(wait, 2.0, duration);
            let mut momentum = 0.0;
            while !pulses.silent() {
                let mut force = [0.0; BLOCK];
                pulses.add(step, &mut force);
                momentum += force.iter().sum::<f64>() * step.seconds();
            }
            // A sum over whole periods of a cosine is exact but for the fractional first and last sample.
            assert!((momentum / 2.0 - 1.0).abs() < 1e-3, "{momentum} N s for 2 N s in {duration} s");
        }
    }

    #[test]
    fn pulses_beyond_the_maximum_transfer_their_momentum_too() {
        let step = Step::at_rate(48_000.0);
        let mut pulses = Pulses::default();
        for _ in 0..2 * MAX_PULSES {
            pulses.begin(10.0, 0.5, 0.01);
        }
        let mut momentum = 0.0;
        while !pulses.silent() {
            let mut force = [0.0; BLOCK];
            pulses.add(step, &mut force);
            momentum += force.iter().sum::<f64>() * step.seconds();
        }
        let expected = MAX_PULSES as f64;
        assert!((momentum / expected - 1.0).abs() < 1e-3, "{momentum} N s, not {expected} N s");
    }

    /// The Fourier transform of f(t) is J sin(πn)/πn / (1 − n²) at the frequency n/τ: longer pulses are
    /// duller.
    #[test]
    fn the_spectrum_is_flat_below_the_inverse_duration_and_falls_by_18_db_per_octave_above() {
        let rate = 48_000.0;
        let step = Step::at_rate(rate);
        for duration in [0.004, 0.012] {
            let mut pulses = Pulses::default();
            pulses.begin(0.0, 1.0, duration);
            let mut force = Vec::new();
            while !pulses.silent() {
                let mut block = [0.0; BLOCK];
                pulses.add(step, &mut block);
                force.extend(block);
            }
            let level = |frequency: f64| {
                let turn = |n: usize| TAU * frequency * n as f64 / rate;
                let re: f64 = force.iter().enumerate().map(|(n, f)| f * libm::cos(turn(n))).sum();
                let im: f64 = force.iter().enumerate().map(|(n, f)| f * libm::sin(turn(n))).sum();
                (re * re + im * im).sqrt() / rate
            };
            for n in [0.25, 1.5, 2.5, 4.5, 8.5] {
                let half = core::f64::consts::PI * n;
                let expected = (libm::sin(half) / half / (1.0 - n * n)).abs();
                let found = level(n / duration);
                assert!((found / expected - 1.0).abs() < 0.02, "{found}, not {expected}, at {n}/τ");
            }
        }
    }
}

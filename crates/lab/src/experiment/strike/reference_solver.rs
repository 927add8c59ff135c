//! Reference solution of a strike to eleven digits, slow and simple.
//!
//! In contact, each step is extrapolated (Gragg, Bulirsch, Stoer): the modified midpoint rule divides it into
//! 2, 4, … 14 parts, and the results are extrapolated to infinitely many. The last correction is the error
//! estimate; the step is shortened until it is below 10⁻¹³ of the strike's own speed and depth. Without
//! contact, hammer and modes move exactly. Bisection of the last step locates the beginning and end of a
//! touch.
//!
//! Source: \[Hairer1993, sec. II.9\].

use super::equations::{FreeFlight, combine, derivative};
use super::{Strike, StrikeState};

/// Number of columns of the extrapolation, which give order 14.
const COLUMNS: usize = 7;
/// Maximum error of one step, relative to the speed and depth of the strike \[1\].
const TOLERANCE: f64 = 1e-13;
/// Number of checks for a new contact per period of the fastest mode.
const CHECKS_PER_PERIOD: f64 = 24.0;

/// Time interval of one touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchInterval {
    /// Time at which the touch begins \[s\].
    pub from: f64,
    /// Time at which the touch ends \[s\].
    pub to: f64,
}

/// Reference solver of a strike, with its present state and time.
#[derive(Clone, Debug)]
pub struct ReferenceSolver<'a> {
    strike: &'a Strike,
    state: StrikeState,
    time: f64,
    touching: bool,
    /// Length of the next step in contact \[s\].
    length: f64,
    /// Duration \[s\] and depth \[m\] of the impact, to which errors are relative.
    scale: (f64, f64),
    /// Free motion of hammer and modes between two checks for a new contact.
    between_checks: FreeFlight,
    entered: f64,
    touches: Vec<TouchInterval>,
}

impl<'a> ReferenceSolver<'a> {
    /// Creates a solver at time 0, the moment of the first contact.
    pub fn new(strike: &'a Strike) -> Self {
        let impact = strike.as_impact();
        let duration = impact.duration();
        let fastest = strike.modes.iter().map(|m| m.frequency);
        let fastest = CHECKS_PER_PERIOD * fastest.fold(0.0, f64::max);
        Self {
            strike,
            state: strike.state_before(0.0),
            time: 0.0,
            touching: true,
            length: 1e-4 * duration,
            scale: (duration, impact.max_compression()),
            between_checks: FreeFlight::of(strike, 1.0 / fastest.max(1.0 / duration)),
            entered: 0.0,
            touches: Vec::new(),
        }
    }

    /// Returns the present motion of hammer and modes.
    pub fn state(&self) -> &StrikeState {
        &self.state
    }

    /// Returns the present contact force \[N\].
    pub fn force(&self) -> f64 {
        if self.touching { self.strike.contact_force(self.state.gap(self.strike)) } else { 0.0 }
    }

    /// Returns the completed touches, in order.
    pub fn touches(&self) -> &[TouchInterval] {
        &self.touches
    }

    /// Advances the solution to a later time \[s\].
    pub fn advance_to(&mut self, time: f64) {
        while self.time < time {
            if self.touching {
                self.press_until(time);
            } else {
                self.fly_until(time);
            }
        }
    }

    /// Takes one step in contact, at most to the release or to `end` \[s\].
    fn press_until(&mut self, end: f64) {
        let room = end - self.time;
        let h = self.length.min(room);
        let (next, error) = self.extrapolate(h);
        let excess = error / TOLERANCE;
        let factor = (0.9 * excess.max(1e-30).powf(-1.0 / (2 * COLUMNS - 1) as f64)).clamp(0.1, 3.0);
        if excess > 1.0 {
            self.length = h * factor.min(0.8);
            return;
        }
        if factor < 1.0 || h == self.length {
            self.length = h * factor;
        }
        if next.gap(self.strike).displacement > 0.0 {
            self.state = next;
            self.time = if h == room { end } else { self.time + h };
            return;
        }
        // The contact ended within the step: bisection shortens the step until it ends at a gap of zero.
        let (mut inside, mut outside) = (0.0, h);
        for _ in 0..60 {
            let middle = 0.5 * (inside + outside);
            if self.extrapolate(middle).0.gap(self.strike).displacement > 0.0 {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        self.state = self.extrapolate(outside).0;
        self.time += outside;
        self.touching = false;
        self.touches.push(TouchInterval { from: self.entered, to: self.time });
    }

    /// Takes one step without contact, at most to the next touch or to `end` \[s\].
    fn fly_until(&mut self, end: f64) {
        let room = end - self.time;
        let h = self.between_checks.seconds().min(room);
        let next = if h < room { self.between_checks.advance(&self.state) } else { self.free_state(h) };
        if next.gap(self.strike).displacement <= 0.0 {
            self.state = next;
            self.time = if h == room { end } else { self.time + h };
            return;
        }
        let (mut apart, mut inside) = (0.0, h);
        for _ in 0..60 {
            let middle = 0.5 * (apart + inside);
            if self.free_state(middle).gap(self.strike).displacement > 0.0 {
                inside = middle;
            } else {
                apart = middle;
            }
        }
        self.state = self.free_state(inside);
        self.time += inside;
        self.entered = self.time;
        self.touching = true;
        self.length = 1e-4 * self.scale.0;
    }

    /// Returns the state of hammer and modes after `seconds` without contact.
    fn free_state(&self, seconds: f64) -> StrikeState {
        FreeFlight::of(self.strike, seconds).advance(&self.state)
    }

    /// Returns the state after a step in contact of length `h` \[s\], and its error relative to speed and
    /// depth of the strike \[1\].
    fn extrapolate(&self, h: f64) -> (StrikeState, f64) {
        let mut row: Vec<StrikeState> = Vec::with_capacity(COLUMNS);
        let mut error = f64::INFINITY;
        for j in 0..COLUMNS {
            let mut next = self.midpoint(h, 2 * (j + 1));
            let mut fresh = Vec::with_capacity(COLUMNS);
            for k in 0..j {
                // The ratio compares n_j parts with n_{j−k−1}; the error of the midpoint rule has even powers
                // only.
                let ratio = (j + 1) as f64 / (j - k) as f64;
                let weight = 1.0 / (ratio * ratio - 1.0);
                let better = combine(&next, &row[k], 1.0 + weight, -weight);
                fresh.push(next);
                if k + 1 == j {
                    error = self.distance(&better, &fresh[k]);
                }
                next = better;
            }
            fresh.push(next);
            row = fresh;
        }
        (row.swap_remove(COLUMNS - 1), error)
    }

    /// Takes a step of `length` \[s\] by the modified midpoint rule, divided into `parts`, and returns the
    /// new state.
    fn midpoint(&self, length: f64, parts: usize) -> StrikeState {
        let h = length / parts as f64;
        let mut before = self.state.clone();
        let mut now = combine(&before, &derivative(self.strike, &before), 1.0, h);
        for _ in 1..parts {
            let next = combine(&before, &derivative(self.strike, &now), 1.0, 2.0 * h);
            before = now;
            now = next;
        }
        let beyond = combine(&before, &derivative(self.strike, &now), 1.0, h);
        combine(&now, &beyond, 0.5, 0.5)
    }

    /// Returns the largest relative difference of two states. Displacements are relative to the depth of the
    /// strike, velocities to its speed. For values above ten times these scales, a tenth of the value is the
    /// scale, because rounding limits their digits.
    fn distance(&self, first: &StrikeState, second: &StrikeState) -> f64 {
        let pairs = first.modes.iter().zip(&second.modes);
        let all = pairs.chain([(&first.hammer, &second.hammer)]);
        all.fold(0.0, |largest: f64, (a, b)| {
            let d = *a - *b;
            let depth = self.scale.1.max(0.1 * a.displacement.abs());
            let speed = self.strike.speed.max(0.1 * a.velocity.abs());
            largest.max(d.displacement.abs() / depth).max(d.velocity.abs() / speed)
        })
    }
}

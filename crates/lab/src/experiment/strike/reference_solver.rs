//! The slow, obvious judge of a strike: as many digits as there are.
//!
//! While the surfaces touch, extrapolation: the step is taken by the modified midpoint rule in 2, 4, … 14
//! parts, and the results are extrapolated to infinitely many (Gragg, Bulirsch, Stoer); the last correction
//! but one is the error, and the step is shortened until it is below 10⁻¹³ of the strike's own speed and
//! depth. Apart, hammer and modes move exactly. Where a touch begins and ends is found by halving the last
//! step.
//!
//! Source: \[Hairer1993, sec. II.9\].

use super::equations::{FreeFlight, combine, derivative};
use super::{Strike, StrikeState};

/// Columns of the extrapolation: order 14.
const COLUMNS: usize = 7;
/// Error of one step, relative to the strike's own speed and depth.
const TOLERANCE: f64 = 1e-13;
/// Looks per period of the fastest mode for surfaces that meet again.
const LOOKS: f64 = 24.0;

/// One touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchInterval {
    /// When the surfaces met \[s\].
    pub from: f64,
    /// When they parted \[s\].
    pub to: f64,
}

/// A strike being solved.
#[derive(Clone, Debug)]
pub struct ReferenceSolver<'a> {
    strike: &'a Strike,
    state: StrikeState,
    time: f64,
    touching: bool,
    /// Length of the next step in contact \[s\].
    length: f64,
    /// Duration, depth: what errors are measured by.
    scale: (f64, f64),
    /// From one look for surfaces that meet again to the next.
    look: FreeFlight,
    entered: f64,
    touches: Vec<TouchInterval>,
}

impl<'a> ReferenceSolver<'a> {
    /// At the moment when the surfaces meet.
    pub fn new(strike: &'a Strike) -> Self {
        let impact = strike.as_impact();
        let duration = impact.duration();
        let fastest = strike.modes.iter().map(|m| m.frequency);
        let fastest = LOOKS * fastest.fold(0.0, f64::max);
        Self {
            strike,
            state: strike.state_before(0.0),
            time: 0.0,
            touching: true,
            length: 1e-4 * duration,
            scale: (duration, impact.max_compression()),
            look: FreeFlight::of(strike, 1.0 / fastest.max(1.0 / duration)),
            entered: 0.0,
            touches: Vec::new(),
        }
    }

    /// Where everything is.
    pub fn state(&self) -> &StrikeState {
        &self.state
    }

    /// The contact force now \[N\].
    pub fn force(&self) -> f64 {
        if self.touching { self.strike.contact_force(self.state.gap(self.strike)) } else { 0.0 }
    }

    /// Every touch that is over.
    pub fn touches(&self) -> &[TouchInterval] {
        &self.touches
    }

    /// On to a later time \[s\].
    pub fn advance_to(&mut self, time: f64) {
        while self.time < time {
            if self.touching {
                self.press_until(time);
            } else {
                self.fly_until(time);
            }
        }
    }

    /// One step in contact, to the end of it or to the given time.
    fn press_until(&mut self, end: f64) {
        let room = end - self.time;
        let h = self.length.min(room);
        let (next, error) = self.extrapolated(h);
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
        // Parting: shorten the step until it ends where the gap closes.
        let (mut inside, mut outside) = (0.0, h);
        for _ in 0..60 {
            let middle = 0.5 * (inside + outside);
            if self.extrapolated(middle).0.gap(self.strike).displacement > 0.0 {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        self.state = self.extrapolated(outside).0;
        self.time += outside;
        self.touching = false;
        self.touches.push(TouchInterval { from: self.entered, to: self.time });
    }

    /// FreeFlight to the given time, or to the next touch.
    fn fly_until(&mut self, end: f64) {
        let room = end - self.time;
        let h = self.look.seconds().min(room);
        let next = if h < room { self.look.after(&self.state) } else { self.flown(h) };
        if next.gap(self.strike).displacement <= 0.0 {
            self.state = next;
            self.time = if h == room { end } else { self.time + h };
            return;
        }
        let (mut apart, mut inside) = (0.0, h);
        for _ in 0..60 {
            let middle = 0.5 * (apart + inside);
            if self.flown(middle).gap(self.strike).displacement > 0.0 {
                inside = middle;
            } else {
                apart = middle;
            }
        }
        self.state = self.flown(inside);
        self.time += inside;
        self.entered = self.time;
        self.touching = true;
        self.length = 1e-4 * self.scale.0;
    }

    /// After so long without touching.
    fn flown(&self, seconds: f64) -> StrikeState {
        FreeFlight::of(self.strike, seconds).after(&self.state)
    }

    /// A step in contact of length h, and its error relative to the scales.
    fn extrapolated(&self, h: f64) -> (StrikeState, f64) {
        let mut row: Vec<StrikeState> = Vec::with_capacity(COLUMNS);
        let mut error = f64::INFINITY;
        for j in 0..COLUMNS {
            let mut next = self.midpoint(h, 2 * (j + 1));
            let mut fresh = Vec::with_capacity(COLUMNS);
            for k in 0..j {
                // Parts n_j against n_{j−k−1}; the error of the rule has even powers only.
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

    /// The modified midpoint rule in so many parts.
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

    /// Largest difference, displacements by the depth of the strike and velocities by its speed; but nothing
    /// that has gone far is asked for digits that it does not have.
    fn distance(&self, one: &StrikeState, two: &StrikeState) -> f64 {
        let pairs = one.modes.iter().zip(&two.modes);
        let all = pairs.chain([(&one.hammer, &two.hammer)]);
        all.fold(0.0, |most: f64, (a, b)| {
            let d = *a - *b;
            let depth = self.scale.1.max(0.1 * a.displacement.abs());
            let speed = self.strike.speed.max(0.1 * a.velocity.abs());
            most.max(d.displacement.abs() / depth).max(d.velocity.abs() / speed)
        })
    }
}

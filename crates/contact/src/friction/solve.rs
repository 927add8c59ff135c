//! Scalar equation of the friction step, solved in a few evaluations of the law.
//!
//! ```math
//! h(v) = c\,f(v) + v - v_{free} = 0, \qquad c = C_x/T
//! ```
//!
//! | symbol | unit    | meaning                                           |
//! |--------|---------|---------------------------------------------------|
//! | v      | m/s     | mean relative velocity of the step, the unknown   |
//! | v_free | m/s     | the same without friction                         |
//! | c      | m/s/N   | change of the mean velocity per newton held       |
//! | u      | m/s     | speed along one direction, v or −v                |
//!
//! *Sticking.* While the bristles only bend, on −(z_ba + z) ≤ Tv ≤ z_ba − z, h is a rising straight line. Its
//! root is a quotient and needs no evaluation. If the root lies outside this zone, there must be a root on
//! that side of it.
//!
//! *Sliding.* On that side h is negative at the edge of the zone and positive at v_free, which gives a
//! bracket from the start. In the bracket f first rises steeply, then approaches the Stribeck curve like
//! F − B/u, with constants F and B. A hyperbola follows both parts: it goes through the force at the edge of
//! the zone, and through the force of the last evaluation with its slope. Intersected with the line
//! u − v_free it is nearly exact at any stiffness. Where f falls, a Newton step takes its place. A step that
//! leaves the bracket is replaced by a mean of its ends.
//!
//! *Several roots.* Light surfaces can stick or slide under the same forces. The step then continues the
//! motion of the last one. Surfaces that slid first search for a root on the side on which they slid,
//! downwards from their last speed. They stick if none is found.

use super::bristle::{Bend, Bristles};
use crate::math;

/// Maximum evaluations of the friction law per step. A search that hits this limit returns a passive end of
/// its bracket; the slower end is always passive.
pub const MAX_EVALUATIONS: u32 = 8;

/// The search ends when a Newton step is shorter than this share of the sliding speed or of the Stribeck
/// velocity, whichever is lower \[1\]. The neglected error is the square of this share.
const STEP_TOLERANCE: f64 = 1e-5;

/// Maximum evaluations to check whether sliding surfaces keep sliding where they could also stick.
const MAX_DESCENT_EVALUATIONS: u32 = 3;

/// Inputs of one friction step: bristles with deflection `z` \[m\], step `t` \[s\], change `c` of the mean
/// velocity per newton of friction \[m/s/N\], and mean velocity `v_free` without friction \[m/s\].
#[derive(Clone, Copy, Debug)]
pub(super) struct FrictionStep {
    pub(super) bristles: Bristles,
    pub(super) z: f64,
    pub(super) t: f64,
    pub(super) c: f64,
    pub(super) v_free: f64,
}

/// Result of the last friction step, from which the next search starts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct LastStep {
    /// Mean relative velocity of the step \[m/s\].
    pub(super) v: f64,
    /// Friction force without noise \[N\].
    pub(super) f: f64,
    /// Slope of the friction force with respect to the velocity \[N s/m\].
    pub(super) df: f64,
    /// Change of the friction force since the previous step \[N\].
    pub(super) trend: f64,
}

/// Velocity, force and bristle state that solve one friction step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct FrictionSolution {
    pub(super) v: f64,
    pub(super) bend: Bend,
    pub(super) evaluations: u32,
    pub(super) residual: f64,
}

impl FrictionStep {
    pub(super) fn solve(&self, last: &LastStep) -> FrictionSolution {
        let Self { bristles, z, t, c, v_free } = *self;
        let v = (v_free - c * bristles.stiffness * z) / (1.0 + c * bristles.elastic_slope(t));
        let (left, right) = (-(bristles.limit + z).max(0.0) / t, (bristles.limit - z).max(0.0) / t);
        let side_of = |v: f64| {
            if v > right {
                1.0
            } else if v < left {
                -1.0
            } else {
                0.0
            }
        };
        let (side, before) = (side_of(v), side_of(last.v));
        let mut spent = 0;
        if before != 0.0 && before != side {
            let mut search = FrictionSearch::new(self, before);
            if let Some(found) = search.run(last, false) {
                return found;
            }
            spent = search.evaluations;
        }
        if side != 0.0 {
            let mut search = FrictionSearch::new(self, side);
            search.evaluations = spent;
            if let Some(found) = search.run(last, true) {
                return found;
            }
            spent = search.evaluations;
        }
        FrictionSolution { v, bend: bristles.bend_only(z, v, t), evaluations: spent, residual: 0.0 }
    }
}

/// Search for the sliding speed in one of the two directions of motion; all quantities are positive along
/// that direction.
struct FrictionSearch<'a> {
    step: &'a FrictionStep,
    side: f64,
    z: f64,
    free: f64,
    /// Sliding speed above which the bristles slip within this step \[m/s\].
    edge: f64,
    /// Friction force of the bristles at the speed `edge` \[N\].
    at_edge: f64,
    evaluations: u32,
}

impl<'a> FrictionSearch<'a> {
    fn new(step: &'a FrictionStep, side: f64) -> Self {
        let z = side * step.z;
        let edge = (step.bristles.limit - z).max(0.0) / step.t;
        Self {
            step,
            side,
            z,
            free: side * step.v_free,
            edge,
            at_edge: step.bristles.bend_only(z, edge, step.t).f,
            evaluations: 0,
        }
    }

    /// Returns a better estimate of the sliding speed \[m/s\] from `bend`, the friction law evaluated at the
    /// speed `u`. Where the friction force rises with decreasing slope, replaces it by a hyperbola plus
    /// viscous drag. The hyperbola has the evaluated force and slope at `u`, and passes through the force at
    /// the speed at which slipping begins. Elsewhere takes a Newton step.
    fn next(&self, u: f64, bend: &Bend) -> f64 {
        let viscosity = self.step.bristles.viscosity;
        let w = u - self.edge;
        let (rise, slope) = (bend.f - self.at_edge - viscosity * w, bend.df - viscosity);
        if rise > w * slope && slope > 0.0 && w > 0.0 {
            let flat = rise / (w * slope);
            self.on_hyperbola(rise * flat / w, (flat - 1.0) / w)
        } else {
            self.newton(u, bend.f, bend.df)
        }
    }

    /// Returns the sliding speed that solves the step equation if the friction force is a hyperbola plus
    /// viscous drag \[m/s\]. At a speed w above `edge`, the hyperbola is `at_edge` + p w/(1 + q w), where `p`
    /// is the initial slope \[N s/m\] and `q` lowers the slope at higher speeds \[s/m\].
    fn on_hyperbola(&self, p: f64, q: f64) -> f64 {
        let FrictionStep { bristles, c, .. } = *self.step;
        let line = 1.0 + c * bristles.viscosity;
        let k = (self.free - self.edge - c * self.at_edge) / line;
        let b = 1.0 + c * p / line - k * q;
        let root = math::sqrt((b * b + 4.0 * q * k).max(0.0));
        self.edge + if b > 0.0 { 2.0 * k / (b + root) } else { 0.5 * (root - b) / q }
    }

    /// Takes a Newton step from the speed `u` \[m/s\], with friction force `f` \[N\] and its slope `df`
    /// there, and returns the new speed. NaN where the residual of the step equation does not rise with the
    /// speed.
    fn newton(&self, u: f64, f: f64, df: f64) -> f64 {
        let slope = 1.0 + self.step.c * df;
        if slope > 0.0 { u - (self.step.c * f + u - self.free) / slope } else { f64::NAN }
    }

    /// Returns the starting speed of the search \[m/s\]. Surfaces that slid further than the largest bristle
    /// deflection in the last step are assumed to continue in steady sliding. For others, the bristles are
    /// assumed to bend like springs and to approach static friction.
    fn first(&self, last: &LastStep) -> f64 {
        let FrictionStep { bristles, t, c, .. } = *self.step;
        let last_speed = self.side * last.v;
        let slope = bristles.elastic_slope(t);
        if last_speed > self.edge && (last_speed * t > bristles.max_deflection() || c * slope < 1.0) {
            let f = self.side * last.f;
            let trend = self.side * last.trend;
            return if c * last.df.abs() < 0.1 && trend.abs() < 0.5 * f {
                self.free - c * (f + trend)
            } else {
                self.newton(last_speed, f, last.df)
            };
        }
        let slope = slope - bristles.viscosity;
        let room = bristles.stiffness * bristles.max_deflection() - self.at_edge;
        self.on_hyperbola(slope, slope / room.max(0.1 * bristles.stiffness * bristles.max_deflection()))
    }

    /// Finds the sliding speed in this direction of motion. `certain` tells that a solution exists. If it is
    /// false, the search descends from the last speed and returns `None` if it meets no solution.
    #[inline]
    fn run(&mut self, last: &LastStep, certain: bool) -> Option<FrictionSolution> {
        let FrictionStep { bristles, t, c, .. } = *self.step;
        // Upper bound of the speed: either no friction at all, or the full pull of the bristles. Slightly
        // enlarged, so that this bound itself lies within the bracket.
        let bound = self.free - c * (bristles.stiffness * self.z).min(0.0);
        let (mut low, mut high) = (self.edge, bound + 1e-9 * bound.abs());
        if high <= low {
            return None;
        }
        let mut certain = certain;
        let mut below = None;
        let mut above = None;
        let last_speed = self.side * last.v;
        let mut u = if certain { self.first(last) } else { last_speed };
        let mut residual = 1.0;
        while self.evaluations < MAX_EVALUATIONS {
            if !(u > low && u < high) {
                u = between(low, high);
            }
            let bend = bristles.bend(self.z, u, t);
            self.evaluations += 1;
            let h = c * bend.f + u - self.free;
            let slope = 1.0 + c * bend.df;
            let scale = bristles.stribeck.min(u.max(bristles.limit / t));
            if slope > 0.0 && h.abs() <= STEP_TOLERANCE * scale * slope {
                let way = -h / slope;
                return Some(self.found(
                    u + way,
                    Bend { f: bend.f + bend.df * way, dz: bend.dz + bend.ddz * way, ..bend },
                    way.abs() / u,
                ));
            }
            residual = (h / u).abs();
            if h < 0.0 {
                (low, below, certain) = (u, Some(BracketEnd { u, bend, h }), true);
            } else {
                (high, above) = (u, Some(BracketEnd { u, bend, h }));
            }
            if certain {
                u = self.next(u, &bend);
            } else {
                // Descend by Newton until there is a root above or the edge is passed.
                u -= h / slope;
                if !(slope > 0.0 && u > low) || self.evaluations >= MAX_DESCENT_EVALUATIONS {
                    return None;
                }
            }
        }
        // The search is out of evaluations. The slower end of the bracket is always passive: the law asks for
        // less force than the force needed to reach that speed. At the faster end the heat of the law must
        // make up for the missing force.
        let below = below.unwrap_or_else(|| BracketEnd {
            u: self.edge,
            bend: bristles.bend_only(self.z, self.edge, t),
            h: self.edge + c * self.at_edge - self.free,
        });
        let held = |end: &BracketEnd| (self.free - end.u) / c;
        let end = above
            .filter(|end| end.h < -below.h)
            .filter(|end| held(end) * end.u * t >= bristles.stored_between(self.z, end.bend.dz))
            .unwrap_or(below);
        let f = held(&end);
        Some(self.found(end.u, Bend { f, ..end.bend }, residual))
    }

    fn found(&self, u: f64, bend: Bend, residual: f64) -> FrictionSolution {
        FrictionSolution {
            v: self.side * u,
            bend: Bend { f: self.side * bend.f, dz: self.side * bend.dz, ..bend },
            evaluations: self.evaluations,
            residual,
        }
    }
}

/// One end of the bracket of the search: a speed and the law evaluated there.
#[derive(Clone, Copy)]
struct BracketEnd {
    u: f64,
    bend: Bend,
    h: f64,
}

/// Returns a speed between the ends of the bracket \[m/s\]: the geometric mean where they are far apart, an
/// eighth of `high` if `low` is zero, otherwise the arithmetic mean.
fn between(low: f64, high: f64) -> f64 {
    if low > 0.0 && high > 4.0 * low {
        math::sqrt(low * high)
    } else if low <= 0.0 {
        0.125 * high
    } else {
        0.5 * (low + high)
    }
}

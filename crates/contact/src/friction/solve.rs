//! The one scalar equation of the friction step, and its solution in a few evaluations of the law.
//!
//! $$ h(v) = c\,f(v) + v - v_{free} = 0, \qquad c = C_x/T $$
//!
//! | symbol | unit    | meaning                                           |
//! |--------|---------|---------------------------------------------------|
//! | v      | m/s     | mean relative velocity of the step, the unknown   |
//! | v_free | m/s     | the same if nothing rubbed                        |
//! | c      | m/s/N   | mean velocity that one newton held takes away     |
//! | u      | m/s     | the speed along one side, v or −v                 |
//!
//! *Sticking*: as long as the bristles only bend, on −(z_ba + z) ≤ Tv ≤ z_ba − z, h is a straight line that
//! rises; its root is a quotient, and no evaluation is needed. Whether it lies within tells on which side of
//! this zone there must be a root otherwise.
//!
//! *Sliding*: on that side h is negative at the zone's edge and positive at v_free, so there is a bracket
//! from the start. Within it f first rises steeply, then settles like F − B/u on the Stribeck curve; a
//! hyperbola through the edge and the last evaluation, value and slope, solved with the line u − v_free, is
//! nearly exact for both, whatever the stiffness. Where f falls Newton's step does the same; a step that
//! leaves the bracket is replaced by a mean of its ends.
//!
//! *Several roots.* Light surfaces can be held or slide on under the same forces. The step then goes on doing
//! what the last did: who slid looks for a root on the side on which it slid first, going down from where it
//! was, and sticks if it falls out of it.

use super::bristle::{Bend, Bristles};
use crate::math;

/// Most evaluations of the law in one step, ever. A search that is cut off returns an end of its bracket that
/// is passive: the slower one always is.
pub const MAX_EVALUATIONS: u32 = 8;

/// A Newton step shorter than this share of the speed over which the law bends ends the search: what it
/// neglects is its square.
const STEP_TOLERANCE: f64 = 1e-5;

/// Most evaluations spent on looking whether who slid slides on, where it might as well stick.
const MOST_DESCENT: u32 = 3;

/// What rubs over one step, in the letters of the module's table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    pub(super) bristles: Bristles,
    pub(super) z: f64,
    pub(super) t: f64,
    pub(super) c: f64,
    pub(super) v_free: f64,
}

/// The last step, from which the search begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Last {
    /// Mean velocity [m/s], force \[N\] and its slope in the velocity \[N s/m\].
    pub(super) v: f64,
    pub(super) f: f64,
    pub(super) df: f64,
    /// What the force gained against the step before \[N\].
    pub(super) trend: f64,
}

/// What the step does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Solution {
    pub(super) v: f64,
    pub(super) bend: Bend,
    pub(super) evaluations: u32,
    pub(super) residual: f64,
}

impl Situation {
    pub(super) fn solve(&self, last: &Last) -> Solution {
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
            let mut search = Search::new(self, before);
            if let Some(found) = search.run(last, false) {
                return found;
            }
            spent = search.evaluations;
        }
        if side != 0.0 {
            let mut search = Search::new(self, side);
            search.evaluations = spent;
            if let Some(found) = search.run(last, true) {
                return found;
            }
            spent = search.evaluations;
        }
        Solution { v, bend: bristles.bend_only(z, v, t), evaluations: spent, residual: 0.0 }
    }
}

/// The search on one side: everything along the motion.
struct Search<'a> {
    at: &'a Situation,
    side: f64,
    z: f64,
    free: f64,
    /// Where bristles stop to only bend [m/s], and their force there \[N\].
    edge: f64,
    at_edge: f64,
    evaluations: u32,
}

impl<'a> Search<'a> {
    fn new(at: &'a Situation, side: f64) -> Self {
        let z = side * at.z;
        let edge = (at.bristles.limit - z).max(0.0) / at.t;
        Self {
            at,
            side,
            z,
            free: side * at.v_free,
            edge,
            at_edge: at.bristles.bend_only(z, edge, at.t).f,
            evaluations: 0,
        }
    }

    /// A better speed from one evaluation of the law. Where the bristles' force rises and bends down: the
    /// root with the hyperbola f_e + pw/(1 + qw) + σ₂w, w = u − u_e, that goes through the edge and through
    /// this point with its slope. Elsewhere Newton's.
    fn next(&self, u: f64, bend: &Bend) -> f64 {
        let viscosity = self.at.bristles.viscosity;
        let w = u - self.edge;
        let (rise, slope) = (bend.f - self.at_edge - viscosity * w, bend.df - viscosity);
        if rise > w * slope && slope > 0.0 && w > 0.0 {
            let flat = rise / (w * slope);
            self.on_hyperbola(rise * flat / w, (flat - 1.0) / w)
        } else {
            self.newton(u, bend.f, bend.df)
        }
    }

    /// w(1 + cσ₂) + c pw/(1 + qw) = k, solved for u, where k is the speed left at the edge.
    fn on_hyperbola(&self, p: f64, q: f64) -> f64 {
        let Situation { bristles, c, .. } = *self.at;
        let line = 1.0 + c * bristles.viscosity;
        let k = (self.free - self.edge - c * self.at_edge) / line;
        let b = 1.0 + c * p / line - k * q;
        let root = math::sqrt((b * b + 4.0 * q * k).max(0.0));
        self.edge + if b > 0.0 { 2.0 * k / (b + root) } else { 0.5 * (root - b) / q }
    }

    /// Newton's step, or nothing where the line does not rise.
    fn newton(&self, u: f64, f: f64, df: f64) -> f64 {
        let slope = 1.0 + self.at.c * df;
        if slope > 0.0 { u - (self.at.c * f + u - self.free) / slope } else { f64::NAN }
    }

    /// Where to begin. Bristles that slid further than their length in the last step stay on the curve they
    /// were on; others start bending as springs do and settle at static friction.
    fn first(&self, last: &Last) -> f64 {
        let Situation { bristles, t, c, .. } = *self.at;
        let was = self.side * last.v;
        let slope = bristles.elastic_slope(t);
        if was > self.edge && (was * t > bristles.longest() || c * slope < 1.0) {
            let f = self.side * last.f;
            let trend = self.side * last.trend;
            return if c * last.df.abs() < 0.1 && trend.abs() < 0.5 * f {
                self.free - c * (f + trend)
            } else {
                self.newton(was, f, last.df)
            };
        }
        let slope = slope - bristles.viscosity;
        let room = bristles.stiffness * bristles.longest() - self.at_edge;
        self.on_hyperbola(slope, slope / room.max(0.1 * bristles.stiffness * bristles.longest()))
    }

    /// The root on this side; `None` where there need not be one and none was met on the way down.
    #[inline]
    fn run(&mut self, last: &Last, certain: bool) -> Option<Solution> {
        let Situation { bristles, t, c, .. } = *self.at;
        // No friction at all, or the bristles' whole pull; a hair more, so that this itself is within the
        // bracket.
        let most = self.free - c * (bristles.stiffness * self.z).min(0.0);
        let (mut low, mut high) = (self.edge, most + 1e-9 * most.abs());
        if high <= low {
            return None;
        }
        let mut certain = certain;
        let mut below = None;
        let mut above = None;
        let was = self.side * last.v;
        let mut u = if certain { self.first(last) } else { was };
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
                (low, below, certain) = (u, Some(End { u, bend, h }), true);
            } else {
                (high, above) = (u, Some(End { u, bend, h }));
            }
            if certain {
                u = self.next(u, &bend);
            } else {
                // Going down, Newton's way, until there is a root above or the edge below.
                u -= h / slope;
                if !(slope > 0.0 && u > low) || self.evaluations >= MOST_DESCENT {
                    return None;
                }
            }
        }
        // Cut off. The slower end of the bracket is always passive: the law wants less force than it takes to
        // get there. The faster one is where the law's own heat makes up for the force that is missing.
        let below = below.unwrap_or_else(|| End {
            u: self.edge,
            bend: bristles.bend_only(self.z, self.edge, t),
            h: self.edge + c * self.at_edge - self.free,
        });
        let held = |end: &End| (self.free - end.u) / c;
        let end = above
            .filter(|end| end.h < -below.h)
            .filter(|end| held(end) * end.u * t >= bristles.taken(self.z, end.bend.dz))
            .unwrap_or(below);
        let f = held(&end);
        Some(self.found(end.u, Bend { f, ..end.bend }, residual))
    }

    fn found(&self, u: f64, bend: Bend, residual: f64) -> Solution {
        Solution {
            v: self.side * u,
            bend: Bend { f: self.side * bend.f, dz: self.side * bend.dz, ..bend },
            evaluations: self.evaluations,
            residual,
        }
    }
}

/// One end of a bracket.
#[derive(Clone, Copy)]
struct End {
    u: f64,
    bend: Bend,
    h: f64,
}

/// A mean of the ends of a bracket: of their logarithms where they are far apart.
fn between(low: f64, high: f64) -> f64 {
    if low > 0.0 && high > 4.0 * low {
        math::sqrt(low * high)
    } else if low <= 0.0 {
        0.125 * high
    } else {
        0.5 * (low + high)
    }
}

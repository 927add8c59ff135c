//! The body left alone: what its ports will do over the next samples, where it will be then, how much energy
//! it has, and between which places a port stays. Ringing itself is in `ring.rs`.

use super::{Modal, each};
use crate::inertial::flight;
use crate::modal::lanes::{Four, ZERO, lane};
use crate::modal::ring::{BLOCK, Coast, Hear};
use crate::modal::step::{Listen, State, Sum};
use crate::{Body, MotionQuantity};
use foley_contact::{Motion, Step};

impl Modal {
    /// Adds to `out` what a port will do over the next samples, left alone: the first is one sample from now.
    /// At most [`BLOCK`] of them. Modes above half the sample rate are left out. Velocity, unless the
    /// displacement is asked for.
    pub fn predict_audible(&self, port: usize, quantity: MotionQuantity, out: &mut [f64]) {
        self.ring_out(port, quantity, self.audible_shape(port), out);
    }

    /// The same with all modes, those included that are felt but not heard.
    pub fn predict(&self, port: usize, quantity: MotionQuantity, out: &mut [f64]) {
        self.ring_out(port, quantity, self.shape(port), out);
    }

    fn ring_out(&self, port: usize, quantity: MotionQuantity, shape: &[Four], out: &mut [f64]) {
        let frames = out.len().min(BLOCK);
        let out = &mut out[..frames];
        if frames == 0 {
            return;
        }
        let place = quantity == MotionQuantity::Displacement;
        self.vectors.run(Hear {
            rings: &self.rings,
            states: &self.states,
            velocity: !place,
            rest: &self.rest,
            shape,
            out,
        });
        if quantity != MotionQuantity::Vibration {
            self.add_whole(port, place, shape, out);
        }
    }

    /// Adds the motion of the body as a whole, and where held forces bring the port to rest.
    fn add_whole(&self, port: usize, place: bool, shape: &[Four], out: &mut [f64]) {
        if port >= self.ports {
            return;
        }
        if place && !self.rest.is_empty() {
            let parts = self.rest.iter().zip(shape);
            let sum = Sum(parts.map(|(&rest, &w)| [w, rest, ZERO, ZERO]));
            let (rest, _) = self.vectors.run(sum);
            for out in out.iter_mut() {
                *out += rest;
            }
        }
        if let Some(whole) = &self.rigid {
            let t = self.sample.seconds();
            let acceleration = self.acceleration + self.held_in_all / whole.mass;
            for (n, out) in out.iter_mut().enumerate() {
                let time = (n + 1) as f64 * t;
                *out += if place {
                    whole.motion.displacement + time * (whole.motion.velocity + 0.5 * time * acceleration)
                } else {
                    whole.motion.velocity + time * acceleration
                };
            }
        }
    }

    /// What a listener at a port has now, without the modes that cannot be heard.
    pub fn audible_motion(&self, port: usize) -> Motion {
        let (x, v) = self.vectors.run(Listen { states: &self.states, shape: self.audible_shape(port) });
        let whole = if port < self.ports { self.whole() } else { Motion::default() };
        Motion::new(x, v) + whole
    }

    /// Goes on by some samples, left alone, at most [`BLOCK`]. What was pushed is forgotten.
    pub fn coast(&mut self, frames: usize) {
        let frames = frames.min(BLOCK);
        let groups = self.states.len();
        self.vectors.run(Coast {
            states: &mut self.states,
            rings: &self.rings,
            steps: &self.steps[..groups],
            rest: &self.rest,
            frames,
        });
        let ahead = self.whole_ahead(Step::of_seconds(frames as f64 * self.sample.seconds()));
        if let Some(whole) = &mut self.rigid {
            whole.motion = ahead;
            whole.force = 0.0;
        }
        if self.foreseen {
            for touched in &mut self.touched {
                touched.force = 0.0;
            }
        }
        self.foreseen = false;
    }

    /// Lowest and highest angular frequency of the modes that can be heard and that a port moves \[1/s\];
    /// none if it moves no such mode.
    pub fn band(&self, port: usize) -> Option<(f64, f64)> {
        let mut band: Option<(f64, f64)> = None;
        let parts = self.rings.iter().zip(self.audible_shape(port));
        for (ring, &w) in parts {
            for l in 0..4 {
                if lane(w, l) != 0.0 {
                    let omega = ring.square(l).sqrt();
                    let (low, high) = band.unwrap_or((omega, omega));
                    band = Some((low.min(omega), high.max(omega)));
                }
            }
        }
        band
    }

    /// Kinetic energy \[J\].
    pub fn kinetic_energy(&self) -> f64 {
        let parts = self.states.iter().zip(&self.inertias);
        let (moving, _) = self.vectors.run(Sum(parts.map(|(state, &[mass, _])| {
            let v = state.v;
            [mass, each(v, v, |v, w| v * w), ZERO, ZERO]
        })));
        moving + self.whole_energy()
    }

    pub(super) fn whole_energy(&self) -> f64 {
        self.rigid.map_or(0.0, |whole| 0.5 * whole.mass * whole.motion.velocity * whole.motion.velocity)
    }

    /// Energy of the modes, without that of the body as a whole \[J\].
    pub fn modal_energy(&self) -> f64 {
        self.energy() - self.whole_energy()
    }

    /// Silences the modes; the body as a whole goes on.
    pub fn silence_modes(&mut self) {
        self.states.iter_mut().for_each(State::stop);
        self.foreseen = false;
    }

    /// Whether it can fly.
    pub fn is_free(&self) -> bool {
        self.rigid.is_some()
    }

    /// Between which two places a port stays for some time, left alone \[m\].
    ///
    /// $$ |x_p - x_{p,rest}| \le \sqrt{2 E \textstyle\sum_i w_{pi}^2 / m_i\omega_i^2} $$
    ///
    /// with E the energy about the state of rest (Cauchy and Schwarz), and the body as a whole between
    /// beginning, end and the top of its flight.
    pub fn bounds(&self, port: usize, seconds: f64) -> (f64, f64) {
        let compliance = self.compliances.get(port).copied().unwrap_or(0.0);
        let rest = |g: usize| self.rest.get(g).copied().unwrap_or(ZERO);
        let about_rest = self.states.iter().zip(&self.inertias).enumerate();
        let (moving, stored) = self.vectors.run(Sum(about_rest.map(|(g, (state, &[mass, stiffness]))| {
            let (x, v) = (each(state.x, rest(g), |x, rest| x - rest), state.v);
            [mass, each(v, v, |v, w| v * w), stiffness, each(x, x, |x, y| x * y)]
        })));
        let centre = if self.rest.is_empty() {
            0.0
        } else {
            let parts = self.rest.iter().zip(self.shape(port));
            let sum = Sum(parts.map(|(&rest, &w)| [w, rest, ZERO, ZERO]));
            self.vectors.run(sum).0
        };
        let reach = ((moving + stored) * compliance).sqrt();
        let (low, high) = self.rigid.map_or((0.0, 0.0), |whole| {
            let acceleration = self.acceleration + self.held_in_all / whole.mass;
            flight(whole.motion, acceleration, seconds)
        });
        (centre - reach + low, centre + reach + high)
    }
}

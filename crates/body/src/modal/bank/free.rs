//! Free motion of a modal body: output of its ports over the next samples, energies, and bounds of a port's
//! displacement. The ringing itself is in `ring.rs`.

use super::{Modal, each};
use crate::inertial::flight;
use crate::modal::lanes::{Four, ZERO, lane};
use crate::modal::ring::{AddFreeMotion, BLOCK, Coast};
use crate::modal::step::{ReadPort, State, Sum};
use crate::{Body, MotionQuantity};
use foley_contact::{Motion, Step};

impl Modal {
    /// Adds the free motion of a port over the next samples, at most [`BLOCK`], to `out`; the first value is
    /// one sample ahead. Modes above half the sample rate are left out. Adds the displacement if `quantity`
    /// is the displacement, else the velocity.
    pub fn predict_audible(&self, port: usize, quantity: MotionQuantity, out: &mut [f64]) {
        self.ring_out(port, quantity, self.audible_shape(port), out);
    }

    /// Adds the free motion of a port to `out` as [`Self::predict_audible`] does, but with the modes above
    /// half the sample rate.
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
        self.vectors.run(AddFreeMotion {
            rings: &self.rings,
            states: &self.states,
            velocity: !place,
            rest: &self.rest,
            shape,
            out,
        });
        if quantity != MotionQuantity::Vibration {
            self.add_rigid(port, place, shape, out);
        }
    }

    /// Adds the rigid-body displacement of a port and its equilibrium under held forces to `out` if `place`
    /// is true, else its rigid-body velocity.
    fn add_rigid(&self, port: usize, place: bool, shape: &[Four], out: &mut [f64]) {
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
        if let Some(rigid) = &self.rigid {
            let t = self.sample.seconds();
            let acceleration = self.acceleration + self.total_held_force / rigid.mass;
            for (n, out) in out.iter_mut().enumerate() {
                let time = (n + 1) as f64 * t;
                *out += if place {
                    rigid.motion.displacement + time * (rigid.motion.velocity + 0.5 * time * acceleration)
                } else {
                    rigid.motion.velocity + time * acceleration
                };
            }
        }
    }

    /// Returns the present motion of a port, without the modes above half the sample rate.
    pub fn audible_motion(&self, port: usize) -> Motion {
        let (x, v) = self.vectors.run(ReadPort { states: &self.states, shape: self.audible_shape(port) });
        let rigid_motion = if port < self.ports { self.rigid_motion() } else { Motion::default() };
        Motion::new(x, v) + rigid_motion
    }

    /// Returns the energy \[J\] that the modes would still radiate if they rang out now, and the energy that the
    /// listeners would: Σ s E, with the energy E of each mode about its equilibrium and the share s of its loss
    /// that leaves as sound. While no force acts, both fall by the radiated energy.
    pub fn energy_to_radiate(&self) -> [f64; 2] {
        if !self.radiates {
            return [0.0; 2];
        }
        let rest = |g: usize| self.rest.get(g).copied().unwrap_or(ZERO);
        let parts = self.states.iter().zip(&self.inertias).zip(&self.radiated).enumerate();
        let (of_modes, of_listeners) =
            self.vectors.run(Sum(parts.map(|(g, ((state, &[mass, stiffness]), &[share, listening]))| {
                let x = each(state.x, rest(g), |x, rest| x - rest);
                let moving = each(mass, each(state.v, state.v, |v, w| v * w), |m, v| m * v);
                let stored = each(stiffness, each(x, x, |x, y| x * y), |k, x| k * x);
                let energy = each(moving, stored, |moving, stored| moving + stored);
                [share, energy, listening, energy]
            })));
        [of_modes, of_listeners]
    }

    /// Whether any mode or listener radiates.
    #[inline]
    pub fn radiates(&self) -> bool {
        self.radiates
    }

    /// Returns the power \[W\] that the modes radiate at present, and the power that the listeners radiate:
    /// Σ s g m v², with damping g, mass m and velocity v of each mode and the share s of its loss that leaves as
    /// sound.
    pub fn radiated_power(&self) -> [f64; 2] {
        if !self.radiates {
            return [0.0; 2];
        }
        let parts = self.states.iter().zip(&self.inertias).zip(&self.radiated).zip(&self.rings);
        let (of_modes, of_listeners) =
            self.vectors.run(Sum(parts.map(|(((state, &[mass, _]), &[share, listening]), ring)| {
                let moving = each(mass, each(state.v, state.v, |v, w| v * w), |m, v| 2.0 * m * v);
                let lost = each(ring.damping(), moving, |g, moving| g * moving);
                [share, lost, listening, lost]
            })));
        [of_modes, of_listeners]
    }

    /// Moves the body by `frames` samples without pushes, at most [`BLOCK`], and clears all pushed forces.
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
        let ahead = self.rigid_ahead(Step::of_seconds(frames as f64 * self.sample.seconds()));
        if let Some(rigid) = &mut self.rigid {
            rigid.motion = ahead;
            rigid.force = 0.0;
        }
        if self.forecast_valid {
            for contact_port in &mut self.contact_ports {
                contact_port.force = 0.0;
            }
        }
        self.forecast_valid = false;
    }

    /// Returns the lowest and highest angular frequency of the audible modes that move a port \[1/s\]; `None`
    /// if no audible mode moves the port.
    pub fn band(&self, port: usize) -> Option<(f64, f64)> {
        let mut band: Option<(f64, f64)> = None;
        let parts = self.rings.iter().zip(self.audible_shape(port));
        for (g, (ring, &w)) in parts.enumerate() {
            for l in 0..4 {
                if lane(w, l) != 0.0 && 4 * g + l >= self.listeners {
                    let omega = ring.square(l).sqrt();
                    let (low, high) = band.unwrap_or((omega, omega));
                    band = Some((low.min(omega), high.max(omega)));
                }
            }
        }
        band
    }

    /// Returns the kinetic energy of the modes and the rigid-body motion \[J\].
    pub fn kinetic_energy(&self) -> f64 {
        let parts = self.states.iter().zip(&self.inertias);
        let (moving, _) = self.vectors.run(Sum(parts.map(|(state, &[mass, _])| {
            let v = state.v;
            [mass, each(v, v, |v, w| v * w), ZERO, ZERO]
        })));
        moving + self.rigid_energy()
    }

    pub(super) fn rigid_energy(&self) -> f64 {
        self.rigid.map_or(0.0, |rigid| 0.5 * rigid.mass * rigid.motion.velocity * rigid.motion.velocity)
    }

    /// Returns the energy of the modes, without rigid-body motion \[J\].
    pub fn modal_energy(&self) -> f64 {
        self.energy() - self.rigid_energy()
    }

    /// Sets all modes to rest and keeps the rigid-body motion.
    pub fn silence_modes(&mut self) {
        self.states.iter_mut().for_each(State::stop);
        self.forecast_valid = false;
    }

    /// Whether the body has rigid-body motion.
    pub fn is_free(&self) -> bool {
        self.rigid.is_some()
    }

    /// Returns the lower and upper bound of a port's displacement over `seconds` of free motion \[m\]. The
    /// displacement x of port p by its modes is limited by their energy E about equilibrium (Cauchy–Schwarz):
    ///
    /// ```math
    /// |x_p - x_{p,rest}| \le \sqrt{2 E \textstyle\sum_i w_{pi}^2 / m_i\omega_i^2}
    /// ```
    ///
    /// Mode i has the height w at the port, the modal mass m and the angular frequency ω. The rigid-body
    /// motion lies between its start, its end and its turning point.
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
        let (low, high) = self.rigid.map_or((0.0, 0.0), |rigid| {
            let acceleration = self.acceleration + self.total_held_force / rigid.mass;
            flight(rigid.motion, acceleration, seconds)
        });
        (centre - reach + low, centre + reach + high)
    }
}

//! A closed set of bodies, so that a scene is an array of them and a call is a branch.

use foley_body::modal::BLOCK;
use foley_body::{Body, Inertial, Modal, MotionQuantity, Substeps, Wall, Waveguide};
use foley_contact::{Forecast, Motion, Step};

/// A body of any kind that a scene supports.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "bodies are stored in one piece of memory: ringing needs no pointer lookup"
)]
pub(crate) enum AnyBody {
    /// A point mass, free to move.
    Inertial(Inertial),
    /// An elastic body described by its modes.
    Modal(Modal),
    /// A string as two travelling waves.
    Waveguide(Box<Waveguide>),
    /// A body that never moves.
    Wall(Wall),
}

impl From<Inertial> for AnyBody {
    fn from(body: Inertial) -> Self {
        Self::Inertial(body)
    }
}

impl From<Modal> for AnyBody {
    fn from(body: Modal) -> Self {
        Self::Modal(body)
    }
}

impl From<Waveguide> for AnyBody {
    fn from(body: Waveguide) -> Self {
        Self::Waveguide(Box::new(body))
    }
}

impl From<Wall> for AnyBody {
    fn from(body: Wall) -> Self {
        Self::Wall(body)
    }
}

macro_rules! each {
    ($any:expr, $body:ident => $call:expr) => {
        match $any {
            AnyBody::Inertial($body) => $call,
            AnyBody::Modal($body) => $call,
            AnyBody::Waveguide($body) => $call,
            AnyBody::Wall($body) => $call,
        }
    };
}

impl Body for AnyBody {
    fn ports(&self) -> usize {
        each!(self, body => body.ports())
    }
    fn set_substeps(&mut self, substeps: Substeps) {
        each!(self, body => body.set_substeps(substeps));
    }
    #[inline]
    fn forecast(&self, port: usize) -> Forecast {
        each!(self, body => body.forecast(port))
    }
    fn cross_response(&self, here: usize, there: usize) -> Motion {
        each!(self, body => body.cross_response(here, there))
    }
    #[inline]
    fn push(&mut self, port: usize, force: f64) {
        each!(self, body => body.push(port, force));
    }
    #[inline]
    fn advance(&mut self) {
        each!(self, body => body.advance());
    }
    #[inline]
    fn motion(&self, port: usize) -> Motion {
        each!(self, body => body.motion(port))
    }
    fn energy(&self) -> f64 {
        each!(self, body => body.energy())
    }
    fn come_to_rest(&mut self) {
        each!(self, body => body.come_to_rest());
    }
    fn save_state(&mut self) {
        each!(self, body => body.save_state());
    }
    fn restore_state(&mut self) {
        each!(self, body => body.restore_state());
    }
}

impl AnyBody {
    /// Returns the motion at port `here` after one substep, per newton held at port `there`, for a sample
    /// divided into `substeps`. The body itself may presently use another number of substeps.
    pub(crate) fn cross_response_over(&self, substeps: Substeps, here: usize, there: usize) -> Motion {
        match self {
            Self::Modal(body) => body.cross_response_over(substeps, here, there),
            Self::Inertial(body) => {
                let mut body = *body;
                body.set_substeps(substeps);
                body.cross_response(here, there)
            }
            Self::Waveguide(body) => body.cross_response_over(substeps, here, there),
            Self::Wall(_) => Motion::default(),
        }
    }

    /// Computes the forecasts of all contact ports of a modal body in advance, so that reading them is fast.
    /// Other bodies need no preparation.
    pub(crate) fn prepare_forecast(&mut self) {
        if let Self::Modal(body) = self {
            body.prepare_forecast();
        }
    }

    /// Returns the present motion of a port, without the modes above half the sample rate.
    pub(crate) fn audible_motion(&self, port: usize) -> Motion {
        match self {
            Self::Modal(body) => body.audible_motion(port),
            other => other.motion(port),
        }
    }

    /// Sets a constant force at a port, which the body itself applies in all further steps \[N\]. Returns
    /// false if the body cannot do so; the caller must then apply the force in every step.
    pub(crate) fn hold(&mut self, port: usize, force: f64) -> bool {
        match self {
            Self::Inertial(body) => body.hold(force),
            Self::Modal(body) => body.hold(port, force),
            Self::Wall(_) => {}
            Self::Waveguide(_) => return force == 0.0,
        }
        true
    }

    /// Returns the weight of the body along the direction of contact \[N\].
    pub(crate) fn weight(&self) -> f64 {
        match self {
            Self::Inertial(body) => body.mass() * body.gravity(),
            Self::Modal(body) => body.weight(),
            Self::Waveguide(_) | Self::Wall(_) => 0.0,
        }
    }

    /// Returns the rigid-body motion of the body.
    pub(crate) fn centre(&self) -> Motion {
        match self {
            Self::Inertial(body) => body.motion(0),
            Self::Modal(body) => body.centre(),
            Self::Waveguide(_) | Self::Wall(_) => Motion::default(),
        }
    }

    /// Returns the rigid-body motion after `seconds` without contact; a negative time gives the past motion.
    pub(crate) fn centre_after(&self, seconds: f64) -> Motion {
        match self {
            Self::Inertial(body) => {
                let mut body = *body;
                body.coast(seconds);
                body.motion(0)
            }
            Self::Modal(body) => body.centre_after(seconds),
            Self::Waveguide(_) | Self::Wall(_) => Motion::default(),
        }
    }

    /// Sets the rigid-body motion of the body, if the body is free.
    pub(crate) fn place(&mut self, motion: Motion) {
        match self {
            Self::Inertial(body) => body.place(motion),
            Self::Modal(body) => body.place(motion),
            Self::Waveguide(_) | Self::Wall(_) => {}
        }
    }

    /// Whether the body has rigid-body motion.
    pub(crate) fn is_free(&self) -> bool {
        match self {
            Self::Inertial(_) => true,
            Self::Modal(body) => body.is_free(),
            Self::Waveguide(_) | Self::Wall(_) => false,
        }
    }

    /// Returns the lower and upper bound of a port's displacement over `frames` samples of free motion \[m\].
    pub(crate) fn bounds(&self, port: usize, frames: usize, sample: Step) -> (f64, f64) {
        let seconds = frames as f64 * sample.seconds();
        match self {
            Self::Inertial(body) => body.bounds(seconds),
            Self::Modal(body) => body.bounds(port, seconds),
            Self::Wall(_) => (0.0, 0.0),
            Self::Waveguide(body) => {
                // A wave is at most as large as if one cell held all the energy.
                let wave = (body.energy() / (body.impedance() * sample.seconds())).sqrt();
                let x = body.motion(port).displacement;
                (x - 2.0 * wave * seconds, x + 2.0 * wave * seconds)
            }
        }
    }

    /// Adds the displacement of a port over the next samples of free motion, times `sign`, to `out` \[m\].
    /// Returns false if the body cannot predict its motion.
    pub(crate) fn predict(&self, port: usize, sign: f64, out: &mut [f64], sample: Step) -> bool {
        match self {
            Self::Inertial(body) => {
                let mut ahead = *body;
                for out in out {
                    ahead.coast(sample.seconds());
                    *out += sign * ahead.motion(0).displacement;
                }
            }
            Self::Modal(body) => {
                let mut path = [0.0; BLOCK];
                let frames = out.len().min(BLOCK);
                body.predict(port, MotionQuantity::Displacement, &mut path[..frames]);
                for (out, x) in out.iter_mut().zip(&path) {
                    *out += sign * x;
                }
            }
            Self::Wall(_) => {}
            Self::Waveguide(_) => return false,
        }
        true
    }

    /// Returns the energy of modes and waves, without rigid-body motion \[J\].
    pub(crate) fn sounding_energy(&self) -> f64 {
        match self {
            Self::Inertial(_) | Self::Wall(_) => 0.0,
            Self::Modal(body) => body.modal_energy(),
            Self::Waveguide(body) => body.energy(),
        }
    }

    /// Returns the kinetic energy \[J\]; the total energy for bodies that are not modal.
    pub(crate) fn kinetic_energy(&self) -> f64 {
        match self {
            Self::Modal(body) => body.kinetic_energy(),
            other => other.energy(),
        }
    }

    /// Sets modes and waves to rest and keeps the rigid-body motion.
    pub(crate) fn silence(&mut self) {
        match self {
            Self::Modal(body) => body.silence_modes(),
            Self::Waveguide(body) => body.come_to_rest(),
            Self::Inertial(_) | Self::Wall(_) => {}
        }
    }

    /// Returns the lowest and highest audible angular frequency that moves a port \[1/s\]; `None` if no
    /// frequency does.
    pub(crate) fn band(&self, port: usize, sample: Step) -> Option<(f64, f64)> {
        match self {
            Self::Modal(body) => body.band(port),
            Self::Waveguide(_) => {
                let highest = core::f64::consts::PI * sample.rate();
                Some((0.0, highest))
            }
            Self::Inertial(_) | Self::Wall(_) => None,
        }
    }
}

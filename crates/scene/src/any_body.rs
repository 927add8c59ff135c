//! Any body: a closed set, so that a scene is an array of them and a call is a branch.

use foley_body::modal::BLOCK;
use foley_body::{Body, Inertial, Modal, MotionQuantity, Substeps, Wall, Waveguide};
use foley_contact::{Forecast, Motion, Step};

/// Any body.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "bodies lie in one piece of memory: a body that rings is not looked up elsewhere"
)]
pub(crate) enum AnyBody {
    /// A point mass.
    Inertial(Inertial),
    /// An elastic body by its modes.
    Modal(Modal),
    /// A string.
    Waveguide(Box<Waveguide>),
    /// What never moves.
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
    ($any:expr, $body:ident => $what:expr) => {
        match $any {
            AnyBody::Inertial($body) => $what,
            AnyBody::Modal($body) => $what,
            AnyBody::Waveguide($body) => $what,
            AnyBody::Wall($body) => $what,
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
    /// What one newton at port `there` moves at port `here` over a step of a cut, which the next sample need
    /// not have.
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

    /// Looks one step ahead before it is asked for forecasts.
    pub(crate) fn prepare_forecast(&mut self) {
        if let Self::Modal(body) = self {
            body.prepare_forecast();
        }
    }

    /// What a listener at a port has now.
    pub(crate) fn audible_motion(&self, port: usize) -> Motion {
        match self {
            Self::Modal(body) => body.audible_motion(port),
            other => other.motion(port),
        }
    }

    /// Holds a force at a port from now on \[N\]; false if it cannot, and must be pushed in every step
    /// instead.
    pub(crate) fn hold(&mut self, port: usize, force: f64) -> bool {
        match self {
            Self::Inertial(body) => body.hold(force),
            Self::Modal(body) => body.hold(port, force),
            Self::Wall(_) => {}
            Self::Waveguide(_) => return force == 0.0,
        }
        true
    }

    /// Its weight \[N\], along the direction of contact.
    pub(crate) fn weight(&self) -> f64 {
        match self {
            Self::Inertial(body) => body.mass() * body.gravity(),
            Self::Modal(body) => body.weight(),
            Self::Waveguide(_) | Self::Wall(_) => 0.0,
        }
    }

    /// Where the body as a whole is.
    pub(crate) fn centre(&self) -> Motion {
        match self {
            Self::Inertial(body) => body.motion(0),
            Self::Modal(body) => body.centre(),
            Self::Waveguide(_) | Self::Wall(_) => Motion::default(),
        }
    }

    /// Where the body as a whole will be some time from now, left alone \[s\]; where it was, if that is
    /// negative.
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

    /// Puts the body as a whole elsewhere, with another velocity, if it can fly.
    pub(crate) fn place(&mut self, motion: Motion) {
        match self {
            Self::Inertial(body) => body.place(motion),
            Self::Modal(body) => body.place(motion),
            Self::Waveguide(_) | Self::Wall(_) => {}
        }
    }

    /// Whether the body as a whole can be put elsewhere.
    pub(crate) fn is_free(&self) -> bool {
        match self {
            Self::Inertial(_) => true,
            Self::Modal(body) => body.is_free(),
            Self::Waveguide(_) | Self::Wall(_) => false,
        }
    }

    /// Between which two places a port stays for some samples, left alone \[m\].
    pub(crate) fn bounds(&self, port: usize, frames: usize, sample: Step) -> (f64, f64) {
        let seconds = frames as f64 * sample.seconds();
        match self {
            Self::Inertial(body) => body.bounds(seconds),
            Self::Modal(body) => body.bounds(port, seconds),
            Self::Wall(_) => (0.0, 0.0),
            Self::Waveguide(body) => {
                // No wave is larger than all the energy in one cell.
                let wave = (body.energy() / (body.impedance() * sample.seconds())).sqrt();
                let x = body.motion(port).displacement;
                (x - 2.0 * wave * seconds, x + 2.0 * wave * seconds)
            }
        }
    }

    /// Adds to `out` where a port will be over the next samples, left alone \[m\]; false if it cannot say.
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
                let mut way = [0.0; BLOCK];
                let frames = out.len().min(BLOCK);
                body.predict(port, MotionQuantity::Displacement, &mut way[..frames]);
                for (out, x) in out.iter_mut().zip(&way) {
                    *out += sign * x;
                }
            }
            Self::Wall(_) => {}
            Self::Waveguide(_) => return false,
        }
        true
    }

    /// Energy that sounds: that of modes and waves, not of the body as a whole \[J\].
    pub(crate) fn sounding_energy(&self) -> f64 {
        match self {
            Self::Inertial(_) | Self::Wall(_) => 0.0,
            Self::Modal(body) => body.modal_energy(),
            Self::Waveguide(body) => body.energy(),
        }
    }

    /// Energy of motion, where it can be told from that of a load \[J\].
    pub(crate) fn kinetic_energy(&self) -> f64 {
        match self {
            Self::Modal(body) => body.kinetic_energy(),
            other => other.energy(),
        }
    }

    /// Silences what sounds; the body as a whole goes on.
    pub(crate) fn silence_modes(&mut self) {
        match self {
            Self::Modal(body) => body.silence_modes(),
            Self::Waveguide(body) => body.come_to_rest(),
            Self::Inertial(_) | Self::Wall(_) => {}
        }
    }

    /// Lowest and highest angular frequency that a port moves and that can be heard \[1/s\].
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

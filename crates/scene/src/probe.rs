//! Something that listens: a port or a contact, and what of it.

use foley_body::MotionQuantity;
use foley_body::modal::BLOCK;

/// Blocks that an island may be ahead, its own included.
pub(crate) const MAX_BLOCKS_AHEAD: usize = 4;

/// What is listened to, by index within the island.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProbePoint {
    /// A port of a body.
    Port { body: usize, port: usize, quantity: MotionQuantity },
    /// The mean force of a contact over the sample \[N\].
    Force { joint: usize },
    /// How far the surfaces of a contact are into each other \[m\].
    Compression { joint: usize },
    /// How fast they press into each other [m/s].
    Pressing { joint: usize },
}

/// A listener and the blocks that it hears.
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    pub(crate) at: ProbePoint,
    /// Block after block.
    pages: [[f64; BLOCK]; MAX_BLOCKS_AHEAD],
    /// The velocity before the block, where the acceleration is listened to [m/s].
    pub(crate) before: f64,
    pub(crate) saved_before: f64,
    /// By how much what is heard would step down when the block begins, since a body has other modes from
    /// then on [m/s].
    pub(crate) step: f64,
    pub(crate) saved_step: f64,
    /// What is heard while the island sleeps.
    pub(crate) asleep: f64,
}

impl Probe {
    pub(crate) fn new(at: ProbePoint) -> Self {
        Self {
            at,
            pages: [[0.0; BLOCK]; MAX_BLOCKS_AHEAD],
            before: 0.0,
            saved_before: 0.0,
            step: 0.0,
            saved_step: 0.0,
            asleep: 0.0,
        }
    }

    /// One of the blocks.
    pub(crate) fn page(&self, page: usize) -> &[f64; BLOCK] {
        &self.pages[page % MAX_BLOCKS_AHEAD]
    }

    /// One of the blocks, to be written.
    pub(crate) fn page_mut(&mut self, page: usize) -> &mut [f64; BLOCK] {
        &mut self.pages[page % MAX_BLOCKS_AHEAD]
    }

    /// Whether a body is listened to here in a way that is heard as sound and would click.
    pub(crate) fn hears(&self, of: usize) -> Option<(usize, MotionQuantity)> {
        match self.at {
            ProbePoint::Port {
                body,
                port,
                quantity: quantity @ (MotionQuantity::Velocity | MotionQuantity::Vibration),
            } if body == of => Some((port, quantity)),
            _ => None,
        }
    }

    /// Turns a block of velocities into accelerations, if that is what is listened to, and a step at its
    /// beginning into a ramp over all of it.
    pub(crate) fn finish(&mut self, page: usize, per_second: f64) {
        if self.step != 0.0 {
            let slope = self.step / BLOCK as f64;
            for (n, value) in self.pages[page % MAX_BLOCKS_AHEAD].iter_mut().enumerate() {
                *value += slope * (BLOCK - 1 - n) as f64;
            }
            self.step = 0.0;
        }
        if let ProbePoint::Port { quantity: MotionQuantity::Acceleration, .. } = self.at {
            let mut before = self.before;
            for value in &mut self.pages[page % MAX_BLOCKS_AHEAD] {
                let velocity = *value;
                *value = (velocity - before) * per_second;
                before = velocity;
            }
            self.before = before;
        }
    }
}

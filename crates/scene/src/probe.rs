//! Probes: output signals read at a port or a contact.

use foley_body::MotionQuantity;
use foley_body::modal::BLOCK;

/// Number of blocks that an island may have rendered, the present block included.
pub(crate) const MAX_BLOCKS_AHEAD: usize = 4;

/// Source of a probe. Bodies and joints are given by their index within the island.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProbePoint {
    /// A quantity of motion at a port of a body.
    Port { body: usize, port: usize, quantity: MotionQuantity },
    /// Mean force of a contact over the sample \[N\].
    Force { joint: usize },
    /// Compression of a contact \[m\].
    Compression { joint: usize },
    /// Rate of compression of a contact [m/s].
    Pressing { joint: usize },
}

/// A probe of an island, with the blocks that it outputs.
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    pub(crate) at: ProbePoint,
    /// Output blocks of the probe, used in rotation.
    pages: [[f64; BLOCK]; MAX_BLOCKS_AHEAD],
    /// Last velocity before the present block, for acceleration probes [m/s].
    pub(crate) before: f64,
    pub(crate) saved_before: f64,
    /// Amount by which a change of modes lowers the output velocity at the start of the block [m/s].
    pub(crate) step: f64,
    pub(crate) saved_step: f64,
    /// Constant output of the probe while the island sleeps.
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

    /// Returns the output block `page`; page numbers rotate.
    pub(crate) fn page(&self, page: usize) -> &[f64; BLOCK] {
        &self.pages[page % MAX_BLOCKS_AHEAD]
    }

    /// Returns the output block `page` for writing; page numbers rotate.
    pub(crate) fn page_mut(&mut self, page: usize) -> &mut [f64; BLOCK] {
        &mut self.pages[page % MAX_BLOCKS_AHEAD]
    }

    /// Returns port and quantity if this probe outputs the velocity or vibration of the body `of`. A jump of
    /// such an output would be heard as a click.
    pub(crate) fn velocity_of(&self, of: usize) -> Option<(usize, MotionQuantity)> {
        match self.at {
            ProbePoint::Port {
                body,
                port,
                quantity: quantity @ (MotionQuantity::Velocity | MotionQuantity::Vibration),
            } if body == of => Some((port, quantity)),
            _ => None,
        }
    }

    /// Finishes the block `page`: spreads a velocity step at the start as a ramp over the block, and
    /// differentiates for acceleration.
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

//! Something that listens: a port or a contact, and what of it.

use foley_body::Quantity;
use foley_body::modal::BLOCK;

/// Blocks that an island may be ahead, its own included.
pub(crate) const PAGES: usize = 4;

/// What is listened to, by index within the island.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum At {
    /// A port of a body.
    Port {
        body: usize,
        port: usize,
        quantity: Quantity,
    },
    /// The mean force of a contact over the sample \[N\].
    Force { joint: usize },
    /// How far the surfaces of a contact are into each other \[m\].
    Compression { joint: usize },
    /// How fast they press into each other [m/s].
    Pressing { joint: usize },
}

/// A listener and the blocks that it hears.
#[derive(Clone, Debug)]
pub(crate) struct Ear {
    pub(crate) at: At,
    /// Block after block.
    pages: [[f64; BLOCK]; PAGES],
    /// The velocity before the block, where the acceleration is listened to [m/s].
    pub(crate) before: f64,
    pub(crate) kept_before: f64,
    /// What is heard while the island sleeps.
    pub(crate) asleep: f64,
}

impl Ear {
    pub(crate) fn new(at: At) -> Self {
        Self {
            at,
            pages: [[0.0; BLOCK]; PAGES],
            before: 0.0,
            kept_before: 0.0,
            asleep: 0.0,
        }
    }

    /// One of the blocks.
    pub(crate) fn page(&self, page: usize) -> &[f64; BLOCK] {
        &self.pages[page % PAGES]
    }

    /// One of the blocks, to be written.
    pub(crate) fn page_mut(&mut self, page: usize) -> &mut [f64; BLOCK] {
        &mut self.pages[page % PAGES]
    }

    /// Turns a block of velocities into accelerations, if that is what is listened to.
    pub(crate) fn finish(&mut self, page: usize, per_second: f64) {
        if let At::Port {
            quantity: Quantity::Acceleration,
            ..
        } = self.at
        {
            let mut before = self.before;
            for value in &mut self.pages[page % PAGES] {
                let velocity = *value;
                *value = (velocity - before) * per_second;
                before = velocity;
            }
            self.before = before;
        }
    }
}

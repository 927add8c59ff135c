//! What goes on inside a sound, led away to a picture: the forces, ways and speeds that its voice measures,
//! and where its energy is.
//!
//! The audio thread pours a block of every measurement and one ledger into queues of fixed length; if nobody
//! drains them the block is left out and counted. A sound that sleeps has nothing to tell.

use foley_contact::energy::Ledger;
use foley_sound::{BLOCK, Output, Voice};
use rtrb::{Consumer, Producer, RingBuffer};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The end of a probe at which one looks.
#[derive(Debug)]
pub struct ProbeReader {
    /// What is measured, in the order of the rows.
    pub outputs: Vec<Output>,
    /// Block by block, a row of [`BLOCK`] samples for every output \[SI\].
    pub rows: Consumer<f32>,
    /// Where the energy is at the end of each of these blocks, and where it went \[J\].
    pub ledgers: Consumer<Ledger>,
    lost: Arc<AtomicU64>,
}

impl ProbeReader {
    /// Blocks that were left out because there was no room.
    pub fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }

    /// Nothing more will come than what is there.
    pub fn ended(&self) -> bool {
        self.rows.is_abandoned()
    }
}

/// The end into which the audio thread pours.
pub(crate) struct Probe {
    /// Which of the voice's outputs are measurements: from here on.
    first: usize,
    count: usize,
    rows: Producer<f32>,
    ledgers: Producer<Ledger>,
    lost: Arc<AtomicU64>,
}

/// A probe for a voice with such outputs, with room for so many blocks.
pub(crate) fn probe(outputs: &[Output], blocks: usize) -> (Probe, ProbeReader) {
    let measured: Vec<Output> = outputs.iter().filter(|output| !output.audible).cloned().collect();
    let count = measured.len();
    let (rows, row_reader) = RingBuffer::new(blocks * BLOCK * count.max(1));
    let (ledgers, ledger_reader) = RingBuffer::new(blocks);
    let lost = Arc::new(AtomicU64::new(0));
    let probe = Probe { first: outputs.len() - count, count, rows, ledgers, lost: Arc::clone(&lost) };
    let reader = ProbeReader { outputs: measured, rows: row_reader, ledgers: ledger_reader, lost };
    (probe, reader)
}

impl Probe {
    /// Pours what a voice has measured in the block that it played last. Real-time: yes.
    pub(crate) fn write(&mut self, voice: &Voice) {
        let room = self.rows.write_chunk_uninit(BLOCK * self.count);
        let (Ok(room), false) = (room, self.ledgers.is_full()) else {
            self.lost.fetch_add(1, Ordering::Relaxed);
            return;
        };
        let rows = self.first..self.first + self.count;
        let pages = rows.filter_map(|row| voice.last_block(row)).flatten();
        room.fill_from_iter(pages.map(|&x| x as f32));
        // There is room: it was asked for above, and only this end fills it.
        let _ = self.ledgers.push(voice.ledger());
    }
}

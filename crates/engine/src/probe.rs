//! Probes: the measured outputs of a voice (forces, positions, speeds) and its energy ledger, for a display.
//!
//! The audio thread writes a block of every measured output and one ledger into queues of fixed length. A
//! block for which the queue has no room is left out and counted. A sleeping voice writes nothing.

use foley_contact::energy::Ledger;
use foley_sound::{BLOCK, Output, Voice};
use rtrb::{Consumer, Producer, RingBuffer};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The reading end of a probe on a voice.
#[derive(Debug)]
pub struct ProbeReader {
    /// The measured outputs of the voice, in the order of the rows.
    pub outputs: Vec<Output>,
    /// For each block, a row of [`BLOCK`] samples per output \[SI\].
    pub rows: Consumer<f32>,
    /// Energy ledger of the voice at the end of each block in `rows` \[J\].
    pub ledgers: Consumer<Ledger>,
    lost: Arc<AtomicU64>,
}

impl ProbeReader {
    /// Returns the number of blocks that were left out because the queue was full.
    pub fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }

    /// Whether the writing end no longer exists. Blocks already in the queue can still be read.
    pub fn ended(&self) -> bool {
        self.rows.is_abandoned()
    }
}

/// The writing end of a probe, on the audio thread.
pub(crate) struct Probe {
    /// Index of the first measured output of the voice.
    first: usize,
    count: usize,
    rows: Producer<f32>,
    ledgers: Producer<Ledger>,
    lost: Arc<AtomicU64>,
}

/// Makes a probe for a voice with these outputs, with a queue of `blocks` blocks.
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
    /// Writes the measured outputs and the energy ledger of the voice's last block. Real-time: yes.
    pub(crate) fn write(&mut self, voice: &Voice) {
        let room = self.rows.write_chunk_uninit(BLOCK * self.count);
        let (Ok(room), false) = (room, self.ledgers.is_full()) else {
            self.lost.fetch_add(1, Ordering::Relaxed);
            return;
        };
        let rows = self.first..self.first + self.count;
        let pages = rows.filter_map(|row| voice.last_block(row)).flatten();
        room.fill_from_iter(pages.map(|&x| x as f32));
        // The queue has room: the check above found it, and only this end fills the queue.
        let _ = self.ledgers.push(voice.ledger());
    }
}

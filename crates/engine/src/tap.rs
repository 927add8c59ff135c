//! What is heard, led away: to a recorder, to a picture. The audio thread pours samples into a queue of fixed
//! length; someone else drains it.
//!
//! A tap on a sound gives what it adds to the loudspeakers, after its strip; a tap on the whole gives what
//! leaves the engine. If nobody drains it, samples are lost, counted, and replaced by silence, so that time
//! stays true.

use foley_sound::BLOCK;
use rtrb::{Consumer, Producer, RingBuffer};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Blocks of silence that make up for lost ones at once.
const MAX_REPAIR_BLOCKS: usize = 4;
/// A tap that has not begun.
const NOT_STARTED: u64 = u64::MAX;

/// What both ends see of a tap.
#[derive(Debug)]
struct TapState {
    from: AtomicU64,
    lost: AtomicU64,
}

/// The end of a tap from which one drinks.
#[derive(Debug)]
pub struct TapReader {
    /// The samples of all channels, one after another.
    pub samples: Consumer<f32>,
    /// How many channels.
    pub channels: usize,
    state: Arc<TapState>,
}

impl TapReader {
    /// The engine's sample with which it began; none before it did.
    pub fn first_sample(&self) -> Option<u64> {
        let from = self.state.from.load(Ordering::Acquire);
        (from != NOT_STARTED).then_some(from)
    }

    /// Frames that were lost and are silence now.
    pub fn lost(&self) -> u64 {
        self.state.lost.load(Ordering::Relaxed)
    }

    /// Nothing more will come than what is there.
    pub fn ended(&self) -> bool {
        self.samples.is_abandoned()
    }
}

/// The end into which the audio thread pours.
pub(crate) struct Tap {
    samples: Producer<f32>,
    state: Arc<TapState>,
    /// Frames of silence still to be poured.
    silence_owed: usize,
}

/// A tap for so many channels, with room for so many frames.
pub(crate) fn tap(channels: usize, frames: usize) -> (Tap, TapReader) {
    let (samples, consumer) = RingBuffer::new(channels * frames.max(8 * BLOCK));
    let state = Arc::new(TapState { from: NOT_STARTED.into(), lost: 0.into() });
    let reader = TapReader { samples: consumer, channels, state: Arc::clone(&state) };
    let tap = Tap { samples, state, silence_owed: 0 };
    (tap, reader)
}

impl Tap {
    fn begin(&mut self, from: u64) {
        if self.state.from.load(Ordering::Relaxed) == NOT_STARTED {
            self.state.from.store(from, Ordering::Release);
        }
    }

    /// Pours a block that begins at a sample, one page for each channel. Real-time: yes.
    pub(crate) fn write(&mut self, from: u64, pages: &[[f64; BLOCK]]) {
        self.begin(from);
        self.repair(pages.len());
        let frames = (0..BLOCK).flat_map(|n| pages.iter().map(move |page| page[n] as f32));
        let room = self.samples.write_chunk_uninit(BLOCK * pages.len());
        match room {
            Ok(room) if self.silence_owed == 0 => {
                room.fill_from_iter(frames);
            }
            _ => {
                self.silence_owed += BLOCK;
                self.state.lost.fetch_add(BLOCK as u64, Ordering::Relaxed);
            }
        }
    }

    /// Pours silence that is owed, as far as there is room, a few blocks at a time.
    fn repair(&mut self, channels: usize) {
        for _ in 0..MAX_REPAIR_BLOCKS {
            if self.silence_owed == 0 {
                return;
            }
            let Ok(room) = self.samples.write_chunk_uninit(BLOCK * channels) else {
                return;
            };
            room.fill_from_iter(core::iter::repeat(0.0));
            self.silence_owed -= BLOCK;
        }
    }

    /// Pours a block of silence. Real-time: yes.
    pub(crate) fn write_silence(&mut self, from: u64, channels: usize) {
        self.begin(from);
        self.silence_owed += BLOCK;
        self.repair(channels);
    }
}

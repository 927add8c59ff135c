//! Taps: copies of the output for a recorder or a display. The audio thread writes samples into a queue of
//! fixed length; another thread reads them.
//!
//! A tap on a sound carries the sound's share of the mix, after its channel strip. A tap on the master
//! carries the engine's output. When the reader is too slow, samples are lost, counted and replaced by
//! silence, so that later samples keep their positions in time.

use foley_sound::BLOCK;
use rtrb::{Consumer, Producer, RingBuffer};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Maximum number of blocks of overdue silence that one call writes.
const MAX_REPAIR_BLOCKS: usize = 4;
/// Value of `from` in a tap that has not started.
const NOT_STARTED: u64 = u64::MAX;

/// State shared by both ends of a tap.
#[derive(Debug)]
struct TapState {
    from: AtomicU64,
    lost: AtomicU64,
}

/// The reading end of a tap.
#[derive(Debug)]
pub struct TapReader {
    /// Queue of the tapped samples, interleaved by channel.
    pub samples: Consumer<f32>,
    /// Number of interleaved channels in `samples`.
    pub channels: usize,
    state: Arc<TapState>,
}

impl TapReader {
    /// Returns the engine's sample number of the first tapped frame; `None` before the tap has started.
    pub fn first_sample(&self) -> Option<u64> {
        let from = self.state.from.load(Ordering::Acquire);
        (from != NOT_STARTED).then_some(from)
    }

    /// Returns the number of frames lost so far; each is replaced by silence.
    pub fn lost(&self) -> u64 {
        self.state.lost.load(Ordering::Relaxed)
    }

    /// Whether the writing end no longer exists. Samples already in the queue can still be read.
    pub fn ended(&self) -> bool {
        self.samples.is_abandoned()
    }
}

/// The writing end of a tap, on the audio thread.
pub(crate) struct Tap {
    samples: Producer<f32>,
    state: Arc<TapState>,
    /// Number of lost frames for which silence is still to be written.
    silence_owed: usize,
}

/// Makes a tap with this number of channels and a queue of at least `frames` frames; returns both ends.
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

    /// Writes the block that starts at sample `from`, one page per channel. Real-time: yes.
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

    /// Writes silence for lost frames, at most [`MAX_REPAIR_BLOCKS`] blocks, until the queue is full.
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

    /// Writes a block of silence that starts at sample `from`. Real-time: yes.
    pub(crate) fn write_silence(&mut self, from: u64, channels: usize) {
        self.begin(from);
        self.silence_owed += BLOCK;
        self.repair(channels);
    }
}

//! A silent output: a thread that requests host buffers at the pace of a sound card.
//!
//! The k-th buffer of N frames is due at t₀ + k N / rate, where t₀ is the start; this schedule does not
//! drift. If the machine wakes the thread late, the thread catches up at once, as a card with a longer buffer
//! would. A delay of more than a buffer counts as a gap (of the machine, if rendering was fast enough). After
//! a delay of more than [`MAX_LATE`] the schedule restarts.

use super::{
    DEFAULT_BUFFER_FRAMES, DEFAULT_RATE, OutputError, OutputInfo, OutputRequest, OutputStream,
    RenderCallback, StreamGuard,
};
use crate::ClockMarker;
use foley_engine::Renderer;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longest delay after which the output catches up with its schedule \[s\].
pub const MAX_LATE: f64 = 0.1;
/// Largest host buffer of a silent output \[frames\].
const MAX_BUFFER_FRAMES: u32 = 1 << 16;

/// A silent output that does not run yet.
#[derive(Clone, Debug)]
pub struct NullOutput {
    rate: u32,
    buffer_frames: u32,
    channels: u16,
}

impl NullOutput {
    /// Makes a silent output; defaults replace the settings that are missing in `request`.
    pub fn new(request: OutputRequest) -> Self {
        Self {
            rate: request.rate.unwrap_or(DEFAULT_RATE).max(1),
            buffer_frames: request.buffer_frames.unwrap_or(DEFAULT_BUFFER_FRAMES).clamp(1, MAX_BUFFER_FRAMES),
            channels: request.channels.max(1),
        }
    }

    pub(super) fn info(&self) -> OutputInfo {
        OutputInfo {
            name: "null (silent, paced)".to_owned(),
            rate: self.rate,
            buffer_frames: Some(self.buffer_frames),
            channels: self.channels,
        }
    }

    pub(super) fn start(self, renderer: Renderer, marker: ClockMarker) -> Result<OutputStream, OutputError> {
        let info = self.info();
        let callback = RenderCallback::new(renderer, marker, self.rate);
        let load = Arc::clone(&callback.load);
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = std::thread::Builder::new()
            .name("foley-null".to_owned())
            .spawn(move || self.run(callback, &stopped))
            .map_err(|why| OutputError::Refused { name: info.name.clone(), why: why.to_string() })?;
        let thread = Some(thread);
        Ok(OutputStream::new(info, load, StreamGuard::Null(PacedThread { stop, thread })))
    }

    fn run(&self, mut callback: RenderCallback, stop: &AtomicBool) {
        let lasts = f64::from(self.buffer_frames) / f64::from(self.rate);
        let mut out = vec![0.0; self.buffer_frames as usize * callback.renderer.channels()];
        let (mut origin, mut buffers) = (Instant::now(), 0_u64);
        // Whether the present delay was already counted as a gap, and whether rendering caused it.
        let (mut counted, mut slow) = (false, false);
        while !stop.load(Ordering::Relaxed) {
            let due = origin + Duration::from_secs_f64(buffers as f64 * lasts);
            let now = Instant::now();
            if now < due {
                std::thread::sleep(due - now);
            }
            let late = due.elapsed().as_secs_f64();
            if late > lasts {
                if !counted && !slow {
                    callback.load.note_gap();
                }
                counted = true;
            } else {
                (counted, slow) = (false, false);
            }
            if late > MAX_LATE {
                (origin, buffers) = (Instant::now(), 0);
            }
            slow |= callback.fill(&mut out) > 1.0;
            buffers += 1;
        }
    }
}

/// The running thread of a silent output; dropping this value ends the thread.
pub(super) struct PacedThread {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for PacedThread {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic in the thread was already printed.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clock;
    use foley_engine::{Capacity, engine};

    #[test]
    fn half_a_second_of_buffers_takes_at_least_half_a_second() {
        let request = OutputRequest { rate: Some(48_000), buffer_frames: Some(128), channels: 2 };
        let (controls, renderer) = engine(48_000.0, Capacity::default());
        let (clock, marker) = Clock::new(48_000.0);
        let begun = Instant::now();
        let running = NullOutput::new(request).start(renderer, marker).unwrap();
        while controls.now() < 24_000 {
            std::thread::sleep(Duration::from_millis(5));
        }
        let took = begun.elapsed().as_secs_f64();
        let load = running.load();
        drop(running);
        let stopped = controls.now();
        assert!(took > 0.49, "24,000 samples of 48 kHz in {took} s");
        assert_eq!(clock.buffer_frames(), 128);
        assert!(load.count() >= 187, "{load:?}");
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(controls.now(), stopped, "a stream that was dropped goes on");
    }
}

//! Measures the latency from a message to its sound: sends messages at random times and finds the sample at
//! which each is heard.
//!
//! Every message strikes a short knock. The output is tapped and the onset of each knock found in it. The
//! clock's marks, collected meanwhile, give the time at which each sample was due:
//!
//! ```math
//! d = t(n_\text{onset} - n_0) - t_\text{sent}, \qquad t(n) = \bar t + T\,(n - \bar n)
//! ```
//!
//! | symbol   | unit    | meaning                                                                              |
//! |----------|---------|--------------------------------------------------------------------------------------|
//! | d        | s       | latency of a message                                                                 |
//! | n₀       | samples | time from the knock's gesture to its onset, measured offline                         |
//! | t(n)     | s       | time at which a sample is due: the straight line through the marks a tenth of a second around it |
//!
//! A sample is due when an ideal output would request it just in time. The latency includes the limiter, but
//! not output buffers, converter and air.

use crate::session::Session;
use crate::{Arg, Clock};
use core::ops::ControlFlow;
use foley_catalogue::model;
use foley_engine::{Capacity, EngineError, Loudness, TapReader, engine};
use foley_sound::{Sound, SoundError, resolve_param};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Name of the sound that every measuring message strikes, a short knock.
pub const NAME: &str = "measure";
/// Default number of messages of a measurement.
pub const MESSAGES: usize = 300;
/// Maximum number of messages of a measurement.
pub const MAX_MESSAGES: usize = 10_000;
/// Loudness of the knock: its factor from m/s to full scale gives a strike of 1 m/s a peak near −12 dBFS.
const LOUDNESS: Loudness = Loudness::Factor(85.0);
/// Shortest and longest time between two messages \[s\].
const GAPS: (f64, f64) = (0.025, 0.055);
/// Time before the first message, in which the clock adapts to the output \[s\].
const LEARNS: f64 = 1.0;
/// Time before and after a sample from which the clock's marks are used \[s\]. It is short, because gaps of
/// the device bend the line through the marks.
const AROUND: f64 = 0.1;
/// Silence required before an onset \[s\].
const QUIET: f64 = 0.003;
/// Level above which a sample counts as an onset, as a part of the knock's peak \[1\].
const HEARD: f32 = 1e-3;

/// Why a latency measurement failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// The sound of the knock cannot be made.
    #[error(transparent)]
    Sound(#[from] SoundError),
    /// The engine rejected a request of the measurement.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A message cannot be sent, for this reason.
    #[error("could not send a test message: {0}")]
    Unsent(String),
    /// The output does not run: it requests no samples.
    #[error("the sound device does not ask for samples: check that it is running, or use `--null`")]
    Silent,
}

/// Latencies from message to sound, and the conditions under which they were measured.
#[derive(Clone, Debug, Default)]
pub struct LatencyReport {
    /// Latency of every message that was heard, sorted \[s\].
    pub delays: Vec<f64>,
    /// Number of messages for which no onset was found before the next message.
    pub unheard: usize,
    /// Length of a host buffer \[frames\].
    pub buffer_frames: u64,
    /// Sample rate of the output \[Hz\].
    pub rate: f64,
    /// Number of gaps in the output because rendering a buffer took too long.
    pub ours: u64,
    /// Number of gaps in the output for which the operating system or the device is responsible.
    pub machine: u64,
}

impl LatencyReport {
    /// Returns the latency that the fraction `part` of all messages does not exceed \[s\].
    pub fn quantile(&self, part: f64) -> f64 {
        let mut sorted = self.delays.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1);
        let index = (part.clamp(0.0, 1.0) * last as f64).round() as usize;
        sorted.get(index).copied().unwrap_or(f64::NAN)
    }

    /// Returns the standard deviation of the latencies \[s\].
    pub fn deviation(&self) -> f64 {
        let count = self.delays.len().max(1) as f64;
        let mean = self.delays.iter().sum::<f64>() / count;
        let square = |d: &f64| (d - mean) * (d - mean);
        (self.delays.iter().map(square).sum::<f64>() / count).sqrt()
    }

    /// Returns the difference between the 5 % and the 95 % quantile of the latencies \[s\].
    pub fn jitter(&self) -> f64 {
        self.quantile(0.95) - self.quantile(0.05)
    }

    /// Returns the duration of a host buffer \[s\].
    pub fn block(&self) -> f64 {
        self.buffer_frames as f64 / self.rate
    }

    /// Returns the histogram of the latencies as text, with at most 16 classes.
    pub fn histogram(&self) -> String {
        let (least, most) = (self.quantile(0.0), self.quantile(1.0));
        if !(most - least).is_finite() {
            return String::new();
        }
        // Classes of 1, 2 or 5 times a power of ten microseconds.
        let steps = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 100_000];
        let wide = steps
            .iter()
            .map(|&step| f64::from(step) * 1e-6)
            .find(|wide| (most - least) / wide < 15.0)
            .unwrap_or(1.0);
        let first = (least / wide).floor();
        let class = |d: &f64| ((d / wide).floor() - first) as usize;
        let mut counts = vec![0_usize; class(&most) + 1];
        for delay in &self.delays {
            counts[class(delay)] += 1;
        }
        let highest = counts.iter().copied().max().unwrap_or(1).max(1);
        let mut lines = Vec::new();
        for (index, count) in counts.iter().enumerate() {
            let from = 1e3 * (first + index as f64) * wide;
            let bar = "█".repeat((40 * count).div_ceil(highest));
            lines.push(format!("  {from:7.2} ms  {count:>6}  {bar}\n"));
        }
        lines.concat()
    }
}

/// Makes the knock: a small hard object that is silent after a few milliseconds.
fn knock() -> Result<Box<dyn Sound>, SoundError> {
    let mut sound = model("impact")?;
    for (name, value) in [("struck.ring", 0.01), ("touch.stiffness", 1e8), ("hammer.mass", 1e-3)] {
        let (address, _) = resolve_param(&*sound, name)?;
        address.set(&mut *sound, address.info.clamp(value))?;
    }
    Ok(sound)
}

/// Finds onsets in a stream of samples.
#[derive(Debug)]
struct OnsetDetector {
    /// Absolute sample value above which the signal is not silent \[1\].
    threshold: f32,
    /// Silence required before an onset \[samples\].
    quiet: u64,
    still: u64,
    next: u64,
    onsets: Vec<u64>,
}

impl OnsetDetector {
    fn new(threshold: f32, rate: f64, from: u64) -> Self {
        let quiet = (QUIET * rate) as u64;
        Self { threshold, quiet, still: quiet, next: from, onsets: Vec::new() }
    }

    fn hear(&mut self, sample: f32) {
        if sample.abs() > self.threshold {
            if self.still >= self.quiet {
                self.onsets.push(self.next);
            }
            self.still = 0;
        } else {
            self.still += 1;
        }
        self.next += 1;
    }
}

/// Returns the peak of the knock \[1\], the number of samples from its gesture to its onset, and whether the
/// knock is silent before the next message.
fn calibrate(sound: &dyn Sound, rate: f64) -> Result<(f32, u64, bool), MeasureError> {
    const AT: u64 = 6400;
    let (mut controls, mut renderer) = engine(rate, Capacity::default());
    let id = controls.add(NAME, sound, 1, LOUDNESS, 0)?;
    controls.limit(false, 0)?;
    controls.gesture(id, "strike", Some(1.0), AT)?;
    let channels = renderer.channels();
    let mut out = vec![0.0; channels * (AT as usize + (rate * GAPS.0) as usize)];
    renderer.render_interleaved(&mut out);
    let peak = out.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    let mut detector = OnsetDetector::new(HEARD * peak, rate, 0);
    out.iter().step_by(channels).for_each(|&sample| detector.hear(sample));
    let onset = detector.onsets.iter().find(|&&onset| onset >= AT);
    let lag = onset.map_or(0, |onset| onset - AT);
    Ok((peak, lag, detector.still >= detector.quiet))
}

/// Sends messages at random times, finds their onsets in the output, and returns the latencies. `send`
/// strikes the sound [`NAME`] at 1 m/s over the connection to be measured. If it returns a break, the
/// measurement ends and the messages so far are evaluated.
///
/// # Errors
/// If the knock cannot be made, the output does not run, or a message cannot be sent.
pub fn measure(
    session: &Session,
    messages: usize,
    send: &mut dyn FnMut() -> Result<ControlFlow<()>, String>,
) -> Result<LatencyReport, MeasureError> {
    let clock = session.clock();
    let rate = clock.rate();
    let sound = knock()?;
    let (peak, lag, _) = calibrate(&*sound, rate)?;
    let tapped = {
        let mut dispatcher = session.dispatcher();
        let controls = &mut dispatcher.address_space.controls;
        controls.add(NAME, &*sound, 1, LOUDNESS, 0)?;
        controls.limit(true, 0)?;
        controls.tap(None, 2.0, 0)?
    };
    std::thread::sleep(Duration::from_secs_f64(LEARNS));
    let from = tapped.first_sample().ok_or(MeasureError::Silent)?;
    let mut listening =
        LatencyProbe { detector: OnsetDetector::new(HEARD * peak, rate, from), tapped, marks: Vec::new() };
    let before = session.status().load;
    let mut sent = Vec::new();
    let mut state = 1_u64;
    for _ in 0..messages.min(MAX_MESSAGES) {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let chance = (state >> 40) as f64 / f64::from(1 << 24);
        listening.listen(clock, GAPS.0 + (GAPS.1 - GAPS.0) * chance);
        let now = Instant::now();
        if send().map_err(MeasureError::Unsent)?.is_break() {
            break;
        }
        sent.push(now);
    }
    listening.listen(clock, AROUND);
    let after = session.status().load;
    {
        let mut dispatcher = session.dispatcher();
        let controls = &mut dispatcher.address_space.controls;
        controls.untap(None, 0)?;
        let id = controls.find(NAME)?;
        controls.remove(id, 0)?;
    }
    let mut measured = listening.delays(&sent, lag);
    measured.buffer_frames = clock.buffer_frames();
    measured.rate = rate;
    measured.ours = after.ours - before.ours;
    measured.machine = after.machine - before.machine;
    Ok(measured)
}

/// Reads the tapped output and the clock's marks during a measurement.
struct LatencyProbe {
    detector: OnsetDetector,
    tapped: TapReader,
    /// The clock's marks: a sample and the time at which the output requested it.
    marks: Vec<(u64, Instant)>,
}

impl LatencyProbe {
    /// Collects onsets and marks for some time \[s\].
    fn listen(&mut self, clock: &Clock, seconds: f64) {
        let end = Instant::now() + Duration::from_secs_f64(seconds);
        loop {
            let mark = clock.mark();
            if self.marks.last().is_none_or(|last| last.0 != mark.0) {
                self.marks.push(mark);
            }
            self.read_tapped_samples();
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(Duration::from_millis(4)));
        }
    }

    fn read_tapped_samples(&mut self) {
        let channels = self.tapped.channels.max(1);
        let slots = self.tapped.samples.slots();
        if let Ok(chunk) = self.tapped.samples.read_chunk(slots - slots % channels) {
            for (index, sample) in chunk.into_iter().enumerate() {
                if index % channels == 0 {
                    self.detector.hear(sample);
                }
            }
        }
    }

    fn delays(&self, sent: &[Instant], lag: u64) -> LatencyReport {
        let mut measured = LatencyReport::default();
        let origin = match self.marks.first() {
            Some(mark) => mark.1,
            None => return measured,
        };
        let seconds = |then: Instant| then.saturating_duration_since(origin).as_secs_f64();
        let marks: Vec<(f64, f64)> =
            self.marks.iter().map(|&(sample, then)| (sample as f64, seconds(then))).collect();
        let heard: Vec<f64> = self
            .detector
            .onsets
            .iter()
            .filter_map(|&onset| due(&marks, onset.saturating_sub(lag) as f64))
            .collect();
        for (index, &then) in sent.iter().enumerate() {
            let then = seconds(then);
            let until = sent.get(index + 1).map_or(f64::INFINITY, |&next| seconds(next));
            // An onset cannot come before its message; half a millisecond allows for the error of the line.
            let mine = heard.iter().find(|&&at| at > then - 0.5e-3 && at < until + 0.5e-3);
            match mine {
                Some(at) => measured.delays.push(at - then),
                None => measured.unheard += 1,
            }
        }
        measured
    }
}

/// Returns the time at which a sample was due \[s\], from the marks around the sample; `None` if there are
/// too few.
fn due(marks: &[(f64, f64)], sample: f64) -> Option<f64> {
    // Position of the sample among the marks.
    let index = marks.partition_point(|mark| mark.0 < sample).min(marks.len().checked_sub(1)?);
    let middle = marks.get(index)?.1;
    let near = marks.iter().filter(|mark| (mark.1 - middle).abs() <= AROUND);
    let (mut count, mut n, mut t) = (0.0, 0.0, 0.0);
    for mark in near.clone() {
        (count, n, t) = (count + 1.0, n + mark.0, t + mark.1);
    }
    let (n, t) = (n / count, t / count);
    let (mut nn, mut nt) = (0.0, 0.0);
    for mark in near {
        nn += (mark.0 - n) * (mark.0 - n);
        nt += (mark.0 - n) * (mark.1 - t);
    }
    (nn > 0.0).then(|| t + nt / nn * (sample - n))
}

/// Sends the striking message of a measurement directly to the dispatcher.
///
/// # Errors
/// If the dispatcher rejects the message.
pub fn directly(session: &Session) -> Result<ControlFlow<()>, String> {
    let address = format!("/{NAME}/strike");
    let outcomes = session.send(&address, &[Arg::Number(1.0)]).map_err(|why| why.to_string())?;
    match outcomes.into_iter().find_map(|outcome| outcome.result.err()) {
        Some(why) => Err(why.to_string()),
        None => Ok(ControlFlow::Continue(())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_knock_is_heard_at_once_and_is_still_before_the_next() {
        let sound = knock().unwrap();
        let (peak, lag, still) = calibrate(&*sound, 48_000.0).unwrap();
        println!("peak {peak}, {lag} samples from gesture to onset");
        assert!(peak > 0.1 && still, "{peak}, {still}");
        assert!(lag <= 48, "{lag} samples are more than a millisecond");
    }

    #[test]
    fn the_line_through_marks_that_jitter_finds_the_time_to_ten_microseconds() {
        let mut late = 1_u64;
        let marks: Vec<(f64, f64)> = (0..400)
            .map(|turn| {
                late = late.wrapping_mul(6364136223846793005).wrapping_add(1);
                let jitter = 1e-4 * ((late >> 40) as f64 / f64::from(1 << 24) - 0.5);
                let sample = f64::from(turn) * 128.0;
                (sample, sample / 48_010.0 + jitter)
            })
            .collect();
        let sample = 25_000.3;
        let error = due(&marks, sample).unwrap() - sample / 48_010.0;
        println!("{:.2} µs", 1e6 * error);
        assert!(error.abs() < 1e-5, "{error}");
    }
}

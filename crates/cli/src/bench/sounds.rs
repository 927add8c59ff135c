//! Measures every model with its default values, and every preset, on one core.
//!
//! Two numbers tell whether a sound plays in real time: how many times faster than real time the whole sound
//! is rendered, and the share of its own duration that the slowest block of 64 samples takes. Time is the
//! processor time of the thread, so that other programs count little. All sounds are rendered in rounds, at
//! least [`MIN_ROUNDS`]. A block does the same work in each round, so its shortest time is kept: other load
//! on the machine can only add time. The voice is made outside the audio path; its time counts for the whole
//! sound only.

use crate::failure::Failure;
use crate::progress::Progress;
use crate::text::aligned;
use foley_catalogue::models;
use foley_catalogue::preset::palette;
use foley_sound::{
    BLOCK, EndDetector, EventKind, MAX_TAIL, Score, Sound, SoundError, VoiceSpec, plan_events,
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const RATE: f64 = 48_000.0;
/// Minimum number of rounds in which all sounds are rendered.
const MIN_ROUNDS: u32 = 3;

/// A sound of the catalogue and the time to render it.
pub(super) struct Cost {
    model: &'static str,
    /// Name of the measured preset; `None` for the default values of the model.
    preset: Option<&'static str>,
    /// Duration of the sound \[s\].
    seconds: f64,
    /// Shortest time to make the voice and render the sound so far \[s\].
    took: f64,
    /// Shortest time of each block so far \[s\].
    blocks: Vec<f64>,
}

impl Cost {
    fn times_real_time(&self) -> f64 {
        self.seconds / self.took
    }

    /// Time to render the slowest block, relative to the duration of a block \[1\].
    fn worst_block(&self) -> f64 {
        let longest = self.blocks.iter().fold(0.0, |most: f64, &took| most.max(took));
        longest * RATE / BLOCK as f64
    }
}

struct Running {
    cost: Cost,
    sound: Box<dyn Sound>,
    score: Score,
    seed: u64,
}

impl Running {
    /// Renders the sound once, as [`foley_sound::perform`] does, and updates the shortest times. Samples are
    /// not kept, so that memory for them costs no time.
    fn turn(&mut self) -> Result<(), Failure> {
        let internal = |why: SoundError| Failure::Internal(why.to_string());
        let spec = VoiceSpec::new(RATE, self.seed);
        let events = plan_events(&*self.sound, &self.score, &spec, true).map_err(internal)?;
        let last = events.last().map_or(0, |event| event.at);
        let modes = events.iter().filter_map(|event| match &event.kind {
            EventKind::Retarget { target, .. } => Some(target.max_modes()),
            _ => None,
        });
        let start = thread_time();
        let spec = VoiceSpec { mode_capacity: modes.max().unwrap_or(0), ..spec };
        let mut voice = self.sound.voice(&spec).map_err(internal)?;
        let mut took = thread_time() - start;
        let mut page = vec![[0.0; BLOCK]; voice.outputs().len()];
        let mut detector = EndDetector::new(RATE);
        let mut events = events.into_iter().peekable();
        let blocks = (MAX_TAIL * RATE) as usize / BLOCK + last as usize / BLOCK;
        for block in 0..blocks {
            let end = ((block + 1) * BLOCK) as u64;
            let mut out: Vec<&mut [f64]> = page.iter_mut().map(|page| &mut page[..]).collect();
            let start = thread_time();
            while let Some(event) = events.next_if(|event| event.at < end) {
                // The event was checked at planning, so `send` cannot fail.
                let _ = voice.send(event);
            }
            voice.process(&[], &mut out);
            let shortest = thread_time() - start;
            took += shortest;
            match self.cost.blocks.get_mut(block) {
                Some(before) => *before = before.min(shortest),
                None => self.cost.blocks.push(shortest),
            }
            let energy = page.iter().take(1).flatten().map(|sample| sample * sample).sum();
            let ended = detector.ended_after(energy) && voice.done() || voice.asleep();
            if ended && end > last {
                break;
            }
        }
        self.cost.seconds = (self.cost.blocks.len() * BLOCK) as f64 / RATE;
        self.cost.took = self.cost.took.min(took);
        Ok(())
    }
}

/// Returns the processor time that the calling thread has used \[s\].
#[cfg(unix)]
fn thread_time() -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

/// Returns the time since the first call \[s\]: this system has no clock for a thread.
#[cfg(not(unix))]
fn thread_time() -> f64 {
    static FIRST: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// Measures every model with default values, and every preset, in rounds for `time`, at least [`MIN_ROUNDS`].
/// Returns the costs and the number of rounds. Shows progress on the error stream.
pub(super) fn measure(time: Duration) -> Result<(Vec<Cost>, u32), Failure> {
    let mut running = Vec::new();
    for sound in models() {
        let model = sound.info().name;
        let cost = |preset| Cost { model, preset, seconds: 0.0, took: f64::INFINITY, blocks: Vec::new() };
        running.push(Running { cost: cost(None), sound, score: Score::default(), seed: 1 });
        let presets = palette().iter().filter(|preset| preset.model() == model);
        running.extend(presets.map(|preset| Running {
            cost: cost(Some(preset.name.as_str())),
            sound: preset.sound.duplicate(),
            score: preset.score.clone(),
            seed: preset.seed,
        }));
    }
    let start = Instant::now();
    let mut rounds = 0;
    loop {
        let progress = Progress::new(running.len());
        for one in &mut running {
            one.turn()?;
            progress.done(one.cost.preset.unwrap_or(one.cost.model));
        }
        progress.finish();
        rounds += 1;
        if rounds >= MIN_ROUNDS && start.elapsed() >= time {
            return Ok((running.into_iter().map(|one| one.cost).collect(), rounds));
        }
    }
}

/// Returns the costs of the sounds as a table, the slowest sound first.
pub(super) fn table(costs: &[Cost], rounds: u32) -> String {
    let mut costs: Vec<&Cost> = costs.iter().collect();
    costs.sort_by(|a, b| a.times_real_time().total_cmp(&b.times_real_time()));
    let head = ["times real time", "worst block", "duration", "model", "preset"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(costs.iter().map(|cost| {
        vec![
            format!("{:.0}", cost.times_real_time()),
            format!("{:.0} %", 100.0 * cost.worst_block()),
            format!("{:.2} s", cost.seconds),
            cost.model.to_owned(),
            cost.preset.unwrap_or("(default values)").to_owned(),
        ]
    }));
    format!(
        "Speed of each sound on one core at {} kHz, the slowest first; the worst block is the share of its \
         duration of {:.2} ms that the slowest block takes, shortest time of {rounds} rounds\n\n{}",
        RATE / 1e3,
        1e3 * BLOCK as f64 / RATE,
        aligned(&rows)
    )
}

/// Returns the costs of the sounds as JSON.
pub(super) fn json(costs: &[Cost], rounds: u32) -> Value {
    let each = costs.iter().map(|cost| {
        json!({
            "model": cost.model,
            "preset": cost.preset,
            "seconds": cost.seconds,
            "took": cost.took,
            "times_real_time": cost.times_real_time(),
            "worst_block": cost.worst_block(),
        })
    });
    json!({ "rate": RATE, "rounds": rounds, "sounds": each.collect::<Vec<_>>() })
}

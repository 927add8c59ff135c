//! Load of 64 different sounds on one core, in host buffers of 128 samples.
//!
//! The first preset of every model and then the second ones play in a loop, up to 64, restarted every second
//! and whenever they fall asleep. Times are thread CPU times. The run is repeated and the least time of every
//! block kept. There are three cases: full quality, contacts stepped coarsely, and a time budget as in live
//! playback.
//!
//! `cargo run --release -p foley-engine --example crowd`

use foley_catalogue::preset::{Preset, palette};
use foley_engine::{Capacity, Loudness, Report, engine};
use rustix::time::{ClockId, clock_gettime};

const RATE: f64 = 48_000.0;
const BLOCK: usize = 128;
/// Number of sounds, as many as an engine holds.
const SOUNDS: usize = 64;
const SECONDS: usize = 10;
const TIMES: usize = 5;
/// Share of a host buffer's time that rendering may use, as in `foley live` \[1\].
const CEILING: f64 = 0.75;

/// CPU time of this thread \[s\].
fn clock() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

fn main() {
    let chosen = chosen();
    println!("{} sounds, {SECONDS} s at {RATE} Hz in blocks of {BLOCK}, least of {TIMES} runs", chosen.len());
    for (level, ceiling) in [(0, None), (2, None), (0, Some(CEILING))] {
        let mut least = vec![f64::INFINITY; SECONDS * 48_000 / BLOCK];
        let mut told = RunReport::default();
        for _ in 0..TIMES {
            told = run(&chosen, level, ceiling, &mut least);
        }
        match ceiling {
            None if level == 0 => println!("\nFull quality:"),
            None => println!("\nContacts stepped coarsely, quality level {level}:"),
            Some(ceiling) => println!(
                "\nLoad limited to {:.0} %: quality level {} at the end, {} sounds paused, {} deadlines missed, {} blocks skipped:",
                100.0 * ceiling,
                told.level,
                told.paused,
                told.deadline_missed,
                told.skipped
            ),
        }
        println!(
            "{:.1} sounds awake on average, at least {} after the first second",
            told.awake_mean, told.awake_least
        );
        draw(&least);
    }
}

/// Returns the first presets of the models, then the second ones, up to [`SOUNDS`].
fn chosen() -> Vec<&'static Preset> {
    let mut rounds: [Vec<&Preset>; 2] = Default::default();
    for preset in palette() {
        let missing = |round: &&mut Vec<&Preset>| round.iter().all(|other| other.model() != preset.model());
        if let Some(round) = rounds.iter_mut().find(missing) {
            round.push(preset);
        }
    }
    rounds.into_iter().flatten().take(SOUNDS).collect()
}

/// Reports of a run.
#[derive(Default)]
struct RunReport {
    level: u8,
    paused: usize,
    deadline_missed: u64,
    skipped: u64,
    awake_mean: f64,
    awake_least: usize,
}

fn run(chosen: &[&Preset], level: u8, ceiling: Option<f64>, least: &mut [f64]) -> RunReport {
    let capacity = Capacity { instances: chosen.len(), ..Capacity::default() };
    let (mut controls, mut renderer) = engine(RATE, capacity);
    renderer.limit_quality(level);
    if let Some(ceiling) = ceiling {
        renderer.set_time_budget(clock, ceiling);
    }
    let mut told = RunReport { awake_least: usize::MAX, ..RunReport::default() };
    let sounds: Vec<_> = (chosen.iter().enumerate())
        .map(|(n, preset)| {
            controls
                .add_preset(&n.to_string(), preset, Loudness::Factor(0.01), 0)
                .expect("the palette can be played")
        })
        .collect();
    let (mut left, mut right) = ([0.0_f32; BLOCK], [0.0_f32; BLOCK]);
    let blocks = least.len();
    for (index, least) in least.iter_mut().enumerate() {
        let now = index * BLOCK;
        for (n, &id) in sounds.iter().enumerate() {
            if now % 48_000 / BLOCK == n * 5 || controls.meter(id).asleep && now > 48_000 {
                controls.play(id, now as u64).expect("there is room");
            }
        }
        let start = clock();
        renderer.render(&mut [&mut left, &mut right]);
        *least = least.min((clock() - start) * RATE / BLOCK as f64);
        let awake = (sounds.iter()).filter(|&&id| !controls.meter(id).asleep);
        let awake = awake.count();
        told.awake_mean += awake as f64 / blocks as f64;
        if now > 48_000 {
            told.awake_least = told.awake_least.min(awake);
        }
        for report in controls.collect() {
            match report {
                Report::QualityChanged { level } => told.level = level,
                Report::Paused { .. } => told.paused += 1,
                Report::DeadlineMissed { sounds, .. } => told.deadline_missed += sounds,
                Report::Skipped { sounds, .. } => told.skipped += sounds,
                Report::Resumed { .. } => {}
                other => println!("{other:?}"),
            }
        }
    }
    told
}

fn draw(shares: &[f64]) {
    let mut sorted = shares.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |part: f64| 100.0 * sorted[((shares.len() - 1) as f64 * part) as usize];
    println!("median {:.1} %, 99 % of blocks below {:.1} %, worst {:.1} %", at(0.5), at(0.99), at(1.0));
    for bucket in 0..25 {
        let (low, high) = (5.0 * f64::from(bucket), 5.0 * f64::from(bucket + 1));
        let within = |share: &&f64| 100.0 * **share >= low && 100.0 * **share < high;
        let count = shares.iter().filter(within).count();
        if count > 0 {
            let bar = "█".repeat((60 * count).div_ceil(shares.len()));
            println!("{low:4.0}–{high:3.0} % {count:6} {bar}");
        }
    }
}

//! The scene or the sound plays, with progress for who waits.

use super::blend::Blend;
use super::given::Given;
use super::job::{Job, Matter, voice_spec};
use super::record::Length;
use crate::failure::Failure;
use foley_catalogue::preset::Preset;
use foley_contact::energy::Ledger;
use foley_scene::{Scene, SceneSpec};
use foley_sound::{Performance, VoiceSpec, perform, perform_morph, process};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;

/// Samples between two looks at the progress.
const BLOCK: usize = 4096;
/// Renders of fewer samples are over before anyone has read a bar.
const WORTH_A_BAR: usize = 48_000;

/// What was heard.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// One row of samples per output, in SI units.
    pub(crate) outputs: Vec<Vec<f64>>,
    pub(crate) ledger: Ledger,
    /// Everything had come to rest at the end.
    pub(crate) asleep: bool,
    /// How often something lost its numbers and was put to rest.
    pub(crate) recoveries: u32,
}

impl Played {
    /// Samples of an output.
    pub(crate) fn frames(&self) -> usize {
        self.outputs.first().map_or(0, Vec::len)
    }
}

impl From<Performance> for Played {
    fn from(heard: Performance) -> Self {
        Self { outputs: heard.rows, ledger: heard.ledger, asleep: heard.asleep, recoveries: heard.recoveries }
    }
}

/// Plays it; the bar is for who watches.
pub(super) fn play(job: &Job, watched: bool) -> Result<Played, Failure> {
    let played = match &job.matter {
        Matter::Scene { spec, .. } => scene(job, spec, watched)?,
        Matter::Sound(preset) => match &job.given {
            Some(given) => effect(job, preset, given, watched)?,
            None => sound(job, preset, watched)?,
        },
        Matter::Morph(blend) => morph(job, blend)?,
    };
    for (output, row) in played.outputs.iter().zip(&job.rows) {
        if let Some(at) = output.iter().position(|sample| !sample.is_finite()) {
            return Err(Failure::Internal(format!(
                "the output `{}` is not finite after {at} samples. Nothing was written.",
                row.name
            )));
        }
    }
    Ok(played)
}

fn scene(job: &Job, spec: &SceneSpec, watched: bool) -> Result<Played, Failure> {
    let mut scene = Scene::build(spec, job.step(), job.record.seed)
        .map_err(|why| Failure::Input(format!("the scene cannot play: {why}")))?;
    let seconds = job.record.seconds.seconds().unwrap_or_default();
    let frames = (seconds * job.record.rate).round().max(1.0) as usize;
    let mut outputs = vec![vec![0.0; frames]; job.rows.len()];
    let bar = bar(frames, watched);
    for start in (0..frames).step_by(BLOCK) {
        let end = frames.min(start + BLOCK);
        let mut block: Vec<&mut [f64]> =
            outputs.iter_mut().filter_map(|output| output.get_mut(start..end)).collect();
        scene.render(&mut block);
        bar.set_position(end as u64);
    }
    bar.finish_and_clear();
    Ok(Played { outputs, ledger: scene.ledger(), asleep: scene.asleep(), recoveries: 0 })
}

fn sound(job: &Job, preset: &Preset, watched: bool) -> Result<Played, Failure> {
    let spec = voice_spec(&job.record);
    let rate = job.record.rate;
    let (bar, seconds) = match job.record.seconds {
        // Nobody knows how long it will be.
        Length::Auto => (ProgressBar::hidden(), None),
        Length::Seconds(seconds) => (bar((seconds * rate) as usize, watched), Some(seconds)),
    };
    let heard = perform(&*preset.sound, &preset.score, &spec, seconds, &mut |so_far| {
        bar.set_position((so_far * rate) as u64);
    });
    bar.finish_and_clear();
    heard.map(Played::from).map_err(|why| Failure::input(format!("`{}` cannot be played: {why}", job.title)))
}

/// Every run of what is given; all become as long as the longest.
fn effect(job: &Job, preset: &Preset, given: &Given, watched: bool) -> Result<Played, Failure> {
    let rate = job.record.rate;
    let spec = VoiceSpec { channels: given.ears, ..voice_spec(&job.record) };
    let long = job.record.seconds.seconds();
    let frames = (long.unwrap_or(given.seconds(rate)) * rate) as usize;
    let bar = bar(frames * given.runs.len(), watched);
    let mut begun = 0.0;
    let mut run = |input: &Vec<f64>, seconds: Option<f64>| {
        let (score, progress) = (&preset.score, &mut |so_far: f64| {
            bar.set_position(((begun + so_far) * rate) as u64);
        });
        let heard = process(&*preset.sound, score, &spec, input, seconds, progress);
        begun += given.seconds(rate);
        heard
            .map(Played::from)
            .map_err(|why| Failure::input(format!("`{}` cannot be played: {why}", job.title)))
    };
    let mut runs = Vec::new();
    for input in &given.runs {
        runs.push(run(input, long)?);
    }
    let longest = runs.iter().map(Played::frames).max().unwrap_or(0);
    for (played, input) in runs.iter_mut().zip(&given.runs) {
        if played.frames() < longest {
            // One channel was over before another: it rings on.
            *played = run(input, Some(longest as f64 / rate))?;
        }
    }
    bar.finish_and_clear();
    let mut all = runs.into_iter();
    let first = all.next();
    let first = first.ok_or_else(|| Failure::Internal("nothing was played.".to_owned()))?;
    Ok(all.fold(first, |mut sum, more| {
        sum.outputs.extend(more.outputs);
        sum.asleep &= more.asleep;
        sum.recoveries += more.recoveries;
        sum
    }))
}

fn morph(job: &Job, blend: &Blend) -> Result<Played, Failure> {
    let morph = blend.morph(job.record.channels)?;
    let heard = perform_morph(
        &morph,
        &blend.path,
        blend.aspects(),
        &blend.score,
        &voice_spec(&job.record),
        job.record.seconds.seconds(),
    );
    heard.map(Played::from).map_err(|why| Failure::input(format!("`{}` cannot be played: {why}", job.title)))
}

pub(super) fn bar(frames: usize, watched: bool) -> ProgressBar {
    if frames < WORTH_A_BAR || !watched || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:32} {percent} %  {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(frames as u64).with_style(style)
}

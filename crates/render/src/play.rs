//! Plays a render job and collects the samples of its outputs.

use crate::{Blend, InputSignal, RenderError, RenderJob, Subject};
use foley_catalogue::preset::Preset;
use foley_scene::{Scene, SceneSpec};
use foley_sound::{Performance, VoiceSpec, perform, perform_morph, process};

/// Number of frames of a scene between two calls of the progress function.
const BLOCK: usize = 4096;

impl RenderJob {
    /// Returns the number of frames that [`RenderJob::play`] counts up to; `None` if the duration is not
    /// known.
    pub fn expected_frames(&self) -> Option<usize> {
        let seconds = self.recipe.seconds.seconds();
        let rate = self.recipe.rate;
        match (&self.subject, &self.input) {
            (Subject::Scene { .. }, _) => Some(scene_frames(self)),
            (Subject::Sound(_), Some(input)) => {
                let frames = (seconds.unwrap_or(input.seconds(rate)) * rate) as usize;
                Some(frames * input.runs.len())
            }
            (Subject::Sound(_), None) => seconds.map(|seconds| (seconds * rate) as usize),
            (Subject::Morph(_), _) => None,
        }
    }

    /// Plays the job; `progress` receives the number of frames done. Rows are in the order of
    /// [`RenderJob::rows`].
    ///
    /// # Errors
    /// If the sound cannot be played, or a sample is not finite.
    pub fn play(&self, progress: &mut dyn FnMut(usize)) -> Result<Performance, RenderError> {
        let performance = match &self.subject {
            Subject::Scene { spec, .. } => play_scene(self, spec, progress)?,
            Subject::Sound(preset) => match &self.input {
                Some(input) => play_effect(self, preset, input, progress)?,
                None => play_sound(self, preset, progress)?,
            },
            Subject::Morph(blend) => play_morph(self, blend)?,
        };
        for (samples, row) in performance.rows.iter().zip(&self.rows) {
            if let Some(sample) = samples.iter().position(|sample| !sample.is_finite()) {
                return Err(RenderError::NonFinite { output: row.name.clone(), sample });
            }
        }
        Ok(performance)
    }
}

/// Returns the number of samples of one output.
pub(crate) fn frames(performance: &Performance) -> usize {
    performance.rows.first().map_or(0, Vec::len)
}

fn scene_frames(job: &RenderJob) -> usize {
    let seconds = job.recipe.seconds.seconds().unwrap_or_default();
    (seconds * job.recipe.rate).round().max(1.0) as usize
}

fn play_scene(
    job: &RenderJob,
    spec: &SceneSpec,
    progress: &mut dyn FnMut(usize),
) -> Result<Performance, RenderError> {
    let mut scene = Scene::build(spec, job.step(), job.recipe.seed)
        .map_err(|why| RenderError::request(format!("the scene cannot play: {why}")))?;
    let frames = scene_frames(job);
    let mut rows = vec![vec![0.0; frames]; job.rows.len()];
    for start in (0..frames).step_by(BLOCK) {
        let end = frames.min(start + BLOCK);
        let mut block: Vec<&mut [f64]> = rows.iter_mut().filter_map(|row| row.get_mut(start..end)).collect();
        scene.render(&mut block);
        progress(end);
    }
    Ok(Performance {
        outputs: Vec::new(),
        rows,
        ledger: scene.ledger(),
        asleep: scene.asleep(),
        recoveries: 0,
    })
}

fn play_sound(
    job: &RenderJob,
    preset: &Preset,
    progress: &mut dyn FnMut(usize),
) -> Result<Performance, RenderError> {
    let rate = job.recipe.rate;
    let seconds = job.recipe.seconds.seconds();
    perform(&*preset.sound, &preset.score, &job.voice_spec(), seconds, &mut |done| {
        progress((done * rate) as usize);
    })
    .map_err(|why| RenderError::unplayable(&job.title, why))
}

/// Plays every run of the input. All runs become as long as the longest.
fn play_effect(
    job: &RenderJob,
    preset: &Preset,
    input: &InputSignal,
    progress: &mut dyn FnMut(usize),
) -> Result<Performance, RenderError> {
    let rate = job.recipe.rate;
    let spec = VoiceSpec { channels: input.channels, ..job.voice_spec() };
    let fixed = job.recipe.seconds.seconds();
    let mut before = 0.0;
    let mut play_run = |signal: &Vec<f64>, seconds: Option<f64>| {
        let report = &mut |done: f64| progress(((before + done) * rate) as usize);
        let performance = process(&*preset.sound, &preset.score, &spec, signal, seconds, report);
        before += input.seconds(rate);
        performance.map_err(|why| RenderError::unplayable(&job.title, why))
    };
    let mut runs = Vec::new();
    for signal in &input.runs {
        runs.push(play_run(signal, fixed)?);
    }
    let longest = runs.iter().map(frames).max().unwrap_or(0);
    for (performance, signal) in runs.iter_mut().zip(&input.runs) {
        if frames(performance) < longest {
            // This run ended before another run, so it is played again for the full duration.
            *performance = play_run(signal, Some(longest as f64 / rate))?;
        }
    }
    let mut runs = runs.into_iter();
    let first = runs.next();
    let first = first.ok_or_else(|| RenderError::request("the input has no channels."))?;
    Ok(runs.fold(first, |mut sum, more| {
        sum.rows.extend(more.rows);
        sum.asleep &= more.asleep;
        sum.recoveries += more.recoveries;
        sum
    }))
}

fn play_morph(job: &RenderJob, blend: &Blend) -> Result<Performance, RenderError> {
    let morph = blend.morph(job.recipe.channels)?;
    perform_morph(
        &morph,
        &blend.path,
        blend.aspects(),
        &blend.score,
        &job.voice_spec(),
        job.recipe.seconds.seconds(),
    )
    .map_err(|why| RenderError::unplayable(&job.title, why))
}

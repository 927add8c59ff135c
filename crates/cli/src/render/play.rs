//! The scene plays, with progress for who waits.

use super::request::Job;
use crate::failure::Failure;
use foley_contact::energy::Ledger;
use foley_scene::Scene;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;

/// Samples between two looks at the progress.
const BLOCK: usize = 4096;
/// Renders of fewer samples are over before anyone has read a bar.
const WORTH_A_BAR: usize = 48_000;

/// What was heard.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// One row of samples per output, in SI units.
    pub(super) outputs: Vec<Vec<f64>>,
    pub(super) ledger: Ledger,
    /// Everything had come to rest at the end.
    pub(super) asleep: bool,
}

/// Plays a scene.
pub(super) fn play(job: &Job) -> Result<Played, Failure> {
    let mut scene = Scene::build(&job.spec, job.step(), job.record.seed)
        .map_err(|why| Failure::Input(format!("the scene cannot play: {why}")))?;
    let mut outputs = vec![vec![0.0; job.frames]; job.spec.outputs.len()];
    let bar = bar(job.frames);
    for start in (0..job.frames).step_by(BLOCK) {
        let end = job.frames.min(start + BLOCK);
        let mut block: Vec<&mut [f64]> = outputs
            .iter_mut()
            .filter_map(|output| output.get_mut(start..end))
            .collect();
        scene.render(&mut block);
        bar.set_position(end as u64);
    }
    bar.finish_and_clear();
    for (output, named) in outputs.iter().zip(&job.spec.outputs) {
        if let Some(at) = output.iter().position(|sample| !sample.is_finite()) {
            return Err(Failure::Internal(format!(
                "the output `{}` is not finite after {at} samples. Nothing was written.",
                named.name
            )));
        }
    }
    Ok(Played {
        outputs,
        ledger: scene.ledger(),
        asleep: scene.asleep(),
    })
}

fn bar(frames: usize) -> ProgressBar {
    if frames < WORTH_A_BAR || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:32} {percent} %  {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(frames as u64).with_style(style)
}

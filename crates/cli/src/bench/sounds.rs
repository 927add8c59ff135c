//! Measures the models of the catalogue on one core, including their construction, in multiples of real time.

use crate::failure::Failure;
use crate::text::aligned;
use foley_catalogue::models;
use foley_catalogue::preset::palette;
use foley_sound::{Score, Sound, VoiceSpec, perform};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const RATE: f64 = 48_000.0;

/// A sound of the catalogue and the time to render it.
pub(super) struct Cost {
    model: &'static str,
    /// Slug of the measured preset; `None` for the default values of the model.
    preset: Option<&'static str>,
    /// Duration of the sound \[s\].
    seconds: f64,
    /// Shortest time to render the sound so far \[s\].
    took: f64,
}

impl Cost {
    fn times_real_time(&self) -> f64 {
        self.seconds / self.took
    }
}

struct Running {
    cost: Cost,
    sound: Box<dyn Sound>,
    score: Score,
    seed: u64,
}

impl Running {
    /// Renders the sound once and updates the shortest time.
    fn turn(&mut self) -> Result<(), Failure> {
        let start = Instant::now();
        let spec = VoiceSpec::new(RATE, self.seed);
        let heard = perform(&*self.sound, &self.score, &spec, None, &mut |_| {})
            .map_err(|why| Failure::Internal(why.to_string()))?;
        let took = start.elapsed().as_secs_f64();
        self.cost.seconds = heard.rows.first().map_or(0, Vec::len) as f64 / RATE;
        self.cost.took = self.cost.took.min(took);
        Ok(())
    }
}

/// Measures every model with default values and with its first preset, in rounds for `time`, at least one
/// round.
pub(super) fn measure(time: Duration) -> Result<Vec<Cost>, Failure> {
    let mut running = Vec::new();
    for sound in models() {
        let model = sound.info().name;
        let cost = |preset| Cost { model, preset, seconds: 0.0, took: f64::INFINITY };
        let face = palette().iter().find(|preset| preset.model() == model);
        running.push(Running { cost: cost(None), sound, score: Score::default(), seed: 1 });
        running.extend(face.map(|face| Running {
            cost: cost(Some(face.name.as_str())),
            sound: face.sound.duplicate(),
            score: face.score.clone(),
            seed: face.seed,
        }));
    }
    let start = Instant::now();
    loop {
        for one in &mut running {
            one.turn()?;
        }
        if start.elapsed() >= time {
            return Ok(running.into_iter().map(|one| one.cost).collect());
        }
    }
}

/// Returns the costs of the sounds as a table.
pub(super) fn table(costs: &[Cost]) -> String {
    let mut rows = vec![vec![
        "model".to_owned(),
        "times real time".to_owned(),
        "duration".to_owned(),
        "preset".to_owned(),
    ]];
    rows.extend(costs.iter().map(|cost| {
        vec![
            cost.model.to_owned(),
            format!("{:.0}", cost.times_real_time()),
            format!("{:.2} s", cost.seconds),
            cost.preset.unwrap_or("(default values)").to_owned(),
        ]
    }));
    aligned(&rows)
}

/// Returns the costs of the sounds as JSON.
pub(super) fn json(costs: &[Cost]) -> Value {
    let each = costs.iter().map(|cost| {
        json!({
            "model": cost.model,
            "preset": cost.preset,
            "seconds": cost.seconds,
            "took": cost.took,
            "times_real_time": cost.times_real_time(),
        })
    });
    json!({ "rate": RATE, "sounds": each.collect::<Vec<_>>() })
}

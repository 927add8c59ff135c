//! Renders the first preset of every model natively, as reference for the browser tests. Writes `index.json`
//! with the requests of each render, and one file of samples per render.
//!
//! ```sh
//! cargo run --release -p foley-worklet --example reference -- FOLDER
//! ```

use foley_catalogue::describe::{full_preset_json, models_by_taxonomy, presets_of};
use foley_catalogue::preset::Preset;
use foley_worklet::WorkletEngine;
use serde_json::{Value, json};
use std::error::Error;
use std::path::Path;

/// Duration of each rendered sound \[s\].
const SECONDS: f64 = 1.5;
/// Model whose sound is the input of rooms and effects.
const SOURCE: &str = "impact";
/// Model rendered at further sample rates, and these rates [Hz].
const FURTHER_RATES: (&str, [f64; 2]) = ("impact", [44_100.0, 96_000.0]);

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("missing argument: the output folder")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let mut index = Vec::new();
    for sound in models_by_taxonomy() {
        let name = sound.info().name;
        let rates = if name == FURTHER_RATES.0 {
            [&[48_000.0], &FURTHER_RATES.1[..]].concat()
        } else {
            vec![48_000.0]
        };
        for rate in rates {
            index.push(render(name, rate, folder)?);
        }
    }
    std::fs::write(folder.join("index.json"), Value::from(index).to_string())?;
    Ok(())
}

/// Renders one model and writes its samples, the left channel and then the right. Returns the entry of this
/// render in the index.
fn render(model: &str, rate: f64, folder: &Path) -> Result<Value, Box<dyn Error>> {
    let preset = first_preset(model)?;
    let mut requests = vec![json!({ "do": "master", "gain": 1, "limiter": false })];
    requests.push(add("sound", preset));
    if preset.sound.takes_input() {
        requests.push(add("source", first_preset(SOURCE)?));
        requests.push(json!({ "do": "input", "name": "sound", "source": "source" }));
        requests.push(json!({ "do": "play", "name": "source" }));
    }
    requests.push(json!({ "do": "play", "name": "sound" }));
    let mut engine = WorkletEngine::new(rate, 64);
    for request in &requests {
        let answer = engine.execute(request.to_string().as_bytes());
        if let Some(error) = answer.get("error") {
            return Err(format!("{model}: {error}").into());
        }
    }
    let frames = (SECONDS * rate) as usize;
    let mut rows = [Vec::new(), Vec::new()];
    while rows[0].len() < frames {
        let [left, right] = engine.render(128.min(frames - rows[0].len()));
        rows[0].extend_from_slice(left);
        rows[1].extend_from_slice(right);
    }
    let file = format!("{model}-{rate}.f32");
    let samples = rows.iter().flatten();
    let bytes: Vec<u8> = samples.flat_map(|sample| sample.to_le_bytes()).collect();
    std::fs::write(folder.join(&file), bytes)?;
    let requests: Vec<String> = requests.iter().map(Value::to_string).collect();
    Ok(json!({ "model": model, "rate": rate, "frames": frames, "file": file, "requests": requests }))
}

fn first_preset(model: &str) -> Result<&'static Preset, String> {
    let first = presets_of(model).into_iter().next();
    first.ok_or_else(|| format!("{model} has no preset"))
}

fn add(name: &str, preset: &Preset) -> Value {
    json!({ "do": "add", "name": name, "preset": full_preset_json(preset) })
}

//! The first preset of every model as this machine renders it, for the browser to be compared with: into a
//! folder go `index.json`, the requests of each, and a file of samples each.
//!
//! ```sh
//! cargo run --release -p foley-worklet --example reference -- FOLDER
//! ```

use foley_catalogue::describe::{by_place, presets_of, whole_preset_json};
use foley_catalogue::preset::Preset;
use foley_worklet::{Studio, ask};
use serde_json::{Value, json};
use std::error::Error;
use std::path::Path;

/// How long each sounds \[s\].
const SECONDS: f64 = 1.5;
/// What rooms and effects hear.
const HEARD: &str = "impact";
/// The model that is heard at other rates, too, and those [Hz].
const ELSEWHERE: (&str, [f64; 2]) = ("impact", [44_100.0, 96_000.0]);

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("say which folder")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let mut index = Vec::new();
    for sound in by_place() {
        let name = sound.info().name;
        let rates =
            if name == ELSEWHERE.0 { [&[48_000.0], &ELSEWHERE.1[..]].concat() } else { vec![48_000.0] };
        for rate in rates {
            index.push(render(name, rate, folder)?);
        }
    }
    std::fs::write(folder.join("index.json"), Value::from(index).to_string())?;
    Ok(())
}

/// Renders one and writes its samples, left and then right.
fn render(model: &str, rate: f64, folder: &Path) -> Result<Value, Box<dyn Error>> {
    let preset = first(model)?;
    let mut requests = vec![json!({ "do": "master", "gain": 1, "limiter": false })];
    requests.push(add("it", preset, rate)?);
    if preset.sound.takes_input() {
        requests.push(add("source", first(HEARD)?, rate)?);
        requests.push(json!({ "do": "hears", "name": "it", "whom": "source" }));
        requests.push(json!({ "do": "play", "name": "source" }));
    }
    requests.push(json!({ "do": "play", "name": "it" }));
    let mut studio = Studio::new(rate, 64);
    for request in &requests {
        let answer = studio.tell(request.to_string().as_bytes());
        if let Some(wrong) = answer.get("wrong") {
            return Err(format!("{model}: {wrong}").into());
        }
    }
    let frames = (SECONDS * rate) as usize;
    let mut rows = [Vec::new(), Vec::new()];
    while rows[0].len() < frames {
        let [left, right] = studio.render(128.min(frames - rows[0].len()));
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

fn first(model: &str) -> Result<&'static Preset, String> {
    let first = presets_of(model).into_iter().next();
    first.ok_or_else(|| format!("{model} has no preset"))
}

fn add(name: &str, preset: &Preset, rate: f64) -> Result<Value, String> {
    let preset = whole_preset_json(preset);
    let question = json!({ "do": "loudness", "preset": preset, "rate": rate });
    let answer = ask(question.to_string().as_bytes()).answer;
    let factor = answer["factor"].as_f64().ok_or(answer.to_string())?;
    Ok(json!({ "do": "add", "name": name, "preset": preset, "factor": factor }))
}

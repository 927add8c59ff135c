//! Runs the program and checks its output.

pub(crate) mod running;

#[path = "../../../../live/tests/all/support/folder.rs"]
mod folder;

pub(crate) use folder::Folder;
use serde_json::Value;
use std::process::{Command, Output};

/// Returns a MIDI file of eight notes at 120 beats per minute, with rising velocity.
pub(crate) fn song() -> Vec<u8> {
    let mut track = Vec::new();
    for n in 0..8_u8 {
        // One note every quarter of a beat: 24 ticks of 96.
        track.extend([if n == 0 { 0 } else { 24 }, 0x90, 60 + n, 40 + 10 * n]);
    }
    track.extend([0, 0xff, 0x2f, 0]);
    let mut file = b"MThd\0\0\0\x06\0\0\0\x01\0\x60MTrk".to_vec();
    file.extend((track.len() as u32).to_be_bytes());
    file.extend(track);
    file
}

/// A live scene: two cups and a score.
pub(crate) const TWO_CUPS: &str = r#"{ "format": 1, "title": "two cups",
  "sounds": { "cup": { "preset": "espresso-cup-set-down-on-marble" }, "other": { "model": "impact", "pan": 0.5 } },
  "mappings": [{ "from": "midi:note", "say": "/other/strike" }],
  "score": [{ "at": 0, "say": "/cup/strike 1.2" }, { "at": 0.013, "say": "/other/strike 0.5" }, { "at": 0.03, "say": "/cup/strike 0.3" },
            { "at": 0.7, "say": "/cup/hardness 20" }, { "at": 0.91, "say": "/cup/strike 1" }, { "at": 1.1, "say": "/cup/mixer/gain 0.5" },
            { "at": 1.2, "say": "/cup/strike 2" }] }"#;

/// Returns the command that starts the program.
pub(crate) fn foley() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foley"));
    // Hides the user presets of the machine.
    command.env("FOLEY_PRESETS", std::env::temp_dir().join("foley-no-presets"));
    command
}

/// Runs the program with these arguments.
pub(crate) fn run(arguments: &[&str]) -> Output {
    foley().args(arguments).output().expect("the program runs")
}

/// Runs the program with these arguments, expects success and returns the printed text.
pub(crate) fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {message}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Runs the program with these arguments, expects success and returns the printed JSON.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let text = printed(arguments);
    serde_json::from_str(&text).unwrap_or_else(|why| panic!("{arguments:?}: {why}\n{text}"))
}

/// Runs `foley contact --json` with these arguments and returns the answer.
pub(crate) fn contact(arguments: &[&str]) -> Value {
    json(&[&["contact", "--json"], arguments].concat())
}

/// Asserts exit code 2 and an empty standard output, and returns the message.
pub(crate) fn rejected(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// Returns the number at a JSON pointer such as `/error/v_out`.
pub(crate) fn number(document: &Value, place: &str) -> f64 {
    let value = document.pointer(place).and_then(Value::as_f64);
    value.unwrap_or_else(|| panic!("no number at {place}: {document:#}"))
}

/// Returns a 16-bit WAV file with these channels; full scale is 1.
pub(crate) fn wav(rate: u32, channels: &[Vec<f64>]) -> Vec<u8> {
    let count = channels.len() as u16;
    let frames = channels.first().map_or(0, Vec::len);
    let mut data = Vec::new();
    for frame in 0..frames {
        for channel in channels {
            let step = (channel[frame] * 32767.0).round() as i16;
            data.extend(step.to_le_bytes());
        }
    }
    coded_wav(1, count, rate, 16, &data)
}

/// Returns a WAV file with this format tag, number of channels, rate and bits per sample, and these bytes as
/// data.
pub(crate) fn coded_wav(tag: u16, channels: u16, rate: u32, bits: u16, data: &[u8]) -> Vec<u8> {
    let align = channels * bits.div_ceil(8);
    let mut file = b"RIFF".to_vec();
    file.extend((36 + data.len() as u32).to_le_bytes());
    file.extend(b"WAVEfmt \x10\0\0\0");
    file.extend(tag.to_le_bytes());
    file.extend(channels.to_le_bytes());
    file.extend(rate.to_le_bytes());
    file.extend(rate.wrapping_mul(u32::from(align)).to_le_bytes());
    file.extend(align.to_le_bytes());
    file.extend(bits.to_le_bytes());
    file.extend(b"data");
    file.extend((data.len() as u32).to_le_bytes());
    file.extend(data);
    file
}

/// Returns a voice with the pitch `hertz`, in decaying bursts with these start times \[s\] and levels \[1\].
pub(crate) fn voice(rate: u32, hertz: f64, seconds: f64, bursts: &[(f64, f64)]) -> Vec<f64> {
    let at = |n: usize| {
        let t = n as f64 / f64::from(rate);
        let burst = |&(from, level): &(f64, f64)| {
            let since = t - from;
            if since < 0.0 { 0.0 } else { level * (since / 0.005).min(1.0) * (-since / 0.08).exp() }
        };
        let tone = |k: u32| (std::f64::consts::TAU * hertz * f64::from(k) * t).sin() / f64::from(k);
        0.6 * (1..12).map(tone).sum::<f64>() * bursts.iter().map(burst).sum::<f64>()
    };
    (0..(seconds * f64::from(rate)) as usize).map(at).collect()
}

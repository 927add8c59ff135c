//! Formats the output of `foley live`: the text at the start, the status line and the summary.

use super::MAX_OFFLINE_SECONDS;
use super::request::Request;
use crate::failure::Failure;
use crate::text::counted;
use foley_audio::output::LoadStats;
use foley_live::session::{Session, Status, Summary, UnfinishedPart};
use foley_params::Info;
use serde_json::{Value, json};

/// Level at the left end of a meter \[dBFS\].
const METER_FLOOR: f64 = -60.0;
/// Width of a level meter \[characters\].
const CELLS: usize = 12;

fn one_line(document: &Value) -> String {
    format!("{document}\n")
}

/// Returns a list of all sound devices.
#[cfg(feature = "device")]
pub(super) fn devices(request: &Request) -> Result<String, Failure> {
    let all = foley_audio::output::device::list();
    if request.json {
        let all: Vec<Value> =
            all.iter().map(|device| json!({ "id": device.id, "name": device.name })).collect();
        return Ok(one_line(&json!({ "devices": all })));
    }
    if all.is_empty() {
        return Err(super::no_device("there is no sound device"));
    }
    let rows: Vec<Vec<String>> = all.into_iter().map(|device| vec![device.id, device.name]).collect();
    Ok(crate::text::aligned(&rows))
}

#[cfg(not(feature = "device"))]
pub(super) fn devices(_: &Request) -> Result<String, Failure> {
    Err(super::no_device("this foley was built without support for sound devices"))
}

/// A sound and its address, for the text at the start.
struct ListedSound {
    name: String,
    model: &'static str,
    gesture: Option<Info>,
    /// Whether a MIDI keyboard plays the sound, with one instance per key.
    keys: bool,
}

/// Returns the text at the start: device, addresses, sounds, and a message to try.
pub(super) fn opening(request: &Request, session: &Session) -> String {
    let about = session.info();
    let latency = 1e3 * session.latency();
    let gulp = about.buffer_frames.unwrap_or(0);
    let block = 1e3 * f64::from(gulp) / f64::from(about.rate);
    let dispatcher = session.dispatcher();
    let is_rack = |name: &str| dispatcher.racks.iter().any(|rack| rack.name == name);
    let sounds: Vec<ListedSound> = dispatcher
        .names()
        .map(|(name, sound)| ListedSound {
            name: name.to_owned(),
            model: sound.info().name,
            gesture: sound.gestures().first().copied(),
            keys: is_rack(name),
        })
        .collect();
    drop(dispatcher);
    let doors = session.server_addresses();
    if request.json {
        let names: Vec<Value> = sounds
            .iter()
            .map(|sound| json!({ "name": sound.name, "model": sound.model, "keys": sound.keys }))
            .collect();
        return one_line(&json!({
            "playing": {
                "device": about.name, "rate": about.rate, "block": gulp, "channels": about.channels,
                "latency": session.latency(),
                "osc": doors.osc.map(|address| address.to_string()),
                "query": doors.query.map(|address| format!("http://{address}/")),
                "midi": doors.midi,
                "sounds": names,
                "record": request.record.as_ref().map(|path| path.display().to_string()),
            }
        }));
    }
    let mut rows = vec![
        vec!["device".to_owned(), about.name.clone()],
        vec![
            "rate".to_owned(),
            format!(
                "{} Hz, {}, blocks of {gulp} frames ({block:.2} ms)",
                about.rate,
                counted(usize::from(about.channels), "channel")
            ),
        ],
        vec![
            "latency".to_owned(),
            format!(
                "{block:.2} ms from a message to its sample, plus {latency:.2} ms to the output (reported by the device)"
            ),
        ],
    ];
    let mut row = |name: &str, text: String| rows.push(vec![name.to_owned(), text]);
    if let Some(osc) = doors.osc {
        row("OSC", format!("udp://{osc}"));
    }
    if let Some(query) = doors.query {
        row("OSCQuery", format!("http://{query}/"));
    }
    if !doors.midi.is_empty() {
        row("MIDI", doors.midi.join(", "));
    }
    if let Some(path) = &request.record {
        row("recording", path.display().to_string());
    }
    for (index, sound) in sounds.iter().enumerate() {
        let head = if index == 0 { "sounds" } else { "" };
        let keys = if sound.keys { ", one instance per key" } else { "" };
        row(head, format!("/{:<12} {}{keys}", sound.name, sound.model));
    }
    let mut text = crate::text::aligned(&rows);
    if let (Some(osc), Some(ListedSound { name, gesture, .. })) = (doors.osc, sounds.first()) {
        let host = match osc.ip() {
            ip if ip.is_loopback() || ip.is_unspecified() => "localhost".to_owned(),
            ip => ip.to_string(),
        };
        let port = osc.port();
        let message = gesture.map_or_else(|| "mixer/gain f 1".to_owned(), oscsend_args);
        text = format!("{text}\nTry: oscsend {host} {port} /{name}/{message}\n");
    }
    text + "Ctrl-C ends the program.\n"
}

/// Returns a gesture with its default value, as arguments of `oscsend`.
fn oscsend_args(gesture: Info) -> String {
    let Info { id, default, .. } = gesture;
    match gesture.choice(default) {
        Some(name) => format!("{id} s {name}"),
        // A default at the end of its range may be outside the range after rounding to single precision.
        None if gesture.check(f64::from(default as f32)).is_ok() => format!("{id} f {default}"),
        None => format!("{id} d {default}"),
    }
}

/// Draws a peak \[1\] as a level meter.
fn bar(peak: f32) -> String {
    let decibels = 20.0 * libm::log10(f64::from(peak).max(1e-9));
    let filled = (CELLS as f64 * (1.0 - decibels / METER_FLOOR)).clamp(0.0, CELLS as f64);
    let filled = filled.round() as usize;
    let (full, empty) = ("█".repeat(filled), "·".repeat(CELLS - filled));
    let level = if decibels < METER_FLOOR { "  −∞ dB".to_owned() } else { format!("{decibels:4.0} dB") };
    format!("{full}{empty} {level}")
}

fn clock(seconds: f64) -> String {
    let seconds = seconds as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Returns the status line.
pub(super) fn line(status: &Status) -> String {
    let mut parts = vec![
        clock(status.played),
        bar(status.peak),
        format!("load {:3.0} %", 100.0 * status.load.last),
        format!("{}/{} sounding", status.awake, status.sounds),
        counted(status.counts.messages() as usize, "message"),
        counted(status.counts.mistakes() as usize, "error"),
    ];
    let gaps = status.load.ours + status.load.machine;
    if gaps > 0 {
        parts.push(counted(gaps as usize, "gap"));
    }
    if status.counts.level > 0 {
        parts.push(format!("quality −{}", status.counts.level));
    }
    if let Some(path) = &status.recording {
        parts.push(format!("● {}", path.display()));
    }
    parts.join("  ")
}

fn load_json(load: &LoadStats) -> Value {
    json!({
        "blocks": load.count(), "worst": load.worst, "median": load.quantile(0.5), "p99": load.quantile(0.99),
        "histogram": load.buckets, "xruns": { "ours": load.ours, "machine": load.machine },
    })
}

/// Returns the summary at the end of a session.
pub(super) fn summary(request: &Request, summary: &Summary) -> String {
    let Summary { status, recorded, unfinished } = summary;
    let counts = &status.counts;
    if request.json {
        let files: Vec<Value> = recorded
            .files
            .iter()
            .map(|(path, frames)| json!({ "file": path.display().to_string(), "frames": frames }))
            .collect();
        return one_line(&json!({
            "played": {
                "seconds": status.played, "samples": status.samples, "sounds": status.sounds,
                "load": load_json(&status.load),
                "letters": counts.scored, "late": counts.late,
                "osc": counts.osc.iter().copied().collect::<std::collections::BTreeMap<_, _>>(),
                "quality": { "now": counts.level, "lowest": counts.lowest },
                "wrong": counts.wrong, "reports": counts.reports, "said": counts.errors,
                "unfinished": unfinished.map(UnfinishedPart::id),
                "recorded": files, "lost": recorded.lost, "messages": recorded.messages,
            }
        }));
    }
    let load = &status.load;
    let mut lines = vec![format!("Played {} ({:.2} s)", clock(status.played), status.played)];
    match unfinished {
        Some(UnfinishedPart::Score) => lines.push("The score was not played to its end".to_owned()),
        Some(UnfinishedPart::Sound) => {
            let since = match counts.scored {
                0 => "the beginning",
                _ => "the last scored message",
            };
            lines.push(format!(
                "Stopped {MAX_OFFLINE_SECONDS} s after {since} while sounds were still playing; --seconds sets the duration"
            ));
        }
        None => {}
    }
    if load.count() > 0 {
        lines.push(format!(
            "{}; gaps in the sound: {} from late blocks, {} from the system (late thread or device underrun)",
            counted(load.count() as usize, "block"),
            load.ours,
            load.machine
        ));
        lines.push(format!(
            "Worst block used {:.1} % of its deadline{}:",
            100.0 * load.worst,
            match load.quantile(0.99) {
                share if share > 1.0 => "; more than 1 % of the blocks exceeded it".to_owned(),
                share => format!("; 99 % of the blocks used at most {:.0} %", 100.0 * share),
            }
        ));
        lines.push(load.histogram().trim_end().to_owned());
    }
    if counts.lowest > 0 {
        lines.push(format!(
            "Quality was reduced by up to {} of {} levels, and by {} at the end, to keep the load below --ceiling",
            counts.lowest,
            foley_engine::budget::PAUSE_LEVEL,
            counts.level
        ));
    }
    if counts.scored > 0 {
        lines.push(format!(
            "{}, {} of them late",
            counted(counts.scored as usize, "scored message"),
            counts.late
        ));
    }
    let named = counts.osc.iter().filter(|(_, count)| *count > 0);
    let named: Vec<String> = named.map(|(name, count)| format!("{name} {count}")).collect();
    if !named.is_empty() {
        lines.push(format!("OSC: {}", named.join(", ")));
    }
    if counts.midi > 0 {
        lines.push(format!("MIDI: {}", counted(counts.midi as usize, "message")));
    }
    let kinds = counts.wrong.iter().chain(&counts.reports);
    lines.extend(kinds.map(|(kind, count)| format!("{kind}: {count}")));
    lines.extend(counts.errors.iter().map(|text| format!("  {text}")));
    let files = recorded.files.iter();
    lines.extend(files.map(|(path, frames)| format!("{}: {frames} frames", path.display())));
    if recorded.lost > 0 {
        lines.push(format!(
            "{} frames were lost because the disk was too slow: they are silent, or missing at the end",
            recorded.lost
        ));
    }
    lines.extend(recorded.messages.iter().cloned());
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::oscsend_args;
    use foley_live::{AddressSpace, Arg};

    #[test]
    fn every_model_accepts_the_suggested_message() {
        let (controls, _) = foley_engine::engine(48_000.0, foley_engine::Capacity::default());
        let mut address_space = AddressSpace::new(controls);
        for model in foley_catalogue::models() {
            let name = model.info().name;
            let Some(gesture) = model.gestures().first() else {
                continue;
            };
            let args = oscsend_args(*gesture);
            let args: Vec<&str> = args.split(' ').collect();
            let [id, kind, value] = args[..] else {
                panic!("{name}: {args:?}");
            };
            let number = || value.parse::<f64>().unwrap();
            let arg = match kind {
                "f" => Arg::Number(f64::from(number() as f32)),
                "d" => Arg::Number(number()),
                _ => Arg::Text(value.to_owned()),
            };
            let factor = foley_engine::Loudness::Factor(1.0);
            address_space.controls.add("it", &*model, 1, factor, 0).unwrap();
            let taken = address_space.send(&format!("/it/{id}"), &[arg], 0);
            assert!(taken.is_ok(), "{name}: {args:?}: {taken:?}");
        }
    }
}

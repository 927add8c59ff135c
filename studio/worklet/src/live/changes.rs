//! Reports how an OSC message changed a sound, as `{name, path, value}`, for the state of the page.

use super::WorkletEngine;
use foley_catalogue::describe::{full_preset_json, value_json};
use foley_catalogue::preset::Preset;
use foley_engine::{ChannelStrip, InputSource};
use foley_live::Arg;
use foley_sound::{Sound, sound_params};
use serde_json::{Value, json};

impl WorkletEngine {
    /// Takes a snapshot of a sound; `None` if no sound has this name.
    pub(super) fn snapshot(&self, name: &str) -> Option<SoundSnapshot> {
        let mut all = self.address_space.controls.instances();
        let (_, instance) = all.find(|(_, instance)| instance.name == name)?;
        let hears = match instance.input {
            InputSource::None => "nothing",
            InputSource::All => "all",
            InputSource::Sound(other) => self.instance(other).map_or("nothing", |other| &other.name),
        };
        Some(SoundSnapshot {
            values: sound_params(&*instance.sound).iter().map(|at| at.get(&*instance.sound)).collect(),
            sound: instance.sound.clone(),
            preset: Preset {
                score: instance.score.clone(),
                seed: instance.seed,
                loudness: instance.loudness,
                ..Preset::of(instance.sound.clone(), name)
            },
            strip: instance.strip,
            hears: hears.to_owned(),
        })
    }
}

/// State of a sound before or after an OSC message.
pub(super) struct SoundSnapshot {
    sound: Box<dyn Sound>,
    values: Vec<f64>,
    preset: Preset,
    strip: ChannelStrip,
    hears: String,
}

/// Returns the name of the sound that a message addresses: the first word of the address, or the first
/// argument of a `/foley` address.
pub(super) fn addressed_sound<'a>(address: &'a str, args: &'a [Arg]) -> &'a str {
    let bare = address.strip_prefix('/').unwrap_or(address);
    match (bare.split('/').next().unwrap_or(""), args.first()) {
        ("foley", Some(Arg::Text(name))) => name,
        (first, _) => first,
    }
}

/// Appends the differences between two snapshots of a sound to the list of changes.
pub(super) fn push_differences(
    name: &str,
    before: Option<SoundSnapshot>,
    after: Option<SoundSnapshot>,
    changes: &mut Vec<Value>,
) {
    let mut note = |path: &str, value: Value| {
        changes.push(json!({ "name": name, "path": path, "value": value }));
    };
    let (before, after) = match (before, after) {
        (None, None) => return,
        (Some(_), None) => return note("removed", true.into()),
        (None, Some(after)) => return note("preset", full_preset_json(&after.preset)),
        (Some(before), Some(after)) => (before, after),
    };
    let same = before.sound.info().name == after.sound.info().name;
    if !same || before.preset.score != after.preset.score {
        note("preset", full_preset_json(&after.preset));
    } else {
        let all = sound_params(&*after.sound);
        let pairs = before.values.iter().zip(&after.values);
        for (at, (old, new)) in all.iter().zip(pairs) {
            if old != new {
                note(&at.path(), value_json(&at.info, *new));
            }
        }
    }
    let (old, new) = (before.strip, after.strip);
    if old.gain != new.gain {
        note("strip.gain", new.gain.into());
    }
    if old.pan != new.pan {
        note("strip.pan", new.pan.into());
    }
    if old.mute != new.mute {
        note("strip.mute", new.mute.into());
    }
    if old.solo != new.solo {
        note("strip.solo", new.solo.into());
    }
    if before.hears != after.hears {
        note("hears", after.hears.into());
    }
}

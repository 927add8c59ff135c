//! What something that was said has changed, so that a page's own state can follow: `{name, path, value}`.

use super::Studio;
use foley_catalogue::describe::{value_json, whole_preset_json};
use foley_catalogue::preset::Preset;
use foley_engine::{ChannelStrip, InputSource};
use foley_live::Arg;
use foley_sound::{Sound, sound_params};
use serde_json::{Value, json};

impl Studio {
    /// A sound as it is now; none if there is none of that name.
    pub(super) fn seen(&self, name: &str) -> Option<Seen> {
        let mut all = self.address_space.controls.instances();
        let (_, it) = all.find(|(_, it)| it.name == name)?;
        let hears = match it.input {
            InputSource::None => "nothing",
            InputSource::All => "all",
            InputSource::Slot(other) => self.instance(other).map_or("nothing", |it| &it.name),
        };
        Some(Seen {
            values: sound_params(&*it.sound).iter().map(|at| at.get(&*it.sound)).collect(),
            sound: it.sound.clone(),
            preset: Preset { score: it.score.clone(), seed: it.seed, ..Preset::of(it.sound.clone(), name) },
            strip: it.strip,
            hears: hears.to_owned(),
        })
    }
}

/// A sound as it was or is.
pub(super) struct Seen {
    sound: Box<dyn Sound>,
    values: Vec<f64>,
    preset: Preset,
    strip: ChannelStrip,
    hears: String,
}

/// The sound that an address is about: the first word of it, or the name that follows where it is for the
/// whole.
pub(super) fn whose<'a>(address: &'a str, args: &'a [Arg]) -> &'a str {
    let bare = address.strip_prefix('/').unwrap_or(address);
    match (bare.split('/').next().unwrap_or(""), args.first()) {
        ("foley", Some(Arg::Text(name))) => name,
        (first, _) => first,
    }
}

/// What is otherwise now.
pub(super) fn differences(name: &str, before: Option<Seen>, after: Option<Seen>, changed: &mut Vec<Value>) {
    let mut note = |path: &str, value: Value| {
        changed.push(json!({ "name": name, "path": path, "value": value }));
    };
    let (before, after) = match (before, after) {
        (None, None) => return,
        (Some(_), None) => return note("gone", true.into()),
        (None, Some(after)) => return note("preset", whole_preset_json(&after.preset)),
        (Some(before), Some(after)) => (before, after),
    };
    let same = before.sound.info().name == after.sound.info().name;
    if !same || before.preset.score != after.preset.score {
        note("preset", whole_preset_json(&after.preset));
    } else {
        let all = sound_params(&*after.sound);
        let pairs = before.values.iter().zip(&after.values);
        for (at, (one, two)) in all.iter().zip(pairs) {
            if one != two {
                note(&at.path(), value_json(&at.info, *two));
            }
        }
    }
    let (one, two) = (before.strip, after.strip);
    if one.gain != two.gain {
        note("strip.gain", two.gain.into());
    }
    if one.pan != two.pan {
        note("strip.pan", two.pan.into());
    }
    if one.mute != two.mute {
        note("strip.mute", two.mute.into());
    }
    if one.solo != two.solo {
        note("strip.solo", two.solo.into());
    }
    if before.hears != after.hears {
        note("hears", after.hears.into());
    }
}

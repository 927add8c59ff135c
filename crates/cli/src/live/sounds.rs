//! Reads the sounds, mappings, songs and sensor logs of `foley live`.

use super::request::Request;
use crate::catalogue::{named, unknown_name, user_presets};
use crate::failure::Failure;
use crate::output;
use foley_catalogue::preset::Preset;
use foley_catalogue::spaces::Place;
use foley_engine::Loudness;
use foley_live::dispatcher::Message;
use foley_live::mapping::{self, MAX_MAPPINGS, Mapping, standard};
use foley_live::midi::file::Song;
use foley_live::midi::rack::{DEFAULT_VOICES, Rack};
use foley_live::sensor::Log;
use foley_live::session::Setup;
use foley_live::{Dispatcher, LiveScene, UserPresets, check_name, midi, sensor};
use foley_params::words::{excerpt, list};
use std::io::Read;
use std::path::PathBuf;

/// Maximum size of an input file \[bytes\].
const MAX_FILE_BYTES: u64 = 64 << 20;
/// Number of slots for sounds that the user adds while the session plays.
const SPARE_SLOTS: usize = 16;

/// Words at which the noun in a preset's name has ended, such as `on` in `cup-on-marble`.
const STOP_WORDS: [&str; 25] = [
    "set", "on", "in", "at", "with", "into", "of", "from", "over", "under", "to", "and", "by", "that", "as",
    "through", "after", "against", "between", "around", "along", "across", "off", "out", "before",
];

/// Returns the noun in a preset's name: `cup` of `espresso-cup-set-down-on-marble`.
fn short_name(slug: &str) -> String {
    let mut word = "sound";
    for (index, next) in slug.split('-').enumerate() {
        if index == 0 && ["a", "an", "the"].contains(&next) {
            continue;
        }
        let done = next.ends_with("ed") || next.ends_with("ing");
        if index > 0 && word != "sound" && (done || STOP_WORDS.contains(&next)) {
            break;
        }
        word = next;
    }
    // OSC addresses are ASCII, so other characters are dropped.
    let plain: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
    if plain.is_empty() || plain == "foley" { "sound".to_owned() } else { plain }
}

/// A sound of the command line with its name.
struct Named {
    name: String,
    preset: Preset,
    keys: Option<Keys>,
}

/// Keyboard control of a sound: a MIDI keyboard plays one instance per key, with the standard MIDI mappings.
#[derive(Clone, Copy)]
struct Keys {
    /// MIDI channel that plays the sound; `None` means every channel.
    channel: Option<u8>,
}

/// Gives keyboard control to sounds with a gesture. A single sound receives every channel; of several sounds,
/// the n-th receives channel n.
fn assign_keys(presets: &mut [Named]) {
    let playable = |named: &&mut Named| {
        let sound = &named.preset.sound;
        !sound.gestures().is_empty() && !sound.takes_input()
    };
    let playable: Vec<_> = presets.iter_mut().filter(playable).collect();
    let several = playable.len() > 1;
    for (channel, named) in (1..=16).zip(playable) {
        let channel = several.then_some(channel);
        named.keys = Some(Keys { channel });
    }
}

/// The sounds and parsed files of the command line.
pub(super) struct Sounds {
    presets: Vec<Named>,
    scene: Option<(String, LiveScene)>,
    mappings: Option<(PathBuf, Vec<Mapping>)>,
    song: Option<Song>,
    log: Option<Log>,
    own: UserPresets,
    place: Option<Place>,
    distance: Option<f64>,
}

/// Reads a file of the command line and parses its content.
fn file<T, E: std::fmt::Display>(
    path: Option<&PathBuf>,
    read: impl Fn(&[u8]) -> Result<T, E>,
) -> Result<Option<T>, Failure> {
    let Some(path) = path else {
        return Ok(None);
    };
    let name = path.display();
    let unreadable = |why: std::io::Error| Failure::input(format!("cannot read `{name}`: {why}."));
    let mut bytes = Vec::new();
    let opened = std::fs::File::open(path).map_err(unreadable)?;
    opened.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(Failure::input(format!("`{name}` exceeds the limit of {MAX_FILE_BYTES} bytes.")));
    }
    let read = read(&bytes).map_err(|why| Failure::input(format!("`{name}`: {why}")))?;
    Ok(Some(read))
}

/// Turns a parser of text into a parser of bytes.
fn text<T, E: std::fmt::Display>(read: impl Fn(&str) -> Result<T, E>) -> impl Fn(&[u8]) -> Result<T, String> {
    move |bytes| {
        let text = std::str::from_utf8(bytes).map_err(|why| {
            let at = why.valid_up_to();
            format!("the file is not UTF-8 text: byte {at} is invalid.")
        })?;
        read(text).map_err(|why| why.to_string())
    }
}

/// Reads the file of `--mappings`. A missing file counts as empty if `/foley/save` could write the file.
fn mappings(request: &Request) -> Result<Option<(PathBuf, Vec<Mapping>)>, Failure> {
    let Some(path) = &request.mappings else {
        return Ok(None);
    };
    let saved = request.scene.is_none() && request.servers.osc.is_some();
    let all = if saved && !path.exists() { None } else { file(Some(path), text(mapping::file::read))? };
    Ok(Some((path.clone(), all.unwrap_or_default())))
}

/// Reads all files and sounds of the command line.
pub(super) fn read(request: &Request) -> Result<Sounds, Failure> {
    let own = UserPresets::new(user_presets::presets());
    let in_scene = |text: &str| LiveScene::read_with(text, &own);
    let scene = file(request.scene.as_ref(), text(in_scene))?;
    let mut presets: Vec<Named> = Vec::new();
    for wanted in &request.sounds {
        let (name, sound) = match wanted.split_once('=') {
            Some((name, sound)) => (Some(name.to_owned()), sound),
            None => (None, wanted.as_str()),
        };
        let preset = named(sound).ok_or_else(|| unknown_name(sound))?;
        let in_scene = |name: &str| {
            let mut sounds = scene.iter().flat_map(|scene| &scene.sounds);
            sounds.any(|sound| sound.name == name)
        };
        let taken = |name: &str| presets.iter().any(|named| named.name == name) || in_scene(name);
        let name = match name {
            Some(name) if taken(&name) => {
                let of_scene = if in_scene(&name) { ", one of them in the scene" } else { "" };
                return Err(Failure::input(format!(
                    "two sounds have the name `{name}`{of_scene}: choose another with NAME=PRESET."
                )));
            }
            Some(name) => name,
            None => {
                let slug = preset.slug();
                let is_model = preset.sound.info().name == slug;
                let short = if is_model { slug } else { short_name(&slug) };
                // Repeated names do not become `cup-2`, which names an instance of a rack.
                let counted = (1..).map(|count| match count {
                    1 => short.clone(),
                    _ => format!("{short}{count}"),
                });
                let free = counted.into_iter().find(|name| !taken(name));
                free.unwrap_or_default()
            }
        };
        presets.push(Named { name, preset, keys: None });
    }
    if presets.is_empty() && request.scene.is_none() && request.measure.is_none() && !request.list {
        return Err(Failure::input(
            "no sounds given: name a preset or a model (`foley list presets`), or a live scene with --scene.",
        ));
    }
    let named = request.scene.as_ref().map(|path| path.display().to_string());
    if request.midi_file.is_some() || request.servers.midi.is_some() {
        assign_keys(&mut presets);
    }
    let sounds = Sounds {
        presets,
        scene: named.zip(scene),
        mappings: mappings(request)?,
        song: file(request.midi_file.as_ref(), midi::file::read)?,
        log: file(request.sensors.as_ref(), text(sensor::read))?,
        own,
        place: request.place,
        distance: request.distance,
    };
    for warning in sounds.warnings(request) {
        output::aside(&format!("warning: {warning}"));
    }
    Ok(sounds)
}

impl Sounds {
    /// Returns warnings about sensor columns and MIDI inputs that have no effect.
    fn warnings(&self, request: &Request) -> Vec<String> {
        let mut all = self.of_midi(request);
        all.extend(self.of_sensors(request));
        all
    }

    /// Returns all mappings of the files.
    fn mappings(&self) -> impl Iterator<Item = &Mapping> {
        let scene = self.scene.iter().flat_map(|(_, scene)| &scene.mappings);
        scene.chain(self.mappings.iter().flat_map(|(_, all)| all))
    }

    /// Returns warnings about sensor columns that are unused or missing.
    fn of_sensors(&self, request: &Request) -> Vec<String> {
        let mut heard: Vec<&str> = self.mappings().flat_map(Mapping::columns).collect();
        heard.sort_unstable();
        heard.dedup();
        let quoted = |names: &[&str]| {
            let names = names.iter().map(|name| format!("`{}`", excerpt(name)));
            list(&names.collect::<Vec<_>>(), "and")
        };
        let columns = |names: &[&str]| match names {
            [_] => format!("the column {}", quoted(names)),
            _ => format!("the columns {}", quoted(names)),
        };
        let (Some(path), Some(log)) = (&request.sensors, &self.log) else {
            return if heard.is_empty() {
                Vec::new()
            } else {
                vec![format!(
                    "the mappings use {} of a sensor log, but no log is given: add --sensors FILE.csv.",
                    columns(&heard)
                )]
            };
        };
        let path = path.display();
        let there: Vec<&str> = log.columns.iter().map(String::as_str).collect();
        let (mut missing, mut unheard) = (heard.clone(), there.clone());
        missing.retain(|name| !there.contains(name));
        unheard.retain(|name| !heard.contains(name));
        let mut all = Vec::new();
        if !missing.is_empty() {
            all.push(format!(
                "the mappings use {}, but `{path}` has only {}.",
                columns(&missing),
                quoted(&there)
            ));
        }
        if let Some(first) = unheard.first() {
            all.push(format!(
                "no mapping uses {} of `{path}`: add {{ \"from\": \"sensor:{}\", \"say\": \"/NAME/GESTURE\" }} to the mappings of a scene or of --mappings.",
                columns(&unheard),
                excerpt(first)
            ));
        }
        all
    }

    /// Returns warnings about notes that are missing or without an effect.
    fn of_midi(&self, request: &Request) -> Vec<String> {
        let mut all = Vec::new();
        if let (Some(path), Some(0)) = (&request.midi_file, self.song.as_ref().map(Song::notes)) {
            all.push(format!("`{}` has no notes.", path.display()));
        }
        let flag = match (&request.midi_file, &request.servers.midi) {
            (Some(_), _) => "--midi-file",
            (None, Some(_)) => "--midi",
            (None, None) => return all,
        };
        let scene = self.scene.as_ref().map(|(_, scene)| scene);
        let heard = scene.is_some_and(LiveScene::hears_midi)
            || self.mappings().any(Mapping::hears_midi)
            || self.presets.iter().any(|named| named.keys.is_some());
        if !heard {
            all.push(format!(
                "no mapping uses MIDI, so {flag} has no effect: add {{ \"from\": \"midi:note\", \"say\": \"/NAME/GESTURE\" }} to the mappings of a scene or of --mappings, or \"keys\": \"rack\" to a sound."
            ));
        }
        all
    }

    /// Adds the sounds and their controls to the setup of a session.
    pub(super) fn set_up(self, mut setup: Setup) -> Setup {
        let Self { presets, scene, mappings, song, log, own, place, distance } = self;
        let rate = f64::from(setup.output.info().rate);
        let mut messages: Vec<Message> = Vec::new();
        messages.extend(scene.iter().flat_map(|(_, scene)| scene.messages(rate)));
        messages.extend(song.iter().flat_map(|song| song.messages(rate)));
        messages.extend(log.iter().flat_map(|log| log.messages(rate)));
        // Messages are sorted by time; at the same sample the score precedes the song.
        messages.sort_by_key(|message| message.at);
        setup.messages = Box::new(messages.into_iter());
        let placed = scene.as_ref().map_or(0, |(_, scene)| slots(scene));
        let named = presets.iter().map(|named| named.keys.map_or(1, |_| DEFAULT_VOICES));
        let wanted = named.sum::<usize>() + placed;
        setup.capacity.instances = setup.capacity.instances.max(wanted + SPARE_SLOTS);
        setup.prepare = Box::new(move |dispatcher: &mut Dispatcher| {
            dispatcher.address_space.user_presets = own;
            let (path, scene) = scene.unzip();
            let scene = scene.as_ref();
            let (file, more) = mappings.unzip();
            let more = more.unwrap_or_default();
            let path = path.map(PathBuf::from);
            let in_scene = |why| refused(path.as_ref(), &why);
            if let Some(scene) = scene {
                scene.add_sounds(dispatcher).map_err(in_scene)?;
            }
            if place.is_some() || distance.is_some() {
                let controls = &mut dispatcher.address_space.controls;
                let (place, distance) =
                    (place.unwrap_or(controls.place().0), distance.unwrap_or(controls.place().1));
                controls
                    .set_place(place, distance, 0)
                    .map_err(|why| format!("`--place {}`: {why}", place.name()))?;
            }
            for named in &presets {
                add(dispatcher, named)?;
            }
            // Mappings and scores follow after all sounds, because they may address any sound.
            if let Some(scene) = scene {
                scene.install_mappings(dispatcher, &more).map_err(in_scene)?;
            }
            for named in &presets {
                add_knobs(dispatcher, named)?;
            }
            dispatcher.add_mappings(&more, scene).map_err(|why| refused(file.as_ref(), &why))?;
            if let Some(path) = path.or(file) {
                dispatcher.set_save_file(path, scene);
            }
            Ok(())
        });
        setup
    }
}

/// Returns the maximum number of sounds that a scene plays at once. A rack counts one per sounding key.
fn slots(scene: &LiveScene) -> usize {
    let sounds = scene.sounds.iter();
    sounds.map(|placed| placed.keys.as_ref().map_or(1, |keys| keys.most)).sum()
}

fn add(dispatcher: &mut Dispatcher, named: &Named) -> Result<(), String> {
    let Named { name, preset, keys } = named;
    check_name(name).map_err(|why| format!("{why}."))?;
    let refused = |why: &dyn core::fmt::Display| format!("`{name}`: {why}");
    let Some(Keys { channel }) = *keys else {
        let added = dispatcher.add_preset(name, preset, Loudness::default(), 0);
        return added.map(|_| ()).map_err(|why| refused(&why));
    };
    let Preset { sound, score, seed, loudness, .. } = preset;
    let mut rack = Rack::new(name, &**sound, score, *seed, DEFAULT_VOICES);
    rack.loudness = *loudness;
    rack.channel = channel;
    dispatcher.add_rack(rack, 0).map_err(|why| refused(&why))
}

/// Adds the standard mappings of MIDI controllers to a sound with keyboard control.
fn add_knobs(dispatcher: &mut Dispatcher, named: &Named) -> Result<(), String> {
    let Some(Keys { channel }) = named.keys else {
        return Ok(());
    };
    for knob in standard::knobs(&named.name, &*named.preset.sound, channel) {
        if !dispatcher.mappings.add(knob) {
            return Err(format!(
                "the controls of `{}` cannot be mapped: there are already {MAX_MAPPINGS} mappings, the maximum",
                named.name
            ));
        }
    }
    Ok(())
}

fn refused(file: Option<&PathBuf>, why: &dyn core::fmt::Display) -> String {
    let name = file.map_or_else(String::new, |path| path.display().to_string());
    format!("`{name}`: {why}")
}

#[cfg(test)]
mod tests {
    use super::short_name;

    #[test]
    fn the_short_name_of_a_preset_is_its_noun() {
        for (slug, word) in [
            ("espresso-cup-set-down-on-marble", "cup"),
            ("a-clap-in-a-tiled-bathroom", "clap"),
            ("beer-can-crushed-in-a-fist", "can"),
            ("v8-waiting-at-the-lights", "v8"),
            ("bowed-saw", "saw"),
            ("brick", "brick"),
            ("größe", "gre"),
            ("", "sound"),
        ] {
            assert_eq!(short_name(slug), word, "{slug}");
        }
    }
}

//! Lookup of addresses: lists, patterns, suggestions.

use super::entry::{HEARS, METER, STRIP, read_strip};
use super::{
    AddressSpace, Entry, EntryKind, MessageError, SoundTarget, engine_request, pattern, sound_target, split,
};
use foley_engine::{ChannelStrip, Instance};
use foley_params::words::{excerpt, nearest};
use foley_sound::{Sound, ValueForm, Vocabulary};
use std::collections::HashMap;

/// Maximum length of an OSC address pattern \[bytes\].
const MAX_PATTERN_LENGTH: usize = 128;
/// Maximum number of addresses that an OSC pattern may match.
const MAX_MEANT: usize = 256;
/// Number of addresses suggested for an address that is only the name of a sound.
const MAX_SHOWN: usize = 3;
/// Maximum number of unknown names per second of engine time that get suggestions; finding suggestions takes
/// time.
const MAX_SLIPS: u32 = 100;

impl AddressSpace {
    /// Lists every address of the engine.
    pub fn entries(&self) -> Vec<Entry> {
        let mut all = self.whole_entries();
        for (_, instance) in self.controls.instances() {
            all.extend(entries_of(instance));
        }
        all
    }

    /// Lists every address of one sound, or of `foley`.
    pub fn entries_of(&self, name: &str) -> Vec<Entry> {
        if name == "foley" {
            return self.whole_entries();
        }
        let found = self.called(name);
        found.map_or_else(Vec::new, |(_, instance)| entries_of(instance).collect())
    }

    /// Lists all addresses that match an OSC pattern, such as `/cup*/strike` or `/{cup,pan}/mixer/gain`.
    ///
    /// # Errors
    /// If no address matches, too many match, or the pattern is too long.
    pub fn matching(&self, pattern: &str) -> Result<Vec<String>, MessageError> {
        matching(pattern, self.names())
    }

    /// Returns the names of all instances, each with its sound.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, &dyn Sound)> {
        let all = self.controls.instances();
        all.map(|(_, instance)| (&*instance.name, &*instance.sound))
    }

    /// Returns the error for an unknown address. The error suggests similar addresses of the same sound, or
    /// of sounds with similar names.
    pub(crate) fn no_such(&mut self, address: &str, at: u64) -> MessageError {
        let near = if self.may_suggest(at) { similar(address, self.names()) } else { Vec::new() };
        MessageError::UnknownAddress { address: excerpt(address), nearest: near }
    }

    /// Returns whether one more unknown name may get suggestions within the limit of [`MAX_SLIPS`].
    pub(super) fn may_suggest(&mut self, at: u64) -> bool {
        let second = at / (self.controls.rate() as u64).max(1);
        if self.slips.0 != second {
            self.slips = (second, 0);
        }
        self.slips.1 += 1;
        self.slips.1 <= MAX_SLIPS
    }
}

/// Lists all addresses of `sounds` and of `foley` that match a pattern.
pub(crate) fn matching<'a>(
    pattern: &str,
    sounds: impl Iterator<Item = (&'a str, &'a dyn Sound)>,
) -> Result<Vec<String>, MessageError> {
    if pattern.len() > MAX_PATTERN_LENGTH {
        return Err(MessageError::TooLong {
            what: "a pattern",
            length: pattern.len(),
            most: MAX_PATTERN_LENGTH,
        });
    }
    let (first, rest) = split(pattern).unwrap_or((pattern, ""));
    let mut found = Vec::new();
    if pattern::matches_words(first, "foley") {
        let engine_request = engine_request::words();
        let fitting = engine_request.filter(|(_, info)| pattern::matches_words(rest, info.id));
        found.extend(fitting.map(|(_, info)| format!("/foley/{}", info.id)));
    }
    // Sounds of one model share their words.
    let mut known: HashMap<&str, Vec<String>> = HashMap::new();
    for (name, sound) in sounds {
        if !pattern::matches_words(first, name) {
            continue;
        }
        let words = known.entry(sound.info().name).or_insert_with(|| {
            let all = words_of(sound);
            all.filter(|word| pattern::matches_words(rest, word)).collect()
        });
        found.extend(words.iter().map(|word| format!("/{name}/{word}")));
    }
    match found.len() {
        0 => Err(MessageError::UnknownAddress { address: excerpt(pattern), nearest: Vec::new() }),
        many if many > MAX_MEANT => {
            Err(MessageError::TooManyMatches { pattern: excerpt(pattern), found: many, most: MAX_MEANT })
        }
        _ => Ok(found),
    }
}

/// Returns existing addresses that are similar to an unknown one.
pub(crate) fn similar<'a>(
    address: &str,
    sounds: impl Iterator<Item = (&'a str, &'a dyn Sound)>,
) -> Vec<String> {
    let bare = address.strip_prefix('/').unwrap_or(address);
    let (name, rest) = split(address).unwrap_or((bare, ""));
    let behind = |name: &str, words: Vec<String>| {
        let all = words.into_iter();
        all.map(|word| format!("/{name}/{word}")).collect()
    };
    if name == "foley" {
        let words = engine_request::words().map(|(_, info)| info.id.to_owned());
        return behind(name, near(rest, words));
    }
    let sounds: Vec<_> = sounds.collect();
    let Some(&(_, sound)) = sounds.iter().find(|(other, _)| *other == name) else {
        let names: Vec<&str> = sounds.iter().map(|(name, _)| *name).collect();
        let meant = nearest(name, &names).into_iter();
        return meant
            .filter_map(|meant| {
                let &(_, sound) = sounds.iter().find(|(other, _)| *other == meant)?;
                let word = match sound_target(sound, rest) {
                    Some(_) => rest.to_owned(),
                    None => near(rest, words_of(sound)).into_iter().chain(words_of(sound)).next()?,
                };
                Some(format!("/{meant}/{word}"))
            })
            .collect();
    };
    if rest.is_empty() {
        return behind(name, words_of(sound).take(MAX_SHOWN).collect());
    }
    let meanings = Vocabulary::of(sound).meanings(rest).into_iter().map(|name| name.replace('.', "/"));
    let meanings: Vec<String> = meanings.collect();
    if !meanings.is_empty() {
        return behind(name, meanings);
    }
    behind(name, near(rest, words_of(sound)))
}

/// Returns those of `words` whose spelling is similar to that of `word`.
fn near(word: &str, words: impl Iterator<Item = String>) -> Vec<String> {
    let words: Vec<String> = words.collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    nearest(word, &words).into_iter().map(str::to_owned).collect()
}

/// Lists the addresses that a sound of that name has, gestures first.
pub fn addresses_of(name: &str, sound: &dyn Sound) -> Vec<String> {
    let words = words_of(sound);
    words.map(|word| format!("/{name}/{word}")).collect()
}

/// Lists the words that may follow a sound's name in an address, gestures first.
fn words_of(sound: &dyn Sound) -> impl Iterator<Item = String> {
    let words = Vocabulary::of(sound).names().iter().map(|(name, _)| name.replace('.', "/"));
    let strip = STRIP.iter().map(|info| format!("mixer/{}", info.id));
    let hears = sound.takes_input().then(|| "hears".to_owned());
    words.chain(strip).chain(["meter".to_owned()]).chain(hears)
}

/// Describes every address of a sound with this name and channel strip.
pub(crate) fn entries(name: &str, sound: &dyn Sound, strip: &ChannelStrip) -> impl Iterator<Item = Entry> {
    words_of(sound).filter_map(move |word| {
        let (kind, info, value) = match sound_target(sound, &word)? {
            SoundTarget::Gesture(info, _) => (EntryKind::Gesture, info, None),
            SoundTarget::Value(_, at, ValueForm::Si) => (EntryKind::Value, at.info, Some(at.get(sound))),
            SoundTarget::Value(_, at, ValueForm::Handle) => {
                let position = at.info.to_handle(at.get(sound));
                (EntryKind::Handle, at.info, Some(position))
            }
            SoundTarget::Strip(info) => {
                let value = read_strip(strip, info.id);
                (EntryKind::Mixer, *info, Some(value))
            }
            SoundTarget::Meter => (EntryKind::Asked, METER, None),
            SoundTarget::Hears => (EntryKind::Named, HEARS, None),
        };
        Some(Entry { address: format!("/{name}/{word}"), kind, info, value })
    })
}

fn entries_of(instance: &Instance) -> impl Iterator<Item = Entry> {
    entries(&instance.name, &*instance.sound, &instance.strip)
}

//! What there is, and what somebody may have meant.

use super::entry::{HEARS, METER, STRIP, read_strip};
use super::words::{Meaning, Words};
use super::{Entry, Kind, World, Wrong, pattern, split, whole};
use foley_engine::Instance;
use foley_params::Info;
use foley_params::words::{excerpt, nearest};
use std::collections::HashMap;

/// Longest pattern that is compared with addresses.
const LONGEST_PATTERN: usize = 128;
/// Most addresses that one pattern may mean.
const MOST_MEANT: usize = 256;
/// Spelling mistakes that are thought about in a second of sound: each takes a while.
const MOST_SLIPS: u32 = 100;

impl World {
    /// Every address there is.
    pub fn entries(&self) -> Vec<Entry> {
        let mut all = self.whole_entries();
        for (_, it) in self.controls.instances() {
            all.extend(entries(it));
        }
        all
    }

    /// Every address that begins with that name.
    pub fn entries_of(&self, name: &str) -> Vec<Entry> {
        if name == "foley" {
            return self.whole_entries();
        }
        let it = self.called(name);
        it.map_or_else(Vec::new, |(_, it)| entries(it).collect())
    }

    /// All addresses that a pattern of OSC stands for: `/cup*/strike`, `/{cup,pan}/mixer/gain`.
    ///
    /// # Errors
    /// If there is none, it is too long, or it stands for too many.
    pub fn meant(&mut self, pattern: &str, at: u64) -> Result<Vec<String>, Wrong> {
        if pattern.len() > LONGEST_PATTERN {
            return Err(Wrong::TooLong {
                what: "a pattern",
                length: pattern.len(),
                most: LONGEST_PATTERN,
            });
        }
        let Some((first, rest)) = split(pattern) else {
            return Err(self.no_such(pattern, at));
        };
        let mut found = Vec::new();
        if pattern::stands_for(first, "foley") {
            let whole = whole::words();
            let fitting = whole.filter(|(_, info)| pattern::stands_for(rest, info.id));
            found.extend(fitting.map(|(_, info)| format!("/foley/{}", info.id)));
        }
        // Sounds of one model have the same words.
        let mut known: HashMap<&str, Vec<String>> = HashMap::new();
        for (_, it) in self.controls.instances() {
            if !pattern::stands_for(first, &it.name) {
                continue;
            }
            let words = known.entry(it.sound.about().name).or_insert_with(|| {
                let all = shown(it).map(|(word, ..)| word);
                all.filter(|word| pattern::stands_for(rest, word)).collect()
            });
            found.extend(words.iter().map(|word| format!("/{}/{word}", it.name)));
        }
        match found.len() {
            0 => Err(Wrong::NoSuch {
                address: excerpt(pattern),
                nearest: Vec::new(),
            }),
            many if many > MOST_MEANT => Err(Wrong::TooMany {
                pattern: excerpt(pattern),
                found: many,
                most: MOST_MEANT,
            }),
            _ => Ok(found),
        }
    }

    /// That nothing has an address, with those that are spelt alike: among those of the sound that it names, or the names of all sounds.
    pub(crate) fn no_such(&mut self, address: &str, at: u64) -> Wrong {
        let near = if self.may_think(at) {
            self.alike(address)
        } else {
            Vec::new()
        };
        Wrong::NoSuch {
            address: excerpt(address),
            nearest: near,
        }
    }

    /// Whether there is time to think of what somebody may have meant.
    pub(super) fn may_think(&mut self, at: u64) -> bool {
        let second = at / (self.controls.rate() as u64).max(1);
        if self.slips.0 != second {
            self.slips = (second, 0);
        }
        self.slips.1 += 1;
        self.slips.1 <= MOST_SLIPS
    }

    fn alike(&self, address: &str) -> Vec<String> {
        let (name, rest) = split(address).unwrap_or((address, ""));
        if name == "foley" {
            let words: Vec<&str> = whole::words().map(|(_, info)| info.id).collect();
            let near = nearest(rest, &words);
            return near
                .into_iter()
                .map(|word| format!("/foley/{word}"))
                .collect();
        }
        let Some((_, it)) = self.called(name) else {
            let names: Vec<&str> = self.controls.instances().map(|(_, it)| &*it.name).collect();
            let near = nearest(name, &names);
            return near
                .into_iter()
                .map(|name| format!("/{name}/{}", excerpt(rest)))
                .collect();
        };
        let meanings: Vec<String> = Words::of(&*it.sound).meanings(rest).collect();
        if !meanings.is_empty() {
            let meanings = meanings.into_iter();
            return meanings.map(|word| format!("/{name}/{word}")).collect();
        }
        let words: Vec<String> = shown(it).map(|(word, ..)| word).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let near = nearest(rest, &words);
        near.into_iter()
            .map(|word| format!("/{name}/{word}"))
            .collect()
    }
}

/// Everything that can be said to a sound: after its name, what it is, its declaration, its value.
fn shown(it: &Instance) -> impl Iterator<Item = (String, Kind, Info, Option<f64>)> {
    let words = Words::of(&*it.sound);
    let own = words.shown.iter().filter_map(|(word, meaning)| {
        let (kind, info, value) = match *meaning {
            Meaning::Gesture(index) => (Kind::Gesture, *it.sound.gestures().get(index)?, None),
            Meaning::Value(index) => {
                let at = words.addresses.get(index)?;
                (Kind::Value, at.info, Some(at.get(&*it.sound)))
            }
            Meaning::Handle(index) => {
                let at = words.addresses.get(index)?;
                let position = at.info.to_handle(at.get(&*it.sound));
                (Kind::Handle, at.info, Some(position))
            }
        };
        Some((word.clone(), kind, info, value))
    });
    let strip = STRIP.iter().map(|&info| {
        let value = read_strip(&it.strip, info.id);
        (format!("mixer/{}", info.id), Kind::Mixer, info, Some(value))
    });
    let meter = ("meter".to_owned(), Kind::Asked, METER, None);
    let hears = ("hears".to_owned(), Kind::Named, HEARS, None);
    let hears = it.sound.listens().then_some(hears);
    own.chain(strip).chain([meter]).chain(hears)
}

fn entries(it: &Instance) -> impl Iterator<Item = Entry> {
    shown(it).map(|(word, kind, info, value)| Entry {
        address: format!("/{}/{word}", it.name),
        kind,
        info,
        value,
    })
}

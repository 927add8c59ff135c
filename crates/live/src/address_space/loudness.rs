//! Loudness factors of presets: from a table for built-in sounds, measured once for the user's presets.
//!
//! A measurement renders the first second of a sound and takes about 10 ms. Measuring with the dispatcher
//! locked would delay all other senders, and interrupt the sound of a page. So built-in factors come from a
//! table, and servers measure user presets before they lock the dispatcher.
//!
//! Each line of the table is one sound: the factors \[1\] that bring the peak of its first second to full
//! scale at each of [`RATES`], then `model` or `preset`, then its name. Random events differ at other
//! sample rates; there the factor is measured. Write the table with
//!
//! ```sh
//! cargo run --release -p foley-live --example loudness_table > crates/live/src/address_space/loudness.txt
//! ```
//!
//! `cargo test -p foley-live --test loudness_table` fails when the table is out of date.

use super::UserPresets;
use foley_catalogue::{Origin, ResolvedSound, resolve_sound};
use foley_engine::Loudness;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Sample rates of the table \[Hz\].
pub const RATES: [f64; 2] = [44_100.0, 48_000.0];

const TABLE: &str = include_str!("loudness.txt");

/// Key of a loudness factor: the origin of a sound, and its preset slug or model name.
pub(super) type Key = (Origin, String);

/// Returns the key under which the loudness of a resolved sound is stored.
pub(super) fn key(sound: &ResolvedSound) -> Key {
    let name = match sound.origin {
        Origin::Model => sound.preset.model().to_owned(),
        Origin::User | Origin::BuiltIn => sound.preset.slug(),
    };
    (sound.origin, name)
}

fn table() -> &'static HashMap<Key, [f64; RATES.len()]> {
    static READ: OnceLock<HashMap<Key, [f64; RATES.len()]>> = OnceLock::new();
    READ.get_or_init(|| TABLE.lines().filter_map(parse_line).collect())
}

fn parse_line(line: &str) -> Option<(Key, [f64; RATES.len()])> {
    let mut words = line.split(' ');
    let mut factors = [0.0; RATES.len()];
    for factor in &mut factors {
        *factor = words.next()?.parse().ok()?;
    }
    let origin = match words.next()? {
        "model" => Origin::Model,
        "preset" => Origin::BuiltIn,
        _ => return None,
    };
    Some(((origin, words.next()?.to_owned()), factors))
}

/// Returns the default loudness of a built-in sound at `rate` \[Hz\]; `None` if the table has no such entry.
fn table_loudness(key: &Key, rate: f64) -> Option<Loudness> {
    let column = RATES.iter().position(|&column| column == rate)?;
    let full_scale = *table().get(key)?.get(column)?;
    Some(match Loudness::default() {
        Loudness::Peak(peak) => Loudness::Factor(peak * full_scale),
        factor @ Loudness::Factor(_) => factor,
    })
}

/// Lists the entries of the table: a key such as `model impact` or `preset bowed-saw`, and the factors at
/// [`RATES`] \[1\].
pub fn loudness_table() -> impl Iterator<Item = (String, [f64; RATES.len()])> {
    table().iter().map(|((origin, name), &factors)| {
        let kind = if *origin == Origin::Model { "model" } else { "preset" };
        (format!("{kind} {name}"), factors)
    })
}

/// The loudness factors from SI units to full scale that were measured so far. Clones share the factors.
#[derive(Clone, Debug, Default)]
pub struct LoudnessCache {
    rate: f64,
    user_presets: UserPresets,
    factors: Arc<Mutex<HashMap<Key, f64>>>,
}

impl LoudnessCache {
    pub(super) fn new(rate: f64) -> Self {
        Self { rate, ..Self::default() }
    }

    /// Returns a cache that shares these factors and also finds the names of `user_presets`.
    pub(super) fn with(&self, user_presets: &UserPresets) -> Self {
        Self { user_presets: user_presets.clone(), ..self.clone() }
    }

    fn factors(&self) -> MutexGuard<'_, HashMap<Key, f64>> {
        // The map is consistent between two calls, even after a panic elsewhere.
        self.factors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Measures the preset or model called `name` unless its factor is known. Takes about 10 ms and holds no
    /// lock meanwhile. Ignores an unknown name; adding a sound of that name reports the error.
    pub fn measure(&self, name: &str) {
        let Ok(sound) = resolve_sound(name, self.user_presets.all()) else {
            return;
        };
        let key = key(&sound);
        if table_loudness(&key, self.rate).is_some() || self.factors().contains_key(&key) {
            return;
        }
        let preset = &sound.preset;
        let factor = Loudness::default().factor(&*preset.sound, &preset.score, self.rate, preset.seed);
        if let Ok(factor) = factor {
            self.factors().insert(key, factor);
        }
    }

    /// Returns the number of measured sounds.
    pub fn count(&self) -> usize {
        self.factors().len()
    }

    /// Returns the loudness from the table or the cache; otherwise the default, which the engine measures.
    pub(super) fn loudness(&self, key: &Key) -> Loudness {
        let measured = || self.factors().get(key).copied().map(Loudness::Factor);
        table_loudness(key, self.rate).or_else(measured).unwrap_or_default()
    }

    pub(super) fn store(&self, key: Key, factor: f64) {
        self.factors().insert(key, factor);
    }
}

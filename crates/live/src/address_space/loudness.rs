//! How loud a preset must be made: known beforehand ([`factors`](super::factors)), or, for one's own,
//! listened for once. That takes as long as rendering its opening, some 10 ms, and nobody else can say
//! anything while the desk is held: so whoever is about to add a sound listens first, and holds the desk
//! then.

use super::engine_request::{Kept, known};
use super::{Key, UserPresets, factors};
use foley_engine::Loudness;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// From SI to full scale, for every preset that was ever listened to.
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

    /// The same, for who has presets of his own.
    pub(super) fn with(&self, user_presets: &UserPresets) -> Self {
        Self { user_presets: user_presets.clone(), ..self.clone() }
    }

    fn factors(&self) -> MutexGuard<'_, HashMap<Key, f64>> {
        // Whole between two calls, whoever panicked.
        self.factors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Listens to the preset or model of that name, unless that was done before; one that is not there is
    /// left to who adds it. Takes a while, and holds nothing meanwhile.
    pub fn measure(&self, name: &str) {
        let Ok(Some(kept)) = known(&self.user_presets, name) else {
            return;
        };
        if factors::loudness(&kept.key, self.rate).is_some() || self.factors().contains_key(&kept.key) {
            return;
        }
        let Kept { key, preset } = kept;
        let factor = Loudness::default().factor(&*preset.sound, &preset.score, self.rate, preset.seed);
        if let Ok(factor) = factor {
            self.factors().insert(key, factor);
        }
    }

    /// How many it has listened to.
    pub fn count(&self) -> usize {
        self.factors().len()
    }

    /// How loud it is made: as is known or was found before, or listened for now.
    pub(super) fn loudness(&self, key: &Key) -> Loudness {
        let found = || self.factors().get(key).copied().map(Loudness::Factor);
        let known = factors::loudness(key, self.rate);
        known.or_else(found).unwrap_or_default()
    }

    pub(super) fn remember(&self, key: Key, factor: f64) {
        self.factors().insert(key, factor);
    }
}

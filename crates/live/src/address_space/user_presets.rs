//! One's own presets: they go by name like what Foley comes with, and come first.

use foley_catalogue::preset::{Preset, slug};
use std::collections::HashMap;
use std::sync::Arc;

/// One's own presets, read before anything plays: nobody who names one makes a file be opened.
#[derive(Clone, Debug, Default)]
pub struct UserPresets(Arc<HashMap<String, Preset>>);

impl UserPresets {
    /// These; of two with one name, the first.
    pub fn new(presets: impl IntoIterator<Item = Preset>) -> Self {
        let mut all = HashMap::new();
        for preset in presets {
            all.entry(preset.slug()).or_insert(preset);
        }
        Self(Arc::new(all))
    }

    /// The one of that name, in any case, with spaces or hyphens.
    pub fn named(&self, name: &str) -> Option<&Preset> {
        self.0.get(&slug(name))
    }
}

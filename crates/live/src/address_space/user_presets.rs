//! The user's own presets, found by name before the built-in ones.

use foley_catalogue::preset::Preset;
use std::collections::HashSet;
use std::sync::Arc;

/// Presets of the user, read before playback starts: no message opens a file. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct UserPresets(Arc<[Preset]>);

impl UserPresets {
    /// Keeps the first preset of each slug.
    pub fn new(presets: impl IntoIterator<Item = Preset>) -> Self {
        let mut slugs = HashSet::new();
        Self(presets.into_iter().filter(|preset| slugs.insert(preset.slug())).collect())
    }

    /// All presets, for [`foley_catalogue::resolve_sound`].
    pub fn all(&self) -> &[Preset] {
        &self.0
    }
}

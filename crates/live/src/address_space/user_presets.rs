//! The user's own presets, found by name before the built-in ones.

use foley_catalogue::preset::Preset;
use std::collections::HashSet;
use std::sync::Arc;

/// Presets of the user, read from files before playback starts, so that handling a message never opens a
/// file. Clones share the presets.
#[derive(Clone, Debug, Default)]
pub struct UserPresets(Arc<[Preset]>);

impl UserPresets {
    /// Makes the list of the user's presets. Of several presets with one slug, the first is kept.
    pub fn new(presets: impl IntoIterator<Item = Preset>) -> Self {
        let mut slugs = HashSet::new();
        Self(presets.into_iter().filter(|preset| slugs.insert(preset.slug())).collect())
    }

    /// Returns all presets of the user, for [`foley_catalogue::resolve_sound`].
    pub fn all(&self) -> &[Preset] {
        &self.0
    }
}

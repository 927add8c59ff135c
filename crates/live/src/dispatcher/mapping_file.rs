//! Reads mappings from files and saves mappings. Before saving, the text is read back and checked against the
//! sounds present at the start, so that the file loads again. Mappings to later sounds, and controls that no
//! file can name, are errors.

use super::Dispatcher;
use crate::address_space::{Answer, MessageError, UserPresets};
use crate::mapping::file;
use crate::mapping::{MAX_MAPPINGS, Mapping, Mappings};
use crate::scene_file::LiveScene;
use crate::score_check::{InitialSounds, ScoreCheck, document_error};
use foley_document::DocumentError;
use std::path::PathBuf;

/// The file that `/foley/save` writes.
#[derive(Debug)]
pub(super) struct MappingFile {
    path: PathBuf,
    /// Whether the file is a live scene; otherwise the file holds mappings alone.
    scene: bool,
    /// Sounds that were present at the start and are not in the saved file.
    beside: InitialSounds,
}

impl Dispatcher {
    /// Sets the file of `/foley/save`: the file of a scene that was set up, or a mapping file. The sounds
    /// that exist now count as present whenever the file is loaded again.
    pub fn set_save_file(&mut self, path: PathBuf, scene: Option<&LiveScene>) {
        let all = InitialSounds::on(self);
        self.file = Some(MappingFile {
            path,
            scene: scene.is_some(),
            beside: match scene {
                Some(scene) => all.without(scene),
                None => all,
            },
        });
    }

    /// Adds mappings from a separate file. Their targets must be sounds that exist now or that the score of
    /// the scene adds. If a scene is open, these mappings are not saved.
    ///
    /// # Errors
    /// If a mapping has an unknown address, or there are too many mappings.
    pub fn add_mappings(&mut self, file: &[Mapping], scene: Option<&LiveScene>) -> Result<(), DocumentError> {
        let initial = InitialSounds::on(self);
        let mut check = ScoreCheck::new(&initial, &self.address_space.user_presets);
        if let Some(scene) = scene {
            let all = [&scene.mappings, file].concat();
            let rate = self.address_space.controls.rate();
            check.score(&scene.score, &Mappings::new(all, rate))?;
        }
        check.mappings(file)?;
        for (index, mapping) in file.iter().enumerate() {
            let mapping = mapping.clone();
            let added = self.mappings.add(match scene {
                Some(_) => mapping.unsaved(),
                None => mapping,
            });
            if !added {
                let why = format!("there are too many mappings: the maximum is {MAX_MAPPINGS}.");
                return Err(document_error(format!("mappings[{index}]"), &why));
            }
        }
        Ok(())
    }

    pub(super) fn save(&self) -> Result<Answer, MessageError> {
        let Some(keeping) = &self.file else {
            return Err(MessageError::NotSaved(
                "no file was given at the start (`--mappings` or `--scene`)".to_owned(),
            ));
        };
        let saved: Vec<Mapping> = self.mappings.saved().cloned().collect();
        let judge = |text: &str| keeping.judge(text, &self.mappings, &self.address_space.user_presets);
        file::save(&keeping.path, &saved, judge).map_err(MessageError::NotSaved)?;
        Ok(Answer::Done)
    }
}

impl MappingFile {
    /// Checks that the text of the file would load again with these mappings and presets.
    fn judge(&self, text: &str, all: &Mappings, user_presets: &UserPresets) -> Result<(), DocumentError> {
        let judged = if self.scene {
            LiveScene::read_with(text, user_presets)
                .and_then(|scene| self.beside.judge(&scene, all, user_presets))
        } else {
            file::read(text).and_then(|list| ScoreCheck::new(&self.beside, user_presets).mappings(&list))
        };
        judged.map_err(|why| {
            let place = why.place.clone();
            document_error(
                place,
                &format!(
                    "{} Saved mappings may only use sounds that are present at the start; `/foley/forget` removes a mapping.",
                    why.kind
                ),
            )
        })
    }
}

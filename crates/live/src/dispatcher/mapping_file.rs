//! What controls mean, from files and into them. What is written is read back and judged first, by who was
//! there at the beginning: so it loads when the same is begun again. Sounds that came later, and controls
//! that no file can name, are told to who wants to save them.

use super::Dispatcher;
use crate::address_space::{Answer, MessageError, UserPresets};
use crate::mapping::file;
use crate::mapping::{MAX_MAPPINGS, Mapping, Mappings};
use crate::scene_file::LiveScene;
use crate::score_check::{InitialSounds, ScoreCheck, says};
use foley_document::DocumentError;
use std::path::PathBuf;

/// A file for mappings.
#[derive(Debug)]
pub(super) struct MappingFile {
    path: PathBuf,
    /// It is a live scene; else mappings alone.
    scene: bool,
    /// Who is there at the beginning beside the sounds of the file.
    beside: InitialSounds,
}

impl Dispatcher {
    /// From now on `/foley/save` writes into this file: a scene that was set up, or mappings alone. Who is
    /// there now is taken to be there whenever it is read again.
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

    /// Adds the mappings of a file of their own, judged by who is on the desk, or whom the score of a scene
    /// that was arranged ever makes. Beside a scene, which is what is saved then, they are not saved.
    ///
    /// # Errors
    /// If one speaks to nobody, or there is no room for it.
    pub fn add_mappings(&mut self, file: &[Mapping], scene: Option<&LiveScene>) -> Result<(), DocumentError> {
        let cast = InitialSounds::on(self);
        let mut rehearsal = ScoreCheck::new(&cast, &self.address_space.user_presets);
        if let Some(scene) = scene {
            let all = [&scene.mappings, file].concat();
            let rate = self.address_space.controls.rate();
            rehearsal.score(&scene.score, &Mappings::new(all, rate))?;
        }
        rehearsal.mappings(file)?;
        for (index, mapping) in file.iter().enumerate() {
            let mapping = mapping.clone();
            let added = self.mappings.add(match scene {
                Some(_) => mapping.unsaved(),
                None => mapping,
            });
            if !added {
                let why = format!("there is room for {MAX_MAPPINGS} mappings in all.");
                return Err(says(format!("mappings[{index}]"), &why));
            }
        }
        Ok(())
    }

    pub(super) fn save(&self) -> Result<Answer, MessageError> {
        let Some(keeping) = &self.file else {
            return Err(MessageError::Unsaved(
                "no file was named when this began (`--mappings` or `--scene`), and none is written"
                    .to_owned(),
            ));
        };
        let saved: Vec<Mapping> = self.mappings.saved().cloned().collect();
        let judge = |text: &str| keeping.judge(text, &self.mappings, &self.address_space.user_presets);
        file::save(&keeping.path, &saved, judge).map_err(MessageError::Unsaved)?;
        Ok(Answer::Done)
    }
}

impl MappingFile {
    /// Whether it would load again.
    fn judge(&self, text: &str, all: &Mappings, user_presets: &UserPresets) -> Result<(), DocumentError> {
        let judged = if self.scene {
            LiveScene::read_with(text, user_presets)
                .and_then(|scene| self.beside.judge(&scene, all, user_presets))
        } else {
            file::read(text).and_then(|list| ScoreCheck::new(&self.beside, user_presets).mappings(&list))
        };
        judged.map_err(|why| {
            let place = why.place.clone();
            says(
                place,
                &format!(
                    "{} It must load with the sounds that were there at the beginning; `/foley/forget` takes a mapping away.",
                    why.kind
                ),
            )
        })
    }
}

//! What controls mean, from files and into them. What is written is read back and judged first, by who was
//! there at the beginning: so it loads when the same is begun again. Sounds that came later, and controls
//! that no file can name, are told to who wants to save them.

use super::Desk;
use crate::mapping::file;
use crate::mapping::{MOST_MAPPINGS, Mapping, Mappings};
use crate::rehearsal::{Cast, Rehearsal, says};
use crate::scene_file::LiveScene;
use crate::world::{Answer, Own, Wrong};
use foley_document::DocumentError;
use std::path::PathBuf;

/// A file for mappings.
#[derive(Debug)]
pub(super) struct Keeping {
    path: PathBuf,
    /// It is a live scene; else mappings alone.
    scene: bool,
    /// Who is there at the beginning beside the sounds of the file.
    beside: Cast,
}

impl Desk {
    /// From now on `/foley/save` writes into this file: a scene that was set up, or mappings alone. Who is
    /// there now is taken to be there whenever it is read again.
    pub fn keep_in(&mut self, path: PathBuf, scene: Option<&LiveScene>) {
        let all = Cast::on(self);
        self.file = Some(Keeping {
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
    pub fn map(&mut self, file: &[Mapping], scene: Option<&LiveScene>) -> Result<(), DocumentError> {
        let cast = Cast::on(self);
        let mut rehearsal = Rehearsal::new(&cast, &self.world.own);
        if let Some(scene) = scene {
            let all = [&scene.mappings, file].concat();
            let rate = self.world.controls.rate();
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
                let why = format!("there is room for {MOST_MAPPINGS} mappings in all.");
                return Err(says(format!("mappings[{index}]"), &why));
            }
        }
        Ok(())
    }

    pub(super) fn save(&self) -> Result<Answer, Wrong> {
        let Some(keeping) = &self.file else {
            return Err(Wrong::Unsaved(
                "no file was named when this began (`--mappings` or `--scene`), and none is written"
                    .to_owned(),
            ));
        };
        let saved: Vec<Mapping> = self.mappings.saved().cloned().collect();
        let judge = |text: &str| keeping.judge(text, &self.mappings, &self.world.own);
        file::save(&keeping.path, &saved, judge).map_err(Wrong::Unsaved)?;
        Ok(Answer::Done)
    }
}

impl Keeping {
    /// Whether it would load again.
    fn judge(&self, text: &str, all: &Mappings, own: &Own) -> Result<(), DocumentError> {
        let judged = if self.scene {
            LiveScene::read_with(text, own).and_then(|scene| self.beside.judge(&scene, all, own))
        } else {
            file::read(text).and_then(|list| Rehearsal::new(&self.beside, own).mappings(&list))
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

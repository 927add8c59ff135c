//! What goes on inside the sound that is watched: its measurements, sample by sample, and where its energy
//! is.

use super::Studio;
use crate::request::{Wrong, maybe};
use foley_catalogue::describe::output_json;
use foley_engine::ProbeReader;
use foley_sound::BLOCK;
use serde_json::{Value, json};

/// How much of what is measured is kept until somebody looks \[s\].
const PROBED: f64 = 0.5;
/// Blocks of a piece of it: 1024 frames.
const PIECE: usize = 16;

/// The sound whose measurements are led away.
#[derive(Debug)]
pub(super) struct Watched {
    pub(super) name: String,
    pub(super) model: &'static str,
    probed: ProbeReader,
}

impl Watched {
    /// So many blocks of what is there.
    fn piece(&mut self, blocks: usize) -> Option<Vec<u8>> {
        let rows = self.probed.outputs.len();
        let frames = blocks * BLOCK;
        let samples = self.probed.rows.read_chunk(frames * rows).ok()?;
        let samples: Vec<f32> = samples.into_iter().collect();
        let ledgers = self.probed.ledgers.read_chunk(blocks).ok()?;
        let ledger = ledgers.into_iter().last()?;
        let mut piece = Vec::with_capacity(8 + 4 * samples.len() + 48);
        piece.extend((frames as u32).to_le_bytes());
        piece.extend((rows as u32).to_le_bytes());
        for row in 0..rows {
            // They come block by block, a row of each.
            let blocks = samples.chunks_exact(BLOCK * rows);
            let of_row = blocks.filter_map(|block| block.chunks_exact(BLOCK).nth(row));
            piece.extend(of_row.flatten().flat_map(|sample| sample.to_le_bytes()));
        }
        let (a, b) =
            ([ledger.moving, ledger.stored, ledger.heat], [ledger.damped, ledger.work, ledger.control]);
        piece.extend(a.into_iter().chain(b).flat_map(f64::to_le_bytes));
        Some(piece)
    }
}

impl Studio {
    pub(super) fn watch(&mut self, request: &Value) -> Result<Value, Wrong> {
        let now = self.now();
        if let Some(before) = self.watched.take()
            && let Ok(slot) = self.address_space.controls.slot(&before.name)
        {
            self.address_space.controls.unprobe(slot, now).map_err(|why| why.to_string())?;
        }
        let Some(name) = maybe(request, "name") else {
            return Ok(json!({ "answer": "done", "outputs": [] }));
        };
        let name = name.as_str().ok_or("`name` must be a text")?;
        self.address_space.controls.slot(name).map_err(|why| why.to_string())?;
        self.look_inside(name);
        let outputs = self.watched.iter().flat_map(|it| &it.probed.outputs);
        let outputs: Vec<Value> = outputs.map(output_json).collect();
        Ok(json!({ "answer": "done", "outputs": outputs }))
    }

    /// Watches a sound, if there is one of that name.
    pub(super) fn look_inside(&mut self, name: &str) {
        if let Ok(probed) = self.probe(name) {
            let model = self.model_of(name);
            let name = name.to_owned();
            self.watched = Some(Watched { name, model, probed });
        }
    }

    fn model_of(&self, name: &str) -> &'static str {
        let mut all = self.address_space.controls.instances();
        let found = all.find(|(_, it)| it.name == name);
        found.map_or("", |(_, it)| it.sound.info().name)
    }

    fn probe(&mut self, name: &str) -> Result<ProbeReader, Wrong> {
        let (controls, now) = (&mut self.address_space.controls, self.renderer.now());
        let slot = controls.slot(name).map_err(|why| why.to_string())?;
        controls.probe(slot, PROBED, now).map_err(|why| why.to_string())
    }

    /// A piece of what the watched sound measures, if there is one: how many frames and rows (four bytes
    /// each, the lowest first), the rows, one after another, as `f32`, and where its energy is at the end, as
    /// `f64`: moving, stored, heat, damped, work, control \[J\].
    pub fn trace(&mut self) -> Option<Vec<u8>> {
        let watched = self.watched.as_mut()?;
        let (there, ended) = (watched.probed.ledgers.slots(), watched.probed.ended());
        if there == 0 && ended {
            // It has got another voice, or is gone.
            let name = watched.name.clone();
            self.watched = None;
            self.look_inside(&name);
            return None;
        }
        // The end of a sound that sleeps is not kept back.
        let slot = self.address_space.controls.slot(&watched.name);
        let asleep = slot.is_ok_and(|slot| self.address_space.controls.asleep(slot));
        if there == 0 || (there < PIECE && !asleep && !ended) {
            return None;
        }
        watched.piece(there.min(PIECE))
    }
}

//! Traces one sound: its measurements, sample by sample, and its energy balance.

use super::WorkletEngine;
use crate::request::{RequestError, maybe};
use foley_catalogue::describe::output_json;
use foley_engine::ProbeReader;
use foley_sound::BLOCK;
use serde_json::{Value, json};

/// Duration that the buffer of measurements holds \[s\].
const BUFFER_SECONDS: f64 = 0.5;
/// Number of blocks in a trace segment: 1024 frames.
const SEGMENT_BLOCKS: usize = 16;

/// The traced sound and the buffer of its measurements.
#[derive(Debug)]
pub(super) struct WatchedSound {
    pub(super) name: String,
    pub(super) model: &'static str,
    probed: ProbeReader,
}

impl WatchedSound {
    /// Serialises the next `blocks` blocks of measurements; `None` if the buffer holds fewer.
    fn segment(&mut self, blocks: usize) -> Option<Vec<u8>> {
        let rows = self.probed.outputs.len();
        let frames = blocks * BLOCK;
        let samples = self.probed.rows.read_chunk(frames * rows).ok()?;
        let samples: Vec<f32> = samples.into_iter().collect();
        let ledgers = self.probed.ledgers.read_chunk(blocks).ok()?;
        let ledger = ledgers.into_iter().last()?;
        let mut segment = Vec::with_capacity(8 + 4 * samples.len() + 56);
        segment.extend((frames as u32).to_le_bytes());
        segment.extend((rows as u32).to_le_bytes());
        for row in 0..rows {
            // The buffer holds blocks; each block holds its rows one after another.
            let blocks = samples.chunks_exact(BLOCK * rows);
            let of_row = blocks.filter_map(|block| block.chunks_exact(BLOCK).nth(row));
            segment.extend(of_row.flatten().flat_map(|sample| sample.to_le_bytes()));
        }
        // The page stacks the layers, so that sound is not part of the damping here.
        let damped = ledger.damped - ledger.radiated;
        let left = [ledger.moving, ledger.stored, ledger.heat, damped, ledger.radiated];
        let supplied = [ledger.work, ledger.control];
        segment.extend(left.into_iter().chain(supplied).flat_map(f64::to_le_bytes));
        Some(segment)
    }
}

impl WorkletEngine {
    pub(super) fn watch(&mut self, request: &Value) -> Result<Value, RequestError> {
        let now = self.now();
        if let Some(before) = self.watched.take()
            && let Ok(slot) = self.address_space.controls.find(&before.name)
        {
            self.address_space.controls.unprobe(slot, now).map_err(|why| why.to_string())?;
        }
        let Some(name) = maybe(request, "name") else {
            return Ok(json!({ "answer": "done", "outputs": [] }));
        };
        let name = name.as_str().ok_or("`name` must be a text")?;
        self.address_space.controls.find(name).map_err(|why| why.to_string())?;
        self.start_trace(name);
        let outputs = self.watched.iter().flat_map(|watched| &watched.probed.outputs);
        let outputs: Vec<Value> = outputs.map(output_json).collect();
        Ok(json!({ "answer": "done", "outputs": outputs }))
    }

    /// Starts to trace the sound of this name; does nothing if there is no such sound.
    pub(super) fn start_trace(&mut self, name: &str) {
        if let Ok(probed) = self.probe(name) {
            let model = self.model_of(name);
            let name = name.to_owned();
            self.watched = Some(WatchedSound { name, model, probed });
        }
    }

    fn model_of(&self, name: &str) -> &'static str {
        let mut all = self.address_space.controls.instances();
        let found = all.find(|(_, instance)| instance.name == name);
        found.map_or("", |(_, instance)| instance.sound.info().name)
    }

    fn probe(&mut self, name: &str) -> Result<ProbeReader, RequestError> {
        let (controls, now) = (&mut self.address_space.controls, self.renderer.now());
        let id = controls.find(name).map_err(|why| why.to_string())?;
        controls.probe(id, BUFFER_SECONDS, now).map_err(|why| why.to_string())
    }

    /// Returns the next segment of measurements of the watched sound, all in little-endian order: the numbers
    /// of frames and rows as `u32`, the rows one after another as `f32`, and the energies at the end as
    /// `f64`: moving, stored, heat, damped without sound, radiated, work, control \[J\].
    pub fn trace(&mut self) -> Option<Vec<u8>> {
        let watched = self.watched.as_mut()?;
        let (available, ended) = (watched.probed.ledgers.slots(), watched.probed.ended());
        if available == 0 && ended {
            // The traced sound has a new voice, or was removed.
            let name = watched.name.clone();
            self.watched = None;
            self.start_trace(&name);
            return None;
        }
        // A sleeping or finished sound delivers its last, shorter segment.
        let id = self.address_space.controls.find(&watched.name);
        let asleep = id.is_ok_and(|id| self.address_space.controls.asleep(id));
        if available == 0 || (available < SEGMENT_BLOCKS && !asleep && !ended) {
            return None;
        }
        watched.segment(available.min(SEGMENT_BLOCKS))
    }
}

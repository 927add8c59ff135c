//! What a player sees of a block, and what it can do in it.

use crate::retarget::Retuning;
use foley_body::modal::BLOCK;
use foley_contact::{Motion, Step};
use foley_scene::{Scene, SceneEvent};

/// A gesture that was made in this block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GestureEvent {
    /// Sample within the block.
    pub at: usize,
    /// Which of the model's gestures.
    pub gesture: usize,
    /// How much, in its unit.
    pub value: f64,
}

/// The coming block, for the player to fill. All of it is fit for the audio thread.
pub struct Block<'a> {
    pub(crate) scene: &'a mut Scene,
    pub(crate) retuning: &'a mut Retuning,
    pub(crate) gestures: &'a [GestureEvent],
    pub(crate) from: u64,
    pub(crate) step: Step,
    pub(crate) changed: bool,
    pub(crate) input: &'a [f64; BLOCK],
    pub(crate) channels: &'a mut [[f64; BLOCK]],
    pub(crate) measures: &'a mut [[f64; BLOCK]],
    /// Factors on what the stage sounds like, at the beginning of the block and at its end \[1\].
    pub(crate) level: [f64; 2],
}

impl core::fmt::Debug for Block<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Block")
            .field("from", &self.from)
            .field("gestures", &self.gestures)
            .finish_non_exhaustive()
    }
}

impl Block<'_> {
    /// Its first sample, counted from the beginning.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// The time between two samples.
    pub fn step(&self) -> Step {
        self.step
    }

    /// When a sample of it is \[s\].
    pub fn time(&self, at: usize) -> f64 {
        (self.from + at as u64) as f64 * self.step.seconds()
    }

    /// The gestures made in it, in the order of time.
    pub fn gestures(&self) -> &[GestureEvent] {
        self.gestures
    }

    /// The last gesture of a kind that was made in it.
    pub fn gesture(&self, which: usize) -> Option<GestureEvent> {
        let made = |done: &&GestureEvent| done.gesture == which;
        self.gestures.iter().rev().find(made).copied()
    }

    /// Some value has changed since the block before.
    pub fn changed(&self) -> bool {
        self.changed
    }

    /// The sound that is given, over this block; silence if there is none \[1\].
    pub fn input(&self) -> &[f64; BLOCK] {
        self.input
    }

    /// What the channels hear over this block, for the player to add to; what the stage sounds like is added
    /// afterwards.
    pub fn channels(&mut self) -> &mut [[f64; BLOCK]] {
        self.channels
    }

    /// What every ear hears, the same for each.
    pub fn add(&mut self, sound: &[f64; BLOCK]) {
        for ear in self.channels.iter_mut() {
            for (sum, &heard) in ear.iter_mut().zip(sound) {
                *sum += heard;
            }
        }
    }

    /// The page of a measurement, by its place among [`crate::Model::MEASUREMENTS`].
    pub fn measured(&mut self, which: usize) -> Option<&mut [f64; BLOCK]> {
        self.measures.get_mut(which)
    }

    /// Factors on what the stage sounds like in this block, from its beginning to its end \[1\]; 1 if nothing
    /// is said.
    pub fn level(&mut self, from: f64, to: f64) {
        self.level = [from, to];
    }

    /// Does something at a sample of it; whether there was room for it.
    pub fn act(&mut self, at: usize, act: SceneEvent) -> bool {
        self.scene.apply_at(at.min(BLOCK - 1), act).is_ok()
    }

    /// Sends a body that flies against what it touches, from right before it, at a speed [m/s].
    pub fn strike(&mut self, at: usize, body: usize, velocity: f64) -> bool {
        let distance = 0.0;
        self.act(at, SceneEvent::Strike { body, velocity, distance })
    }

    /// The values of a live signal over this block, by the place of its gesture in the stage.
    pub fn feed(&mut self, gesture: usize, values: &[f64; BLOCK]) -> bool {
        self.scene.feed(gesture, values).is_ok()
    }

    /// Multiplies frequencies, decay times and masses of a body that rings, as the stage has it, from this
    /// block on.
    pub fn scale(&mut self, body: usize, frequency: f64, decay: f64, mass: f64) {
        self.retuning.scale(body, [frequency, decay, mass], self.scene);
    }

    /// Mass of the first mode of a body that rings, as it is in this block: it changes while the body becomes
    /// another \[kg\].
    pub fn mode_mass(&self, body: usize) -> Option<f64> {
        self.retuning.mode_mass(body)
    }

    /// Where a body is and how fast, at the beginning of the block.
    pub fn motion(&self, body: usize) -> Option<Motion> {
        self.scene.motion(body)
    }

    /// Whether a contact touches at the beginning of the block.
    pub fn touching(&self, contact: usize) -> bool {
        self.scene.touching(contact)
    }

    /// Energy of all that moves and is pressed, at the beginning of the block \[J\].
    pub fn energy(&self) -> f64 {
        self.scene.energy()
    }

    /// The scene below, for what is not said above.
    pub fn scene(&mut self) -> &mut Scene {
        self.scene
    }
}

//! The interface of a player to one block.

use crate::retarget::Retuning;
use foley_body::modal::BLOCK;
use foley_contact::{Motion, Step};
use foley_scene::{Scene, SceneEvent};

/// A gesture in the present block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GestureEvent {
    /// Sample within the block.
    pub at: usize,
    /// Index among the gestures of the model.
    pub gesture: usize,
    /// Value in the unit of the gesture.
    pub value: f64,
}

/// The coming block, for the player to fill. All methods are real-time safe.
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
    /// Factors on the sound of the scene at the start and the end of the block \[1\].
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
    /// Index of the first sample, from the beginning of the voice.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// Time between two samples.
    pub fn step(&self) -> Step {
        self.step
    }

    /// Time of a sample of the block \[s\].
    pub fn time(&self, at: usize) -> f64 {
        (self.from + at as u64) as f64 * self.step.seconds()
    }

    /// Gestures in the block, in time order.
    pub fn gestures(&self) -> &[GestureEvent] {
        self.gestures
    }

    /// The last gesture of a kind in the block, by the index of the kind.
    pub fn gesture(&self, which: usize) -> Option<GestureEvent> {
        let matches = |event: &&GestureEvent| event.gesture == which;
        self.gestures.iter().rev().find(matches).copied()
    }

    /// Whether a parameter has changed since the previous block.
    pub fn changed(&self) -> bool {
        self.changed
    }

    /// Input signal of the block \[1\]; zeros without an input.
    pub fn input(&self) -> &[f64; BLOCK] {
        self.input
    }

    /// Channels of the sound, for the player to add to. The sound of the scene is added afterwards.
    pub fn channels(&mut self) -> &mut [[f64; BLOCK]] {
        self.channels
    }

    /// Adds a signal to every channel.
    pub fn add(&mut self, sound: &[f64; BLOCK]) {
        for channel in self.channels.iter_mut() {
            for (sum, &sample) in channel.iter_mut().zip(sound) {
                *sum += sample;
            }
        }
    }

    /// Samples of a measurement, by its index among [`crate::Model::MEASUREMENTS`].
    pub fn measured(&mut self, which: usize) -> Option<&mut [f64; BLOCK]> {
        self.measures.get_mut(which)
    }

    /// Sets the factors on the sound of the scene at the start and the end of the block \[1\]; the default is
    /// 1.
    pub fn level(&mut self, from: f64, to: f64) {
        self.level = [from, to];
    }

    /// Applies an event to the scene at a sample of the block; returns whether the scene accepted it.
    pub fn act(&mut self, at: usize, event: SceneEvent) -> bool {
        self.scene.apply_at(at.min(BLOCK - 1), event).is_ok()
    }

    /// Strikes with a free body at a velocity \[m/s\], from zero distance; returns whether the scene accepted
    /// it.
    pub fn strike(&mut self, at: usize, body: usize, velocity: f64) -> bool {
        let distance = 0.0;
        self.act(at, SceneEvent::Strike { body, velocity, distance })
    }

    /// Sets the values of a live signal in this block, by the index of its gesture in the scene; returns
    /// whether the scene accepted them.
    pub fn feed(&mut self, gesture: usize, values: &[f64; BLOCK]) -> bool {
        self.scene.feed(gesture, values).is_ok()
    }

    /// Sets factors on frequencies, decay times and masses of a modal body, from this block on \[1\].
    pub fn scale(&mut self, body: usize, frequency: f64, decay: f64, mass: f64) {
        self.retuning.scale(body, [frequency, decay, mass], self.scene);
    }

    /// Present mass of the first mode of a modal body \[kg\]; it changes during a retarget.
    pub fn mode_mass(&self, body: usize) -> Option<f64> {
        self.retuning.mode_mass(body)
    }

    /// Position and velocity of a body at the start of the block.
    pub fn motion(&self, body: usize) -> Option<Motion> {
        self.scene.motion(body)
    }

    /// Whether a contact is closed at the start of the block.
    pub fn touching(&self, contact: usize) -> bool {
        self.scene.touching(contact)
    }

    /// Kinetic and potential energy of the scene at the start of the block \[J\].
    pub fn energy(&self) -> f64 {
        self.scene.energy()
    }

    /// The scene, for operations that `Block` does not offer.
    pub fn scene(&mut self) -> &mut Scene {
        self.scene
    }
}

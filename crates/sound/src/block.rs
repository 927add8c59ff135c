//! The interface of a player to one block.

use crate::retarget::Retuning;
use foley_body::modal::BLOCK;
use foley_contact::{Motion, Step};
use foley_scene::{Scene, SceneEvent};

/// A gesture that happens in the present block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GestureEvent {
    /// Sample within the block at which the gesture happens, from 0.
    pub at: usize,
    /// Index of the gesture among the gestures of the model.
    pub gesture: usize,
    /// Value of the gesture, in the unit that the gesture declares.
    pub value: f64,
    /// Whether the sound lasts until told: until the same gesture with the value 0
    /// ([`crate::EventKind::Hold`]).
    pub held: bool,
}

impl GestureEvent {
    /// Returns the time after which the sound of the gesture ends by itself \[s\]: `duration`, or infinity if
    /// it lasts until told. Real-time: yes.
    pub fn duration(&self, duration: f64) -> f64 {
        if self.held { f64::INFINITY } else { duration }
    }
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
    /// Returns the index of the first sample of the block, counted from the beginning of the voice.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// Returns the time between two samples.
    pub fn step(&self) -> Step {
        self.step
    }

    /// Returns the time of the sample `at` of the block, counted from the beginning of the voice \[s\].
    pub fn time(&self, at: usize) -> f64 {
        (self.from + at as u64) as f64 * self.step.seconds()
    }

    /// Returns the gestures in the block, in time order.
    pub fn gestures(&self) -> &[GestureEvent] {
        self.gestures
    }

    /// Returns the last gesture in the block that has the index `which` among the gestures of the model.
    pub fn gesture(&self, which: usize) -> Option<GestureEvent> {
        let matches = |event: &&GestureEvent| event.gesture == which;
        self.gestures.iter().rev().find(matches).copied()
    }

    /// Whether a parameter has changed since the previous block.
    pub fn changed(&self) -> bool {
        self.changed
    }

    /// Returns the input signal of the block \[1\]; zeros without an input.
    pub fn input(&self) -> &[f64; BLOCK] {
        self.input
    }

    /// Returns the channels of the sound, to which the player adds its samples. The voice adds the sound of
    /// the scene afterwards.
    pub fn channels(&mut self) -> &mut [[f64; BLOCK]] {
        self.channels
    }

    /// Adds the signal `sound` to every channel.
    pub fn add(&mut self, sound: &[f64; BLOCK]) {
        for channel in self.channels.iter_mut() {
            for (sum, &sample) in channel.iter_mut().zip(sound) {
                *sum += sample;
            }
        }
    }

    /// Returns the samples of a measurement for writing, by the index of the measurement among
    /// [`crate::Model::MEASUREMENTS`].
    pub fn measured(&mut self, which: usize) -> Option<&mut [f64; BLOCK]> {
        self.measures.get_mut(which)
    }

    /// Sets the factors by which the sound of the scene is multiplied at the start and the end of the block
    /// \[1\]; the default is 1.
    pub fn level(&mut self, from: f64, to: f64) {
        self.level = [from, to];
    }

    /// Applies an event to the scene at the sample `at` of the block; returns whether the scene accepted the
    /// event.
    pub fn act(&mut self, at: usize, event: SceneEvent) -> bool {
        self.scene.apply_at(at.min(BLOCK - 1), event).is_ok()
    }

    /// Strikes with a free body at a velocity \[m/s\], from zero distance; returns whether the scene accepted
    /// the strike.
    pub fn strike(&mut self, at: usize, body: usize, velocity: f64) -> bool {
        let distance = 0.0;
        self.act(at, SceneEvent::Strike { body, velocity, distance })
    }

    /// Sets the values of a live signal in this block, by the index of its gesture in the scene; returns
    /// whether the scene accepted the values.
    pub fn feed(&mut self, gesture: usize, values: &[f64; BLOCK]) -> bool {
        self.scene.feed(gesture, values).is_ok()
    }

    /// Multiplies frequencies, decay times and masses of a modal body by factors \[1\], from this block on.
    pub fn scale(&mut self, body: usize, frequency: f64, decay: f64, mass: f64) {
        self.retuning.scale(body, [frequency, decay, mass], self.scene);
    }

    /// Lets a modal body be touched at the place of its port `port` from this block on: port 0 takes the
    /// heights of that port. Port 0 itself restores its own heights.
    pub fn touch(&mut self, body: usize, port: usize) {
        self.retuning.touch(body, port, self.scene);
    }

    /// Returns the present mass of the first mode of a modal body \[kg\], which changes during a retarget;
    /// `None` without modes.
    pub fn mode_mass(&self, body: usize) -> Option<f64> {
        self.retuning.mode_mass(body)
    }

    /// Returns position and velocity of a body at the start of the block.
    pub fn motion(&self, body: usize) -> Option<Motion> {
        self.scene.motion(body)
    }

    /// Whether the surfaces of a contact touch at the start of the block.
    pub fn touching(&self, contact: usize) -> bool {
        self.scene.touching(contact)
    }

    /// Returns the kinetic and potential energy of the scene at the start of the block \[J\].
    pub fn energy(&self) -> f64 {
        self.scene.energy()
    }

    /// Returns the scene, for operations that `Block` does not offer.
    pub fn scene(&mut self) -> &mut Scene {
        self.scene
    }
}

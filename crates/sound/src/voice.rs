//! A playing sound. It is built away from the audio thread and rendered on it, in buffers of any length.
//!
//! Time advances in blocks of [`BLOCK`] samples, counted from the beginning, as in the scene. In each block
//! the glides advance, the physics follows them ([`Model::law`], [`Model::mass`], retuned bodies), the player
//! acts, and the scene plays. An event sent in advance happens at its sample. An event for a sample that has
//! already been rendered happens at the start of the next block, at most 64 samples later. So the sound
//! depends neither on the buffer size of the host nor on its timing.
//!
//! A model that takes input receives it one block late, because a block is rendered once all of its input is
//! there. A caller that has the input in advance passes the first block to [`Voice::prime`]; then there is no
//! delay.
//!
//! [`Voice::send`], [`Voice::skip_block`], [`Voice::render`] and [`Voice::process`] do not allocate, lock or
//! panic.

use crate::event::{Event, EventError, EventKind, MAX_QUEUED_EVENTS};
use crate::model_voice::{ModelVoice, VoiceCore, outputs};
use crate::retarget::{Retarget, Retuning};
use crate::scene_parts::CONTACT;
use crate::{Aspect, Model, SoundError, SoundParam};
use foley_body::PreallocatedVec;
use foley_body::modal::BLOCK;
use foley_contact::Step;
use foley_contact::energy::Ledger;
use foley_params::Unit;
use foley_scene::{BodySpec, Deadline, NO_DEADLINE};

/// Specification of a voice: sample step, seed, channels and memory.
#[derive(Clone, Debug)]
pub struct VoiceSpec {
    /// Time between two samples.
    pub step: Step,
    /// Seed of the random numbers of the voice.
    pub seed: u64,
    /// Number of channels of the sound, at least 1.
    pub channels: usize,
    /// Minimum number of modes that each modal body has memory for, so that a body can glide to a body with
    /// more modes.
    pub mode_capacity: usize,
    /// Whether to measure the velocity of each touched body at its point of touch [m/s], as outputs named
    /// `contact-…`. Each costs as much time as a channel of the sound.
    pub contact: bool,
    /// Bodies that replace those of the model, as in a morph; `None` keeps those of the model.
    pub bodies: Option<Retarget>,
}

impl VoiceSpec {
    /// Returns the specification of a voice with one channel at a sample rate \[Hz\], with a seed.
    pub fn new(rate: f64, seed: u64) -> Self {
        Self { step: Step::at_rate(rate), seed, channels: 1, mode_capacity: 0, contact: false, bodies: None }
    }
}

/// An output of a voice: a channel of the sound or a measurement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Name of the output, such as `sound` or `force`.
    pub name: String,
    /// Physical quantity of the samples, such as `velocity`, `pressure` or `force`.
    pub quantity: &'static str,
    /// Unit of the samples of the output.
    pub unit: Unit,
    /// Whether the output is a channel of the sound, not a measurement.
    pub audible: bool,
}

/// A playing sound of any model.
pub struct Voice {
    core: Box<dyn VoiceCore>,
    outputs: Vec<Output>,
    /// Number of modes that each body has memory for.
    modes: Vec<usize>,
    /// The last rendered block of each output.
    pages: Vec<[f64; BLOCK]>,
    /// Input signal of the next block.
    input: [f64; BLOCK],
    /// Future events of the voice, in time order.
    queue: PreallocatedVec<Event>,
    /// First sample of the next block.
    next: u64,
    /// Number of samples of the present block that have been copied to the caller.
    cursor: usize,
}

/// Quality level of a voice: lower levels need less computing time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Relative error of the vibration after a contact \[1\]; a larger error allows coarser steps.
    pub error: f64,
    /// Share of the modes of each body that are computed, the lowest first \[1\].
    pub modes: f64,
}

impl Default for Quality {
    /// Returns full quality, the default.
    fn default() -> Self {
        Self { error: foley_scene::RINGING_ERROR, modes: 1.0 }
    }
}

impl core::fmt::Debug for Voice {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Voice")
            .field("outputs", &self.outputs)
            .field("next", &self.next)
            .finish_non_exhaustive()
    }
}

impl Voice {
    /// Makes a voice of a model. Real-time: no.
    pub(crate) fn of<M: Model>(model: &M, spec: &VoiceSpec) -> Result<Self, SoundError> {
        let channels = spec.channels.max(1);
        let mut scene = Model::scene_spec(model, channels)?;
        if let Some(retarget) = &spec.bodies {
            retarget.replace_bodies(&mut scene)?;
        }
        Retuning::reserve_modes(&mut scene, spec.mode_capacity);
        if !spec.contact {
            scene.outputs.retain(|output| !output.name.starts_with(CONTACT));
        }
        let outputs = outputs::<M>(&scene, channels);
        let modes = scene.bodies.iter().map(|body| match &body.value {
            BodySpec::Modal { spec, .. } => spec.modes.len(),
            _ => 0,
        });
        let modes = modes.collect();
        let core = ModelVoice::new(model, &scene, spec)?;
        Ok(Self {
            pages: vec![[0.0; BLOCK]; outputs.len()],
            core: Box::new(core),
            input: [0.0; BLOCK],
            outputs,
            modes,
            queue: PreallocatedVec::with_capacity(MAX_QUEUED_EVENTS),
            next: 0,
            cursor: BLOCK,
        })
    }

    /// Returns the outputs of the voice; the channels of the sound come first.
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// Returns the number of modes that each body of the scene has memory for; 0 for bodies that are not
    /// modal.
    pub fn mode_capacities(&self) -> &[usize] {
        &self.modes
    }

    /// Returns the parameters of the sound; their indices are those of [`EventKind::Set`].
    pub fn sound_params(&self) -> &[SoundParam] {
        self.core.sound_params()
    }

    /// Returns the index of the next sample to be rendered.
    pub fn now(&self) -> u64 {
        if self.cursor >= BLOCK { self.next } else { self.next - BLOCK as u64 + self.cursor as u64 }
    }

    /// Queues an event. A retarget takes effect with the next block. The method returns an earlier retarget
    /// that is displaced, which the caller must free away from the audio thread. Real-time: yes.
    ///
    /// # Errors
    /// If the gesture or parameter is unknown, the value is not allowed, or the queue is full. The voice is
    /// then unchanged.
    pub fn send(&mut self, event: Event) -> Result<Option<Box<Retarget>>, EventError> {
        match event.kind {
            EventKind::Gesture { gesture, value } | EventKind::Hold { gesture, value } => {
                if gesture >= self.core.gestures() {
                    return Err(EventError::UnknownTarget);
                }
                if !value.is_finite() {
                    return Err(EventError::Value);
                }
            }
            EventKind::Set { param, value, .. } => {
                let param = self.core.sound_params().get(param).ok_or(EventError::UnknownTarget)?;
                if param.aspect == Aspect::Structure {
                    return Err(EventError::Structural);
                }
                if !param.info.contains(value) {
                    return Err(EventError::Value);
                }
            }
            EventKind::Retarget { target, glide } => return Ok(self.core.retarget(target, glide)),
        }
        if self.queue.len() + self.core.pending_gestures() >= MAX_QUEUED_EVENTS {
            return Err(EventError::QueueFull);
        }
        let at = event.at.max(self.next);
        let index = self.queue.partition_point(|queued| queued.at <= at);
        self.queue.insert(index, Event { at, ..event });
        Ok(None)
    }

    /// Sets the quality from the next block on. A call inside a block has no effect. Real-time: yes.
    pub fn set_quality(&mut self, quality: Quality) {
        if self.cursor >= BLOCK {
            self.core.set_quality(quality);
        }
    }

    /// Renders the next samples of the first `out.len()` outputs in SI units, one slice each, all of the same
    /// length. The input is silence. Real-time: yes.
    pub fn render(&mut self, out: &mut [&mut [f64]]) {
        self.process(&[], out);
    }

    /// Sets the first block of the input before anything is rendered. [`Voice::process`] then takes the input
    /// after that block, so the input has no delay. Real-time: yes.
    pub fn prime(&mut self, input: &[f64]) {
        for (slot, &sample) in self.input.iter_mut().zip(input) {
            *slot = if sample.is_finite() { sample } else { 0.0 };
        }
    }

    /// Renders as [`Voice::render`] does, with an input signal of the same length. Missing and non-finite
    /// input samples count as 0. Real-time: yes.
    pub fn process(&mut self, input: &[f64], out: &mut [&mut [f64]]) {
        self.process_with_deadline(NO_DEADLINE, input, out);
    }

    /// Renders as [`Voice::process`] does. After the deadline, contacts take only one step per sample
    /// ([`Deadline`]). Real-time: yes, if `time_is_up` is.
    pub fn process_with_deadline(&mut self, time_is_up: Deadline<'_>, input: &[f64], out: &mut [&mut [f64]]) {
        let frames = out.iter().map(|out| out.len()).min().unwrap_or(0);
        let mut done = 0;
        while done < frames {
            if self.cursor >= BLOCK {
                self.render_block(time_is_up);
            }
            let count = (BLOCK - self.cursor).min(frames - done);
            for (out, page) in out.iter_mut().zip(&self.pages) {
                out[done..done + count].copy_from_slice(&page[self.cursor..self.cursor + count]);
            }
            let samples = input.get(done..).unwrap_or_default().iter();
            let samples = samples.copied().chain(core::iter::repeat(0.0));
            let slots = self.input[self.cursor..self.cursor + count].iter_mut();
            for (slot, sample) in slots.zip(samples) {
                *slot = if sample.is_finite() { sample } else { 0.0 };
            }
            self.cursor += count;
            done += count;
        }
    }

    fn render_block(&mut self, time_is_up: Deadline<'_>) {
        let from = self.next;
        self.apply_due(|at| at.saturating_sub(from) as usize);
        self.next += BLOCK as u64;
        self.cursor = 0;
        self.core.render_block(from, &self.input, &mut self.pages, time_is_up);
    }

    /// Applies the events due in the coming block. `sample_of` maps the time of an event to a sample of that
    /// block.
    fn apply_due(&mut self, sample_of: impl Fn(u64) -> usize) {
        let end = self.next + BLOCK as u64;
        let due = self.queue.partition_point(|event| event.at < end);
        for event in self.queue.drain(..due) {
            self.core.apply(sample_of(event.at).min(BLOCK - 1), event.kind);
        }
    }

    /// Skips a block without rendering; the time of the voice stands still. Events due in the block happen at
    /// the start of the next rendered block, before later events. A call inside a block has no effect.
    /// Real-time: yes.
    pub fn skip_block(&mut self) {
        if self.cursor >= BLOCK {
            self.apply_due(|_| 0);
        }
    }

    /// Returns the samples of an output in the last rendered block, by the index of the output among
    /// [`Voice::outputs`]. Real-time: yes.
    pub fn last_block(&self, output: usize) -> Option<&[f64; BLOCK]> {
        self.pages.get(output)
    }

    /// Whether no event is queued and nothing more will happen without an event: the sound only decays.
    /// Real-time: yes.
    pub fn done(&self) -> bool {
        self.queue.is_empty() && self.core.pending_gestures() == 0 && self.core.done()
    }

    /// Whether the voice is done and at rest, so that it needs no rendering until the next event. Real-time:
    /// yes.
    pub fn asleep(&self) -> bool {
        self.done() && self.core.silent() && self.core.scene().asleep()
    }

    /// Returns the energy balance of the scene \[J\].
    pub fn ledger(&self) -> Ledger {
        self.core.scene().ledger()
    }

    /// Returns the number of times the scene reset a body with non-finite values.
    pub fn recoveries(&self) -> u32 {
        self.core.scene().recoveries()
    }
}

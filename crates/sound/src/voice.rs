//! A sound that plays. It is made away from the audio thread and rendered on it, in pieces of any length.
//!
//! Time goes in blocks of [`BLOCK`] samples, counted from the beginning, as in the scene below. In each
//! block: values that glide go on, the physics follows them ([`Model::law`], [`Model::mass`], bodies
//! retuned), the player says what happens, the scene plays it. What is sent beforehand happens at its sample;
//! what is sent for a time that has already been rendered happens when the next block begins, 64 samples
//! later at most. So the sound depends neither on the host's buffers nor on its haste.
//!
//! A model that listens hears its input a block late, since a block is played when all of its input is there;
//! who has the input beforehand gives it the first block in advance ([`Voice::prime`]), and nothing is late.
//!
//! [`Voice::send`], [`Voice::aim`], [`Voice::skip_block`], [`Voice::render`] and [`Voice::process`] allocate
//! nothing, lock nothing and never panic.

use crate::event::{Event, EventError, EventKind, MAX_QUEUED_EVENTS};
use crate::retarget::{Retarget, Retuning};
use crate::{Block, GestureEvent, Model, OutputKind, Player, SoundError};
use crate::{SoundParam, sound_params};
use foley_body::PreallocatedVec;
use foley_body::modal::BLOCK;
use foley_contact::Step;
use foley_contact::energy::Ledger;
use foley_params::Unit;
use foley_scene::{BodySpec, Deadline, NO_DEADLINE, Scene, SceneEvent, SceneSpec};

/// How a voice is to be made.
#[derive(Clone, Debug)]
pub struct VoiceSpec {
    /// The time between two samples.
    pub step: Step,
    /// What its randomness begins with.
    pub seed: u64,
    /// How many channels hear it: channels of the sound.
    pub channels: usize,
    /// Room for so many modes in every body that rings, for sounds that will become others.
    pub room: usize,
    /// Other bodies than the model's own, as a morph has them.
    pub bodies: Option<Retarget>,
}

impl VoiceSpec {
    /// One ear, at a sample rate \[Hz\], with a seed.
    pub fn new(rate: f64, seed: u64) -> Self {
        Self { step: Step::at_rate(rate), seed, channels: 1, room: 0, bodies: None }
    }
}

/// An output of a voice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// What is listened to.
    pub name: String,
    /// What of it: `velocity`, `pressure`, `force`.
    pub quantity: &'static str,
    /// In which unit.
    pub unit: Unit,
    /// It is the sound, and not a measurement.
    pub audible: bool,
}

/// A sound that plays.
pub struct Voice {
    inner: Box<dyn Playing>,
    outputs: Vec<Output>,
    pages: Vec<[f64; BLOCK]>,
    /// What it will hear in the next block.
    input: [f64; BLOCK],
    queue: PreallocatedVec<Event>,
    /// First sample of the next block.
    next: u64,
    /// Samples of the present block that have been handed out.
    cursor: usize,
}

/// What a voice is inside, whatever its model.
trait Playing: Send {
    fn sound_params(&self) -> &[SoundParam];
    fn gestures(&self) -> usize;
    /// Takes what is told for the coming block; samples from its beginning.
    fn take(&mut self, at: usize, kind: EventKind);
    /// Gestures that it has taken for the coming block.
    fn taken(&self) -> usize;
    fn retarget(&mut self, target: Box<Retarget>, glide: f64) -> Option<Box<Retarget>>;
    /// Plays a block.
    fn block(
        &mut self,
        from: u64,
        input: &[f64; BLOCK],
        pages: &mut [[f64; BLOCK]],
        time_is_up: Deadline<'_>,
    );
    fn done(&self) -> bool;
    fn silent(&self) -> bool;
    fn scene(&self) -> &Scene;
    fn set_quality(&mut self, quality: Quality);
}

/// How much work a sound may make: what a voice gives up when there is no time for all of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Error of what rings after a touch \[1\]; with more, a touch is stepped more coarsely.
    pub error: f64,
    /// Share of the modes of every body that sound, the lowest ones \[1\].
    pub modes: f64,
}

impl Default for Quality {
    /// Nothing is given up.
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
    pub(crate) fn of<M: Model>(model: &M, spec: &VoiceSpec) -> Result<Self, SoundError> {
        let channels = spec.channels.max(1);
        let mut stage = Model::scene_spec(model, channels)?;
        if let Some(aim) = &spec.bodies {
            aim.put_on(&mut stage)?;
        }
        Retuning::make_room(&mut stage, spec.room);
        let outputs = outputs::<M>(&stage, channels);
        let playing = Played::new(model, &stage, spec)?;
        Ok(Self {
            pages: vec![[0.0; BLOCK]; outputs.len()],
            inner: Box::new(playing),
            input: [0.0; BLOCK],
            outputs,
            queue: PreallocatedVec::with_capacity(MAX_QUEUED_EVENTS),
            next: 0,
            cursor: BLOCK,
        })
    }

    /// What can be listened to; those that are audible come first.
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// What can be set, in the order of [`Told::Set`].
    pub fn sound_params(&self) -> &[SoundParam] {
        self.inner.sound_params()
    }

    /// The next sample that will be handed out.
    pub fn now(&self) -> u64 {
        if self.cursor >= BLOCK { self.next } else { self.next - BLOCK as u64 + self.cursor as u64 }
    }

    /// Queues an event. A retarget takes effect with the next block; if it displaces one that is still under way, the displaced
    /// one is returned, for the caller to free away from the audio thread. Real-time: yes.
    ///
    /// # Errors
    /// If the gesture or parameter is unknown, the value is not allowed, or the queue is full. Nothing changes then.
    pub fn send(&mut self, event: Event) -> Result<Option<Box<Retarget>>, EventError> {
        match event.kind {
            EventKind::Gesture { gesture, value } => {
                if gesture >= self.inner.gestures() {
                    return Err(EventError::UnknownTarget);
                }
                if !value.is_finite() {
                    return Err(EventError::Value);
                }
            }
            EventKind::Set { param, value, .. } => {
                let param = self.inner.sound_params().get(param).ok_or(EventError::UnknownTarget)?;
                if param.aspect == crate::Aspect::Structure {
                    return Err(EventError::Structural);
                }
                if !param.info.contains(value) {
                    return Err(EventError::Value);
                }
            }
            EventKind::Retarget { target, glide } => return Ok(self.inner.retarget(target, glide)),
        }
        if self.queue.len() + self.inner.taken() >= MAX_QUEUED_EVENTS {
            return Err(EventError::QueueFull);
        }
        let at = event.at.max(self.next);
        let place = self.queue.partition_point(|queued| queued.at <= at);
        self.queue.insert(place, Event { at, ..event });
        Ok(None)
    }

    /// From the next block on it makes so much work, and no more. What it does stays the same, in the order
    /// of time: only between two blocks. Real-time: yes.
    pub fn set_quality(&mut self, quality: Quality) {
        if self.cursor >= BLOCK {
            self.inner.set_quality(quality);
        }
    }

    /// Renders the next samples of every output, in SI units: one slice each, all of the same length. Who has
    /// no slice is not heard. What listens hears silence. Real-time: yes.
    pub fn render(&mut self, out: &mut [&mut [f64]]) {
        self.process(&[], out);
    }

    /// The beginning of the sound that it listens to, up to a block of it, before anything is rendered: what
    /// is given to [`Voice::process`] then follows on, and nothing is late. Real-time: yes.
    pub fn prime(&mut self, input: &[f64]) {
        for (place, &sample) in self.input.iter_mut().zip(input) {
            *place = if sample.is_finite() { sample } else { 0.0 };
        }
    }

    /// The same with a sound that it listens to, of which it hears as many samples as it renders; where the
    /// input ends there is silence, and what is no number is silence too. Real-time: yes.
    pub fn process(&mut self, input: &[f64], out: &mut [&mut [f64]]) {
        self.process_with_deadline(NO_DEADLINE, input, out);
    }

    /// The same for who must be done in time: once it is up, touches are stepped once a sample
    /// ([`Deadline`]). Real-time: yes, if the clock is.
    pub fn process_with_deadline(&mut self, time_is_up: Deadline<'_>, input: &[f64], out: &mut [&mut [f64]]) {
        let frames = out.iter().map(|out| out.len()).min().unwrap_or(0);
        let mut done = 0;
        while done < frames {
            if self.cursor >= BLOCK {
                self.play_block(time_is_up);
            }
            let count = (BLOCK - self.cursor).min(frames - done);
            for (out, page) in out.iter_mut().zip(&self.pages) {
                out[done..done + count].copy_from_slice(&page[self.cursor..self.cursor + count]);
            }
            let given = input.get(done..).unwrap_or_default().iter();
            let given = given.copied().chain(core::iter::repeat(0.0));
            let coming = self.input[self.cursor..self.cursor + count].iter_mut();
            for (place, sample) in coming.zip(given) {
                *place = if sample.is_finite() { sample } else { 0.0 };
            }
            self.cursor += count;
            done += count;
        }
    }

    fn play_block(&mut self, time_is_up: Deadline<'_>) {
        let from = self.next;
        self.take_due(|at| at.saturating_sub(from) as usize);
        self.next += BLOCK as u64;
        self.cursor = 0;
        self.inner.block(from, &self.input, &mut self.pages, time_is_up);
    }

    /// Takes what is due in the coming block, each at a sample of it that depends on its own.
    fn take_due(&mut self, when: impl Fn(u64) -> usize) {
        let end = self.next + BLOCK as u64;
        let due = self.queue.partition_point(|event| event.at < end);
        for event in self.queue.drain(..due) {
            self.inner.take(when(event.at).min(BLOCK - 1), event.kind);
        }
    }

    /// A block goes by in which it is not played, and its time stands still: what was to happen in the block
    /// happens when the next begins, before anything that it is told meanwhile. Only between two blocks.
    /// Real-time: yes.
    pub fn skip_block(&mut self) {
        if self.cursor >= BLOCK {
            self.take_due(|_| 0);
        }
    }

    /// What an output was in the block that was played last, by its place among [`Voice::outputs`].
    /// Real-time: yes.
    pub fn last_block(&self, output: usize) -> Option<&[f64; BLOCK]> {
        self.pages.get(output)
    }

    /// Nothing waits, nothing more will happen of itself: it only rings out. Real-time: yes.
    pub fn done(&self) -> bool {
        self.queue.is_empty() && self.inner.taken() == 0 && self.inner.done()
    }

    /// It is done and no longer moves: it costs nothing until it is told something. Real-time: yes.
    pub fn asleep(&self) -> bool {
        self.done() && self.inner.silent() && self.inner.scene().asleep()
    }

    /// Where its energy is and where it went \[J\].
    pub fn ledger(&self) -> Ledger {
        self.inner.scene().ledger()
    }

    /// How often something lost its numbers and was put to rest.
    pub fn recoveries(&self) -> u32 {
        self.inner.scene().recoveries()
    }
}

/// What can be listened to on the stage of a model by so many channels; those that are audible come first.
pub(crate) fn outputs<M: Model>(stage: &SceneSpec, channels: usize) -> Vec<Output> {
    let sound = |ear: usize| Output {
        name: if channels == 1 { "sound".to_owned() } else { format!("ear-{}", ear + 1) },
        quantity: M::OUTPUT.quantity,
        unit: M::OUTPUT.unit,
        audible: true,
    };
    let measured = stage.outputs.iter().filter(|it| it.value.channel >= channels);
    let measured = measured.map(|output| Output {
        name: output.name.clone(),
        quantity: output.value.quantity.name(),
        unit: output.value.quantity.unit(),
        audible: false,
    });
    let own = M::MEASUREMENTS.iter().map(|heard: &OutputKind| Output {
        name: heard.name.to_owned(),
        quantity: heard.quantity,
        unit: heard.unit,
        audible: false,
    });
    (0..channels).map(sound).chain(measured).chain(own).collect()
}

/// What belongs to an ear is added up; every measurement has a page of its own.
fn routes(stage: &SceneSpec, channels: usize) -> Vec<(usize, f64)> {
    let mut next = channels;
    let route = |output: &foley_scene::Named<foley_scene::OutputSpec>| {
        let page = if output.value.channel < channels {
            output.value.channel
        } else {
            next += 1;
            next - 1
        };
        (page, output.value.gain)
    };
    stage.outputs.iter().map(route).collect()
}

/// A parameter on its way to another value.
#[derive(Clone, Copy, Debug, Default)]
struct Glide {
    /// Where it comes from and goes to, as ways along its range \[1\].
    from: f64,
    to: f64,
    /// What it will be, to the last bit.
    target: f64,
    gone: u64,
    /// Samples it takes; 0 when it has arrived.
    takes: u64,
}

struct Played<M: Model> {
    now: M,
    player: M::Player,
    scene: Scene,
    step: Step,
    sound_params: Vec<SoundParam>,
    glides: Vec<Glide>,
    gestures: PreallocatedVec<GestureEvent>,
    retuning: Retuning,
    contacts: usize,
    /// What the scene's outputs hear in the present block.
    rows: Vec<[f64; BLOCK]>,
    /// The page of each of them, and its factor.
    routes: Vec<(usize, f64)>,
    /// How many channels hear it.
    channels: usize,
    /// What there is was set to other values at once.
    became: bool,
    /// The masses that the scene has now \[kg\]; none for what is no point mass.
    masses: Vec<Option<f64>>,
}

impl<M: Model> Played<M> {
    fn new(model: &M, stage: &SceneSpec, spec: &VoiceSpec) -> Result<Self, SoundError> {
        let sound_params = sound_params(model);
        let mass = |(index, body): (usize, &foley_scene::Named<BodySpec>)| match body.value {
            BodySpec::Inertial { .. } => model.mass(index),
            _ => None,
        };
        Ok(Self {
            scene: Scene::build(stage, spec.step, spec.seed)?,
            player: model.player(foley_dsp::random::mixed(spec.seed, 0x70_6c_61_79), spec.step),
            step: spec.step,
            glides: vec![Glide::default(); sound_params.len()],
            gestures: PreallocatedVec::with_capacity(MAX_QUEUED_EVENTS),
            retuning: Retuning::of(stage),
            contacts: stage.contacts.len(),
            rows: vec![[0.0; BLOCK]; stage.outputs.len()],
            routes: routes(stage, spec.channels.max(1)),
            channels: spec.channels.max(1),
            became: false,
            masses: stage.bodies.iter().enumerate().map(mass).collect(),
            now: model.clone(),
            sound_params,
        })
    }

    fn set(&mut self, address: usize, value: f64) {
        if let Some(at) = self.sound_params.get(address)
            && let Some(part) = M::PARTS.get(at.part)
        {
            // The value has been checked, so this cannot fail.
            let _ = (part.get_mut)(&mut self.now).set(at.info.id, value);
        }
    }

    fn glide(&mut self, address: usize, value: f64, glide: Option<f64>) {
        let Some(at) = self.sound_params.get(address).copied() else {
            return;
        };
        let over = glide.filter(|seconds| seconds.is_finite()).unwrap_or(at.info.glide);
        let takes = (over.max(0.0) * self.step.rate()) as u64;
        let present = M::PARTS.get(at.part).and_then(|part| (part.get)(&self.now).get(at.info.id).ok());
        let glide = Glide {
            from: at.info.normalised(present.unwrap_or(value)),
            to: at.info.normalised(value),
            target: value,
            gone: 0,
            takes: takes.max(1),
        };
        if let Some(place) = self.glides.get_mut(address) {
            *place = glide;
        }
    }

    /// All that glides goes on by a block; whether anything did.
    fn go_on(&mut self) -> bool {
        let mut moved = false;
        for index in 0..self.glides.len() {
            let Some(glide) = self.glides.get_mut(index) else {
                continue;
            };
            if glide.takes == 0 {
                continue;
            }
            moved = true;
            glide.gone += BLOCK as u64;
            let arrived = glide.gone >= glide.takes;
            let way = glide.gone as f64 / glide.takes as f64;
            let (along, target) = (glide.from + way * (glide.to - glide.from), glide.target);
            if arrived {
                glide.takes = 0;
            }
            let value = if arrived {
                target
            } else {
                self.sound_params.get(index).map_or(target, |at| at.info.from_normalised(along))
            };
            self.set(index, value);
        }
        moved
    }

    /// The physics follows the values.
    fn follow(&mut self) {
        for contact in 0..self.contacts {
            if let Some(law) = self.now.law(contact) {
                let _ = self.scene.change_law(contact, law);
            }
        }
        for (body, had) in self.masses.iter_mut().enumerate() {
            if had.is_some()
                && let Some(mass) = self.now.mass(body)
                && *had != Some(mass)
                && self.scene.apply_at(0, SceneEvent::SetMass { body, mass }).is_ok()
            {
                *had = Some(mass);
            }
        }
    }
}

impl<M: Model> Playing for Played<M> {
    fn sound_params(&self) -> &[SoundParam] {
        &self.sound_params
    }

    fn gestures(&self) -> usize {
        M::GESTURES.len()
    }

    fn take(&mut self, at: usize, kind: EventKind) {
        match kind {
            EventKind::Gesture { gesture, value } => {
                if self.gestures.len() < self.gestures.capacity() {
                    self.gestures.push(GestureEvent { at, gesture, value });
                }
            }
            EventKind::Set { param, value, glide } => self.glide(param, value, glide),
            // Retargets are never queued: `Voice::send` applies them.
            EventKind::Retarget { .. } => {}
        }
    }

    fn taken(&self) -> usize {
        self.gestures.len()
    }

    fn retarget(&mut self, target: Box<Retarget>, glide: f64) -> Option<Box<Retarget>> {
        for index in 0..self.sound_params.len() {
            let (Some(&value), Some(at)) = (target.values.get(index), self.sound_params.get(index)) else {
                continue;
            };
            // Bodies are retuned on their own; where there are none, all that can glide glides.
            let ringing = at.aspect == crate::Aspect::Structure && !self.masses.is_empty();
            if ringing || at.info.is_counted() {
                self.set(index, value);
                self.became = true;
            } else {
                self.glide(index, value, Some(glide));
            }
        }
        self.retuning.retarget(target, glide * self.step.rate())
    }

    fn block(
        &mut self,
        from: u64,
        input: &[f64; BLOCK],
        pages: &mut [[f64; BLOCK]],
        time_is_up: Deadline<'_>,
    ) {
        let moved = self.go_on();
        if moved {
            self.follow();
        }
        let changed = core::mem::take(&mut self.became) || moved;
        for page in pages.iter_mut() {
            page.fill(0.0);
        }
        let (channels, rest) = pages.split_at_mut(self.channels.min(pages.len()));
        let own = rest.len().saturating_sub(M::MEASUREMENTS.len());
        self.retuning.go_on(&mut self.scene);
        let mut block = Block {
            scene: &mut self.scene,
            retuning: &mut self.retuning,
            gestures: &self.gestures,
            from,
            step: self.step,
            changed,
            input,
            channels,
            measures: rest.get_mut(own..).unwrap_or_default(),
            level: [1.0; 2],
        };
        self.player.play(&self.now, &mut block);
        let [low, high] = block.level;
        self.gestures.clear();
        self.scene.render_block_within(time_is_up, &mut self.rows);
        let slope = (high - low) / BLOCK as f64;
        for (row, &(page, gain)) in self.rows.iter().zip(&self.routes) {
            // A measurement stays as it is.
            let (from, slope) = if page < self.channels { (gain * low, gain * slope) } else { (gain, 0.0) };
            if let Some(page) = pages.get_mut(page) {
                for (index, (sum, &heard)) in page.iter_mut().zip(row).enumerate() {
                    *sum += (from + slope * (index + 1) as f64) * heard;
                }
            }
        }
    }

    fn done(&self) -> bool {
        self.player.done() && self.glides.iter().all(|glide| glide.takes == 0)
    }

    fn silent(&self) -> bool {
        self.player.silent()
    }

    fn scene(&self) -> &Scene {
        &self.scene
    }

    fn set_quality(&mut self, quality: Quality) {
        self.scene.set_ringing_error(quality.error);
        self.retuning.thin_out(quality.modes, &mut self.scene);
    }
}

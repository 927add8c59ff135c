//! The part of a voice that depends on its model: values with their glides, scene, player, output routing.

use crate::event::{EventKind, MAX_QUEUED_EVENTS};
use crate::glide::Glide;
use crate::retarget::{Retarget, Retuning};
use crate::{
    Aspect, Block, GestureEvent, Model, Output, OutputKind, Player, Quality, SoundError, SoundParam,
    VoiceSpec, sound_params,
};
use foley_body::PreallocatedVec;
use foley_body::modal::BLOCK;
use foley_contact::Step;
use foley_scene::{BodySpec, Deadline, Named, OutputSpec, Scene, SceneEvent, SceneSpec};

/// A voice of any model, behind one interface. Real-time: yes.
pub(crate) trait VoiceCore: Send {
    fn sound_params(&self) -> &[SoundParam];
    /// Returns the number of gestures of the model.
    fn gestures(&self) -> usize;
    /// Applies an event at the sample `at` of the coming block.
    fn apply(&mut self, at: usize, kind: EventKind);
    /// Returns the number of gestures already applied to the coming block.
    fn pending_gestures(&self) -> usize;
    /// Starts a glide of `glide` seconds to another sound; returns the target that it displaces, if any.
    fn retarget(&mut self, target: Box<Retarget>, glide: f64) -> Option<Box<Retarget>>;
    /// Renders the block that begins at sample `from` into pages: one block of samples per output.
    fn render_block(
        &mut self,
        from: u64,
        input: &[f64; BLOCK],
        pages: &mut [[f64; BLOCK]],
        time_is_up: Deadline<'_>,
    );
    /// Whether neither the player nor a glide will change anything without an event.
    fn done(&self) -> bool;
    /// Whether the player adds nothing to the channels.
    fn silent(&self) -> bool;
    fn scene(&self) -> &Scene;
    fn set_quality(&mut self, quality: Quality);
}

/// Returns the outputs of a model: the channels of the sound first, then the measurements.
pub(crate) fn outputs<M: Model>(scene: &SceneSpec, channels: usize) -> Vec<Output> {
    let channel = |index: usize| Output {
        name: if channels == 1 { "sound".to_owned() } else { format!("ear-{}", index + 1) },
        quantity: M::OUTPUT.quantity,
        unit: M::OUTPUT.unit,
        audible: true,
    };
    let of_scene = scene.outputs.iter().filter(|output| output.value.channel >= channels);
    let of_scene = of_scene.map(|output| Output {
        name: output.name.clone(),
        quantity: output.value.quantity.name(),
        unit: output.value.quantity.unit(),
        audible: false,
    });
    let of_player = M::MEASUREMENTS.iter().map(|kind: &OutputKind| Output {
        name: kind.name.to_owned(),
        quantity: kind.quantity,
        unit: kind.unit,
        audible: false,
    });
    (0..channels).map(channel).chain(of_scene).chain(of_player).collect()
}

/// Returns for each output of the scene the index of its page and its gain \[1\]. A page is a block of
/// samples; all outputs of one channel share a page, and each measurement has its own page.
fn routes(scene: &SceneSpec, channels: usize) -> Vec<(usize, f64)> {
    let mut next = channels;
    let route = |output: &Named<OutputSpec>| {
        let page = if output.value.channel < channels {
            output.value.channel
        } else {
            next += 1;
            next - 1
        };
        (page, output.value.gain)
    };
    scene.outputs.iter().map(route).collect()
}

/// A playing sound of the model `M`.
pub(crate) struct ModelVoice<M: Model> {
    /// Model with the present values of its parameters.
    now: M,
    player: M::Player,
    scene: Scene,
    step: Step,
    sound_params: Vec<SoundParam>,
    /// Glides of the parameters, one for each parameter.
    glides: Vec<Glide>,
    /// Gestures that happen in the coming block.
    gestures: PreallocatedVec<GestureEvent>,
    retuning: Retuning,
    /// Number of contacts of the scene.
    contacts: usize,
    /// Signals of the outputs of the scene in the present block.
    rows: Vec<[f64; BLOCK]>,
    /// Index of the page (block of output samples) and gain of each of the `rows`.
    routes: Vec<(usize, f64)>,
    /// Number of channels of the sound.
    channels: usize,
    /// Whether a retarget has set values without a glide since the last block.
    jumped: bool,
    /// Present mass of each body in the scene \[kg\]; `None` for bodies that are not point masses.
    masses: Vec<Option<f64>>,
}

impl<M: Model> ModelVoice<M> {
    pub(crate) fn new(model: &M, scene: &SceneSpec, spec: &VoiceSpec) -> Result<Self, SoundError> {
        let sound_params = sound_params(model);
        let mass = |(index, body): (usize, &Named<BodySpec>)| match body.value {
            BodySpec::Inertial { .. } => model.mass(index),
            _ => None,
        };
        Ok(Self {
            scene: Scene::build(scene, spec.step, spec.seed)?,
            player: model.player(foley_dsp::random::mix_seed(spec.seed, 0x70_6c_61_79), spec.step),
            step: spec.step,
            glides: vec![Glide::default(); sound_params.len()],
            gestures: PreallocatedVec::with_capacity(MAX_QUEUED_EVENTS),
            retuning: Retuning::of(scene),
            contacts: scene.contacts.len(),
            rows: vec![[0.0; BLOCK]; scene.outputs.len()],
            routes: routes(scene, spec.channels.max(1)),
            channels: spec.channels.max(1),
            jumped: false,
            masses: scene.bodies.iter().enumerate().map(mass).collect(),
            now: model.clone(),
            sound_params,
        })
    }

    fn set(&mut self, index: usize, value: f64) {
        if let Some(param) = self.sound_params.get(index)
            && let Some(part) = M::PARTS.get(param.part)
        {
            // The value has been checked before, so the call cannot fail.
            let _ = (part.get_mut)(&mut self.now).set(param.info.id, value);
        }
    }

    /// Starts a glide of a parameter to `value` over `seconds`; `None` takes the time that the parameter
    /// declares.
    fn glide(&mut self, index: usize, value: f64, seconds: Option<f64>) {
        let Some(param) = self.sound_params.get(index).copied() else {
            return;
        };
        let seconds = seconds.filter(|seconds| seconds.is_finite()).unwrap_or(param.info.glide);
        let samples = (seconds.max(0.0) * self.step.rate()) as u64;
        let present = M::PARTS.get(param.part).and_then(|part| (part.get)(&self.now).get(param.info.id).ok());
        let glide = Glide::new(&param.info, present.unwrap_or(value), value, samples);
        if let Some(slot) = self.glides.get_mut(index) {
            *slot = glide;
        }
    }

    /// Advances all glides by a block; returns whether any value changed.
    fn advance_glides(&mut self) -> bool {
        let mut moved = false;
        for index in 0..self.glides.len() {
            let (Some(glide), Some(param)) = (self.glides.get_mut(index), self.sound_params.get(index))
            else {
                continue;
            };
            if let Some(value) = glide.advance(&param.info) {
                moved = true;
                self.set(index, value);
            }
        }
        moved
    }

    /// Updates contact laws and masses of the scene to the present values.
    fn update_scene(&mut self) {
        for contact in 0..self.contacts {
            if let Some(law) = self.now.law(contact) {
                let _ = self.scene.change_law(contact, law);
            }
            let _ = self.scene.change_roughness(contact, self.now.roughness(contact));
        }
        for (body, present) in self.masses.iter_mut().enumerate() {
            if present.is_some()
                && let Some(mass) = self.now.mass(body)
                && *present != Some(mass)
                && self.scene.apply_at(0, SceneEvent::SetMass { body, mass }).is_ok()
            {
                *present = Some(mass);
            }
        }
    }
}

impl<M: Model> VoiceCore for ModelVoice<M> {
    fn sound_params(&self) -> &[SoundParam] {
        &self.sound_params
    }

    fn gestures(&self) -> usize {
        M::GESTURES.len()
    }

    fn apply(&mut self, at: usize, kind: EventKind) {
        match kind {
            EventKind::Gesture { gesture, value } | EventKind::Hold { gesture, value } => {
                let held = matches!(kind, EventKind::Hold { .. });
                if self.gestures.len() < self.gestures.capacity() {
                    self.gestures.push(GestureEvent { at, gesture, value, held });
                }
            }
            EventKind::Set { param, value, glide } => self.glide(param, value, glide),
            // Retargets are never queued: `Voice::send` applies them.
            EventKind::Retarget { .. } => {}
        }
    }

    fn pending_gestures(&self) -> usize {
        self.gestures.len()
    }

    fn retarget(&mut self, target: Box<Retarget>, glide: f64) -> Option<Box<Retarget>> {
        for index in 0..self.sound_params.len() {
            let (Some(&value), Some(param)) = (target.values.get(index), self.sound_params.get(index)) else {
                continue;
            };
            // The retuning moves the bodies. Without bodies, structural parameters glide like all others.
            let is_retuned = param.aspect == Aspect::Structure && !self.masses.is_empty();
            if is_retuned || param.info.is_counted() {
                self.set(index, value);
                self.jumped = true;
            } else {
                self.glide(index, value, Some(glide));
            }
        }
        self.retuning.retarget(target, glide * self.step.rate())
    }

    fn render_block(
        &mut self,
        from: u64,
        input: &[f64; BLOCK],
        pages: &mut [[f64; BLOCK]],
        time_is_up: Deadline<'_>,
    ) {
        let moved = self.advance_glides();
        if moved {
            self.update_scene();
        }
        let changed = core::mem::take(&mut self.jumped) || moved;
        for page in pages.iter_mut() {
            page.fill(0.0);
        }
        let (channels, rest) = pages.split_at_mut(self.channels.min(pages.len()));
        let own = rest.len().saturating_sub(M::MEASUREMENTS.len());
        self.retuning.advance(&mut self.scene);
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
            // The level of the block does not apply to measurements.
            let (from, slope) = if page < self.channels { (gain * low, gain * slope) } else { (gain, 0.0) };
            if let Some(page) = pages.get_mut(page) {
                for (index, (sum, &sample)) in page.iter_mut().zip(row).enumerate() {
                    *sum += (from + slope * (index + 1) as f64) * sample;
                }
            }
        }
    }

    fn done(&self) -> bool {
        self.player.done() && self.glides.iter().all(Glide::finished)
    }

    fn silent(&self) -> bool {
        self.player.silent()
    }

    fn scene(&self) -> &Scene {
        &self.scene
    }

    fn set_quality(&mut self, quality: Quality) {
        self.scene.set_ringing_error(quality.error);
        self.retuning.set_mode_share(quality.modes, &mut self.scene);
    }
}

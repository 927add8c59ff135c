//! Models of sounds. A *model* holds plain values in SI, in parts with one table each. It describes a *scene*
//! of bodies and contacts, and makes a *player* that acts on the scene block by block.
//!
//! Models without solid bodies have an empty scene, and their players compute the samples
//! ([`Block::channels`]). Models that process a sound take input ([`Model::TAKES_INPUT`], [`Block::input`]).
//!
//! | aspect of a model                        | defined by                                                             |
//! |------------------------------------------|------------------------------------------------------------------------|
//! | parameters with range and unit           | [`Model::PARTS`], each a [`foley_params::Parametric`] table            |
//! | gestures while it sounds                 | [`Model::GESTURES`]: one number each, such as the speed of a strike    |
//! | bodies and contacts                      | [`Model::scene_spec`], built once, away from the audio thread          |
//! | actions over time                        | [`Player::play`], on the audio thread: allocates nothing, never waits  |
//! | effect of changed values on the physics  | [`Model::law`], [`Model::mass`]; bodies are retuned by the voice       |
//!
//! Front ends use [`Sound`], which every model implements.

use crate::{Block, ModeEdit, ModelInfo, Output, OutputKind, SoundError, Voice, VoiceSpec};
use foley_contact::Step;
use foley_params::{ByName, Info};
use foley_scene::{ContactLaw, SceneSpec};

/// Aspect of a sound that a part describes. Listeners perceive changes of the interaction as natural, and
/// changes of the structure as unnatural.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aspect {
    /// Bodies: their size and material.
    Structure,
    /// Contacts of the bodies.
    Interaction,
    /// Motion of the bodies.
    Motion,
}

impl Aspect {
    /// All aspects.
    pub const ALL: [Self; 3] = [Self::Structure, Self::Interaction, Self::Motion];

    /// Name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Structure => "structure",
            Self::Interaction => "interaction",
            Self::Motion => "motion",
        }
    }
}

/// Access to one part of a model.
pub struct PartAccess<M: 'static> {
    /// Name in files and flags: `struck`.
    pub name: &'static str,
    /// Aspect of the sound that the part describes.
    pub aspect: Aspect,
    /// Borrows the part.
    pub get: fn(&M) -> &dyn ByName,
    /// Borrows the part mutably.
    pub get_mut: fn(&mut M) -> &mut dyn ByName,
}

/// Lists the parts of a model, each with its field and its aspect:
/// `parts![touch: Interaction, struck: Structure]`.
#[macro_export]
macro_rules! parts {
    ($($field:ident: $aspect:ident),* $(,)?) => {
        &[$($crate::PartAccess {
            name: stringify!($field),
            aspect: $crate::Aspect::$aspect,
            get: |model| &model.$field,
            get_mut: |model| &mut model.$field,
        }),*]
    };
}

/// A part of a sound with its values.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    /// Name in files and flags: `struck`.
    pub name: &'static str,
    /// Aspect of the sound that the part describes.
    pub aspect: Aspect,
    /// Parameters of the part, by name.
    pub table: &'a dyn ByName,
}

/// A model with its values.
pub trait Model: Clone + Default + Send + Sync + 'static {
    /// Description of the model.
    const INFO: ModelInfo;
    /// Parts in display order.
    const PARTS: &'static [PartAccess<Self>];
    /// Gestures the model accepts. The first is the one that makes it sound. The default of each is its value
    /// if none is given.
    const GESTURES: &'static [Info];
    /// Names of the gestures that only modify a sounding voice. They make no sound alone, so they do not
    /// replace the default gestures.
    const MODIFYING_GESTURES: &'static [&'static str] = &[];
    /// Physical quantity of the channels.
    const OUTPUT: OutputKind = OutputKind::VELOCITY;
    /// Measurements of the player, which follow those of the scene among the outputs.
    const MEASUREMENTS: &'static [OutputKind] = &[];
    /// Whether the model processes an input signal.
    const TAKES_INPUT: bool = false;
    /// Player of the model.
    type Player: Player<Self>;

    /// Bodies, contacts and outputs of the model. Outputs on channels 0 to `channels` − 1 are the sound;
    /// further ones are measurements such as the contact force. Empty if the player computes the sound
    /// itself.
    ///
    /// # Errors
    /// If the values do not give valid bodies.
    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let _ = channels;
        Ok(SceneSpec::default())
    }

    /// Makes the player with its own seed. Allocates all memory for every value that the tables allow,
    /// because any of them may come while it plays.
    fn player(&self, seed: u64, step: Step) -> Self::Player;

    /// Law of a contact of the scene with the present values; `None` if it never changes. Real-time: yes.
    fn law(&self, contact: usize) -> Option<ContactLaw> {
        let _ = contact;
        None
    }

    /// Mass of a point mass of the scene with the present values \[kg\]; `None` if it never changes.
    /// Real-time: yes.
    fn mass(&self, body: usize) -> Option<f64> {
        let _ = body;
        None
    }

    /// Gestures of an empty score: time \[s\], index of the gesture, and value.
    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        let value = Self::GESTURES.first().map_or(0.0, |info| info.default);
        vec![(0.0, 0, value)]
    }
}

/// Sample generator of a model, or controller of its scene.
pub trait Player<M>: Send {
    /// Acts on the coming block, with the values at its end. Real-time: yes.
    fn play(&mut self, now: &M, block: &mut Block<'_>);

    /// Whether nothing more will happen by itself: the sound only decays.
    fn done(&self) -> bool;

    /// Whether the player adds nothing to the channels. The scene reports its own rest.
    fn silent(&self) -> bool {
        true
    }
}

/// A sound of any model, for front ends.
pub trait Sound: Send + Sync {
    /// Description of the model.
    fn info(&self) -> &'static ModelInfo;
    /// Gestures the model accepts ([`Model::GESTURES`]).
    fn gestures(&self) -> &'static [Info];
    /// Names of the gestures that only modify a sounding voice ([`Model::MODIFYING_GESTURES`]).
    fn modifying_gestures(&self) -> &'static [&'static str];
    /// Physical quantity of the channels.
    fn output_kind(&self) -> &'static OutputKind;
    /// Whether the model processes an input signal.
    fn takes_input(&self) -> bool;
    /// Parts in display order.
    fn parts(&self) -> Vec<Part<'_>>;
    /// A part by its index among [`Sound::parts`].
    fn part_mut(&mut self, index: usize) -> Option<&mut dyn ByName>;
    /// Bodies, contacts and outputs ([`Model::scene_spec`]).
    ///
    /// # Errors
    /// If the values do not give valid bodies.
    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError>;
    /// Outputs of a voice with a number of channels ([`Voice::outputs`]).
    ///
    /// # Errors
    /// If the values do not give valid bodies.
    fn outputs(&self, channels: usize) -> Result<Vec<Output>, SoundError>;
    /// Gestures of an empty score ([`Model::default_gestures`]).
    fn default_gestures(&self) -> Vec<(f64, usize, f64)>;
    /// Makes a voice. Real-time: no.
    ///
    /// # Errors
    /// If the values do not give valid bodies, or the sample rate is not valid.
    fn voice(&self, spec: &VoiceSpec) -> Result<Voice, SoundError>;
    /// Edits of single modes.
    fn mode_edits(&self) -> &[ModeEdit] {
        &[]
    }
    /// Copy of the sound without mode edits.
    fn plain(&self) -> Box<dyn Sound> {
        self.duplicate()
    }
    /// Copy of the sound.
    fn duplicate(&self) -> Box<dyn Sound>;
}

impl<M: Model> Sound for M {
    fn info(&self) -> &'static ModelInfo {
        &M::INFO
    }

    fn gestures(&self) -> &'static [Info] {
        M::GESTURES
    }

    fn modifying_gestures(&self) -> &'static [&'static str] {
        M::MODIFYING_GESTURES
    }

    fn output_kind(&self) -> &'static OutputKind {
        &M::OUTPUT
    }

    fn takes_input(&self) -> bool {
        M::TAKES_INPUT
    }

    fn parts(&self) -> Vec<Part<'_>> {
        let part = |part: &'static PartAccess<M>| Part {
            name: part.name,
            aspect: part.aspect,
            table: (part.get)(self),
        };
        M::PARTS.iter().map(part).collect()
    }

    fn part_mut(&mut self, index: usize) -> Option<&mut dyn ByName> {
        M::PARTS.get(index).map(|part| (part.get_mut)(self))
    }

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        Model::scene_spec(self, channels)
    }

    fn outputs(&self, channels: usize) -> Result<Vec<Output>, SoundError> {
        let channels = channels.max(1);
        Ok(crate::model_voice::outputs::<M>(&Model::scene_spec(self, channels)?, channels))
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        Model::default_gestures(self)
    }

    fn voice(&self, spec: &VoiceSpec) -> Result<Voice, SoundError> {
        Voice::of(self, spec)
    }

    fn duplicate(&self) -> Box<dyn Sound> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Sound> {
    fn clone(&self) -> Self {
        self.duplicate()
    }
}

impl core::fmt::Debug for dyn Sound {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut shown = f.debug_struct(self.info().name);
        for param in crate::sound_params(self) {
            shown.field(&param.path(), &param.info.format(param.get(self)));
        }
        shown.finish()
    }
}

//! What every sound of the catalogue is: a *model* (plain values in SI, in parts with one table each) that
//! sets a *stage* (the scene: what there is and where it touches), and a *player* that says what happens on
//! it, block by block.
//!
//! Where nothing solid rings, the stage is empty and the player makes the sound itself, sample by sample
//! ([`Block::channels`]). A model that does something to a sound that exists *listens* ([`Model::TAKES_INPUT`],
//! [`Block::input`]).
//!
//! | part of the answer                       | who gives it                                                           |
//! |------------------------------------------|------------------------------------------------------------------------|
//! | what may be set, in which range and unit | [`Model::PARTS`], each a [`foley_params::Parametric`] table            |
//! | what may be done to it while it sounds   | [`Model::GESTURES`]: one number each, such as the speed of a strike    |
//! | what there is, where it touches          | [`Model::scene_spec`], built once, away from the audio thread               |
//! | what happens when                        | [`Player::play`], on the audio thread: allocates nothing, never waits  |
//! | how the physics follows changed values   | [`Model::law`], [`Model::mass`]; bodies are retuned by the voice       |
//!
//! Front ends know sounds only as [`Sound`], which every model is.

use crate::{Block, ModeEdit, ModelInfo, Output, OutputKind, SoundError, Voice, VoiceSpec};
use foley_contact::Step;
use foley_params::{ByName, Info};
use foley_scene::{ContactLaw, SceneSpec};

/// What of a sound a part describes. Listeners take changes of the interaction as natural, and of the
/// structure as magic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aspect {
    /// What there is: bodies, their size and stuff.
    Structure,
    /// How they touch.
    Interaction,
    /// How they move, and what is done to them.
    Motion,
}

impl Aspect {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Structure, Self::Interaction, Self::Motion];

    /// In one small word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Structure => "structure",
            Self::Interaction => "interaction",
            Self::Motion => "motion",
        }
    }
}

/// How to reach a part of a model.
pub struct PartAccess<M: 'static> {
    /// As files and flags call it: `struck`.
    pub name: &'static str,
    /// What of the sound it describes.
    pub aspect: Aspect,
    /// Reads it.
    pub get: fn(&M) -> &dyn ByName,
    /// Writes it.
    pub get_mut: fn(&mut M) -> &mut dyn ByName,
}

/// The parts of a model, each by the field that holds it and what of the sound it describes:
/// `parts![touch: Interaction, struck: Structure]`.
#[macro_export]
macro_rules! parts {
    ($($field:ident: $aspect:ident),* $(,)?) => {
        &[$($crate::PartAccess {
            name: stringify!($field),
            aspect: $crate::Aspect::$aspect,
            get: |it| &it.$field,
            get_mut: |it| &mut it.$field,
        }),*]
    };
}

/// A part of a sound: its name, what it is for, and its values by name.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    /// As files and flags call it: `struck`.
    pub name: &'static str,
    /// What of the sound it describes.
    pub aspect: Aspect,
    /// Its table and its values.
    pub table: &'a dyn ByName,
}

/// A model of the catalogue, with its values.
pub trait Model: Clone + Default + Send + Sync + 'static {
    /// What it is, in words.
    const INFO: ModelInfo;
    /// Its parts, in the order in which they are shown.
    const PARTS: &'static [PartAccess<Self>];
    /// What can be done to it; the first is what one does to hear it. The default of each is what is done if
    /// no number is said.
    const GESTURES: &'static [Info];
    /// Those of its gestures that only change what sounds already, by name: alone they make no sound, and the
    /// model's opening stays.
    const MODIFYING_GESTURES: &'static [&'static str] = &[];
    /// What its channels hear.
    const OUTPUT: OutputKind = OutputKind::VELOCITY;
    /// What its player measures beside the sound, one page each, after what the stage measures.
    const MEASUREMENTS: &'static [OutputKind] = &[];
    /// It does something to a sound that it is given.
    const TAKES_INPUT: bool = false;
    /// Who plays it.
    type Player: Player<Self>;

    /// What there is and where it touches, heard by so many channels: outputs 0 to `channels` − 1 are the sound,
    /// further ones are measurements such as the contact force. Nothing, where the player makes the sound
    /// itself.
    ///
    /// # Errors
    /// If there is no such body.
    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let _ = channels;
        Ok(SceneSpec::default())
    }

    /// Who plays it, with a seed of its own. All that it will ever need is made here: whatever values the
    /// tables allow may come while it plays.
    fn player(&self, seed: u64, step: Step) -> Self::Player;

    /// The law of a contact of the stage with the present values; none if it never changes. Real-time: yes.
    fn law(&self, contact: usize) -> Option<ContactLaw> {
        let _ = contact;
        None
    }

    /// The mass of a point mass of the stage with the present values \[kg\]; none if it never changes.
    /// Real-time: yes.
    fn mass(&self, body: usize) -> Option<f64> {
        let _ = body;
        None
    }

    /// What is done if nobody says what: when \[s\], which gesture, and its value.
    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        let value = Self::GESTURES.first().map_or(0.0, |info| info.default);
        vec![(0.0, 0, value)]
    }
}

/// Who says what happens on the stage of a model.
pub trait Player<M>: Send {
    /// Says what happens in the coming block, with the values as they will be at its end. Real-time: yes.
    fn play(&mut self, now: &M, block: &mut Block<'_>);

    /// Nothing more will happen of itself: what sounds only rings out.
    fn done(&self) -> bool;

    /// Nothing that the player itself adds to the channels sounds any more. What the stage does, the stage knows.
    fn silent(&self) -> bool {
        true
    }
}

/// A sound of any model, as front ends know it.
pub trait Sound: Send + Sync {
    /// What it is, in words.
    fn info(&self) -> &'static ModelInfo;
    /// What can be done to it.
    fn gestures(&self) -> &'static [Info];
    /// Those of its gestures that only change what sounds already ([`Model::MODIFYING_GESTURES`]).
    fn modifying_gestures(&self) -> &'static [&'static str];
    /// What its channels hear.
    fn output_kind(&self) -> &'static OutputKind;
    /// It does something to a sound that it is given.
    fn takes_input(&self) -> bool;
    /// Its parts, in the order in which they are shown.
    fn parts(&self) -> Vec<Part<'_>>;
    /// A part, by its place among them.
    fn part_mut(&mut self, index: usize) -> Option<&mut dyn ByName>;
    /// What there is and where it touches ([`Model::scene_spec`]).
    ///
    /// # Errors
    /// If there is no such body.
    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError>;
    /// What of it can be listened to by so many channels, as [`Voice::outputs`] has it.
    ///
    /// # Errors
    /// If there is no such body.
    fn outputs(&self, channels: usize) -> Result<Vec<Output>, SoundError>;
    /// What is done if nobody says what ([`Model::default_gestures`]).
    fn default_gestures(&self) -> Vec<(f64, usize, f64)>;
    /// The sound, ready to play.
    ///
    /// # Errors
    /// If there is no such body or no such rate.
    fn voice(&self, spec: &VoiceSpec) -> Result<Voice, SoundError>;
    /// Which of its modes are retouched.
    fn mode_edits(&self) -> &[ModeEdit] {
        &[]
    }
    /// The same as its physics gives it, without mode_edits.
    fn plain(&self) -> Box<dyn Sound> {
        self.duplicate()
    }
    /// The same once more.
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
        Ok(crate::voice::outputs::<M>(&Model::scene_spec(self, channels)?, channels))
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
        for at in crate::sound_params(self) {
            shown.field(&at.path(), &at.info.format(at.get(self)));
        }
        shown.finish()
    }
}

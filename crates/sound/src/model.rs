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
use foley_scene::{ContactLaw, Roughness, SceneSpec};

/// Aspect of a sound that a part describes. Listeners perceive changes of the interaction as natural, and
/// changes of the structure as unnatural.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aspect {
    /// Bodies of the sound: their size and material.
    Structure,
    /// Contacts between the bodies.
    Interaction,
    /// Motion of the bodies over time.
    Motion,
}

impl Aspect {
    /// All three aspects of a sound.
    pub const ALL: [Self; 3] = [Self::Structure, Self::Interaction, Self::Motion];

    /// Returns the name of the aspect in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Structure => "structure",
            Self::Interaction => "interaction",
            Self::Motion => "motion",
        }
    }
}

/// Access to one part of a model of type `M`.
pub struct PartAccess<M: 'static> {
    /// Name of the part in files and flags, such as `struck`.
    pub name: &'static str,
    /// Aspect of the sound that the part describes.
    pub aspect: Aspect,
    /// Function that borrows the part from a model.
    pub get: fn(&M) -> &dyn ByName,
    /// Function that borrows the part mutably from a model.
    pub get_mut: fn(&mut M) -> &mut dyn ByName,
}

/// Declares a model by its parts, one line each: field, type, default and aspect. A part without a default
/// has that of its type. Makes the struct, its `Default`, and the list `PART_LIST` for [`Model::PARTS`].
///
/// ```
/// foley_params::params! {
///     /// A hammer.
///     pub struct Hammer("hammer") {
///         /// Mass of the hammer.
///         mass: f64 = 0.02, "M", Kilogram, log [1e-4, 5.0];
///     }
/// }
/// foley_sound::parts! {
///     /// Two hammers that strike in turn.
///     pub struct TwoHammers {
///         /// The hammer that strikes first.
///         first: Hammer, Interaction;
///         /// The lighter hammer that answers.
///         second: Hammer = Hammer { mass: 0.01 }, Interaction;
///     }
/// }
///
/// let hammers = TwoHammers::default();
/// assert_eq!((hammers.first.mass, hammers.second.mass), (0.02, 0.01));
/// assert_eq!(TwoHammers::PART_LIST[1].name, "second");
/// ```
#[macro_export]
macro_rules! parts {
    ($(#[$attribute:meta])* $vis:vis struct $model:ident {
        $($(#[$part_attribute:meta])* $part:ident: $type:ty $(= $default:expr)?, $aspect:ident;)+
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        $vis struct $model { $($(#[$part_attribute])* $vis $part: $type,)+ }

        impl Default for $model {
            fn default() -> Self {
                Self { $($part: $crate::parts!(@default $type $(, $default)?),)+ }
            }
        }

        impl $model {
            const PART_LIST: &'static [$crate::PartAccess<Self>] = &[$($crate::PartAccess {
                name: stringify!($part),
                aspect: $crate::Aspect::$aspect,
                get: |model| &model.$part,
                get_mut: |model| &mut model.$part,
            },)+];
        }
    };
    (@default $type:ty) => { <$type>::default() };
    (@default $type:ty, $default:expr) => { $default };
}

/// A part of a sound with its values.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    /// Name of the part in files and flags, such as `struck`.
    pub name: &'static str,
    /// Aspect of the sound that the part describes.
    pub aspect: Aspect,
    /// Parameters of the part, accessible by name.
    pub table: &'a dyn ByName,
}

/// A model of a sound with the values of its parameters.
pub trait Model: Clone + Default + Send + Sync + 'static {
    /// Name, taxonomy and physics of the model.
    const INFO: ModelInfo;
    /// Parts of the model in display order.
    const PARTS: &'static [PartAccess<Self>];
    /// Gestures that the model accepts. The first gesture is the one that makes the model sound. The default
    /// of a gesture is the value that it takes if none is given.
    const GESTURES: &'static [Info];
    /// Names of the gestures that only modify a sounding voice. These gestures make no sound alone, so they
    /// do not replace the default gestures.
    const MODIFYING_GESTURES: &'static [&'static str] = &[];
    /// Names of the gestures whose sound goes on: live until the same gesture has the value 0, when rendered
    /// for the durations of the model. The value 0 is allowed even if it is below the declared range.
    const LASTING_GESTURES: &'static [&'static str] = &[];
    /// Physical quantity of the channels of the sound.
    const OUTPUT: OutputKind = OutputKind::RADIATED;
    /// Measurements that the player computes. Among the outputs they follow the measurements of the scene.
    const MEASUREMENTS: &'static [OutputKind] = &[];
    /// Whether the model processes an input signal.
    const TAKES_INPUT: bool = false;
    /// Returns the value of the first gesture when an empty score plays it at the start. Default: the default
    /// of the gesture.
    const OPENING_VALUE: fn(&Self) -> f64 = |_| Self::GESTURES.first().map_or(0.0, |info| info.default);
    /// Type that plays the model block by block.
    type Player: Player<Self>;

    /// Describes bodies, contacts and outputs of the model. Outputs on channels 0 to `channels` − 1 are the
    /// sound; further outputs are measurements such as the contact force. The scene is empty if the player
    /// computes the sound itself.
    ///
    /// # Errors
    /// If the values do not give valid bodies.
    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let _ = channels;
        Ok(SceneSpec::default())
    }

    /// Makes the player with its own seed. Allocates all memory that any value in the range of the tables
    /// needs, because such a value may come while the player plays.
    fn player(&self, seed: u64, step: Step) -> Self::Player;

    /// Returns the law of a contact of the scene for the present values; `None` if the law never changes.
    /// Real-time: yes.
    fn law(&self, contact: usize) -> Option<ContactLaw> {
        let _ = contact;
        None
    }

    /// Returns the roughness of a contact of the scene for the present values; `None` for smooth surfaces.
    /// Real-time: yes.
    fn roughness(&self, contact: usize) -> Option<Roughness> {
        let _ = contact;
        None
    }

    /// Returns the mass of a point mass of the scene for the present values \[kg\]; `None` if the mass never
    /// changes. Real-time: yes.
    fn mass(&self, body: usize) -> Option<f64> {
        let _ = body;
        None
    }

    /// Returns the gestures that an empty score plays: time \[s\], index of the gesture, and value.
    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        vec![(0.0, 0, Self::OPENING_VALUE(self))]
    }
}

/// Part of a model that generates samples or controls the scene.
pub trait Player<M>: Send {
    /// Acts on the coming block; `now` holds the values at the end of the block. Real-time: yes.
    fn play(&mut self, now: &M, block: &mut Block<'_>);

    /// Whether the player will start nothing more without an event: the sound only decays.
    fn done(&self) -> bool;

    /// Whether the player adds nothing to the channels. The scene reports its own rest separately.
    fn silent(&self) -> bool {
        true
    }
}

/// A sound of any model, for front ends.
pub trait Sound: Send + Sync {
    /// Returns name, taxonomy and physics of the model.
    fn info(&self) -> &'static ModelInfo;
    /// Returns the gestures that the model accepts ([`Model::GESTURES`]).
    fn gestures(&self) -> &'static [Info];
    /// Returns the names of the gestures that only modify a sounding voice ([`Model::MODIFYING_GESTURES`]).
    fn modifying_gestures(&self) -> &'static [&'static str];
    /// Returns the names of the gestures whose sound goes on until told ([`Model::LASTING_GESTURES`]).
    fn lasting_gestures(&self) -> &'static [&'static str];
    /// Returns the physical quantity of the channels of the sound.
    fn output_kind(&self) -> &'static OutputKind;
    /// Whether the model processes an input signal.
    fn takes_input(&self) -> bool;
    /// Returns the parts of the sound in display order.
    fn parts(&self) -> Vec<Part<'_>>;
    /// Returns the part with the given index in [`Sound::parts`], to be changed; `None` if there is no such
    /// part.
    fn part_mut(&mut self, index: usize) -> Option<&mut dyn ByName>;
    /// Describes bodies, contacts and outputs ([`Model::scene_spec`]).
    ///
    /// # Errors
    /// If the values do not give valid bodies.
    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError>;
    /// Returns the outputs of a voice with a number of channels ([`Voice::outputs`]).
    ///
    /// # Errors
    /// If the values do not give valid bodies.
    fn outputs(&self, channels: usize) -> Result<Vec<Output>, SoundError>;
    /// Returns the gestures that an empty score plays ([`Model::default_gestures`]).
    fn default_gestures(&self) -> Vec<(f64, usize, f64)>;
    /// Makes a voice that plays the sound. Real-time: no.
    ///
    /// # Errors
    /// If the values do not give valid bodies, or the sample rate is not valid.
    fn voice(&self, spec: &VoiceSpec) -> Result<Voice, SoundError>;
    /// Returns the edits of single modes of the sound.
    fn mode_edits(&self) -> &[ModeEdit] {
        &[]
    }
    /// Returns a copy of the sound without mode edits.
    fn plain(&self) -> Box<dyn Sound> {
        self.duplicate()
    }
    /// Returns a copy of the sound.
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

    fn lasting_gestures(&self) -> &'static [&'static str] {
        M::LASTING_GESTURES
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

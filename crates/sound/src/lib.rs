//! The catalogue: sounds named by their cause.
//!
//! | idea                                               | here                                                  |
//! |----------------------------------------------------|-------------------------------------------------------|
//! | what a sound is, and how a new one is written      | [`Model`], [`Player`]; [`solids::impact`] to learn from |
//! | any sound, for front ends                          | [`Sound`], [`models`], [`model`]                      |
//! | its values by name                                 | [`sound_params`], [`find`], [`set_text`]                 |
//! | it plays                                           | [`Voice`], made by [`Sound::voice`]                   |
//! | what is done when, and the whole of it at once     | [`Score`], [`perform`]; [`process`] for a sound that is given |
//! | what a sound is like, in numbers                   | [`analysis`]                                          |
//! | a voice moves it                                   | [`drive`]                                             |
//! | it becomes another                                 | [`Retarget`], [`Morph`], [`perform_morph`]                 |
//! | single modes otherwise than the physics gives them | [`ModeEdit`], [`ModeEdits`]                            |
//! | sounds to begin with, by name and in files         | [`preset`]                                            |
//! | all there is, for those who show it                | [`catalogue`]                                         |
//!
//! ```
//! use foley_sound::{Score, VoiceSpec, perform, set_text};
//! use foley_catalogue::model;
//!
//! let mut knock = model("impact").unwrap();
//! set_text(&mut *knock, "struck.material", "glass").unwrap();
//! set_text(&mut *knock, "hardness", "80").unwrap();
//! let mut score = Score::default();
//! score.gesture(0.0, "strike", 1.2);
//! let heard = perform(&*knock, &score, &VoiceSpec::new(48_000.0, 1), Some(0.5), &mut |_| {}).unwrap();
//! assert!(heard.sound()[0].iter().any(|sample| sample.abs() > 1e-6));
//! ```

mod block;
pub mod drive;
mod error;
mod event;
mod mode_edits;
mod model;
mod model_info;
mod morph;
mod output_kind;
mod perform;
mod resolve;
mod retarget;
pub mod scene_parts;
mod score;
mod sound_param;
mod voice;

pub use block::{Block, GestureEvent};
pub use error::SoundError;
pub use event::{Event, EventError, EventKind, MAX_QUEUED_EVENTS};
pub use foley_body::modal::BLOCK;
pub use foley_scene::{Deadline, NO_DEADLINE};
pub use mode_edits::{Factors, MAX_MODE_EDITS, ModeEdit, ModeEdits, ranked, ringing};
pub use model::{Aspect, Model, Part, PartAccess, Player, Sound};
pub use model_info::{Family, Level, ModelInfo};
pub use morph::{Aspects, Morph, Morphed, pad, perform_morph};
pub use output_kind::OutputKind;
pub use perform::{MAX_TAIL, Performance, perform, plan_events, process};
pub use resolve::{
    Target, ValueForm, Vocabulary, check_value, parse_value, resolve, resolve_gesture, resolve_param,
    resolve_value, set_text,
};
pub use retarget::Retarget;
pub use score::{Score, ScoreEvent, ScoreEventKind};
pub use sound_param::{SoundParam, sound_params};
pub use voice::{Output, Quality, Voice, VoiceSpec};

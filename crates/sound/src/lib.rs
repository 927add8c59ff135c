//! Sounds: models, voices, events, scores, morphs, and the names of their parameters.
//!
//! | task                                               | here                                                  |
//! |----------------------------------------------------|-------------------------------------------------------|
//! | write a new model                                  | [`Model`], [`Player`]                                 |
//! | use a sound of any model                           | [`Sound`]                                             |
//! | read and set parameters by name                    | [`sound_params`], [`resolve()`], [`set_text`]         |
//! | play a sound in real time                          | [`Voice`], made by [`Sound::voice`]; [`Event`]        |
//! | render a score                                     | [`Score`], [`perform`]; [`process`] with an input     |
//! | control a sound by a recorded voice                | [`drive`]                                             |
//! | change one sound into another                      | [`Retarget`], [`Morph`], [`perform_morph`]            |
//! | edit single modes                                  | [`ModeEdit`], [`ModeEdits`]                           |
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
//! let performance = perform(&*knock, &score, &VoiceSpec::new(48_000.0, 1), Some(0.5), &mut |_| {}).unwrap();
//! assert!(performance.sound()[0].iter().any(|sample| sample.abs() > 1e-6));
//! ```

mod block;
pub mod drive;
mod error;
mod event;
mod glide;
mod mode_edits;
mod model;
mod model_info;
mod model_voice;
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
pub use mode_edits::{Factors, MAX_MODE_EDITS, ModeEdit, ModeEdits, modal_bodies, modes_by_frequency};
pub use model::{Aspect, Model, Part, PartAccess, Player, Sound};
pub use model_info::{Family, Level, ModelInfo};
pub use morph::{Aspects, Morph, MorphState, pad, perform_morph};
pub use output_kind::OutputKind;
pub use perform::{EndDetector, MAX_TAIL, Performance, perform, plan_events, process};
pub use resolve::{
    Target, ValueForm, Vocabulary, check_gesture, check_value, parse_value, resolve, resolve_gesture,
    resolve_live_gesture, resolve_param, resolve_value, set_text, tells_duration,
};
pub use retarget::Retarget;
pub use score::{Score, ScoreEvent, ScoreEventKind};
pub use sound_param::{SoundParam, sound_params};
pub use voice::{Output, Quality, Voice, VoiceSpec};

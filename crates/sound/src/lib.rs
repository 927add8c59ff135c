//! The catalogue: sounds named by their cause.
//!
//! | idea                                               | here                                                  |
//! |----------------------------------------------------|-------------------------------------------------------|
//! | what a sound is, and how a new one is written      | [`Model`], [`Player`]; [`solids::impact`] to learn from |
//! | any sound, for front ends                          | [`Sound`], [`models`], [`model`]                      |
//! | its values by name                                 | [`addresses`], [`find`], [`set_text`]                 |
//! | it plays                                           | [`Voice`], made by [`Sound::voice`]                   |
//! | what is done when, and the whole of it at once     | [`Score`], [`perform`]; [`process`] for a sound that is given |
//! | what a sound is like, in numbers                   | [`analysis`]                                          |
//! | a voice moves it                                   | [`drive`]                                             |
//! | it becomes another                                 | [`Aim`], [`Morph`], [`perform_morph`]                 |
//! | single modes otherwise than the physics gives them | [`Retouch`], [`Retouched`]                            |
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

mod about;
mod address;
mod block;
pub mod drive;
mod error;
mod heard;
mod model;
mod morph;
mod perform;
mod retouch;
mod score;
pub mod stage;
mod tuning;
mod voice;

pub use about::{About, Family, Level};
pub use address::{Address, Said, addresses, find, read, set_text};
pub use block::{Block, Done};
pub use error::SoundError;
pub use foley_body::modal::BLOCK;
pub use foley_scene::{Deadline, NO_DEADLINE};
pub use heard::Heard;
pub use model::{Aspect, Model, Part, PartOf, Player, Sound};
pub use morph::{Aspects, Morph, Morphed, pad, perform_morph};
pub use perform::{LONGEST, Performed, Ready, gesture, perform, plan, process, value_of};
pub use retouch::{Factors, MOST_RETOUCHED, Retouch, Retouched, ranked, ringing};
pub use score::{Deed, Note, Score};
pub use tuning::Aim;
pub use voice::{Ease, MOST_WAITING, Output, Refused, Told, Voice, VoiceSpec};

//! Foley computes the sounds of touching objects from physics: strike, rub, roll, bounce, break, crumple,
//! walk, drip, pour, blow, run an engine.
//!
//! Render a sound to a file:
//!
#![cfg_attr(feature = "std", doc = "```")]
#![cfg_attr(not(feature = "std"), doc = "```ignore")]
//! use foley::Render;
//!
//! let glasses = Render::preset("two wine glasses")?.set("struck.material", "glass")?.strike(1.2).run()?;
//! let newtons = glasses.force().unwrap();                             // of the contact, sample by sample
//! assert!(newtons.iter().all(|&force| force >= 0.0));                 // a contact never pulls
//! # let path = std::env::temp_dir().join(format!("foley-lib-{}.wav", std::process::id()));
//! glasses.save(&path)?;                                               // "x.wav" or "x.flac"
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Play many sounds in real time:
//!
#![cfg_attr(feature = "std", doc = "```")]
#![cfg_attr(not(feature = "std"), doc = "```ignore")]
//! use foley::{Engine, preset, strike};
//!
//! let (mut engine, mut renderer) = Engine::new(48_000.0)?;             // the renderer is for the audio thread
//! let cup = engine.add(&preset("espresso cup set down on marble")?)?;
//! engine.set(cup, "struck.material", "glass")?;
//! engine.send(cup, strike(1.2).at(480))?;
//! renderer.render(&mut [&mut [0.0; 512], &mut [0.0; 512]]);
//! engine.remove(cup)?;
//! assert_eq!(engine.send(cup, strike(1.0)), Err(foley::Error::Stale)); // a handle goes stale safely
//! # Ok::<(), foley::Error>(())
//! ```
//!
//! A ball meets a wall and leaves with the velocity of the closed form, at any sample rate:
//!
//! ```
//! use foley::contact::{Approach, Exact, HuntCrossley, Impact, Problem, Step, bounce};
//!
//! let law = HuntCrossley { stiffness: 1e9, exponent: 1.5, damping: 0.5 };
//! let ball = Problem::new(0.010, law, Step::at_rate(44_100.0));
//! let report = bounce(&ball, &mut Exact::default(), Approach::at_speed(1.0), |_| {});
//! let exact = Impact::new(0.010, law, 1.0).release_velocity();
//! assert!((report.release_velocity / exact - 1.0).abs() < 1e-12);
//! ```
//!
//! | you want to                                             | use                                     |
//! |---------------------------------------------------------|-----------------------------------------|
//! | render a preset or a scene to samples or a file         | `Render`, `Rendered`                    |
//! | play many sounds in a game, an instrument or a plug-in  | `Engine`, `Renderer`, `SoundId`         |
//! | hear sounds in a room, a street or at a distance        | `Place`, `Render::place`, `Engine::set_place` |
//! | hear a sound now                                        | `play`, with the feature `device`       |
//! | find presets, models and their parameters               | `presets`, `preset`, `models`, `parameters` |
//! | let bodies touch that you describe yourself             | `Scene`, `Body`                         |
//! | compute one contact, with or without `std`              | [`contact`]                             |
//! | write a sound model of your own                         | `model`                                 |
//! | measure a sound                                         | `analysis`                              |
//!
//! All values are SI. Without the default feature `std` only [`contact`] is available, because bodies, scenes
//! and sounds need an allocator. The crates `foley-contact`, `foley-body`, `foley-scene` and the others have
//! every detail; this crate has what a program needs and keeps stable.
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "std")]
mod engine;
#[cfg(feature = "std")]
mod error;
#[cfg(feature = "std")]
mod gesture;
#[cfg(feature = "device")]
mod play;
#[cfg(feature = "std")]
mod render;
#[cfg(feature = "std")]
mod scene;
#[cfg(feature = "std")]
mod value;

#[cfg(feature = "std")]
mod catalogue;

#[cfg(feature = "std")]
pub use {
    catalogue::{models, parameters, preset, presets},
    engine::Engine,
    error::Error,
    gesture::{Clamped, Gesture, gesture, strike},
    render::{Render, Rendered},
    scene::{Body, ContactSpec, Scene, ScenePlayer},
    value::Value,
};

#[cfg(feature = "device")]
pub use play::{Speaker, device_rate, play, start};

#[cfg(feature = "std")]
#[doc(inline)]
pub use {
    foley_catalogue::preset::{Preset, PresetLoudness},
    foley_catalogue::spaces::Place,
    foley_engine::{Capacity, ChannelStrip, InputSource, Meter, Renderer, Report, SoundId},
    foley_params::{Info, Scale, Unit},
    foley_render::{Level, sound_file::Format},
    foley_sound::{Score, Sound, SoundParam},
};

/// One contact: laws, closed forms and the step with exact restitution. Available without `std`.
pub mod contact {
    #[doc(inline)]
    pub use foley_contact::analytic::{Impact, PressedImpact};
    #[doc(inline)]
    pub use foley_contact::bounce::{Approach, BounceReport, BounceSample, RunEnd, bounce};
    #[doc(inline)]
    pub use foley_contact::energy::Ledger;
    #[doc(inline)]
    pub use foley_contact::law::{HuntCrossley, Law, Linear};
    #[doc(inline)]
    pub use foley_contact::scheme::{Exact, Problem, Scheme};
    #[doc(inline)]
    pub use foley_contact::{
        Contact, Decision, Forecast, Friction, FrictionContact, LinearImpact, Motion, Step,
    };
}

/// What a sound model of your own needs: see `examples/06_own_model.rs`.
#[cfg(feature = "std")]
pub mod model {
    #[doc(inline)]
    pub use foley_params::{Param, Parametric, choices, param, params};
    #[doc(inline)]
    pub use foley_sound::{
        Aspect, BLOCK, Block, Family, GestureEvent, Level, Model, ModelInfo, OutputKind, PartAccess, Player,
        SoundError, parts,
    };
}

/// Measures of sounds: spectrum, pitch, onsets, level.
#[cfg(feature = "std")]
pub mod analysis {
    #[doc(inline)]
    pub use foley_dsp::analysis::{
        FeatureFrame, FeatureFrames, Features, OnsetSettings, Partial, Pitch, Spectrum, onsets::onsets,
        pitches,
    };
}

#[cfg(feature = "std")]
#[doc = include_str!("programs.md")]
pub mod programs {}

/// Compiles and runs the examples of the README as tests.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;

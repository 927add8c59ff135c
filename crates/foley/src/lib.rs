//! Foley computes the sounds of touching objects from physics.
//!
//! A ball meets a wall and leaves with the velocity of the closed form, at any sample rate:
//!
//! ```
//! use foley::prelude::*;
//!
//! let law = HuntCrossley { stiffness: 1e9, exponent: 1.5, damping: 0.5 };
//! let ball = Problem::new(0.010, law, Step::at_rate(44_100.0));
//! let report = bounce(&ball, &mut Exact::default(), Approach::at_speed(1.0), |_| {});
//! let exact = Impact::new(0.010, law, 1.0).release_velocity();
//! assert!((report.release_velocity / exact - 1.0).abs() < 1e-12);
//! ```
//!
//! A hammer strikes a bar at a given position, and the bar rings:
//!
#![cfg_attr(feature = "std", doc = "```")]
#![cfg_attr(not(feature = "std"), doc = "```ignore")]
//! use foley::prelude::*;
//!
//! let bar = Shape::by_name("bar")?;                                   // 30 cm long by default
//! let bar = bar.modal_spec(&Material::by_name("wood")?, 16, &[Position::Along(0.3), Position::Along(0.9)])?;
//! let law = HuntCrossley { stiffness: 1e8, exponent: 1.5, damping: 0.3 };
//!
//! let mut spec = SceneSpec::default();
//! let hammer = spec.add("hammer", BodySpec::mass(0.02, Motion::new(-1e-3, 1.0)));
//! let bar = spec.add("bar", BodySpec::modal(bar));
//! spec.join("tap", Place::new(hammer, 0), ContactLaw::Impact(law), Place::new(bar, 0));
//! spec.listen("end", Source::Place(Place::new(bar, 1)), Quantity::Velocity);
//!
//! let mut scene = Scene::build(&spec, Step::at_rate(48_000.0), spec.seed)?;
//! let mut sound = vec![0.0; 48_000];
//! scene.render(&mut [&mut sound]);                                    // does not allocate
//! assert!(sound.iter().any(|v| v.abs() > 0.01));
//! assert!(scene.ledger().numerical().abs() < 1e-12);                  // the energy balance closes
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An engine has two halves: the program keeps the control half, and the renderer runs on the audio thread
//! and never blocks:
//!
#![cfg_attr(feature = "std", doc = "```")]
#![cfg_attr(not(feature = "std"), doc = "```ignore")]
//! use foley::engine::{Capacity, Loudness, engine};
//! use foley::catalogue::preset::by_name;
//!
//! let (mut controls, mut renderer) = engine(48_000.0, Capacity::default());
//! let cup = by_name("espresso cup set down on marble")?;
//! let cup = controls.add_preset("cup", cup, Loudness::default(), 0)?;
//! controls.gesture(cup, "strike", Some(1.2), 480)?;                   // 1.2 m/s, in 10 ms
//!
//! let (mut left, mut right) = (vec![0.0; 4800], vec![0.0; 4800]);
//! renderer.render(&mut [&mut left, &mut right]);
//! assert!(left[..480].iter().all(|&x| x == 0.0) && left.iter().any(|x| x.abs() > 0.01));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | task                                                   | module                    |
//! |--------------------------------------------------------|---------------------------|
//! | a contact between two custom bodies                    | [`contact::Contact`]      |
//! | contact laws                                           | [`contact::law`]          |
//! | release, compression and duration in closed form       | [`contact::analytic`]     |
//! | numerical schemes                                      | [`contact::scheme`]       |
//! | a mass on a wall from touch to release                 | [`contact::bounce`]       |
//! | the energy balance                                     | [`contact::energy`]       |
//! | friction                                               | [`contact::friction`]     |
//! | masses, modal bodies, strings, shapes, materials       | `body`                    |
//! | scenes of bodies and contacts; scene files             | `scene`                   |
//! | models, voices, events, scores, morphs                 | `sound`                   |
//! | sounds by their cause, presets                         | `catalogue`               |
//! | many sounds in real time, a mixer                      | `engine`                  |
//! | names, units and ranges of all parameters              | [`params`]                |
//!
//! All values are SI. Without the default feature `std` only contacts and parameters are available: bodies,
//! scenes and sounds need an allocator.
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "std")]
pub use foley_body as body;
#[cfg(feature = "std")]
pub use foley_catalogue as catalogue;
pub use foley_contact as contact;
#[cfg(feature = "std")]
pub use foley_document as document;
#[cfg(feature = "std")]
pub use foley_dsp as dsp;
#[cfg(feature = "std")]
pub use foley_engine as engine;
pub use foley_params as params;
#[cfg(feature = "std")]
pub use foley_scene as scene;
#[cfg(feature = "std")]
pub use foley_sound as sound;

/// The most used items of Foley, for `use foley::prelude::*`.
pub mod prelude {
    pub use foley_contact::analytic::{Impact, PressedImpact};
    pub use foley_contact::bounce::{Approach, BounceReport, BounceSample, RunEnd, bounce};
    pub use foley_contact::energy::Ledger;
    pub use foley_contact::law::{HuntCrossley, Law};
    pub use foley_contact::scheme::{Exact, Problem, Scheme};
    pub use foley_contact::{Contact, Forecast, Friction, FrictionContact, LinearImpact, Motion, Step};

    #[cfg(feature = "std")]
    pub use foley_body::{
        Body, Inertial, InertialSpec, Material, Modal, ModalSpec, Mode, Position, Shape, Support, Wall,
        Waveguide, WaveguideSpec,
    };
    #[cfg(feature = "std")]
    pub use foley_scene::{
        Action, BodySpec, ContactLaw, Place, Quantity, Scene, SceneEvent, SceneSpec, Signal, Source,
    };
}

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

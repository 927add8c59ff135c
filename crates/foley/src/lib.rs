//! Foley makes the sounds of things touching, from physics.
//!
//! A ball meets a wall, and leaves as the closed form says it must, at any sample rate:
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
//! A hammer strikes a bar where it is told to, and the bar rings:
//!
#![cfg_attr(feature = "std", doc = "```")]
#![cfg_attr(not(feature = "std"), doc = "```ignore")]
//! use foley::prelude::*;
//!
//! let bar = Shape::by_name("bar")?;                                   // 30 cm of it, unless told otherwise
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
//! scene.render(&mut [&mut sound]);                                    // no allocation in here
//! assert!(sound.iter().any(|v| v.abs() > 0.01));
//! assert!(scene.ledger().numerical().abs() < 1e-12);                  // and no joule from nowhere
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game keeps two ends of an engine: one decides, the other goes to the audio thread and never waits:
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
//! | you want                                               | it is in                  |
//! |--------------------------------------------------------|---------------------------|
//! | a contact between two bodies of your own               | [`contact::Contact`]      |
//! | contact laws                                           | [`contact::law`]          |
//! | how it leaves, how deep, how long, without stepping    | [`contact::analytic`]     |
//! | ways to step, the papers' and ours                     | [`contact::scheme`]       |
//! | a mass on a wall from touch to release                 | [`contact::bounce`]       |
//! | where the energy went                                  | [`contact::energy`]       |
//! | surfaces that rub                                      | [`contact::friction`]     |
//! | masses, modal bodies, strings, shapes, materials       | `body`                    |
//! | many bodies and contacts at once; scene files          | `scene`                   |
//! | sounds by their cause, presets, morphs                 | `sound`                   |
//! | many sounds at once in real time, a mixer              | `engine`                  |
//! | names, units and ranges of all parameters              | [`params`]                |
//!
//! All values are SI. Without the default feature `std` every contact is still here; bodies, scenes and sounds need an allocator.
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

/// What most programs need: `use foley::prelude::*`.
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

/// The first page's example is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct FirstPage;

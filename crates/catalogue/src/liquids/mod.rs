//! Water: bubbles, drops, streams and splashes.
//!
//! | cause or part                            | here                                                  |
//! |------------------------------------------|-------------------------------------------------------|
//! | a bubble forms under water               | [`bubble`]                                            |
//! | boiling, running, pouring, raining       | [`bubble_stream`]                                     |
//! | a cloud of coupled bubbles               | [`coupled_bubbles`]; positions: [`arrangement`]; modes: [`cloud`], [`lanczos`]; waves: [`breaker`] |
//! | drops fall one after another             | [`dripping`]; force of an impact: [`drop_impact`]; parameters: [`drop_params`] |
//! | a volume of liquid falls into a vessel   | [`particles`]; simulation: [`sph`]; playback: [`particles_player`]; dripping afterwards: [`drainage`] |
//! | an object falls into water               | [`splash`]; its impact noise: [`slaps`]               |
//! | a jet or drops that fall; forces of drops and lumps on a surface | [`jet`]; [`spray`]            |
//! | physics of one bubble; many tones at once | [`minnaert`]; [`bank`]                               |
//! | steam bubbles that collapse              | [`collapse`]                                          |
//! | many short pulses of different durations | `pulse_classes`                                       |
//! | random births; air in a vessel; tick of a drop | [`swarm`]; [`vessel`]; [`drop`](mod@drop)       |

pub mod arrangement;
pub mod bank;
pub mod breaker;
pub mod bubble;
pub mod bubble_stream;
pub mod cloud;
pub mod collapse;
pub mod coupled_bubbles;
pub mod drainage;
pub mod dripping;
pub mod drop;
pub mod drop_impact;
pub mod drop_params;
pub mod jet;
pub mod lanczos;
pub mod minnaert;
mod particle_params;
pub mod particles;
pub mod particles_player;
mod pulse_classes;
pub mod slaps;
pub mod sph;
pub mod splash;
mod splash_params;
pub mod spray;
pub mod swarm;
pub mod vessel;

pub use bank::{DampedTone, ToneBank};
pub use bubble::Bubble;
pub use bubble_stream::BubbleStream;
pub use coupled_bubbles::CoupledBubbles;
pub use dripping::Dripping;
pub use jet::Jet;
pub use minnaert::Liquid;
pub use particles::Particles;
pub use splash::Splash;
pub use vessel::Vessel;

use foley_sound::Sound;

/// Returns every model of this family with its default values: events first, then textures, then processes.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![
        Box::new(Bubble::default()),
        Box::new(BubbleStream::default()),
        Box::new(CoupledBubbles::default()),
        Box::new(Dripping::default()),
        Box::new(Splash::default()),
        Box::new(Particles::default()),
    ]
}

//! Water: bubbles, drops, streams and splashes.
//!
//! | cause                                    | here                                                  |
//! |------------------------------------------|-------------------------------------------------------|
//! | a bubble closes                          | [`bubble`]                                            |
//! | something boils, runs, pours, rains      | [`bubble_stream`]                                     |
//! | a cloud of bubbles sounds as one         | [`coupled_bubbles`]; where they are, what is heard of them: [`arrangement`], [`cloud`], [`lanczos`] |
//! | drops fall, one after another            | [`dripping`]; a drop and its hollow: [`drop_params`]      |
//! | a volume of liquid falls into a vessel   | [`particles`]; its motion is [`sph`]                  |
//! | something falls into water               | [`splash`]                                            |
//! | what all of them share                   | [`minnaert`], one bubble; [`bank`], very many at once |
//! | what several of them share               | [`swarm`], births by chance; [`vessel`], the air in it; [`drop`](mod@drop), the tick before the bubble |

pub mod arrangement;
pub mod bank;
pub mod bubble;
pub mod bubble_stream;
pub mod cloud;
pub mod coupled_bubbles;
pub mod dripping;
pub mod drop;
pub mod drop_params;
pub mod lanczos;
pub mod minnaert;
mod particle_params;
pub mod particles;
pub mod particles_player;
pub mod slaps;
pub mod sph;
pub mod splash;
mod splash_params;
pub mod swarm;
pub mod vessel;

pub use bank::{DampedTone, ToneBank};
pub use bubble::Bubble;
pub use bubble_stream::BubbleStream;
pub use coupled_bubbles::CoupledBubbles;
pub use dripping::Dripping;
pub use minnaert::Liquid;
pub use particles::Particles;
pub use splash::Splash;
pub use vessel::Vessel;

use foley_sound::Sound;

/// Every model of this family, with its default values; events first, then textures, then processes.
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

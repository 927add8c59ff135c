//! The room of a [`super::Mesh`], its walls, and who is where in it.
//!
//! | part       | what it says                                                                     |
//! |------------|----------------------------------------------------------------------------------|
//! | [`MeshRoom`]   | how long and wide the room is, and at which part of the sample rate its mesh runs |
//! | [`Wall`]   | how much a wall sends back, and up to which frequency                            |
//! | [`MeshPlaces`] | where it sounds, where it is heard, who walks and how fast                       |

use foley_params::{Param, choices, param, params};

choices! {
    /// Rate at which the mesh is stepped, of the sample rate.
    pub enum MeshSampling {
        /// The sample rate.
        Full = "full",
        /// Half of it.
        Half = "half",
        /// A quarter of it.
        Quarter = "quarter",
    }
}

choices! {
    /// Which of the two moves.
    pub enum Walker {
        /// The source walks, the listener stands.
        Source = "source",
        /// The listener walks, the source stands.
        Listener = "listener",
    }
}

params! {
    /// The room.
    /// Default: a bathroom.
    pub struct MeshRoom("plan") {
        /// How long the room is.
        length: f64 = 4.0, "L", Metre, log [0.3, 20.0], handle("size", "tray", "tunnel");
        /// How wide the room is.
        width: f64 = 2.2, "W", Metre, log [0.3, 4.0];
        /// Part of the sample rate at which the mesh runs; it carries sound up to a fifth of its own rate. No
        /// room has more than 240 million junctions in a second: one that would runs at half of what is
        /// chosen here, or half of that, until it does not. At 48 kHz a room has full up to 0.5 m², half up
        /// to 4 m², a quarter up to 32 m²; a room of less than four junctions across has more.
        sampling: MeshSampling = MeshSampling::Quarter, "D", choice;
    }
}

params! {
    /// A wall.
    /// Default: plaster.
    pub struct Wall("wall") {
        /// Part of the pressure of a low-pitched wave that the wall sends back.
        reflection: f64 = 0.9, "R", One, lin [0.0, 0.99], glide 0.05, handle("hardness", "open", "tiles");
        /// Above this frequency the wall sends back less and less.
        cut: f64 = 6000.0, "f_r", Hertz, log [100.0, 20_000.0], glide 0.05,
            handle("brightness", "curtain", "glass");
    }
}

params! {
    /// Where it sounds, where it is heard, and who walks.
    pub struct MeshPlaces("places") {
        /// Where it sounds, as a part of the length.
        source: f64 = 0.7, "x_s", One, lin [0.02, 0.98], glide 0.5, handle("depth", "beginning", "far end");
        /// Where it sounds, as a part of the width.
        source_across as "source-across": f64 = 0.4, "y_s", One, lin [0.02, 0.98], glide 0.5;
        /// Where it is heard, as a part of the length.
        listener: f64 = 0.15, "x", One, lin [0.02, 0.98], glide 0.5;
        /// Where it is heard, as a part of the width.
        listener_across as "listener-across": f64 = 0.55, "y", One, lin [0.02, 0.98], glide 0.5;
        /// From one ear to the next, across the room.
        ears: f64 = 0.18, "e", Metre, lin [0.0, 2.0], glide 0.5;
        /// Who walks when it is told to: what sounds, or who listens.
        walker: Walker = Walker::Source, "w", choice;
        /// How fast who walks goes.
        speed: f64 = 1.4, "v", MetrePerSecond, log [0.1, 20.0], glide 0.05, handle("haste", "creeps", "drives");
    }
}

pub(super) const SOURCE: Param<MeshPlaces> = param("source");

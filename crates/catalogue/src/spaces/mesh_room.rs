//! The room of a [`super::Mesh`], its walls, and the places of source and listener.
//!
//! | part           | meaning                                                           |
//! |----------------|-------------------------------------------------------------------|
//! | [`MeshRoom`]   | length and width of the room, and rate of its mesh                |
//! | [`Wall`]       | reflection of a wall, and its cut frequency                       |
//! | [`MeshPlaces`] | places of source and listener, which of them walks, and its speed |

use foley_params::{Param, choices, param, params};

choices! {
    /// Rate of the mesh relative to the sample rate.
    pub enum MeshSampling {
        /// The mesh runs at the sample rate.
        Full = "full",
        /// The mesh runs at half the sample rate.
        Half = "half",
        /// The mesh runs at a quarter of the sample rate.
        Quarter = "quarter",
    }
}

choices! {
    /// Which of source and listener moves.
    pub enum Walker {
        /// The source walks, the listener stands.
        Source = "source",
        /// The listener walks, the source stands.
        Listener = "listener",
    }
}

params! {
    /// Length and width of the room, and rate of its mesh.
    /// Default: a bathroom.
    pub struct MeshRoom("plan") {
        /// Length of the room.
        length: f64 = 4.0, "L", Metre, log [0.3, 20.0], handle("size", "tray", "tunnel");
        /// Width of the room.
        width: f64 = 2.2, "W", Metre, log [0.3, 4.0];
        /// Rate of the mesh relative to the sample rate; the mesh carries sound up to a fifth of its own
        /// rate. The rate is halved automatically until the room needs at most 240 million junctions per
        /// second. At 48 kHz this allows full up to 0.5 m², half up to 4 m², a quarter up to 32 m². A room
        /// of less than four junctions across gets a higher rate.
        sampling: MeshSampling = MeshSampling::Quarter, "D", choice;
    }
}

params! {
    /// Reflection of a wall.
    /// Default: plaster.
    pub struct Wall("wall") {
        /// Fraction of the pressure of a low-frequency wave that the wall reflects.
        reflection: f64 = 0.9, "R", One, lin [0.0, 0.99], glide 0.05, handle("hardness", "open", "tiles");
        /// Frequency above which the wall reflects less and less.
        cut: f64 = 6000.0, "f_r", Hertz, log [100.0, 20_000.0], glide 0.05,
            handle("brightness", "curtain", "glass");
    }
}

params! {
    /// Places of source and listener, and the walker.
    pub struct MeshPlaces("places") {
        /// Position of the source as a fraction of the length.
        source: f64 = 0.7, "x_s", One, lin [0.02, 0.98], glide 0.5, handle("depth", "beginning", "far end");
        /// Position of the source as a fraction of the width.
        source_across as "source-across": f64 = 0.4, "y_s", One, lin [0.02, 0.98], glide 0.5;
        /// Position of the listener as a fraction of the length.
        listener: f64 = 0.15, "x", One, lin [0.02, 0.98], glide 0.5;
        /// Position of the listener as a fraction of the width.
        listener_across as "listener-across": f64 = 0.55, "y", One, lin [0.02, 0.98], glide 0.5;
        /// Distance between neighbouring channels across the room.
        ears: f64 = 0.18, "e", Metre, lin [0.0, 2.0], glide 0.5;
        /// Which of source and listener walks.
        walker: Walker = Walker::Source, "w", choice;
        /// Speed of the source or listener that walks.
        speed: f64 = 1.4, "v", MetrePerSecond, log [0.1, 20.0], glide 0.05, handle("haste", "creeps", "drives");
    }
}

pub(super) const SOURCE: Param<MeshPlaces> = param("source");

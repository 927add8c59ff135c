//! A drop that falls, and the hollow that it leaves behind: the tables of [`super::dripping`], where the
//! equation is.

use foley_params::params;

params! {
    /// What falls.
    pub struct FallingDrop("falling") {
        /// Radius of a drop.
        radius: f64 = 0.0024, "r", Metre, log [4e-4, 0.004], handle("size", "mist", "thaw");
        /// By which part of it drops are larger or smaller, by chance.
        spread: f64 = 0.15, "s", One, lin [0.0, 0.6];
        /// How high they fall; air does not hold them back.
        height: f64 = 0.3, "H", Metre, log [0.01, 5.0];
        /// Part of the force of each drop that is heard as a tick.
        level: f64 = 0.2, "η", One, lin [0.0, 1.0];
    }
}

params! {
    /// What a drop leaves behind.
    pub struct DropCavity("drop-cavity") {
        /// Radius of the bubble by that of the drop.
        ratio: f64 = 0.7, "c", One, log [0.1, 3.0], handle("hollow", "pinprick", "cave");
        /// Part of the drops that leave a bubble.
        entrained: f64 = 0.9, "P", One, lin [0.0, 1.0];
        /// How long after the tick the bubble closes.
        delay: f64 = 0.02, "τ", Second, log [0.001, 0.2];
        /// Depth of the bubble's middle; less than its radius is taken as its radius.
        depth: f64 = 0.006, "h", Metre, log [1e-3, 0.2];
        /// By which part of itself the radius swings at most: what closes violently is loud.
        swing: f64 = 0.03, "ε", One, log [1e-4, 0.1], handle("violence", "let go", "torn off");
        /// By which part of itself the pitch grows in one decay time.
        rise: f64 = 0.12, "ξ", One, lin [0.0, 1.0], handle("chirp", "steady", "up and away");
    }
}

//! Parameters of a falling drop and of the bubble it entrains, for [`super::dripping`].

use foley_params::params;

params! {
    /// Falling drop.
    pub struct FallingDrop("falling") {
        /// Radius of a drop.
        radius: f64 = 0.0024, "r", Metre, log [4e-4, 0.004], handle("size", "mist", "thaw");
        /// Random relative deviation of the drop radius.
        spread: f64 = 0.15, "s", One, lin [0.0, 0.6];
        /// Height from which a drop falls; air resistance is neglected.
        height: f64 = 0.3, "H", Metre, log [0.01, 5.0];
        /// Share of the impact force that is heard as a tick.
        level: f64 = 0.2, "η", One, lin [0.0, 1.0];
    }
}

params! {
    /// Bubble entrained by a drop.
    pub struct DropCavity("drop-cavity") {
        /// Ratio of the bubble radius to the drop radius.
        ratio: f64 = 0.7, "c", One, log [0.1, 3.0], handle("hollow", "pinprick", "cave");
        /// Probability that a drop entrains a bubble.
        entrained: f64 = 0.9, "P", One, lin [0.0, 1.0];
        /// Delay of the bubble after the tick of the drop.
        delay: f64 = 0.02, "τ", Second, log [0.001, 0.2];
        /// Depth of the centre of the bubble, at least its radius.
        depth: f64 = 0.006, "h", Metre, log [1e-3, 0.2];
        /// Largest relative change of the radius of the bubble. Violent formation is loud.
        swing: f64 = 0.03, "ε", One, log [1e-4, 0.1], handle("violence", "let go", "torn off");
        /// Relative rise of the pitch of the bubble in one decay time.
        rise: f64 = 0.12, "ξ", One, lin [0.0, 1.0], handle("chirp", "steady", "up and away");
    }
}

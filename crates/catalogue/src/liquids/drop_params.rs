//! Parameters of falling drops, of the bubbles they entrain, of their splatter and of the vessel, for
//! [`super::dripping`].

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

params! {
    /// What the water throws up after a drop: a jet from the cavity, and droplets from the rim.
    pub struct Splatter("splatter") {
        /// Probability that the collapsing cavity throws up a jet whose drop falls back and entrains a second
        /// bubble.
        second: f64 = 0.3, "P₂", One, lin [0.0, 1.0], handle("afterthought", "one plink", "always two");
        /// Height of the jet; its drop falls back after √(8 H/g). Heard where `second` is above 0.
        jet: f64 = 0.006, "H_j", Metre, log [5e-4, 0.1];
        /// Mean number of droplets of a drop at twice the splash threshold; slower drops throw up fewer, and
        /// none below the threshold.
        droplets: f64 = 2.0, "N", One, lin [0.0, 20.0], handle("splatter", "none", "bursts");
        /// Largest speed of a droplet, as a fraction of the speed of the drop. Heard where `droplets` is
        /// above 0.
        speed: f64 = 0.4, "κ_s", One, log [0.05, 1.0];
        /// Radius of the largest droplet, as a fraction of the radius of the drop. Heard where `droplets` is
        /// above 0.
        size: f64 = 0.3, "a", One, log [0.05, 0.7];
    }
}

params! {
    /// Where the drops land: on water over the wall of a vessel, or on the bare wall.
    pub struct Basin("basin") {
        /// Depth of the water over the wall. Deep water makes the wall heavier and takes its high tones.
        /// Heard where the wall has modes.
        depth: f64 = 0.05, "D", Metre, log [5e-4, 0.5], handle("depth", "film", "full basin");
        /// Probability that a drop lands on the bare wall instead: it splashes but leaves no bubble.
        bare: f64 = 0.0, "P_d", One, lin [0.0, 1.0], handle("dryness", "water", "bare wall");
    }
}

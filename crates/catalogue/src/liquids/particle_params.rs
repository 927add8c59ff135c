//! Sound parameters of [`super::particles`]: impact noise and entrained bubbles.

use foley_params::params;

params! {
    /// Impact noise of a particle.
    pub struct Slap("spill-slap") {
        /// Share of the impact energy that is heard as a slap.
        loudness: f64 = 5e-7, "η", One, log [1e-10, 1e-5], glide 0.02, handle("slap", "soft", "hard");
        /// Upper cut-off frequency of the slap.
        brightness: f64 = 2500.0, "f_s", Hertz, log [200.0, 12_000.0], glide 0.02;
    }
}

params! {
    /// Air entrained by impacts.
    pub struct EntrainedAir("spill-entrained") {
        /// Mean number of bubbles per hit at full speed.
        bubbles: f64 = 6.0, "n", One, lin [0.0, 20.0], glide 0.02, handle("bubbling", "none", "foam");
        /// Ratio of the largest bubble radius to the radius of the particle as a drop.
        largest: f64 = 0.25, "β", One, log [0.03, 0.6], glide 0.02;
        /// Relative swing of a bubble per metre per second of impact speed.
        swing: f64 = 0.02, "ε₁", SecondPerMetre, log [0.001, 0.1], glide 0.02;
        /// Relative rise of the pitch of a bubble in one decay time.
        rise: f64 = 0.1, "ξ", One, lin [0.0, 1.0], glide 0.02;
    }
}

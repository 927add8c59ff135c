//! What liquid sounds like when it arrives: the tables of [`super::particles`] that are about what is heard.

use foley_params::params;

params! {
    /// What a particle sounds like when it arrives.
    pub struct Slap("spill-slap") {
        /// The part of the energy of what arrives that is heard as a slap.
        loudness: f64 = 5e-7, "η", One, log [1e-10, 1e-5], glide 0.02, handle("slap", "soft", "hard");
        /// There is little of a slap above this frequency.
        brightness: f64 = 2500.0, "f_s", Hertz, log [200.0, 12_000.0], glide 0.02;
    }
}

params! {
    /// The air that what arrives takes along.
    pub struct EntrainedAir("spill-entrained") {
        /// How many bubbles there are of a hit at full speed, on the mean.
        bubbles: f64 = 6.0, "n", One, lin [0.0, 20.0], glide 0.02, handle("bubbling", "none", "foam");
        /// Radius of the largest bubble of a hit, by that of a drop of what hits.
        largest: f64 = 0.25, "β", One, log [0.03, 0.6], glide 0.02;
        /// How far a bubble swings, as a part of its radius, for each metre per second of the hit.
        swing: f64 = 0.02, "ε₁", SecondPerMetre, log [0.001, 0.1], glide 0.02;
        /// Part by which the pitch of a bubble rises while it decays.
        rise: f64 = 0.1, "ξ", One, lin [0.0, 1.0], glide 0.02;
    }
}

//! The room of a [`super::Reverb`]: its size, its decay times, and the places of source and listener.

use super::shoebox::Shoebox;
use foley_params::params;

params! {
    /// Dimensions of the room.
    /// Default: a living room.
    pub struct ReverbRoom("hall") {
        /// Length of the room.
        length: f64 = 6.0, "L", Metre, log [1.0, ReverbRoom::MAX_SIZE[0]], handle("size", "wardrobe", "cathedral");
        /// Width of the room.
        width: f64 = 4.5, "W", Metre, log [1.0, ReverbRoom::MAX_SIZE[1]];
        /// Height of the room.
        height: f64 = 2.6, "H", Metre, log [1.0, ReverbRoom::MAX_SIZE[2]];
    }
}

impl ReverbRoom {
    /// Largest length, width and height \[m\].
    pub const MAX_SIZE: [f64; 3] = [80.0, 40.0, 30.0];

    /// Returns the room as a box.
    pub fn shoebox(&self) -> Shoebox {
        Shoebox { size: [self.length, self.width, self.height] }
    }
}

params! {
    /// Decay times of the room.
    /// Default: carpets and curtains.
    pub struct DecayTimes("fading") {
        /// Time in which low frequencies fall by 60 dB; accurate to a tenth below a tenth of the crossover.
        low: f64 = 0.6, "T₆₀", Second, log [0.05, 15.0], glide 0.1, handle("liveliness", "padded", "cistern");
        /// Time in which high frequencies fall by 60 dB; accurate to a tenth above seven times the
        /// crossover. Around the crossover the decay time changes gradually.
        high: f64 = 0.35, "T₆₀", Second, log [0.05, 15.0], glide 0.1, handle("brightness", "cloth", "tiles");
        /// Crossover frequency between the low and the high decay time.
        crossover: f64 = 2000.0, "f_c", Hertz, log [200.0, 12_000.0], glide 0.1;
    }
}

params! {
    /// Places of source and listener.
    pub struct ReverbPlaces("seats") {
        /// Position of the source as a fraction of the length.
        source: f64 = 0.65, "x_s", One, lin [0.02, 0.98], glide 0.5, handle("depth", "one end", "other end");
        /// Position of the source as a fraction of the width.
        source_across as "source-across": f64 = 0.4, "y_s", One, lin [0.02, 0.98], glide 0.5;
        /// Position of the listener as a fraction of the length.
        listener: f64 = 0.3, "x", One, lin [0.02, 0.98], glide 0.5;
        /// Position of the listener as a fraction of the width.
        listener_across as "listener-across": f64 = 0.55, "y", One, lin [0.02, 0.98], glide 0.5;
        /// Distance between neighbouring channels across the room.
        ears: f64 = 0.18, "e", Metre, lin [0.0, 2.0], glide 0.5;
    }
}

params! {
    /// Levels of the parts of the sound; 1 for each is the natural proportion.
    /// Default: the natural proportion at a level at which a voice stays within ±1.
    pub struct ReverbMix("mixed") {
        /// Level of the direct sound.
        direct: f64 = 0.55, "a₀", One, lin [0.0, 1.0], glide 0.05;
        /// Level of the first reflections.
        early: f64 = 0.55, "a₁", One, lin [0.0, 1.0], glide 0.05;
        /// Level of the late reverberation.
        late: f64 = 0.55, "a₂", One, lin [0.0, 1.0], glide 0.05;
    }
}

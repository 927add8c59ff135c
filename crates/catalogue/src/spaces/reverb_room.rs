//! The room of a [`super::Reverb`]: its size, how it fades, and who sits where.

use super::shoebox::Shoebox;
use foley_params::params;

params! {
    /// The room.
    /// Default: a living room.
    pub struct ReverbRoom("hall") {
        /// How long the room is.
        length: f64 = 6.0, "L", Metre, log [1.0, ReverbRoom::MAX_SIZE[0]], handle("size", "wardrobe", "cathedral");
        /// How wide the room is.
        width: f64 = 4.5, "W", Metre, log [1.0, ReverbRoom::MAX_SIZE[1]];
        /// How high the room is.
        height: f64 = 2.6, "H", Metre, log [1.0, ReverbRoom::MAX_SIZE[2]];
    }
}

impl ReverbRoom {
    /// The largest room \[m\].
    pub const MAX_SIZE: [f64; 3] = [80.0, 40.0, 30.0];

    /// As a box.
    pub fn shoebox(&self) -> Shoebox {
        Shoebox { size: [self.length, self.width, self.height] }
    }
}

params! {
    /// How long it rings.
    /// Default: carpets and curtains.
    pub struct DecayTimes("fading") {
        /// Time in which low frequencies fall by 60 dB: within a tenth it holds from a tenth of the crossover
        /// down.
        low: f64 = 0.6, "T₆₀", Second, log [0.05, 15.0], glide 0.1, handle("liveliness", "padded", "cistern");
        /// Time in which high frequencies fall by 60 dB: within a tenth it holds from seven times the
        /// crossover up, 14 kHz where it is at 2 kHz; between both it goes from one to the other.
        high: f64 = 0.35, "T₆₀", Second, log [0.05, 15.0], glide 0.1, handle("brightness", "cloth", "tiles");
        /// Frequency between the low decay and the high one.
        crossover: f64 = 2000.0, "f_c", Hertz, log [200.0, 12_000.0], glide 0.1;
    }
}

params! {
    /// Where it sounds and where it is heard.
    pub struct ReverbPlaces("seats") {
        /// Where it sounds, as a part of the length.
        source: f64 = 0.65, "x_s", One, lin [0.02, 0.98], glide 0.5, handle("depth", "one end", "other end");
        /// Where it sounds, as a part of the width.
        source_across as "source-across": f64 = 0.4, "y_s", One, lin [0.02, 0.98], glide 0.5;
        /// Where it is heard, as a part of the length.
        listener: f64 = 0.3, "x", One, lin [0.02, 0.98], glide 0.5;
        /// Where it is heard, as a part of the width.
        listener_across as "listener-across": f64 = 0.55, "y", One, lin [0.02, 0.98], glide 0.5;
        /// From one ear to the next, across the room.
        ears: f64 = 0.18, "e", Metre, lin [0.0, 2.0], glide 0.5;
    }
}

params! {
    /// How much of each part is heard; with 1 for each it is as in the room.
    /// Default: in the proportion of the room, so that a voice stays within ±1 in it.
    pub struct ReverbMix("mixed") {
        /// How much of the sound itself is heard.
        direct: f64 = 0.55, "a₀", One, lin [0.0, 1.0], glide 0.05;
        /// How much of its first reflections is heard.
        early: f64 = 0.55, "a₁", One, lin [0.0, 1.0], glide 0.05;
        /// How much of what comes late is heard.
        late: f64 = 0.55, "a₂", One, lin [0.0, 1.0], glide 0.05;
    }
}

//! Parameters of [`super::vacuum_cleaner`].

use foley_params::{Param, param, params};

params! {
    /// Hose of the vacuum cleaner, which resonates.
    /// Default: a hose with its wand.
    pub struct Hose("hose") {
        /// Length of hose and tubes.
        length: f64 = 1.5, "L", Metre, log [0.1, 6.0], glide 0.05,
            handle("size", "crevice nozzle", "hose through the house");
        /// Reflection factor of the ends of the hose: the higher, the sharper its tones.
        reflection: f64 = 0.85, "R", One, lin [0.0, 0.95], glide 0.05, handle("hollowness", "hiss", "pipe");
        /// Frequency above which the ends of the hose reflect less.
        low_pass as "low-pass": f64 = 4000.0, "f_h", Hertz, log [200.0, 16_000.0], glide 0.05;
        /// Factor on the cut-off frequencies while the hose is corked; a soft palm lowers them more.
        stopper: f64 = 0.5, "s", One, log [0.05, 1.0], glide 0.05;
    }
}

pub(super) const LENGTH: Param<Hose> = param("length");

params! {
    /// Fan and motor.
    /// Default: those of a household vacuum cleaner.
    pub struct Fan("fan") {
        /// RMS pressure of the noise of fan and flow at 1 m.
        level: f64 = 0.12, "b", Pascal, log [0.001, 0.5], glide 0.05, handle("power", "whispering", "roaring");
        /// RMS pressure of the blade tone at 1 m.
        whine: f64 = 0.015, "w", Pascal, lin [0.0, 0.1], glide 0.05, handle("whine", "none", "piercing");
        /// Frequency of the blade tone at full speed.
        pitch: f64 = 620.0, "f_w", Hertz, log [50.0, 6000.0], glide 0.05;
        /// Factor on the speed of the fan while the hose is corked, because no air is moved.
        race: f64 = 1.12, "r", One, lin [1.0, 1.5], glide 0.05;
        /// Time in which the fan reaches full speed.
        spin_up as "spin-up": f64 = 0.6, "t_u", Second, log [0.02, 5.0];
        /// Time in which the fan stops after it is switched off.
        spin_down as "spin-down": f64 = 1.2, "t_d", Second, log [0.02, 5.0];
        /// Time until the vacuum cleaner switches off by itself.
        duration: f64 = 3.8, "t", Second, log [0.1, 45.0];
    }
}

params! {
    /// Slow oscillation of length and cut-off frequencies, as the hose is moved.
    /// Default: hardly any motion.
    pub struct Sway("sway") {
        /// Rate at which the hose sways.
        rate: f64 = 0.6, "n", Hertz, log [0.05, 20.0], glide 0.05;
        /// Depth of the swaying relative to the length of the hose; the cut-off frequencies move three times
        /// as far.
        depth: f64 = 0.01, "m", One, lin [0.0, 0.2], glide 0.05, handle("unrest", "at rest", "waved about");
    }
}

params! {
    /// Filter of the vacuum cleaner's casing and of the room.
    /// Default: a plastic casing.
    pub struct Casing("casing") {
        /// Upper cut-off frequency of the casing; lower while the hose is corked.
        low_pass as "low-pass": f64 = 6000.0, "f_l", Hertz, log [200.0, 18_000.0], glide 0.05,
            handle("brightness", "next door", "beside the ear");
        /// Lower cut-off frequency of the casing.
        high_pass as "high-pass": f64 = 70.0, "f_g", Hertz, log [20.0, 2000.0], glide 0.05;
    }
}

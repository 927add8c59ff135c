//! What a vacuum cleaner is made of: its hose, its fan, how it is moved about, and its casing. What they do
//! is told in [`super::vacuum_cleaner`].

use foley_params::{Param, param, params};

params! {
    /// The hose.
    /// Default: a hose with its wand.
    pub struct Hose("hose") {
        /// Length of the hose with its tubes.
        length: f64 = 1.5, "L", Metre, log [0.1, 6.0], glide 0.05,
            handle("size", "crevice nozzle", "hose through the house");
        /// What the ends throw back of a wave: the more, the sharper the tones of the hose.
        reflection: f64 = 0.85, "R", One, lin [0.0, 0.95], glide 0.05, handle("hollowness", "hiss", "pipe");
        /// Above this frequency an end throws back less.
        low_pass as "low-pass": f64 = 4000.0, "f_h", Hertz, log [200.0, 16_000.0], glide 0.05;
        /// What is left of the cuts of frequency while it is corked: a soft palm takes more of them.
        stopper: f64 = 0.5, "s", One, log [0.05, 1.0], glide 0.05;
    }
}

pub(super) const LENGTH: Param<Hose> = param("length");

params! {
    /// The fan and its motor.
    /// Default: of a household.
    pub struct Fan("fan") {
        /// Effective pressure of the noise of fan and flow, one metre away.
        level: f64 = 0.12, "b", Pascal, log [0.001, 0.5], glide 0.05, handle("power", "whispering", "roaring");
        /// Effective pressure of the tone of its blades, one metre away.
        whine: f64 = 0.015, "w", Pascal, lin [0.0, 0.1], glide 0.05, handle("whine", "none", "piercing");
        /// Frequency of the tone of its blades at full speed.
        pitch: f64 = 620.0, "f_w", Hertz, log [50.0, 6000.0], glide 0.05;
        /// How much faster it turns while the hose is corked, since there is no air to move.
        race: f64 = 1.12, "r", One, lin [1.0, 1.5], glide 0.05;
        /// How long it takes to reach its speed.
        spin_up as "spin-up": f64 = 0.6, "t_u", Second, log [0.02, 5.0];
        /// How long it takes to stand still after it was switched off.
        spin_down as "spin-down": f64 = 1.2, "t_d", Second, log [0.02, 5.0];
        /// So long after it was switched on it is switched off.
        duration: f64 = 3.8, "t", Second, log [0.1, 45.0];
    }
}

params! {
    /// A slow oscillator that moves length and cuts: somebody moves the hose about.
    /// Default: hardly.
    pub struct Sway("sway") {
        /// How often length and cuts go up and down in a second.
        rate: f64 = 0.6, "n", Hertz, log [0.05, 20.0], glide 0.05;
        /// How far the length goes up and down, as a part of it; the cuts of frequency go three times as far.
        depth: f64 = 0.01, "m", One, lin [0.0, 0.2], glide 0.05, handle("unrest", "at rest", "waved about");
    }
}

params! {
    /// What its casing and the room let through.
    /// Default: of plastic.
    pub struct Casing("casing") {
        /// Above this frequency the casing lets nothing out; lower while the hose is corked.
        low_pass as "low-pass": f64 = 6000.0, "f_l", Hertz, log [200.0, 18_000.0], glide 0.05,
            handle("brightness", "next door", "beside the ear");
        /// Below this frequency the casing lets nothing out.
        high_pass as "high-pass": f64 = 70.0, "f_g", Hertz, log [20.0, 2000.0], glide 0.05;
    }
}

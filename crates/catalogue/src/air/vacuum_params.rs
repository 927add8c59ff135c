//! Parameters of [`super::vacuum_cleaner`].

use super::blades::MAX_BLADES;
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
        /// Time until the vacuum cleaner switches off by itself when rendered.
        duration: f64 = 3.8, "t", Second, log [0.1, 45.0];
    }
}

params! {
    /// Rotor of fan and motor.
    /// Default: that of a household vacuum cleaner.
    pub struct Rotor("vacuum-rotor") {
        /// Number of blades of the fan: blade pulses per turn of the shaft.
        blades: u32 = 7, "B", One, count [1, MAX_BLADES];
        /// Deviation of the blades from each other, which adds lines at multiples of the shaft speed.
        unevenness: f64 = 0.3, "u", One, lin [0.0, 1.0], glide 0.05, handle("evenness", "moulded", "chipped");
        /// Random modulation of the blade tone by eddies of the inflow.
        unrest: f64 = 0.25, "m", One, lin [0.0, 1.0], glide 0.05;
        /// RMS pressure of the tone of the unbalanced shaft at 1 m.
        imbalance: f64 = 0.004, "s", Pascal, lin [0.0, 0.1], glide 0.05;
        /// RMS pressure at 1 m of the noise of brushes on the commutator at full speed; 0 is brushless.
        brushes: f64 = 0.006, "c", Pascal, lin [0.0, 0.1], glide 0.05, handle("sparks", "brushless", "worn brushes");
        /// Frequency about which brush holder and casing ring from the brushes.
        ring: f64 = 4500.0, "f_b", Hertz, log [300.0, 12_000.0], glide 0.05;
        /// Share of the noise of the fan that leaves through the exhaust, not through the hose.
        exhaust: f64 = 0.6, "x", One, lin [0.0, 1.0], glide 0.05;
    }
}

params! {
    /// Flow of air through the slit of the nozzle.
    /// Default: a floor nozzle.
    pub struct Suction("vacuum-suction") {
        /// Speed of the air in the slit at full fan speed; its noise grows with the third power.
        speed: f64 = 55.0, "U", MetrePerSecond, lin [0.0, 120.0], glide 0.05, handle("suction", "clogged", "howling");
        /// Width of the slit; a narrow slit hisses higher.
        slit: f64 = 0.006, "h", Metre, log [0.0005, 0.05], glide 0.05;
        /// Length of the slit, across the nozzle.
        across: f64 = 0.27, "b", Metre, log [0.01, 1.0], glide 0.05;
    }
}

params! {
    /// Floor under the nozzle, and the strokes of the hand.
    /// Default: a carpet.
    pub struct Floor("vacuum-floor") {
        /// Rate of the strokes to and fro.
        rate: f64 = 0.6, "n", Hertz, log [0.05, 4.0], glide 0.05;
        /// Amplitude of the strokes, half the way from turn to turn.
        reach: f64 = 0.3, "a", Metre, lin [0.0, 1.0], glide 0.05, handle("stroke", "at rest", "with both arms");
        /// RMS pressure of the rubbing at a speed of 1 m/s, 1 m away.
        rub: f64 = 0.012, "b", Pascal, lin [0.0, 0.2], glide 0.05, handle("rubbing", "in the air", "scrubbing");
        /// Spacing of the loops or asperities of the floor.
        grain: f64 = 0.0004, "ℓ", Metre, log [5e-5, 0.02], glide 0.05;
        /// Distance between joints or seams; 0 is a floor without joints.
        joints: f64 = 0.0, "j", Metre, lin [0.0, 1.0];
        /// Peak pressure at 1 m of a knock over a joint at 1 m/s. Heard where `joints` is above 0.
        knock: f64 = 0.1, "k", Pascal, lin [0.0, 1.0], glide 0.05;
        /// Share by which the floor closes the mouth while the nozzle is pushed.
        seal: f64 = 0.15, "s", One, lin [0.0, 0.9], glide 0.05;
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

//! What an electric motor is made of, and how it is driven: the tables.

use foley_params::{Param, param, params};

params! {
    /// How it is driven.
    /// Default: a cordless drill: the trigger is pulled for two seconds.
    pub struct MotorDrive("motor-drive") {
        /// Turns per second of the shaft with full power and nothing to drive; 60 rpm are 1 Hz.
        speed: f64 = 300.0, "f₀", Hertz, log [0.5, 500.0], glide 0.1, handle("speed", "mill wheel", "turbine");
        /// Torque that is asked of it, as a part of that which stops it.
        load: f64 = 0.1, "M/M₀", One, lin [0.0, 0.95], glide 0.05, handle("load", "runs free", "stalls");
        /// How much the load wanders by chance, as a part of it.
        unsteadiness: f64 = 0.1, "u", One, lin [0.0, 1.0], glide 0.05;
        /// Time in which it makes up 63 % of what it lacks of its speed: the inertia of all that turns.
        rise: f64 = 0.18, "τ", Second, log [0.005, 5.0];
        /// Time from full speed to rest without power and load.
        coast: f64 = 0.35, "t₀", Second, log [0.02, 10.0];
        /// How long the power stays on if nobody switches it off.
        duration: f64 = 2.0, "t", Second, log [0.05, 40.0];
    }
}

/// What is to be driven, as a part of the torque with which it stands still.
pub(super) const LOAD: Param<MotorDrive> = param("load");

params! {
    /// What makes it turn.
    /// Default: a drill.
    pub struct Coils("motor-coils") {
        /// Coils of the rotor, each with a bar of the commutator.
        coils: u32 = 5, "Z", One, count [1, 48];
        /// Pairs of poles of the magnet around the rotor.
        pairs as "pole-pairs": u32 = 1, "p", One, count [1, 12];
        /// Part of the torque that pulsates as a coil hands over to the next.
        ripple: f64 = 0.25, "r", One, lin [0.0, 1.0], glide 0.05, handle("growl", "smooth", "coil by coil");
        /// How much the brushes scrape and spark on the commutator; 0 has none.
        brushes: f64 = 0.4, "b", One, lin [0.0, 1.0], glide 0.05, handle("sparks", "brushless", "worn brushes");
        /// Frequency of the current that feeds it, or at which it is chopped; iron hums at twice that.
        supply: f64 = 9000.0, "fₛ", Hertz, log [10.0, 10000.0], glide 0.05;
        /// How much of the supply is heard; 0 is a battery.
        hum: f64 = 0.05, "h", One, lin [0.0, 1.0], glide 0.05;
    }
}

params! {
    /// What it drives through.
    /// Default: a drill.
    pub struct Gears("motor-gears") {
        /// Teeth of the pinion on the shaft; 0 has no gear.
        teeth: u32 = 9, "z", One, count [0, MAX_TEETH];
        /// Turns of the shaft for one turn of the wheel, which has as many times its teeth, to the nearest
        /// tooth.
        ratio: f64 = 4.0, "i", One, log [0.2, 50.0], glide 0.05;
        /// How much the teeth differ from one another, and the wheel from a circle.
        wear: f64 = 0.2, "w", One, lin [0.0, 1.0], glide 0.05, handle("wear", "ground", "chipped");
        /// Part of the torque that shakes the casing as tooth follows tooth.
        whine: f64 = 0.5, "g", One, lin [0.0, 1.0], glide 0.05, handle("whine", "belt", "bare teeth");
    }
}

/// Most teeth on the shaft.
pub(super) const MAX_TEETH: usize = 96;

params! {
    /// What is around it.
    /// Default: a drill's.
    pub struct MotorCasing("motor-casing") {
        /// Size of the motor: its mass, its torque and what it radiates follow.
        size: f64 = 0.1, "a", Metre, log [0.01, 1.0], glide 0.1, handle("size", "watch", "locomotive");
        /// Frequency of the casing's lowest mode.
        resonance: f64 = 1100.0, "f_c", Hertz, log [40.0, 8000.0], glide 0.1;
        /// Part of the stored energy that the casing loses in a radian: plastic much, cast iron little.
        loss: f64 = 0.2, "η", One, log [0.02, 2.0], glide 0.1;
        /// Speed of the rotor's centre of mass about the axis at full speed, the grade by which rotors are
        /// balanced.
        imbalance: f64 = 0.006, "G", MetrePerSecond, log [1e-4, 0.1], glide 0.1,
            handle("imbalance", "gyroscope", "washing machine");
    }
}

params! {
    /// What it blows with.
    /// Default: the little one that cools a drill.
    pub struct MotorFan("motor-fan") {
        /// Blades of the fan on the shaft; 0 has no fan.
        blades: u32 = 7, "n", One, count [0, 24];
        /// Diameter of the fan.
        diameter: f64 = 0.04, "d", Metre, log [0.005, 0.6], glide 0.1;
    }
}

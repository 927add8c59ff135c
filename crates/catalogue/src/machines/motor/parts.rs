//! Parameters of an electric motor.

use foley_params::{Param, param, params};

params! {
    /// Drive of the motor.
    /// Default: a cordless drill: the trigger is pulled for two seconds.
    pub struct MotorDrive("motor-drive") {
        /// No-load speed of the shaft at full power in turns per second; 60 rpm are 1 Hz.
        speed: f64 = 300.0, "f₀", Hertz, log [0.5, 500.0], glide 0.1, handle("speed", "mill wheel", "turbine");
        /// Load torque on the shaft, relative to the stall torque.
        load: f64 = 0.1, "M/M₀", One, lin [0.0, 0.95], glide 0.05, handle("load", "runs free", "stalls");
        /// Random variation of the load, relative to its mean.
        unsteadiness: f64 = 0.1, "u", One, lin [0.0, 1.0], glide 0.05;
        /// Time constant of acceleration of the shaft, to 63 % of the speed difference; set by the inertia.
        rise: f64 = 0.18, "τ", Second, log [0.005, 5.0];
        /// Time in which the shaft slows from full speed to rest without power and load.
        coast: f64 = 0.35, "t₀", Second, log [0.02, 10.0];
        /// Time until the power switches off by itself.
        duration: f64 = 2.0, "t", Second, log [0.05, 40.0];
    }
}

pub(super) const LOAD: Param<MotorDrive> = param("load");

params! {
    /// Coils and magnet.
    /// Default: those of a drill.
    pub struct Coils("motor-coils") {
        /// Number of rotor coils, each with a commutator bar.
        coils: u32 = 5, "Z", One, count [1, 48];
        /// Number of pole pairs of the magnet.
        pairs as "pole-pairs": u32 = 1, "p", One, count [1, 12];
        /// Share of the torque that pulsates with the commutation.
        ripple: f64 = 0.25, "r", One, lin [0.0, 1.0], glide 0.05, handle("growl", "smooth", "coil by coil");
        /// Level of brush noise and sparks on the commutator; 0 is brushless.
        brushes: f64 = 0.4, "b", One, lin [0.0, 1.0], glide 0.05, handle("sparks", "brushless", "worn brushes");
        /// Frequency of the supply current or of its pulses; iron hums at twice that.
        supply: f64 = 9000.0, "fₛ", Hertz, log [10.0, 10000.0], glide 0.05;
        /// Level of the supply hum; 0 is a battery.
        hum: f64 = 0.05, "h", One, lin [0.0, 1.0], glide 0.05;
    }
}

params! {
    /// Gears.
    /// Default: those of a drill.
    pub struct Gears("motor-gears") {
        /// Number of teeth of the pinion on the shaft; 0 is no gear.
        teeth: u32 = 9, "z", One, count [0, MAX_TEETH];
        /// Gear ratio: turns of the shaft per turn of the wheel, rounded to a whole number of teeth.
        ratio: f64 = 4.0, "i", One, log [0.2, 50.0], glide 0.05;
        /// Deviation of the teeth from each other, and of the wheel from a circle.
        wear: f64 = 0.2, "w", One, lin [0.0, 1.0], glide 0.05, handle("wear", "ground", "chipped");
        /// Share of the torque that shakes the casing as the teeth mesh.
        whine: f64 = 0.5, "g", One, lin [0.0, 1.0], glide 0.05, handle("whine", "belt", "bare teeth");
    }
}

/// Maximum number of teeth of the gear on the shaft.
pub(super) const MAX_TEETH: usize = 96;

params! {
    /// Casing of the motor.
    /// Default: the casing of a drill.
    pub struct MotorCasing("motor-casing") {
        /// Size of the motor; mass, torque and radiation follow from it.
        size: f64 = 0.1, "a", Metre, log [0.01, 1.0], glide 0.1, handle("size", "watch", "locomotive");
        /// Frequency of the lowest mode of the casing.
        resonance: f64 = 1100.0, "f_c", Hertz, log [40.0, 8000.0], glide 0.1;
        /// Loss factor of the casing: high for plastic, low for cast iron.
        loss: f64 = 0.2, "η", One, log [0.02, 2.0], glide 0.1;
        /// Speed of the centre of mass of the rotor about the axis at full speed (balance grade).
        imbalance: f64 = 0.006, "G", MetrePerSecond, log [1e-4, 0.1], glide 0.1,
            handle("imbalance", "gyroscope", "washing machine");
    }
}

params! {
    /// Cooling fan.
    /// Default: the small fan of a drill.
    pub struct MotorFan("motor-fan") {
        /// Number of fan blades on the shaft; 0 is no fan.
        blades: u32 = 7, "n", One, count [0, 24];
        /// Diameter of the fan on the shaft.
        diameter: f64 = 0.04, "d", Metre, log [0.005, 0.6], glide 0.1;
    }
}

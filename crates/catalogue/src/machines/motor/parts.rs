//! Parameters of an electric motor.

use crate::air::blades::MAX_BLADES;
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
        /// Share of the load that pulses with each turn of the wheel: a crank, a needle, a hook in dough.
        pulse: f64 = 0.0, "m", One, lin [0.0, 1.0], glide 0.05, handle("strokes", "even", "stroke by stroke");
        /// Time constant of acceleration of the shaft, to 63 % of the speed difference; set by the inertia.
        rise: f64 = 0.18, "τ", Second, log [0.005, 5.0];
        /// Time in which the shaft slows from full speed to rest without power and load.
        coast: f64 = 0.35, "t₀", Second, log [0.02, 10.0];
        /// Time until the power switches off by itself when rendered.
        duration: f64 = 2.0, "t", Second, log [0.05, 40.0];
    }
}

pub(super) const LOAD: Param<MotorDrive> = param("load");

params! {
    /// Coils and magnet.
    /// Default: those of a drill.
    pub struct Coils("motor-coils") {
        /// Number of rotor coils, each with a commutator bar.
        coils: u32 = 5, "Z", One, count [1, MAX_BARS];
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
        /// Noise of the flanks that rub as they mesh, relative to the whine.
        rub: f64 = 0.25, "μ", One, lin [0.0, 2.0], glide 0.05;
    }
}

/// Maximum number of coils, each with a commutator bar.
pub(super) const MAX_BARS: usize = 48;

params! {
    /// Ball bearings of the shaft.
    /// Default: worn in.
    pub struct MotorBearings("motor-bearings") {
        /// Number of balls of a bearing.
        balls: u32 = 8, "n", One, count [4, 24];
        /// Level of the noise of rough races.
        roughness: f64 = 0.1, "R", One, lin [0.0, 1.0], glide 0.05, handle("bearings", "new", "gritty");
        /// Depth of a pit in the outer race, which shocks with each ball.
        pits: f64 = 0.0, "q", One, lin [0.0, 1.0], glide 0.05;
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
        /// Share of the vibration that bends the walls, which radiate by many modes; the rest moves the
        /// casing as a whole.
        walls: f64 = 0.6, "w", One, lin [0.0, 1.0], glide 0.05, handle("walls", "solid", "thin");
        /// Longer side of a wall, relative to its shorter side.
        aspect: f64 = 1.6, "r", One, log [1.0, 4.0], glide 0.1;
    }
}

params! {
    /// Cooling fan.
    /// Default: the small fan of a drill.
    pub struct MotorFan("motor-fan") {
        /// Number of fan blades on the shaft; 0 is no fan.
        blades: u32 = 7, "n", One, count [0, MAX_BLADES];
        /// Diameter of the fan on the shaft.
        diameter: f64 = 0.04, "d", Metre, log [0.005, 0.6], glide 0.1;
        /// Tone of the blades relative to the noise of the fan.
        tone: f64 = 0.5, "w", One, lin [0.0, 4.0], glide 0.05;
        /// Deviation of the blades from each other, which adds lines at multiples of the shaft speed.
        unevenness: f64 = 0.25, "u", One, lin [0.0, 1.0], glide 0.05;
        /// Random modulation of the tone by eddies of the inflow.
        unrest: f64 = 0.25, "m", One, lin [0.0, 1.0], glide 0.05;
    }
}

params! {
    /// Drum of a washing machine on the wheel of the gears; it tumbles below the critical speed.
    /// Default: no drum.
    pub struct Drum("motor-drum") {
        /// Mass of the wet laundry; 0 is no drum.
        laundry: f64 = 0.0, "m", Kilogram, lin [0.0, 20.0], glide 0.1, handle("laundry", "empty", "overfilled");
        /// Radius of the drum. Heard where `laundry` is above 0.
        radius: f64 = 0.24, "R", Metre, log [0.05, 1.0], glide 0.1;
        /// Mass of the free water that the ribs stir. Heard where `laundry` is above 0.
        water: f64 = 5.0, "m_w", Kilogram, lin [0.0, 30.0], glide 0.1;
        /// Share of the falls in which a button or zip hits the drum. Heard where `laundry` is above 0.
        buttons: f64 = 0.3, "b", One, lin [0.0, 1.0], glide 0.05;
    }
}

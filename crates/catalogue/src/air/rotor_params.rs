//! Parameters of [`super::rotor`].

use foley_params::{Param, param, params};

params! {
    /// Rotor: blades that turn about a hub.
    /// Default: the main rotor of a light helicopter.
    pub struct Blades("blades") {
        /// Number of blades.
        count: u32 = 2, "B", One, count [1, 8];
        /// Radius of the rotor.
        radius: f64 = 5.0, "R", Metre, log [0.1, 12.0], handle("size", "model", "transport helicopter");
        /// Speed of the tips of the blades.
        tip_speed as "tip-speed": f64 = 205.0, "V", MetrePerSecond, log [20.0, 250.0], glide 0.3,
            handle("speed", "slow", "fast");
        /// Chord of a blade, whose volume displaces the air.
        chord: f64 = 0.25, "c_b", Metre, log [0.01, 0.9], glide 0.1;
        /// Thrust of the rotor: the weight that a main rotor carries.
        thrust: f64 = 9000.0, "T", Newton, log [1.0, 3e5], glide 0.1, handle("weight", "model", "loaded");
        /// Thrust that varies once per turn, relative to the mean: grows with the speed of flight.
        unsteadiness: f64 = 0.12, "a", One, lin [0.0, 0.5], glide 0.1;
        /// Change of the thrust of a blade that cuts the vortex of another: 0 is none, as in a steady climb.
        slap: f64 = 0.1, "b", One, lin [0.0, 1.0], glide 0.1, handle("slap", "climbing", "descending turn");
        /// Radius of the core of the vortex relative to that of the rotor. Heard where `slap` is above 0.
        core: f64 = 0.025, "r_v/R", One, log [0.005, 0.1], glide 0.1;
    }
}

impl Blades {
    /// Default values of a tail rotor.
    pub const TAIL: Self = Self {
        count: 2,
        radius: 0.8,
        tip_speed: 190.0,
        chord: 0.13,
        thrust: 600.0,
        unsteadiness: 0.15,
        slap: 0.05,
        core: 0.03,
    };
}

pub(super) const RADIUS: Param<Blades> = param("radius");
pub(super) const TIP_SPEED: Param<Blades> = param("tip-speed");
pub(super) const CHORD: Param<Blades> = param("chord");
pub(super) const THRUST: Param<Blades> = param("thrust");
pub(super) const CORE: Param<Blades> = param("core");

params! {
    /// Noise of the turbulence that blades meet and leave behind.
    pub struct Vortices("vortices") {
        /// RMS pressure of the noise at 1 m for a tip speed of 200 m/s.
        level: f64 = 8.0, "p₂₀₀", Pascal, log [0.01, 100.0], glide 0.1, handle("rush", "clean blades", "rough air");
        /// Thickness of a blade with its wake across the stream: the thinner, the higher the noise.
        thickness: f64 = 0.06, "h", Metre, log [0.002, 0.5], glide 0.1;
        /// Relative bandwidth of the noise.
        width: f64 = 1.2, "k", One, log [0.2, 3.0], glide 0.1;
    }
}

params! {
    /// Turbine that drives the rotors.
    pub struct Turbine("turbine") {
        /// Pitch of the whine of its compressor.
        pitch: f64 = 5200.0, "f_t", Hertz, log [200.0, 12000.0], glide 0.3, handle("turbine", "large", "small");
        /// RMS pressure of the whine at 1 m.
        whine: f64 = 1.0, "p_w", Pascal, log [0.001, 50.0], glide 0.1;
        /// RMS pressure of the jet of its exhaust at 1 m.
        exhaust: f64 = 3.0, "p_e", Pascal, log [0.001, 100.0], glide 0.1;
        /// Diameter of the exhaust.
        nozzle: f64 = 0.3, "D", Metre, log [0.02, 1.0], glide 0.1;
    }
}

params! {
    /// Flight of the helicopter past the listener.
    pub struct FlightPath("path") {
        /// Distance of the listener.
        distance: f64 = 120.0, "r", Metre, log [5.0, 3000.0], glide 0.2, handle("distance", "beside", "far off");
        /// Angle of the helicopter above the listener, seen from the listener.
        elevation: f64 = 0.35, "ε", Radian, lin [0.02, 1.5], glide 0.2,
            handle("elevation", "on the horizon", "overhead");
        /// Turbulence of the air in which the helicopter flies and through which it is heard.
        gustiness: f64 = 0.3, "I", One, lin [0.0, 1.0], glide 0.1;
        /// Time in which the helicopter comes into hearing from behind a hill, and goes out of it again.
        rise: f64 = 0.4, "t_r", Second, log [0.05, 20.0];
        /// Time after the gesture at which the helicopter goes out of hearing when rendered.
        duration: f64 = 5.0, "t", Second, log [0.1, 45.0];
    }
}

pub(super) const DISTANCE: Param<FlightPath> = param("distance");

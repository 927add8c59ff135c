//! Parameters of the cylinders and of the drive of a combustion engine.

use foley_params::{Param, choices, param, params};

choices! {
    /// Strokes per cycle.
    pub enum Strokes {
        /// Two strokes: a cylinder fires once per turn.
        Two = "two",
        /// Four strokes: a cylinder fires once per two turns.
        Four = "four",
    }
}

choices! {
    /// Fuel of the engine.
    pub enum Fuel {
        /// Petrol: a spark ignites the charge.
        Petrol = "petrol",
        /// Diesel: compression ignites the charge.
        Diesel = "diesel",
    }
}

params! {
    /// Number, size and kind of the cylinders.
    /// Default: the four cylinders of a saloon car, half a litre each.
    pub struct Cylinders("engine-cylinders") {
        /// Number of cylinders.
        cylinders: u32 = 4, "N", One, count [1, 12];
        /// Strokes per cycle: two fire once per turn, four once per two turns.
        strokes: Strokes = Strokes::Four, "s", choice;
        /// Fuel: petrol is ignited by a spark and controlled by a throttle; diesel ignites itself and burns
        /// faster, and only its amount is controlled.
        fuel: Fuel = Fuel::Petrol, "F", choice;
        /// Displacement of one cylinder.
        displacement: f64 = 0.0005, "V_d", CubicMetre, log [1e-05, 0.003], glide 0.1,
            handle("bulk", "model aeroplane", "ship");
        /// Compression ratio: volume of a cylinder with the piston at the bottom over that at the top.
        compression: f64 = 9.5, "ε", One, lin [5.0, 22.0], glide 0.1;
        /// Inequality of the firing intervals; 1 shifts every other firing by half an interval.
        asymmetry: f64 = 0.0, "Δφ", One, lin [0.0, 1.0], handle("lope", "even", "limping");
        /// Spread of the strengths of the cylinders' firings; 0 makes them equal.
        spread: f64 = 0.1, "σ", One, lin [0.0, 1.0], glide 0.05;
        /// Relative fluctuation of the burn rate by the wrinkled flame; heard through the block.
        turbulence: f64 = 0.15, "τ", One, lin [0.0, 1.0], glide 0.05;
    }
}

params! {
    /// Speeds, throttle and timing of the engine.
    /// Default: an engine that idles until a gesture opens the throttle.
    pub struct EngineDrive("engine-drive") {
        /// Idle speed of the engine in turns per second; 60 rpm are 1 Hz.
        idle: f64 = 13.5, "f₀", Hertz, log [3.0, 60.0], glide 0.1;
        /// Speed of the engine at full throttle in turns per second.
        top: f64 = 75.0, "f₁", Hertz, log [10.0, 300.0], glide 0.1, handle("revs", "ship", "racer");
        /// Throttle position while no gesture has set another.
        throttle: f64 = 0.0, "u", One, lin [0.0, 1.0], glide 0.02, handle("throttle", "idles", "floored");
        /// Time constant of acceleration of the engine, to 63 % of the speed difference.
        rise: f64 = 0.8, "τ₁", Second, log [0.02, 10.0];
        /// Time constant of deceleration of the engine, to 63 % of the speed difference.
        fall: f64 = 0.8, "τ₀", Second, log [0.02, 10.0];
        /// Irregularity of the firings at idle, up to misfires.
        irregularity: f64 = 0.2, "i", One, lin [0.0, 1.0], glide 0.05,
            handle("roughness", "clockwork", "about to die");
        /// Probability that a charge burns in the exhaust on the overrun.
        backfire: f64 = 0.0, "b", One, lin [0.0, 1.0];
        /// Time for which the starter turns the engine before it fires.
        cranking: f64 = 0.0, "t₀", Second, lin [0.0, 3.0];
        /// Time until the ignition switches off by itself when rendered.
        duration: f64 = 5.0, "t", Second, log [0.1, 40.0];
    }
}

params! {
    /// Clearances and timing drive of the engine.
    /// Default: those of a saloon car.
    pub struct Mechanics("engine-mechanics") {
        /// Clearance of a piston, across which it slaps as the side force turns.
        clearance: f64 = 5e-05, "h", Metre, log [2e-06, 0.0005], glide 0.1, handle("wear", "new", "worn out");
        /// Lash of the valves: the larger, the faster they strike their seats. Heard with four strokes.
        lash: f64 = 0.0002, "L", Metre, log [1e-06, 0.002], glide 0.1;
        /// Teeth of the sprocket of the timing chain on the crank; 0 is a belt, which is silent.
        links: u32 = 20, "z", One, count [0, 40];
    }
}

params! {
    /// Fan or mower blade on the crank.
    /// Default: none.
    pub struct Fan("engine-fan") {
        /// Number of blades; 0 is no fan.
        blades: u32 = 0, "n", One, count [0, 24];
        /// Diameter over the tips of the blades. Heard where `blades` is above 0.
        diameter: f64 = 0.2, "d_f", Metre, log [0.02, 1.0], glide 0.1;
    }
}

params! {
    /// Saw chain on the crank, taken along by a centrifugal clutch above the idle speed.
    /// Default: none.
    pub struct Saw("engine-saw") {
        /// Teeth of the sprocket of the saw chain; 0 is no saw.
        teeth: u32 = 0, "z_s", One, count [0, 20];
        /// Pitch of the saw chain. Heard where `teeth` is above 0.
        pitch: f64 = 0.00825, "b", Metre, log [0.004, 0.03], glide 0.1;
        /// Thickness of the chips that the cutters tear from the wood; 0 saws the air. Heard where `teeth` is
        /// above 0.
        bite: f64 = 0.0, "t_c", Metre, lin [0.0, 0.002], glide 0.1, handle("bite", "in the air", "stalls");
        /// Length of the bar. Heard where `teeth` is above 0.
        length: f64 = 0.4, "L_b", Metre, log [0.1, 1.5], glide 0.1;
    }
}

pub(super) const THROTTLE: Param<EngineDrive> = param("throttle");

//! What a combustion engine burns in, and how it is driven: the tables.

use foley_params::{Param, choices, param, params};

choices! {
    /// Strokes of a cycle.
    pub enum Strokes {
        /// Fires in every turn.
        Two = "two",
        /// Fires in every other turn.
        Four = "four",
    }
}

choices! {
    /// What burns in the cylinders.
    pub enum Fuel {
        /// Lit by a spark.
        Petrol = "petrol",
        /// Lit by compression.
        Diesel = "diesel",
    }
}

params! {
    /// What burns in what.
    /// Default: a saloon's four cylinders of half a litre.
    pub struct Cylinders("engine-cylinders") {
        /// Cylinders.
        cylinders: u32 = 4, "N", One, count [1, 12];
        /// It fires in every turn, or in every other.
        strokes: Strokes = Strokes::Four, "s", choice;
        /// Petrol is lit by a spark and let in by a throttle; diesel lights itself, at once, and only its
        /// fuel is rationed.
        fuel: Fuel = Fuel::Petrol, "F", choice;
        /// What the piston of one cylinder sweeps.
        displacement: f64 = 0.0005, "V_d", CubicMetre, log [1e-05, 0.003], glide 0.1,
            handle("bulk", "model aeroplane", "ship");
        /// Volume at the bottom over that at the top.
        compression: f64 = 9.5, "ε", One, lin [5.0, 22.0], glide 0.1;
        /// How unequal the intervals of the firings are; 1 shifts every other by half an interval.
        asymmetry: f64 = 0.0, "Δφ", One, lin [0.0, 1.0], handle("lope", "even", "limping");
        /// How unequally strong the cylinders are.
        spread: f64 = 0.1, "σ", One, lin [0.0, 1.0], glide 0.05;
    }
}

params! {
    /// How it is driven.
    /// Default: pulls away once and is let go.
    pub struct EngineDrive("engine-drive") {
        /// Turns per second with the pedal up; 60 rpm are 1 Hz.
        idle: f64 = 13.5, "f₀", Hertz, log [3.0, 60.0], glide 0.1;
        /// Turns per second with the pedal down.
        top: f64 = 75.0, "f₁", Hertz, log [10.0, 300.0], glide 0.1, handle("revs", "ship", "racer");
        /// How far the pedal is down if no gesture says otherwise.
        throttle: f64 = 0.0, "u", One, lin [0.0, 1.0], glide 0.02, handle("throttle", "idles", "floored");
        /// Time in which it gains 63 % of the speed that it lacks.
        rise: f64 = 0.8, "τ₁", Second, log [0.02, 10.0];
        /// Time in which it loses 63 % of the speed that it has too much.
        fall: f64 = 0.8, "τ₀", Second, log [0.02, 10.0];
        /// How unequal one firing is to the next at idle, up to those that fail.
        irregularity: f64 = 0.2, "i", One, lin [0.0, 1.0], glide 0.05,
            handle("roughness", "clockwork", "about to die");
        /// Chance that a charge of the overrun burns in the pipe.
        backfire: f64 = 0.0, "b", One, lin [0.0, 1.0];
        /// How long the starter turns it before it fires.
        cranking: f64 = 0.0, "t₀", Second, lin [0.0, 3.0];
        /// How long the ignition stays on if nobody switches it off.
        duration: f64 = 5.0, "t", Second, log [0.1, 40.0];
    }
}

/// The pedal.
pub(super) const THROTTLE: Param<EngineDrive> = param("throttle");

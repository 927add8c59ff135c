//! Parameters of intake, exhaust and listening points of a combustion engine.

use foley_params::params;

params! {
    /// Intake duct.
    /// Default: a duct of 60 cm from the mouth to the throttle.
    pub struct Intake("engine-intake") {
        /// Length of the intake duct from its mouth to the throttle.
        length: f64 = 0.6, "L_i", Metre, log [0.05, 2.0], glide 0.1;
        /// Diameter of the intake duct.
        diameter: f64 = 0.06, "d_i", Metre, log [0.005, 0.15], glide 0.1;
        /// Turbulence: relative fluctuation of the flow through the throttle.
        turbulence: f64 = 0.006, "τ_i", One, lin [0.0, 0.3], glide 0.05;
    }
}

params! {
    /// Exhaust pipes and muffler.
    /// Default: those of a saloon car, with a muffler of two chambers.
    pub struct Exhaust("engine-exhaust") {
        /// Length of the header of each cylinder, up to the joint of the headers.
        header: f64 = 0.35, "L_h", Metre, log [0.03, 2.0], glide 0.1;
        /// Length of the exhaust pipe from the joint of the headers to the muffler.
        length: f64 = 1.8, "L", Metre, log [0.03, 5.0], glide 0.1;
        /// Diameter of the exhaust pipe.
        diameter: f64 = 0.045, "d", Metre, log [0.006, 0.2], glide 0.1;
        /// Number of muffler chambers in series; 0 is no muffler.
        chambers: u32 = 2, "n", One, count [0, 3];
        /// Length of a muffler chamber.
        chamber_length as "chamber-length": f64 = 0.4, "L_c", Metre, log [0.03, 1.0], glide 0.1;
        /// Ratio of the diameter of a muffler chamber to that of the pipe.
        chamber_ratio as "chamber-ratio": f64 = 4.2, "D/d", One, lin [1.0, 6.0], glide 0.1,
            handle("muffler", "straight pipe", "whisper");
        /// Length of the pipe behind each muffler chamber, to the next one or into the open.
        tail: f64 = 0.4, "L_t", Metre, log [0.03, 2.0], glide 0.1;
        /// Mean temperature of the gas in the exhaust: the hotter, the faster it carries sound.
        temperature: f64 = 600.0, "T", Other("K"), lin [300.0, 1100.0], glide 0.5;
        /// Turbulence: relative fluctuation of the flow through the exhaust valves.
        turbulence: f64 = 0.008, "τ_e", One, lin [0.0, 0.3], glide 0.05;
        /// Strength of the dipole of turbulence at the edge of the tail pipe; 0 leaves the jet alone.
        edge: f64 = 0.01, "ε", One, lin [0.0, 0.1], glide 0.05, handle("hiss", "smooth", "torn");
    }
}

params! {
    /// Levels of the listening points in the sound.
    /// Default: intake, exhaust and block at level 1.
    pub struct EngineMix("engine-mix") {
        /// Output level of the mouth of the intake.
        intake: f64 = 1.0, "m_i", One, lin [0.0, 2.0], glide 0.05;
        /// Output level of the tail pipe.
        exhaust: f64 = 1.0, "m_e", One, lin [0.0, 2.0], glide 0.05;
        /// Output level of the engine block with its fan.
        block: f64 = 1.0, "m_b", One, lin [0.0, 2.0], glide 0.05;
        /// Output level of the saw. Heard where `saw.teeth` is above 0.
        saw: f64 = 1.0, "m_s", One, lin [0.0, 2.0], glide 0.05;
    }
}

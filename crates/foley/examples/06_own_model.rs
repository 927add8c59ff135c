//! A new sound model: a cork is pulled out of a bottle, and the air in the bottle rings.
//! `cargo run --release -p foley --example 06_own_model`
//!
//! The air in the neck is a mass on the spring of the air in the belly, a Helmholtz resonator. The pull of
//! the cork is a step of pressure, after which the mass rings freely:
//!
//! p(t) = p₀ e^(−γt) cos(2πft),  f = c/2π √(A / (V L)),  γ = πf/Q

use foley::contact::Step;
use foley::model::{
    BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, Param, PartAccess, Player, param, params,
    parts,
};
use foley::{Engine, Error, Info, Preset, Render, gesture};
use std::f64::consts::PI;

params! {
    /// A bottle of air.
    pub struct Bottle("bottle") {
        /// Volume of the belly.
        volume: f64 = 0.00075, "V", CubicMetre, log [1e-5, 0.1], handle("size", "vial", "demijohn");
        /// Length of the neck, end correction included.
        neck: f64 = 0.07, "L", Metre, log [0.005, 0.5];
        /// Radius of the neck.
        radius: f64 = 0.0095, "r", Metre, log [0.001, 0.1];
        /// Quality factor of the resonance.
        quality: f64 = 20.0, "Q", One, log [1.0, 200.0];
    }
}

params! {
    /// Cork in the neck of the bottle.
    pub struct Stopper("stopper") {
        /// Pressure behind the cork when it leaves.
        pressure: f64 = 100.0, "p₀", Pascal, log [1.0, 1e4];
    }
}

parts! {
    /// A cork that leaves a bottle.
    pub struct Cork {
        /// The cork that leaves.
        stopper: Stopper, Interaction;
        /// The bottle that rings.
        bottle: Bottle, Interaction;
    }
}

const PRESSURE: Param<Stopper> = param("pressure");

impl Model for Cork {
    const INFO: ModelInfo = ModelInfo {
        name: "cork",
        title: "A cork leaves a bottle",
        family: Family::Air,
        level: Level::Event,
        made_of: &[],
        physics: "The air in the neck rings on the spring of the air in the belly.",
        equation: "p = p₀ e^(−γt) cos(2πft)",
        source: "Helmholtz resonator",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] = &[Info { id: "pull", doc: "Pulls the cork.", ..PRESSURE.info() }];
    const OUTPUT: OutputKind = OutputKind::pressure(1e5);
    type Player = Ring;

    fn player(&self, _seed: u64, step: Step) -> Ring {
        Ring { real: 0.0, imaginary: 0.0, seconds: step.seconds() }
    }
}

/// State of the ringing air: a complex amplitude that rotates and decays once per sample.
pub struct Ring {
    real: f64,
    imaginary: f64,
    seconds: f64,
}

impl Player<Cork> for Ring {
    fn play(&mut self, now: &Cork, block: &mut Block<'_>) {
        let Bottle { volume, neck, radius, quality } = now.bottle;
        let frequency = 343.0 / (2.0 * PI) * (PI * radius * radius / (volume * neck)).sqrt();
        let shrink = (-PI * frequency / quality * self.seconds).exp();
        let (sin, cos) = (2.0 * PI * frequency * self.seconds).sin_cos();
        let mut sound = [0.0; BLOCK];
        for (sample, out) in sound.iter_mut().enumerate() {
            self.real +=
                block.gestures().iter().filter(|pull| pull.at == sample).map(|pull| pull.value).sum::<f64>();
            *out = self.real;
            let Self { real, imaginary, .. } = *self;
            self.real = shrink * (cos * real - sin * imaginary);
            self.imaginary = shrink * (sin * real + cos * imaginary);
        }
        block.add(&sound);
    }

    fn done(&self) -> bool {
        true
    }

    fn silent(&self) -> bool {
        self.real.hypot(self.imaginary) < 1e-6
    }
}

fn main() -> Result<(), Error> {
    let mut cork = Preset::of(Box::new(Cork::default()), "cork");
    cork.loudness = cork.measure_loudness()?; // the gain from pascal to full scale
    let sound = Render::of(cork.clone()).set("bottle.volume", 0.00033)?.send(gesture("pull", 200.0)).run()?;
    println!("{:.2} s, {} samples", sound.samples().len() as f64 / sound.rate(), sound.samples().len());

    // The same model plays in an engine, with every front end's names.
    let (mut engine, mut renderer) = Engine::new(48_000.0)?;
    let id = engine.add(&cork)?;
    engine.set(id, "size", 80.0)?; // the handle of the volume
    engine.send(id, gesture("pull", None))?;
    let mut mix = [[0.0_f32; 1024]; 2];
    let [left, right] = &mut mix;
    renderer.render(&mut [left, right]);
    println!("peak {:.3}", engine.meter(id).peak);
    Ok(())
}

//! Rustling of soft and loose things under a changing force: cloth, snow, sand, a bag. Fibres and grains slip
//! past each other.
//!
//! A soft thing does not yield evenly. Its reaction lags behind the applied force F until some fibre or chain
//! of grains slips and drops it by about δ. All of the change of F passes through slips, so that they come at
//! the rate λ = |dF/dt|/δ. The difference n between the applied force and the reaction is a shot noise that
//! every slip renews:
//!
//! ```math
//! \mathrm dn = -\lambda\,n\,\mathrm dt + \sqrt2\,\delta\,\mathrm dN_\lambda, \qquad \lambda = \frac{1}{\delta}\Bigl|\frac{\mathrm dF}{\mathrm dt}\Bigr|, \qquad
//! \overline{n^2} = \delta^2, \qquad S_n(\omega) = \frac{2\,\delta^2\lambda}{\lambda^2 + \omega^2}\,\frac1{1 + (\omega\tau)^2}
//! ```
//!
//! | symbol | here                  | unit    | meaning                                                          |
//! |--------|-----------------------|---------|------------------------------------------------------------------|
//! | δ      | [`Rustle::slip`]      | N       | mean drop of the force at a slip                                 |
//! | τ      | [`Rustle::slip_time`] | s       | duration of a slip                                               |
//! | λ      |                       | 1/s     | rate of the slips                                                |
//! | N      |                       | 1       | Poisson process of the rate λ, with random signs                 |
//! | S      |                       | N² s    | power density of the noise per angular frequency, both signs     |
//!
//! The noise force shakes the surface of the thing, which sounds like a rigid body of the mass and the extent
//! of the part that moves as one piece ([`Skin`]).
//!
//! A constant force is silent, because nothing slips. At slow changes the slips are heard one by one. At fast
//! changes they merge to a hiss, and more slips per second average out: its low end falls as 1/λ. The
//! sequence of samples, one every T, has this density at low frequencies at any rate λ of slips: with k =
//! e^{−λT}
//!
//! ```math
//! n_{j+1} = k\,n_j + \epsilon_j, \qquad \overline{\epsilon^2} = \frac{2\,\delta^2 (1-k)^2}{\lambda T}
//! ```
//!
//! A slip drops no more than the force that the thing carries: |n| ≤ F.
//!
//! Source: slips of a granular or fibrous body that is loaded slowly, \[Dahmen2011\]; shot noise,
//! \[Campbell1909\]. Facts: `tests/all/rustle_facts.rs`.

use foley_body::ModalSpec;
use foley_body::radiation::Click;
use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_params::params;

params! {
    /// Slips of fibres or grains under a changing force.
    /// Default: none.
    pub struct Rustle("rustle") {
        /// Mean drop of the force when fibres or grains slip; 0 is silent.
        slip: f64 = 0.0, "δ", Newton, lin [0.0, 10.0], glide 0.05, handle("rustling", "silk", "chain mail");
        /// Duration of a slip; longer slips sound duller. Heard where `slip` is above 0.
        slip_time as "slip-time": f64 = 3e-5, "τ", Second, log [5e-6, 2e-3], glide 0.05,
            handle("softness", "dry", "damp");
    }
}

params! {
    /// Surface of a soft or loose thing that the forces on it shake: what is heard of the thing itself.
    /// Default: a bag.
    pub struct Skin("skin") {
        /// Mass of the part of the surface that moves as one piece.
        mass: f64 = 0.3, "m", Kilogram, log [1e-3, 20.0], glide 0.05, handle("skin-weight", "tissue", "hide");
        /// Radius of a sphere of the extent of that part.
        radius: f64 = 0.06, "a", Metre, log [3e-3, 0.5], glide 0.05, handle("skin-size", "thimble", "mattress");
    }
}

impl Skin {
    /// Returns a body that hears the forces at its port 0 at the following `channels` ports. It does not
    /// ring: it clicks as a rigid body does that the forces shake ([`Click`]), with the air that it carries.
    pub fn spec(&self, channels: usize) -> ModalSpec {
        let click = Click { mass: self.mass, radius: self.radius }.carrying_air();
        let silent = ModalSpec { ports: 1 + channels, ..ModalSpec::default() };
        silent.with_click(click, 0, 1..1 + channels)
    }
}

/// Noise force of the slips, sample by sample.
#[derive(Clone, Debug)]
pub struct SlipNoise {
    dice: Dice,
    /// Difference n between the applied force and the reaction, before the low-pass \[N\].
    lag: f64,
    /// Noise force at the last sample \[N\].
    force: f64,
}

impl SlipNoise {
    /// Creates the noise at rest.
    pub fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed), lag: 0.0, force: 0.0 }
    }

    /// Whether the noise is so faint that it can end.
    pub fn silent(&self) -> bool {
        self.lag.abs() < 1e-9 && self.force.abs() < 1e-9
    }

    /// Returns the noise force at the next sample \[N\] for a change of the applied force since the last
    /// sample \[N\]. `load` is the applied force that the thing carries now \[N\]. Real-time: yes.
    pub fn next(&mut self, change: f64, load: f64, rustle: &Rustle, step: Step) -> f64 {
        /// Time in which the lag relaxes while the force is constant \[s\]; slower than hearing.
        const RELAXATION: f64 = 0.05;
        let share = libm::exp(-step.seconds() / rustle.slip_time);
        if rustle.slip > 0.0 && change != 0.0 {
            // Number of slips expected in this sample, λΔt.
            let slips = change.abs() / rustle.slip;
            let kept = libm::exp(-slips);
            let variance = 2.0 * rustle.slip * rustle.slip * (1.0 - kept) * (1.0 - kept) / slips;
            self.lag *= kept;
            // Below one slip per sample, a slip happens with that probability and is larger accordingly.
            let chance = slips.min(1.0);
            if chance >= 1.0 || self.dice.unit() < chance {
                /// Amplitude √3 of uniform noise of mean square 1.
                const UNIFORM: f64 = 1.732_050_807_568_877_2;
                self.lag += (variance / chance).sqrt() * UNIFORM * self.dice.signed();
                self.lag = self.lag.clamp(-load.abs(), load.abs());
            }
        } else {
            self.lag *= libm::exp(-step.seconds() / RELAXATION);
        }
        self.force = self.lag + share * (self.force - self.lag);
        if self.lag.abs() < 1e-15 && self.force.abs() < 1e-15 {
            (self.lag, self.force) = (0.0, 0.0);
        }
        self.force
    }
}

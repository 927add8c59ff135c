//! Water that falls: a jet that breaks into lumps, entrains air and is torn into drops; or separate drops, as
//! of rain. The volume flow alone sets speed, lumps, air and spray.
//!
//! ```math
//! v_0 = \frac{4 Q}{\pi D^2}, \quad v = \sqrt{v_0^2 + 2 g h}, \quad d = D\sqrt{v_0/v}; \qquad
//! b = \min\left(1,\, \epsilon_0\,e^{0.97\,h/(D\sqrt{W_0})}\right), \quad W_0 = \frac{\rho v_0^2 D}{\sigma}
//! ```
//!
//! ```math
//! V = 4.51\,d\,\frac{\pi d^2}{4}, \quad f = \frac{Q}{V}; \qquad
//! \frac{Q_a}{Q} = 0.04\,\left(\frac{v^2}{g d}\right)^{0.28}\left(\frac hd\right)^{0.4}; \qquad z = 2.1\,v^{0.775}\,d^{0.67}
//! ```
//!
//! | symbol  | here                     | unit  | meaning                                                            |
//! |---------|--------------------------|-------|--------------------------------------------------------------------|
//! | Q, D, h | [`Jet`]                  | m³/s, m, m | volume flow of one outlet, its diameter, height of the fall    |
//! | v₀, v, d | [`Landing::speed`], [`Landing::diameter`] | m/s, m | speed at the outlet and at the impact, diameter there |
//! | ε₀, b   | [`Jet::roughness`], [`Landing::broken`] | 1 | waves on the jet at the outlet and at the impact: 1 is broken up |
//! | V, f    | [`Landing::lump_volume`] | m³, Hz | a lump, and lumps per second                                      |
//! | Q_a     | [`Landing::air`]         | m³/s  | flow of entrained air                                              |
//! | z       | [`Landing::depth`]       | m     | depth to which the bubbles are carried                             |
//! | σ       | [`SURFACE_TENSION`]      | N/m   | surface tension of water                                           |
//!
//! The waves of the length that grows fastest, 4.51 diameters, grow at the rate $`0.97\,v_0/(D\sqrt{W_0})`$.
//! A flow too slow for a jet, W₀ below 4, drips: a lump is then a drop of the volume $`0.6\,\pi D\sigma/\rho
//! g`$ that surface tension holds, with D at most 5.4 mm. Turbulence makes lumps unequal: their volumes, the
//! size of their spray and the size of their bubbles are log-normal, so that each sounds different.
//!
//! A bottle gulps: air can enter only while no water leaves. The flow then comes in pulses of the same mean.
//!
//! Source: \[Rayleigh1878\], the wave that grows fastest and its rate; \[Clanet1999\], from jet to drops;
//! \[Bin1993\], entrained air and depth of the bubbles; \[Clanet2004\], gulping; \[MarshallPalmer1948\], drop
//! sizes of rain. Facts: `tests/all/jet_facts.rs`.

use super::splash::GRAVITY;
use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_params::{choices, params};
use foley_sound::BLOCK;
use std::f64::consts::{PI, TAU};

/// Surface tension of water σ \[N/m\].
pub const SURFACE_TENSION: f64 = 0.072;
/// Length of the wave that grows fastest on a jet, in diameters of the jet \[1\].
pub const LUMP_LENGTH: f64 = 4.51;
/// Spread of the logarithm of the volume of a lump, of its spray's and of its bubbles' size \[1\].
const SPREADS: [f64; 3] = [0.5, 0.6, 0.8];
/// Maximum deviation of the logarithms, in standard deviations \[1\].
const MAX_DEVIATION: f64 = 2.2;
/// Maximum number of lumps per second that are played one by one.
const MAX_LUMPS: f64 = 4000.0;
/// Maximum number of lumps per block; further ones wait for the next block.
const MAX_LUMPS_PER_BLOCK: usize = 64;

choices! {
    /// What falls into the liquid.
    pub enum Falling {
        /// Nothing falls: the bubbles form as the swarm says.
        Nothing = "nothing",
        /// A jet falls, whole or in lumps.
        Jet = "jet",
        /// Separate drops fall, as of rain or from a shower.
        Drops = "drops",
    }
}

params! {
    /// Water that falls into the liquid. Its volume flow sets the number of bubbles and drops.
    /// Default: nothing falls.
    pub struct Jet("jet") {
        /// What falls: nothing, a jet, or separate drops. All other values of the jet act where something
        /// falls.
        falling: Falling = Falling::Nothing, "falling", choice;
        /// Volume flow: 1e-4 m^3/s is six litres per minute. Acts where something falls.
        discharge: f64 = 1e-4, "Q", Other("m^3/s"), log [1e-7, 2e-2], glide 0.02,
            handle("litres", "trickle", "torrent");
        /// Diameter of the outlet of a jet; drops fall on an area of this diameter. Acts where something
        /// falls.
        outlet: f64 = 0.012, "D", Metre, log [1e-3, 30.0], glide 0.02;
        /// Number of equal outlets that share the volume flow: 1 of a tap, 20 under the rim of a toilet. Acts
        /// where a jet falls.
        outlets: u32 = 1, "N", One, count [1, 200], glide 0.02;
        /// Height of the outlet above the floor of the vessel, or above the liquid without a vessel. Acts
        /// where something falls.
        fall: f64 = 0.2, "h", Metre, log [0.005, 30.0], glide 0.02;
        /// Relative height of the waves on a jet at its outlet: 0.01 from a smooth tap, 0.3 over the lip of a
        /// bucket. They grow on the way. Acts where a jet falls.
        roughness: f64 = 0.02, "ε₀", One, log [1e-3, 1.0], glide 0.02, handle("roughness", "rope of glass", "torn");
        /// Share of a jet that is torn into drops where it strikes. Acts where a jet falls.
        torn: f64 = 0.05, "s", One, lin [0.0, 1.0], glide 0.02, handle("spray", "dry", "all spray");
        /// Entrained air relative to that of a plunging jet. Acts where a jet falls.
        air: f64 = 1.0, "Qₐ/Q", One, lin [0.0, 2.0], glide 0.02, handle("foam", "without air", "foam");
        /// Depth of the pulses of the flow by gulping: with 1 it stops between them. Acts where something
        /// falls.
        gulping: f64 = 0.0, "G", One, lin [0.0, 1.0], glide 0.02, handle("gulping", "even", "gulps");
        /// Pulses of the flow per second. Acts where `gulping` is above 0.
        gulps: f64 = 3.0, "f_g", PerSecond, log [0.1, 20.0], glide 0.02;
    }
}

/// Returns the largest radius \[m\] of water of `density` \[kg/m³\] that its surface holds together while it
/// falls: a quarter of the shortest wave that grows on its lower side \[Villermaux2007\]. Real-time: yes.
///
/// ```math
/// r = \frac\pi2\sqrt{\frac{\sigma}{\rho g}}
/// ```
pub fn whole_radius(density: f64) -> f64 {
    0.5 * PI * (SURFACE_TENSION / (density * GRAVITY)).sqrt()
}

/// A jet where it strikes the liquid, or several equal ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landing {
    /// Volume flow Q of all jets \[m³/s\].
    pub flow: f64,
    /// Speed v [m/s].
    pub speed: f64,
    /// Diameter d \[m\].
    pub diameter: f64,
    /// Share b of the flow that comes in lumps \[1\].
    pub broken: f64,
    /// Volume V of a lump \[m³\].
    pub lump_volume: f64,
    /// Flow Q_a of the air that all jets entrain \[m³/s\].
    pub air: f64,
    /// Depth z to which bubbles are carried \[m\].
    pub depth: f64,
}

impl Jet {
    /// Returns the jet of a liquid of `density` \[kg/m³\] where it strikes after a fall of `height` \[m\], at
    /// a volume flow of all outlets of `flow` \[m³/s\]. Real-time: yes.
    pub fn landing(&self, density: f64, flow: f64, height: f64) -> Landing {
        let outlet = self.outlet;
        let each = flow / f64::from(self.outlets.max(1));
        let start = (4.0 * each / (PI * outlet * outlet)).max(1e-6);
        let speed = (start * start + 2.0 * GRAVITY * height).sqrt();
        let diameter = outlet * (start / speed).sqrt();
        let weber = density * start * start * outlet / SURFACE_TENSION;
        let (broken, lump_volume) = if weber < 4.0 {
            (1.0, 0.6 * PI * outlet.min(0.0054) * SURFACE_TENSION / (density * GRAVITY))
        } else {
            let growth = 0.97 * height / (outlet * weber.sqrt());
            let broken = (self.roughness * libm::exp(growth.min(20.0))).min(1.0);
            (broken, LUMP_LENGTH * 0.25 * PI * diameter * diameter * diameter)
        };
        // A drip has the diameter of its drop.
        let diameter = diameter.max(libm::cbrt(lump_volume / (LUMP_LENGTH * 0.25 * PI)));
        let froude = speed * speed / (GRAVITY * diameter);
        let air = 0.04 * libm::pow(froude, 0.28) * libm::pow(height / diameter, 0.4);
        Landing {
            flow,
            speed,
            diameter,
            broken,
            lump_volume,
            air: self.air * air * flow,
            depth: 2.1 * libm::pow(speed, 0.775) * libm::pow(diameter, 0.67),
        }
    }
}

/// A lump of a jet that strikes, with its random deviations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lump {
    /// Sample of the block at which the lump strikes.
    pub at: usize,
    /// Number of equal lumps for which this one stands \[1\]: 1 up to 4000 lumps per second.
    pub count: f64,
    /// Volume relative to the mean \[1\].
    pub volume: f64,
    /// Size of its spray relative to the mean \[1\].
    pub spray: f64,
    /// Size of its bubbles relative to the mean \[1\].
    pub bubbles: f64,
}

/// Clock of the lumps and gulps of a jet.
#[derive(Clone, Debug)]
pub struct LumpClock {
    dice: Dice,
    /// Volume that the next lump still lacks, relative to the mean \[1\].
    left: f64,
    /// Volume of the next lump relative to the mean \[1\].
    next: f64,
    /// Phase of the gulping \[rad\], and its rate relative to the mean in this pulse \[1\].
    phase: f64,
    pace: f64,
}

impl LumpClock {
    /// Creates a clock from a seed.
    pub fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let left = dice.unit();
        Self { dice, left, next: 1.0, phase: 0.0, pace: 1.0 }
    }

    /// Returns the factor of the gulping on the flow in the next block; its mean is 1. Real-time: yes.
    pub fn gulp(&mut self, jet: &Jet, step: Step) -> f64 {
        self.phase += TAU * jet.gulps * self.pace * BLOCK as f64 * step.seconds();
        if self.phase >= TAU {
            self.phase %= TAU;
            self.pace = libm::exp(0.15 * self.dice.normal().clamp(-3.0, 3.0));
        }
        // The half wave (of mean 1/π) is open for half of the time.
        let pulse = PI * libm::sin(self.phase).max(0.0);
        1.0 + jet.gulping * (pulse - 1.0)
    }

    /// Calls `strikes` for every lump of a jet that strikes from sample `from` to the end of the block.
    /// Real-time: yes.
    pub fn for_each_lump(
        &mut self,
        from: usize,
        landing: &Landing,
        step: Step,
        mut strikes: impl FnMut(Lump),
    ) {
        let rate = landing.flow / landing.lump_volume;
        let count = (rate / MAX_LUMPS).max(1.0);
        let per_sample = rate / count * step.seconds();
        let mut at = from as f64;
        for _ in 0..MAX_LUMPS_PER_BLOCK {
            let next = at + self.left / per_sample;
            if next.is_nan() || next >= BLOCK as f64 {
                self.left -= (BLOCK as f64 - at) * per_sample;
                return;
            }
            at = next;
            let [volume, spray, bubbles] = SPREADS.map(|spread| {
                let normal = self.dice.normal().clamp(-MAX_DEVIATION, MAX_DEVIATION);
                // Mean 1.
                libm::exp(spread * (normal - 0.5 * spread))
            });
            strikes(Lump { at: at as usize, count, volume: self.next, spray, bubbles });
            self.left = volume;
            self.next = volume;
        }
    }
}

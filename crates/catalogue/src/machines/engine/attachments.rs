//! Machines on the shaft of the engine: a fan, a mower blade or a saw chain.
//!
//! A blade sheds turbulence along its span, with the law of an edge at the speed of its tip, and beats the
//! air once per turn:
//!
//! ```math
//! \tilde p_f = \varepsilon_f\,\frac{\rho d\,(\pi d f)^3}{c \cdot 1\,\mathrm m}
//! ```
//!
//! The links of a saw chain strike the sprocket, z times per turn, with the speed at which a polygon of z
//! sides takes up a link of length b, and rattle along the bar. In wood each cutter, on every other link,
//! tears a chip of thickness t and width w under the pressure K of the wood; chips break one after the
//! other, at random:
//!
//! ```math
//! J = m\,2 z b f \sin\frac{\pi}{z}, \qquad \bar F = K w t, \qquad \tilde F = \tfrac12 \bar F \sqrt{N_c}
//! ```
//!
//! | symbol | here                | unit  | meaning                                                               |
//! |--------|---------------------|-------|-----------------------------------------------------------------------|
//! | d, f   | `fan.diameter`, `speed` | m, Hz | diameter of the fan; turns per second                             |
//! | ε_f    | [`FAN_SHARE`]       | 1     | as for the fan of a motor                                             |
//! | z, b   | `saw.teeth`, `saw.pitch` | 1, m | teeth of the sprocket; pitch of the chain, half of the length that a tooth takes |
//! | m      | [`LINK_DENSITY`]    | kg    | mass of the links per tooth                                           |
//! | t, w   | `saw.bite`, half the pitch | m | thickness and width of a chip                                         |
//! | K      | [`WOOD_PRESSURE`]   | Pa    | cutting pressure of moist softwood across the grain                   |
//! | N_c    | [`CUTTERS`]         | 1     | cutters in the wood at a time                                         |
//!
//! The clutch takes the chain along above the idle speed. The bar is a steel plate ([`super::block`]), which
//! the wood damps.
//!
//! Sources: \[Curle1955\], blades; \[Norton2003\], impacts and plates.

use super::Engine;
use super::block::{Plate, PlateCoefficients};
use super::flow_noise::{Mouth, MouthNoise};
use core::f64::consts::PI;
use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_dsp::signal::{DENSITY_OF_AIR, OnePole, Phase, SPEED_OF_SOUND, Section, cut, overtones};

/// Strength of the turbulence at the blades of a fan \[1\].
const FAN_SHARE: f64 = 0.002;
/// Diameter of the eddies at the blades over that of the fan \[1\]; about the chord.
const CHORD: f64 = 0.1;
/// Harmonics of the blades.
const BLADE_HARMONICS: usize = 5;
/// Mass of the links that a tooth takes per cubed pitch [kg/m³].
const LINK_DENSITY: f64 = 2_000.0;
/// Pressure of wood on a cutter \[Pa\].
const WOOD_PRESSURE: f64 = 4e7;
/// Cutters in the wood at a time.
const CUTTERS: f64 = 8.0;
/// Length along which a chip breaks, over the pitch \[1\].
const CHIP: f64 = 0.5;
/// Cutoff of the contact of links, steel on steel \[Hz\].
const CONTACT_CUTOFF: f64 = 8000.0;
/// Mass of the bar per length [kg/m].
const BAR_MASS: f64 = 2.2;
/// Width of the bar \[m\].
const BAR_WIDTH: f64 = 0.07;
/// Chip thickness at which the wood takes half of the speed of the engine \[m\].
const STALLING_BITE: f64 = 1.2e-3;

/// Coefficients of fan and saw in a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttachmentCoefficients {
    fan: Option<Fan>,
    saw: Option<Saw>,
}

#[derive(Clone, Copy, Debug)]
struct Fan {
    air: Mouth,
    blades: u64,
    /// Mach number of the tips.
    mach: f64,
    /// Pressure of the harmonics of the blades \[Pa\].
    beats: [f64; BLADE_HARMONICS],
}

#[derive(Clone, Copy, Debug)]
struct Saw {
    /// Steps of the chain per sample: links as a fraction of a turn of the sprocket.
    by: Phase,
    teeth: u64,
    /// Momentum of a link on the sprocket \[N·s\].
    link: f64,
    /// Effective force of the chips \[N\].
    chips: f64,
    chip_cut: f64,
    contact_cut: f64,
    bar: PlateCoefficients,
    rate: f64,
}

impl AttachmentCoefficients {
    pub(super) fn of(now: &Engine, speed: f64, step: Step) -> Self {
        let fan = (now.fan.blades > 0).then(|| {
            let diameter = now.fan.diameter;
            let mach = (PI * diameter * speed / SPEED_OF_SOUND).min(1.0);
            let eddies = CHORD * diameter;
            let air = Mouth::new(eddies, SPEED_OF_SOUND, DENSITY_OF_AIR, FAN_SHARE * diameter / eddies, step);
            let scale =
                FAN_SHARE * DENSITY_OF_AIR * SPEED_OF_SOUND * SPEED_OF_SOUND * diameter * mach * mach * mach;
            let beat = |n: usize| {
                let k = n as f64 + 1.0;
                let turns = k * f64::from(now.fan.blades) * speed * step.seconds();
                scale / k * ((0.45 - turns) / 0.05).clamp(0.0, 1.0)
            };
            Fan { air, blades: u64::from(now.fan.blades), mach, beats: core::array::from_fn(beat) }
        });
        let saw = (now.saw.teeth > 0).then(|| {
            let taken = ((speed / now.drive.idle - 1.15) / 0.5).clamp(0.0, 1.0);
            let turns = taken * speed;
            let (pitch, teeth) = (now.saw.pitch, f64::from(now.saw.teeth));
            let run = 2.0 * teeth * pitch * turns;
            let mass = LINK_DENSITY * pitch * pitch * pitch;
            let chip = WOOD_PRESSURE * 0.5 * pitch * now.saw.bite;
            let length = now.saw.length;
            let surface = 2.0 * BAR_WIDTH * length;
            // A cantilever of steel, 4.5 mm thick, has its modes at 3.8 m²/s over the squared length times 1,
            // 6.3, 17.5, …; the first two are wide apart and hardly radiate.
            let lowest = 17.5 * 3.8 / (length * length);
            let loss = 0.06 + 0.2 * now.saw.bite / (now.saw.bite + 1e-4);
            let chip_rate = (run / (CHIP * pitch)).max(20.0);
            Saw {
                by: Phase::per_step(turns, step),
                teeth: u64::from(now.saw.teeth),
                link: mass * run * libm::sin(PI / teeth.max(3.0)),
                chips: 0.5
                    * chip
                    * CUTTERS.sqrt()
                    * (run / 10.0).min(1.0)
                    * super::flow_noise::GapNoise::spread(chip_rate, step),
                chip_cut: cut(chip_rate, step),
                contact_cut: cut(CONTACT_CUTOFF, step),
                bar: PlateCoefficients::new(
                    BAR_MASS * length,
                    PlateCoefficients::radius(surface),
                    lowest,
                    loss,
                    step,
                ),
                rate: step.rate(),
            }
        });
        Self { fan, saw }
    }

    /// Returns the share of the speed that the wood leaves to the engine \[1\].
    pub(super) fn share(now: &Engine) -> f64 {
        if now.saw.teeth > 0 { 1.0 / (1.0 + now.saw.bite / STALLING_BITE) } else { 1.0 }
    }
}

/// Motion of fan and saw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attachments {
    air: MouthNoise,
    sprocket: Phase,
    /// Position within a link at the previous sample.
    link: f64,
    contact: Section,
    chips: OnePole,
    /// Strength of the cutter in the wood at present, and the number of links since it changed.
    cutter: f64,
    bar: Plate,
}

impl Attachments {
    pub(super) fn at_rest() -> Self {
        Self {
            air: MouthNoise::REST,
            sprocket: Phase::default(),
            link: 0.0,
            contact: Section::REST,
            chips: OnePole::default(),
            cutter: 1.0,
            bar: Plate::at_rest(),
        }
    }

    /// Returns the pressure of the fan at 1 m \[Pa\]. `shaft` is the phase of the crank. Real-time: yes.
    #[inline]
    pub(super) fn fan(&mut self, now: &AttachmentCoefficients, shaft: Phase, white: f64) -> f64 {
        let Some(fan) = &now.fan else { return 0.0 };
        // Blades differ: their noise swells once per turn.
        let around = 1.0 + 0.3 * shaft.sine()[0];
        around * self.air.tick(&fan.air, fan.mach, white)
            + overtones(shaft.times(fan.blades).sine(), &fan.beats)
    }

    /// Returns the pressure of chain and bar at 1 m \[Pa\]. Real-time: yes.
    #[inline]
    pub(super) fn saw(&mut self, now: &AttachmentCoefficients, white: f64, dice: &mut Dice) -> f64 {
        let Some(saw) = &now.saw else { return 0.0 };
        self.sprocket.advance(saw.by);
        let link = self.sprocket.times(saw.teeth).way();
        let mut momentum = 0.0;
        if link < self.link {
            // Links hang loose and differ.
            momentum = saw.link * (0.3 + 0.7 * dice.exponential(1.0)).min(5.0);
            self.cutter = 0.4 + 0.6 * dice.exponential(1.0).min(4.0);
        }
        self.link = link;
        let [impact, _, _] = self.contact.pass(momentum * saw.rate, saw.contact_cut, 2.0);
        let chips = self.chips.low(saw.chips * self.cutter * white, saw.chip_cut);
        self.bar.tick(&saw.bar, chips, impact)
    }
}

//! Something boils, fries, runs, pours or rains: bubbles without number, born by chance.
//!
//! Each is a tone of its own ([`super::minnaert`], [`super::bank`]); when and how large they are is chance
//! ([`super::swarm`]). They may be in a vessel that fills ([`super::vessel`]), and drops may be heard that
//! fall in ([`super::drop`]).
//!
//! $$ p(t) = H_{l(t)} * \sum_{t_i < t} A_i\,(1 - e^{-(t - t_i)/s})\,e^{-d_i (t - t_i)} \sin\phi_i(t - t_i) + \text{ticks}, \qquad \dot l = \frac{q}{\pi a^2} $$
//!
//! | symbol   | here                          | unit | meaning                                                |
//! |----------|-------------------------------|------|--------------------------------------------------------|
//! | tᵢ, rᵢ   | [`Swarm`]                     | s, m | births and radii                                       |
//! | Aᵢ, φᵢ   | [`BubbleLoudness`], [`Liquid`]      |      | how loud, how the pitch rises                          |
//! | H, l, a, q | [`Vessel`]                  |      | the air in the vessel, height of the liquid, radius, filling |
//! | T        | [`FlowTiming`], `flow`            | s    | how long it goes on, unless the vessel is full before  |
//! | ticks    | [`Impacts`]                   |      | drops that hit: every birth is one, and a part of them leave a bubble |
//!
//! A tick and its bubble are heard at once here: in a crowd nobody can tell which belongs to which, and what
//! is thinned by chance is Poisson's again. One drop at a time is [`super::dripping`].
//!
//! Source: \[vandenDoel2005\], \[PapettiThesis, 2.2.4\]. Facts: `tests/bubble_stream_facts.rs`.

use super::bank::ToneBank;
use super::drop::tick;
use super::minnaert::Liquid;
use super::swarm::{BirthClock, BubbleLoudness, MAX_PRESSURE, Swarm};
use super::vessel::{AirColumn, MAX_GAIN, Vessel};
use foley_contact::Step;
use foley_dsp::random::{Dice, mixed};
use foley_params::{Info, Param, Unit, param, params};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

/// Bubbles that sound at once; the faintest makes room.
pub const MAX_TONES: usize = 512;

params! {
    /// How long it goes on, and how it begins and ends.
    pub struct FlowTiming("course") {
        /// How long it goes on if nobody says how long.
        duration: f64 = 3.0, "T", Second, log [0.1, 40.0];
        /// Time in which the births come up to their rate.
        opening: f64 = 0.1, "T₀", Second, log [0.001, 10.0];
        /// Time in which they stop, before the end.
        closing: f64 = 0.4, "T₁", Second, log [0.001, 10.0];
    }
}

/// T
pub(super) const DURATION: Param<FlowTiming> = param("duration");

params! {
    /// Drops that hit the surface.
    /// Default: none: all that is heard are bubbles.
    pub struct Impacts("impacts") {
        /// Part of the force of each drop that is heard as a tick; with 0 there are none.
        level: f64 = 0.0, "η", One, lin [0.0, 1.0], glide 0.02, handle("patter", "bubbles only", "hard rain");
        /// Radius of the drops, each by chance between half of it and half as much again.
        radius: f64 = 0.001, "r", Metre, log [2e-4, 0.004], glide 0.02;
        /// Speed of the drops: 8 m/s is rain, 2 m/s a drip.
        speed: f64 = 4.0, "v", MetrePerSecond, log [0.3, 10.0], glide 0.02;
        /// Part of the births that leave a bubble; the others are only hit.
        entrained: f64 = 1.0, "P", One, lin [0.0, 1.0], glide 0.02;
    }
}

/// Something boils, fries, runs, pours or rains.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BubbleStream {
    /// How long it goes on.
    pub course: FlowTiming,
    /// When bubbles are born, and how large.
    pub swarm: Swarm,
    /// How loud each is.
    pub loudness: BubbleLoudness,
    /// Drops that hit the surface.
    pub impacts: Impacts,
    /// What they are in.
    pub liquid: Liquid,
    /// What is filled.
    pub vessel: Vessel,
}

impl Model for BubbleStream {
    const INFO: ModelInfo = ModelInfo {
        name: "bubble-stream",
        title: "Something boils, runs, pours or rains",
        family: Family::Liquids,
        level: Level::Texture,
        made_of: &["bubble"],
        physics: "Bubbles are born that know nothing of each other, up to ten thousand in a second, with radii and loudness by chance. Each rings as a bubble does. \
                  In a vessel they are heard through the air above the liquid, a pipe that becomes shorter as it fills, until it is full. Drops that fall in tick.",
        equation: "P(n births in t) = (λt)^n·e^(−λt)/n!,  f_air = c/4(H − l + 0.61·a)",
        source: "[vandenDoel2005], [PapettiThesis, 2.2.4]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![
        course: Motion,
        swarm: Motion,
        loudness: Interaction,
        impacts: Interaction,
        liquid: Structure,
        vessel: Structure,
    ];
    const GESTURES: &'static [Info] =
        &[Info { id: "flow", doc: "Lets it go on for so long, from the beginning.", ..DURATION.info() }];
    /// So many bubbles, sounding or leaving, each as loud as can be and in step, through the sharpest column.
    const OUTPUT: OutputKind = OutputKind::pressure((MAX_TONES + 128) as f64 * MAX_PRESSURE * MAX_GAIN);
    const MEASUREMENTS: &'static [OutputKind] = &[
        OutputKind { name: "births", quantity: "count", unit: Unit::One, most: 512.0 },
        OutputKind { name: "radius", quantity: "radius", unit: Unit::Metre, most: 0.02 },
        OutputKind { name: "filled", quantity: "height", unit: Unit::Metre, most: 1.5 },
    ];
    type Player = BubbleStreamPlayer;

    fn player(&self, seed: u64, step: Step) -> BubbleStreamPlayer {
        BubbleStreamPlayer {
            births: BirthClock::new(mixed(seed, 0)),
            dice: Dice::new(mixed(seed, 1)),
            bank: ToneBank::new(step, MAX_TONES),
            column: AirColumn::default(),
            elapsed: 0.0,
            left: 0.0,
            level: 0.0,
        }
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        vec![(0.0, 0, self.course.duration)]
    }
}

/// Lets bubbles be born.
#[derive(Clone, Debug)]
pub struct BubbleStreamPlayer {
    births: BirthClock,
    /// What only drops need, so that bubbles are the same without them.
    dice: Dice,
    bank: ToneBank,
    column: AirColumn,
    /// Time since it began, and until it ends \[s\].
    elapsed: f64,
    left: f64,
    /// Height of the liquid \[m\].
    level: f64,
}

impl BubbleStreamPlayer {
    /// BirthClock of a block, and the liquid rises.
    fn flow(&mut self, now: &BubbleStream, from: usize, block: &mut Block<'_>) {
        let step = block.step();
        let seconds = (BLOCK - from) as f64 * step.seconds();
        self.elapsed += seconds;
        self.left -= seconds;
        let fade_in = (self.elapsed / now.course.opening).min(1.0);
        let fade_out = (self.left / now.course.closing).clamp(0.0, 1.0);
        if now.vessel.resonance > 0.0 {
            self.level += fade_in * fade_out * seconds * now.vessel.rise_speed();
            if self.level >= now.vessel.height {
                self.level = now.vessel.height;
                self.left = 0.0;
            }
        }
        let gust = self.births.gust(now.swarm.unrest, step);
        let rate = now.swarm.rate * fade_in * fade_out * gust;
        let (bank, drops) = (&mut self.bank, &mut self.dice);
        self.births.for_each_birth(from, rate, step, |at, dice| {
            let mut radius = 0.0;
            if now.impacts.entrained >= 1.0 || drops.unit() < now.impacts.entrained {
                radius = now.swarm.radius(dice);
                let tone = now.loudness.tone(&now.swarm, &now.liquid, radius, dice);
                bank.begin(at, &tone);
            }
            if now.impacts.level > 0.0 {
                let Impacts { level, radius, speed, .. } = now.impacts;
                let radius = radius * drops.between(0.5, 1.5);
                bank.begin(at, &tick(now.liquid.density, radius, speed, level));
            }
            for (measurement, value) in [(0, 1.0), (1, radius)] {
                let page = block.measured(measurement);
                if let Some(sample) = page.and_then(|page| page.get_mut(at)) {
                    *sample = if measurement == 0 { *sample + value } else { value };
                }
            }
        });
    }
}

impl Player<BubbleStream> for BubbleStreamPlayer {
    fn play(&mut self, now: &BubbleStream, block: &mut Block<'_>) {
        let mut from = 0;
        if let Some(gesture) = block.gesture(0) {
            self.elapsed = 0.0;
            self.left = DURATION.clamp(gesture.value);
            self.level = now.vessel.filled * now.vessel.height;
            from = gesture.at;
        }
        if self.left > 0.0 {
            self.flow(now, from, block);
        }
        if let Some(page) = block.measured(2) {
            page.fill(self.level);
        }
        if self.bank.silent() && self.column.silent() {
            return;
        }
        let mut sound = [0.0; BLOCK];
        self.bank.add(&mut sound);
        self.column.pass(&now.vessel, self.level, block.step(), &mut sound);
        block.add(&sound);
    }

    fn done(&self) -> bool {
        self.left <= 0.0
    }

    fn silent(&self) -> bool {
        self.bank.silent() && self.column.silent()
    }
}

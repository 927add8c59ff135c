//! Boiling, frying, running, pouring or raining: many bubbles at random times.
//!
//! Each bubble is a tone ([`super::minnaert`], [`super::bank`]) of random time and size ([`super::swarm`]).
//! The liquid can be in a vessel that fills ([`super::vessel`]), and falling drops can tick
//! ([`super::drop`]).
//!
//! ```math
//! p(t) = H_{l(t)} * \sum_{t_i < t} A_i\,(1 - e^{-(t - t_i)/s})\,e^{-d_i (t - t_i)} \sin\phi_i(t - t_i) + \text{ticks}, \qquad \dot l = \frac{q}{\pi a^2}
//! ```
//!
//! | symbol   | here                          | unit | meaning                                                |
//! |----------|-------------------------------|------|--------------------------------------------------------|
//! | tᵢ, rᵢ   | [`Swarm`]                     | s, m | births and radii                                       |
//! | Aᵢ, φᵢ   | [`BubbleLoudness`], [`Liquid`] |     | amplitude and phase, with rising pitch                 |
//! | H, l, a, q | [`Vessel`]                  |      | air resonance, height of the liquid, radius, inflow    |
//! | T        | [`FlowTiming`], `flow`        | s    | duration, unless the vessel is full before             |
//! | ticks    | [`Impacts`]                   |      | impacts of drops: every birth is one, and a share of them leaves a bubble |
//!
//! A tick and its bubble start together here: in a crowd they cannot be matched by ear, and a randomly
//! thinned Poisson process is again Poisson. For single drops see [`super::dripping`].
//!
//! Source: \[vandenDoel2005\], \[PapettiThesis, 2.2.4\]. Facts: `tests/all/bubble_stream_facts.rs`.

use super::bank::ToneBank;
use super::drop::tick;
use super::minnaert::Liquid;
use super::swarm::{BirthClock, BubbleLoudness, MAX_PRESSURE, Swarm};
use super::vessel::{AirColumn, MAX_GAIN, Vessel};
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_params::{Info, Param, Unit, param, params};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

/// Maximum number of tones at once; a louder new tone replaces the faintest one.
pub const MAX_TONES: usize = 512;

params! {
    /// Duration, start and end of the flow.
    pub struct FlowTiming("course") {
        /// Default duration of the flow.
        duration: f64 = 3.0, "T", Second, log [0.1, 40.0];
        /// Time over which the rate of new bubbles rises at the start.
        opening: f64 = 0.1, "T₀", Second, log [0.001, 10.0];
        /// Time over which the rate of new bubbles falls before the end.
        closing: f64 = 0.4, "T₁", Second, log [0.001, 10.0];
    }
}

pub(super) const DURATION: Param<FlowTiming> = param("duration");

params! {
    /// Impacts of drops on the surface.
    /// Default: none; only bubbles are heard.
    pub struct Impacts("impacts") {
        /// Share of the impact force that is heard as a tick; none with 0.
        level: f64 = 0.0, "η", One, lin [0.0, 1.0], glide 0.02, handle("patter", "bubbles only", "hard rain");
        /// Mean radius of the drops; each radius is random between 0.5 and 1.5 times the mean.
        radius: f64 = 0.001, "r", Metre, log [2e-4, 0.004], glide 0.02;
        /// Speed of the drops: 8 m/s is rain, 2 m/s a drip.
        speed: f64 = 4.0, "v", MetrePerSecond, log [0.3, 10.0], glide 0.02;
        /// Probability that the impact of a drop leaves a bubble.
        entrained: f64 = 1.0, "P", One, lin [0.0, 1.0], glide 0.02;
    }
}

parts! {
    /// Model of boiling, frying, running, pouring or raining liquid.
    pub struct BubbleStream {
        /// Duration, opening and closing time of the flow.
        course: FlowTiming, Motion;
        /// Rate and radii of the bubbles.
        swarm: Swarm, Motion;
        /// Strength of the bubbles.
        loudness: BubbleLoudness, Interaction;
        /// Impacts of drops on the liquid surface, and share of the drops that entrain a bubble.
        impacts: Impacts, Interaction;
        /// Liquid in which the bubbles form.
        liquid: Liquid, Structure;
        /// Vessel that the liquid fills, with its resonating air column.
        vessel: Vessel, Structure;
    }
}

impl Model for BubbleStream {
    const INFO: ModelInfo = ModelInfo {
        name: "bubble-stream",
        title: "Something boils, runs, pours or rains",
        family: Family::Liquids,
        level: Level::Texture,
        made_of: &["bubble"],
        physics: "Bubbles form independently, up to ten thousand per second, with random radii and strengths. Each rings as a single bubble does. In a vessel they are \
                  heard through the air above the liquid, a pipe that shortens until the vessel is full. Drops that fall in tick.",
        equation: "P(n births in t) = (λt)^n·e^(−λt)/n!,  f_air = c/4(H − l + 0.61·a)",
        source: "[vandenDoel2005], [PapettiThesis, 2.2.4]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] = &[Info {
        id: "flow",
        doc: "Lets the liquid flow for this time; a new gesture restarts it.",
        ..DURATION.info()
    }];
    /// Bound of the output: all tones sound or fade out in phase at maximum pressure, through the air
    /// column with the sharpest resonance.
    const OUTPUT: OutputKind = OutputKind::pressure((MAX_TONES + 128) as f64 * MAX_PRESSURE * MAX_GAIN);
    const MEASUREMENTS: &'static [OutputKind] = &[
        OutputKind { name: "births", quantity: "count", unit: Unit::One, max: 512.0 },
        OutputKind { name: "radius", quantity: "radius", unit: Unit::Metre, max: 0.02 },
        OutputKind { name: "filled", quantity: "height", unit: Unit::Metre, max: 1.5 },
    ];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.course.duration;
    type Player = BubbleStreamPlayer;

    fn player(&self, seed: u64, step: Step) -> BubbleStreamPlayer {
        BubbleStreamPlayer {
            births: BirthClock::new(mix_seed(seed, 0)),
            dice: Dice::new(mix_seed(seed, 1)),
            bank: ToneBank::new(step, MAX_TONES),
            column: AirColumn::default(),
            elapsed: 0.0,
            time_left: 0.0,
            level: 0.0,
        }
    }
}

/// Plays [`BubbleStream`]: the random births of bubbles, through the air column of the vessel.
#[derive(Clone, Debug)]
pub struct BubbleStreamPlayer {
    births: BirthClock,
    /// Random source of the drops only, so that the bubbles are the same with and without drops.
    dice: Dice,
    bank: ToneBank,
    column: AirColumn,
    /// Time since the flow started \[s\].
    elapsed: f64,
    /// Time until the flow ends \[s\].
    time_left: f64,
    /// Height of the liquid in the vessel \[m\].
    level: f64,
}

impl BubbleStreamPlayer {
    /// Starts the tones of the bubbles born in this block and raises the level of the liquid.
    fn flow(&mut self, now: &BubbleStream, from: usize, block: &mut Block<'_>) {
        let step = block.step();
        let seconds = (BLOCK - from) as f64 * step.seconds();
        self.elapsed += seconds;
        self.time_left -= seconds;
        let fade_in = (self.elapsed / now.course.opening).min(1.0);
        let fade_out = (self.time_left / now.course.closing).clamp(0.0, 1.0);
        if now.vessel.resonance > 0.0 {
            self.level += fade_in * fade_out * seconds * now.vessel.rise_speed();
            if self.level >= now.vessel.height {
                self.level = now.vessel.height;
                self.time_left = 0.0;
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
            self.time_left = DURATION.clamp(gesture.value);
            self.level = now.vessel.filled * now.vessel.height;
            from = gesture.at;
        }
        if self.time_left > 0.0 {
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
        self.time_left <= 0.0
    }

    fn silent(&self) -> bool {
        self.bank.silent() && self.column.silent()
    }
}

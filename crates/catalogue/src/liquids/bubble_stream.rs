//! Boiling, frying, running, pouring or raining: many bubbles at random times.
//!
//! Each bubble is a tone ([`super::minnaert`], [`super::bank`]) of random time and size ([`super::swarm`]).
//! The liquid can be in a vessel that fills ([`super::vessel`]). Where a jet or drops fall ([`super::jet`]),
//! their volume flow sets how many bubbles form, and how many drops splatter ([`super::spray`]). Without a
//! fall, drops can splatter at the rate of the bubbles.
//!
//! ```math
//! p(t) = H_{l(t)} * \left[\sum_{t_i < t} A_i\,(1 - e^{-(t - t_i)/s})\,e^{-d_i (t - t_i)} \sin\phi_i(t - t_i) + \eta\,\frac{\dot F(t)}{4\pi R c}\right] + W * F, \qquad \dot l = \frac{q}{\pi a^2}
//! ```
//!
//! | symbol   | here                          | unit | meaning                                                |
//! |----------|-------------------------------|------|--------------------------------------------------------|
//! | tᵢ, rᵢ   | [`Swarm`]                     | s, m | births and radii                                       |
//! | Aᵢ, φᵢ   | [`BubbleLoudness`], [`Liquid`] |     | amplitude and phase, with rising pitch                 |
//! | H, l, a, q | [`Vessel`]                  |      | air resonance, height of the liquid, radius, inflow    |
//! | T        | [`FlowTiming`], `flow`        | s    | duration, unless the vessel is full before             |
//! | F, η     | [`Splatter`], [`Impacts::level`] | N, 1 | force of lumps and drops; share of it that acts on the air  |
//! | W        | `wall`, [`Impacts::wall`]     |      | wall or floor that the water strikes: its modes, as heard at 1 m |
//!
//! A jet comes in lumps, each with bubbles and spray of its own size. They are set free within half of the
//! time $`4.51\,d/v`$ in which the lump passes. A lump too large to be held together by its surface is
//! uneven: it lands in the same time as many pieces of the largest radius that holds
//! ([`super::jet::whole_radius`]). The bubbles go as deep as the jet carries them, at most to `depth` or to
//! the floor of the vessel. Drops of a jet are as large as [`Impacts::radius`] says, exponentially
//! distributed \[Villermaux2007\], and land with 0.3 to 1 times the speed of the jet. Drops on an area are
//! heard from 1 m above its middle.
//!
//! Without a fall, every birth is a drop that strikes, and a share of them leaves a bubble. A drop and its
//! bubble start together here: in a crowd they cannot be matched by ear, and a randomly thinned Poisson
//! process is again Poisson. For single drops see [`super::dripping`]. A share of the bubbles can be steam,
//! which collapses instead of ringing ([`super::collapse`]).
//!
//! Source: \[vandenDoel2005\], \[PapettiThesis, 2.2.4\]. Facts: `tests/all/bubble_stream_facts.rs`,
//! `jet_facts.rs`, `spray_facts.rs`.

use super::bank::{DampedTone, ToneBank};
use super::collapse::{Collapse, Collapses, collapse_time};
use super::jet::{Falling, Jet, LUMP_LENGTH, Landing, Lump, LumpClock, whole_radius};
use super::minnaert::Liquid;
use super::spray::{ForceDipole, MAX_BUBBLES, MAX_DROPS, Splatter, WaterDrop, fall_speed, thinned};
use super::swarm::{BirthClock, BubbleLoudness, MAX_PRESSURE, MAX_RADIUS, Swarm};
use super::vessel::{AirColumn, MAX_GAIN, Vessel};
use crate::Resonator;
use crate::solids::soft_impact::push;
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_params::{Info, Param, Unit, param, params};
use foley_scene::{Place, SceneSpec};
use foley_sound::scene_parts::add_modal_body;
use foley_sound::{
    BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, SoundError, parts,
};
use std::f64::consts::PI;

/// Maximum number of tones at once; a louder new tone replaces the faintest one.
pub const MAX_TONES: usize = 512;

params! {
    /// Duration, start and end of the flow.
    pub struct FlowTiming("course") {
        /// Default duration of the flow when rendered.
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
        /// Share of the impact force that acts on the air, heard as splatter; none with 0.
        level: f64 = 0.0, "η", One, lin [0.0, 1.0], glide 0.02, handle("patter", "bubbles only", "hard rain");
        /// Mean radius of the drops; each radius is random. Small drops sound brighter.
        radius: f64 = 0.001, "r", Metre, log [1e-4, 0.004], glide 0.02;
        /// Speed of the drops: 8 m/s is rain, 2 m/s a drip. Unused while something falls: the height sets it.
        speed: f64 = 4.0, "v", MetrePerSecond, log [0.3, 10.0], glide 0.02;
        /// Share of the births that leave a bubble; the others are drops alone. Unused while a jet falls.
        entrained: f64 = 1.0, "P", One, lin [0.0, 1.0], glide 0.02;
        /// Share of the impact force that reaches the `wall`: 1 on bare metal, 0 on deep water. Heard where
        /// the wall has modes.
        wall: f64 = 0.0, "w", One, lin [0.0, 1.0], glide 0.02, handle("wall", "deep water", "bare wall");
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
        /// Jet or drops that fall into the liquid.
        jet: Jet, Motion;
        /// Impacts of drops on the liquid surface, and share of the drops that entrain a bubble.
        impacts: Impacts, Interaction;
        /// Steam bubbles that collapse, as in water about to boil.
        collapse: Collapse, Interaction;
        /// Liquid in which the bubbles form.
        liquid: Liquid, Structure;
        /// Vessel that the liquid fills, with its resonating air column.
        vessel: Vessel, Structure;
        /// Wall or floor that the falling water strikes. Heard where `impacts.wall` is above 0.
        wall: Resonator = Resonator { modes: 0, ..Resonator::default() }, Structure;
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
                  heard through the air above the liquid, a pipe that shortens until the vessel is full. A jet falls in lumps, takes air under and is torn \
                  into drops; each drop splatters. Its volume flow sets all of it.",
        equation: "P(n births in t) = (λt)^n·e^(−λt)/n!,  f_air = c/4(H − l + 0.61·a),  v² = v₀² + 2gh",
        source: "[vandenDoel2005], [PapettiThesis, 2.2.4], [Bin1993], [Philippi2016]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const LASTING_GESTURES: &'static [&'static str] = &["flow"];
    const GESTURES: &'static [Info] = &[Info {
        id: "flow",
        doc: "Lets the liquid flow for this time, live without a time until 0; a new gesture restarts it.",
        ..DURATION.info()
    }];
    /// Bound of the output: all tones sound or fade out in phase at maximum pressure, with the largest
    /// pressure of the splatter and of the collapses, through the air column with the sharpest resonance; and
    /// as much again from the wall.
    const OUTPUT: OutputKind =
        OutputKind::pressure(2.0 * ((MAX_TONES + 128) as f64 * MAX_PRESSURE + 2.0 * MAX_SPLATTER) * MAX_GAIN);
    const MEASUREMENTS: &'static [OutputKind] = &[
        OutputKind { name: "births", quantity: "count", unit: Unit::One, max: f64::INFINITY },
        OutputKind { name: "radius", quantity: "radius", unit: Unit::Metre, max: 0.02 },
        OutputKind { name: "filled", quantity: "height", unit: Unit::Metre, max: 1.5 },
    ];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.course.duration;
    type Player = BubbleStreamPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        if self.wall.modes + self.wall.field > 0 {
            let wall = add_modal_body(&mut scene, "wall", self.wall.spec(channels)?, channels);
            push(&mut scene, Place::new(wall, 0));
        }
        Ok(scene)
    }

    fn player(&self, seed: u64, step: Step) -> BubbleStreamPlayer {
        BubbleStreamPlayer {
            births: BirthClock::new(mix_seed(seed, 0)),
            dice: Dice::new(mix_seed(seed, 1)),
            spray: BirthClock::new(mix_seed(seed, 2)),
            lumps: LumpClock::new(mix_seed(seed, 3)),
            splatter: Splatter::new(mix_seed(seed, 4), step),
            dipole: ForceDipole::default(),
            collapses: Collapses::new(mix_seed(seed, 5), step),
            steam: Dice::new(mix_seed(seed, 6)),
            lump: Lump { at: 0, count: 1.0, volume: 1.0, spray: 1.0, bubbles: 1.0 },
            air: 0.0,
            uneven: 0.0,
            pieces: BirthClock::new(mix_seed(seed, 7)),
            water: 0.0,
            pushing: false,
            bank: ToneBank::new(step, MAX_TONES),
            column: AirColumn::default(),
            elapsed: 0.0,
            time_left: 0.0,
            level: 0.0,
        }
    }
}

/// Maximum pressure of the splatter, and of the collapses \[Pa\].
const MAX_SPLATTER: f64 = 1e4;
/// Maximum force of the splatter \[N\].
const MAX_FORCE: f64 = 1e5;
/// Minimum height of a fall \[m\].
const MIN_FALL: f64 = 0.002;
/// Flow below which nothing falls \[m³/s\].
const MIN_FLOW: f64 = 1e-10;
/// Largest radius of a drop relative to the mean \[1\].
const MAX_DROP: f64 = 5.0;
/// Mean of the cubes of the relative radii of drops \[1\], 6 − 111 e⁻⁵: exponential up to [`MAX_DROP`].
const MEAN_CUBE: f64 = 5.252;

/// Plays [`BubbleStream`]: the random births of bubbles, through the air column of the vessel.
#[derive(Clone, Debug)]
pub struct BubbleStreamPlayer {
    births: BirthClock,
    /// Random source of the drops only, so that the bubbles are the same with and without drops.
    dice: Dice,
    /// Clock of the drops torn from a jet.
    spray: BirthClock,
    lumps: LumpClock,
    splatter: Splatter,
    dipole: ForceDipole,
    collapses: Collapses,
    /// Random source of the choice between air and steam only.
    steam: Dice,
    /// The lump that struck last.
    lump: Lump,
    /// Air that lumps have taken under and not yet set free \[m³\].
    air: f64,
    /// Water of uneven lumps that has not yet struck \[m³\].
    uneven: f64,
    /// Clock of the pieces of uneven lumps.
    pieces: BirthClock,
    /// Water of lumps that is torn into drops and has not yet struck \[m³\].
    water: f64,
    /// Whether a force acts on the wall.
    pushing: bool,
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
    /// Starts what happens in this block while the liquid flows, and raises the level of the liquid.
    fn flow(&mut self, now: &BubbleStream, from: usize, block: &mut Block<'_>) {
        let step = block.step();
        let seconds = (BLOCK - from) as f64 * step.seconds();
        self.elapsed += seconds;
        self.time_left -= seconds;
        let fade_in = (self.elapsed / now.course.opening).min(1.0);
        let fade_out = (self.time_left / now.course.closing).clamp(0.0, 1.0);
        let open = fade_in * fade_out;
        let falls = now.jet.falling != Falling::Nothing;
        let gulp = if falls { self.lumps.gulp(&now.jet, step) } else { 1.0 };
        if now.vessel.resonance > 0.0 {
            let rise = if falls {
                now.vessel.rise_speed_at(now.jet.discharge * gulp)
            } else {
                now.vessel.rise_speed()
            };
            self.level += open * seconds * rise;
            if self.level >= now.vessel.height {
                self.level = now.vessel.height;
                self.time_left = 0.0;
            }
        }
        let gust = self.births.gust(now.swarm.unrest, step);
        let flow = now.jet.discharge * gulp * gust * open;
        match now.jet.falling {
            Falling::Nothing => self.form(now, now.swarm.rate * open * gust, from, block),
            Falling::Jet => self.fall_as_jet(now, flow, from, block),
            Falling::Drops => self.fall_as_drops(now, flow, from, block),
        }
    }

    /// Starts the tones of the bubbles born in this block at `rate` \[1/s\] without a fall.
    fn form(&mut self, now: &BubbleStream, rate: f64, from: usize, block: &mut Block<'_>) {
        let Self { bank, dice: drops, splatter, collapses, steam, .. } = self;
        let strikes = now.impacts.level > 0.0 || now.impacts.wall > 0.0;
        self.births.for_each_birth(from, rate, block.step(), |at, dice| {
            let mut radius = 0.0;
            if now.impacts.entrained >= 1.0 || drops.unit() < now.impacts.entrained {
                radius = now.swarm.radius(dice);
                let tone = now.loudness.tone(&now.swarm, &now.liquid, radius, dice);
                if now.collapse.share > 0.0 && steam.unit() < now.collapse.share {
                    let time = collapse_time(radius, now.liquid.density, now.collapse.subcooling);
                    collapses.begin(at, radius, time);
                } else {
                    bank.begin(at, &tone);
                }
            }
            if strikes {
                let Impacts { radius, speed, .. } = now.impacts;
                let drop = WaterDrop { radius: radius * drops.between(0.5, 1.5), speed };
                splatter.strike(at, now.liquid.density, &drop, 1.0);
            }
            measure(block, at, 1.0, radius);
        });
    }

    /// Lets a jet strike with a volume flow of `flow` \[m³/s\].
    fn fall_as_jet(&mut self, now: &BubbleStream, flow: f64, from: usize, block: &mut Block<'_>) {
        let step = block.step();
        let seconds = (BLOCK - from) as f64 * step.seconds();
        let density = now.liquid.density;
        let landing = now.jet.landing(density, flow.max(MIN_FLOW), self.height(now));
        let bubble_volume = now.swarm.mean_volume();
        let Self { lumps, splatter, lump: last, air, uneven, water, .. } = self;
        let largest = whole_radius(density);
        let air_share = landing.air / landing.flow;
        lumps.for_each_lump(from, &landing, step, |lump| {
            let whole = lump.volume * landing.lump_volume;
            let drop = WaterDrop { radius: ball_radius(whole), speed: landing.speed };
            if drop.radius <= largest {
                splatter.strike(lump.at, density, &drop, landing.broken * lump.count.sqrt());
            } else {
                *uneven += lump.count * landing.broken * whole;
            }
            *air += lump.count * landing.broken * whole * air_share;
            *water += lump.count * landing.broken * whole * now.jet.torn;
            *last = lump;
        });
        // The lumps set their air and spray free while they pass. The whole part of the jet does so all the
        // time.
        let passing = 0.5 * LUMP_LENGTH * landing.diameter / landing.speed;
        let share = -libm::expm1(-seconds / passing);
        let [freed, struck, torn] = [share * *air, share * *uneven, share * *water];
        *air -= freed;
        *uneven -= struck;
        *water -= torn;
        let piece = WaterDrop { radius: largest, speed: landing.speed };
        let (rate, gain) = thinned(struck / seconds / ball_volume(largest), MAX_DROPS);
        self.pieces.for_each_birth(from, rate, step, |at, _| splatter.strike(at, density, &piece, gain));
        let whole = (1.0 - landing.broken) * landing.flow;
        let size = self.bubble_size(now);
        let bubbles = (freed / seconds + whole * air_share) / (bubble_volume * size * size * size);
        self.bubble(now, thinned(bubbles, MAX_BUBBLES), landing.depth, from, block);
        self.splatter(now, torn / seconds + whole * now.jet.torn, &landing, from, step);
    }

    /// Starts the tones of bubbles of a jet at a rate \[1/s\] with a factor on their pressure \[1\], above a
    /// `depth` \[m\].
    fn bubble(
        &mut self,
        now: &BubbleStream,
        (rate, gain): (f64, f64),
        depth: f64,
        from: usize,
        block: &mut Block<'_>,
    ) {
        let floor = if now.vessel.resonance > 0.0 { self.level } else { f64::INFINITY };
        let loudness = BubbleLoudness { depth: now.loudness.depth.min(depth).min(floor), ..now.loudness };
        let size = self.bubble_size(now);
        let bank = &mut self.bank;
        self.births.for_each_birth(from, rate, block.step(), |at, dice| {
            let radius = now.swarm.radius_near(size, dice);
            let tone = loudness.tone(&now.swarm, &now.liquid, radius, dice);
            bank.begin(at, &louder(tone, gain));
            measure(block, at, gain * gain, radius);
        });
    }

    /// Lets drops torn from a jet strike: a volume flow of `flow` \[m³/s\].
    fn splatter(&mut self, now: &BubbleStream, flow: f64, landing: &Landing, from: usize, step: Step) {
        let radius = now.impacts.radius * self.lump.spray;
        let (rate, gain) = thinned(flow / mean_drop_volume(radius), MAX_DROPS);
        let splatter = &mut self.splatter;
        self.spray.for_each_birth(from, rate, step, |at, dice| {
            let radius = radius * dice.exponential(1.0).min(MAX_DROP);
            let drop = WaterDrop { radius, speed: landing.speed * dice.between(0.3, 1.0) };
            splatter.strike(at, now.liquid.density, &drop, gain);
        });
    }

    /// Lets separate drops strike an area: a volume flow of `flow` \[m³/s\].
    fn fall_as_drops(&mut self, now: &BubbleStream, flow: f64, from: usize, block: &mut Block<'_>) {
        let height = self.height(now);
        let (rate, gain) = thinned(flow / mean_drop_volume(now.impacts.radius), MAX_DROPS);
        // The listener is 1 m above the middle. The power of the drops at a distance s from the middle falls
        // as 1/(1 + s²), and their mean over the area is ln(1 + S²)/S². Each drop gets that mean.
        let area = 0.25 * now.jet.outlet * now.jet.outlet;
        let gain = gain * (libm::log1p(area) / area).sqrt();
        let (bank, drops, splatter) = (&mut self.bank, &mut self.dice, &mut self.splatter);
        self.births.for_each_birth(from, rate, block.step(), |at, dice| {
            let drop_radius = now.impacts.radius * drops.exponential(1.0).min(MAX_DROP);
            let drop = WaterDrop { radius: drop_radius, speed: fall_speed(drop_radius, height) };
            splatter.strike(at, now.liquid.density, &drop, gain);
            let mut radius = 0.0;
            if drops.unit() < now.impacts.entrained {
                radius = now.swarm.radius(dice);
                let tone = now.loudness.tone(&now.swarm, &now.liquid, radius, dice);
                bank.begin(at, &louder(tone, gain));
            }
            measure(block, at, gain * gain, radius);
        });
    }

    /// Returns the size of the bubbles of the last lump relative to the mean \[1\]. The largest stay below
    /// [`MAX_RADIUS`], so that all of the air is heard.
    fn bubble_size(&self, now: &BubbleStream) -> f64 {
        self.lump.bubbles.min(MAX_RADIUS / now.swarm.bounds()[1])
    }

    /// Returns the height of the fall above the liquid \[m\].
    fn height(&self, now: &BubbleStream) -> f64 {
        let level = if now.vessel.resonance > 0.0 { self.level } else { 0.0 };
        (now.jet.fall - level).max(MIN_FALL)
    }

    /// Returns the radiated sound of this block \[Pa\], and pushes the wall.
    fn radiate(&mut self, now: &BubbleStream, block: &mut Block<'_>) -> [f64; BLOCK] {
        let mut sound = [0.0; BLOCK];
        self.bank.add(&mut sound);
        if !self.collapses.silent() {
            let mut pulses = [0.0; BLOCK];
            self.collapses.play(now.loudness.depth, &mut pulses);
            for (sum, pulse) in sound.iter_mut().zip(pulses) {
                *sum += pulse.clamp(-MAX_SPLATTER, MAX_SPLATTER);
            }
        }
        let splatters = !self.splatter.silent();
        if splatters || self.pushing {
            let (mut force, mut pressure) = ([0.0; BLOCK], [0.0; BLOCK]);
            self.splatter.play(&mut force);
            self.dipole.add(&force, now.impacts.level, block.step(), &mut pressure);
            for ((sum, pressure), force) in sound.iter_mut().zip(pressure).zip(&mut force) {
                *sum += pressure.clamp(-MAX_SPLATTER, MAX_SPLATTER);
                *force = (now.impacts.wall * *force).clamp(-MAX_FORCE, MAX_FORCE);
            }
            block.feed(0, &force);
            self.pushing = splatters;
        }
        sound
    }
}

/// Returns the radius \[m\] of a ball of a volume \[m³\].
fn ball_radius(volume: f64) -> f64 {
    libm::cbrt(0.75 / PI * volume)
}

/// Returns the volume of a ball of a radius \[m\], in m³.
fn ball_volume(radius: f64) -> f64 {
    4.0 / 3.0 * PI * radius * radius * radius
}

/// Returns the mean volume of drops of a mean radius \[m\], in m³.
fn mean_drop_volume(radius: f64) -> f64 {
    MEAN_CUBE * ball_volume(radius)
}

/// Returns a tone with a factor on its pressure, up to the maximum pressure of a bubble.
fn louder(tone: DampedTone, gain: f64) -> DampedTone {
    DampedTone { amplitude: (gain * tone.amplitude).min(MAX_PRESSURE), ..tone }
}

/// Writes the birth of `count` bubbles of a radius \[m\], heard as one tone, to the measurements.
fn measure(block: &mut Block<'_>, at: usize, count: f64, radius: f64) {
    for (measurement, value) in [(0, count), (1, radius)] {
        let page = block.measured(measurement);
        if let Some(sample) = page.and_then(|page| page.get_mut(at)) {
            *sample = if measurement == 0 { *sample + value } else { value };
        }
    }
}

impl Player<BubbleStream> for BubbleStreamPlayer {
    fn play(&mut self, now: &BubbleStream, block: &mut Block<'_>) {
        let mut from = 0;
        if let Some(gesture) = block.gesture(0)
            && gesture.value <= 0.0
        {
            self.time_left = self.time_left.min(now.course.closing);
        } else if let Some(gesture) = block.gesture(0) {
            self.elapsed = 0.0;
            self.time_left = gesture.duration(DURATION.clamp(gesture.value));
            self.level = now.vessel.filled * now.vessel.height;
            from = gesture.at;
        }
        if self.time_left > 0.0 {
            self.flow(now, from, block);
        }
        if let Some(page) = block.measured(2) {
            page.fill(self.level);
        }
        if self.silent() {
            return;
        }
        let mut sound = self.radiate(now, block);
        self.column.pass(&now.vessel, self.level, block.step(), &mut sound);
        block.add(&sound);
    }

    fn done(&self) -> bool {
        self.time_left <= 0.0
    }

    fn silent(&self) -> bool {
        self.bank.silent()
            && self.column.silent()
            && self.splatter.silent()
            && self.collapses.silent()
            && !self.pushing
    }
}

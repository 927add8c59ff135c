//! Drops fall one after another: a tap, a cave, a leaking roof.
//!
//! A drop ticks on impact ([`super::drop`](mod@super::drop)). The drop's cavity closes a little later. If the
//! cavity traps air, a bubble rings ([`super::minnaert`]): this is the plink. Not every drop leaves a bubble.
//!
//! ```math
//! t_{i+1} - t_i = T\,(1 - \iota + \iota\,e_i), \qquad v = \sqrt{2 g H}, \qquad r_b = c\, r
//! ```
//!
//! | symbol | here                              | unit | meaning                                                              |
//! |--------|-----------------------------------|------|----------------------------------------------------------------------|
//! | T, ι   | [`Drip::interval`], [`Drip::irregularity`] | s, 1 | time between drops; 0 is a clock, 1 a Poisson process (e has mean 1) |
//! | r, H   | [`FallingDrop`]                   | m    | radius of a drop, height of its fall                                 |
//! | c, τ   | [`DropCavity::ratio`], [`DropCavity::delay`] | 1, s | ratio of bubble to drop radius, delay of the bubble after the tick |
//!
//! Source: \[Franz1959\], \[Pumphrey1990\]: equal drops entrain equal bubbles.
//! Facts: `tests/all/dripping_facts.rs`.

use super::bank::{DampedTone, ToneBank};
use super::drop::tick;
use super::drop_params::{DropCavity, FallingDrop};
use super::minnaert::{self, Liquid};
use super::vessel::{AirColumn, MAX_GAIN, Vessel};
use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_params::{Info, Param, Unit, param, params};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

params! {
    /// Timing of the drops.
    /// Default: a tap.
    pub struct Drip("drip") {
        /// Default duration of the dripping.
        duration: f64 = 4.0, "T", Second, log [0.1, 40.0];
        /// Mean time between drops.
        interval: f64 = 0.6, "T", Second, log [0.02, 5.0], handle("slowness", "trickle", "now and then");
        /// Random share of the interval: 0 is a clock, with 1 drops are independent.
        irregularity: f64 = 0.15, "ι", One, lin [0.0, 1.0], handle("irregularity", "clock", "by chance");
    }
}

const DURATION: Param<Drip> = param("duration");

parts! {
    /// Model of drops that fall one after another.
    pub struct Dripping {
        /// Interval and irregularity of the drops, and duration of the dripping.
        drip: Drip, Motion;
        /// Size and fall height of the drops.
        falling: FallingDrop, Interaction;
        /// Bubble that a drop entrains.
        cavity: DropCavity, Interaction;
        /// Liquid into which the drops fall.
        liquid: Liquid, Structure;
        /// Vessel that holds the liquid, with its resonating air column.
        vessel: Vessel, Structure;
    }
}

/// Maximum number of ticks and bubbles that sound at once.
const MAX_TONES: usize = 64;
/// Maximum number of entrained bubbles that wait for their delay.
const MAX_PENDING_BUBBLES: usize = 64;
/// Maximum number of drops that land in one block.
const MAX_DROPS_PER_BLOCK: usize = 16;
/// Acceleration of gravity [m/s²].
const GRAVITY: f64 = 9.81;

impl Model for Dripping {
    const INFO: ModelInfo = ModelInfo {
        name: "dripping",
        title: "Drops fall, one after another",
        family: Family::Liquids,
        level: Level::Process,
        made_of: &["bubble"],
        physics: "A drop ticks as it hits the water. Its cavity closes some milliseconds later; if it traps air, a bubble rings: the plink. Drops of one size leave bubbles of one size. \
                  Not every drop leaves one. In a vessel both are heard through the air above the water.",
        equation: "Δt = T·(1 − ι + ι·e),  v = √(2gH),  r_b = c·r",
        source: "[Franz1959], [Pumphrey1990]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] = &[Info {
        id: "flow",
        doc: "Lets drops fall for this time; a new gesture restarts it.",
        ..DURATION.info()
    }];
    /// Bound of the output: a tick reaches at most 2000 kg/m³ · (9.9 m/s)³ · 6.4 mm / (4 · 343 m/s) = 9.1
    /// Pa, a bubble 2 · 1.2 kg/m³ · 1600 m²/s² · 19.2 mm · 0.1 = 7.4 Pa. All tones sound or fade out at
    /// once, through the air column with the sharpest resonance.
    const OUTPUT: OutputKind = OutputKind::pressure((MAX_TONES + 128) as f64 * 10.0 * MAX_GAIN);
    const MEASUREMENTS: &'static [OutputKind] = &[
        OutputKind { name: "drops", quantity: "radius", unit: Unit::Metre, max: 0.0064 },
        OutputKind { name: "bubbles", quantity: "radius", unit: Unit::Metre, max: 0.0192 },
    ];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.drip.duration;
    type Player = DrippingPlayer;

    fn player(&self, seed: u64, step: Step) -> DrippingPlayer {
        DrippingPlayer {
            dice: Dice::new(seed),
            bank: ToneBank::new(step, MAX_TONES),
            column: AirColumn::default(),
            closing: Vec::with_capacity(MAX_PENDING_BUBBLES),
            next: 0.0,
            time_left: 0.0,
            level: 0.0,
        }
    }
}

/// Plays [`Dripping`]: a tick for each drop and a bubble after it, through the air column of the vessel.
#[derive(Clone, Debug)]
pub struct DrippingPlayer {
    dice: Dice,
    bank: ToneBank,
    column: AirColumn,
    /// Entrained bubbles that wait: samples from the start of the block, radius \[m\], and tone.
    closing: Vec<(usize, f64, DampedTone)>,
    /// Time until the next drop lands \[samples\].
    next: f64,
    /// Time until the dripping ends \[s\].
    time_left: f64,
    /// Height of the liquid in the vessel \[m\].
    level: f64,
}

impl DrippingPlayer {
    fn drop(&mut self, now: &Dripping, at: usize, block: &mut Block<'_>) {
        let FallingDrop { radius, spread, height, level } = now.falling;
        let radius = radius * (1.0 + spread * self.dice.signed());
        let speed = (2.0 * GRAVITY * height).sqrt();
        self.bank.begin(at, &tick(now.liquid.density, radius, speed, level));
        if let Some(page) = block.measured(0) {
            page[at] = radius;
        }
        let entrains = self.dice.unit() < now.cavity.entrained;
        if entrains && self.closing.len() < MAX_PENDING_BUBBLES {
            let DropCavity { ratio, delay, depth, swing, rise, .. } = now.cavity;
            let later = (delay * block.step().rate()).round() as usize;
            let tone = minnaert::tone(&now.liquid, ratio * radius, depth, swing, rise);
            self.closing.push((at + later, ratio * radius, tone));
        }
    }

    fn fall(&mut self, now: &Dripping, from: usize, block: &mut Block<'_>) {
        let rate = block.step().rate();
        let seconds = (BLOCK - from) as f64 / rate;
        let end = from as f64 + self.time_left * rate;
        self.time_left -= seconds;
        for _ in 0..MAX_DROPS_PER_BLOCK {
            if self.next >= BLOCK as f64 || self.next >= end {
                break;
            }
            self.drop(now, self.next as usize, block);
            let Drip { interval, irregularity, .. } = now.drip;
            let chance = self.dice.exponential(1.0);
            self.next += rate * interval * (1.0 - irregularity + irregularity * chance);
        }
        self.next = (self.next - BLOCK as f64).max(0.0);
        if now.vessel.resonance > 0.0 {
            self.level = (self.level + seconds * now.vessel.rise_speed()).min(now.vessel.height);
            if self.level >= now.vessel.height {
                self.time_left = 0.0;
            }
        }
    }
}

impl Player<Dripping> for DrippingPlayer {
    fn play(&mut self, now: &Dripping, block: &mut Block<'_>) {
        let mut from = 0;
        if let Some(gesture) = block.gesture(0) {
            self.time_left = DURATION.clamp(gesture.value);
            self.level = now.vessel.filled * now.vessel.height;
            self.next = gesture.at as f64;
            from = gesture.at;
        }
        if self.time_left > 0.0 {
            self.fall(now, from, block);
        }
        let bank = &mut self.bank;
        self.closing.retain_mut(|(later, radius, tone)| {
            if *later < BLOCK {
                bank.begin(*later, tone);
                if let Some(page) = block.measured(1) {
                    page[*later] = *radius;
                }
                return false;
            }
            *later -= BLOCK;
            true
        });
        if self.bank.silent() && self.column.silent() {
            return;
        }
        let mut sound = [0.0; BLOCK];
        self.bank.add(&mut sound);
        self.column.pass(&now.vessel, self.level, block.step(), &mut sound);
        block.add(&sound);
    }

    fn done(&self) -> bool {
        self.time_left <= 0.0 && self.closing.is_empty()
    }

    fn silent(&self) -> bool {
        self.bank.silent() && self.column.silent()
    }
}

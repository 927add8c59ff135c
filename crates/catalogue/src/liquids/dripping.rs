//! Drops fall one after another: a tap, a cave, a leaking roof.
//!
//! A drop ticks on impact ([`super::drop_impact`]). The drop's cavity closes a little later. If the cavity
//! traps air, a bubble rings ([`super::minnaert`]): this is the plink. Not every drop leaves a bubble. The
//! collapsing cavity throws up a jet, whose drop may entrain a second bubble. Fast drops also splash:
//! droplets fly up, fall back and tick, and those of the right size and speed entrain bubbles too.
//!
//! ```math
//! t_{i+1} - t_i = T\,(1 - \iota + \iota\,e_i), \qquad v = \sqrt{2 g H}, \qquad r_b = c\, r, \qquad
//! t_2 = \sqrt{8 H_j / g}, \qquad n = N\,\Bigl(\frac{\sqrt{We}\,\sqrt[4]{Re}}{57.7} - 1\Bigr)
//! ```
//!
//! Several places drip at once. All have the same flow, so small drops fall more often:
//! $`r_k = r e^{s_k n_k}`$ and $`T_k = T (r_k/r)^3`$ with normal n; the heights vary likewise.
//!
//! The impact and the bubble push the wall of the vessel ([`Resonator`]). A bubble that changes its volume at
//! depth h lifts the water above it, and the wall takes the reaction. A force on the water reaches the wall
//! through its depth D: waves of wave number k pass as $`e^{-kD}`$, and the water moves with the wall:
//!
//! ```math
//! F_b = \rho h \ddot V = \frac{2\pi R \rho h}{\rho_a}\,p_b, \qquad w_n \to w_n\,e^{-k_n D}, \qquad
//! \omega_n \to \frac{\omega_n}{\sqrt{1 + \beta}}, \quad \beta = \frac{\rho \min(D,\, 0.67\,a)}{\rho_w t}
//! ```
//!
//! | symbol | here                              | unit | meaning                                                              |
//! |--------|-----------------------------------|------|----------------------------------------------------------------------|
//! | T, ι   | [`Drip::interval`], [`Drip::irregularity`] | s, 1 | time between drops; 0 is a clock, 1 a Poisson process (e has mean 1) |
//! | s_k    | [`Drip::variety`]                 | 1    | variety of the places                                                |
//! | r, H   | [`FallingDrop`]                   | m    | radius of a drop, height of its fall                                 |
//! | c, τ   | [`DropCavity::ratio`], [`DropCavity::delay`] | 1, s | ratio of bubble to drop radius, delay of the bubble after the tick |
//! | H_j, N | [`Splatter`]                      | m, 1 | height of the jet, number of droplets                                |
//! | We, Re |                                   | 1    | 2ρv²r/σ and 2vr/ν of a drop; it splashes where their product exceeds 57.7 |
//! | D      | [`Basin::depth`]                  | m    | depth of the water over the wall                                     |
//! | a, t, ρ_w | [`Resonator`] `walls`          | m, kg/m³ | half the size, thickness and density of the wall                 |
//! | k_n    | [`Basin::walls_spec`]             | 1/m  | wave number of a mode, $`(\omega_n^2 \rho_w t/B)^{1/4}`$, B bending stiffness |
//!
//! A small drop entrains a bubble every time if its Weber and Froude numbers lie between two limits
//! ([`regular_entrainment`]).
//!
//! Source: \[Franz1959\], \[Pumphrey1990\]: equal drops entrain equal bubbles; \[Oguz1990\], the limits;
//! \[Phillips2018\], the bubble drives what is heard of a tap; \[Mundo1995\], splash threshold;
//! \[Lamb1920\], plates in water. Facts: `tests/all/dripping_facts.rs`.

use super::bank::{DampedTone, ToneBank};
use super::drop_impact::{Impact, Impacts};
use super::drop_params::{Basin, DropCavity, FallingDrop, Splatter};
use super::minnaert::{self, AIR_DENSITY, GRAVITY, Liquid};
use super::vessel::{AirColumn, Vessel};
use crate::{Resonator, ResonatorMaterial, ResonatorMounting, ResonatorShape};
use foley_body::ModalSpec;
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_params::{Info, Param, Unit, param, params};
use foley_scene::{Action, Place, SceneSpec, Signal};
use foley_sound::SoundError;
use foley_sound::scene_parts::add_modal_body;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};
use std::f64::consts::{PI, TAU};

params! {
    /// Timing of the drops.
    /// Default: a tap.
    pub struct Drip("drip") {
        /// Default duration of the dripping when rendered.
        duration: f64 = 4.0, "T", Second, log [0.1, 40.0];
        /// Mean time between drops of one place.
        interval: f64 = 0.6, "T", Second, log [0.02, 5.0], handle("slowness", "trickle", "now and then");
        /// Random share of the interval: 0 is a clock, with 1 drops are independent.
        irregularity: f64 = 0.15, "ι", One, lin [0.0, 1.0], handle("irregularity", "clock", "by chance");
        /// Number of places that drip, each with its own size of drops and its own height.
        places: u32 = 1, "n", One, count [1, MAX_PLACES];
        /// Variety of the places: spread of the logarithms of their drop radii and heights. Heard where
        /// `places` is above 1.
        variety: f64 = 0.4, "s_k", One, lin [0.0, 1.0], handle("variety", "all alike", "great and small");
    }
}

const DURATION: Param<Drip> = param("duration");

parts! {
    /// Model of drops that fall one after another.
    pub struct Dripping {
        /// Interval and irregularity of the drops, duration of the dripping and number of places.
        drip: Drip, Motion;
        /// Size and fall height of the drops.
        falling: FallingDrop, Interaction;
        /// Bubble that a drop entrains.
        cavity: DropCavity, Interaction;
        /// Jet and droplets that a drop throws up.
        splatter: Splatter, Interaction;
        /// Liquid into which the drops fall.
        liquid: Liquid, Structure;
        /// Vessel that holds the liquid, with its resonating air column.
        vessel: Vessel, Structure;
        /// Water over the wall of the vessel.
        basin: Basin, Structure;
        /// Wall of the vessel, which the drops and bubbles push.
        walls: Resonator = SINK, Structure;
    }
}

/// Resonator of the bottom of a washbasin.
pub(crate) const SINK: Resonator = Resonator {
    shape: ResonatorShape::Disc,
    material: ResonatorMaterial::Ceramic,
    size: 0.4,
    thickness: 0.008,
    position: 0.3,
    pickup: 0.6,
    modes: 12,
    field: 0,
    mounting: ResonatorMounting::Fixed,
    pitch: 1.0,
    ring: 1.0,
};

/// Maximum number of places that drip.
const MAX_PLACES: usize = 8;
/// Range of the radii of drops \[m\]: the largest drops that do not burst while they fall.
const RADII: [f64; 2] = [4e-4, 0.0064];
/// Maximum number of bubbles that sound at once.
const MAX_TONES: usize = 64;
/// Maximum number of bubbles and droplets that wait for their time.
const MAX_PENDING: usize = 128;
/// Maximum number of drops that land in one block.
const MAX_DROPS_PER_BLOCK: usize = 16;
/// Maximum number of droplets of one drop.
const MAX_DROPLETS: usize = 40;
/// Surface tension of water σ \[N/m\].
const SURFACE_TENSION: f64 = 0.072;
/// Product of the root of the Weber number and the fourth root of the Reynolds number from which on a drop
/// splashes \[1\].
const SPLASH_THRESHOLD: f64 = 57.7;
/// Largest relative swing of a bubble \[1\].
const MAX_SWING: f64 = 0.1;
/// Index of the force on the bare wall among the live signals of the scene; that through the water follows.
const BARE: usize = 0;
/// Index of the force on the wall through the water among the live signals of the scene.
const WET: usize = 1;

/// Returns the Weber number of a drop of `radius` \[m\] and `speed` [m/s], with the surface tension of water
/// \[1\]. Real-time: yes.
pub fn weber(liquid: &Liquid, radius: f64, speed: f64) -> f64 {
    2.0 * liquid.density * speed * speed * radius / SURFACE_TENSION
}

/// Whether a drop of `radius` \[m\] that lands at `speed` [m/s] entrains a bubble every time: its Weber
/// number lies between 41.3 Fr^0.179 and 48.3 Fr^0.247, with the Froude number Fr = v²/2gr. Real-time: yes.
pub fn regular_entrainment(liquid: &Liquid, radius: f64, speed: f64) -> bool {
    let froude = speed * speed / (2.0 * GRAVITY * radius);
    let weber = weber(liquid, radius, speed);
    (41.3 * libm::pow(froude, 0.179)..=48.3 * libm::pow(froude, 0.247)).contains(&weber)
}

/// Returns the ratio of the splash number of a drop to its threshold \[1\]: above 1 the drop throws up
/// droplets. Real-time: yes.
pub fn splash_number(liquid: &Liquid, radius: f64, speed: f64) -> f64 {
    let reynolds = 2.0 * speed * radius / liquid.viscosity;
    libm::pow(weber(liquid, radius, speed), 0.5) * libm::pow(reynolds, 0.25) / SPLASH_THRESHOLD
}

impl Basin {
    /// Returns the modes of a wall under water. Port 0 is struck directly, port 1 through the water; one port
    /// per channel follows.
    ///
    /// # Errors
    /// If the shape or the material rejects a value.
    pub fn walls_spec(
        &self,
        walls: &Resonator,
        liquid: &Liquid,
        channels: usize,
    ) -> Result<ModalSpec, SoundError> {
        let material = walls.body_material()?;
        let thickness = walls.thickness.min(0.2 * walls.size);
        let areal = material.density * thickness;
        let water = liquid.density * self.depth.min(0.67 * 0.5 * walls.size);
        let ratio = 1.0 + water / areal;
        let spec = walls.spec_at(&[walls.position, walls.position], channels, 1.0)?;
        // Bending stiffness of the wall per width \[N m\].
        let stiffness = material.young * thickness * thickness * thickness
            / (12.0 * (1.0 - material.poisson * material.poisson));
        let mut spec = spec.scaled(1.0 / ratio.sqrt(), 1.0, ratio);
        for mode in spec.modes.iter_mut().chain(&mut spec.listeners) {
            let w = TAU * mode.frequency;
            let wave_number = libm::pow(w * w * areal * ratio / stiffness, 0.25);
            if let Some(through) = mode.shape.get_mut(1) {
                *through *= libm::exp(-wave_number * self.depth);
            }
        }
        Ok(spec)
    }
}

impl Model for Dripping {
    const INFO: ModelInfo = ModelInfo {
        name: "dripping",
        title: "Drops fall, one after another",
        family: Family::Liquids,
        level: Level::Process,
        made_of: &["bubble"],
        physics: "A drop ticks as it hits the water, with a broad spectrum. Its cavity closes some milliseconds later; if it traps air, a bubble rings: the plink. Drops of one size leave bubbles of one size. \
                  Not every drop leaves one. The collapsing cavity throws up a jet, whose drop can leave a second bubble; fast drops splash, and their droplets tick as they fall back. \
                  Drops and bubbles push the wall of the vessel, and in a deep vessel both are heard through the air above the water. Several places drip at once.",
        equation: "Δt = T·(1 − ι + ι·e),  v = √(2gH),  r_b = c·r,  F = 6√3·ρv²r²·√(vt/r)·e^(−1.69·vt/r),  t₂ = √(8H_j/g)",
        source: "[Franz1959], [Pumphrey1990], [Oguz1990], [Wagner1932]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const LASTING_GESTURES: &'static [&'static str] = &["flow"];
    const GESTURES: &'static [Info] = &[Info {
        id: "flow",
        doc: "Lets drops fall for this time, live without a time until 0; a new gesture restarts it.",
        ..DURATION.info()
    }];
    /// Bound of the output: bubbles of 19.2 mm at 10 % swing reach 2 · 1.2 kg/m³ · 1600 m²/s² · 19.2 mm · 0.1
    /// = 7.4 Pa each and all sound or fade out at once, through the air column with the sharpest resonance:
    /// 0.17 MPa. Impacts change their force within a sample at most from 0 to 3.43 ρ v² r², 28 N, in 5 µs,
    /// which is 1.3 kPa each. The thinnest wall, of 80 g/m², gives 1.2 kg/m³ · 28 N / (2π · 0.08 kg/m²) = 70
    /// Pa for every impact and mode.
    const OUTPUT: OutputKind = OutputKind::pressure(1e7);
    const MEASUREMENTS: &'static [OutputKind] = &[
        OutputKind { name: "drops", quantity: "radius", unit: Unit::Metre, max: 0.0064 },
        OutputKind { name: "bubbles", quantity: "radius", unit: Unit::Metre, max: 0.0192 },
    ];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.drip.duration;
    type Player = DrippingPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        let spec = self.basin.walls_spec(&self.walls, &self.liquid, channels)?;
        let walls = add_modal_body(&mut scene, "walls", spec, channels);
        for port in [BARE, WET] {
            let place = Place::new(walls, port);
            scene.at(0.0, Action::Force { place, newtons: Signal::Live, lasting: None });
        }
        Ok(scene)
    }

    fn player(&self, seed: u64, step: Step) -> DrippingPlayer {
        let mut dice = Dice::new(mix_seed(seed, 1));
        let mut place = |index: usize| {
            // The first place has the set values.
            let [size, height] = [dice.normal(), dice.normal()].map(|draw| draw.clamp(-2.0, 2.0));
            let lag = dice.unit();
            if index == 0 { PlaceState::default() } else { PlaceState { size, height, lag, next: 0.0 } }
        };
        DrippingPlayer {
            dice: Dice::new(seed),
            places: core::array::from_fn(&mut place),
            droplet_dice: Dice::new(mix_seed(seed, 2)),
            impacts: Impacts::new(step),
            bank: ToneBank::new(step, MAX_TONES),
            column: AirColumn::default(),
            pending: Vec::with_capacity(MAX_PENDING),
            time_left: 0.0,
            level: 0.0,
            pushing: false,
        }
    }
}

/// One place that drips.
#[derive(Clone, Copy, Debug, Default)]
struct PlaceState {
    /// Normal draws for the size of the drops and for the height of the fall \[1\].
    size: f64,
    height: f64,
    /// Uniform draw for the first drop, as a share of the interval \[1\].
    lag: f64,
    /// Time until the next drop lands \[samples\].
    next: f64,
}

impl PlaceState {
    /// Returns the factors of this place on the radius of its drops and on their height \[1\].
    fn factors(&self, now: &Dripping) -> [f64; 2] {
        [self.size, self.height].map(|draw| libm::exp(now.drip.variety * draw))
    }

    /// Returns the mean time between drops of this place \[s\]: equal flow at all places.
    fn interval(&self, now: &Dripping) -> f64 {
        let size = self.factors(now)[0].clamp(0.5, 1.8);
        now.drip.interval * size * size * size
    }
}

/// Something that waits for its time.
#[derive(Clone, Copy, Debug)]
enum Awaited {
    /// A bubble of this radius \[m\] begins to ring.
    Bubble { radius: f64, tone: DampedTone },
    /// A droplet of this radius \[m\] lands at this speed [m/s].
    Droplet { radius: f64, speed: f64, bare: bool },
}

/// Plays [`Dripping`]: a tick for each drop and a bubble after it, through the air column of the vessel, and
/// the forces on its wall.
#[derive(Clone, Debug)]
pub struct DrippingPlayer {
    dice: Dice,
    places: [PlaceState; MAX_PLACES],
    /// Random source of jets and droplets only, so that the drops are the same with and without them.
    droplet_dice: Dice,
    impacts: Impacts,
    bank: ToneBank,
    column: AirColumn,
    /// Bubbles and droplets that wait, each with its time in samples from the start of the block.
    pending: Vec<(f64, Awaited)>,
    /// Time until the dripping ends \[s\].
    time_left: f64,
    /// Height of the liquid in the vessel \[m\].
    level: f64,
    /// Whether the previous block fed a force other than 0.
    pushing: bool,
}

impl DrippingPlayer {
    fn wait(&mut self, at: f64, awaited: Awaited) {
        if self.pending.len() < MAX_PENDING {
            self.pending.push((at, awaited));
        }
    }

    /// Lands a drop of a place with factors on radius and height.
    fn drop(&mut self, now: &Dripping, [size, fall]: [f64; 2], at: f64, block: &mut Block<'_>) {
        let FallingDrop { radius, spread, height, level } = now.falling;
        let radius = (size * radius * (1.0 + spread * self.dice.signed())).clamp(RADII[0], RADII[1]);
        let speed = (2.0 * GRAVITY * height * fall).sqrt();
        let bare = now.basin.bare > 0.0 && self.droplet_dice.unit() < now.basin.bare;
        let shares = if bare { [1.0, 0.0] } else { [0.0, 1.0] };
        self.impacts.begin(at, Impact { density: now.liquid.density, radius, speed }, level, shares);
        if let Some(page) = block.measured(0) {
            page[at as usize] = radius;
        }
        let entrains = self.dice.unit() < now.cavity.entrained && !bare;
        let rate = block.step().rate();
        if entrains {
            let DropCavity { ratio, delay, depth, swing, rise, .. } = now.cavity;
            let radius = ratio * radius;
            let later = at.floor() + (delay * rate).round();
            let tone = minnaert::tone(&now.liquid, radius, depth, swing, rise);
            self.wait(later, Awaited::Bubble { radius, tone });
            if self.droplet_dice.unit() < now.splatter.second {
                self.second_bubble(now, radius, later, rate);
            }
        }
        self.splash(now, radius, speed, bare, at, rate);
    }

    /// Starts the jet of a cavity, whose drop falls back and entrains a second bubble.
    fn second_bubble(&mut self, now: &Dripping, first: f64, later: f64, rate: f64) {
        let dice = &mut self.droplet_dice;
        let height = now.splatter.jet * dice.between(0.5, 1.5);
        let flight = (8.0 * height / GRAVITY).sqrt();
        let drop = first * dice.between(0.3, 0.8) / now.cavity.ratio;
        let radius = first * dice.between(0.25, 0.9);
        let DropCavity { depth, swing, rise, .. } = now.cavity;
        let tone = minnaert::tone(&now.liquid, radius, depth, 0.7 * swing, rise);
        let at = later + flight * rate;
        let speed = (2.0 * GRAVITY * height).sqrt();
        self.wait(at, Awaited::Droplet { radius: drop, speed, bare: false });
        // The cavity of the slow drop closes after the time in which the drop sinks in.
        self.wait(at + 2.0 * drop / speed * rate, Awaited::Bubble { radius, tone });
    }

    /// Throws up the droplets of a drop that splashes.
    fn splash(&mut self, now: &Dripping, radius: f64, speed: f64, bare: bool, at: f64, rate: f64) {
        let Splatter { droplets, speed: fastest, size, .. } = now.splatter;
        let mean = droplets * (splash_number(&now.liquid, radius, speed) - 1.0);
        if !(mean > 0.0 && mean.is_finite()) {
            return;
        }
        let count = (mean + self.droplet_dice.unit()) as usize;
        for _ in 0..count.min(MAX_DROPLETS) {
            let dice = &mut self.droplet_dice;
            let radius = radius * dice.power(0.15 * size, size, 2.0);
            // Droplets leave the rim at 45° to 80°.
            let up = speed * fastest * dice.between(0.2, 1.0) * libm::sin(dice.between(0.25, 0.44) * PI);
            let flight = (2.0 * up / GRAVITY).min(2.0);
            self.wait(at + flight * rate, Awaited::Droplet { radius, speed: up, bare });
        }
    }

    fn fall(&mut self, now: &Dripping, from: usize, block: &mut Block<'_>) {
        let rate = block.step().rate();
        let seconds = (BLOCK - from) as f64 / rate;
        let end = from as f64 + self.time_left * rate;
        self.time_left -= seconds;
        let mut landed = 0;
        for index in 0..(now.drip.places as usize).min(MAX_PLACES) {
            let Some(mut place) = self.places.get(index).copied() else { continue };
            let interval = place.interval(now);
            while place.next < BLOCK as f64 && place.next < end && landed < MAX_DROPS_PER_BLOCK {
                self.drop(now, place.factors(now), place.next, block);
                landed += 1;
                let irregularity = now.drip.irregularity;
                let chance = self.dice.exponential(1.0);
                place.next += rate * interval * (1.0 - irregularity + irregularity * chance);
            }
            place.next = (place.next - BLOCK as f64).max(0.0);
            if let Some(stored) = self.places.get_mut(index) {
                *stored = place;
            }
        }
        if now.vessel.resonance > 0.0 {
            self.level = (self.level + seconds * now.vessel.rise_speed()).min(now.vessel.height);
            if self.level >= now.vessel.height {
                self.time_left = 0.0;
            }
        }
    }

    /// Starts the bubbles and droplets that are due in this block.
    fn start_pending(&mut self, now: &Dripping, block: &mut Block<'_>) {
        let rate = block.step().rate();
        let mut index = 0;
        while let Some((at, awaited)) = self.pending.get_mut(index) {
            if *at >= BLOCK as f64 {
                *at -= BLOCK as f64;
                index += 1;
                continue;
            }
            let (at, awaited) = (*at, *awaited);
            self.pending.swap_remove(index);
            match awaited {
                Awaited::Bubble { radius, tone } => {
                    self.bank.begin(at as usize, &tone);
                    if let Some(page) = block.measured(1) {
                        page[at as usize] = radius;
                    }
                }
                Awaited::Droplet { radius, speed, bare } => {
                    let density = now.liquid.density;
                    let shares = if bare { [1.0, 0.0] } else { [0.0, 1.0] };
                    let impact = Impact { density, radius, speed };
                    self.impacts.begin(at, impact, now.falling.level, shares);
                    if !bare && regular_entrainment(&now.liquid, radius, speed) {
                        let DropCavity { ratio, depth, swing, rise, .. } = now.cavity;
                        let bubble = (ratio * radius).min(0.8 * radius);
                        let swing = swing.min(MAX_SWING);
                        let tone = minnaert::tone(&now.liquid, bubble, depth.min(0.01), swing, rise);
                        let at = at + now.cavity.delay * rate;
                        self.wait(at, Awaited::Bubble { radius: bubble, tone });
                    }
                }
            }
        }
    }
}

impl Player<Dripping> for DrippingPlayer {
    fn play(&mut self, now: &Dripping, block: &mut Block<'_>) {
        let mut from = 0;
        if let Some(gesture) = block.gesture(0)
            && gesture.value <= 0.0
        {
            self.time_left = 0.0;
        } else if let Some(gesture) = block.gesture(0) {
            self.time_left = gesture.duration(DURATION.clamp(gesture.value));
            self.level = now.vessel.filled * now.vessel.height;
            from = gesture.at;
            let rate = block.step().rate();
            for place in &mut self.places {
                place.next = from as f64 + place.lag * place.interval(now) * rate;
            }
        }
        if self.time_left > 0.0 {
            self.fall(now, from, block);
        }
        self.start_pending(now, block);
        let (mut sound, mut forces) = ([0.0; BLOCK], [[0.0; BLOCK]; 2]);
        self.bank.add(&mut sound);
        // A bubble at depth h pushes the wall with 2πR ρ h/ρₐ times its pressure at R = 1 m.
        let lift = TAU * now.liquid.density / AIR_DENSITY * now.cavity.depth;
        for (force, pressure) in forces[WET].iter_mut().zip(&sound) {
            *force = lift * pressure;
        }
        self.impacts.add(&mut sound, &mut forces);
        let pushes = forces.iter().flatten().any(|&force| force != 0.0);
        if pushes || self.pushing {
            block.feed(BARE, &forces[BARE]);
            block.feed(WET, &forces[WET]);
        }
        self.pushing = pushes;
        if sound.iter().all(|&sample| sample == 0.0) && self.column.silent() {
            return;
        }
        self.column.pass(&now.vessel, self.level, block.step(), &mut sound);
        block.add(&sound);
    }

    fn done(&self) -> bool {
        let impacts = self.impacts.silent() && !self.pushing;
        self.time_left <= 0.0 && self.pending.is_empty() && impacts
    }

    fn silent(&self) -> bool {
        self.bank.silent() && self.column.silent() && self.impacts.silent()
    }
}

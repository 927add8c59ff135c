//! An object falls into water: it slaps the surface, opens a cavity that closes and rings, and throws up
//! drops that fall back.
//!
//! ```math
//! p_s = \eta\,(0.1 + \varphi)\,\rho v^2 \frac{R}{1\,\text{m}}, \quad \tau = \frac{R}{v}; \qquad
//! t_c = k\sqrt{\frac{R}{g}}, \quad z = \ell \ln\left(1 + \frac{v t_c}{\ell}\right), \quad V = q \pi R^2 \frac{z}{2}; \qquad
//! t_i = t_{0,i} + \frac{2 u_i \sin\theta_i}{g}
//! ```
//!
//! | symbol     | here                       | unit | meaning                                                                              |
//! |------------|----------------------------|------|--------------------------------------------------------------------------------------|
//! | R, v, φ    | [`SplashObject`], `splash` | m, m/s, 1 | radius, speed and flatness of the object                                        |
//! | p_s, τ, η  | [`Plunge::slap`]           | Pa, s, 1 | slap: peak pressure at 1 m, duration, radiated share                             |
//! | t_c, k     | [`Plunge::seal`]           | s, 1 | closing time of the cavity, which closes half-way down                               |
//! | z, ℓ       | [`Splash::cavity_depth`]   | m    | depth of the object at t_c, slowed by drag over ℓ = (8/3)(ρ_s/ρ + ½) R/C, C = 0.4    |
//! | V, q       | [`Plunge::trapped`]        | m³, 1 | volume of trapped air, under the pressure of z/2 of water; ε = ρ g z/2 / 3γp₀       |
//! | b          | [`MAX_WHOLE_RADIUS`]       | m    | radius of the largest bubble that stays whole: 25 mm                                 |
//! | u, θ, t    | [`Droplets`], [`Landing`]  | m/s, rad, s | start speed, start angle and landing time of each drop                        |
//!
//! The slap is $`p_s\, x(2 - x)e^{-x}/0.461`$ with x = 4t/τ, which has zero mean, plus noise of the same
//! power. An object that has not gone down by its own diameter at t_c leaves no cavity.
//!
//! More air than $`4\pi b^3/3`$ does not form one round bubble: the inrushing water tears it. One bubble of
//! radius b closes at t_c. The rest follows within the next t_c/2, in pieces from b/5 to b distributed as
//! $`n(r) \sim r^{-10/3}`$, until the air is used up. Of more than 40 pieces the 40 largest are heard. Torn
//! bubbles lose their shape while they ring: none takes more than 12 periods to decay by e. Bubbles below 3
//! mm decay faster anyway.
//!
//! Source: \[Glasheen1996\], closing time; \[Minnaert1933\], bubbles. Facts: `tests/all/splash_facts.rs`.

pub use super::minnaert::GRAVITY;
use super::slaps::Slaps;
use super::splash_params::SPEED;
pub use super::splash_params::{Droplets, Plunge, SplashObject};
use super::{DampedTone, Liquid, ToneBank, minnaert};
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_params::Info;
use foley_sound::{BLOCK, Block, Player};
use foley_sound::{Family, Level, Model, ModelInfo, OutputKind, PartAccess, parts};

/// Radius b of the largest bubble that stays whole \[m\].
pub const MAX_WHOLE_RADIUS: f64 = 0.025;
/// Radius of the smallest piece of a cavity, as a fraction of [`MAX_WHOLE_RADIUS`] \[1\].
const MIN_PIECE_RATIO: f64 = 0.2;
/// Maximum number of pieces of a torn cavity.
pub const MAX_PIECES: usize = 40;
/// Maximum number of periods in which the amplitude of a cavity bubble falls to 1/e \[1\].
const MAX_DECAY_PERIODS: f64 = 12.0;
/// Drag coefficient of an object with a cavity behind it \[1\].
const DRAG: f64 = 0.4;
/// Maximum start speed of a thrown-up drop [m/s]; such a drop lands within 3 s.
const MAX_DROP_SPEED: f64 = 14.0;
/// Minimum and maximum radius of the bubbles of landing drops \[m\].
const RADII: [f64; 2] = [3e-4, 8e-3];
/// Ratio of the radius of a landing drop's bubble to the radius of the drop \[1\].
const BUBBLE_RATIO: f64 = 0.35;
/// Share of the kinetic energy of a landing drop that is radiated as sound \[1\].
const RADIATED_SHARE: f64 = 1e-7;
/// Maximum swing of a bubble, as a fraction of its radius \[1\].
const MAX_SWING: f64 = 0.1;
/// Maximum number of tones that wait for their start.
const MAX_PENDING: usize = 1024;
/// Maximum number of slaps of objects at once.
const MAX_SLAPS: usize = 8;
/// Maximum number of bubbles that ring at once.
const MAX_BUBBLES: usize = 192;

parts! {
    /// Model of an object that falls into a liquid.
    pub struct Splash {
        /// Size, speed and shape of the object that falls in.
        object: SplashObject, Structure;
        /// Depth of the water, and slap and cavity that the object makes.
        plunge: Plunge, Interaction;
        /// Droplets that the object throws up.
        droplets: Droplets, Motion;
        /// Liquid into which the object falls.
        liquid: Liquid, Structure;
    }
}

/// Flight of a drop that a splash throws up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landing {
    /// Time at which the drop starts, after the slap of the object \[s\].
    pub start: f64,
    /// Start speed of the drop [m/s].
    pub speed: f64,
    /// Sine of the angle between the start direction of the drop and the water surface \[1\].
    pub sin_angle: f64,
    /// Radius of the drop \[m\].
    pub radius: f64,
}

impl Landing {
    /// Returns the time at which the drop lands, after the slap of the object \[s\].
    pub fn landing_time(&self) -> f64 {
        self.start + 2.0 * self.speed * self.sin_angle / GRAVITY
    }
}

impl Splash {
    /// Returns the peak pressure p_s at 1 m of the slap of an object that falls in at `speed` [m/s], in Pa.
    /// Real-time: yes.
    pub fn slap(&self, speed: f64) -> f64 {
        let pressure = self.liquid.density * speed * speed;
        self.plunge.slap * (0.1 + self.object.flatness) * pressure * self.object.radius
    }

    /// Returns the time t_c after the slap at which the cavity behind the object closes \[s\]. Real-time:
    /// yes.
    pub fn seal_time(&self) -> f64 {
        self.plunge.seal * (self.object.radius / GRAVITY).sqrt()
    }

    /// Returns the depth z of the object when the cavity behind it closes \[m\]. Real-time: yes.
    pub fn cavity_depth(&self, speed: f64) -> f64 {
        let effective_density_ratio = self.object.density / self.liquid.density + 0.5;
        let length = 8.0 / 3.0 * effective_density_ratio * self.object.radius / DRAG;
        let free = length * libm::log1p(speed * self.seal_time() / length);
        free.min(self.plunge.depth)
    }

    /// Returns the radius of a ball with the volume of the trapped air, and the depth of that air \[m\].
    /// `None` means that no air is trapped. Real-time: yes.
    pub fn cavity(&self, speed: f64) -> Option<[f64; 2]> {
        let (radius, depth) = (self.object.radius, self.cavity_depth(speed));
        // Radius of a ball of the volume q π R² z/2.
        let ball = libm::cbrt(0.375 * self.plunge.trapped * radius * radius * depth);
        (depth > 2.0 * radius).then_some([ball, 0.5 * depth])
    }

    /// Returns the tone of a cavity bubble of the given radius and depth \[m\]. Real-time: yes.
    fn bubble_tone(&self, [radius, depth]: [f64; 2]) -> DampedTone {
        let above = self.liquid.density * GRAVITY * depth;
        let swing = (above / (3.0 * minnaert::GAMMA * minnaert::ATMOSPHERIC_PRESSURE)).min(MAX_SWING);
        let mut tone = minnaert::tone(&self.liquid, radius, depth, swing, 0.02);
        tone.decay = tone.decay.max(tone.frequency / MAX_DECAY_PERIODS);
        tone.swell = 0.5 / tone.frequency;
        tone
    }

    /// Calls `born` for each bubble of the cavity with the time of its birth after the slap \[s\], its radius
    /// and its depth \[m\]. Real-time: yes.
    pub fn pieces(&self, dice: &mut Dice, speed: f64, mut born: impl FnMut(f64, [f64; 2])) {
        let Some([ball, depth]) = self.cavity(speed) else {
            return;
        };
        let largest = ball.min(MAX_WHOLE_RADIUS);
        let cube = |r: f64| r * r * r;
        // Volumes relative to a ball of 1 m radius.
        let mut left = cube(ball) - cube(largest);
        born(self.seal_time(), [largest, depth]);
        // With much air only the largest pieces are kept.
        let each = libm::cbrt(left / MAX_PIECES as f64) / MAX_WHOLE_RADIUS;
        let smallest = MAX_WHOLE_RADIUS * each.clamp(MIN_PIECE_RATIO, 0.9);
        for _ in 1..MAX_PIECES {
            let radius = dice.power(smallest, MAX_WHOLE_RADIUS, 10.0 / 3.0);
            let delay = 1.0 + 0.5 * dice.unit();
            if cube(radius) > left {
                return;
            }
            left -= cube(radius);
            born(delay * self.seal_time(), [radius, depth]);
        }
    }

    /// Draws the drops that the splash throws up, from a seed.
    pub fn landings(&self, seed: u64, speed: f64) -> Vec<Landing> {
        let mut dice = Dice::new(mix_seed(seed, 2));
        let count = self.droplets.count as usize;
        (0..count).map(|_| self.landing(&mut dice, speed)).collect()
    }

    fn landing(&self, dice: &mut Dice, speed: f64) -> Landing {
        let contact = self.object.radius / speed;
        let start = 2.0 * contact * dice.unit();
        // The rim of a splash leaves at 50° to 85°.
        let sin_angle = libm::sin(dice.between(0.87, 1.48));
        let fastest = (self.droplets.speed * speed).min(MAX_DROP_SPEED);
        let part = dice.power(0.1, 1.0, 2.0);
        Landing {
            start,
            speed: fastest * dice.between(0.15, 1.0),
            sin_angle,
            radius: part * self.droplets.size * self.object.radius,
        }
    }
}

impl Model for Splash {
    const INFO: ModelInfo = ModelInfo {
        name: "splash",
        title: "Something falls into water",
        family: Family::Liquids,
        level: Level::Process,
        made_of: &[],
        physics: "An object slaps the water with a pressure that grows with the square of its speed, for the time it takes to enter. Behind it a cavity opens and closes after a \
                  time set by size and gravity alone. The trapped air rings as a bubble; more than fits into a bubble of 25 mm is torn into several. Drops fly up, fall back \
                  ballistically, and each makes its own bubble.",
        equation: "p ~ ρ·v²,  τ = R/v,  t = k·√(R/g),  f·r = 3.26 m/s,  T = 2·u·sin θ/g",
        source: "[Glasheen1996], [Minnaert1933], [vandenDoel2005]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] =
        &[Info { id: "splash", doc: "Drops the object in at this speed.", ..SPEED.info() }];
    /// Bound of the output: eight slaps of 1e-3 · 1.1 · 2000 kg/m³ · (15 m/s)² · 0.5, the largest values of
    /// share, flatness, density, speed and radius, with as much noise (at most four times its RMS value),
    /// stay below 10 kPa. 320 bubbles and 512 new ones of at most 25 mm and 10 % swing stay below 40 kPa.
    const OUTPUT: OutputKind = OutputKind::pressure(5e4);
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.object.speed;
    type Player = SplashPlayer;

    fn player(&self, seed: u64, step: Step) -> SplashPlayer {
        SplashPlayer {
            step,
            slaps: Slaps::new(mix_seed(seed, 1), step),
            dice: Dice::new(mix_seed(seed, 2)),
            breakup_dice: Dice::new(mix_seed(seed, 3)),
            bank: ToneBank::new(step, MAX_BUBBLES),
            pulses: [None; MAX_SLAPS],
            pending: Vec::with_capacity(MAX_PENDING),
        }
    }
}

/// The slap of an object in progress: a pressure pulse x (2 − x) e^(−x) over the relative time x.
#[derive(Clone, Copy, Debug)]
struct Pulse {
    /// Samples until the slap begins.
    wait: usize,
    /// Time x since the start of the slap, in quarters of the contact time \[1\].
    x: f64,
    /// Increment of the relative time `x` per sample \[1\].
    x_step: f64,
    /// Present value of e^(−`x`), with the relative time `x` \[1\].
    envelope: f64,
    /// Factor on `envelope` per sample \[1\].
    decay: f64,
    /// Factor on the pulse form x (2 − x) e^(−x) over the relative time x \[Pa\].
    pressure: f64,
}

impl Pulse {
    /// Value of the relative time `x` at which the slap has ended \[1\].
    const END: f64 = 60.0;
    /// Maximum of the pulse form x (2 − x) e^(−x) \[1\].
    const MAX_VALUE: f64 = 0.461_099_2;

    #[inline]
    fn next(&mut self) -> f64 {
        if self.wait > 0 {
            self.wait -= 1;
            return 0.0;
        }
        let value = self.pressure * self.x * (2.0 - self.x) * self.envelope;
        self.x += self.x_step;
        self.envelope *= self.decay;
        value
    }
}

/// A tone that waits for its start, `at` samples after the start of the next block.
#[derive(Clone, Copy, Debug)]
struct PendingTone {
    at: usize,
    tone: DampedTone,
    /// Sound exposure of the noise that starts together with the tone \[Pa²·s\].
    exposure: f64,
}

/// Plays [`Splash`]: the slap, the bubbles of the cavity and the landing drops.
#[derive(Clone, Debug)]
pub struct SplashPlayer {
    step: Step,
    slaps: Slaps,
    dice: Dice,
    /// Random source of the breakup of the cavity.
    breakup_dice: Dice,
    bank: ToneBank,
    pulses: [Option<Pulse>; MAX_SLAPS],
    pending: Vec<PendingTone>,
}

impl SplashPlayer {
    fn begin(&mut self, now: &Splash, speed: f64, at: usize) {
        let speed = SPEED.clamp(speed);
        let rate = self.step.rate();
        let contact = now.object.radius / speed;
        let pressure = now.slap(speed);
        let x_step = 4.0 * self.step.seconds() / contact;
        let pulse = Pulse {
            wait: at,
            x: 0.0,
            x_step,
            envelope: 1.0,
            decay: libm::exp(-x_step),
            pressure: pressure / Pulse::MAX_VALUE,
        };
        if let Some(place) = self.pulses.iter_mut().find(|place| place.is_none()) {
            *place = Some(pulse);
        }
        self.slaps.tune(now.plunge.brightness, contact.clamp(1e-3, 0.05));
        self.slaps.add(at, 0.25 * pressure * pressure * contact);
        let mut breakup_dice = self.breakup_dice.clone();
        now.pieces(&mut breakup_dice, speed, |delay, bubble| {
            self.schedule(at, delay * rate, now.bubble_tone(bubble), 0.0);
        });
        self.breakup_dice = breakup_dice;
        for _ in 0..now.droplets.count as usize {
            let landing = now.landing(&mut self.dice, speed);
            let radius = (BUBBLE_RATIO * landing.radius).clamp(RADII[0], RADII[1]);
            let swing = (now.droplets.swing * landing.speed).min(MAX_SWING);
            let depth = radius + landing.radius;
            let mut tone = minnaert::tone(&now.liquid, radius, depth, swing, 0.1);
            tone.swell = 0.3 / tone.frequency;
            let cube = landing.radius * landing.radius * landing.radius;
            let mass = 4.19 * now.liquid.density * cube;
            let energy = 0.5 * mass * landing.speed * landing.speed;
            let exposure = RADIATED_SHARE * minnaert::AIR_DENSITY * minnaert::AIR_SOUND_SPEED
                / core::f64::consts::TAU
                * energy;
            self.schedule(at, landing.landing_time() * rate, tone, exposure);
        }
    }

    fn schedule(&mut self, at: usize, delay: f64, tone: DampedTone, exposure: f64) {
        if self.pending.len() < MAX_PENDING {
            let at = at + delay as usize;
            self.pending.push(PendingTone { at, tone, exposure });
        }
    }
}

impl Player<Splash> for SplashPlayer {
    fn play(&mut self, now: &Splash, block: &mut Block<'_>) {
        for index in 0..block.gestures().len() {
            if let Some(&gesture) = block.gestures().get(index) {
                self.begin(now, gesture.value, gesture.at);
            }
        }
        let mut index = 0;
        while let Some(pending) = self.pending.get_mut(index) {
            if pending.at >= BLOCK {
                pending.at -= BLOCK;
                index += 1;
                continue;
            }
            let pending = self.pending.swap_remove(index);
            self.bank.begin(pending.at, &pending.tone);
            self.slaps.add(pending.at, pending.exposure);
        }
        if self.silent() {
            return;
        }
        let mut sound = [0.0; BLOCK];
        for place in &mut self.pulses {
            let Some(pulse) = place else { continue };
            for sample in &mut sound {
                *sample += pulse.next();
            }
            if pulse.x > Pulse::END {
                *place = None;
            }
        }
        self.slaps.play(&mut sound);
        self.bank.add(&mut sound);
        block.add(&sound);
    }

    fn done(&self) -> bool {
        self.pending.is_empty()
    }

    fn silent(&self) -> bool {
        let pulses = self.pulses.iter().all(Option::is_none);
        self.done() && pulses && self.slaps.silent() && self.bank.silent()
    }
}

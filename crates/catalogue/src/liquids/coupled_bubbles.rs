//! A cloud of coupled bubbles: a breaker, a plume, a bucket emptied into a pond. The cloud sounds far lower
//! than its single bubbles.
//!
//! [`super::cloud`] reduces the cloud to K modes, each a rotating and decaying complex number:
//!
//! ```math
//! p = \sum_k h_k \operatorname{Im} z_k, \qquad z_k \leftarrow w_k z_k, \qquad z_k \leftarrow z_k + \varepsilon\, b_{ik} \text{ when bubble } i \text{ is struck}
//! ```
//!
//! | symbol | here                                  | unit | meaning                                               |
//! |--------|---------------------------------------|------|-------------------------------------------------------|
//! | h, b   | [`super::cloud::Modes`]               |      | output gain of a mode; excitation of a mode by a bubble |
//! | ε      | [`Agitation::burst`], [`Agitation::swing`] | 1 | relative swing of all bubbles at once; of one random bubble |
//!
//! A strike that starts instantly leaves a mean in p. A real bubble has none, because its volume is the
//! same before and after: $`\ddot V`$ falls as the square of the frequency below the lowest mode. Two
//! first-order high-pass filters at half the lowest mode remove the mean.
//!
//! Waves that break one after another can drive the strikes ([`super::breaker`]). Bubbles too far apart to
//! move each other, spray and bursting foam then follow the air that the waves have under water.
//!
//! Any bubble can be struck at any time, until the energy of the cloud equals that of a swing of 10 % in
//! every bubble. Radius and liquid can change while it plays: all modes shift together. Another number,
//! packing or arrangement needs a new voice.
//!
//! Source: \[Xue2023\]; \[Lamarre1991\], \[Deane2002\] and \[Spiel1992\] for waves.
//! Facts: `tests/all/coupled_bubbles_facts.rs`, `tests/all/breaker_facts.rs`.

use super::arrangement::Cloud;
use super::bank::ToneBank;
use super::breaker::{Breaker, Foam, FreshAir, Spray, Surf, SurfState};
use super::cloud::{MAX_MODES, Modes};
use super::drop_impact::{Impact, Impacts};
use super::minnaert::{self, Liquid};
use super::swarm::BirthClock;
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_dsp::signal::{MAX_CUTOFF, OnePole, cut};
use foley_params::{Info, Param, Unit, param, params};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};
use std::f64::consts::TAU;

params! {
    /// Excitation of the cloud.
    pub struct Agitation("agitation") {
        /// Initial relative swing of all bubbles at once, counted as for single bubbles.
        burst: f64 = 0.001, "ε", One, lin [0.0, 0.1], handle("thump", "none", "all at once");
        /// Mean number of single bubbles struck per second, at random.
        rate: f64 = 300.0, "λ", PerSecond, lin [0.0, 5000.0], glide 0.02,
            handle("turmoil", "left alone", "churned");
        /// Maximum relative swing of a struck bubble, counted as for a single bubble.
        swing: f64 = 0.05, "ε₁", One, lin [0.0, 0.1], glide 0.02;
        /// Default duration of the random strikes and of the waves when rendered. The steady part fades in
        /// the second half; waves fade over the last 0.4 s.
        duration: f64 = 2.0, "T", Second, log [0.1, 40.0];
    }
}

const BURST: Param<Agitation> = param("burst");

const DURATION: Param<Agitation> = param("duration");

parts! {
    /// Model of a cloud of coupled bubbles.
    pub struct CoupledBubbles {
        /// Strength and timing of the cloud's excitation.
        agitation: Agitation, Motion;
        /// Waves that drive the excitation.
        breaker: Breaker, Motion;
        /// Bubbles that form one by one outside the cloud.
        air: FreshAir, Motion;
        /// Drops thrown up that fall back.
        spray: Spray, Motion;
        /// Foam that bursts.
        foam: Foam, Motion;
        /// Number, arrangement and radii of the bubbles of the cloud.
        cloud: Cloud, Structure;
        /// Liquid around the bubbles.
        liquid: Liquid, Structure;
    }
}

impl Model for CoupledBubbles {
    const INFO: ModelInfo = ModelInfo {
        name: "coupled-bubbles",
        title: "A cloud of bubbles sounds as one",
        family: Family::Liquids,
        level: Level::Texture,
        made_of: &["bubble"],
        physics: "Each bubble moves in the flow of all others, which falls off as one over the distance. Bubbles in phase move more water together, so a cloud booms \
                  far below the pitch of its bubbles. Up to 2,000 bubbles, each coupled to all others, are solved when the sound is created and reduced to at most 64 audible modes. \
                  Any bubble can be struck at any time. Breaking waves can drive the strikes; single bubbles, spray that falls back and foam that bursts follow them.",
        equation: "M·v̈ + K·v = 0,  M_ii = ρ/4πr_i, M_ij = ρ/4πd_ij;  equal and in step: f = f₀/√(1 + Σ r/d)",
        source: "[Xue2023], [Golub2013], [Deane2002], [Spiel1992]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const LASTING_GESTURES: &'static [&'static str] = &["flow"];
    const GESTURES: &'static [Info] = &[
        Info { id: "burst", doc: "Strikes all bubbles at once with this relative swing.", ..BURST.info() },
        Info {
            id: "flow",
            doc: "Strikes random bubbles for this time, live without a time until 0; a new gesture restarts it.",
            ..DURATION.info()
        },
    ];
    /// Bound of the output: the norm of the output gains times the norm of the mode amplitudes. The
    /// amplitudes are limited to those of all bubbles swinging by 10 %. Coupling never adds to the response,
    /// so the squared gains sum to at most (air density / 2π)² times the sum of 4π · radius / liquid density.
    /// Each of 2000 bubbles of 5 mm · e^0.8 in the lightest liquid gives 2 · 1.2 · 700 · 0.0112 · 0.1 Pa.
    /// Each of the two first-order filters at most doubles the bound. Single bubbles of 20 mm at 10 % swing
    /// give at most 8 Pa each, and 640 of them sound or fade out. Each of 48 impacts changes its force by at
    /// most 11 N in 5 µs, which is 510 Pa.
    const OUTPUT: OutputKind = OutputKind::pressure(50_000.0);
    const MEASUREMENTS: &'static [OutputKind] =
        &[OutputKind { name: "struck", quantity: "count", unit: Unit::One, max: 128.0 }];
    type Player = CoupledBubblesPlayer;

    fn player(&self, seed: u64, step: Step) -> CoupledBubblesPlayer {
        let bubbles = self.cloud.bubbles(&mut Dice::new(mix_seed(seed, 0)));
        let modes = bubbles.modes(&self.liquid, self.cloud.coupling);
        let count = modes.frequency.len().min(SLOTS);
        let mut all = vec![0.0; count];
        for row in &modes.excitation {
            for (sum, part) in all.iter_mut().zip(row) {
                *sum += part;
            }
        }
        let mut player = CoupledBubblesPlayer {
            births: BirthClock::new(mix_seed(seed, 1)),
            initial: *self,
            tuning: (0.0, step),
            modes,
            all,
            slots: count,
            z: [[0.0; SLOTS]; 2],
            w: [[0.0; SLOTS]; 2],
            h: [0.0; SLOTS],
            time_left: 0.0,
            duration: 1.0,
            high_pass: [OnePole::default(); 2],
            high_pass_cut: 0.0,
            ringing: false,
            surf: Surf::new(mix_seed(seed, 2)),
            air_births: BirthClock::new(mix_seed(seed, 3)),
            spray_births: BirthClock::new(mix_seed(seed, 4)),
            foam_births: BirthClock::new(mix_seed(seed, 5)),
            bank: ToneBank::new(step, MAX_SINGLE),
            impacts: Impacts::new(step),
        };
        player.tune(self);
        player
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        let mut gestures = vec![(0.0, 0, self.agitation.burst)];
        if self.agitation.rate + self.air.rate + self.spray.rate + self.foam.rate > 0.0 {
            gestures.push((0.0, 1, self.agitation.duration));
        }
        gestures
    }
}

/// Number of mode slots, a multiple of [`LANES`].
const SLOTS: usize = MAX_MODES.next_multiple_of(LANES);
/// Number of modes computed together in one vector.
const LANES: usize = 4;
/// Time in which the rate of the strikes fades once they are told to stop \[s\].
const FADE_TIME: f64 = 0.2;
/// Maximum number of single bubbles that sound at once.
const MAX_SINGLE: usize = 512;
/// Time over which waves fade out at the end \[s\].
const FADE: f64 = 0.4;
/// Maximum relative swing of the whole cloud \[1\].
const MAX_SWING: f64 = 0.1;

/// Plays [`CoupledBubbles`]: strikes bubbles and rings the modes of the cloud.
#[derive(Clone, Debug)]
pub struct CoupledBubblesPlayer {
    births: BirthClock,
    /// Parameters at creation, for which the modes were computed.
    initial: CoupledBubbles,
    /// Present pitch relative to `initial` \[1\], and the time step.
    tuning: (f64, Step),
    modes: Modes,
    /// Excitation of each mode when all bubbles are struck.
    all: Vec<f64>,
    slots: usize,
    z: [[f64; SLOTS]; 2],
    w: [[f64; SLOTS]; 2],
    h: [f64; SLOTS],
    time_left: f64,
    duration: f64,
    /// Two high-pass filters in series that remove the mean of the sound.
    high_pass: [OnePole; 2],
    /// Filter coefficient of both high-pass filters.
    high_pass_cut: f64,
    ringing: bool,
    surf: Surf,
    air_births: BirthClock,
    spray_births: BirthClock,
    foam_births: BirthClock,
    /// Single bubbles and bursting foam.
    bank: ToneBank,
    /// Landing drops of the spray.
    impacts: Impacts,
}

impl CoupledBubblesPlayer {
    /// Scales frequency and decay of all modes by those of a single bubble of the present radius in the
    /// present liquid. Real-time: yes.
    fn tune(&mut self, now: &CoupledBubbles) {
        let pitch =
            |sound: &CoupledBubbles| minnaert::frequency_by_radius(&sound.liquid) / sound.cloud.radius;
        let decay = |sound: &CoupledBubbles| minnaert::decay(&sound.liquid, sound.cloud.radius);
        let pitch_ratio = pitch(now) / pitch(&self.initial);
        let decay_ratio = decay(now) / decay(&self.initial);
        let seconds = self.tuning.1.seconds();
        self.tuning.0 = pitch_ratio;
        let frequencies = self.modes.frequency.iter().copied();
        let lowest = frequencies.fold(f64::INFINITY, f64::min);
        self.high_pass_cut = cut((0.5 * pitch_ratio * lowest).min(1e5), self.tuning.1);
        let all = self.modes.frequency.iter().zip(&self.modes.decay);
        for (slot, (frequency, decay)) in all.enumerate().take(self.slots) {
            let cycles = frequency * pitch_ratio * seconds;
            let magnitude = libm::exp(-decay * decay_ratio * seconds);
            // Modes above the band limit are silent.
            let audible = if cycles < MAX_CUTOFF { 1.0 } else { 0.0 };
            self.h[slot] = audible * self.modes.gain[slot];
            self.w[0][slot] = magnitude * libm::cos(TAU * cycles);
            self.w[1][slot] = magnitude * libm::sin(TAU * cycles);
        }
    }

    /// Advances all modes and adds their sound to `sound` \[Pa\].
    fn ring(&mut self, sound: &mut [f64]) {
        let mut lanes = [[0.0; LANES]; BLOCK];
        for from in (0..self.slots).step_by(LANES) {
            let take = |row: &[f64; SLOTS]| -> [f64; LANES] {
                core::array::from_fn(|lane| row.get(from + lane).copied().unwrap_or(0.0))
            };
            let (a, b, h) = (take(&self.w[0]), take(&self.w[1]), take(&self.h));
            let (mut x, mut y) = (take(&self.z[0]), take(&self.z[1]));
            for (_, output) in sound.iter().zip(&mut lanes) {
                for lane in 0..LANES {
                    output[lane] += h[lane] * y[lane];
                    let next = a[lane] * x[lane] - b[lane] * y[lane];
                    y[lane] = a[lane] * y[lane] + b[lane] * x[lane];
                    x[lane] = next;
                }
            }
            for (row, values) in self.z.iter_mut().zip([x, y]) {
                if let Some(slots) = row.get_mut(from..from + LANES) {
                    slots.copy_from_slice(&values);
                }
            }
        }
        for (sum, lanes) in sound.iter_mut().zip(&lanes) {
            *sum += (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
        }
    }

    /// Adds a `swing`, relative to the radius, to one bubble. `None` means all bubbles.
    fn strike(&mut self, bubble: Option<usize>, swing: f64) {
        let row = match bubble {
            Some(bubble) => self.modes.excitation.get(bubble),
            None => Some(&self.all),
        };
        let Some(row) = row else {
            return;
        };
        for (z, part) in self.z[0].iter_mut().zip(row).take(self.slots) {
            *z += swing * part;
        }
        let square: f64 = self.z.iter().flatten().map(|part| part * part).sum();
        let max_square = MAX_SWING * MAX_SWING * self.modes.max_square;
        if square > max_square {
            let scale = (max_square / square).sqrt();
            for part in self.z.iter_mut().flatten() {
                *part *= scale;
            }
        }
        self.ringing = true;
    }

    /// Starts the single bubbles, landing drops and bursting foam of this block from sample `from`.
    fn churn(&mut self, now: &CoupledBubbles, state: SurfState, from: usize, step: Step) {
        let (bank, impacts) = (&mut self.bank, &mut self.impacts);
        let FreshAir { swing, depth, rate, .. } = now.air;
        let turbulence = state.turbulence();
        self.air_births.for_each_birth(from, rate * state.air, step, |at, dice| {
            let radius = now.air.draw_radius(dice);
            let sign = if dice.unit() < 0.5 { -1.0 } else { 1.0 };
            let (swing, depth) = (sign * turbulence * swing * dice.unit(), depth * dice.unit());
            let mut tone = minnaert::tone(&now.liquid, radius, depth, swing, 0.05);
            tone.swell = 0.2 / tone.frequency;
            bank.begin(at, &tone);
        });
        let Spray { rate, radius, speed, level } = now.spray;
        self.spray_births.for_each_birth(from, rate * state.spray, step, |at, dice| {
            let radius = dice.power(0.2 * radius, radius, 2.0);
            let speed = speed * dice.between(0.4, 1.0);
            let impact = Impact { density: now.liquid.density, radius, speed };
            impacts.begin(at as f64 + dice.unit(), impact, level, [0.0; 2]);
        });
        self.foam_births.for_each_birth(from, now.foam.rate * state.foam, step, |at, dice| {
            let radius = now.foam.draw_radius(dice);
            bank.begin(at, &now.foam.burst(&now.liquid, radius));
        });
    }

    /// Clears the modes if they and the `last` sample are inaudible.
    fn stop_if_inaudible(&mut self, last: f64) {
        let levels = self.z.iter().flat_map(|row| row.iter().zip(&self.h));
        let loudest = levels.fold(0.0_f64, |loudest, (z, h)| loudest.max((z * h).abs()));
        // 0.1 nPa is 106 dB below the threshold of hearing.
        self.ringing = loudest.max(last) > 1e-10;
        if !self.ringing {
            self.z = [[0.0; SLOTS]; 2];
            self.high_pass = [OnePole::default(); 2];
        }
    }
}

/// Maximum number of strikes per block; further strikes are dropped.
const MAX_STRIKES_PER_BLOCK: usize = 128;

impl Player<CoupledBubbles> for CoupledBubblesPlayer {
    fn play(&mut self, now: &CoupledBubbles, block: &mut Block<'_>) {
        if block.changed() {
            self.tune(now);
        }
        // Strikes and their samples are stored in time order, because gestures and births both arrive in
        // order.
        let mut bursts = [0.0; BLOCK];
        let mut from = None;
        for gesture in block.gestures() {
            if gesture.gesture == 0 {
                bursts[gesture.at.min(BLOCK - 1)] += BURST.clamp(gesture.value);
            } else if gesture.value <= 0.0 {
                self.duration = self.duration.min(2.0 * FADE_TIME);
                self.time_left = self.time_left.min(0.5 * self.duration);
            } else {
                self.duration = DURATION.clamp(gesture.value);
                self.time_left = gesture.duration(self.duration);
                self.surf.begin();
                from = Some(gesture.at);
            }
        }
        let mut strikes = [(0, 0, 0.0); MAX_STRIKES_PER_BLOCK];
        let mut count = 0;
        if self.time_left > 0.0 {
            let from = from.unwrap_or(0);
            let seconds = (BLOCK - from) as f64 * block.step().seconds();
            self.time_left -= seconds;
            let state = self.surf.advance(&now.breaker, &now.foam, seconds, true);
            let waves = now.breaker.waves;
            let closing = 0.5 * self.duration * (1.0 - waves) + FADE.min(0.5 * self.duration) * waves;
            let fade = (self.time_left / closing).clamp(0.0, 1.0);
            let state =
                SurfState { air: fade * state.air, spray: fade * state.spray, foam: fade * state.foam };
            let bubble_count = self.modes.excitation.len() as f64;
            let swing = state.turbulence() * now.agitation.swing;
            let rate = now.agitation.rate * state.air;
            self.births.for_each_birth(from, rate, block.step(), |at, dice| {
                let bubble = (dice.unit() * bubble_count) as usize;
                if let Some(slot) = strikes.get_mut(count) {
                    *slot = (at, bubble, swing * dice.unit());
                    count += 1;
                }
            });
            self.churn(now, state, from, block.step());
        }
        let single = !(self.bank.silent() && self.impacts.silent());
        let mut sound = [0.0; BLOCK];
        if self.ringing || count > 0 || bursts.iter().any(|&burst| burst != 0.0) {
            self.play_cloud(&bursts, &strikes[..count], &mut sound, block);
        } else if !single {
            return;
        }
        if single {
            self.bank.add(&mut sound);
            self.impacts.add(&mut sound, &mut [[0.0; BLOCK]; 2]);
        }
        block.add(&sound);
    }

    fn done(&self) -> bool {
        self.time_left <= 0.0
    }

    fn silent(&self) -> bool {
        !self.ringing && self.bank.silent() && self.impacts.silent()
    }
}

impl CoupledBubblesPlayer {
    /// Strikes bubbles of the cloud and adds the sound of its modes to `sound` \[Pa\]. A strike is a sample,
    /// a bubble and a swing, in time order.
    fn play_cloud(
        &mut self,
        bursts: &[f64; BLOCK],
        strikes: &[(usize, usize, f64)],
        sound: &mut [f64; BLOCK],
        block: &mut Block<'_>,
    ) {
        let mut next = 0;
        let mut rung = 0;
        for (at, &burst) in bursts.iter().enumerate() {
            let due = |next: usize| strikes.get(next).copied().filter(|strike| strike.0 <= at);
            if burst == 0.0 && due(next).is_none() {
                continue;
            }
            if let Some(part) = sound.get_mut(rung..at) {
                self.ring(part);
            }
            rung = at;
            if burst > 0.0 {
                self.strike(None, burst);
            }
            while let Some((_, bubble, swing)) = due(next) {
                self.strike(Some(bubble), swing);
                next += 1;
                if let Some(page) = block.measured(0) {
                    page[at] += 1.0;
                }
            }
        }
        self.ring(&mut sound[rung..]);
        let mut last = 0.0_f64;
        for sample in sound.iter_mut() {
            for filter in &mut self.high_pass {
                *sample = filter.high(*sample, self.high_pass_cut);
            }
            last = last.max(sample.abs());
        }
        self.stop_if_inaudible(last);
    }
}

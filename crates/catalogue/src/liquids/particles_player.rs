//! Player of falling liquid: advances the simulation frame by frame and schedules the sounds of its events.
//!
//! Frames and steps have the same length at every sample rate, so that the liquid moves alike at all of them:
//! its motion is chaotic, and another step would be another splash. A block computes the steps that fit into
//! it. At the end of a frame its events are collected; they are heard one frame and one block later. The
//! result does not depend on host buffers, and every block takes about the same time.

use super::drainage;
use super::drop_impact::{Impact, Impacts};
use super::particles::Particles;
use super::slaps::Slaps;
use super::sph::pour::MAX_WORK;
use super::sph::{AirGrid, AirPocket, Pour, Sph};
use super::swarm::BirthClock;
use super::{Liquid, ToneBank, minnaert};
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_sound::{BLOCK, Block, Player};

/// Maximum number of bubbles that ring at once.
const MAX_BUBBLES: usize = 256;
/// Maximum number of sounds that wait for their start; further sounds are dropped.
const MAX_PENDING: usize = 2048;
/// Maximum number of bubbles that one hit of a particle makes.
const MAX_BUBBLES_PER_HIT: usize = 48;
/// Maximum number of particles in the simulation.
const MAX_PARTICLES: usize = 640;
/// Time without hits and bubbles after which the sound ends \[s\].
const QUIET_TIME: f64 = 0.45;
/// Maximum duration of the sound \[s\].
const MAX_TIME: f64 = 8.0;
/// Maximum number of drops per second from the emptied vessel \[1/s\].
const MAX_DROP_RATE: f64 = 400.0;
/// Share of the impact force of such a drop that is heard \[1\].
const DROP_LEVEL: f64 = 0.2;
/// Probability that such a drop entrains a bubble \[1\].
const DROP_ENTRAINS: f64 = 0.75;
/// Maximum swing of a bubble, as a fraction of the bubble's radius \[1\].
const MAX_SWING: f64 = 0.1;
/// Range of bubble radii \[m\]: smaller bubbles are inaudible, larger bubbles do not come from one hit.
const RADII: [f64; 2] = [3e-4, 0.03];
/// Maximum radius of an air cavity that stays whole \[m\]. A larger cavity breaks into at most `MAX_PIECES`
/// pieces within `BREAKUP_TIME` \[s\].
const MAX_WHOLE_RADIUS: f64 = 0.014;
/// Maximum number of bubbles into which an air cavity breaks.
const MAX_PIECES: usize = 12;
/// Time within which an air cavity breaks up \[s\].
const BREAKUP_TIME: f64 = 0.08;
/// Sound exposure at 1 m per energy radiated above a surface \[Pa²·s/J\]: density of air times speed of
/// sound divided by 2π.
const EXPOSURE: f64 = minnaert::AIR_DENSITY * minnaert::AIR_SOUND_SPEED / core::f64::consts::TAU;

/// A sound that waits for its start.
#[derive(Clone, Copy, Debug)]
enum PendingSound {
    /// Impact noise of a particle with this kinetic energy \[J\].
    Slap { energy: f64 },
    /// Drop of this radius \[m\] from the emptied vessel that lands at this speed [m/s].
    Drop { radius: f64, speed: f64 },
    /// Bubble of the given radius \[m\], depth \[m\] and relative swing with its sign \[1\].
    Bubble { radius: f64, depth: f64, swing: f64 },
}

/// Progress of the simulation frame that is being computed.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// Time since the start of the frame, at the end of this block \[s\].
    time: f64,
    /// Number of simulation steps per frame.
    steps: usize,
    /// Number of steps of this frame already computed.
    steps_done: usize,
    /// Duration of a simulation step \[s\].
    step: f64,
    /// Sample of the first block at which the gesture started the sound.
    offset: usize,
}

/// Plays [`Particles`]: simulates the liquid and starts slaps and bubbles.
#[derive(Clone, Debug)]
pub struct ParticlesPlayer {
    sph: Sph,
    air: AirGrid,
    bank: ToneBank,
    slaps: Slaps,
    dice: Dice,
    /// Sounds that wait, each with its start in samples from the start of the next block.
    pending: Vec<(usize, PendingSound)>,
    pour: Option<Pour>,
    frame: Frame,
    /// Time since the sound started \[s\].
    time: f64,
    /// Time since the last hit or bubble \[s\].
    quiet: f64,
    hits: usize,
    births: BirthClock,
    impacts: Impacts,
    /// Time since the vessel was emptied \[s\]; `None` if nothing drips.
    draining: Option<f64>,
    /// Speed of the liquid when it lands [m/s].
    landing_speed: f64,
}

impl ParticlesPlayer {
    /// Creates an idle player. Real-time: no.
    pub fn new(seed: u64, step: Step) -> Self {
        Self {
            sph: Sph::new(MAX_PARTICLES),
            air: AirGrid::new(),
            bank: ToneBank::new(step, MAX_BUBBLES),
            slaps: Slaps::new(mix_seed(seed, 1), step),
            dice: Dice::new(mix_seed(seed, 2)),
            pending: Vec::with_capacity(MAX_PENDING),
            pour: None,
            frame: Frame::default(),
            time: 0.0,
            quiet: 0.0,
            hits: 0,
            births: BirthClock::new(mix_seed(seed, 3)),
            impacts: Impacts::new(step),
            draining: None,
            landing_speed: 0.0,
        }
    }

    fn begin(&mut self, now: &Particles, height: f64, offset: usize) {
        let pour = now.pour(height.clamp(0.02, 3.0));
        pour.fill(&mut self.sph, &mut self.dice);
        let [width, height] = pour.falling_size();
        let level = pour.fill + width * height / pour.width;
        self.air.clear(pour.width, level, self.sph.fluid().spacing);
        let time = 1.0 / now.fineness.frames;
        // This limits the number of steps per second also for few particles.
        let steps = (time / self.sph.fluid().max_step()).ceil();
        let steps = steps.clamp(1.0, (time * MAX_WORK).max(1.0));
        self.frame = Frame { time: 0.0, steps: steps as usize, steps_done: 0, step: time / steps, offset };
        self.landing_speed = pour.impact_speed();
        self.draining = (now.drainage.edge > 0.0).then_some(0.0);
        self.pour = Some(pour);
        self.time = 0.0;
        self.quiet = 0.0;
        self.hits = 0;
    }

    /// Computes the simulation steps of this block. At the end of a frame, schedules the sounds of its
    /// events.
    fn advance(&mut self, now: &Particles, step: Step) {
        let Some(pour) = self.pour else { return };
        self.frame.time += BLOCK as f64 * step.seconds();
        // At low sample rates a block can be longer than a frame.
        while self.frame.step * (self.frame.steps_done + 1) as f64 <= self.frame.time {
            self.sph.step(self.frame.step);
            self.frame.steps_done += 1;
            if self.frame.steps_done >= self.frame.steps {
                self.finish_frame(now, &pour, step);
            }
        }
    }

    /// Schedules the sounds of a frame that is computed, and starts the next.
    fn finish_frame(&mut self, now: &Particles, pour: &Pour, step: Step) {
        let time = self.frame.step * self.frame.steps as f64;
        self.frame.time -= time;
        self.frame.steps_done = 0;
        self.air.update(&mut self.sph);
        let happened = self.schedule_frame(now, pour, step);
        self.sph.clear_hits();
        self.time += time;
        self.quiet = if happened { 0.0 } else { self.quiet + time };
        if self.quiet > QUIET_TIME || self.time > MAX_TIME {
            self.pour = None;
        }
    }

    /// Returns the delay of an event at the time `at` \[s\] of the frame that has just ended, in samples from
    /// the start of the next block.
    fn delay(&self, at: f64, step: Step) -> usize {
        // This block ends `frame.time` after the frame.
        let block = BLOCK as f64 * step.seconds();
        self.frame.offset + ((at + block - self.frame.time).max(0.0) * step.rate()) as usize
    }

    /// Schedules the sounds of the hits and air pockets of a frame. Returns whether there were any.
    fn schedule_frame(&mut self, now: &Particles, pour: &Pour, step: Step) -> bool {
        let rate = step.rate();
        let fluid = *self.sph.fluid();
        let drop = libm::cbrt(3.0 * fluid.mass / (4.0 * core::f64::consts::PI * fluid.density));
        let impact_speed = pour.impact_speed();
        let surface = pour.fill;
        for index in 0..self.sph.hits().len() {
            let Some(&hit) = self.sph.hits().get(index) else {
                continue;
            };
            self.hits += 1;
            // The hit happened at a random time within the step that detected it.
            let at = (hit.at - self.dice.unit() * self.frame.step).max(0.0);
            let at = self.delay(at, step);
            let energy = 0.5 * fluid.mass * hit.speed * hit.speed;
            self.schedule(at, PendingSound::Slap { energy });
            // On a dry floor there is little liquid to entrain air into.
            let wet = if hit.wall && surface < fluid.spacing { 0.3 } else { 1.0 };
            let mean = wet * now.entrained.bubbles * (hit.speed / impact_speed).min(1.5);
            let count = (mean + self.dice.unit()) as usize;
            for _ in 0..count.min(MAX_BUBBLES_PER_HIT) {
                let largest = (now.entrained.largest * drop).clamp(1.5 * RADII[0], RADII[1]);
                let smallest = (0.1 * largest).max(RADII[0]);
                let radius = self.dice.power(smallest, largest, 2.5);
                // The bubble forms while the drop penetrates, after a random time.
                let delay = self.dice.exponential(2.0 * drop / hit.speed).min(0.3);
                let depth = radius + drop * self.dice.unit();
                let later = at + (delay * rate) as usize;
                let swing = self.sign() * (now.entrained.swing * hit.speed).min(MAX_SWING);
                self.schedule(later, PendingSound::Bubble { radius, depth, swing });
            }
        }
        let mut happened = !self.sph.hits().is_empty();
        // Air enclosed by slow motion is not compressed.
        let mean = (2.0 * self.sph.energy().kinetic / self.sph.mass()).sqrt();
        let closing = mean > 0.08 * impact_speed;
        for index in 0..self.air.pockets().len() {
            if let Some(&cavity) = self.air.pockets().get(index)
                && closing
            {
                happened = true;
                self.break_up(cavity, cavity_swing(&now.liquid, mean), step);
            }
        }
        happened
    }

    /// Schedules the sound of an air pocket: one bubble, or pieces of the same total area.
    fn break_up(&mut self, cavity: AirPocket, swing: f64, step: Step) {
        let frame = self.frame.step * self.frame.steps as f64;
        let from = frame * self.dice.unit();
        let mut left = cavity.area / core::f64::consts::PI;
        for piece in 0..MAX_PIECES {
            let remaining = left.sqrt();
            if remaining < RADII[0] {
                break;
            }
            let radius = if remaining < MAX_WHOLE_RADIUS {
                remaining
            } else {
                MAX_WHOLE_RADIUS * self.dice.between(0.3, 1.0)
            };
            left -= radius * radius;
            let later = if piece == 0 { 0.0 } else { BREAKUP_TIME * self.dice.unit() };
            let at = self.delay(from + later, step);
            let (depth, swing) = (cavity.depth, self.sign() * swing);
            self.schedule(at, PendingSound::Bubble { radius, depth, swing });
        }
    }

    /// Returns 1 or −1 at random.
    fn sign(&mut self) -> f64 {
        if self.dice.unit() < 0.5 { 1.0 } else { -1.0 }
    }

    fn schedule(&mut self, at: usize, pending: PendingSound) {
        if self.pending.len() < MAX_PENDING {
            self.pending.push((at, pending));
        }
    }

    /// Lets drops fall from the emptied vessel.
    fn drain(&mut self, now: &Particles, step: Step) {
        let Some(time) = &mut self.draining else { return };
        *time += BLOCK as f64 * step.seconds();
        if *time < drainage::START {
            return;
        }
        let (height, viscosity) = (libm::cbrt(now.fall.volume), now.liquid.viscosity);
        let rate = now.drainage.drop_rate(height, viscosity, now.fall.gravity, *time);
        if rate < drainage::MIN_RATE {
            self.draining = None;
            return;
        }
        let speed = self.landing_speed;
        let pending = &mut self.pending;
        let mut schedule = |at: usize, sound: PendingSound| {
            if pending.len() < MAX_PENDING {
                pending.push((at, sound));
            }
        };
        self.births.for_each_birth(0, rate.min(MAX_DROP_RATE), step, |at, dice| {
            let radius = now.drainage.radius * dice.between(0.85, 1.15);
            schedule(at + BLOCK, PendingSound::Drop { radius, speed });
            if dice.unit() < DROP_ENTRAINS {
                let bubble = radius * dice.between(0.3, 0.8);
                let sign = if dice.unit() < 0.5 { 1.0 } else { -1.0 };
                let swing = sign * (now.entrained.swing * speed).min(MAX_SWING);
                // The cavity closes when the drop has sunk in by some of its diameters.
                let later = at + BLOCK + (8.0 * radius / speed * step.rate()) as usize;
                schedule(later, PendingSound::Bubble { radius: bubble, depth: bubble + radius, swing });
            }
        });
    }

    /// Starts the waiting sounds that are due in this block.
    fn start_pending(&mut self, now: &Particles) {
        let mut index = 0;
        while let Some((at, pending)) = self.pending.get_mut(index) {
            if *at >= BLOCK {
                *at -= BLOCK;
                index += 1;
                continue;
            }
            let (at, pending) = (*at, *pending);
            self.pending.swap_remove(index);
            match pending {
                PendingSound::Slap { energy } => self.slaps.add(at, now.slap.loudness * EXPOSURE * energy),
                PendingSound::Drop { radius, speed } => {
                    let impact = Impact { density: now.liquid.density, radius, speed };
                    self.impacts.begin(at as f64, impact, DROP_LEVEL, [0.0; 2]);
                }
                PendingSound::Bubble { radius, depth, swing } => {
                    let rise = now.entrained.rise;
                    let mut tone = minnaert::tone(&now.liquid, radius, depth, swing, rise);
                    tone.swell = 0.3 / tone.frequency;
                    self.bank.begin(at, &tone);
                }
            }
        }
    }
}

/// Returns the relative swing of a bubble after an impact at `speed` [m/s]: the dynamic pressure of the
/// liquid over three times the adiabatic exponent times the atmospheric pressure \[1\]. Real-time: yes.
pub fn cavity_swing(liquid: &Liquid, speed: f64) -> f64 {
    let blow = 0.5 * liquid.density * speed * speed;
    (blow / (3.0 * minnaert::GAMMA * minnaert::ATMOSPHERIC_PRESSURE)).min(MAX_SWING)
}

impl Player<Particles> for ParticlesPlayer {
    fn play(&mut self, now: &Particles, block: &mut Block<'_>) {
        let step = block.step();
        if let Some(gesture) = block.gesture(0) {
            self.begin(now, gesture.value, gesture.at);
        }
        self.start_pending(now);
        self.advance(now, step);
        self.drain(now, step);
        let mut sound = [0.0; BLOCK];
        let duration = self.sph.fluid().spacing / self.sph.fluid().speed;
        self.slaps.tune(now.slap.brightness, duration);
        self.slaps.play(&mut sound);
        self.bank.add(&mut sound);
        self.impacts.add(&mut sound, &mut [[0.0; BLOCK]; 2]);
        block.add(&sound);
        if self.pour.is_some() {
            let (motion, hits) = (self.sph.energy().kinetic, self.hits as f64);
            for (index, value) in [motion, hits].into_iter().enumerate() {
                if let Some(page) = block.measured(index) {
                    page.fill(value);
                }
            }
        }
    }

    fn done(&self) -> bool {
        self.pour.is_none() && self.pending.is_empty() && self.draining.is_none()
    }

    fn silent(&self) -> bool {
        self.done() && self.bank.silent() && self.slaps.silent() && self.impacts.silent()
    }
}

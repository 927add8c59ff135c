//! Plays liquid that falls into a vessel: computes it, frame by frame, and lets what happens in it be heard.
//!
//! A frame is a whole number of blocks. Its steps are spread evenly over them; at its end it is looked at,
//! and what has happened in it is heard in the next frame, as long after its beginning. So nothing depends on
//! the host's buffers, and every block has about the same to do.

use super::particles::Particles;
use super::slaps::Slaps;
use super::sph::pour::MOST_WORK;
use super::sph::{Air, Cavity, Pour, Sph};
use super::{Bank, Liquid, minnaert};
use foley_contact::Step;
use foley_dsp::random::{Dice, mixed};
use foley_sound::{BLOCK, Block, Player};

/// Most bubbles at once.
const MOST_BUBBLES: usize = 256;
/// Most events that wait.
const MOST_DUE: usize = 2048;
/// Most bubbles of one hit.
const MOST_OF_A_HIT: usize = 48;
/// Most particles.
const MOST_PARTICLES: usize = 640;
/// It is over when nothing has happened for so long, or anyway \[s\].
const QUIET: f64 = 0.45;
const LONGEST: f64 = 8.0;
/// A bubble swings by this part of its radius at most \[1\].
const WIDEST: f64 = 0.1;
/// Radii of bubbles \[m\]: smaller are not heard, larger do not come from one hit.
const RADII: [f64; 2] = [3e-4, 0.03];
/// A cavity of a larger radius than this falls apart \[m\], into so many at most, within so long \[s\].
const WHOLE: f64 = 0.014;
const MOST_PIECES: usize = 12;
const FALLS_APART: f64 = 0.08;
/// ρₐ cₐ/2π at 1 m: from the energy that is radiated above a surface to what an ear gets of it \[Pa²·s/J\].
const DOSE: f64 = minnaert::AIR * minnaert::SPEED / core::f64::consts::TAU;

/// Something that will be heard.
#[derive(Clone, Copy, Debug)]
enum Due {
    /// Energy of what arrives \[J\].
    Slap { energy: f64 },
    /// Radius and depth \[m\], and how far it swings \[1\].
    Bubble { radius: f64, depth: f64, swing: f64 },
}

/// A frame that is being computed.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// Blocks of each, and how many of this one have gone.
    blocks: usize,
    gone: usize,
    /// Steps of each, and how many of this one have been made.
    steps: usize,
    made: usize,
    /// One step \[s\].
    step: f64,
    /// Sample of the first block at which it began.
    late: usize,
}

/// Computes what falls and lets it be heard.
#[derive(Clone, Debug)]
pub struct ParticlesPlayer {
    sph: Sph,
    air: Air,
    bank: Bank,
    slaps: Slaps,
    dice: Dice,
    /// What waits, and in how many samples from the beginning of the coming block it is heard.
    due: Vec<(usize, Due)>,
    pour: Option<Pour>,
    frame: Frame,
    /// Since it began, and since something happened \[s\].
    time: f64,
    quiet: f64,
    hits: usize,
}

impl ParticlesPlayer {
    /// Nothing falls yet. Real-time: no.
    pub fn new(seed: u64, step: Step) -> Self {
        Self {
            sph: Sph::new(MOST_PARTICLES),
            air: Air::new(),
            bank: Bank::new(step, MOST_BUBBLES),
            slaps: Slaps::new(mixed(seed, 1), step),
            dice: Dice::new(mixed(seed, 2)),
            due: Vec::with_capacity(MOST_DUE),
            pour: None,
            frame: Frame::default(),
            time: 0.0,
            quiet: 0.0,
            hits: 0,
        }
    }

    fn begin(&mut self, now: &Particles, height: f64, late: usize, step: Step) {
        let pour = now.pour(height.clamp(0.02, 3.0));
        pour.fill(&mut self.sph, &mut self.dice);
        let [wide, high] = pour.falling();
        let full = pour.fill + wide * high / pour.width;
        self.air.clear(pour.width, full, self.sph.matter().spacing);
        let block = BLOCK as f64 * step.seconds();
        let blocks = (1.0 / (now.fineness.frames * block)).round().max(1.0);
        let time = blocks * block;
        // A bound on the steps of a block, were the particles ever so few.
        let steps = (time / self.sph.matter().longest_step()).ceil();
        let steps = steps.clamp(1.0, (time * MOST_WORK).max(1.0));
        self.frame = Frame {
            blocks: blocks as usize,
            gone: 0,
            steps: steps as usize,
            made: 0,
            step: time / steps,
            late,
        };
        self.pour = Some(pour);
        self.time = 0.0;
        self.quiet = 0.0;
        self.hits = 0;
    }

    /// The steps of this block, and at the end of a frame a look at it.
    fn compute(&mut self, now: &Particles, step: Step) {
        let Some(pour) = self.pour else { return };
        self.frame.gone += 1;
        let Frame { blocks, gone, steps, .. } = self.frame;
        let until = steps * gone / blocks.max(1);
        while self.frame.made < until {
            self.sph.step(self.frame.step);
            self.frame.made += 1;
        }
        if gone < blocks {
            return;
        }
        self.air.look(&mut self.sph);
        let happened = self.tell(now, &pour, step);
        self.sph.forget();
        self.frame.gone = 0;
        self.frame.made = 0;
        let time = self.frame.step * steps as f64;
        self.time += time;
        self.quiet = if happened { 0.0 } else { self.quiet + time };
        if self.quiet > QUIET || self.time > LONGEST {
            self.pour = None;
        }
    }

    /// What has happened in a frame becomes what will be heard in the next; whether there was anything.
    fn tell(&mut self, now: &Particles, pour: &Pour, step: Step) -> bool {
        let rate = step.rate();
        let matter = *self.sph.matter();
        let drop = libm::cbrt(3.0 * matter.mass / (4.0 * core::f64::consts::PI * matter.density));
        let full = pour.speed();
        let surface = pour.fill;
        for index in 0..self.sph.hits().len() {
            let Some(&hit) = self.sph.hits().get(index) else {
                continue;
            };
            self.hits += 1;
            // Somewhere within the step in which it was found.
            let at = (hit.at - self.dice.unit() * self.frame.step).max(0.0);
            let at = self.frame.late + (at * rate) as usize;
            let energy = 0.5 * matter.mass * hit.speed * hit.speed;
            self.wait(at, Due::Slap { energy });
            // On a dry floor there is nothing for air to be taken into.
            let wet = if hit.wall && surface < matter.spacing { 0.3 } else { 1.0 };
            let mean = wet * now.entrained.bubbles * (hit.speed / full).min(1.5);
            let count = (mean + self.dice.unit()) as usize;
            for _ in 0..count.min(MOST_OF_A_HIT) {
                let largest = (now.entrained.largest * drop).clamp(1.5 * RADII[0], RADII[1]);
                let smallest = (0.1 * largest).max(RADII[0]);
                let radius = self.dice.power(smallest, largest, 2.5);
                // It takes as long as the drop needs to go in, now more, now less.
                let wait = self.dice.waiting(2.0 * drop / hit.speed).min(0.3);
                let depth = radius + drop * self.dice.unit();
                let later = at + (wait * rate) as usize;
                let swing = (now.entrained.swing * hit.speed).min(WIDEST);
                self.wait(later, Due::Bubble { radius, depth, swing });
            }
        }
        let mut happened = !self.sph.hits().is_empty();
        // Air that is shut in while all moves slowly is not pressed.
        let mean = (2.0 * self.sph.energy().kinetic / self.sph.mass()).sqrt();
        let closes = mean > 0.08 * full;
        for index in 0..self.air.cavities().len() {
            if let Some(&cavity) = self.air.cavities().get(index)
                && closes
            {
                happened = true;
                self.fall_apart(cavity, swing(&now.liquid, mean), rate);
            }
        }
        happened
    }

    /// A cavity becomes bubbles: one, or pieces that have its area together.
    fn fall_apart(&mut self, cavity: Cavity, swing: f64, rate: f64) {
        let frame = self.frame.step * self.frame.steps as f64;
        let from = frame * self.dice.unit();
        let mut left = cavity.area / core::f64::consts::PI;
        for piece in 0..MOST_PIECES {
            let whole = left.sqrt();
            if whole < RADII[0] {
                break;
            }
            let radius = if whole < WHOLE { whole } else { WHOLE * self.dice.between(0.3, 1.0) };
            left -= radius * radius;
            let later = if piece == 0 { 0.0 } else { FALLS_APART * self.dice.unit() };
            let at = ((from + later) * rate) as usize;
            let depth = cavity.depth;
            self.wait(at, Due::Bubble { radius, depth, swing });
        }
    }

    fn wait(&mut self, at: usize, due: Due) {
        if self.due.len() < MOST_DUE {
            self.due.push((at, due));
        }
    }

    /// What is due in this block begins.
    fn start(&mut self, now: &Particles) {
        let mut index = 0;
        while let Some((at, due)) = self.due.get_mut(index) {
            if *at >= BLOCK {
                *at -= BLOCK;
                index += 1;
                continue;
            }
            let (at, due) = (*at, *due);
            self.due.swap_remove(index);
            match due {
                Due::Slap { energy } => self.slaps.add(at, now.slap.loudness * DOSE * energy),
                Due::Bubble { radius, depth, swing } => {
                    let sign = if self.dice.unit() < 0.5 { 1.0 } else { -1.0 };
                    let rise = now.entrained.rise;
                    let mut tone = minnaert::tone(&now.liquid, radius, depth, sign * swing, rise);
                    tone.swell = 0.3 / tone.frequency;
                    self.bank.begin(at, &tone);
                }
            }
        }
    }
}

/// How far a bubble swings after a blow at this speed \[1\]: ½ ρ v² against 3 γ p₀. Real-time: yes.
pub fn swing(liquid: &Liquid, speed: f64) -> f64 {
    let blow = 0.5 * liquid.density * speed * speed;
    (blow / (3.0 * minnaert::GAMMA * minnaert::PRESSURE)).min(WIDEST)
}

impl Player<Particles> for ParticlesPlayer {
    fn play(&mut self, now: &Particles, block: &mut Block<'_>) {
        let step = block.step();
        if let Some(done) = block.gesture(0) {
            self.begin(now, done.value, done.at, step);
        }
        self.start(now);
        self.compute(now, step);
        let mut sound = [0.0; BLOCK];
        let lasts = self.sph.matter().spacing / self.sph.matter().speed;
        self.slaps.tune(now.slap.brightness, lasts);
        self.slaps.play(&mut sound);
        self.bank.add(&mut sound);
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
        self.pour.is_none() && self.due.is_empty()
    }

    fn silent(&self) -> bool {
        self.done() && self.bank.silent() && self.slaps.silent()
    }
}

//! Clapping: one pair of hands, or an audience.
//!
//! Each person of an audience has a clapping rate; the times between claps vary a little. A person who keeps
//! time with the others corrects a share of the delay A of the last clap after the common beat:
//!
//! ```math
//! t_{n+1} - t_n = \frac{1}{n_i}\,(1 + \sigma\,\xi) - \alpha\,A_n, \qquad n_i = n\,e^{\sigma_n \xi_i}
//! ```
//!
//! | symbol | here                         | unit | meaning                                                    |
//! |--------|------------------------------|------|------------------------------------------------------------|
//! | n      | [`Audience::rate`]           | 1/s  | mean number of claps of a person per second                |
//! | σ_n    | [`Audience::rate_spread`]    | 1    | relative difference of the rates between people            |
//! | σ      | [`Audience::irregularity`]   | 1    | relative variation of the intervals of a person            |
//! | ξ      |                              | 1    | normal random numbers of variance 1                        |
//! | α      | [`Audience::unison`]         | 1    | share of the deviation from the beat that a person corrects |
//! | A_n    |                              | s    | time from the nearest beat of the audience to the clap     |
//!
//! Without correction (α = 0) the sum of many such rows is close to a Poisson process, although each of them
//! is nearly periodic: the number of claps of an audience in a short time has a variance near its mean. With
//! it, the claps of people of one rate lie about the beat with the standard deviation σ/(n √(α (2 − α))): the
//! audience claps in unison.
//!
//! People sit at distances with uniform density over the area between [`Audience::near`] and
//! [`Audience::far`]; their hands differ by [`Audience::variety`].
//!
//! A room adds the diffuse field of all people, whatever their distance ([`ClapRoom`], late reverberation as
//! in [`crate::spaces`]).
//!
//! Source: \[Neda2000\], rates and unison of an audience; \[Repp2005\], linear correction of the phase;
//! \[Repp1987\], rates and hands of single people; \[Peltola2007\], applause as the sum of people. A clap is
//! in [`super::cupped_hands`]. Facts: `tests/all/clap_facts.rs`.

use super::cupped_hands::{HandClap, Hands, MAX_CLAP_PRESSURE};
use crate::spaces::late_reverb::{LateReverb, SILENCE, sign};
use crate::spaces::shoebox::Shoebox;
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_dsp::signal::WhiteNoise;
use foley_params::{Info, Param, Unit, param, params};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

/// Maximum number of people of an audience.
const MAX_PEOPLE: usize = 120;
/// Maximum number of claps that sound at once; further ones are left out.
const MAX_CLAPS: usize = 64;

params! {
    /// Closing of the hands.
    pub struct Closing("closing") {
        /// Default speed at which the palms close.
        speed: f64 = 3.0, "v", MetrePerSecond, log [0.3, 10.0], glide 0.05, handle("force", "polite", "with all might");
    }
}

params! {
    /// People who clap.
    /// Default: one person, one metre away.
    pub struct Audience("audience") {
        /// Number of people.
        people: u32 = 1, "N", One, count [1, 120];
        /// Mean number of claps of a person per second.
        rate: f64 = 4.0, "n", PerSecond, log [0.5, 8.0], glide 0.05, handle("pace", "solemn", "frantic");
        /// Relative difference of the rates between people. Heard where `people` is above 1.
        rate_spread as "rate-spread": f64 = 0.15, "σ_n", One, lin [0.0, 0.5], glide 0.05;
        /// Relative random variation of the time between two claps of a person.
        irregularity: f64 = 0.06, "σ", One, lin [0.0, 0.5], glide 0.05, handle("irregularity", "metronome", "by chance");
        /// Share of the deviation from the common beat that a person corrects from clap to clap; 0 is
        /// applause without a beat. Heard where `people` is above 1.
        unison: f64 = 0.0, "α", One, lin [0.0, 1.0], glide 0.05, handle("unison", "applause", "in time");
        /// Relative difference of the hands and their speeds between people. Heard where `people` is above 1.
        variety: f64 = 0.3, "w", One, lin [0.0, 0.8], glide 0.05, handle("variety", "choir", "crowd");
        /// Distance of the nearest person.
        near: f64 = 1.0, "r_1", Metre, log [0.3, 50.0], glide 0.05, handle("distance", "own hands", "across the hall");
        /// Distance of the farthest person, where it exceeds `near`. Heard where `people` is above 1.
        far: f64 = 10.0, "r_N", Metre, log [0.3, 200.0], glide 0.05;
        /// Default duration of the applause when rendered.
        duration: f64 = 5.0, "T", Second, log [0.2, 40.0];
        /// Time over which people start, and stop again.
        swell: f64 = 0.5, "T_s", Second, log [0.01, 5.0];
    }
}

params! {
    /// Room in which people clap, of the proportions 1 : 0.7 : 0.45.
    /// Default: the open air.
    pub struct ClapRoom("room") {
        /// Time in which low sounds fall by 60 dB in the room; 0 is the open air.
        decay: f64 = 0.0, "T_60", Second, lin [0.0, 4.0], glide 0.05, handle("echo", "open air", "cathedral");
        /// Decay time at high frequencies relative to `decay`. Heard where `decay` is above 0.
        softness: f64 = 0.6, "T_h/T_60", One, lin [0.1, 1.0], glide 0.05, handle("brilliance", "curtains", "tiles");
        /// Length of the room. Heard where `decay` is above 0.
        length: f64 = 12.0, "L", Metre, log [2.0, 60.0], glide 0.1, handle("room-size", "booth", "arena");
    }
}

impl ClapRoom {
    fn shoebox(&self) -> Shoebox {
        Shoebox { size: [self.length, 0.7 * self.length, 0.45 * self.length] }
    }
}

const SPEED: Param<Closing> = param("speed");
const DURATION: Param<Audience> = param("duration");
const LENGTH: Param<ClapRoom> = param("length");
/// Decay time below which the field of the room fades to that of the open air \[s\].
const MIN_DECAY: f64 = 0.1;
/// Frequency between the decay of low and of high sounds \[Hz\].
const CROSSOVER: f64 = 2000.0;

parts! {
    /// Model of a hand clap and of applause.
    pub struct Clap {
        /// Speed of the hands.
        closing: Closing, Motion;
        /// Cup, opening and flesh of the hands.
        hands: Hands, Structure;
        /// Number, pace and distance of the people who clap.
        audience: Audience, Motion;
        /// Size and decay of the room around the people.
        room: ClapRoom, Structure;
    }
}

const CLAP: usize = 0;
const APPLAUD: usize = 1;

impl Model for Clap {
    const INFO: ModelInfo = ModelInfo {
        name: "clap",
        title: "Hands clap, one pair or a whole audience",
        family: Family::Air,
        level: Level::Event,
        made_of: &[],
        physics: "Two cupped hands close. The air between them is expelled through a shrinking gap and is compressed; when the rims have met, the cup rings with the opening \
                  that stays, as a bottle does, until the flesh has taken the sound away. The uneven palms meet patch by patch, each expels a last film of air, and the jet is \
                  noisy. Every clap differs a little, every pair of hands more; in an audience each person keeps a pace of their own, or follows the beat of all.",
        equation: "V/(ρc²)·ṗ = S·v − Q,  ρl/A·Q̇ = p − ρ/2·(Q/A)²,  f = c/2π·√(A₀/(V·l))",
        source: "[Fletcher2013], [Repp1987], [Peltola2007], [Neda2000], [Repp2005]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const LASTING_GESTURES: &'static [&'static str] = &["applaud"];
    const GESTURES: &'static [Info] = &[
        Info { id: "clap", doc: "Claps once, with the hands closing at this speed.", ..SPEED.info() },
        Info {
            id: "applaud",
            doc: "Lets all people clap for this time, live without a time until 0.",
            ..DURATION.info()
        },
    ];
    /// Bound of the output: the maximum number of claps at the smallest distance, all at their largest
    /// sample, directly and from the room, whose lines hold at most 64 times their input.
    const OUTPUT: OutputKind = OutputKind::pressure(65.0 * MAX_CLAPS as f64 * MAX_CLAP_PRESSURE);
    const MEASUREMENTS: &'static [OutputKind] =
        &[OutputKind { name: "claps", quantity: "count", unit: Unit::One, max: MAX_PEOPLE as f64 }];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.closing.speed;
    type Player = ClapPlayer;

    fn player(&self, seed: u64, step: Step) -> ClapPlayer {
        let mut dice = Dice::new(mix_seed(seed, 0));
        let people = core::array::from_fn(|_| Person {
            next: 0.0,
            rate: dice.normal().clamp(-2.5, 2.5),
            cup: dice.normal().clamp(-2.5, 2.5),
            opening: dice.normal().clamp(-2.5, 2.5),
            film: dice.normal().clamp(-2.5, 2.5),
            speed: dice.normal().clamp(-2.5, 2.5),
            place: dice.unit(),
            patience: dice.unit(),
        });
        ClapPlayer {
            people,
            claps: core::array::from_fn(|_| HandClap::REST),
            active: 0,
            dice,
            white: WhiteNoise::new(mix_seed(seed, 1)),
            elapsed: 0.0,
            beats: 0.0,
            time_left: 0.0,
            swell: 0.0,
            field: DiffuseField::new(&self.room, step),
        }
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        if self.audience.people > 1 {
            vec![(0.0, APPLAUD, self.audience.duration)]
        } else {
            vec![(0.0, CLAP, self.closing.speed)]
        }
    }
}

/// One person of an audience; the numbers are random deviations that the parameters scale.
#[derive(Clone, Copy, Debug)]
struct Person {
    /// Time of the next clap, counted from the start of the applause \[s\].
    next: f64,
    rate: f64,
    cup: f64,
    opening: f64,
    film: f64,
    speed: f64,
    /// Place of the person in the area of the audience, from 0 at the nearest to 1 at the farthest.
    place: f64,
    /// Share of the swell after which the person starts, and stops.
    patience: f64,
}

impl Person {
    /// Returns hands, speed [m/s] and distance \[m\] of the person.
    fn clap(&self, now: &Clap, speed: f64) -> (Hands, f64, f64) {
        let Audience { people, variety, near, far, .. } = now.audience;
        let variety = if people > 1 { variety } else { 0.0 };
        let vary = |value: f64, by: f64| value * libm::exp(variety * by);
        let hands = Hands {
            cup: vary(now.hands.cup, self.cup),
            opening: vary(now.hands.opening, self.opening),
            film: vary(now.hands.film, self.film),
            ..now.hands
        };
        let far = if people > 1 { far.max(near) } else { near };
        let distance = (near * near + self.place * (far * far - near * near)).sqrt();
        (hands, vary(speed, 0.5 * self.speed), distance)
    }

    /// Returns the time to the next clap \[s\] of a person whose last clap came at the beat `beats`, a number
    /// with a fraction \[1\].
    fn interval(&self, audience: &Audience, beats: f64, dice: &mut Dice) -> f64 {
        let Audience { rate, rate_spread, irregularity, unison, .. } = *audience;
        let (spread, unison) = if audience.people > 1 { (rate_spread, unison) } else { (0.0, 0.0) };
        let own = rate * libm::exp(spread * self.rate);
        let late = (beats - libm::round(beats)) / rate;
        (1.0 + irregularity * dice.normal().clamp(-1.8, 1.8)) / own - unison * late
    }
}

/// Plays [`Clap`]: the people, and their claps in progress.
#[derive(Clone, Debug)]
pub struct ClapPlayer {
    people: [Person; MAX_PEOPLE],
    claps: [HandClap; MAX_CLAPS],
    /// Number of claps in progress, at the beginning of `claps`.
    active: usize,
    dice: Dice,
    white: WhiteNoise,
    /// Time since the applause began \[s\].
    elapsed: f64,
    /// Number of beats of the audience since the applause began, with a fraction \[1\].
    beats: f64,
    /// Time until the last person stops \[s\].
    time_left: f64,
    /// Time in which this applause swells, and in which it dies away \[s\].
    swell: f64,
    field: DiffuseField,
}

/// Diffuse field of the room around the people.
#[derive(Clone, Debug)]
struct DiffuseField {
    late: LateReverb,
    /// Room for which the delay lines are tuned.
    tuned: ClapRoom,
    /// Gain of the delay lines at the end of the last block \[1\].
    gain: f64,
    /// Number of successive samples without input and with silent lines.
    quiet: usize,
    longest: usize,
}

impl DiffuseField {
    fn new(room: &ClapRoom, step: Step) -> Self {
        let largest = ClapRoom { length: LENGTH.max, ..*room };
        let late = LateReverb::new(&largest.shoebox(), step);
        let longest = late.max_samples() as usize;
        let mut field = Self { late, tuned: *room, gain: 0.0, quiet: longest, longest };
        field.gain = field.tune(room, step);
        field
    }

    /// Sets the delay lines to a room; returns their gain.
    fn tune(&mut self, room: &ClapRoom, step: Step) -> f64 {
        self.tuned = *room;
        // Shorter decays than this have no reverberation of their own.
        let decay = room.decay.max(MIN_DECAY);
        let gain = self.late.tune(&room.shoebox(), [decay, room.softness * decay], CROSSOVER, step);
        gain * (room.decay / MIN_DECAY).min(1.0)
    }

    fn silent(&self) -> bool {
        self.quiet >= self.longest
    }

    /// Adds the field of the sound `given`, its pressure at 1 m from all people, to `sound`.
    fn add(&mut self, given: &[f64; BLOCK], sound: &mut [f64; BLOCK], room: &ClapRoom, step: Step) {
        let (before, from) = (self.late.lengths, self.gain);
        if *room != self.tuned {
            self.gain = self.tune(room, step);
        }
        if self.gain == 0.0 && from == 0.0 {
            self.quiet = self.longest;
            return;
        }
        for (n, (&given, sum)) in given.iter().zip(sound).enumerate() {
            let progress = (n + 1) as f64 / BLOCK as f64;
            let lines = self.late.circulate(given, &before, progress);
            let gain = from + progress * (self.gain - from);
            let mut loudest = given.abs();
            for (line, sample) in lines.iter().enumerate() {
                *sum += gain * sign(0, line) * sample;
                loudest = loudest.max(sample.abs());
            }
            self.quiet = if loudest < SILENCE.max(1e-9) { self.quiet.saturating_add(1) } else { 0 };
        }
    }
}

impl ClapPlayer {
    /// Starts a clap of a person at the sample `at`, with the hands closing at about `speed` [m/s].
    fn start(&mut self, person: usize, now: &Clap, speed: f64, at: f64, step: Step) {
        let Some(person) = self.people.get(person) else { return };
        let (hands, speed, distance) = person.clap(now, speed);
        let hands = hands.varied(&mut self.dice);
        let speed = speed * libm::exp(now.hands.variation * self.dice.normal().clamp(-3.0, 3.0));
        if let Some(clap) = self.claps.get_mut(self.active) {
            clap.begin(&hands, speed.clamp(0.1, 20.0), distance, at, &mut self.dice, step);
            self.active += 1;
        }
    }

    /// Begins the applause: every person starts at a time of their own, in unison at a beat.
    fn applaud(&mut self, now: &Clap) {
        (self.elapsed, self.beats) = (0.0, 0.0);
        let Audience { rate, unison, .. } = now.audience;
        // A short applause swells and dies away within its half.
        self.swell = now.audience.swell.min(0.5 * self.time_left);
        let swell = self.swell;
        for person in &mut self.people {
            let start = person.patience * swell + self.dice.unit() / rate;
            let beat = libm::round(start * rate) / rate;
            person.next = start + unison * (beat - start);
        }
    }

    /// Lets the people clap from the sample `from` to the end of the block.
    fn advance(&mut self, now: &Clap, from: usize, block: &mut Block<'_>) {
        let step = block.step();
        let end = self.elapsed + (BLOCK - from) as f64 * step.seconds();
        let rest = self.time_left;
        for index in 0..(now.audience.people as usize).min(MAX_PEOPLE) {
            let Some(person) = self.people.get(index).copied() else { break };
            if person.next >= end {
                continue;
            }
            let at = from as f64 + ((person.next - self.elapsed) / step.seconds()).max(0.0);
            // People stop one after another, the most patient last.
            let stopped = rest < self.swell * (1.0 - person.patience);
            let mut next = person.next.max(self.elapsed);
            let beats = self.beats + now.audience.rate * (next - self.elapsed);
            next += person.interval(&now.audience, beats, &mut self.dice);
            if let Some(person) = self.people.get_mut(index) {
                person.next = next;
            }
            if stopped {
                continue;
            }
            self.start(index, now, now.closing.speed, at, step);
            let sample = (at as usize).min(BLOCK - 1);
            if let Some(count) = block.measured(0).and_then(|page| page.get_mut(sample)) {
                *count += 1.0;
            }
        }
        self.beats += now.audience.rate * (end - self.elapsed);
        self.elapsed = end;
        self.time_left -= (BLOCK - from) as f64 * step.seconds();
    }
}

impl Player<Clap> for ClapPlayer {
    fn play(&mut self, now: &Clap, block: &mut Block<'_>) {
        let step = block.step();
        let mut from = 0;
        for index in 0..block.gestures().len() {
            let Some(&gesture) = block.gestures().get(index) else { break };
            if gesture.gesture == CLAP {
                let speed = SPEED.clamp(gesture.value);
                self.start(0, now, speed, gesture.at as f64, step);
                if let Some(count) = block.measured(0).and_then(|page| page.get_mut(gesture.at)) {
                    *count += 1.0;
                }
            } else if gesture.value <= 0.0 {
                self.time_left = self.time_left.min(self.swell);
            } else {
                let begins = self.time_left <= 0.0;
                self.time_left = gesture.duration(DURATION.clamp(gesture.value));
                if begins {
                    self.applaud(now);
                    from = gesture.at;
                }
            }
        }
        if self.time_left > 0.0 {
            self.advance(now, from, block);
        }
        if self.silent() {
            return;
        }
        let (mut sound, mut near) = ([0.0; BLOCK], [0.0; BLOCK]);
        for clap in self.claps.iter_mut().take(self.active) {
            let closer = 1.0 / clap.distance();
            for (sample, near) in sound.iter_mut().zip(&mut near) {
                let pressure = clap.next(self.white.draw(), step).sound;
                *sample += closer * pressure;
                *near += pressure;
            }
        }
        self.field.add(&near, &mut sound, &now.room, step);
        let mut index = 0;
        while index < self.active {
            if self.claps.get(index).is_some_and(HandClap::silent) {
                self.active -= 1;
                self.claps.swap(index, self.active);
            } else {
                index += 1;
            }
        }
        block.add(&sound);
    }

    fn done(&self) -> bool {
        self.time_left <= 0.0
    }

    fn silent(&self) -> bool {
        self.active == 0 && self.field.silent()
    }
}

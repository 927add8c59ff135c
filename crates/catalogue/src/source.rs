//! A built-in input signal for models that take an input ([`foley_sound::Model::TAKES_INPUT`]), so that
//! they also sound without a file.
//!
//! | kind     | signal                                                                         | duration |
//! |----------|--------------------------------------------------------------------------------|----------|
//! | `none`   | silence: only the external input is heard                                      |          |
//! | `clap`   | one clap of two cupped hands at 1 m ([`HandClap`])                             | 0.15 s   |
//! | `knocks` | four knocks of a knuckle on a door, whose panel bends in 84 modes (`door.rs`)    | 1.1 s    |
//! | `voice`  | five sung vowels: glottal pulses through four formants                         | 2.4 s    |
//! | `noise`  | steady noise up to 8 kHz, faded in and out                                     | 1.5 s    |
//! | `click`  | a pulse of a seventh of a millisecond                                          |          |
//! | `buzz`   | a fly: pulses at 190 Hz with a wavering pitch                                  | 2.5 s    |
//!
//! The glottal pulse is the derivative of the glottal flow: $`2x - 3x^2`$ while the glottis is open (x from 0
//! to 1), and 0 while it is closed. Its sharp end excites the formants. The clap is that of [`Hands`] with
//! the default values, closing at 3 m/s; every clap differs a little. Every kind is limited to ±1 by
//! $`x/\sqrt{1 + x^2}`$, which leaves low levels unchanged.
//!
//! Source: \[Klatt1990\] for the pulse and the formants; \[Fletcher2013\] for the clap; \[Wallace1972\] for
//! the door.

use crate::air::cupped_hands::{HandClap, Hands};
use crate::door::Door;
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_dsp::signal::{Section, WhiteNoise, cut};
use foley_params::{Info, Param, choices, param, params};
use foley_sound::{BLOCK, Block};

choices! {
    /// Built-in sounds for models that take an input.
    pub enum SourceKind {
        /// Silence.
        None = "none",
        /// One hand clap.
        Clap = "clap",
        /// Four knocks on a door.
        Knocks = "knocks",
        /// Five sung vowels.
        Voice = "voice",
        /// Steady noise up to 8 kHz.
        Noise = "noise",
        /// One click.
        Click = "click",
        /// A fly at 190 Hz.
        Buzz = "buzz",
    }
}

params! {
    /// Built-in input signal.
    /// Default: a clap.
    pub struct Source("source") {
        /// Built-in signal that the gesture `play` starts; it is added to the external input.
        kind: SourceKind = SourceKind::Clap, "s", choice;
        /// Peak level of the built-in signal.
        level: f64 = 0.7, "a", One, lin [0.0, 1.0], glide 0.02, handle("source-level", "silent", "loud");
    }
}

const LEVEL: Param<Source> = param("level");

/// The `play` gesture, shared by all models with a source.
pub const PLAY: Info = Info {
    id: "play",
    symbol: "p",
    doc: "Lets the source sound from its beginning, with this factor on its level.",
    default: 1.0,
    glide: 0.0,
    handle: None,
    ..LEVEL.info()
};

/// Duration of each kind of source \[s\], in the order of `SourceKind`.
const DURATIONS: [f64; SourceKind::NAMES.len()] = [0.0, 0.15, 1.1, 2.4, 1.5, 1.5e-4, 2.5];
/// Speed at which the hands of the kind `clap` close [m/s].
const CLAP_SPEED: f64 = 3.0;
/// Level of the kind `clap` per sound pressure at 1 m [1/Pa]. A clap has a peak of about 3 Pa.
const CLAP_LEVEL: f64 = 0.6;
/// Start times of the four knocks of the kind `knocks` \[s\].
const KNOCK_TIMES: [f64; 4] = [0.0, 0.17, 0.34, 0.68];
/// Level of the kind `knocks` per force of the door's modes \[1\].
const KNOCK_LEVEL: f64 = 6.0;
/// Notes of the melody of the kind `voice`: start \[s\], pitch \[Hz\], index of the vowel.
const MELODY: [(f64, f64, usize); 5] =
    [(0.0, 146.8, 0), (0.45, 174.6, 1), (0.9, 164.8, 2), (1.3, 196.0, 3), (1.75, 146.8, 0)];
/// Formant frequencies of the vowels a, o, i, e \[Hz\].
const VOWELS: [[f64; 4]; 4] = [
    [730.0, 1090.0, 2440.0, 3400.0],
    [500.0, 850.0, 2400.0, 3300.0],
    [290.0, 2250.0, 2950.0, 3600.0],
    [480.0, 1800.0, 2500.0, 3500.0],
];
/// Bandwidths of the four formants \[Hz\].
const WIDTHS: [f64; 4] = [80.0, 90.0, 120.0, 150.0];
/// Levels of the four formants \[1\].
const LEVELS: [f64; 4] = [2.2, 1.2, 0.7, 0.35];
/// Fraction of a pitch period for which the glottis is open \[1\].
const OPEN: f64 = 0.6;
/// Time in which an interrupted source fades into the next source \[s\].
const CROSSFADE: f64 = 0.002;

/// Plays the built-in source and adds its signal to the external input.
#[derive(Clone, Debug)]
pub struct SourcePlayer {
    white: WhiteNoise,
    dice: Dice,
    step: Step,
    kind: SourceKind,
    /// Samples since the source started.
    age: u64,
    /// Length of the source \[samples\]; 0 while the source is silent.
    duration: u64,
    /// Value of the last `play` gesture, a factor on the source \[1\].
    factor: f64,
    /// Level of the source at the end of the previous block \[1\].
    level: f64,
    /// Clap of the kind `clap`.
    clap: HandClap,
    sections: [Section; 4],
    /// Prewarped frequency, damping and level of each band-pass section \[1\].
    section_params: [[f64; 3]; 4],
    /// Door of the kind `knocks`.
    door: Door,
    /// Phase of the glottal pulse \[periods\].
    phase: f64,
    /// Increment of the phase per sample \[periods\].
    phase_step: f64,
    /// Present pitch of the voice \[Hz\].
    pitch: f64,
    /// Present formant frequencies of the voice \[Hz\].
    formants: [f64; 4],
    /// Last sample of the present source.
    last: f64,
    /// Last sample of the interrupted source, which fades out.
    previous: f64,
    /// Remaining share of the interrupted source in the crossfade \[1\].
    previous_share: f64,
}

impl SourcePlayer {
    /// Creates a silent player. Real-time: yes.
    pub fn new(seed: u64, step: Step) -> Self {
        Self {
            white: WhiteNoise::new(mix_seed(seed, 0)),
            dice: Dice::new(mix_seed(seed, 1)),
            step,
            kind: SourceKind::None,
            age: 0,
            duration: 0,
            factor: 0.0,
            level: f64::NAN,
            clap: HandClap::REST,
            sections: [Section::REST; 4],
            section_params: [[0.0; 3]; 4],
            door: Door::REST,
            phase: 0.0,
            phase_step: 0.0,
            pitch: 0.0,
            formants: [0.0; 4],
            last: 0.0,
            previous: 0.0,
            previous_share: 0.0,
        }
    }

    /// Whether the source is silent. The source stays silent until the next `play` gesture.
    pub fn silent(&self) -> bool {
        self.duration == 0
    }

    /// Returns the input of this block: the external input plus the source. The source restarts at each
    /// gesture with the index `play`. Real-time: yes.
    pub fn mix_input(&mut self, now: &Source, block: &Block<'_>, play: usize) -> [f64; BLOCK] {
        let mut input = *block.input();
        let from = if self.level.is_nan() { now.level } else { self.level };
        self.level = now.level;
        let slope = (now.level - from) / BLOCK as f64;
        let mut start = 0;
        for gesture in block.gestures().iter().filter(|gesture| gesture.gesture == play) {
            let at = gesture.at.min(BLOCK);
            self.add(&mut input, start, at, from, slope);
            self.begin(now.kind, PLAY.clamp(gesture.value));
            start = at;
        }
        self.add(&mut input, start, BLOCK, from, slope);
        input
    }

    /// Adds the source to the samples `from..to` of `input`. The level starts at `level` and changes by
    /// `slope` per sample.
    fn add(&mut self, input: &mut [f64; BLOCK], from: usize, to: usize, level: f64, slope: f64) {
        for (index, sum) in input.iter_mut().enumerate() {
            if self.duration == 0 {
                return;
            }
            if (from..to).contains(&index) {
                *sum += (level + slope * (index + 1) as f64) * self.next();
            }
        }
    }

    fn begin(&mut self, kind: SourceKind, factor: f64) {
        let samples = |seconds: f64| (seconds * self.step.rate()).ceil() as u64;
        // The interrupted source fades out within two milliseconds.
        (self.previous, self.previous_share) = if self.duration == 0 { (0.0, 0.0) } else { (self.last, 1.0) };
        self.kind = kind;
        self.factor = factor;
        self.age = 0;
        self.duration = DURATIONS.get(kind as usize).map_or(0, |&seconds| samples(seconds).max(2));
        if kind == SourceKind::None {
            self.duration = 0;
        }
        self.sections = [Section::REST; 4];
        match kind {
            SourceKind::Clap => {
                let hands = Hands::default().varied(&mut self.dice);
                self.clap.begin(&hands, CLAP_SPEED, 1.0, 0.0, &mut self.dice, self.step);
            }
            SourceKind::Knocks => self.door.tune(self.step),
            SourceKind::Voice => {
                self.phase = 0.0;
                (self.pitch, self.formants) = (MELODY[0].1 * 0.94, VOWELS[0]);
            }
            SourceKind::Noise => self.tune(0, 8000.0, 1.4, 0.35),
            SourceKind::Buzz => {
                self.phase = 0.0;
                self.tune(0, 380.0, 1.2, 1.6);
                self.tune(1, 1500.0, 1.5, 2.2);
            }
            _ => {}
        }
    }

    fn tune(&mut self, index: usize, frequency: f64, damping: f64, level: f64) {
        if let Some(section_params) = self.section_params.get_mut(index) {
            *section_params = [cut(frequency, self.step), damping, level];
        }
    }

    /// Returns the next sample of the source, within ±1 times the gesture's factor.
    #[inline]
    fn next(&mut self) -> f64 {
        let seconds = self.age as f64 * self.step.seconds();
        let value = match self.kind {
            SourceKind::Clap => CLAP_LEVEL * self.clap.next(self.white.draw(), self.step).sound,
            SourceKind::Knocks => self.knocks(),
            SourceKind::Voice => self.voice(seconds),
            SourceKind::Noise => self.noise(seconds),
            SourceKind::Buzz => self.buzz(seconds),
            SourceKind::Click => {
                let fade = (self.age as f64 + 0.5) / self.duration as f64;
                4.0 * fade * (1.0 - fade)
            }
            SourceKind::None => 0.0,
        };
        // The click is limited already. All other kinds are limited here and faded out over the last 10 ms.
        let rest = (self.duration - self.age) as f64 * self.step.seconds() / 0.01;
        let bound = if self.kind == SourceKind::Click {
            value
        } else {
            value / (1.0 + value * value).sqrt() * rest.min(1.0)
        };
        self.last = self.factor * bound;
        if self.previous_share > 0.0 {
            self.last = self.previous_share * self.previous + (1.0 - self.previous_share) * self.last;
            self.previous_share -= self.step.seconds() / CROSSFADE;
        }
        self.age += 1;
        if self.age >= self.duration {
            self.duration = 0;
            self.dice.unit();
        }
        self.last
    }

    fn knocks(&mut self) -> f64 {
        for at in KNOCK_TIMES {
            if self.age == (at * self.step.rate()) as u64 {
                let force = self.dice.between(0.8, 1.2);
                self.door.knock(force, &mut self.dice);
            }
        }
        KNOCK_LEVEL * self.door.next(self.step)
    }

    fn noise(&mut self, seconds: f64) -> f64 {
        let fade = (seconds / 0.02).min((DURATIONS[SourceKind::Noise as usize] - seconds) / 0.05);
        let fade = fade.clamp(0.0, 1.0);
        let [g, k, level] = self.section_params[0];
        fade * fade * level * self.sections[0].pass(self.white.draw(), g, k)[0]
    }

    fn voice(&mut self, seconds: f64) -> f64 {
        if self.age.is_multiple_of(16) {
            self.update_note(seconds);
        }
        let pulse = self.pulse();
        let breath = 0.02 * self.white.draw();
        let fade = (seconds / 0.05).min((DURATIONS[SourceKind::Voice as usize] - seconds) / 0.25);
        let fade = fade.clamp(0.0, 1.0);
        fade * fade * self.resonate(pulse + breath, 4)
    }

    fn buzz(&mut self, seconds: f64) -> f64 {
        if self.age.is_multiple_of(16) {
            let wave = |turns: f64| libm::sin(core::f64::consts::TAU * turns * seconds);
            let wavering = 1.0 + 0.05 * wave(1.7) + 0.03 * wave(4.1) + 0.02 * self.dice.signed();
            self.phase_step = 190.0 * wavering * self.step.seconds();
        }
        let fade = (seconds / 0.08).min((DURATIONS[SourceKind::Buzz as usize] - seconds) / 0.15);
        let pulse = self.pulse();
        fade.clamp(0.0, 1.0) * self.resonate(pulse, 2)
    }

    /// Advances the glottis or the fly's wing by one sample and returns the pulse at this sample.
    #[inline]
    fn pulse(&mut self) -> f64 {
        self.phase += self.phase_step;
        if self.phase >= 1.0 {
            self.phase -= 1.0;
        }
        let x = self.phase / OPEN;
        if x < 1.0 { x * (2.0 - 3.0 * x) } else { 0.0 }
    }

    /// Moves the pitch and the formants towards those of the current note.
    fn update_note(&mut self, seconds: f64) {
        let note = MELODY.iter().rev().find(|note| note.0 <= seconds);
        let &(_, pitch, vowel) = note.unwrap_or(&MELODY[0]);
        let every = 16.0 * self.step.seconds();
        let fade = every / (0.045 + every);
        let vibrato = 1.0 + 0.012 * libm::sin(core::f64::consts::TAU * 5.5 * seconds);
        let jitter = 1.0 + 0.004 * self.dice.signed();
        self.pitch += fade * (pitch - self.pitch);
        self.phase_step = self.pitch * vibrato * jitter * self.step.seconds();
        for index in 0..4 {
            self.formants[index] += fade * (VOWELS[vowel.min(3)][index] - self.formants[index]);
            let frequency = self.formants[index];
            self.tune(index, frequency, WIDTHS[index] / frequency, LEVELS[index]);
        }
    }

    /// Returns the sum of the band-pass outputs of the first `count` sections for one input sample.
    #[inline]
    fn resonate(&mut self, input: f64, count: usize) -> f64 {
        let mut sum = 0.0;
        let rows = self.sections.iter_mut().zip(&self.section_params).take(count);
        // Neighbouring sections have opposite signs, which avoids a notch between two formants.
        let mut sign = 1.0;
        for (section, &[g, k, level]) in rows {
            sum += sign * level * k * section.pass(input, g, k)[1];
            sign = -sign;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play_source(kind: SourceKind, rate: f64, seed: u64) -> Vec<f64> {
        let mut source_player = SourcePlayer::new(seed, Step::at_rate(rate));
        source_player.begin(kind, 1.0);
        let mut all = Vec::new();
        while !source_player.silent() {
            all.push(source_player.next());
        }
        all
    }

    #[test]
    fn every_kind_is_audible_limited_and_finite_at_every_rate() {
        for rate in [8_000.0, 44_100.0, 192_000.0] {
            for &kind in SourceKind::ALL {
                let name = kind.name();
                let all = play_source(kind, rate, 1);
                let peak = all.iter().fold(0.0_f64, |peak, sample| peak.max(sample.abs()));
                println!("{name} at {rate} Hz: peak {peak:.3}, {} samples", all.len());
                assert!(peak <= 1.0, "{name} at {rate} Hz: {peak}");
                assert!(kind == SourceKind::None || peak > 0.25, "{name} at {rate} Hz: {peak}");
                assert!(all.len() as f64 <= 3.0 * rate, "{name}: {}", all.len());
            }
        }
    }

    #[test]
    fn the_seed_alone_decides_the_random_parts() {
        for kind in
            [SourceKind::Clap, SourceKind::Knocks, SourceKind::Voice, SourceKind::Noise, SourceKind::Buzz]
        {
            let samples = |seed| play_source(kind, 48_000.0, seed);
            assert_eq!(samples(1), samples(1), "{}", kind.name());
            assert_ne!(samples(1), samples(2), "{}", kind.name());
        }
    }

    #[test]
    fn a_restart_makes_no_click() {
        // Restarting a voice must not make a larger step between samples than a voice that is not
        // restarted.
        let steepest = |all: &[f64]| {
            let steps = all.windows(2).map(|pair| (pair[1] - pair[0]).abs());
            steps.fold(0.0, f64::max)
        };
        let alone = steepest(&play_source(SourceKind::Voice, 48_000.0, 1));
        let mut source_player = SourcePlayer::new(1, Step::at_rate(48_000.0));
        source_player.begin(SourceKind::Voice, 1.0);
        let mut all = Vec::new();
        for index in 0..48_000 {
            if index % 3001 == 3000 {
                source_player.begin(SourceKind::Voice, 1.0);
            }
            all.push(source_player.next());
        }
        let again = steepest(&all);
        assert!(again <= 1.05 * alone, "{again}, alone {alone}");
    }
}

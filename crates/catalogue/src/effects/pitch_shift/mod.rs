//! A sound at another pitch and in the same time: a child's voice, a giant's, a bell out of tune.
//!
//! $$ f \to r f, \qquad r = 2^{n/12} $$
//!
//! | symbol | here                   | unit      | meaning                                                                          |
//! |--------|------------------------|-----------|----------------------------------------------------------------------------------|
//! | n      | [`Shift::semitones`]   | semitones | how far it is shifted                                                            |
//! | k      | [`Shift::formants`]    | 1         | how much of the spectrum's envelope stays where it was: the throat is not shifted |
//! | m      | [`Shift::mix`]         | 1         | how much of what is heard is shifted                                             |
//! | w, f_w | [`Shift::wobble`], [`Shift::pace`] | semitones, Hz | how far and how often the shift sways, as of a worn tape             |
//!
//! How it is done is told in `vocoder.rs`. It is late by half a frame and half a frame over r, N/2 (1 + 1/r):
//! 43 ms at the same pitch, 32 ms an octave up, 64 ms an octave down; the sound that is not shifted is held
//! back by one frame, 43 ms, to be with it. Facts: `tests/pitch_shift_facts.rs`.
//!
//! Sources: \[Puckette1995\], \[LarocheDolson1999\].

mod vocoder;

use self::vocoder::{RAISED, Vocoder, frame};
use crate::source::{Listening, PLAY, Source};
use foley_contact::Step;
use foley_dsp::signal::{Delay, Turn};
use foley_params::{Handle, Info, Param, Parametric, Scale, Unit};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

/// How it is shifted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    /// n \[semitones\]
    pub semitones: f64,
    /// k \[1\]
    pub formants: f64,
    /// m \[1\]
    pub mix: f64,
    /// w \[semitones\]
    pub wobble: f64,
    /// f_w \[Hz\]
    pub pace: f64,
}

impl Default for Shift {
    /// A fifth up, the throat as it was.
    fn default() -> Self {
        Self { semitones: 7.0, formants: 0.0, mix: 1.0, wobble: 0.0, pace: 3.0 }
    }
}

/// What a shift is counted in.
const SEMITONE: Unit = Unit::Other("semitone");

const SEMITONES: Param<Shift> = Param {
    id: "semitones",
    symbol: "n",
    unit: SEMITONE,
    doc: "How far the pitch is shifted; 12 are an octave up, twice the frequency.",
    min: -24.0,
    max: 24.0,
    scale: Scale::Linear,
    default: 7.0,
    glide: 0.05,
    handle: Some(Handle { name: "pitch", low: "giant", high: "chipmunk" }),
    get: |it| it.semitones,
    set: |it, value| it.semitones = value,
};

const FORMANTS: Param<Shift> = Param {
    id: "formants",
    symbol: "k",
    unit: Unit::One,
    doc: "How much of the spectrum's envelope stays where it was, as the throat of a singer does.",
    min: 0.0,
    max: 1.0,
    default: 0.0,
    handle: Some(Handle { name: "throat", low: "shifted too", high: "the same throat" }),
    get: |it| it.formants,
    set: |it, value| it.formants = value,
    ..SEMITONES
};

impl Parametric for Shift {
    const NAME: &'static str = "pitch-shift";
    const PARAMS: &'static [Param<Self>] = &[
        SEMITONES,
        FORMANTS,
        Param {
            id: "mix",
            symbol: "m",
            doc: "How much of what is heard is shifted; the rest is the sound itself.",
            default: 1.0,
            handle: Some(Handle { name: "blend", low: "as it was", high: "shifted only" }),
            get: |it| it.mix,
            set: |it, value| it.mix = value,
            ..FORMANTS
        },
        Param {
            id: "wobble",
            symbol: "w",
            doc: "How far the shift sways to either side.",
            min: 0.0,
            max: 6.0,
            default: 0.0,
            handle: None,
            get: |it| it.wobble,
            set: |it, value| it.wobble = value,
            ..SEMITONES
        },
        Param {
            id: "pace",
            symbol: "f_w",
            unit: Unit::Hertz,
            doc: "How often the shift sways.",
            min: 0.05,
            max: 20.0,
            scale: Scale::Logarithmic,
            default: 3.0,
            handle: None,
            get: |it| it.pace,
            set: |it, value| it.pace = value,
            ..SEMITONES
        },
    ];
}

/// A sound at another pitch and in the same time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PitchShift {
    /// How it is shifted.
    pub shift: Shift,
    /// What is heard when nothing is given.
    pub source: Source,
}

impl Default for PitchShift {
    /// Someone sings, a fifth too high.
    fn default() -> Self {
        let voice = crate::source::SOURCES.iter().position(|kind| *kind == "voice");
        Self {
            shift: Shift::default(),
            source: Source { kind: voice.unwrap_or(0) as f64, ..Source::default() },
        }
    }
}

/// Least and greatest ratio, with the sway held between them.
const LEAST: f64 = 0.25;
const MOST: f64 = 4.0;

impl Model for PitchShift {
    const INFO: ModelInfo = ModelInfo {
        name: "pitch-shift",
        title: "A sound at another pitch, in the same time",
        family: Family::Effects,
        level: Level::Process,
        made_of: &[],
        physics: "Short frames of the sound are taken apart into sines and laid down again closer together or further apart, every peak of the spectrum with the phase that \
                  lets it go on from where it was, so that the sound is drawn out without another pitch; played faster or slower by as much it has its time again, and \
                  another pitch. The envelope of the spectrum can be left where it was, as if the same throat sang higher.",
        equation: "f → f·2^(n/12);  Y = X·z/|z|, z = Y_before·X'*",
        source: "[Puckette1995], [LarocheDolson1999]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![shift: Interaction, source: Motion];
    const GESTURES: &'static [Info] = &[PLAY];
    // All the power of a frame may meet in one sample, √(3N/8) times what came in: 78 for frames of 16384
    // samples at 384 kHz; four frames overlap with windows that add up to 4/3 of a whole; the sinc adds 2 at
    // most, formants are raised by no more than 8, what comes in is at most 2.
    const OUTPUT: OutputKind = OutputKind::signal(78.0 * 4.0 / 3.0 * 2.0 * RAISED * 2.0 + 2.0);
    const TAKES_INPUT: bool = true;
    type Player = PitchShiftPlayer;

    fn player(&self, seed: u64, step: Step) -> PitchShiftPlayer {
        let long = frame(step);
        PitchShiftPlayer {
            listening: Listening::new(seed, step),
            vocoder: Vocoder::new(step),
            direct: Delay::new(long + 4),
            long,
            sway: Turn::default(),
            ratio: None,
            mix: self.shift.mix,
            quiet: usize::MAX,
        }
    }
}

/// Shifts what it hears.
#[derive(Debug)]
pub struct PitchShiftPlayer {
    listening: Listening,
    vocoder: Vocoder,
    direct: Delay,
    long: usize,
    sway: Turn,
    /// r and m at the end of the block before.
    ratio: Option<f64>,
    mix: f64,
    /// For so many samples nothing has come in.
    quiet: usize,
}

impl PitchShiftPlayer {
    /// After so many samples of silence nothing is left in it: frames hear a frame and a quarter, and at a
    /// quarter of the pitch they are laid down a frame apart, four for a whole.
    fn over(&self) -> bool {
        self.quiet >= 8 * self.long
    }
}

impl Player<PitchShift> for PitchShiftPlayer {
    fn play(&mut self, now: &PitchShift, block: &mut Block<'_>) {
        let step = block.step();
        let heard = self.listening.hear(&now.source, block, 0);
        let silent = heard.iter().all(|sample| *sample == 0.0);
        let was = self.over();
        self.quiet = if silent { self.quiet.saturating_add(BLOCK) } else { 0 };
        if was && silent {
            return;
        }
        self.sway.advance(Turn::per_step(now.shift.pace * BLOCK as f64, step));
        let semitones = now.shift.semitones + now.shift.wobble * self.sway.sine()[0];
        let ratio = libm::exp2(semitones / 12.0).clamp(LEAST, MOST);
        let from = self.ratio.replace(ratio).unwrap_or(ratio);
        let mix = core::mem::replace(&mut self.mix, now.shift.mix);
        let mut out = [0.0; BLOCK];
        for (n, (out, &input)) in out.iter_mut().zip(&heard).enumerate() {
            let way = (n + 1) as f64 / BLOCK as f64;
            let ratio = from + way * (ratio - from);
            let mix = mix + way * (now.shift.mix - mix);
            let shifted = self.vocoder.tick(input, ratio, now.shift.formants);
            self.direct.write(input);
            *out = mix * shifted + (1.0 - mix) * self.direct.at(self.long);
        }
        block.add(&out);
        if self.over() {
            self.vocoder.rest();
            self.direct.clear();
            self.ratio = None;
        }
    }

    fn done(&self) -> bool {
        self.listening.silent() && self.over()
    }

    fn silent(&self) -> bool {
        self.over()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_shift_holds_to_its_table() {
        foley_params::defaults_hold::<super::Shift>().unwrap();
    }
}

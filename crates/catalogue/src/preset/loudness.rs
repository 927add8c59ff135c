//! Loudness of a preset: the loudness asked for, and the stored gain that gives it.
//!
//! ```math
//! g = \min(L_0 - L, \; -1 - P)
//! ```
//!
//! | symbol | key      | unit | meaning                                                                       |
//! |--------|----------|------|-------------------------------------------------------------------------------|
//! | L₀     | `target` | LUFS | loudness asked for; −23 if omitted, the programme level of EBU R 128          |
//! | g      | `gain`   | dB   | gain from SI to full scale: at 0 dB, 1 SI unit is full scale                  |
//! | L      |          | LUFS | maximum momentary loudness of the SI samples as if their full scale were 1    |
//! | P      |          | dB   | peak of the SI samples relative to 1 SI unit                                  |
//!
//! The maximum momentary loudness suits short sounds: the integrated loudness of EBU R 128 is defined over a
//! programme. The second term keeps the peak at −1 dBFS: a click cannot be as loud as a hiss.
//!
//! Loudness and peak are those of the whole preset, played with its own score (or the opening of its model)
//! and its own seed, at 44.1 and at 48 kHz. Random and chaotic sounds differ between sample rates: the mean of
//! both levels and the larger peak count. The gain is stored and never measured while a sound is added. It
//! belongs to the preset as written: a harder strike stays louder. A preset without the field has the gain of
//! its model, which is measured with the default values of the model (`model_gains.txt`).
//!
//! `cargo xtask loudness --update` measures all; `cargo xtask loudness --check` compares.

use super::Preset;
use super::error::{Fail, ReadResult};
use foley_document::{LocatedNode, Tree, number, quantity};
use foley_dsp::analysis::max_momentary_loudness;
use foley_params::{Info, ParamError, Unit};
use foley_sound::{SoundError, VoiceSpec, perform};
use serde_json::{Value, json};

/// Loudness asked for \[LUFS\].
pub const TARGET: Info =
    quantity("target", Unit::Decibel, "Maximum momentary loudness asked for, in LUFS.", (-70.0, 0.0), -23.0);
/// Gain from SI units to full scale \[dB\].
pub const STORED_GAIN: Info = quantity(
    "gain",
    Unit::Decibel,
    "Gain from SI to full scale: at 0 dB, 1 SI unit is full scale. Without it, the gain of the model.",
    (-240.0, 240.0),
    0.0,
);

/// Maximum peak of a preset at its stored gain \[dBFS\].
pub const MAX_PEAK: f64 = -1.0;
/// Maximum deviation of a preset from the loudness asked for \[dB\].
pub const MAX_DEVIATION: f64 = 3.0;
/// Sample rates at which the loudness is measured \[Hz\]; the second is the default of a render.
pub const MEASURED_RATES: [f64; 2] = [44_100.0, 48_000.0];

/// Gains of the models with their default values: name and gain \[dB\] on each line.
const MODEL_GAINS: &str = include_str!("model_gains.txt");

/// Loudness of a preset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PresetLoudness {
    /// Maximum momentary loudness asked for \[LUFS\].
    pub target: f64,
    /// Gain from SI units to full scale \[dB\].
    pub gain: f64,
}

impl PresetLoudness {
    /// Returns the loudness of a model with its default values. A model outside the catalogue has a gain of
    /// 0 dB.
    pub fn of_model(model: &str) -> Self {
        let line = |line: &'static str| line.split_once(' ').filter(|(name, _)| *name == model);
        let gain = MODEL_GAINS.lines().find_map(line).and_then(|(_, gain)| gain.parse().ok());
        Self { target: TARGET.default, gain: gain.unwrap_or(STORED_GAIN.default) }
    }

    /// Interpolates loudnesses by weight, in decibels. Weights need not sum to 1; those of 0 or less count as
    /// 0. Without a positive weight, returns a gain of 0 dB.
    pub fn blend(ends: impl IntoIterator<Item = (f64, Self)>) -> Self {
        let (mut sum, mut target, mut gain) = (0.0, 0.0, 0.0);
        for (weight, end) in ends.into_iter().filter(|(weight, _)| *weight > 0.0) {
            sum += weight;
            target += weight * end.target;
            gain += weight * end.gain;
        }
        if sum > 0.0 {
            Self { target: target / sum, gain: gain / sum }
        } else {
            Self { target: TARGET.default, gain: STORED_GAIN.default }
        }
    }

    /// Returns the factor from SI units to full scale \[1\].
    pub fn factor(self) -> f64 {
        libm::pow(10.0, self.gain / 20.0)
    }

    /// Returns the factor from SI units to full scale \[1\], lowered if a peak of `peak` \[SI\] would exceed
    /// [`MAX_PEAK`].
    pub fn factor_below(self, peak: f64) -> f64 {
        let most = libm::pow(10.0, MAX_PEAK / 20.0) / peak;
        if peak > 0.0 { self.factor().min(most) } else { self.factor() }
    }
}

/// Loudness and peak of the SI samples of a preset at one sample rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoudnessMeasurement {
    /// Maximum momentary loudness as if full scale were 1 SI unit \[LUFS\].
    pub loudness: f64,
    /// Peak relative to 1 SI unit \[dB\].
    pub peak: f64,
}

impl LoudnessMeasurement {
    /// Plays a whole preset at a sample rate \[Hz\] and measures the sound; `None` if it is silent.
    ///
    /// # Errors
    /// If the sound cannot be played.
    pub fn at_rate(preset: &Preset, rate: f64) -> Result<Option<Self>, SoundError> {
        let spec = VoiceSpec::new(rate, preset.seed);
        let played = perform(&*preset.sound, &preset.score, &spec, None, &mut |_| {})?;
        let peak = played.sound().iter().flatten().fold(0.0_f64, |peak, x| peak.max(x.abs()));
        let loudness = max_momentary_loudness(played.sound(), rate);
        Ok(loudness.map(|loudness| Self { loudness, peak: 20.0 * libm::log10(peak) }))
    }
}

/// Measurements of a preset at each of [`MEASURED_RATES`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoudnessMeasurements(pub [LoudnessMeasurement; MEASURED_RATES.len()]);

impl LoudnessMeasurements {
    /// Plays a whole preset at each rate and measures the sound; `None` if it is silent.
    ///
    /// # Errors
    /// If the sound cannot be played.
    pub fn of(preset: &Preset) -> Result<Option<Self>, SoundError> {
        let [low, high] = MEASURED_RATES.map(|rate| LoudnessMeasurement::at_rate(preset, rate));
        Ok(low?.zip(high?).map(|(low, high)| Self([low, high])))
    }

    /// Returns the peak of the rate with the larger peak \[dB\].
    fn peak(self) -> f64 {
        self.0.iter().fold(f64::NEG_INFINITY, |peak, measured| peak.max(measured.peak))
    }

    /// Returns the loudness that sets the gain \[LUFS\]: the mean of both rates, but never so far from the
    /// loudness at 48 kHz, the default rate, that this rate misses the target by [`MAX_DEVIATION`].
    fn loudness(self) -> f64 {
        /// Distance from the maximum deviation, so that rounding cannot exceed it \[dB\].
        const MARGIN: f64 = 0.1;
        let [low, high] = self.0.map(|measured| measured.loudness);
        let most = MAX_DEVIATION - MARGIN;
        f64::midpoint(low, high).clamp(high - most, high + most)
    }

    /// Returns the gain \[dB\] to the loudness `target` \[LUFS\], at most to a peak of [`MAX_PEAK`], rounded
    /// down to a hundredth of a decibel.
    pub fn gain(self, target: f64) -> f64 {
        let gain = (target - self.loudness()).min(MAX_PEAK - self.peak());
        STORED_GAIN.clamp(libm::floor(100.0 * gain) / 100.0)
    }

    /// Checks a stored loudness: no peak exceeds full scale, and the loudness is within [`MAX_DEVIATION`] of
    /// the target, or lower with a peak at [`MAX_PEAK`]. At 44.1 kHz the loudness may deviate further if both
    /// rates differ by more than twice [`MAX_DEVIATION`], because one gain cannot suit both then.
    ///
    /// # Errors
    /// The first fault, as a sentence.
    pub fn check(self, stored: PresetLoudness) -> Result<(), String> {
        /// Distance of the peak from [`MAX_PEAK`] up to which the peak counts as limited \[dB\]: half of
        /// the distance from [`MAX_PEAK`] to full scale.
        const NEAR: f64 = 0.5;
        let [low, high] = self.0;
        let limited = (self.peak() + stored.gain - MAX_PEAK).abs() <= NEAR;
        let differ = (low.loudness - high.loudness).abs() > 2.0 * MAX_DEVIATION;
        for (measured, rate) in self.0.iter().zip(MEASURED_RATES) {
            let (level, peak) = (measured.loudness + stored.gain, measured.peak + stored.gain);
            if peak > 0.0 {
                return Err(format!("the peak at {rate} Hz is {peak:+.2} dBFS; the maximum is 0 dBFS"));
            }
            let exempt = (limited && level < stored.target) || (differ && *measured == low);
            if (level - stored.target).abs() > MAX_DEVIATION && !exempt {
                let target = stored.target;
                return Err(format!(
                    "the loudness at {rate} Hz is {level:.2} LUFS instead of {target} ±{MAX_DEVIATION}, with a \
                     peak of {peak:+.2} dBFS"
                ));
            }
        }
        Ok(())
    }
}

impl Preset {
    /// Plays the whole preset at both rates and returns its loudness with the measured gain. A silent preset
    /// keeps its gain. Takes about as long as rendering two files.
    ///
    /// # Errors
    /// If the sound cannot be played.
    pub fn measure_loudness(&self) -> Result<PresetLoudness, SoundError> {
        let PresetLoudness { target, gain } = self.loudness;
        let measured = LoudnessMeasurements::of(self)?;
        Ok(PresetLoudness { target, gain: measured.map_or(gain, |measured| measured.gain(target)) })
    }
}

/// Reads the field `loudness` of a preset of `model`. Omitted keys have the values of the model. If only
/// the target is given, the gain of the model changes by the difference of the targets.
pub(super) fn read(node: &LocatedNode, model: &str) -> ReadResult<PresetLoudness> {
    let of_model = PresetLoudness::of_model(model);
    let (mut target, mut gain) = (of_model.target, None);
    for (key, value) in node.fields()? {
        match key.as_str() {
            "target" => target = value.quantity(&TARGET)?,
            "gain" => gain = Some(value.quantity(&STORED_GAIN)?),
            _ => {
                let known = vec![TARGET.id, STORED_GAIN.id];
                return Err(value.fail_key(ParamError::unknown_name("key", key, known)));
            }
        }
    }
    let moved = of_model.gain + target - of_model.target;
    Ok(PresetLoudness { target, gain: gain.unwrap_or(moved) })
}

/// Returns the field `loudness` for writing.
pub(super) fn tree(loudness: PresetLoudness) -> Tree {
    let PresetLoudness { target, gain } = loudness;
    let fields = [(TARGET.id, target), (STORED_GAIN.id, gain)];
    Tree::Object(fields.map(|(key, value)| (key.to_owned(), number(value))).into())
}

/// Returns the JSON Schema of the field `loudness`.
pub(super) fn schema() -> Value {
    let mut gain = STORED_GAIN.schema();
    // The default is the gain of the model, and every model has another.
    if let Some(keywords) = gain.as_object_mut() {
        keywords.remove("default");
    }
    json!({
        "description": "Loudness of the preset: the loudness asked for and the gain that gives it.",
        "type": "object",
        "additionalProperties": false,
        "properties": { TARGET.id: TARGET.schema(), STORED_GAIN.id: gain },
    })
}

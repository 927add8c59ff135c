//! Measures of a sound: spectrum, centroid, loudness, and contact times.

use foley_dsp::analysis::{Spectrum, Weight};
use foley_sound::{Performance, Score, Sound, VoiceSpec, perform};

/// Sample rate \[Hz\].
pub(crate) const RATE: f64 = 48_000.0;

/// Performs a score at [`RATE`], for some seconds or until the sound ends.
pub(crate) fn perform_score(
    sound: &dyn Sound,
    score: &Score,
    seconds: Option<f64>,
    seed: u64,
) -> Performance {
    perform(sound, score, &VoiceSpec::new(RATE, seed), seconds, &mut |_| {}).unwrap()
}

/// Performs the default gestures of a sound at [`RATE`], for some seconds or until the sound ends.
pub(crate) fn perform_default(sound: &dyn Sound, seconds: Option<f64>, seed: u64) -> Performance {
    perform_score(sound, &Score::default(), seconds, seed)
}

/// Performs a gesture at time 0, for `seconds` or until the sound ends.
pub(crate) fn played(
    sound: &dyn Sound,
    gesture: &str,
    value: f64,
    seconds: Option<f64>,
    seed: u64,
) -> Performance {
    let mut score = Score::default();
    score.gesture(0.0, gesture, value);
    perform_score(sound, &score, seconds, seed)
}

/// Strikes a body for one second. Returns the velocity of the struck point \[m/s\].
pub(crate) fn contact_velocity(sound: &dyn Sound, speed: f64) -> Vec<f64> {
    let mut score = Score::default();
    score.gesture(0.0, "strike", speed);
    let spec = VoiceSpec { contact: true, ..VoiceSpec::new(RATE, 1) };
    let played = perform(sound, &score, &spec, Some(1.0), &mut |_| {}).unwrap();
    played.measured("contact-struck").unwrap().to_vec()
}

/// Power spectrum by a radix-2 transform; the input is padded to a power of two.
pub(crate) fn spectrum(samples: &[f64]) -> Vec<f64> {
    let size = samples.len().next_power_of_two();
    let mut re: Vec<f64> = samples.to_vec();
    re.resize(size, 0.0);
    let mut im = vec![0.0; size];
    let bits = size.trailing_zeros();
    for i in 0..size {
        let j = i.reverse_bits() >> (usize::BITS - bits);
        if i < j {
            re.swap(i, j);
        }
    }
    let mut half = 1;
    while half < size {
        for k in 0..half {
            let angle = -core::f64::consts::PI * k as f64 / half as f64;
            let (c, s) = (libm::cos(angle), libm::sin(angle));
            for a in (k..size).step_by(2 * half) {
                let b = a + half;
                let (x, y) = (re[b] * c - im[b] * s, re[b] * s + im[b] * c);
                (re[b], im[b]) = (re[a] - x, im[a] - y);
                (re[a], im[a]) = (re[a] + x, im[a] + y);
            }
        }
        half *= 2;
    }
    (0..size / 2).map(|i| re[i] * re[i] + im[i] * im[i]).collect()
}

/// Spectral centroid by power \[Hz\].
pub(crate) fn centroid(samples: &[f64]) -> f64 {
    let power = spectrum(samples);
    let total: f64 = power.iter().sum();
    let moment: f64 = power.iter().enumerate().map(|(i, p)| i as f64 * p).sum();
    moment / total * 0.5 * RATE / power.len() as f64
}

/// Largest power within a few hertz of a frequency \[Hz\].
pub(crate) fn power_near(samples: &[f64], frequency: f64) -> f64 {
    let power = spectrum(samples);
    let width = 0.5 * RATE / power.len() as f64;
    let at = (frequency / width) as usize;
    power[at.saturating_sub(3)..(at + 4).min(power.len())].iter().copied().fold(0.0, f64::max)
}

/// Root of the mean square.
pub(crate) fn rms(samples: &[f64]) -> f64 {
    (samples.iter().map(|x| x * x).sum::<f64>() / samples.len() as f64).sqrt()
}

/// First sample and length of every run of samples in which a force acts.
pub(crate) fn touches(force: &[f64]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut begun = None;
    for (i, &f) in force.iter().enumerate() {
        match (begun, f > 0.0) {
            (None, true) => begun = Some(i),
            (Some(from), false) => {
                found.push((from, i - from));
                begun = None;
            }
            _ => {}
        }
    }
    if let Some(from) = begun {
        found.push((from, force.len() - from));
    }
    found
}

/// Slope of the straight line through the points (0, y₀), (1, y₁), …
pub(crate) fn trend(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let (mx, my) = ((n - 1.0) / 2.0, values.iter().sum::<f64>() / n);
    let (mut sxy, mut sxx) = (0.0, 0.0);
    for (i, y) in values.iter().enumerate() {
        sxy += (i as f64 - mx) * (y - my);
        sxx += (i as f64 - mx) * (i as f64 - mx);
    }
    sxy / sxx
}

/// Returns the mean of the samples.
pub(crate) fn mean(samples: &[f64]) -> f64 {
    samples.iter().sum::<f64>() / samples.len() as f64
}

/// Returns the spectral centroid by magnitude, without the mean \[Hz\].
pub(crate) fn magnitude_centroid(samples: &[f64]) -> f64 {
    let mean = mean(samples);
    let swings: Vec<_> = samples.iter().map(|sample| sample - mean).collect();
    Spectrum::mean(&swings, RATE, 0.085).centroid(Weight::Amplitude)
}

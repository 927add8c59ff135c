//! A sound over time: what it is like in frames of some 40 ms, one every `hop`.
//!
//! Each frame is about its moment, under Hann's window for what is of the spectrum. Beside what
//! [`Features`](super::Features) says of the whole there is the flux, how much the spectrum grew since the
//! frame before:
//!
//! $$ F_n = \frac{\sqrt{\sum_k \max(a_{n,k} - a_{n-1,k},\, 0)^2}}{\max_n \sqrt{\sum_k a_{n,k}^2}}, \qquad a = \sqrt{P} $$
//!
//! which is 1 where the loudest frame comes out of silence, and 0 where nothing grows. The bandwidth is
//! between the frequencies that have 5 % of the power below and above.
//!
//! Source: \[Peeters2011\].

use super::features::zero_crossings;
use super::pitch::{Pitch, pitches};
use super::spectrum::{Frames, Spectrum, Weight, frame_length};
use super::{clean, peak, positive};

/// Length of a frame \[s\].
const FRAME: f64 = 0.040;
/// Share of the power below the roll-off.
const ROLL_OFF: f64 = 0.85;
/// Share of the power on either side of the bandwidth.
const BESIDE: f64 = 0.05;
/// Most frames: a smaller hop than that gives is made larger.
const MOST: usize = 1 << 16;

/// What a sound is like about a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moment {
    /// Root of the mean square of the frame, in the unit of the samples.
    pub rms: f64,
    /// Largest sample of the frame, in the unit of the samples.
    pub peak: f64,
    /// How high, and how sure that is.
    pub pitch: Pitch,
    /// Changes of sign per second \[1/s\].
    pub zero_crossing_rate: f64,
    /// Mean frequency by power \[Hz\].
    pub centroid: f64,
    /// How far the power is from it, in the mean square \[Hz\].
    pub spread: f64,
    /// Geometric over arithmetic mean of the power \[1\].
    pub flatness: f64,
    /// 85 % of the power is below \[Hz\].
    pub roll_off: f64,
    /// Nine tenths of the power are within \[Hz\].
    pub bandwidth: f64,
    /// How much the spectrum grew \[1\].
    pub flux: f64,
}

/// A sound over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// From one moment to the next \[s\]; the first is at 0.
    pub hop: f64,
    /// Length of a frame \[s\].
    pub frame: f64,
    /// Nine tenths of the power of all frames are within \[Hz\].
    pub bandwidth: f64,
    /// One for each hop.
    pub moments: Vec<Moment>,
}

impl Course {
    /// Measures a sound every `hop` \[s\].
    pub fn of(samples: &[f64], rate: f64, hop: f64) -> Self {
        let (samples, rate) = (clean(samples), positive(rate));
        let long = frame_length(FRAME, rate, samples.len());
        let least = (samples.len() / MOST).max(1);
        let whole = (hop * rate).round();
        let hop = if whole > least as f64 { (whole as usize).min(samples.len().max(1)) } else { least };
        let mut frames = Frames::new(long);
        let pitches = pitches(&samples, rate, hop as f64 / rate);
        let mut before = vec![0.0_f64; frames.bins()];
        let mut most = 0.0_f64;
        let mut all = vec![0.0; frames.bins()];
        let mut moments = Vec::with_capacity(pitches.len());
        for (index, pitch) in pitches.into_iter().enumerate() {
            let end = index * hop + long.div_ceil(2);
            let piece = &samples[end.saturating_sub(long).min(samples.len())..end.min(samples.len())];
            let power: Vec<f64> = frames.powers(&samples, end).collect();
            for (all, power) in all.iter_mut().zip(&power) {
                *all += power;
            }
            let mut grown = 0.0;
            for (before, power) in before.iter_mut().zip(&power) {
                let more = (power.sqrt() - *before).max(0.0);
                grown += more * more;
                *before = power.sqrt();
            }
            let spectrum = frames.spectrum(power, rate);
            most = most.max(spectrum.total().sqrt());
            moments.push(moment(piece, rate, pitch, &spectrum, grown.sqrt()));
        }
        for moment in &mut moments {
            moment.flux = if most > 0.0 { moment.flux / most } else { 0.0 };
        }
        Self {
            hop: hop as f64 / rate,
            frame: long as f64 / rate,
            bandwidth: bandwidth(&frames.spectrum(all, rate)),
            moments,
        }
    }

    /// The middle one of the pitches that are sure, each weighted by its loudness; none where no pitch is
    /// \[Hz\].
    pub fn pitch(&self) -> Option<f64> {
        let sure = |it: &Moment| Some((it.pitch.sure()?, it.rms * it.rms));
        let mut all: Vec<_> = self.moments.iter().filter_map(sure).collect();
        all.sort_by(|one, two| one.0.total_cmp(&two.0));
        let half = all.iter().map(|it| it.1).sum::<f64>() / 2.0;
        let mut below = 0.0;
        all.into_iter()
            .find(|&(_, weight)| {
                below += weight;
                below >= half
            })
            .map(|(pitch, _)| pitch)
    }

    /// The mean of the growth of the spectrum \[1\].
    pub fn flux(&self) -> f64 {
        let sum: f64 = self.moments.iter().map(|it| it.flux).sum();
        sum / self.moments.len().max(1) as f64
    }
}

fn bandwidth(spectrum: &Spectrum) -> f64 {
    spectrum.roll_off(1.0 - BESIDE) - spectrum.roll_off(BESIDE)
}

fn moment(piece: &[f64], rate: f64, pitch: Pitch, spectrum: &Spectrum, grown: f64) -> Moment {
    let count = piece.len().max(1) as f64;
    Moment {
        rms: (piece.iter().map(|x| x * x).sum::<f64>() / count).sqrt(),
        peak: peak(piece),
        pitch,
        zero_crossing_rate: zero_crossings(piece) as f64 * rate / count,
        centroid: spectrum.centroid(Weight::Power),
        spread: spectrum.spread(),
        flatness: spectrum.flatness(),
        roll_off: spectrum.roll_off(ROLL_OFF),
        bandwidth: bandwidth(spectrum),
        flux: grown,
    }
}

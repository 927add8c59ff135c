//! Features over time, in frames of 40 ms, one every `hop`.
//!
//! Each frame is centred on its time; spectral features use Hann's window. In addition to
//! [`Features`](super::Features) there is the flux, the growth of the spectrum since the previous frame:
//!
//! ```math
//! F_n = \frac{\sqrt{\sum_k \max(a_{n,k} - a_{n-1,k},\, 0)^2}}{\max_n \sqrt{\sum_k a_{n,k}^2}}, \qquad a = \sqrt{P}
//! ```
//!
//! The flux is 1 where the loudest frame follows silence, and 0 where nothing grows. The bandwidth lies
//! between the frequencies with 5 % of the power below and above.
//!
//! Source: \[Peeters2011\].

use super::features::zero_crossings;
use super::pitch::{Pitch, pitches};
use super::spectrum::{Frames, Spectrum, Weight, frame_length};
use super::{clean, peak, positive};

/// Length of a frame of which features are measured \[s\].
const FRAME: f64 = 0.040;
/// Share of the power that lies below the roll-off frequency \[1\].
const ROLL_OFF: f64 = 0.85;
/// Share of the power that lies below the band of the bandwidth, and an equal share above that band \[1\].
const OUTSIDE: f64 = 0.05;
/// Maximum number of frames; a hop that would give more frames is enlarged.
const MAX_FRAMES: usize = 1 << 16;

/// Features of one frame of a sound.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FeatureFrame {
    /// Root mean square of the frame, in the unit of the samples.
    pub rms: f64,
    /// Largest magnitude of a sample in the frame, in the unit of the samples.
    pub peak: f64,
    /// Pitch of the frame with its confidence.
    pub pitch: Pitch,
    /// Number of zero crossings per second \[1/s\].
    pub zero_crossing_rate: f64,
    /// Mean frequency, weighted by power \[Hz\].
    pub centroid: f64,
    /// Standard deviation of the frequency about the centroid, weighted by power \[Hz\].
    pub spread: f64,
    /// Geometric mean of the power divided by the arithmetic mean: near 1 for noise, near 0 for tones \[1\].
    pub flatness: f64,
    /// Frequency below which 85 % of the power lies \[Hz\].
    pub roll_off: f64,
    /// Width of the band with 90 % of the power \[Hz\].
    pub bandwidth: f64,
    /// Growth of the spectrum since the previous frame \[1\].
    pub flux: f64,
}

/// Features of a sound over time.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureFrames {
    /// Interval between frames \[s\]; the first frame is centred on 0.
    pub hop: f64,
    /// Length of each frame \[s\].
    pub frame: f64,
    /// Width of the band with 90 % of the power of all frames \[Hz\].
    pub bandwidth: f64,
    /// Features of all frames, in time order.
    pub frames: Vec<FeatureFrame>,
}

impl FeatureFrames {
    /// Measures the features of a sound at a rate \[Hz\] every `hop` \[s\].
    pub fn of(samples: &[f64], rate: f64, hop: f64) -> Self {
        let (samples, rate) = (clean(samples), positive(rate));
        let long = frame_length(FRAME, rate, samples.len());
        let least = (samples.len() / MAX_FRAMES).max(1);
        let whole = (hop * rate).round();
        let hop = if whole > least as f64 { (whole as usize).min(samples.len().max(1)) } else { least };
        let mut frames = Frames::new(long);
        let pitches = pitches(&samples, rate, hop as f64 / rate);
        let mut before = vec![0.0_f64; frames.bins()];
        let mut loudest = 0.0_f64;
        let mut all = vec![0.0; frames.bins()];
        let mut analysed = Vec::with_capacity(pitches.len());
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
            loudest = loudest.max(spectrum.total().sqrt());
            analysed.push(feature_frame(piece, rate, pitch, &spectrum, grown.sqrt()));
        }
        for frame in &mut analysed {
            frame.flux = if loudest > 0.0 { frame.flux / loudest } else { 0.0 };
        }
        Self {
            hop: hop as f64 / rate,
            frame: long as f64 / rate,
            bandwidth: bandwidth(&frames.spectrum(all, rate)),
            frames: analysed,
        }
    }

    /// Returns the median of the confident pitches, weighted by power \[Hz\]; `None` if no frame has a
    /// confident pitch.
    pub fn pitch(&self) -> Option<f64> {
        let weighted = |frame: &FeatureFrame| Some((frame.pitch.confident()?, frame.rms * frame.rms));
        let mut all: Vec<_> = self.frames.iter().filter_map(weighted).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let half = all.iter().map(|(_, weight)| weight).sum::<f64>() / 2.0;
        let mut below = 0.0;
        all.into_iter()
            .find(|&(_, weight)| {
                below += weight;
                below >= half
            })
            .map(|(pitch, _)| pitch)
    }

    /// Returns the mean flux of all frames \[1\].
    pub fn flux(&self) -> f64 {
        let sum: f64 = self.frames.iter().map(|frame| frame.flux).sum();
        sum / self.frames.len().max(1) as f64
    }
}

fn bandwidth(spectrum: &Spectrum) -> f64 {
    spectrum.roll_off(1.0 - OUTSIDE) - spectrum.roll_off(OUTSIDE)
}

fn feature_frame(piece: &[f64], rate: f64, pitch: Pitch, spectrum: &Spectrum, grown: f64) -> FeatureFrame {
    let count = piece.len().max(1) as f64;
    FeatureFrame {
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

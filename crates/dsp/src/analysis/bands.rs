//! Bands of frequency, each a hat that reaches from the middle of one neighbour to the middle of the other.
//!
//! ```text
//!  1 ──╲    ╱╲    ╱╲    ╱──       the hats add up to 1 everywhere: no power is lost, and a tone that
//!       ╲  ╱  ╲  ╱  ╲  ╱          glides passes from one band to the next without a jump
//!  0     ╳      ╳      ╳
//!      c₀    c₁    c₂    c₃  f
//! ```
//!
//! A bin of a spectrum is a box as wide as the distance between two of them, so that bands narrower than a
//! bin have their share.
//!
//! The mel scale puts equal steps where hearing has them, roughly:
//!
//! $$ m = 2595\,\log_{10}(1 + f / 700\,\mathrm{Hz}) $$
//!
//! Source: \[OShaughnessy1987\].

/// Hats over the bins of a spectrum.
#[derive(Clone, Debug)]
pub(super) struct Bands {
    /// Middles \[Hz\].
    pub(super) centres: Vec<f64>,
    /// Of every band the first bin and the shares of the bins from there on.
    shares: Vec<(usize, Vec<f64>)>,
}

fn mel(f: f64) -> f64 {
    2595.0 * libm::log10(1.0 + f / 700.0)
}

fn hertz(mel: f64) -> f64 {
    700.0 * (libm::pow(10.0, mel / 2595.0) - 1.0)
}

/// `count` numbers from `low` to `high`, both included.
fn evenly(low: f64, high: f64, count: usize) -> impl Iterator<Item = f64> {
    let step = (high - low) / (count.max(2) - 1) as f64;
    (0..count).map(move |n| low + step * n as f64)
}

/// The integral up to `f` of what is 0 before `from`, 1 after `to` and straight between.
fn ramp(f: f64, from: f64, to: f64) -> f64 {
    if f <= from {
        0.0
    } else if f < to {
        (f - from) * (f - from) / (2.0 * (to - from))
    } else {
        f - f64::midpoint(from, to)
    }
}

impl Bands {
    /// Bands evenly spaced in mel, for a spectrum of so many bins of this width \[Hz\].
    pub(super) fn mel(count: usize, low: f64, high: f64, bins: usize, width: f64) -> Self {
        let centres = evenly(mel(low), mel(high), count).map(hertz).collect();
        Self::at(centres, bins, width)
    }

    /// Bands of equal intervals.
    pub(super) fn logarithmic(count: usize, low: f64, high: f64, bins: usize, width: f64) -> Self {
        let centres = evenly(libm::log(low), libm::log(high), count).map(libm::exp).collect();
        Self::at(centres, bins, width)
    }

    fn at(centres: Vec<f64>, bins: usize, width: f64) -> Self {
        let last = centres.len().saturating_sub(1);
        let up_to = |band: usize, f: f64| {
            let rise = match band.checked_sub(1) {
                Some(before) => ramp(f, centres[before], centres[band]),
                None => f,
            };
            let fall = if band == last { 0.0 } else { ramp(f, centres[band], centres[band + 1]) };
            rise - fall
        };
        let bin_of = |f: f64| ((f / width + 0.5).floor().max(0.0) as usize).min(bins);
        let shares = (0..centres.len())
            .map(|band| {
                let first = band.checked_sub(1).map_or(0, |before| bin_of(centres[before]));
                let end = if band == last { bins } else { (bin_of(centres[band + 1]) + 1).min(bins) };
                let share = |bin: usize| {
                    let (from, to) = ((bin as f64 - 0.5).max(0.0) * width, (bin as f64 + 0.5) * width);
                    (up_to(band, to) - up_to(band, from)) / (to - from)
                };
                (first, (first..end).map(share).collect())
            })
            .collect();
        Self { centres, shares }
    }

    /// The power in every band.
    pub(super) fn powers<'a>(&'a self, power: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        self.shares.iter().map(|(first, shares)| {
            let bins = power.get(*first..).unwrap_or_default();
            shares.iter().zip(bins).map(|(share, power)| share * power).sum()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_hertz_are_a_thousand_mel() {
        assert!((mel(1000.0) - 1000.0).abs() < 0.02, "{}", mel(1000.0));
        assert!((hertz(mel(4321.0)) - 4321.0).abs() < 1e-9);
    }

    #[test]
    fn every_bin_is_shared_out_wholly_however_narrow_the_bands() {
        for count in [1, 2, 3, 40, 900] {
            let (bins, width) = (257, 93.75);
            for bands in [
                Bands::mel(count, 20.0, 24000.0, bins, width),
                Bands::logarithmic(count, 20.0, 24000.0, bins, width),
            ] {
                for bin in 0..bins {
                    let mut power = vec![0.0; bins];
                    power[bin] = 1.0;
                    let sum: f64 = bands.powers(&power).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{count} bands, bin {bin}: {sum}");
                }
                let white = vec![1.0; bins];
                assert!(bands.powers(&white).all(|power| power > 0.0), "no hole in {count}");
            }
        }
    }
}

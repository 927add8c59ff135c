//! Triangular frequency bands. Each reaches from the centre of one neighbour to the centre of the other.
//!
//! ```text
//!  1 ──╲    ╱╲    ╱╲    ╱──       the triangles add up to 1 everywhere: no power is lost, and a gliding
//!       ╲  ╱  ╲  ╱  ╲  ╱          tone passes from one band to the next without a jump
//!  0     ╳      ╳      ╳
//!      c₀    c₁    c₂    c₃  f
//! ```
//!
//! Each bin of a spectrum counts as a box one bin spacing wide, so bands narrower than a bin also get power.
//!
//! Equal steps of the mel scale are roughly equal steps of perceived pitch:
//!
//! ```math
//! m = 2595\,\log_{10}(1 + f / 700\,\mathrm{Hz})
//! ```
//!
//! Source: \[OShaughnessy1987\].

/// Triangular frequency bands over the bins of a spectrum.
#[derive(Clone, Debug)]
pub(super) struct Bands {
    /// Centre frequency of each band \[Hz\].
    pub(super) centres: Vec<f64>,
    /// Index of the first bin of each band, and the band's share of that bin and the following ones \[1\].
    shares: Vec<(usize, Vec<f64>)>,
}

fn mel(f: f64) -> f64 {
    2595.0 * libm::log10(1.0 + f / 700.0)
}

fn hertz(mel: f64) -> f64 {
    700.0 * (libm::pow(10.0, mel / 2595.0) - 1.0)
}

/// Returns `count` evenly spaced numbers from `low` to `high`, both included.
fn evenly(low: f64, high: f64, count: usize) -> impl Iterator<Item = f64> {
    let step = (high - low) / (count.max(2) - 1) as f64;
    (0..count).map(move |n| low + step * n as f64)
}

/// Returns the integral up to `f` of a ramp that rises linearly from 0 at `from` to 1 at `to`.
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
    /// Makes `count` bands at equal mel intervals, for a spectrum of `bins` bins that are `width` \[Hz\]
    /// wide.
    pub(super) fn mel(count: usize, low: f64, high: f64, bins: usize, width: f64) -> Self {
        let centres = evenly(mel(low), mel(high), count).map(hertz).collect();
        Self::at(centres, bins, width)
    }

    /// Makes `count` bands at equal frequency ratios, for a spectrum of `bins` bins that are `width` \[Hz\]
    /// wide.
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

    /// Returns the power of each band for a spectrum with the given powers of its bins.
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
    fn a_thousand_hertz_equal_a_thousand_mel() {
        assert!((mel(1000.0) - 1000.0).abs() < 0.02, "{}", mel(1000.0));
        assert!((hertz(mel(4321.0)) - 4321.0).abs() < 1e-9);
    }

    #[test]
    fn the_bands_share_every_bin_completely_at_any_width() {
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
                assert!(bands.powers(&white).all(|power| power > 0.0), "a band of {count} is empty");
            }
        }
    }
}

//! Glides of parameters to new values, along their own scales, block by block.

use foley_body::modal::BLOCK;
use foley_params::Info;

/// Glide of one parameter to a new value. The default is a finished glide.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Glide {
    /// Start of the glide, as a normalised position in the range of the parameter \[1\].
    from: f64,
    /// End of the glide, as a normalised position in the range of the parameter \[1\].
    to: f64,
    /// Final value of the parameter \[SI\], kept exactly.
    target: f64,
    elapsed: u64,
    /// Duration of the glide \[samples\]; 0 after the end.
    duration: u64,
}

impl Glide {
    /// Starts a glide from `present` to `target` \[SI\] over `samples`, at least one.
    pub(crate) fn new(info: &Info, present: f64, target: f64, samples: u64) -> Self {
        Self {
            from: info.normalised(present),
            to: info.normalised(target),
            target,
            elapsed: 0,
            duration: samples.max(1),
        }
    }

    /// Whether the glide has reached its target.
    pub(crate) fn finished(&self) -> bool {
        self.duration == 0
    }

    /// Advances the glide by one block and returns the new value \[SI\]; `None` after the end. Real-time:
    /// yes.
    pub(crate) fn advance(&mut self, info: &Info) -> Option<f64> {
        if self.finished() {
            return None;
        }
        self.elapsed += BLOCK as u64;
        if self.elapsed >= self.duration {
            self.duration = 0;
            return Some(self.target);
        }
        let fraction = self.elapsed as f64 / self.duration as f64;
        Some(info.from_normalised(self.from + fraction * (self.to - self.from)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foley_params::infos;

    #[test]
    fn a_glide_ends_exactly_at_its_target() {
        let info = infos::<crate::Factors>().next().unwrap();
        let mut glide = Glide::new(&info, 1.0, 1.1, 2 * BLOCK as u64 + 1);
        let halfway = glide.advance(&info).unwrap();
        assert!(halfway > 1.0 && halfway < 1.1, "{halfway}");
        glide.advance(&info).unwrap();
        assert_eq!(glide.advance(&info), Some(1.1));
        assert!(glide.finished());
        assert_eq!(glide.advance(&info), None);
    }
}

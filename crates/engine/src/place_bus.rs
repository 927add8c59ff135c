//! The place of all sounds in the mix: one [`PlaceSend`], exchanged without a click.
//!
//! ```text
//! sounds ──mix──▶ × 1/r ──▶ + ──▶ master
//!    └──sends──▶ place ─────┘
//! ```
//!
//! A change of the place takes [`FADE_BLOCKS`] blocks. The reflections of the old place fade out; the gain of the
//! direct sound and the source of the new place go to their new values. If no sound plays, the new place takes the
//! next sound at once, so that its onset stays sharp. A place that is set during a change waits for its end; only
//! the last one is kept. So a distance that moves all the time makes no click.

use foley_catalogue::spaces::PlaceSend;
use foley_sound::BLOCK;

/// Length of the fade from one place to the next \[blocks\]: 43 ms at 48 kHz.
const FADE_BLOCKS: u32 = 32;

/// Change of the gain per sample in a fade \[1\].
const FADE_STEP: f64 = 1.0 / (FADE_BLOCKS as f64 * BLOCK as f64);

/// The place of all sounds, the place before it while it fades out, and the place that follows it.
pub(crate) struct PlaceBus {
    /// `None` in the free field at 1 m.
    current: Option<Box<PlaceSend>>,
    fading: Option<Box<PlaceSend>>,
    /// Change that was asked for during another one.
    waiting: Option<Change>,
    /// Number of blocks until the fading place is silent.
    fade_left: u32,
    /// Number of blocks until the current place has its whole source and the direct sound its gain.
    rise_left: u32,
    /// Gain of the direct sound at the end of the last block \[1\].
    gain: f64,
    /// Reflections of the fading place, one block per output channel.
    reflections: Vec<[f64; BLOCK]>,
}

/// A change to a place; `None` is the free field at 1 m.
struct Change(Option<Box<PlaceSend>>);

impl PlaceBus {
    /// Makes the free field at 1 m for a number of output channels.
    pub(crate) fn new(channels: usize) -> Self {
        let reflections = vec![[0.0; BLOCK]; channels];
        Self {
            current: None,
            fading: None,
            waiting: None,
            fade_left: 0,
            rise_left: 0,
            gain: 1.0,
            reflections,
        }
    }

    /// Whether the mix stays as it is. Real-time: yes.
    pub(crate) fn is_free(&self) -> bool {
        self.current.is_none() && self.fading.is_none() && self.waiting.is_none() && self.gain == 1.0
    }

    /// Whether reflections of earlier blocks are still to be heard. Real-time: yes.
    pub(crate) fn sounds(&self) -> bool {
        self.fading.is_some()
            || self.waiting.is_some()
            || self.current.as_ref().is_some_and(|place| !place.is_silent())
    }

    /// Sets the place of the next block, or of the block after the present change; `None` is the free field at 1 m.
    /// `sounding` is whether a sound plays. Returns a place that is needed no more. Real-time: yes.
    pub(crate) fn set(&mut self, place: Option<Box<PlaceSend>>, sounding: bool) -> Option<Box<PlaceSend>> {
        if self.fade_left > 0 || self.rise_left > 0 {
            return self.waiting.replace(Change(place)).and_then(|change| change.0);
        }
        if !sounding && self.current.as_ref().is_none_or(|place| place.is_silent()) {
            return core::mem::replace(&mut self.current, place);
        }
        self.begin(place, sounding);
        None
    }

    /// Begins the change to a place. No other change is under way.
    fn begin(&mut self, place: Option<Box<PlaceSend>>, sounding: bool) {
        self.rise_left = if sounding { FADE_BLOCKS } else { 0 };
        self.fading = core::mem::replace(&mut self.current, place);
        self.fade_left = if self.fading.is_some() { FADE_BLOCKS } else { 0 };
    }

    /// Scales the mix by the distance and adds the reflections of `source`. Returns a place that has faded out.
    /// Real-time: yes.
    pub(crate) fn process(
        &mut self,
        source: &[f64; BLOCK],
        mix: &mut [[f64; BLOCK]],
    ) -> Option<Box<PlaceSend>> {
        self.scale_direct(mix);
        if let Some(place) = &mut self.current {
            if self.rise_left > 0 {
                let mut rising = *source;
                let from = 1.0 - f64::from(self.rise_left) * FADE_STEP * BLOCK as f64;
                for (n, x) in rising.iter_mut().enumerate() {
                    *x *= from + FADE_STEP * (n + 1) as f64;
                }
                place.add(&rising, mix);
            } else {
                place.add(source, mix);
            }
        }
        self.rise_left = self.rise_left.saturating_sub(1);
        let faded = self.fade(source, mix);
        if self.fade_left == 0
            && self.rise_left == 0
            && let Some(Change(place)) = self.waiting.take()
        {
            self.begin(place, true);
        }
        faded
    }

    /// Multiplies the mix by the gain of the direct sound, which goes to that of the current place.
    fn scale_direct(&mut self, mix: &mut [[f64; BLOCK]]) {
        let target = self.current.as_ref().map_or(1.0, |place| place.direct_gain());
        if self.gain == 1.0 && target == 1.0 {
            return;
        }
        let blocks = self.rise_left.max(1);
        let slope = (target - self.gain) / (f64::from(blocks) * BLOCK as f64);
        for page in mix {
            for (n, x) in page.iter_mut().enumerate() {
                *x *= self.gain + slope * (n + 1) as f64;
            }
        }
        self.gain = if blocks == 1 { target } else { self.gain + slope * BLOCK as f64 };
    }

    /// Adds the reflections of the fading place, and returns the place when it is silent.
    fn fade(&mut self, source: &[f64; BLOCK], mix: &mut [[f64; BLOCK]]) -> Option<Box<PlaceSend>> {
        let fading = self.fading.as_mut()?;
        for page in &mut self.reflections {
            page.fill(0.0);
        }
        fading.add(source, &mut self.reflections);
        let from = f64::from(self.fade_left) * FADE_STEP * BLOCK as f64;
        for (page, reflections) in mix.iter_mut().zip(&self.reflections) {
            for (n, (x, reflection)) in page.iter_mut().zip(reflections).enumerate() {
                *x += (from - FADE_STEP * (n + 1) as f64) * reflection;
            }
        }
        self.fade_left -= 1;
        if self.fade_left == 0 { self.fading.take() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foley_catalogue::spaces::Place;

    fn place(place: Place, distance: f64) -> Box<PlaceSend> {
        Box::new(PlaceSend::new(place, distance, 2, 48_000.0).unwrap())
    }

    #[test]
    fn a_replaced_place_fades_out_and_is_handed_back() {
        let mut bus = PlaceBus::new(2);
        assert!(bus.is_free());
        assert!(bus.set(Some(place(Place::Hall, 2.0)), false).is_none());
        assert!(!bus.is_free());
        let mut mix = [[1.0; BLOCK]; 2];
        assert!(bus.process(&[1.0; BLOCK], &mut mix).is_none());
        // The gain of the direct sound arrives at 1/2 at the end of the block; no reflection is that early.
        assert_eq!(mix[0][BLOCK - 1], 0.5);
        assert!(bus.set(None, false).is_none());
        let mut blocks = 0;
        while bus.process(&[0.0; BLOCK], &mut mix).is_none() {
            blocks += 1;
        }
        assert_eq!(blocks, FADE_BLOCKS - 1);
        assert!(bus.is_free());
    }

    #[test]
    fn a_place_waits_for_the_end_of_a_change_and_the_last_one_wins() {
        let mut bus = PlaceBus::new(2);
        let mut mix = [[0.0; BLOCK]; 2];
        assert!(bus.set(Some(place(Place::Room, 1.0)), true).is_none());
        bus.process(&[1.0; BLOCK], &mut mix);
        assert!(bus.set(Some(place(Place::Kitchen, 1.0)), true).is_none());
        let replaced = bus.set(Some(place(Place::Hall, 2.0)), true).unwrap();
        assert_eq!(replaced.place(), Place::Kitchen);
        for _ in 1..FADE_BLOCKS {
            assert_eq!(bus.current.as_ref().unwrap().place(), Place::Room);
            assert!(bus.process(&[1.0; BLOCK], &mut mix).is_none());
        }
        assert_eq!(bus.current.as_ref().unwrap().place(), Place::Hall);
        let faded = (0..FADE_BLOCKS).find_map(|_| bus.process(&[1.0; BLOCK], &mut mix)).unwrap();
        assert_eq!(faded.place(), Place::Room);
        assert_eq!(bus.gain, 0.5);
    }
}

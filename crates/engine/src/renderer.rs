//! The end that sounds. One block:
//!
//! 1. commands are taken, at most [`MOST_COMMANDS`] of them, the rest in the next block;
//! 2. every sound that is awake plays its block and is added to the loudspeakers through its strip;
//! 3. what is leaving is added while it fades;
//! 4. the whole is scaled, limited, metered and handed out as `f32`.
//!
//! A sound whose samples are no numbers is put to rest and reported; the others play on.

use crate::limiter::Limiter;
use crate::message::{Command, Report, Sounding, Spent};
use crate::meter::Shared;
use foley_sound::BLOCK;
use rtrb::{Consumer, Producer};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Most commands that are taken in a block: more would make a block late.
pub(crate) const MOST_COMMANDS: usize = 512;
/// Blocks in which something fades out: 5 ms and more.
const FADE: u32 = 4;

/// What both ends see of the mixer.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) meters: Vec<Shared>,
    pub(crate) master: Vec<Shared>,
    /// Samples rendered.
    pub(crate) now: AtomicU64,
    /// Reports for which there was no room.
    pub(crate) lost: AtomicU64,
}

/// A sound in its place.
struct Place {
    it: Box<Sounding>,
    /// What must be added to its own time to have the engine's \[samples\].
    ahead: u64,
    /// The factor of each channel at the end of the last block.
    gains: Vec<f64>,
    /// Blocks until it is gone; counts for who is leaving.
    left: u32,
}

/// The end that sounds.
pub struct Renderer {
    pub(crate) commands: Consumer<Command>,
    pub(crate) spent: Producer<Spent>,
    pub(crate) reports: Producer<Report>,
    pub(crate) board: Arc<Board>,
    places: Vec<Option<Place>>,
    leaving: Vec<Option<Place>>,
    /// Room for the gains of a sound, handed from one to the next.
    spare: Vec<Vec<f64>>,
    bus: Vec<[f64; BLOCK]>,
    pages: [[f64; BLOCK]; 2],
    limiter: Limiter,
    limit: bool,
    gain: f64,
    target: f64,
    keep: f32,
    cursor: usize,
}

impl core::fmt::Debug for Renderer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Renderer")
            .field("now", &self.now())
            .finish_non_exhaustive()
    }
}

/// What a renderer is made of.
pub(crate) struct Ends {
    pub(crate) commands: Consumer<Command>,
    pub(crate) spent: Producer<Spent>,
    pub(crate) reports: Producer<Report>,
    pub(crate) board: Arc<Board>,
}

impl Renderer {
    pub(crate) fn new(ends: Ends, rate: f64, capacity: crate::Capacity) -> Self {
        let Ends {
            commands,
            spent,
            reports,
            board,
        } = ends;
        let (instances, leaving) = (capacity.instances, capacity.leaving);
        let channels = capacity.channels.max(1);
        Self {
            commands,
            spent,
            reports,
            board,
            places: (0..instances).map(|_| None).collect(),
            leaving: (0..leaving).map(|_| None).collect(),
            spare: (0..instances + leaving + 1)
                .map(|_| vec![0.0; channels])
                .collect(),
            bus: vec![[0.0; BLOCK]; channels],
            pages: [[0.0; BLOCK]; 2],
            limiter: Limiter::new(channels, rate),
            limit: true,
            gain: 1.0,
            target: 1.0,
            keep: crate::meter::keep(BLOCK, rate),
            cursor: BLOCK,
        }
    }

    /// The next sample that will be handed out.
    pub fn now(&self) -> u64 {
        let next = self.board.now.load(Ordering::Relaxed);
        next - (BLOCK - self.cursor.min(BLOCK)) as u64
    }

    /// Channels of the loudspeakers.
    pub fn channels(&self) -> usize {
        self.bus.len()
    }

    /// Renders the next samples, one slice for each channel, all of the same length. Real-time: yes.
    pub fn render(&mut self, out: &mut [&mut [f32]]) {
        let frames = out.iter().map(|out| out.len()).min().unwrap_or(0);
        self.hand_out(frames, |channel, at, samples| {
            if let Some(out) = out.get_mut(channel) {
                for (out, &sample) in out[at..at + samples.len()].iter_mut().zip(samples) {
                    *out = sample as f32;
                }
            }
        });
    }

    /// The same for hosts that want the samples of all channels one after another. Real-time: yes.
    pub fn render_interleaved(&mut self, out: &mut [f32]) {
        let channels = self.channels();
        self.hand_out(out.len() / channels, |channel, at, samples| {
            let from = at * channels + channel;
            let places = out.get_mut(from..).unwrap_or_default();
            for (out, &sample) in places.iter_mut().step_by(channels).zip(samples) {
                *out = sample as f32;
            }
        });
    }

    fn hand_out(&mut self, frames: usize, mut take: impl FnMut(usize, usize, &[f64])) {
        let mut done = 0;
        while done < frames {
            if self.cursor >= BLOCK {
                self.block();
                self.cursor = 0;
            }
            let count = (BLOCK - self.cursor).min(frames - done);
            for (channel, page) in self.bus.iter().enumerate() {
                take(channel, done, &page[self.cursor..self.cursor + count]);
            }
            self.cursor += count;
            done += count;
        }
    }

    fn block(&mut self) {
        let from = self.board.now.load(Ordering::Relaxed);
        for _ in 0..MOST_COMMANDS {
            let Ok(command) = self.commands.pop() else {
                break;
            };
            self.obey(command, from);
        }
        for page in &mut self.bus {
            page.fill(0.0);
        }
        let solo = self
            .places
            .iter()
            .flatten()
            .any(|place| place.it.strip.solo);
        for index in 0..self.places.len() {
            self.play(index, from, solo);
        }
        self.fade_out();
        self.finish();
        self.board.now.store(from + BLOCK as u64, Ordering::Release);
    }

    fn obey(&mut self, command: Command, from: u64) {
        match command {
            Command::Put { place, it } => {
                self.leave(place);
                let gains = self.spare.pop();
                match (self.places.get_mut(place), gains) {
                    (Some(here @ None), Some(mut gains)) => {
                        gains.fill(0.0);
                        *here = Some(Place {
                            it,
                            ahead: from,
                            gains,
                            left: FADE,
                        });
                    }
                    (_, gains) => {
                        self.spare.extend(gains);
                        self.throw(Spent::Sounding(it));
                    }
                }
            }
            Command::Remove { place, birth } => {
                if self.at(place, birth).is_some() {
                    self.leave(place);
                }
            }
            Command::Tell {
                place,
                birth,
                at,
                told,
            } => {
                let Some(here) = self.at(place, birth) else {
                    return;
                };
                let at = at.max(from) - here.ahead;
                if let Err(why) = here.it.voice.send(at, told) {
                    self.say(Report::Refused { place, why });
                }
            }
            Command::Aim {
                place,
                birth,
                aim,
                over,
            } => {
                let before = match self.at(place, birth) {
                    Some(here) => here.it.voice.aim(aim, over),
                    None => Some(aim),
                };
                if let Some(aim) = before {
                    self.throw(Spent::Aim(aim));
                }
            }
            Command::Strip {
                place,
                birth,
                strip,
            } => {
                if let Some(here) = self.at(place, birth) {
                    here.it.strip = strip;
                }
            }
            Command::Master { gain } => self.target = gain,
            Command::Limit { on } => self.limit = on,
        }
    }

    /// The sound that was born then, if it is still there.
    fn at(&mut self, place: usize, birth: u64) -> Option<&mut Place> {
        let here = self.places.get_mut(place)?.as_mut()?;
        (here.it.birth == birth).then_some(here)
    }

    fn say(&mut self, report: Report) {
        if self.reports.push(report).is_err() {
            self.board.lost.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Gives back what is no longer needed. The queue back has room for all that can ever be on its way.
    fn throw(&mut self, spent: Spent) {
        if let Err(rtrb::PushError::Full(spent)) = self.spent.push(spent) {
            // Freeing here would be a system call; to lose the memory is the lesser evil, and cannot happen while someone collects.
            core::mem::forget(spent);
        }
    }

    /// What is in a place begins to fade out.
    fn leave(&mut self, place: usize) {
        let Some(mut gone) = self.places.get_mut(place).and_then(Option::take) else {
            return;
        };
        if let Some(meter) = self.board.meters.get(place) {
            meter.clear();
        }
        gone.left = FADE;
        match self.leaving.iter_mut().find(|free| free.is_none()) {
            Some(free) => *free = Some(gone),
            None => {
                self.say(Report::Cut { place });
                self.bury(gone);
            }
        }
    }

    fn bury(&mut self, place: Place) {
        if self.spare.len() < self.spare.capacity() {
            self.spare.push(place.gains);
        }
        self.throw(Spent::Sounding(place.it));
    }

    fn play(&mut self, index: usize, from: u64, solo: bool) {
        let channels = self.bus.len();
        let Some(Some(place)) = self.places.get_mut(index) else {
            return;
        };
        let meter = self.board.meters.get(index);
        if place.it.voice.asleep() {
            // Its own time stands still.
            place.ahead = from + BLOCK as u64 - place.it.voice.now();
            if let Some(meter) = meter {
                meter.write(0.0, 0.0, self.keep, true);
            }
            return;
        }
        let ears = place.it.play(&mut self.pages);
        let (peak, square) = measure(&self.pages[..ears]);
        if !(peak.is_finite() && square.is_finite()) {
            self.say(Report::Recovered { place: index });
            if let Some(gone) = self.places.get_mut(index).and_then(Option::take) {
                self.bury(gone);
            }
            return;
        }
        let strip = place.it.strip;
        let heard = !strip.mute && (!solo || strip.solo);
        let gain = if heard { strip.gain } else { 0.0 };
        mix(
            &self.pages[..ears],
            &mut self.bus,
            &mut place.gains,
            |channel, _| gain * strip.share(channel, channels),
        );
        if let Some(meter) = meter {
            meter.write(peak * gain, square * gain * gain, self.keep, false);
        }
    }

    fn fade_out(&mut self) {
        for index in 0..self.leaving.len() {
            let Some(Some(place)) = self.leaving.get_mut(index) else {
                continue;
            };
            let ears = place.it.play(&mut self.pages);
            let left = place.left.saturating_sub(1);
            let ratio = f64::from(left) / f64::from(place.left.max(1));
            place.left = left;
            let (peak, _) = measure(&self.pages[..ears]);
            if peak.is_finite() {
                let pages = &self.pages[..ears];
                mix(pages, &mut self.bus, &mut place.gains, |_, gain| {
                    gain * ratio
                });
            } else {
                place.left = 0;
            }
            if place.left == 0
                && let Some(gone) = self.leaving.get_mut(index).and_then(Option::take)
            {
                self.bury(gone);
            }
        }
    }

    fn finish(&mut self) {
        let slope = (self.target - self.gain) / BLOCK as f64;
        for page in &mut self.bus {
            for (n, x) in page.iter_mut().enumerate() {
                *x *= self.gain + slope * (n + 1) as f64;
            }
        }
        self.gain = self.target;
        if self.limit {
            self.limiter.pass(&mut self.bus);
        }
        for (page, meter) in self.bus.iter().zip(&self.board.master) {
            let (peak, square) = measure(core::slice::from_ref(page));
            meter.write(peak, square, self.keep, false);
        }
    }
}

impl Sounding {
    /// Plays a block into the first pages; how many ears it has, one or two.
    fn play(&mut self, pages: &mut [[f64; BLOCK]; 2]) -> usize {
        let [one, two] = pages;
        self.voice.render(&mut [&mut one[..], &mut two[..]]);
        if self.stereo { 2 } else { 1 }
    }
}

/// Highest sample and mean square.
fn measure(pages: &[[f64; BLOCK]]) -> (f64, f64) {
    let mut peak = 0.0_f64;
    let mut square = 0.0;
    for &x in pages.iter().flatten() {
        // What is no number is larger than any: `max` would pass it over.
        peak = if x.abs() <= peak { peak } else { x.abs() };
        square += x * x;
    }
    (peak, square / (pages.len().max(1) * BLOCK) as f64)
}

/// Adds what one or two ears hear to the loudspeakers, each with a gain that goes from what it was to what it is to be.
fn mix(
    ears: &[[f64; BLOCK]],
    bus: &mut [[f64; BLOCK]],
    gains: &mut [f64],
    target: impl Fn(usize, f64) -> f64,
) {
    let channels = bus.len();
    for (channel, (page, gain)) in bus.iter_mut().zip(gains).enumerate() {
        let to = target(channel, *gain);
        let slope = (to - *gain) / BLOCK as f64;
        // Of two ears the first goes to the first half of the loudspeakers.
        let ear = (channel * ears.len() / channels).min(ears.len().saturating_sub(1));
        if let Some(ear) = ears.get(ear)
            && (*gain != 0.0 || to != 0.0)
        {
            for (n, (sum, &x)) in page.iter_mut().zip(ear).enumerate() {
                *sum += (*gain + slope * (n + 1) as f64) * x;
            }
        }
        *gain = to;
    }
}

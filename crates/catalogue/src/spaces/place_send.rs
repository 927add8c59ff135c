//! The send of a [`Place`]: one mono source in, reflections and late reverberation for every channel out.
//!
//! All sounds share one send. The direct sound does not pass through it: a front end scales it by
//! [`PlaceSend::direct_gain`] and adds the output of the send. There are no random numbers, and every sample
//! depends on the samples before it alone: the same input gives the same bits at any block size.

use super::late_reverb::{LINES, LateReverb, SILENCE, sign};
use super::mesh::SOUND;
use super::place::{CROSSOVER, Place};
use foley_contact::Step;
use foley_dsp::signal::Delay;
use foley_params::ParamError;

/// Reflections and late reverberation of a place, shared by all sounds.
#[derive(Clone, Debug)]
pub struct PlaceSend {
    place: Place,
    distance: f64,
    /// Past input samples, from which the reflections are read.
    past: Delay,
    channels: Vec<ChannelTaps>,
    late: Option<LateReverb>,
    /// Longest time from an input sample to its last trace in the delay lines \[samples\].
    longest: usize,
    /// Number of successive samples without input and with silent delay lines.
    quiet: usize,
}

/// Reflections of one channel.
#[derive(Clone, Debug)]
struct ChannelTaps {
    /// Delay \[samples\] and gain \[1\] of the image below the floor. The delay has a fraction, so that the notches
    /// of the floor have the right frequencies.
    floor: (f64, f64),
    /// Delay \[samples\] and gain \[1\] of the other images.
    images: Vec<(usize, f64)>,
    /// Gain of each delay line of the late reverberation \[1\].
    late: [f64; LINES],
}

impl PlaceSend {
    /// Makes the silent send of a place for a source `distance` \[m\] away, at the sample rate `rate` \[Hz\].
    /// Real-time: no.
    ///
    /// # Errors
    /// If the place has no room for that distance.
    pub fn new(place: Place, distance: f64, channels: usize, rate: f64) -> Result<Self, ParamError> {
        let distance = place.check_distance(distance)?;
        let step = Step::at_rate(rate);
        let mut late_gain = 0.0;
        let late = place.room().map(|room| {
            let mut late = LateReverb::new(&room.shoebox, step);
            late_gain = late.tune(&room.shoebox, room.shelf(), CROSSOVER, step);
            // The decay until the direct sound arrives.
            late_gain *= libm::pow(10.0, -3.0 * distance / (SOUND * room.decay[0]));
            late
        });
        let mut last = 0.0_f64;
        let taps = (0..channels.max(1)).map(|channel| {
            let images = place.reflections(distance, channel, channels.max(1));
            last = images.iter().fold(last, |last, image| last.max(image.delay));
            let mut images = images.into_iter().map(|image| (image.delay * rate, image.gain));
            ChannelTaps {
                // A sample that was just written is 1 sample ago.
                floor: images.next().map_or((1.0, 0.0), |(delay, gain)| (1.0 + delay, gain)),
                images: images.map(|(delay, gain)| (1 + delay.round() as usize, gain)).collect(),
                late: core::array::from_fn(|line| late_gain * sign(channel, line)),
            }
        });
        let channels: Vec<ChannelTaps> = taps.collect();
        let reach = (last * rate) as usize + 4;
        let past = Delay::new(reach);
        let longest = reach.max(late.as_ref().map_or(0, |late| late.max_samples() as usize));
        Ok(Self { place, distance, past, channels, late, longest, quiet: longest })
    }

    /// Returns the place of this send.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Returns the distance from the source to the ear \[m\].
    pub fn distance(&self) -> f64 {
        self.distance
    }

    /// Returns the gain of the direct sound, 1/r \[1\]; exactly 1 at 1 m. Real-time: yes.
    pub fn direct_gain(&self) -> f64 {
        1.0 / self.distance
    }

    /// Returns the time after which the place is 60 dB down \[s\]: the last reflection, or the longest decay.
    pub fn tail(&self) -> f64 {
        let decay = self.place.room().map_or([0.0; 2], |room| room.shelf());
        let images = self.place.reflections(self.distance, 0, 1);
        let last = images.iter().fold(0.0_f64, |last, image| last.max(image.delay));
        decay.into_iter().fold(last, f64::max)
    }

    /// Whether the send is silent: without input it adds nothing and takes no time. Real-time: yes.
    pub fn is_silent(&self) -> bool {
        self.quiet >= self.longest
    }

    /// Adds reflections and reverberation of `source` to the channels. Surplus channels stay unchanged.
    /// Real-time: yes.
    pub fn add<C: AsMut<[f64]>>(&mut self, source: &[f64], channels: &mut [C]) {
        if self.place == Place::Free {
            return;
        }
        for (index, &given) in source.iter().enumerate() {
            if given == 0.0 && self.is_silent() {
                continue;
            }
            self.past.write(given);
            let mut loudest = given.abs();
            let late = self.late.as_mut().map(|late| {
                let lengths = late.lengths;
                late.circulate(given, &lengths, 1.0)
            });
            if let Some(late) = &late {
                loudest = late.iter().fold(loudest, |most, sample| most.max(sample.abs()));
            }
            for (taps, channel) in self.channels.iter().zip(channels.iter_mut()) {
                let (delay, gain) = taps.floor;
                let mut sum = gain * self.past.read(delay);
                for &(delay, gain) in &taps.images {
                    sum += gain * self.past.at(delay);
                }
                if let Some(late) = &late {
                    for (gain, sample) in taps.late.iter().zip(late) {
                        sum += gain * sample;
                    }
                }
                if let Some(sample) = channel.as_mut().get_mut(index) {
                    *sample += sum;
                }
            }
            self.quiet = if loudest < SILENCE { self.quiet.saturating_add(1) } else { 0 };
        }
    }
}

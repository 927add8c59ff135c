//! The end that decides: it makes sounds, names them, tells them things, and frees what is spent. Not for the audio thread.

use crate::message::{Command, Report, Sounding, Spent, Timed};
use crate::meter::{Meter, Shared};
use crate::place::Hearing;
use crate::renderer::{Board, Ends, Renderer};
use crate::tap::{Tapped, tap};
use crate::{Capacity, Strip};
use foley_sound::{
    Address, Aim, Family, Score, Sound, SoundError, Told, VoiceSpec, addresses, perform, value_of,
};
use rtrb::{Consumer, Producer, RingBuffer};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use thiserror::Error;

/// Why the engine does not do as it is told.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The sound cannot be made, or has no such value.
    #[error(transparent)]
    Sound(#[from] SoundError),
    /// No sound of that name plays.
    #[error(
        "no sound is called `{name}`; there are {}",
        foley_params::words::list(known, "and")
    )]
    NoSuch {
        /// What was asked for.
        name: String,
        /// All there are.
        known: Vec<String>,
    },
    /// It is no room and no effect, or would hear itself.
    #[error("`{name}` does not listen to that: only rooms and effects listen, and only to others")]
    Deaf {
        /// Its name.
        name: String,
    },
    /// The audio thread has not kept up.
    #[error("the audio thread has {commands} commands to take and takes no more")]
    Full {
        /// How many may be on their way.
        commands: usize,
    },
}

/// How loud a sound is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loudness {
    /// So that the peak of its opening is there \[1\]; full scale is 1.
    Peak(f64),
    /// As many of full scale for one SI unit \[1\].
    Factor(f64),
}

impl Default for Loudness {
    /// A peak of −12 dB.
    fn default() -> Self {
        Self::Peak(0.25)
    }
}

impl Loudness {
    /// From SI units to full scale \[1\].
    fn factor(self, sound: &dyn Sound, rate: f64, seed: u64) -> Result<f64, EngineError> {
        match self {
            Self::Factor(factor) => Ok(factor),
            Self::Peak(peak) => Ok(peak / loudest(sound, rate, seed)?),
        }
    }
}

/// A sound that plays, as the controls know it.
#[derive(Clone, Debug)]
pub struct Instance {
    /// As it is called: the first part of its addresses.
    pub name: String,
    /// Its values, as they were last told.
    pub sound: Box<dyn Sound>,
    /// Its strip of the mixer. Its gain is a factor on the loudness.
    pub strip: Strip,
    /// From SI units to full scale \[1\].
    pub factor: f64,
    /// What it hears, if it listens.
    pub hearing: Hearing,
    birth: u64,
    /// What its randomness began with.
    pub seed: u64,
}

/// The end that decides.
pub struct Controls {
    commands: Producer<Timed>,
    spent: Consumer<Spent>,
    reports: Consumer<Report>,
    board: Arc<Board>,
    capacity: Capacity,
    rate: f64,
    instances: Vec<Option<Instance>>,
    births: u64,
    sent: u64,
    /// Seconds of room in the taps of those that come, if they are tapped.
    tap_new: Option<f64>,
    new_taps: Vec<(String, Tapped)>,
}

impl core::fmt::Debug for Controls {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Controls")
            .field("rate", &self.rate)
            .field("now", &self.now())
            .finish_non_exhaustive()
    }
}

pub(crate) fn make(rate: f64, capacity: Capacity) -> (Controls, Renderer) {
    let (commands, taken) = RingBuffer::new(capacity.commands);
    // All that can ever be on its way back: what plays, what leaves, and what every command may bring, on its way or waiting for its time.
    let back = capacity.instances + capacity.leaving + 2 * capacity.commands;
    let (throw, spent) = RingBuffer::new(back);
    let (say, reports) = RingBuffer::new(1024);
    let meters = |count: usize| (0..count).map(|_| Shared::default()).collect();
    let board = Arc::new(Board {
        meters: meters(capacity.instances),
        master: meters(capacity.channels.max(1)),
        now: 0.into(),
        lost: 0.into(),
    });
    let ends = Ends {
        commands: taken,
        spent: throw,
        reports: say,
        board: Arc::clone(&board),
    };
    let controls = Controls {
        commands,
        spent,
        reports,
        board,
        capacity,
        rate,
        instances: (0..capacity.instances).map(|_| None).collect(),
        births: 0,
        sent: 0,
        tap_new: None,
        new_taps: Vec::new(),
    };
    (controls, Renderer::new(ends, rate, capacity))
}

impl Controls {
    /// The first sample of the next block.
    pub fn now(&self) -> u64 {
        self.board.now.load(Ordering::Acquire)
    }

    /// Samples per second \[Hz\].
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// All sounds, with their places.
    pub fn instances(&self) -> impl Iterator<Item = (usize, &Instance)> {
        let all = self.instances.iter().enumerate();
        all.filter_map(|(place, it)| Some((place, it.as_ref()?)))
    }

    /// The place of a sound.
    ///
    /// # Errors
    /// If none has that name.
    pub fn place(&self, name: &str) -> Result<usize, EngineError> {
        let found = self.instances().find(|(_, it)| it.name == name);
        found
            .map(|(place, _)| place)
            .ok_or_else(|| EngineError::NoSuch {
                name: name.to_owned(),
                known: self.instances().map(|(_, it)| it.name.clone()).collect(),
            })
    }

    /// A sound begins, silent until it is told something; one of the same name makes room for it, and if there is no room at all,
    /// the faintest. Its place.
    ///
    /// # Errors
    /// If it cannot be made, or too much is on its way.
    pub fn add(
        &mut self,
        name: &str,
        sound: &dyn Sound,
        seed: u64,
        loudness: Loudness,
        at: u64,
    ) -> Result<usize, EngineError> {
        let ears = self.ears(sound);
        let mut spec = VoiceSpec::new(self.rate, seed);
        spec.ears = ears;
        let voice = sound.voice(&spec)?;
        let factor = loudness.factor(sound, self.rate, seed)?;
        let same = self.place(name).ok();
        let free = || self.instances.iter().position(Option::is_none);
        let place = same.or_else(free).unwrap_or_else(|| self.faintest());
        self.births += 1;
        let strip = Strip::default();
        let it = Box::new(Sounding {
            voice,
            strip: Strip {
                gain: factor,
                ..strip
            },
            ears,
            listens: sound.listens(),
            hearing: Hearing::Nothing,
            birth: self.births,
        });
        self.send(at, Command::Put { place, it })?;
        self.instances[place] = Some(Instance {
            name: name.to_owned(),
            sound: sound.duplicate(),
            strip,
            factor,
            hearing: Hearing::Nothing,
            birth: self.births,
            seed,
        });
        // From its first block on; who cannot be recorded sounds all the same.
        if let Some(seconds) = self.tap_new
            && self.new_taps.len() < self.capacity.instances + self.capacity.leaving
            && let Ok(tapped) = self.tap(Some(place), seconds, at)
        {
            self.new_taps.push((name.to_owned(), tapped));
        }
        Ok(place)
    }

    /// Rooms are heard with two ears; whatever else there is sounds the same for both.
    fn ears(&self, sound: &dyn Sound) -> usize {
        let wide = sound.about().family == Family::Spaces && self.capacity.channels > 1;
        if wide { 2 } else { 1 }
    }

    /// The place of the sound with the least power.
    fn faintest(&self) -> usize {
        let power = |place: &usize| self.board.meters[*place].square();
        let places = 0..self.capacity.instances;
        places
            .min_by(|a, b| power(a).total_cmp(&power(b)))
            .unwrap_or(0)
    }

    fn send(&mut self, at: u64, command: Command) -> Result<(), EngineError> {
        let full = EngineError::Full {
            commands: self.capacity.commands,
        };
        let number = self.sent;
        self.sent += 1;
        let timed = Timed {
            at,
            number,
            command,
        };
        self.commands.push(timed).map_err(|_| full)
    }

    /// Frees what is spent, and hands out what the audio thread had to say. To be called now and then.
    pub fn collect(&mut self) -> Vec<Report> {
        while self.spent.pop().is_ok() {}
        core::iter::from_fn(|| self.reports.pop().ok()).collect()
    }

    /// How loud a sound is.
    pub fn meter(&self, place: usize) -> Meter {
        self.board
            .meters
            .get(place)
            .map_or(Meter::default(), Shared::read)
    }

    /// Whether a sound costs nothing until it is told something. Its meter goes on.
    pub fn asleep(&self, place: usize) -> bool {
        self.board.meters.get(place).is_none_or(Shared::asleep)
    }

    /// How loud the channels of the whole are.
    pub fn master(&self) -> Vec<Meter> {
        self.board.master.iter().map(Shared::read).collect()
    }
}

/// What a sound is told through the controls, and when: at a sample that is still to come, or, for one that has gone, when the next block begins. Gestures
/// and values are true to the sample; what else there is happens when the block begins in which its sample is.
impl Controls {
    /// Which sound, and which birth of it.
    fn born(&self, place: usize) -> Result<(&Instance, u64), EngineError> {
        let found = self.instances.get(place).and_then(Option::as_ref);
        found
            .map(|it| (it, it.birth))
            .ok_or_else(|| EngineError::NoSuch {
                name: place.to_string(),
                known: self.instances().map(|(_, it)| it.name.clone()).collect(),
            })
    }

    /// A gesture, by name, at a sample; for one that has gone, when the next block begins.
    ///
    /// # Errors
    /// If the sound has no such gesture, its value is not allowed, or too much is on its way.
    pub fn gesture(
        &mut self,
        place: usize,
        name: &str,
        value: Option<f64>,
        at: u64,
    ) -> Result<(), EngineError> {
        let (it, birth) = self.born(place)?;
        let told = foley_sound::gesture(&*it.sound, name, value)?;
        self.send(at, Command::Tell { place, birth, told })
    }

    /// Another value, by path or by handle: what can glide glides, and what there is becomes another.
    ///
    /// # Errors
    /// If there is no such value, it is not allowed, or too much is on its way.
    pub fn set(
        &mut self,
        place: usize,
        name: &str,
        value: f64,
        over: Option<f64>,
        at: u64,
    ) -> Result<(), EngineError> {
        let (it, _) = self.born(place)?;
        let (address, value) = value_of(&*it.sound, name, value)?;
        let all = addresses(&*it.sound);
        let index = all.iter().position(|it| it.path() == address.path());
        self.set_at(
            place,
            (index.unwrap_or(usize::MAX), &address),
            value,
            over,
            at,
        )
    }

    /// The same for those who know where the value is: its place among the sound's [`addresses`], and its address. The value is SI.
    ///
    /// # Errors
    /// If it is not allowed, or too much is on its way.
    pub fn set_at(
        &mut self,
        place: usize,
        (index, address): (usize, &Address),
        value: f64,
        over: Option<f64>,
        at: u64,
    ) -> Result<(), EngineError> {
        let (it, birth) = self.born(place)?;
        let mut sound = it.sound.duplicate();
        address.set(&mut *sound, value).map_err(SoundError::from)?;
        let command = if address.aspect == foley_sound::Aspect::Structure {
            let over = over.unwrap_or(address.info.glide);
            let aim = Box::new(Aim::at(&*sound, self.ears(&*sound))?);
            Command::Aim {
                place,
                birth,
                aim,
                over,
            }
        } else {
            let told = Told::Set {
                address: index,
                value,
                over: over.unwrap_or(f64::NAN),
            };
            Command::Tell { place, birth, told }
        };
        self.send(at, command)?;
        if let Some(Some(it)) = self.instances.get_mut(place) {
            it.sound = sound;
        }
        Ok(())
    }

    /// The sound becomes another of its model in so many seconds: all that can glide glides. It is made as loud as is said.
    ///
    /// # Errors
    /// If it is of another model, one of its bodies has more modes than there is room for, or too much is on its way.
    pub fn turn_into(
        &mut self,
        place: usize,
        sound: &dyn Sound,
        loudness: Loudness,
        over: f64,
        at: u64,
    ) -> Result<(), EngineError> {
        let (it, birth) = self.born(place)?;
        let (one, two) = (it.sound.about().name, sound.about().name);
        if one != two {
            return Err(SoundError::OtherModel { one, two }.into());
        }
        let ears = self.ears(sound);
        let aim = Aim::at(sound, ears)?;
        let room = Aim::at(&*it.sound, ears)?;
        let modes = |aim: &Aim| -> Vec<usize> {
            let bodies = aim.bodies.iter();
            bodies
                .map(|it| it.as_ref().map_or(0, |it| it.modes.len()))
                .collect()
        };
        let (wanted, there) = (modes(&aim), modes(&room));
        if wanted
            .iter()
            .zip(&there)
            .any(|(wanted, there)| wanted > there)
        {
            return Err(SoundError::Value {
                what: "the modes of a body that becomes another",
                value: wanted.iter().sum::<usize>() as f64,
                allowed: "it may have no more than the body that there is",
            }
            .into());
        }
        let (strip, seed) = (it.strip, it.seed);
        let factor = loudness.factor(sound, self.rate, seed)?;
        let aim = Box::new(aim);
        let command = Command::Aim {
            place,
            birth,
            aim,
            over,
        };
        self.send(at, command)?;
        if let Some(Some(it)) = self.instances.get_mut(place) {
            it.sound = sound.duplicate();
            it.factor = factor;
        }
        self.mix(place, strip, at)
    }

    /// A sound fades out and is gone.
    ///
    /// # Errors
    /// If there is none, or too much is on its way.
    pub fn remove(&mut self, place: usize, at: u64) -> Result<(), EngineError> {
        let (_, birth) = self.born(place)?;
        self.send(at, Command::Remove { place, birth })?;
        self.instances[place] = None;
        Ok(())
    }

    /// Sets a strip of the mixer.
    ///
    /// # Errors
    /// If there is no such sound, or too much is on its way.
    pub fn mix(&mut self, place: usize, strip: Strip, at: u64) -> Result<(), EngineError> {
        let (it, birth) = self.born(place)?;
        let scaled = Strip {
            gain: strip.gain * it.factor,
            ..strip
        };
        let strip_then = Command::Strip {
            place,
            birth,
            strip: scaled,
        };
        self.send(at, strip_then)?;
        if let Some(Some(it)) = self.instances.get_mut(place) {
            it.strip = strip;
        }
        Ok(())
    }

    /// What a sound that listens hears from then on: what it hears is heard through it alone.
    ///
    /// # Errors
    /// If there is no such sound, it cannot listen, it is to hear itself, or too much is on its way.
    pub fn hear(&mut self, place: usize, hearing: Hearing, at: u64) -> Result<(), EngineError> {
        let (it, birth) = self.born(place)?;
        if !it.sound.listens() || hearing == Hearing::Place(place) {
            return Err(EngineError::Deaf {
                name: it.name.clone(),
            });
        }
        if let Hearing::Place(other) = hearing {
            self.born(other)?;
        }
        let hear = Command::Hear {
            place,
            birth,
            hearing,
        };
        self.send(at, hear)?;
        if let Some(Some(it)) = self.instances.get_mut(place) {
            it.hearing = hearing;
        }
        Ok(())
    }

    /// Leads away what a sound adds to the loudspeakers, or, without a place, all that leaves the engine, with room for so many seconds. It ends when the sound has faded
    /// out, when another tap takes its place, or with [`Controls::untap`].
    ///
    /// # Errors
    /// If there is no such sound, or too much is on its way.
    pub fn tap(
        &mut self,
        place: Option<usize>,
        seconds: f64,
        at: u64,
    ) -> Result<Tapped, EngineError> {
        let place = self.tapped_place(place)?;
        let frames = (seconds.clamp(0.0, 60.0) * self.rate) as usize;
        let (tap, tapped) = tap(self.capacity.channels.max(1), frames);
        let tap = Some(Box::new(tap));
        self.send(at, Command::Tap { place, tap })?;
        Ok(tapped)
    }

    /// Whether every sound that begins from now on is tapped from its first block, with room for so many seconds; [`Controls::new_taps`] hands them out.
    pub fn tap_new(&mut self, seconds: Option<f64>) {
        self.tap_new = seconds;
    }

    /// Taps of sounds that began since one last asked, with their names.
    pub fn new_taps(&mut self) -> Vec<(String, Tapped)> {
        core::mem::take(&mut self.new_taps)
    }

    /// Leads away no more.
    ///
    /// # Errors
    /// If there is no such sound, or too much is on its way.
    pub fn untap(&mut self, place: Option<usize>, at: u64) -> Result<(), EngineError> {
        let place = self.tapped_place(place)?;
        self.send(at, Command::Tap { place, tap: None })
    }

    fn tapped_place(&self, place: Option<usize>) -> Result<Option<(usize, u64)>, EngineError> {
        place
            .map(|place| Ok((place, self.born(place)?.1)))
            .transpose()
    }

    /// How loud the whole is \[1\].
    ///
    /// # Errors
    /// If too much is on its way.
    pub fn set_master(&mut self, gain: f64, at: u64) -> Result<(), EngineError> {
        let gain = if gain.is_finite() {
            gain.clamp(0.0, 1000.0)
        } else {
            0.0
        };
        self.send(at, Command::Master { gain })
    }

    /// Whether nothing may be louder than full scale.
    ///
    /// # Errors
    /// If too much is on its way.
    pub fn limit(&mut self, on: bool, at: u64) -> Result<(), EngineError> {
        self.send(at, Command::Limit { on })
    }
}

/// How much of the opening is listened to \[s\]: adding a sound must not take long.
const LISTENED: f64 = 1.0;

/// The peak of a sound's opening \[SI\].
fn loudest(sound: &dyn Sound, rate: f64, seed: u64) -> Result<f64, EngineError> {
    let heard = perform(
        sound,
        &Score::default(),
        &VoiceSpec::new(rate, seed),
        Some(LISTENED),
        &mut |_| {},
    )?;
    let peak = heard
        .sound()
        .iter()
        .flatten()
        .fold(0.0_f64, |most, x| most.max(x.abs()));
    Ok(if peak > 0.0 { peak } else { 1.0 })
}

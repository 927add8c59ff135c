//! The end that decides: it makes sounds, names them, tells them things, and frees what is spent. Not for the audio thread.

use crate::due::Due;
use crate::message::{Command, Report, Sounding, Spent};
use crate::meter::{Meter, Shared};
use crate::place::Hearing;
use crate::renderer::{Board, Ends, Renderer};
use crate::tap::{Tapped, tap};
use crate::{Capacity, Strip};
use foley_sound::preset::Preset;
use foley_sound::{
    Address, Aim, Family, Ready, Score, Sound, SoundError, Told, VoiceSpec, addresses, perform,
    plan, value_of,
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

/// Most bodies that sounds are to become and have not yet begun to.
const MOST_AIMS: usize = 1024;

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
    fn factor(
        self,
        sound: &dyn Sound,
        score: &Score,
        rate: f64,
        seed: u64,
    ) -> Result<f64, EngineError> {
        match self {
            Self::Factor(factor) => Ok(factor),
            Self::Peak(peak) => Ok(peak / loudest(sound, score, rate, seed)?),
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
    /// What is done when it is played ([`Controls::play`]); nothing means its model's opening.
    pub score: Score,
    /// Its strip of the mixer. Its gain is a factor on the loudness.
    pub strip: Strip,
    /// From SI units to full scale \[1\].
    pub factor: f64,
    /// What it hears, if it listens.
    pub hearing: Hearing,
    birth: u64,
    /// What its randomness began with.
    pub seed: u64,
    /// How many modes each body of its voice can have.
    room: Vec<usize>,
}

impl Instance {
    /// Its strip, with a gain from SI units to full scale.
    fn scaled(&self) -> Strip {
        Strip {
            gain: self.strip.gain * self.factor,
            ..self.strip
        }
    }
}

/// The end that decides.
pub struct Controls {
    commands: Producer<Due<Command>>,
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
        voices: 0.into(),
        aims: 0.into(),
        others: 0.into(),
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

    /// How much there may be.
    pub fn capacity(&self) -> Capacity {
        self.capacity
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
        self.begin(name, sound, &Score::default(), seed, loudness, at)
    }

    /// The same with a preset: its values, its seed, its score.
    ///
    /// # Errors
    /// As [`Controls::add`].
    pub fn add_preset(
        &mut self,
        name: &str,
        preset: &Preset,
        loudness: Loudness,
        at: u64,
    ) -> Result<usize, EngineError> {
        let Preset {
            sound, score, seed, ..
        } = preset;
        self.begin(name, &**sound, score, *seed, loudness, at)
    }

    fn begin(
        &mut self,
        name: &str,
        sound: &dyn Sound,
        score: &Score,
        seed: u64,
        loudness: Loudness,
        at: u64,
    ) -> Result<usize, EngineError> {
        let factor = loudness.factor(sound, score, self.rate, seed)?;
        let same = self.place(name).ok();
        let free = || self.instances.iter().position(Option::is_none);
        let place = same.or_else(free).unwrap_or_else(|| self.faintest());
        let it = Instance {
            name: name.to_owned(),
            sound: sound.duplicate(),
            score: score.clone(),
            strip: Strip::default(),
            factor,
            hearing: Hearing::Nothing,
            birth: 0,
            seed,
            room: Vec::new(),
        };
        self.put(place, it, at)?;
        Ok(place)
    }

    /// Makes the voice of a sound and sends it to its place.
    fn put(&mut self, place: usize, mut it: Instance, at: u64) -> Result<(), EngineError> {
        let spec = self.spec(&it);
        let voice = it.sound.voice(&spec)?;
        self.births += 1;
        it.birth = self.births;
        it.room = modes(&Aim::at(&*it.sound, spec.ears)?).collect();
        let sounding = Box::new(Sounding {
            voice,
            strip: it.scaled(),
            ears: spec.ears,
            listens: it.sound.listens(),
            hearing: it.hearing,
            birth: it.birth,
        });
        let put = Command::Put {
            place,
            it: sounding,
        };
        self.send(at, put)?;
        let name = it.name.clone();
        self.instances[place] = Some(it);
        // From its first block on; who cannot be recorded sounds all the same.
        if let Some(seconds) = self.tap_new
            && self.new_taps.len() < self.capacity.instances + self.capacity.leaving
            && let Ok(tapped) = self.tap(Some(place), seconds, at)
        {
            self.new_taps.push((name, tapped));
        }
        Ok(())
    }

    /// How the voice of a sound is made: rooms are heard with two ears; whatever else there is sounds the same for both.
    fn spec(&self, it: &Instance) -> VoiceSpec {
        let wide = it.sound.about().family == Family::Spaces && self.capacity.channels > 1;
        VoiceSpec {
            ears: if wide { 2 } else { 1 },
            ..VoiceSpec::new(self.rate, it.seed)
        }
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
        let Capacity {
            instances, leaving, ..
        } = self.capacity;
        // Voices and bodies are large: far fewer of them may be on their way.
        let (on_their_way, most) = match &command {
            Command::Put { .. } => (&self.board.voices, instances + leaving),
            Command::Aim { .. } => (&self.board.aims, MOST_AIMS),
            _ => (&self.board.others, usize::MAX),
        };
        if on_their_way.load(Ordering::Relaxed) >= most {
            return Err(EngineError::Full { commands: most });
        }
        on_their_way.fetch_add(1, Ordering::Relaxed);
        let number = self.sent;
        self.sent += 1;
        let due = Due {
            at,
            number,
            what: command,
        };
        self.commands.push(due).map_err(|_| full)
    }

    /// Frees what is spent, and hands out what the audio thread had to say. To be called now and then. A sound that lost its numbers gets another voice, at rest.
    pub fn collect(&mut self) -> Vec<Report> {
        while self.spent.pop().is_ok() {}
        let reports: Vec<Report> = core::iter::from_fn(|| self.reports.pop().ok()).collect();
        for report in &reports {
            if let Report::Recovered { place } = *report
                && let Some(it) = self.instances.get(place).cloned().flatten()
            {
                // If it cannot be made again it stays silent.
                let _ = self.put(place, it, 0);
            }
        }
        reports
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
        if address.aspect == foley_sound::Aspect::Structure {
            let over = over.unwrap_or(address.info.glide);
            return self.become_another(place, sound, over, at);
        }
        let told = Told::Set {
            address: index,
            value,
            over: over.unwrap_or(f64::NAN),
        };
        self.send(at, Command::Tell { place, birth, told })?;
        if let Some(Some(it)) = self.instances.get_mut(place) {
            it.sound = sound;
        }
        Ok(())
    }

    /// A sound becomes another in so many seconds. One of the same model glides; if one of its bodies needs more modes than there is room for, or it is of another model, a new voice
    /// takes its place while the old one fades.
    ///
    /// # Errors
    /// If it cannot be made, or too much is on its way.
    fn become_another(
        &mut self,
        place: usize,
        sound: Box<dyn Sound>,
        over: f64,
        at: u64,
    ) -> Result<(), EngineError> {
        let (it, birth) = self.born(place)?;
        let same = it.sound.about().name == sound.about().name;
        let aim = Box::new(Aim::at(&*sound, self.spec(it).ears)?);
        let fits = modes(&aim)
            .zip(&it.room)
            .all(|(modes, &room)| modes <= room);
        if same && fits {
            let aim = Command::Aim {
                place,
                birth,
                aim,
                over,
            };
            self.send(at, aim)?;
            if let Some(Some(it)) = self.instances.get_mut(place) {
                it.sound = sound;
            }
            return Ok(());
        }
        let mut it = Instance {
            sound,
            ..it.clone()
        };
        if !it.sound.listens() {
            it.hearing = Hearing::Nothing;
        }
        self.put(place, it, at)
    }

    /// Plays what a preset does, or the opening of a model, from a sample on.
    ///
    /// # Errors
    /// If there is no such sound, or too much is on its way.
    pub fn play(&mut self, place: usize, at: u64) -> Result<(), EngineError> {
        let (it, birth) = self.born(place)?;
        let planned = plan(&*it.sound, &it.score, &self.spec(it), true)?;
        for (after, ready) in planned {
            let command = match ready {
                Ready::Tell(told) => Command::Tell { place, birth, told },
                Ready::Aim(aim, over) => Command::Aim {
                    place,
                    birth,
                    aim,
                    over,
                },
            };
            self.send(at.saturating_add(after), command)?;
        }
        Ok(())
    }

    /// The sound becomes a preset in so many seconds, as loud as is said: what can glide glides, and what cannot is another sound in its place.
    ///
    /// # Errors
    /// If it cannot be made, or too much is on its way.
    pub fn turn_into(
        &mut self,
        place: usize,
        preset: &Preset,
        loudness: Loudness,
        over: f64,
        at: u64,
    ) -> Result<(), EngineError> {
        let (sound, score, seed) = (&preset.sound, &preset.score, preset.seed);
        let factor = loudness.factor(&**sound, score, self.rate, seed)?;
        let strip = self.born(place)?.0.strip;
        self.become_another(place, sound.duplicate(), over, at)?;
        if let Some(Some(it)) = self.instances.get_mut(place) {
            it.score = score.clone();
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
        let it = Instance {
            strip,
            ..it.clone()
        };
        let strip = it.scaled();
        let set = Command::Strip {
            place,
            birth,
            strip,
        };
        self.send(at, set)?;
        self.instances[place] = Some(it);
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

/// How many modes each body has.
fn modes(aim: &Aim) -> impl Iterator<Item = usize> + '_ {
    let bodies = aim.bodies.iter();
    bodies.map(|body| body.as_ref().map_or(0, |body| body.modes.len()))
}

/// How much of the opening is listened to \[s\]: adding a sound must not take long.
const LISTENED: f64 = 1.0;

/// The peak of a sound's opening \[SI\].
fn loudest(sound: &dyn Sound, score: &Score, rate: f64, seed: u64) -> Result<f64, EngineError> {
    let heard = perform(
        sound,
        score,
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

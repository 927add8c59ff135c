//! The end that decides: it makes sounds, names them, tells them things, and frees what is spent. Not for the
//! audio thread.

mod loudness;
mod mixing;
mod telling;

pub use loudness::Loudness;

use crate::board::Board;
use crate::due::Due;
use crate::hearing::{Hearing, Hears};
use crate::message::{Command, Report, Sounding, Spent};
use crate::meter::{Meter, Shared};
use crate::renderer::{Ends, Renderer};
use crate::tap::Tapped;
use crate::{Capacity, Strip};
use foley_catalogue::preset::Preset;
use foley_sound::{EventKind, Family, Output, Retarget, Score, Sound, SoundError, VoiceSpec};
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
    #[error("no sound is called `{name}`; there are {}", foley_params::words::list(known, "and"))]
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
/// Of all commands, the part that scores leave free, so that what is done now finds room: one in so many.
const KEPT_FREE: usize = 8;

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
    /// Which sound it is, for whoever hears it: the birth of its first voice.
    number: u64,
    birth: u64,
    /// What its randomness began with.
    pub seed: u64,
    /// How many modes each body of its voice can have.
    room: Vec<usize>,
    /// What its voice can be asked for: sound first, then what it measures.
    pub outputs: Vec<Output>,
}

impl Instance {
    /// Its strip, with a gain from SI units to full scale.
    fn scaled(&self) -> Strip {
        Strip { gain: self.strip.gain * self.factor, ..self.strip }
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
    /// For every place the sample at which it was last given to somebody or left: nothing that concerns it
    /// may happen sooner, or it would meet who was there before.
    settled: Vec<u64>,
    births: u64,
    sent: u64,
    /// Seconds of room in the taps of those that come, if they are tapped.
    tap_new: Option<f64>,
    new_taps: Vec<(String, Tapped)>,
}

impl core::fmt::Debug for Controls {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Controls").field("rate", &self.rate).field("now", &self.now()).finish_non_exhaustive()
    }
}

pub(crate) fn make(rate: f64, capacity: Capacity) -> (Controls, Renderer) {
    let (commands, taken) = RingBuffer::new(capacity.commands);
    // All that can ever be on its way back: what plays, what leaves, and what every command may bring, on its
    // way or waiting for its time.
    let back = capacity.instances + capacity.leaving + 2 * capacity.commands;
    let (throw, spent) = RingBuffer::new(back);
    let (say, reports) = RingBuffer::new(1024);
    let board = Arc::new(Board::new(capacity));
    let ends = Ends { commands: taken, spent: throw, reports: say, board: Arc::clone(&board) };
    let controls = Controls {
        commands,
        spent,
        reports,
        board,
        capacity,
        rate,
        instances: (0..capacity.instances).map(|_| None).collect(),
        settled: vec![0; capacity.instances],
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
        found.map(|(place, _)| place).ok_or_else(|| EngineError::NoSuch {
            name: name.to_owned(),
            known: self.instances().map(|(_, it)| it.name.clone()).collect(),
        })
    }

    /// A sound begins, silent until it is told something; one of the same name makes room for it, and if
    /// there is no room at all, the faintest. Its place.
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
        let Preset { sound, score, seed, .. } = preset;
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
        let place = same.or_else(|| self.free(at));
        let place = place.unwrap_or_else(|| self.faintest());
        let before = same.and_then(|same| self.instances[same].as_ref());
        let it = Instance {
            name: name.to_owned(),
            sound: sound.duplicate(),
            score: score.clone(),
            strip: Strip::default(),
            factor,
            hearing: Hearing::Nothing,
            number: before.map_or(self.births + 1, |before| before.number),
            birth: 0,
            seed,
            room: Vec::new(),
            outputs: Vec::new(),
        };
        self.put(place, it, at)?;
        Ok(place)
    }

    /// A place that nobody has: the first that is left by then, or else soonest.
    fn free(&self, at: u64) -> Option<usize> {
        let free = |place: &usize| self.instances[*place].is_none();
        let places = (0..self.instances.len()).filter(free);
        places.min_by_key(|&place| self.settled[place].max(at))
    }

    /// Makes the voice of a sound and sends it to its place.
    fn put(&mut self, place: usize, mut it: Instance, at: u64) -> Result<(), EngineError> {
        let spec = self.spec(&it);
        let voice = it.sound.voice(&spec)?;
        self.births += 1;
        it.birth = self.births;
        it.outputs = voice.outputs().to_vec();
        it.room = modes(&Retarget::at(&*it.sound, spec.channels)?).collect();
        let sounding = Box::new(Sounding {
            voice,
            strip: it.scaled(),
            ears: spec.channels,
            listens: it.sound.takes_input(),
            hears: self.hears(it.hearing),
            number: it.number,
            birth: it.birth,
        });
        let put = Command::Put { place, it: sounding };
        let at = self.send_to(place, at, put)?;
        self.settled[place] = at;
        let (name, number) = (it.name.clone(), it.number);
        let before = self.instances[place].replace(it);
        if before.is_some_and(|before| before.number != number) {
            self.unheard(place);
        }
        // From its first block on; who cannot be recorded sounds all the same.
        if let Some(seconds) = self.tap_new
            && self.new_taps.len() < self.capacity.instances + self.capacity.leaving
            && let Ok(tapped) = self.tap(Some(place), seconds, at)
        {
            self.new_taps.push((name, tapped));
        }
        Ok(())
    }

    /// Who that is, wherever it will be.
    fn hears(&self, hearing: Hearing) -> Hears {
        match hearing {
            Hearing::Nothing => Hears::Nothing,
            Hearing::All => Hears::All,
            Hearing::Place(place) => match self.instances.get(place) {
                Some(Some(it)) => Hears::Sound(it.number),
                _ => Hears::Nothing,
            },
        }
    }

    /// Nobody hears any more what was in a place: it has gone.
    fn unheard(&mut self, place: usize) {
        for it in self.instances.iter_mut().flatten() {
            if it.hearing == Hearing::Place(place) {
                it.hearing = Hearing::Nothing;
            }
        }
    }

    /// How the voice of a sound is made: rooms are heard with two ears; whatever else there is sounds the
    /// same for both.
    fn spec(&self, it: &Instance) -> VoiceSpec {
        let wide = it.sound.info().family == Family::Spaces && self.capacity.channels > 1;
        VoiceSpec { channels: if wide { 2 } else { 1 }, ..VoiceSpec::new(self.rate, it.seed) }
    }

    /// The place of the sound with the least power.
    fn faintest(&self) -> usize {
        let power = |place: &usize| self.board.meters[*place].square();
        let places = 0..self.capacity.instances;
        places.min_by(|a, b| power(a).total_cmp(&power(b))).unwrap_or(0)
    }

    /// Sends what concerns a place, not to happen before who has it now came there. When it will happen.
    fn send_to(&mut self, place: usize, at: u64, command: Command) -> Result<u64, EngineError> {
        let at = at.max(self.settled[place]);
        self.send(at, command)?;
        Ok(at)
    }

    fn send(&mut self, at: u64, command: Command) -> Result<(), EngineError> {
        let Capacity { instances, leaving, commands, .. } = self.capacity;
        let full = |commands| Err(EngineError::Full { commands });
        // Voices and bodies are large: far fewer of them may be on their way.
        let most = match &command {
            Command::Put { .. } => instances + leaving,
            Command::Event { kind: EventKind::Retarget { .. }, .. } => MOST_AIMS,
            _ => commands,
        };
        let on_their_way = self.board.kind(&command);
        if on_their_way.load(Ordering::Relaxed) >= most {
            return full(most);
        }
        // What waits for its time on the other side counts, too: there is room for all of it.
        if self.board.on_their_way() >= commands {
            return full(commands);
        }
        on_their_way.fetch_add(1, Ordering::Relaxed);
        let number = self.sent;
        self.sent += 1;
        let what = command;
        let due = Due { at, number, what };
        self.commands.push(due).or_else(|rtrb::PushError::Full(due)| {
            let kind = self.board.kind(&due.what);
            kind.fetch_sub(1, Ordering::Relaxed);
            full(commands)
        })
    }

    /// Whether there is room for all that a score does, and for what is done meanwhile.
    fn room_for(&self, commands: usize, aims: usize) -> Result<(), EngineError> {
        let most = self.capacity.commands - self.capacity.commands / KEPT_FREE;
        if self.board.on_their_way() + commands > most {
            return Err(EngineError::Full { commands: most });
        }
        if self.board.aims() + aims > MOST_AIMS {
            return Err(EngineError::Full { commands: MOST_AIMS });
        }
        Ok(())
    }

    /// How many commands were ever sent: while it stays, all is as it was last told.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// Commands that have not been done yet: on their way, or waiting for their time.
    pub fn on_their_way(&self) -> usize {
        self.board.on_their_way()
    }

    /// Frees what is spent, and hands out what the audio thread had to say. To be called now and then. A
    /// sound that lost its numbers gets another voice, at rest.
    pub fn collect(&mut self) -> Vec<Report> {
        while self.spent.pop().is_ok() {}
        let board = Arc::clone(&self.board);
        let mut reports = Vec::new();
        for (place, birth) in board.broken() {
            reports.push(Report::Recovered { place });
            let it = self.instances.get(place).cloned().flatten();
            // Another may have its place by now. If it cannot be made again it stays silent.
            if let Some(it) = it.filter(|it| it.birth == birth) {
                let _ = self.put(place, it, 0);
            }
        }
        reports.extend(core::iter::from_fn(|| self.reports.pop().ok()));
        reports.extend(board.counted());
        reports
    }

    /// How loud a sound is.
    pub fn meter(&self, place: usize) -> Meter {
        self.board.meters.get(place).map_or(Meter::default(), Shared::read)
    }

    /// Whether a sound costs nothing until it is told something. Its meter goes on.
    pub fn asleep(&self, place: usize) -> bool {
        self.board.meters.get(place).is_none_or(Shared::asleep)
    }

    /// How loud the channels of the whole are.
    pub fn master(&self) -> Vec<Meter> {
        self.board.master.iter().map(Shared::read).collect()
    }

    /// Which sound, and which birth of it.
    fn born(&self, place: usize) -> Result<(&Instance, u64), EngineError> {
        let found = self.instances.get(place).and_then(Option::as_ref);
        found.map(|it| (it, it.birth)).ok_or_else(|| EngineError::NoSuch {
            name: place.to_string(),
            known: self.instances().map(|(_, it)| it.name.clone()).collect(),
        })
    }
}

/// How many modes each body has.
fn modes(aim: &Retarget) -> impl Iterator<Item = usize> + '_ {
    let bodies = aim.bodies.iter();
    bodies.map(|body| body.as_ref().map_or(0, |body| body.modes.len()))
}

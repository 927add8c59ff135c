//! What is heard, into files: the mix, and every sound alone.
//!
//! The audio thread pours into taps ([`foley_engine::TapReader`]); a thread of the recorder drains them ten
//! times a second into WAV files and seals these each time, so that a program that is killed leaves valid
//! files up to the last second ([`crate::wav`]). All files begin with the recording's first sample: a sound
//! that came later is silent before. What the disk does not take is told, and the sound goes on.
//!
//! | file            | holds                                                              |
//! |-----------------|--------------------------------------------------------------------|
//! | `take.wav`      | what leaves the engine                                             |
//! | `take-cup.wav`  | what `cup` adds to it; the next `cup` is `take-cup-2.wav`          |
//!
//! With the limiter off and the whole at 1, the sum of the sounds is the mix. Who sends a name over the
//! network gets a file in one folder and nowhere else, and replaces none ([`Recorder::record_named`]).

use crate::wav::WavWriter;
use foley_engine::{Controls, EngineError, TapReader};
use foley_params::words::excerpt;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use thiserror::Error;

/// Room in a tap \[s\]: as long may the disk take.
const TAP_SECONDS: f64 = 4.0;
/// How often taps are drained and files sealed \[s\].
const DRAIN_INTERVAL: f64 = 0.1;
/// Most files of one recording.
pub const MAX_FILES: usize = 256;
/// Most recordings that were ended and are not closed yet.
const MAX_ENDING: usize = 8;
/// Most messages that are kept.
const MAX_MESSAGES: usize = 64;

/// Why it does not record.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It does already.
    #[error("`{}` is being recorded; `off` ends it", path.display())]
    Busy {
        /// Into which file.
        path: PathBuf,
    },
    /// The file cannot be made.
    #[error("cannot write `{}`: {why}", path.display())]
    Unwritable {
        /// Which.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// Nobody allowed it.
    #[error(
        "recording from the network is not allowed here; start with `--record-folder FOLDER` to allow it"
    )]
    NotAllowed,
    /// Somebody else began it.
    #[error("this recording was begun at the machine, and is ended there")]
    NotYours,
    /// Too many are being closed.
    #[error("{most} recordings are still being closed; try again in a moment")]
    Closing {
        /// How many there may be.
        most: usize,
    },
    /// Nothing is to be ended.
    #[error("nothing is being recorded")]
    Nothing,
    /// Not a name for a file.
    #[error(
        "`{name}` is no name for a recording: letters, digits, `-` and `_`, up to 64, such as `take-1`; no folder, no ending"
    )]
    Name {
        /// What was asked for.
        name: String,
    },
    /// The engine has no room.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// A file, and the tap that fills it.
#[derive(Debug)]
struct Track {
    path: PathBuf,
    tap: TapReader,
    file: WavWriter,
    begun: bool,
    /// The disk takes no more.
    failed: bool,
}

/// A recording that goes on.
#[derive(Debug)]
struct Take {
    path: PathBuf,
    stems: bool,
    /// Files that are there may be replaced: whoever sits at the machine asked for it, not the network.
    replace: bool,
    /// The first is the mix.
    tracks: Vec<Track>,
    /// Names of sounds that have a file.
    names: BTreeSet<String>,
    /// Frames lost by those that are closed.
    lost: u64,
}

/// What has become of recordings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordingSummary {
    /// Files that are closed, and how many frames each has.
    pub files: Vec<(PathBuf, u64)>,
    /// Frames that came faster than the disk takes them; silence stands for them, as far as the file goes.
    pub lost: u64,
    /// What went wrong.
    pub messages: Vec<String>,
}

#[derive(Debug, Default)]
struct State {
    take: Option<Take>,
    /// Recordings that were ended, until all of them has arrived.
    ending: Vec<Take>,
    summary: RecordingSummary,
}

/// Records what is heard.
#[derive(Debug)]
pub struct Recorder {
    rate: u32,
    channels: u16,
    /// Where names from the network lead, if anywhere.
    folder: Option<PathBuf>,
    /// Whether those have stems.
    stems: bool,
    /// Nothing is written from this sample on, however long it plays.
    until: u64,
    state: Mutex<State>,
}

/// The thread that drains, until it is dropped.
#[derive(Debug)]
pub struct DrainThread {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for DrainThread {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

impl Recorder {
    /// Records nothing yet, and nothing from sample `until` on. Names from the network lead into the folder,
    /// if there is one.
    pub fn new(
        rate: u32,
        channels: u16,
        folder: Option<PathBuf>,
        stems: bool,
        until: Option<u64>,
    ) -> Arc<Self> {
        Arc::new(Self {
            rate,
            channels,
            folder,
            stems,
            until: until.unwrap_or(u64::MAX),
            state: Mutex::default(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // What a thread left that panicked is still a list of files.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A thread that drains ten times a second, for as long as what is returned lives.
    ///
    /// # Errors
    /// If there can be no more threads.
    pub fn start_draining(self: &Arc<Self>) -> io::Result<DrainThread> {
        let stop = Arc::new(AtomicBool::new(false));
        let (me, stopped) = (Arc::clone(self), Arc::clone(&stop));
        let thread = std::thread::Builder::new().name("foley-recorder".to_owned()).spawn(move || {
            while !stopped.load(Ordering::Relaxed) {
                me.drain();
                std::thread::park_timeout(Duration::from_secs_f64(DRAIN_INTERVAL));
            }
        })?;
        let thread = Some(thread);
        Ok(DrainThread { stop, thread })
    }

    /// Begins to record into a file, and into one beside it for every sound, at a sample.
    ///
    /// # Errors
    /// If it records already, the file cannot be made, or the engine has no room.
    pub fn start(
        &self,
        controls: &mut Controls,
        path: &Path,
        stems: bool,
        replace: bool,
        at: u64,
    ) -> Result<(), RecordError> {
        let mut state = self.state();
        if let Some(take) = &state.take {
            let path = take.path.clone();
            return Err(RecordError::Busy { path });
        }
        if state.ending.len() >= MAX_ENDING {
            return Err(RecordError::Closing { most: MAX_ENDING });
        }
        let unwritable = |why| RecordError::Unwritable { path: path.to_owned(), why };
        let file = WavWriter::create(path, self.rate, self.channels, replace).map_err(unwritable)?;
        let tap = controls.tap(None, TAP_SECONDS, at)?;
        let mut take = Take {
            path: path.to_owned(),
            stems,
            replace,
            tracks: vec![Track::new(path.to_owned(), tap, file)],
            names: BTreeSet::new(),
            lost: 0,
        };
        let mut refused = Vec::new();
        if stems {
            let all: Vec<(usize, String)> =
                controls.instances().map(|(slot, it)| (slot, it.name.clone())).collect();
            for (slot, name) in all {
                let tap = controls.tap(Some(slot), TAP_SECONDS, at)?;
                refused.extend(self.stem(&mut take, &name, tap));
            }
            controls.tap_new(Some(TAP_SECONDS));
        }
        state.summary.add_messages(refused);
        state.take = Some(take);
        Ok(())
    }

    /// A file for a sound; why there is none.
    fn stem(&self, take: &mut Take, name: &str, tap: TapReader) -> Option<String> {
        if take.tracks.len() >= MAX_FILES {
            return Some(format!(
                "`{name}` is not recorded alone: a recording has no more than {MAX_FILES} files"
            ));
        }
        let counted = (1..).map(|count| match count {
            1 => name.to_owned(),
            _ => format!("{name}-{count}"),
        });
        let name = counted.into_iter().find(|name| !take.names.contains(name)).unwrap_or_default();
        let path = beside(&take.path, &name);
        match WavWriter::create(&path, self.rate, self.channels, take.replace) {
            Ok(file) => {
                take.names.insert(name);
                take.tracks.push(Track::new(path, tap, file));
                None
            }
            Err(why) => Some(format!("cannot write `{}`: {why}", path.display())),
        }
    }

    /// Ends the recording at a sample; the files are closed when all has arrived, and another may begin
    /// meanwhile.
    ///
    /// # Errors
    /// If the engine has no room for the order.
    pub fn stop(&self, controls: &mut Controls, at: u64) -> Result<(), RecordError> {
        controls.tap_new(None);
        // Those that began since belong to this one, not to the next.
        self.adopt(controls.new_taps());
        controls.untap(None, at)?;
        let slots: Vec<usize> = controls.instances().map(|(slot, _)| slot).collect();
        for slot in slots {
            controls.untap(Some(slot), at)?;
        }
        let mut state = self.state();
        let take = state.take.take();
        state.ending.extend(take);
        Ok(())
    }

    /// What a name from the network does: it begins a recording in the folder that was allowed; `off` ends
    /// it.
    ///
    /// # Errors
    /// If nothing was allowed, the name is none for a file, one of that name is there, or it records already.
    pub fn record_named(&self, controls: &mut Controls, name: &str, at: u64) -> Result<(), RecordError> {
        let folder = self.folder.as_ref().ok_or(RecordError::NotAllowed)?;
        if name == "off" {
            // What was begun at the machine is ended there.
            let ours = self.state().take.as_ref().map(|take| !take.replace);
            return match ours {
                Some(true) => self.stop(controls, at),
                Some(false) => Err(RecordError::NotYours),
                None => Err(RecordError::Nothing),
            };
        }
        // Nothing that a file system reads in its own way: no folders, no dots, no devices of old systems
        // with an ending.
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || name.len() > 64 || !name.chars().all(plain) {
            return Err(RecordError::Name { name: excerpt(name) });
        }
        let path = folder.join(format!("{name}.wav"));
        self.start(controls, &path, self.stems, false, at)
    }

    /// Takes the taps of sounds that began since.
    pub fn adopt(&self, taps: Vec<(String, TapReader)>) {
        if taps.is_empty() {
            return;
        }
        let mut state = self.state();
        let Some(mut take) = state.take.take() else {
            return;
        };
        for (name, tap) in taps {
            if take.stems {
                let refused = self.stem(&mut take, &name, tap);
                state.summary.add_messages(refused);
            }
        }
        state.take = Some(take);
    }

    /// Writes what the taps hold, and closes what has ended. Not for the audio thread.
    pub fn drain(&self) {
        let mut state = self.state();
        let take = state.take.take();
        state.take = take.and_then(|take| self.drained(take, &mut state.summary));
        let ending = core::mem::take(&mut state.ending);
        for take in ending {
            let open = self.drained(take, &mut state.summary);
            state.ending.extend(open);
        }
    }

    /// A recording whose taps have been written out, if it goes on.
    fn drained(&self, mut take: Take, summary: &mut RecordingSummary) -> Option<Take> {
        let first = take.tracks.first().and_then(|mix| mix.tap.first_sample());
        let mut open = Vec::new();
        let mut mix_open = false;
        for (index, mut track) in take.tracks.drain(..).enumerate() {
            // Asked before it is drained: what comes in between is still taken.
            let ended = track.tap.ended();
            if let Err(why) = track.drain(first, self.until) {
                summary.add_messages([format!("`{}` is no longer written: {why}", track.path.display())]);
            }
            if ended || track.failed && index > 0 {
                take.lost += track.tap.lost();
                summary.close(track);
            } else {
                mix_open |= index == 0;
                open.push(track);
            }
        }
        take.tracks = open;
        // Sounds that leave end their own files; the recording ends with the mix.
        if mix_open {
            return Some(take);
        }
        summary.lost += take.lost;
        for mut track in take.tracks {
            let _ = track.drain(first, self.until);
            summary.lost += track.tap.lost();
            summary.close(track);
        }
        None
    }

    /// The file that is being written.
    pub fn recording(&self) -> Option<PathBuf> {
        self.state().take.as_ref().map(|take| take.path.clone())
    }

    /// What has become of recordings so far.
    pub fn summary(&self) -> RecordingSummary {
        let state = self.state();
        let mut summary = state.summary.clone();
        let takes = state.take.iter().chain(&state.ending);
        let open = takes.flat_map(|take| &take.tracks);
        summary.lost += open.map(|track| track.tap.lost()).sum::<u64>();
        summary
    }
}

impl RecordingSummary {
    /// A file is done; one into which nothing came is a file without samples.
    fn close(&mut self, mut track: Track) {
        if let Err(why) = track.finish() {
            self.add_messages([format!("`{}` is no longer written: {why}", track.path.display())]);
        }
        self.files.push((track.path, track.file.frames()));
    }

    fn add_messages(&mut self, messages: impl IntoIterator<Item = String>) {
        for message in messages {
            if self.messages.len() < MAX_MESSAGES {
                self.messages.push(message);
            }
        }
    }
}

/// `take.wav` and `cup`: `take-cup.wav`.
fn beside(path: &Path, name: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{name}.wav"))
}

impl Track {
    fn new(path: PathBuf, tap: TapReader, file: WavWriter) -> Self {
        Self { path, tap, file, begun: false, failed: false }
    }

    fn finish(&mut self) -> io::Result<()> {
        if self.failed {
            return Ok(());
        }
        self.file.finish()
    }

    /// Writes what there is before sample `until`, counted from sample `first`. After a failure it only makes
    /// room, so that nothing counts as lost twice.
    fn drain(&mut self, first: Option<u64>, until: u64) -> io::Result<()> {
        let (Some(from), Some(first)) = (self.tap.first_sample(), first) else {
            return Ok(());
        };
        let channels = self.tap.channels.max(1);
        let slots = self.tap.samples.slots();
        let whole = slots - slots % channels;
        let Ok(chunk) = self.tap.samples.read_chunk(whole) else {
            return Ok(());
        };
        let written = if self.failed {
            Ok(())
        } else {
            let begins = from.saturating_sub(first);
            let silent = if self.begun { 0 } else { begins };
            self.begun = true;
            let room = until.saturating_sub(first);
            let room = room.saturating_sub(self.file.frames());
            let silent = silent.min(room);
            let samples = usize::try_from(room - silent).unwrap_or(usize::MAX);
            let samples = samples.saturating_mul(channels);
            let (one, two) = chunk.as_slices();
            let one = &one[..one.len().min(samples)];
            let two = &two[..two.len().min(samples - one.len())];
            write(&mut self.file, silent, one, two)
        };
        chunk.commit_all();
        self.failed |= written.is_err();
        written
    }
}

fn write(file: &mut WavWriter, silent: u64, one: &[f32], two: &[f32]) -> io::Result<()> {
    if silent > 0 {
        file.silence(silent)?;
    }
    // The ring may break within a frame: the two parts are written as one.
    if one.len() + two.len() > 0 {
        let mut both = Vec::with_capacity(one.len() + two.len());
        both.extend_from_slice(one);
        both.extend_from_slice(two);
        file.write(&both)?;
    }
    file.finish()
}

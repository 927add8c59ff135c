//! Records the mix, and every sound alone, into WAV files.
//!
//! The audio thread writes into taps ([`foley_engine::TapReader`]). A thread of the recorder drains them ten
//! times a second into WAV files and updates their headers, so that a killed program leaves valid files up to
//! the last tenth of a second ([`crate::wav`]). All files start at the recording's first sample; a later
//! sound is silent before it starts. Disk errors are reported, and playback continues.
//!
//! | file            | holds                                                              |
//! |-----------------|--------------------------------------------------------------------|
//! | `take.wav`      | the output of the engine                                           |
//! | `take-cup.wav`  | the share of `cup` in the mix; the next `cup` is `take-cup-2.wav`  |
//!
//! With the limiter off and master gain 1, the sum of the single sounds is the mix. Recordings that network
//! messages start go into one folder and replace no file ([`Recorder::record_named`]).

use crate::wav::WavWriter;
use foley_engine::{Controls, EngineError, SoundId, TapReader};
use foley_params::words::excerpt;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use thiserror::Error;

/// Length of a tap's queue \[s\]. The disk may be delayed by this time without loss of samples.
const TAP_SECONDS: f64 = 4.0;
/// Interval at which the taps are written to the files \[s\].
const DRAIN_INTERVAL: f64 = 0.1;
/// Maximum number of files of one recording.
pub const MAX_FILES: usize = 256;
/// Maximum number of stopped recordings that are not closed yet.
const MAX_ENDING: usize = 8;
/// Maximum number of error messages that a summary keeps.
const MAX_MESSAGES: usize = 64;

/// Why the recorder rejected a request.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A recording is already running.
    #[error("`{}` is being recorded; send `/foley/record off` to stop it", path.display())]
    Busy {
        /// File of the running recording.
        path: PathBuf,
    },
    /// The file cannot be created.
    #[error("cannot write `{}`: {why}", path.display())]
    Unwritable {
        /// The file that cannot be created.
        path: PathBuf,
        /// Error of the operating system.
        why: io::Error,
    },
    /// Recording by network messages is not allowed.
    #[error(
        "recording from the network is not allowed here; start with `--record-folder FOLDER` to allow it"
    )]
    NotAllowed,
    /// A network message may not stop a recording that was started locally.
    #[error("this recording was started by the program itself; network messages cannot stop it")]
    NotYours,
    /// Too many stopped recordings are still being closed.
    #[error("{most} recordings are still being closed; try again later")]
    Closing {
        /// Maximum number of recordings that are being closed.
        most: usize,
    },
    /// There is no recording to stop.
    #[error("there is no recording to stop")]
    Nothing,
    /// The name of the recording is not allowed for a file.
    #[error(
        "`{name}` cannot be the name of a recording: use up to 64 letters, digits, `-` and `_`, such as `take-1`, without folder and extension"
    )]
    Name {
        /// The name that was asked for.
        name: String,
    },
    /// The engine rejected the tap.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// A WAV file and the tap that fills it.
#[derive(Debug)]
struct Track {
    path: PathBuf,
    tap: TapReader,
    file: WavWriter,
    begun: bool,
    /// Whether writing has failed; then nothing more is written.
    failed: bool,
}

/// A running recording with all of its files.
#[derive(Debug)]
struct Take {
    path: PathBuf,
    stems: bool,
    /// Whether existing files may be replaced: yes for local requests, never for network messages.
    replace: bool,
    /// Files of the recording; the first one is the mix.
    tracks: Vec<Track>,
    /// Names of the sounds that have a file of their own.
    names: BTreeSet<String>,
    /// Number of frames lost by tracks that are already closed.
    lost: u64,
}

/// Result of all recordings of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordingSummary {
    /// Closed files, each with its number of frames.
    pub files: Vec<(PathBuf, u64)>,
    /// Number of frames lost because the disk was too slow; in the files these frames are silence.
    pub lost: u64,
    /// Error messages of the disk, at most 64.
    pub messages: Vec<String>,
}

#[derive(Debug, Default)]
struct State {
    take: Option<Take>,
    /// Stopped recordings whose last samples have not arrived yet.
    ending: Vec<Take>,
    summary: RecordingSummary,
}

/// Records the output of an engine into WAV files.
#[derive(Debug)]
pub struct Recorder {
    rate: u32,
    channels: u16,
    /// Folder for recordings that network messages start; `None` forbids such recordings.
    folder: Option<PathBuf>,
    /// Whether recordings that network messages start also record every sound alone.
    stems: bool,
    /// First sample that is not written to any file.
    until: u64,
    state: Mutex<State>,
}

/// The thread that writes the taps to the files; dropping this value ends the thread.
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
    /// Makes a recorder that records nothing yet, and no sample from `until` on. Network messages may record
    /// into `folder`; `None` forbids it.
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
        // After a panic elsewhere the state is still consistent: a list of files.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a thread that writes the taps to the files ten times a second, until the returned value is
    /// dropped.
    ///
    /// # Errors
    /// If the thread cannot be started.
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

    /// Starts a recording at a sample: into one file for the mix, and with `stems` into a further file for
    /// every sound.
    ///
    /// # Errors
    /// If a recording is running, the file cannot be created, or the engine rejects a tap.
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
            let all: Vec<(SoundId, String)> =
                controls.instances().map(|(id, instance)| (id, instance.name.clone())).collect();
            for (id, name) in all {
                let tap = controls.tap(Some(id), TAP_SECONDS, at)?;
                refused.extend(self.stem(&mut take, &name, tap));
            }
            controls.tap_new(Some(TAP_SECONDS));
        }
        state.summary.add_messages(refused);
        state.take = Some(take);
        Ok(())
    }

    /// Adds a file for a sound to a recording; returns an error message if the sound gets no file.
    fn stem(&self, take: &mut Take, name: &str, tap: TapReader) -> Option<String> {
        if take.tracks.len() >= MAX_FILES {
            return Some(format!(
                "`{name}` is not recorded to a separate file: a recording has at most {MAX_FILES} files"
            ));
        }
        let counted = (1..).map(|count| match count {
            1 => name.to_owned(),
            _ => format!("{name}-{count}"),
        });
        let name = counted.into_iter().find(|name| !take.names.contains(name)).unwrap_or_default();
        let path = sound_path(&take.path, &name);
        match WavWriter::create(&path, self.rate, self.channels, take.replace) {
            Ok(file) => {
                take.names.insert(name);
                take.tracks.push(Track::new(path, tap, file));
                None
            }
            Err(why) => Some(format!("cannot write `{}`: {why}", path.display())),
        }
    }

    /// Stops the recording at a sample. The files are closed when all samples have arrived; the next
    /// recording may start before that.
    ///
    /// # Errors
    /// If the command queue of the engine is full.
    pub fn stop(&self, controls: &mut Controls, at: u64) -> Result<(), RecordError> {
        controls.tap_new(None);
        // Sounds that were added in the meantime belong to this recording, not to the next.
        self.adopt(controls.new_taps());
        controls.untap(None, at)?;
        let sounds: Vec<SoundId> = controls.instances().map(|(id, _)| id).collect();
        for id in sounds {
            controls.untap(Some(id), at)?;
        }
        let mut state = self.state();
        let take = state.take.take();
        state.ending.extend(take);
        Ok(())
    }

    /// Starts a recording called `name` in the allowed folder; the name `off` stops the recording. For
    /// network messages.
    ///
    /// # Errors
    /// If recording is not allowed, the name is not allowed or taken, or a recording is running.
    pub fn record_named(&self, controls: &mut Controls, name: &str, at: u64) -> Result<(), RecordError> {
        let folder = self.folder.as_ref().ok_or(RecordError::NotAllowed)?;
        if name == "off" {
            // A recording that was started locally can only be stopped locally.
            let ours = self.state().take.as_ref().map(|take| !take.replace);
            return match ours {
                Some(true) => self.stop(controls, at),
                Some(false) => Err(RecordError::NotYours),
                None => Err(RecordError::Nothing),
            };
        }
        // No characters with a meaning to file systems: no folders, no dots, no device names with an
        // extension.
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || name.len() > 64 || !name.chars().all(plain) {
            return Err(RecordError::Name { name: excerpt(name) });
        }
        let path = folder.join(format!("{name}.wav"));
        self.start(controls, &path, self.stems, false, at)
    }

    /// Adds the taps of sounds that were added during the recording.
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

    /// Writes the content of all taps to the files and closes finished files. Not for the audio thread.
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

    /// Writes the taps of a recording to its files; returns the recording if it continues.
    fn drained(&self, mut take: Take, summary: &mut RecordingSummary) -> Option<Take> {
        let first = take.tracks.first().and_then(|mix| mix.tap.first_sample());
        let mut open = Vec::new();
        let mut mix_open = false;
        for (index, mut track) in take.tracks.drain(..).enumerate() {
            // The end is checked before draining, so that no later samples are missed.
            let ended = track.tap.ended();
            if let Err(why) = track.drain(first, self.until) {
                summary.add_messages([format!("recording to `{}` stopped: {why}", track.path.display())]);
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
        // The file of a removed sound ends with the sound; the recording ends with the mix.
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

    /// Returns the file that is being recorded; `None` if there is no recording.
    pub fn recording(&self) -> Option<PathBuf> {
        self.state().take.as_ref().map(|take| take.path.clone())
    }

    /// Returns the result of all recordings so far.
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
    /// Closes the file of a track; a file without samples stays as an empty WAV file.
    fn close(&mut self, mut track: Track) {
        if let Err(why) = track.finish() {
            self.add_messages([format!("recording to `{}` stopped: {why}", track.path.display())]);
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

/// Returns the path of a sound's file: `take-cup.wav` for `take.wav` and `cup`.
fn sound_path(path: &Path, name: &str) -> PathBuf {
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

    /// Writes all tapped samples before `until`; the file starts at sample `first`. After a write error the
    /// tap is only emptied, so that no frame counts as lost twice.
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
    // The ring buffer may wrap within a frame: both parts are written together.
    if one.len() + two.len() > 0 {
        let mut both = Vec::with_capacity(one.len() + two.len());
        both.extend_from_slice(one);
        both.extend_from_slice(two);
        file.write(&both)?;
    }
    file.finish()
}

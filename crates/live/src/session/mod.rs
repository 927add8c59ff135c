//! A session: engine, dispatcher, clock, output, recorder and the servers that receive messages.
//!
//! | thread            | does                                                                        | may wait for |
//! |-------------------|-----------------------------------------------------------------------------|--------------|
//! | audio             | renders, marks the clock, notes its load                                    | nothing      |
//! | timer, each 2 ms  | queues scored messages ahead of their time, dispatches messages that are due, collects garbage and reports | the dispatcher |
//! | servers           | queue messages as they arrive, one thread for each kind                     | the dispatcher |
//! | recorder          | drains taps into files                                                      | the disk     |
//!
//! Scored messages (a score, a MIDI file, a sensor log) reach the engine [`crate::dispatcher::AHEAD`] before
//! their time, the first of them before the first sample is rendered. So the samples are equal to those of
//! [`Session::offline`]. Messages that come late because the timer was woken late are counted.

mod counts;
mod servers;
mod timer;

pub use counts::{Counts, Status, Summary, UnfinishedPart};
pub use servers::{MidiInputs, ServerAddresses, ServerConfig};

use crate::dispatcher::{Message, MessageKind, Outcome};
use crate::mapping::Mappings;
use crate::offline::{self, EndCondition};
use crate::{AddressSpace, Arg, Clock, Dispatcher, MessageError};
use core::ops::ControlFlow;
use foley_audio::output::{self, LoadStats, Output, OutputError, OutputInfo, OutputStream};
use foley_audio::recorder::{DrainThread, RecordError, Recorder};
use foley_engine::{Capacity, Renderer, engine};
use servers::Servers;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;
use thiserror::Error;
use timer::{feed, run_timer};

/// Frames rendered per step of an offline session: a whole number of engine blocks.
const PIECE: u64 = 128 * offline::BLOCK_FRAMES as u64;

/// A function that adds sounds and mappings to the dispatcher before rendering starts.
pub type Prepare = Box<dyn FnOnce(&mut Dispatcher) -> Result<(), String> + Send>;
/// Scored messages in order of time; their samples are counted from the start of the session.
pub type Messages = Box<dyn Iterator<Item = Message> + Send>;

/// Configuration with which a session starts.
pub struct Setup {
    /// Output that receives the samples.
    pub output: Output,
    /// Limits of the engine; the number of channels comes from the output instead.
    pub capacity: Capacity,
    /// Adds sounds and mappings before rendering starts.
    pub prepare: Prepare,
    /// Scored messages, in order of time.
    pub messages: Messages,
    /// File into which the session records from the start; `None` for no recording.
    pub record: Option<PathBuf>,
    /// Whether recordings also write every sound into a file of its own.
    pub stems: bool,
    /// First sample that is not recorded; `None` records to the end.
    pub until: Option<u64>,
    /// Folder for recordings that network messages start; `None` forbids such recordings.
    pub folder: Option<PathBuf>,
    /// Servers that the session opens.
    pub servers: ServerConfig,
    /// Fraction of a host buffer's duration that rendering may take before the quality is reduced \[1\];
    /// `None` keeps full quality. Ignored offline.
    pub ceiling: Option<f64>,
    /// When set to true, [`Session::offline`] ends as at its normal end.
    pub stop: Arc<AtomicBool>,
}

/// Default of [`Setup::ceiling`]: fraction of a host buffer's duration that rendering may take before the
/// quality is reduced \[1\].
pub const CEILING: f64 = 0.75;

impl Setup {
    /// Makes a configuration with an output, but without sounds, messages, servers or recording.
    pub fn new(output: Output) -> Self {
        Self {
            output,
            capacity: Capacity::default(),
            prepare: Box::new(|_| Ok(())),
            messages: Box::new(std::iter::empty()),
            record: None,
            stems: false,
            until: None,
            folder: None,
            servers: ServerConfig::default(),
            ceiling: Some(CEILING),
            stop: Arc::default(),
        }
    }
}

impl core::fmt::Debug for Setup {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Setup")
            .field("output", &self.output)
            .field("record", &self.record)
            .finish_non_exhaustive()
    }
}

/// Why a session failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The output cannot play.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The recording cannot start.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The sounds cannot be made.
    #[error("{0}")]
    Sounds(String),
    /// Playback ended because the messages are not in order of time.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// A network port cannot be opened.
    #[error(
        "the port {address} for {door} cannot be opened: {}",
        if why.kind() == io::ErrorKind::AddrInUse { "another program uses it".to_owned() } else { why.to_string() }
    )]
    Door {
        /// Name of the protocol that the port is for.
        door: &'static str,
        /// Address of the port that cannot be opened.
        address: SocketAddr,
        /// Error of the operating system.
        why: io::Error,
    },
    /// MIDI inputs cannot be opened.
    #[error("{0}")]
    Midi(String),
    /// A thread cannot be started.
    #[error("could not start a thread: {0}")]
    Thread(io::Error),
}

/// State shared between the timer thread and the session.
#[derive(Debug, Default)]
struct SessionState {
    counts: Mutex<Counts>,
    stop: AtomicBool,
    /// 1 while scored messages are still to come, then 0.
    coming: AtomicU64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panicked thread does not poison the state, which is consistent between two calls.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A playing engine with its servers and recorder. The session ends when it is stopped or dropped.
#[derive(Debug)]
pub struct Session {
    about: OutputInfo,
    dispatcher: Arc<Mutex<Dispatcher>>,
    clock: Arc<Clock>,
    recorder: Arc<Recorder>,
    shared: Arc<SessionState>,
    open: Servers,
    timer: Option<JoinHandle<()>>,
    running: Option<OutputStream>,
    draining: Option<DrainThread>,
}

/// A prepared engine that does not play yet.
struct PreparedSession {
    about: OutputInfo,
    dispatcher: Dispatcher,
    renderer: Renderer,
    recorder: Arc<Recorder>,
    messages: std::iter::Peekable<Messages>,
    output: Output,
    servers: ServerConfig,
    ceiling: Option<f64>,
    stop: Arc<AtomicBool>,
}

fn ready(setup: Setup) -> Result<PreparedSession, SessionError> {
    let about = setup.output.info();
    let capacity = Capacity { channels: usize::from(about.channels), ..setup.capacity };
    let (controls, renderer) = engine(f64::from(about.rate), capacity);
    let recorder = Recorder::new(about.rate, about.channels, setup.folder, setup.stems, setup.until);
    let mut address_space = AddressSpace::new(controls);
    address_space.recorder = Some(Arc::clone(&recorder));
    let mut dispatcher = Dispatcher::new(address_space, Mappings::default());
    (setup.prepare)(&mut dispatcher).map_err(SessionError::Sounds)?;
    if let Some(path) = &setup.record {
        recorder.start(&mut dispatcher.address_space.controls, path, setup.stems, true, 0)?;
    }
    Ok(PreparedSession {
        about,
        dispatcher,
        renderer,
        recorder,
        messages: setup.messages.peekable(),
        output: setup.output,
        servers: setup.servers,
        ceiling: setup.ceiling,
        stop: setup.stop,
    })
}

impl Session {
    /// Starts playback on the output and opens the servers.
    ///
    /// # Errors
    /// If the sounds cannot be made, the output cannot play, a port is taken, or the file cannot be written.
    pub fn start(setup: Setup) -> Result<Self, SessionError> {
        let PreparedSession {
            about,
            mut dispatcher,
            mut renderer,
            recorder,
            mut messages,
            output,
            servers,
            ceiling,
            ..
        } = ready(setup)?;
        if let Some(ceiling) = ceiling {
            let begun = Instant::now();
            renderer.set_time_budget(move || begun.elapsed().as_secs_f64(), ceiling);
        }
        let shared = Arc::new(SessionState::default());
        shared.coming.store(1, Ordering::Relaxed);
        dispatcher.set_buffer_size(about.buffer_frames.unwrap_or(output::DEFAULT_BUFFER_FRAMES).into());
        // The first messages reach the engine before the first sample is rendered.
        let mut counts = Counts::default();
        feed(&mut dispatcher, &mut messages, 0, &mut counts);
        *lock(&shared.counts) = counts;
        let dispatcher = Arc::new(Mutex::new(dispatcher));
        let (clock, marker) = Clock::new(f64::from(about.rate));
        // A port that is taken ends the session before any sound plays.
        let open = Servers::new(&servers, &dispatcher, &clock, &shared)?;
        let running = output.start(renderer, marker)?;
        // The recording starts only here, because it replaces the previous file.
        let draining = recorder.start_draining().map_err(SessionError::Thread)?;
        let timer = {
            let osc = open.osc.clone();
            let (dispatcher, clock, shared) = (dispatcher.clone(), clock.clone(), shared.clone());
            let recorder = Arc::clone(&recorder);
            std::thread::Builder::new()
                .name("foley-timer".to_owned())
                .spawn(move || run_timer(&dispatcher, &clock, &shared, &recorder, osc.as_ref(), messages))
                .map_err(SessionError::Thread)?
        };
        Ok(Self {
            about: running.info().clone(),
            dispatcher,
            clock,
            recorder,
            shared,
            open,
            timer: Some(timer),
            running: Some(running),
            draining: Some(draining),
        })
    }

    /// Plays without a device, as fast as possible, and returns a summary. The output only gives rate and
    /// channels.
    ///
    /// # Errors
    /// If the sounds cannot be made, or the file cannot be written.
    pub fn offline(setup: Setup, until: EndCondition) -> Result<Summary, SessionError> {
        let PreparedSession { about, mut dispatcher, mut renderer, recorder, mut messages, stop, .. } =
            ready(setup)?;
        let mut counts = Counts::default();
        let mut peak = 0.0_f32;
        let (mut last, mut asleep) = (0, false);
        while !asleep && !stop.load(Ordering::Relaxed) {
            // Plays in steps, so that new sounds are recorded and taps do not overflow. Only the messages of
            // this step are passed on.
            let from = renderer.now();
            let latest = |more: Option<&Message>, last| until.end(0, more.is_none().then_some(last));
            let end = latest(messages.peek(), last).min(from.saturating_add(PIECE));
            if from >= end {
                break;
            }
            let until_sample = end.saturating_sub(offline::BLOCK_FRAMES as u64) + dispatcher.ahead();
            let due = std::iter::from_fn(|| messages.next_if(|message| message.at < until_sample));
            let due: Vec<Message> = due.collect();
            last = due.last().map_or(last, |message| message.at);
            // The last message may be among those of this step.
            let end = latest(messages.peek(), last).min(end).max(from);
            let played = offline::play_noted(
                &mut dispatcher,
                &mut renderer,
                due,
                EndCondition::Frames(end - from),
                &mut |out: &[f32]| {
                    peak = out.iter().fold(peak, |most, x| most.max(x.abs()));
                    ControlFlow::Continue(())
                },
                &mut |outcomes, reports| {
                    counts.note(&outcomes);
                    counts.note_reports(&reports);
                },
            )?;
            counts.scored += played.messages;
            recorder.adopt(dispatcher.address_space.controls.new_taps());
            recorder.drain();
            let over = played.asleep && messages.peek().is_none();
            asleep = over && matches!(until, EndCondition::Silence { .. });
        }
        let samples = renderer.now();
        let unfinished = if messages.peek().is_some() || (counts.scored > 0 && last >= samples) {
            Some(UnfinishedPart::Score)
        } else {
            let waited = matches!(until, EndCondition::Silence { .. }) && !stop.load(Ordering::Relaxed);
            (waited && !asleep).then_some(UnfinishedPart::Sound)
        };
        let status = Status {
            samples,
            played: samples as f64 / f64::from(about.rate),
            peak,
            sounds: dispatcher.address_space.controls.instances().count(),
            awake: awake(&dispatcher),
            load: LoadStats::default(),
            counts,
            waiting: dispatcher.queued(),
            recording: recorder.recording(),
            broken: None,
        };
        drop(renderer);
        recorder.drain();
        let recorded = recorder.summary();
        Ok(Summary { status, recorded, unfinished })
    }

    /// Returns name, rate, channels and host buffer of the output.
    pub fn info(&self) -> &OutputInfo {
        &self.about
    }

    /// Locks the dispatcher and returns it. Hold it briefly: every thread but the audio thread waits for it.
    pub fn dispatcher(&self) -> MutexGuard<'_, Dispatcher> {
        lock(&self.dispatcher)
    }

    /// Returns the dispatcher and the clock, for servers that the session itself does not open.
    pub fn shared(&self) -> (Arc<Mutex<Dispatcher>>, Arc<Clock>) {
        (Arc::clone(&self.dispatcher), Arc::clone(&self.clock))
    }

    /// Returns the clock that maps time to samples.
    pub fn clock(&self) -> &Arc<Clock> {
        &self.clock
    }

    /// Returns the addresses of the open servers.
    pub fn server_addresses(&self) -> ServerAddresses {
        self.open.addresses()
    }

    /// Returns the error with which the device stopped by itself; `None` while it runs.
    pub fn broken(&self) -> Option<String> {
        self.running.as_ref().and_then(OutputStream::failure)
    }

    /// Returns the recorder of the session.
    pub fn recorder(&self) -> &Arc<Recorder> {
        &self.recorder
    }

    /// Returns the output latency: the time from the request of a sample until it leaves the machine \[s\].
    pub fn latency(&self) -> f64 {
        self.running.as_ref().map_or(0.0, OutputStream::latency)
    }

    /// Sends a message that takes effect now; returns the outcomes of all messages that were due.
    ///
    /// # Errors
    /// If the queue of messages is full.
    pub fn send(&self, address: &str, args: &[Arg]) -> Result<Vec<Outcome>, MessageError> {
        let at = self.clock.now();
        let mut dispatcher = self.dispatcher();
        dispatcher.queue(Message {
            scored: false,
            at,
            kind: MessageKind::Address { address: address.to_owned(), args: args.to_vec() },
            from: None,
        })?;
        let outcomes = dispatcher.dispatch_due(at);
        drop(dispatcher);
        lock(&self.shared.counts).note(&outcomes);
        Ok(outcomes)
    }

    /// Whether all scored messages have been dispatched.
    pub fn score_dispatched(&self) -> bool {
        self.shared.coming.load(Ordering::Relaxed) == 0
    }

    /// Returns the current status and resets the meters.
    pub fn status(&self) -> Status {
        let dispatcher = self.dispatcher();
        let samples = dispatcher.address_space.controls.now();
        let meters = dispatcher.address_space.controls.master();
        let (sounds, awake) = (dispatcher.address_space.controls.instances().count(), awake(&dispatcher));
        let waiting = dispatcher.queued();
        drop(dispatcher);
        Status {
            samples,
            played: samples as f64 / f64::from(self.about.rate),
            peak: meters.iter().fold(0.0, |most, meter| most.max(meter.peak)),
            sounds,
            awake,
            load: self.running.as_ref().map_or(LoadStats::default(), OutputStream::load),
            counts: self.counts(),
            waiting,
            recording: self.recorder.recording(),
            broken: self.broken(),
        }
    }

    /// Returns the counters so far.
    pub fn counts(&self) -> Counts {
        let mut counts = lock(&self.shared.counts).clone();
        if let Some(osc) = &self.open.osc {
            counts.osc = osc.counts().named();
        }
        counts
    }

    /// Stops playback, closes the files and returns a summary.
    pub fn stop(mut self) -> Summary {
        let status = self.status();
        let unfinished = (!self.score_dispatched()).then_some(UnfinishedPart::Score);
        self.close();
        let recorded = self.recorder.summary();
        Summary { status, recorded, unfinished }
    }

    fn close(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        if let Some(timer) = self.timer.take() {
            timer.thread().unpark();
            let _ = timer.join();
        }
        self.open = Servers::default();
        // Dropping the renderer drops the writing ends of the taps; the recorder still writes their content.
        self.running = None;
        self.draining = None;
        self.recorder.adopt(self.dispatcher().address_space.controls.new_taps());
        self.recorder.drain();
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.close();
    }
}

/// Returns the number of sounds that are awake.
fn awake(dispatcher: &Dispatcher) -> usize {
    let controls = &dispatcher.address_space.controls;
    let all = controls.instances();
    all.filter(|(id, _)| !controls.asleep(*id)).count()
}

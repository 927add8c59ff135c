//! Rendering of a score until the sound has ended.

use crate::resolve::{resolve_gesture, resolve_value};
use crate::{
    Aspect, BLOCK, Event, EventKind, Output, Retarget, Score, ScoreEventKind, Sound, SoundError, SoundParam,
};
use crate::{VoiceSpec, sound_params};
use foley_contact::energy::Ledger;

/// Maximum duration of a sound after the last event and the end of the input \[s\].
pub const MAX_TAIL: f64 = 60.0;
/// Energy of a block relative to the loudest block, below which the block is faint \[1\]: −60 dB.
const FAINT: f64 = 1e-6;
/// Duration of a faint signal after which the sound has ended \[s\].
const FAINT_TIME: f64 = 0.1;

/// Result of rendering a score: samples, energy balance and state at the end.
#[derive(Clone, Debug)]
pub struct Performance {
    /// Outputs that were rendered; the channels of the sound come first.
    pub outputs: Vec<Output>,
    /// Samples of each output \[SI\].
    pub rows: Vec<Vec<f64>>,
    /// Energy balance of the scene at the end of the rendering.
    pub ledger: Ledger,
    /// Whether the voice was at rest at the end of the rendering.
    pub asleep: bool,
    /// Number of times the scene reset a body with non-finite values.
    pub recoveries: u32,
}

impl Performance {
    /// Returns the samples of the sound, one row per channel.
    pub fn sound(&self) -> &[Vec<f64>] {
        let channels = self.outputs.iter().filter(|output| output.audible).count();
        &self.rows[..channels.min(self.rows.len())]
    }

    /// Returns the samples of the output with the name `name`; `None` if there is no such output.
    pub fn measured(&self, name: &str) -> Option<&[f64]> {
        let index = self.outputs.iter().position(|output| output.name == name)?;
        self.rows.get(index).map(Vec::as_slice)
    }
}

/// Renders a score, or the default gestures of the model if the score has no gestures. Renders `seconds` if
/// given, else until nothing more will happen and the level is 60 dB down. Calls `progress` with the rendered
/// seconds.
///
/// # Errors
/// If the sound is not valid, a name in the score is unknown, or a value is not allowed.
pub fn perform(
    sound: &dyn Sound,
    score: &Score,
    spec: &VoiceSpec,
    seconds: Option<f64>,
    progress: &mut dyn FnMut(f64),
) -> Result<Performance, SoundError> {
    process(sound, score, spec, &[], seconds, progress)
}

/// Renders as [`perform`] does, with an input signal \[1\] without delay. The default gestures of the model
/// are left out, and the sound does not end before the input.
///
/// # Errors
/// Fails as [`perform`] does, or if the model takes no input.
pub fn process(
    sound: &dyn Sound,
    score: &Score,
    spec: &VoiceSpec,
    input: &[f64],
    seconds: Option<f64>,
    progress: &mut dyn FnMut(f64),
) -> Result<Performance, SoundError> {
    if !input.is_empty() && !sound.takes_input() {
        return Err(SoundError::NoInput { model: sound.info().name });
    }
    let events = plan_events(sound, score, spec, input.is_empty())?;
    play(sound, events, spec, input, seconds, progress)
}

/// Renders `events`, which are sorted by time.
pub(crate) fn play(
    sound: &dyn Sound,
    events: Vec<Event>,
    spec: &VoiceSpec,
    input: &[f64],
    seconds: Option<f64>,
    progress: &mut dyn FnMut(f64),
) -> Result<Performance, SoundError> {
    let rate = spec.step.rate();
    let last = events.last().map_or(0, |event| event.at).max(input.len() as u64);
    let modes = events.iter().filter_map(|event| match &event.kind {
        EventKind::Retarget { target, .. } => Some(target.max_modes()),
        _ => None,
    });
    let spec = VoiceSpec { mode_capacity: modes.max().unwrap_or(0).max(spec.mode_capacity), ..spec.clone() };
    let mut voice = sound.voice(&spec)?;
    let mut events = events.into_iter().peekable();
    let frames = seconds.map(|seconds| (seconds * rate).round().max(1.0) as usize);
    let max_frames = frames.unwrap_or((MAX_TAIL * rate) as usize + last as usize);
    let channels = spec.channels.max(1);
    let mut rows: Vec<Vec<f64>> = vec![Vec::new(); voice.outputs().len()];
    let mut page = vec![[0.0; BLOCK]; rows.len()];
    let mut detector = EndDetector::new(rate);
    let mut rendered = 0;
    voice.prime(input);
    let mut input = input.chunks(BLOCK);
    input.next();
    progress(0.0);
    while rendered < max_frames {
        let end = (rendered + BLOCK) as u64;
        while let Some(event) = events.next_if(|event| event.at < end) {
            // The event was checked at planning, so `send` cannot fail.
            let _ = voice.send(event);
        }
        let count = BLOCK.min(max_frames - rendered);
        let mut out: Vec<&mut [f64]> = page.iter_mut().map(|page| &mut page[..count]).collect();
        voice.process(input.next().unwrap_or_default(), &mut out);
        for (row, page) in rows.iter_mut().zip(&page) {
            row.extend_from_slice(&page[..count]);
        }
        rendered += count;
        progress(rendered as f64 / rate);
        let energy = page.iter().take(channels).flatten().map(|sample| sample * sample).sum();
        if detector.ended_after(energy) && frames.is_none() && rendered as u64 > last && voice.done() {
            break;
        }
        if frames.is_none() && rendered as u64 > last && voice.asleep() {
            break;
        }
    }
    Ok(Performance {
        outputs: voice.outputs().to_vec(),
        rows,
        ledger: voice.ledger(),
        asleep: voice.asleep(),
        recoveries: voice.recoveries(),
    })
}

/// Detects the end of a sound from the energy of each block: 60 dB below the loudest block for 0.1 s.
#[derive(Clone, Copy, Debug)]
pub struct EndDetector {
    loudest: f64,
    /// Number of successive faint blocks up to now.
    faint: usize,
    /// Number of faint blocks that end the sound.
    blocks: usize,
}

impl EndDetector {
    /// Makes a detector for blocks of [`BLOCK`] samples at `rate` \[Hz\].
    pub fn new(rate: f64) -> Self {
        Self { loudest: 0.0, faint: 0, blocks: (FAINT_TIME * rate / BLOCK as f64).ceil() as usize }
    }

    /// Takes the energy of a block and returns whether the sound has ended.
    pub fn ended_after(&mut self, energy: f64) -> bool {
        self.loudest = self.loudest.max(energy);
        self.faint = if energy <= FAINT * self.loudest { self.faint + 1 } else { 0 };
        self.faint >= self.blocks
    }
}

/// Resolves a score to the events of a voice, in time order. With `open`, adds the default gestures of the
/// model unless the score makes gestures. Gestures that only modify a sounding voice leave the default
/// gestures in place.
///
/// # Errors
/// If a name is unknown, or a value is not allowed.
pub fn plan_events(
    sound: &dyn Sound,
    score: &Score,
    spec: &VoiceSpec,
    open: bool,
) -> Result<Vec<Event>, SoundError> {
    score.check()?;
    let rate = spec.step.rate();
    let sample = |seconds: f64| (seconds * rate).round() as u64;
    let params = sound_params(sound);
    let mut events = Vec::new();
    let stays = crate::score::stays_beside(sound, &score.events);
    let name_of = |gesture: usize| sound.gestures().get(gesture).map_or("", |info| info.id);
    if open {
        let defaults = sound.default_gestures().into_iter();
        for (at, gesture, value) in defaults.filter(|&(_, gesture, _)| stays(name_of(gesture))) {
            events.push(Event { at: sample(at), kind: EventKind::Gesture { gesture, value } });
        }
    }
    let mut score: Vec<_> = score.events.iter().collect();
    score.sort_by(|a, b| a.at.total_cmp(&b.at));
    let mut changed = sound.duplicate();
    for event in score {
        let kind = match &event.kind {
            ScoreEventKind::Gesture { name, value } => resolve_gesture(sound, name, *value)?,
            ScoreEventKind::Set { name, value, over } => {
                let (param, value) = resolve_value(sound, name, *value)?;
                param.set(&mut *changed, value)?;
                if param.aspect == Aspect::Structure {
                    let target = Box::new(Retarget::at(&*changed, spec.channels.max(1))?);
                    EventKind::Retarget { target, glide: over.unwrap_or(param.info.glide) }
                } else {
                    let same = |other: &SoundParam| other.path() == param.path();
                    let index = params.iter().position(same).unwrap_or(params.len());
                    EventKind::Set { param: index, value, glide: *over }
                }
            }
        };
        events.push(Event { at: sample(event.at), kind });
    }
    events.sort_by_key(|event| event.at);
    Ok(events)
}

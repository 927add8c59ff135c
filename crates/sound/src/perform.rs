//! A whole sound at once: a voice, a score, and when it is over.

use crate::resolve::{resolve_gesture, resolve_value};
use crate::{
    Aspect, BLOCK, Event, EventKind, Output, Retarget, Score, ScoreEventKind, Sound, SoundError, SoundParam,
};
use crate::{VoiceSpec, sound_params};
use foley_contact::energy::Ledger;

/// Longest that a sound goes on of itself, after the last thing that is done to it and after what it listens
/// to \[s\].
pub const MAX_TAIL: f64 = 60.0;
/// Share of the loudest energy below which it is over: −60 dB.
const FAINT: f64 = 1e-6;
/// It must have been faint for so long \[s\].
const FAINT_FOR: f64 = 0.1;

/// What was heard.
#[derive(Clone, Debug)]
pub struct Performance {
    /// What was listened to; those that are audible come first.
    pub outputs: Vec<Output>,
    /// One row of samples for each \[SI\].
    pub rows: Vec<Vec<f64>>,
    /// Where the energy went.
    pub ledger: Ledger,
    /// Everything had come to rest at the end.
    pub asleep: bool,
    /// How often something lost its numbers and was put to rest.
    pub recoveries: u32,
}

impl Performance {
    /// What is the sound, one row per ear.
    pub fn sound(&self) -> &[Vec<f64>] {
        let channels = self.outputs.iter().filter(|output| output.audible).count();
        &self.rows[..channels.min(self.rows.len())]
    }

    /// A measurement, by name.
    pub fn measured(&self, name: &str) -> Option<&[f64]> {
        let index = self.outputs.iter().position(|output| output.name == name)?;
        self.rows.get(index).map(Vec::as_slice)
    }
}

/// Plays a sound as the score says, or its model's opening where the score is empty; for so many seconds, or
/// until it is over: nothing more will happen, and the energy is 60 dB down. `progress` is told the seconds
/// so far.
///
/// # Errors
/// If the sound cannot be made, or the score names what is not there.
pub fn perform(
    sound: &dyn Sound,
    score: &Score,
    spec: &VoiceSpec,
    seconds: Option<f64>,
    progress: &mut dyn FnMut(f64),
) -> Result<Performance, SoundError> {
    process(sound, score, spec, &[], seconds, progress)
}

/// The same with a sound that it listens to \[1\], from the beginning: nothing is late. Where there is one,
/// the opening of the model is left out, and nothing is over before the input is.
///
/// # Errors
/// As [`perform`]; or if the model does not listen.
pub fn process(
    sound: &dyn Sound,
    score: &Score,
    spec: &VoiceSpec,
    input: &[f64],
    seconds: Option<f64>,
    progress: &mut dyn FnMut(f64),
) -> Result<Performance, SoundError> {
    if !input.is_empty() && !sound.takes_input() {
        return Err(SoundError::Deaf { model: sound.info().name });
    }
    let events = plan_events(sound, score, spec, input.is_empty())?;
    play(sound, events, spec, input, seconds, progress)
}

/// Plays a sound as planned.
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
    let room = events.iter().filter_map(|event| match &event.kind {
        EventKind::Retarget { target, .. } => Some(target.max_modes()),
        _ => None,
    });
    let spec = VoiceSpec { room: room.max().unwrap_or(0).max(spec.room), ..spec.clone() };
    let mut voice = sound.voice(&spec)?;
    let mut events = events.into_iter().peekable();
    let frames = seconds.map(|seconds| (seconds * rate).round().max(1.0) as usize);
    let most = frames.unwrap_or((MAX_TAIL * rate) as usize + last as usize);
    let channels = spec.channels.max(1);
    let mut rows: Vec<Vec<f64>> = vec![Vec::new(); voice.outputs().len()];
    let mut page = vec![[0.0; BLOCK]; rows.len()];
    let mut over = Over::new(rate);
    let mut heard = 0;
    voice.prime(input);
    let mut input = input.chunks(BLOCK);
    input.next();
    while heard < most {
        let end = (heard + BLOCK) as u64;
        while let Some(event) = events.next_if(|event| event.at < end) {
            // Checked when it was planned; a queue that is full has been emptied by the next block.
            let _ = voice.send(event);
        }
        let count = BLOCK.min(most - heard);
        let mut out: Vec<&mut [f64]> = page.iter_mut().map(|page| &mut page[..count]).collect();
        voice.process(input.next().unwrap_or_default(), &mut out);
        for (row, page) in rows.iter_mut().zip(&page) {
            row.extend_from_slice(&page[..count]);
        }
        heard += count;
        progress(heard as f64 / rate);
        let energy = page.iter().take(channels).flatten().map(|sample| sample * sample).sum();
        if over.after(energy) && frames.is_none() && heard as u64 > last && voice.done() {
            break;
        }
        if frames.is_none() && heard as u64 > last && voice.asleep() {
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

/// Whether a sound has been faint for long enough.
struct Over {
    loudest: f64,
    faint: usize,
    blocks: usize,
}

impl Over {
    fn new(rate: f64) -> Self {
        Self { loudest: 0.0, faint: 0, blocks: (FAINT_FOR * rate / BLOCK as f64).ceil() as usize }
    }

    fn after(&mut self, energy: f64) -> bool {
        self.loudest = self.loudest.max(energy);
        self.faint = if energy <= FAINT * self.loudest { self.faint + 1 } else { 0 };
        self.faint >= self.blocks
    }
}

/// Resolves a score to the events of a voice, in time order. With `open` the model's default gestures are added, unless the score
/// makes gestures of its own; gestures that only modify a sounding voice leave the default ones in place.
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
    let named = |gesture: usize| sound.gestures().get(gesture).map_or("", |info| info.id);
    if open {
        let defaults = sound.default_gestures().into_iter();
        for (at, gesture, value) in defaults.filter(|&(_, gesture, _)| stays(named(gesture))) {
            events.push(Event { at: sample(at), kind: EventKind::Gesture { gesture, value } });
        }
    }
    let mut score: Vec<_> = score.events.iter().collect();
    score.sort_by(|one, two| one.at.total_cmp(&two.at));
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

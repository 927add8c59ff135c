//! A whole sound at once: a voice, a score, and when it is over.

use crate::{Address, Aim, Aspect, Deed, Output, Said, Score, Sound, SoundError, Told, VoiceSpec};
use crate::{BLOCK, addresses, find};
use foley_contact::energy::Ledger;
use foley_params::ParamError;

/// Longest that a sound goes on of itself, after the last thing that is done to it and after what it listens
/// to \[s\].
pub const LONGEST: f64 = 60.0;
/// Share of the loudest energy below which it is over: −60 dB.
const FAINT: f64 = 1e-6;
/// It must have been faint for so long \[s\].
const FAINT_FOR: f64 = 0.1;

/// What was heard.
#[derive(Clone, Debug)]
pub struct Performed {
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

impl Performed {
    /// What is the sound, one row per ear.
    pub fn sound(&self) -> &[Vec<f64>] {
        let ears = self.outputs.iter().filter(|output| output.audible).count();
        &self.rows[..ears.min(self.rows.len())]
    }

    /// A measurement, by name.
    pub fn measured(&self, name: &str) -> Option<&[f64]> {
        let index = self.outputs.iter().position(|output| output.name == name)?;
        self.rows.get(index).map(Vec::as_slice)
    }
}

/// Something that is ready to be sent to a voice.
#[derive(Clone, Debug)]
pub enum Ready {
    /// To be told ([`crate::Voice::send`]).
    Tell(Told),
    /// The sound has another structure from then on, in so many seconds ([`crate::Voice::aim`]).
    Aim(Box<Aim>, f64),
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
) -> Result<Performed, SoundError> {
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
) -> Result<Performed, SoundError> {
    if !input.is_empty() && !sound.listens() {
        return Err(SoundError::Deaf { model: sound.about().name });
    }
    let plan = plan(sound, score, spec, input.is_empty())?;
    play(sound, plan, spec, input, seconds, progress)
}

/// Plays a sound as planned.
pub(crate) fn play(
    sound: &dyn Sound,
    plan: Vec<(u64, Ready)>,
    spec: &VoiceSpec,
    input: &[f64],
    seconds: Option<f64>,
    progress: &mut dyn FnMut(f64),
) -> Result<Performed, SoundError> {
    let rate = spec.step.rate();
    let last = plan.last().map_or(0, |&(at, _)| at).max(input.len() as u64);
    let room = plan.iter().filter_map(|(_, ready)| match ready {
        Ready::Aim(aim, _) => Some(aim.most_modes()),
        Ready::Tell(_) => None,
    });
    let spec = VoiceSpec { room: room.max().unwrap_or(0).max(spec.room), ..spec.clone() };
    let mut voice = sound.voice(&spec)?;
    let mut plan = plan.into_iter().peekable();
    let frames = seconds.map(|seconds| (seconds * rate).round().max(1.0) as usize);
    let most = frames.unwrap_or((LONGEST * rate) as usize + last as usize);
    let ears = spec.ears.max(1);
    let mut rows: Vec<Vec<f64>> = vec![Vec::new(); voice.outputs().len()];
    let mut page = vec![[0.0; BLOCK]; rows.len()];
    let mut over = Over::new(rate);
    let mut heard = 0;
    voice.prime(input);
    let mut input = input.chunks(BLOCK);
    input.next();
    while heard < most {
        let end = (heard + BLOCK) as u64;
        while let Some((at, ready)) = plan.next_if(|&(at, _)| at < end) {
            match ready {
                Ready::Tell(told) => {
                    // Checked when it was planned; a queue that is full has been emptied by the next block.
                    let _ = voice.send(at, told);
                }
                Ready::Aim(aim, over) => drop(voice.aim(aim, over)),
            }
        }
        let count = BLOCK.min(most - heard);
        let mut out: Vec<&mut [f64]> = page.iter_mut().map(|page| &mut page[..count]).collect();
        voice.process(input.next().unwrap_or_default(), &mut out);
        for (row, page) in rows.iter_mut().zip(&page) {
            row.extend_from_slice(&page[..count]);
        }
        heard += count;
        progress(heard as f64 / rate);
        let energy = page.iter().take(ears).flatten().map(|sample| sample * sample).sum();
        if over.after(energy) && frames.is_none() && heard as u64 > last && voice.done() {
            break;
        }
        if frames.is_none() && heard as u64 > last && voice.asleep() {
            break;
        }
    }
    Ok(Performed {
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

/// The score as what is sent when, in the order of time; with the model's opening if it is to be opened and
/// makes no gesture but such as change what sounds.
///
/// # Errors
/// If it names what is not there, or a value is not allowed.
pub fn plan(
    sound: &dyn Sound,
    score: &Score,
    spec: &VoiceSpec,
    open: bool,
) -> Result<Vec<(u64, Ready)>, SoundError> {
    score.check()?;
    let rate = spec.step.rate();
    let sample = |seconds: f64| (seconds * rate).round() as u64;
    let all = addresses(sound);
    let mut plan = Vec::new();
    let stays = crate::score::stays_beside(sound, &score.notes);
    let named = |gesture: usize| sound.gestures().get(gesture).map_or("", |info| info.id);
    if open {
        let opening = sound.opening().into_iter();
        for (at, gesture, value) in opening.filter(|&(_, gesture, _)| stays(named(gesture))) {
            plan.push((sample(at), Ready::Tell(Told::Gesture { gesture, value })));
        }
    }
    let mut notes: Vec<_> = score.notes.iter().collect();
    notes.sort_by(|one, two| one.at.total_cmp(&two.at));
    let mut changed = sound.duplicate();
    for note in notes {
        let at = sample(note.at);
        match &note.deed {
            Deed::Gesture { name, value } => {
                let told = gesture(sound, name, *value)?;
                plan.push((at, Ready::Tell(told)));
            }
            Deed::Set { name, value, over } => {
                let (address, value) = value_of(sound, name, *value)?;
                address.set(&mut *changed, value)?;
                if address.aspect == Aspect::Structure {
                    let aim = Box::new(Aim::at(&*changed, spec.ears.max(1))?);
                    plan.push((at, Ready::Aim(aim, over.unwrap_or(address.info.glide))));
                } else {
                    let place = all.iter().position(|it| it.path() == address.path());
                    plan.push((
                        at,
                        Ready::Tell(Told::Set {
                            address: place.unwrap_or(usize::MAX),
                            value,
                            over: over.unwrap_or(f64::NAN),
                        }),
                    ));
                }
            }
        }
    }
    plan.sort_by_key(|&(at, _)| at);
    Ok(plan)
}

/// What a gesture is as something to be told: by its name, with its value, or with that of the model's
/// opening if there is none.
///
/// # Errors
/// If there is no such gesture, or its value is not allowed.
pub fn gesture(sound: &dyn Sound, name: &str, value: Option<f64>) -> Result<Told, SoundError> {
    let gestures = sound.gestures();
    let Some(gesture) = gestures.iter().position(|info| info.id == name) else {
        let names = gestures.iter().map(|info| info.id).collect();
        return Err(ParamError::unknown_name("gesture", name, names).into());
    };
    let own = || {
        let opening = sound.opening();
        let same = opening.iter().find(|&&(_, which, _)| which == gesture);
        same.map_or(gestures[gesture].default, |&(_, _, value)| value)
    };
    let value = gestures[gesture].check(value.unwrap_or_else(own))?;
    Ok(Told::Gesture { gesture, value })
}

/// Which parameter a name means, and its value: as it is, or by its handle.
///
/// # Errors
/// If there is no such parameter, or its value is not allowed.
pub fn value_of(sound: &dyn Sound, name: &str, value: f64) -> Result<(Address, f64), SoundError> {
    let (address, said) = find(sound, name)?;
    let value = match said {
        Said::Value => address.info.check(value)?,
        Said::Handle => crate::read(&address, said, &value.to_string())?,
    };
    Ok((address, value))
}

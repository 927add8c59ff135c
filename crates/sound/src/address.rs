//! Where a value of a sound is: a part, and a parameter of its table.
//!
//! People may write `touch.stiffness`, or `stiffness` where only one part has it, or `hardness` for the 0–100
//! handle of the same parameter.

use crate::{Aspect, Sound, SoundError};
use foley_params::{Info, ParamError};

/// One parameter of a sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Address {
    /// The part, by its place among the sound's.
    pub part: usize,
    /// What the part is called.
    pub part_name: &'static str,
    /// What of the sound the part describes.
    pub aspect: Aspect,
    /// The declaration of the parameter.
    pub info: Info,
}

impl Address {
    /// As files and flags call it: `touch.stiffness`.
    pub fn path(&self) -> String {
        format!("{}.{}", self.part_name, self.info.id)
    }

    /// Its value \[SI\].
    pub fn get(&self, sound: &dyn Sound) -> f64 {
        sound
            .parts()
            .get(self.part)
            .and_then(|part| part.table.get(self.info.id).ok())
            .unwrap_or(self.info.default)
    }

    /// Sets it \[SI\].
    ///
    /// # Errors
    /// If the value is not allowed.
    pub fn set(&self, sound: &mut dyn Sound, value: f64) -> Result<(), ParamError> {
        match sound.part_mut(self.part) {
            Some(part) => part.set(self.info.id, value),
            None => Ok(()),
        }
    }
}

/// How somebody wrote which value is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// By the name of the parameter: values are SI or have their unit.
    Value,
    /// By the name of its handle: values go from 0 to 100.
    Handle,
}

/// All parameters of a sound, in the order in which they are shown.
pub fn addresses(sound: &dyn Sound) -> Vec<Address> {
    let parts = sound.parts().into_iter().enumerate();
    parts
        .flat_map(|(index, part)| {
            part.table.infos().into_iter().map(move |info| Address {
                part: index,
                part_name: part.name,
                aspect: part.aspect,
                info,
            })
        })
        .collect()
}

/// The parameter that is meant by `part.id`, by `id` where there is only one, or by the name of a handle,
/// `part.handle` or `handle`.
///
/// # Errors
/// If there is none, with those that are spelt alike, or if there are several.
pub fn find(sound: &dyn Sound, text: &str) -> Result<(Address, Said), SoundError> {
    let all = addresses(sound);
    let (part, id) = match text.split_once('.') {
        Some((part, id)) => (Some(part), id),
        None => (None, text),
    };
    let within = |at: &&Address| part.is_none_or(|part| at.part_name == part);
    let named: Vec<_> = all.iter().filter(within).filter(|at| at.info.id == id).collect();
    let handled: Vec<_> = all
        .iter()
        .filter(within)
        .filter(|at| at.info.handle.is_some_and(|handle| handle.name == id))
        .collect();
    match (named.as_slice(), handled.as_slice()) {
        ([one], _) => Ok((**one, Said::Value)),
        ([], [one]) => Ok((**one, Said::Handle)),
        ([], []) => {
            let mut known: Vec<String> = all.iter().map(Address::path).collect();
            let handles = all.iter().filter_map(|at| Some(at.info.handle?.name));
            known.extend(handles.map(str::to_owned));
            Err(SoundError::NoSuchParameter {
                model: sound.about().name,
                id: foley_params::words::excerpt(text),
                nearest: nearest(text, &known),
                known,
            })
        }
        (several @ [_, _, ..], _) | ([], several) => Err(SoundError::Ambiguous {
            id: foley_params::words::excerpt(text),
            meanings: several.iter().map(|at| at.path()).collect(),
        }),
    }
}

/// Sets a parameter from what somebody wrote: `stiffness` and `1e9`, `struck.size` and `12 cm`, `hardness`
/// and `70`.
///
/// # Errors
/// If there is no such parameter, or it cannot have that value. Nothing has changed then.
pub fn set_text(sound: &mut dyn Sound, name: &str, text: &str) -> Result<(), SoundError> {
    let (at, said) = find(sound, name)?;
    let value = read(&at, said, text)?;
    Ok(at.set(sound, value)?)
}

/// The value in SI of what somebody wrote for a parameter.
///
/// # Errors
/// If the parameter cannot have it.
pub fn read(at: &Address, said: Said, text: &str) -> Result<f64, SoundError> {
    match said {
        Said::Value => Ok(at.info.parse(text)?),
        Said::Handle => {
            let position: f64 = text.trim().parse().unwrap_or(f64::NAN);
            if (0.0..=100.0).contains(&position) {
                Ok(at.info.from_handle(position))
            } else {
                Err(SoundError::Handle {
                    handle: at.info.handle.map_or("", |handle| handle.name),
                    text: foley_params::words::excerpt(text),
                    id: at.path(),
                })
            }
        }
    }
}

/// Up to three that are spelt alike, with or without their part.
fn nearest(text: &str, known: &[String]) -> Vec<String> {
    let whole: Vec<&str> = known.iter().map(String::as_str).collect();
    let found = foley_params::words::nearest(text, &whole);
    if !found.is_empty() {
        return found.into_iter().map(str::to_owned).collect();
    }
    let id = text.rsplit('.').next().unwrap_or(text);
    let last = |name: &'_ str| -> String { name.rsplit('.').next().unwrap_or(name).to_owned() };
    let short: Vec<String> = known.iter().map(|name| last(name)).collect();
    let short: Vec<&str> = short.iter().map(String::as_str).collect();
    let found = foley_params::words::nearest(id, &short);
    let meant = |name: &&String| found.contains(&last(name).as_str());
    known.iter().filter(meant).take(3).cloned().collect()
}

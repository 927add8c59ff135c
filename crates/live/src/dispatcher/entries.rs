//! Lists the addresses of a dispatcher: of sounds and of racks. The voices of a rack are made and removed as
//! keys are played; their addresses are not listed, since messages to the rack reach them.

use super::Dispatcher;
use super::learning::TAUGHT;
use crate::address_space::{self, EngineRequest, Entry, EntryKind, MessageError, matches_words, split};
use crate::midi::Rack;
use foley_catalogue::preset::Preset;
use foley_engine::{Loudness, SoundId};
use foley_params::words::excerpt;
use foley_sound::Sound;

impl Dispatcher {
    /// Returns the names of all racks with their sounds, then those of all other instances.
    pub fn names(&self) -> impl Iterator<Item = (&str, &dyn Sound)> {
        let racks = self.racks.iter().map(|rack| (&*rack.name, &*rack.sound));
        let alone = |(name, _): &(&str, _)| !self.racks.iter().any(|rack| rack.owns(name));
        racks.chain(self.address_space.names().filter(alone))
    }

    /// Lists every address except those of single rack voices.
    pub fn entries(&self) -> Vec<Entry> {
        let mut all = self.entries_of("foley");
        for (name, _) in self.names() {
            all.extend(self.entries_of(name));
        }
        all
    }

    /// Lists every address of one sound or rack, or of `foley`.
    pub fn entries_of(&self, name: &str) -> Vec<Entry> {
        if let Some(rack) = self.racks.iter().find(|rack| rack.name == name) {
            return rack.entries();
        }
        let mut all = self.address_space.entries_of(name);
        if name == "foley" {
            all.extend(TAUGHT.map(|(kind, info)| Entry {
                address: format!("/foley/{}", info.id),
                kind,
                info,
                value: None,
            }));
        }
        all
    }

    /// Adds a rack with the voice of its middle key; a rack of the same name is replaced.
    ///
    /// # Errors
    /// If the voice cannot be made, or a sound already has the name of one of the rack's voices.
    pub fn add_rack(&mut self, mut rack: Rack, at: u64) -> Result<(), MessageError> {
        address_space::check_name(&rack.name)?;
        let before = self.racks.iter().position(|other| other.name == rack.name);
        let others = self.racks.iter().filter(|other| other.name != rack.name);
        for other in others {
            if other.owns(&rack.name) {
                return Err(other.alone(&rack.name));
            }
            if rack.owns(&other.name) {
                return Err(rack.alone(&other.name));
            }
        }
        let taken = self.address_space.names().find(|(name, _)| rack.owns(name));
        if let (None, Some((taken, _))) = (before, taken) {
            return Err(rack.alone(taken));
        }
        rack.prepare(&mut self.address_space, at)?;
        self.racks.retain(|other| other.name != rack.name);
        self.racks.push(rack);
        self.rack_changes += 1;
        Ok(())
    }

    /// Adds a sound made from a preset, at a given loudness.
    ///
    /// # Errors
    /// If the name is not allowed or belongs to a rack, or the engine has no free slot.
    pub fn add_preset(
        &mut self,
        name: &str,
        preset: &Preset,
        loudness: Loudness,
        at: u64,
    ) -> Result<SoundId, MessageError> {
        check_alone(&self.racks, name)?;
        self.address_space.add_preset(name, preset, loudness, at)
    }
}

/// Lists all addresses that match a pattern. If the pattern matches a rack, the voices of that rack are not
/// listed.
pub(crate) fn matching<'a>(
    pattern: &str,
    sounds: impl Iterator<Item = (&'a str, &'a dyn Sound)>,
    racks: &'a [Rack],
) -> Result<Vec<String>, MessageError> {
    let first = split(pattern).map_or(pattern, |(first, _)| first);
    let spoken_for = |name: &str| {
        let mut meant = racks.iter().filter(|rack| matches_words(first, &rack.name));
        meant.any(|rack| rack.owns(name))
    };
    let alone = sounds.filter(|(name, _)| !spoken_for(name));
    let named = racks.iter().map(|rack| (&*rack.name, &*rack.sound));
    let mut all = address_space::matching(pattern, named.chain(alone))?;
    // A rack has no meter and no input.
    all.retain(|address| {
        let Some((name, rest)) = split(address) else {
            return true;
        };
        let rack = racks.iter().find(|rack| rack.name == name);
        rack.is_none_or(|rack| rack.sound_target(rest).is_some())
    });
    if all.is_empty() {
        return Err(MessageError::UnknownAddress { address: excerpt(pattern), nearest: Vec::new() });
    }
    Ok(all)
}

/// Checks a request behind `/foley/` against the names of racks and their voices.
///
/// # Errors
/// If the request names a rack, or a voice that only its rack may add or remove.
pub(crate) fn check_order(racks: &[Rack], order: &EngineRequest<'_>) -> Result<(), MessageError> {
    let (what, name) = match order {
        EngineRequest::Add(name, ..) => return check_alone(racks, name),
        EngineRequest::Play(name) => ("play", *name),
        EngineRequest::Remove(name) => ("remove", *name),
        EngineRequest::Preset(name, _) => ("preset", *name),
        _ => return Ok(()),
    };
    let owner = racks.iter().find(|rack| rack.owns(name));
    match owner {
        Some(rack) if rack.name == name => Err(rack.refuses(what)),
        // A voice of a rack may be played, but only the rack adds and removes it.
        Some(rack) if what != "play" => Err(rack.alone(name)),
        _ => Ok(()),
    }
}

/// Checks that no rack and no voice of a rack has this name.
fn check_alone(racks: &[Rack], name: &str) -> Result<(), MessageError> {
    match racks.iter().find(|rack| rack.owns(name)) {
        Some(rack) => Err(rack.alone(name)),
        None => Ok(()),
    }
}

impl Rack {
    /// Describes the addresses of the rack.
    fn entries(&self) -> Vec<Entry> {
        address_space::entries(&self.name, &*self.sound, self.strip())
            .filter(|entry| !matches!(entry.kind, EntryKind::Asked | EntryKind::Named))
            .collect()
    }

    /// Returns the error for a request that uses the name of this rack, or of one of its voices, for a sound.
    fn alone(&self, name: &str) -> MessageError {
        let why = if name == self.name {
            "no other sound can have its name".to_owned()
        } else {
            format!("`{}` is one of its voices, not a separate sound", excerpt(name))
        };
        MessageError::Rack { name: self.name.clone(), why }
    }

    /// Returns the error for the request `what`, which racks do not accept.
    fn refuses(&self, what: &str) -> MessageError {
        let mut known = self.entries().into_iter().map(|entry| entry.address);
        let known = known.next().unwrap_or_default();
        MessageError::Rack {
            name: self.name.clone(),
            why: format!(
                "it accepts keys and messages to its own addresses, such as `{known}`, but not `/foley/{what}`"
            ),
        }
    }
}

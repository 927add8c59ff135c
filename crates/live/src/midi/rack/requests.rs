//! Messages to the addresses of a rack.

use super::{Rack, instance, key};
use crate::address_space::{AddressSpace, Answer, Arg, MessageError, read_strip, write_strip};
use foley_sound::{SoundError, check_value, parse_value, resolve_param};

impl Rack {
    /// Sends a message to the rack as to a single sound: `strike`, `hardness`, `mixer/gain`. A gesture goes
    /// to the voice that was struck last, every other message to all voices.
    ///
    /// # Errors
    /// If the address is unknown or the arguments are not allowed.
    pub fn send(
        &mut self,
        rest: &str,
        args: &[Arg],
        at: u64,
        address_space: &mut AddressSpace,
    ) -> Result<Answer, MessageError> {
        self.drop_removed_voices(address_space);
        let names: Vec<String> = self.voices.iter().map(|voice| voice.name.clone()).collect();
        if self.sound.gestures().iter().any(|info| info.id == rest) {
            let last = self.voices.iter().max_by_key(|voice| voice.struck);
            let last = last.map(|voice| voice.name.clone());
            let last = if let Some(name) = last {
                name
            } else {
                self.prepare(address_space, at)?;
                self.name_of(key::MIDDLE)
            };
            return address_space.send(&format!("/{last}/{rest}"), args, at);
        }
        if let Some(knob) = rest.strip_prefix("mixer/") {
            // Answers the rack's own value, whatever was set for a single voice.
            if args.is_empty() {
                return Ok(Answer::Value(read_strip(&self.strip, knob)));
            }
            for name in &names {
                address_space.send(&format!("/{name}/{rest}"), args, at)?;
            }
            if let Some(changed) = names.first().and_then(|name| instance(address_space, name)) {
                let value = read_strip(&changed.strip, knob);
                write_strip(&mut self.strip, knob, value);
            }
            return Ok(Answer::Done);
        }
        let (address, form) = resolve_param(&*self.sound, rest).map_err(MessageError::from)?;
        let value = match args {
            [] => {
                let value = address.get(&*self.sound);
                let handle = form == foley_sound::ValueForm::Handle;
                let shown = if handle { address.info.to_handle(value) } else { value };
                return Ok(Answer::Value(shown));
            }
            [Arg::Number(value)] => check_value(&address, form, *value)?,
            [Arg::Text(text)] => parse_value(&address, form, text)?,
            _ => {
                return Err(MessageError::WrongArguments {
                    address: format!("/{}/{rest}", self.name),
                    takes: "one value, or none to read it".to_owned(),
                });
            }
        };
        address.set(&mut *self.sound, value).map_err(SoundError::from)?;
        let tuned = self.pitch.is_some_and(|pitch| pitch.address.path() == address.path());
        for (index, name) in names.iter().enumerate() {
            if tuned {
                self.retune(index, address_space, at)?;
            } else {
                let id = address_space.controls.find(name)?;
                address_space.controls.set(id, &address.path(), value, None, at)?;
            }
        }
        Ok(Answer::Done)
    }
}

//! Many sounds in real time.

use crate::gesture::{Clamped, Gesture, Time};
use crate::{Error, Value};
use foley_catalogue::preset::Preset;
use foley_catalogue::spaces::Place;
use foley_engine::{
    Capacity, ChannelStrip, Controls, InputSource, Loudness, Meter, Renderer, Report, SoundId, engine,
};
use foley_params::Info;
use foley_scene::file::RATE;
use foley_sound::{Sound, sound_params};

/// The control end of an engine that plays many sounds at once. The other end, the [`Renderer`], belongs to
/// the audio thread: it allocates nothing, locks nothing and never panics.
///
/// ```
/// use foley::{Engine, preset, strike};
///
/// let (mut engine, mut renderer) = Engine::new(48_000.0)?;
/// let cup = engine.add(&preset("espresso cup set down on marble")?)?;
/// engine.send(cup, strike(1.2).at(480))?;                             // 1.2 m/s, in 10 ms
///
/// let (mut left, mut right) = (vec![0.0; 4800], vec![0.0; 4800]);
/// renderer.render(&mut [&mut left, &mut right]);                      // on the audio thread
/// assert!(left[..480].iter().all(|&x| x == 0.0) && left.iter().any(|x| x.abs() > 0.01));
/// # Ok::<(), foley::Error>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    controls: Controls,
    /// Number of sounds added so far; it makes their names unique.
    added: u64,
}

impl Engine {
    /// Creates an engine at `rate` \[Hz\] for 64 sounds in stereo; returns its control end and its audio end.
    ///
    /// # Errors
    /// If the rate is outside 1 kHz to 1 MHz.
    pub fn new(rate: f64) -> Result<(Self, Renderer), Error> {
        Self::with_capacity(rate, Capacity::default())
    }

    /// Creates an engine with other limits.
    ///
    /// # Errors
    /// If the rate is outside 1 kHz to 1 MHz, or the engine would have no sound, channel or command.
    pub fn with_capacity(rate: f64, capacity: Capacity) -> Result<(Self, Renderer), Error> {
        RATE.check(rate).map_err(|why| Error::Value(why.to_string()))?;
        if capacity.instances == 0 || capacity.channels == 0 || capacity.commands == 0 {
            return Err(Error::Value(format!(
                "the capacity of an engine must be at least 1 sound, 1 channel and 1 command, not {capacity:?}"
            )));
        }
        let (controls, renderer) = engine(rate, capacity);
        Ok((Self { controls, added: 0 }, renderer))
    }

    /// Adds a sound at the loudness of its preset. It is silent until its first gesture.
    ///
    /// # Errors
    /// [`Error::Full`] if every slot has a sound; also if the preset cannot be played.
    pub fn add(&mut self, preset: &Preset) -> Result<SoundId, Error> {
        let name = format!("{}-{}", preset.slug(), self.added + 1);
        let id = self.controls.add_preset(&name, preset, Loudness::default(), 0)?;
        self.added += 1;
        Ok(id)
    }

    /// Makes a gesture on a sound, at the time of the gesture. A lasting sound, such as wind or an engine,
    /// goes on until the same gesture has the value 0 ([`Sound::lasting_gestures`]). Returns a note if the
    /// value was outside its range and the nearest allowed value was used.
    ///
    /// # Errors
    /// [`Error::Stale`] if the sound was removed; also if the sound has no such gesture, or the command queue
    /// is full.
    #[expect(clippy::needless_pass_by_value, reason = "callers write `send(id, strike(1.2))`")]
    pub fn send(&mut self, id: SoundId, gesture: Gesture) -> Result<Option<Clamped>, Error> {
        let (value, note) = gesture.clamp(&*self.controls.instance(id)?.sound)?;
        let at = self.sample(gesture.time)?;
        self.controls.gesture(id, &gesture.name, value, at)?;
        Ok(note)
    }

    /// Sets a value of a sound, `struck.material` or `hardness`, over the parameter's own glide time.
    ///
    /// # Errors
    /// [`Error::Stale`] if the sound was removed; also if the sound has no parameter of that name, the
    /// value is not allowed, or the command queue is full.
    pub fn set(&mut self, id: SoundId, name: &str, value: impl Into<Value>) -> Result<(), Error> {
        self.set_value(id, name, &value.into(), None)
    }

    /// Sets a value as [`Engine::set`] does, and glides to it over `seconds`.
    ///
    /// # Errors
    /// As [`Engine::set`].
    pub fn glide(
        &mut self,
        id: SoundId,
        name: &str,
        value: impl Into<Value>,
        seconds: f64,
    ) -> Result<(), Error> {
        let seconds = check_seconds("the duration of a glide", seconds, MAX_GLIDE)?;
        self.set_value(id, name, &value.into(), Some(seconds))
    }

    /// Sets the place in which all sounds are heard, and the distance of their sources \[m\]. At first it is
    /// [`Place::Free`] at 1 m; the place of a preset is ignored.
    ///
    /// # Errors
    /// If the place has no room for the distance, or the command queue is full.
    pub fn set_place(&mut self, place: Place, distance: f64) -> Result<(), Error> {
        Ok(self.controls.set_place(place, distance, 0)?)
    }

    fn set_value(&mut self, id: SoundId, name: &str, value: &Value, glide: Option<f64>) -> Result<(), Error> {
        match value {
            Value::Number(number) => self.controls.set(id, name, *number, glide, 0)?,
            Value::Text(text) => self.controls.set_text(id, name, text, glide, 0)?,
        }
        Ok(())
    }

    /// Lets two sounding objects collide, as a physics engine reports it. Both are struck at the relative
    /// `speed` along the normal [m/s], by the reduced `mass` of the pair \[kg\]: `1 / (1/m₁ + 1/m₂)` for
    /// the masses m₁ and m₂. `place` is the touched point of each object, from 0 to 1 (a share of its
    /// size). An object without a parameter for mass or place keeps its own; other objects keep mass and
    /// place for later strikes. Returns notes on values outside their range.
    ///
    /// # Errors
    /// [`Error::Stale`] if a sound was removed; also if a sound cannot be struck, a number is not finite,
    /// the mass is not positive, both handles are one sound, or the command queue is full. Nothing is
    /// struck then.
    pub fn collide(
        &mut self,
        a: SoundId,
        b: SoundId,
        speed: f64,
        mass: f64,
        place: [f64; 2],
    ) -> Result<Vec<Clamped>, Error> {
        if a == b {
            return Err(Error::Value("a sound cannot collide with itself".to_owned()));
        }
        if !(mass.is_finite() && mass > 0.0) {
            return Err(Error::Value(format!(
                "the mass of a collision must be positive and finite, not {mass:e} kg"
            )));
        }
        if let Some(place) = place.iter().find(|place| !place.is_finite()) {
            return Err(Error::Value(format!("the place of a collision must be finite, not {place}")));
        }
        let strike = crate::strike(speed);
        let mut changes = Vec::new();
        let mut clamped = Vec::new();
        for (id, place) in [(a, place[0]), (b, place[1])] {
            let sound = &*self.controls.instance(id)?.sound;
            strike.clamp(sound)?;
            for (path, value) in [("hammer.mass", mass), ("struck.position", place)] {
                if let Some((used, note)) = nearest_value(sound, path, value) {
                    clamped.extend(note);
                    changes.extend(used.map(|used| (id, path, used)));
                }
            }
        }
        // Each change and each strike is one command; a change of the position is a retarget.
        self.controls.ensure_room(changes.len() + 2, changes.len())?;
        for (id, path, value) in changes {
            // A glide would still move while the bodies touch.
            self.controls.set(id, path, value, Some(0.0), 0)?;
        }
        for id in [a, b] {
            clamped.extend(self.send(id, strike.clone())?);
        }
        Ok(clamped)
    }

    /// Plays the score of the sound's preset from now on.
    ///
    /// # Errors
    /// [`Error::Stale`] if the sound was removed; also if the command queue is full.
    pub fn play(&mut self, id: SoundId) -> Result<(), Error> {
        Ok(self.controls.play(id, 0)?)
    }

    /// Morphs a sound into a preset over `seconds`.
    ///
    /// # Errors
    /// [`Error::Stale`] if the sound was removed; also if the preset cannot be played, or the command queue
    /// is full.
    pub fn morph(&mut self, id: SoundId, preset: &Preset, seconds: f64) -> Result<(), Error> {
        let seconds = check_seconds("the duration of a morph", seconds, MAX_GLIDE)?;
        Ok(self.controls.morph_to(id, preset, Loudness::default(), seconds, 0)?)
    }

    /// Fades a sound out and frees its slot. The handle is stale afterwards.
    ///
    /// # Errors
    /// [`Error::Stale`] if the sound was removed before; also if the command queue is full.
    pub fn remove(&mut self, id: SoundId) -> Result<(), Error> {
        Ok(self.controls.remove(id, 0)?)
    }

    /// Sets gain, pan, mute and solo of a sound.
    ///
    /// # Errors
    /// If gain or pan is not finite.
    /// [`Error::Stale`] if the sound was removed; also if the command queue is full.
    pub fn set_strip(&mut self, id: SoundId, strip: ChannelStrip) -> Result<(), Error> {
        Ok(self.controls.set_strip(id, strip, 0)?)
    }

    /// Sets the input of a room or an effect.
    ///
    /// # Errors
    /// [`Error::Stale`] if a sound was removed; also if the sound takes no input or would be its own input,
    /// or the command queue is full.
    pub fn set_input(&mut self, id: SoundId, input: InputSource) -> Result<(), Error> {
        Ok(self.controls.set_input(id, input, 0)?)
    }

    /// Returns the sound with the least power at present, the candidate to remove from a full engine; `None`
    /// if the engine is empty.
    pub fn faintest(&self) -> Option<SoundId> {
        self.controls.faintest()
    }

    /// Returns the handles of all sounds.
    pub fn sounds(&self) -> impl Iterator<Item = SoundId> {
        self.controls.instances().map(|(id, _)| id)
    }

    /// Returns a sound with its values as last set.
    ///
    /// # Errors
    /// [`Error::Stale`] if the sound was removed.
    pub fn sound(&self, id: SoundId) -> Result<&dyn Sound, Error> {
        Ok(&*self.controls.instance(id)?.sound)
    }

    /// Returns the level of a sound and resets its peak.
    pub fn meter(&self, id: SoundId) -> Meter {
        self.controls.meter(id)
    }

    /// Whether a sound is silent or was removed.
    pub fn asleep(&self, id: SoundId) -> bool {
        self.controls.asleep(id)
    }

    /// Returns the time of the engine: the first sample of the next block.
    pub fn now(&self) -> u64 {
        self.controls.now()
    }

    /// Returns the sample rate \[Hz\].
    pub fn rate(&self) -> f64 {
        self.controls.rate()
    }

    /// Frees memory that the audio thread has handed back and returns its reports. Call it regularly, for
    /// instance once per frame of a game.
    pub fn collect(&mut self) -> Vec<Report> {
        self.controls.collect()
    }

    /// Returns the sample of a time, at most [`MAX_AHEAD`] from now.
    fn sample(&self, time: Time) -> Result<u64, Error> {
        let sample = match time {
            Time::Now => 0,
            Time::Sample(sample) => sample,
            Time::Seconds(seconds) => {
                (check_seconds("the time of a gesture", seconds, f64::MAX)? * self.rate()).round() as u64
            }
        };
        let ahead = sample.saturating_sub(self.now()) as f64 / self.rate();
        check_seconds("the time from now to a gesture", ahead, MAX_AHEAD)?;
        Ok(sample)
    }
}

/// Maximum time from sending a gesture to its execution \[s\]. Gestures far in the future would fill the
/// command queue and block the engine.
const MAX_AHEAD: f64 = 3600.0;
/// Maximum duration of a glide or a morph \[s\].
const MAX_GLIDE: f64 = 3600.0;

/// Returns a duration if it is from 0 to `max` \[s\].
fn check_seconds(what: &str, seconds: f64, max: f64) -> Result<f64, Error> {
    if (0.0..=max).contains(&seconds) && seconds.is_finite() {
        return Ok(seconds);
    }
    let allowed = if max == f64::MAX { "0 s or more".to_owned() } else { format!("0 to {max} s") };
    Err(Error::Value(format!("{what} is out of range ({seconds:e} s): {allowed}")))
}

/// Returns the value to set, if it differs from the sound's own, and a note if `value` was outside its range;
/// `None` if the sound has no such parameter.
fn nearest_value(sound: &dyn Sound, path: &str, value: f64) -> Option<(Option<f64>, Option<Clamped>)> {
    let param = sound_params(sound).into_iter().find(|param| param.path() == path)?;
    let Info { min, max, .. } = param.info;
    let used = param.info.clamp(value);
    let note = Clamped { name: path.to_owned(), asked: value, used, min, max };
    Some(((param.get(sound) != used).then_some(used), (used != value).then_some(note)))
}

//! Rendering a whole sound at once, into memory or a file.

use crate::gesture::{Clamped, Gesture, Time, strike};
use crate::{Error, Scene, Value, preset};
use foley_catalogue::preset::Preset;
use foley_catalogue::spaces::Place;
use foley_contact::energy::Ledger;
use foley_render::sound_file::{Container, Format};
use foley_render::{Length, Level, OutputFiles, RenderJob, RenderRequest, Source, SourceKind, encode};
use foley_sound::{Performance, set_text};
use std::fs::File;
use std::path::{Path, PathBuf};

/// A sound to be rendered: a preset, a model or a scene, with changes.
///
/// ```
/// use foley::Render;
///
/// let glasses = Render::preset("two wine glasses")?.set("struck.material", "steel")?.strike(1.2).run()?;
/// assert!(glasses.samples().iter().any(|x| x.abs() > 0.0));
/// assert!(glasses.force().is_some());                                 // contact force, in newtons
/// # let folder = std::env::temp_dir().join(format!("foley-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("x.wav");
/// glasses.save(&path)?;                                               // or x.flac
/// assert_eq!(Render::file(&path)?.run()?.samples(), glasses.samples()); // the file contains its recipe
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Render {
    source: Source,
    request: RenderRequest,
    gestures: Vec<Gesture>,
}

impl Render {
    fn new(source: Source) -> Self {
        Self { source, request: RenderRequest::default(), gestures: Vec::new() }
    }

    /// Renders a built-in preset by name, or a model with its default values.
    ///
    /// # Errors
    /// If no preset and no model has that name.
    pub fn preset(name: &str) -> Result<Self, Error> {
        Ok(Self::of(preset(name)?))
    }

    /// Renders a preset.
    pub fn of(preset: Preset) -> Self {
        let name = preset.name.clone();
        Self::new(Source::preset(&name, preset))
    }

    /// Renders a scene.
    ///
    /// # Errors
    /// If the scene is not valid.
    pub fn scene(scene: &Scene) -> Result<Self, Error> {
        scene.spec()?;
        Ok(Self::new(Source::new("scene", SourceKind::Scene(scene.tree()))))
    }

    /// Renders a preset or a scene from its JSON text, or a preset from XML.
    ///
    /// # Errors
    /// If the text is not a valid preset or scene.
    pub fn json(text: &str) -> Result<Self, Error> {
        Ok(Self::new(Source::read("text", text.as_bytes())?))
    }

    /// Renders a preset file or a scene file, or renders again a WAV or FLAC file that Foley wrote.
    ///
    /// # Errors
    /// If the file cannot be read or has other content.
    pub fn file(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let file = File::open(path).map_err(|why| Error::File(format!("cannot read `{name}`: {why}")))?;
        Ok(Self::new(Source::read(&name, file)?))
    }

    /// Sets a value: a parameter or handle of a preset (`struck.material`, `hardness`), or a path of a
    /// scene (`bodies.hammer.mass`).
    ///
    /// # Errors
    /// If there is no parameter or path of that name, or the value is not allowed.
    pub fn set(mut self, name: &str, value: impl Into<Value>) -> Result<Self, Error> {
        let value = value.into().to_string();
        match &mut self.source.kind {
            SourceKind::Preset(preset) | SourceKind::Effect(preset, _) => {
                set_text(&mut *preset.sound, name, &value)?;
            }
            SourceKind::Scene(tree) => foley_document::set(tree, name, &value)?,
            SourceKind::Morph(_) => self.request.overrides.settings.push((name.to_owned(), value)),
        }
        Ok(self)
    }

    /// Returns the preset with the values that were set.
    ///
    /// # Errors
    /// If the source is a scene or a morph.
    pub fn into_preset(self) -> Result<Preset, Error> {
        Ok(self.source.into_preset()?)
    }

    /// Makes a gesture. Gestures replace those of the preset.
    #[must_use]
    pub fn send(mut self, gesture: Gesture) -> Self {
        self.gestures.push(gesture);
        self
    }

    /// Strikes at a speed [m/s] at the start; `send(strike(speed).at_seconds(0.5))` strikes later.
    #[must_use]
    pub fn strike(self, speed: f64) -> Self {
        self.send(strike(speed))
    }

    /// Sets the duration \[s\]. By default a sound plays until it has ended.
    #[must_use]
    pub fn seconds(mut self, seconds: f64) -> Self {
        self.request.seconds = Some(Length::Seconds(seconds));
        self
    }

    /// Sets the sample rate \[Hz\]; the default is 48 kHz, or that of the file.
    #[must_use]
    pub fn rate(mut self, rate: f64) -> Self {
        self.request.rate = Some(rate);
        self
    }

    /// Sets the seed of all random numbers. The same seed gives the same bits.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.request.seed = Some(seed);
        self
    }

    /// Sets the number of channels; solids and rooms give each its own listening point.
    #[must_use]
    pub fn channels(mut self, channels: usize) -> Self {
        self.request.channels = Some(channels);
        self
    }

    /// Sets the place in which the sound is heard; the default is that of the preset, else [`Place::Free`].
    #[must_use]
    pub fn place(mut self, place: Place) -> Self {
        self.request.place = Some(place);
        self
    }

    /// Sets the distance from the source to the ear \[m\]; the default is 1 m. [`Render::run`] rejects a distance that
    /// the place has no room for.
    #[must_use]
    pub fn distance(mut self, distance: f64) -> Self {
        self.request.distance = Some(distance);
        self
    }

    /// Sets the level of the saved file.
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.request.level = Some(level);
        self
    }

    /// Sets the coding of the samples in the saved file.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.request.format = Some(format);
        self
    }

    /// Renders the sound.
    ///
    /// # Errors
    /// If an option does not suit the sound, a gesture is unknown, or the sound cannot be played.
    pub fn run(mut self) -> Result<Rendered, Error> {
        let clamped = self.plan_gestures()?;
        let job = RenderJob::new(&self.request, &self.source)?;
        let performance = job.play(&mut |_| ())?;
        let placed = job.recipe.has_place().then(|| job.mix(&performance));
        Ok(Rendered { job, performance, placed, clamped })
    }

    /// Moves the gestures into the request, clamped to their ranges.
    fn plan_gestures(&mut self) -> Result<Vec<Clamped>, Error> {
        if self.gestures.is_empty() {
            return Ok(Vec::new());
        }
        let sound = match &self.source.kind {
            SourceKind::Preset(preset) | SourceKind::Effect(preset, _) => &preset.sound,
            SourceKind::Morph(_) | SourceKind::Scene(_) => {
                return Err(Error::Value(
                    "only presets and models take gestures here; a scene or morph has its own".to_owned(),
                ));
            }
        };
        let rate = self.request.rate.or(self.source.recipe.as_ref().map(|recipe| recipe.rate));
        let rate = rate.unwrap_or(foley_scene::file::RATE.default);
        let mut clamped = Vec::new();
        for gesture in self.gestures.drain(..) {
            let (value, note) = gesture.clamp(&**sound)?;
            clamped.extend(note);
            let seconds = match gesture.time {
                Time::Now => 0.0,
                Time::Sample(sample) => sample as f64 / rate,
                Time::Seconds(seconds) => seconds,
            };
            let value = value.map(|value| value.to_string()).unwrap_or_default();
            self.request.overrides.gestures.push((gesture.name, format!("{value}@{seconds}")));
        }
        Ok(clamped)
    }
}

/// A rendered sound: its samples in SI units, measured signals and energy balance.
#[derive(Debug)]
pub struct Rendered {
    job: RenderJob,
    performance: Performance,
    /// Channels as heard in the place; `None` in the free field at 1 m.
    placed: Option<Vec<Vec<f64>>>,
    clamped: Vec<Clamped>,
}

impl Rendered {
    /// Returns the sample rate \[Hz\].
    pub fn rate(&self) -> f64 {
        self.job.recipe.rate
    }

    /// Returns the seed that was used.
    pub fn seed(&self) -> u64 {
        self.job.recipe.seed
    }

    /// Returns the samples of the first channel, in the SI unit of the output.
    pub fn samples(&self) -> &[f64] {
        self.channels().next().unwrap_or_default()
    }

    /// Returns the samples of each channel of the sound as heard in its place, in the SI unit of the output. In the
    /// free field at 1 m these are the audible outputs.
    pub fn channels(&self) -> impl Iterator<Item = &[f64]> {
        let rows = self.job.rows.iter().zip(&self.performance.rows);
        let rows = rows.filter(|(row, _)| row.channel.is_some()).map(|(_, samples)| samples);
        let dry = rows.filter(|_| self.placed.is_none());
        self.placed.iter().flatten().chain(dry).map(Vec::as_slice)
    }

    /// Returns the names of all outputs: channels of the sound and measured signals.
    pub fn outputs(&self) -> impl Iterator<Item = &str> {
        self.job.rows.iter().map(|row| row.name.as_str())
    }

    /// Returns the dry samples of an output by its name, in its SI unit; `None` if there is no such output.
    pub fn output(&self, name: &str) -> Option<&[f64]> {
        let index = self.job.rows.iter().position(|row| row.name == name)?;
        self.performance.rows.get(index).map(Vec::as_slice)
    }

    /// Returns the first measured contact force \[N\]; `None` if the sound measures none.
    pub fn force(&self) -> Option<&[f64]> {
        let index = self.job.rows.iter().position(|row| row.quantity == "force")?;
        self.performance.rows.get(index).map(Vec::as_slice)
    }

    /// Returns the energy balance at the end.
    pub fn ledger(&self) -> &Ledger {
        &self.performance.ledger
    }

    /// Returns the gestures whose values were outside their ranges.
    pub fn clamped(&self) -> &[Clamped] {
        &self.clamped
    }

    /// Writes a WAV or FLAC file, by the ending of the name, completely or not at all. The file contains
    /// its recipe: [`Render::file`] renders it again to the same bits.
    ///
    /// # Errors
    /// If the name ends neither in `.wav` nor in `.flac`, or the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let Some(container) = Container::of_path(path) else {
            let name = path.display();
            return Err(Error::File(format!("cannot write `{name}`: the name must end in .wav or .flac")));
        };
        let files = OutputFiles::create((path.to_owned(), container), &self.job)?;
        files.write(&self.job, &self.performance)?;
        Ok(())
    }

    /// Returns the bytes of the WAV file that [`Rendered::save`] writes.
    ///
    /// # Errors
    /// If a sample is not finite.
    pub fn to_wav(&self) -> Result<Vec<u8>, Error> {
        Ok(encode(Container::Wav, PathBuf::new(), None, &self.job, &self.performance)?.bytes)
    }

    /// Returns the preset or scene with all changes as JSON, which [`Render::json`] reads. Rate, duration,
    /// channels and level belong to the rendering and are not part of it; a saved file contains them.
    pub fn to_json(&self) -> String {
        foley_document::pretty(self.job.recipe_body().tree())
    }
}

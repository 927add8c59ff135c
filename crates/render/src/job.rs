//! Render jobs: a source and a request, resolved and checked.
//!
//! Options take precedence over the recipe of a sound file, the recipe over the scene or preset, and these
//! over the defaults.

use crate::sound_file::{Format, SoundInput};
use crate::{
    Blend, GAIN, InputSignal, LOUDNESS, Length, Level, MAX_CHANNELS, Overrides, PEAK, Recipe, RecipeBody,
    RenderError, Source, SourceKind, takes,
};
use foley_catalogue::preset::Preset;
use foley_catalogue::spaces::Place;
use foley_catalogue::spaces::place::DISTANCE;
use foley_contact::Step;
use foley_document::Tree;
use foley_params::Unit;
use foley_scene::SceneSpec;
use foley_scene::file::{self, RATE, SECONDS};
use foley_sound::drive::{self, Drive};
use foley_sound::{MAX_TAIL, ScoreEvent, ScoreEventKind, Voice, VoiceSpec};
use std::path::PathBuf;

/// Options of a render. The source supplies the options that are `None`.
#[derive(Clone, Debug, Default)]
pub struct RenderRequest {
    /// Input file, for models that process a sound.
    pub input: Option<PathBuf>,
    /// Sound file whose features drive parameters and gestures.
    pub voice: Option<PathBuf>,
    /// Drives as text, `CONTROL>TARGET=LOW..HIGH`: a feature of the voice moves a parameter or gesture.
    pub drives: Vec<String>,
    /// Duration of the rendered sound.
    pub seconds: Option<Length>,
    /// Sample rate of the rendered sound \[Hz\].
    pub rate: Option<f64>,
    /// Seed of all random numbers of the render.
    pub seed: Option<u64>,
    /// Number of channels of the rendered sound.
    pub channels: Option<usize>,
    /// Changes to the values, the gestures and the score of the preset.
    pub overrides: Overrides,
    /// Coding of the samples in the file.
    pub format: Option<Format>,
    /// Level of the file: the stored loudness of the preset, its peak, or a gain on SI values.
    pub level: Option<Level>,
    /// Place in which the sound is heard. Stems are always dry.
    pub place: Option<Place>,
    /// Distance from the source to the ear \[m\].
    pub distance: Option<f64>,
    /// Whether every output is written to its own file.
    pub stems: bool,
    /// Number of the take, from 0 for the sound itself. A further take has the seed as many numbers later,
    /// and is struck at another place and speed.
    pub take: u32,
}

impl RenderRequest {
    /// Checks the numbers of the request against their ranges.
    fn check(&self) -> Result<(), RenderError> {
        let seconds = self.seconds.and_then(Length::seconds);
        for (info, value) in [(&SECONDS, seconds), (&RATE, self.rate)] {
            if let Some(value) = value {
                info.check(value).map_err(|why| RenderError::request(why.to_string()))?;
            }
        }
        match self.channels {
            Some(channels) if !(1..=MAX_CHANNELS).contains(&channels) => Err(RenderError::request(format!(
                "{channels} channels are out of range: 1 to {MAX_CHANNELS}."
            ))),
            _ => Ok(()),
        }
    }
}

/// The sound that a job renders, with all changes applied.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A scene of bodies and contacts.
    Scene {
        /// The scene, ready to be played.
        spec: Box<SceneSpec>,
        /// The scene of `spec` as JSON, for the recipe.
        tree: Tree,
    },
    /// A preset of the catalogue.
    Sound(Box<Preset>),
    /// A morph: several presets and the path between them.
    Morph(Box<Blend>),
}

/// Description of one output of a job.
#[derive(Clone, Debug, PartialEq)]
pub struct OutputRow {
    /// Name of the output, as in the names of stems.
    pub name: String,
    /// Name of the physical quantity of the output.
    pub quantity: &'static str,
    /// Unit of the output's samples.
    pub unit: Unit,
    /// Channel of the file to which the output is added; `None` for a measurement, which is not part of the
    /// sound.
    pub channel: Option<usize>,
    /// Factor of the output in the mix \[1\].
    pub gain: f64,
}

/// A render that is resolved and checked.
#[derive(Clone, Debug)]
pub struct RenderJob {
    /// The sound that the job renders.
    pub subject: Subject,
    /// Title of the job, written into the file.
    pub title: String,
    /// Description of every output, in the order of the samples.
    pub rows: Vec<OutputRow>,
    /// Number of bodies, of contacts and of gestures.
    pub counts: [usize; 3],
    /// Settings of the render, for the recipe. A stem adds the name of its output.
    pub recipe: Recipe,
    /// Whether every output is written to its own file.
    pub stems: bool,
    /// Input of an effect or a space; `None` for other sounds.
    pub input: Option<InputSignal>,
    /// Sound file whose features drive parameters and gestures.
    pub voice: Option<SoundInput>,
}

/// Maximum number of samples of all outputs of a render, measured forces included: a gibibyte.
const MAX_OUTPUT_SAMPLES: usize = 1 << 27;

impl RenderJob {
    /// Combines a request and a source into a job.
    ///
    /// # Errors
    /// If an option does not suit the source, a file cannot be read, or the render would exceed
    /// 2²⁷ samples of all outputs.
    pub fn new(request: &RenderRequest, source: &Source) -> Result<Self, RenderError> {
        request.check()?;
        let job = match &source.kind {
            SourceKind::Scene(tree) => Self::of_scene(request, source, tree.clone()),
            SourceKind::Preset(preset) => Self::of_sound(request, source, preset),
            SourceKind::Effect(preset, _) if request.input.is_some() => {
                Self::of_sound(request, source, preset)
            }
            SourceKind::Effect(_, input) => Err(RenderError::request(format!(
                "`{0}` was made by `foley effect` from `{1}`, and its recipe does not contain the samples of `{1}`; \
                 with that file, `foley effect {0} {1} -o again.wav` makes it again.",
                source.name, input.name
            ))),
            SourceKind::Morph(blend) => Self::of_morph(request, source, blend),
        }?;
        if let Some(stem) = &job.recipe.stem
            && !job.rows.iter().any(|row| row.name == *stem)
        {
            return Err(RenderError::request(format!(
                "`{}` is the stem `{stem}`, but the sound has no output of that name.",
                source.name
            )));
        }
        let Recipe { place, distance, .. } = job.recipe;
        place.check_distance(distance).map_err(|why| {
            RenderError::request(format!("the place `{}` does not allow this distance: {why}", place.name()))
        })?;
        job.check_length()?;
        Ok(job)
    }

    fn of_scene(request: &RenderRequest, source: &Source, mut tree: Tree) -> Result<Self, RenderError> {
        let rejected = |flag: &str| {
            RenderError::request(format!(
                "`{flag}` does not apply to the scene `{}`: a scene defines its own events and outputs.",
                source.name
            ))
        };
        if let Some(flag) = request.overrides.catalogue_only() {
            return Err(rejected(flag));
        }
        if request.take > 0 {
            return Err(rejected("--takes"));
        }
        if request.channels.is_some() {
            return Err(rejected("--channels"));
        }
        if request.input.is_some() {
            return Err(RenderError::request(format!(
                "`{}` is a scene, and scenes take no input; name a model that does.",
                source.name
            )));
        }
        if request.voice.is_some() || !request.drives.is_empty() {
            return Err(rejected("--drive"));
        }
        if request.seconds == Some(Length::Auto) {
            return Err(RenderError::request(format!(
                "`--seconds auto` does not apply to the scene `{}`; give a duration in seconds.",
                source.name
            )));
        }
        check_level(request, &format!("the scene `{}`", source.name))?;
        for (path, value) in &request.overrides.settings {
            foley_document::set(&mut tree, path, value).map_err(|why| RenderError::Setting {
                name: path.clone(),
                value: value.clone(),
                reason: why.to_string(),
            })?;
        }
        let spec = file::read_tree(&tree).map_err(|why| {
            // A value from `--set` is not in the text, and has no line.
            let text = source.text.as_deref().filter(|_| request.overrides.settings.is_empty());
            let why = if let Some(text) = text { why.located_in(text) } else { why };
            RenderError::Document { name: source.name.clone(), reason: why.to_string() }
        })?;
        let rows = spec.outputs.iter().map(|output| OutputRow {
            name: output.name.clone(),
            quantity: output.value.quantity.name(),
            unit: output.value.quantity.unit(),
            channel: Some(output.value.channel),
            gain: output.value.gain,
        });
        let seconds = Length::Seconds(spec.seconds.unwrap_or(SECONDS.default));
        Ok(Self {
            title: spec.title.clone(),
            rows: rows.collect(),
            counts: counts(&spec),
            recipe: recipe(request, source, (spec.seed, spec.rate, seconds), NO_LOUDNESS),
            stems: request.stems,
            input: None,
            voice: None,
            subject: Subject::Scene { spec: Box::new(spec), tree },
        })
    }

    fn of_sound(request: &RenderRequest, source: &Source, preset: &Preset) -> Result<Self, RenderError> {
        let mut preset = preset.clone();
        let mut input = InputSignal::read(request, &*preset.sound)?;
        let from_recipe = matches!(source.kind, SourceKind::Effect(..));
        if input.is_some() && !from_recipe {
            // The gestures of a preset replace a missing input; with an input file these gestures are
            // dropped.
            let is_setting = |event: &ScoreEvent| matches!(event.kind, ScoreEventKind::Set { .. });
            preset.score.events.retain(is_setting);
        }
        request.overrides.apply(&mut preset)?;
        let voice = apply_drives(request, &mut preset, input.as_ref())?;
        let rate = input.as_ref().map(InputSignal::rate);
        let stored = Level::Loudness(LOUDNESS.default);
        let mut recipe = recipe(request, source, (preset.seed, rate, Length::Auto), stored);
        preset.seed = recipe.seed;
        if request.take > 0 {
            takes::vary(&mut preset, recipe.seed)?;
        }
        if source.recipe.is_none() && request.place.is_none() && !request.stems {
            recipe.place = preset.place;
        }
        preset.place = recipe.place;
        if let Some(input) = &mut input {
            let same_format = source.recipe.as_ref().map(|old| old.format) == Some(recipe.format);
            check_level(request, "an effect on a sound file")?;
            let stored = matches!(recipe.level, Level::Loudness(_));
            if request.level.is_none() && (stored || !same_format) {
                // Effects keep the level of their input.
                recipe.level = Level::Gain(GAIN.default);
            }
            input.distribute(request, &*preset.sound, from_recipe, &mut recipe)?;
        }
        let unplayable = |why| RenderError::unplayable(&source.name, why);
        let scene = preset.sound.scene_spec(recipe.channels).map_err(unplayable)?;
        let spec = VoiceSpec {
            channels: input.as_ref().map_or(recipe.channels, |input| input.channels),
            ..voice_spec(&recipe, request.stems || recipe.stem.is_some())
        };
        let runs = input.as_ref().map_or(1, |input| input.runs.len());
        let probe = preset.sound.voice(&spec).map_err(unplayable)?;
        Ok(Self {
            title: preset.name.clone(),
            rows: rows_of_runs(&probe, runs),
            counts: counts(&scene),
            recipe,
            stems: request.stems,
            input,
            voice,
            subject: Subject::Sound(Box::new(preset)),
        })
    }

    fn of_morph(request: &RenderRequest, source: &Source, blend: &Blend) -> Result<Self, RenderError> {
        check_level(request, "a morph")?;
        let mut blend = blend.clone();
        let Blend { ends, score, .. } = &mut blend;
        request.overrides.apply_to_all(ends, score)?;
        let seed = blend.ends.first().map_or(0, |end| end.seed);
        let recipe = recipe(request, source, (seed, None, Length::Auto), NO_LOUDNESS);
        let title = blend.title();
        let unplayable = |why| RenderError::unplayable(&title, why);
        let morph = blend.morph(recipe.channels)?;
        let begin = blend.path.first().map_or(&[][..], |(_, weights)| weights);
        let voice =
            morph.voice(begin, blend.aspects(), &voice_spec(&recipe, request.stems || recipe.stem.is_some()));
        let voice = voice.map_err(unplayable)?;
        let scene = morph.ends().first().map(|end| end.scene_spec(recipe.channels));
        let scene = scene.transpose().map_err(unplayable)?;
        Ok(Self {
            rows: rows(&voice),
            counts: scene.map_or([0; 3], |scene| counts(&scene)),
            title,
            recipe,
            stems: request.stems,
            input: None,
            voice: None,
            subject: Subject::Morph(Box::new(blend)),
        })
    }

    fn check_length(&self) -> Result<(), RenderError> {
        let Recipe { seconds, rate, .. } = self.recipe;
        let last = match &self.subject {
            Subject::Sound(preset) => preset.score.end(),
            Subject::Morph(blend) => blend.score.end(),
            Subject::Scene { .. } => 0.0,
        };
        let input = self.input.as_ref().map_or(0.0, |input| input.seconds(rate));
        let longest = seconds.seconds().unwrap_or(MAX_TAIL + last.max(input));
        let samples = (longest * rate).round().max(1.0) * self.rows.len() as f64;
        if samples > MAX_OUTPUT_SAMPLES as f64 {
            return Err(RenderError::request(format!(
                "the render would have {samples} samples ({} at {}, number of outputs {}), and the limit is {MAX_OUTPUT_SAMPLES}. \
                 Choose a shorter duration, a lower rate or fewer outputs.",
                SECONDS.format(longest),
                RATE.format(rate),
                self.rows.len(),
            )));
        }
        Ok(())
    }

    /// Returns the sound of this job as JSON, for the recipe.
    pub fn recipe_body(&self) -> RecipeBody {
        match &self.subject {
            Subject::Morph(blend) => RecipeBody::Morph(blend.tree()),
            Subject::Scene { tree, .. } => RecipeBody::Scene(tree.clone()),
            Subject::Sound(preset) => {
                // The text was just written, so it parses.
                let tree = Tree::parse(&preset.to_json()).unwrap_or(Tree::Null);
                match &self.input {
                    Some(input) => RecipeBody::Effect(input.reference().tree(tree)),
                    None => RecipeBody::Preset(tree),
                }
            }
        }
    }

    /// Returns the stored gain of the preset \[dB\]; 0 dB for scenes and morphs.
    pub(crate) fn stored_gain(&self) -> f64 {
        match &self.subject {
            Subject::Sound(preset) => preset.loudness.gain,
            Subject::Scene { .. } | Subject::Morph(_) => 0.0,
        }
    }

    pub(crate) fn step(&self) -> Step {
        Step::at_rate(self.recipe.rate)
    }

    /// Returns the sample rate, the seed, the channels and the measurements of a voice.
    pub(crate) fn voice_spec(&self) -> VoiceSpec {
        voice_spec(&self.recipe, self.single_output())
    }

    /// Whether every file holds a single output.
    pub const fn single_output(&self) -> bool {
        self.stems || self.recipe.stem.is_some()
    }

    /// Returns the number of channels in the mix.
    pub fn channels(&self) -> usize {
        let counts = self.rows.iter().filter_map(|row| Some(row.channel? + 1));
        counts.max().unwrap_or(1)
    }
}

/// Returns the sample rate, the seed and the channels of a voice; `contact` asks for the velocity of the
/// touched points.
fn voice_spec(recipe: &Recipe, contact: bool) -> VoiceSpec {
    VoiceSpec { channels: recipe.channels, contact, ..VoiceSpec::new(recipe.rate, recipe.seed) }
}

/// Adds the driven events to the score of `preset` and returns the voice file. Without a voice file, the
/// input of the effect drives.
fn apply_drives(
    request: &RenderRequest,
    preset: &mut Preset,
    input: Option<&InputSignal>,
) -> Result<Option<SoundInput>, RenderError> {
    let voice = request.voice.as_deref().map(SoundInput::read).transpose()?;
    let parse =
        |text: &String| Drive::parse(text, &*preset.sound).map_err(|why| RenderError::Drive(why.to_string()));
    let drives: Vec<_> = request.drives.iter().map(parse).collect::<Result<_, _>>()?;
    if let Some(driver) = voice.as_ref().or(input.map(|input| &input.file)) {
        let rate = f64::from(driver.sound.rate);
        drive::play_along(&mut preset.score, &*preset.sound, &drives, &driver.mono(), rate);
    }
    Ok(voice)
}

/// Describes the outputs of a voice that runs once per input channel, `runs` times.
fn rows_of_runs(voice: &Voice, runs: usize) -> Vec<OutputRow> {
    if runs == 1 {
        return rows(voice);
    }
    let run = |run: usize| {
        let number = move |row: OutputRow| OutputRow {
            name: if row.channel.is_some() {
                format!("channel-{}", run + 1)
            } else {
                format!("{}-{}", row.name, run + 1)
            },
            channel: row.channel.map(|_| run),
            ..row
        };
        rows(voice).into_iter().map(number)
    };
    (0..runs).flat_map(run).collect()
}

/// Describes the outputs of a voice: audible outputs and measurements.
fn rows(voice: &Voice) -> Vec<OutputRow> {
    let outputs = voice.outputs().iter().enumerate();
    outputs
        .map(|(index, output)| OutputRow {
            name: output.name.clone(),
            quantity: output.quantity,
            unit: output.unit,
            channel: output.audible.then_some(index),
            gain: 1.0,
        })
        .collect()
}

fn counts(spec: &SceneSpec) -> [usize; 3] {
    [spec.bodies.len(), spec.contacts.len(), spec.gestures.len()]
}

/// Default level of scenes and morphs, which have no stored loudness: normalised to a peak.
const NO_LOUDNESS: Level = Level::Normalise(PEAK.default);

/// Rejects a request for the stored loudness of a subject that has none.
fn check_level(request: &RenderRequest, subject: &str) -> Result<(), RenderError> {
    match request.level {
        Some(Level::Loudness(_)) => Err(RenderError::request(format!(
            "`--level loudness` does not apply to {subject}: only presets and models have a stored loudness. \
             Choose `--normalise`, `--gain` or `--level physical`."
        ))),
        _ => Ok(()),
    }
}

/// Returns the settings of a job. `seed`, `rate` and `seconds` are the values of the scene or preset; `level`
/// is the default of 16 and 24 bits.
fn recipe(
    request: &RenderRequest,
    source: &Source,
    (seed, rate, seconds): (u64, Option<f64>, Length),
    level: Level,
) -> Recipe {
    let old = source.recipe.as_ref();
    let stem = old.and_then(|old| old.stem.clone()).filter(|_| !request.stems);
    // A stem is a single output without its surroundings.
    let dry = request.stems || stem.is_some();
    let place = request.place.or(old.map(|old| old.place)).filter(|_| !dry);
    let distance = request.distance.or(old.map(|old| old.distance)).filter(|_| !dry);
    let format = request.format.or(old.map(|old| old.format)).unwrap_or(Format::Pcm24);
    // The level of the old recipe is kept only if its format is kept, too.
    let old_level = old.filter(|old| old.format == format).map(|old| old.level);
    Recipe {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: request.seed.or(old.map(|old| old.seed)).unwrap_or(seed).wrapping_add(u64::from(request.take)),
        rate: request.rate.or(old.map(|old| old.rate)).or(rate).unwrap_or(RATE.default),
        seconds: request.seconds.or(old.map(|old| old.seconds)).unwrap_or(seconds),
        channels: request.channels.or(old.map(|old| old.channels)).unwrap_or(1),
        format,
        level: request.level.or(old_level).unwrap_or(match format {
            Format::Pcm16 | Format::Pcm24 => level,
            Format::Float => Level::Gain(GAIN.default),
        }),
        place: place.unwrap_or(Place::Free),
        distance: distance.unwrap_or(DISTANCE.default),
        stem,
    }
}

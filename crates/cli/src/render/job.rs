//! What is to be played and written, all of it decided: the command line before the sound file it was made from, and that before the scene
//! or the preset, and that before the defaults.

use super::blend::Blend;
use super::level::{GAIN, Level, PEAK};
use super::record::{Length, Recipe, Record};
use super::request::Request;
use super::source::{Found, Source};
use crate::failure::Failure;
use crate::sound_file::Format;
use foley_contact::Step;
use foley_params::Unit;
use foley_scene::SceneSpec;
use foley_scene::file::{self, RATE, SECONDS, Tree};
use foley_sound::preset::Preset;
use foley_sound::{LONGEST, Voice, VoiceSpec};

/// Most samples of all outputs that are held at once: half a gibibyte of them, 23 minutes of one at 48 kHz.
const MOST_SAMPLES: f64 = 67_108_864.0;

/// What is played.
#[derive(Clone, Debug)]
pub(super) enum Matter {
    /// A scene, and the same as JSON with all that was set.
    Scene { spec: Box<SceneSpec>, tree: Tree },
    /// A sound of the catalogue, with all that was set and is done.
    Sound(Box<Preset>),
    /// Several sounds, and the way between them.
    Morph(Box<Blend>),
}

/// Something that is listened to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) quantity: &'static str,
    pub(super) unit: Unit,
    /// Which channel of the file it is in; none for what is measured beside the sound.
    pub(super) channel: Option<usize>,
    pub(super) gain: f64,
}

/// What is to be played and written.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) matter: Matter,
    pub(super) title: String,
    pub(super) rows: Vec<Row>,
    /// Bodies, contacts and gestures that there are.
    pub(super) counts: [usize; 3],
    /// What the files will say, whichever stem they are.
    pub(super) record: Record,
    /// Every output in a file of its own.
    pub(super) stems: bool,
}

impl Job {
    pub(super) fn new(request: &Request, source: &Source) -> Result<Self, Failure> {
        let job = match &source.found {
            Found::Scene(tree) => Self::of_scene(request, source, tree.clone()),
            Found::Preset(preset) => Self::of_sound(request, source, preset),
            Found::Morph(blend) => Self::of_morph(request, source, blend),
        }?;
        if let Some(stem) = &job.record.stem
            && !job.rows.iter().any(|row| row.name == *stem)
        {
            return Err(Failure::input(format!(
                "`{}` is the stem `{stem}`, and there is no output of that name.",
                source.name
            )));
        }
        job.check_length()?;
        Ok(job)
    }

    fn of_scene(request: &Request, source: &Source, mut tree: Tree) -> Result<Self, Failure> {
        let refused = |flag: &str| {
            Failure::input(format!(
                "`{flag}` is for sounds of the catalogue, and `{}` is a scene, which says itself what is done and heard.",
                source.name
            ))
        };
        if let Some(flag) = request.doings.needs_a_sound() {
            return Err(refused(flag));
        }
        if request.channels.is_some() {
            return Err(refused("--channels"));
        }
        if request.seconds == Some(Length::Auto) {
            return Err(Failure::input(format!(
                "`{}` is a scene, which plays as long as it says; `--seconds auto` is for sounds of the catalogue.",
                source.name
            )));
        }
        for (path, value) in request.doings.settings() {
            file::set(&mut tree, path, value)
                .map_err(|why| Failure::input(format!("`--set {path}={value}`, {why}")))?;
        }
        let spec = file::read_tree(&tree)
            .map_err(|why| Failure::input(format!("`{}`, {why}", source.name)))?;
        let rows = spec.outputs.iter().map(|output| Row {
            name: output.name.clone(),
            quantity: output.it.quantity.name(),
            unit: output.it.quantity.unit(),
            channel: Some(output.it.channel),
            gain: output.it.gain,
        });
        let seconds = Length::Seconds(spec.seconds.unwrap_or(SECONDS.default));
        Ok(Self {
            title: spec.title.clone(),
            rows: rows.collect(),
            counts: counts(&spec),
            record: record(request, source, spec.seed, spec.rate, seconds),
            stems: request.stems,
            matter: Matter::Scene {
                spec: Box::new(spec),
                tree,
            },
        })
    }

    fn of_sound(request: &Request, source: &Source, preset: &Preset) -> Result<Self, Failure> {
        let mut preset = preset.clone();
        request.doings.apply(&mut preset)?;
        let record = record(request, source, preset.seed, None, Length::Auto);
        preset.seed = record.seed;
        let cannot = |why| Failure::input(format!("`{}` cannot be played: {why}", source.name));
        let stage = preset.sound.stage(record.channels).map_err(cannot)?;
        let voice = preset.sound.voice(&voice_spec(&record)).map_err(cannot)?;
        Ok(Self {
            title: preset.name.clone(),
            rows: rows(&voice),
            counts: counts(&stage),
            record,
            stems: request.stems,
            matter: Matter::Sound(Box::new(preset)),
        })
    }

    fn of_morph(request: &Request, source: &Source, blend: &Blend) -> Result<Self, Failure> {
        let mut blend = blend.clone();
        let Blend { ends, score, .. } = &mut blend;
        request.doings.apply_to_all(ends, score)?;
        let seed = blend.ends.first().map_or(0, |end| end.seed);
        let record = record(request, source, seed, None, Length::Auto);
        let title = blend.title();
        let cannot = |why| Failure::input(format!("`{title}` cannot be played: {why}"));
        let morph = blend.morph(record.channels)?;
        let begin = blend.path.first().map_or(&[][..], |(_, weights)| weights);
        let voice = morph.voice(begin, blend.aspects(), &voice_spec(&record));
        let voice = voice.map_err(cannot)?;
        let stage = morph.ends().first().map(|end| end.stage(record.channels));
        let stage = stage.transpose().map_err(cannot)?;
        Ok(Self {
            rows: rows(&voice),
            counts: stage.map_or([0; 3], |stage| counts(&stage)),
            title,
            record,
            stems: request.stems,
            matter: Matter::Morph(Box::new(blend)),
        })
    }

    fn check_length(&self) -> Result<(), Failure> {
        let Record { seconds, rate, .. } = self.record;
        let most = seconds.seconds().unwrap_or(LONGEST);
        let samples = (most * rate).round().max(1.0) * self.rows.len() as f64;
        if samples > MOST_SAMPLES {
            return Err(Failure::input(format!(
                "{} of {} outputs at {} are {samples} samples; at most {MOST_SAMPLES} can be held at once. Make it shorter, \
                 choose a lower rate, or fewer outputs.",
                SECONDS.format(most),
                self.rows.len(),
                RATE.format(rate),
            )));
        }
        Ok(())
    }

    /// What the file says that it was made of.
    pub(super) fn recipe(&self) -> Recipe {
        match &self.matter {
            Matter::Morph(blend) => Recipe::Morph(blend.tree()),
            Matter::Scene { tree, .. } => Recipe::Scene(tree.clone()),
            // What was written a moment ago can be read.
            Matter::Sound(preset) => {
                Recipe::Preset(Tree::parse(&preset.to_json()).unwrap_or(Tree::Null))
            }
        }
    }

    pub(super) fn step(&self) -> Step {
        Step::at_rate(self.record.rate)
    }

    /// Whether a file holds one output.
    pub(super) const fn alone(&self) -> bool {
        self.stems || self.record.stem.is_some()
    }

    /// How many channels all outputs have together.
    pub(super) fn channels(&self) -> usize {
        let each = self.rows.iter().filter_map(|row| Some(row.channel? + 1));
        each.max().unwrap_or(1)
    }
}

/// How the voice of a sound is to be made.
pub(super) fn voice_spec(record: &Record) -> VoiceSpec {
    VoiceSpec {
        ears: record.channels,
        ..VoiceSpec::new(record.rate, record.seed)
    }
}

/// What is heard of a voice, and what is measured.
fn rows(voice: &Voice) -> Vec<Row> {
    let outputs = voice.outputs().iter().enumerate();
    outputs
        .map(|(index, output)| Row {
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

/// What the file will say, where the scene or the preset says this.
fn record(
    request: &Request,
    source: &Source,
    seed: u64,
    rate: Option<f64>,
    seconds: Length,
) -> Record {
    let made = source.record.as_ref();
    let format = request
        .format
        .or(made.map(|made| made.format))
        .unwrap_or(Format::Pcm24);
    // The level of another format may be none for this one.
    let its_level = made
        .filter(|made| made.format == format)
        .map(|made| made.level);
    Record {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: request.seed.or(made.map(|made| made.seed)).unwrap_or(seed),
        rate: request
            .rate
            .or(made.map(|made| made.rate))
            .or(rate)
            .unwrap_or(RATE.default),
        seconds: request
            .seconds
            .or(made.map(|made| made.seconds))
            .unwrap_or(seconds),
        channels: request
            .channels
            .or(made.map(|made| made.channels))
            .unwrap_or(1),
        format,
        level: request.level.or(its_level).unwrap_or(match format {
            Format::Pcm16 | Format::Pcm24 => Level::Normalise(PEAK.default),
            Format::Float => Level::Gain(GAIN.default),
        }),
        stem: made
            .and_then(|made| made.stem.clone())
            .filter(|_| !request.stems),
    }
}

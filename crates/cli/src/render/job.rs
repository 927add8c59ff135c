//! What is to be played and written, all of it decided: the command line before the sound file it was made
//! from, and that before the scene or the preset, and that before the defaults.

use super::blend::Blend;
use super::given::Given;
use super::level::{GAIN, Level, PEAK};
use super::record::{Length, Recipe, Record};
use super::request::Request;
use super::source::{Found, Source};
use crate::failure::Failure;
use crate::sound_file::{Format, Input, MOST_SAMPLES};
use foley_catalogue::preset::Preset;
use foley_contact::Step;
use foley_document::Tree;
use foley_params::Unit;
use foley_scene::SceneSpec;
use foley_scene::file::{self, RATE, SECONDS};
use foley_sound::drive::{self, Drive};
use foley_sound::{MAX_TAIL, ScoreEventKind, Voice, VoiceSpec};

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
    /// What it listens to.
    pub(super) given: Option<Given>,
    /// What drives it.
    pub(super) voice: Option<Input>,
}

impl Job {
    pub(super) fn new(request: &Request, source: &Source) -> Result<Self, Failure> {
        let job = match &source.found {
            Found::Scene(tree) => Self::of_scene(request, source, tree.clone()),
            Found::Preset(preset) => Self::of_sound(request, source, preset),
            Found::Effect(preset, _) if request.input.is_some() => Self::of_sound(request, source, preset),
            Found::Effect(_, remembered) => Err(Failure::input(format!(
                "`{0}` is what `foley effect` made of `{1}`, and only its way is written in it, not `{1}` itself; with that file, \
                 `foley effect {0} {1} -o again.wav` makes it again.",
                source.name, remembered.name
            ))),
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
        if request.input.is_some() {
            return Err(Failure::input(format!("`{}` is a scene, and scenes do not listen.", source.name)));
        }
        if request.voice.is_some() || !request.drives.is_empty() {
            return Err(refused("--drive"));
        }
        if request.seconds == Some(Length::Auto) {
            return Err(Failure::input(format!(
                "`{}` is a scene, which plays as long as it says; `--seconds auto` is for sounds of the catalogue.",
                source.name
            )));
        }
        for (path, value) in request.doings.settings() {
            foley_document::set(&mut tree, path, value)
                .map_err(|why| Failure::input(format!("`--set {path}={value}`, {why}")))?;
        }
        let spec =
            file::read_tree(&tree).map_err(|why| Failure::input(format!("`{}`, {why}", source.name)))?;
        let rows = spec.outputs.iter().map(|output| Row {
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
            record: record(request, source, spec.seed, spec.rate, seconds),
            stems: request.stems,
            given: None,
            voice: None,
            matter: Matter::Scene { spec: Box::new(spec), tree },
        })
    }

    fn of_sound(request: &Request, source: &Source, preset: &Preset) -> Result<Self, Failure> {
        let mut preset = preset.clone();
        let mut given = Given::read(request, &*preset.sound)?;
        let remembers = matches!(source.found, Found::Effect(..));
        if given.is_some() && !remembers {
            // What a preset does to be heard without an input is left out.
            let kept = |note: &foley_sound::ScoreEvent| matches!(note.kind, ScoreEventKind::Set { .. });
            preset.score.events.retain(kept);
        }
        request.doings.apply(&mut preset)?;
        let voice = driven(request, &mut preset, given.as_ref())?;
        let rate = given.as_ref().map(Given::rate);
        let mut record = record(request, source, preset.seed, rate, Length::Auto);
        preset.seed = record.seed;
        if let Some(given) = &mut given {
            let kept = source.record.as_ref().map(|made| made.format) == Some(record.format);
            if request.level.is_none() && !kept {
                // What is given keeps its level.
                record.level = Level::Gain(GAIN.default);
            }
            given.share_out(request, &*preset.sound, remembers, &mut record)?;
        }
        let cannot = |why| Failure::input(format!("`{}` cannot be played: {why}", source.name));
        let stage = preset.sound.scene_spec(record.channels).map_err(cannot)?;
        let spec = VoiceSpec {
            channels: given.as_ref().map_or(record.channels, |given| given.ears),
            ..voice_spec(&record)
        };
        let runs = given.as_ref().map_or(1, |given| given.runs.len());
        let heard = preset.sound.voice(&spec).map_err(cannot)?;
        Ok(Self {
            title: preset.name.clone(),
            rows: rows_of_runs(&heard, runs),
            counts: counts(&stage),
            record,
            stems: request.stems,
            given,
            voice,
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
        let stage = morph.ends().first().map(|end| end.scene_spec(record.channels));
        let stage = stage.transpose().map_err(cannot)?;
        Ok(Self {
            rows: rows(&voice),
            counts: stage.map_or([0; 3], |stage| counts(&stage)),
            title,
            record,
            stems: request.stems,
            given: None,
            voice: None,
            matter: Matter::Morph(Box::new(blend)),
        })
    }

    fn check_length(&self) -> Result<(), Failure> {
        let Record { seconds, rate, .. } = self.record;
        let last = match &self.matter {
            Matter::Sound(preset) => preset.score.end(),
            Matter::Morph(blend) => blend.score.end(),
            Matter::Scene { .. } => 0.0,
        };
        let heard = self.given.as_ref().map_or(0.0, |given| given.seconds(rate));
        let most = seconds.seconds().unwrap_or(MAX_TAIL + last.max(heard));
        let samples = (most * rate).round().max(1.0) * self.rows.len() as f64;
        if samples > MOST_SAMPLES as f64 {
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
            Matter::Sound(preset) => {
                // What was written a moment ago can be read.
                let tree = Tree::parse(&preset.to_json()).unwrap_or(Tree::Null);
                match &self.given {
                    Some(given) => Recipe::Effect(given.remembered().tree(tree)),
                    None => Recipe::Preset(tree),
                }
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
    VoiceSpec { channels: record.channels, ..VoiceSpec::new(record.rate, record.seed) }
}

/// Lets a voice drive a preset, if it is to; the voice. A sound that is given may be its own voice.
fn driven(request: &Request, preset: &mut Preset, given: Option<&Given>) -> Result<Option<Input>, Failure> {
    let voice = request.voice.as_deref().map(Input::read).transpose()?;
    let read = |text: &String| {
        Drive::parse(text, &*preset.sound).map_err(|why| Failure::input(format!("`--drive` {why}")))
    };
    let drives: Vec<_> = request.drives.iter().map(read).collect::<Result<_, _>>()?;
    if let Some(voice) = voice.as_ref().or(given.map(|given| &given.input)) {
        let rate = f64::from(voice.sound.rate);
        drive::play_along(&mut preset.score, &*preset.sound, &drives, &voice.mono(), rate);
    }
    Ok(voice)
}

/// The outputs of a voice that is played so many times, each for a channel of its own.
fn rows_of_runs(voice: &Voice, runs: usize) -> Vec<Row> {
    if runs == 1 {
        return rows(voice);
    }
    let run = |run: usize| {
        let number = move |row: Row| Row {
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
fn record(request: &Request, source: &Source, seed: u64, rate: Option<f64>, seconds: Length) -> Record {
    let made = source.record.as_ref();
    let format = request.format.or(made.map(|made| made.format)).unwrap_or(Format::Pcm24);
    // The level of another format may be none for this one.
    let its_level = made.filter(|made| made.format == format).map(|made| made.level);
    Record {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: request.seed.or(made.map(|made| made.seed)).unwrap_or(seed),
        rate: request.rate.or(made.map(|made| made.rate)).or(rate).unwrap_or(RATE.default),
        seconds: request.seconds.or(made.map(|made| made.seconds)).unwrap_or(seconds),
        channels: request.channels.or(made.map(|made| made.channels)).unwrap_or(1),
        format,
        level: request.level.or(its_level).unwrap_or(match format {
            Format::Pcm16 | Format::Pcm24 => Level::Normalise(PEAK.default),
            Format::Float => Level::Gain(GAIN.default),
        }),
        stem: made.and_then(|made| made.stem.clone()).filter(|_| !request.stems),
    }
}

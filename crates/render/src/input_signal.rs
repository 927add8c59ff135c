//! The input of an effect or a space: read, resampled to the rate of the job and distributed over runs.
//!
//! | model              | runs                                         | output channels                   |
//! |--------------------|----------------------------------------------|-----------------------------------|
//! | effect             | one per input channel, all with one seed     | one per run                       |
//! | effect, mono input | one                                          | as requested [default: 1]         |
//! | space and others   | one, on the mean of the input channels       | as requested [default: the input's] |
//!
//! The recipe stores the preset and the name and hash of the input file, not its samples.

use crate::sound_file::{MAX_SAMPLES, SoundInput, mean};
use crate::{MAX_CHANNELS, Recipe, RenderError, RenderRequest};
use foley_catalogue::models;
use foley_document::Tree;
use foley_dsp::signal::{resample, resampled_length};
use foley_params::words::list;
use foley_scene::file::RATE;
use foley_sound::{Family, Sound};

/// An input file, and the signals that a model processes.
#[derive(Clone, Debug)]
pub struct InputSignal {
    /// The input file. Its channels are moved into `runs`.
    pub file: SoundInput,
    /// Signals at the rate of the job, one per run of the model.
    pub runs: Vec<Vec<f64>>,
    /// Number of output channels of every run.
    pub channels: usize,
}

/// Reference of a recipe to the input file of the effect.
#[derive(Clone, Debug, PartialEq)]
pub struct InputReference {
    /// Name of the input file without its folder.
    pub name: String,
    /// Hash of the bytes of the input file, as in [`SoundInput::hash`].
    pub hash: String,
}

impl InputSignal {
    /// Reads the input file of a request; `None` if the request has no input. Does not resample yet.
    pub(crate) fn read(request: &RenderRequest, sound: &dyn Sound) -> Result<Option<Self>, RenderError> {
        let Some(path) = &request.input else {
            return Ok(None);
        };
        if !sound.takes_input() {
            return Err(RenderError::request(format!(
                "`{}` takes no input. {}",
                sound.info().name,
                input_models()
            )));
        }
        let file = SoundInput::read(path)?;
        let count = file.sound.channels.len();
        if count > MAX_CHANNELS {
            return Err(RenderError::request(format!(
                "`{}` has {count} channels, and at most {MAX_CHANNELS} are allowed.",
                path.display()
            )));
        }
        Ok(Some(Self { file, runs: Vec::new(), channels: 1 }))
    }

    /// Returns the sample rate of the input file \[Hz\], the default rate of the job.
    pub fn rate(&self) -> f64 {
        f64::from(self.file.sound.rate)
    }

    /// Chooses runs and output channels, and resamples the input to the rate of `recipe`. `from_recipe` says
    /// that the channels of `recipe` come from the recipe of a file.
    pub(crate) fn distribute(
        &mut self,
        request: &RenderRequest,
        sound: &dyn Sound,
        from_recipe: bool,
        recipe: &mut Recipe,
    ) -> Result<(), RenderError> {
        let count = self.file.sound.channels.len();
        let rate = RATE.check(recipe.rate).map_err(|why| {
            RenderError::request(format!("{why} Choose one with `--rate`; the input is resampled."))
        })?;
        let samples = resampled_length(self.file.sound.frames(), self.rate(), rate) * count;
        if samples > MAX_SAMPLES {
            return Err(RenderError::request(format!(
                "`{}` would have {samples} samples at {}, and the limit is {MAX_SAMPLES}; choose a lower `--rate`.",
                self.file.path.display(),
                RATE.format(rate),
            )));
        }
        let per_channel = sound.info().family == Family::Effects && count > 1;
        if per_channel {
            if let Some(requested) = request.channels.filter(|&requested| requested != count) {
                return Err(RenderError::request(format!(
                    "`{}` processes each of the {count} channels of `{}` and gives {count} channels, not {requested}; \
                     `--channels` applies to a mono input and to spaces.",
                    sound.info().name,
                    self.file.path.display(),
                )));
            }
            recipe.channels = count;
        } else {
            let channels = std::mem::take(&mut self.file.sound.channels);
            self.file.sound.channels = vec![mean(&channels)];
            let given = request.channels.is_some() || from_recipe;
            self.channels = if given { recipe.channels } else { count };
            recipe.channels = self.channels;
        }
        let channels = std::mem::take(&mut self.file.sound.channels);
        let from = self.rate();
        self.runs = channels.iter().map(|channel| resample(channel, from, rate)).collect();
        Ok(())
    }

    /// Returns the duration of the input at a sample rate of `rate` \[s\].
    pub fn seconds(&self, rate: f64) -> f64 {
        self.runs.first().map_or(0, Vec::len) as f64 / rate
    }

    /// Returns the reference to the input file, for the recipe.
    pub fn reference(&self) -> InputReference {
        InputReference { name: self.file.name(), hash: self.file.hash.clone() }
    }
}

/// Returns a sentence with the names of all models that take an input.
pub fn input_models() -> String {
    let all = models();
    let all = all.iter().filter(|sound| sound.takes_input());
    let names: Vec<_> = all.map(|sound| sound.info().name).collect();
    format!("Models with an input: {}.", list(&names, "and"))
}

impl InputReference {
    /// Returns the body of an effect's recipe: the preset and this reference.
    pub(crate) fn tree(&self, preset: Tree) -> Tree {
        let text = |text: &str| Tree::Text(text.to_owned());
        let input = vec![("name".to_owned(), text(&self.name)), ("hash".to_owned(), text(&self.hash))];
        Tree::Object(vec![("preset".to_owned(), preset), ("input".to_owned(), Tree::Object(input))])
    }

    /// Reads the preset and the reference to its input file from the untrusted JSON of an effect's recipe.
    pub(crate) fn read(tree: &Tree) -> Result<(Tree, Self), String> {
        let input = tree.get("input").ok_or("has no `effect.input`.")?;
        let text = |key: &str| match input.get(key) {
            Some(Tree::Text(text)) => Ok(text.clone()),
            _ => Err(format!("at `effect.input.{key}`: expected a text.")),
        };
        let reference = Self { name: text("name")?, hash: text("hash")? };
        let preset = tree.get("preset").ok_or("has no `effect.preset`.")?;
        Ok((preset.clone(), reference))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::frames;
    use crate::sound_file::{Container, Format, SoundFile};
    use crate::{RenderJob, Source, encode};
    use foley_catalogue::preset::Preset;
    use foley_contact::Step;
    use foley_params::Info;
    use foley_sound::{Block, Level, Model, ModelInfo, OutputKind, PartAccess, Performance, Player};
    use std::path::PathBuf;

    /// A test model that repeats its input, attenuated per channel. `SPACE` selects a space, otherwise it is
    /// an effect.
    #[derive(Clone, Default)]
    struct Echo<const SPACE: bool>;

    struct EchoPlayer;

    impl<const SPACE: bool> Model for Echo<SPACE> {
        const INFO: ModelInfo = ModelInfo {
            name: "echo",
            title: "Repeats its input",
            family: if SPACE { Family::Spaces } else { Family::Effects },
            level: Level::Event,
            made_of: &[],
            physics: "None.",
            equation: "y = x",
            source: "",
        };
        const PARTS: &'static [PartAccess<Self>] = &[];
        const GESTURES: &'static [Info] = &[];
        const OUTPUT: OutputKind = OutputKind::signal(1.0);
        const TAKES_INPUT: bool = true;
        type Player = EchoPlayer;

        fn player(&self, _: u64, _: Step) -> EchoPlayer {
            EchoPlayer
        }
    }

    impl<const SPACE: bool> Player<Echo<SPACE>> for EchoPlayer {
        fn play(&mut self, _: &Echo<SPACE>, block: &mut Block<'_>) {
            let input = *block.input();
            for (index, channel) in block.channels().iter_mut().enumerate() {
                *channel = input.map(|x| x / (1 + index) as f64);
            }
        }

        fn done(&self) -> bool {
            true
        }
    }

    /// Plays an input of a thousand samples per channel. `levels` has the constant level of each channel.
    fn play(
        sound: Box<dyn Sound>,
        levels: &[f64],
        request: RenderRequest,
    ) -> Result<(RenderJob, Performance), RenderError> {
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name = format!("foley-input-{}-{count}.wav", std::process::id());
        let path: PathBuf = std::env::temp_dir().join(name);
        let file = SoundFile {
            format: Format::Float,
            rate: 32_000,
            channels: levels.iter().map(|&level| vec![level; 1000]).collect(),
            title: None,
            software: None,
            recipe: None,
        };
        std::fs::write(&path, Container::Wav.write(&file).unwrap().bytes).unwrap();
        let request = RenderRequest { input: Some(path.clone()), ..request };
        let source = Source::preset("echo", Preset::of(sound, "echo"));
        let result = RenderJob::new(&request, &source).and_then(|job| {
            let performance = job.play(&mut |_| ())?;
            Ok((job, performance))
        });
        std::fs::remove_file(&path).unwrap();
        result
    }

    fn with_channels(channels: Option<usize>) -> RenderRequest {
        RenderRequest { channels, ..RenderRequest::default() }
    }

    /// Returns the sample in the middle of every output.
    fn levels(performance: &Performance) -> Vec<f64> {
        performance.rows.iter().map(|row| row[500]).collect()
    }

    #[test]
    fn an_effect_processes_every_channel_and_a_space_their_mean() {
        let (job, both) = play(Box::new(Echo::<false>), &[0.5, -0.25], with_channels(None)).unwrap();
        assert_eq!(levels(&both), [0.5, -0.25], "one run per channel");
        assert_eq!((job.channels(), job.recipe.rate), (2, 32_000.0), "those of the input");
        let (job, mean) = play(Box::new(Echo::<true>), &[0.5, -0.25], with_channels(None)).unwrap();
        assert_eq!(levels(&mean), [0.125, 0.0625], "two channels of the mean");
        assert_eq!(job.recipe.channels, 2);
        let (_, four) = play(Box::new(Echo::<true>), &[1.0, 0.5], with_channels(Some(4))).unwrap();
        assert_eq!(levels(&four), [0.75, 0.375, 0.25, 0.1875]);
        let (_, mono) = play(Box::new(Echo::<false>), &[0.5], with_channels(Some(2))).unwrap();
        assert_eq!(levels(&mono), [0.5, 0.25], "a mono input gives the requested channels");
        let why = play(Box::new(Echo::<false>), &[0.5, 0.5], with_channels(Some(3))).unwrap_err();
        assert!(why.to_string().contains("gives 2 channels, not 3"), "{why}");
        let why = play(Box::new(Echo::<false>), &[0.1; 17], with_channels(None)).unwrap_err();
        assert!(why.to_string().contains("17 channels"), "{why}");
    }

    #[test]
    fn an_effect_keeps_its_level_and_counts_clipped_samples() {
        let (job, loud) = play(Box::new(Echo::<false>), &[2.0, 0.5], with_channels(None)).unwrap();
        let file = encode(Container::Wav, PathBuf::from("x.wav"), None, &job, &loud).unwrap();
        assert_eq!((file.factor, file.clipped), (1.0, 1000), "every sample of one channel");
        assert!((file.peak.unwrap() - 6.0206).abs() < 1e-4, "{:?} dBFS", file.peak);
    }

    #[test]
    fn another_rate_keeps_the_duration() {
        let request = RenderRequest { rate: Some(48_000.0), ..RenderRequest::default() };
        let (job, performance) = play(Box::new(Echo::<false>), &[0.5], request).unwrap();
        assert!((job.input.as_ref().unwrap().seconds(48_000.0) - 0.03125).abs() < 1e-9);
        assert!((levels(&performance)[0] - 0.5).abs() < 1e-4, "{:?}", levels(&performance));
        assert!(
            frames(&performance) >= 1500 && frames(&performance) < 1500 + 4800 + 128,
            "{}",
            frames(&performance)
        );
    }

    #[test]
    fn an_input_reference_reads_back_unchanged() {
        let reference =
            InputReference { name: "in \"1\".wav".to_owned(), hash: "0123456789abcdef".to_owned() };
        let tree = reference.tree(Tree::Text("preset".to_owned()));
        let tree = Tree::parse(&tree.to_string()).unwrap();
        assert_eq!(InputReference::read(&tree), Ok((Tree::Text("preset".to_owned()), reference)));
        for bad in ["{}", r#"{"input":{"name":1,"hash":""}}"#, r#"{"input":{"name":"a","hash":"b"}}"#] {
            assert!(InputReference::read(&Tree::parse(bad).unwrap()).is_err(), "{bad}");
        }
    }
}

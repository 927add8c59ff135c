//! A sound that is given to one that listens: read, brought to the rate of the job, and shared out.
//!
//! | family of the model | is played                                                     | is heard                                 |
//! |---------------------|---------------------------------------------------------------|------------------------------------------|
//! | effects             | once for every channel of the input, with the same seed       | each in its own channel                  |
//! | effects, mono input | once                                                          | by as many ears as are asked for         |
//! | spaces and others   | once, with the mean of the channels                           | by as many ears; as many as the input has |
//!
//! The file that comes of it remembers the preset, and of the input its name and what tells it from others;
//! not its samples.

use super::record::{MOST_CHANNELS, Record};
use super::request::Request;
use crate::failure::Failure;
use crate::sound_file::{Input, MOST_SAMPLES, input};
use crate::text::listed;
use foley_catalogue::models;
use foley_document::Tree;
use foley_dsp::signal::{resample, resampled_length};
use foley_params::Unit;
use foley_scene::file::RATE;
use foley_sound::{Family, Sound};

/// A sound that was given, ready to be listened to.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) input: Input,
    /// What is listened to at the rate of the job, once for each.
    pub(super) runs: Vec<Vec<f64>>,
    /// Ears of every run.
    pub(super) ears: usize,
}

/// What a file remembers of its input.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Remembered {
    pub(super) name: String,
    pub(super) hash: String,
}

impl Given {
    /// Reads the input, if it is for a model that listens; nothing has been resampled yet.
    pub(super) fn read(request: &Request, sound: &dyn Sound) -> Result<Option<Self>, Failure> {
        let Some(path) = &request.input else {
            return Ok(None);
        };
        if !sound.takes_input() {
            return Err(Failure::input(format!(
                "`{}` makes its sound itself and does not listen to another. {}",
                sound.info().name,
                who_listens()
            )));
        }
        let input = Input::read(path)?;
        let count = input.sound.channels.len();
        if count > MOST_CHANNELS {
            return Err(Failure::input(format!(
                "`{}` has {count} channels, and at most {MOST_CHANNELS} can be worked on.",
                path.display()
            )));
        }
        Ok(Some(Self { input, runs: Vec::new(), ears: 1 }))
    }

    /// The rate that is taken if nobody says another: the input's own \[Hz\].
    pub(super) fn rate(&self) -> f64 {
        f64::from(self.input.sound.rate)
    }

    /// Decides who hears what, and brings the input to the rate of the record, whose channels are those of a
    /// file that remembers them or what was asked for.
    pub(super) fn share_out(
        &mut self,
        request: &Request,
        sound: &dyn Sound,
        remembers: bool,
        record: &mut Record,
    ) -> Result<(), Failure> {
        let count = self.input.sound.channels.len();
        let rate = RATE.check(record.rate).map_err(|why| {
            Failure::input(format!("{why} Choose one with `--rate`; the input is resampled."))
        })?;
        let samples = resampled_length(self.input.sound.frames(), self.rate(), rate) * count;
        if samples > MOST_SAMPLES {
            return Err(Failure::input(format!(
                "`{}` would have {samples} samples at {}, and at most {MOST_SAMPLES} can be held at once; choose a lower `--rate`.",
                self.input.path.display(),
                RATE.format(rate),
            )));
        }
        let each = sound.info().family == Family::Effects && count > 1;
        if each {
            if let Some(asked) = request.channels.filter(|&asked| asked != count) {
                return Err(Failure::input(format!(
                    "`{}` works on each of the {count} channels of `{}`, and gives as many, not {asked}; `--channels` is for a mono \
                     input and for spaces.",
                    sound.info().name,
                    self.input.path.display(),
                )));
            }
            record.channels = count;
        } else {
            let all = std::mem::take(&mut self.input.sound.channels);
            self.input.sound.channels = vec![input::mean(&all)];
            // Without a word a space has as many ears as the input has channels.
            let asked = request.channels.is_some() || remembers;
            self.ears = if asked { record.channels } else { count };
            record.channels = self.ears;
        }
        let channels = std::mem::take(&mut self.input.sound.channels);
        let from = self.rate();
        self.runs = channels.iter().map(|channel| resample(channel, from, rate)).collect();
        Ok(())
    }

    /// How long it is \[s\].
    pub(super) fn seconds(&self, rate: f64) -> f64 {
        self.runs.first().map_or(0, Vec::len) as f64 / rate
    }

    /// What a file remembers of it.
    pub(super) fn remembered(&self) -> Remembered {
        Remembered { name: self.input.name(), hash: self.input.hash.clone() }
    }

    /// In a line.
    pub(super) fn told(&self, rate: f64) -> String {
        let own = self.rate();
        format!(
            "{}, {} at {}{}",
            self.input.path.display(),
            crate::text::rounded(Unit::Second, self.seconds(rate), 6),
            RATE.format(own),
            if own == rate { "" } else { ", resampled" },
        )
    }
}

/// A sentence that names the models that listen.
pub(crate) fn who_listens() -> String {
    let all = models();
    let all = all.iter().filter(|sound| sound.takes_input());
    let names: Vec<_> = all.map(|sound| sound.info().name).collect();
    format!("Models that listen: {}.", listed(&names))
}

impl Remembered {
    /// As it stands in a file, with the preset.
    pub(super) fn tree(&self, preset: Tree) -> Tree {
        let text = |text: &str| Tree::Text(text.to_owned());
        let input = vec![("name".to_owned(), text(&self.name)), ("hash".to_owned(), text(&self.hash))];
        Tree::Object(vec![("preset".to_owned(), preset), ("input".to_owned(), Tree::Object(input))])
    }

    /// From a file. Who else wrote it may have written anything.
    pub(super) fn read(tree: &Tree) -> Result<(Tree, Self), String> {
        let input = tree.get("input").ok_or("has no `effect.input`.")?;
        let text = |key: &str| match input.get(key) {
            Some(Tree::Text(text)) => Ok(text.clone()),
            _ => Err(format!("at `effect.input.{key}`: a text is wanted.")),
        };
        let remembered = Self { name: text("name")?, hash: text("hash")? };
        let preset = tree.get("preset").ok_or("has no `effect.preset`.")?;
        Ok((preset.clone(), remembered))
    }
}

#[cfg(test)]
mod tests {
    use super::super::job::Job;
    use super::super::play::{Played, play};
    use super::super::source::Source;
    use super::super::write;
    use super::*;
    use crate::sound_file::{Container, Format, Sound as File};
    use foley_catalogue::preset::Preset;
    use foley_contact::Step;
    use foley_params::Info;
    use foley_sound::{Block, Level, Model, ModelInfo, OutputKind, PartAccess, Player};
    use std::path::PathBuf;

    /// Says again what it hears, on each ear a little less; as a space or as an effect.
    #[derive(Clone, Default)]
    struct Echo<const SPACE: bool>;

    struct Mouth;

    impl<const SPACE: bool> Model for Echo<SPACE> {
        const INFO: ModelInfo = ModelInfo {
            name: "echo",
            title: "What is said is said again",
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
        type Player = Mouth;

        fn player(&self, _: u64, _: Step) -> Mouth {
            Mouth
        }
    }

    impl<const SPACE: bool> Player<Echo<SPACE>> for Mouth {
        fn play(&mut self, _: &Echo<SPACE>, block: &mut Block<'_>) {
            let given = *block.input();
            for (ear, heard) in block.channels().iter_mut().enumerate() {
                *heard = given.map(|x| x / (1 + ear) as f64);
            }
        }

        fn done(&self) -> bool {
            true
        }
    }

    /// The job and what it played of channels of constant samples, a thousand each.
    fn played(sound: Box<dyn Sound>, levels: &[f64], request: Request) -> Result<(Job, Played), Failure> {
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name = format!("foley-given-{}-{count}.wav", std::process::id());
        let path: PathBuf = std::env::temp_dir().join(name);
        let file = File {
            format: Format::Float,
            rate: 32_000,
            channels: levels.iter().map(|&level| vec![level; 1000]).collect(),
            title: None,
            software: None,
            record: None,
        };
        std::fs::write(&path, Container::Wav.write(&file).unwrap().bytes).unwrap();
        let request = Request { input: Some(path.clone()), ..request };
        let source = Source::preset("echo", Preset::of(sound, "echo"));
        let made = Job::new(&request, &source).and_then(|job| {
            let played = play(&job, false)?;
            Ok((job, played))
        });
        std::fs::remove_file(&path).unwrap();
        made
    }

    fn asked(channels: Option<usize>) -> Request {
        Request { channels, ..Request::default() }
    }

    /// The level in the middle of every output.
    fn levels(played: &Played) -> Vec<f64> {
        played.outputs.iter().map(|row| row[500]).collect()
    }

    #[test]
    fn an_effect_works_on_every_channel_and_a_space_on_their_mean() {
        let (job, both) = played(Box::new(Echo::<false>), &[0.5, -0.25], asked(None)).unwrap();
        assert_eq!(levels(&both), [0.5, -0.25], "each its own");
        assert_eq!((job.channels(), job.record.rate), (2, 32_000.0), "as the input is");
        let (job, mean) = played(Box::new(Echo::<true>), &[0.5, -0.25], asked(None)).unwrap();
        assert_eq!(levels(&mean), [0.125, 0.0625], "two ears hear the mean");
        assert_eq!(job.record.channels, 2);
        let (_, four) = played(Box::new(Echo::<true>), &[1.0, 0.5], asked(Some(4))).unwrap();
        assert_eq!(levels(&four), [0.75, 0.375, 0.25, 0.1875]);
        let (_, mono) = played(Box::new(Echo::<false>), &[0.5], asked(Some(2))).unwrap();
        assert_eq!(levels(&mono), [0.5, 0.25], "a mono input has the ears that are asked for");
        let why = played(Box::new(Echo::<false>), &[0.5, 0.5], asked(Some(3))).unwrap_err();
        assert!(why.to_string().contains("as many, not 3"), "{why}");
        let why = played(Box::new(Echo::<false>), &[0.1; 17], asked(None)).unwrap_err();
        assert!(why.to_string().contains("17 channels"), "{why}");
    }

    #[test]
    fn the_level_is_left_as_it_is_and_what_clips_is_counted() {
        let (job, loud) = played(Box::new(Echo::<false>), &[2.0, 0.5], asked(None)).unwrap();
        let file = write::encode(Container::Wav, PathBuf::from("x.wav"), None, &job, &loud).unwrap();
        assert_eq!((file.factor, file.clipped), (1.0, 1000), "every sample of one channel");
        assert!((file.peak.unwrap() - 6.0206).abs() < 1e-4, "{:?} dBFS", file.peak);
    }

    #[test]
    fn another_rate_is_another_count_of_samples_and_the_same_seconds() {
        let request = Request { rate: Some(48_000.0), ..Request::default() };
        let (job, played) = played(Box::new(Echo::<false>), &[0.5], request).unwrap();
        assert!((job.given.as_ref().unwrap().seconds(48_000.0) - 0.03125).abs() < 1e-9);
        assert!((levels(&played)[0] - 0.5).abs() < 1e-4, "{:?}", levels(&played));
        assert!(played.frames() >= 1500 && played.frames() < 1500 + 4800 + 128, "{}", played.frames());
    }

    #[test]
    fn what_a_file_remembers_comes_back() {
        let remembered = Remembered { name: "in \"1\".wav".to_owned(), hash: "0123456789abcdef".to_owned() };
        let tree = remembered.tree(Tree::Text("preset".to_owned()));
        let tree = Tree::parse(&tree.to_string()).unwrap();
        assert_eq!(Remembered::read(&tree), Ok((Tree::Text("preset".to_owned()), remembered)));
        for bad in ["{}", r#"{"input":{"name":1,"hash":""}}"#, r#"{"input":{"name":"a","hash":"b"}}"#] {
            assert!(Remembered::read(&Tree::parse(bad).unwrap()).is_err(), "{bad}");
        }
    }
}

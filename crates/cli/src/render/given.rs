//! A sound that is given to one that listens: read, brought to the rate of the job, and shared out.
//!
//! | family of the model | is played                                                     | is heard                                 |
//! |---------------------|---------------------------------------------------------------|------------------------------------------|
//! | effects             | once for every channel of the input, with the same seed       | each in its own channel                  |
//! | effects, mono input | once                                                          | by as many ears as are asked for         |
//! | spaces and others   | once, with the mean of the channels                           | by as many ears; as many as the input has |
//!
//! The file that comes of it remembers the preset, and of the input its name and what tells it from others; not its samples.

use super::record::{MOST_CHANNELS, Record};
use super::request::Request;
use crate::failure::Failure;
use crate::sound_file::{Input, MOST_SAMPLES, input};
use crate::text::listed;
use foley_params::Unit;
use foley_scene::file::{RATE, Tree};
use foley_sound::signal::{resample, resampled_length};
use foley_sound::{Family, Sound, models};

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
        if !sound.listens() {
            return Err(Failure::input(format!(
                "`{}` makes its sound itself and does not listen to another. {}",
                sound.about().name,
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
        Ok(Some(Self {
            input,
            runs: Vec::new(),
            ears: 1,
        }))
    }

    /// The rate that is taken if nobody says another: the input's own \[Hz\].
    pub(super) fn rate(&self) -> f64 {
        f64::from(self.input.sound.rate)
    }

    /// Decides who hears what, and brings the input to the rate of the record, whose channels are those of a file that remembers
    /// them or what was asked for.
    pub(super) fn share_out(
        &mut self,
        request: &Request,
        sound: &dyn Sound,
        remembers: bool,
        record: &mut Record,
    ) -> Result<(), Failure> {
        let count = self.input.sound.channels.len();
        let rate = RATE.check(record.rate).map_err(|why| {
            Failure::input(format!(
                "{why} Choose one with `--rate`; the input is resampled."
            ))
        })?;
        let samples = resampled_length(self.input.sound.frames(), self.rate(), rate) * count;
        if samples > MOST_SAMPLES {
            return Err(Failure::input(format!(
                "`{}` would have {samples} samples at {}, and at most {MOST_SAMPLES} can be held at once; choose a lower `--rate`.",
                self.input.path.display(),
                RATE.format(rate),
            )));
        }
        let each = sound.about().family == Family::Effects && count > 1;
        if each {
            if let Some(asked) = request.channels.filter(|&asked| asked != count) {
                return Err(Failure::input(format!(
                    "`{}` works on each of the {count} channels of `{}`, and gives as many, not {asked}; `--channels` is for a mono \
                     input and for spaces.",
                    sound.about().name,
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
        self.runs = channels
            .iter()
            .map(|channel| resample(channel, from, rate))
            .collect();
        Ok(())
    }

    /// How long it is \[s\].
    pub(super) fn seconds(&self, rate: f64) -> f64 {
        self.runs.first().map_or(0, Vec::len) as f64 / rate
    }

    /// What a file remembers of it.
    pub(super) fn remembered(&self) -> Remembered {
        Remembered {
            name: self.input.name(),
            hash: self.input.hash.clone(),
        }
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
    let all = all.iter().filter(|sound| sound.listens());
    let names: Vec<_> = all.map(|sound| sound.about().name).collect();
    format!("Models that listen: {}.", listed(&names))
}

impl Remembered {
    /// As it stands in a file, with the preset.
    pub(super) fn tree(&self, preset: Tree) -> Tree {
        let text = |text: &str| Tree::Text(text.to_owned());
        let input = vec![
            ("name".to_owned(), text(&self.name)),
            ("hash".to_owned(), text(&self.hash)),
        ];
        Tree::Object(vec![
            ("preset".to_owned(), preset),
            ("input".to_owned(), Tree::Object(input)),
        ])
    }

    /// From a file. Who else wrote it may have written anything.
    pub(super) fn read(tree: &Tree) -> Result<(Tree, Self), String> {
        let input = tree.get("input").ok_or("has no `effect.input`.")?;
        let text = |key: &str| match input.get(key) {
            Some(Tree::Text(text)) => Ok(text.clone()),
            _ => Err(format!("at `effect.input.{key}`: a text is wanted.")),
        };
        let remembered = Self {
            name: text("name")?,
            hash: text("hash")?,
        };
        let preset = tree.get("preset").ok_or("has no `effect.preset`.")?;
        Ok((preset.clone(), remembered))
    }
}

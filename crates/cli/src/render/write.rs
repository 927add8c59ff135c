//! Outputs into channels, channels into files, each there whole or not at all.

use super::job::Job;
use super::level::{dbfs, peak};
use super::play::Played;
use super::record::Record;
use super::source::Source;
use crate::draft::Draft;
use crate::failure::Failure;
use crate::sound_file::{Container, Encoded, Sound};
use std::path::{Path, PathBuf};

/// Files in the making.
#[derive(Debug)]
pub(super) struct Files {
    kind: Container,
    files: Vec<Begun>,
}

#[derive(Debug)]
struct Begun {
    path: PathBuf,
    draft: Draft,
    /// The one output that it is for, by index; all in their channels if there is none.
    stem: Option<usize>,
}

/// What was written.
#[derive(Debug)]
pub(super) struct Written {
    /// Factor on the SI values of the first file.
    pub(super) factor: f64,
    pub(super) files: Vec<File>,
}

/// One file.
#[derive(Debug)]
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) stem: Option<usize>,
    pub(super) sound: Sound,
    /// The bytes of it.
    pub(super) bytes: Vec<u8>,
    /// Factor on the outputs' SI values.
    pub(super) factor: f64,
    /// Level of the loudest sample before anything was held [dB re full scale]; none for silence.
    pub(super) peak: Option<f64>,
    /// Samples that were beyond full scale.
    pub(super) clipped: usize,
}

impl Files {
    /// Begins every file, so that one that cannot be written is known before the work.
    pub(super) fn begin((out, kind): (PathBuf, Container), job: &Job) -> Result<Self, Failure> {
        let channels = if job.alone() { 1 } else { job.channels() };
        let checked = kind.check(job.record.format, channels);
        checked.map_err(|why| Failure::unwritable(&out, format!("{why}.")))?;
        let given = job.given.as_ref().map(|given| &given.input);
        let begin = |path: PathBuf, stem| {
            for input in given.into_iter().chain(&job.voice) {
                input.spare(&path)?;
            }
            Ok(Begun { draft: Draft::create(&path)?, path, stem })
        };
        let files = if job.stems {
            let each = job.rows.iter().enumerate();
            each.map(|(index, row)| begin(stem_path(&out, &row.name), Some(index)))
                .collect::<Result<_, Failure>>()?
        } else {
            let stem = job.record.stem.as_ref();
            let index = stem.and_then(|stem| job.rows.iter().position(|row| row.name == *stem));
            vec![begin(out, index)?]
        };
        Ok(Self { kind, files })
    }

    /// Writes all of them.
    pub(super) fn write(self, job: &Job, played: &Played) -> Result<Written, Failure> {
        let mut files = Vec::new();
        let mut drafts = Vec::new();
        for begun in self.files {
            files.push(encode(self.kind, begun.path, begun.stem, job, played)?);
            drafts.push(begun.draft);
        }
        // All of them are known to be good before the first takes its place.
        for (file, draft) in files.iter().zip(drafts) {
            draft.finish_with_bytes(&file.bytes)?;
        }
        Ok(Written { factor: files.first().map_or(1.0, |file| file.factor), files })
    }
}

/// The factor on a stem, or on the mix. Stems are scaled alike, so that together they are what they were; a
/// measurement beside the sound has a scale of its own.
fn factor(job: &Job, played: &Played, stem: Option<usize>, mixed: &[Vec<f64>]) -> f64 {
    let pairs = || job.rows.iter().zip(&played.outputs);
    let loudest = match stem {
        None => mixed.iter().fold(0.0_f64, |most, channel| most.max(peak(channel))),
        Some(index) if job.rows.get(index).is_some_and(|row| row.channel.is_none()) => {
            pairs().nth(index).map_or(0.0, |(row, samples)| row.gain * peak(samples))
        }
        Some(_) => pairs()
            .filter(|(row, _)| row.channel.is_some())
            .fold(0.0_f64, |most, (row, samples)| most.max(row.gain * peak(samples))),
    };
    job.record.level.factor(loudest)
}

/// A file, complete, but not written anywhere.
pub(super) fn encode(
    kind: Container,
    path: PathBuf,
    stem: Option<usize>,
    job: &Job,
    played: &Played,
) -> Result<File, Failure> {
    let mut channels = match stem {
        None => mix(job, played),
        Some(index) => vec![alone(job, played, index)],
    };
    let factor = factor(job, played, stem, &channels);
    for sample in channels.iter_mut().flatten() {
        *sample *= factor;
    }
    let loudest = channels.iter().fold(0.0, |most: f64, channel| most.max(peak(channel)));
    let named = |index: usize| job.rows.get(index).map(|row| row.name.clone());
    let record = Record { stem: stem.and_then(named), ..job.record.clone() };
    let sound = Sound {
        format: record.format,
        rate: record.rate as u32,
        channels,
        title: (!job.title.is_empty()).then(|| job.title.clone()),
        software: Some(concat!("Foley ", env!("CARGO_PKG_VERSION")).to_owned()),
        record: Some(record.write(&job.recipe())),
    };
    let Encoded { bytes, clipped } =
        kind.write(&sound).map_err(|why| Failure::unwritable(&path, format!("{why}.")))?;
    Ok(File { path, stem, sound, bytes, factor, peak: dbfs(loudest), clipped })
}

/// Every output in its channel, those of one channel added in their order.
fn mix(job: &Job, played: &Played) -> Vec<Vec<f64>> {
    let mut channels = vec![vec![0.0; played.frames()]; job.channels()];
    for (row, samples) in job.rows.iter().zip(&played.outputs) {
        let Some(channel) = row.channel.and_then(|channel| channels.get_mut(channel)) else {
            continue;
        };
        for (sum, sample) in channel.iter_mut().zip(samples) {
            *sum += row.gain * sample;
        }
    }
    channels
}

/// One output alone, with its gain.
fn alone(job: &Job, played: &Played, index: usize) -> Vec<f64> {
    let one = job.rows.iter().zip(&played.outputs).nth(index);
    one.map_or_else(Vec::new, |(row, samples)| samples.iter().map(|sample| row.gain * sample).collect())
}

/// `x.wav` and `tap` make `x-tap.wav`.
fn stem_path(out: &Path, name: &str) -> PathBuf {
    let mut file = out.file_stem().unwrap_or_default().to_owned();
    file.push(format!("-{name}."));
    file.push(out.extension().unwrap_or_default());
    out.with_file_name(file)
}

/// How a file that was rendered again differs from what it was made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Compared {
    /// Not in a byte.
    Same,
    /// By this at most [of full scale].
    Within(f64),
    /// In its length or its channels.
    Otherwise,
}

/// The one file that was written, beside the one it was made from, if it was.
pub(super) fn compare(source: &Source, job: &Job, written: &Written) -> Option<Compared> {
    let (sound, bytes) = source.original.as_ref()?;
    let file = written.files.first().filter(|_| !job.stems)?;
    if file.bytes == *bytes {
        return Some(Compared::Same);
    }
    // As rounded as the other one is.
    let again = Container::of_bytes(&file.bytes)?.read(&file.bytes).ok()?;
    if sound.channels.len() != again.channels.len() || sound.frames() != again.frames() {
        return Some(Compared::Otherwise);
    }
    let pairs = sound.channels.iter().flatten().zip(again.channels.iter().flatten());
    Some(Compared::Within(pairs.fold(0.0, |most, (one, two)| (one - two).abs().max(most))))
}

#[cfg(test)]
mod tests {
    use super::super::command;
    use super::super::request::Request;
    use super::super::source::Found;
    use super::*;
    use foley_contact::energy::Ledger;
    use foley_document::Tree;

    const SCENE: &str = r#"{
        "bodies": { "a": { "kind": "inertial" } },
        "outputs": [
            { "name": "one", "velocity": "a", "channel": 0 },
            { "name": "two", "displacement": "a", "channel": 0, "gain": "-20 dB" },
            { "name": "three", "acceleration": "a", "channel": 1 }
        ]
    }"#;

    /// Writes three samples of each output of the scene.
    fn written(flags: &[&str]) -> Written {
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("foley-write-{}-{count}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let out = folder.join("x.wav");
        let words = ["render", "-", "--seconds", "3ms", "--rate", "1kHz", "-o", out.to_str().unwrap()];
        let matches = command().try_get_matches_from([&words[..], flags].concat());
        let request = Request::read(&matches.unwrap()).unwrap();
        let source = Source::of("-", Found::Scene(Tree::parse(SCENE).unwrap()));
        let job = Job::new(&request, &source).unwrap();
        let played = Played {
            outputs: vec![vec![1.0, -2.0, 0.0], vec![10.0, 0.0, 5.0], vec![0.5, 0.5, -4.0]],
            ledger: Ledger::default(),
            asleep: false,
            recoveries: 0,
        };
        let written =
            Files::begin(request.out(&source).unwrap(), &job).unwrap().write(&job, &played).unwrap();
        for file in &written.files {
            assert_eq!(std::fs::read(&file.path).unwrap(), file.bytes, "{flags:?}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
        written
    }

    fn channels(file: &File) -> Vec<Vec<f64>> {
        Container::Wav.read(&file.bytes).unwrap().channels
    }

    #[test]
    fn outputs_of_one_channel_are_added_and_float_keeps_their_units() {
        let made = written(&["--format", "float"]);
        assert_eq!(made.factor, 1.0);
        // −20 dB of the second are a tenth of it, to the rounding of single precision.
        assert_eq!(channels(&made.files[0]), [vec![2.0, -2.0, 0.5], vec![0.5, 0.5, -4.0]]);
        assert_eq!(made.files[0].clipped, 0);
    }

    #[test]
    fn sixteen_bits_peak_at_minus_one_decibel_unless_someone_says_otherwise() {
        let made = written(&["--format", "16"]);
        let loudest = channels(&made.files[0]).iter().map(|channel| peak(channel)).fold(0.0, f64::max);
        // Half a step of 16 bits.
        assert!((loudest - libm::pow(10.0, -0.05)).abs() <= 0.5 / 32768.0, "{loudest}");
        assert!((made.files[0].peak.unwrap() + 1.0).abs() < 1e-12);
        assert_eq!(made.files[0].clipped, 0);
    }

    #[test]
    fn what_clips_is_counted_with_the_peak_that_it_would_have_had() {
        let made = written(&["--gain", "0"]);
        let file = &made.files[0];
        // 2, −2 and −4 are beyond full scale; 0.5 is not.
        assert_eq!(file.clipped, 3);
        assert!((file.peak.unwrap() - 12.041).abs() < 1e-3, "{:?} dBFS, a factor of 4", file.peak);
        assert_eq!(channels(file)[1], [0.5, 0.5, -1.0]);
    }

    #[test]
    fn stems_have_one_factor_so_that_they_sum_up() {
        let made = written(&["--stems", "--normalise", "0", "--format", "float"]);
        let stems: Vec<_> = made.files.iter().flat_map(channels).collect();
        assert_eq!(made.factor, 0.25, "the loudest sample of all outputs is 4");
        assert_eq!(stems, [[0.25, -0.5, 0.0], [0.25, 0.0, 0.125], [0.125, 0.125, -1.0]]);
    }

    #[test]
    fn a_stem_stands_beside_its_file() {
        let path = stem_path(Path::new("takes/x.y.wav"), "tap");
        assert_eq!(path, Path::new("takes/x.y-tap.wav"));
    }
}

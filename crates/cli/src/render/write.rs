//! Outputs into channels, channels into files, each there whole or not at all.

use super::level::{dbfs, peak};
use super::play::Played;
use super::record::Record;
use super::request::{Job, Request};
use super::source::Source;
use crate::draft::Draft;
use crate::failure::Failure;
use crate::wav::Wav;
use std::path::{Path, PathBuf};

/// Files in the making.
#[derive(Debug)]
pub(super) struct Files {
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
    /// Factor on the outputs' SI values.
    pub(super) factor: f64,
    pub(super) files: Vec<File>,
}

/// One file.
#[derive(Debug)]
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) stem: Option<usize>,
    pub(super) wav: Wav,
    /// The bytes of it.
    bytes: Vec<u8>,
    /// Level of the loudest sample before anything was held [dB re full scale]; none for silence.
    pub(super) peak: Option<f64>,
    /// Samples that were beyond full scale.
    pub(super) clipped: usize,
}

impl Files {
    /// Begins every file, so that one that cannot be written is known before the work.
    pub(super) fn begin(request: &Request, job: &Job) -> Result<Self, Failure> {
        let outputs = &job.spec.outputs;
        let begin = |path: PathBuf, stem| {
            Ok(Begun {
                draft: Draft::create(&path)?,
                path,
                stem,
            })
        };
        let files = if job.stems {
            let each = outputs.iter().enumerate();
            each.map(|(index, output)| begin(stem_path(&request.out, &output.name), Some(index)))
                .collect::<Result<_, Failure>>()?
        } else {
            let stem = job.record.stem.as_ref();
            let index =
                stem.and_then(|stem| outputs.iter().position(|output| output.name == *stem));
            vec![begin(request.out.clone(), index)?]
        };
        Ok(Self { files })
    }

    /// Writes all of them.
    pub(super) fn write(self, job: &Job, played: &Played) -> Result<Written, Failure> {
        let alone = job.stems || job.record.stem.is_some();
        let mut mixed = if alone { Vec::new() } else { mix(job, played) };
        // Stems are scaled alike, so that together they are what they were.
        let loudest = if alone {
            let peaks = job.spec.outputs.iter().zip(&played.outputs);
            peaks.fold(0.0_f64, |most, (output, samples)| {
                most.max(output.it.gain * peak(samples))
            })
        } else {
            mixed
                .iter()
                .fold(0.0_f64, |most, channel| most.max(peak(channel)))
        };
        let factor = job.record.level.factor(loudest);
        let mut files = Vec::new();
        let mut drafts = Vec::new();
        for begun in self.files {
            let channels = match begun.stem {
                None => std::mem::take(&mut mixed),
                Some(index) => vec![stem(job, played, index)],
            };
            files.push(encode(&begun, job, channels, factor)?);
            drafts.push(begun.draft);
        }
        // All of them are known to be good before the first takes its place.
        for (file, draft) in files.iter().zip(drafts) {
            draft.finish_with_bytes(&file.bytes)?;
        }
        Ok(Written { factor, files })
    }
}

fn encode(
    begun: &Begun,
    job: &Job,
    mut channels: Vec<Vec<f64>>,
    factor: f64,
) -> Result<File, Failure> {
    for sample in channels.iter_mut().flatten() {
        *sample *= factor;
    }
    let loudest = channels
        .iter()
        .fold(0.0, |most: f64, channel| most.max(peak(channel)));
    let named = |index: usize| {
        job.spec
            .outputs
            .get(index)
            .map(|output| output.name.clone())
    };
    let record = Record {
        stem: begun.stem.and_then(named),
        ..job.record.clone()
    };
    let wav = Wav {
        format: record.format,
        rate: record.rate as u32,
        channels,
        software: Some(concat!("Foley ", env!("CARGO_PKG_VERSION")).to_owned()),
        record: Some(record.write(&job.scene)),
    };
    wav.check()
        .map_err(|why| Failure::unwritable(&begun.path, why))?;
    let mut bytes = Vec::new();
    let clipped = wav
        .write(&mut bytes)
        .map_err(|why| Failure::unwritable(&begun.path, why))?;
    Ok(File {
        path: begun.path.clone(),
        stem: begun.stem,
        wav,
        bytes,
        peak: dbfs(loudest),
        clipped,
    })
}

/// Every output in its channel, those of one channel added in their order.
fn mix(job: &Job, played: &Played) -> Vec<Vec<f64>> {
    let outputs = &job.spec.outputs;
    let count = outputs
        .iter()
        .map(|output| output.it.channel + 1)
        .max()
        .unwrap_or(1);
    let mut channels = vec![vec![0.0; job.frames]; count];
    for (output, samples) in outputs.iter().zip(&played.outputs) {
        for (sum, sample) in channels[output.it.channel].iter_mut().zip(samples) {
            *sum += output.it.gain * sample;
        }
    }
    channels
}

/// One output alone, with its gain.
fn stem(job: &Job, played: &Played, index: usize) -> Vec<f64> {
    let pairs = job.spec.outputs.iter().zip(&played.outputs);
    let one = pairs.enumerate().find(|(number, _)| *number == index);
    one.map_or_else(Vec::new, |(_, (output, samples))| {
        samples
            .iter()
            .map(|sample| output.it.gain * sample)
            .collect()
    })
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
    let (wav, bytes) = source.original.as_ref()?;
    let file = written.files.first().filter(|_| !job.stems)?;
    if file.bytes == *bytes {
        return Some(Compared::Same);
    }
    // As rounded as the other one is.
    let again = Wav::read(&file.bytes).ok()?;
    if wav.channels.len() != again.channels.len() || wav.frames() != again.frames() {
        return Some(Compared::Otherwise);
    }
    let pairs = wav
        .channels
        .iter()
        .flatten()
        .zip(again.channels.iter().flatten());
    Some(Compared::Within(
        pairs.fold(0.0, |most, (one, two)| (one - two).abs().max(most)),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stem_stands_beside_its_file() {
        let path = stem_path(Path::new("takes/x.y.wav"), "tap");
        assert_eq!(path, Path::new("takes/x.y-tap.wav"));
    }
}

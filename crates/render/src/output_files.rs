//! Mixes outputs into channels and writes files, each completely or not at all.

use crate::sound_file::{Container, EncodedFile, SoundFile};
use crate::{AtomicFile, Level, PEAK, Recipe, RenderError, RenderJob, Source, dbfs, peak};
use foley_sound::Performance;
use std::path::{Path, PathBuf};

/// Output files that were opened but not written yet.
#[derive(Debug)]
pub struct OutputFiles {
    container: Container,
    files: Vec<PendingFile>,
}

#[derive(Debug)]
struct PendingFile {
    path: PathBuf,
    file: AtomicFile,
    /// Index of the only output in the file; `None` for the mix.
    stem: Option<usize>,
}

/// Output files that were written.
#[derive(Debug)]
pub struct WrittenFiles {
    /// Factor from SI units to full scale in the first file.
    pub factor: f64,
    /// The written files: the mix, or one file per output.
    pub files: Vec<RenderedFile>,
}

/// One encoded output file.
#[derive(Debug)]
pub struct RenderedFile {
    /// Destination of the file.
    pub path: PathBuf,
    /// Index of the only output in the file; `None` for the mix.
    pub stem: Option<usize>,
    /// Samples and metadata of the file.
    pub sound: SoundFile,
    /// Encoded bytes of the complete file.
    pub bytes: Vec<u8>,
    /// Factor from SI units to full scale in this file.
    pub factor: f64,
    /// Gain by which the stored loudness was lowered to keep the peak at −1 dBFS \[dB\]; `None` if the
    /// loudness was not lowered.
    pub lowered: Option<f64>,
    /// Peak of the samples before clipping \[dBFS\]; `None` for silence.
    pub peak: Option<f64>,
    /// Number of samples beyond full scale, which were clipped.
    pub clipped: usize,
}

impl OutputFiles {
    /// Opens every output file, so that an unwritable file fails before the render.
    ///
    /// # Errors
    /// If the container cannot hold the sound, a file cannot be written, or it is an input of the
    /// job.
    pub fn create((out, container): (PathBuf, Container), job: &RenderJob) -> Result<Self, RenderError> {
        let channels = if job.single_output() { 1 } else { job.channels() };
        let checked = container.check(job.recipe.format, channels);
        checked.map_err(|why| RenderError::unwritable(&out, format_args!("{why}.")))?;
        let input = job.input.as_ref().map(|input| &input.file);
        let open = |path: PathBuf, stem| {
            for input in input.into_iter().chain(&job.voice) {
                input.check_not_overwritten(&path)?;
            }
            Ok(PendingFile { file: AtomicFile::create(&path)?, path, stem })
        };
        let files = if job.stems {
            let rows = job.rows.iter().enumerate();
            rows.map(|(index, row)| open(stem_path(&out, &row.name), Some(index)))
                .collect::<Result<_, RenderError>>()?
        } else {
            let stem = job.recipe.stem.as_ref();
            let index = stem.and_then(|stem| job.rows.iter().position(|row| row.name == *stem));
            vec![open(out, index)?]
        };
        Ok(Self { container, files })
    }

    /// Encodes and writes all output files.
    ///
    /// # Errors
    /// If a file cannot be encoded or written.
    pub fn write(self, job: &RenderJob, performance: &Performance) -> Result<WrittenFiles, RenderError> {
        let mut files = Vec::new();
        let mut pending = Vec::new();
        for PendingFile { path, file, stem } in self.files {
            files.push(encode(self.container, path, stem, job, performance)?);
            pending.push(file);
        }
        // All files are encoded before the first one replaces its destination.
        for (file, pending) in files.iter().zip(pending) {
            pending.finish_with(&file.bytes)?;
        }
        Ok(WrittenFiles { factor: files.first().map_or(1.0, |file| file.factor), files })
    }
}

/// Returns the factor from SI units to full scale of a stem or of the mix, and by how much the stored
/// loudness was lowered \[dB\]. Audible stems share one factor, so that their sum is the mix. Each
/// measurement has its own factor, which normalises the measurement: a stored loudness does not apply to a
/// force.
fn factor(
    job: &RenderJob,
    performance: &Performance,
    stem: Option<usize>,
    mixed: &[Vec<f64>],
) -> (f64, Option<f64>) {
    let pairs = || job.rows.iter().zip(&performance.rows);
    let mut level = job.recipe.level;
    let loudest = match stem {
        None => mixed.iter().fold(0.0_f64, |loudest, channel| loudest.max(peak(channel))),
        Some(index) if job.rows.get(index).is_some_and(|row| row.channel.is_none()) => {
            if let Level::Loudness(_) = level {
                level = Level::Normalise(PEAK.default);
            }
            pairs().nth(index).map_or(0.0, |(row, samples)| row.gain * peak(samples))
        }
        Some(_) => pairs()
            .filter(|(row, _)| row.channel.is_some())
            .fold(0.0_f64, |loudest, (row, samples)| loudest.max(row.gain * peak(samples))),
    };
    let stored = job.stored_gain();
    (level.factor(loudest, stored), level.lowered(loudest, stored))
}

/// Encodes a stem or the mix in memory.
///
/// # Errors
/// If the container cannot hold the sound.
pub fn encode(
    container: Container,
    path: PathBuf,
    stem: Option<usize>,
    job: &RenderJob,
    performance: &Performance,
) -> Result<RenderedFile, RenderError> {
    let mut channels = match stem {
        None => job.mix(performance),
        Some(index) => vec![single_output(job, performance, index)],
    };
    let (factor, lowered) = factor(job, performance, stem, &channels);
    for sample in channels.iter_mut().flatten() {
        *sample *= factor;
    }
    let loudest = channels.iter().fold(0.0, |loudest: f64, channel| loudest.max(peak(channel)));
    let name = |index: usize| job.rows.get(index).map(|row| row.name.clone());
    let recipe = Recipe { stem: stem.and_then(name), ..job.recipe.clone() };
    let sound = SoundFile {
        format: recipe.format,
        rate: recipe.rate as u32,
        channels,
        title: (!job.title.is_empty()).then(|| job.title.clone()),
        software: Some(concat!("Foley ", env!("CARGO_PKG_VERSION")).to_owned()),
        recipe: Some(recipe.write(&job.recipe_body())),
    };
    let EncodedFile { bytes, clipped } =
        container.write(&sound).map_err(|why| RenderError::unwritable(&path, format_args!("{why}.")))?;
    Ok(RenderedFile { path, stem, sound, bytes, factor, lowered, peak: dbfs(loudest), clipped })
}

/// Returns the samples of one output, multiplied by its gain.
fn single_output(job: &RenderJob, performance: &Performance, index: usize) -> Vec<f64> {
    let output = job.rows.iter().zip(&performance.rows).nth(index);
    output.map_or_else(Vec::new, |(row, samples)| samples.iter().map(|sample| row.gain * sample).collect())
}

/// Returns the path of a stem: `x.wav` and `tap` give `x-tap.wav`.
fn stem_path(out: &Path, name: &str) -> PathBuf {
    let mut file = out.file_stem().unwrap_or_default().to_owned();
    file.push(format!("-{name}."));
    file.push(out.extension().unwrap_or_default());
    out.with_file_name(file)
}

/// Difference between a sound file and a new render of its recipe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Difference {
    /// All bytes of both files are equal.
    None,
    /// Largest difference of two samples at the same place, relative to full scale \[1\].
    Samples(f64),
    /// The files differ in duration or number of channels.
    Shape,
}

impl Difference {
    /// Compares the mix with the sound file of `source`; `None` if `source` is not a sound file.
    pub fn between(source: &Source, job: &RenderJob, written: &WrittenFiles) -> Option<Self> {
        let (sound, bytes) = source.original.as_ref()?;
        let file = written.files.first().filter(|_| !job.stems)?;
        if file.bytes == *bytes {
            return Some(Self::None);
        }
        // The new file is decoded, so that the samples of both files are rounded alike.
        let again = Container::of_bytes(&file.bytes)?.read(&file.bytes).ok()?;
        if sound.channels.len() != again.channels.len() || sound.frames() != again.frames() {
            return Some(Self::Shape);
        }
        let pairs = sound.channels.iter().flatten().zip(again.channels.iter().flatten());
        Some(Self::Samples(pairs.fold(0.0, |largest, (old, new)| (old - new).abs().max(largest))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sound_file::Format;
    use crate::{Length, RenderRequest, SourceKind};
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

    /// Writes three samples of each output of the test scene.
    fn write(request: RenderRequest) -> WrittenFiles {
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("foley-write-{}-{count}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let out = (folder.join("x.wav"), Container::Wav);
        let request = RenderRequest { seconds: Some(Length::Seconds(0.003)), rate: Some(1000.0), ..request };
        let source = Source::new("-", SourceKind::Scene(Tree::parse(SCENE).unwrap()));
        let job = RenderJob::new(&request, &source).unwrap();
        let performance = Performance {
            outputs: Vec::new(),
            rows: vec![vec![1.0, -2.0, 0.0], vec![10.0, 0.0, 5.0], vec![0.5, 0.5, -4.0]],
            ledger: Ledger::default(),
            asleep: false,
            recoveries: 0,
        };
        let written = OutputFiles::create(out, &job).unwrap().write(&job, &performance).unwrap();
        for file in &written.files {
            assert_eq!(std::fs::read(&file.path).unwrap(), file.bytes);
        }
        std::fs::remove_dir_all(&folder).unwrap();
        written
    }

    fn channels(file: &RenderedFile) -> Vec<Vec<f64>> {
        Container::Wav.read(&file.bytes).unwrap().channels
    }

    #[test]
    fn outputs_of_one_channel_are_added_and_float_keeps_si_units() {
        let written = write(RenderRequest { format: Some(Format::Float), ..RenderRequest::default() });
        assert_eq!(written.factor, 1.0);
        // The second output has a gain of −20 dB, a tenth, to the rounding of single precision.
        assert_eq!(channels(&written.files[0]), [vec![2.0, -2.0, 0.5], vec![0.5, 0.5, -4.0]]);
        assert_eq!(written.files[0].clipped, 0);
    }

    #[test]
    fn the_default_peak_of_16_bits_is_minus_1_dbfs() {
        let written = write(RenderRequest { format: Some(Format::Pcm16), ..RenderRequest::default() });
        let loudest = channels(&written.files[0]).iter().map(|channel| peak(channel)).fold(0.0, f64::max);
        // The tolerance is half a step of 16 bits.
        assert!((loudest - libm::pow(10.0, -0.05)).abs() <= 0.5 / 32768.0, "{loudest}");
        assert!((written.files[0].peak.unwrap() + 1.0).abs() < 1e-12);
        assert_eq!(written.files[0].clipped, 0);
    }

    #[test]
    fn clipped_samples_are_counted_and_the_peak_is_that_before_clipping() {
        let written = write(RenderRequest { level: Some(Level::Gain(0.0)), ..RenderRequest::default() });
        let file = &written.files[0];
        // 2, −2 and −4 are beyond full scale; 0.5 is not.
        assert_eq!(file.clipped, 3);
        assert!((file.peak.unwrap() - 12.041).abs() < 1e-3, "{:?} dBFS, a factor of 4", file.peak);
        assert_eq!(channels(file)[1], [0.5, 0.5, -1.0]);
    }

    #[test]
    fn stems_share_one_factor_so_that_they_sum_to_the_mix() {
        let written = write(RenderRequest {
            stems: true,
            level: Some(Level::Normalise(0.0)),
            format: Some(Format::Float),
            ..RenderRequest::default()
        });
        let stems: Vec<_> = written.files.iter().flat_map(channels).collect();
        assert_eq!(written.factor, 0.25, "the loudest sample of all outputs is 4");
        assert_eq!(stems, [[0.25, -0.5, 0.0], [0.25, 0.0, 0.125], [0.125, 0.125, -1.0]]);
    }

    #[test]
    fn the_name_of_a_stem_is_appended_to_the_file_name() {
        let path = stem_path(Path::new("takes/x.y.wav"), "tap");
        assert_eq!(path, Path::new("takes/x.y-tap.wav"));
    }
}

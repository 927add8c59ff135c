//! `foley analyse`: features of a sound file, as numbers and as a text plot.

mod page;

use crate::failure::Failure;
use crate::output;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use foley_dsp::analysis::{Descriptors, FeatureFrames, Features, OnsetSettings, onsets, strengths};
use foley_params::{Info, Scale, Unit};
use foley_render::sound_file::SoundInput;
use std::path::PathBuf;

const HOP: Info = time("hop", "Time from one frame to the next", 1e-3, 10.0, 0.010);
const FROM: Info = time("from", "Start of the analysed part", 0.0, 1e6, 0.0);
const TO: Info = time("to", "End of the analysed part", 0.0, 1e6, 1e6);

const fn time(id: &'static str, doc: &'static str, min: f64, max: f64, default: f64) -> Info {
    Info {
        id,
        symbol: "t",
        unit: Unit::Second,
        doc,
        min,
        max,
        scale: Scale::Linear,
        default,
        glide: 0.0,
        handle: None,
    }
}

/// Settings of the onset detection. Repetitions within 25 ms, the period of a low voice, are not onsets.
const ONSETS: OnsetSettings =
    OnsetSettings { threshold: 6.0, hold: 0.025, rise: 0.003, gap: 0.030, floor: 50.0 };

/// The features of an analysed sound file, for the text and the JSON answer.
#[derive(Debug)]
struct Analysis {
    input: SoundInput,
    /// Start of the analysed part \[s\].
    from: f64,
    /// End of the analysed part \[s\].
    to: f64,
    /// Number of zero crossings in the analysed part.
    crossings: usize,
    features: Features,
    /// Numbers for the comparison with recordings of real sounds; `None` for silence.
    descriptors: Option<Descriptors>,
    course: FeatureFrames,
    /// Time \[s\] and largest absolute sample \[1\] of each onset.
    onsets: Vec<(f64, f64)>,
}

/// Builds the clap command `foley analyse`.
pub(crate) fn command() -> Command {
    Command::new("analyse")
        .about("Measure loudness, pitch, onsets, brightness and decay of a sound file, over time and overall")
        .long_about(
            "Reads a WAV or FLAC file and measures the mean of its channels: level (peak and root mean square), pitch of a single voice from 50 Hz \
             to 2 kHz with its confidence, onsets with their strengths, zero crossings, and the spectral centroid, spread, flatness, roll-off (85 % of the power), \
             bandwidth (90 % of the power) and flux; overall, and in frames of 40 ms. Eleven descriptors, such as the slope of the spectrum and the number of \
             its lines, compare the sound with recordings of real sounds (`foley lab realism`).\n\n\
             Prints a summary and a plot of level, pitch, brightness and onsets over time; with --json every number, in SI units, frames as arrays.",
        )
        .after_help(
            "Examples:\n  \
             foley analyse in.wav\n  \
             foley analyse in.wav --json --hop 5ms > in.json\n  \
             foley analyse in.wav --from 1.5 --to 2.25",
        )
        .arg(
            Arg::new("input")
                .value_name("FILE")
                .help("A WAV or FLAC file")
                .required(true)
                .value_parser(value_parser!(PathBuf)),
        )
        .args([HOP, FROM, TO].map(|info| {
            let range = match info.id {
                "hop" => format!(" [{} to {}; default: {}]", HOP.format(HOP.min), HOP.format(HOP.max), HOP.format(HOP.default)),
                "from" => " [default: the beginning]".to_owned(),
                _ => " [default: the end]".to_owned(),
            };
            Arg::new(info.id)
                .long(info.id)
                .value_name("S")
                .help(format!("{}{range}", info.doc))
                .allow_negative_numbers(true)
                .value_parser(move |text: &str| info.parse(text).map_err(|why| why.to_string()))
        }))
        .arg(
            Arg::new("json")
                .long("json")
                .help("Answer as JSON, in SI units with full precision")
                .action(ArgAction::SetTrue),
        )
}

/// Runs `foley analyse` and returns the text to print.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let value = |info: &Info| matches.get_one::<f64>(info.id).copied().unwrap_or(info.default);
    let path = matches.get_one::<PathBuf>("input").cloned().unwrap_or_default();
    let analysis = analyse(SoundInput::read(&path)?, value(&HOP), value(&FROM), value(&TO))?;
    if matches.get_flag("json") { output::json(&page::json(&analysis)) } else { Ok(page::text(&analysis)) }
}

fn analyse(input: SoundInput, hop: f64, from: f64, to: f64) -> Result<Analysis, Failure> {
    let rate = f64::from(input.sound.rate);
    let end = to.min(input.seconds());
    let all = input.mono();
    let first = (from * rate).round() as usize;
    let last = ((end * rate).round() as usize).min(all.len());
    let Some(samples) = all.get(first..last).filter(|samples| !samples.is_empty()) else {
        return Err(Failure::input(format!(
            "there are no samples from {} to {}: the duration of `{}` is {}.",
            FROM.format(from),
            TO.format(end),
            input.path.display(),
            Unit::Second.format(input.seconds()),
        )));
    };
    // Onsets are found in the complete file, because a sound that already plays at the start of the part is
    // no onset.
    let times = onsets(&all, rate, &ONSETS);
    let strengths = strengths(&all, rate, &times);
    let (begin, end) = (first as f64 / rate, last as f64 / rate);
    let onsets = times.into_iter().zip(strengths);
    let within = onsets.filter(|(at, _)| (begin..end).contains(at));
    Ok(Analysis {
        from: begin,
        to: end,
        crossings: foley_dsp::analysis::zero_crossings(samples),
        features: Features::of(samples, rate),
        descriptors: Descriptors::of(samples, rate),
        course: FeatureFrames::of(samples, rate, hop),
        onsets: within.map(|(at, strength)| (at - begin, strength)).collect(),
        input,
    })
}

//! `foley effect`: processes a sound file with a room or an effect.

use crate::failure::Failure;
use crate::render;
use clap::{Arg, ArgMatches, Command, value_parser};
use std::path::PathBuf;

/// Builds the clap command `foley effect`.
pub(crate) fn command() -> Command {
    Command::new("effect")
        .about("Apply a room or an effect to a sound file: WAV or FLAC in, WAV or FLAC out")
        .long_about(format!(
            "Applies a model that takes an input, or a preset of such a model, to a sound file.\n\n{} NAME may also be a preset file, or a file written by \
             `foley effect`: with the same input it gives the same bytes again.\n\n\
             Effects process every channel of the input separately, with the same seed, and give as many channels; with a mono input --channels sets their number. Spaces \
             process the mean of the channels and give as many channels as the input, or as --channels says.\n\n\
             The default rate is that of the input; with --rate the input is resampled. The level is unchanged: clipping is reported, and --gain, --normalise or \
             --format float avoid it. The output ends when the input and its decay have ended. The input is never overwritten.",
            foley_render::input_models()
        ))
        .after_help(
            "Examples:\n  \
             foley effect reverb in.wav -o out.wav --channels 2\n  \
             foley effect reverb in.wav -o out.wav --rate 48kHz --format float --gain -6\n  \
             foley effect NAME in.wav -o out.wav --drive 'envelope>PART.PARAMETER=0..1'     the input itself drives a parameter\n  \
             foley effect out.wav in.wav -o again.wav                                     the same bytes again",
        )
        .arg(
            Arg::new("source")
                .value_name("NAME|FILE")
                .help("A model that takes an input, a preset of such a model, a preset file, or a file written by `foley effect`")
                .required(true),
        )
        .arg(
            Arg::new("input")
                .value_name("INPUT.wav|INPUT.flac")
                .help("Input sound file: WAV (integers of 8 to 32 bits, floats of 32 or 64 bits) or FLAC, of any sample rate")
                .required(true)
                .value_parser(value_parser!(PathBuf)),
        )
        .args(render::effect_flags())
}

/// Runs `foley effect` and returns the text to print.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    render::run(matches)
}

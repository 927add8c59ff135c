//! `foley effect`: a sound that listens, and a sound file for it.

use crate::failure::Failure;
use crate::render;
use clap::{Arg, ArgMatches, Command, value_parser};
use std::path::PathBuf;

/// Builds the clap command.
pub(crate) fn command() -> Command {
    Command::new("effect")
        .about("A room or an effect on a sound file: WAV or FLAC in, WAV or FLAC out")
        .long_about(format!(
            "Lets a model that listens, or a preset of one, do its work on a sound file.\n\n{} NAME may also be a preset file, or a file that \
             `foley effect` made: with the same input it makes the same bytes again.\n\n\
             Effects work on every channel of the input alone, with the same seed, and give as many; with a mono input --channels says how many ears hear it. Spaces \
             hear the mean of the channels and are heard by as many ears as the input has channels, or as --channels says.\n\n\
             The rate is the input's unless --rate says another; it is resampled then. The level is left as it is: what would clip is told, and --gain, --normalise or \
             --format float help. It ends when the input and what rings after it are over. The input is never replaced.",
            foley_render::input_models()
        ))
        .after_help(
            "Examples:\n  \
             foley effect reverb in.wav -o out.wav --channels 2\n  \
             foley effect reverb in.wav -o out.wav --rate 48kHz --format float --gain -6\n  \
             foley effect NAME in.wav -o out.wav --drive 'envelope>PART.PARAMETER=0..1'     the input itself moves a value\n  \
             foley effect out.wav in.wav -o again.wav                                     the same bytes again",
        )
        .arg(
            Arg::new("source")
                .value_name("NAME|FILE")
                .help("A model that listens or a preset of one, a preset file, or a file made by `foley effect`")
                .required(true),
        )
        .arg(
            Arg::new("input")
                .value_name("INPUT.wav|INPUT.flac")
                .help("What it listens to: PCM of 8 to 32 bits, float of 32 or 64, or FLAC, at any rate")
                .required(true)
                .value_parser(value_parser!(PathBuf)),
        )
        .args(render::effect_flags())
}

/// Runs the command and returns the text to print.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    render::run(matches)
}

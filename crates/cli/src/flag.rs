//! The flag of a parameter: name, unit, meaning, range and default are its table's.

use clap::Arg;
use foley_params::Info;

/// The flag, without what is to become of its text. `word` may stand for a number, and is then the default.
pub(crate) fn of(info: &Info, word: Option<&str>) -> Arg {
    let default = word.map_or_else(|| info.format(info.default), str::to_owned);
    let or_word = word.map_or(String::new(), |word| format!("{word}, or "));
    Arg::new(info.id)
        .long(info.id)
        .value_name(if info.unit.is_one() { "NUMBER" } else { info.unit.symbol() })
        .help(format!(
            "{}: {} [{or_word}{} to {}; default: {default}]",
            info.symbol,
            info.doc.trim_end_matches('.'),
            info.format(info.min),
            info.format(info.max),
        ))
        // Negative numbers are values; which of them are allowed is for the table to say.
        .allow_hyphen_values(true)
}

/// The value of a text that stood after the flag.
pub(crate) fn read(info: &Info, written: &str) -> Result<f64, String> {
    if written.starts_with("--") {
        return Err(format!("`{}` has no value.", info.id));
    }
    info.parse(written).map_err(|refused| refused.to_string())
}

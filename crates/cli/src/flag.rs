//! Builds the flag of a parameter from its table entry.

use clap::Arg;
use foley_params::Info;

/// Builds the flag of a parameter without a value parser. `word` may replace the number and is then the
/// default.
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
        // Negative numbers are values of the flag; the table decides which numbers are allowed.
        .allow_hyphen_values(true)
}

/// Parses the value of a parameter's flag into SI units.
pub(crate) fn read(info: &Info, written: &str) -> Result<f64, String> {
    if written.starts_with("--") {
        return Err(format!("`--{}` needs a value.", info.id));
    }
    info.parse(written).map_err(|why| why.to_string())
}

//! Formats text and numbers as HTML.

use crate::subscript::{ScriptLevel, escape, split_levels};
use std::fmt::Write as _;

/// Escapes text and converts its subscripts and superscripts to HTML.
pub(super) fn typeset(text: &str) -> String {
    let mut out = String::new();
    for (level, piece) in split_levels(text) {
        let piece = escape(piece);
        let _ = match level {
            ScriptLevel::Baseline => write!(out, "{piece}"),
            ScriptLevel::Subscript => write!(out, "<sub>{piece}</sub>"),
            ScriptLevel::Superscript => write!(out, "<sup>{piece}</sup>"),
        };
    }
    out
}

/// Maximum number of significant digits of a formatted number.
const DIGITS: i32 = 6;

/// Formats a number with at most [`DIGITS`] significant digits; a non-finite number becomes a dash.
pub(super) fn number(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let size = value.abs().log10().floor() as i32;
    let trimmed = |text: String| {
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    };
    let text = if (-4..7).contains(&size) {
        trimmed(format!("{value:.*}", (DIGITS - 1 - size).max(0) as usize))
    } else {
        let mantissa = trimmed(format!("{:.*}", DIGITS as usize - 1, value / 10f64.powi(size)));
        format!("{mantissa}·10<sup>{size}</sup>")
    };
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_at_most_six_digits() {
        assert_eq!(number(19.0), "19");
        assert_eq!(number(18.889_620_8), "18.8896");
        assert_eq!(number(-0.0381234897), "−0.0381235");
        assert_eq!(number(-2.991e-10), "−2.991·10<sup>−10</sup>");
        assert_eq!(number(f64::NAN), "–");
        assert_eq!(number(0.0), "0");
    }

    #[test]
    fn markup_in_text_is_escaped() {
        assert_eq!(typeset("a < b & v_in^2"), "a &lt; b &amp; v<sub>in</sub><sup>2</sup>");
        assert_eq!(typeset("\"<script>\""), "&quot;&lt;script&gt;&quot;");
    }
}

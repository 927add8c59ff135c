//! Text and numbers as the page writes them.

use crate::subscript::{Level, escape, pieces};
use std::fmt::Write as _;

/// Text with lowered and raised letters, fit for the page.
pub(super) fn typeset(text: &str) -> String {
    let mut out = String::new();
    for (level, piece) in pieces(text) {
        let piece = escape(piece);
        let _ = match level {
            Level::On => write!(out, "{piece}"),
            Level::Below => write!(out, "<sub>{piece}</sub>"),
            Level::Above => write!(out, "<sup>{piece}</sup>"),
        };
    }
    out
}

/// Digits that a number is given with.
const DIGITS: i32 = 6;

/// A number with six digits, no more than it needs, fit for the page; a dash where there is none.
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
    fn numbers_are_short_and_readable() {
        assert_eq!(number(19.0), "19");
        assert_eq!(number(18.889_620_8), "18.8896");
        assert_eq!(number(-0.0381234897), "−0.0381235");
        assert_eq!(number(-2.991e-10), "−2.991·10<sup>−10</sup>");
        assert_eq!(number(f64::NAN), "–");
        assert_eq!(number(0.0), "0");
    }

    #[test]
    fn text_cannot_break_the_page() {
        assert_eq!(typeset("a < b & v_in^2"), "a &lt; b &amp; v<sub>in</sub><sup>2</sup>");
        assert_eq!(typeset("\"<script>\""), "&quot;&lt;script&gt;&quot;");
    }
}

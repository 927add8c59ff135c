//! Post-processing of the SVG that plotters writes: colours become classes with a style sheet for light and
//! dark, and `v_in`, `10^−3` get their subscripts and superscripts.

use super::UNITS_PER_PIXEL;
use super::pen::KEY;
use crate::subscript::{ScriptLevel, escape, split_levels};
use std::fmt::Write as _;

/// Palette for a light and for a dark background, in the order of `Ink`. The light colour is also the
/// fallback where style sheets are not read.
const INKS: [(&str, &str); 8] = [
    ("#1b1f24", "#e8e6e1"),
    ("#dcdcd8", "#34383e"),
    ("#6e7278", "#9a9ea4"),
    ("#0072b2", "#56b4e9"),
    ("#c84f00", "#ff8f52"),
    ("#007a5a", "#35c99a"),
    ("#a8418a", "#e59acb"),
    ("#a06c00", "#f0b637"),
];

/// Dash patterns \[drawing units\], in the order of `Dash`.
const DASHES: [&str; 5] = ["", "", "80 45", "45 30", "15 32"];

/// Returns the style sheet of a drawing. All drawings have the same style sheet, so that one page can hold
/// many.
fn style_sheet() -> String {
    let mut css = String::from(
        ".plot{color:#1b1f24;background:none}\
         .plot text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif;\
         font-variant-numeric:tabular-nums}\
         .plot polyline{stroke-linejoin:round;stroke-linecap:round}",
    );
    for (n, dash) in DASHES.iter().enumerate() {
        if !dash.is_empty() {
            let _ = write!(css, ".plot .d{n}{{stroke-dasharray:{dash}}}");
        }
    }
    for (n, (light, _)) in INKS.iter().enumerate() {
        let _ = write!(css, ".plot .i{n}{{stroke:{light}}}.plot .f{n}{{fill:{light}}}");
    }
    css.push_str("@media screen and (prefers-color-scheme:dark){.plot{color:#e8e6e1}");
    for (n, (_, dark)) in INKS.iter().enumerate() {
        let _ = write!(css, ".plot .i{n}{{stroke:{dark}}}.plot .f{n}{{fill:{dark}}}");
    }
    css.push('}');
    css
}

/// Converts the raw SVG of plotters to the final document.
pub(super) fn finish(raw: &str, title: &str, (width, height): (f64, f64)) -> String {
    let mut out = format!(
        "<svg class=\"plot\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {} {}\">\n<title>{}</title>\n<style>{}</style>\n",
        width * UNITS_PER_PIXEL,
        height * UNITS_PER_PIXEL,
        escape(title),
        style_sheet(),
    );
    let mut lines = raw.lines();
    lines.next();
    let mut words = String::new();
    for line in lines {
        if line.starts_with("<text") {
            out.push_str(&replace_colours(&line.replace(" font-family=\"sans-serif\"", "")));
        } else if line.starts_with('<') {
            if !words.is_empty() {
                out.push_str(&shift_levels(&words));
                words.clear();
            }
            out.push_str(&replace_colours(line));
            out.push('\n');
        } else {
            words.push_str(line);
        }
    }
    out
}

/// Replaces the key colours of pens in a line of SVG by classes.
fn replace_colours(line: &str) -> String {
    let mut out = line.replace(" opacity=\"1\"", "").replace(" \"/>", "\"/>");
    for (attribute, prefix) in [("stroke", 'i'), ("fill", 'f')] {
        let opening = format!("{attribute}=\"#");
        let Some(at) = out.find(&opening) else {
            continue;
        };
        let code = &out[at + opening.len()..at + opening.len() + 6];
        let byte = |n: usize| u8::from_str_radix(&code[2 * n..2 * n + 2], 16).unwrap_or(0);
        if byte(2) != KEY {
            continue;
        }
        let (ink, dash) = (usize::from(byte(0)), usize::from(byte(1)));
        let Some((light, _)) = INKS.get(ink) else {
            continue;
        };
        let dashed = DASHES.get(dash).is_some_and(|pattern| !pattern.is_empty());
        let class = if attribute == "stroke" && dashed {
            format!("{prefix}{ink} d{dash}")
        } else {
            format!("{prefix}{ink}")
        };
        let old = format!("{opening}{code}\"");
        let new = format!("class=\"{class}\" {attribute}=\"{light}\"");
        out = out.replacen(&old, &new, 1);
    }
    out
}

/// Converts subscripts and superscripts to `tspan` elements. The text must already be escaped.
fn shift_levels(words: &str) -> String {
    let mut out = String::new();
    let mut below = 0.0;
    for (level, piece) in split_levels(words) {
        let (depth, size) = match level {
            ScriptLevel::Baseline => (0.0, ""),
            ScriptLevel::Subscript => (3.5, " font-size=\"75%\""),
            ScriptLevel::Superscript => (-5.0, " font-size=\"75%\""),
        };
        if depth == below {
            out.push_str(piece);
        } else {
            let by = (depth - below) * UNITS_PER_PIXEL;
            let _ = write!(out, "<tspan dy=\"{by}\"{size}>{piece}</tspan>");
            below = depth;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_after_an_underscore_are_a_subscript() {
        let out = shift_levels("v_in [m/s]");
        assert!(out.starts_with("v<tspan dy=\"35\"") && out.contains(">in</tspan>"), "{out}");
        assert!(out.ends_with("<tspan dy=\"-35\"> [m/s]</tspan>"), "{out}");
        assert_eq!(shift_levels("plain"), "plain");
    }

    #[test]
    fn pens_become_classes() {
        let out =
            replace_colours("<polyline fill=\"none\" opacity=\"1\" stroke=\"#03027F\" points=\"1,2 \"/>");
        assert!(out.contains("class=\"i3 d2\" stroke=\"#0072b2\""), "{out}");
        assert!(out.contains("points=\"1,2\"/>"), "{out}");
    }
}

//! Subscripts and superscripts in plain text: `v_in` and `10^−3`.

/// Vertical position of a piece of text: normal, subscript or superscript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScriptLevel {
    Baseline,
    Subscript,
    Superscript,
}

/// Splits text into pieces by level. Letters, digits and `−` after `_` are a subscript, after `^` a
/// superscript. A `_` or `^` without text on both sides stays in the text.
pub(crate) fn split_levels(text: &str) -> Vec<(ScriptLevel, &str)> {
    let mut list = Vec::new();
    let (mut rest, mut from) = (text, 0);
    while let Some(at) = rest[from..].find(['_', '^']).map(|n| n + from) {
        let tail = &rest[at + 1..];
        let end = tail.find(|c: char| !(c.is_alphanumeric() || c == '−')).unwrap_or(tail.len());
        let bare = rest[..at].chars().next_back().map_or(list.is_empty(), char::is_whitespace);
        if end == 0 || bare {
            from = at + 1;
            continue;
        }
        let level =
            if rest[at..].starts_with('_') { ScriptLevel::Subscript } else { ScriptLevel::Superscript };
        if at > 0 {
            list.push((ScriptLevel::Baseline, &rest[..at]));
        }
        list.push((level, &tail[..end]));
        (rest, from) = (&tail[end..], 0);
    }
    if !rest.is_empty() {
        list.push((ScriptLevel::Baseline, rest));
    }
    list
}

/// Escapes text for HTML and SVG.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_subscripts_and_powers_superscripts() {
        assert_eq!(
            split_levels("v_in = 10^−2 m/s"),
            [
                (ScriptLevel::Baseline, "v"),
                (ScriptLevel::Subscript, "in"),
                (ScriptLevel::Baseline, " = 10"),
                (ScriptLevel::Superscript, "−2"),
                (ScriptLevel::Baseline, " m/s"),
            ]
        );
        assert_eq!(split_levels("(α+1)^(−α)"), [(ScriptLevel::Baseline, "(α+1)^(−α)")]);
        assert_eq!(split_levels("a _ b"), [(ScriptLevel::Baseline, "a _ b")]);
        assert!(split_levels("").is_empty());
    }
}

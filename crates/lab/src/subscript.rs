//! Lowered and raised letters in plain text: `v_in` and `10^−3`.

/// Where letters stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    On,
    Below,
    Above,
}

/// The text in pieces. What follows `_` or `^`, up to the next sign that is no letter or digit, is lowered or
/// raised; a sign with nothing before or behind it stands for itself.
pub(crate) fn pieces(text: &str) -> Vec<(Level, &str)> {
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
        let level = if rest[at..].starts_with('_') { Level::Below } else { Level::Above };
        if at > 0 {
            list.push((Level::On, &rest[..at]));
        }
        list.push((level, &tail[..end]));
        (rest, from) = (&tail[end..], 0);
    }
    if !rest.is_empty() {
        list.push((Level::On, rest));
    }
    list
}

/// Text as it may stand in a document.
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
    fn indices_are_lowered_and_powers_raised() {
        assert_eq!(
            pieces("v_in = 10^−2 m/s"),
            [
                (Level::On, "v"),
                (Level::Below, "in"),
                (Level::On, " = 10"),
                (Level::Above, "−2"),
                (Level::On, " m/s"),
            ]
        );
        assert_eq!(pieces("(α+1)^(−α)"), [(Level::On, "(α+1)^(−α)")]);
        assert_eq!(pieces("a _ b"), [(Level::On, "a _ b")]);
        assert!(pieces("").is_empty());
    }
}

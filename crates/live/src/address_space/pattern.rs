//! Patterns of OSC 1.0: one message to many addresses.
//!
//! | sign     | matches                                                |
//! |----------|--------------------------------------------------------|
//! | `?`      | any one character                                      |
//! | `*`      | any characters, or none                                |
//! | `[a-c]`  | one of these characters; `[!a-c]`: any other one       |
//! | `{a,bc}` | one of these words                                     |
//!
//! No sign matches `/`. A pattern of p characters and a word of n are compared in at most p n steps: each
//! pair of positions is visited once.

/// Returns whether a text contains a special character of an OSC pattern, such as `*`.
pub fn is_pattern(text: &str) -> bool {
    text.bytes().any(|c| b"?*[]{}".contains(&c))
}

/// Whether a pattern matches a text of words that are separated by `/`.
pub(crate) fn matches_words(pattern: &str, words: &str) -> bool {
    let (mut patterns, mut words) = (pattern.split('/'), words.split('/'));
    loop {
        match (patterns.next(), words.next()) {
            (None, None) => return true,
            (Some(pattern), Some(word)) if word_fits(pattern.as_bytes(), word.as_bytes()) => {}
            _ => return false,
        }
    }
}

fn word_fits(pattern: &[u8], word: &[u8]) -> bool {
    let width = word.len() + 1;
    let mut seen = vec![false; (pattern.len() + 1) * width];
    let mut open = vec![(0, 0)];
    while let Some((p, w)) = open.pop() {
        let Some(seen) = seen.get_mut(p * width + w) else {
            continue;
        };
        if core::mem::replace(seen, true) {
            continue;
        }
        let (rest, characters) = (pattern.get(p..).unwrap_or_default(), word.get(w..).unwrap_or_default());
        match (rest, characters) {
            ([], []) => return true,
            ([b'*', ..], _) => {
                open.push((p + 1, w));
                if !characters.is_empty() {
                    open.push((p, w + 1));
                }
            }
            ([b'?', ..], [_, ..]) => open.push((p + 1, w + 1)),
            ([b'[', set @ ..], [character, ..]) => {
                if let Some(end) = set.iter().position(|&c| c == b']')
                    && is_in(set.get(..end).unwrap_or_default(), *character)
                {
                    open.push((p + end + 2, w + 1));
                }
            }
            ([b'{', list @ ..], _) => {
                if let Some(end) = list.iter().position(|&c| c == b'}') {
                    let choices = list.get(..end).unwrap_or_default();
                    let fitting =
                        choices.split(|&c| c == b',').filter(|choice| characters.starts_with(choice));
                    open.extend(fitting.map(|choice| (p + end + 2, w + choice.len())));
                }
            }
            ([sign, ..], [character, ..]) if sign == character => open.push((p + 1, w + 1)),
            _ => {}
        }
    }
    false
}

/// Whether a character is in a set such as `a-c` or `!xyz`.
fn is_in(set: &[u8], character: u8) -> bool {
    let (not, mut set) = match set {
        [b'!', rest @ ..] => (true, rest),
        _ => (false, set),
    };
    let mut found = false;
    loop {
        set = match set {
            [] => return found != not,
            [from, b'-', to, rest @ ..] => {
                found |= (*from..=*to).contains(&character) || (*to..=*from).contains(&character);
                rest
            }
            [one, rest @ ..] => {
                found |= *one == character;
                rest
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pattern_signs_follow_osc() {
        for (pattern, word, fits) in [
            ("cup", "cup", true),
            ("cup", "cups", false),
            ("cup*", "cup", true),
            ("cup*", "cup-12", true),
            ("*", "", true),
            ("*a*b", "xxaxxb", true),
            ("*a*b", "xxaxx", false),
            ("c?p", "cap", true),
            ("c?p", "cp", false),
            ("cup-[0-3]", "cup-2", true),
            ("cup-[0-3]", "cup-4", false),
            ("cup-[!0-3]", "cup-4", true),
            ("cup-[-a]", "cup--", true),
            ("{cup,pan}", "pan", true),
            ("{cup,pan}s", "pans", true),
            ("{c,cu}p", "cup", true),
            ("{cup,pan}", "pot", false),
            ("c[up", "cup", false),
            ("c{up", "cup", false),
            ("*/strike", "cup/strike", true),
            ("*", "cup/strike", false),
            ("c*e", "cup/strike", false),
            ("", "", true),
        ] {
            assert_eq!(matches_words(pattern, word), fits, "{pattern} for {word}");
        }
    }

    /// Checks a pattern of fifty stars: backtracking at every star would take more steps than there are atoms
    /// on Earth.
    #[test]
    fn fifty_stars_take_no_longer_than_their_letters() {
        let (pattern, word) = ("*a".repeat(50) + "b", "a".repeat(64));
        assert!(!matches_words(&pattern, &word));
    }
}

//! Spelling suggestions: the known names nearest to a misspelt name, by edit distance.

/// Returns up to three names similar to `text`, the nearest first.
pub fn nearest<'a>(text: &str, names: &[&'a str]) -> Vec<&'a str> {
    // Longer texts are unlikely to be misspelt names, and the cost grows with the product of the lengths.
    const MAX_BYTES: usize = 64;
    if text.len() > MAX_BYTES {
        return Vec::new();
    }
    let text = text.to_lowercase().replace(['_', ' '], "-");
    let mut near: Vec<_> = names
        .iter()
        .map(|&name| (distance(&text, name), name))
        .filter(|&(edits, name)| edits <= 1 + name.chars().count() / 4)
        .collect();
    near.sort_by_key(|&(edits, _)| edits);
    near.into_iter().take(3).map(|(_, name)| name).collect()
}

/// Returns the Levenshtein distance of two texts: insertions, deletions and substitutions of characters.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    // Distances from the prefix of `left` read so far to every prefix of `right`.
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &b) in right.iter().enumerate() {
            let changed = corner + usize::from(a != b);
            corner = row[j + 1];
            row[j + 1] = changed.min(1 + row[j]).min(1 + corner);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_counts_edits() {
        for (left, right, edits) in [
            ("", "", 0),
            ("", "mass", 4),
            ("mass", "", 4),
            ("mass", "mass", 0),
            ("mas", "mass", 1),
            ("kitten", "sitting", 3),
            ("sitting", "kitten", 3),
        ] {
            assert_eq!(distance(left, right), edits, "{left} {right}");
        }
    }

    #[test]
    fn a_misspelt_name_finds_the_right_one() {
        let names = ["mass", "stiffness", "exponent", "damping", "glide-time"];
        for (text, name) in [
            ("mas", "mass"),
            ("MASS", "mass"),
            ("stifness", "stiffness"),
            ("danmping", "damping"),
            ("glide_time", "glide-time"),
        ] {
            assert_eq!(nearest(text, &names), [name], "{text}");
        }
    }

    #[test]
    fn a_dissimilar_text_finds_no_name() {
        let names = ["mass", "stiffness"];
        assert!(nearest("colour", &names).is_empty());
        assert!(nearest("", &names).is_empty());
        assert!(nearest(&"mass".repeat(1000), &names).is_empty());
    }

    #[test]
    fn at_most_three_are_offered() {
        let names = ["mass-1", "mass-2", "mass-3", "mass-4"];
        assert_eq!(nearest("mass-", &names), ["mass-1", "mass-2", "mass-3"]);
        assert_eq!(nearest("mass-4", &names)[0], "mass-4");
    }
}

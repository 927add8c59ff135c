//! Which of the known names was meant: the ones that fewest letters turn into what was written.

/// Up to three of the names that are spelt like `text`, the nearest first.
pub fn nearest<'a>(text: &str, names: &[&'a str]) -> Vec<&'a str> {
    // Nobody means a name by a page of text, and the distance costs the product of the lengths.
    const LONGEST: usize = 64;
    if text.len() > LONGEST {
        return Vec::new();
    }
    let text = text.to_lowercase().replace(['_', ' '], "-");
    let mut near: Vec<_> = names
        .iter()
        .map(|&name| (distance(&text, name), name))
        .filter(|&(letters, name)| letters <= 1 + name.chars().count() / 4)
        .collect();
    near.sort_by_key(|&(letters, _)| letters);
    near.into_iter().take(3).map(|(_, name)| name).collect()
}

/// How many letters must be put in, left out or changed to make one from the other (Levenshtein's distance).
fn distance(one: &str, two: &str) -> usize {
    let two: Vec<char> = two.chars().collect();
    // The distances from the beginning of `one` seen so far to every beginning of `two`.
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &b) in two.iter().enumerate() {
            let changed = corner + usize::from(a != b);
            corner = row[j + 1];
            row[j + 1] = changed.min(1 + row[j]).min(1 + corner);
        }
    }
    row[two.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_counts_letters() {
        for (one, two, letters) in [
            ("", "", 0),
            ("", "mass", 4),
            ("mass", "", 4),
            ("mass", "mass", 0),
            ("mas", "mass", 1),
            ("kitten", "sitting", 3),
            ("sitting", "kitten", 3),
        ] {
            assert_eq!(distance(one, two), letters, "{one} {two}");
        }
    }

    #[test]
    fn a_slip_of_the_hand_finds_the_name() {
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
    fn what_is_far_from_every_name_finds_none() {
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

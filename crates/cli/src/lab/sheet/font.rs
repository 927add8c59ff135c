//! Bitmap font for captions in pictures: 5 × 7 pixels above the baseline and two rows below.
//!
//! `font.txt` has the glyphs in bands of 16: a line with the characters, six columns apart, then nine lines
//! with `#` for ink. A glyph is as wide as its ink.

use crate::picture::IndexedImage;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Rows of a glyph.
pub(super) const HEIGHT: usize = 9;
/// Width of a space \[pixels\].
const SPACE: usize = 3;
/// Columns between two glyphs \[pixels\].
const GAP: usize = 1;
/// Columns of a glyph in the file, the gap included.
const PITCH: usize = 6;

/// A glyph: bit n of a row is the pixel in column n.
#[derive(Clone, Copy, Debug, Default)]
struct Glyph {
    rows: [u8; HEIGHT],
    width: usize,
}

static GLYPHS: LazyLock<HashMap<char, Glyph>> = LazyLock::new(|| read(include_str!("font.txt")));

fn read(text: &str) -> HashMap<char, Glyph> {
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let mut glyphs = HashMap::new();
    for band in lines.chunks_exact(HEIGHT + 1) {
        for (n, &character) in band[0].iter().step_by(PITCH).enumerate() {
            let mut glyph = Glyph::default();
            for (row, line) in glyph.rows.iter_mut().zip(&band[1..]) {
                let cells = line.iter().skip(n * PITCH).take(PITCH).enumerate();
                for (column, _) in cells.filter(|(_, ink)| **ink == '#') {
                    *row |= 1 << column;
                    glyph.width = glyph.width.max(column + 1);
                }
            }
            glyphs.insert(character, glyph);
        }
    }
    glyphs
}

/// Returns the glyph of a character; the question mark replaces characters that the font lacks.
fn glyph(character: char) -> Glyph {
    if character == ' ' {
        return Glyph { width: SPACE, ..Glyph::default() };
    }
    GLYPHS.get(&character).or_else(|| GLYPHS.get(&'?')).copied().unwrap_or_default()
}

/// Returns the width of a line of text \[pixels\], each pixel of the font `scale` pixels wide.
pub(super) fn width(text: &str, scale: usize) -> usize {
    let widths = text.chars().map(|character| glyph(character).width + GAP);
    scale * widths.sum::<usize>().saturating_sub(GAP)
}

/// Breaks a text between words into lines of at most `width` pixels. A longer word has a line of its own.
pub(super) fn wrap(text: &str, width: usize, scale: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if self::width(&format!("{line} {word}"), scale) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Draws a line of text with its top left corner at `at`.
pub(super) fn draw(image: &mut IndexedImage, at: [usize; 2], text: &str, scale: usize, colour: u8) {
    let [mut x, y] = at;
    for character in text.chars() {
        let Glyph { rows, width } = glyph(character);
        for (row, bits) in rows.iter().enumerate() {
            for column in (0..width).filter(|column| bits >> column & 1 == 1) {
                image.fill(x + scale * column, y + scale * row, scale, scale, colour);
            }
        }
        x += scale * (width + GAP);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foley_catalogue::preset::{KINDS, palette};

    #[test]
    fn the_font_has_every_character_of_the_catalogue() {
        let names = palette().iter().flat_map(|preset| [preset.name.as_str(), preset.model()]);
        for character in names.chain(KINDS).flat_map(str::chars).filter(|character| *character != ' ') {
            assert!(GLYPHS.contains_key(&character), "`{character}` is missing");
        }
    }

    #[test]
    fn glyphs_are_as_wide_as_their_ink() {
        assert_eq!(width("i", 1), 1);
        assert_eq!(width("m", 2), 10);
        // Two glyphs of 5 and 1 pixels, and a gap.
        assert_eq!(width("mi", 1), 7);
        assert_eq!(GLYPHS[&'T'].rows[..2], [0b11111, 0b00100]);
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrap("to be or not", width("to be", 2), 2), ["to be", "or", "not"]);
    }
}

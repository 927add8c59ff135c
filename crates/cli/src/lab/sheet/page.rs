//! Draws the cells of a page: captions, spectrograms and marks of frequency and time.

use super::cell::{Cell, DEPTH, HEIGHT, RANGE, SECONDS, WIDTH, column, row};
use super::font;
use crate::failure::Failure;
use crate::picture::{IndexedImage, colour_map};
use foley_params::Unit;

/// Cells in a row of a page.
const COLUMNS: usize = 6;
/// Maximum number of cells on a page: 5 rows, which are 1,176 pixels high.
pub(super) const MAX_CELLS: usize = COLUMNS * 5;
/// Width of a page \[pixels\].
const PAGE_WIDTH: usize = 1600;
/// Space around the page \[pixels\].
const MARGIN: usize = 8;
/// Height of the title of a page \[pixels\].
const TITLE: usize = 28;
/// Width of the labels of the frequencies, left of a spectrogram \[pixels\].
const LABELS: usize = 18;
/// Lines of the name of a preset; a longer name is written smaller.
const MAX_NAME_LINES: usize = 2;
/// Height of the caption above a spectrogram \[pixels\].
const CAPTION: usize = 54;
/// Distance between two rows of cells \[pixels\].
const ROW: usize = CAPTION + HEIGHT + 14;
/// Distance between two columns of cells \[pixels\].
const COLUMN: usize = (PAGE_WIDTH - 2 * MARGIN) / COLUMNS;
/// Marked frequencies and their labels \[Hz\].
const MARKS: [(f64, &str); 3] = [(100.0, "100"), (1e3, "1k"), (10e3, "10k")];
/// Distance between the dots of a marked frequency \[pixels\].
const DOTS: usize = 6;

/// Position of the paper in the palette, after the colours of levels.
const PAPER: u8 = colour_map::LEVELS as u8;
/// Position of the colour of names in the palette.
const INK: u8 = PAPER + 1;
/// Position of the colour of marks and labels in the palette.
const MARK: u8 = PAPER + 2;

fn palette() -> Vec<[u8; 3]> {
    let mut palette = colour_map::map();
    palette.extend([[250, 250, 248], [16, 16, 20], [120, 120, 130]]);
    palette
}

/// Draws a page as PNG.
pub(super) fn draw(title: &str, cells: &[Cell]) -> Result<Vec<u8>, Failure> {
    let height = MARGIN + TITLE + cells.len().div_ceil(COLUMNS) * ROW;
    let mut image = IndexedImage::new(PAGE_WIDTH, height, PAPER);
    let [low, high] = RANGE.map(|frequency| Unit::Hertz.format(frequency));
    let title = format!("{title}: {low} to {high}, {SECONDS} s, {DEPTH} dB");
    font::draw(&mut image, [MARGIN, MARGIN], &title, 2, INK);
    for (index, cell) in cells.iter().enumerate() {
        let x = MARGIN + index % COLUMNS * COLUMN;
        let y = MARGIN + TITLE + index / COLUMNS * ROW;
        draw_caption(&mut image, [x + LABELS, y], cell);
        draw_spectrogram(&mut image, [x + LABELS, y + CAPTION], &cell.pixels);
    }
    image.to_png(&palette())
}

/// Draws the name and the note of a cell, with the top left corner at `at`.
fn draw_caption(image: &mut IndexedImage, at: [usize; 2], cell: &Cell) {
    let [x, y] = at;
    let name = &cell.preset.name;
    let large = font::wrap(name, WIDTH, 2);
    let (lines, scale) =
        if large.len() <= MAX_NAME_LINES { (large, 2) } else { (font::wrap(name, WIDTH, 1), 1) };
    // The note is directly above the spectrogram, and the name above the note.
    let note = y + CAPTION - font::HEIGHT - 2;
    let line_height = scale * (font::HEIGHT + 1);
    let mut top = note - 1 - lines.len() * line_height;
    for line in &lines {
        font::draw(image, [x, top], line, scale, INK);
        top += line_height;
    }
    font::draw(image, [x, note], &cell.note(), 1, INK);
}

/// Draws a spectrogram with its marks, with the top left corner at `at`.
fn draw_spectrogram(image: &mut IndexedImage, at: [usize; 2], pixels: &[u8]) {
    let [x, y] = at;
    for (index, &pixel) in pixels.iter().enumerate() {
        image.set(x + index % WIDTH, y + index / WIDTH, pixel);
    }
    for (frequency, label) in MARKS {
        let line = y + row(frequency);
        for dot in (0..WIDTH).step_by(DOTS) {
            image.set(x + dot, line, MARK);
        }
        font::draw(image, [x - font::width(label, 1) - 2, line - 3], label, 1, MARK);
    }
    // A tick below the spectrogram at every second.
    for second in 0..=SECONDS as usize {
        image.fill(x + column(second as f64), y + HEIGHT, 1, 4, MARK);
    }
}

//! An image whose pixels are positions in a palette.

use crate::failure::Failure;

/// An image of at most 256 colours.
#[derive(Clone, Debug)]
pub(crate) struct IndexedImage {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl IndexedImage {
    /// Creates an image of one colour; `width` and `height` are in pixels.
    pub(crate) fn new(width: usize, height: usize, colour: u8) -> Self {
        Self { width, height, pixels: vec![colour; width * height] }
    }

    /// Sets the pixel at column `x` and row `y`, counted from the top left. Ignores pixels outside the image.
    pub(crate) fn set(&mut self, x: usize, y: usize, colour: u8) {
        if x < self.width
            && let Some(pixel) = self.pixels.get_mut(y * self.width + x)
        {
            *pixel = colour;
        }
    }

    /// Fills `width` × `height` pixels from column `x` and row `y`.
    pub(crate) fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: u8) {
        for row in y..y + height {
            for column in x..x + width {
                self.set(column, row, colour);
            }
        }
    }

    /// Encodes the image as PNG. `palette` has red, green and blue of every colour.
    pub(crate) fn to_png(&self, palette: &[[u8; 3]]) -> Result<Vec<u8>, Failure> {
        self.encode(palette).map_err(|why| Failure::Internal(format!("could not encode a picture: {why}")))
    }

    fn encode(&self, palette: &[[u8; 3]]) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette.concat());
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        writer.finish()?;
        Ok(bytes)
    }
}

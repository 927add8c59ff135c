//! Colour map of levels: equal steps of level are equal steps of lightness, from black through violet and red
//! to pale yellow.
//!
//! The steps are in Oklab, where equal distances look equal. Lightness alone gives the order, so that the map
//! can be read without colour vision.
//!
//! Source: \[Ottosson2020\].

use std::f64::consts::TAU;

/// Number of colours in the map; one step is a little more than 1 dB.
pub(crate) const LEVELS: usize = 64;

/// Returns red, green and blue of every level, from silence to the loudest.
pub(crate) fn map() -> Vec<[u8; 3]> {
    (0..LEVELS).map(|level| colour(level as f64 / (LEVELS - 1) as f64)).collect()
}

/// Returns the position in the map of a level \[dB\]. The last colour is the level `loudest` \[dB\], the first
/// is `depth` \[dB\] below it.
pub(crate) fn index(level: f64, loudest: f64, depth: f64) -> u8 {
    let way = ((level - loudest) / depth + 1.0).clamp(0.0, 1.0);
    (way * (LEVELS - 1) as f64).round() as u8
}

fn colour(way: f64) -> [u8; 3] {
    let lightness = 0.17 + 0.79 * way;
    // The hue runs from violet (290°) up through red (390°) to yellow (470°).
    let hue = (290.0 + 180.0 * way) / 360.0 * TAU;
    let wanted = 0.03 + 0.62 * way * (1.0 - way);
    // The chroma is reduced to the largest that a screen can show at this lightness.
    let mut chroma = wanted;
    while chroma > 0.0 && !shown(linear(lightness, chroma, hue)) {
        chroma -= 0.002;
    }
    linear(lightness, chroma.max(0.0), hue).map(encoded)
}

fn shown(rgb: [f64; 3]) -> bool {
    rgb.iter().all(|part| (0.0..=1.0).contains(part))
}

/// Converts Oklab lightness, chroma and hue \[rad\] to linear red, green and blue of sRGB.
fn linear(lightness: f64, chroma: f64, hue: f64) -> [f64; 3] {
    let (a, b) = (chroma * libm::cos(hue), chroma * libm::sin(hue));
    let cube = |x: f64| x * x * x;
    let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
    let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
    let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
    [
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
    ]
}

/// Encodes linear light from 0 to 1 as a byte of sRGB.
fn encoded(part: f64) -> u8 {
    let part = part.clamp(0.0, 1.0);
    let bent = if part <= 0.0031308 { 12.92 * part } else { 1.055 * libm::pow(part, 1.0 / 2.4) - 0.055 };
    (255.0 * bent).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_level_is_always_lighter() {
        let light = |[r, g, b]: [u8; 3]| {
            let part = |byte: u8| {
                let x = f64::from(byte) / 255.0;
                if x <= 0.04045 { x / 12.92 } else { libm::pow((x + 0.055) / 1.055, 2.4) }
            };
            0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
        };
        let map = map();
        for pair in map.windows(2) {
            assert!(light(pair[0]) < light(pair[1]), "{pair:?}");
        }
        assert!(light(map[0]) < 0.02, "silence is nearly black: {:?}", map[0]);
        assert!(light(map[LEVELS - 1]) > 0.8, "{:?}", map[LEVELS - 1]);
    }
}

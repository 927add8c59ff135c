//! The place in which sounds are heard: distance, floor, facades, walls and late reverberation.
//!
//! A sound is the pressure at 1 m from its source. A [`Place`] adds the mirror images of the source behind its
//! surfaces and, in a room, the late reverberation:
//!
//! ```math
//! p(t) = \frac{s(t)}{r} + \sum_i \frac{R_i}{r_i}\, s\!\left(t - \frac{r_i - r}{c}\right) + 10^{-3 r/(c T)}\, (h * s)(t)
//! ```
//!
//! | symbol   | here                        | unit | meaning                                                        |
//! |----------|-----------------------------|------|----------------------------------------------------------------|
//! | s        |                             | Pa   | pressure of the source at 1 m                                  |
//! | r        | [`DISTANCE`]                | m    | distance from the source to the ear                            |
//! | r_i, R_i | [`Place::reflections`]      | m, 1 | distance and reflection of an image source                     |
//! | h        | `late_reverb.rs`            | 1    | late reverberation, level from the volume ([`Shoebox`])        |
//! | T        | [`RoomAcoustics::decay`]    | s    | time in which sound falls by 60 dB                             |
//! | c        | 343                         | m/s  | speed of sound                                                 |
//!
//! The delay r/c of the direct sound is left out: all other delays are relative to it. The late part is
//! lowered by its decay during that time, as Barron found in halls.
//!
//! The reflection of a surface with the absorption α is R = √(1 − α). A floor alone gives a comb: notches at
//! the odd multiples of c/2Δ, Δ = r_1 − r. Source and ear are 1.5 m and 1.2 m above the floor, the heights of
//! source and microphone in measurements of rooms \[ISO3382\].
//!
//! | place      | surfaces                                    | T at 500 Hz, 4 kHz | values from                        |
//! |------------|---------------------------------------------|--------------------|------------------------------------|
//! | `free`     | none                                        |                    |                                    |
//! | `outdoors` | concrete ground, α = 0.02                   |                    | \[EverestPohlmann2009\]            |
//! | `room`     | 6.52 × 4.20 × 2.68 m, parquet, α = 0.06     | 0.59 s, 0.45 s     | \[IEC60268-13\], \[JacksonLeventhall1972\] |
//! | `kitchen`  | 3.6 × 3.0 × 2.5 m, vinyl tiles, α = 0.03    | 0.91 s, 0.71 s     | surfaces by \[EverestPohlmann2009\] |
//! | `bathroom` | 2.44 × 1.52 × 2.44 m, tiles, α = 0.01       | 1.07 s, 0.50 s     | surfaces by \[EverestPohlmann2009\] |
//! | `hall`     | 39.0 × 22.9 × 18.6 m, wood, α = 0.07        | 1.85 s, 1.41 s     | \[Beranek2004\], \[ISO9613-1\]     |
//! | `street`   | concrete ground, facades 20 m apart         |                    | \[Kang2000\], \[IsmailOldham2005\] |
//!
//! `room` is a listening room built by \[IEC60268-13\] as an average living room. Its times are those of 50 British
//! living rooms: 0.69 s at 125 Hz and 0.40 s at 8 kHz, interpolated over the octaves. The times of `kitchen` and
//! `bathroom` follow from their surfaces and one person by Sabine's formula; a test below has the areas.
//! `hall` is Boston Symphony Hall with an audience, 1.85 s; at 4 kHz the air takes 30 dB per km more. A facade
//! absorbs 0.1 of the energy \[Kang2000\] and scatters 0.11 of the rest \[IsmailOldham2005\]; the scattered part is
//! left out.
//!
//! Valid for a source that radiates equally in all directions, and where the absorption of air along the path is
//! negligible: 100 m take 3 dB at 4 kHz.
//!
//! Source: \[AllenBerkley1979\] for the images, \[Barron1988\] for the level of the late part. Facts:
//! `tests/all/place_facts.rs`.

use super::mesh::SOUND;
use super::shoebox::Shoebox;
use foley_params::{Info, ParamError, Scale, Unit, choices};

choices! {
    /// A place in which sounds are heard.
    pub enum Place {
        /// No surface: nothing is added to the sound.
        Free = "free",
        /// A hard ground under the open sky.
        Outdoors = "outdoors",
        /// A furnished living room.
        Room = "room",
        /// A kitchen with cupboards and a curtain.
        Kitchen = "kitchen",
        /// A small tiled bathroom.
        Bathroom = "bathroom",
        /// A concert hall with its audience.
        Hall = "hall",
        /// A street between two rows of houses.
        Street = "street",
    }
}

/// Range and default of the distance from the source to the ear.
pub const DISTANCE: Info = Info {
    id: "distance",
    symbol: "r",
    unit: Unit::Metre,
    doc: "Distance from the source to the ear.",
    min: 0.3,
    max: 100.0,
    scale: Scale::Logarithmic,
    default: 1.0,
    glide: 0.0,
    handle: None,
};

/// Height of the source above the floor \[m\].
pub const SOURCE_HEIGHT: f64 = 1.5;
/// Height of the ear above the floor \[m\].
pub const EAR_HEIGHT: f64 = 1.2;
/// Distance between the ears of neighbouring channels \[m\].
const EAR_SPACING: f64 = 0.18;
/// Minimum distance of source and ear from a wall \[m\].
const WALL_MARGIN: f64 = 0.3;
/// Centre of source and ear as fractions of length and width. Beside the middle, so that no two images are at the
/// same distance.
const CENTRE: [f64; 2] = [0.47, 0.46];
/// Sine of the angle between the length of the place and the line from the source to the ear \[1\].
const ASLANT: f64 = 0.34;
/// Frequencies at which decay times are declared \[Hz\].
pub const DECAY_FREQUENCIES: [f64; 2] = [500.0, 4000.0];
/// Crossover frequency between the decay of low and of high frequencies \[Hz\].
pub const CROSSOVER: f64 = 2000.0;
/// Width of the street, from facade to facade \[m\].
pub const STREET_WIDTH: f64 = 20.0;
/// Fraction of the energy that a facade absorbs \[1\].
const FACADE_ABSORPTION: f64 = 0.1;
/// Fraction of the energy that a facade scatters, of what it does not absorb \[1\].
const FACADE_SCATTERING: f64 = 0.11;
/// Level relative to the direct sound below which images of the street are left out \[1\].
const FAINTEST_IMAGE: f64 = 1e-3;
/// Maximum number of reflections between the facades.
const MAX_ORDER: i32 = 40;

/// Size and decay times of a room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoomAcoustics {
    /// The room as a box.
    pub shoebox: Shoebox,
    /// Times in which sound falls by 60 dB, at [`DECAY_FREQUENCIES`] \[s\].
    pub decay: [f64; 2],
}

impl RoomAcoustics {
    /// Returns the decay times far below and far above [`CROSSOVER`] that give the declared ones \[s\]. A loss by
    /// a one-pole shelf has the rate 1/T = w/T_low + (1 − w)/T_high, w = 1/(1 + (f/f_c)²). Real-time: yes.
    pub fn shelf(&self) -> [f64; 2] {
        let weights = DECAY_FREQUENCIES.map(|f| 1.0 / (1.0 + (f / CROSSOVER) * (f / CROSSOVER)));
        let [a, b] = weights;
        let [p, q] = self.decay.map(|seconds| 1.0 / seconds);
        let low = ((1.0 - b) * p - (1.0 - a) * q) / (a - b);
        let high = (a * q - b * p) / (a - b);
        [1.0 / low, 1.0 / high]
    }
}

/// An image source, as one ear hears it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImageSource {
    /// Time after the direct sound \[s\].
    pub delay: f64,
    /// Pressure relative to that of the source at 1 m \[1\].
    pub gain: f64,
}

impl Place {
    /// Returns the place with the name `name`.
    ///
    /// # Errors
    /// If there is no such place; the error lists all of them.
    pub fn parse(name: &str) -> Result<Self, ParamError> {
        Self::by_name(name).ok_or_else(|| ParamError::unknown_name("place", name, Self::NAMES.to_vec()))
    }

    /// Returns a description of the place in one sentence.
    pub const fn doc(self) -> &'static str {
        match self {
            Self::Free => "No surface: nothing is added to the sound.",
            Self::Outdoors => "A hard ground under the open sky.",
            Self::Room => "A furnished living room.",
            Self::Kitchen => "A kitchen with cupboards and a curtain.",
            Self::Bathroom => "A small tiled bathroom.",
            Self::Hall => "A concert hall with its audience.",
            Self::Street => "A street between two rows of houses.",
        }
    }

    /// Returns size and decay times of a room; `None` for a place without walls and ceiling.
    pub const fn room(self) -> Option<RoomAcoustics> {
        let (size, decay) = match self {
            Self::Free | Self::Outdoors | Self::Street => return None,
            Self::Room => ([6.52, 4.20, 2.68], [0.59, 0.45]),
            Self::Kitchen => ([3.6, 3.0, 2.5], [0.91, 0.71]),
            Self::Bathroom => ([2.44, 1.52, 2.44], [1.07, 0.50]),
            Self::Hall => ([39.0, 22.9, 18.6], [1.85, 1.41]),
        };
        Some(RoomAcoustics { shoebox: Shoebox { size }, decay })
    }

    /// Returns the absorption of the floor at 1 kHz \[1\]; `None` for a place without a floor.
    pub const fn floor_absorption(self) -> Option<f64> {
        match self {
            Self::Free => None,
            Self::Outdoors | Self::Street => Some(0.02),
            Self::Room => Some(0.06),
            Self::Kitchen => Some(0.03),
            Self::Bathroom => Some(0.01),
            Self::Hall => Some(0.07),
        }
    }

    /// Returns the reflection of the floor \[1\]; 0 for a place without a floor.
    pub fn floor_reflection(self) -> f64 {
        self.floor_absorption().map_or(0.0, |absorption| (1.0 - absorption).sqrt())
    }

    /// Returns the largest distance of source and ear that the place has room for \[m\].
    pub fn max_distance(self) -> f64 {
        let Some(RoomAcoustics { shoebox: Shoebox { size: [length, width, _] }, .. }) = self.room() else {
            return DISTANCE.max;
        };
        let along = 2.0 * (CENTRE[0] * length - WALL_MARGIN) / (1.0 - ASLANT * ASLANT).sqrt();
        let across = 2.0 * (CENTRE[1] * width - WALL_MARGIN) / ASLANT;
        let most = libm::hypot(along.min(across), SOURCE_HEIGHT - EAR_HEIGHT);
        // Rounded down to a centimetre, so that the printed limit is allowed.
        (100.0 * most.min(DISTANCE.max)).floor() / 100.0
    }

    /// Checks that source and ear can be `distance` \[m\] apart in this place, and returns the distance.
    ///
    /// # Errors
    /// If the distance is not finite, shorter than the minimum, or longer than [`Place::max_distance`].
    pub fn check_distance(self, distance: f64) -> Result<f64, ParamError> {
        Info { max: self.max_distance(), ..DISTANCE }.check(distance)
    }

    /// Returns the image sources of one of `channels` ears, the image below the floor first. The direct sound is
    /// not among them. Real-time: no.
    pub fn reflections(self, distance: f64, channel: usize, channels: usize) -> Vec<ImageSource> {
        if self == Self::Free {
            return Vec::new();
        }
        let [source, mut ear] = self.positions(distance);
        ear[1] += EAR_SPACING * (channel as f64 - 0.5 * (channels.max(1) - 1) as f64);
        let floor = self.floor_reflection();
        let image = |position: [f64; 3], reflection: f64| {
            let squares = position.iter().zip(ear).map(|(a, b)| (a - b) * (a - b));
            let away = squares.sum::<f64>().sqrt();
            ImageSource { delay: (away - distance).max(0.0) / SOUND, gain: reflection / away }
        };
        let [x, y, z] = source;
        let mut images = vec![image([x, y, -z], floor)];
        if let Some(RoomAcoustics { shoebox, decay: [seconds, _] }) = self.room() {
            let wall = shoebox.reflection(seconds);
            let [length, width, height] = shoebox.size;
            for position in [
                [-x, y, z],
                [2.0 * length - x, y, z],
                [x, -y, z],
                [x, 2.0 * width - y, z],
                [x, y, 2.0 * height - z],
            ] {
                images.push(image(position, wall));
            }
        }
        if self == Self::Street {
            let facade = ((1.0 - FACADE_ABSORPTION) * (1.0 - FACADE_SCATTERING)).sqrt();
            for order in 1..=MAX_ORDER {
                let strength = libm::pow(facade, f64::from(order));
                // The image behind the right facade, then that behind the left one.
                for order in [order, -order] {
                    let y = if order % 2 == 0 { y } else { STREET_WIDTH - y };
                    let y = f64::from(order) * STREET_WIDTH + y;
                    let above = image([x, y, z], strength);
                    if above.gain * distance >= FAINTEST_IMAGE {
                        images.push(above);
                        images.push(image([x, y, -z], strength * floor));
                    }
                }
            }
        }
        images
    }

    /// Returns the positions of source and ear \[m\].
    fn positions(self, distance: f64) -> [[f64; 3]; 2] {
        let ([length, width], max_across) = match self.room() {
            Some(RoomAcoustics { shoebox: Shoebox { size: [length, width, _] }, .. }) => {
                ([length, width], f64::INFINITY)
            }
            None => ([0.0, STREET_WIDTH], 0.3 * STREET_WIDTH),
        };
        let rise = SOURCE_HEIGHT - EAR_HEIGHT;
        let apart = (distance * distance - rise * rise).max(0.0).sqrt();
        let across = (ASLANT * apart).min(max_across);
        let along = (apart * apart - across * across).sqrt();
        let [x, y] = [CENTRE[0] * length, CENTRE[1] * width];
        [[x + 0.5 * along, y - 0.5 * across, SOURCE_HEIGHT], [x - 0.5 * along, y + 0.5 * across, EAR_HEIGHT]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_place_is_rejected_with_the_list_of_places() {
        let error = Place::parse("kitchn").unwrap_err().to_string();
        assert!(error.contains("did you mean `kitchen`?"), "{error}");
        for name in Place::NAMES {
            assert!(error.contains(name), "{name}: {error}");
        }
        for &place in Place::ALL {
            assert_eq!(Place::parse(place.name()), Ok(place));
        }
    }

    #[test]
    fn source_and_ear_are_inside_the_room_and_as_far_apart_as_requested() {
        for &place in Place::ALL {
            for distance in [DISTANCE.min, 1.0, place.max_distance()] {
                place.check_distance(distance).unwrap();
                let [source, ear] = place.positions(distance);
                let squares: f64 = source.iter().zip(ear).map(|(a, b)| (a - b) * (a - b)).sum();
                let found = squares.sqrt();
                // Rounding of a square root.
                assert!((found - distance).abs() < 1e-12, "{}: {found} for {distance} m", place.name());
                if let Some(room) = place.room() {
                    for position in [source, ear] {
                        for (at, side) in position.iter().zip(room.shoebox.size) {
                            assert!(*at > 0.2 && *at < side - 0.2, "{}: {position:?}", place.name());
                        }
                    }
                }
            }
            assert!(place.check_distance(place.max_distance() + 0.01).is_err());
            assert!(place.check_distance(f64::NAN).is_err());
        }
    }

    /// Area \[m²\] of a surface and its absorption at 500 Hz and 4 kHz \[1\]. A person has the area 1 m².
    type Surface = (f64, [f64; 2]);

    /// Gypsum board on studs.
    const BOARD: [f64; 2] = [0.05, 0.09];
    /// Door of solid wood.
    const DOOR: [f64; 2] = [0.05, 0.04];
    /// Absorption area of a standing person \[m²\], \[Kuttruff2009\].
    const PERSON: [f64; 2] = [0.59, 1.12];

    #[test]
    fn the_times_of_kitchen_and_bathroom_follow_from_their_surfaces() {
        // Absorption by \[EverestPohlmann2009\], appendix: vinyl tiles, boards, door, a curtain of 14 oz/yd²,
        // cupboards of plywood; glazed tiles, boards, door, a shower curtain as velour of 10 oz/yd².
        let kitchen: [Surface; 7] = [
            (10.8, [0.03, 0.02]),
            (10.8, BOARD),
            (21.0, BOARD),
            (1.6, DOOR),
            (1.4, [0.49, 0.60]),
            (9.0, [0.17, 0.11]),
            (1.0, PERSON),
        ];
        let bathroom: [Surface; 5] =
            [(21.4, [0.01, 0.02]), (3.71, BOARD), (1.6, DOOR), (2.7, [0.11, 0.35]), (1.0, PERSON)];
        for (place, surfaces) in [(Place::Kitchen, &kitchen[..]), (Place::Bathroom, &bathroom[..])] {
            let room = place.room().unwrap();
            for (band, declared) in room.decay.into_iter().enumerate() {
                let area: f64 = surfaces.iter().map(|(area, absorption)| area * absorption[band]).sum();
                let expected = 0.161 * room.shoebox.volume() / area;
                // Declared with two digits after the point.
                assert!(
                    (declared - expected).abs() < 0.01,
                    "{}: {declared} s for {expected} s",
                    place.name()
                );
            }
        }
    }
}

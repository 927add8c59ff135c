//! Recipes: how a file was made, stored in the chunk `foly` of WAV and the block `foly` of FLAC.
//!
//! ```json
//! {"version":"0.1.0","seed":0,"rate":48000.0,"seconds":2.0,"format":"24","level":{"normalise":-1.0},
//!  "scene":{…}}
//! ```
//!
//! `scene` is the scene after all changes. A sound of the catalogue has `preset` instead, with its score, and
//! its number of `channels`. `place` and `distance` \[m\] are left out if they are `free` and 1 m.
//! `"seconds":"auto"` plays until the sound has ended. An effect has `effect` with
//! the preset and the name and hash of its input file. A morph has `morph`. A stem names its output in `stem`.

use crate::Level;
use crate::sound_file::Format;
use foley_catalogue::spaces::Place;
use foley_catalogue::spaces::place::DISTANCE;
use foley_document::Tree;
use foley_params::Info;
use foley_scene::file::{RATE, SECONDS};
use serde_json::Number;

/// Maximum channels of a sound: a ring of sixteen loudspeakers. FLAC holds at most 8.
pub const MAX_CHANNELS: usize = 16;

/// Duration of a render.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// Plays until the sound has ended.
    Auto,
    /// Plays for a fixed duration \[s\].
    Seconds(f64),
}

impl Length {
    /// Name of [`Length::Auto`] in options and recipes.
    pub const AUTO: &'static str = "auto";

    /// Parses `auto` or a time with an optional unit.
    ///
    /// # Errors
    /// If the text is neither.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text == Self::AUTO {
            return Ok(Self::Auto);
        }
        SECONDS
            .parse(text)
            .map(Self::Seconds)
            .map_err(|why| format!("{why} `{}` is also allowed.", Self::AUTO))
    }

    /// Returns the fixed duration \[s\]; `None` for [`Length::Auto`].
    pub const fn seconds(self) -> Option<f64> {
        match self {
            Self::Auto => None,
            Self::Seconds(seconds) => Some(seconds),
        }
    }
}

/// The sound of a recipe, as JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum RecipeBody {
    /// A scene, stored under the key `scene`.
    Scene(Tree),
    /// A preset of the catalogue, stored under the key `preset`.
    Preset(Tree),
    /// Several presets and the path between them, stored under the key `morph`.
    Morph(Tree),
    /// A preset and a reference to its input file, stored under the key `effect`.
    Effect(Tree),
}

impl RecipeBody {
    const KEYS: [&str; 4] = ["scene", "preset", "morph", "effect"];

    fn key(&self) -> &'static str {
        match self {
            Self::Scene(_) => "scene",
            Self::Preset(_) => "preset",
            Self::Morph(_) => "morph",
            Self::Effect(_) => "effect",
        }
    }

    /// Returns the scene, preset, morph or effect as JSON.
    pub fn tree(&self) -> &Tree {
        match self {
            Self::Scene(tree) | Self::Preset(tree) | Self::Morph(tree) | Self::Effect(tree) => tree,
        }
    }
}

/// The settings of a render. The rendered sound is the [`RecipeBody`].
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// Version of Foley that wrote the file.
    pub version: String,
    /// Seed of all random numbers of the render.
    pub seed: u64,
    /// Sample rate of the file \[Hz\].
    pub rate: f64,
    /// Duration of the rendered sound.
    pub seconds: Length,
    /// Number of channels of a preset, morph or effect; a scene defines its own channels.
    pub channels: usize,
    /// Coding of the samples in the file.
    pub format: Format,
    /// Level of the file: the stored loudness, its peak, or a gain on SI values.
    pub level: Level,
    /// Place in which the mix is heard.
    pub place: Place,
    /// Distance from the source to the ear \[m\].
    pub distance: f64,
    /// Name of the only output in the file; `None` for the mix.
    pub stem: Option<String>,
}

impl Recipe {
    /// Whether the mix is heard elsewhere than in the free field at 1 m.
    pub fn has_place(&self) -> bool {
        self.place != Place::Free || self.distance != DISTANCE.default
    }

    /// Writes the recipe as one line of JSON. Reading that line gives the same bits.
    pub fn write(&self, body: &RecipeBody) -> String {
        let text = |text: &str| Tree::Text(text.to_owned());
        let mut fields = vec![
            ("version", text(&self.version)),
            ("seed", Tree::Number(self.seed.into())),
            ("rate", number(self.rate)),
            ("seconds", self.seconds.seconds().map_or_else(|| text(Length::AUTO), number)),
            ("format", text(self.format.name())),
            ("level", Tree::Object(vec![(self.level.name().to_owned(), number(self.level.decibels()))])),
        ];
        if self.has_place() {
            fields.push(("place", text(self.place.name())));
            fields.push(("distance", number(self.distance)));
        }
        fields.extend(self.stem.as_ref().map(|stem| ("stem", text(stem))));
        if !matches!(body, RecipeBody::Scene(_)) {
            fields.push(("channels", Tree::Number(self.channels.into())));
        }
        fields.push((body.key(), body.tree().clone()));
        let fields = fields.into_iter().map(|(key, value)| (key.to_owned(), value));
        Tree::Object(fields.collect()).to_string()
    }

    /// Reads a recipe from untrusted JSON.
    ///
    /// # Errors
    /// If a key is missing or has a value that is not allowed.
    pub fn read(text: &str) -> Result<(RecipeBody, Self), String> {
        let tree = Tree::parse(text).map_err(|why| why.to_string())?;
        let get = |key: &str| tree.get(key).ok_or_else(|| format!("has no `{key}`."));
        let string = |key: &str| match get(key)? {
            Tree::Text(text) => Ok(text.clone()),
            other => Err(format!("at `{key}`: expected a text, found {}.", other.kind())),
        };
        let Tree::Number(seed) = get("seed")? else {
            return Err("at `seed`: expected a number.".to_owned());
        };
        let format = string("format")?;
        let level = get("level")?;
        let level = Level::NAMES.iter().find_map(|name| match level.get(name) {
            Some(Tree::Number(value)) => Level::new(name, value.as_f64()?),
            _ => None,
        });
        let body = match RecipeBody::KEYS.map(|key| tree.get(key).cloned()) {
            [Some(scene), None, None, None] => RecipeBody::Scene(scene),
            [None, Some(preset), None, None] => RecipeBody::Preset(preset),
            [None, None, Some(morph), None] => RecipeBody::Morph(morph),
            [None, None, None, Some(effect)] => RecipeBody::Effect(effect),
            _ => {
                return Err(
                    "there must be exactly one of `scene`, `preset`, `morph` and `effect`.".to_owned()
                );
            }
        };
        let channels = match (tree.get("channels"), &body) {
            (None, RecipeBody::Scene(_)) => Some(1),
            (
                Some(Tree::Number(count)),
                RecipeBody::Preset(_) | RecipeBody::Morph(_) | RecipeBody::Effect(_),
            ) => count
                .as_u64()
                .and_then(|count| usize::try_from(count).ok())
                .filter(|count| (1..=MAX_CHANNELS).contains(count)),
            _ => None,
        };
        let seconds = match get("seconds")? {
            Tree::Text(text) if text == Length::AUTO && !matches!(body, RecipeBody::Scene(_)) => Length::Auto,
            tree => Length::Seconds(quantity(tree, &SECONDS)?),
        };
        let recipe = Self {
            version: string("version")?,
            seed: seed.as_u64().ok_or("at `seed`: expected a whole number from 0.")?,
            rate: quantity(get("rate")?, &RATE)?,
            seconds,
            channels: channels.ok_or_else(|| format!("at `channels`: 1 to {MAX_CHANNELS} are allowed."))?,
            format: Format::by_name(&format).ok_or_else(|| {
                format!("at `format`: `{format}` is unknown; 16, 24 and float are allowed.")
            })?,
            level: level
                .ok_or("at `level`: expected `loudness`, `normalise` or `gain` with a value in its range.")?,
            place: match tree.get("place") {
                Some(_) => Place::parse(&string("place")?).map_err(|why| format!("at `place`: {why}"))?,
                None => Place::Free,
            },
            distance: tree.get(DISTANCE.id).map_or(Ok(DISTANCE.default), |tree| quantity(tree, &DISTANCE))?,
            stem: tree.get("stem").map(|_| string("stem")).transpose()?,
        };
        Ok((body, recipe))
    }
}

fn number(value: f64) -> Tree {
    Number::from_f64(value).map_or(Tree::Null, Tree::Number)
}

fn quantity(tree: &Tree, info: &Info) -> Result<f64, String> {
    let Tree::Number(number) = tree else {
        return Err(format!("at `{}`: expected a number.", info.id));
    };
    let value = number.as_f64().unwrap_or(f64::NAN);
    info.check(value).map_err(|why| format!("at `{}`: {why}", info.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_reads_back_unchanged() {
        let tree = Tree::parse(r#"{"b":1.1,"a":["35 g",1e-300,18446744073709551615,"\u0001\"ü"]}"#).unwrap();
        for (level, stem, body, seconds, channels) in [
            (Level::Normalise(-1.0), None, RecipeBody::Scene(tree.clone()), Length::Seconds(1.0 / 3.0), 1),
            (
                Level::Gain(0.1 + 0.2),
                Some("tap".to_owned()),
                RecipeBody::Preset(tree.clone()),
                Length::Auto,
                2,
            ),
        ] {
            let recipe = Recipe {
                version: "0.1.0".to_owned(),
                seed: u64::MAX,
                rate: 44100.0,
                seconds,
                channels,
                format: Format::Float,
                level,
                place: if channels == 2 { Place::Hall } else { Place::Free },
                distance: 1.0 + 0.1 * channels as f64,
                stem,
            };
            let text = recipe.write(&body);
            assert_eq!(Recipe::read(&text), Ok((body, recipe)), "{text}");
        }
    }

    #[test]
    fn an_invalid_recipe_is_rejected() {
        let good = r#"{"version":"0","seed":1,"rate":48000,"seconds":1,"format":"24","level":{"gain":0},"scene":{}}"#;
        Recipe::read(good).unwrap();
        for (old, new) in [
            ("\"seed\":1", "\"seed\":-1"),
            ("\"rate\":48000", "\"rate\":1e300"),
            ("\"seconds\":1", "\"seconds\":0"),
            ("\"24\"", "\"8\""),
            ("\"gain\":0", "\"loud\":0"),
            ("\"gain\":0", "\"gain\":1e6"),
            ("\"version\":\"0\"", "\"version\":0"),
            ("\"version\"", "\"place\":\"cellar\",\"version\""),
            ("\"version\"", "\"distance\":0,\"version\""),
            ("\"scene\"", "\"score\""),
            ("\"seconds\":1", "\"seconds\":\"auto\""),
            ("\"scene\":{}", "\"preset\":{}"),
            ("\"scene\":{}", "\"channels\":17,\"preset\":{}"),
            ("\"scene\":{}", "\"scene\":{},\"preset\":{}"),
            ("{", "["),
        ] {
            let bad = good.replacen(old, new, 1);
            assert!(Recipe::read(&bad).is_err(), "{bad}");
        }
    }
}

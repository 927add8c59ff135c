//! How a file was made, as it says so itself: the chunk `foly` of a WAV file, the block `foly` of a FLAC
//! file.
//!
//! ```json
//! {"version":"0.1.0","seed":0,"rate":48000.0,"seconds":2.0,"format":"24","level":{"normalise":-1.0},"scene":{…}}
//! ```
//!
//! The scene is as it was after all that was set. Where it was a sound of the catalogue there is its `preset`
//! instead, with its score and how many `channels` it has, and `"seconds":"auto"` if it was played until it
//! was over. Where it listened to a file there is an `effect` with the preset, and the name and the hash of
//! that file. A stem also says which output it is.

use super::level::Level;
use crate::sound_file::Format;
use foley_document::Tree;
use foley_params::Info;
use foley_scene::file::{RATE, SECONDS};
use serde_json::Number;

/// Most channels of a sound: a ring of sixteen loudspeakers. A FLAC file can have no more than 8, and says
/// so.
pub(super) const MOST_CHANNELS: usize = 16;

/// How long it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Length {
    /// Until it is over.
    Auto,
    /// So many seconds \[s\].
    Seconds(f64),
}

impl Length {
    /// As flags and files call what is over when it is over.
    pub(super) const AUTO: &'static str = "auto";

    /// What somebody wrote.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        if text == Self::AUTO {
            return Ok(Self::Auto);
        }
        SECONDS.parse(text).map(Self::Seconds).map_err(|why| format!("{why} Or it may be `{}`.", Self::AUTO))
    }

    /// Seconds, if they are known.
    pub(super) const fn seconds(self) -> Option<f64> {
        match self {
            Self::Auto => None,
            Self::Seconds(seconds) => Some(seconds),
        }
    }
}

/// What it was made of, as it stands in the file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Recipe {
    /// A scene.
    Scene(Tree),
    /// A sound of the catalogue.
    Preset(Tree),
    /// Several sounds, and the way between them.
    Morph(Tree),
    /// A sound that listened, and what to.
    Effect(Tree),
}

impl Recipe {
    const KEYS: [&str; 4] = ["scene", "preset", "morph", "effect"];

    fn key(&self) -> &'static str {
        match self {
            Self::Scene(_) => "scene",
            Self::Preset(_) => "preset",
            Self::Morph(_) => "morph",
            Self::Effect(_) => "effect",
        }
    }

    fn tree(&self) -> &Tree {
        match self {
            Self::Scene(tree) | Self::Preset(tree) | Self::Morph(tree) | Self::Effect(tree) => tree,
        }
    }
}

/// All but what it was made of.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Record {
    pub(super) version: String,
    pub(super) seed: u64,
    pub(super) rate: f64,
    pub(super) seconds: Length,
    /// Of a sound; a scene says itself.
    pub(super) channels: usize,
    pub(super) format: Format,
    pub(super) level: Level,
    /// The one output that is in the file, by name.
    pub(super) stem: Option<String>,
}

impl Record {
    /// As JSON in one line, which reads back to the last bit.
    pub(super) fn write(&self, recipe: &Recipe) -> String {
        let text = |text: &str| Tree::Text(text.to_owned());
        let mut fields = vec![
            ("version", text(&self.version)),
            ("seed", Tree::Number(self.seed.into())),
            ("rate", number(self.rate)),
            ("seconds", self.seconds.seconds().map_or_else(|| text(Length::AUTO), number)),
            ("format", text(self.format.name())),
            ("level", Tree::Object(vec![(self.level.name().to_owned(), number(self.level.decibels()))])),
        ];
        fields.extend(self.stem.as_ref().map(|stem| ("stem", text(stem))));
        if !matches!(recipe, Recipe::Scene(_)) {
            fields.push(("channels", Tree::Number(self.channels.into())));
        }
        fields.push((recipe.key(), recipe.tree().clone()));
        let fields = fields.into_iter().map(|(key, value)| (key.to_owned(), value));
        Tree::Object(fields.collect()).to_string()
    }

    /// What it was made of, and all else. Who else wrote it may have written anything.
    pub(super) fn read(text: &str) -> Result<(Recipe, Self), String> {
        let tree = Tree::parse(text).map_err(|why| why.to_string())?;
        let get = |key: &str| tree.get(key).ok_or_else(|| format!("has no `{key}`."));
        let string = |key: &str| match get(key)? {
            Tree::Text(text) => Ok(text.clone()),
            other => Err(format!("at `{key}`: {} stands where a text is wanted.", other.kind())),
        };
        let Tree::Number(seed) = get("seed")? else {
            return Err("at `seed`: a number is wanted.".to_owned());
        };
        let format = string("format")?;
        let level = get("level")?;
        let level = Level::NAMES.iter().find_map(|name| match level.get(name) {
            Some(Tree::Number(value)) => Level::new(name, value.as_f64()?),
            _ => None,
        });
        let recipe = match Recipe::KEYS.map(|key| tree.get(key).cloned()) {
            [Some(scene), None, None, None] => Recipe::Scene(scene),
            [None, Some(preset), None, None] => Recipe::Preset(preset),
            [None, None, Some(morph), None] => Recipe::Morph(morph),
            [None, None, None, Some(effect)] => Recipe::Effect(effect),
            _ => return Err("must have one of `scene`, `preset`, `morph` and `effect`.".to_owned()),
        };
        let channels = match (tree.get("channels"), &recipe) {
            (None, Recipe::Scene(_)) => Some(1),
            (Some(Tree::Number(count)), Recipe::Preset(_) | Recipe::Morph(_) | Recipe::Effect(_)) => count
                .as_u64()
                .and_then(|count| usize::try_from(count).ok())
                .filter(|count| (1..=MOST_CHANNELS).contains(count)),
            _ => None,
        };
        let seconds = match get("seconds")? {
            Tree::Text(text) if text == Length::AUTO && !matches!(recipe, Recipe::Scene(_)) => Length::Auto,
            tree => Length::Seconds(quantity(tree, &SECONDS)?),
        };
        let record = Self {
            version: string("version")?,
            seed: seed.as_u64().ok_or("at `seed`: it is no whole number.")?,
            rate: quantity(get("rate")?, &RATE)?,
            seconds,
            channels: channels.ok_or_else(|| format!("at `channels`: a sound has 1 to {MOST_CHANNELS}."))?,
            format: Format::by_name(&format)
                .ok_or_else(|| format!("at `format`: there is no `{format}`."))?,
            level: level.ok_or("at `level`: it says no level.")?,
            stem: tree.get("stem").map(|_| string("stem")).transpose()?,
        };
        Ok((recipe, record))
    }
}

fn number(value: f64) -> Tree {
    Number::from_f64(value).map_or(Tree::Null, Tree::Number)
}

fn quantity(tree: &Tree, info: &Info) -> Result<f64, String> {
    let Tree::Number(number) = tree else {
        return Err(format!("at `{}`: a number is wanted.", info.id));
    };
    let value = number.as_f64().unwrap_or(f64::NAN);
    info.check(value).map_err(|why| format!("at `{}`: {why}", info.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_comes_back_to_the_last_bit() {
        let tree = Tree::parse(r#"{"b":1.1,"a":["35 g",1e-300,18446744073709551615,"\u0001\"ü"]}"#).unwrap();
        for (level, stem, recipe, seconds, channels) in [
            (Level::Normalise(-1.0), None, Recipe::Scene(tree.clone()), Length::Seconds(1.0 / 3.0), 1),
            (Level::Gain(0.1 + 0.2), Some("tap".to_owned()), Recipe::Preset(tree.clone()), Length::Auto, 2),
        ] {
            let record = Record {
                version: "0.1.0".to_owned(),
                seed: u64::MAX,
                rate: 44100.0,
                seconds,
                channels,
                format: Format::Float,
                level,
                stem,
            };
            let text = record.write(&recipe);
            assert_eq!(Record::read(&text), Ok((recipe, record)), "{text}");
        }
    }

    #[test]
    fn a_record_of_anything_else_is_refused() {
        let good = r#"{"version":"0","seed":1,"rate":48000,"seconds":1,"format":"24","level":{"gain":0},"scene":{}}"#;
        Record::read(good).unwrap();
        for (old, new) in [
            ("\"seed\":1", "\"seed\":-1"),
            ("\"rate\":48000", "\"rate\":1e300"),
            ("\"seconds\":1", "\"seconds\":0"),
            ("\"24\"", "\"8\""),
            ("\"gain\":0", "\"loud\":0"),
            ("\"gain\":0", "\"gain\":1e6"),
            ("\"version\":\"0\"", "\"version\":0"),
            ("\"scene\"", "\"score\""),
            ("\"seconds\":1", "\"seconds\":\"auto\""),
            ("\"scene\":{}", "\"preset\":{}"),
            ("\"scene\":{}", "\"channels\":17,\"preset\":{}"),
            ("\"scene\":{}", "\"scene\":{},\"preset\":{}"),
            ("{", "["),
        ] {
            let bad = good.replacen(old, new, 1);
            assert!(Record::read(&bad).is_err(), "{bad}");
        }
    }
}

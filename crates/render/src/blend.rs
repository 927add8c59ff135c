//! Several sounds of one model and the path between them.
//!
//! ```json
//! {"ends":[{preset},{preset}],"path":[[0,[1,0]],[4,[0,1]]],"what":"all","score":[{"at":0,"strike":1}]}
//! ```
//!
//! `path` lists times \[s\], each with one weight per end. Weights are interpolated linearly; the first and
//! the last point hold.

use crate::RenderError;
use foley_catalogue::preset::Preset;
use foley_document::Tree;
use foley_sound::{Aspects, Morph, Score};
use serde_json::Number;

/// A morph: several sounds of one model and the path between them.
#[derive(Clone, Debug)]
pub struct Blend {
    /// The sounds of the morph, all of one model.
    pub ends: Vec<Preset>,
    /// Path of the morph: times \[s\], each with one weight per sound in `ends`.
    pub path: Vec<(f64, Vec<f64>)>,
    /// Name of the morphed aspects, from [`ASPECTS`].
    pub aspects: &'static str,
    /// Gestures and settings that are played during the morph.
    pub score: Score,
}

/// Aspects of a sound that may be morphed, by name.
pub const ASPECTS: [(&str, Aspects); 3] =
    [("all", Aspects::ALL), ("structure", Aspects::STRUCTURE), ("interaction", Aspects::GESTURE)];

impl Blend {
    /// Returns the aspects of the sounds that are morphed.
    pub fn aspects(&self) -> Aspects {
        let named = ASPECTS.iter().find(|(name, _)| *name == self.aspects);
        named.map_or(Aspects::ALL, |&(_, aspects)| aspects)
    }

    /// Prepares the morph for playing with a number of channels.
    ///
    /// # Errors
    /// If the ends are not of one model.
    pub fn morph(&self, channels: usize) -> Result<Morph, RenderError> {
        let morph = foley_catalogue::preset::morph(&self.ends)
            .map_err(|why| RenderError::request(format!("{why}.")))?;
        Ok(morph.with_channels(channels))
    }

    /// Returns the names of the morphed presets, joined by `to`.
    pub fn title(&self) -> String {
        let names: Vec<_> = self.ends.iter().map(|end| end.name.as_str()).collect();
        names.join(" to ")
    }

    /// Returns the slugs of the morphed presets, joined by `-to-`.
    pub fn slug(&self) -> String {
        let names: Vec<_> = self.ends.iter().map(Preset::slug).collect();
        names.join("-to-")
    }

    /// Returns the blend as JSON.
    pub fn tree(&self) -> Tree {
        // The text was just written, so it parses.
        let parsed = |text: String| Tree::parse(&text).unwrap_or(Tree::Null);
        let ends = self.ends.iter().map(|end| parsed(end.to_json())).collect();
        let point = |(at, weights): &(f64, Vec<f64>)| {
            let weights = weights.iter().map(|&weight| number(weight)).collect();
            Tree::List(vec![number(*at), Tree::List(weights)])
        };
        let mut fields = vec![
            ("ends", Tree::List(ends)),
            ("path", Tree::List(self.path.iter().map(point).collect())),
            ("what", Tree::Text(self.aspects.to_owned())),
        ];
        if let Some(first) = self.ends.first() {
            fields
                .push(("score", parsed(foley_catalogue::preset::score_to_json(&self.score, &*first.sound))));
        }
        let fields = fields.into_iter().map(|(key, value)| (key.to_owned(), value));
        Tree::Object(fields.collect())
    }

    /// Reads a blend from untrusted JSON.
    ///
    /// # Errors
    /// If a key is missing or has a value that is not allowed.
    pub fn read(tree: &Tree) -> Result<Self, String> {
        let list = |key: &str| match tree.get(key) {
            Some(Tree::List(items)) => Ok(items),
            _ => Err(format!("at `{key}`: expected a list.")),
        };
        let end = |tree: &Tree| Preset::read(&tree.to_string()).map_err(|why| format!("at `ends`, {why}"));
        let ends: Vec<_> = list("ends")?.iter().map(end).collect::<Result<_, _>>()?;
        let first = ends.first().ok_or("at `ends`: the list is empty.")?;
        let path: Option<Vec<_>> = list("path")?.iter().map(point).collect();
        let aspects = ASPECTS
            .iter()
            .find(|(name, _)| matches!(tree.get("what"), Some(Tree::Text(text)) if text == name));
        let score = tree.get("score").map_or_else(|| "[]".to_owned(), Tree::to_string);
        let score = foley_catalogue::preset::read_score(&score, &*first.sound)
            .map_err(|why| format!("at `score`, {why}"))?;
        Ok(Self {
            path: path.ok_or("at `path`: expected points, each a time and a list of weights.")?,
            aspects: aspects.ok_or("at `what`: expected all, structure or interaction.")?.0,
            score,
            ends,
        })
    }
}

fn point(tree: &Tree) -> Option<(f64, Vec<f64>)> {
    let value = |tree: &Tree| match tree {
        Tree::Number(number) => number.as_f64(),
        _ => None,
    };
    match tree {
        Tree::List(items) => match items.as_slice() {
            [at, Tree::List(weights)] => {
                Some((value(at)?, weights.iter().map(value).collect::<Option<_>>()?))
            }
            _ => None,
        },
        _ => None,
    }
}

fn number(value: f64) -> Tree {
    Number::from_f64(value).map_or(Tree::Null, Tree::Number)
}

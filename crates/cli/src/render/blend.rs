//! Several sounds of one model and the way between them, as `foley morph` plays them and its files remember
//! them.
//!
//! ```json
//! {"ends":[{preset},{preset}],"path":[[0,[1,0]],[4,[0,1]]],"what":"all","score":[{"at":0,"strike":1}]}
//! ```
//!
//! `path` has a weight for each end at each time \[s\]; between them weights go straight, the first and the
//! last hold on.

use crate::failure::Failure;
use foley_catalogue::preset::Preset;
use foley_document::Tree;
use foley_sound::{Aspects, Morph, Score};
use serde_json::Number;

/// Several sounds and the way between them.
#[derive(Clone, Debug)]
pub(crate) struct Blend {
    pub(crate) ends: Vec<Preset>,
    pub(crate) path: Vec<(f64, Vec<f64>)>,
    pub(crate) what: &'static str,
    pub(crate) score: Score,
}

/// What of a sound may be morphed, by name.
pub(crate) const WHAT: [(&str, Aspects); 3] =
    [("all", Aspects::ALL), ("structure", Aspects::STRUCTURE), ("interaction", Aspects::GESTURE)];

impl Blend {
    pub(super) fn aspects(&self) -> Aspects {
        let named = WHAT.iter().find(|(name, _)| *name == self.what);
        named.map_or(Aspects::ALL, |&(_, aspects)| aspects)
    }

    /// The sounds, to be morphed.
    pub(super) fn morph(&self, ears: usize) -> Result<Morph, Failure> {
        let morph =
            foley_catalogue::preset::morph(&self.ends).map_err(|why| Failure::input(format!("{why}.")))?;
        Ok(morph.heard_by(ears))
    }

    pub(super) fn title(&self) -> String {
        let names: Vec<_> = self.ends.iter().map(|end| end.name.as_str()).collect();
        names.join(" to ")
    }

    pub(super) fn slug(&self) -> String {
        let names: Vec<_> = self.ends.iter().map(Preset::slug).collect();
        names.join("-to-")
    }

    /// As it stands in a file.
    pub(super) fn tree(&self) -> Tree {
        // What was written a moment ago can be read.
        let parsed = |text: String| Tree::parse(&text).unwrap_or(Tree::Null);
        let ends = self.ends.iter().map(|end| parsed(end.to_json())).collect();
        let point = |(at, weights): &(f64, Vec<f64>)| {
            let weights = weights.iter().map(|&it| number(it)).collect();
            Tree::List(vec![number(*at), Tree::List(weights)])
        };
        let mut fields = vec![
            ("ends", Tree::List(ends)),
            ("path", Tree::List(self.path.iter().map(point).collect())),
            ("what", Tree::Text(self.what.to_owned())),
        ];
        if let Some(first) = self.ends.first() {
            fields
                .push(("score", parsed(foley_catalogue::preset::score_to_json(&self.score, &*first.sound))));
        }
        let named = fields.into_iter().map(|(key, it)| (key.to_owned(), it));
        Tree::Object(named.collect())
    }

    /// From a file. Who else wrote it may have written anything.
    pub(super) fn read(tree: &Tree) -> Result<Self, String> {
        let list = |key: &str| match tree.get(key) {
            Some(Tree::List(items)) => Ok(items),
            _ => Err(format!("at `{key}`: a list is wanted.")),
        };
        let end = |tree: &Tree| Preset::read(&tree.to_string()).map_err(|why| format!("at `ends`, {why}"));
        let ends: Vec<_> = list("ends")?.iter().map(end).collect::<Result<_, _>>()?;
        let first = ends.first().ok_or("at `ends`: there is none.")?;
        let path: Option<Vec<_>> = list("path")?.iter().map(point).collect();
        let what =
            WHAT.iter().find(|(name, _)| matches!(tree.get("what"), Some(Tree::Text(text)) if text == name));
        let score = tree.get("score").map_or_else(|| "[]".to_owned(), Tree::to_string);
        let score = foley_catalogue::preset::read_score(&score, &*first.sound)
            .map_err(|why| format!("at `score`, {why}"))?;
        Ok(Self {
            path: path.ok_or("at `path`: a point is a time and a list of weights.")?,
            what: what.ok_or("at `what`: it is none of all, structure and interaction.")?.0,
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

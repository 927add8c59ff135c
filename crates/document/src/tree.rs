//! JSON as a tree of values.
//!
//! Unlike `serde_json::Value`, a [`Tree`] keeps the order of keys, which is the order of the channels, and
//! rejects duplicate keys. Its parser tracks the path of each value, so that a syntax error names its place.

use crate::error::{DocumentError, DocumentErrorKind};
use foley_params::words::excerpt;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::{self, Display, Write};

/// Maximum length of a JSON text \[bytes\]: enough for some minutes of a signal in decimal numbers.
pub const MAX_TEXT_BYTES: usize = 32 << 20;

/// A JSON value, with the keys of objects in the order of the text.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// The value `null`.
    Null,
    /// The value `true` or `false`.
    Flag(bool),
    /// A number. Integers keep 64 bits; other numbers are the nearest `f64`.
    Number(Number),
    /// A string, with its escapes resolved.
    Text(String),
    /// An array of values in the order of the text.
    List(Vec<Tree>),
    /// An object: keys and values in the order of the text. Each key occurs once.
    Object(Vec<(String, Tree)>),
}

impl Tree {
    /// Parses a JSON text. Skips a byte order mark before the text.
    ///
    /// # Errors
    /// If the text is not JSON, is longer than [`MAX_TEXT_BYTES`], or has a duplicate key. The error has the
    /// path, the line and the column.
    pub fn parse(text: &str) -> Result<Self, DocumentError> {
        if text.len() > MAX_TEXT_BYTES {
            return Err(DocumentError {
                place: String::new(),
                at: None,
                kind: Box::new(DocumentErrorKind::TooLong { max: MAX_TEXT_BYTES }),
            });
        }
        let path = RefCell::new(Path::default());
        let mut reader = serde_json::Deserializer::from_str(text.strip_prefix('\u{feff}').unwrap_or(text));
        let tree = TreeVisitor { path: &path }.deserialize(&mut reader);
        tree.and_then(|tree| reader.end().map(|()| tree)).map_err(|why| path.into_inner().syntax_error(&why))
    }

    /// Returns the value of a key; `None` if the tree is not an object or has no such key.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(fields) => fields.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// Returns the name of the value's type with an article, for messages: `a list`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Flag(_) => "true or false",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
        }
    }
}

/// Writes JSON in one line. [`Tree::parse`] reads this text back to the same tree, each number with the same
/// bits.
impl Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => write_text(f, text),
            Self::List(items) => {
                f.write_char('[')?;
                for (index, item) in items.iter().enumerate() {
                    f.write_str(if index > 0 { "," } else { "" })?;
                    write!(f, "{item}")?;
                }
                f.write_char(']')
            }
            Self::Object(fields) => {
                f.write_char('{')?;
                for (index, (key, value)) in fields.iter().enumerate() {
                    f.write_str(if index > 0 { "," } else { "" })?;
                    write_text(f, key)?;
                    write!(f, ":{value}")?;
                }
                f.write_char('}')
            }
        }
    }
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    write!(f, "{}", serde_json::Value::from(text))
}

#[derive(Clone, Debug)]
enum PathStep {
    Key(String),
    Index(usize),
}

/// Path of the value that the parser reads. Parsing stops at the first error, so the path then names the
/// place of the error.
#[derive(Debug, Default)]
struct Path {
    steps: Vec<PathStep>,
    has_duplicate_key: bool,
}

impl Path {
    fn syntax_error(self, why: &serde_json::Error) -> DocumentError {
        let mut place = String::new();
        for step in &self.steps {
            match step {
                PathStep::Key(key) => push_key(&mut place, key),
                PathStep::Index(index) => push_index(&mut place, *index),
            }
        }
        let at = (why.line(), why.column());
        let message = why.to_string();
        let suffix = format!(" at line {} column {}", at.0, at.1);
        let kind = if self.has_duplicate_key {
            DocumentErrorKind::DuplicateKey
        } else {
            DocumentErrorKind::Syntax { why: message.strip_suffix(&suffix).unwrap_or(&message).to_owned() }
        };
        DocumentError { place, at: Some(at), kind: Box::new(kind) }
    }
}

/// Appends a key to a path: `bodies` becomes `bodies.bar`.
pub(crate) fn push_key(place: &mut String, key: &str) {
    if !place.is_empty() {
        place.push('.');
    }
    place.push_str(&excerpt(key));
}

/// Appends an index to a path: `contacts` becomes `contacts[0]`.
pub(crate) fn push_index(place: &mut String, index: usize) {
    // Writing to a string cannot fail.
    let _ = write!(place, "[{index}]");
}

#[derive(Clone, Copy)]
struct TreeVisitor<'a> {
    path: &'a RefCell<Path>,
}

impl TreeVisitor<'_> {
    fn enter(self, step: PathStep) {
        self.path.borrow_mut().steps.push(step);
    }

    fn leave(self) {
        self.path.borrow_mut().steps.pop();
    }
}

impl<'de> DeserializeSeed<'de> for TreeVisitor<'_> {
    type Value = Tree;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for TreeVisitor<'_> {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Tree, E> {
        Ok(Tree::Flag(flag))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Tree, E> {
        Ok(Tree::Number(number.into()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Tree, E> {
        Ok(Tree::Number(number.into()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Tree, E> {
        Number::from_f64(number).map(Tree::Number).ok_or_else(|| E::custom("number out of range"))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Tree, E> {
        Ok(Tree::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tree, A::Error> {
        let mut list = Vec::new();
        self.enter(PathStep::Index(0));
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
            if let Some(PathStep::Index(index)) = self.path.borrow_mut().steps.last_mut() {
                *index += 1;
            }
        }
        self.leave();
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Tree, A::Error> {
        let mut fields: Vec<(String, Tree)> = Vec::new();
        let mut seen = HashSet::new();
        while let Some(key) = entries.next_key::<String>()? {
            self.enter(PathStep::Key(key.clone()));
            if !seen.insert(key.clone()) {
                self.path.borrow_mut().has_duplicate_key = true;
                return Err(A::Error::custom("duplicate key"));
            }
            fields.push((key, entries.next_value_seed(self)?));
            self.leave();
        }
        Ok(Tree::Object(fields))
    }
}

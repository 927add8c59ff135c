//! The file as a tree of values, before anyone knows what they mean.
//!
//! Unlike `serde_json::Value` it keeps the order in which things were written, which is the order of the
//! channels, and refuses a key that is there twice. While it is being read it knows its way, so that a broken
//! text is broken somewhere.

use super::error::{DocumentError, DocumentErrorKind};
use foley_params::words::excerpt;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::{self, Display, Write};

/// Longest text that is read \[bytes\]: some minutes of a signal written out.
pub const MAX_TEXT_BYTES: usize = 32 << 20;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// Nothing.
    Null,
    /// True or false.
    Flag(bool),
    /// A number, as exact as it was written.
    Number(Number),
    /// A text.
    Text(String),
    /// Values in a row.
    List(Vec<Tree>),
    /// Values by name, in the order of the file; no name is there twice.
    Object(Vec<(String, Tree)>),
}

impl Tree {
    /// Reads JSON.
    ///
    /// # Errors
    /// If it is none, is longer than [`MAX_TEXT_BYTES`], or has a key twice; with its place, line and column.
    pub fn parse(text: &str) -> Result<Self, DocumentError> {
        if text.len() > MAX_TEXT_BYTES {
            return Err(DocumentError {
                place: String::new(),
                at: None,
                kind: Box::new(DocumentErrorKind::TooLong { bytes: text.len(), most: MAX_TEXT_BYTES }),
            });
        }
        let way = RefCell::new(Way::default());
        let mut reader = serde_json::Deserializer::from_str(text.strip_prefix('\u{feff}').unwrap_or(text));
        let tree = Reading { way: &way }.deserialize(&mut reader);
        tree.and_then(|tree| reader.end().map(|()| tree)).map_err(|why| way.into_inner().broken(&why))
    }

    /// What stands under a key of an object.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(fields) => fields.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// What it is, with its article, to begin or end a sentence with.
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

/// As JSON, in one line. It reads back as the same tree, numbers to the last bit.
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

/// A text in quotes, escaped as JSON wants it.
fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    write!(f, "{}", serde_json::Value::from(text))
}

/// One step into a tree.
#[derive(Clone, Debug)]
enum Turn {
    Key(String),
    Index(usize),
}

/// Where the reader is. Nobody goes back after an error, so that it then says where that was.
#[derive(Debug, Default)]
struct Way {
    turns: Vec<Turn>,
    twice: bool,
}

impl Way {
    fn broken(self, why: &serde_json::Error) -> DocumentError {
        let mut place = String::new();
        for turn in &self.turns {
            match turn {
                Turn::Key(key) => key_of(&mut place, key),
                Turn::Index(index) => index_of(&mut place, *index),
            }
        }
        let at = (why.line(), why.column());
        let told = why.to_string();
        let suffix = format!(" at line {} column {}", at.0, at.1);
        let wrong = if self.twice {
            DocumentErrorKind::DuplicateKey
        } else {
            DocumentErrorKind::Syntax { why: told.strip_suffix(&suffix).unwrap_or(&told).to_owned() }
        };
        DocumentError { place, at: Some(at), kind: Box::new(wrong) }
    }
}

/// Goes on to a key.
pub(super) fn key_of(place: &mut String, key: &str) {
    if !place.is_empty() {
        place.push('.');
    }
    place.push_str(&excerpt(key));
}

/// Goes on to an element.
pub(super) fn index_of(place: &mut String, index: usize) {
    // Writing to a string cannot fail.
    let _ = write!(place, "[{index}]");
}

#[derive(Clone, Copy)]
struct Reading<'a> {
    way: &'a RefCell<Way>,
}

impl Reading<'_> {
    fn enter(self, turn: Turn) {
        self.way.borrow_mut().turns.push(turn);
    }

    fn leave(self) {
        self.way.borrow_mut().turns.pop();
    }
}

impl<'de> DeserializeSeed<'de> for Reading<'_> {
    type Value = Tree;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reading<'_> {
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
        self.enter(Turn::Index(0));
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
            if let Some(Turn::Index(index)) = self.way.borrow_mut().turns.last_mut() {
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
            self.enter(Turn::Key(key.clone()));
            if !seen.insert(key.clone()) {
                self.way.borrow_mut().twice = true;
                return Err(A::Error::custom("twice"));
            }
            fields.push((key, entries.next_value_seed(self)?));
            self.leave();
        }
        Ok(Tree::Object(fields))
    }
}

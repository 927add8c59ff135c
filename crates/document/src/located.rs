//! Trees that store the byte offset of each value, for errors with line and column.
//!
//! [`Tree`] parses the JSON. Keys and values come in the same order in the tree and in the text, so one pass
//! over the text finds every offset. That pass also enforces the [`Limits`] before anything is allocated.

use crate::error::{DocumentError, DocumentErrorKind};
use crate::node::QUANTITY;
use crate::tree::{Tree, push_index, push_key};
use foley_params::words::excerpt;
use foley_params::{Info, ParamError};
use serde_json::Number;

/// Size limits of a document. The limits keep a small text from filling the memory or the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of keys and values in the document.
    pub max_values: usize,
    /// Maximum depth of nested lists, objects or XML elements.
    pub max_depth: usize,
}

/// A value of a document with the byte offsets of its key and of the value itself.
#[derive(Clone, Debug, PartialEq)]
pub struct LocatedNode {
    /// Byte offset of the key; the offset of the value if the value has no key.
    pub key: usize,
    /// Byte offset of the value in the text.
    pub at: usize,
    /// Type and content of the value.
    pub kind: NodeKind,
}

/// Type and content of a [`LocatedNode`], as in [`Tree`].
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// The value `null`, or an empty XML element.
    Null,
    /// The value `true` or `false`.
    Flag(bool),
    /// A number: 64-bit integer or double.
    Number(Number),
    /// A text, with its escapes resolved.
    Text(String),
    /// A list of values in the order of the text.
    List(Vec<LocatedNode>),
    /// An object: keys and values in the order of the text.
    Object(Vec<(String, LocatedNode)>),
}

/// Position of an error: the value concerned, and whether to show its key or the value itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Byte offset of the value that the error concerns.
    node: usize,
    /// Byte offset of the key or the value that the message shows.
    at: usize,
}

impl Location {
    /// Returns the path of the value below `root`, and the line and column of the location in `text`.
    pub fn resolve(self, text: &str, root: &LocatedNode) -> (String, (usize, usize)) {
        (root.path_to(self.node).unwrap_or_default(), line_and_column(text, self.at))
    }
}

/// An error at a byte offset. [`Location::resolve`] turns the offset into path, line and column.
#[derive(Clone, Debug, PartialEq)]
pub struct LocatedError {
    /// Position of the error in the text.
    pub location: Location,
    /// Cause of the error, from which the message is made.
    pub kind: DocumentErrorKind,
}

type LocatedResult<T> = Result<T, LocatedError>;

impl LocatedNode {
    /// Parses a JSON text into a tree with byte offsets.
    ///
    /// # Errors
    /// If the text is not JSON, has a duplicate key, or exceeds `limits`.
    pub fn parse(text: &str, limits: Limits) -> Result<Self, DocumentError> {
        let mut offsets = offsets(text, limits)?.into_iter();
        Ok(locate(Tree::parse(text)?, None, &mut offsets))
    }

    /// Returns the location of an error in this value.
    pub fn location(&self) -> Location {
        Location { node: self.at, at: self.at }
    }

    /// Returns the location of an error in the key of this value.
    pub fn key_location(&self) -> Location {
        Location { node: self.at, at: self.key }
    }

    /// Creates an error that points to this value.
    pub fn error(&self, kind: impl Into<DocumentErrorKind>) -> LocatedError {
        LocatedError { location: self.location(), kind: kind.into() }
    }

    /// Creates an error that points to the key of this value.
    pub fn key_error(&self, kind: impl Into<DocumentErrorKind>) -> LocatedError {
        LocatedError { location: self.key_location(), kind: kind.into() }
    }

    /// Creates the error of a value that has the wrong type. `expected` names the right type with an article:
    /// `a list`.
    pub fn wrong_type(&self, expected: &'static str) -> LocatedError {
        self.error(ParamError::WrongType { expected, found: self.type_name() })
    }

    /// Returns the name of the value's type with an article, for messages: `a list`.
    pub fn type_name(&self) -> &'static str {
        match self.kind {
            NodeKind::Null => "null",
            NodeKind::Flag(_) => "true or false",
            NodeKind::Number(_) => "a number",
            NodeKind::Text(_) => "a text",
            NodeKind::List(_) => "a list",
            NodeKind::Object(_) => "an object",
        }
    }

    /// Returns the keys and values of an object, in the order of the text.
    ///
    /// # Errors
    /// If the value is not an object.
    pub fn fields(&self) -> LocatedResult<&[(String, Self)]> {
        match &self.kind {
            NodeKind::Object(fields) => Ok(fields),
            _ => Err(self.wrong_type("an object")),
        }
    }

    /// Returns the elements of a list.
    ///
    /// # Errors
    /// If the value is not a list.
    pub fn items(&self) -> LocatedResult<&[Self]> {
        match &self.kind {
            NodeKind::List(items) => Ok(items),
            _ => Err(self.wrong_type("a list")),
        }
    }

    /// Returns the content of a text value.
    ///
    /// # Errors
    /// If the value is not a text.
    pub fn text(&self) -> LocatedResult<&str> {
        match &self.kind {
            NodeKind::Text(text) => Ok(text),
            _ => Err(self.wrong_type("a text")),
        }
    }

    /// Returns the value as a whole number from 0; `None` if the value is not such a number.
    pub fn whole_number(&self) -> Option<u64> {
        match &self.kind {
            NodeKind::Number(number) => number.as_u64(),
            _ => None,
        }
    }

    /// Returns the value of a key; `None` if this value is not an object or has no such key.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match &self.kind {
            NodeKind::Object(fields) => fields.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// Reads a quantity: a number in SI, or a text with a unit such as `"35 g"`.
    ///
    /// # Errors
    /// If the value is of another type, has the wrong unit, or is outside the range of `info`.
    pub fn quantity(&self, info: &Info) -> LocatedResult<f64> {
        let value = match &self.kind {
            NodeKind::Number(number) => info.check(number.as_f64().unwrap_or(f64::NAN)),
            NodeKind::Text(text) => info.parse(text),
            _ => return Err(self.wrong_type(QUANTITY)),
        };
        value.map_err(|why| self.error(why))
    }

    /// Returns the value with the path `place`, where `here` is the path of this value.
    fn at_path(&self, here: &str, place: &str) -> Option<&Self> {
        if here == place {
            return Some(self);
        }
        if !place.starts_with(here) {
            return None;
        }
        match &self.kind {
            NodeKind::List(items) => items.iter().enumerate().find_map(|(index, item)| {
                let mut path = here.to_owned();
                push_index(&mut path, index);
                item.at_path(&path, place)
            }),
            NodeKind::Object(fields) => fields.iter().find_map(|(key, value)| {
                let mut path = here.to_owned();
                push_key(&mut path, key);
                value.at_path(&path, place)
            }),
            _ => None,
        }
    }

    /// Returns the path to the value at a byte offset; `None` if the offset belongs to another value.
    fn path_to(&self, offset: usize) -> Option<String> {
        let deeper = match &self.kind {
            NodeKind::List(items) => items
                .iter()
                .enumerate()
                .find_map(|(index, item)| Some(format!("[{index}]{}", suffix(item.path_to(offset)?)))),
            NodeKind::Object(fields) => fields.iter().find_map(|(key, value)| {
                let key = excerpt(key);
                Some(format!("{key}{}", suffix(value.path_to(offset)?)))
            }),
            _ => None,
        };
        deeper.or_else(|| (self.at == offset).then(String::new))
    }
}

/// Returns the rest of a path to append to a name, with a point before a key.
fn suffix(rest: String) -> String {
    if rest.is_empty() || rest.starts_with('[') { rest } else { format!(".{rest}") }
}

/// Returns line and column of the byte offset `at`, each from 1. Columns count characters.
pub fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at.min(text.len())).unwrap_or("");
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let begin = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before[begin..].chars().count() + 1)
}

/// Returns line and column of the value with the path `place` in a JSON text; `None` if there is no such value.
pub(crate) fn position_of(place: &str, text: &str) -> Option<(usize, usize)> {
    const UNLIMITED: Limits = Limits { max_values: usize::MAX, max_depth: usize::MAX };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let root = LocatedNode::parse(text, UNLIMITED).ok()?;
    let node = root.at_path("", place)?;
    Some(line_and_column(text, node.at))
}

fn locate(tree: Tree, key: Option<usize>, offsets: &mut impl Iterator<Item = usize>) -> LocatedNode {
    let at = offsets.next().unwrap_or(0);
    let kind = match tree {
        Tree::Null => NodeKind::Null,
        Tree::Flag(flag) => NodeKind::Flag(flag),
        Tree::Number(number) => NodeKind::Number(number),
        Tree::Text(text) => NodeKind::Text(text),
        Tree::List(items) => {
            NodeKind::List(items.into_iter().map(|item| locate(item, None, offsets)).collect())
        }
        Tree::Object(fields) => NodeKind::Object(
            fields
                .into_iter()
                .map(|(name, value)| {
                    let key = offsets.next();
                    (name, locate(value, key, offsets))
                })
                .collect(),
        ),
    };
    LocatedNode { key: key.unwrap_or(at), at, kind }
}

/// Returns the byte offsets of all keys and values, in the order of the text. The result is meaningless if
/// the text is not JSON.
fn offsets(text: &str, limits: Limits) -> Result<Vec<usize>, DocumentError> {
    let error = |at: usize, kind: DocumentErrorKind| DocumentError {
        place: String::new(),
        at: Some(line_and_column(text, at)),
        kind: Box::new(kind),
    };
    let bytes = text.as_bytes();
    let mut offsets = Vec::new();
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(&byte) = bytes.get(at) {
        let begin = at;
        at += 1;
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' => continue,
            b']' | b'}' => {
                depth = depth.saturating_sub(1);
                continue;
            }
            b'[' | b'{' => {
                depth += 1;
                if depth > limits.max_depth {
                    return Err(error(begin, DocumentErrorKind::TooDeep { max: limits.max_depth }));
                }
            }
            b'"' => {
                while let Some(&byte) = bytes.get(at) {
                    at += if byte == b'\\' { 2 } else { 1 };
                    if byte == b'"' {
                        break;
                    }
                }
            }
            _ => {
                let ends = |byte: &u8| b" \t\n\r,:]}[{\"".contains(byte);
                while bytes.get(at).is_some_and(|byte| !ends(byte)) {
                    at += 1;
                }
            }
        }
        if offsets.len() >= limits.max_values {
            return Err(error(begin, DocumentErrorKind::TooManyValues { max: limits.max_values }));
        }
        offsets.push(begin);
    }
    Ok(offsets)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { max_values: 1000, max_depth: 16 };

    #[test]
    fn every_value_knows_its_line_and_column() {
        let text = "{\n \"a\": [1, \"zwö\\\"lf\", {\"b\": -2.5e3}],\n\t\"ü\": true, \"c\": null }";
        let root = LocatedNode::parse(text, LIMITS).unwrap();
        let position = |node: &LocatedNode| (line_and_column(text, node.key), line_and_column(text, node.at));
        let a = root.get("a").unwrap();
        assert_eq!(position(a), ((2, 2), (2, 7)));
        let b = a.items().unwrap()[2].get("b").unwrap();
        assert_eq!(position(b), ((2, 23), (2, 28)));
        assert_eq!(root.path_to(b.at).unwrap(), "a[2].b");
        assert_eq!(b.key_location().resolve(text, &root), ("a[2].b".to_owned(), (2, 23)));
        assert_eq!(position(root.get("ü").unwrap()), ((3, 2), (3, 7)));
        assert_eq!(position(root.get("c").unwrap()), ((3, 13), (3, 18)));
    }

    #[test]
    fn a_path_leads_to_its_line_and_column() {
        let text = "\u{feff}{ \"a\": [1,\n  { \"b\": 2, \"ab\": 3 }],\n \"ab\": [4] }";
        for (place, at) in [
            ("a", Some((1, 8))),
            ("a[1]", Some((2, 3))),
            ("a[1].b", Some((2, 10))),
            ("a[1].ab", Some((2, 19))),
            ("ab[0]", Some((3, 9))),
            ("ab[1]", None),
            ("abc", None),
        ] {
            assert_eq!(position_of(place, text), at, "{place}");
        }
    }

    #[test]
    fn a_text_too_deep_or_too_large_is_rejected_before_it_is_parsed() {
        let deep = "[".repeat(LIMITS.max_depth + 1);
        let error = LocatedNode::parse(&deep, LIMITS).unwrap_err();
        assert_eq!(error.at, Some((1, LIMITS.max_depth + 1)), "{error}");
        assert_eq!(*error.kind, DocumentErrorKind::TooDeep { max: LIMITS.max_depth });
        let many = format!("[{}0]", "0,".repeat(LIMITS.max_values));
        let error = LocatedNode::parse(&many, LIMITS).unwrap_err();
        assert_eq!(*error.kind, DocumentErrorKind::TooManyValues { max: LIMITS.max_values });
    }
}

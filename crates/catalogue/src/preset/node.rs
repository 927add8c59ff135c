//! A file as a tree of values that know where in the text they stand.
//!
//! [`Tree`] reads the JSON and keeps its order. Where things stand follows from the text alone: keys and
//! values come in the same order in both, so that one pass over the text, which also counts what there is
//! before anything is kept of it, gives every one its offset.

use super::error::{PresetError, Wrong};
use super::{DEEPEST, MOST_VALUES};
use foley_scene::file::Tree;
use serde_json::Number;

/// What stands somewhere in a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    /// Byte at which its key begins; its own where it has none.
    pub(super) key: usize,
    /// Byte at which it begins.
    pub(super) at: usize,
    /// What it is.
    pub(super) is: Is,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Is {
    Null,
    Flag(bool),
    Number(Number),
    Text(String),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
}

/// Something wrong with what stands at a byte of the text.
#[derive(Debug)]
pub(super) struct Fault {
    /// Who is wrong: where its value begins.
    who: usize,
    /// Where to look: at its key or at its value.
    at: usize,
    wrong: Wrong,
}

pub(super) type Read<T> = Result<T, Fault>;

impl Node {
    /// The value is wrong.
    pub(super) fn fail(&self, wrong: impl Into<Wrong>) -> Fault {
        Fault { who: self.at, at: self.at, wrong: wrong.into() }
    }

    /// The key is wrong.
    pub(super) fn fail_key(&self, wrong: impl Into<Wrong>) -> Fault {
        Fault { at: self.key, ..self.fail(wrong) }
    }

    pub(super) fn wrong_type(&self, expected: &'static str) -> Fault {
        self.fail(foley_params::ParamError::WrongType { expected, found: self.kind() })
    }

    /// What it is, with its article.
    pub(super) fn kind(&self) -> &'static str {
        match self.is {
            Is::Null => "null",
            Is::Flag(_) => "true or false",
            Is::Number(_) => "a number",
            Is::Text(_) => "a text",
            Is::List(_) => "a list",
            Is::Object(_) => "an object",
        }
    }

    pub(super) fn fields(&self) -> Read<&[(String, Self)]> {
        match &self.is {
            Is::Object(fields) => Ok(fields),
            _ => Err(self.wrong_type("an object")),
        }
    }

    pub(super) fn items(&self) -> Read<&[Self]> {
        match &self.is {
            Is::List(items) => Ok(items),
            _ => Err(self.wrong_type("a list")),
        }
    }

    pub(super) fn text(&self) -> Read<&str> {
        match &self.is {
            Is::Text(text) => Ok(text),
            _ => Err(self.wrong_type("a text")),
        }
    }

    /// What stands under a key.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        match &self.is {
            Is::Object(fields) => fields.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// A number in SI, or a text with its unit, as a declaration allows it.
    pub(super) fn quantity(&self, info: &foley_params::Info) -> Read<f64> {
        let value = match &self.is {
            Is::Number(number) => info.check(number.as_f64().unwrap_or(f64::NAN)),
            Is::Text(text) => info.parse(text),
            _ => return Err(self.wrong_type("a number, or a text such as \"35 g\",")),
        };
        value.map_err(|why| self.fail(why))
    }

    /// The keys and numbers that lead to what begins at a byte, if it is in here.
    fn way_to(&self, who: usize) -> Option<String> {
        let deeper = match &self.is {
            Is::List(items) => items
                .iter()
                .enumerate()
                .find_map(|(index, item)| Some(format!("[{index}]{}", joined(item.way_to(who)?)))),
            Is::Object(fields) => fields.iter().find_map(|(key, value)| {
                let key = foley_params::words::excerpt(key);
                Some(format!("{key}{}", joined(value.way_to(who)?)))
            }),
            _ => None,
        };
        deeper.or_else(|| (self.at == who).then(String::new))
    }
}

/// What follows a step, with a point before a name.
fn joined(rest: String) -> String {
    if rest.is_empty() || rest.starts_with('[') { rest } else { format!(".{rest}") }
}

impl Fault {
    /// The same for people: which value of the file, and its line.
    pub(super) fn in_file(self, text: &str, root: &Node) -> PresetError {
        PresetError {
            place: root.way_to(self.who).unwrap_or_default(),
            at: Some(line_and_column(text, self.at)),
            wrong: Box::new(self.wrong),
        }
    }
}

/// Line and column of a byte, each from 1; columns are characters.
pub(super) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at.min(text.len())).unwrap_or("");
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let begin = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before[begin..].chars().count() + 1)
}

/// JSON with its places.
///
/// # Errors
/// If it is none, or too much of it.
pub(super) fn parse(text: &str) -> Result<Node, PresetError> {
    let places = places(text)?;
    let tree = Tree::parse(text).map_err(|why| PresetError {
        place: why.place,
        at: why.at,
        wrong: Box::new(Wrong::File(why.kind)),
    })?;
    let mut places = places.into_iter();
    Ok(placed(tree, None, &mut places))
}

fn placed(tree: Tree, key: Option<usize>, places: &mut impl Iterator<Item = usize>) -> Node {
    let at = places.next().unwrap_or(0);
    let is = match tree {
        Tree::Null => Is::Null,
        Tree::Flag(flag) => Is::Flag(flag),
        Tree::Number(number) => Is::Number(number),
        Tree::Text(text) => Is::Text(text),
        Tree::List(items) => Is::List(items.into_iter().map(|item| placed(item, None, places)).collect()),
        Tree::Object(fields) => Is::Object(
            fields
                .into_iter()
                .map(|(name, value)| {
                    let key = places.next();
                    (name, placed(value, key, places))
                })
                .collect(),
        ),
    };
    Node { key: key.unwrap_or(at), at, is }
}

/// Where every key and value begins, in the order of the text; of a text that is no JSON, something.
fn places(text: &str) -> Result<Vec<usize>, PresetError> {
    let refused = |at: usize, wrong: Wrong| PresetError {
        place: String::new(),
        at: Some(line_and_column(text, at)),
        wrong: Box::new(wrong),
    };
    let bytes = text.as_bytes();
    let mut places = Vec::new();
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
                if depth > DEEPEST {
                    return Err(refused(begin, Wrong::TooDeep { most: DEEPEST }));
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
        if places.len() >= MOST_VALUES {
            return Err(refused(begin, Wrong::TooMany { most: MOST_VALUES }));
        }
        places.push(begin);
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_knows_its_line_and_column() {
        let text = "{\n \"a\": [1, \"zwö\\\"lf\", {\"b\": -2.5e3}],\n\t\"ü\": true, \"c\": null }";
        let root = parse(text).unwrap();
        let spot = |node: &Node| (line_and_column(text, node.key), line_and_column(text, node.at));
        let a = root.get("a").unwrap();
        assert_eq!(spot(a), ((2, 2), (2, 7)));
        let b = a.items().unwrap()[2].get("b").unwrap();
        assert_eq!(spot(b), ((2, 23), (2, 28)));
        assert_eq!(root.way_to(b.at).unwrap(), "a[2].b");
        assert_eq!(spot(root.get("ü").unwrap()), ((3, 2), (3, 7)));
        assert_eq!(spot(root.get("c").unwrap()), ((3, 13), (3, 18)));
    }

    #[test]
    fn what_is_too_deep_or_too_much_is_refused_before_it_is_read() {
        let deep = "[".repeat(DEEPEST + 1);
        let refused = parse(&deep).unwrap_err();
        assert_eq!(refused.at, Some((1, DEEPEST + 1)), "{refused}");
        let many = format!("[{}0]", "0,".repeat(MOST_VALUES));
        assert!(matches!(*parse(&many).unwrap_err().wrong, Wrong::TooMany { .. }));
    }
}

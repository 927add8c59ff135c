//! Typed reading of a [`Tree`]: each value is checked against its declaration, and each error has its path.

use crate::error::{DocumentError, DocumentErrorKind};
use crate::field::Field;
use crate::tree::{Tree, push_index, push_key};
use foley_params::words::{excerpt, list, nearest};
use foley_params::{Info, ParamError, Parametric};

/// Words for the expected type of a quantity in error messages.
pub(crate) const QUANTITY: &str = "a number or a text such as \"35 g\"";

/// Result of reading a value of a tree; the error contains the path.
pub type ReadResult<T> = Result<T, DocumentError>;

/// A borrowed value of a tree with its path in the document.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// Value that this node reads.
    pub tree: &'a Tree,
    /// Path of the value in the document: `contacts[1].between[0]`.
    pub place: String,
}

impl<'a> Node<'a> {
    /// Creates the root node of a document, whose path is empty.
    pub fn root(tree: &'a Tree) -> Self {
        Self { tree, place: String::new() }
    }

    fn under(&self, key: &str, tree: &'a Tree) -> Self {
        let mut place = self.place.clone();
        push_key(&mut place, key);
        Self { tree, place }
    }

    fn element(&self, index: usize, tree: &'a Tree) -> Self {
        let mut place = self.place.clone();
        push_index(&mut place, index);
        Self { tree, place }
    }

    /// Creates an error at the path of this node.
    pub fn error(&self, kind: impl Into<DocumentErrorKind>) -> DocumentError {
        DocumentError { place: self.place.clone(), at: None, kind: Box::new(kind.into()) }
    }

    /// Creates an error at the path of this node whose message is `sentence`.
    pub fn custom_error(&self, sentence: impl Into<String>) -> DocumentError {
        self.error(DocumentErrorKind::Custom(sentence.into()))
    }

    /// Creates the error of a value that has the wrong type. `expected` names the right type with an article:
    /// `a list`.
    pub fn wrong_type(&self, expected: &'static str) -> DocumentError {
        self.error(ParamError::WrongType { expected, found: self.tree.kind() })
    }

    /// Creates the error of a name that refers to no existing item, with similar names as suggestions.
    pub fn unknown<'n>(
        &self,
        what: &'static str,
        found: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) -> DocumentError {
        let names: Vec<_> = names.into_iter().collect();
        self.error(DocumentErrorKind::Unknown {
            what,
            found: excerpt(found),
            nearest: owned(&nearest(found, &names)),
            known: owned(&names),
        })
    }

    /// Returns the content of a text value.
    ///
    /// # Errors
    /// If the value is not a text.
    pub fn text(&self) -> ReadResult<&'a str> {
        match self.tree {
            Tree::Text(text) => Ok(text),
            _ => Err(self.wrong_type("a text")),
        }
    }

    /// Reads `true` or `false`.
    ///
    /// # Errors
    /// If the value is not `true` or `false`.
    pub fn flag(&self) -> ReadResult<bool> {
        match self.tree {
            Tree::Flag(flag) => Ok(*flag),
            _ => Err(self.wrong_type("true or false")),
        }
    }

    /// Reads a quantity: a number in SI, or a text with a unit such as `"35 g"`.
    ///
    /// # Errors
    /// If the value is of another type, has the wrong unit, or is outside the range of `info`.
    pub fn quantity(&self, info: &Info) -> ReadResult<f64> {
        quantity(self.tree, info).map_err(|error| self.error(error))
    }

    /// Reads a random seed: a whole number of 64 bits, or a text that contains such a number.
    ///
    /// # Errors
    /// If the value is not a whole number from 0 to 2⁶⁴ − 1.
    pub fn seed(&self) -> ReadResult<u64> {
        match self.tree {
            Tree::Number(number) => number.as_u64(),
            Tree::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
        .ok_or_else(|| {
            self.custom_error(format!(
                "a seed is a whole number from 0 to {}, not {}.",
                u64::MAX,
                excerpt(&self.tree.to_string())
            ))
        })
    }

    /// Returns the value as an index; `None` if the value is not a whole number from 0.
    pub fn index(&self) -> Option<usize> {
        match self.tree {
            Tree::Number(number) => number.as_u64().and_then(|n| usize::try_from(n).ok()),
            _ => None,
        }
    }

    /// Returns the elements of a list. `what` names the elements in the plural for the error.
    ///
    /// # Errors
    /// If the value is not a list, or has more than `max` elements.
    pub fn list(
        &self,
        what: &'static str,
        max: usize,
    ) -> ReadResult<impl ExactSizeIterator<Item = Node<'a>> + use<'a>> {
        let Tree::List(items) = self.tree else {
            return Err(self.wrong_type("a list"));
        };
        self.limit(what, items.len(), max)?;
        let list = self.clone();
        Ok(items.iter().enumerate().map(move |(index, item)| list.element(index, item)))
    }

    /// Reads a list of quantities. Builds a path only for an element that is wrong, so long lists are fast.
    ///
    /// # Errors
    /// If the value is not a list, has more than `max` elements, or an element is not a quantity that `info`
    /// allows.
    pub fn quantities(&self, what: &'static str, max: usize, info: &Info) -> ReadResult<Vec<f64>> {
        let Tree::List(items) = self.tree else {
            return Err(self.wrong_type("a list"));
        };
        self.limit(what, items.len(), max)?;
        let read =
            |(index, item)| quantity(item, info).map_err(|error| self.element(index, item).error(error));
        items.iter().enumerate().map(read).collect()
    }

    /// Checks that `count` does not exceed `max`. `what` names the counted items for the error.
    ///
    /// # Errors
    /// If `count` exceeds `max`.
    pub fn limit(&self, what: &'static str, count: usize, max: usize) -> ReadResult<()> {
        if count <= max {
            return Ok(());
        }
        Err(self.error(DocumentErrorKind::TooMany { count, what, max }))
    }

    /// Returns the fields of an object whose keys the author of the document chose.
    ///
    /// # Errors
    /// If the value is not an object, has more than `max` fields, or a key is not a valid name.
    pub fn named(&self, what: &'static str, max: usize) -> ReadResult<Vec<(&'a str, Node<'a>)>> {
        let Tree::Object(fields) = self.tree else {
            return Err(self.wrong_type("an object"));
        };
        self.limit(what, fields.len(), max)?;
        let field = |(key, value): &'a (String, Tree)| {
            let node = self.under(key, value);
            node.check_name(key)?;
            Ok((key.as_str(), node))
        };
        fields.iter().map(field).collect()
    }

    /// Checks a name: a letter, then letters, digits, `-` and `_`, at most 64 characters. Names occur in
    /// paths such as `bar.middle` and in file names.
    ///
    /// # Errors
    /// If the name is not of this form.
    pub fn check_name(&self, name: &str) -> ReadResult<()> {
        const MAX_NAME_CHARS: usize = 64;
        let is_allowed = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        if name.starts_with(char::is_alphabetic)
            && name.chars().all(is_allowed)
            && name.chars().count() <= MAX_NAME_CHARS
        {
            Ok(())
        } else {
            Err(self.error(DocumentErrorKind::InvalidName { found: excerpt(name) }))
        }
    }

    /// Returns the value of a key without checking the other keys; `None` if the key is absent.
    pub fn peek(&self, key: &str) -> Option<Node<'a>> {
        self.tree.get(key).map(|value| self.under(key, value))
    }

    /// Finds the one key of an object that is among `words`; this key selects the form of the object.
    ///
    /// # Errors
    /// If the value is not an object, or if none or several of the words are keys.
    pub fn variant_key(&self, what: &'static str, words: &[&'static str]) -> ReadResult<&'static str> {
        let Tree::Object(fields) = self.tree else {
            return Err(self.wrong_type("an object"));
        };
        let mut found = words.iter().copied().filter(|word| fields.iter().any(|(key, _)| key == word));
        match (found.next(), found.next()) {
            (Some(word), None) => Ok(word),
            (Some(first), Some(second)) => Err(self.custom_error(format!(
                "`{first}` and `{second}` exclude each other in one entry: write two entries."
            ))),
            // A key that resembles one of the words is probably a misspelling of that word.
            (None, _) => Err(fields.iter().find(|(key, _)| !nearest(key, words).is_empty()).map_or_else(
                || {
                    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
                    self.custom_error(format!("the {what} is missing: give {}.", list(&quoted, "or")))
                },
                |(key, value)| {
                    let words = words.iter().copied();
                    self.under(key, value).unknown(what, key, words)
                },
            )),
        }
    }

    /// Reads a text that must be one of `words`.
    ///
    /// # Errors
    /// If the value is not a text, or not one of the words.
    pub fn choice(&self, what: &'static str, words: &[&'static str]) -> ReadResult<&'static str> {
        let text = self.text()?;
        let found = words.iter().copied().find(|word| *word == text);
        found.ok_or_else(|| self.unknown(what, text, words.iter().copied()))
    }

    /// Checks an object against the keys declared in `form` and returns its fields.
    ///
    /// # Errors
    /// If the value is not an object, has a key that is not declared, or lacks a required key.
    pub fn object(&self, form: &[Field]) -> ReadResult<Fields<'a>> {
        let Tree::Object(fields) = self.tree else {
            return Err(self.wrong_type("an object"));
        };
        for (key, value) in fields {
            if !form.iter().any(|field| field.key == key) {
                let known: Vec<_> = form.iter().map(|field| field.key).collect();
                return Err(self.under(key, value).error(ParamError::UnknownField {
                    field: excerpt(key),
                    nearest: nearest(key, &known),
                    known,
                }));
            }
        }
        let fields = Fields { node: self.clone() };
        for field in form.iter().filter(|field| field.required) {
            fields.require(field.key)?;
        }
        Ok(fields)
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn quantity(tree: &Tree, info: &Info) -> Result<f64, ParamError> {
    match tree {
        Tree::Number(number) => info.check(number.as_f64().unwrap_or(f64::NAN)),
        Tree::Text(text) => info.parse(text),
        other => Err(ParamError::WrongType { expected: QUANTITY, found: other.kind() }),
    }
}

/// An object whose keys were checked by [`Node::object`].
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    /// Node of the object whose keys were checked.
    pub node: Node<'a>,
}

impl<'a> Fields<'a> {
    /// Returns the value of a key; `None` if the key is absent.
    pub fn get(&self, key: &str) -> Option<Node<'a>> {
        self.node.peek(key)
    }

    /// Returns the value of a required key.
    ///
    /// # Errors
    /// If the key is missing.
    pub fn require(&self, key: &str) -> ReadResult<Node<'a>> {
        self.get(key).ok_or_else(|| self.node.error(DocumentErrorKind::missing(key)))
    }

    /// Reads the quantity under the key `info.id`; returns the default of `info` if the key is absent.
    ///
    /// # Errors
    /// If the value is not a quantity that `info` allows.
    pub fn quantity(&self, info: &Info) -> ReadResult<f64> {
        Ok(self.optional_quantity(info)?.unwrap_or(info.default))
    }

    /// Reads the quantity under the key `info.id`; returns `None` if the key is absent.
    ///
    /// # Errors
    /// If the value is not a quantity that `info` allows.
    pub fn optional_quantity(&self, info: &Info) -> ReadResult<Option<f64>> {
        self.get(info.id).map(|node| node.quantity(info)).transpose()
    }

    /// Reads `true` or `false` under `key`; returns `default` if the key is absent.
    ///
    /// # Errors
    /// If the value is not `true` or `false`.
    pub fn flag(&self, key: &str, default: bool) -> ReadResult<bool> {
        self.get(key).map_or(Ok(default), |node| node.flag())
    }

    /// Reads all parameters of the table of `T`; parameters that are absent keep their defaults.
    ///
    /// # Errors
    /// If a value does not fit its declaration.
    pub fn params<T: Parametric + Default>(&self) -> ReadResult<T> {
        let mut model = T::default();
        for param in T::PARAMS {
            if let Some(value) = self.optional_quantity(&param.info())? {
                (param.set)(&mut model, value);
            }
        }
        Ok(model)
    }
}

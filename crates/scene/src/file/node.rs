//! A value and where it stands: what is read from it is checked here, and what is wrong is told with its
//! place.

use super::error::{DocumentError, DocumentErrorKind};
use super::form::Field;
use super::tree::{Tree, index_of, key_of};
use foley_params::words::{excerpt, list, nearest};
use foley_params::{Info, ParamError, Parametric};

/// What was read, or what is wrong with it and where.
pub type ReadResult<T> = Result<T, DocumentError>;

/// A value and its place.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// The value.
    pub tree: &'a Tree,
    /// Where it stands: `contacts[1].between[0]`.
    pub place: String,
}

impl<'a> Node<'a> {
    /// The whole of a file.
    pub fn root(tree: &'a Tree) -> Self {
        Self { tree, place: String::new() }
    }

    fn under(&self, key: &str, tree: &'a Tree) -> Self {
        let mut place = self.place.clone();
        key_of(&mut place, key);
        Self { tree, place }
    }

    fn element(&self, index: usize, tree: &'a Tree) -> Self {
        let mut place = self.place.clone();
        index_of(&mut place, index);
        Self { tree, place }
    }

    /// What is wrong here.
    pub fn error(&self, wrong: impl Into<DocumentErrorKind>) -> DocumentError {
        DocumentError { place: self.place.clone(), at: None, kind: Box::new(wrong.into()) }
    }

    /// A sentence about what is wrong here.
    pub fn custom_error(&self, sentence: impl Into<String>) -> DocumentError {
        self.error(DocumentErrorKind::Custom(sentence.into()))
    }

    /// Something else is expected here.
    pub fn wrong_type(&self, expected: &'static str) -> DocumentError {
        self.error(ParamError::WrongType { expected, found: self.tree.kind() })
    }

    /// None of the names that are there.
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

    /// A text.
    ///
    /// # Errors
    /// If it is none, with its place.
    pub fn text(&self) -> ReadResult<&'a str> {
        match self.tree {
            Tree::Text(text) => Ok(text),
            _ => Err(self.wrong_type("a text")),
        }
    }

    /// True or false.
    ///
    /// # Errors
    /// If it is none, with its place.
    pub fn flag(&self) -> ReadResult<bool> {
        match self.tree {
            Tree::Flag(flag) => Ok(*flag),
            _ => Err(self.wrong_type("true or false")),
        }
    }

    /// A number in SI, or a text with its unit, within the range declared.
    ///
    /// # Errors
    /// If it is none, with its place.
    pub fn quantity(&self, info: &Info) -> ReadResult<f64> {
        quantity(self.tree, info).map_err(|error| self.error(error))
    }

    /// A whole number that needs all its 64 bits.
    ///
    /// # Errors
    /// If it is none, with its place.
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

    /// A whole number from 0 up, if it is one.
    pub fn index(&self) -> Option<usize> {
        match self.tree {
            Tree::Number(number) => number.as_u64().and_then(|n| usize::try_from(n).ok()),
            _ => None,
        }
    }

    /// The elements of a list of at most so many.
    ///
    /// # Errors
    /// If it is none, with its place.
    pub fn list(
        &self,
        what: &'static str,
        most: usize,
    ) -> ReadResult<impl ExactSizeIterator<Item = Node<'a>> + use<'a>> {
        let Tree::List(items) = self.tree else {
            return Err(self.wrong_type("a list"));
        };
        self.limit(what, items.len(), most)?;
        let list = self.clone();
        Ok(items.iter().enumerate().map(move |(index, item)| list.element(index, item)))
    }

    /// A list of quantities; a place is only made where one is wrong.
    ///
    /// # Errors
    /// If it is none, with its place.
    pub fn quantities(&self, what: &'static str, most: usize, info: &Info) -> ReadResult<Vec<f64>> {
        let Tree::List(items) = self.tree else {
            return Err(self.wrong_type("a list"));
        };
        self.limit(what, items.len(), most)?;
        let read =
            |(index, item)| quantity(item, info).map_err(|error| self.element(index, item).error(error));
        items.iter().enumerate().map(read).collect()
    }

    /// Refuses more than so many.
    ///
    /// # Errors
    /// If it is none, with its place.
    pub fn limit(&self, what: &'static str, count: usize, most: usize) -> ReadResult<()> {
        if count <= most {
            return Ok(());
        }
        Err(self.error(DocumentErrorKind::TooMany { count, what, most }))
    }

    /// The values of an object whose names are the author's own.
    ///
    /// # Errors
    /// If it is none, with its place.
    pub fn named(&self, what: &'static str, most: usize) -> ReadResult<Vec<(&'a str, Node<'a>)>> {
        let Tree::Object(fields) = self.tree else {
            return Err(self.wrong_type("an object"));
        };
        self.limit(what, fields.len(), most)?;
        let one = |(key, value): &'a (String, Tree)| {
            let node = self.under(key, value);
            node.check_name(key)?;
            Ok((key.as_str(), node))
        };
        fields.iter().map(one).collect()
    }

    /// Refuses what is no name: a name stands in places such as `bar.middle`, and in names of files.
    ///
    /// # Errors
    /// If it is none, with its place.
    pub fn check_name(&self, name: &str) -> ReadResult<()> {
        const LONGEST_NAME: usize = 64;
        let good = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        if name.starts_with(char::is_alphabetic)
            && name.chars().all(good)
            && name.chars().count() <= LONGEST_NAME
        {
            Ok(())
        } else {
            Err(self.error(DocumentErrorKind::InvalidName { found: excerpt(name) }))
        }
    }

    /// The value under a key that is looked at before the whole object is.
    pub fn peek(&self, key: &str) -> Option<Node<'a>> {
        self.tree.get(key).map(|value| self.under(key, value))
    }

    /// Which of these words is a key of the object and says what all of it means.
    ///
    /// # Errors
    /// If it is none, with its place.
    pub fn variant_key(&self, what: &'static str, words: &[&'static str]) -> ReadResult<&'static str> {
        let Tree::Object(fields) = self.tree else {
            return Err(self.wrong_type("an object"));
        };
        let mut found = words.iter().copied().filter(|word| fields.iter().any(|(key, _)| key == word));
        match (found.next(), found.next()) {
            (Some(word), None) => Ok(word),
            (Some(one), Some(two)) => {
                Err(self.custom_error(format!("`{one}` and `{two}` cannot stand together: make two of it.")))
            }
            // A key that nearly is one of the words was meant to be it.
            (None, _) => Err(fields.iter().find(|(key, _)| !nearest(key, words).is_empty()).map_or_else(
                || {
                    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
                    self.custom_error(format!(
                        "the {what} is missing: there must be {}.",
                        list(&quoted, "or")
                    ))
                },
                |(key, value)| {
                    let words = words.iter().copied();
                    self.under(key, value).unknown(what, key, words)
                },
            )),
        }
    }

    /// Which one of these words.
    ///
    /// # Errors
    /// If it is none, with its place.
    pub fn choice(&self, what: &'static str, words: &[&'static str]) -> ReadResult<&'static str> {
        let text = self.text()?;
        let found = words.iter().copied().find(|word| *word == text);
        found.ok_or_else(|| self.unknown(what, text, words.iter().copied()))
    }

    /// An object of the keys of a form, and no others; those that it needs are there.
    ///
    /// # Errors
    /// If it is none, with its place.
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
        other => Err(ParamError::WrongType {
            expected: "a number or a text such as \"35 g\"",
            found: other.kind(),
        }),
    }
}

/// The values of an object of known keys.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    /// The object.
    pub node: Node<'a>,
}

impl<'a> Fields<'a> {
    /// What stands under a key, if anything.
    pub fn get(&self, key: &str) -> Option<Node<'a>> {
        self.node.peek(key)
    }

    /// What must stand under a key.
    ///
    /// # Errors
    /// If it is none, with its place.
    pub fn require(&self, key: &str) -> ReadResult<Node<'a>> {
        self.get(key).ok_or_else(|| self.node.error(DocumentErrorKind::Missing { key: key.to_owned() }))
    }

    /// A quantity under its own name, or its default.
    ///
    /// # Errors
    /// If it is none, with its place.
    pub fn quantity(&self, info: &Info) -> ReadResult<f64> {
        Ok(self.optional_quantity(info)?.unwrap_or(info.default))
    }

    /// A quantity under its own name, if it is given.
    ///
    /// # Errors
    /// If it is none, with its place.
    pub fn optional_quantity(&self, info: &Info) -> ReadResult<Option<f64>> {
        self.get(info.id).map(|node| node.quantity(info)).transpose()
    }

    /// True or false.
    ///
    /// # Errors
    /// If it is none, with its place.
    pub fn flag(&self, key: &str, default: bool) -> ReadResult<bool> {
        self.get(key).map_or(Ok(default), |node| node.flag())
    }

    /// Everything that a table declares.
    ///
    /// # Errors
    /// If it is none, with its place.
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

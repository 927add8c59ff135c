//! XML elements with byte offsets, and the escaping needed to write them.
//!
//! [`XmlElement::parse`] works without recursion, so no depth exhausts the stack. Document types and all
//! entities but the five of XML itself are rejected: they could make a small file large or refer to other
//! files.

use crate::error::{DocumentError, DocumentErrorKind};
use crate::located::{Limits, LocatedError, LocatedNode, NodeKind, line_and_column};
use crate::tree::Tree;
use foley_params::ParamError;
use foley_params::words::excerpt;
use quick_xml::Reader;
use quick_xml::escape::{resolve_xml_entity, unescape};
use quick_xml::events::{BytesStart, Event};
use std::fmt::Write;

pub use quick_xml::escape::escape;

/// First line of every XML file that this program writes.
pub const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// Converts a single value to the text of an element or an attribute; `null` gives an empty text.
pub fn value_text(tree: &Tree) -> String {
    match tree {
        Tree::Text(text) => escape(text.as_str()).into_owned(),
        Tree::Null => String::new(),
        other => other.to_string(),
    }
}

/// Returns those fields of an object that are among `keys` as XML attributes, each after a space.
pub fn attributes(tree: &Tree, keys: &[&str]) -> String {
    let given = keys.iter().filter_map(|key| Some((key, tree.get(key)?)));
    let mut written = String::new();
    for (key, value) in given {
        // Writing to a string cannot fail.
        let _ = write!(written, " {key}=\"{}\"", value_text(value));
    }
    written
}

/// An element of an XML text, with its attributes and content.
#[derive(Debug)]
pub struct XmlElement {
    /// Byte offset of the element in the text.
    pub at: usize,
    /// Name in the start tag of the element.
    pub name: String,
    /// Attributes of the element in the order of the text; their values are texts.
    pub attributes: Vec<(String, LocatedNode)>,
    children: Vec<XmlElement>,
    text: String,
    /// Byte offset of the first character of `text` that is not white space.
    text_at: usize,
}

type LocatedResult<T> = Result<T, LocatedError>;

impl XmlElement {
    /// Parses an XML text and returns its root element.
    ///
    /// # Errors
    /// If the text is not XML, uses a document type or an entity of its own, or exceeds `limits`.
    pub fn parse(text: &str, limits: Limits) -> Result<Self, DocumentError> {
        let error = |at: usize, kind: DocumentErrorKind| DocumentError {
            place: String::new(),
            at: Some(line_and_column(text, at)),
            kind: Box::new(kind),
        };
        let xml = |at: usize, why: String| error(at, DocumentErrorKind::Xml { why });
        let mut reader = Reader::from_str(text);
        let mut open: Vec<Self> = Vec::new();
        let mut root = None;
        let mut count = 0;
        loop {
            let at = reader.buffer_position() as usize;
            let event =
                reader.read_event().map_err(|why| xml(reader.error_position() as usize, message(&why)))?;
            let mut closed = None;
            match event {
                Event::Start(start) | Event::Empty(start) if root.is_some() => {
                    let name = excerpt(start.name().0);
                    return Err(xml(at, format!("`{name}` follows the end of the root element")));
                }
                Event::Start(start) => {
                    open.push(start_element(&start, at, text, &mut count).map_err(|(at, why)| xml(at, why))?);
                    if open.len() > limits.max_depth {
                        return Err(error(at, DocumentErrorKind::TooDeep { max: limits.max_depth }));
                    }
                }
                Event::Empty(start) => {
                    closed =
                        Some(start_element(&start, at, text, &mut count).map_err(|(at, why)| xml(at, why))?);
                }
                Event::End(_) => closed = open.pop(),
                Event::Text(piece) => {
                    let piece = piece.into_inner();
                    append_text(&mut open, &piece, at).map_err(|(at, why)| xml(at, why))?;
                }
                Event::CData(piece) => {
                    append_text(&mut open, &piece.into_inner(), at).map_err(|(at, why)| xml(at, why))?;
                }
                Event::GeneralRef(name) => {
                    let char = name.resolve_char_ref().map_err(|why| xml(at, message(&why)))?;
                    let piece = match char {
                        Some(c) => c.to_string(),
                        None => resolve_xml_entity(&name.into_inner())
                            .ok_or_else(|| {
                                xml(at, "only the five entities of XML itself are allowed".to_owned())
                            })?
                            .to_owned(),
                    };
                    append_text(&mut open, &piece, at).map_err(|(at, why)| xml(at, why))?;
                }
                Event::DocType(_) => {
                    return Err(xml(at, "a document type is not allowed".to_owned()));
                }
                Event::Comment(_) | Event::PI(_) | Event::Decl(_) => {}
                Event::Eof => break,
            }
            if count > limits.max_values {
                return Err(error(at, DocumentErrorKind::TooManyValues { max: limits.max_values }));
            }
            if let Some(element) = closed {
                match open.last_mut() {
                    Some(parent) => parent.children.push(element),
                    None => root = Some(element),
                }
            }
        }
        if let Some(element) = open.last() {
            let name = excerpt(&element.name);
            return Err(xml(element.at, format!("`{name}` is not closed")));
        }
        root.ok_or_else(|| xml(text.len(), "the text has no element".to_owned()))
    }

    /// Creates a node with the content `kind` and the byte offset of this element.
    pub fn node(&self, kind: NodeKind) -> LocatedNode {
        LocatedNode { key: self.at, at: self.at, kind }
    }

    /// Creates an error that points to this element.
    pub fn error(&self, kind: impl Into<DocumentErrorKind>) -> LocatedError {
        self.node(NodeKind::Null).error(kind)
    }

    /// Creates the error of an element whose name is not one of `known`.
    pub fn unknown(&self, known: &[&'static str]) -> LocatedError {
        self.error(ParamError::unknown_name("element", &self.name, known.to_vec()))
    }

    /// Checks that the element is called `name`.
    ///
    /// # Errors
    /// If the element has another name.
    pub fn check_name(&self, name: &'static str) -> LocatedResult<()> {
        if self.name == name { Ok(()) } else { Err(self.unknown(&[name])) }
    }

    /// Checks that the element has no attributes but those in `known`.
    ///
    /// # Errors
    /// If the element has another attribute.
    pub fn check_attributes(&self, known: &[&'static str]) -> LocatedResult<()> {
        for (key, node) in &self.attributes {
            if !known.contains(&key.as_str()) {
                return Err(node.key_error(ParamError::unknown_name("attribute", key, known.to_vec())));
            }
        }
        Ok(())
    }

    /// Returns the value of an attribute; `None` if the attribute is absent.
    pub fn attribute(&self, key: &str) -> Option<&LocatedNode> {
        let found = self.attributes.iter().find(|(name, _)| name == key);
        found.map(|(_, node)| node)
    }

    /// Returns the value of a required attribute.
    ///
    /// # Errors
    /// If the attribute is missing.
    pub fn require(&self, key: &str) -> LocatedResult<&LocatedNode> {
        self.attribute(key).ok_or_else(|| self.error(DocumentErrorKind::missing(key)))
    }

    /// Returns the child elements of an element that holds no text.
    ///
    /// # Errors
    /// If the element holds text.
    pub fn children(&self) -> LocatedResult<&[Self]> {
        if self.text.trim().is_empty() {
            return Ok(&self.children);
        }
        let text = LocatedNode { key: self.text_at, at: self.text_at, kind: NodeKind::Null };
        let why = format!("text is not allowed in `{}`", excerpt(&self.name));
        Err(text.error(DocumentErrorKind::Xml { why }))
    }

    /// Returns the content of an element that holds a single value: a number, a text, or nothing.
    ///
    /// # Errors
    /// If the element holds child elements.
    pub fn value(&self) -> LocatedResult<LocatedNode> {
        if let Some(child) = self.children.first() {
            let why = format!("elements are not allowed in `{}`", excerpt(&self.name));
            return Err(child.error(DocumentErrorKind::Xml { why }));
        }
        Ok(LocatedNode { key: self.at, at: self.text_at, kind: scalar(&self.text) })
    }
}

/// Converts a text: to a number if the text is one, to null if the text is empty, otherwise to a text.
fn scalar(text: &str) -> NodeKind {
    let text = text.trim();
    if text.is_empty() {
        return NodeKind::Null;
    }
    match text.parse() {
        Ok(number) => NodeKind::Number(number),
        Err(_) => NodeKind::Text(text.to_owned()),
    }
}

/// Returns the attribute with its text converted to a number where the text is one.
#[must_use]
pub fn numeric(attribute: &LocatedNode) -> LocatedNode {
    let kind = match &attribute.kind {
        NodeKind::Text(text) => scalar(text),
        other => other.clone(),
    };
    LocatedNode { kind, ..*attribute }
}

/// Returns the message of the XML parser, without its full stop.
fn message(why: &quick_xml::Error) -> String {
    why.to_string().trim_end_matches('.').to_owned()
}

/// Appends the text `piece` to the innermost open element.
fn append_text(open: &mut [XmlElement], piece: &str, at: usize) -> Result<(), (usize, String)> {
    match open.last_mut() {
        Some(element) => {
            if element.text.is_empty() {
                element.text_at = at + piece.len() - piece.trim_start().len();
            }
            element.text.push_str(piece);
            Ok(())
        }
        None if piece.trim().is_empty() => Ok(()),
        None => Err((at, "text outside the root element is not allowed".to_owned())),
    }
}

/// Creates an element from its start tag; adds the element and its attributes to `count`.
fn start_element(
    start: &BytesStart<'_>,
    at: usize,
    text: &str,
    count: &mut usize,
) -> Result<XmlElement, (usize, String)> {
    *count += 1;
    let mut attributes = Vec::new();
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|why| (at, why.to_string()))?;
        *count += 1;
        // The pieces are borrowed from the text, so their addresses give their offsets.
        let offset = |piece: &str| {
            let offset = (piece.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
            if offset <= text.len() { offset } else { at }
        };
        let (key, value) = (offset(attribute.key.0), offset(&attribute.value));
        let content = unescape(&attribute.value).map_err(|why| (value, why.to_string()))?;
        let node = LocatedNode { key, at: value, kind: NodeKind::Text(content.into_owned()) };
        attributes.push((attribute.key.0.to_owned(), node));
    }
    Ok(XmlElement {
        at,
        name: start.name().0.to_owned(),
        attributes,
        children: Vec::new(),
        text: String::new(),
        text_at: at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { max_values: 100, max_depth: 4 };

    #[test]
    fn elements_have_attributes_children_and_values_with_offsets() {
        let text = "<a b=\"1 &amp; 2\">\n  <c>0.5</c><d/></a>";
        let root = XmlElement::parse(text, LIMITS).unwrap();
        assert_eq!(root.require("b").unwrap().text(), Ok("1 & 2"));
        let children = root.children().unwrap();
        let value = children[0].value().unwrap();
        assert_eq!((value.key, value.at), (text.find("<c>").unwrap(), text.find("0.5").unwrap()));
        assert_eq!(value.kind, NodeKind::Number(serde_json::Number::from_f64(0.5).unwrap()));
        assert_eq!(children[1].value().unwrap().kind, NodeKind::Null);
        assert!(root.require("e").is_err());
    }

    #[test]
    fn entities_document_types_and_unclosed_elements_are_rejected() {
        for text in [
            "<a>&b;</a>",
            "<!DOCTYPE a><a/>",
            "<a>",
            "<a/><a/>",
            "x<a/>",
            "",
            "<a><a><a><a><a/></a></a></a></a>x",
        ] {
            let error = XmlElement::parse(text, LIMITS).unwrap_err();
            assert!(error.at.is_some(), "{text}: {error}");
        }
    }
}

//! Presets as XML, the format family of the thesis: the same preset, the same numbers, read by the same
//! reader.
//!
//! ```xml
//! <preset format="1" model="impact" name="knuckle on a door" sentence="A dull knock." author="Foley" seed="1">
//!   <values>
//!     <hammer>
//!       <mass unit="kg">0.08</mass>
//!     </hammer>
//!   </values>
//!   <modes>
//!     <mode of="struck" mode="2" gain="0"/>
//!   </modes>
//!   <score>
//!     <gesture at="0" name="strike">1.2</gesture>
//!     <set at="1" over="0.5"><value of="hammer.mass">0.1</value></set>
//!     <curve of="touch.stiffness"><point at="0">1e6</point><point at="2">1e9</point></curve>
//!   </score>
//! </preset>
//! ```
//!
//! A text is turned into the tree that JSON would have given, with the same places. What could make a small
//! file large or reach outside it is refused: a document type, and with it every entity but the five of XML
//! itself. Texts of a preset have one line and no control characters, so that XML can carry them all.
//!
//! Source: \[Papetti2010, 2.2.6\]: presets can be saved as XML.

use super::error::{PresetError, Wrong};
use super::node::{Fault, Is, Node, Read, line_and_column};
use super::{DEEPEST, MOST_VALUES, Preset, read, write};
use foley_params::ParamError;
use foley_params::words::excerpt;
use foley_scene::file::Tree;
use quick_xml::Reader;
use quick_xml::escape::{escape, resolve_xml_entity, unescape};
use quick_xml::events::{BytesStart, Event};
use std::fmt::Write;

impl Preset {
    /// As XML; [`Preset::from_xml`] gives the same back, bit for bit.
    pub fn to_xml(&self) -> String {
        let mut out = HEAD.to_owned();
        write_preset(self, "", &mut out);
        out
    }

    /// A preset from XML.
    ///
    /// # Errors
    /// With the first thing that is wrong, and its line.
    pub fn from_xml(text: &str) -> Result<Self, PresetError> {
        let text = super::bounded(text)?;
        let root = parse(text)?;
        let mut node = preset(&root).map_err(|fault| fault.in_file(text, &nothing()))?;
        read::preset(&mut node).map_err(|fault| fault.in_file(text, &node))
    }
}

/// Several presets as one file.
pub fn palette_to_xml(presets: &[Preset]) -> String {
    let mut out = format!("{HEAD}<palette>\n");
    for preset in presets {
        write_preset(preset, "  ", &mut out);
    }
    out.push_str("</palette>\n");
    out
}

/// Several presets from one file: a `palette` of them.
///
/// # Errors
/// With the first thing that is wrong, and its line.
pub fn palette_from_xml(text: &str) -> Result<Vec<Preset>, PresetError> {
    let text = super::bounded(text)?;
    let root = parse(text)?;
    let mut node = palette(&root).map_err(|fault| fault.in_file(text, &nothing()))?;
    super::presets_of(&mut node, text)
}

/// One preset or a palette of them.
pub(super) fn any(text: &str) -> Result<Vec<Preset>, PresetError> {
    match parse(super::bounded(text)?)?.name.as_str() {
        "palette" => palette_from_xml(text),
        _ => Ok(vec![Preset::from_xml(text)?]),
    }
}

const ATTRIBUTES: [&str; 6] = ["format", "model", "name", "sentence", "author", "seed"];
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// A value between tags or quotes.
fn bare(tree: &Tree) -> String {
    match tree {
        Tree::Text(text) => escape(text.as_str()).into_owned(),
        Tree::Null => String::new(),
        other => other.to_string(),
    }
}

fn fields(tree: Option<&Tree>) -> &[(String, Tree)] {
    match tree {
        Some(Tree::Object(fields)) => fields,
        _ => &[],
    }
}

/// Some of the fields of an object as attributes.
fn attributes(tree: &Tree, keys: &[&str]) -> String {
    let there = keys.iter().filter_map(|key| Some((key, tree.get(key)?)));
    let mut written = String::new();
    for (key, value) in there {
        // Writing to a string cannot fail.
        let _ = write!(written, " {key}=\"{}\"", bare(value));
    }
    written
}

fn write_preset(preset: &Preset, indent: &str, out: &mut String) {
    let tree = write::tree(preset);
    let mut line = |depth: usize, text: &str| {
        out.push_str(indent);
        out.push_str(&"  ".repeat(depth));
        out.push_str(text);
        out.push('\n');
    };
    line(0, &format!("<preset{}>", attributes(&tree, &ATTRIBUTES)));
    line(1, "<values>");
    for (part, values) in fields(tree.get("values")) {
        line(2, &format!("<{part}>"));
        let units = tree.get("units").and_then(|units| units.get(part));
        for (id, value) in fields(Some(values)) {
            let unit = units.and_then(|units| units.get(id));
            let unit = unit.map_or(String::new(), bare);
            line(3, &format!("<{id} unit=\"{unit}\">{}</{id}>", bare(value)));
        }
        line(2, &format!("</{part}>"));
    }
    line(1, "</values>");
    if let Some(modes) = tree.get("modes") {
        line(1, "<modes>");
        for (body, list) in fields(Some(modes)) {
            let Tree::List(list) = list else { continue };
            let of = escape(body.as_str());
            for mode in list {
                let all: Vec<&str> = fields(Some(mode)).iter().map(|it| it.0.as_str()).collect();
                line(2, &format!("<mode of=\"{of}\"{}/>", attributes(mode, &all)));
            }
        }
        line(1, "</modes>");
    }
    if let Some(Tree::List(events)) = tree.get("score") {
        line(1, "<score>");
        for event in events {
            line(2, &written(event));
        }
        line(1, "</score>");
    }
    line(0, "</preset>");
}

/// A event of a score.
fn written(event: &Tree) -> String {
    let times = attributes(event, &["at", "over"]);
    if let Some(set) = event.get("set") {
        let value = |(name, value): &(String, Tree)| {
            let name = escape(name.as_str());
            format!("<value of=\"{name}\">{}</value>", bare(value))
        };
        let values: String = fields(Some(set)).iter().map(value).collect();
        return format!("<set{times}>{values}</set>");
    }
    let gesture = fields(Some(event)).iter().find(|(key, _)| key != "at");
    gesture.map_or(String::new(), |(name, value)| {
        let name = escape(name.as_str());
        format!("<gesture{times} name=\"{name}\">{}</gesture>", bare(value))
    })
}

/// An element as it stands in the text.
#[derive(Debug)]
struct Element {
    at: usize,
    name: String,
    attributes: Vec<(String, Node)>,
    children: Vec<Element>,
    /// Its text, where it begins.
    text: String,
    text_at: usize,
}

impl Element {
    fn fail(&self, wrong: impl Into<Wrong>) -> Fault {
        self.node(Is::Null).fail(wrong)
    }

    fn node(&self, is: Is) -> Node {
        Node { key: self.at, at: self.at, is }
    }

    /// One of these elements must stand here, and this is none of them.
    fn unknown(&self, known: &[&'static str]) -> Fault {
        let known = known.to_vec();
        self.fail(ParamError::unknown_name("element", &self.name, known))
    }

    /// It has only these attributes.
    fn only(&self, known: &[&'static str]) -> Read<()> {
        for (key, node) in &self.attributes {
            if !known.contains(&key.as_str()) {
                let known = known.to_vec();
                return Err(node.fail_key(ParamError::unknown_name("attribute", key, known)));
            }
        }
        Ok(())
    }

    fn attribute(&self, key: &str) -> Option<&Node> {
        let found = self.attributes.iter().find(|(name, _)| name == key);
        found.map(|(_, node)| node)
    }

    fn need(&self, key: &'static str) -> Read<&Node> {
        self.attribute(key).ok_or_else(|| self.fail(Wrong::Missing { key }))
    }

    /// It holds elements only.
    fn children(&self) -> Read<&[Self]> {
        if self.text.trim().is_empty() {
            return Ok(&self.children);
        }
        Err(Node { key: self.text_at, at: self.text_at, is: Is::Null }
            .fail(Wrong::Xml { why: format!("no text may stand in `{}`", excerpt(&self.name)) }))
    }

    /// It holds a value only.
    fn value(&self) -> Read<Node> {
        if let Some(child) = self.children.first() {
            return Err(
                child.fail(Wrong::Xml { why: format!("no element may stand in `{}`", excerpt(&self.name)) })
            );
        }
        Ok(Node { key: self.at, at: self.text_at, is: scalar(&self.text) })
    }
}

/// A number where it is one, else a text; nothing where nothing stands.
fn scalar(text: &str) -> Is {
    let text = text.trim();
    if text.is_empty() {
        return Is::Null;
    }
    match text.parse() {
        Ok(number) => Is::Number(number),
        Err(_) => Is::Text(text.to_owned()),
    }
}

/// An attribute that is a number.
fn number(node: &Node) -> Node {
    let is = match &node.is {
        Is::Text(text) => scalar(text),
        other => other.clone(),
    };
    Node { is, ..*node }
}

fn nothing() -> Node {
    Node { key: 0, at: 0, is: Is::Null }
}

fn palette(root: &Element) -> Read<Node> {
    if root.name != "palette" {
        return Err(root.unknown(&["palette"]));
    }
    root.only(&[])?;
    let presets: Read<Vec<Node>> = root.children()?.iter().map(preset).collect();
    Ok(root.node(Is::List(presets?)))
}

fn preset(root: &Element) -> Read<Node> {
    if root.name != "preset" {
        return Err(root.unknown(&["preset"]));
    }
    root.only(&ATTRIBUTES)?;
    let mut fields: Vec<(String, Node)> = Vec::new();
    for (key, node) in &root.attributes {
        let node = match key.as_str() {
            "format" | "seed" => number(node),
            _ => node.clone(),
        };
        fields.push((key.clone(), node));
    }
    for child in root.children()? {
        if fields.iter().any(|(key, _)| *key == child.name) {
            return Err(child.fail(Wrong::Says(format!("`{}` is there twice.", child.name))));
        }
        child.only(&[])?;
        match child.name.as_str() {
            "values" => {
                let (values, units) = values(child)?;
                fields.push(("values".to_owned(), values));
                fields.push(("units".to_owned(), units));
            }
            "score" => {
                let events: Read<Vec<Node>> = child.children()?.iter().map(event).collect();
                fields.push(("score".to_owned(), child.node(Is::List(events?))));
            }
            "modes" => fields.push(("modes".to_owned(), modes(child)?)),
            _ => return Err(child.unknown(&["values", "modes", "score"])),
        }
    }
    Ok(root.node(Is::Object(fields)))
}

/// The values by part, and their units.
fn values(element: &Element) -> Read<(Node, Node)> {
    let (mut values, mut units) = (Vec::new(), Vec::new());
    for part in element.children()? {
        part.only(&[])?;
        let (mut its, mut their) = (Vec::new(), Vec::new());
        for value in part.children()? {
            value.only(&["unit"])?;
            its.push((value.name.clone(), value.value()?));
            if let Some(unit) = value.attribute("unit") {
                their.push((value.name.clone(), unit.clone()));
            }
        }
        once(&its, part)?;
        values.push((part.name.clone(), part.node(Is::Object(its))));
        units.push((part.name.clone(), part.node(Is::Object(their))));
    }
    once(&values, element)?;
    Ok((element.node(Is::Object(values)), element.node(Is::Object(units))))
}

/// The modes by body.
fn modes(element: &Element) -> Read<Node> {
    let mut bodies: Vec<(String, Vec<Node>)> = Vec::new();
    for child in element.children()? {
        if child.name != "mode" {
            return Err(child.unknown(&["mode"]));
        }
        child.value()?;
        let body = child.need("of")?.text()?;
        let factors = child.attributes.iter().filter(|(key, _)| key != "of");
        let factors = factors.map(|(key, node)| (key.clone(), number(node)));
        let mode = child.node(Is::Object(factors.collect()));
        match bodies.iter_mut().find(|(name, _)| name == body) {
            Some((_, modes)) => modes.push(mode),
            None => bodies.push((body.to_owned(), vec![mode])),
        }
    }
    let bodies = bodies.into_iter();
    let bodies = bodies.map(|(body, modes)| (body, element.node(Is::List(modes))));
    Ok(element.node(Is::Object(bodies.collect())))
}

/// Every name is there once.
fn once(fields: &[(String, Node)], of: &Element) -> Read<()> {
    let mut seen = std::collections::HashSet::new();
    for (name, node) in fields {
        if !seen.insert(name.as_str()) {
            let message = format!("`{}` is there twice in `{}`.", excerpt(name), excerpt(&of.name));
            return Err(node.fail_key(Wrong::Says(message)));
        }
    }
    Ok(())
}

/// A event of a score, as JSON has it.
fn event(element: &Element) -> Read<Node> {
    let mut fields: Vec<(String, Node)> = Vec::new();
    let mut times = |known: &[&'static str]| -> Read<()> {
        for key in ["at", "over"] {
            if known.contains(&key)
                && let Some(node) = element.attribute(key)
            {
                fields.push((key.to_owned(), number(node)));
            }
        }
        element.only(known)
    };
    match element.name.as_str() {
        "gesture" => {
            times(&["at", "name"])?;
            let name = element.need("name")?.text()?.to_owned();
            let value = element.value()?;
            fields.push((name, value));
        }
        "set" => {
            times(&["at", "over"])?;
            let mut values = Vec::new();
            for child in element.children()? {
                if child.name != "value" {
                    return Err(child.unknown(&["value"]));
                }
                child.only(&["of"])?;
                values.push((child.need("of")?.text()?.to_owned(), child.value()?));
            }
            once(&values, element)?;
            fields.push(("set".to_owned(), element.node(Is::Object(values))));
        }
        "curve" => {
            element.only(&["of"])?;
            let mut points = Vec::new();
            for child in element.children()? {
                if child.name != "point" {
                    return Err(child.unknown(&["point"]));
                }
                child.only(&["at"])?;
                let pair = vec![number(child.need("at")?), child.value()?];
                points.push(child.node(Is::List(pair)));
            }
            let curve = (element.need("of")?.text()?.to_owned(), element.node(Is::List(points)));
            let curve = element.node(Is::Object(vec![curve]));
            fields.push(("curve".to_owned(), curve));
        }
        _ => return Err(element.unknown(&["gesture", "set", "curve"])),
    }
    Ok(element.node(Is::Object(fields)))
}

/// The one element of a text, with all that is in it. Without recursion, so that no depth is too deep for the
/// stack.
fn parse(text: &str) -> Result<Element, PresetError> {
    let refuse = |at: usize, wrong: Wrong| PresetError {
        place: String::new(),
        at: Some(line_and_column(text, at)),
        wrong: Box::new(wrong),
    };
    let xml = |at: usize, why: String| refuse(at, Wrong::Xml { why });
    let mut reader = Reader::from_str(text);
    let mut open: Vec<Element> = Vec::new();
    let mut root = None;
    let mut count = 0;
    loop {
        let at = reader.buffer_position() as usize;
        let event = reader.read_event().map_err(|why| xml(reader.error_position() as usize, said(&why)))?;
        let mut closed = None;
        match event {
            Event::Start(start) | Event::Empty(start) if root.is_some() => {
                let name = excerpt(start.name().0);
                return Err(xml(at, format!("`{name}` stands behind the end")));
            }
            Event::Start(start) => {
                open.push(begun(&start, at, text, &mut count).map_err(|(at, why)| xml(at, why))?);
                if open.len() > DEEPEST {
                    return Err(refuse(at, Wrong::TooDeep { most: DEEPEST }));
                }
            }
            Event::Empty(start) => {
                closed = Some(begun(&start, at, text, &mut count).map_err(|(at, why)| xml(at, why))?);
            }
            Event::End(_) => closed = open.pop(),
            Event::Text(piece) => {
                let piece = piece.into_inner();
                add(&mut open, &piece, at).map_err(|(at, why)| xml(at, why))?;
            }
            Event::CData(piece) => {
                add(&mut open, &piece.into_inner(), at).map_err(|(at, why)| xml(at, why))?;
            }
            Event::GeneralRef(name) => {
                let char = name.resolve_char_ref().map_err(|why| xml(at, said(&why)))?;
                let piece = match char {
                    Some(c) => c.to_string(),
                    None => resolve_xml_entity(&name.into_inner())
                        .ok_or_else(|| xml(at, "entities are not known here".to_owned()))?
                        .to_owned(),
                };
                add(&mut open, &piece, at).map_err(|(at, why)| xml(at, why))?;
            }
            Event::DocType(_) => {
                return Err(xml(at, "a document type may not stand here".to_owned()));
            }
            Event::Comment(_) | Event::PI(_) | Event::Decl(_) => {}
            Event::Eof => break,
        }
        if count > MOST_VALUES {
            return Err(refuse(at, Wrong::TooMany { most: MOST_VALUES }));
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
        return Err(xml(element.at, format!("`{name}` has no end")));
    }
    root.ok_or_else(|| xml(text.len(), "there is no element".to_owned()))
}

/// A message of the parser, without its full stop.
fn said(why: &quick_xml::Error) -> String {
    why.to_string().trim_end_matches('.').to_owned()
}

fn add(open: &mut [Element], piece: &str, at: usize) -> Result<(), (usize, String)> {
    match open.last_mut() {
        Some(element) => {
            if element.text.is_empty() {
                element.text_at = at + piece.len() - piece.trim_start().len();
            }
            element.text.push_str(piece);
            Ok(())
        }
        None if piece.trim().is_empty() => Ok(()),
        None => Err((at, "no text may stand outside of all elements".to_owned())),
    }
}

fn begun(
    start: &BytesStart<'_>,
    at: usize,
    text: &str,
    count: &mut usize,
) -> Result<Element, (usize, String)> {
    *count += 1;
    let mut attributes = Vec::new();
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|why| (at, why.to_string()))?;
        *count += 1;
        // The pieces are borrowed from the text, so their sound_params tell where they stand in it.
        let place = |piece: &str| {
            let place = (piece.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
            if place <= text.len() { place } else { at }
        };
        let (key, value) = (place(attribute.key.0), place(&attribute.value));
        let said = unescape(&attribute.value).map_err(|why| (value, why.to_string()))?;
        let node = Node { key, at: value, is: Is::Text(said.into_owned()) };
        attributes.push((attribute.key.0.to_owned(), node));
    }
    Ok(Element {
        at,
        name: start.name().0.to_owned(),
        attributes,
        children: Vec::new(),
        text: String::new(),
        text_at: at,
    })
}

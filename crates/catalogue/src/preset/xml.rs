//! Presets as XML, the format of the thesis.
//!
//! ```xml
//! <preset format="1" model="impact" name="knuckle on a door" sentence="A dull knock." author="Foley" seed="1">
//!   <loudness target="-23" gain="7.57"/>
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
//! An XML text becomes the tree of the equivalent JSON, with the byte offsets of the XML, and is then read by
//! the same reader. Texts of a preset have one line and no control characters, so XML can represent them all.
//!
//! Source: \[Papetti2010, 2.2.6\]: presets can be saved as XML.

use super::error::{PresetError, ReadError};
use super::{LIMITS, LOUDNESS_TARGET, Preset, STORED_GAIN, read, write};
use foley_document::xml::{HEAD, attributes, escape, numeric, value_text};
use foley_document::{DocumentErrorKind, LocatedError, LocatedNode, NodeKind, Tree, XmlElement};
use foley_params::words::excerpt;

impl Preset {
    /// Writes the preset as XML. [`Preset::from_xml`] restores every bit.
    pub fn to_xml(&self) -> String {
        let mut out = HEAD.to_owned();
        write_preset(self, "", &mut out);
        out
    }

    /// Reads a preset from an XML element `preset`.
    ///
    /// # Errors
    /// The first error in the text, with its line and column.
    pub fn from_xml(text: &str) -> Result<Self, PresetError> {
        let text = super::bounded(text)?;
        let root = XmlElement::parse(text, LIMITS)?;
        let mut node = preset(&root).map_err(|error| error_in(text, error))?;
        read::preset(&mut node).map_err(|error| error.in_file(text, &node))
    }
}

/// Writes presets as an XML element `palette`.
pub fn palette_to_xml(presets: &[Preset]) -> String {
    let mut out = format!("{HEAD}<palette>\n");
    for preset in presets {
        write_preset(preset, "  ", &mut out);
    }
    out.push_str("</palette>\n");
    out
}

/// Reads the presets of an XML element `palette`.
///
/// # Errors
/// The first error in the text, with its line and column.
pub fn palette_from_xml(text: &str) -> Result<Vec<Preset>, PresetError> {
    let text = super::bounded(text)?;
    let root = XmlElement::parse(text, LIMITS)?;
    let mut node = palette(&root).map_err(|error| error_in(text, error))?;
    super::read_presets(&mut node, text)
}

/// Reads one preset or a palette from XML.
pub(super) fn read_any(text: &str) -> Result<Vec<Preset>, PresetError> {
    match XmlElement::parse(super::bounded(text)?, LIMITS)?.name.as_str() {
        "palette" => palette_from_xml(text),
        _ => Ok(vec![Preset::from_xml(text)?]),
    }
}

const ATTRIBUTES: [&str; 8] = ["format", "model", "name", "sentence", "author", "like", "place", "seed"];

const LOUDNESS_ATTRIBUTES: [&str; 2] = [LOUDNESS_TARGET.id, STORED_GAIN.id];

type LocatedResult<T> = Result<T, LocatedError>;

/// Makes a preset error with line and column from an error in an XML text. The path is empty, because there
/// is no tree yet.
fn error_in(text: &str, error: LocatedError) -> PresetError {
    let no_tree = LocatedNode { key: 0, at: 0, kind: NodeKind::Null };
    ReadError::from(error).in_file(text, &no_tree)
}

/// Returns the fields of an object; an empty slice for other values and for `None`.
fn fields(tree: Option<&Tree>) -> &[(String, Tree)] {
    match tree {
        Some(Tree::Object(fields)) => fields,
        _ => &[],
    }
}

/// Appends a preset as XML to `out`; every line begins with `indent`.
fn write_preset(preset: &Preset, indent: &str, out: &mut String) {
    let tree = write::tree(preset);
    let mut line = |depth: usize, text: &str| {
        out.push_str(indent);
        out.push_str(&"  ".repeat(depth));
        out.push_str(text);
        out.push('\n');
    };
    line(0, &format!("<preset{}>", attributes(&tree, &ATTRIBUTES)));
    if let Some(loudness) = tree.get("loudness") {
        line(1, &format!("<loudness{}/>", attributes(loudness, &LOUDNESS_ATTRIBUTES)));
    }
    line(1, "<values>");
    for (part, values) in fields(tree.get("values")) {
        line(2, &format!("<{part}>"));
        let units = tree.get("units").and_then(|units| units.get(part));
        for (id, value) in fields(Some(values)) {
            let unit = units.and_then(|units| units.get(id));
            let unit = unit.map_or(String::new(), value_text);
            line(3, &format!("<{id} unit=\"{unit}\">{}</{id}>", value_text(value)));
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
                let keys: Vec<&str> = fields(Some(mode)).iter().map(|(key, _)| key.as_str()).collect();
                line(2, &format!("<mode of=\"{of}\"{}/>", attributes(mode, &keys)));
            }
        }
        line(1, "</modes>");
    }
    if let Some(Tree::List(events)) = tree.get("score") {
        line(1, "<score>");
        for event in events {
            line(2, &event_text(event));
        }
        line(1, "</score>");
    }
    line(0, "</preset>");
}

/// Returns one event of a score as XML text.
fn event_text(event: &Tree) -> String {
    let times = attributes(event, &["at", "over"]);
    if let Some(set) = event.get("set") {
        let value = |(name, value): &(String, Tree)| {
            let name = escape(name.as_str());
            format!("<value of=\"{name}\">{}</value>", value_text(value))
        };
        let values: String = fields(Some(set)).iter().map(value).collect();
        return format!("<set{times}>{values}</set>");
    }
    let gesture = fields(Some(event)).iter().find(|(key, _)| key != "at");
    gesture.map_or(String::new(), |(name, value)| {
        let name = escape(name.as_str());
        format!("<gesture{times} name=\"{name}\">{}</gesture>", value_text(value))
    })
}

/// Converts an XML palette to the tree of the equivalent JSON.
fn palette(root: &XmlElement) -> LocatedResult<LocatedNode> {
    root.check_name("palette")?;
    root.check_attributes(&[])?;
    let presets: LocatedResult<Vec<LocatedNode>> = root.children()?.iter().map(preset).collect();
    Ok(root.node(NodeKind::List(presets?)))
}

/// Converts an XML preset to the tree of the equivalent JSON.
fn preset(root: &XmlElement) -> LocatedResult<LocatedNode> {
    root.check_name("preset")?;
    root.check_attributes(&ATTRIBUTES)?;
    let mut fields: Vec<(String, LocatedNode)> = Vec::new();
    for (key, node) in &root.attributes {
        let node = match key.as_str() {
            "format" | "seed" => numeric(node),
            _ => node.clone(),
        };
        fields.push((key.clone(), node));
    }
    for child in root.children()? {
        if fields.iter().any(|(key, _)| *key == child.name) {
            return Err(child.error(DocumentErrorKind::custom(format!("`{}` is given twice.", child.name))));
        }
        let known: &[&'static str] = if child.name == "loudness" { &LOUDNESS_ATTRIBUTES } else { &[] };
        child.check_attributes(known)?;
        match child.name.as_str() {
            "loudness" => fields.push(("loudness".to_owned(), loudness(child)?)),
            "values" => {
                let (values, units) = values(child)?;
                fields.push(("values".to_owned(), values));
                fields.push(("units".to_owned(), units));
            }
            "score" => {
                let events: LocatedResult<Vec<LocatedNode>> = child.children()?.iter().map(event).collect();
                fields.push(("score".to_owned(), child.node(NodeKind::List(events?))));
            }
            "modes" => fields.push(("modes".to_owned(), modes(child)?)),
            _ => return Err(child.unknown(&["loudness", "values", "modes", "score"])),
        }
    }
    Ok(root.node(NodeKind::Object(fields)))
}

/// Returns the loudness of an XML element as a tree.
fn loudness(element: &XmlElement) -> LocatedResult<LocatedNode> {
    element.value()?;
    let fields = element.attributes.iter().map(|(key, node)| (key.clone(), numeric(node)));
    Ok(element.node(NodeKind::Object(fields.collect())))
}

/// Returns the values and the units of an XML element as two trees, each by part.
fn values(element: &XmlElement) -> LocatedResult<(LocatedNode, LocatedNode)> {
    let (mut values, mut units) = (Vec::new(), Vec::new());
    for part in element.children()? {
        part.check_attributes(&[])?;
        let (mut part_values, mut part_units) = (Vec::new(), Vec::new());
        for value in part.children()? {
            value.check_attributes(&["unit"])?;
            part_values.push((value.name.clone(), value.value()?));
            if let Some(unit) = value.attribute("unit") {
                part_units.push((value.name.clone(), unit.clone()));
            }
        }
        check_unique(&part_values, part)?;
        values.push((part.name.clone(), part.node(NodeKind::Object(part_values))));
        units.push((part.name.clone(), part.node(NodeKind::Object(part_units))));
    }
    check_unique(&values, element)?;
    Ok((element.node(NodeKind::Object(values)), element.node(NodeKind::Object(units))))
}

/// Returns the mode edits of an XML element as a tree, by body.
fn modes(element: &XmlElement) -> LocatedResult<LocatedNode> {
    let mut bodies: Vec<(String, Vec<LocatedNode>)> = Vec::new();
    for child in element.children()? {
        child.check_name("mode")?;
        child.value()?;
        let body = child.require("of")?.text()?;
        let factors = child.attributes.iter().filter(|(key, _)| key != "of");
        let factors = factors.map(|(key, node)| (key.clone(), numeric(node)));
        let mode = child.node(NodeKind::Object(factors.collect()));
        match bodies.iter_mut().find(|(name, _)| name == body) {
            Some((_, modes)) => modes.push(mode),
            None => bodies.push((body.to_owned(), vec![mode])),
        }
    }
    let bodies = bodies.into_iter();
    let bodies = bodies.map(|(body, modes)| (body, element.node(NodeKind::List(modes))));
    Ok(element.node(NodeKind::Object(bodies.collect())))
}

/// Checks that no two fields of an XML element have the same name.
fn check_unique(fields: &[(String, LocatedNode)], element: &XmlElement) -> LocatedResult<()> {
    let mut seen = std::collections::HashSet::new();
    for (name, node) in fields {
        if !seen.insert(name.as_str()) {
            let message = format!("`{}` is given twice in `{}`.", excerpt(name), excerpt(&element.name));
            return Err(node.key_error(DocumentErrorKind::custom(message)));
        }
    }
    Ok(())
}

/// Converts one XML event of a score to the tree of the equivalent JSON.
fn event(element: &XmlElement) -> LocatedResult<LocatedNode> {
    let mut fields: Vec<(String, LocatedNode)> = Vec::new();
    let mut times = |known: &[&'static str]| -> LocatedResult<()> {
        for key in ["at", "over"] {
            if known.contains(&key)
                && let Some(node) = element.attribute(key)
            {
                fields.push((key.to_owned(), numeric(node)));
            }
        }
        element.check_attributes(known)
    };
    match element.name.as_str() {
        "gesture" => {
            times(&["at", "name"])?;
            let name = element.require("name")?.text()?.to_owned();
            let value = element.value()?;
            fields.push((name, value));
        }
        "set" => {
            times(&["at", "over"])?;
            let mut values = Vec::new();
            for child in element.children()? {
                child.check_name("value")?;
                child.check_attributes(&["of"])?;
                values.push((child.require("of")?.text()?.to_owned(), child.value()?));
            }
            check_unique(&values, element)?;
            fields.push(("set".to_owned(), element.node(NodeKind::Object(values))));
        }
        "curve" => {
            element.check_attributes(&["of"])?;
            let mut points = Vec::new();
            for child in element.children()? {
                child.check_name("point")?;
                child.check_attributes(&["at"])?;
                let pair = vec![numeric(child.require("at")?), child.value()?];
                points.push(child.node(NodeKind::List(pair)));
            }
            let curve = (element.require("of")?.text()?.to_owned(), element.node(NodeKind::List(points)));
            let curve = element.node(NodeKind::Object(vec![curve]));
            fields.push(("curve".to_owned(), curve));
        }
        _ => return Err(element.unknown(&["gesture", "set", "curve"])),
    }
    Ok(element.node(NodeKind::Object(fields)))
}

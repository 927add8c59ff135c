//! Files of earlier formats, made into what is read now, one step at a time.
//!
//! | format | what it was                                                                            |
//! |--------|----------------------------------------------------------------------------------------|
//! | 0      | flat: `{"model": …, "values": {"touch.stiffness": …}}`; no name, seed or author needed |
//! | 1      | values by part, with name, sentence, author, seed and score                            |
//!
//! A file that does not say which it is, is of format 0. A migration moves values and never makes or changes
//! one, so that what is wrong is still told with its line.

use super::error::Wrong;
use super::node::{Is, Node, Read};

/// The format that is written.
pub const FORMAT: u64 = 1;

/// One step from each format to the next, the oldest first.
const STEPS: [fn(&mut Node); FORMAT as usize] = [sections];

/// Makes a file what is read now.
pub(super) fn migrate(root: &mut Node) -> Read<()> {
    root.fields()?;
    let format = match root.get("format") {
        None => 0,
        Some(node) => match &node.is {
            Is::Number(number) if number.as_u64().is_some() => number.as_u64().unwrap_or(0),
            _ => {
                return Err(
                    node.fail(Wrong::Says(format!("a format is a whole number; the newest is {FORMAT}.")))
                );
            }
        },
    };
    if let Some(node) = root.get("format")
        && format > FORMAT
    {
        return Err(node.fail(Wrong::Newer { found: format, ours: FORMAT }));
    }
    for step in STEPS.iter().enumerate().filter(|&(from, _)| from as u64 >= format) {
        step.1(root);
    }
    Ok(())
}

/// From 0 to 1: `touch.stiffness` goes into a section `touch`. A preset without a name is called like its
/// model.
fn sections(root: &mut Node) {
    let Is::Object(fields) = &mut root.is else {
        return;
    };
    let model = fields.iter().find(|(key, _)| key == "model").cloned();
    if let Some((_, model)) = model
        && !fields.iter().any(|(key, _)| key == "name")
    {
        fields.push(("name".to_owned(), model));
    }
    let values = fields.iter_mut().find(|(key, _)| key == "values");
    let Some((_, Node { is: Is::Object(values), .. })) = values else {
        return;
    };
    let mut sections: Vec<(String, Node)> = Vec::new();
    for (key, value) in core::mem::take(values) {
        let Some((part, id)) = key.split_once('.') else {
            sections.push((key, value));
            continue;
        };
        let field = (id.to_owned(), value);
        let there = sections.iter_mut().find(|(name, _)| name == part);
        if let Some((_, Node { is: Is::Object(ids), .. })) = there {
            ids.push(field);
        } else {
            let (key, at) = (field.1.key, field.1.at);
            let is = Is::Object(vec![field]);
            sections.push((part.to_owned(), Node { key, at, is }));
        }
    }
    *values = sections;
}

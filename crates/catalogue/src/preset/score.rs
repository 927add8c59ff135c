//! Scores in files: what is done when, in a list.
//!
//! | written                                                   | means                                              |
//! |-----------------------------------------------------------|----------------------------------------------------|
//! | `{"at": 0.5, "strike": 1.2}`                              | a gesture; `null` leaves the value to the model    |
//! | `{"at": 1, "set": {"hammer.mass": "80 g"}, "over": 0.5}`  | a value glides, or several; without `over` as declared |
//! | `{"curve": {"touch.stiffness": [[0, 1e6], [2, 1e9]]}}`    | a value follows straight lines in its own scale    |
//!
//! Names of parameters are those of [`foley_sound::resolve_param`]; they are kept as `part.id` and in SI. A curve is kept as
//! what it means: values that are set and glide.

use super::error::{PresetError, Wrong};
use super::node::{Is, Node, Read, parse};
use super::write;
use foley_params::{Info, ParamError, Scale, Unit};
use foley_scene::file::Tree;
use foley_sound::{Score, ScoreEvent, ScoreEventKind, Sound, ValueForm, resolve_param};

/// Most events of a score.
const MAX_SCORE_EVENTS: usize = 50_000;

/// When something is done.
pub(super) const AT: Info = Info {
    id: "at",
    symbol: "t",
    unit: Unit::Second,
    doc: "When.",
    min: 0.0,
    max: 3600.0,
    scale: Scale::Linear,
    default: 0.0,
    glide: 0.0,
    handle: None,
};

/// How long a change takes.
pub(super) const OVER: Info = Info { id: "over", doc: "In which time.", ..AT };

/// Reads a score from a file of its own: a list as in a preset, for a sound of this model.
///
/// # Errors
/// The first mistake, with its line.
pub fn read_score(text: &str, sound: &dyn Sound) -> Result<Score, PresetError> {
    let text = super::bounded(text)?;
    let root = parse(text)?;
    read(&root, sound).map_err(|fault| fault.in_file(text, &root))
}

/// Writes a score as a file of its own; [`read_score`] reads it back.
pub fn score_to_json(score: &Score, sound: &dyn Sound) -> String {
    write::pretty(&tree(score, sound))
}

pub(super) fn read(node: &Node, sound: &dyn Sound) -> Read<Score> {
    let mut score = Score::default();
    for item in node.items()? {
        read_item(item, sound, &mut score)?;
        if score.events.len() > MAX_SCORE_EVENTS {
            return Err(item.fail(Wrong::TooMany { most: MAX_SCORE_EVENTS }));
        }
    }
    Ok(score)
}

fn read_item(item: &Node, sound: &dyn Sound, score: &mut Score) -> Read<()> {
    let time = |key| item.get(key);
    let over = time("over").map(|node| node.quantity(&OVER)).transpose()?;
    let at = || {
        let node = time("at").ok_or_else(|| item.fail(Wrong::Missing { key: "at" }))?;
        node.quantity(&AT)
    };
    if let Some(node) = time("over")
        && item.get("set").is_none()
    {
        let message = "`over` says how long a `set` takes, and there is none here.";
        return Err(node.fail_key(Wrong::Says(message.to_owned())));
    }
    if let Some(node) = time("at") {
        node.quantity(&AT)?;
    }
    let mut does = false;
    for (key, node) in item.fields()? {
        match key.as_str() {
            "at" | "over" => continue,
            "set" => {
                for (name, node) in node.fields()? {
                    let (name, value) = value(name, node, node, sound)?;
                    let kind = ScoreEventKind::Set { name, value, over };
                    score.events.push(ScoreEvent { at: at()?, kind });
                }
            }
            "curve" => {
                for (name, node) in node.fields()? {
                    curve(name, node, sound, score)?;
                }
            }
            gesture => {
                let (name, value) = read_gesture(gesture, node, sound)?;
                let kind = ScoreEventKind::Gesture { name, value };
                score.events.push(ScoreEvent { at: at()?, kind });
            }
        }
        does = true;
    }
    if does {
        Ok(())
    } else {
        let gestures: Vec<_> = gestures(sound).iter().map(|id| format!("`{id}`")).collect();
        let message =
            format!("nothing is done here; there may be {}.", foley_params::words::list(&gestures, "or"));
        Err(item.fail(Wrong::Says(message)))
    }
}

/// What may be done: the gestures, and what is no gesture.
fn gestures(sound: &dyn Sound) -> Vec<&'static str> {
    let gestures = sound.gestures().iter().map(|info| info.id);
    gestures.chain(["set", "curve"]).collect()
}

fn read_gesture(key: &str, node: &Node, sound: &dyn Sound) -> Read<(String, Option<f64>)> {
    let info = sound.gestures().iter().find(|info| info.id == key);
    let Some(info) = info else {
        let why = ParamError::unknown_name("gesture", key, gestures(sound));
        return Err(node.fail_key(why));
    };
    let value = match node.is {
        Is::Null => None,
        _ => Some(node.quantity(info)?),
    };
    Ok((key.to_owned(), value))
}

/// A value for a parameter, by its full name and in SI.
fn value(name: &str, named: &Node, node: &Node, sound: &dyn Sound) -> Read<(String, f64)> {
    let (at, said) = resolve_param(sound, name).map_err(|why| named.fail_key(why))?;
    let value = match (said, &node.is) {
        (ValueForm::Si, _) => node.quantity(&at.info)?,
        (ValueForm::Handle, Is::Number(number)) => {
            foley_sound::parse_value(&at, said, &number.to_string()).map_err(|why| node.fail(why))?
        }
        (ValueForm::Handle, Is::Text(text)) => {
            foley_sound::parse_value(&at, said, text).map_err(|why| node.fail(why))?
        }
        (ValueForm::Handle, _) => return Err(node.wrong_type("a number from 0 to 100")),
    };
    Ok((at.path(), value))
}

fn curve(name: &str, node: &Node, sound: &dyn Sound, score: &mut Score) -> Read<()> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    let mut path = name.to_owned();
    if node.items()?.is_empty() {
        return Err(node.fail(Wrong::Says("a curve needs at least one point.".to_owned())));
    }
    for point in node.items()? {
        let [time, level] = point.items()? else {
            return Err(point.wrong_type("a point [seconds, value]"));
        };
        let at = time.quantity(&AT)?;
        if points.last().is_some_and(|&(before, _)| at < before) {
            let message = "the points of a curve must follow one another in time.";
            return Err(time.fail(Wrong::Says(message.to_owned())));
        }
        let (full, value) = value(name, node, level, sound)?;
        path = full;
        points.push((at, value));
    }
    score.curve(&path, &points);
    Ok(())
}

/// As it is written. What is set at one time stands together.
pub(super) fn tree(score: &Score, sound: &dyn Sound) -> Tree {
    let mut items: Vec<Tree> = Vec::new();
    let mut events = score.events.iter().peekable();
    while let Some(event) = events.next() {
        let mut item = vec![("at".to_owned(), write::number(event.at))];
        match &event.kind {
            ScoreEventKind::Gesture { name, value } => {
                let info = sound.gestures().iter().find(|info| info.id == name);
                let value = match (value, info) {
                    (None, _) => Tree::Null,
                    (Some(value), Some(info)) => write::value(info, *value),
                    (Some(value), None) => write::number(*value),
                };
                item.push((name.clone(), value));
            }
            ScoreEventKind::Set { name, value, over } => {
                let mut set = vec![written(sound, name, *value)];
                let together = |next: &&ScoreEvent| matches!(next.kind, ScoreEventKind::Set { over: its, .. } if its == *over && next.at == event.at);
                while let Some(ScoreEvent { kind: ScoreEventKind::Set { name, value, .. }, .. }) = events.next_if(|next| {
                    together(next)
                        && matches!(&next.kind, ScoreEventKind::Set { name, value, .. } if set.iter().all(|(there, _)| *there != written(sound, name, *value).0))
                }) {
                    set.push(written(sound, name, *value));
                }
                item.push(("set".to_owned(), Tree::Object(set)));
                if let Some(over) = over {
                    item.push(("over".to_owned(), write::number(*over)));
                }
            }
        }
        items.push(Tree::Object(item));
    }
    Tree::List(items)
}

/// A value that is set, by its full name and in SI.
fn written(sound: &dyn Sound, name: &str, value: f64) -> (String, Tree) {
    match resolve_param(sound, name) {
        Ok((at, ValueForm::Si)) => (at.path(), write::value(&at.info, value)),
        Ok((at, ValueForm::Handle)) => (at.path(), write::value(&at.info, at.info.from_handle(value))),
        Err(_) => (name.to_owned(), write::number(value)),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_gesture_is_called_like_a_word_of_the_score() {
        for sound in crate::models() {
            for info in sound.gestures() {
                assert!(
                    !["at", "set", "over", "curve"].contains(&info.id),
                    "{} of {}",
                    info.id,
                    sound.info().name
                );
            }
        }
    }
}

//! Scores in files: a list of events with their times.
//!
//! | event                                                     | meaning                                            |
//! |-----------------------------------------------------------|----------------------------------------------------|
//! | `{"at": 0.5, "strike": 1.2}`                              | a gesture; `null` leaves the value to the model    |
//! | `{"at": 1, "set": {"hammer.mass": "80 g"}, "over": 0.5}`  | values glide over 0.5 s; without `over`, as declared |
//! | `{"curve": {"touch.stiffness": [[0, 1e6], [2, 1e9]]}}`    | a value follows straight lines in its own scale    |
//!
//! [`foley_sound::resolve_param`] resolves the names of parameters; a score stores them as `part.id`, with
//! values in SI. A curve becomes a sequence of `set` events with glides.

use super::error::{Fail, PresetError, PresetErrorKind, ReadResult};
use super::{LIMITS, write};
use foley_document::{DocumentErrorKind, LocatedNode, NodeKind, Tree, number, pretty};
use foley_params::{Info, ParamError, Scale, Unit};
use foley_sound::{Score, ScoreEvent, ScoreEventKind, Sound, ValueForm, parse_value, resolve_param};

/// Maximum number of events in a score.
const MAX_SCORE_EVENTS: usize = 50_000;

/// Declaration of the key `at`: the time of an event \[s\].
pub(super) const AT: Info = Info {
    id: "at",
    symbol: "t",
    unit: Unit::Second,
    doc: "Time of the event from the start.",
    min: 0.0,
    max: 3600.0,
    scale: Scale::Linear,
    default: 0.0,
    glide: 0.0,
    handle: None,
};

/// Declaration of the key `over`: the duration of a glide \[s\].
pub(super) const OVER: Info = Info { id: "over", doc: "Duration of the glide to the new value.", ..AT };

/// Reads a score for `sound` from JSON: a list of events as under `score` in a preset.
///
/// # Errors
/// The first error in the text, with its path, line and column.
pub fn read_score(text: &str, sound: &dyn Sound) -> Result<Score, PresetError> {
    let text = super::bounded(text)?;
    let root = LocatedNode::parse(text, LIMITS)?;
    read(&root, sound).map_err(|error| error.in_file(text, &root))
}

/// Writes a score as JSON that [`read_score`] reads.
pub fn score_to_json(score: &Score, sound: &dyn Sound) -> String {
    pretty(&tree(score, sound))
}

pub(super) fn read(node: &LocatedNode, sound: &dyn Sound) -> ReadResult<Score> {
    let mut score = Score::default();
    for item in node.items()? {
        read_item(item, sound, &mut score)?;
        let count = score.events.len();
        if count > MAX_SCORE_EVENTS {
            let max = MAX_SCORE_EVENTS;
            return Err(item.fail(DocumentErrorKind::TooMany { count, what: "events", max }));
        }
    }
    Ok(score)
}

fn read_item(item: &LocatedNode, sound: &dyn Sound, score: &mut Score) -> ReadResult<()> {
    let time = |key| item.get(key);
    let over = time("over").map(|node| node.quantity(&OVER)).transpose()?;
    let at = || {
        let node = time("at").ok_or_else(|| item.error(DocumentErrorKind::missing("at")))?;
        node.quantity(&AT)
    };
    if let Some(node) = time("over")
        && item.get("set").is_none()
    {
        let message = "`over` is the duration of a `set`, but there is no `set` here.";
        return Err(node.fail_key(PresetErrorKind::custom(message)));
    }
    if let Some(node) = time("at") {
        node.quantity(&AT)?;
    }
    let mut has_action = false;
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
        has_action = true;
    }
    if has_action {
        Ok(())
    } else {
        let keys: Vec<_> = action_keys(sound).iter().map(|id| format!("`{id}`")).collect();
        let message = format!("this event does nothing: give {}.", foley_params::words::list(&keys, "or"));
        Err(item.fail(PresetErrorKind::custom(message)))
    }
}

/// Returns the keys of which an event needs one: the gestures of the sound, `set` and `curve`.
fn action_keys(sound: &dyn Sound) -> Vec<&'static str> {
    let gestures = sound.gestures().iter().map(|info| info.id);
    gestures.chain(["set", "curve"]).collect()
}

fn read_gesture(key: &str, node: &LocatedNode, sound: &dyn Sound) -> ReadResult<(String, Option<f64>)> {
    let info = sound.gestures().iter().find(|info| info.id == key);
    let Some(info) = info else {
        let why = ParamError::unknown_name("gesture", key, action_keys(sound));
        return Err(node.fail_key(why));
    };
    let value = match node.kind {
        NodeKind::Null => None,
        _ => Some(node.quantity(info)?),
    };
    Ok((key.to_owned(), value))
}

/// Reads a value of a parameter. Returns the path of the parameter and the value in SI. `name_node` locates
/// an error in the name.
fn value(
    name: &str,
    name_node: &LocatedNode,
    node: &LocatedNode,
    sound: &dyn Sound,
) -> ReadResult<(String, f64)> {
    let (param, form) = resolve_param(sound, name).map_err(|why| name_node.fail_key(why))?;
    let value = match (form, &node.kind) {
        (ValueForm::Si, _) => node.quantity(&param.info)?,
        (ValueForm::Handle, NodeKind::Number(number)) => {
            parse_value(&param, form, &number.to_string()).map_err(|why| node.fail(why))?
        }
        (ValueForm::Handle, NodeKind::Text(text)) => {
            parse_value(&param, form, text).map_err(|why| node.fail(why))?
        }
        (ValueForm::Handle, _) => return Err(node.wrong_type("a number from 0 to 100").into()),
    };
    Ok((param.path(), value))
}

fn curve(name: &str, node: &LocatedNode, sound: &dyn Sound, score: &mut Score) -> ReadResult<()> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    let mut path = name.to_owned();
    if node.items()?.is_empty() {
        return Err(node.fail(PresetErrorKind::custom("a curve needs at least one point.")));
    }
    for point in node.items()? {
        let [time, level] = point.items()? else {
            return Err(point.wrong_type("a point [seconds, value]").into());
        };
        let at = time.quantity(&AT)?;
        if points.last().is_some_and(|&(before, _)| at < before) {
            let message = "the times of a curve must not decrease.";
            return Err(time.fail(PresetErrorKind::custom(message)));
        }
        let (full, value) = value(name, node, level, sound)?;
        path = full;
        points.push((at, value));
    }
    score.curve(&path, &points);
    Ok(())
}

/// Returns a score as a tree for writing. Values set at the same time over the same duration share one event.
pub(super) fn tree(score: &Score, sound: &dyn Sound) -> Tree {
    let mut items: Vec<Tree> = Vec::new();
    let mut events = score.events.iter().peekable();
    while let Some(event) = events.next() {
        let mut item = vec![("at".to_owned(), number(event.at))];
        match &event.kind {
            ScoreEventKind::Gesture { name, value } => {
                let info = sound.gestures().iter().find(|info| info.id == name);
                let value = match (value, info) {
                    (None, _) => Tree::Null,
                    (Some(value), Some(info)) => write::value(info, *value),
                    (Some(value), None) => number(*value),
                };
                item.push((name.clone(), value));
            }
            ScoreEventKind::Set { name, value, over } => {
                let mut set = vec![path_and_value(sound, name, *value)];
                let mut joins = |next: &&ScoreEvent| match &next.kind {
                    ScoreEventKind::Set { name, value, over: next_over } => {
                        let field = path_and_value(sound, name, *value);
                        let joined = next_over == over
                            && next.at == event.at
                            && set.iter().all(|(path, _)| *path != field.0);
                        if joined {
                            set.push(field);
                        }
                        joined
                    }
                    ScoreEventKind::Gesture { .. } => false,
                };
                while events.next_if(&mut joins).is_some() {}
                item.push(("set".to_owned(), Tree::Object(set)));
                if let Some(over) = over {
                    item.push(("over".to_owned(), number(*over)));
                }
            }
        }
        items.push(Tree::Object(item));
    }
    Tree::List(items)
}

/// Returns the path of a parameter, and the value in SI as a tree.
fn path_and_value(sound: &dyn Sound, name: &str, value: f64) -> (String, Tree) {
    match resolve_param(sound, name) {
        Ok((param, ValueForm::Si)) => (param.path(), write::value(&param.info, value)),
        Ok((param, ValueForm::Handle)) => {
            (param.path(), write::value(&param.info, param.info.from_handle(value)))
        }
        Err(_) => (name.to_owned(), number(value)),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_gesture_has_the_name_of_a_key_of_score_events() {
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

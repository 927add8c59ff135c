//! Changing one value of a file before it is read: `bodies.hammer.mass=20g`, `contacts[0].stiffness=1e9`.
//!
//! Only what is there can be changed, and only a single value: whoever misspells a path learns of it.

use super::error::{DocumentError, DocumentErrorKind};
use super::node::Node;
use super::tree::{Tree, index_of, key_of};
use foley_params::words::excerpt;
use serde_json::Number;

/// Puts another value in the place of one that is there.
///
/// In a path, `[n]` and `.n` are an element of a list by its number from 0, and `.name` also one that bears
/// that `name`. A text that is a number becomes one where a number was.
///
/// # Errors
/// If there is nothing at the path, or more than a single value.
///
/// ```
/// use foley_scene::file::{Tree, set};
///
/// let mut scene = Tree::parse(r#"{ "bodies": { "hammer": { "mass": 0.1 } } }"#)?;
/// set(&mut scene, "bodies.hammer.mass", "20g")?;
/// assert_eq!(scene.to_string(), r#"{"bodies":{"hammer":{"mass":"20g"}}}"#);
/// assert_eq!(set(&mut scene, "bodies.hamer.mass", "1").unwrap_err().place, "bodies");
/// # Ok::<(), foley_scene::file::DocumentError>(())
/// ```
pub fn set(tree: &mut Tree, path: &str, value: &str) -> Result<(), DocumentError> {
    let mut place = String::new();
    let fail = |place: String, wrong| DocumentError { place, at: None, kind: Box::new(wrong) };
    let steps = steps(path).map_err(|why| fail(String::new(), DocumentErrorKind::Custom(why)))?;
    let mut here = tree;
    for step in &steps {
        let found = find(here, step);
        let Some(index) = found else {
            return Err(nowhere(here, place, step));
        };
        here = match here {
            Tree::Object(fields) => {
                let (key, value) = &mut fields[index];
                key_of(&mut place, key);
                value
            }
            Tree::List(items) => {
                index_of(&mut place, index);
                &mut items[index]
            }
            _ => return Err(nowhere(here, place, step)),
        };
    }
    if let Tree::Object(_) | Tree::List(_) = here {
        let kind = here.kind();
        return Err(fail(
            place,
            DocumentErrorKind::Custom(format!("{kind} stands here; only a single value can be set.")),
        ));
    }
    *here = leaf(here, value);
    Ok(())
}

/// Where a step leads to, if it leads anywhere.
fn find(tree: &Tree, step: &str) -> Option<usize> {
    match tree {
        Tree::Object(fields) => fields.iter().position(|(key, _)| key == step),
        Tree::List(items) => {
            let bears = |item: &Tree| matches!(item.get("name"), Some(Tree::Text(name)) if name == step);
            let number = || step.parse().ok().filter(|&index| index < items.len());
            items.iter().position(bears).or_else(number)
        }
        _ => None,
    }
}

/// Nothing is there under that name; what is.
fn nowhere(tree: &Tree, place: String, step: &str) -> DocumentError {
    let known: Vec<String> = match tree {
        Tree::Object(fields) => fields.iter().map(|(key, _)| excerpt(key)).collect(),
        Tree::List(items) => (0..items.len()).map(|index| index.to_string()).collect(),
        _ => Vec::new(),
    };
    let mut error = Node { tree, place }.unknown("value", step, known.iter().map(String::as_str));
    if known.is_empty() {
        *error.kind = DocumentErrorKind::Custom(format!("{} stands here, with nothing inside.", tree.kind()));
    }
    error
}

/// The steps of a path: `contacts[0].stiffness` is `contacts`, `0`, `stiffness`.
pub(super) fn steps(path: &str) -> Result<Vec<String>, String> {
    let bad = || {
        format!(
            "`{}` is no path: write names with points between them and numbers in brackets, `contacts[0].stiffness`.",
            excerpt(path)
        )
    };
    let mut steps = Vec::new();
    for part in path.trim().split('.') {
        let (name, numbers) = part.split_at(part.find('[').unwrap_or(part.len()));
        if name.is_empty() {
            return Err(bad());
        }
        steps.push(name.to_owned());
        if numbers.is_empty() {
            continue;
        }
        for number in numbers[1..].split('[') {
            let number = number.strip_suffix(']').ok_or_else(bad)?;
            if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(bad());
            }
            steps.push(number.to_owned());
        }
    }
    Ok(steps)
}

/// The new value, of the old one's type where it can be. What was a text stays one: a quantity may be either.
fn leaf(old: &Tree, value: &str) -> Tree {
    let value = value.trim();
    match (old, value) {
        (Tree::Flag(_), "true") => Tree::Flag(true),
        (Tree::Flag(_), "false") => Tree::Flag(false),
        (Tree::Number(_) | Tree::Null, _) => {
            let number: Option<Number> = serde_json::from_str(value).ok();
            number.map_or_else(|| Tree::Text(value.to_owned()), Tree::Number)
        }
        _ => Tree::Text(value.to_owned()),
    }
}

//! Changes one value of a tree by its path: `bodies.hammer.mass=20g`, `contacts[0].stiffness=1e9`.
//!
//! Only an existing single value can be changed, so a misspelt path is an error.

use crate::error::{DocumentError, DocumentErrorKind};
use crate::node::Node;
use crate::tree::{Tree, push_index, push_key};
use foley_params::words::excerpt;
use serde_json::Number;

/// Replaces the value at `path` in the tree by `value`.
///
/// In a path, `[n]` and `.n` select an element of a list by its index from 0; `.hammer` selects the key
/// `hammer`, or the list element whose key `name` is `hammer`. If the old value and the text `value` are
/// numbers, the new value is a number.
///
/// # Errors
/// If the path is malformed, leads to no value, or leads to a list or an object.
///
/// ```
/// use foley_document::{Tree, set};
///
/// let mut scene = Tree::parse(r#"{ "bodies": { "hammer": { "mass": 0.1 } } }"#)?;
/// set(&mut scene, "bodies.hammer.mass", "20g")?;
/// assert_eq!(scene.to_string(), r#"{"bodies":{"hammer":{"mass":"20g"}}}"#);
/// assert_eq!(set(&mut scene, "bodies.hamer.mass", "1").unwrap_err().place, "bodies");
/// # Ok::<(), foley_document::DocumentError>(())
/// ```
pub fn set(tree: &mut Tree, path: &str, value: &str) -> Result<(), DocumentError> {
    let mut place = String::new();
    let fail = |place: String, kind| DocumentError { place, at: None, kind: Box::new(kind) };
    let steps = path_steps(path).map_err(|why| fail(String::new(), DocumentErrorKind::Custom(why)))?;
    let mut here = tree;
    for step in &steps {
        let found = find(here, step);
        let Some(index) = found else {
            return Err(no_value(here, place, step));
        };
        here = match here {
            Tree::Object(fields) => {
                let (key, value) = &mut fields[index];
                push_key(&mut place, key);
                value
            }
            Tree::List(items) => {
                push_index(&mut place, index);
                &mut items[index]
            }
            _ => return Err(no_value(here, place, step)),
        };
    }
    if let Tree::Object(_) | Tree::List(_) = here {
        let kind = here.kind();
        return Err(fail(
            place,
            DocumentErrorKind::Custom(format!("this is {kind}; only a single value can be set.")),
        ));
    }
    *here = leaf(here, value);
    Ok(())
}

/// Returns the index of the child that a path step selects; `None` if there is no such child.
fn find(tree: &Tree, step: &str) -> Option<usize> {
    match tree {
        Tree::Object(fields) => fields.iter().position(|(key, _)| key == step),
        Tree::List(items) => {
            let has_name = |item: &Tree| matches!(item.get("name"), Some(Tree::Text(name)) if name == step);
            let number = || step.parse().ok().filter(|&index| index < items.len());
            items.iter().position(has_name).or_else(number)
        }
        _ => None,
    }
}

/// Creates the error of a path step that selects no child; the message lists the names of the children.
fn no_value(tree: &Tree, place: String, step: &str) -> DocumentError {
    let known: Vec<String> = match tree {
        Tree::Object(fields) => fields.iter().map(|(key, _)| excerpt(key)).collect(),
        Tree::List(items) => (0..items.len()).map(|index| index.to_string()).collect(),
        _ => Vec::new(),
    };
    let mut error = Node { tree, place }.unknown("value", step, known.iter().map(String::as_str));
    if known.is_empty() {
        *error.kind =
            DocumentErrorKind::Custom(format!("this is {} and contains no other values.", tree.kind()));
    }
    error
}

/// Splits a path into its steps: `contacts[0].stiffness` is `contacts`, `0`, `stiffness`.
///
/// # Errors
/// If a name is empty or brackets hold no number; the error is a sentence about the form of a path.
pub fn path_steps(path: &str) -> Result<Vec<String>, String> {
    let malformed = || {
        format!(
            "`{}` is not a path: write names separated by points and indices in brackets, `contacts[0].stiffness`.",
            excerpt(path)
        )
    };
    let mut steps = Vec::new();
    for part in path.trim().split('.') {
        let (name, numbers) = part.split_at(part.find('[').unwrap_or(part.len()));
        if name.is_empty() {
            return Err(malformed());
        }
        steps.push(name.to_owned());
        if numbers.is_empty() {
            continue;
        }
        for number in numbers[1..].split('[') {
            let number = number.strip_suffix(']').ok_or_else(malformed)?;
            if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(malformed());
            }
            steps.push(number.to_owned());
        }
    }
    Ok(steps)
}

/// Converts the text `value` to the type of the old value where possible. A text stays a text, because a
/// quantity may be a text.
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

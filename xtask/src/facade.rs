//! `cargo xtask facade`: counts the public types of the crate `foley`, in its documentation.
//!
//! A type counts once, wherever the crate shows it: structs, enums, traits, type aliases and unions.

use crate::doc;
use crate::workspace::{reject_arguments, root};
use crate::{Outcome, failed, studio};
use std::collections::BTreeSet;

/// Maximum number of public types of the facade.
const MAX_TYPES: usize = 80;

/// Beginnings of the names of documentation pages that describe a type.
const KINDS: [&str; 5] = ["struct.", "enum.", "trait.", "type.", "union."];

pub(crate) fn run(arguments: &[String]) -> Outcome {
    reject_arguments(arguments)?;
    doc::build_one("foley")?;
    let types = types()?;
    for name in &types {
        println!("{name}");
    }
    check()
}

/// Checks the number of types in the documentation that the previous stage has built.
pub(crate) fn check() -> Outcome {
    let count = types()?.len();
    println!("the crate foley has {count} public types; at most {MAX_TYPES} are allowed");
    if count == 0 {
        return Err(failed(
            "found no type in the documentation of the crate foley: rustdoc may have changed the format of its pages",
        ));
    }
    if count > MAX_TYPES {
        return Err(failed(format!(
            "the crate foley has {count} public types, and at most {MAX_TYPES} are allowed: make some private"
        )));
    }
    Ok(())
}

/// Returns the paths of all types, such as `contact::Exact`.
fn types() -> Outcome<BTreeSet<String>> {
    let page = studio::target_folder()?.join("doc/foley/all.html");
    let text = std::fs::read_to_string(&page).map_err(|why| {
        let page = page.strip_prefix(root()).unwrap_or(&page).display().to_string();
        failed(format!("cannot read `{page}`: {why}; run `cargo xtask doc` first"))
    })?;
    let links = text.split("href=\"").skip(1).filter_map(|rest| rest.split_once(".html\""));
    Ok(links.filter_map(|(link, _)| type_path(link)).collect())
}

/// Returns the path of the type that a page describes: `contact/struct.Exact` is `contact::Exact`.
fn type_path(link: &str) -> Option<String> {
    let (folder, page) = link.rsplit_once('/').map_or(("", link), |(folder, page)| (folder, page));
    let name = KINDS.iter().find_map(|kind| page.strip_prefix(kind))?;
    let folder = if folder.is_empty() { String::new() } else { format!("{}::", folder.replace('/', "::")) };
    Some(folder + name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_types_count_and_others_do_not() {
        assert_eq!(type_path("struct.Render"), Some("Render".to_owned()));
        assert_eq!(type_path("contact/trait.Law"), Some("contact::Law".to_owned()));
        assert_eq!(type_path("fn.strike"), None);
        assert_eq!(type_path("contact/fn.bounce"), None);
    }
}

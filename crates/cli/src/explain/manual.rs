//! `foley explain --markdown`: the catalogue as a page of the manual, `docs/catalogue.md`.

use crate::catalogue::{choices, handle, models_by_taxonomy, presets_of, range, used_by};
use crate::text::{listed, wrapped};
use foley_params::Info;
use foley_sound::{Family, Level, Sound, SoundParam, sound_params};
use std::fmt::Write as _;

const HEAD: &str = "\
# The catalogue by cause

    foley list                        # every model, by family
    foley explain impact              # the page of a model on the command line
    foley render two-wine-glasses     # a preset to two-wine-glasses.wav

This page has every model with its physics, gestures, parameters and presets. It is made by
`foley explain --markdown > docs/catalogue.md` from the declarations of the models, and a test checks that it
is current. A model is an *event* (one touch), a *texture* (many small ones) or a *process* (a course of
events). Values are in SI or have a unit. A handle is the same parameter on a scale from 0 to 100; the words
describe its two ends. [First sounds](first-sounds.md#names-of-values) explains the names in `--set`.
";

/// Returns the catalogue as a Markdown page.
pub(super) fn catalogue() -> String {
    let models = models_by_taxonomy();
    let of = |family: Family| {
        models.iter().map(|sound| &**sound).filter(move |sound| sound.info().family == family)
    };
    let mut parts = vec![HEAD.trim_end().to_owned(), contents(&models)];
    for family in Family::ALL.into_iter().filter(|&family| of(family).next().is_some()) {
        parts.push(format!("## {}", capitalised(family.name())));
        parts.extend(of(family).map(section));
    }
    parts.join("\n\n") + "\n"
}

/// Returns a table with one row per family: the models of each level, with links to their sections.
fn contents(models: &[Box<dyn Sound>]) -> String {
    let mut rows = Vec::new();
    for family in Family::ALL {
        let links = |level: Level| {
            let infos = models.iter().map(|sound| sound.info());
            let infos = infos.filter(|info| info.family == family && info.level == level);
            infos.map(|info| link(info.name)).collect::<Vec<_>>().join(", ")
        };
        let mut row = vec![family.name().to_owned()];
        row.extend(Level::ALL.map(links));
        if row[1..].iter().any(|cell| !cell.is_empty()) {
            rows.push(row);
        }
    }
    let levels = Level::ALL.map(Level::name);
    table(&[&["family"], &levels[..]].concat(), &rows)
}

/// Returns the section of a model.
fn section(sound: &dyn Sound) -> String {
    let about = sound.info();
    let users = used_by(about.name);
    let title = escaped(about.title.trim_end_matches('.'));
    let mut facts = format!("**{title}.** {}. ", capitalised(about.level.name()));
    if !about.made_of.is_empty() {
        let _ = write!(facts, "Made of {}. ", linked(about.made_of));
    }
    if !users.is_empty() {
        let _ = write!(facts, "Used by {}. ", linked(&users));
    }
    facts += &escaped(about.physics);
    let mut parts = vec![format!("### {}", about.name), wrapped(&facts)];
    if !about.equation.is_empty() {
        parts.push(format!("```text\n{}\n```", about.equation.trim_end()));
    }
    let gestures: Vec<_> = sound.gestures().iter().map(gesture_row).collect();
    if !gestures.is_empty() {
        parts.push(table(&["gesture", "range", "default", "meaning"], &gestures));
    }
    let params = sound_params(sound);
    let rows: Vec<_> = params.iter().map(|param| parameter_row(sound, param)).collect();
    parts.push(table(&["parameter", "range", "default", "handle", "meaning"], &rows));
    let choices = choices(&params);
    if !choices.is_empty() {
        let line = |line: &str| {
            let (path, names) = line.split_once(": ").unwrap_or((line, ""));
            hanging(&format!("- `{path}`: {}.", escaped(names)))
        };
        parts.push(choices.lines().map(line).collect::<Vec<_>>().join("\n"));
    }
    let presets = presets_of(about.name).into_iter();
    let rows: Vec<_> = presets.map(|preset| vec![code(&preset.slug()), escaped(&preset.sentence)]).collect();
    if !rows.is_empty() {
        parts.push(table(&["preset", "sound"], &rows));
    }
    if !about.source.is_empty() {
        let source = about.source.trim_end_matches('.');
        parts.push(wrapped(&format!(
            "Source: {}; see [the bibliography](../BIBLIOGRAPHY.md).",
            escaped(source)
        )));
    }
    parts.join("\n\n")
}

/// Returns a link to the section of a model.
fn link(model: &str) -> String {
    format!("[{model}](#{model})")
}

/// Returns links to the sections of some models as a phrase.
fn linked(models: &[&str]) -> String {
    let links: Vec<_> = models.iter().map(|model| link(model)).collect();
    listed(&links.iter().map(String::as_str).collect::<Vec<_>>())
}

fn gesture_row(info: &Info) -> Vec<String> {
    vec![code(info.id), escaped(&range(info)), escaped(&info.format(info.default)), escaped(info.doc)]
}

fn parameter_row(sound: &dyn Sound, param: &SoundParam) -> Vec<String> {
    let info = &param.info;
    vec![
        code(&param.path()),
        escaped(&range(info)),
        escaped(&info.format(param.get(sound))),
        escaped(&handle(info)),
        escaped(info.doc),
    ]
}

/// Returns a Markdown table; the cells are Markdown already.
fn table<C: AsRef<str>>(heads: &[C], rows: &[Vec<String>]) -> String {
    let heads: Vec<&str> = heads.iter().map(AsRef::as_ref).collect();
    let mut lines = vec![format!("| {} |", heads.join(" | ")), format!("|{}", "---|".repeat(heads.len()))];
    lines.extend(rows.iter().map(|row| format!("| {} |", row.join(" | "))));
    lines.join("\n")
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

/// Escapes the characters that Markdown would read as markup. Code spans stay as they are, except for the
/// separator of table cells, which a cell must escape even there.
fn escaped(text: &str) -> String {
    let mut markdown = String::new();
    let mut in_code = false;
    for character in text.chars() {
        match character {
            '`' => in_code = !in_code,
            '|' => markdown.push('\\'),
            '*' | '_' | '[' | ']' | '<' | '\\' if !in_code => markdown.push('\\'),
            _ => {}
        }
        markdown.push(character);
    }
    markdown
}

/// Wraps an item of a list and indents its further lines.
fn hanging(item: &str) -> String {
    wrapped(item).replace('\n', "\n  ")
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped_outside_code_only() {
        assert_eq!(escaped("F_c < 2 * `a_b|c` [x]"), "F\\_c \\< 2 \\* `a_b\\|c` \\[x\\]");
    }

    #[test]
    fn the_page_has_every_model_gesture_parameter_and_preset() {
        let page = catalogue();
        for sound in foley_catalogue::models() {
            let name = sound.info().name;
            let section = page.split("\n### ").find(|section| section.starts_with(&format!("{name}\n")));
            let section = section.unwrap_or_else(|| panic!("{name} has no section"));
            for info in sound.gestures() {
                assert!(section.contains(&format!("| `{}` |", info.id)), "{name}: {}", info.id);
            }
            for param in sound_params(&*sound) {
                assert!(section.contains(&format!("| `{}` |", param.path())), "{name}: {}", param.path());
            }
            for preset in presets_of(name) {
                assert!(section.contains(&format!("| `{}` |", preset.slug())), "{name}: {}", preset.slug());
            }
        }
    }
}

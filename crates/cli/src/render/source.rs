//! Where a scene comes from: a JSON file, or a sound file that was made from one.

use super::record::Record;
use crate::failure::Failure;
use crate::sound_file::{Container, Sound};
use foley_scene::file::{LONGEST, Tree};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A scene as it was found, nothing changed and nothing checked but that it is JSON.
#[derive(Debug)]
pub(super) struct Source {
    /// As messages call it.
    pub(super) name: String,
    pub(super) scene: Tree,
    /// What else a sound file says about how it was made.
    pub(super) record: Option<Record>,
    /// The sound file itself, as read and as bytes.
    pub(super) original: Option<(Sound, Vec<u8>)>,
}

/// Reads a file; `-` is the standard input.
pub(super) fn load(path: &Path) -> Result<Source, Failure> {
    let name = path.display().to_string();
    let unreadable = |why: io::Error| Failure::input(format!("cannot read `{name}`: {why}"));
    let bytes = if name == "-" {
        read(io::stdin().lock())
    } else {
        File::open(path).and_then(read)
    }
    .map_err(unreadable)?;
    if let Some(kind) = Container::of_bytes(&bytes) {
        return from_sound(name, kind, bytes);
    }
    let text = String::from_utf8(bytes).map_err(|why| {
        let at = why.utf8_error().valid_up_to();
        Failure::input(format!(
            "`{name}` is no scene: byte {at} of it is no text (UTF-8)."
        ))
    })?;
    let scene = Tree::parse(&text).map_err(|why| Failure::input(format!("`{name}`, {why}")))?;
    Ok(Source {
        name,
        scene,
        record: None,
        original: None,
    })
}

/// All of a sound file, and no more of anything else than a scene may have.
fn read(mut file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.by_ref()
        .take(LONGEST as u64 + 1)
        .read_to_end(&mut bytes)?;
    if Container::of_bytes(&bytes).is_some() {
        file.take(u64::from(u32::MAX)).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn from_sound(name: String, kind: Container, bytes: Vec<u8>) -> Result<Source, Failure> {
    let sound = kind
        .read(&bytes)
        .map_err(|why| Failure::input(format!("cannot read `{name}`: {why}.")))?;
    let part = kind.part();
    let Some(text) = &sound.record else {
        return Err(Failure::input(format!(
            "`{name}` does not say how it was made: it has no {part} `foly`. Only files made by `foley render` can be rendered \
             again."
        )));
    };
    let (scene, record) = Record::read(text)
        .map_err(|why| Failure::input(format!("the {part} `foly` of `{name}`, {why}")))?;
    Ok(Source {
        name,
        scene,
        record: Some(record),
        original: Some((sound, bytes)),
    })
}

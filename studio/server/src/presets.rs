//! One's own presets, in the folder where `foley save` puts them. No other file can be reached from here.
//!
//! | request                    | answer                                                                        |
//! |----------------------------|-------------------------------------------------------------------------------|
//! | `GET /presets`             | slug, name and model of all, and which files cannot be read                   |
//! | `GET /presets/SLUG.json`   | one, with every value                                                         |
//! | `PUT /presets/SLUG.json`   | it is read, and kept under its name if nothing is wrong with it               |
//! | `DELETE /presets/SLUG.json`| it is gone                                                                    |
//!
//! A slug is what [`foley_catalogue::preset::slug`] makes of a name, and nothing else is one: no dots, no
//! slashes, nothing hidden.

use crate::House;
use crate::answer::{of_kind, say};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, Uri};
use axum::response::Response;
use axum::routing::get;
use foley_catalogue::preset::{PresetError, PresetErrorKind, PresetFolder, read_from, slug};
use serde_json::json;
use std::fs;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// Longest preset that is taken \[bytes\].
pub const LONGEST: usize = 1 << 20;
/// Most files in the folder before no new one is taken.
pub const MOST: usize = 2_000;

const JSON: &str = "application/json";

/// The folder, for one at a time: what is written is not read before all of it is there.
#[derive(Debug)]
pub(crate) struct Shelf(Option<Mutex<PresetFolder>>);

/// What is to be done with a preset.
enum Deed {
    List,
    Read(String),
    Write(String, Bytes),
    Remove(String),
}

impl Shelf {
    pub(crate) fn new(folder: Option<PresetFolder>) -> Self {
        Self(folder.map(Mutex::new))
    }

    /// Whether there is a folder at all.
    pub(crate) fn is_there(&self) -> bool {
        self.0.is_some()
    }

    fn with(&self, deed: Deed) -> Response {
        let Some(folder) = &self.0 else {
            let why = "there is no folder for presets of your own: start `foley studio --presets FOLDER`";
            return say(StatusCode::NOT_FOUND, why);
        };
        let folder = folder.lock().unwrap_or_else(PoisonError::into_inner);
        match deed {
            Deed::List => list(&folder),
            Deed::Read(slug) => read(&folder, &slug),
            Deed::Write(slug, text) => write(&folder, &slug, &text),
            Deed::Remove(slug) => remove(&folder, &slug),
        }
    }
}

/// Who answers for presets.
pub(crate) fn routes() -> Router<Arc<House>> {
    Router::new().route("/presets", get(all)).route("/presets/{file}", get(one).put(one).delete(one))
}

async fn all(State(house): State<Arc<House>>) -> Response {
    house.with_presets(Deed::List).await
}

async fn one(State(house): State<Arc<House>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let Some(slug) = name(&head.uri) else {
        let why = "a preset is called by its slug, such as `hard-knock.json`: letters and digits with hyphens between the words";
        return say(StatusCode::BAD_REQUEST, why);
    };
    let deed = match head.method {
        Method::PUT => {
            let Ok(text) = axum::body::to_bytes(body, LONGEST).await else {
                let why = format!(
                    "a preset of more than {LONGEST} bytes, or one that did not arrive, is not taken"
                );
                return say(StatusCode::PAYLOAD_TOO_LARGE, &why);
            };
            Deed::Write(slug, text)
        }
        Method::DELETE => Deed::Remove(slug),
        _ => Deed::Read(slug),
    };
    house.with_presets(deed).await
}

impl House {
    /// Disks may take their time; pages that wait for something else need not wait for them.
    async fn with_presets(self: Arc<Self>, deed: Deed) -> Response {
        let done = tokio::task::spawn_blocking(move || self.presets.with(deed)).await;
        done.unwrap_or_else(|_| {
            let why = "that failed, and it is our fault";
            say(StatusCode::INTERNAL_SERVER_ERROR, why)
        })
    }
}

/// The slug in a path, if it is one.
fn name(uri: &Uri) -> Option<String> {
    let file = decoded(uri.path().strip_prefix("/presets/")?)?;
    let name = file.strip_suffix(".json")?;
    (slug(name) == name).then(|| name.to_owned())
}

/// Letters that are not of the alphabet of old come as `%` and two digits.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'%' {
            bytes.push(first);
            continue;
        }
        let (digits, after) = after.split_first_chunk::<2>()?;
        let digit = |at: u8| char::from(at).to_digit(16);
        let [high, low] = *digits;
        bytes.push(u8::try_from(digit(high)? * 16 + digit(low)?).ok()?);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

fn list(folder: &PresetFolder) -> Response {
    let found = match folder.list() {
        Ok(found) => found,
        Err(why) => return failed(&why),
    };
    let (mut presets, mut wrong) = (Vec::new(), Vec::new());
    for found in found {
        match found.presets {
            Ok(all) => presets.extend(
                all.iter().map(|it| json!({ "slug": it.slug(), "name": it.name, "model": it.model() })),
            ),
            Err(why) => {
                let file = found.file.file_name().map(|name| name.to_string_lossy());
                wrong.push(json!({ "file": file, "why": why.to_string() }));
            }
        }
    }
    let all = json!({ "presets": presets, "wrong": wrong });
    of_kind(StatusCode::OK, JSON, all.to_string())
}

fn read(folder: &PresetFolder, slug: &str) -> Response {
    match folder.read(slug) {
        Ok(preset) if preset.slug() == slug => of_kind(StatusCode::OK, JSON, preset.to_json()),
        Ok(_) => say(StatusCode::NOT_FOUND, &format!("there is no preset `{slug}`")),
        Err(why) => failed(&why),
    }
}

fn write(folder: &PresetFolder, slug: &str, text: &[u8]) -> Response {
    let presets = match read_from(text) {
        Ok(presets) => presets,
        Err(why) => return say(StatusCode::UNPROCESSABLE_ENTITY, &why.to_string()),
    };
    let [preset] = presets.as_slice() else {
        let why = format!("there are {} presets in this; one is kept at a time", presets.len());
        return say(StatusCode::UNPROCESSABLE_ENTITY, &why);
    };
    if preset.slug() != slug {
        let why = format!(
            "a preset called `{}` is kept as `{}.json`, not as `{slug}.json`",
            preset.name,
            preset.slug()
        );
        return say(StatusCode::UNPROCESSABLE_ENTITY, &why);
    }
    let file = folder.file_of(preset);
    let is_new = fs::symlink_metadata(&file).is_err();
    let kept = fs::read_dir(folder.path()).map_or(0, Iterator::count);
    if is_new && kept >= MOST {
        let why = format!(
            "there are {kept} files in the folder of presets; {MOST} is the most before no new one is taken"
        );
        return say(StatusCode::INSUFFICIENT_STORAGE, &why);
    }
    if let Err(why) = folder.save(preset, true) {
        return failed(&why);
    }
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    let what = json!({ "slug": slug, "name": preset.name, "model": preset.model() });
    of_kind(status, JSON, what.to_string())
}

fn remove(folder: &PresetFolder, slug: &str) -> Response {
    let file = folder.path().join(format!("{slug}.json"));
    match fs::remove_file(file) {
        Ok(()) => say(StatusCode::OK, &format!("`{slug}` is gone")),
        Err(why) if why.kind() == io::ErrorKind::NotFound => match folder.read(slug) {
            Ok(preset) if preset.slug() == slug => {
                let why = format!(
                    "`{slug}` shares its file with others, or is XML: that file is not ours to change"
                );
                say(StatusCode::CONFLICT, &why)
            }
            _ => say(StatusCode::NOT_FOUND, &format!("there is no preset `{slug}`")),
        },
        Err(why) => say(StatusCode::FORBIDDEN, &format!("`{slug}` cannot be removed: {why}")),
    }
}

/// Why a preset was not read or kept.
fn failed(why: &PresetError) -> Response {
    let status = match &*why.kind {
        PresetErrorKind::NoSuchPreset { .. } => StatusCode::NOT_FOUND,
        PresetErrorKind::Io { .. } => StatusCode::FORBIDDEN,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    say(status, &why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_slug_is_a_name() {
        let slug = |path: &str| name(&path.parse().unwrap());
        assert_eq!(slug("/presets/hard-knock.json"), Some("hard-knock".to_owned()));
        assert_eq!(slug("/presets/t%C3%BCr.json"), Some("tür".to_owned()));
        for hostile in [
            "..",
            "..json",
            "...json",
            ".json",
            ".hidden.json",
            "%2e%2e.json",
            "%2e%2e%2fpasswd.json",
            "a%2fb.json",
            "a%00b.json",
            "a%5cb.json",
            "a%.json",
            "a%g0.json",
            "a%ff.json",
            "a.xml",
            "a",
            "A.json",
            "a--b.json",
            "-a.json",
            "a%20b.json",
            "a/b.json",
        ] {
            assert_eq!(slug(&format!("/presets/{hostile}")), None, "{hostile}");
        }
        let long = "a".repeat(200);
        assert_eq!(slug(&format!("/presets/{long}.json")), None);
    }
}

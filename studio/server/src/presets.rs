//! HTTP access to the user's own presets, stored in the folder of `foley save`.
//!
//! | request                     | answer                                                          |
//! |-----------------------------|-----------------------------------------------------------------|
//! | `GET /presets`              | slug, name and model of every preset; files that cannot be read |
//! | `GET /presets/SLUG.json`    | one preset with all its values                                  |
//! | `PUT /presets/SLUG.json`    | validates the preset and saves it under its name                |
//! | `DELETE /presets/SLUG.json` | deletes the file                                                |
//!
//! Only slugs made by [`foley_catalogue::preset::slug`] are accepted. Dots, slashes and hidden names are
//! rejected, so no other file can be reached.

use crate::ServerState;
use crate::response::{text_response, typed_response};
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

/// Maximum size of a preset in a request \[bytes\].
pub const MAX_PRESET: usize = 1 << 20;
/// Maximum number of files in the preset folder; at this number new presets are rejected.
pub const MAX_FILES: usize = 2_000;

const JSON: &str = "application/json";

/// The preset folder behind a lock, so that a preset is never read while it is being written.
#[derive(Debug)]
pub(crate) struct LockedFolder(Option<Mutex<PresetFolder>>);

/// An operation on the preset folder.
enum PresetRequest {
    List,
    Read(String),
    Write(String, Bytes),
    Remove(String),
}

impl LockedFolder {
    pub(crate) fn new(folder: Option<PresetFolder>) -> Self {
        Self(folder.map(Mutex::new))
    }

    /// Whether a preset folder is configured.
    pub(crate) fn is_available(&self) -> bool {
        self.0.is_some()
    }

    fn handle(&self, request: PresetRequest) -> Response {
        let Some(folder) = &self.0 else {
            let why = "no preset folder is configured: start `foley studio --presets FOLDER`";
            return text_response(StatusCode::NOT_FOUND, why);
        };
        let folder = folder.lock().unwrap_or_else(PoisonError::into_inner);
        match request {
            PresetRequest::List => list(&folder),
            PresetRequest::Read(slug) => read(&folder, &slug),
            PresetRequest::Write(slug, text) => write(&folder, &slug, &text),
            PresetRequest::Remove(slug) => remove(&folder, &slug),
        }
    }
}

/// Returns the HTTP routes of the presets.
pub(crate) fn routes() -> Router<Arc<ServerState>> {
    Router::new()
        .route("/presets", get(list_all))
        .route("/presets/{file}", get(handle_one).put(handle_one).delete(handle_one))
}

async fn list_all(State(state): State<Arc<ServerState>>) -> Response {
    state.with_presets(PresetRequest::List).await
}

async fn handle_one(State(state): State<Arc<ServerState>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let Some(slug) = slug_in(&head.uri) else {
        let why = "the name of a preset is its slug, such as `hard-knock.json`: lower-case letters and digits, hyphens between words";
        return text_response(StatusCode::BAD_REQUEST, why);
    };
    let request = match head.method {
        Method::PUT => {
            let Ok(text) = axum::body::to_bytes(body, MAX_PRESET).await else {
                let why =
                    format!("the preset is longer than {MAX_PRESET} bytes, or its transfer was interrupted");
                return text_response(StatusCode::PAYLOAD_TOO_LARGE, &why);
            };
            PresetRequest::Write(slug, text)
        }
        Method::DELETE => PresetRequest::Remove(slug),
        _ => PresetRequest::Read(slug),
    };
    state.with_presets(request).await
}

impl ServerState {
    /// Runs the operation on a blocking thread, so that a slow disk does not delay other requests.
    async fn with_presets(self: Arc<Self>, request: PresetRequest) -> Response {
        let done = tokio::task::spawn_blocking(move || self.presets.handle(request)).await;
        done.unwrap_or_else(|_| {
            let why = "internal error while accessing the preset folder; please report it";
            text_response(StatusCode::INTERNAL_SERVER_ERROR, why)
        })
    }
}

/// Returns the slug in a request path; `None` if the file name is not a slug with `.json`.
fn slug_in(uri: &Uri) -> Option<String> {
    let file = percent_decoded(uri.path().strip_prefix("/presets/")?)?;
    let name = file.strip_suffix(".json")?;
    (slug(name) == name).then(|| name.to_owned())
}

/// Decodes `%` with two hexadecimal digits; `None` if a code is malformed or the result is not UTF-8.
fn percent_decoded(text: &str) -> Option<String> {
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
        Err(why) => return error_response(&why),
    };
    let (mut presets, mut errors) = (Vec::new(), Vec::new());
    for found in found {
        match found.presets {
            Ok(all) => presets.extend(all.iter().map(
                |preset| json!({ "slug": preset.slug(), "name": preset.name, "model": preset.model() }),
            )),
            Err(why) => {
                let file = found.file.file_name().map(|name| name.to_string_lossy());
                errors.push(json!({ "file": file, "error": why.to_string() }));
            }
        }
    }
    let all = json!({ "presets": presets, "errors": errors });
    typed_response(StatusCode::OK, JSON, all.to_string())
}

fn read(folder: &PresetFolder, slug: &str) -> Response {
    match folder.read(slug) {
        Ok(preset) if preset.slug() == slug => typed_response(StatusCode::OK, JSON, preset.to_json()),
        Ok(_) => text_response(StatusCode::NOT_FOUND, &format!("preset `{slug}` not found")),
        Err(why) => error_response(&why),
    }
}

fn write(folder: &PresetFolder, slug: &str, text: &[u8]) -> Response {
    let presets = match read_from(text) {
        Ok(presets) => presets,
        Err(why) => return text_response(StatusCode::UNPROCESSABLE_ENTITY, &why.to_string()),
    };
    let [preset] = presets.as_slice() else {
        let why = format!("the file contains {} presets; exactly one is expected", presets.len());
        return text_response(StatusCode::UNPROCESSABLE_ENTITY, &why);
    };
    if preset.slug() != slug {
        let why = format!(
            "the preset `{}` must be saved as `{}.json`, not as `{slug}.json`",
            preset.name,
            preset.slug()
        );
        return text_response(StatusCode::UNPROCESSABLE_ENTITY, &why);
    }
    let file = folder.file_of(preset);
    let is_new = fs::symlink_metadata(&file).is_err();
    let files = fs::read_dir(folder.path()).map_or(0, Iterator::count);
    if is_new && files >= MAX_FILES {
        let why = format!("the preset folder is full: {files} files, at most {MAX_FILES}; delete some first");
        return text_response(StatusCode::INSUFFICIENT_STORAGE, &why);
    }
    if let Err(why) = folder.save(preset, true) {
        return error_response(&why);
    }
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    let saved = json!({ "slug": slug, "name": preset.name, "model": preset.model() });
    typed_response(status, JSON, saved.to_string())
}

fn remove(folder: &PresetFolder, slug: &str) -> Response {
    let file = folder.path().join(format!("{slug}.json"));
    match fs::remove_file(file) {
        Ok(()) => text_response(StatusCode::OK, &format!("`{slug}` is deleted")),
        Err(why) if why.kind() == io::ErrorKind::NotFound => match folder.read(slug) {
            Ok(preset) if preset.slug() == slug => {
                let why = format!(
                    "`{slug}` is stored in an XML file or together with other presets: edit that file by hand"
                );
                text_response(StatusCode::CONFLICT, &why)
            }
            _ => text_response(StatusCode::NOT_FOUND, &format!("preset `{slug}` not found")),
        },
        Err(why) => text_response(StatusCode::FORBIDDEN, &format!("`{slug}` cannot be deleted: {why}")),
    }
}

/// Maps a preset error to a status code and its message.
fn error_response(why: &PresetError) -> Response {
    let status = match &*why.kind {
        PresetErrorKind::NoSuchPreset { .. } => StatusCode::NOT_FOUND,
        PresetErrorKind::Io { .. } => StatusCode::FORBIDDEN,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    text_response(status, &why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_slugs_are_accepted_as_names() {
        let slug = |path: &str| slug_in(&path.parse().unwrap());
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

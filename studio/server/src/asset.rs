//! The page: every file of `studio/page`, put into the program when it was built.

use crate::answer::say;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;

/// A file of the page.
#[derive(Debug)]
struct Asset {
    /// Its path without the first slash.
    path: &'static str,
    /// Changes with its content; with its quotation marks.
    tag: &'static str,
    plain: &'static [u8],
    /// Compressed, where that is shorter.
    gzip: Option<&'static [u8]>,
}

/// Sorted by path.
const ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// What browsers must be told; a script that is no script is not run.
const KINDS: [(&str, &str); 9] = [
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("ico", "image/x-icon"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain; charset=utf-8"),
    ("wasm", "application/wasm"),
];

/// The paths of all files of the page, and how many bytes each takes on its way to a browser.
pub fn assets() -> impl Iterator<Item = (&'static str, usize)> {
    let length = |it: &Asset| it.gzip.unwrap_or(it.plain).len();
    ASSETS.iter().map(move |it| (it.path, length(it)))
}

impl Asset {
    /// The file with that path, letter by letter: nothing is decoded, nothing put together, no folder looked
    /// into.
    fn find(path: &str) -> Option<&'static Self> {
        let path = path.strip_prefix('/')?;
        let path = if path.is_empty() { "index.html" } else { path };
        let place = ASSETS.binary_search_by(|it| it.path.cmp(path)).ok()?;
        ASSETS.get(place)
    }

    fn kind(&self) -> &'static str {
        let ending = self.path.rsplit_once('.').map_or("", |(_, ending)| ending);
        let known = KINDS.iter().find(|(it, _)| *it == ending);
        known.map_or("application/octet-stream", |(_, kind)| kind)
    }
}

/// Answers with a file of the page.
pub(crate) fn answer(method: &Method, path: &str, headers: &HeaderMap) -> Response {
    if !matches!(*method, Method::GET | Method::HEAD) {
        let mut refused =
            say(StatusCode::METHOD_NOT_ALLOWED, "the page is only read: GET and HEAD are answered here");
        let allowed = HeaderValue::from_static("GET, HEAD");
        refused.headers_mut().insert(header::ALLOW, allowed);
        return refused;
    }
    let Some(asset) = Asset::find(path) else {
        return say(StatusCode::NOT_FOUND, "there is no such file on this page");
    };
    let known = text(headers, &header::IF_NONE_MATCH);
    let unchanged = known.split(',').any(|it| {
        let it = it.trim();
        it == "*" || it.strip_prefix("W/").unwrap_or(it) == asset.tag
    });
    let pressed = asset.gzip.filter(|_| takes_gzip(headers));
    let body = match pressed {
        _ if unchanged => Body::empty(),
        Some(gzip) => Body::from(gzip),
        None => Body::from(asset.plain),
    };
    let mut response = Response::new(body);
    if unchanged {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let mut set = |name, value| response.headers_mut().insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_TYPE, asset.kind());
    // Asked for every time, sent only if it has changed: a new program never plays with an old page.
    set(header::CACHE_CONTROL, "no-cache");
    set(header::VARY, "Accept-Encoding");
    // Weak, because both forms have it.
    if let Ok(tag) = HeaderValue::from_str(&format!("W/{}", asset.tag)) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    if pressed.is_some() && !unchanged {
        let gzip = HeaderValue::from_static("gzip");
        response.headers_mut().insert(header::CONTENT_ENCODING, gzip);
    }
    response
}

fn text<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> &'a str {
    let value = headers.get(name).and_then(|it| it.to_str().ok());
    value.unwrap_or("")
}

/// Whether somebody can read what is compressed.
fn takes_gzip(headers: &HeaderMap) -> bool {
    text(headers, &header::ACCEPT_ENCODING).split(',').any(|it| {
        let (name, weight) = it.split_once(';').unwrap_or((it, ""));
        let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
        name.trim().eq_ignore_ascii_case("gzip") && weight.parse().is_ok_and(|q: f64| q > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_every_file_has_a_kind() {
        assert!(ASSETS.is_sorted_by(|a, b| a.path < b.path));
        for asset in ASSETS {
            assert_ne!(asset.kind(), "application/octet-stream", "{}", asset.path);
        }
    }

    #[test]
    fn only_who_takes_gzip_gets_gzip() {
        for (accepted, takes) in [
            ("gzip", true),
            ("deflate, GZIP;q=0.5, br", true),
            ("gzip;q=0", false),
            ("gzip; q=0.000", false),
            ("identity", false),
            ("x-gzip-not", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted));
            assert_eq!(takes_gzip(&headers), takes, "{accepted}");
        }
    }
}

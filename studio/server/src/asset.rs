//! Serves the files of `studio/page`, embedded into the program by `build.rs`.

use crate::response::text_response;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;

/// A file of the page, embedded into the program.
#[derive(Debug)]
struct Asset {
    /// Path below `studio/page`, without a leading slash.
    path: &'static str,
    /// Entity tag of the file with quotation marks: a hash of its content.
    tag: &'static str,
    plain: &'static [u8],
    /// Content compressed by gzip; `None` if the compressed content is not shorter.
    gzip: Option<&'static [u8]>,
}

/// All files of the page, sorted by path.
const ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Media types by file extension. Browsers do not run scripts served with another type.
const MEDIA_TYPES: [(&str, &str); 9] = [
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

/// Lists the path of every file of the page with its transfer size \[bytes\].
pub fn assets() -> impl Iterator<Item = (&'static str, usize)> {
    let length = |asset: &Asset| asset.gzip.unwrap_or(asset.plain).len();
    ASSETS.iter().map(move |asset| (asset.path, length(asset)))
}

impl Asset {
    /// Finds the file of the page with exactly this path. The path is not decoded or joined, so it leads to
    /// no other file.
    fn find(path: &str) -> Option<&'static Self> {
        let path = path.strip_prefix('/')?;
        let path = if path.is_empty() { "index.html" } else { path };
        let index = ASSETS.binary_search_by(|asset| asset.path.cmp(path)).ok()?;
        ASSETS.get(index)
    }

    fn media_type(&self) -> &'static str {
        let extension = self.path.rsplit_once('.').map_or("", |(_, extension)| extension);
        let known = MEDIA_TYPES.iter().find(|(name, _)| *name == extension);
        known.map_or("application/octet-stream", |(_, media_type)| media_type)
    }
}

/// Responds with a file of the page: 304 if the browser already has the file, 404 if there is no such file.
pub(crate) fn respond(method: &Method, path: &str, headers: &HeaderMap) -> Response {
    if !matches!(*method, Method::GET | Method::HEAD) {
        let mut rejected =
            text_response(StatusCode::METHOD_NOT_ALLOWED, "files of the page are read-only: use GET or HEAD");
        let allowed = HeaderValue::from_static("GET, HEAD");
        rejected.headers_mut().insert(header::ALLOW, allowed);
        return rejected;
    }
    let Some(asset) = Asset::find(path) else {
        return text_response(StatusCode::NOT_FOUND, "file not found");
    };
    let known = text(headers, &header::IF_NONE_MATCH);
    let unchanged = known.split(',').any(|tag| {
        let tag = tag.trim();
        tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == asset.tag
    });
    let compressed = asset.gzip.filter(|_| accepts_gzip(headers));
    let body = match compressed {
        _ if unchanged => Body::empty(),
        Some(gzip) => Body::from(gzip),
        None => Body::from(asset.plain),
    };
    let mut response = Response::new(body);
    if unchanged {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let mut set = |name, value| response.headers_mut().insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_TYPE, asset.media_type());
    // Browsers revalidate every time, so a new program is never used with an old page.
    set(header::CACHE_CONTROL, "no-cache");
    set(header::VARY, "Accept-Encoding");
    // The tag is weak, because the plain and the compressed content share it.
    if let Ok(tag) = HeaderValue::from_str(&format!("W/{}", asset.tag)) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    if compressed.is_some() && !unchanged {
        let gzip = HeaderValue::from_static("gzip");
        response.headers_mut().insert(header::CONTENT_ENCODING, gzip);
    }
    response
}

fn text<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> &'a str {
    let value = headers.get(name).and_then(|value| value.to_str().ok());
    value.unwrap_or("")
}

/// Whether the `Accept-Encoding` header allows gzip with a weight above 0.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    text(headers, &header::ACCEPT_ENCODING).split(',').any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
        name.trim().eq_ignore_ascii_case("gzip") && weight.parse().is_ok_and(|q: f64| q > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_every_file_has_a_media_type() {
        assert!(ASSETS.is_sorted_by(|a, b| a.path < b.path));
        for asset in ASSETS {
            assert_ne!(asset.media_type(), "application/octet-stream", "{}", asset.path);
        }
    }

    #[test]
    fn gzip_is_sent_only_where_it_is_accepted() {
        for (header, accepted) in [
            ("gzip", true),
            ("deflate, GZIP;q=0.5, br", true),
            ("gzip;q=0", false),
            ("gzip; q=0.000", false),
            ("identity", false),
            ("x-gzip-not", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(header));
            assert_eq!(accepts_gzip(&headers), accepted, "{header}");
        }
    }
}

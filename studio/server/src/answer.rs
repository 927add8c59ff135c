//! What every answer has on it, so that the page can do what it needs and nothing else can be done with it.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

/// A sentence.
pub(crate) fn say(status: StatusCode, sentence: &str) -> Response {
    of_kind(status, "text/plain; charset=utf-8", format!("{sentence}\n"))
}

/// Text of a kind, which is not kept by anybody.
pub(crate) fn of_kind(status: StatusCode, kind: &'static str, text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let fresh = HeaderValue::from_static("no-store");
    headers.insert(header::CACHE_CONTROL, fresh);
    response
}

/// What a browser is told about the page, whatever the answer.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    policy: HeaderValue,
}

impl Rules {
    /// Those of a page at a port of this machine.
    pub(crate) fn new(port: u16) -> Self {
        // Some browsers do not count a WebSocket of the same place as the same place.
        let policy = format!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
             connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}; worker-src 'self'; \
             img-src 'self' data: blob:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; \
             form-action 'none'; frame-ancestors 'none'"
        );
        let none = HeaderValue::from_static("default-src 'none'");
        Self { policy: HeaderValue::try_from(policy).unwrap_or(none) }
    }

    /// Puts them on an answer.
    pub(crate) fn put_on(&self, headers: &mut HeaderMap) {
        headers.insert(header::CONTENT_SECURITY_POLICY, self.policy.clone());
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            (
                "permissions-policy",
                "midi=(self), accelerometer=(self), gyroscope=(self), magnetometer=(), microphone=(), camera=(), \
                 geolocation=(), payment=(), usb=()",
            ),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
}

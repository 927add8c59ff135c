//! Builds responses and their security headers.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

/// Creates a plain-text response of one sentence.
pub(crate) fn text_response(status: StatusCode, sentence: &str) -> Response {
    typed_response(status, "text/plain; charset=utf-8", format!("{sentence}\n"))
}

/// Creates a response with a given media type, which browsers never cache.
pub(crate) fn typed_response(status: StatusCode, media_type: &'static str, text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    let no_store = HeaderValue::from_static("no-store");
    headers.insert(header::CACHE_CONTROL, no_store);
    response
}

/// Security headers of every response: content policy, permissions and isolation.
#[derive(Clone, Debug)]
pub(crate) struct SecurityHeaders {
    policy: HeaderValue,
}

impl SecurityHeaders {
    /// Creates the headers for a page served at `port` of the loopback address.
    pub(crate) fn new(port: u16) -> Self {
        // Some browsers do not include WebSockets of the same origin in 'self'.
        let policy = format!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
             connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}; worker-src 'self'; \
             img-src 'self' data: blob:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; \
             form-action 'none'; frame-ancestors 'none'"
        );
        let none = HeaderValue::from_static("default-src 'none'");
        Self { policy: HeaderValue::try_from(policy).unwrap_or(none) }
    }

    pub(crate) fn apply(&self, headers: &mut HeaderMap) {
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

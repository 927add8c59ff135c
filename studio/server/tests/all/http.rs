//! Access checks, responses and security headers of the HTTP server.

use crate::support::{connect, exchange, get, request, studio};
use flate2::read::GzDecoder;
use foley_studio::{MAX_CONNECTIONS, assets};
use std::io::{Read, Write};
use std::net::TcpStream;

#[test]
fn only_requests_to_the_loopback_host_are_accepted() {
    let studio = studio();
    let port = studio.address().port();
    for (host, status) in [
        (format!("127.0.0.1:{port}"), 200),
        (format!("localhost:{port}"), 200),
        (format!("[::1]:{port}"), 200),
        (format!("evil.example:{port}"), 403),
        (format!("127.0.0.1.evil.example:{port}"), 403),
        (format!("localhost.:{port}"), 403),
        (format!("0.0.0.0:{port}"), 403),
        ("localhost".to_owned(), 403),
        (format!("localhost:{}", port ^ 1), 403),
        (String::new(), 403),
        (format!("localhost:{port}\r\nHost: evil.example"), 403),
    ] {
        for path in ["/", "/presets", "/ws", "/nothing"] {
            let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
            let answer = exchange(studio.address(), request.as_bytes());
            // Paths without a file still get another answer than the rejection.
            let refused = answer.status == 403 && answer.text().contains("localhost");
            assert_eq!(refused, status == 403, "{host}{path}: {}", answer.head);
        }
    }
    let nameless = exchange(studio.address(), b"GET / HTTP/1.0\r\n\r\n");
    assert_eq!(nameless.status, 403, "{}", nameless.head);
    let other =
        format!("GET http://evil.example/ HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    assert_eq!(exchange(studio.address(), other.as_bytes()).status, 403);
}

#[test]
fn requests_from_other_origins_are_rejected() {
    let studio = studio();
    let (at, port) = (studio.address(), studio.address().port());
    for (origin, accepted) in [
        (format!("http://127.0.0.1:{port}"), true),
        (format!("http://localhost:{port}"), true),
        (format!("https://127.0.0.1:{port}"), false),
        (format!("http://127.0.0.1:{}", port ^ 1), false),
        ("http://evil.example".to_owned(), false),
        (format!("http://localhost.evil.example:{port}"), false),
        ("null".to_owned(), false),
        ("file://".to_owned(), false),
    ] {
        let header = format!("Origin: {origin}\r\n");
        for (method, path) in [("GET", "/"), ("PUT", "/presets/x.json"), ("DELETE", "/presets/x.json")] {
            let refused = request(at, method, path, &header, b"").status == 403;
            assert_eq!(refused, !accepted, "{method} {path} from {origin}");
        }
        let opened = connect(at, Some(&origin)).map(|_| ());
        let wanted = if accepted { Ok(()) } else { Err(403) };
        assert_eq!(opened, wanted, "a WebSocket from {origin}");
    }
    assert_eq!(connect(at, None).map(|_| ()), Err(403), "a WebSocket without an origin");
    assert_eq!(get(at, "/").status, 200, "programs other than browsers send no origin");
}

#[test]
fn every_response_has_the_security_headers() {
    let studio = studio();
    let at = studio.address();
    let foreign = request(at, "GET", "/", "Origin: http://evil.example\r\n", b"");
    let answers =
        [get(at, "/"), get(at, "/nothing"), get(at, "/presets"), request(at, "POST", "/", "", b""), foreign];
    for answer in answers {
        let policy = answer.header("content-security-policy").unwrap();
        for rule in [
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval';",
            "style-src 'self';",
            "worker-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            &format!("connect-src 'self' ws://127.0.0.1:{}", at.port()),
        ] {
            assert!(policy.contains(rule), "{rule}: {policy}");
        }
        assert!(
            !policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'") && !policy.contains('*'),
            "{policy}"
        );
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{}", answer.head);
        }
        let may = answer.header("permissions-policy").unwrap();
        assert!(may.contains("midi=(self)") && may.contains("microphone=()"), "{may}");
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
}

#[test]
fn every_file_is_sent_unchanged_with_its_media_type_plain_or_compressed() {
    let studio = studio();
    let at = studio.address();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../page");
    let (mut files, mut bytes) = (0, 0);
    for (path, length) in assets() {
        let there = std::fs::read(folder.join(path)).unwrap();
        let plain = get(at, &format!("/{path}"));
        assert_eq!((plain.status, plain.header("content-encoding")), (200, None), "{path}");
        assert!(plain.body == there, "{path} differs");
        let compressed = request(at, "GET", &format!("/{path}"), "Accept-Encoding: gzip, br\r\n", b"");
        assert_eq!(compressed.body.len(), length, "{path}");
        if compressed.header("content-encoding") == Some("gzip") {
            let mut read = Vec::new();
            GzDecoder::new(&*compressed.body).read_to_end(&mut read).unwrap();
            assert!(read == there && length < there.len(), "{path}");
        } else {
            assert!(compressed.body == there, "{path}");
        }
        let kind = plain.header("content-type").unwrap();
        let wanted = match path.rsplit('.').next().unwrap() {
            "html" => "text/html",
            "js" => "text/javascript",
            "css" => "text/css",
            "wasm" => "application/wasm",
            "svg" => "image/svg+xml",
            _ => "",
        };
        assert!(kind.starts_with(wanted), "{path}: {kind}");
        assert_eq!(plain.header("cache-control"), Some("no-cache"), "{path}");
        assert_eq!(plain.header("vary"), Some("Accept-Encoding"), "{path}");
        let tag = plain.header("etag").unwrap();
        let known = format!("If-None-Match: \"other\", {tag}\r\n");
        let again = request(at, "GET", &format!("/{path}"), &known, b"");
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        let head = request(at, "HEAD", &format!("/{path}"), "", b"");
        let long = there.len().to_string();
        assert_eq!((head.status, head.body.len()), (200, 0), "{path}");
        assert_eq!(head.header("content-length"), Some(&*long), "{path}");
        (files, bytes) = (files + 1, bytes + length);
    }
    println!("{files} files, {bytes} bytes compressed");
    let (page, root) = (get(at, "/index.html"), get(at, "/"));
    assert!(root.status == 200 && root.body == page.body);
}

#[test]
fn no_path_leads_out_of_the_page() {
    let studio = studio();
    // A path without a leading slash is taken for another host.
    for path in [
        "/../Cargo.toml",
        "/..",
        "/engine/../../server/Cargo.toml",
        "/%2e%2e/server/Cargo.toml",
        "/%2E%2E%2Fserver%2FCargo.toml",
        "/..%2fserver/Cargo.toml",
        "/..\\server\\Cargo.toml",
        "/%5c..%5c..",
        "/index.html%00",
        "/index.html/",
        "//index.html",
        "/./index.html",
        "/INDEX.HTML",
        "/presets/../../server/Cargo.toml",
        "/presets/%2e%2e%2f%2e%2e%2fserver%2fCargo.json",
        "/etc/passwd",
        "//etc/passwd",
        "/server/Cargo.toml",
        "/.git/config",
        "index.html",
        "*",
        "/\0",
        "/index.html\u{7f}",
        "/ü",
    ] {
        let answer = get(studio.address(), path);
        assert!(matches!(answer.status, 400 | 403 | 404), "{path:?}: {}", answer.head);
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT"] {
        let answer = request(studio.address(), method, "/index.html", "", b"");
        assert!(matches!(answer.status, 400 | 403 | 405), "{method}: {}", answer.head);
    }
}

#[test]
fn malformed_and_oversized_requests_are_rejected_and_the_server_continues() {
    let studio = studio();
    let at = studio.address();
    let long = "y".repeat(200_000);
    let many = "X: y\r\n".repeat(1_000);
    for request in [
        "\0\x01\x02 garbage\r\n\r\n".to_owned(),
        "GET / HTTP/9.9\r\n\r\n".to_owned(),
        format!("GET / HTTP/1.1\r\nHost: {at}\r\nX: {long}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: {at}\r\n{many}\r\n"),
        format!("GET /{long} HTTP/1.1\r\nHost: {at}\r\n\r\n"),
    ] {
        let answer = exchange(at, request.as_bytes());
        assert_ne!(answer.status, 200, "{request:.60}");
    }
    assert_eq!(get(at, "/").status, 200);
}

#[test]
fn fifty_silent_connections_block_nobody() {
    let studio = studio();
    let at = studio.address();
    let silent: Vec<TcpStream> = (0..50)
        .map(|_| {
            let mut stream = TcpStream::connect(at).unwrap();
            stream.write_all(b"GET /").unwrap();
            stream
        })
        .collect();
    const { assert!(MAX_CONNECTIONS > 50) };
    let answers: Vec<_> = (0..50).map(|_| std::thread::spawn(move || get(at, "/").status)).collect();
    for answer in answers {
        assert_eq!(answer.join().unwrap(), 200);
    }
    drop(silent);
}

#[test]
fn an_occupied_port_is_reported_and_a_released_one_is_free() {
    use foley_studio::{OpenError, Studio, StudioConfig};
    let first = studio();
    let (port, osc) = (first.address().port(), first.osc().unwrap().port());
    let again = Studio::open(StudioConfig { port, ..StudioConfig::default() });
    assert!(matches!(again, Err(OpenError::Page(why)) if why.kind() == std::io::ErrorKind::AddrInUse));
    let again = Studio::open(StudioConfig { osc: Some(osc), ..StudioConfig::default() });
    assert!(matches!(again, Err(OpenError::Osc(why)) if why.kind() == std::io::ErrorKind::AddrInUse));
    let _open = TcpStream::connect(first.address()).unwrap();
    drop(first);
    let config = StudioConfig { port, osc: Some(osc), ..StudioConfig::default() };
    assert_eq!(Studio::open(config).unwrap().address().port(), port);
}

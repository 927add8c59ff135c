//! Who may call, what is answered, and what is on every answer.

mod support;

use flate2::read::GzDecoder;
use foley_studio::{MOST_GUESTS, assets};
use std::io::{Read, Write};
use std::net::TcpStream;
use support::{ask, connect, get, studio, talk};

#[test]
fn only_this_machine_by_its_own_name_is_answered() {
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
            let answer = talk(studio.address(), request.as_bytes());
            // Those without a page or a folder are answered, too: with something other than a refusal.
            let refused = answer.status == 403 && answer.text().contains("localhost");
            assert_eq!(refused, status == 403, "{host}{path}: {}", answer.head);
        }
    }
    let nameless = talk(studio.address(), b"GET / HTTP/1.0\r\n\r\n");
    assert_eq!(nameless.status, 403, "{}", nameless.head);
    let other =
        format!("GET http://evil.example/ HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    assert_eq!(talk(studio.address(), other.as_bytes()).status, 403);
}

#[test]
fn no_page_from_elsewhere_may_call() {
    let studio = studio();
    let (at, port) = (studio.address(), studio.address().port());
    for (origin, welcome) in [
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
            let refused = ask(at, method, path, &header, b"").status == 403;
            assert_eq!(refused, !welcome, "{method} {path} from {origin}");
        }
        let opened = connect(at, Some(&origin)).map(|_| ());
        let wanted = if welcome { Ok(()) } else { Err(403) };
        assert_eq!(opened, wanted, "a WebSocket from {origin}");
    }
    assert_eq!(connect(at, None).map(|_| ()), Err(403), "a WebSocket from nowhere");
    assert_eq!(get(at, "/").status, 200, "who is no page says no origin");
}

#[test]
fn every_answer_says_what_a_browser_may_do_with_it() {
    let studio = studio();
    let at = studio.address();
    let foreign = ask(at, "GET", "/", "Origin: http://evil.example\r\n", b"");
    let answers =
        [get(at, "/"), get(at, "/nothing"), get(at, "/presets"), ask(at, "POST", "/", "", b""), foreign];
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
fn every_file_of_the_page_is_sent_whole_with_its_kind_compressed_or_not() {
    let studio = studio();
    let at = studio.address();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../page");
    let (mut files, mut bytes) = (0, 0);
    for (path, length) in assets() {
        let there = std::fs::read(folder.join(path)).unwrap();
        let plain = get(at, &format!("/{path}"));
        assert_eq!((plain.status, plain.header("content-encoding")), (200, None), "{path}");
        assert!(plain.body == there, "{path} is another file");
        let pressed = ask(at, "GET", &format!("/{path}"), "Accept-Encoding: gzip, br\r\n", b"");
        assert_eq!(pressed.body.len(), length, "{path}");
        if pressed.header("content-encoding") == Some("gzip") {
            let mut read = Vec::new();
            GzDecoder::new(&*pressed.body).read_to_end(&mut read).unwrap();
            assert!(read == there && length < there.len(), "{path}");
        } else {
            assert!(pressed.body == there, "{path}");
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
        let again = ask(at, "GET", &format!("/{path}"), &known, b"");
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        let head = ask(at, "HEAD", &format!("/{path}"), "", b"");
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
    // What has no slash first is taken for another host.
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
        let answer = ask(studio.address(), method, "/index.html", "", b"");
        assert!(matches!(answer.status, 400 | 403 | 405), "{method}: {}", answer.head);
    }
}

#[test]
fn garbage_and_endless_heads_are_refused_and_it_goes_on() {
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
        let answer = talk(at, request.as_bytes());
        assert_ne!(answer.status, 200, "{request:.60}");
    }
    assert_eq!(get(at, "/").status, 200);
}

#[test]
fn fifty_who_say_nothing_keep_nobody_out() {
    let studio = studio();
    let at = studio.address();
    let guests: Vec<TcpStream> = (0..50)
        .map(|_| {
            let mut guest = TcpStream::connect(at).unwrap();
            guest.write_all(b"GET /").unwrap();
            guest
        })
        .collect();
    const { assert!(MOST_GUESTS > 50) };
    let answers: Vec<_> = (0..50).map(|_| std::thread::spawn(move || get(at, "/").status)).collect();
    for answer in answers {
        assert_eq!(answer.join().unwrap(), 200);
    }
    drop(guests);
}

#[test]
fn a_port_that_is_taken_is_told_and_one_that_was_let_go_is_free() {
    use foley_studio::{Closed, Setup, Studio};
    let first = studio();
    let (port, osc) = (first.address().port(), first.osc().unwrap().port());
    let again = Studio::open(Setup { port, ..Setup::default() });
    assert!(matches!(again, Err(Closed::Page(why)) if why.kind() == std::io::ErrorKind::AddrInUse));
    let again = Studio::open(Setup { osc: Some(osc), ..Setup::default() });
    assert!(matches!(again, Err(Closed::Osc(why)) if why.kind() == std::io::ErrorKind::AddrInUse));
    let _guest = TcpStream::connect(first.address()).unwrap();
    drop(first);
    let setup = Setup { port, osc: Some(osc), ..Setup::default() };
    assert_eq!(Studio::open(setup).unwrap().address().port(), port);
}

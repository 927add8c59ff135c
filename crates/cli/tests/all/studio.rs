//! `foley studio` with a taken port, without a browser, and ended by a signal.
#![cfg(unix)]

use crate::support::running::Running;
use crate::support::{Folder, foley, rejected};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::process::{Command, Stdio};

fn address(of: &Running) -> SocketAddr {
    let url = of.begun["studio"]["url"].as_str().unwrap();
    let address = url.strip_prefix("http://").unwrap().strip_suffix('/');
    address.unwrap().parse().unwrap()
}

fn free() -> Command {
    let mut command = foley();
    command.args(["studio", "--port", "0", "--osc", "0", "--no-open"]);
    command
}

fn talk(to: SocketAddr, request: &str) -> TcpStream {
    let mut stream = TcpStream::connect(to).unwrap();
    let limit = std::time::Duration::from_mins(1);
    stream.set_read_timeout(Some(limit)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

fn get(to: SocketAddr, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\n\r\n");
    let mut answer = Vec::new();
    let _ = talk(to, &request).read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn the_page_is_served_until_a_signal_and_then_the_port_is_closed() {
    for signal in ["-TERM", "-INT"] {
        let serving = Running::start(&mut free());
        let at = address(&serving);
        let page = get(at, "/");
        assert!(page.starts_with("HTTP/1.1 200"), "{page:.100}");
        assert!(page.contains("<title>"), "{page:.500}");
        // A connected page receives a close frame with code 1001.
        let mut listens = talk(
            at,
            &format!(
                "GET /ws HTTP/1.1\r\nHost: {at}\r\nOrigin: http://{at}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                 Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            ),
        );
        let mut heard = Vec::new();
        let mut byte = [0];
        while !heard.windows(7).any(|window| window == b"presets") {
            listens.read_exact(&mut byte).unwrap();
            heard.extend(byte);
        }
        serving.signal(signal);
        heard.clear();
        let _ = listens.read_to_end(&mut heard);
        assert!(heard.windows(2).any(|window| window == [0x03, 0xe9]), "{heard:?}");
        let (_, aside, code) = serving.end();
        assert_eq!((code, &*aside), (Some(0), ""), "{signal}");
        assert!(TcpStream::connect(at).is_err(), "{signal}: still open");
    }
}

#[test]
fn a_taken_port_is_reported_and_a_free_one_is_used() {
    let page = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let osc = UdpSocket::bind(("127.0.0.1", 0)).unwrap();
    let page = page.local_addr().map(|address| (page, address.port())).unwrap();
    let osc = osc.local_addr().map(|address| (osc, address.port())).unwrap();
    let mut command = foley();
    command.args(["studio", "--no-open", "--port", &page.1.to_string()]);
    let serving = Running::start(command.args(["--osc", &osc.1.to_string()]));
    let (at, heard) = (address(&serving), &serving.begun["studio"]["osc"]);
    assert_ne!(at.port(), page.1);
    assert!(heard.as_u64().is_some_and(|port| port != u64::from(osc.1)), "{heard}");
    assert!(get(at, "/").starts_with("HTTP/1.1 200"));
    serving.signal("-TERM");
    let (_, aside, code) = serving.end();
    assert_eq!(code, Some(0));
    for port in [page.1, osc.1] {
        assert!(aside.contains(&format!("port {port} ")), "{aside}");
    }
}

#[test]
fn the_page_is_served_without_a_browser() {
    let mut command = foley();
    command.args(["studio", "--port", "0", "--no-osc"]);
    let serving = Running::start(command.env("PATH", ""));
    assert_eq!(serving.begun["studio"]["osc"], Value::Null);
    assert!(get(address(&serving), "/").starts_with("HTTP/1.1 200"));
    serving.signal("-TERM");
    let (_, aside, code) = serving.end();
    assert_eq!((code, &*aside), (Some(0), ""), "quiet about it");
}

#[test]
fn the_presets_are_those_of_foley_save() {
    let folder = Folder::new();
    let own = |command: &mut Command| {
        command.env("FOLEY_PRESETS", folder.path());
    };
    let mut save = foley();
    save.args(["save", "impact", "--name", "hard knock"]);
    own(&mut save);
    assert!(save.output().unwrap().status.success());
    let mut command = free();
    own(&mut command);
    let serving = Running::start(&mut command);
    let list = get(address(&serving), "/presets");
    assert!(list.contains(r#""slug":"hard-knock""#), "{list}");
    let elsewhere = Folder::new();
    command.arg("--presets").arg(elsewhere.path());
    let serving = Running::start(&mut command_without_json(&command));
    let list = get(address(&serving), "/presets");
    assert!(list.contains(r#""presets":[]"#), "{list}");
}

/// Returns a copy of the command without `--json`, which starting the program adds.
fn command_without_json(command: &Command) -> Command {
    let mut again = Command::new(command.get_program());
    again.args(command.get_args().filter(|argument| *argument != "--json"));
    for (name, value) in command.get_envs() {
        again.env(name, value.unwrap_or_default());
    }
    again
}

#[test]
fn the_text_names_the_address_and_ctrl_c() {
    let mut program = free().stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(program.stdout.take().unwrap());
    let mut message = String::new();
    while !message.contains("Ctrl-C") {
        assert_ne!(out.read_line(&mut message).unwrap(), 0, "{message}");
    }
    assert!(message.contains("http://127.0.0.1:") && message.contains("UDP"), "{message}");
    let id = program.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    out.read_to_string(&mut message).unwrap();
    assert_eq!(program.wait().unwrap().code(), Some(0));
}

#[test]
fn contradicting_arguments_are_rejected() {
    for arguments in [
        &["studio", "--port", "70000"][..],
        &["studio", "--osc", "9000", "--no-osc"],
        &["studio", "--bind", "0.0.0.0"],
    ] {
        assert!(!rejected(arguments).is_empty());
    }
}

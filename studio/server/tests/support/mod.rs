//! A studio, and those who call it: by HTTP, by WebSocket, by OSC.
#![allow(dead_code, unreachable_pub, unused_imports, reason = "each test takes what it needs")]

#[path = "../../../../crates/live/tests/support/folder.rs"]
mod folder;

pub(crate) use folder::Folder;
use foley_catalogue::preset::PresetFolder;
use foley_studio::{Setup, Studio};
use rosc::{OscMessage, OscPacket, OscType};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream, UdpSocket};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::client::Response;
use tungstenite::{Message, WebSocket};

/// Longest that anything may take on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// A studio at free ports.
pub fn studio() -> Studio {
    Studio::open(Setup::default()).unwrap()
}

/// A studio with a folder of presets.
pub(crate) fn with_presets(folder: &Folder) -> Studio {
    let presets = Some(PresetFolder::at(folder.path()));
    Studio::open(Setup { presets, ..Setup::default() }).unwrap()
}

/// An answer.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let found = lines.find(|(it, _)| it.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value)
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|why| panic!("{why}: {}", self.text()))
    }
}

/// Sends bytes, and reads until the other end is closed.
pub fn talk(to: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(to).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    // Who is refused may be cut off while he still speaks.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let end = answer.windows(4).position(|it| it == b"\r\n\r\n");
    let body = end.map_or(Vec::new(), |end| answer[end + 4..].to_vec());
    let head = String::from_utf8_lossy(&answer[..end.unwrap_or(answer.len())]).into_owned();
    let status = head.split(' ').nth(1).and_then(|it| it.parse().ok());
    Answer { status: status.unwrap_or(0), head, body }
}

/// A request with its own name, more headers and a body.
pub fn ask(to: SocketAddr, method: &str, path: &str, more: &str, body: &[u8]) -> Answer {
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\nContent-Length: {}\r\n{more}\r\n",
        body.len()
    );
    talk(to, &[head.as_bytes(), body].concat())
}

pub fn get(to: SocketAddr, path: &str) -> Answer {
    ask(to, "GET", path, "", b"")
}

/// What a browser says of itself.
pub type Page = WebSocket<TcpStream>;

/// Opens a WebSocket as a page of that origin would.
pub fn connect(to: SocketAddr, origin: Option<&str>) -> Result<(Page, Response), u16> {
    let mut request = format!("ws://{to}/ws").into_client_request().unwrap();
    if let Some(origin) = origin {
        let origin = origin.parse().unwrap();
        request.headers_mut().insert("Origin", origin);
    }
    let stream = TcpStream::connect(to).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    tungstenite::client(request, stream).map_err(|why| match why {
        tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer)) => answer.status().as_u16(),
        other => panic!("{other}"),
    })
}

/// A page of ours, after it was greeted.
pub fn page(studio: &Studio) -> Page {
    let at = studio.address();
    let (mut page, _) = connect(at, Some(&format!("http://{at}"))).unwrap();
    let hello = hear(&mut page);
    assert!(hello.get("hello").is_some(), "{hello}");
    page
}

/// The next that a page is told.
pub fn hear(page: &mut Page) -> Value {
    loop {
        match page.read().unwrap() {
            Message::Text(text) => return serde_json::from_str(&text).unwrap(),
            Message::Ping(_) | Message::Pong(_) => {}
            other => panic!("{other:?}"),
        }
    }
}

pub fn say(page: &mut Page, what: &Value) {
    page.send(Message::text(what.to_string())).unwrap();
}

/// Somebody who speaks OSC.
pub fn sender() -> UdpSocket {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    socket
}

pub fn message(address: &str, args: Vec<OscType>) -> OscPacket {
    OscPacket::Message(OscMessage { addr: address.to_owned(), args })
}

pub fn send(from: &UdpSocket, studio: &Studio, packet: &OscPacket) {
    let bytes = rosc::encoder::encode(packet).unwrap();
    from.send_to(&bytes, studio.osc().unwrap()).unwrap();
}

/// What comes back to who speaks OSC.
pub fn reply(to: &UdpSocket) -> OscMessage {
    let mut buffer = vec![0; 65_536];
    let (length, _) = to.recv_from(&mut buffer).expect("an answer");
    match rosc::decoder::decode_udp(&buffer[..length]) {
        Ok((_, OscPacket::Message(message))) => message,
        other => panic!("{other:?}"),
    }
}

/// Waits for something that must come.
pub fn until(what: &str, mut is: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is() {
        assert!(began.elapsed() < PATIENCE, "no {what} in a minute");
        std::thread::sleep(Duration::from_millis(2));
    }
}

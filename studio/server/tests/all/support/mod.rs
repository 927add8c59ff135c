//! A studio for tests, with clients for HTTP, WebSocket and OSC.

#[path = "../../../../../crates/live/tests/all/support/folder.rs"]
mod folder;

pub(crate) use folder::Folder;
use foley_catalogue::preset::PresetFolder as Presets;
use foley_studio::{Studio, StudioConfig};
use rosc::{OscMessage, OscPacket, OscType};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream, UdpSocket};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::client::Response;
use tungstenite::{Message, WebSocket};

/// Time limit of every wait, generous for a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Opens a studio at free ports.
pub(crate) fn studio() -> Studio {
    Studio::open(StudioConfig::default()).unwrap()
}

/// Opens a studio with a folder of presets.
pub(crate) fn with_presets(folder: &Folder) -> Studio {
    let presets = Some(Presets::at(folder.path()));
    Studio::open(StudioConfig { presets, ..StudioConfig::default() }).unwrap()
}

/// An HTTP response.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Value of the first header with this name, in any case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let found = lines.find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|why| panic!("{why}: {}", self.text()))
    }
}

/// Sends bytes and reads until the server closes the connection.
pub(crate) fn exchange(to: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(to).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    // The server may close a rejected connection before the request is sent.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n");
    let body = end.map_or(Vec::new(), |end| answer[end + 4..].to_vec());
    let head = String::from_utf8_lossy(&answer[..end.unwrap_or(answer.len())]).into_owned();
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
    Answer { status: status.unwrap_or(0), head, body }
}

/// Sends a request with its host, more headers and a body.
pub(crate) fn request(to: SocketAddr, method: &str, path: &str, more: &str, body: &[u8]) -> Answer {
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\nContent-Length: {}\r\n{more}\r\n",
        body.len()
    );
    exchange(to, &[head.as_bytes(), body].concat())
}

pub(crate) fn get(to: SocketAddr, path: &str) -> Answer {
    request(to, "GET", path, "", b"")
}

/// WebSocket of a page.
pub(crate) type Page = WebSocket<TcpStream>;

/// Opens a WebSocket as a page of that origin; the status code if it is rejected.
pub(crate) fn connect(to: SocketAddr, origin: Option<&str>) -> Result<(Page, Response), u16> {
    let mut request = format!("ws://{to}/ws").into_client_request().unwrap();
    if let Some(origin) = origin {
        let origin = origin.parse().unwrap();
        request.headers_mut().insert("Origin", origin);
    }
    let stream = TcpStream::connect(to).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    tungstenite::client(request, stream).map_err(|why| match why {
        tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer)) => answer.status().as_u16(),
        other => panic!("{other}"),
    })
}

/// Connects a page of the studio and reads its first message.
pub(crate) fn page(studio: &Studio) -> Page {
    let at = studio.address();
    let (mut page, _) = connect(at, Some(&format!("http://{at}"))).unwrap();
    let hello = receive(&mut page);
    assert!(hello.get("hello").is_some(), "{hello}");
    page
}

/// Receives the next text message of a page.
pub(crate) fn receive(page: &mut Page) -> Value {
    loop {
        match page.read().unwrap() {
            Message::Text(text) => return serde_json::from_str(&text).unwrap(),
            Message::Ping(_) | Message::Pong(_) => {}
            other => panic!("{other:?}"),
        }
    }
}

pub(crate) fn send_reply(page: &mut Page, reply: &Value) {
    page.send(Message::text(reply.to_string())).unwrap();
}

/// Opens a UDP socket that sends OSC.
pub(crate) fn sender() -> UdpSocket {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    socket.set_read_timeout(Some(TIMEOUT)).unwrap();
    socket
}

pub(crate) fn message(address: &str, args: Vec<OscType>) -> OscPacket {
    OscPacket::Message(OscMessage { addr: address.to_owned(), args })
}

pub(crate) fn send(from: &UdpSocket, studio: &Studio, packet: &OscPacket) {
    let bytes = rosc::encoder::encode(packet).unwrap();
    from.send_to(&bytes, studio.osc().unwrap()).unwrap();
}

/// Receives the next OSC message.
pub(crate) fn reply(to: &UdpSocket) -> OscMessage {
    let mut buffer = vec![0; 65_536];
    let (length, _) = to.recv_from(&mut buffer).expect("an answer");
    match rosc::decoder::decode_udp(&buffer[..length]) {
        Ok((_, OscPacket::Message(message))) => message,
        other => panic!("{other:?}"),
    }
}

/// Waits until a condition holds.
pub(crate) fn wait_for(name: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < TIMEOUT, "no {name} within a minute");
        std::thread::sleep(Duration::from_millis(2));
    }
}

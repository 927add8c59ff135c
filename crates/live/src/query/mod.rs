//! OSCQuery: the tree of all addresses as JSON over HTTP, and its changes over a WebSocket.
//!
//! | request                      | answer                                                               |
//! |------------------------------|----------------------------------------------------------------------|
//! | `GET /`                      | the whole tree: paths, types, ranges, units, descriptions, values    |
//! | `GET /cup/hardness`          | one node of the tree                                                 |
//! | `GET /cup/hardness?VALUE`    | one attribute of a node; 204 if the node does not have it            |
//! | `GET /?HOST_INFO`            | the name, the port for OSC, and the supported parts of OSCQuery      |
//! | a WebSocket, at any path     | values as OSC whenever they change, and added and removed sounds: [`listen`] |
//!
//! The tree is made from [`Dispatcher::entries`] for every request, so it is never out of date. The server
//! listens on loopback only and checks the host name of requests ([`crate::web`]): pages from elsewhere are
//! rejected. Source: \[OSCQuery\].

pub mod listen;
mod tree;

use crate::{Dispatcher, web};
use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Request, State};
use axum::http::{Method, Response, StatusCode, header};
use listen::Listening;
use serde_json::{Value, json};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// An OSCQuery server. Dropping it notifies the listeners, ends its thread and closes the port.
#[derive(Debug)]
pub struct Server {
    door: web::Server,
    listening: Arc<Listening>,
    ends: watch::Sender<bool>,
}

/// State from which the server makes its answers.
#[derive(Debug)]
struct ServerState {
    dispatcher: Arc<Mutex<Dispatcher>>,
    address: SocketAddr,
    osc: Option<SocketAddr>,
    name: String,
    listening: Arc<Listening>,
}

impl Server {
    /// Opens a loopback port; port 0 takes a free one. `osc` is the address to which clients send OSC; `None`
    /// if OSC is not received.
    ///
    /// # Errors
    /// If the address is not loopback, the port cannot be opened, or the thread cannot be started.
    pub fn open(
        address: SocketAddr,
        dispatcher: Arc<Mutex<Dispatcher>>,
        osc: Option<SocketAddr>,
        name: &str,
    ) -> io::Result<Self> {
        Self::open_with_ping_interval(address, dispatcher, osc, name, listen::ASKS)
    }

    /// Opens a port like [`Server::open`], with another interval of pings. A listener that misses three pings
    /// is disconnected.
    ///
    /// # Errors
    /// As [`Server::open`].
    pub fn open_with_ping_interval(
        address: SocketAddr,
        dispatcher: Arc<Mutex<Dispatcher>>,
        osc: Option<SocketAddr>,
        name: &str,
        asks: Duration,
    ) -> io::Result<Self> {
        let name = name.to_owned();
        let (ends, ended) = watch::channel(false);
        let all = Arc::new(Listening::new(ended, asks));
        let listening = Arc::clone(&all);
        let door = web::Server::open(address, "foley-query", web::MAX_CONNECTIONS, |address| {
            let state = ServerState { dispatcher, address, osc, name, listening };
            Router::new().fallback(answer).with_state(Arc::new(state))
        })?;
        Ok(Self { door, listening: all, ends })
    }

    /// Returns the address of the server's port.
    pub fn address(&self) -> SocketAddr {
        self.door.address()
    }

    /// Returns the number of connected listeners.
    pub fn listeners(&self) -> usize {
        self.listening.connections()
    }
}

impl Drop for Server {
    /// Notifies the listeners before the port is closed.
    fn drop(&mut self) {
        let _ = self.ends.send(true);
        let since = Instant::now();
        while self.listeners() > 0 && since.elapsed() < listen::CLOSE_TIMEOUT {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

async fn answer(
    State(state): State<Arc<ServerState>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    request: Request,
) -> Response<Body> {
    if let Some(why) = web::refused(&request, state.address.port()) {
        return say(StatusCode::FORBIDDEN, &json!({ "error": why }));
    }
    match upgrade {
        Ok(upgrade) => return state.accept_listener(upgrade),
        Err(why) if request.headers().contains_key(header::SEC_WEBSOCKET_KEY) => {
            return say(why.status(), &json!({ "error": why.body_text() }));
        }
        Err(_) => {}
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let why = json!({ "error": "only GET and HEAD are answered" });
        let mut refused = say(StatusCode::METHOD_NOT_ALLOWED, &why);
        let allowed = header::HeaderValue::from_static("GET, HEAD");
        refused.headers_mut().insert(header::ALLOW, allowed);
        return refused;
    }
    let (path, wanted) = (request.uri().path(), request.uri().query().unwrap_or(""));
    if wanted == "HOST_INFO" {
        return say(StatusCode::OK, &state.info());
    }
    let all = state.tree(path);
    let Some(node) = tree::node(&all, path) else {
        let why = format!("there is no address `{}`", foley_params::words::excerpt(path));
        return say(StatusCode::NOT_FOUND, &json!({ "error": why }));
    };
    match (wanted, node.get(wanted)) {
        ("", _) => say(StatusCode::OK, node),
        (_, Some(value)) => say(StatusCode::OK, &json!({ wanted: value })),
        _ if tree::ATTRIBUTES.contains(&wanted) => say(StatusCode::NO_CONTENT, &Value::Null),
        _ => {
            let list = foley_params::words::list(&tree::ATTRIBUTES, "and");
            let why = format!("the attributes are {list}, and HOST_INFO");
            say(StatusCode::BAD_REQUEST, &json!({ "error": why }))
        }
    }
}

impl ServerState {
    /// Returns the tree of addresses, or only the part of the tree that a path needs.
    fn tree(&self, path: &str) -> Value {
        let first = path.split('/').find(|word| !word.is_empty());
        let dispatcher = self.dispatcher();
        let mut entries = match first {
            None => dispatcher.entries(),
            Some(name) => dispatcher.entries_of(name),
        };
        drop(dispatcher);
        if matches!(first, None | Some("foley")) {
            entries.extend(crate::osc::entries());
        }
        tree::tree(&entries)
    }

    fn info(&self) -> Value {
        let mut info = json!({
            "NAME": self.name,
            "EXTENSIONS": {
                "ACCESS": true, "VALUE": true, "RANGE": true, "DESCRIPTION": true, "UNIT": true, "CLIPMODE": true,
                "TAGS": false, "EXTENDED_TYPE": false, "CRITICAL": false, "OVERLOADS": false,
                "LISTEN": true, "PATH_CHANGED": true, "PATH_RENAMED": false, "PATH_ADDED": true, "PATH_REMOVED": true,
            },
            "WS_IP": self.address.ip().to_string(),
            "WS_PORT": self.address.port(),
        });
        if let Some(osc) = self.osc {
            info["OSC_IP"] = heard_at(osc.ip()).to_string().into();
            info["OSC_PORT"] = osc.port().into();
            info["OSC_TRANSPORT"] = "UDP".into();
        }
        info
    }
}

/// Returns the IP address that a local client sends to: loopback if `ip` is a wildcard, else `ip`.
fn heard_at(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V4(all) if all.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(all) if all.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        one => one,
    }
}

fn say(status: StatusCode, what: &Value) -> Response<Body> {
    let text = if status == StatusCode::NO_CONTENT { String::new() } else { what.to_string() };
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    let json = header::HeaderValue::from_static("application/json");
    headers.insert(header::CONTENT_TYPE, json);
    let fresh = header::HeaderValue::from_static("no-store");
    headers.insert(header::CACHE_CONTROL, fresh);
    response
}

//! What there is, for those who look: OSCQuery, the tree of all addresses as JSON over HTTP.
//!
//! | request                      | answer                                                               |
//! |------------------------------|----------------------------------------------------------------------|
//! | `GET /`                      | everything: paths, types, ranges, units, meanings, values            |
//! | `GET /cup/hardness`          | one node                                                             |
//! | `GET /cup/hardness?VALUE`    | one of its attributes; 204 where it has none                         |
//! | `GET /?HOST_INFO`            | the name, the port for OSC, and what of OSCQuery is done here        |
//!
//! It is made from [`World::entries`](crate::World::entries) for every request, so it is never out of date. It listens on this machine only, and answers only those who
//! asked for this machine by name: a page from elsewhere whose name leads here is refused. Source: \[OSCQuery\].

mod tree;

use crate::Desk;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Method, Response, StatusCode, header};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde_json::{Value, json};
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::{Semaphore, oneshot};

/// Most that may ask at once.
const MOST_GUESTS: usize = 32;
/// Most lines at the head of a request.
const MOST_HEADERS: usize = 32;
/// Longest head of a request.
const LONGEST_HEAD: usize = 16_384;
/// How long the head of a request may take.
const HEAD_TAKES: Duration = Duration::from_secs(5);
/// How long anyone may stay.
const STAYS: Duration = Duration::from_secs(120);

/// Who answers. When it is dropped its thread ends and the port is closed.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    ends: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What an answer is made from.
#[derive(Debug)]
struct House {
    desk: Arc<Mutex<Desk>>,
    address: SocketAddr,
    osc_port: u16,
    name: String,
}

impl Server {
    /// Opens a port of this machine; 0 takes a free one. Clients are told to send OSC to `osc_port`.
    ///
    /// # Errors
    /// If the address is not of this machine alone, the port cannot be opened, or no thread begun.
    pub fn open(
        address: SocketAddr,
        desk: Arc<Mutex<Desk>>,
        osc_port: u16,
        name: &str,
    ) -> io::Result<Self> {
        if !address.ip().is_loopback() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("OSCQuery answers this machine only: `{address}` must be 127.0.0.1 or ::1"),
            ));
        }
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let house = Arc::new(House {
            desk,
            address,
            osc_port,
            name: name.to_owned(),
        });
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()?;
        let (ends, ended) = oneshot::channel();
        let thread = std::thread::Builder::new()
            .name("foley-query".to_owned())
            .spawn(move || {
                runtime.block_on(async {
                    let guests = tokio::spawn(receive(listener, house));
                    let _ = ended.await;
                    guests.abort();
                });
            })?;
        Ok(Self {
            address,
            ends: Some(ends),
            thread: Some(thread),
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.ends.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn receive(listener: TcpListener, house: Arc<House>) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else {
        return;
    };
    let router: Router = Router::new().fallback(answer).with_state(house);
    let room = Arc::new(Semaphore::new(MOST_GUESTS));
    loop {
        // Who comes when there is no room waits before the door, where the system keeps a short queue.
        let Ok(seat) = Arc::clone(&room).acquire_owned().await else {
            return;
        };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let talk = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TAKES)
                .max_headers(MOST_HEADERS)
                .max_buf_size(LONGEST_HEAD)
                .serve_connection(TokioIo::new(stream), service);
            let _ = tokio::time::timeout(STAYS, talk).await;
            drop(seat);
        });
    }
}

async fn answer(State(house): State<Arc<House>>, request: Request) -> Response<Body> {
    let asked = request.headers().get(header::HOST);
    let asked = asked.and_then(|host| host.to_str().ok());
    if !asked.is_some_and(|host| house.is_called(host)) {
        let why = "this is answered for localhost only";
        return say(StatusCode::FORBIDDEN, &json!({ "error": why }));
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
        return say(StatusCode::OK, &house.info());
    }
    let all = house.tree(path);
    let Some(node) = tree::node(&all, path) else {
        let why = format!(
            "nothing has the address `{}`",
            foley_params::words::excerpt(path)
        );
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

impl House {
    /// Whether somebody who asks for that host means us.
    fn is_called(&self, host: &str) -> bool {
        let (name, port) = host.rsplit_once(':').unwrap_or((host, "80"));
        let known = name.eq_ignore_ascii_case("localhost") || matches!(name, "127.0.0.1" | "[::1]");
        known && port.parse() == Ok(self.address.port())
    }

    /// The tree, or what of it is needed for a path.
    fn tree(&self, path: &str) -> Value {
        let first = path.split('/').find(|word| !word.is_empty());
        let desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        let mut entries = match first {
            None => desk.world.entries(),
            Some(name) => desk.world.entries_of(name),
        };
        drop(desk);
        if matches!(first, None | Some("foley")) {
            entries.extend(crate::osc::entries());
        }
        tree::tree(&entries)
    }

    fn info(&self) -> Value {
        json!({
            "NAME": self.name,
            "OSC_PORT": self.osc_port,
            "OSC_TRANSPORT": "UDP",
            "EXTENSIONS": {
                "ACCESS": true, "VALUE": true, "RANGE": true, "DESCRIPTION": true, "UNIT": true, "CLIPMODE": true,
                "TAGS": false, "EXTENDED_TYPE": false, "CRITICAL": false, "OVERLOADS": false,
                "LISTEN": false, "PATH_CHANGED": false, "PATH_RENAMED": false, "PATH_ADDED": false, "PATH_REMOVED": false,
            },
        })
    }
}

fn say(status: StatusCode, what: &Value) -> Response<Body> {
    let text = if status == StatusCode::NO_CONTENT {
        String::new()
    } else {
        what.to_string()
    };
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    let json = header::HeaderValue::from_static("application/json");
    headers.insert(header::CONTENT_TYPE, json);
    let fresh = header::HeaderValue::from_static("no-store");
    headers.insert(header::CACHE_CONTROL, fresh);
    response
}

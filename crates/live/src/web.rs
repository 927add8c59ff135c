//! An HTTP server for this machine only, on its own thread, with limits on every request.
//!
//! Any page in a browser can call local ports. Two headers, which pages cannot forge, identify pages from
//! elsewhere:
//!
//! | header   | meaning                               | rejected if                                                               |
//! |----------|---------------------------------------|---------------------------------------------------------------------------|
//! | `Host`   | the host name that was asked for      | it is not this machine's: a foreign name leads to this machine            |
//! | `Origin` | the page that sends the request       | it is not a page of this server                                           |

use axum::Router;
use axum::extract::Request;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use axum::http::{HeaderMap, HeaderName, header};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::{Semaphore, oneshot};

/// Default maximum number of connections at once.
pub const MAX_CONNECTIONS: usize = 32;
/// Maximum number of headers of a request.
const MAX_HEADERS: usize = 32;
/// Maximum length of the head of a request \[bytes\].
const MAX_HEAD_LENGTH: usize = 16_384;
/// Longest wait for the head of a request.
const HEAD_TAKES: Duration = Duration::from_secs(5);
/// Maximum duration of a connection.
const STAYS: Duration = Duration::from_mins(2);

/// An HTTP server. Dropping it ends its thread and closes the port.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    ends: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Opens a loopback port for at most `max_connections` simultaneous connections; port 0 takes a free one.
    /// `routes` makes the router once the port is known.
    ///
    /// # Errors
    /// If the address is not loopback, the port cannot be opened, or the thread cannot be started.
    pub fn open(
        address: SocketAddr,
        name: &str,
        max_connections: usize,
        routes: impl FnOnce(SocketAddr) -> Router,
    ) -> io::Result<Self> {
        if !address.ip().is_loopback() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("the server is local only: `{address}` must be 127.0.0.1 or ::1"),
            ));
        }
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let router = routes(address);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
        let (ends, ended) = oneshot::channel();
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(move || {
            runtime.block_on(async {
                let acceptor = tokio::spawn(receive(listener, router, max_connections));
                let _ = ended.await;
                acceptor.abort();
            });
            // Work on files that is in progress is finished; connections are cut.
            runtime.shutdown_timeout(Duration::from_secs(2));
        })?;
        Ok(Self { address, ends: Some(ends), thread: Some(thread) })
    }

    /// Returns the address of the server's port.
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

async fn receive(listener: TcpListener, router: Router, max_connections: usize) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else {
        return;
    };
    let room = Arc::new(Semaphore::new(max_connections));
    loop {
        // Without a free place, new connections wait in the short queue of the operating system.
        let Ok(seat) = Arc::clone(&room).acquire_owned().await else {
            return;
        };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        // Short interactive answers must not wait for more data.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TAKES)
                .max_headers(MAX_HEADERS)
                .max_buf_size(MAX_HEAD_LENGTH)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            let mut connection = core::pin::pin!(connection);
            if tokio::time::timeout(STAYS, connection.as_mut()).await.is_err() {
                // The current answer is finished, and no further request is read.
                connection.as_mut().graceful_shutdown();
                let _ = tokio::time::timeout(HEAD_TAKES, connection).await;
            }
            drop(seat);
        });
    }
}

/// Returns why a request is rejected: it asks for another host, or a foreign page sends it. `None` accepts
/// the request.
pub fn refused(request: &Request, port: u16) -> Option<&'static str> {
    let headers = request.headers();
    let authority = request.uri().authority();
    if !only(headers, &header::HOST).is_some_and(|host| is_called(host, port))
        || !authority.is_none_or(|authority| is_called(authority.as_str(), port))
    {
        return Some("this server answers only requests to localhost");
    }
    let foreign = headers.contains_key(header::ORIGIN) && !is_from_us(headers, port);
    foreign.then_some("pages of other servers may not send requests to this server")
}

/// Whether a page of this server sends the request, by its `Origin`.
pub fn is_from_us(headers: &HeaderMap, port: u16) -> bool {
    let host = only(headers, &header::ORIGIN).and_then(|from| from.strip_prefix("http://"));
    host.is_some_and(|host| is_called(host, port))
}

/// Returns the only value of a header; `None` if the header is missing or has several values.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?.to_str().ok();
    first.filter(|_| all.next().is_none())
}

/// Whether a host name and port mean this server.
fn is_called(host: &str, port: u16) -> bool {
    let (name, asked) = host.rsplit_once(':').unwrap_or((host, "80"));
    let known = name.eq_ignore_ascii_case("localhost") || matches!(name, "127.0.0.1" | "[::1]");
    known && asked.parse() == Ok(port)
}

/// Closes a WebSocket with a code and a reason, and waits at most the duration `waits` for the other end to
/// close.
pub async fn close_socket(socket: &mut WebSocket, code: u16, why: &'static str, waits: Duration) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(why) };
    let both = async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    let _ = tokio::time::timeout(waits, both).await;
}

//! HTTP server of the studio: serves the page built into the program and forwards OSC to it.
//!
//! ```text
//! browser ◀── page, engine (WebAssembly) ── Studio ── presets folder
//!    ▲ WebSocket ─────── Bridge ◀───────────── OSC (UDP)
//! ```
//!
//! | subject                                   | module              |
//! |-------------------------------------------|---------------------|
//! | files of the page, embedded at build time | `asset`             |
//! | security headers and plain-text responses | `response`          |
//! | the user's own presets over HTTP          | [`presets`]         |
//! | OSC messages forwarded to open pages      | [`bridge`]          |
//! | checks of host and origin                 | [`foley_live::web`] |
//!
//! The server binds to the loopback address only. Requests from other hosts or origins get status 403.

mod asset;
pub mod bridge;
pub mod presets;
mod response;

pub use asset::assets;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use bridge::{Bridge, RATE, page};
use foley_catalogue::preset::PresetFolder;
use foley_live::{Clock, osc, web};
use presets::LockedFolder;
use response::{SecurityHeaders, text_response};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Maximum number of simultaneous HTTP connections; WebSockets of pages do not count.
pub const MAX_CONNECTIONS: usize = 64;
/// Time that pages have to close their WebSocket when the server stops.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(1_500);

/// Ports and preset folder of a studio.
#[derive(Clone, Debug)]
pub struct StudioConfig {
    /// TCP port of the page; 0 picks a free port.
    pub port: u16,
    /// UDP port for OSC; 0 picks a free port, `None` disables OSC.
    pub osc: Option<u16>,
    /// Folder of the user's own presets; `None` disables them.
    pub presets: Option<PresetFolder>,
    /// Interval between two pings of a page. A page that leaves three pings unanswered is disconnected.
    pub ping_interval: Duration,
}

impl Default for StudioConfig {
    /// Returns a configuration with free ports and no preset folder.
    fn default() -> Self {
        Self { port: 0, osc: Some(0), presets: None, ping_interval: page::PING_INTERVAL }
    }
}

/// Error of a port that could not be opened.
#[derive(Debug)]
pub enum OpenError {
    /// The TCP port of the page could not be opened.
    Page(io::Error),
    /// The UDP port for OSC could not be opened.
    Osc(io::Error),
}

/// A running studio: the page, its presets and its OSC port. Dropping the studio closes all of them.
#[derive(Debug)]
pub struct Studio {
    state: Arc<ServerState>,
    server: web::Server,
    stop: watch::Sender<bool>,
}

/// State shared by all request handlers.
#[derive(Debug)]
struct ServerState {
    port: u16,
    security: SecurityHeaders,
    presets: LockedFolder,
    bridge: Arc<Mutex<Bridge>>,
    osc: Option<osc::Server>,
    stopped: watch::Receiver<bool>,
    ping_interval: Duration,
}

impl Studio {
    /// Opens the ports on the loopback address.
    ///
    /// # Errors
    /// If a port cannot be opened. In that case no port stays open.
    pub fn open(config: StudioConfig) -> Result<Self, OpenError> {
        let bridge = Arc::new(Mutex::new(Bridge::default()));
        let local = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let listen = |port| {
            // No audio thread updates this clock: it runs freely at `RATE` and dates incoming messages.
            let (clock, _) = Clock::new(RATE);
            osc::Server::open(local(port), Arc::clone(&bridge), clock)
        };
        let osc = config.osc.map(listen).transpose().map_err(OpenError::Osc)?;
        let (stop, stopped) = watch::channel(false);
        let mut built = None;
        let server = web::Server::open(local(config.port), "foley-studio", MAX_CONNECTIONS, |address| {
            let port = address.port();
            let state = Arc::new(ServerState {
                port,
                security: SecurityHeaders::new(port),
                presets: LockedFolder::new(config.presets),
                bridge: Arc::clone(&bridge),
                osc,
                stopped,
                ping_interval: config.ping_interval,
            });
            built = Some(Arc::clone(&state));
            router(state)
        });
        match (server, built) {
            (Ok(server), Some(state)) => Ok(Self { state, server, stop }),
            (Ok(_), None) => Err(OpenError::Page(io::ErrorKind::Other.into())),
            (Err(why), _) => Err(OpenError::Page(why)),
        }
    }

    /// Returns the address of the page.
    pub fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// Returns the address of the OSC port; `None` if OSC is disabled.
    pub fn osc(&self) -> Option<SocketAddr> {
        self.state.osc.as_ref().map(osc::Server::address)
    }

    /// Returns the counters of incoming OSC messages.
    pub fn counts(&self) -> osc::Counts {
        self.state.osc.as_ref().map_or_else(osc::Counts::default, osc::Server::counts)
    }

    /// Returns the number of connected pages.
    pub fn pages(&self) -> usize {
        self.state.bridge().pages()
    }
}

impl Drop for Studio {
    /// Closes the WebSockets of all pages before the port.
    fn drop(&mut self) {
        let _ = self.stop.send(true);
        let since = Instant::now();
        while self.pages() > 0 && since.elapsed() < CLOSE_TIMEOUT {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Builds the routes with the checks of host and origin around them.
fn router(state: Arc<ServerState>) -> Router {
    presets::routes()
        .route("/ws", any(connect))
        .fallback(serve_asset)
        .layer(from_fn_with_state(Arc::clone(&state), guard))
        .with_state(state)
}

/// Rejects requests from other hosts or origins and adds the security headers to every response.
async fn guard(State(state): State<Arc<ServerState>>, request: Request, next: Next) -> Response {
    let mut response = match web::refused(&request, state.port) {
        Some(why) => text_response(StatusCode::FORBIDDEN, why),
        None => next.run(request).await,
    };
    state.security.apply(response.headers_mut());
    response
}

async fn serve_asset(request: Request) -> Response {
    asset::respond(request.method(), request.uri().path(), request.headers())
}

/// Opens the WebSocket over which a page receives OSC messages. Browsers let any page open a WebSocket to any
/// host, so the origin must be the page of this server.
async fn connect(
    State(state): State<Arc<ServerState>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    request: Request,
) -> Response {
    if !web::is_from_us(request.headers(), state.port) {
        let why = "only the page of this studio may open this WebSocket";
        return text_response(StatusCode::FORBIDDEN, why);
    }
    match upgrade {
        Ok(upgrade) => upgrade
            .max_message_size(page::MAX_PAGE_MESSAGE)
            .max_frame_size(page::MAX_PAGE_MESSAGE)
            .on_upgrade(move |socket| async move { page::serve(socket, &state).await }),
        Err(why) => why.into_response(),
    }
}

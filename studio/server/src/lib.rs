//! The studio's server: the page is inside the program, and the program is behind the page.
//!
//! ```text
//! browser ◀── page, engine (WebAssembly) ── Studio ── presets folder
//!    ▲ WebSocket ─────── Bridge ◀───────────── OSC (UDP)
//! ```
//!
//! | idea                                                    | here                  |
//! |---------------------------------------------------------|-----------------------|
//! | the files of the page, put in when it was built         | `asset`               |
//! | what a browser may do with them                         | `answer`              |
//! | one's own presets                                       | [`presets`]           |
//! | OSC messages that reach the page                        | [`bridge`]            |
//! | who may call at all                                     | [`foley_live::web`]   |
//!
//! It listens on this machine only, and no page but its own may call it.

mod answer;
mod asset;
pub mod bridge;
pub mod presets;

pub use asset::assets;

use answer::{Rules, say};
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
use presets::Shelf;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Most connections at once that are not WebSockets of pages.
pub const MOST_GUESTS: usize = 64;
/// How long pages have to say farewell when it ends.
const FAREWELL: Duration = Duration::from_millis(1_500);

/// What a studio begins with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The port of the page; 0 takes a free one.
    pub port: u16,
    /// The port of OSC; 0 takes a free one, none opens none.
    pub osc: Option<u16>,
    /// The folder of one's own presets.
    pub presets: Option<PresetFolder>,
    /// How often a page is asked whether it is still there; one that says nothing three times is gone.
    pub asks: Duration,
}

impl Default for Setup {
    /// Free ports, and no presets.
    fn default() -> Self {
        Self { port: 0, osc: Some(0), presets: None, asks: page::ASKS }
    }
}

/// Why there is no studio.
#[derive(Debug)]
pub enum Closed {
    /// The port of the page cannot be opened.
    Page(io::Error),
    /// The port of OSC cannot be opened.
    Osc(io::Error),
}

/// The page and all that belongs to it, until this is dropped.
#[derive(Debug)]
pub struct Studio {
    house: Arc<House>,
    server: web::Server,
    ends: watch::Sender<bool>,
}

/// What answers are made from.
#[derive(Debug)]
struct House {
    port: u16,
    rules: Rules,
    presets: Shelf,
    bridge: Arc<Mutex<Bridge>>,
    osc: Option<osc::Server>,
    ended: watch::Receiver<bool>,
    asks: Duration,
}

impl Studio {
    /// Opens the ports, on this machine only.
    ///
    /// # Errors
    /// If one of them cannot be opened; none is open then.
    pub fn open(setup: Setup) -> Result<Self, Closed> {
        let bridge = Arc::new(Mutex::new(Bridge::default()));
        let here = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let listen = |port| {
            // Nobody marks this clock: it goes at its rate, and times of messages are told by it.
            let (clock, _) = Clock::new(RATE);
            osc::Server::open(here(port), Arc::clone(&bridge), clock)
        };
        let osc = setup.osc.map(listen).transpose().map_err(Closed::Osc)?;
        let (ends, ended) = watch::channel(false);
        let mut built = None;
        let server = web::Server::open(here(setup.port), "foley-studio", MOST_GUESTS, |address| {
            let port = address.port();
            let house = Arc::new(House {
                port,
                rules: Rules::new(port),
                presets: Shelf::new(setup.presets),
                bridge: Arc::clone(&bridge),
                osc,
                ended,
                asks: setup.asks,
            });
            built = Some(Arc::clone(&house));
            rooms(house)
        });
        match (server, built) {
            (Ok(server), Some(house)) => Ok(Self { house, server, ends }),
            (Ok(_), None) => Err(Closed::Page(io::ErrorKind::Other.into())),
            (Err(why), _) => Err(Closed::Page(why)),
        }
    }

    /// Where the page is.
    pub fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// Where OSC is heard.
    pub fn osc(&self) -> Option<SocketAddr> {
        self.house.osc.as_ref().map(osc::Server::address)
    }

    /// What came in over OSC.
    pub fn counts(&self) -> osc::Counts {
        self.house.osc.as_ref().map_or_else(osc::Counts::default, osc::Server::counts)
    }

    /// How many pages are open.
    pub fn pages(&self) -> usize {
        self.house.bridge().pages()
    }
}

impl Drop for Studio {
    /// Pages are told that it ends before the port is closed.
    fn drop(&mut self) {
        let _ = self.ends.send(true);
        let since = Instant::now();
        while self.pages() > 0 && since.elapsed() < FAREWELL {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Who answers what.
fn rooms(house: Arc<House>) -> Router {
    presets::routes()
        .route("/ws", any(connect))
        .fallback(find)
        .layer(from_fn_with_state(Arc::clone(&house), at_the_door))
        .with_state(house)
}

/// Nobody from elsewhere comes in, and nothing leaves without its rules.
async fn at_the_door(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let mut response = match web::refused(&request, house.port) {
        Some(why) => say(StatusCode::FORBIDDEN, why),
        None => next.run(request).await,
    };
    house.rules.put_on(response.headers_mut());
    response
}

async fn find(request: Request) -> Response {
    asset::answer(request.method(), request.uri().path(), request.headers())
}

/// A page wants to hear what comes over OSC. Browsers let any page open a WebSocket to anywhere: so who opens
/// it must say that it is ours.
async fn connect(
    State(house): State<Arc<House>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    request: Request,
) -> Response {
    if !web::is_from_us(request.headers(), house.port) {
        let why = "only the page of this studio may listen here";
        return say(StatusCode::FORBIDDEN, why);
    }
    match upgrade {
        Ok(upgrade) => upgrade
            .max_message_size(page::LONGEST_SAID)
            .max_frame_size(page::LONGEST_SAID)
            .on_upgrade(move |socket| async move { page::talk(socket, &house).await }),
        Err(why) => why.into_response(),
    }
}

//! WebSocket connection to one page.

use super::{Bridge, PageQueue};
use crate::ServerState;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, close_code};
use foley_live::web::close_socket;
use serde_json::json;
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval_at, timeout};

/// Default interval between two pings of a page.
pub(crate) const PING_INTERVAL: Duration = Duration::from_secs(10);
/// Maximum number of unanswered pings before the page is disconnected.
const MAX_UNANSWERED: u32 = 3;
/// Time that a page has to answer the closing handshake.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// Maximum size of a message from a page \[bytes\].
pub(crate) const MAX_PAGE_MESSAGE: usize = 1 << 16;

impl ServerState {
    pub(crate) fn bridge(&self) -> MutexGuard<'_, Bridge> {
        self.bridge.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a reply of a page and reports its outcome to the OSC sender.
    fn receive(&self, text: &str) {
        let outcome = self.bridge().receive(text);
        if let (Some(outcome), Some(osc)) = (outcome, &self.osc) {
            osc.answer(&[outcome]);
        }
    }

    fn hello(&self) -> Utf8Bytes {
        let hello = json!({ "hello": {
            "version": env!("CARGO_PKG_VERSION"),
            "osc": self.osc.as_ref().map(|osc| osc.address().port()),
            "presets": self.presets.is_available(),
        } });
        Utf8Bytes::from(hello.to_string())
    }
}

/// Forwards messages to a page and takes its replies until the page or the server closes the connection.
pub(crate) async fn serve(mut socket: WebSocket, state: &ServerState) {
    let Some(mut queue) = state.bridge().add_page() else {
        let why = "too many pages are open; close one";
        return close_socket(&mut socket, close_code::AGAIN, why, CLOSE_TIMEOUT).await;
    };
    let close = exchange(&mut socket, &mut queue, state).await;
    state.bridge().remove_page(queue.id);
    if let Some((code, why)) = close {
        close_socket(&mut socket, code, why, CLOSE_TIMEOUT).await;
    }
}

/// Runs the connection to a page. Returns the closing code and reason, or `None` if the page is already gone.
async fn exchange(
    socket: &mut WebSocket,
    queue: &mut PageQueue,
    state: &ServerState,
) -> Option<(u16, &'static str)> {
    let mut stopped = state.stopped.clone();
    let mut ping = interval_at(tokio::time::Instant::now() + state.ping_interval, state.ping_interval);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut unanswered = 0;
    send(socket, Message::Text(state.hello()), state).await?;
    loop {
        tokio::select! {
            // The server stops, or its sender was dropped.
            _ = stopped.changed() => return Some((close_code::AWAY, "the program is closing")),
            message = queue.messages.recv() => {
                let message = message?;
                let lost = queue.take_lost();
                if lost > 0 {
                    let lost = json!({ "lost": lost }).to_string();
                    send(socket, Message::Text(lost.into()), state).await?;
                }
                send(socket, Message::Text(message), state).await?;
            }
            received = socket.recv() => {
                unanswered = 0;
                match received?.ok()? {
                    Message::Text(text) => state.receive(&text),
                    Message::Close(_) => return None,
                    Message::Binary(_) => return Some((close_code::UNSUPPORTED, "only text messages are accepted")),
                    Message::Ping(_) | Message::Pong(_) => {}
                }
            }
            _ = ping.tick() => {
                if unanswered >= MAX_UNANSWERED {
                    return None;
                }
                unanswered += 1;
                send(socket, Message::Ping(Vec::new().into()), state).await?;
            }
        }
    }
}

/// Sends a message; `None` if the page is gone or does not read within `MAX_UNANSWERED` ping intervals.
async fn send(socket: &mut WebSocket, message: Message, state: &ServerState) -> Option<()> {
    let limit = state.ping_interval * MAX_UNANSWERED;
    timeout(limit, socket.send(message)).await.ok()?.ok()
}

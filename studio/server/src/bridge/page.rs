//! A page at the other end of a WebSocket.

use super::{Bridge, Queue};
use crate::House;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, close_code};
use foley_live::web::farewell;
use serde_json::json;
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval_at, timeout};

/// How often a page is asked whether it is still there.
pub(crate) const ASKS: Duration = Duration::from_secs(10);
/// How often it may leave that unanswered.
const PATIENCE: u32 = 3;
/// How long a page has to take its leave.
const FAREWELL: Duration = Duration::from_secs(1);
/// Longest that a page may say at once \[bytes\].
pub(crate) const LONGEST_SAID: usize = 1 << 16;

impl House {
    pub(crate) fn bridge(&self) -> MutexGuard<'_, Bridge> {
        self.bridge.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a page says.
    fn hear(&self, text: &str) {
        let outcome = self.bridge().hear(text);
        if let (Some(outcome), Some(osc)) = (outcome, &self.osc) {
            osc.answer(&[outcome]);
        }
    }

    fn hello(&self) -> Utf8Bytes {
        let hello = json!({ "hello": {
            "version": env!("CARGO_PKG_VERSION"),
            "osc": self.osc.as_ref().map(|osc| osc.address().port()),
            "presets": self.presets.is_there(),
        } });
        Utf8Bytes::from(hello.to_string())
    }
}

/// Talks to a page until either has enough.
pub(crate) async fn talk(mut socket: WebSocket, house: &House) {
    let Some(mut queue) = house.bridge().enter() else {
        let why = "too many pages are open; close one";
        return farewell(&mut socket, close_code::AGAIN, why, FAREWELL).await;
    };
    let end = attend(&mut socket, &mut queue, house).await;
    house.bridge().leave(queue.number);
    if let Some((code, why)) = end {
        farewell(&mut socket, code, why, FAREWELL).await;
    }
}

/// Until it ends; what is to be said then, if anything.
async fn attend(socket: &mut WebSocket, queue: &mut Queue, house: &House) -> Option<(u16, &'static str)> {
    let mut ended = house.ended.clone();
    let mut asks = interval_at(tokio::time::Instant::now() + house.asks, house.asks);
    asks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut unanswered = 0;
    send(socket, Message::Text(house.hello()), house).await?;
    loop {
        tokio::select! {
            // Who holds the other end is gone, or says that it is over.
            _ = ended.changed() => return Some((close_code::AWAY, "the program ends")),
            said = queue.from.recv() => {
                let said = said?;
                let lost = queue.lost();
                if lost > 0 {
                    let lost = json!({ "lost": lost }).to_string();
                    send(socket, Message::Text(lost.into()), house).await?;
                }
                send(socket, Message::Text(said), house).await?;
            }
            heard = socket.recv() => {
                unanswered = 0;
                match heard?.ok()? {
                    Message::Text(text) => house.hear(&text),
                    Message::Close(_) => return None,
                    Message::Binary(_) => return Some((close_code::UNSUPPORTED, "pages speak text")),
                    Message::Ping(_) | Message::Pong(_) => {}
                }
            }
            _ = asks.tick() => {
                if unanswered >= PATIENCE {
                    return None;
                }
                unanswered += 1;
                send(socket, Message::Ping(Vec::new().into()), house).await?;
            }
        }
    }
}

/// Sends something; none if the page does not take it, or is not there.
async fn send(socket: &mut WebSocket, what: Message, house: &House) -> Option<()> {
    let patience = house.asks * PATIENCE;
    timeout(patience, socket.send(what)).await.ok()?.ok()
}

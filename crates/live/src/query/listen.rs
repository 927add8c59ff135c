//! Listeners of OSCQuery: a WebSocket on the same port, for any path.
//!
//! ```text
//! Dispatcher ──change counter──▶ check every 20 ms ──▶ each listener compares its paths ──▶ WebSocket
//! ```
//!
//! | from a listener, as text                       | means                                                                |
//! |------------------------------------------------|----------------------------------------------------------------------|
//! | `{"COMMAND": "LISTEN", "DATA": "/cup/hardness"}` | send the value now, and whenever it changes                        |
//! | `{"COMMAND": "IGNORE", "DATA": "/cup/hardness"}` | send the value no longer                                           |
//!
//! | to a listener                                  | means                                                                |
//! |------------------------------------------------|----------------------------------------------------------------------|
//! | an OSC message, binary                         | a value that the listener watches, by the type in the tree           |
//! | `{"COMMAND": "PATH_ADDED", "DATA": "/cup"}`    | a sound or a rack was added                                          |
//! | `{"COMMAND": "PATH_REMOVED", "DATA": "/cup"}`  | a sound or a rack was removed; its addresses are no longer watched   |
//! | `{"COMMAND": "PATH_CHANGED", "DATA": "/cup"}`  | a sound has another model; addresses that it no longer has are no longer watched |
//! | `{"error": "…"}`                               | a request was rejected: the mistake, and what is allowed             |
//!
//! A value is the one last set, as `?VALUE` answers it; a gliding sound may not have reached it. Changes that
//! are undone between two checks are not reported.
//!
//! No thread waits for a listener. Reports carry states, not events: a slow listener gets fewer of them,
//! never late ones, and no queue can grow. A listener that reads nothing is disconnected. OSC over the
//! WebSocket is rejected with an error; OSC belongs to the port in HOST_INFO.

use super::tree::{self, Typed};
use super::{ServerState, say};
use crate::address_space::MessageError;
use crate::{Dispatcher, web};
use axum::body::Body;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{Response, StatusCode};
use foley_params::words::{excerpt, nearest};
use rosc::{OscMessage, OscPacket, OscType};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, interval_at, timeout};

/// Maximum number of listeners at once.
pub const MAX_LISTENERS: usize = 16;
/// Maximum number of paths that one listener may watch.
pub const MAX_PATHS: usize = 256;
/// Maximum length of a message from a listener \[bytes\].
pub const MAX_SAID_LENGTH: usize = 4_096;
/// Default interval at which the server pings each listener.
pub const ASKS: Duration = Duration::from_secs(10);
/// Number of unanswered pings after which a listener is disconnected.
const PATIENCE: u32 = 3;
/// Interval at which the server checks for changes: about the refresh rate of a display.
const LOOKS: Duration = Duration::from_millis(20);
/// Read buffer per listener \[bytes\]: messages that are slightly too long are read to their end, so that the
/// listener can read the answer.
const READ_BUFFER: usize = 4 * MAX_SAID_LENGTH;
/// Maximum unsent output per listener \[bytes\]. At most one message is ever unsent, which is far shorter.
const HEAVIEST_TOLD: usize = 1 << 16;
/// Longest wait for the closing handshake of a WebSocket.
pub(super) const CLOSE_TIMEOUT: Duration = Duration::from_millis(500);

/// State that all listeners share.
#[derive(Debug)]
pub(super) struct Listening {
    seats: Arc<Semaphore>,
    /// Change counter of the dispatcher at the last check.
    moved: watch::Sender<u64>,
    /// Whether the task that checks for changes runs.
    looked: AtomicBool,
    ended: watch::Receiver<bool>,
    asks: Duration,
}

impl Listening {
    /// Starts without listeners. `asks` is the interval of pings, `ended` the signal that ends all listeners.
    pub(super) fn new(ended: watch::Receiver<bool>, asks: Duration) -> Self {
        Self {
            seats: Arc::new(Semaphore::new(MAX_LISTENERS)),
            moved: watch::Sender::new(0),
            looked: AtomicBool::new(false),
            ended,
            // An interval of zero would never yield.
            asks: asks.max(LOOKS),
        }
    }

    /// Returns the number of listeners.
    pub(super) fn connections(&self) -> usize {
        MAX_LISTENERS - self.seats.available_permits()
    }
}

impl ServerState {
    pub(super) fn dispatcher(&self) -> MutexGuard<'_, Dispatcher> {
        self.dispatcher.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts a WebSocket as a listener, or rejects it if there are too many.
    pub(super) fn accept_listener(self: Arc<Self>, upgrade: WebSocketUpgrade) -> Response<Body> {
        let seats = Arc::clone(&self.listening.seats);
        let Ok(seat) = seats.try_acquire_owned() else {
            let why = format!("there are already {MAX_LISTENERS} listeners, the maximum");
            return say(StatusCode::SERVICE_UNAVAILABLE, &json!({ "error": why }));
        };
        // The state is read before the answer is sent, so that no later change is missed.
        let listener = Guest::new(Arc::clone(&self));
        if !self.listening.looked.swap(true, Ordering::Relaxed) {
            tokio::spawn(watch_for_changes(self));
        }
        upgrade
            .read_buffer_size(READ_BUFFER)
            .max_message_size(MAX_SAID_LENGTH)
            .max_frame_size(MAX_SAID_LENGTH)
            .write_buffer_size(0)
            .max_write_buffer_size(HEAVIEST_TOLD)
            .on_upgrade(move |socket| async move {
                listener.serve(socket).await;
                drop(seat);
            })
    }
}

/// Checks for changes every 20 ms while there are listeners.
async fn watch_for_changes(state: Arc<ServerState>) {
    let mut looks = interval(LOOKS);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while state.listening.moved.receiver_count() > 0 {
        looks.tick().await;
        let changes = state.dispatcher().changes();
        state.listening.moved.send_if_modified(|last| {
            let moved = *last != changes;
            *last = changes;
            moved
        });
    }
    // All of this task runs on one thread: the number of listeners cannot have changed.
    state.listening.looked.store(false, Ordering::Relaxed);
}

/// Properties on which the addresses behind a name depend: whether the name is a rack, and the name of its
/// model.
type Stands = (bool, &'static str);

/// Returns all names of sounds and racks, each with the properties on which its addresses depend.
fn names_and_addresses(dispatcher: &Dispatcher) -> BTreeMap<String, Stands> {
    let racks = dispatcher.racks.len();
    let all = dispatcher.names().enumerate();
    all.map(|(index, (name, sound))| (name.to_owned(), (index < racks, sound.info().name))).collect()
}

/// A listener, and the state that was last reported to it.
struct Guest {
    state: Arc<ServerState>,
    moved: watch::Receiver<u64>,
    names_and_addresses: BTreeMap<String, Stands>,
    paths: BTreeMap<String, OscType>,
}

impl Guest {
    fn new(state: Arc<ServerState>) -> Self {
        let moved = state.listening.moved.subscribe();
        let names_and_addresses = names_and_addresses(&state.dispatcher());
        Self { state, moved, names_and_addresses, paths: BTreeMap::new() }
    }

    /// Serves the listener until the listener or the server ends.
    async fn serve(mut self, mut socket: WebSocket) {
        let mut ended = self.state.listening.ended.clone();
        let end = tokio::select! {
            _ = ended.changed() => Some((close_code::AWAY, "the program ends")),
            end = self.serve_messages(&mut socket) => end,
        };
        if let Some((code, why)) = end {
            web::close_socket(&mut socket, code, why, CLOSE_TIMEOUT).await;
        }
    }

    /// Serves the listener until it ends; returns the code and the reason for closing, if any.
    async fn serve_messages(&mut self, socket: &mut WebSocket) -> Option<(u16, &'static str)> {
        let every = self.state.listening.asks;
        let mut asks = interval_at(Instant::now() + every, every);
        asks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut unanswered = 0;
        loop {
            tokio::select! {
                moved = self.moved.changed() => {
                    moved.ok()?;
                    for changed_messages in self.changed_messages() {
                        send(socket, changed_messages, every).await?;
                    }
                }
                heard = socket.recv() => {
                    unanswered = 0;
                    let answer = match heard? {
                        Ok(Message::Text(text)) => self.hear(&text),
                        Ok(Message::Binary(_)) => Err(self.elsewhere()),
                        Ok(Message::Close(_)) => return None,
                        Ok(Message::Ping(_) | Message::Pong(_)) => continue,
                        Err(why) => {
                            let why = format!("the message cannot be read ({why}): send text of at most {MAX_SAID_LENGTH} bytes");
                            send(socket, mistake(&why), every).await?;
                            return Some((close_code::POLICY, "the message cannot be read"));
                        }
                    };
                    match answer {
                        Ok(Some(value)) => send(socket, value, every).await?,
                        Ok(None) => {}
                        Err(why) => send(socket, mistake(&why), every).await?,
                    }
                }
                _ = asks.tick() => {
                    if unanswered >= PATIENCE {
                        return None;
                    }
                    unanswered += 1;
                    send(socket, Message::Ping(Vec::new().into()), every).await?;
                }
            }
        }
    }

    /// Handles a message of the listener and returns the immediate answer.
    fn hear(&mut self, text: &str) -> Result<Option<Message>, String> {
        const TAKES: &str = r#"send {"COMMAND": "LISTEN", "DATA": "/a/path"}, or IGNORE instead of LISTEN"#;
        let request: Value =
            serde_json::from_str(text).map_err(|why| format!("the message is not JSON ({why}); {TAKES}"))?;
        let word = |key: &str| request.get(key).and_then(Value::as_str);
        match (word("COMMAND"), word("DATA")) {
            (Some("LISTEN"), Some(path)) => self.measure(path),
            (Some("IGNORE"), Some(path)) => match self.paths.remove(path) {
                Some(_) => Ok(None),
                None => Err(format!("`{}` was not listened to, so IGNORE has no effect", excerpt(path))),
            },
            (Some(command @ ("LISTEN" | "IGNORE")), None) => {
                Err(format!("{command} needs a path in DATA; {TAKES}"))
            }
            (Some(other), _) => Err(format!("there is no command `{}`; {TAKES}", excerpt(other))),
            (None, _) => Err(format!("the message has no COMMAND; {TAKES}")),
        }
    }

    fn measure(&mut self, path: &str) -> Result<Option<Message>, String> {
        let is = value_at(&self.state, path)?;
        if self.paths.len() >= MAX_PATHS && !self.paths.contains_key(path) {
            return Err(format!(
                "this listener already has {MAX_PATHS} paths, the maximum: IGNORE one of them first"
            ));
        }
        self.paths.insert(path.to_owned(), is.clone());
        Ok(packet(path, is))
    }

    /// Returns the error for OSC over the WebSocket, which names the port for OSC.
    fn elsewhere(&self) -> String {
        match self.state.osc {
            Some(osc) => format!("send OSC to the UDP port {}, not to this WebSocket", osc.port()),
            None => "this program does not receive OSC".to_owned(),
        }
    }

    /// Returns messages for everything that has changed since the last report.
    fn changed_messages(&mut self) -> Vec<Message> {
        let mut changed_messages = Vec::new();
        let names_and_addresses = names_and_addresses(&self.state.dispatcher());
        let mut path = |command: &str, name: &String| {
            let text = json!({ "COMMAND": command, "DATA": format!("/{name}") });
            changed_messages.push(Message::Text(text.to_string().into()));
        };
        for name in self.names_and_addresses.keys().filter(|name| !names_and_addresses.contains_key(*name)) {
            path("PATH_REMOVED", name);
        }
        for (name, stands) in &names_and_addresses {
            match self.names_and_addresses.get(name) {
                None => path("PATH_ADDED", name),
                Some(before) if before != stands => path("PATH_CHANGED", name),
                Some(_) => {}
            }
        }
        self.names_and_addresses = names_and_addresses;
        let names: BTreeSet<String> = self.paths.keys().map(|path| first(path).to_owned()).collect();
        let mut watched = core::mem::take(&mut self.paths);
        for name in names {
            // Reads one name at a time, to hold the dispatcher briefly.
            let entries = self.state.dispatcher().entries_of(&name);
            for entry in entries {
                // A removed address is not found and so no longer watched.
                let Some((path, last)) = watched.remove_entry(&entry.address) else {
                    continue;
                };
                let Some(is) = tree::value(&entry).map(typed) else {
                    continue;
                };
                if is != last {
                    changed_messages.extend(packet(&path, is.clone()));
                }
                self.paths.insert(path, is);
            }
        }
        changed_messages
    }
}

/// Returns the first word of a path.
fn first(path: &str) -> &str {
    path.split('/').find(|word| !word.is_empty()).unwrap_or("")
}

/// Returns the current value of a path, or the error for a path without a value.
fn value_at(state: &ServerState, path: &str) -> Result<OscType, String> {
    let name = first(path);
    let dispatcher = state.dispatcher();
    let entries = dispatcher.entries_of(name);
    let names: Vec<String> = dispatcher.names().map(|(name, _)| format!("/{name}")).collect();
    // The dispatcher is unlocked before suggestions are computed.
    drop(dispatcher);
    if let Some(entry) = entries.iter().find(|entry| entry.address == path) {
        let is = tree::value(entry).map(typed);
        return is
            .ok_or_else(|| format!("`{path}` has no VALUE; only addresses with a VALUE can be listened to"));
    }
    let valued = entries.iter().filter(|entry| tree::value(entry).is_some());
    let valued: Vec<&str> = valued.map(|entry| entry.address.as_str()).collect();
    if path.trim_matches('/') == name
        && let Some(such) = valued.first()
    {
        let why = "has no value of its own: listen to one in it, such as";
        return Err(format!("`/{name}` {why} `{such}`"));
    }
    let near = if entries.is_empty() {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        nearest(&format!("/{name}"), &names)
    } else {
        nearest(path, &valued)
    };
    let wrong = MessageError::UnknownAddress {
        address: excerpt(path),
        nearest: near.into_iter().map(str::to_owned).collect(),
    };
    Err(wrong.to_string())
}

/// Converts a value into an OSC argument.
fn typed(value: Typed) -> OscType {
    match value {
        Typed::Text(name) => OscType::String(name.to_owned()),
        Typed::Whole(value) => OscType::Int(value.clamp(i32::MIN.into(), i32::MAX.into()) as i32),
        Typed::Number(value) => OscType::Float(value as f32),
    }
}

/// Makes the binary OSC message that reports a value; `None` if it cannot be encoded.
fn packet(path: &str, value: OscType) -> Option<Message> {
    let message = OscPacket::Message(OscMessage { addr: path.to_owned(), args: vec![value] });
    let bytes = rosc::encoder::encode(&message).ok()?;
    Some(Message::Binary(bytes.into()))
}

fn mistake(why: &str) -> Message {
    Message::Text(json!({ "error": why }).to_string().into())
}

/// Sends a message; returns `None` if the listener does not take the message or is gone.
async fn send(socket: &mut WebSocket, what: Message, asks: Duration) -> Option<()> {
    timeout(asks * PATIENCE, socket.send(what)).await.ok()?.ok()
}

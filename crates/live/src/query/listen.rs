//! Who wants to know what changes: the other half of OSCQuery, over a WebSocket at the same port, whatever
//! the path.
//!
//! ```text
//! Desk ──changes, counted──▶ a look every 20 ms ──▶ each guest reads what it listens to ──▶ WebSocket
//! ```
//!
//! | from a guest, as text                          | means                                                                |
//! |------------------------------------------------|----------------------------------------------------------------------|
//! | `{"COMMAND": "LISTEN", "DATA": "/cup/hardness"}` | its value is told now, and whenever it is another                  |
//! | `{"COMMAND": "IGNORE", "DATA": "/cup/hardness"}` | no longer                                                          |
//!
//! | to a guest                                     | means                                                                |
//! |------------------------------------------------|----------------------------------------------------------------------|
//! | an OSC message, binary                         | a value it listens to, by the type that the tree says                |
//! | `{"COMMAND": "PATH_ADDED", "DATA": "/cup"}`    | a sound or a rack has come                                           |
//! | `{"COMMAND": "PATH_REMOVED", "DATA": "/cup"}`  | it has gone, and what was listened to of it is no longer             |
//! | `{"COMMAND": "PATH_CHANGED", "DATA": "/cup"}`  | it is of another model: what it still has is listened to, the rest no longer |
//! | `{"error": "…"}`                               | what was said cannot be done: what is wrong, and what is allowed     |
//!
//! A value is the one that was told, as `?VALUE` answers it, whoever told it; a sound that glides there is on
//! its way. What comes and goes between two looks is not told.
//!
//! Nothing waits for a guest. What is told is how things are and not what happened, so one that reads slowly
//! is told less often, never late, and there is no queue that could grow; one that reads nothing at all is
//! let go. OSC from a guest is not taken here: it goes where HOST_INFO says, and whoever sends it here is
//! told so.

use super::tree::{self, Typed};
use super::{House, say};
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

/// Most guests that listen at once.
pub const MAX_LISTENERS: usize = 16;
/// Most paths that one guest listens to.
pub const MAX_PATHS: usize = 256;
/// Longest that a guest may say at once \[bytes\].
pub const MAX_SAID_LENGTH: usize = 4_096;
/// How often a guest is asked whether it is still there, if nobody says otherwise.
pub const ASKS: Duration = Duration::from_secs(10);
/// How often it may leave that unanswered.
const PATIENCE: u32 = 3;
/// How often it is looked whether anything has changed: about as often as a screen could show it.
const LOOKS: Duration = Duration::from_millis(20);
/// What is read of a guest at once \[bytes\]: what is a little too long is read to its end, so that the guest
/// can read the answer.
const GULP: usize = 4 * MAX_SAID_LENGTH;
/// Most that is on its way to a guest \[bytes\]; far more than the one message that ever is.
const HEAVIEST_TOLD: usize = 1 << 16;
/// How long a guest has to take its leave.
pub(super) const FAREWELL: Duration = Duration::from_millis(500);

/// All who listen.
#[derive(Debug)]
pub(super) struct Listening {
    seats: Arc<Semaphore>,
    /// What the desk's counter was when it was last looked at.
    moved: watch::Sender<u64>,
    /// Whether somebody looks.
    looked: AtomicBool,
    ended: watch::Receiver<bool>,
    asks: Duration,
}

impl Listening {
    /// Nobody yet. Guests are asked so often whether they are there, and leave when they are told that it is
    /// over.
    pub(super) fn new(ended: watch::Receiver<bool>, asks: Duration) -> Self {
        Self {
            seats: Arc::new(Semaphore::new(MAX_LISTENERS)),
            moved: watch::Sender::new(0),
            looked: AtomicBool::new(false),
            ended,
            // Who asks without a pause would do nothing else.
            asks: asks.max(LOOKS),
        }
    }

    /// How many there are.
    pub(super) fn guests(&self) -> usize {
        MAX_LISTENERS - self.seats.available_permits()
    }
}

impl House {
    pub(super) fn dispatcher(&self) -> MutexGuard<'_, Dispatcher> {
        self.dispatcher.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody wants to listen.
    pub(super) fn welcome(self: Arc<Self>, upgrade: WebSocketUpgrade) -> Response<Body> {
        let seats = Arc::clone(&self.listening.seats);
        let Ok(seat) = seats.try_acquire_owned() else {
            let why = format!("{MAX_LISTENERS} listen already, and there is room for no more");
            return say(StatusCode::SERVICE_UNAVAILABLE, &json!({ "error": why }));
        };
        // Before the answer goes: what changes once the guest has it is told.
        let guest = Guest::new(Arc::clone(&self));
        if !self.listening.looked.swap(true, Ordering::Relaxed) {
            tokio::spawn(look(self));
        }
        upgrade
            .read_buffer_size(GULP)
            .max_message_size(MAX_SAID_LENGTH)
            .max_frame_size(MAX_SAID_LENGTH)
            .write_buffer_size(0)
            .max_write_buffer_size(HEAVIEST_TOLD)
            .on_upgrade(move |socket| async move {
                guest.talk(socket).await;
                drop(seat);
            })
    }
}

/// Looks whether anything has changed, while anybody wants to know.
async fn look(house: Arc<House>) {
    let mut looks = interval(LOOKS);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while house.listening.moved.receiver_count() > 0 {
        looks.tick().await;
        let changes = house.dispatcher().changes();
        house.listening.moved.send_if_modified(|last| {
            let moved = *last != changes;
            *last = changes;
            moved
        });
    }
    // All of this is one thread: nobody has come since they were counted.
    house.listening.looked.store(false, Ordering::Relaxed);
}

/// What a name stands for, as far as its addresses go: a rack or a sound, and of which model.
type Stands = (bool, &'static str);

/// Everybody who is there.
fn cast(dispatcher: &Dispatcher) -> BTreeMap<String, Stands> {
    let racks = dispatcher.racks.len();
    let all = dispatcher.names().enumerate();
    all.map(|(index, (name, sound))| (name.to_owned(), (index < racks, sound.info().name))).collect()
}

/// One who listens, and what it was told last.
struct Guest {
    house: Arc<House>,
    moved: watch::Receiver<u64>,
    cast: BTreeMap<String, Stands>,
    paths: BTreeMap<String, OscType>,
}

impl Guest {
    fn new(house: Arc<House>) -> Self {
        let moved = house.listening.moved.subscribe();
        let cast = cast(&house.dispatcher());
        Self { house, moved, cast, paths: BTreeMap::new() }
    }

    /// Until either has enough.
    async fn talk(mut self, mut socket: WebSocket) {
        let mut ended = self.house.listening.ended.clone();
        let end = tokio::select! {
            _ = ended.changed() => Some((close_code::AWAY, "the program ends")),
            end = self.attend(&mut socket) => end,
        };
        if let Some((code, why)) = end {
            web::farewell(&mut socket, code, why, FAREWELL).await;
        }
    }

    /// Until it ends; what is to be said then, if anything.
    async fn attend(&mut self, socket: &mut WebSocket) -> Option<(u16, &'static str)> {
        let every = self.house.listening.asks;
        let mut asks = interval_at(Instant::now() + every, every);
        asks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut unanswered = 0;
        loop {
            tokio::select! {
                moved = self.moved.changed() => {
                    moved.ok()?;
                    for news in self.news() {
                        send(socket, news, every).await?;
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
                            let why = format!("this cannot be read ({why}); a message is text of at most {MAX_SAID_LENGTH} bytes");
                            send(socket, mistake(&why), every).await?;
                            return Some((close_code::POLICY, "this cannot be read"));
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

    /// What a guest says, and what it is told at once.
    fn hear(&mut self, text: &str) -> Result<Option<Message>, String> {
        const TAKES: &str =
            r#"a message is {"COMMAND": "LISTEN", "DATA": "/a/path"}, or the same with IGNORE"#;
        let said: Value =
            serde_json::from_str(text).map_err(|why| format!("this is no JSON ({why}); {TAKES}"))?;
        let word = |key: &str| said.get(key).and_then(Value::as_str);
        match (word("COMMAND"), word("DATA")) {
            (Some("LISTEN"), Some(path)) => self.measure(path),
            (Some("IGNORE"), Some(path)) => match self.paths.remove(path) {
                Some(_) => Ok(None),
                None => Err(format!("`{}` is not listened to, so it is ignored already", excerpt(path))),
            },
            (Some(command @ ("LISTEN" | "IGNORE")), None) => {
                Err(format!("{command} needs a path in DATA; {TAKES}"))
            }
            (Some(other), _) => Err(format!("there is no command `{}`; {TAKES}", excerpt(other))),
            (None, _) => Err(format!("this has no COMMAND; {TAKES}")),
        }
    }

    fn measure(&mut self, path: &str) -> Result<Option<Message>, String> {
        let is = value_at(&self.house, path)?;
        if self.paths.len() >= MAX_PATHS && !self.paths.contains_key(path) {
            return Err(format!("{MAX_PATHS} paths are listened to already; IGNORE one of them first"));
        }
        self.paths.insert(path.to_owned(), is.clone());
        Ok(packet(path, is))
    }

    /// That OSC is not for here, and where it is.
    fn elsewhere(&self) -> String {
        match self.house.osc {
            Some(osc) => format!("OSC is taken at the UDP port {}, not here", osc.port()),
            None => "no OSC is taken, neither here nor elsewhere".to_owned(),
        }
    }

    /// All that is otherwise than it was told last.
    fn news(&mut self) -> Vec<Message> {
        let mut news = Vec::new();
        let cast = cast(&self.house.dispatcher());
        let mut path = |command: &str, name: &String| {
            let text = json!({ "COMMAND": command, "DATA": format!("/{name}") });
            news.push(Message::Text(text.to_string().into()));
        };
        for name in self.cast.keys().filter(|name| !cast.contains_key(*name)) {
            path("PATH_REMOVED", name);
        }
        for (name, stands) in &cast {
            match self.cast.get(name) {
                None => path("PATH_ADDED", name),
                Some(before) if before != stands => path("PATH_CHANGED", name),
                Some(_) => {}
            }
        }
        self.cast = cast;
        let names: BTreeSet<String> = self.paths.keys().map(|path| first(path).to_owned()).collect();
        let mut told = core::mem::take(&mut self.paths);
        for name in names {
            // One name at a time, so that nobody waits long for the desk.
            let entries = self.house.dispatcher().entries_of(&name);
            for entry in entries {
                // What is there no longer is not found, and so no longer listened to.
                let Some((path, last)) = told.remove_entry(&entry.address) else {
                    continue;
                };
                let Some(is) = tree::value(&entry).map(typed) else {
                    continue;
                };
                if is != last {
                    news.extend(packet(&path, is.clone()));
                }
                self.paths.insert(path, is);
            }
        }
        news
    }
}

/// The first word of a path.
fn first(path: &str) -> &str {
    path.split('/').find(|word| !word.is_empty()).unwrap_or("")
}

/// What a path is now.
fn value_at(house: &House, path: &str) -> Result<OscType, String> {
    let name = first(path);
    let dispatcher = house.dispatcher();
    let entries = dispatcher.entries_of(name);
    let names: Vec<String> = dispatcher.names().map(|(name, _)| format!("/{name}")).collect();
    // What may have been meant is thought about while others have the desk.
    drop(dispatcher);
    if let Some(entry) = entries.iter().find(|entry| entry.address == path) {
        let is = tree::value(entry).map(typed);
        return is.ok_or_else(|| format!("`{path}` has no VALUE, and nothing else is told"));
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

/// As OSC has it.
fn typed(value: Typed) -> OscType {
    match value {
        Typed::Text(name) => OscType::String(name.to_owned()),
        Typed::Whole(value) => OscType::Int(value.clamp(i32::MIN.into(), i32::MAX.into()) as i32),
        Typed::Number(value) => OscType::Float(value as f32),
    }
}

/// A value on its way; none if OSC has no words for it.
fn packet(path: &str, value: OscType) -> Option<Message> {
    let message = OscPacket::Message(OscMessage { addr: path.to_owned(), args: vec![value] });
    let bytes = rosc::encoder::encode(&message).ok()?;
    Some(Message::Binary(bytes.into()))
}

fn mistake(why: &str) -> Message {
    Message::Text(json!({ "error": why }).to_string().into())
}

/// Sends something; none if the guest does not take it, or is not there.
async fn send(socket: &mut WebSocket, what: Message, asks: Duration) -> Option<()> {
    timeout(asks * PATIENCE, socket.send(what)).await.ok()?.ok()
}

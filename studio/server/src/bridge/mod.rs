//! Forwards OSC messages to all open pages and returns their answers to the sender.
//!
//! ```text
//! UDP packet ─▶ osc::Server ─▶ Bridge ─▶ a queue for each page ─▶ WebSocket
//!     sender ◀── osc::Server ◀── Bridge ◀────── {"id", "answer"} ◀──┘
//! ```
//!
//! | to a page                                  | meaning                                                           |
//! |--------------------------------------------|-------------------------------------------------------------------|
//! | `{"hello": {"version", "osc", "presets"}}` | first message: version, OSC port or null, whether a folder exists |
//! | `{"id", "address", "args", "delay"}`       | an OSC message, to be applied after `delay` seconds               |
//! | `{"lost": n}`                              | `n` messages were dropped because the queue of the page was full  |
//!
//! | from a page        | meaning                                             |
//! |--------------------|-----------------------------------------------------|
//! | `{"id", "answer"}` | `"done"`, or the requested number, numbers or names |
//! | `{"id", "error"}`  | the message was rejected, with the reason           |
//!
//! Every page gets every message. The sender gets the first answer. It gets an error only if all pages report
//! one, because pages can hold different sounds. A page that reads too slowly loses messages; the others do
//! not, and the queues stay bounded.

pub(crate) mod page;

use axum::extract::ws::Utf8Bytes;
use foley_live::dispatcher::{Message, MessageKind, Outcome};
use foley_live::osc::MessageSink;
use foley_live::{Answer, Arg, MessageError};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::mpsc;

/// Maximum number of connected pages.
pub const MAX_PAGES: usize = 16;
/// Maximum number of messages queued for one page; further messages are dropped and counted.
pub const MAX_QUEUED_MESSAGES: usize = 256;
/// Maximum number of messages that wait for an answer; one more drops the oldest.
const MAX_PENDING: usize = 4_096;
/// Maximum number of values in an answer; longer answers are ignored.
const MAX_VALUES: usize = 256;
/// Maximum length of a name or error text in an answer \[characters\]; the rest is cut off.
const MAX_TEXT: usize = 400;
/// Rate of the clock that dates messages \[Hz\].
pub(crate) const RATE: f64 = 48_000.0;

/// The connected pages, and the messages that pages have not answered yet.
#[derive(Debug, Default)]
pub(crate) struct Bridge {
    pages: Vec<PageSender>,
    pending: VecDeque<PendingMessage>,
    last_id: u64,
}

/// Sending end of the queue of a page.
#[derive(Debug)]
struct PageSender {
    id: u64,
    queue: mpsc::Sender<Utf8Bytes>,
    lost: Arc<AtomicU64>,
}

/// Receiving end of the queue of a page.
#[derive(Debug)]
pub(crate) struct PageQueue {
    pub(crate) id: u64,
    pub(crate) messages: mpsc::Receiver<Utf8Bytes>,
    lost: Arc<AtomicU64>,
}

/// A forwarded message that some pages have not answered yet.
#[derive(Debug)]
struct PendingMessage {
    id: u64,
    address: String,
    from: Option<SocketAddr>,
    /// Number of pages that have not answered the message.
    unanswered: usize,
}

impl PageQueue {
    /// Returns the number of messages dropped since the last call.
    fn take_lost(&self) -> u64 {
        self.lost.swap(0, Ordering::Relaxed)
    }
}

impl Bridge {
    /// Adds a page and returns its queue; `None` if [`MAX_PAGES`] are connected.
    pub(crate) fn add_page(&mut self) -> Option<PageQueue> {
        if self.pages.len() >= MAX_PAGES {
            return None;
        }
        let (queue, messages) = mpsc::channel(MAX_QUEUED_MESSAGES);
        let id = self.next_id();
        let lost = Arc::new(AtomicU64::new(0));
        self.pages.push(PageSender { id, queue, lost: Arc::clone(&lost) });
        Some(PageQueue { id, messages, lost })
    }

    pub(crate) fn remove_page(&mut self, id: u64) {
        self.pages.retain(|page| page.id != id);
    }

    /// Returns the number of connected pages.
    pub(crate) fn pages(&self) -> usize {
        self.pages.len()
    }

    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// Takes a reply of a page. Returns the outcome for the OSC sender once it is known, otherwise `None`.
    pub(crate) fn receive(&mut self, text: &str) -> Option<Outcome> {
        let reply: Value = serde_json::from_str(text).ok()?;
        let id = reply.get("id")?.as_u64()?;
        let result = match (reply.get("answer"), reply.get("error")) {
            (Some(answer), _) => Ok(answer_of(answer)?),
            (None, Some(Value::String(why))) => Err(MessageError::Forwarded { why: truncated(why) }),
            _ => return None,
        };
        // `pending` is sorted by id.
        let index = self.pending.binary_search_by_key(&id, |message| message.id).ok()?;
        let message = self.pending.get_mut(index)?;
        message.unanswered = message.unanswered.saturating_sub(1);
        if result.is_err() && message.unanswered > 0 {
            return None;
        }
        let PendingMessage { address, from, .. } = self.pending.remove(index)?;
        Some(Outcome { address, from, result })
    }
}

impl MessageSink for Bridge {
    fn queue(&mut self, message: Message, now: u64) -> Result<(), MessageError> {
        let Message { at, kind, from, .. } = message;
        let MessageKind::Address { address, args } = kind else {
            return Ok(());
        };
        if self.pages.is_empty() {
            let why = "no page of the studio is open: open the page in a browser".to_owned();
            return Err(MessageError::Forwarded { why });
        }
        let Some(values) = args.iter().map(json_of).collect::<Option<Vec<_>>>() else {
            let takes = "finite numbers and text".to_owned();
            return Err(MessageError::NotFinite { address, takes });
        };
        let id = self.next_id();
        let delay = at.saturating_sub(now) as f64 / RATE;
        let text = json!({ "id": id, "address": address, "args": values, "delay": delay });
        let text = Utf8Bytes::from(text.to_string());
        let reached = self.pages.iter().filter(|page| {
            let queued = page.queue.try_send(text.clone()).is_ok();
            if !queued {
                page.lost.fetch_add(1, Ordering::Relaxed);
            }
            queued
        });
        let unanswered = reached.count();
        if unanswered == 0 {
            let most = MAX_QUEUED_MESSAGES;
            return Err(MessageError::QueueFull { most });
        }
        if self.pending.len() >= MAX_PENDING {
            self.pending.pop_front();
        }
        self.pending.push_back(PendingMessage { id, address, from, unanswered });
        Ok(())
    }

    /// Returns no outcomes: they are known later, when pages reply.
    fn dispatch_due(&mut self, _: u64) -> Vec<Outcome> {
        Vec::new()
    }
}

/// Converts an OSC argument to JSON; `None` for a non-finite number.
fn json_of(arg: &Arg) -> Option<Value> {
    match arg {
        Arg::Number(value) => value.is_finite().then(|| json!(value)),
        Arg::Text(text) => Some(json!(text)),
    }
}

/// Reads the answer of a page; `None` if it is neither `"done"`, a number, a name, nor a list of one kind.
fn answer_of(answer: &Value) -> Option<Answer> {
    match answer {
        Value::String(done) if done == "done" => Some(Answer::Done),
        Value::String(name) => Some(Answer::Names(vec![truncated(name)])),
        Value::Number(number) => Some(Answer::Value(number.as_f64()?)),
        Value::Array(all) if all.len() > MAX_VALUES => None,
        Value::Array(all) => {
            let numbers: Option<Vec<f64>> = all.iter().map(Value::as_f64).collect();
            let names = all.iter().map(|item| item.as_str().map(truncated));
            numbers.map(Answer::Values).or_else(|| names.collect::<Option<_>>().map(Answer::Names))
        }
        _ => None,
    }
}

fn truncated(text: &str) -> String {
    text.chars().take(MAX_TEXT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(address: &str, at: u64) -> Message {
        Message {
            scored: false,
            at,
            kind: MessageKind::Address { address: address.to_owned(), args: vec![Arg::Number(1.5)] },
            from: Some(SocketAddr::from(([127, 0, 0, 1], 9))),
        }
    }

    fn id(text: &str) -> u64 {
        serde_json::from_str::<Value>(text).unwrap()["id"].as_u64().unwrap()
    }

    #[test]
    fn a_time_tag_one_second_ahead_gives_a_delay_of_one_second() {
        let mut bridge = Bridge::default();
        let mut page = bridge.add_page().unwrap();
        bridge.queue(message("/cup/strike", 96_000), 48_000).unwrap();
        let received: Value = serde_json::from_str(&page.messages.try_recv().unwrap()).unwrap();
        assert_eq!(received["delay"], json!(1.0));
        assert_eq!(received["args"], json!([1.5]));
    }

    #[test]
    fn the_first_answer_is_reported_and_an_error_only_if_all_pages_report_one() {
        let mut bridge = Bridge::default();
        let (mut first, second) = (bridge.add_page().unwrap(), bridge.add_page().unwrap());
        bridge.queue(message("/cup/strike", 0), 0).unwrap();
        let sent = id(&first.messages.try_recv().unwrap());
        let error = json!({ "id": sent, "error": "no cup" }).to_string();
        assert!(bridge.receive(&error).is_none(), "the other page may have a cup");
        let done = json!({ "id": sent, "answer": "done" }).to_string();
        assert!(matches!(bridge.receive(&done).unwrap().result, Ok(Answer::Done)));
        assert!(bridge.receive(&done).is_none(), "already answered");
        bridge.remove_page(second.id);
        bridge.queue(message("/cup/strike", 0), 0).unwrap();
        let sent = id(&first.messages.try_recv().unwrap());
        let error = json!({ "id": sent, "error": "no cup" }).to_string();
        let reported = bridge.receive(&error).unwrap().result.unwrap_err();
        assert_eq!(reported.to_string(), "no cup");
    }

    #[test]
    fn a_page_that_does_not_read_loses_messages_that_the_others_get() {
        let mut bridge = Bridge::default();
        let (slow, mut quick) = (bridge.add_page().unwrap(), bridge.add_page().unwrap());
        for _ in 0..MAX_QUEUED_MESSAGES + 7 {
            bridge.queue(message("/cup/strike", 0), 0).unwrap();
            quick.messages.try_recv().unwrap();
        }
        assert_eq!((slow.take_lost(), quick.take_lost()), (7, 0));
        bridge.remove_page(quick.id);
        let why = bridge.queue(message("/cup/strike", 0), 0).unwrap_err();
        assert!(matches!(why, MessageError::QueueFull { .. }), "{why}");
        assert!(bridge.pending.len() <= MAX_PENDING);
    }

    #[test]
    fn malformed_replies_are_ignored() {
        let mut bridge = Bridge::default();
        let mut page = bridge.add_page().unwrap();
        bridge.queue(message("/cup/hardness", 0), 0).unwrap();
        let sent = id(&page.messages.try_recv().unwrap());
        for reply in [
            String::new(),
            "null".to_owned(),
            "[".repeat(10_000),
            json!({ "id": sent }).to_string(),
            json!({ "id": -1, "answer": 1 }).to_string(),
            json!({ "id": sent + 1, "answer": 1 }).to_string(),
            json!({ "id": sent, "answer": null }).to_string(),
            json!({ "id": sent, "answer": { "a": 1 } }).to_string(),
            json!({ "id": sent, "answer": [1, "two"] }).to_string(),
            json!({ "id": sent, "answer": vec![1; MAX_VALUES + 1] }).to_string(),
            json!({ "id": sent, "error": 1 }).to_string(),
        ] {
            assert!(bridge.receive(&reply).is_none(), "{reply:.60}");
        }
        let outcome = bridge.receive(&json!({ "id": sent, "answer": [1, 2] }).to_string());
        assert_eq!(outcome.unwrap().result.unwrap(), Answer::Values(vec![1.0, 2.0]));
    }
}

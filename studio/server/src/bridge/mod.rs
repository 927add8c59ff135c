//! From OSC to the pages, and back: whoever sends a message to the program plays the page.
//!
//! ```text
//! UDP packet ─▶ osc::Server ─▶ Bridge ─▶ a queue for each page ─▶ WebSocket
//!     sender ◀── osc::Server ◀── Bridge ◀────── {"id", "answer"} ◀──┘
//! ```
//!
//! | to a page                                      | means                                                               |
//! |------------------------------------------------|---------------------------------------------------------------------|
//! | `{"hello": {"version", "osc", "presets"}}`     | first of all: whose page it is, the port of OSC or null, a folder   |
//! | `{"id", "address", "args", "in"}`              | somebody says this, to happen in so many seconds                    |
//! | `{"lost": n}`                                  | the page was too slow for so many messages; they are gone           |
//!
//! | from a page                                    | means                                                               |
//! |------------------------------------------------|---------------------------------------------------------------------|
//! | `{"id", "answer"}`                             | it is `"done"`, or a number, numbers or names were asked for        |
//! | `{"id", "wrong"}`                              | it cannot be done, and why                                          |
//!
//! Every page hears everything. The first answer is told to the sender; that something is wrong is told when
//! all pages say so, since the one may have what the other has not. A page that does not read loses messages,
//! not the others, and not the program's memory.

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

/// Most pages at once.
pub const MOST_PAGES: usize = 16;
/// Most messages that wait for a page.
pub const MAX_QUEUED_EVENTS: usize = 256;
/// Most messages whose answers are waited for; the oldest is given up.
const MOST_ASKED: usize = 4_096;
/// Most numbers or names of an answer.
const MOST_VALUES: usize = 256;
/// Longest name or sentence of an answer \[letters\].
const LONGEST_TEXT: usize = 400;
/// Samples in a second by which times are told \[Hz\].
pub(crate) const RATE: f64 = 48_000.0;

/// All pages, and all that is asked of them.
#[derive(Debug, Default)]
pub(crate) struct Bridge {
    pages: Vec<Page>,
    asked: VecDeque<Asked>,
    next: u64,
}

/// The end of a page that messages are put into.
#[derive(Debug)]
struct Page {
    number: u64,
    to: mpsc::Sender<Utf8Bytes>,
    lost: Arc<AtomicU64>,
}

/// The end that they are taken out of.
#[derive(Debug)]
pub(crate) struct Queue {
    pub(crate) number: u64,
    pub(crate) from: mpsc::Receiver<Utf8Bytes>,
    lost: Arc<AtomicU64>,
}

/// A message that pages may answer.
#[derive(Debug)]
struct Asked {
    id: u64,
    address: String,
    from: Option<SocketAddr>,
    /// How many pages have not said anything yet.
    left: usize,
}

impl Queue {
    /// How many messages were lost since this was asked last.
    fn lost(&self) -> u64 {
        self.lost.swap(0, Ordering::Relaxed)
    }
}

impl Bridge {
    /// A page comes; none if there are too many.
    pub(crate) fn enter(&mut self) -> Option<Queue> {
        if self.pages.len() >= MOST_PAGES {
            return None;
        }
        let (to, from) = mpsc::channel(MAX_QUEUED_EVENTS);
        let number = self.number();
        let lost = Arc::new(AtomicU64::new(0));
        self.pages.push(Page { number, to, lost: Arc::clone(&lost) });
        Some(Queue { number, from, lost })
    }

    /// A page goes.
    pub(crate) fn leave(&mut self, number: u64) {
        self.pages.retain(|page| page.number != number);
    }

    /// How many there are.
    pub(crate) fn pages(&self) -> usize {
        self.pages.len()
    }

    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// A page says something; what is to be told to whoever asked.
    pub(crate) fn hear(&mut self, text: &str) -> Option<Outcome> {
        let said: Value = serde_json::from_str(text).ok()?;
        let id = said.get("id")?.as_u64()?;
        let result = match (said.get("answer"), said.get("wrong")) {
            (Some(answer), _) => Ok(answer_of(answer)?),
            (None, Some(Value::String(why))) => Err(MessageError::Elsewhere { why: short(why) }),
            _ => return None,
        };
        // Those asked are in the order of their numbers.
        let place = self.asked.binary_search_by_key(&id, |it| it.id).ok()?;
        let asked = self.asked.get_mut(place)?;
        asked.left = asked.left.saturating_sub(1);
        if result.is_err() && asked.left > 0 {
            return None;
        }
        let Asked { address, from, .. } = self.asked.remove(place)?;
        Some(Outcome { address, from, result })
    }
}

impl MessageSink for Bridge {
    fn queue(&mut self, message: Message, now: u64) -> Result<(), MessageError> {
        let Message { at, kind, from } = message;
        let MessageKind::Address { address, args } = kind else {
            return Ok(());
        };
        if self.pages.is_empty() {
            let why = "no page of the studio is open: nobody plays this".to_owned();
            return Err(MessageError::Elsewhere { why });
        }
        let Some(values) = args.iter().map(value_of).collect::<Option<Vec<_>>>() else {
            let takes = "finite numbers, and text".to_owned();
            return Err(MessageError::NotFinite { address, takes });
        };
        let id = self.number();
        let ahead = at.saturating_sub(now) as f64 / RATE;
        let text = json!({ "id": id, "address": address, "args": values, "in": ahead });
        let text = Utf8Bytes::from(text.to_string());
        let told = self.pages.iter().filter(|page| {
            let told = page.to.try_send(text.clone()).is_ok();
            if !told {
                page.lost.fetch_add(1, Ordering::Relaxed);
            }
            told
        });
        let left = told.count();
        if left == 0 {
            let most = MAX_QUEUED_EVENTS;
            return Err(MessageError::Crowded { most });
        }
        if self.asked.len() >= MOST_ASKED {
            self.asked.pop_front();
        }
        self.asked.push_back(Asked { id, address, from, left });
        Ok(())
    }

    /// Nothing is known here at once: pages answer when they have heard it.
    fn dispatch_due(&mut self, _: u64) -> Vec<Outcome> {
        Vec::new()
    }
}

/// As JSON; a number that is not finite has no place there.
fn value_of(arg: &Arg) -> Option<Value> {
    match arg {
        Arg::Number(value) => value.is_finite().then(|| json!(value)),
        Arg::Text(text) => Some(json!(text)),
    }
}

/// What a page answers, if it is anything that can be told.
fn answer_of(said: &Value) -> Option<Answer> {
    match said {
        Value::String(done) if done == "done" => Some(Answer::Done),
        Value::String(name) => Some(Answer::Names(vec![short(name)])),
        Value::Number(number) => Some(Answer::Value(number.as_f64()?)),
        Value::Array(all) if all.len() > MOST_VALUES => None,
        Value::Array(all) => {
            let numbers: Option<Vec<f64>> = all.iter().map(Value::as_f64).collect();
            let names = all.iter().map(|it| it.as_str().map(short));
            numbers.map(Answer::Values).or_else(|| names.collect::<Option<_>>().map(Answer::Names))
        }
        _ => None,
    }
}

fn short(text: &str) -> String {
    text.chars().take(LONGEST_TEXT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(address: &str, at: u64) -> Message {
        Message {
            at,
            kind: MessageKind::Address { address: address.to_owned(), args: vec![Arg::Number(1.5)] },
            from: Some(SocketAddr::from(([127, 0, 0, 1], 9))),
        }
    }

    fn id(text: &str) -> u64 {
        serde_json::from_str::<Value>(text).unwrap()["id"].as_u64().unwrap()
    }

    #[test]
    fn a_tag_a_second_ahead_happens_in_a_second() {
        let mut bridge = Bridge::default();
        let mut page = bridge.enter().unwrap();
        bridge.queue(message("/cup/strike", 96_000), 48_000).unwrap();
        let heard: Value = serde_json::from_str(&page.from.try_recv().unwrap()).unwrap();
        assert_eq!(heard["in"], json!(1.0));
        assert_eq!(heard["args"], json!([1.5]));
    }

    #[test]
    fn the_first_answer_is_told_and_a_mistake_only_if_all_make_it() {
        let mut bridge = Bridge::default();
        let (mut one, two) = (bridge.enter().unwrap(), bridge.enter().unwrap());
        bridge.queue(message("/cup/strike", 0), 0).unwrap();
        let asked = id(&one.from.try_recv().unwrap());
        let wrong = json!({ "id": asked, "wrong": "no cup" }).to_string();
        assert!(bridge.hear(&wrong).is_none(), "the other may have a cup");
        let done = json!({ "id": asked, "answer": "done" }).to_string();
        assert!(matches!(bridge.hear(&done).unwrap().result, Ok(Answer::Done)));
        assert!(bridge.hear(&done).is_none(), "told already");
        bridge.leave(two.number);
        bridge.queue(message("/cup/strike", 0), 0).unwrap();
        let asked = id(&one.from.try_recv().unwrap());
        let wrong = json!({ "id": asked, "wrong": "no cup" }).to_string();
        let told = bridge.hear(&wrong).unwrap().result.unwrap_err();
        assert_eq!(told.to_string(), "no cup");
    }

    #[test]
    fn a_page_that_does_not_read_loses_what_the_others_hear() {
        let mut bridge = Bridge::default();
        let (slow, mut quick) = (bridge.enter().unwrap(), bridge.enter().unwrap());
        for _ in 0..MAX_QUEUED_EVENTS + 7 {
            bridge.queue(message("/cup/strike", 0), 0).unwrap();
            quick.from.try_recv().unwrap();
        }
        assert_eq!((slow.lost(), quick.lost()), (7, 0));
        bridge.leave(quick.number);
        let why = bridge.queue(message("/cup/strike", 0), 0).unwrap_err();
        assert!(matches!(why, MessageError::Crowded { .. }), "{why}");
        assert!(bridge.asked.len() <= MOST_ASKED);
    }

    #[test]
    fn what_no_page_would_say_is_not_told() {
        let mut bridge = Bridge::default();
        let mut page = bridge.enter().unwrap();
        bridge.queue(message("/cup/hardness", 0), 0).unwrap();
        let asked = id(&page.from.try_recv().unwrap());
        for said in [
            String::new(),
            "null".to_owned(),
            "[".repeat(10_000),
            json!({ "id": asked }).to_string(),
            json!({ "id": -1, "answer": 1 }).to_string(),
            json!({ "id": asked + 1, "answer": 1 }).to_string(),
            json!({ "id": asked, "answer": null }).to_string(),
            json!({ "id": asked, "answer": { "a": 1 } }).to_string(),
            json!({ "id": asked, "answer": [1, "two"] }).to_string(),
            json!({ "id": asked, "answer": vec![1; MOST_VALUES + 1] }).to_string(),
            json!({ "id": asked, "wrong": 1 }).to_string(),
        ] {
            assert!(bridge.hear(&said).is_none(), "{said:.60}");
        }
        let told = bridge.hear(&json!({ "id": asked, "answer": [1, 2] }).to_string());
        assert_eq!(told.unwrap().result.unwrap(), Answer::Values(vec![1.0, 2.0]));
    }
}

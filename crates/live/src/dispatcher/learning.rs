//! What is said to the desk itself: which control is to be learnt or forgotten, and that mappings are to be
//! kept.
//!
//! | address         | what follows | what happens                                                                         |
//! |-----------------|--------------|--------------------------------------------------------------------------------------|
//! | `/foley/learn`  | an address   | the control that then moves most moves it from then on; answered with both. Nothing within a minute is a mistake |
//! | `/foley/forget` | an address   | nothing moves it any more; answered with how many mappings are gone                  |
//! | `/foley/save`   |              | mappings go into the file that was named at the beginning                            |

use super::{Dispatcher, Outcome};
use crate::address_space::{Answer, Arg, EntryKind, MessageError, plain};
use crate::mapping::{Learner, Mapping, PATIENCE, file, target};
use foley_params::Info;
use foley_params::words::excerpt;
use std::net::SocketAddr;

/// The same, for those who look what there is.
pub(super) const TAUGHT: [(EntryKind, Info); 3] = [
    (
        EntryKind::Command(1),
        plain("learn", "That address is moved by the control that then moves most.", [0.0, 0.0], 0.0),
    ),
    (
        EntryKind::Command(1),
        plain("forget", "No control moves that address any more; answers how many did.", [0.0, 0.0], 0.0),
    ),
    (
        EntryKind::Command(0),
        plain(
            "save",
            "What controls mean goes into the file that was named at the beginning.",
            [0.0, 0.0],
            0.0,
        ),
    ),
];

fn takes(what: &str, takes: &str) -> MessageError {
    MessageError::Takes { address: format!("/foley/{what}"), takes: takes.to_owned() }
}

/// The address that is to be learnt or forgotten; none where mappings are saved.
pub(crate) fn taught<'a>(what: &str, args: &'a [Arg]) -> Result<Option<&'a str>, MessageError> {
    match (what, args) {
        ("learn" | "forget", [Arg::Text(address)]) => Ok(Some(address)),
        ("learn", _) => Err(takes(what, "an address, and then move a control")),
        ("forget", _) => Err(takes(what, "an address that a control moves")),
        (_, []) => Ok(None),
        _ => Err(takes(what, "nothing: mappings go into the file that was named at the beginning")),
    }
}

/// Learning and keeping what was learnt.
impl Dispatcher {
    pub(super) fn teach(
        &mut self,
        what: &str,
        args: &[Arg],
        from: Option<SocketAddr>,
        at: u64,
    ) -> Result<Answer, MessageError> {
        match (what, taught(what, args)?) {
            ("learn", Some(address)) => {
                if target::target(&self.address_space, &self.racks, address).is_none() {
                    // Who would be told it knows what is spelt alike.
                    return self
                        .send(address, &[], 0)
                        .and(Err(takes(what, "the address of a gesture, a value or a number of the mixer")));
                }
                let rate = self.address_space.controls.rate();
                self.learn = Some((Learner::new(address, at, rate), from));
                Ok(Answer::Done)
            }
            (_, Some(address)) => {
                self.learn = None;
                Ok(Answer::Value(self.mappings.forget(address) as f64))
            }
            (_, None) => self.save(),
        }
    }

    /// Who waited for a control is told that another address is to be learnt instead.
    pub(super) fn interrupted(before: Option<(Learner, Option<SocketAddr>)>, outcomes: &mut Vec<Outcome>) {
        if let Some((learn, from)) = before {
            let why =
                format!("another address came before anything had moved for `{}`", excerpt(&learn.target));
            outcomes.push(Outcome {
                address: "/foley/learn".to_owned(),
                from,
                result: Err(MessageError::Unlearnt(why)),
            });
        }
    }

    /// What was learnt means something from now on, if a file can name it: else it could never be saved.
    fn take_over(&mut self, mapping: Mapping) -> Result<Answer, MessageError> {
        let learnt = core::slice::from_ref(&mapping);
        let read = file::read(&file::to_json(learnt));
        if read.map_err(|why| MessageError::Unlearnt(why.to_string()))? != learnt {
            let why = format!("`{}` would be read as another", excerpt(&mapping.from.to_string()));
            return Err(MessageError::Unlearnt(why));
        }
        let told = vec![mapping.from.to_string(), mapping.say.clone()];
        if self.mappings.add(mapping) {
            return Ok(Answer::Names(told));
        }
        Err(MessageError::Crowded { most: crate::mapping::MAX_MAPPINGS })
    }

    /// Takes over what was learnt, if it has been listened to long enough.
    pub(super) fn learn(&mut self, now: u64, outcomes: &mut Vec<Outcome>) {
        let Some((learn, from)) = &self.learn else {
            return;
        };
        let from = *from;
        let result = match learn.learnt(now) {
            Some(mapping) => self.take_over(mapping),
            None if learn.is_over(now) => Err(MessageError::Unlearnt(format!(
                "nothing moved within {PATIENCE} s; say `/foley/learn {}` again",
                excerpt(&learn.target)
            ))),
            None => return,
        };
        self.learn = None;
        outcomes.push(Outcome { address: "/foley/learn".to_owned(), from, result });
    }
}

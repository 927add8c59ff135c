//! Learning, forgetting and saving of mappings.
//!
//! | address         | arguments    | effect                                                                               |
//! |-----------------|--------------|--------------------------------------------------------------------------------------|
//! | `/foley/learn`  | an address   | maps the control that moves most in the next moment to the address; answers both. If no control moves within a minute, an error is answered |
//! | `/foley/forget` | an address   | removes all mappings to the address; answers how many there were                     |
//! | `/foley/save`   |              | writes the mappings into the file that was named at the start                        |

use super::{Dispatcher, Outcome};
use crate::address_space::{Answer, Arg, EntryKind, MessageError, plain};
use crate::mapping::{Learner, Mapping, PATIENCE, file, target};
use foley_params::Info;
use foley_params::words::excerpt;
use std::net::SocketAddr;

/// Kinds and declarations of `/foley/learn`, `/foley/forget` and `/foley/save`.
pub(super) const TAUGHT: [(EntryKind, Info); 3] = [
    (
        EntryKind::Command(1),
        plain("learn", "Maps the control that then moves most to that address.", [0.0, 0.0], 0.0),
    ),
    (
        EntryKind::Command(1),
        plain("forget", "Removes all mappings to that address; answers their number.", [0.0, 0.0], 0.0),
    ),
    (
        EntryKind::Command(0),
        plain("save", "Saves the mappings into the file given at the start.", [0.0, 0.0], 0.0),
    ),
];

fn takes(what: &str, takes: &str) -> MessageError {
    MessageError::WrongArguments { address: format!("/foley/{what}"), takes: takes.to_owned() }
}

/// Parses the arguments of `learn`, `forget` or `save`: returns the address to learn or forget, or `None` for
/// `save`.
pub(crate) fn address_to_learn<'a>(what: &str, args: &'a [Arg]) -> Result<Option<&'a str>, MessageError> {
    match (what, args) {
        ("learn" | "forget", [Arg::Text(address)]) => Ok(Some(address)),
        ("learn", _) => Err(takes(what, "an address; then move a control")),
        ("forget", _) => Err(takes(what, "an address that a control moves")),
        (_, []) => Ok(None),
        _ => Err(takes(what, "no argument: mappings go into the file given at the start")),
    }
}

/// Handles `/foley/learn`, `/foley/forget` and `/foley/save`.
impl Dispatcher {
    pub(super) fn handle_learning(
        &mut self,
        what: &str,
        args: &[Arg],
        from: Option<SocketAddr>,
        at: u64,
    ) -> Result<Answer, MessageError> {
        match (what, address_to_learn(what, args)?) {
            ("learn", Some(address)) => {
                if target::target(&self.address_space, &self.racks, address).is_none() {
                    // Sending to the unknown address gives the error with suggestions.
                    return self
                        .send(address, &[], 0)
                        .and(Err(takes(what, "the address of a gesture, a value or a mixer setting")));
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

    /// Tells the sender of an unfinished `/foley/learn` that another address is being learnt instead.
    pub(super) fn interrupted(before: Option<(Learner, Option<SocketAddr>)>, outcomes: &mut Vec<Outcome>) {
        if let Some((learn, from)) = before {
            let why = format!(
                "`/foley/learn` was sent again before a control moved for `{}`",
                excerpt(&learn.target)
            );
            outcomes.push(Outcome {
                address: "/foley/learn".to_owned(),
                from,
                result: Err(MessageError::NotLearnt(why)),
            });
        }
    }

    /// Adds a learnt mapping. A mapping whose control no file can name is an error, because it could not be
    /// saved.
    fn add_learnt(&mut self, mapping: Mapping) -> Result<Answer, MessageError> {
        let learnt = core::slice::from_ref(&mapping);
        let read = file::read(&file::to_json(learnt));
        if read.map_err(|why| MessageError::NotLearnt(why.to_string()))? != learnt {
            let why =
                format!("a mapping from `{}` cannot be saved to a file", excerpt(&mapping.from.to_string()));
            return Err(MessageError::NotLearnt(why));
        }
        let names = vec![mapping.from.to_string(), mapping.say.clone()];
        if self.mappings.add(mapping) {
            return Ok(Answer::Names(names));
        }
        Err(MessageError::TooManyMappings { most: crate::mapping::MAX_MAPPINGS })
    }

    /// Finishes learning once a control has moved long enough, or the waiting time is over; adds the outcome
    /// to `outcomes`.
    pub(super) fn learn(&mut self, now: u64, outcomes: &mut Vec<Outcome>) {
        let Some((learn, from)) = &self.learn else {
            return;
        };
        let from = *from;
        let result = match learn.learnt(now) {
            Some(mapping) => self.add_learnt(mapping),
            None if learn.is_over(now) => Err(MessageError::NotLearnt(format!(
                "no control moved within {PATIENCE} s; send `/foley/learn {}` again",
                excerpt(&learn.target)
            ))),
            None => return,
        };
        self.learn = None;
        outcomes.push(Outcome { address: "/foley/learn".to_owned(), from, result });
    }
}

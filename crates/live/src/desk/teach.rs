//! What is said to the desk itself: which control is to be learnt or forgotten, and that mappings are to be
//! kept.
//!
//! | address         | what follows | what happens                                                                         |
//! |-----------------|--------------|--------------------------------------------------------------------------------------|
//! | `/foley/learn`  | an address   | the control that then moves most moves it from then on; answered with both. Nothing within a minute is a mistake |
//! | `/foley/forget` | an address   | nothing moves it any more; answered with how many mappings are gone                  |
//! | `/foley/save`   |              | mappings go into the file that was named at the beginning                            |

use super::{Desk, Outcome};
use crate::mapping::{Learn, Mapping, PATIENCE, file, target};
use crate::world::{Answer, Arg, Kind, Wrong, plain};
use foley_params::Info;
use foley_params::words::excerpt;
use std::net::SocketAddr;

/// The same, for those who look what there is.
pub(super) const TAUGHT: [(Kind, Info); 3] = [
    (
        Kind::Order(1),
        plain("learn", "That address is moved by the control that then moves most.", [0.0, 0.0], 0.0),
    ),
    (
        Kind::Order(1),
        plain("forget", "No control moves that address any more; answers how many did.", [0.0, 0.0], 0.0),
    ),
    (
        Kind::Order(0),
        plain(
            "save",
            "What controls mean goes into the file that was named at the beginning.",
            [0.0, 0.0],
            0.0,
        ),
    ),
];

fn takes(what: &str, takes: &str) -> Wrong {
    Wrong::Takes { address: format!("/foley/{what}"), takes: takes.to_owned() }
}

/// The address that is to be learnt or forgotten; none where mappings are saved.
pub(crate) fn taught<'a>(what: &str, args: &'a [Arg]) -> Result<Option<&'a str>, Wrong> {
    match (what, args) {
        ("learn" | "forget", [Arg::Text(address)]) => Ok(Some(address)),
        ("learn", _) => Err(takes(what, "an address, and then move a control")),
        ("forget", _) => Err(takes(what, "an address that a control moves")),
        (_, []) => Ok(None),
        _ => Err(takes(what, "nothing: mappings go into the file that was named at the beginning")),
    }
}

/// Learning and keeping what was learnt.
impl Desk {
    pub(super) fn teach(
        &mut self,
        what: &str,
        args: &[Arg],
        from: Option<SocketAddr>,
        at: u64,
    ) -> Result<Answer, Wrong> {
        match (what, taught(what, args)?) {
            ("learn", Some(address)) => {
                if target::target(&self.world, &self.racks, address).is_none() {
                    // Who would be told it knows what is spelt alike.
                    return self
                        .say(address, &[], 0)
                        .and(Err(takes(what, "the address of a gesture, a value or a number of the mixer")));
                }
                let rate = self.world.controls.rate();
                self.learn = Some((Learn::new(address, at, rate), from));
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
    pub(super) fn interrupted(before: Option<(Learn, Option<SocketAddr>)>, outcomes: &mut Vec<Outcome>) {
        if let Some((learn, from)) = before {
            let why =
                format!("another address came before anything had moved for `{}`", excerpt(&learn.target));
            outcomes.push(Outcome {
                address: "/foley/learn".to_owned(),
                from,
                result: Err(Wrong::Unlearnt(why)),
            });
        }
    }

    /// What was learnt means something from now on, if a file can name it: else it could never be saved.
    fn take_over(&mut self, mapping: Mapping) -> Result<Answer, Wrong> {
        let learnt = core::slice::from_ref(&mapping);
        let read = file::read(&file::to_json(learnt));
        if read.map_err(|why| Wrong::Unlearnt(why.to_string()))? != learnt {
            let why = format!("`{}` would be read as another", excerpt(&mapping.from.to_string()));
            return Err(Wrong::Unlearnt(why));
        }
        let told = vec![mapping.from.to_string(), mapping.say.clone()];
        if self.mappings.add(mapping) {
            return Ok(Answer::Names(told));
        }
        Err(Wrong::Crowded { most: crate::mapping::MOST_MAPPINGS })
    }

    /// Takes over what was learnt, if it has been listened to long enough.
    pub(super) fn learn(&mut self, now: u64, outcomes: &mut Vec<Outcome>) {
        let Some((learn, from)) = &self.learn else {
            return;
        };
        let from = *from;
        let result = match learn.learnt(now) {
            Some(mapping) => self.take_over(mapping),
            None if learn.is_over(now) => Err(Wrong::Unlearnt(format!(
                "nothing moved within {PATIENCE} s; say `/foley/learn {}` again",
                excerpt(&learn.target)
            ))),
            None => return,
        };
        self.learn = None;
        outcomes.push(Outcome { address: "/foley/learn".to_owned(), from, result });
    }
}

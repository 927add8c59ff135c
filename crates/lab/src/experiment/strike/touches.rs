//! When the surfaces touch, read off a stepped run.

use super::{Stepper, TouchInterval};
use foley_contact::Step;

/// Every touch that is over within so many steps, from the moment when the surfaces first meet; where a touch
/// begins or ends between two samples is read off the straight line between them. The run starts at the
/// surface itself.
pub fn find_touches(play: &mut dyn Stepper, step: Step, steps: usize) -> Vec<TouchInterval> {
    let t = step.seconds();
    let mut list = Vec::new();
    let mut from = Some(0.0);
    let mut last = 0.0;
    for n in 0..steps {
        play.step();
        let now = play.compression();
        let crossing = t * (n as f64 + last / (last - now));
        match from {
            Some(entered) if now <= 0.0 => {
                list.push(TouchInterval { from: entered, to: crossing });
                from = None;
            }
            None if now > 0.0 => from = Some(crossing),
            _ => {}
        }
        last = now;
    }
    list
}

//! Finds the touch intervals of a stepped run.

use super::{Stepper, TouchInterval};
use foley_contact::Step;

/// Returns the touches that end within `steps`. The run must start at contact. The beginning or end of a
/// touch between two samples is interpolated linearly.
pub fn find_touches(stepper: &mut dyn Stepper, step: Step, steps: usize) -> Vec<TouchInterval> {
    let t = step.seconds();
    let mut list = Vec::new();
    let mut from = Some(0.0);
    let mut last = 0.0;
    for n in 0..steps {
        stepper.step();
        let now = stepper.compression();
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

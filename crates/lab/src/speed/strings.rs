//! Benchmarks of a string: ringing in blocks, and in contact sample by sample.

use super::{ENDLESS_DECAY, RATE};
use foley_body::modal::BLOCK;
use foley_body::{Body, MotionQuantity, Waveguide, WaveguideSpec};
use foley_contact::Step;
use std::hint::black_box;

fn pluck_string() -> Waveguide {
    let spec = WaveguideSpec { decay: ENDLESS_DECAY, ..WaveguideSpec::default().tuned_to(110.0) };
    let mut string = spec.at(Step::at_rate(RATE)).expect("a pitch below half the sample rate");
    string.pluck(0.3, 1e-3);
    string
}

pub(super) fn ring() -> Box<dyn FnMut()> {
    let mut string = pluck_string();
    let mut out = [0.0; BLOCK];
    Box::new(move || {
        string.ring(0, MotionQuantity::Velocity, black_box(&mut out));
        black_box(&out);
    })
}

pub(super) fn touch() -> Box<dyn FnMut()> {
    let mut string = pluck_string();
    Box::new(move || {
        for _ in 0..BLOCK {
            let forecast = black_box(string.forecast(0));
            // The force is so small that the string keeps moving.
            string.push(0, -1e-12 * forecast.free.velocity);
            string.advance();
        }
    })
}

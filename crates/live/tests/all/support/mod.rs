//! Makes a dispatcher with an engine, and renders its output.

pub(crate) mod folder;
pub(crate) mod jack;
pub(crate) mod recording;
pub(crate) mod wav;

use core::ops::ControlFlow;
use foley_engine::{Capacity, Renderer, engine};
use foley_live::dispatcher::{Message, MessageKind};
use foley_live::mapping::{Mappings, Source, file};
use foley_live::offline::{EndCondition, PlaybackSummary, play};
use foley_live::{AddressSpace, Arg, Dispatcher};

pub(crate) const RATE: f64 = 48_000.0;

/// Makes a dispatcher with the mappings of this text, and the renderer of its engine.
pub(crate) fn dispatcher(mappings: &str) -> (Dispatcher, Renderer) {
    let (controls, renderer) = engine(RATE, Capacity::default());
    let mappings = if mappings.is_empty() { Vec::new() } else { file::read(mappings).unwrap() };
    let dispatcher = Dispatcher::new(AddressSpace::new(controls), Mappings::new(mappings, RATE));
    (dispatcher, renderer)
}

/// Makes a message with a new value of a sensor column, at a sample.
pub(crate) fn sensor(at: u64, column: &str, value: f64) -> Message {
    Message {
        scored: false,
        at,
        kind: MessageKind::Control { source: Source::Sensor(column.to_owned()), value },
        from: None,
    }
}

/// Makes a message to an address, at a sample.
pub(crate) fn say(at: u64, address: &str, args: &[Arg]) -> Message {
    Message {
        scored: false,
        at,
        kind: MessageKind::Address { address: address.to_owned(), args: args.to_vec() },
        from: None,
    }
}

/// Plays messages for a number of frames; returns the interleaved samples of two channels and the summary.
pub(crate) fn heard(
    dispatcher: &mut Dispatcher,
    renderer: &mut Renderer,
    messages: impl IntoIterator<Item = Message>,
    frames: u64,
) -> (Vec<f32>, PlaybackSummary) {
    let mut all = Vec::new();
    let mut sink = |samples: &[f32]| {
        all.extend_from_slice(samples);
        ControlFlow::Continue(())
    };
    let played = play(dispatcher, renderer, messages, EndCondition::Frames(frames), &mut sink).unwrap();
    (all, played)
}

/// Returns the first channel of interleaved stereo samples.
pub(crate) fn left(both: &[f32]) -> Vec<f32> {
    both.chunks(2).map(|frame| frame[0]).collect()
}

/// Returns a random number generator that gives the same numbers for the same seed.
pub(crate) fn random(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    }
}

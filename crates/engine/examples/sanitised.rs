//! The audio thread under the eyes of the compiler's RealtimeSanitizer: whatever is told to the engine,
//! rendering must not call the allocator, a lock or the system.
//!
//! Only a nightly compiler has it: `cargo xtask sanitise` builds this with `--cfg rtsan` and
//! `-Zsanitizer=realtime` where there is one. Without, it only plays.

#![cfg_attr(rtsan, feature(sanitize))]

#[path = "../tests/support/everything.rs"]
mod everything;

use everything::{BUFFER, everything};
use foley_engine::Renderer;

/// What the audio thread does.
#[cfg_attr(rtsan, sanitize(realtime = "nonblocking"))]
fn audio(renderer: &mut Renderer, left: &mut [f32; BUFFER], right: &mut [f32; BUFFER]) {
    renderer.render(&mut [left, right]);
}

fn main() {
    let told = everything(96, audio);
    println!(
        "{} buffers, loudest {:.2}, {} reports; {}",
        96 * 30,
        told.loudest,
        told.reports.len(),
        if cfg!(rtsan) {
            "watched by the sanitizer: nothing was called that may block"
        } else {
            "not watched: built without the sanitizer"
        }
    );
}

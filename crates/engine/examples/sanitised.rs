//! Runs the audio thread under the compiler's RealtimeSanitizer: whatever commands it receives, rendering
//! must not call the allocator, a lock or the system.
//!
//! This needs a nightly compiler: `cargo xtask sanitise` builds it with `--cfg rtsan` and
//! `-Zsanitizer=realtime`. Without them the example only plays.

#![cfg_attr(rtsan, feature(sanitize))]

#[path = "../tests/all/support/everything.rs"]
mod everything;

use everything::{BUFFER, everything};
use foley_engine::Renderer;

/// The audio callback.
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
            "checked by the sanitizer: no blocking call"
        } else {
            "not checked: built without the sanitizer"
        }
    );
}

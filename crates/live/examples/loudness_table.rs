//! Prints the loudness table of models and built-in presets (`crates/live/src/address_space/loudness.rs`):
//!
//! `cargo run --release -p foley-live --example loudness_table > crates/live/src/address_space/loudness.txt`

#[path = "../tests/all/support/loudness_table.rs"]
mod measured;

fn main() {
    for (name, factors) in measured::factors() {
        let factors = factors.map(|factor| factor.to_string()).join(" ");
        println!("{factors} {name}");
    }
}

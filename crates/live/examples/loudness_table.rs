//! Writes the table of how loud models and built-in presets are made (`crates/live/src/address_space/factors.rs`):
//!
//! `cargo run --release -p foley-live --example factors > crates/live/src/address_space/factors.txt`

#[path = "../tests/support/loudness_table.rs"]
mod loudness;

fn main() {
    for (name, factors) in loudness::factors() {
        let factors = factors.map(|it| it.to_string()).join(" ");
        println!("{factors} {name}");
    }
}

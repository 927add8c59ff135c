//! Writes the table of how loud models and built-in presets are made (`crates/live/src/world/factors.rs`):
//!
//! `cargo run --release -p foley-live --example factors > crates/live/src/world/factors.txt`

#[path = "../tests/support/factors.rs"]
mod listened;

fn main() {
    for (name, factors) in listened::factors() {
        let factors = factors.map(|it| it.to_string()).join(" ");
        println!("{factors} {name}");
    }
}

//! The `foley` program.
fn main() {}

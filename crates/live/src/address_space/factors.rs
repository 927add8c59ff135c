//! How loud models and built-in presets are made, known beforehand: to listen to the first second of one
//! takes a while, in which nobody who speaks through the same door would be heard, and a page would have a
//! gap.
//!
//! The table has a line for each: the factors \[1\] that bring the peak of that second to full scale at each
//! of [`RATES`], then whether it is a model or a preset, and its name. Chance plays otherwise at another
//! rate, where one listens. The table is written by
//!
//! ```sh
//! cargo run --release -p foley-live --example factors > crates/live/src/world/factors.txt
//! ```
//!
//! and `cargo test -p foley-live --test factors` fails when it is no longer true.

use super::{Key, Origin};
use foley_engine::Loudness;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The rates of the table \[Hz\].
pub const RATES: [f64; 2] = [44_100.0, 48_000.0];

const TABLE: &str = include_str!("loudness.txt");

fn table() -> &'static HashMap<Key, [f64; RATES.len()]> {
    static READ: OnceLock<HashMap<Key, [f64; RATES.len()]>> = OnceLock::new();
    READ.get_or_init(|| TABLE.lines().filter_map(line).collect())
}

fn line(line: &str) -> Option<(Key, [f64; RATES.len()])> {
    let mut words = line.split(' ');
    let mut factors = [0.0; RATES.len()];
    for factor in &mut factors {
        *factor = words.next()?.parse().ok()?;
    }
    let origin = match words.next()? {
        "model" => Origin::Model,
        "preset" => Origin::BuiltIn,
        _ => return None,
    };
    Some(((origin, words.next()?.to_owned()), factors))
}

/// How loud that one is made at a rate \[Hz\], if it is in the table.
pub(super) fn loudness(key: &Key, rate: f64) -> Option<Loudness> {
    let column = RATES.iter().position(|&it| it == rate)?;
    let engine_request = *table().get(key)?.get(column)?;
    Some(match Loudness::default() {
        Loudness::Peak(peak) => Loudness::Factor(peak * engine_request),
        factor @ Loudness::Factor(_) => factor,
    })
}

/// The table, for whoever judges it: `model impact` or `preset bowed-saw`, and the factors at [`RATES`]
/// \[1\].
pub fn known() -> impl Iterator<Item = (String, [f64; RATES.len()])> {
    table().iter().map(|((origin, name), &factors)| {
        let kind = if *origin == Origin::Model { "model" } else { "preset" };
        (format!("{kind} {name}"), factors)
    })
}

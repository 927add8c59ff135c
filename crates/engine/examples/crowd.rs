//! Sixty-four different sounds at once: how much of its time does a block of 128 samples take, at worst?
//!
//! The first two presets of every model play over and over; the whole is rendered several times, and of every block the least time is kept, because a machine that does other things only ever
//! adds time. `cargo run --release -p foley-engine --example crowd`

use foley_engine::{Capacity, Loudness, engine};
use foley_sound::preset::palette;
use std::time::Instant;

const RATE: f64 = 48_000.0;
const BLOCK: usize = 128;
const SECONDS: f64 = 8.0;
const TIMES: usize = 5;

fn main() {
    let mut chosen: Vec<&foley_sound::preset::Preset> = Vec::new();
    for preset in palette() {
        let same = chosen.iter().filter(|it| it.model() == preset.model());
        if same.count() < 2 {
            chosen.push(preset);
        }
    }
    let blocks = (SECONDS * RATE) as usize / BLOCK;
    let mut least = vec![f64::INFINITY; blocks];
    let mut awake = vec![0; blocks];
    for _ in 0..TIMES {
        let capacity = Capacity {
            instances: chosen.len(),
            ..Capacity::default()
        };
        let (mut controls, mut renderer) = engine(RATE, capacity);
        let mut places = Vec::new();
        for (n, preset) in chosen.iter().enumerate() {
            let name = format!("{n}");
            places.push(
                controls
                    .add_preset(&name, preset, Loudness::Factor(0.01), 0)
                    .unwrap(),
            );
        }
        let (mut left, mut right) = ([0.0_f32; BLOCK], [0.0_f32; BLOCK]);
        for (index, least) in least.iter_mut().enumerate() {
            let now = (index * BLOCK) as u64;
            for (n, &place) in places.iter().enumerate() {
                // Every second again, one after the other.
                if (index * BLOCK) % 48_000 / BLOCK == n * 5 {
                    controls.play(place, now).unwrap();
                }
            }
            let start = Instant::now();
            renderer.render(&mut [&mut left, &mut right]);
            let took = start.elapsed().as_secs_f64();
            *least = least.min(took);
            awake[index] = places
                .iter()
                .filter(|&&place| !controls.meter(place).asleep)
                .count();
            controls.collect();
        }
    }
    let budget = BLOCK as f64 / RATE;
    let shares: Vec<f64> = least.iter().map(|least| least / budget).collect();
    let mean = shares.iter().sum::<f64>() / blocks as f64;
    let mut sorted = shares.clone();
    sorted.sort_by(f64::total_cmp);
    println!(
        "{} sounds, mean {:.1} %, 99 % {:.1} %, worst {:.1} %; awake at least {} at the end {}",
        chosen.len(),
        100.0 * mean,
        100.0 * sorted[blocks * 99 / 100],
        100.0 * sorted[blocks - 1],
        awake[400..].iter().min().unwrap(),
        awake.last().unwrap()
    );
    for bucket in 0..20 {
        let (low, high) = (0.05 * f64::from(bucket), 0.05 * f64::from(bucket + 1));
        let count = shares
            .iter()
            .filter(|&&share| share >= low && share < high)
            .count();
        println!("{:3.0}–{:3.0} % {count:6}", 100.0 * low, 100.0 * high);
    }
}

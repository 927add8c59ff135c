//! How long a sample of a string takes: in blocks and one by one, long strings and short.
//!
//! ```text
//! cargo run --release -p foley-body --example string_speed              nanoseconds, the best of many rounds
//! cargo build --release -p foley-body --example string_speed
//! cargo xtask count --program target/release/examples/string_speed      instructions, the same on every run
//! ```

use foley_body::{Body, Quantity, Waveguide, WaveguideSpec};
use foley_contact::Step;
use std::hint::black_box;
use std::time::Instant;

const RATE: f64 = 44_100.0;
const BLOCK: usize = 64;

/// What is done, to a string of which pitch.
type Subject = (&'static str, f64, fn(&mut Waveguide, usize));

const SUBJECTS: &[Subject] = &[
    ("ring-110", 110.0, ring),
    ("ring-displacement-110", 110.0, ring_displacement),
    ("ring-1000", 1000.0, ring),
    ("ring-4000", 4000.0, ring),
    ("step-110", 110.0, step),
    ("push-110", 110.0, push),
];

fn ring(string: &mut Waveguide, samples: usize) {
    listen(string, Quantity::Velocity, samples);
}

fn ring_displacement(string: &mut Waveguide, samples: usize) {
    listen(string, Quantity::Displacement, samples);
}

fn listen(string: &mut Waveguide, quantity: Quantity, samples: usize) {
    let mut out = [0.0; BLOCK];
    for _ in 0..samples / BLOCK {
        string.ring(0, quantity, &mut out);
        black_box(&out);
    }
}

fn step(string: &mut Waveguide, samples: usize) {
    for _ in 0..samples {
        string.advance();
        black_box(string.motion(0));
    }
}

fn push(string: &mut Waveguide, samples: usize) {
    for _ in 0..samples {
        let forecast = string.forecast(0);
        string.push(0, -1e-3 * black_box(forecast).free.velocity);
        string.advance();
    }
}

fn plucked(frequency: f64) -> Waveguide {
    let spec = WaveguideSpec {
        decay: 1e3,
        ..WaveguideSpec::default().tuned_to(frequency)
    };
    let mut string = spec
        .at(Step::at_rate(RATE))
        .expect("a pitch that the rate carries");
    string.pluck(0.3, 1e-3);
    string
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    match &words[..] {
        [_, list] if list == "--list" => {
            for (name, ..) in SUBJECTS {
                println!("{name}");
            }
        }
        [_, name, count] => {
            let (_, frequency, run) = SUBJECTS
                .iter()
                .find(|subject| subject.0 == name)
                .expect("a name of --list");
            // A repetition is a block's length of samples, so that all of them count the same.
            run(
                &mut plucked(*frequency),
                BLOCK * count.parse::<usize>().expect("a number of repetitions"),
            );
        }
        _ => {
            println!("{:24}ns per sample", "subject");
            for (name, frequency, run) in SUBJECTS {
                let mut string = plucked(*frequency);
                let samples = 1_000 * BLOCK;
                let best = (0..60)
                    .map(|_| {
                        let start = Instant::now();
                        run(&mut string, samples);
                        start.elapsed().as_secs_f64() / samples as f64
                    })
                    .fold(f64::INFINITY, f64::min);
                println!("{name:24}{:.2}", 1e9 * best);
            }
        }
    }
}

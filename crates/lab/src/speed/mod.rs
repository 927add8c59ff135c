//! Benchmark subjects: the hot paths of a sound, for timing and for counting instructions.
//!
//! A [`Subject`] is set up once and then repeated. `foley bench` measures the time of a repetition, `cargo
//! xtask count` its instructions under a simulator. Both report the cost per *unit*, which each subject
//! names. Nothing here reads a clock.
//!
//! **Floors.** Where the minimum arithmetic is known, a subject states it as multiplications per unit. The
//! floor in time is this number times [`PEAK`], the time of one lane of a multiply-add on an otherwise idle
//! core:
//!
//! | subject    | multiplications                                                                       |
//! |------------|---------------------------------------------------------------------------------------|
//! | ringing    | 2 per mode and sample: each sample from those 4 and 8 earlier                         |
//! | touch, rub | 10 per mode and sample: motion 4, push 1 + 2, forecast of the port 2, output 1        |
//! | string     | 7 per sample: two shelves 2 each, allpass 2, position 1; serial, so not reachable     |
//!
//! The cost of the contact itself is not part of the floor.

mod figure;
mod peak;
mod scenes;
mod strings;

pub use figure::draw_cost_plot;

use foley_body::{Modal, ModalSpec, Mode, MotionQuantity, modal::BLOCK};
use foley_contact::{Motion, Step};
use std::hint::black_box;

/// Sample rate of all subjects \[Hz\].
pub const RATE: f64 = 44_100.0;

/// Name of the subject whose unit is one lane of a multiply-add.
pub const PEAK: &str = "peak";

/// A piece of work that is set up once and repeated many times.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// Name of the subject on the command line.
    pub name: &'static str,
    /// Description of the subject in one line, for the help and the table of `foley bench`.
    pub description: &'static str,
    /// Unit of the cost, such as `sample` or `mode-sample`.
    pub unit: &'static str,
    /// Number of units in one repetition.
    pub units: f64,
    /// Number of samples of all voices in one repetition; 0 if the subject is not a sound.
    pub voice_samples: f64,
    /// Minimum number of multiplications per unit; `None` if unknown.
    pub floor: Option<f64>,
    /// Maximum number of instructions per unit; above it `cargo xtask count --gate` fails.
    pub max_instructions: Option<f64>,
    /// Whether `cargo xtask count` lists the subject.
    pub counted: bool,
    /// Sets up the subject and returns the function that performs one repetition.
    pub prepare: fn() -> Box<dyn FnMut()>,
}

impl Subject {
    /// Creates a subject of `voices` voices, each of which renders `samples` samples in a repetition.
    const fn voices(
        name: &'static str,
        description: &'static str,
        voices: usize,
        samples: usize,
        prepare: fn() -> Box<dyn FnMut()>,
    ) -> Self {
        let voice_samples = (voices * samples) as f64;
        Self {
            name,
            description,
            unit: "sample",
            units: voice_samples,
            voice_samples,
            floor: None,
            max_instructions: None,
            counted: false,
            prepare,
        }
    }

    /// Replaces the unit of the cost. `units` is the number of new units in one repetition.
    const fn per(mut self, unit: &'static str, units: usize) -> Self {
        self.unit = unit;
        self.units = units as f64;
        self
    }

    const fn floor(mut self, multiplications: f64) -> Self {
        self.floor = Some(multiplications);
        self
    }

    const fn counted(mut self) -> Self {
        self.counted = true;
        self
    }

    /// Marks the subject as counted and sets its maximum number of instructions per unit.
    const fn at_most(mut self, instructions: f64) -> Self {
        self.max_instructions = Some(instructions);
        self.counted()
    }
}

const fn ringing<const MODES: usize>(name: &'static str) -> Subject {
    let description = "a modal body rings in blocks, one output";
    Subject::voices(name, description, 1, BLOCK, ring::<MODES>).per("mode-sample", MODES * BLOCK).floor(2.0)
}

const fn sounding<const VOICES: usize>(name: &'static str) -> Subject {
    let description = "struck bodies of 16 modes ring in one scene, each with its own output";
    Subject::voices(name, description, VOICES, BLOCK, scenes::voices::<VOICES>)
        .per("voice-sample", VOICES * BLOCK)
        .floor(32.0)
}

/// Number of bodies in the sleeping scene.
const SLEEPING_BODIES: usize = 1000;

/// Maximum instructions per mode and sample of a ringing body, for 64 modes or more.
const MAX_RINGING_INSTRUCTIONS: f64 = 3.0;
/// Maximum instructions per sample in contact for a body of 16 modes, including all other work of the scene.
const MAX_TOUCH_INSTRUCTIONS: f64 = 1_550.0;
/// Maximum instructions of a block of 64 samples, for a strike of any hardness.
const MAX_BLOCK_INSTRUCTIONS: f64 = 64.0 * 3_000.0;

/// All benchmark subjects, in the order in which they are printed.
pub const SUBJECTS: &[Subject] = &[
    Subject {
        name: PEAK,
        description: "multiply-adds in f64 alone, twelve independent chains",
        unit: "lane",
        units: peak::LANES_PER_REPETITION,
        voice_samples: 0.0,
        floor: Some(1.0),
        max_instructions: None,
        counted: false,
        prepare: peak::prepare,
    },
    ringing::<1>("ring-1"),
    ringing::<4>("ring-4"),
    ringing::<16>("ring-16").counted(),
    ringing::<64>("ring-64").at_most(MAX_RINGING_INSTRUCTIONS),
    ringing::<256>("ring-256").at_most(MAX_RINGING_INSTRUCTIONS),
    ringing::<1024>("ring-1024").at_most(MAX_RINGING_INSTRUCTIONS),
    Subject::voices(
        "touch-16",
        "a mass presses on a body of 16 modes, one step per sample, whole scene",
        1,
        BLOCK,
        scenes::touch,
    )
    .floor(160.0)
    .at_most(MAX_TOUCH_INSTRUCTIONS),
    Subject::voices(
        "rub-16",
        "a belt rubs on a body of 16 modes, one step per sample, whole scene",
        1,
        BLOCK,
        scenes::rub,
    )
    .floor(160.0)
    .counted(),
    Subject::voices(
        "strike-16",
        "a strike on 16 modes and one second of ringing, whole scene",
        1,
        scenes::STRIKE_SAMPLES,
        scenes::strike,
    )
    .floor(32.0),
    Subject::voices(
        "hard-block",
        "a block of 64 samples with a strike of 0.7 samples, all steps included",
        1,
        BLOCK,
        scenes::hard,
    )
    .per("block", 1)
    .at_most(MAX_BLOCK_INSTRUCTIONS),
    Subject::voices("string-ring", "a string of 110 Hz rings in blocks", 1, BLOCK, strings::ring)
        .floor(7.0)
        .counted(),
    Subject::voices(
        "string-touch",
        "the same string in contact: forecast, pushed and advanced sample by sample",
        1,
        BLOCK,
        strings::touch,
    )
    .floor(7.0)
    .counted(),
    Subject::voices(
        "asleep-1000",
        "a scene of 1000 sleeping bodies",
        SLEEPING_BODIES,
        BLOCK,
        scenes::asleep::<{ SLEEPING_BODIES / 2 }>,
    )
    .per("body-block", SLEEPING_BODIES)
    .counted(),
    Subject::voices(
        "retune-32",
        "a ringing body of 32 modes is retuned in every block, whole scene",
        1,
        BLOCK,
        scenes::retune,
    )
    .per("block", 1)
    .counted(),
    sounding::<1>("voices-1"),
    sounding::<10>("voices-10"),
    sounding::<100>("voices-100"),
    sounding::<500>("voices-500"),
    sounding::<1000>("voices-1000"),
    sounding::<2000>("voices-2000"),
];

/// Returns a body with modes of 1 kg from 200 Hz to 18 kHz, with the given decay time \[s\]. Port 0 is
/// struck, port 1 is the output.
fn body(modes: usize, decay: f64) -> ModalSpec {
    let mode = |i: usize| Mode {
        frequency: 200.0 + 17_800.0 * i as f64 / modes as f64,
        decay,
        mass: 1.0,
        shape: vec![1.0, if i.is_multiple_of(2) { 0.7 } else { -0.7 }],
        radiated: 0.0,
    };
    ModalSpec { ports: 2, modes: (0..modes).map(mode).collect(), ..ModalSpec::default() }
}

/// Decay time so long that a body keeps its level over all repetitions of a benchmark \[s\].
const ENDLESS_DECAY: f64 = 1e9;

fn ring<const MODES: usize>() -> Box<dyn FnMut()> {
    let spec = body(MODES, ENDLESS_DECAY);
    let mut body: Modal =
        spec.with_contact_ports(Step::at_rate(RATE), &[]).expect("modes below half the sample rate");
    for i in 0..MODES {
        body.place_mode(i, Motion::new(0.0, 1.0));
    }
    let mut out = [0.0; BLOCK];
    Box::new(move || {
        out.fill(0.0);
        body.predict_audible(1, MotionQuantity::Velocity, black_box(&mut out));
        body.coast(BLOCK);
        black_box(&out);
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use foley_body::Body;

    #[test]
    fn every_subject_can_be_repeated() {
        for subject in SUBJECTS {
            let mut repeat = (subject.prepare)();
            repeat();
            repeat();
        }
    }

    #[test]
    fn a_benchmark_body_keeps_its_energy_over_10_000_blocks() {
        let mut body: Modal = body(64, ENDLESS_DECAY).at(Step::at_rate(RATE)).unwrap();
        body.place_mode(3, Motion::new(0.0, 1.0));
        let before = body.energy();
        for _ in 0..10_000 {
            body.coast(BLOCK);
        }
        let kept = body.energy() / before;
        assert!((kept - 1.0).abs() < 1e-7, "{kept} of the energy is left after 10,000 blocks");
    }

    #[test]
    fn names_are_unique_and_gated_subjects_are_counted() {
        for (n, subject) in SUBJECTS.iter().enumerate() {
            assert!(SUBJECTS[..n].iter().all(|other| other.name != subject.name));
            assert!(subject.units > 0.0 && (subject.max_instructions.is_none() || subject.counted));
        }
    }
}

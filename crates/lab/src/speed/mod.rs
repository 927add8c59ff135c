//! What a sound costs: the hot paths as subjects, for the clock and for the counter of instructions.
//!
//! A [`Subject`] is set up once and then repeated. `foley bench` repeats it against the clock,
//! `cargo xtask count` under a simulator that counts every instruction; both tell the cost per *unit*, which
//! each subject names. Nothing here reads a clock.
//!
//! **Floors.** Where the least arithmetic is known, a subject has it as multiplications per unit. A processor
//! cannot be faster than these times [`PEAK`], the time that it needs for one lane of a multiply-add when
//! nothing else is to be done:
//!
//! | subject          | multiplications                                                                              |
//! |------------------|----------------------------------------------------------------------------------------------|
//! | ringing          | 2 per mode and sample: y₈ = c y₄ − d y₀                                                       |
//! | touch, rub       | 10 per mode and sample: 4 for the motion, 1 + 2 for the push, 2 for the port ahead, 1 to listen |
//! | string           | 7 per sample: 2 in each of two shelves, 2 in the allpass, 1 for the place; serial, so out of reach |
//!
//! What the contact itself takes is no floor, but a cost.

mod figure;
mod peak;
mod scenes;
mod strings;

pub use figure::draw_cost_plot;

use foley_body::{Modal, ModalSpec, Mode, MotionQuantity, modal::BLOCK};
use foley_contact::{Motion, Step};
use std::hint::black_box;

/// Samples per second of all subjects \[Hz\].
pub const RATE: f64 = 44_100.0;

/// The subject whose unit is one lane of a multiply-add.
pub const PEAK: &str = "peak";

/// Something to be done many times.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// Name on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub description: &'static str,
    /// What the cost is told per.
    pub unit: &'static str,
    /// Units in one repetition.
    pub units: f64,
    /// Samples of a voice in one repetition; 0 if it is none.
    pub voice_samples: f64,
    /// Least multiplications per unit, where they are known.
    pub floor: Option<f64>,
    /// Most instructions per unit that a change may bring it to, for those that are counted.
    pub max_instructions: Option<f64>,
    /// Whether its instructions are counted.
    pub counted: bool,
    /// Sets it up; what comes back is one repetition.
    pub prepare: fn() -> Box<dyn FnMut()>,
}

impl Subject {
    /// A subject that sounds: `voices` of them, `samples` each in a repetition.
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

    /// The same, with the cost told per another unit, of which a repetition has so many.
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

    /// Counted, and no more than this.
    const fn at_most(mut self, instructions: f64) -> Self {
        self.max_instructions = Some(instructions);
        self.counted()
    }
}

const fn ringing<const MODES: usize>(name: &'static str) -> Subject {
    let description = "a modal body rings, heard at one port, in blocks";
    Subject::voices(name, description, 1, BLOCK, ring::<MODES>).per("mode-sample", MODES * BLOCK).floor(2.0)
}

const fn sounding<const VOICES: usize>(name: &'static str) -> Subject {
    let description = "struck bodies of 16 modes ring in one scene, each heard by itself";
    Subject::voices(name, description, VOICES, BLOCK, scenes::voices::<VOICES>)
        .per("voice-sample", VOICES * BLOCK)
        .floor(32.0)
}

/// Bodies of the scene that sleeps.
const SLEEPERS: usize = 1000;

/// Most instructions per mode-sample of ringing, from 64 modes on.
const RINGING: f64 = 3.0;
/// Most instructions per touching sample of 16 modes, all told.
const TOUCHING: f64 = 1_500.0;
/// Most instructions of any block, however hard the strike.
const WORST_BLOCK: f64 = 64.0 * 3_000.0;

/// All of them.
pub const SUBJECTS: &[Subject] = &[
    Subject {
        name: PEAK,
        description: "multiply-adds in f64, twelve chains at once, nothing else",
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
    ringing::<64>("ring-64").at_most(RINGING),
    ringing::<256>("ring-256").at_most(RINGING),
    ringing::<1024>("ring-1024").at_most(RINGING),
    Subject::voices(
        "touch-16",
        "a mass presses on a body of 16 modes, one step a sample, through a scene, all told",
        1,
        BLOCK,
        scenes::touch,
    )
    .floor(160.0)
    .at_most(TOUCHING),
    Subject::voices(
        "rub-16",
        "a belt rubs on a body of 16 modes, one step a sample, through a scene, all told",
        1,
        BLOCK,
        scenes::rub,
    )
    .floor(160.0)
    .counted(),
    Subject::voices(
        "strike-16",
        "a strike of 16 modes and the second after it, through a scene",
        1,
        scenes::STRIKE_SAMPLES,
        scenes::strike,
    )
    .floor(32.0),
    Subject::voices(
        "hard-block",
        "the block of 64 samples with a strike of 0.7 samples, all its steps included",
        1,
        BLOCK,
        scenes::hard,
    )
    .per("block", 1)
    .at_most(WORST_BLOCK),
    Subject::voices("string-ring", "a string of 110 Hz rings, in blocks", 1, BLOCK, strings::ring)
        .floor(7.0)
        .counted(),
    Subject::voices(
        "string-touch",
        "the same, touched: foreseen, pushed and moved sample by sample",
        1,
        BLOCK,
        strings::touch,
    )
    .floor(7.0)
    .counted(),
    Subject::voices(
        "asleep-1000",
        "a scene of 1000 bodies that have fallen silent",
        SLEEPERS,
        BLOCK,
        scenes::asleep::<{ SLEEPERS / 2 }>,
    )
    .per("body-block", SLEEPERS)
    .counted(),
    Subject::voices(
        "retune-32",
        "a body of 32 modes that rings gets other modes in every block, through a scene",
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

/// A body of so many modes from 200 Hz to 18 kHz, a kilogram each, that rings.
/// Struck at port 0, heard at port 1.
fn body(modes: usize, decay: f64) -> ModalSpec {
    let mode = |i: usize| Mode {
        frequency: 200.0 + 17_800.0 * i as f64 / modes as f64,
        decay,
        mass: 1.0,
        shape: vec![1.0, if i.is_multiple_of(2) { 0.7 } else { -0.7 }],
    };
    ModalSpec { ports: 2, modes: (0..modes).map(mode).collect(), rigid: None }
}

/// Long enough not to fade however often it is repeated \[s\].
const FOREVER: f64 = 1e9;

fn ring<const MODES: usize>() -> Box<dyn FnMut()> {
    let spec = body(MODES, FOREVER);
    let mut body: Modal =
        spec.with_contact_ports(Step::at_rate(RATE), &[]).expect("modes that the rate carries");
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
    fn a_body_that_rings_for_the_clock_keeps_its_energy() {
        let mut body: Modal = body(64, FOREVER).at(Step::at_rate(RATE)).unwrap();
        body.place_mode(3, Motion::new(0.0, 1.0));
        let before = body.energy();
        for _ in 0..10_000 {
            body.coast(BLOCK);
        }
        let kept = body.energy() / before;
        assert!((kept - 1.0).abs() < 1e-7, "{kept} of it after 10,000 blocks");
    }

    #[test]
    fn names_are_unique_and_gates_are_counted() {
        for (n, subject) in SUBJECTS.iter().enumerate() {
            assert!(SUBJECTS[..n].iter().all(|other| other.name != subject.name));
            assert!(subject.units > 0.0 && (subject.max_instructions.is_none() || subject.counted));
        }
    }
}

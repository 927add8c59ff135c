//! The audio thread allocates and frees nothing, whatever commands it receives. A voice that produces
//! non-finite samples does not affect the others.

use assert_no_alloc::assert_no_alloc;
use foley_contact::Step;
use foley_engine::{Capacity, Loudness, Report, engine};
use foley_params::{Info, Scale, Unit};
use foley_sound::{Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player};

use crate::support::everything::everything;

const RATE: f64 = 48_000.0;

/// A model that produces NaN after its gesture.
#[derive(Clone, Default)]
struct Broken;

struct Breaks {
    broken: bool,
}

impl Model for Broken {
    const INFO: ModelInfo = ModelInfo {
        name: "broken",
        title: "Produces NaN",
        family: Family::Effects,
        level: Level::Event,
        made_of: &[],
        physics: "None.",
        equation: "0/0",
        source: "",
    };
    const PARTS: &'static [PartAccess<Self>] = &[];
    const GESTURES: &'static [Info] = &[Info {
        id: "break-down",
        symbol: "a",
        unit: Unit::One,
        doc: "Starts to produce NaN.",
        min: 0.0,
        max: 1.0,
        scale: Scale::Linear,
        default: 1.0,
        glide: 0.0,
        handle: None,
    }];
    const OUTPUT: OutputKind = OutputKind::signal(1.0);
    type Player = Breaks;

    fn player(&self, _: u64, _: Step) -> Breaks {
        Breaks { broken: false }
    }
}

impl Player<Broken> for Breaks {
    fn play(&mut self, _: &Broken, block: &mut Block<'_>) {
        self.broken |= block.gesture(0).is_some();
        if self.broken {
            block.add(&[f64::NAN; 64]);
        }
    }

    fn done(&self) -> bool {
        !self.broken
    }

    fn silent(&self) -> bool {
        !self.broken
    }
}

#[test]
fn a_voice_with_non_finite_samples_is_reset_and_the_others_keep_playing() {
    let (mut controls, mut renderer) = engine(RATE, Capacity::default());
    let knock = foley_catalogue::model("impact").unwrap();
    let cup = controls.add("cup", &*knock, 1, Loudness::default(), 0).unwrap();
    let broken = controls.add("broken", &Broken, 1, Loudness::Factor(1.0), 0).unwrap();
    controls.gesture(cup, "strike", Some(1.0), 0).unwrap();
    controls.gesture(broken, "break-down", None, 100).unwrap();
    let mut out = [vec![0.0_f32; 4800], vec![0.0_f32; 4800]];
    let [left, right] = &mut out;
    renderer.render(&mut [left, right]);
    assert!(out.iter().flatten().all(|sample| sample.is_finite()));
    assert!(out[0][3000..].iter().any(|sample| sample.abs() > 1e-4), "the cup rings on");
    assert_eq!(controls.collect(), [Report::VoiceReset { sound: broken }]);
    // The new voice is silent, and breaks in its turn.
    let [left, right] = &mut out;
    renderer.render(&mut [left, right]);
    assert_eq!(controls.collect(), []);
    let now = controls.now();
    controls.gesture(broken, "break-down", None, now).unwrap();
    let [left, right] = &mut out;
    renderer.render(&mut [left, right]);
    assert_eq!(controls.collect(), [Report::VoiceReset { sound: broken }]);
}

#[test]
fn the_audio_thread_allocates_nothing_for_any_command() {
    let told = everything(96, |renderer, left, right| {
        assert_no_alloc(|| renderer.render(&mut [left, right]));
    });
    assert!(told.done.iter().all(|&count| count > 50), "{:?}", told.done);
    assert!(told.loudest > 0.1 && told.loudest.is_finite());
    let reported = |is: fn(&Report) -> bool| told.reports.iter().any(is);
    assert!(!reported(|report| matches!(report, Report::VoiceReset { .. })));
    assert!(reported(|report| matches!(report, Report::QualityChanged { level: 5 })));
    assert!(reported(|report| matches!(report, Report::Paused { .. })));
    assert!(reported(|report| matches!(report, Report::Resumed { .. })));
    assert!(reported(|report| matches!(report, Report::DeadlineMissed { .. })));
    assert!(reported(|report| matches!(report, Report::Skipped { .. })));
}

//! Sounds are added at their stored loudness, and adding renders nothing.

use foley_catalogue::preset::{MAX_PEAK, Preset, PresetLoudness, by_name};
use foley_contact::Step;
use foley_engine::{Capacity, HEADROOM, Loudness, Renderer, engine};
use foley_params::Info;
use foley_sound::{Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player};
use std::sync::atomic::{AtomicUsize, Ordering};

const RATE: f64 = 48_000.0;

/// Blocks that voices of [`Counted`] have rendered.
static BLOCKS: AtomicUsize = AtomicUsize::new(0);

/// A model that counts its rendered blocks.
#[derive(Clone, Default)]
struct Counted;

struct CountingPlayer;

impl Model for Counted {
    const INFO: ModelInfo = ModelInfo {
        name: "counted",
        title: "Counts its blocks",
        family: Family::Effects,
        level: Level::Event,
        made_of: &[],
        physics: "None.",
        equation: "n",
        source: "",
    };
    const PARTS: &'static [PartAccess<Self>] = &[];
    const GESTURES: &'static [Info] = &[];
    const OUTPUT: OutputKind = OutputKind::signal(1.0);
    type Player = CountingPlayer;

    fn player(&self, _: u64, _: Step) -> CountingPlayer {
        CountingPlayer
    }
}

impl Player<Counted> for CountingPlayer {
    fn play(&mut self, _: &Counted, block: &mut Block<'_>) {
        BLOCKS.fetch_add(1, Ordering::Relaxed);
        block.add(&[0.5; 64]);
    }

    fn done(&self) -> bool {
        false
    }

    fn silent(&self) -> bool {
        false
    }
}

/// Renders `frames` frames and returns the peak of both channels.
fn peak_of(renderer: &mut Renderer, frames: usize) -> f32 {
    let mut rows = [vec![0.0_f32; frames], vec![0.0_f32; frames]];
    let [left, right] = &mut rows;
    renderer.render(&mut [left, right]);
    rows.iter().flatten().fold(0.0, |peak, sample| peak.max(sample.abs()))
}

#[test]
fn adding_and_morphing_render_nothing() {
    let (mut controls, mut renderer) = engine(RATE, Capacity::default());
    let preset = Preset::of(Box::new(Counted), "counted");
    controls.add("one", &Counted, 1, Loudness::default(), 0).unwrap();
    let two = controls.add_preset("two", &preset, Loudness::default(), 0).unwrap();
    controls.morph_to(two, &preset, Loudness::default(), 0.1, 0).unwrap();
    assert_eq!(BLOCKS.load(Ordering::Relaxed), 0);
    peak_of(&mut renderer, 64);
    assert!(BLOCKS.load(Ordering::Relaxed) > 0, "the voices play once the engine renders");
}

#[test]
fn a_sound_has_the_stored_gain_of_its_preset_or_of_its_model() {
    let (mut controls, _renderer) = engine(RATE, Capacity::default());
    let cup = by_name("espresso-cup-set-down-on-marble").unwrap();
    let factor_of = |controls: &foley_engine::Controls, slot| {
        let mut instances = controls.instances();
        instances.find(|(at, _)| *at == slot).map(|(_, instance)| instance.factor).unwrap()
    };
    let slot = controls.add_preset("cup", cup, Loudness::default(), 0).unwrap();
    assert_eq!(factor_of(&controls, slot), HEADROOM * cup.loudness.factor());
    let slot = controls.add_preset("cup", cup, Loudness::Stored(1.0), 0).unwrap();
    assert_eq!(factor_of(&controls, slot), cup.loudness.factor());
    let slot = controls.add("bare", &*cup.sound, 1, Loudness::default(), 0).unwrap();
    assert_eq!(factor_of(&controls, slot), HEADROOM * PresetLoudness::of_model("impact").factor());
    let slot = controls.add("fixed", &*cup.sound, 1, Loudness::Factor(3.0), 0).unwrap();
    assert_eq!(factor_of(&controls, slot), 3.0);
}

#[test]
fn presets_that_begin_softly_stay_below_full_scale_to_their_end() {
    // The first second of both is far softer than the rest.
    for name in ["fireworks-across-the-valley", "old-lorry-that-backfires"] {
        let preset = by_name(name).unwrap();
        let (mut controls, mut renderer) = engine(RATE, Capacity::default());
        controls.limit(false, 0).unwrap();
        let slot = controls.add_preset("it", preset, Loudness::default(), 0).unwrap();
        controls.play(slot, 0).unwrap();
        let last = preset.score.events.iter().fold(0.0_f64, |last, event| last.max(event.at));
        let peak = f64::from(peak_of(&mut renderer, ((last + 10.0) * RATE) as usize));
        // 1e-6 for the conversion to single precision.
        let most = HEADROOM * libm::pow(10.0, MAX_PEAK / 20.0) * (1.0 + 1e-6);
        assert!(peak > 0.01 && peak <= most, "{name}: peak {peak}, at most {most}");
    }
}

//! Models that generate their own samples or take an input: the data exchanged with a voice.

use foley_catalogue::model;
use foley_contact::Step;
use foley_params::{Info, Scale, Unit};
use foley_sound::{
    BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, Score, SoundError,
    VoiceSpec, process,
};

/// Model that repeats its input.
#[derive(Clone, Default)]
struct Echo;

struct EchoPlayer;

impl Model for Echo {
    const INFO: ModelInfo = ModelInfo {
        name: "echo",
        title: "The output repeats the input",
        family: Family::Effects,
        level: Level::Event,
        made_of: &[],
        physics: "None.",
        equation: "y = x",
        source: "",
    };
    const PARTS: &'static [PartAccess<Self>] = &[];
    const GESTURES: &'static [Info] = &[Info {
        id: "say",
        symbol: "a",
        unit: Unit::One,
        doc: "Adds this number to one sample.",
        min: 0.0,
        max: 1.0,
        scale: Scale::Linear,
        default: 1.0,
        glide: 0.0,
        handle: None,
    }];
    const OUTPUT: OutputKind = OutputKind::signal(2.0);
    const MEASUREMENTS: &'static [OutputKind] = &[OutputKind::signal(1.0).named("given")];
    const TAKES_INPUT: bool = true;
    type Player = EchoPlayer;

    fn player(&self, _: u64, _: Step) -> EchoPlayer {
        EchoPlayer
    }
}

impl Player<Echo> for EchoPlayer {
    fn play(&mut self, _: &Echo, block: &mut Block<'_>) {
        let given = *block.input();
        block.add(&given);
        if let Some(page) = block.measured(0) {
            *page = given;
        }
        if let Some(gesture) = block.gesture(0) {
            for channel in block.channels() {
                channel[gesture.at] += gesture.value;
            }
        }
    }

    fn done(&self) -> bool {
        true
    }
}

fn ramp(count: usize) -> Vec<f64> {
    (0..count).map(|index| (index + 1) as f64 / count as f64).collect()
}

#[test]
fn an_offline_input_is_heard_without_delay() {
    let given = ramp(1000);
    let spec = VoiceSpec { channels: 2, ..VoiceSpec::new(48_000.0, 1) };
    let heard = process(&Echo, &Score::default(), &spec, &given, None, &mut |_| {}).unwrap();
    assert_eq!(heard.sound().len(), 2, "not one row per channel");
    for row in heard.sound() {
        assert_eq!(row[..1000], given[..]);
        assert!(row.len() < 1000 + 2 * BLOCK + 4800, "the output does not end");
    }
    assert_eq!(heard.measured("given").unwrap()[..1000], given[..]);
}

#[test]
fn a_live_input_is_heard_a_block_later_for_every_buffer_length() {
    let given = ramp(1000);
    for length in [1, 7, 64, 100, 1000] {
        let mut voice = foley_sound::Sound::voice(&Echo, &VoiceSpec::new(48_000.0, 1)).unwrap();
        let mut heard = Vec::new();
        for piece in given.chunks(length) {
            let mut page = vec![0.0; piece.len()];
            voice.process(piece, &mut [&mut page]);
            heard.extend(page);
        }
        assert_eq!(heard[..BLOCK], [0.0; BLOCK]);
        assert_eq!(heard[BLOCK..], given[..1000 - BLOCK], "in buffers of {length}");
    }
}

#[test]
fn a_non_finite_input_is_silence_and_an_input_replaces_the_default_gestures() {
    let given = [0.25, f64::NAN, f64::INFINITY, 0.5];
    let spec = VoiceSpec::new(48_000.0, 1);
    let play = |given: &[f64]| process(&Echo, &Score::default(), &spec, given, None, &mut |_| {});
    assert_eq!(play(&given).unwrap().sound()[0][..4], [0.25, 0.0, 0.0, 0.5]);
    assert_eq!(play(&[]).unwrap().sound()[0][0], 1.0, "default gestures");
}

#[test]
fn a_model_without_input_rejects_one() {
    let impact = model("impact").unwrap();
    let spec = VoiceSpec::new(48_000.0, 1);
    let heard = process(&*impact, &Score::default(), &spec, &[1.0], None, &mut |_| {});
    assert_eq!(heard.unwrap_err(), SoundError::NoInput { model: "impact" }, "an impact takes no input");
}

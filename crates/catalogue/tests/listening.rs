//! Models that make their samples themselves, and models that listen: what a voice gives them and takes from
//! them.

use foley_catalogue::model;
use foley_contact::Step;
use foley_params::{Info, Scale, Unit};
use foley_sound::{
    BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, Score, SoundError,
    VoiceSpec, process,
};

/// Hears, and says the same.
#[derive(Clone, Default)]
struct Echo;

struct Mouth;

impl Model for Echo {
    const INFO: ModelInfo = ModelInfo {
        name: "echo",
        title: "What is said is said again",
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
        doc: "Says this number once.",
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
    type Player = Mouth;

    fn player(&self, _: u64, _: Step) -> Mouth {
        Mouth
    }
}

impl Player<Echo> for Mouth {
    fn play(&mut self, _: &Echo, block: &mut Block<'_>) {
        let given = *block.input();
        block.add(&given);
        if let Some(page) = block.measured(0) {
            *page = given;
        }
        if let Some(said) = block.gesture(0) {
            for ear in block.channels() {
                ear[said.at] += said.value;
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
fn what_is_given_beforehand_is_heard_at_its_sample() {
    let given = ramp(1000);
    let spec = VoiceSpec { channels: 2, ..VoiceSpec::new(48_000.0, 1) };
    let heard = process(&Echo, &Score::default(), &spec, &given, None, &mut |_| {}).unwrap();
    assert_eq!(heard.sound().len(), 2, "one row for each ear");
    for row in heard.sound() {
        assert_eq!(row[..1000], given[..]);
        assert!(row.len() < 1000 + 2 * BLOCK + 4800, "it goes on and on");
    }
    assert_eq!(heard.measured("given").unwrap()[..1000], given[..]);
}

#[test]
fn what_is_given_as_it_comes_is_heard_a_block_later_in_buffers_of_any_length() {
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
fn what_is_no_number_is_silence_and_the_opening_is_left_out_where_something_is_given() {
    let given = [0.25, f64::NAN, f64::INFINITY, 0.5];
    let spec = VoiceSpec::new(48_000.0, 1);
    let play = |given: &[f64]| process(&Echo, &Score::default(), &spec, given, None, &mut |_| {});
    assert_eq!(play(&given).unwrap().sound()[0][..4], [0.25, 0.0, 0.0, 0.5]);
    assert_eq!(play(&[]).unwrap().sound()[0][0], 1.0, "the opening");
}

#[test]
fn who_does_not_listen_says_so() {
    let knock = model("impact").unwrap();
    let spec = VoiceSpec::new(48_000.0, 1);
    let heard = process(&*knock, &Score::default(), &spec, &[1.0], None, &mut |_| {});
    assert_eq!(heard.unwrap_err(), SoundError::Deaf { model: "impact" }, "an impact makes its sound itself");
}

//! The audio thread allocates nothing and frees nothing, whatever it is told; a sound that loses its numbers does not take the others with it.

use assert_no_alloc::{AllocDisabler, assert_no_alloc};
use foley_contact::Step;
use foley_engine::{Capacity, Loudness, Report, Strip, engine};
use foley_params::{Info, Scale, Unit};
use foley_sound::random::Dice;
use foley_sound::{
    About, Aspect, Block, Family, Heard, Level, Model, PartOf, Player, addresses, models,
};

#[global_allocator]
static WATCHED: AllocDisabler = AllocDisabler;

const RATE: f64 = 48_000.0;

/// A sound that is no number once it is asked for one.
#[derive(Clone, Default)]
struct Broken;

struct Breaks {
    broken: bool,
}

impl Model for Broken {
    const ABOUT: About = About {
        name: "broken",
        title: "Loses its numbers",
        family: Family::Effects,
        level: Level::Event,
        made_of: &[],
        physics: "None.",
        equation: "0/0",
        source: "",
    };
    const PARTS: &'static [PartOf<Self>] = &[];
    const GESTURES: &'static [Info] = &[Info {
        id: "break-down",
        symbol: "a",
        unit: Unit::One,
        doc: "Breaks it.",
        min: 0.0,
        max: 1.0,
        scale: Scale::Linear,
        default: 1.0,
        glide: 0.0,
        handle: None,
    }];
    const HEARD: Heard = Heard::signal(1.0);
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
fn a_sound_that_loses_its_numbers_is_put_to_rest_and_the_others_play_on() {
    let (mut controls, mut renderer) = engine(RATE, Capacity::default());
    let knock = foley_sound::model("impact").unwrap();
    let cup = controls
        .add("cup", &*knock, 1, Loudness::default(), 0)
        .unwrap();
    let broken = controls
        .add("broken", &Broken, 1, Loudness::Factor(1.0), 0)
        .unwrap();
    controls.gesture(cup, "strike", Some(1.0), 0).unwrap();
    controls.gesture(broken, "break-down", None, 100).unwrap();
    let mut out = [vec![0.0_f32; 4800], vec![0.0_f32; 4800]];
    let [left, right] = &mut out;
    renderer.render(&mut [left, right]);
    assert!(out.iter().flatten().all(|sample| sample.is_finite()));
    assert!(
        out[0][3000..].iter().any(|sample| sample.abs() > 1e-4),
        "the cup rings on"
    );
    assert_eq!(controls.collect(), [Report::Recovered { place: broken }]);
}

#[test]
fn the_audio_thread_allocates_nothing_whatever_it_is_told() {
    let capacity = Capacity {
        instances: 8,
        ..Capacity::default()
    };
    let (mut controls, mut renderer) = engine(RATE, capacity);
    let models = models();
    let mut dice = Dice::new(5);
    let (mut left, mut right) = ([0.0_f32; 128], [0.0_f32; 128]);
    let mut loudest = 0.0_f32;
    for (round, model) in models.iter().cycle().take(40).enumerate() {
        let place = controls
            .add(
                &format!("sound-{}", round % 11),
                &**model,
                round as u64,
                Loudness::Factor(0.1),
                0,
            )
            .unwrap();
        for _ in 0..20 {
            let now = controls.now();
            let gestures = model.gestures();
            let info = gestures[(dice.unit() * gestures.len() as f64) as usize];
            let value = info.from_normalised(dice.unit());
            controls
                .gesture(place, info.id, Some(value), now + 70)
                .unwrap();
            let all = addresses(&**model);
            let at = &all[(dice.unit() * all.len() as f64) as usize];
            let value = at.info.from_normalised(dice.unit());
            if at.aspect != Aspect::Structure {
                controls
                    .set(place, &at.path(), value, Some(0.01), now)
                    .unwrap();
            }
            let strip = Strip {
                gain: dice.unit(),
                pan: dice.signed(),
                mute: dice.unit() < 0.1,
                solo: dice.unit() < 0.1,
            };
            controls.mix(place, strip, 0).unwrap();
            assert_no_alloc(|| renderer.render(&mut [&mut left, &mut right]));
            loudest = left.iter().fold(loudest, |most, x| most.max(x.abs()));
        }
        let reports = controls.collect();
        assert!(
            reports
                .iter()
                .all(|it| !matches!(it, Report::Recovered { .. })),
            "{reports:?}"
        );
    }
    assert!(loudest > 0.0 && loudest <= 1.0, "{loudest}");
}

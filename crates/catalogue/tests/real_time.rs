//! A voice allocates nothing while it plays, whatever it is told. An allocation aborts the test.

use assert_no_alloc::{AllocDisabler, assert_no_alloc};
use foley_catalogue::models;
use foley_dsp::random::Dice;
use foley_sound::{Aim, Told, VoiceSpec, addresses};

#[global_allocator]
static WATCHED: AllocDisabler = AllocDisabler;

#[test]
fn a_voice_allocates_nothing_while_it_plays() {
    for model in models() {
        let name = model.about().name;
        let mut dice = Dice::new(3);
        let spec = VoiceSpec { room: 40, ..VoiceSpec::new(44_100.0, 1) };
        let mut voice = model.voice(&spec).unwrap();
        let count = addresses(&*model).len();
        let mut aims: Vec<Option<Box<Aim>>> =
            (0..4).map(|_| Some(Box::new(Aim::at(&*model, 1).unwrap()))).collect();
        let mut spent = Vec::with_capacity(8);
        let mut page = [0.0; 150];
        let mut loudest = 0.0_f64;
        for block in 0..400 {
            let gesture = (dice.unit() * model.gestures().len() as f64) as usize;
            let value = model.gestures()[gesture].from_normalised(dice.unit());
            let address = (dice.unit() * count as f64) as usize;
            let to = addresses(&*model)[address].info.from_normalised(dice.unit());
            let aim = if block % 100 == 50 { aims[block / 100].take() } else { None };
            assert_no_alloc(|| {
                if block % 20 == 0 {
                    let _ = voice.send(voice.now() + 33, Told::Gesture { gesture, value });
                }
                if block % 7 == 0 {
                    let _ = voice.send(voice.now(), Told::Set { address, value: to, over: 0.01 });
                }
                if let Some(aim) = aim {
                    spent.push(voice.aim(aim, 0.1));
                }
                voice.process(&[0.5; 150], &mut [&mut page]);
                assert!(voice.ledger().total().is_finite());
            });
            loudest = page.iter().fold(loudest, |most, it| most.max(it.abs()));
        }
        assert!(loudest > 0.0, "{name} is silent");
    }
}

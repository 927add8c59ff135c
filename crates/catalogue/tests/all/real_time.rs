//! Checks that a voice allocates nothing while it plays and receives events. An allocation aborts the test.

use assert_no_alloc::assert_no_alloc;
use foley_catalogue::models;
use foley_dsp::random::Dice;
use foley_sound::{Event, EventKind, Retarget, VoiceSpec, sound_params};

#[test]
fn a_voice_allocates_nothing_while_it_plays() {
    for model in models() {
        let name = model.info().name;
        let mut dice = Dice::new(3);
        let spec = VoiceSpec { mode_capacity: 40, ..VoiceSpec::new(44_100.0, 1) };
        let mut voice = model.voice(&spec).unwrap();
        let count = sound_params(&*model).len();
        let mut targets: Vec<Option<Box<Retarget>>> =
            (0..4).map(|_| Some(Box::new(Retarget::at(&*model, 1).unwrap()))).collect();
        let mut spent = Vec::with_capacity(8);
        let mut page = [0.0; 150];
        let mut loudest = 0.0_f64;
        for block in 0..400 {
            let gesture = (dice.unit() * model.gestures().len() as f64) as usize;
            let value = model.gestures()[gesture].from_normalised(dice.unit());
            let address = (dice.unit() * count as f64) as usize;
            let goal = sound_params(&*model)[address].info.from_normalised(dice.unit());
            let target = if block % 100 == 50 { targets[block / 100].take() } else { None };
            assert_no_alloc(|| {
                if block % 20 == 0 {
                    let _ = voice.send(Event::new(voice.now() + 33, EventKind::Gesture { gesture, value }));
                }
                if block % 7 == 0 {
                    let _ = voice.send(Event::new(
                        voice.now(),
                        EventKind::Set { param: address, value: goal, glide: Some(0.01) },
                    ));
                }
                if let Some(target) = target {
                    spent.push(voice.send(Event::new(0, EventKind::Retarget { target, glide: 0.1 })));
                }
                voice.process(&[0.5; 150], &mut [&mut page]);
                assert!(voice.ledger().total().is_finite());
            });
            loudest = page.iter().fold(loudest, |most, sample| most.max(sample.abs()));
        }
        assert!(loudest > 0.0, "{name} is silent");
    }
}

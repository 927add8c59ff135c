//! Facts of a sound that shakes a hammer: silence stays silence, no energy from nothing, and the sound itself
//! is left alone.

use foley_catalogue::effects::Phonobump;
use foley_sound::{Performance, Score, VoiceSpec, perform, process};

const RATE: f64 = 48_000.0;

fn shaken(model: &Phonobump, given: &[f64]) -> Performance {
    let spec = VoiceSpec::new(RATE, 1);
    process(model, &Score::default(), &spec, given, Some(1.0), &mut |_| {}).unwrap()
}

fn tone(frequency: f64, level: f64) -> Vec<f64> {
    (0..24_000).map(|n| level * libm::sin(core::f64::consts::TAU * frequency * f64::from(n) / RATE)).collect()
}

#[test]
fn silence_stays_silence_to_the_last_bit() {
    let heard = shaken(&Phonobump::default(), &vec![0.0; 24_000]);
    assert!(heard.sound()[0].iter().all(|&x| x == 0.0));
    assert_eq!(heard.ledger.work, 0.0);
}

#[test]
fn what_does_not_reach_across_the_gap_is_not_heard() {
    let mut model = Phonobump::default();
    model.hammer.gap = 1e-3;
    let heard = shaken(&model, &tone(100.0, 0.01));
    assert!(heard.sound()[0].iter().all(|&x| x == 0.0));
    assert!(heard.ledger.work > 0.0, "the hammer did not move");
}

#[test]
fn no_more_energy_comes_out_than_the_force_of_the_sound_brings_in() {
    for (frequency, level, force) in
        [(60.0, 0.3, 2.0), (200.0, 1.0, 2.0), (1000.0, 1.0, 50.0), (80.0, 1.0, 0.5)]
    {
        let mut model = Phonobump::default();
        model.shaking.force = force;
        let ledger = shaken(&model, &tone(frequency, level)).ledger;
        let out = ledger.heat + ledger.damped + ledger.total();
        let made = ledger.numerical().abs() / ledger.work;
        println!(
            "{frequency} Hz, {force} N: work {:.3e} J, heat {:.3e} J, damped {:.3e} J, left {:.1e} J, unaccounted {made:.1e} of the work",
            ledger.work,
            ledger.heat,
            ledger.damped,
            ledger.total()
        );
        assert!(ledger.work > 0.0 && ledger.heat >= 0.0 && ledger.damped > 0.0, "{ledger:?}");
        // The books close to rounding: what comes out is what went in.
        assert!(made < 1e-9 && out <= ledger.work * (1.0 + 1e-9), "{ledger:?}");
    }
}

#[test]
fn the_sound_itself_is_left_as_it_is() {
    let mut model = Phonobump::default();
    (model.shaking.wet, model.shaking.dry) = (0.0, 1.0);
    let given = tone(150.0, 0.8);
    let heard = shaken(&model, &given);
    for (n, (a, b)) in heard.sound()[0].iter().zip(&given).enumerate() {
        assert!(a == b, "sample {n}: {a} for {b}");
    }
}

#[test]
fn a_louder_sound_strikes_harder_and_brighter() {
    // Root of the mean square, and that of the differences: louder in all, and more so above.
    let of = |level: f64| {
        let heard = shaken(&Phonobump::default(), &tone(70.0, level));
        let row = &heard.sound()[0];
        let power: f64 = row.iter().map(|x| x * x).sum();
        let force = heard.measured("force").unwrap().iter().fold(0.0_f64, |most, &it| most.max(it));
        (power.sqrt(), force)
    };
    let mut before = (0.0, 0.0);
    for level in [0.1, 0.2, 0.4, 0.8] {
        let (loud, force) = of(level);
        println!("{level}: {loud:.3}, hardest blow {force:.2} N");
        assert!(loud > before.0 && force > before.1, "{loud}, {force} N at {level}");
        before = (loud, force);
    }
}

#[test]
fn its_voice_is_about_as_loud_as_a_sound() {
    let heard =
        perform(&Phonobump::default(), &Score::default(), &VoiceSpec::new(RATE, 1), None, &mut |_| {})
            .unwrap();
    let most = heard.sound()[0].iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    println!("peak {most:.3}, {:.2} s", heard.sound()[0].len() as f64 / RATE);
    assert!((0.05..2.0).contains(&most), "{most}");
}

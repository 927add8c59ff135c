//! Facts about the phonobump: silence stays silent, no energy is created, and the dry signal is unchanged.

use crate::support::heard::perform_default;
use foley_catalogue::effects::Phonobump;
use foley_sound::{Performance, Score, VoiceSpec, process};

const RATE: f64 = 48_000.0;

fn shaken(model: &Phonobump, given: &[f64]) -> Performance {
    let spec = VoiceSpec::new(RATE, 1);
    process(model, &Score::default(), &spec, given, Some(1.0), &mut |_| {}).unwrap()
}

fn tone(frequency: f64, level: f64) -> Vec<f64> {
    (0..24_000).map(|n| level * libm::sin(core::f64::consts::TAU * frequency * f64::from(n) / RATE)).collect()
}

#[test]
fn silence_stays_exactly_silent() {
    let heard = shaken(&Phonobump::default(), &vec![0.0; 24_000]);
    assert!(heard.sound()[0].iter().all(|&x| x == 0.0));
    assert_eq!(heard.ledger.work, 0.0);
}

#[test]
fn an_input_too_faint_for_the_gap_is_silent() {
    let mut model = Phonobump::default();
    model.hammer.gap = 1e-3;
    let heard = shaken(&model, &tone(100.0, 0.01));
    assert!(heard.sound()[0].iter().all(|&x| x == 0.0));
    assert!(heard.ledger.work > 0.0, "the hammer did not move");
}

#[test]
fn no_more_energy_comes_out_than_the_input_brings_in() {
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
        // The balance closes to rounding.
        assert!(made < 1e-9 && out <= ledger.work * (1.0 + 1e-9), "{ledger:?}");
    }
}

#[test]
fn the_dry_signal_is_unchanged() {
    let mut model = Phonobump::default();
    (model.shaking.wet, model.shaking.dry) = (0.0, 1.0);
    let given = tone(150.0, 0.8);
    let heard = shaken(&model, &given);
    for (n, (a, b)) in heard.sound()[0].iter().zip(&given).enumerate() {
        assert!(a == b, "sample {n}: {a} for {b}");
    }
}

#[test]
fn a_louder_input_strikes_harder_and_louder() {
    // Root of the energy, and the largest force.
    let play = |level: f64| {
        let heard = shaken(&Phonobump::default(), &tone(70.0, level));
        let row = &heard.sound()[0];
        let power: f64 = row.iter().map(|x| x * x).sum();
        let force = heard.measured("force").unwrap().iter().fold(0.0_f64, |most, &force| most.max(force));
        (power.sqrt(), force)
    };
    let mut before = (0.0, 0.0);
    for level in [0.1, 0.2, 0.4, 0.8] {
        let (loud, force) = play(level);
        println!("{level}: {loud:.3}, hardest blow {force:.2} N");
        assert!(loud > before.0 && force > before.1, "{loud}, {force} N at {level}");
        before = (loud, force);
    }
}

#[test]
fn the_default_output_level_is_moderate() {
    let heard = perform_default(&Phonobump::default(), None, 1);
    let most = heard.sound()[0].iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    println!("peak {most:.3} Pa, {:.2} s", heard.sound()[0].len() as f64 / RATE);
    // 40 to 100 dB above 20 µPa.
    assert!((0.002..2.0).contains(&most), "{most} Pa");
}

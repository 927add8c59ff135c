//! What must be true of crumpling.

use foley_catalogue::solids::Crumpling;
use foley_catalogue::solids::crackle::{Crack, Crackle, EnergyCracks, SPAN, mean_of_law};
use foley_catalogue::solids::crumpling::CrumplingPlayer;
use foley_sound::{Score, VoiceSpec, perform};

/// Many events of one law, as they come while the store is far from empty.
fn events(law: &Crackle, seed: u64, count: usize) -> Vec<Crack> {
    let mut crackles = EnergyCracks::new(seed);
    crackles.fill(1.0);
    let all = std::iter::from_fn(|| crackles.crack(law));
    all.take(count).collect()
}

/// The exponent of E^−γ between the smallest and the largest event that makes what was drawn most likely.
fn most_likely_exponent(energies: &[f64], smallest: f64) -> f64 {
    let mean = energies.iter().map(|e| (e / smallest).ln()).sum::<f64>() / energies.len() as f64;
    let span = SPAN.ln();
    // d/dγ of the likelihood: mean ln(E/E₀) = 1/a − span/(exp(a span) − 1) with a = γ − 1, which falls with
    // a.
    let expected = |a: f64| 1.0 / a - span / ((a * span).exp() - 1.0);
    let (mut low, mut high) = (1e-3, 5.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if expected(middle) > mean {
            low = middle;
        } else {
            high = middle;
        }
    }
    1.0 + 0.5 * (low + high)
}

#[test]
fn the_exponent_found_in_the_energies_is_the_one_that_was_set() {
    for exponent in [1.2, 1.3, 1.4, 1.5, 1.6, 1.9] {
        let law = Crackle { exponent, granularity: 1000.0, lasts: 8.0, ..Crackle::default() };
        let energies: Vec<f64> =
            (0..4).flat_map(|seed| events(&law, seed, 4000)).map(|crack| crack.energy).collect();
        let smallest = 1.0 / 8000.0 / mean_of_law(exponent);
        let found = most_likely_exponent(&energies, smallest);
        println!("{found:.3} for {exponent}");
        assert!((found - exponent).abs() < 0.05, "{found} of {} events, not {exponent}", energies.len());
    }
}

#[test]
fn energies_fill_three_decades() {
    let law = Crackle { granularity: 1000.0, lasts: 8.0, ..Crackle::default() };
    let energies: Vec<f64> = events(&law, 3, 5000).iter().map(|it| it.energy).collect();
    let low = energies.iter().copied().fold(f64::INFINITY, f64::min);
    let high = energies.iter().copied().fold(0.0, f64::max);
    // Of 5000 events by E^−1.4 about 13 lie in the last tenth of the last decade.
    let decades = (high / low).log10();
    assert!((2.9..=3.0).contains(&decades), "{decades} decades");
}

#[test]
fn the_energy_spent_is_the_energy_there_was() {
    let model = Crumpling::default();
    for seed in 0..200 {
        for energy in [1e-6, 3e-4, 0.7, 10.0] {
            let all = CrumplingPlayer::events(&model, seed, energy, usize::MAX);
            let spent: f64 = all.iter().map(|crack| crack.energy).sum();
            // One rounding for every event.
            let slack = all.len() as f64 * f64::EPSILON * energy;
            assert!((spent - energy).abs() <= slack, "{spent} J of {energy} J in {} events", all.len());
            assert!(all.iter().all(|crack| crack.energy > 0.0));
        }
    }
}

#[test]
fn it_lasts_about_as_long_as_was_said_with_as_many_events_as_were_said() {
    let model = Crumpling::default();
    let (mut count, mut seconds) = (0.0, 0.0);
    let runs = 400;
    for seed in 0..runs {
        let all = CrumplingPlayer::events(&model, seed, 0.01, usize::MAX);
        count += all.len() as f64 / runs as f64;
        seconds += all.iter().map(|crack| crack.wait).sum::<f64>() / runs as f64;
    }
    let expected = model.crackle.granularity * model.crackle.lasts;
    // The last event is cut short, so there is up to one mean largest event (a tenth of all) more or less.
    assert!((count / expected - 1.0).abs() < 0.1, "{count}, not {expected}");
    let lasts = model.crackle.lasts;
    assert!((seconds / lasts - 1.0).abs() < 0.1, "{seconds} s, not {lasts} s");
}

#[test]
fn waiting_times_without_regularity_are_those_of_chance() {
    let law = Crackle { regularity: 1.0, granularity: 1000.0, lasts: 8.0, ..Crackle::default() };
    let mut waits: Vec<f64> =
        (0..4).flat_map(|seed| events(&law, seed, 4000)).map(|crack| crack.wait * law.granularity).collect();
    waits.sort_by(f64::total_cmp);
    let n = waits.len() as f64;
    // Kolmogorov's distance to 1 − e^−t: above 1.63/√n once in a hundred times.
    let distance = waits.iter().enumerate().map(|(i, &wait)| {
        let chance = 1.0 - (-wait).exp();
        (chance - i as f64 / n).abs().max((chance - (i + 1) as f64 / n).abs())
    });
    let distance = distance.fold(0.0, f64::max) * n.sqrt();
    assert!(distance < 1.63, "{distance}");
}

#[test]
fn fragments_end_with_the_factors_that_were_set() {
    let model = Crumpling::default();
    assert_eq!(model.shrinking.factors(0.0), [1.0, 1.0, 1.0]);
    let [mass, frequency, decay] = model.shrinking.factors(1.0);
    let set = model.shrinking;
    for (end, set) in [(mass, set.mass), (frequency, set.frequency), (decay, set.decay)] {
        assert!((end - set).abs() < 1e-15, "{end}, not {set}");
    }
    // In between, straight lines.
    let [mass, ..] = model.shrinking.factors(0.25);
    assert!((mass - (0.75 + 0.25 * set.mass)).abs() < 1e-15, "{mass}");
    // And what is spent goes from 0 to nearly 1.
    let all = CrumplingPlayer::events(&model, 1, 1.0, usize::MAX);
    assert_eq!(all[0].spent, 0.0);
    assert!(all.windows(2).all(|pair| pair[0].spent < pair[1].spent));
    assert!(all.last().unwrap().spent > 0.7);
}

#[test]
fn every_crack_is_a_strike_with_just_its_energy() {
    // The ledger of the scene: what was put into it from outside is what the cracks brought, less what the
    // strikers still had.
    let mut model = Crumpling::default();
    model.crackle.granularity = 5.0;
    model.crackle.lasts = 8.0;
    model.crackle.regularity = 4.0;
    let energy = 0.01;
    let mut score = Score::default();
    score.gesture(0.0, "crumple", energy);
    let heard = perform(&model, &score, &VoiceSpec::new(48_000.0, 2), None, &mut |_| {}).unwrap();
    let (put, ledger) = (heard.ledger.control, heard.ledger);
    assert!(put > 0.5 * energy && put <= energy * (1.0 + 1e-9), "{put} J of {energy} J");
    assert!(ledger.numerical().abs() < 1e-12 * energy, "{}", ledger.numerical());
}

#[test]
fn the_sound_becomes_higher_as_the_fragments_become_smaller() {
    // Crossings of zero in the first and the last third.
    let mut model = Crumpling::default();
    model.shrinking.frequency = 3.0;
    model.crackle.granularity = 400.0;
    model.crackle.lasts = 3.0;
    let spec = VoiceSpec::new(48_000.0, 4);
    let heard = perform(&model, &Score::default(), &spec, None, &mut |_| {}).unwrap();
    let sound = &heard.sound()[0];
    let third = sound.len() / 3;
    let crossings = |part: &[f64]| {
        let signs = part.windows(2).filter(|pair| pair[0] * pair[1] < 0.0);
        signs.count() as f64
    };
    let ratio = crossings(&sound[2 * third..]) / crossings(&sound[..third]);
    // Linear from 1 to 3: 7/3 to 2/3 more, but for modes that pass out of hearing.
    assert!((1.2..3.0).contains(&ratio), "{ratio}");
}

//! Facts about crumpling.

use crate::support::heard::{perform_default, perform_score};
use foley_catalogue::solids::Crumpling;
use foley_catalogue::solids::crackle::{Crack, Crackle, EnergyCracks, SPAN, mean_of_law};
use foley_catalogue::solids::crumpling::CrumplingPlayer;
use foley_sound::Score;

/// Returns `count` events of one law, from a store that is far from empty.
fn events(law: &Crackle, seed: u64, count: usize) -> Vec<Crack> {
    let mut cracks = EnergyCracks::new(seed);
    cracks.fill(1.0);
    let all = std::iter::from_fn(|| cracks.crack(law));
    all.take(count).collect()
}

/// Maximum likelihood estimate of the exponent of the power law of event energies, between the smallest and
/// the largest event.
fn most_likely_exponent(energies: &[f64], smallest: f64) -> f64 {
    let mean = energies.iter().map(|e| (e / smallest).ln()).sum::<f64>() / energies.len() as f64;
    let span = SPAN.ln();
    // Likelihood equation: mean ln(E/E₀) = 1/a − span/(exp(a span) − 1) with a = γ − 1, which falls with a.
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
fn the_energies_have_the_declared_exponent() {
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
fn energies_span_three_decades() {
    let law = Crackle { granularity: 1000.0, lasts: 8.0, ..Crackle::default() };
    let energies: Vec<f64> = events(&law, 3, 5000).iter().map(|crack| crack.energy).collect();
    let low = energies.iter().copied().fold(f64::INFINITY, f64::min);
    let high = energies.iter().copied().fold(0.0, f64::max);
    // About 13 of 5000 events by E^−1.4 lie in the last tenth of the last decade.
    let decades = (high / low).log10();
    assert!((2.9..=3.0).contains(&decades), "{decades} decades");
}

#[test]
fn all_energy_is_released() {
    let model = Crumpling::default();
    for seed in 0..200 {
        for energy in [1e-6, 3e-4, 0.7, 10.0] {
            let all = CrumplingPlayer::events(&model, seed, energy, usize::MAX);
            let spent: f64 = all.iter().map(|crack| crack.energy).sum();
            // One rounding per event.
            let slack = all.len() as f64 * f64::EPSILON * energy;
            assert!((spent - energy).abs() <= slack, "{spent} J of {energy} J in {} events", all.len());
            assert!(all.iter().all(|crack| crack.energy > 0.0));
        }
    }
}

#[test]
fn duration_and_number_of_events_match_the_parameters() {
    let model = Crumpling::default();
    let (mut count, mut seconds) = (0.0, 0.0);
    let runs = 400;
    for seed in 0..runs {
        let all = CrumplingPlayer::events(&model, seed, 0.01, usize::MAX);
        count += all.len() as f64 / runs as f64;
        seconds += all.iter().map(|crack| crack.wait).sum::<f64>() / runs as f64;
    }
    let expected = model.crackle.granularity * model.crackle.lasts;
    // The last event is cut short, which adds or removes up to one mean largest event, a tenth of the
    // total.
    assert!((count / expected - 1.0).abs() < 0.1, "{count}, not {expected}");
    let duration = model.crackle.lasts;
    assert!((seconds / duration - 1.0).abs() < 0.1, "{seconds} s, not {duration} s");
}

#[test]
fn waiting_times_with_regularity_one_are_exponential() {
    let law = Crackle { regularity: 1.0, granularity: 1000.0, lasts: 8.0, ..Crackle::default() };
    let mut waits: Vec<f64> =
        (0..4).flat_map(|seed| events(&law, seed, 4000)).map(|crack| crack.wait * law.granularity).collect();
    waits.sort_by(f64::total_cmp);
    let n = waits.len() as f64;
    // Kolmogorov's distance to 1 − e^−t exceeds 1.63/√n in one of a hundred cases.
    let distance = waits.iter().enumerate().map(|(i, &wait)| {
        let chance = 1.0 - (-wait).exp();
        (chance - i as f64 / n).abs().max((chance - (i + 1) as f64 / n).abs())
    });
    let distance = distance.fold(0.0, f64::max) * n.sqrt();
    assert!(distance < 1.63, "{distance}");
}

#[test]
fn fragments_end_with_the_declared_factors() {
    let model = Crumpling::default();
    assert_eq!(model.shrinking.factors(0.0), [1.0, 1.0, 1.0]);
    let [mass, frequency, decay] = model.shrinking.factors(1.0);
    let set = model.shrinking;
    for (end, set) in [(mass, set.mass), (frequency, set.frequency), (decay, set.decay)] {
        assert!((end - set).abs() < 1e-15, "{end}, not {set}");
    }
    // Linear in between.
    let [mass, ..] = model.shrinking.factors(0.25);
    assert!((mass - (0.75 + 0.25 * set.mass)).abs() < 1e-15, "{mass}");
    // The released fraction goes from 0 to nearly 1.
    let all = CrumplingPlayer::events(&model, 1, 1.0, usize::MAX);
    assert_eq!(all[0].spent, 0.0);
    assert!(all.windows(2).all(|pair| pair[0].spent < pair[1].spent));
    assert!(all.last().unwrap().spent > 0.7);
}

#[test]
fn every_crack_is_a_strike_with_exactly_its_energy() {
    // The energy put into the scene is that of the cracks, less the energy that reused strikers still had.
    let mut model = Crumpling::default();
    model.crackle.granularity = 5.0;
    model.crackle.lasts = 8.0;
    model.crackle.regularity = 4.0;
    let energy = 0.01;
    let mut score = Score::default();
    score.gesture(0.0, "crumple", energy);
    let heard = perform_score(&model, &score, None, 2);
    let (put, ledger) = (heard.ledger.control, heard.ledger);
    assert!(put > 0.5 * energy && put <= energy * (1.0 + 1e-9), "{put} J of {energy} J");
    assert!(ledger.numerical().abs() < 1e-12 * energy, "{}", ledger.numerical());
}

#[test]
fn the_pitch_rises_as_fragments_shrink() {
    // Zero crossings in the first and the last third.
    let mut model = Crumpling::default();
    model.shrinking.frequency = 3.0;
    model.crackle.granularity = 400.0;
    model.crackle.lasts = 3.0;
    let heard = perform_default(&model, None, 4);
    let sound = &heard.sound()[0];
    let third = sound.len() / 3;
    let crossings = |part: &[f64]| {
        let signs = part.windows(2).filter(|pair| pair[0] * pair[1] < 0.0);
        signs.count() as f64
    };
    let ratio = crossings(&sound[2 * third..]) / crossings(&sound[..third]);
    // The frequency factor rises linearly from 1 to 3: its mean doubles from the first third to the last,
    // except for modes that become inaudible.
    assert!((1.2..3.0).contains(&ratio), "{ratio}");
}

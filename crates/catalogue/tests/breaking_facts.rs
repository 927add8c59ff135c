//! What is known of something that breaks: ever less often, ever fainter, and higher the smaller the piece.

#[path = "support/heard.rs"]
mod heard;

use foley_catalogue::solids::Breaking;
use foley_sound::Performance;
use heard::{RATE, centroid, loudness, played, touches, trend};

/// When something hits a piece \[s\], of so many pieces.
fn onsets(heard: &Performance, pieces: usize) -> Vec<f64> {
    let mut all: Vec<f64> = (1..=pieces)
        .flat_map(|piece| touches(heard.measured(&format!("force-{piece}")).unwrap()))
        .map(|(from, _)| from as f64 / RATE)
        .collect();
    all.sort_by(f64::total_cmp);
    all
}

/// Logarithms of the intervals between hits that are no two of one clash.
fn intervals(onsets: &[f64]) -> Vec<f64> {
    let gaps = onsets.windows(2).map(|two| two[1] - two[0]);
    gaps.filter(|&gap| gap > 2e-4).map(libm::log).collect()
}

#[test]
fn what_breaks_hits_ever_less_often_and_what_bounces_ever_more() {
    let broken = Breaking::default();
    let (mut first, mut last) = (0.0, 0.0);
    for seed in 1..=10 {
        let heard = played(&broken, "break", 3.0, None, seed);
        let logs = intervals(&onsets(&heard, 9));
        assert!(trend(&logs) > 0.0, "seed {seed}: intervals change by {} per hit", trend(&logs).exp());
        let third = logs.len() / 3;
        first += logs[..third].iter().sum::<f64>() / third as f64 / 10.0;
        last += logs[logs.len() - third..].iter().sum::<f64>() / third as f64 / 10.0;
    }
    let growth = libm::exp(last - first);
    assert!(growth > 2.0, "the last third of the intervals is only {growth} times the first");
    println!("breaking: the last third of the intervals is {growth} times the first");

    let mut one = Breaking::default();
    one.pieces.count = 1;
    one.course.initial_interval = 0.2;
    for (deceleration, scatter) in [(0.8, 0.0), (0.8, 0.3), (1.2, 0.0), (1.2, 0.3)] {
        one.course.deceleration = deceleration;
        one.course.scatter = scatter;
        one.course.rebound = 0.7;
        let heard = played(&one, "break", 3.0, None, 1);
        // A piece may touch more than once as it hits.
        let mut hits = onsets(&heard, 1);
        hits.dedup_by(|next, before| *next - *before < 5e-3);
        let found = trend(&intervals(&hits));
        let expected = libm::log(deceleration);
        // Hits begin with a sample: of intervals that end with 10 ms that is 0.2 %; chance adds its scatter
        // over some fifteen hits.
        let off = if scatter == 0.0 { 0.01 } else { 0.08 };
        if deceleration < 1.0 {
            assert!(
                (found - expected).abs() < off,
                "one piece, d = {deceleration}, ρ = {scatter}: ln of the factor is {found}, not {expected}"
            );
        } else {
            assert!(found > 0.0, "one piece, d = {deceleration}, ρ = {scatter}: {found}");
        }
    }
}

#[test]
fn it_grows_fainter_and_ends() {
    let sound = Breaking::default();
    for seed in 1..=5 {
        let heard = played(&sound, "break", 3.0, None, seed);
        let row = &heard.sound()[0];
        let quarter = row.len() / 4;
        let parts: Vec<f64> = row.chunks_exact(quarter).map(loudness).collect();
        assert!(parts.windows(2).take(3).all(|two| two[1] < two[0]), "seed {seed}, quarters: {parts:?}");
        let seconds = row.len() as f64 / RATE;
        assert!(seconds > 0.3 && seconds < 6.0, "seed {seed}: over after {seconds} s");
        let ledger = heard.ledger;
        let put_in = ledger.control + ledger.work;
        assert!(ledger.numerical().abs() < 1e-6 * put_in, "{} J of {put_in} J", ledger.numerical());
        assert!(ledger.total() < put_in, "{ledger:?}");
        assert_eq!(heard.recoveries, 0);
    }
}

#[test]
fn faster_blows_are_louder_and_smaller_things_brighter() {
    let at = |speed: f64| loudness(&played(&Breaking::default(), "break", speed, Some(1.0), 1).sound()[0]);
    let levels: Vec<f64> = [0.5, 1.0, 3.0, 10.0].map(at).to_vec();
    assert!(levels.windows(2).all(|two| two[0] < two[1]), "{levels:?}");
    let of = |size: f64| {
        let mut sound = Breaking::default();
        sound.whole.size = size;
        let heard = played(&sound, "break", 3.0, None, 1);
        centroid(&heard.sound()[0])
    };
    let centres: Vec<f64> = [0.8, 0.4, 0.2].map(of).to_vec();
    assert!(centres.windows(2).all(|two| two[0] < two[1]), "{centres:?} Hz");
}

#[test]
fn the_same_seed_breaks_the_same_way_and_another_another() {
    let sound = Breaking::default();
    let [one, same, other] = [1, 1, 2].map(|seed| onsets(&played(&sound, "break", 3.0, Some(1.0), seed), 9));
    assert_eq!(one, same);
    assert_ne!(one, other);
}

//! Facts about breaking: hits become rarer and fainter, and smaller pieces sound higher.

use crate::support::heard::{RATE, centroid, played, rms, touches, trend};
use foley_catalogue::solids::Breaking;
use foley_dsp::analysis::Descriptors;
use foley_sound::Performance;

/// Times of all hits on `pieces` pieces \[s\].
fn onsets(heard: &Performance, pieces: usize) -> Vec<f64> {
    let mut all: Vec<f64> = (1..=pieces)
        .flat_map(|piece| touches(heard.measured(&format!("force-{piece}")).unwrap()))
        .map(|(from, _)| from as f64 / RATE)
        .collect();
    all.sort_by(f64::total_cmp);
    all
}

/// Logarithms of the intervals between hits, without intervals below 0.2 ms: in a collision two pieces are
/// hit at once.
fn intervals(onsets: &[f64]) -> Vec<f64> {
    let gaps = onsets.windows(2).map(|pair| pair[1] - pair[0]);
    gaps.filter(|&gap| gap > 2e-4).map(libm::log).collect()
}

/// Returns the model without sliding pieces.
fn hits_only(mut model: Breaking) -> Breaking {
    model.course.slide = 0.0;
    model
}

#[test]
fn intervals_grow_when_breaking_and_shrink_when_bouncing() {
    // Sliding pieces catch ever more slowly too, but start anew with fast catches.
    let mut broken = hits_only(Breaking::default());
    broken.pieces.count = 9;
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

    let mut single = hits_only(Breaking::default());
    (single.whole.size, single.whole.thickness) = (0.2, 0.0025);
    single.pieces.count = 1;
    single.course.maximum_interval = 2.0;
    for (deceleration, scatter) in [(0.8, 0.0), (0.8, 0.3), (1.2, 0.0), (1.2, 0.3)] {
        single.course.deceleration = deceleration;
        single.course.initial_interval = if deceleration < 1.0 { 0.2 } else { 0.05 };
        single.course.scatter = scatter;
        single.course.rebound = 0.7;
        let heard = played(&single, "break", 3.0, None, 1);
        // A piece may touch several times per hit.
        let mut hits = onsets(&heard, 1);
        hits.dedup_by(|next, before| *next - *before < 5e-3);
        let found = trend(&intervals(&hits));
        let expected = libm::log(deceleration);
        // Hits are timed to a sample: 0.2 % of the final intervals of 10 ms. Random scatter adds to it over
        // about fifteen hits.
        let off = if scatter == 0.0 { 0.01 } else { 0.08 };
        assert!(
            (found - expected).abs() < off,
            "one piece, d = {deceleration}, ρ = {scatter}: ln of the factor is {found}, not {expected}"
        );
    }
}

#[test]
fn the_sound_grows_fainter_and_ends() {
    let sound = hits_only(Breaking::default());
    for seed in 1..=5 {
        let heard = played(&sound, "break", 3.0, None, seed);
        let row = &heard.sound()[0];
        let quarter = row.len() / 4;
        let parts: Vec<f64> = row.chunks_exact(quarter).map(rms).collect();
        assert!(parts.windows(2).take(3).all(|pair| pair[1] < pair[0]), "seed {seed}, quarters: {parts:?}");
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
fn a_faster_blow_is_louder_and_a_smaller_body_brighter() {
    let at = |speed: f64| rms(&played(&Breaking::default(), "break", speed, Some(1.0), 1).sound()[0]);
    let levels: Vec<f64> = [0.5, 1.0, 3.0, 10.0].map(at).to_vec();
    assert!(levels.windows(2).all(|pair| pair[0] < pair[1]), "{levels:?}");
    let of = |size: f64| {
        let mut sound = Breaking::default();
        sound.whole.size = size;
        let heard = played(&sound, "break", 3.0, None, 1);
        centroid(&heard.sound()[0])
    };
    let centres: Vec<f64> = [0.8, 0.4, 0.2].map(of).to_vec();
    assert!(centres.windows(2).all(|pair| pair[0] < pair[1]), "{centres:?} Hz");
}

#[test]
fn equal_seeds_repeat_the_hits_and_other_seeds_change_them() {
    let sound = Breaking::default();
    let [first, repeated, other] =
        [1, 1, 2].map(|seed| onsets(&played(&sound, "break", 3.0, Some(1.0), seed), 9));
    assert_eq!(first, repeated);
    assert_ne!(first, other);
}

#[test]
fn a_pane_is_dense_and_short() {
    let (mut lines, mut fall) = (0.0, 0.0);
    for seed in 1..=5 {
        let heard = played(&Breaking::default(), "break", 3.0, None, seed);
        let found = Descriptors::of(&heard.sound()[0], RATE).unwrap();
        let value = |name| {
            let list = found.list();
            list.iter().find(|descriptor| descriptor.name == name).and_then(|descriptor| descriptor.value)
        };
        lines += value("lines").unwrap() / 5.0;
        fall += value("t20_s").unwrap() / 5.0;
    }
    println!("{lines:.0} lines, −20 dB after {fall:.2} s");
    // Real breaking glass has 106 to 663 lines and falls by 20 dB within 0.26 s (median).
    assert!(lines > 150.0, "{lines} lines");
    assert!(fall < 0.3, "{fall} s");
}

#[test]
fn two_hundred_pieces_share_sixteen_bodies() {
    let mut model = Breaking::default();
    model.pieces.count = 200;
    let heard = played(&model, "break", 3.0, None, 1);
    assert!(heard.measured("force-16").is_some() && heard.measured("force-17").is_none());
    let hits = |body: usize| touches(heard.measured(&format!("force-{body}")).unwrap()).len();
    let all: Vec<usize> = (1..=16).map(hits).collect();
    // Each piece tears loose, lands and hops several times.
    assert!(all.iter().sum::<usize>() > 600, "{all:?}");
    assert!(all.iter().all(|&hits| hits > 0), "{all:?}");
    // There are many more small pieces than large ones.
    let (large, small) = (all[..8].iter().sum::<usize>(), all[8..].iter().sum::<usize>());
    assert!(small > 3 * large, "{large} hits on the larger half of the bodies, {small} on the smaller");
    assert_eq!(heard.recoveries, 0);
}

#[test]
fn sliding_pieces_are_heard_for_the_time_that_friction_gives_them() {
    let ends = [0.0, 0.1, 0.4].map(|slide| {
        let mut model = Breaking::default();
        model.course.slide = slide;
        model.pieces.count = 1;
        onsets(&played(&model, "break", 3.0, None, 1), 1).last().copied().unwrap()
    });
    let [short, long] = [ends[1] - ends[0], ends[2] - ends[0]];
    // The duration √(2L/μg) of a slide grows as the root of its length, except for the last 3 mm.
    assert!(short > 0.0 && (long / short - 2.0).abs() < 0.4, "{short} s and {long} s");
}

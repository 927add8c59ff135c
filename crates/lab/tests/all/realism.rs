//! Comparison with recordings of real sounds: reference, sides, medians and drawing.

use foley_lab::realism::{CONTROLLED_KINDS, RealSounds, Side, TIME_DESCRIPTORS, TimeStructure};
use foley_lab::realism::{draw_realism, median_inside, medians_by_kind};

/// Descriptors that every kind of the reference has.
const DESCRIPTORS: [&str; 11] = [
    "centroid_hz",
    "below_200_db",
    "above_4k_db",
    "above_8k_db",
    "slope_db_per_octave",
    "lines",
    "nine_strongest",
    "t20_s",
    "p95_to_p10_db",
    "onsets_per_s",
    "onset_centroid_spread_octaves",
];

#[test]
fn the_percentiles_of_every_kind_are_complete_and_ordered() {
    let real = RealSounds::load();
    assert_eq!(real.kinds().count(), 27);
    for kind in real.kinds() {
        for name in DESCRIPTORS.into_iter().chain(["seconds"]) {
            let range = real.percentiles(kind, name).unwrap_or_else(|| panic!("{kind} has no {name}"));
            assert!(range.low <= range.median && range.median <= range.high, "{kind}, {name}: {range:?}");
        }
    }
}

#[test]
fn the_median_recording_is_inside_and_an_absent_number_is_outside() {
    let real = RealSounds::load();
    let range = |name: &str| real.percentiles("footsteps", name).unwrap();
    let all = real.compare("median", "footsteps", DESCRIPTORS.map(|name| (name, Some(range(name).median))));
    assert_eq!(all.unwrap().inside(), 11);
    let sides = [Some(range("lines").low), Some(range("lines").low - 1.0), Some(f64::NAN), None, Some(1e9)];
    let sides = sides.map(|value| range("lines").side(value));
    assert_eq!(sides, [Side::Inside, Side::Below, Side::Absent, Side::Absent, Side::Above]);
    assert!(real.compare("x", "no such kind", [("lines", None)]).is_none());
    assert!(real.compare("x", "footsteps", [("no such descriptor", None)]).is_none());
}

#[test]
fn medians_are_by_kind_and_the_drawing_has_a_mark_per_number() {
    let real = RealSounds::load();
    let sound = |name: &str, kind: &str, inside: usize| {
        let value = |(n, descriptor): (usize, &'static str)| {
            let median = real.percentiles(kind, descriptor).unwrap().median;
            (descriptor, (n < inside).then_some(median))
        };
        real.compare(name, kind, DESCRIPTORS.into_iter().enumerate().map(value)).unwrap()
    };
    let all = [sound("a", "rain", 3), sound("b & <c>", "rain", 6), sound("d", "wind", 8)];
    assert_eq!(median_inside(&all), Some(6.0));
    assert_eq!(median_inside([]), None);
    assert_eq!(medians_by_kind(&all), [("rain", 2, 4.5), ("wind", 1, 8.0)]);
    let svg = draw_realism(&all);
    assert_eq!(svg.matches("class=\"in\"").count(), 17);
    assert_eq!(svg.matches("class=\"none\"").count(), 33 - 17);
    assert!(svg.contains("b &amp; &lt;c&gt; (rain)"), "{svg}");
    assert_eq!(all[0].to_json()["descriptors"][10]["side"], "absent");
}

#[test]
fn noise_must_be_two_descriptors_of_time_behind() {
    let real = RealSounds::load();
    for kind in CONTROLLED_KINDS {
        // A sound with all descriptors inside, except the first `absent` of those of time.
        let sound = |absent: usize| {
            let value = |name: &'static str| {
                let left_out = TIME_DESCRIPTORS.iter().take(absent).any(|other| *other == name);
                (name, (!left_out).then(|| real.percentiles(kind, name).unwrap().median))
            };
            real.compare("x", kind, DESCRIPTORS.map(value)).unwrap()
        };
        assert_eq!(sound(0).inside_of(&TIME_DESCRIPTORS), 4, "{kind}");
        let lead = |absent, noise_absent| TimeStructure::of(&sound(absent), &sound(noise_absent)).is_real();
        assert!(lead(0, 2) && lead(1, 4) && lead(2, 4), "{kind}");
        assert!(!lead(0, 1) && !lead(3, 4) && !lead(2, 2) && !lead(4, 0), "{kind}");
    }
}

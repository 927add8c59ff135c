//! Formats the measurements as a table and as JSON.

use super::Timed;
use crate::text::{aligned, wrapped};
use foley_lab::speed::{PEAK, RATE, Subject};
use serde_json::{Value, json};

/// One line of the table of measurements.
struct Row {
    subject: Subject,
    /// Shortest time per unit of the subject \[ns\].
    nanoseconds: f64,
    /// Measured time divided by the time of the subject's minimum arithmetic \[1\]; `None` if the minimum is
    /// unknown.
    floors: Option<f64>,
    /// Number of voices that one core can play at the same time; `None` if the subject is not a voice.
    voices: Option<f64>,
}

fn rows(timed: &[Timed]) -> Vec<Row> {
    let peak = timed.iter().find(|(subject, _)| subject.name == PEAK).map(|(subject, ns)| ns / subject.units);
    let row = |&(subject, ns): &Timed| {
        let nanoseconds = ns / subject.units;
        let floor = subject.floor.zip(peak).map(|(slots, peak)| slots * peak);
        Row {
            subject,
            nanoseconds,
            floors: floor.map(|floor| nanoseconds / floor),
            voices: (subject.voice_samples > 0.0).then(|| subject.voice_samples / (ns * 1e-9 * RATE)),
        }
    };
    timed.iter().map(row).collect()
}

/// Formats a number with three significant digits.
fn short(value: f64) -> String {
    let decimals = (2.0 - value.abs().log10().floor()).clamp(0.0, 4.0);
    format!("{value:.*}", decimals as usize)
}

pub(super) fn table(timed: &[Timed]) -> String {
    let head = ["subject", "ns", "per", "x floor", "voices per core", ""];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    for row in rows(timed) {
        let or_none = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
        lines.push(vec![
            row.subject.name.to_owned(),
            short(row.nanoseconds),
            row.subject.unit.to_owned(),
            or_none(row.floors.map(short)),
            or_none(row.voices.map(|voices| format!("{voices:.0}"))),
            row.subject.description.to_owned(),
        ]);
    }
    let about = format!(
        "Times are the shortest of all rounds. The floor is the time of the minimum number of multiplications: 2 per mode and sample for \
         ringing, 10 in contact, each at the time of one lane of `{PEAK}`. Voices per core are at {RATE} Hz, with nothing else on the core."
    );
    format!("{}\n{}\n", aligned(&lines), wrapped(&about))
}

pub(super) fn json(timed: &[Timed]) -> Value {
    let row = |row: Row| {
        json!({
            "name": row.subject.name,
            "what": row.subject.description,
            "nanoseconds": row.nanoseconds,
            "unit": row.subject.unit,
            "floor_multiplications": row.subject.floor,
            "times_floor": row.floors,
            "voices_per_core": row.voices,
        })
    };
    let subjects: Vec<_> = rows(timed).into_iter().map(row).collect();
    json!({ "rate": RATE, "subjects": subjects })
}

#[cfg(test)]
mod tests {
    use super::*;
    use foley_lab::speed::SUBJECTS;

    #[test]
    fn the_floor_is_in_multiples_of_the_peak() {
        let timed: Vec<Timed> = SUBJECTS.iter().map(|&subject| (subject, subject.units)).collect();
        for row in rows(&timed) {
            // In this test every subject takes 1 ns per unit, also the multiply-add of the reference.
            let expected = row.subject.floor.map(|slots| 1.0 / slots);
            assert_eq!(row.floors, expected, "{}", row.subject.name);
        }
    }

    #[test]
    fn a_core_plays_as_many_voices_as_fit_into_a_sample() {
        let ring = SUBJECTS.iter().find(|subject| subject.name == "ring-64");
        let subject = *ring.unwrap();
        // In this test a block of 64 samples takes a tenth of its duration.
        let timed = [(subject, 1e9 * 6.4 / RATE)];
        let voices = rows(&timed)[0].voices.unwrap();
        assert!((voices - 10.0).abs() < 1e-9, "{voices}");
    }

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(short(0.03856), "0.0386");
        assert_eq!(short(1234.6), "1235");
        assert_eq!(short(1.234), "1.23");
    }
}

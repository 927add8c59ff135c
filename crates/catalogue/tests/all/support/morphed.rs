//! Checks of the sound while the presets of a model morph into each other.

use foley_catalogue::preset::palette;
use foley_sound::{Aspects, Morph, Score, VoiceSpec, perform_morph};

const RATE: f64 = 48_000.0;

/// Largest sample, and largest step from one to the next \[Pa\].
fn sizes(row: &[f64]) -> [f64; 2] {
    let peak = row.iter().fold(0.0_f64, |most, p| most.max(p.abs()));
    let steps = row.windows(2).map(|pair| (pair[1] - pair[0]).abs());
    [peak, steps.fold(0.0, f64::max)]
}

/// Morphs every preset of a model to the next and to the one after, within a second and with the same
/// score. No sample may exceed `most[0]` times the largest sample of five fixed positions between the ends,
/// and no step between samples `most[1]` times theirs.
pub(crate) fn nothing_jumps(model: &str, score: &Score, most: [f64; 2]) {
    let presets: Vec<_> = palette().iter().filter(|preset| preset.model() == model).collect();
    let count = presets.len();
    let mut faults = String::new();
    for n in 0..count {
        for further in [1, 2] {
            let ends = [presets[n], presets[(n + further) % count]];
            let sounds = ends.iter().map(|preset| preset.sound.duplicate()).collect();
            let morph = Morph::new(sounds).unwrap();
            let heard = |path: &[(f64, Vec<f64>)]| {
                let spec = VoiceSpec::new(RATE, 1);
                let played = perform_morph(&morph, path, Aspects::ALL, score, &spec, Some(2.5));
                sizes(&played.unwrap().rows[0])
            };
            // A sound between two ends may be louder than either, as big cylinders with a short pipe.
            let stations =
                [0.0, 0.25, 0.5, 0.75, 1.0].map(|weight| heard(&[(0.0, vec![1.0 - weight, weight])]));
            let moving = heard(&[(0.8, vec![1.0, 0.0]), (1.8, vec![0.0, 1.0])]);
            let part =
                |k: usize| moving[k] / stations.iter().fold(0.0_f64, |most, station| most.max(station[k]));
            let line = format!(
                "{} to {}: {:.2} times the sample, {:.2} times the step\n",
                ends[0].name,
                ends[1].name,
                part(0),
                part(1)
            );
            print!("{line}");
            if part(0) > most[0] || part(1) > most[1] {
                faults += &line;
            }
        }
    }
    assert!(count > 1 && faults.is_empty(), "{faults}");
}

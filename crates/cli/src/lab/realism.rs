//! `foley lab realism`: presets beside recordings of the kind of real sound that they imitate.
//!
//! Each preset with the field `like` is played at 44.1 kHz with seed 1, to its end. A struck preset with
//! fewer than four gestures is struck again until there are four: the spread of the onsets needs three, and
//! the strike at the very beginning of a sound is no rise of power between two frames, so it is not counted.
//!
//! For the kinds with structure in time the table has a control: noise with the preset's own long-time
//! spectrum ([`spectral_noise`]) must have at least two descriptors of time fewer inside.

use super::sheet;
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::text::{aligned, counted};
use foley_catalogue::nearest_sounds;
use foley_catalogue::preset::{KINDS, Preset, palette};
use foley_dsp::analysis::{DESCRIPTOR_RATE, Descriptors, spectral_noise};
use foley_lab::realism::{CONTROLLED_KINDS, Comparison, RealSounds, Side, TIME_DESCRIPTORS, TimeStructure};
use foley_lab::realism::{draw_realism, median_inside, medians_by_kind};
use foley_params::words::{did_you_mean, excerpt, nearest};
use foley_render::{AtomicFile, create_folder};
use foley_sound::{Performance, Score, ScoreEvent, ScoreEventKind, VoiceSpec, perform};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::Path;

/// Seed of the random numbers of every preset in the comparison, unless another is given.
pub(super) const SEED: u64 = 1;
/// Minimum number of gestures with which a struck preset is measured; its gestures are repeated if it has
/// fewer.
const MIN_GESTURES: usize = 4;
/// Time between two strikes of a preset with one gesture \[s\].
const INTERVAL: f64 = 0.5;
/// Models whose gesture is a single short event; their presets count as struck.
const STRUCK: [&str; 3] = ["impact", "linear-impact", "soft-impact"];

/// Compares the built-in presets that name a kind of real sound, writes the drawing into the folder `dir` and
/// returns the text to print. `only` has kinds, families, models or presets; all presets if it is empty.
pub(super) fn run(dir: &Path, only: &[&str], seed: u64, as_json: bool) -> Result<String, Failure> {
    let named = select(only)?;
    create_folder(dir)?;
    let all = compare_all(&named, seed)?;
    let file = dir.join("realism.svg");
    AtomicFile::write_text(&file, &draw_realism(&all))?;
    if as_json { output::json(&document(&all, seed, &file)) } else { Ok(page(&all, &file)) }
}

/// Returns the presets with a kind of real sound that `only` names, in their order.
fn select(only: &[&str]) -> Result<Vec<&'static Preset>, Failure> {
    let is_named = |preset: &Preset, name: &str| preset.like == Some(name) || sheet::is_named(preset, name);
    let mut presets: Vec<&'static Preset> = palette().iter().filter(|preset| preset.like.is_some()).collect();
    for name in only {
        if !presets.iter().any(|preset| is_named(preset, name)) {
            let mut near: Vec<String> = nearest(name, &KINDS).into_iter().map(str::to_owned).collect();
            near.extend(nearest_sounds(name, &[]));
            return Err(Failure::input(format!(
                "no built-in preset with a kind of real sound is named by `{}`{} Allowed are kinds, families, models and \
                 presets; the kinds are {}.",
                excerpt(name),
                did_you_mean(&near),
                KINDS.join(", "),
            )));
        }
    }
    presets.retain(|preset| only.is_empty() || only.iter().any(|name| is_named(preset, name)));
    Ok(presets)
}

/// Compares presets on all cores, in their order. Shows progress on the error stream.
fn compare_all(presets: &[&'static Preset], seed: u64) -> Result<Vec<Comparison>, Failure> {
    let real = RealSounds::load();
    let progress = Progress::new(presets.len());
    let compared = presets.par_iter().map(|preset| {
        let compared = compare(preset, &real, seed);
        progress.done(&preset.name);
        compared
    });
    let compared = compared.collect();
    progress.finish();
    compared
}

/// Plays a preset and compares it with the recordings of its kind; of the kinds with structure in time also
/// with noise of its spectrum.
pub(super) fn compare(preset: &Preset, real: &RealSounds, seed: u64) -> Result<Comparison, Failure> {
    let fail = |why: &str| Failure::input(format!("`{}` cannot be compared: {why}.", preset.name));
    let spec = VoiceSpec::new(DESCRIPTOR_RATE, seed);
    let played = perform(&*preset.sound, &repeated(preset), &spec, None, &mut |_| ())
        .map_err(|why| fail(&why.to_string()))?;
    let kind = preset.like.unwrap_or_default();
    let measure = |samples: &[f64]| {
        let measured = Descriptors::of(samples, DESCRIPTOR_RATE).ok_or_else(|| fail("it is silent"))?;
        let descriptors = measured.list();
        let descriptors = descriptors.iter().map(|descriptor| (descriptor.name, descriptor.value));
        let compared = real.compare(&preset.slug(), kind, descriptors);
        compared.ok_or_else(|| fail(&format!("there are no recordings of `{kind}`")))
    };
    let samples = mono(&played);
    let mut compared = measure(&samples)?;
    if CONTROLLED_KINDS.contains(&kind) {
        let noise = measure(&spectral_noise(&samples, seed))?;
        compared.time_structure = Some(TimeStructure::of(&compared, &noise));
    }
    Ok(compared)
}

/// Returns the mean of the channels of a sound.
pub(super) fn mono(played: &Performance) -> Vec<f64> {
    let channels = played.sound();
    (0..channels.first().map_or(0, Vec::len))
        .map(|n| channels.iter().map(|channel| channel[n]).sum::<f64>() / channels.len() as f64)
        .collect()
}

/// Returns the score of a preset. The gestures of a struck preset are repeated until there are four, in their
/// own rhythm, or every half second if there is only one.
fn repeated(preset: &Preset) -> Score {
    let mut score = preset.score.clone();
    if !STRUCK.contains(&preset.model()) {
        return score;
    }
    let is_gesture = |event: &&ScoreEvent| matches!(event.kind, ScoreEventKind::Gesture { .. });
    if score.events.iter().filter(is_gesture).count() == 0 {
        for (at, gesture, value) in preset.sound.default_gestures() {
            let name = preset.sound.gestures().get(gesture).map_or("", |info| info.id);
            score.gesture(at, name, value);
        }
    }
    let mut gestures: Vec<_> = score.events.iter().filter(is_gesture).cloned().collect();
    gestures.sort_by(|a, b| a.at.total_cmp(&b.at));
    let (Some(first), Some(last)) = (gestures.first(), gestures.last()) else {
        return score;
    };
    let gaps = gestures.len() - 1;
    let interval = if gaps > 0 { (last.at - first.at) / gaps as f64 } else { INTERVAL };
    let cycle = last.at - first.at + interval;
    for n in gestures.len()..MIN_GESTURES {
        let again = &gestures[n % gestures.len()];
        let at = again.at + cycle * (n / gestures.len()) as f64;
        score.events.push(ScoreEvent { at, kind: again.kind.clone() });
    }
    score
}

/// Returns the comparisons and medians as JSON. `file` is the path of the drawing.
fn document(all: &[Comparison], seed: u64, file: &Path) -> Value {
    let medians = medians_by_kind(all).into_iter();
    let medians = medians
        .map(|(kind, presets, median)| json!({ "kind": kind, "presets": presets, "median_inside": median }));
    json!({
        "rate": DESCRIPTOR_RATE,
        "seed": seed,
        "descriptors": Descriptors::COUNT,
        "presets": all.iter().map(Comparison::to_json).collect::<Vec<_>>(),
        "kinds": medians.collect::<Vec<_>>(),
        "median_inside": median_inside(all),
        "figure": file.to_string_lossy(),
    })
}

/// Returns the comparisons and medians as text. `file` is the path of the drawing.
fn page(all: &[Comparison], file: &Path) -> String {
    let mut rows = vec![
        ["preset", "kind", "inside", "time", "outside (< below, > above, ? absent)"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for one in all {
        let outside = one.descriptors.iter().filter(|descriptor| descriptor.side != Side::Inside);
        let outside: Vec<_> = outside.map(|one| format!("{} {}", one.name, one.side.sign())).collect();
        let inside = format!("{} of {}", one.inside(), one.descriptors.len());
        let time = one.time_structure.map_or_else(String::new, |time| {
            let mark = if time.is_real() { "" } else { " !" };
            format!("{}:{}{mark}", time.inside, time.noise_inside)
        });
        rows.push(vec![one.sound.clone(), one.kind.clone(), inside, time, outside.join(", ")]);
    }
    let mut medians = vec![["kind", "presets", "median inside"].map(str::to_owned).to_vec()];
    for (kind, presets, median) in medians_by_kind(all) {
        medians.push(vec![kind.to_owned(), presets.to_string(), median.to_string()]);
    }
    format!(
        "Number of descriptors of each preset that lie in the middle 80 % of 40 recordings of the same kind of sound\n\n{}\n\
         time: of {}, the number inside; after the colon that of noise\n\
         with the preset's spectrum, which must be smaller by {} (if not: !)\n\n{}\n\
         Median over {}: {} of {} descriptors lie inside.\nThe drawing is in {}.\n",
        aligned(&rows),
        TIME_DESCRIPTORS.join(", "),
        TimeStructure::MIN_LEAD,
        aligned(&medians),
        counted(all.len(), "preset"),
        median_inside(all).unwrap_or(0.0),
        Descriptors::COUNT,
        file.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use foley_catalogue::preset::{KINDS, by_name};
    use foley_sound::Family;

    #[test]
    fn the_reference_has_the_kinds_of_the_catalogue() {
        let real = RealSounds::load();
        assert_eq!(real.kinds().collect::<Vec<_>>(), KINDS);
    }

    #[test]
    fn the_reference_has_every_descriptor() {
        let wave: Vec<f64> = (0..20_000).map(|n| libm::sin(0.05 * f64::from(n))).collect();
        let measured = Descriptors::of(&wave, DESCRIPTOR_RATE).unwrap();
        let real = RealSounds::load();
        for descriptor in measured.list() {
            assert!(real.percentiles("rain", descriptor.name).is_some(), "{}", descriptor.name);
        }
        assert_eq!(measured.list().len(), Descriptors::COUNT);
    }

    #[test]
    fn a_struck_preset_is_repeated_in_its_rhythm_and_other_presets_are_not() {
        let glass = by_name("spoon on a glass").unwrap();
        let times: Vec<f64> = repeated(glass).events.iter().map(|event| event.at).collect();
        assert_eq!(times, [0.0, 0.5, 1.0, 1.5]);
        let mut two = glass.clone();
        two.score.gesture(0.2, "strike", 1.0);
        two.score.gesture(0.5, "strike", 2.0);
        let third = repeated(&two).events[2].clone();
        // 0.2 s + (0.5 − 0.2) s + one interval of 0.3 s, to rounding.
        assert!((third.at - 0.8).abs() < 1e-12, "{third:?}");
        assert_eq!(third.kind, two.score.events[0].kind);
        let knuckle = by_name("knuckle on a wooden door").unwrap();
        let (three, four) = (&knuckle.score.events, repeated(knuckle).events);
        assert_eq!((three.len(), four.len()), (3, 4));
        assert_eq!(&four[..3], &three[..]);
        let wind = by_name("wind in the pines").unwrap();
        assert_eq!(repeated(wind), wind.score);
    }

    /// Returns the solid presets that satisfy a condition.
    fn solids(accepts: impl Fn(&Preset) -> bool) -> Vec<&'static Preset> {
        let is_solid = |preset: &&'static Preset| preset.sound.info().family == Family::Solids;
        palette().iter().filter(is_solid).filter(|preset| accepts(preset)).collect()
    }

    #[test]
    fn solid_presets_that_name_a_kind_are_within_the_recordings_in_most_descriptors() {
        const KINDS_OF_THREE: [&str; 12] = [
            "mouse_click",
            "keyboard_typing",
            "clock_tick",
            "can_opening",
            "door_wood_knock",
            "church_bells",
            "footsteps",
            "glass_breaking",
            "hand_saw",
            "brushing_teeth",
            "door_wood_creaks",
            "crackling_fire",
        ];
        let all = compare_all(&solids(|preset| preset.like.is_some()), SEED).unwrap();
        let few = all.iter().filter(|comparison| comparison.inside() < 7);
        let few = few.map(|one| format!("{}, like {}: {} of 11", one.sound, one.kind, one.inside()));
        let medians = medians_by_kind(&all);
        let low = medians.iter().filter(|(_, _, median)| *median < 8.0);
        let low = low.map(|(kind, _, median)| format!("{kind}: median {median}"));
        let presets = |kind: &str| all.iter().filter(|comparison| comparison.kind == kind).count();
        let rare = KINDS_OF_THREE.iter().filter(|kind| presets(kind) < 3);
        let rare = rare.map(|kind| format!("{kind}: {} presets", presets(kind)));
        let faults: Vec<String> = few.chain(low).chain(rare).collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    /// The recordings of water, machines and air are held as those of solids, and noise with the spectrum of
    /// a preset must not do as well.
    #[test]
    fn presets_of_water_machines_and_air_are_within_the_recordings_and_noise_is_not() {
        const KINDS: [&str; 15] = [
            "pouring_water",
            "rain",
            "sea_waves",
            "water_drops",
            "toilet_flush",
            "engine",
            "chainsaw",
            "helicopter",
            "train",
            "vacuum_cleaner",
            "washing_machine",
            "wind",
            "fireworks",
            "thunderstorm",
            "clapping",
        ];
        let of_kinds = |preset: &&Preset| preset.like.is_some_and(|kind| KINDS.contains(&kind));
        let presets: Vec<&'static Preset> = palette().iter().filter(of_kinds).collect();
        let all = compare_all(&presets, SEED).unwrap();
        let medians = medians_by_kind(&all);
        let mut faults = Vec::new();
        for kind in KINDS {
            let of_kind = || all.iter().filter(|comparison| comparison.kind == kind);
            let inside = of_kind().filter(|comparison| comparison.inside() >= 7).count();
            if inside < 3 {
                faults.push(format!("{kind}: {inside} presets with at least 7 of 11"));
            }
            let median = medians.iter().find(|(name, ..)| *name == kind).map_or(0.0, |(.., median)| *median);
            if median < 8.0 {
                faults.push(format!("{kind}: median {median}"));
            }
            if CONTROLLED_KINDS.contains(&kind) {
                let structured =
                    of_kind().filter(|one| one.time_structure.is_some_and(TimeStructure::is_real));
                let structured = structured.filter(|comparison| comparison.inside() >= 7).count();
                if structured < 3 {
                    faults.push(format!("{kind}: {structured} presets beat noise of their spectrum"));
                }
            }
        }
        assert!(CONTROLLED_KINDS.iter().all(|kind| KINDS.contains(kind)));
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    /// Largest power of the nine strongest lines of a solid preset without a kind, relative to the whole
    /// \[1\].
    const MAX_TONALITY: f64 = 0.5;

    /// Solid presets without a kind that may sound in few lines, and what they are.
    const TONAL: [(&str, &str); 18] = [
        ("two wine glasses", "glass"),
        ("spoon on a glass", "glass"),
        ("cork on a bottle", "glass"),
        ("wet finger on the rim of a wine glass", "glass"),
        ("pea in a glass bowl", "glass"),
        ("wrench on a steel pipe", "metal"),
        ("rubber mallet on a steel plate", "metal"),
        ("tine of steel", "metal"),
        ("rubber-tipped beater on a gong", "metal"),
        ("bowed saw", "metal"),
        ("bow on a cymbal", "metal"),
        ("marimba bar under yarn", "tuned"),
        ("felt-tipped stick on a vibraphone bar", "tuned"),
        ("bow on a steel string", "string"),
        ("stick on a drum skin", "skin"),
        ("mitten on a bass drum", "skin"),
        ("rubber mallet drawn over a drumhead", "skin"),
        ("finger on a balloon", "skin"),
    ];

    /// Without a cause to ring, a solid thing sounds in many lines: `cargo test -p foley-cli tonality --
    /// --no-capture` prints the values.
    #[test]
    fn the_tonality_of_solid_presets_is_that_of_their_kind_or_low() {
        const NAME: &str = "nine_strongest";
        let real = RealSounds::load();
        let measured: Vec<_> = solids(|_| true)
            .into_par_iter()
            .map(|preset| {
                let spec = VoiceSpec::new(DESCRIPTOR_RATE, SEED);
                let played = perform(&*preset.sound, &repeated(preset), &spec, None, &mut |_| ()).unwrap();
                let descriptors = Descriptors::of(&mono(&played), DESCRIPTOR_RATE).unwrap().list();
                let found = descriptors.iter().find(|descriptor| descriptor.name == NAME);
                (preset, found.and_then(|descriptor| descriptor.value).unwrap())
            })
            .collect();
        let mut faults = Vec::new();
        for (preset, value) in measured {
            let tonal = TONAL.iter().find(|(name, _)| *name == preset.name);
            let (most, of) = match (preset.like, tonal) {
                (Some(kind), _) => (real.percentiles(kind, NAME).unwrap().high, kind),
                (None, Some((_, why))) => (1.0, *why),
                (None, None) => (MAX_TONALITY, ""),
            };
            println!("{value:.3} of {most:.3} {}: {} {of}", preset.model(), preset.name);
            if value > most {
                faults.push(format!(
                    "{}: {}: {value:.3}, more than {most:.3} {of}",
                    preset.model(),
                    preset.name
                ));
            }
        }
        for (name, _) in TONAL {
            let preset = by_name(name).unwrap();
            assert!(preset.like.is_none(), "{name} has a kind and needs no exception");
        }
        assert!(faults.is_empty(), "{} of the presets are tonal:\n{}", faults.len(), faults.join("\n"));
    }

    #[test]
    fn steady_noise_fails_the_control_of_structure_in_time() {
        let real = RealSounds::load();
        // Wind has no events of its own: named as applause, it must not pass.
        let wind = Preset { like: Some("clapping"), ..by_name("wind in the pines").unwrap().clone() };
        let compared = compare(&wind, &real, SEED).unwrap();
        let time = compared.time_structure.unwrap();
        assert!(!time.is_real(), "{time:?}");
        assert!(
            page(&[compared], Path::new("x.svg"))
                .contains(&format!("{}:{} !", time.inside, time.noise_inside))
        );
        let rain = Preset { like: Some("wind"), ..wind };
        assert_eq!(compare(&rain, &real, SEED).unwrap().time_structure, None);
    }

    #[test]
    fn a_preset_is_compared_with_its_kind() {
        let knuckle = by_name("knuckle on a wooden door").unwrap();
        let all = compare_all(&[knuckle], SEED).unwrap();
        assert_eq!((all[0].kind.as_str(), all[0].descriptors.len()), ("door_wood_knock", 11));
        // Four knocks have three counted onsets, so every number is present.
        assert!(all[0].descriptors.iter().all(|descriptor| descriptor.value.is_some()), "{all:?}");
        let text = page(&all, Path::new("out/realism.svg"));
        assert!(text.contains(&format!("{} of 11", all[0].inside())), "{text}");
        let document = document(&all, SEED, Path::new("out/realism.svg"));
        assert_eq!(document["median_inside"], all[0].inside() as f64);
        assert_eq!(document["presets"][0]["sound"], "knuckle-on-a-wooden-door");
    }
}

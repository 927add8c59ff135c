//! Sounds that last: live until told, when rendered for their declared durations.

use foley_catalogue::models;
use foley_dsp::analysis::envelope::rms;
use foley_sound::{BLOCK, Event, EventKind, Sound, VoiceSpec, resolve_gesture, resolve_live_gesture};
use rayon::prelude::*;

/// Sample rate of these tests \[Hz\]: the lowest that the models support, because a minute of each is played.
const RATE: f64 = 22_050.0;
/// Time after which a sound that lasts until told must still be there \[s\].
const LONG: f64 = 60.0;
/// Maximum duration of a default gesture when rendered \[s\], for the parameters of the default models.
const RENDERED: f64 = 20.0;
/// Maximum time that a sound told to stop may take to run down \[s\]: an engine coasts, a wind dies away.
const RUN_DOWN: f64 = 8.0;

/// Every model with each of its lasting gestures.
fn lasting() -> Vec<(Box<dyn Sound>, &'static str)> {
    let of = |sound: Box<dyn Sound>| {
        let names = sound.lasting_gestures();
        names.iter().map(move |name| (sound.duplicate(), *name)).collect::<Vec<_>>()
    };
    models().into_iter().flat_map(of).collect()
}

/// Renders `seconds` of a voice and returns the samples.
fn render(voice: &mut foley_sound::Voice, seconds: f64) -> Vec<f64> {
    let mut samples = vec![0.0; (seconds * RATE / BLOCK as f64) as usize * BLOCK];
    for block in samples.chunks_mut(BLOCK) {
        voice.render(&mut [block]);
    }
    samples
}

fn live(sound: &dyn Sound, name: &str, value: Option<f64>) -> EventKind {
    resolve_live_gesture(sound, name, value).unwrap()
}

#[test]
fn the_models_of_streams_wind_machines_and_strokes_last() {
    let names: Vec<String> =
        lasting().iter().map(|(sound, name)| format!("{} {name}", sound.info().name)).collect();
    for wanted in [
        "friction rub",
        "rubbing rub",
        "scraping scrape",
        "bubble-stream flow",
        "coupled-bubbles flow",
        "dripping flow",
        "wind-flow blow",
        "wind-cavity blow",
        "karman blow",
        "clap applaud",
        "rotor fly",
        "vacuum-cleaner switch",
        "engine start",
        "motor power",
    ] {
        assert!(names.iter().any(|name| name == wanted), "{wanted} is missing in {names:?}");
    }
    for (sound, name) in lasting() {
        assert!(sound.gestures().iter().any(|info| info.id == name), "{}: {name}", sound.info().name);
    }
}

#[test]
fn a_sound_that_lasts_until_told_sounds_after_a_minute_and_stops_when_told() {
    lasting().into_par_iter().for_each(|(sound, name)| {
        let model = sound.info().name;
        let mut voice = sound.voice(&VoiceSpec::new(RATE, 3)).unwrap();
        voice.send(Event::new(0, live(&*sound, name, None))).unwrap();
        let samples = render(&mut voice, LONG);
        let level =
            |samples: &[f64]| (samples.iter().map(|x| x * x).sum::<f64>() / samples.len() as f64).sqrt();
        // Drops fall one by one, and gusts come and go: levels are those of ten seconds.
        let ten = (10.0 * RATE) as usize;
        let (early, late) = (level(&samples[..ten]), level(&samples[samples.len() - ten..]));
        assert!(late > 0.25 * early && early > 0.0, "{model}: {early} at first, {late} after a minute");
        assert!(!voice.done(), "{model} is done while it is held");
        voice.send(Event::new(voice.now(), live(&*sound, name, Some(0.0)))).unwrap();
        render(&mut voice, RUN_DOWN);
        assert!(voice.done(), "{model} goes on after it was told to stop");
    });
}

#[test]
fn a_rendered_sound_ends_after_its_duration() {
    lasting().into_par_iter().for_each(|(sound, name)| {
        let mut voice = sound.voice(&VoiceSpec::new(RATE, 3)).unwrap();
        voice.send(Event::new(0, resolve_gesture(&*sound, name, None).unwrap())).unwrap();
        render(&mut voice, RENDERED);
        assert!(voice.done(), "{} still plays after {RENDERED} s", sound.info().name);
    });
}

#[test]
fn a_time_or_a_number_given_with_a_gesture_is_kept() {
    for (model, name, value) in
        [("bubble-stream", "flow", 0.5), ("dripping", "flow", 0.5), ("rubbing", "rub", 1.0)]
    {
        let sound = foley_catalogue::model(model).unwrap();
        let mut voice = sound.voice(&VoiceSpec::new(RATE, 3)).unwrap();
        voice.send(Event::new(0, live(&*sound, name, Some(value)))).unwrap();
        render(&mut voice, 2.0);
        assert!(voice.done(), "{model} goes on after {value}");
    }
}

#[test]
fn a_stroke_that_is_told_to_stop_is_lifted_without_a_click() {
    // The lift takes the release time: no sample-to-sample step exceeds those of the sounding stroke.
    for model in ["friction", "rubbing", "scraping"] {
        let sound = foley_catalogue::model(model).unwrap();
        let name = sound.lasting_gestures()[0];
        let mut voice = sound.voice(&VoiceSpec::new(RATE, 3)).unwrap();
        voice.send(Event::new(0, live(&*sound, name, None))).unwrap();
        let held = render(&mut voice, 3.0);
        voice.send(Event::new(voice.now(), live(&*sound, name, Some(0.0)))).unwrap();
        let ending = render(&mut voice, 3.0);
        let largest = |samples: &[f64]| {
            samples.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0_f64, f64::max)
        };
        let (before, after) = (largest(&held), largest(&ending));
        assert!(after <= 1.5 * before, "{model}: steps of {after} at the end, {before} before");
        let envelope = rms(&ending, RATE, 0.05, 0.05);
        assert!(envelope.values.last().is_some_and(|&last| last < 0.05 * envelope.values[0]), "{model}");
    }
}

//! Lasting sounds go on until told: by the value 0, by the release of their key; scores keep durations.

use crate::support::{RATE, dispatcher, heard, left, say};
use foley_catalogue::model;
use foley_live::Arg;
use foley_live::dispatcher::{Message, MessageKind};
use foley_live::midi::{Control, MidiMessage, Rack};
use foley_sound::{Score, set_text};

/// Time after which a sound is told to stop \[s\]; the declared durations of the models are shorter.
const TOLD: f64 = 6.0;
/// Time at which every sound must have run down \[s\].
const OVER: f64 = 10.0;

fn sample(seconds: f64) -> u64 {
    (seconds * RATE) as u64
}

fn key(seconds: f64, key: u8, velocity: f64) -> Message {
    let message = MidiMessage { channel: 1, control: Control::Note(key), value: velocity };
    let kind = MessageKind::Control { source: message.source(), value: velocity };
    Message { at: sample(seconds), kind, from: None, scored: false }
}

/// Whether the left channel sounds just before [`TOLD`], and just before [`OVER`].
fn lasts(samples: &[f32]) -> (bool, bool) {
    let left = left(samples);
    let sounds = |until: f64| {
        let until = sample(until) as usize;
        left[until - sample(0.5) as usize..until].iter().any(|x| x.abs() > 1e-6)
    };
    (sounds(TOLD), sounds(OVER))
}

/// Plays messages to a motor of two seconds, `motor`, and a stream of three, `tap`.
fn played(mappings: &str, messages: Vec<Message>) -> (bool, bool) {
    let (mut dispatcher, mut renderer) = dispatcher(mappings);
    for (name, model) in [("motor", "motor"), ("tap", "bubble-stream")] {
        dispatcher.address_space.add(name, model, 0).unwrap();
    }
    let (samples, played) = heard(&mut dispatcher, &mut renderer, messages, sample(OVER));
    assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
    lasts(&samples)
}

#[test]
fn a_message_starts_a_sound_that_lasts_until_the_value_0() {
    for (address, start) in [("/motor/power", vec![Arg::Number(1.0)]), ("/tap/flow", vec![])] {
        let begin = say(0, address, &start);
        let end = say(sample(TOLD), address, &[Arg::Number(0.0)]);
        assert_eq!(played("", vec![begin.clone(), end]), (true, false), "{address}");
        assert_eq!(played("", vec![begin.clone()]), (true, true), "{address}, never told");
        let scored = Message { scored: true, ..begin };
        assert_eq!(played("", vec![scored]), (false, false), "{address} in a score");
    }
    let timed = say(0, "/tap/flow", &[Arg::Number(2.0)]);
    assert_eq!(played("", vec![timed]), (false, false), "a flow of two seconds");
}

#[test]
fn the_key_that_was_pressed_last_ends_the_sound() {
    for say in ["/motor/power", "/tap/flow"] {
        let mappings = format!(r#"{{"format": 1, "mappings": [{{"from": "midi:note", "say": "{say}"}}]}}"#);
        let both = vec![key(0.0, 60, 100.0), key(1.0, 64, 100.0), key(2.0, 60, 0.0), key(TOLD, 64, 0.0)];
        assert_eq!(played(&mappings, both), (true, false), "{say}");
        assert_eq!(played(&mappings, vec![key(0.0, 60, 100.0)]), (true, true), "{say}, never released");
    }
}

#[test]
fn every_key_of_a_rack_ends_its_own_voice() {
    let mut sound = model("bubble-stream").unwrap();
    set_text(&mut *sound, "course.duration", "1 s").unwrap();
    for (releases, expected) in [(vec![60, 64], (true, false)), (vec![60], (true, true))] {
        let (mut dispatcher, mut renderer) = dispatcher("");
        let mut rack = Rack::new("tap", &*sound, &Score::default(), 1, 4);
        rack.prepare(&mut dispatcher.address_space, 0).unwrap();
        dispatcher.racks.push(rack);
        let pressed = [60, 64].map(|number| key(0.1, number, 90.0));
        let released = releases.iter().map(|&number| key(TOLD, number, 0.0));
        let messages: Vec<Message> = pressed.into_iter().chain(released).collect();
        let (samples, played) = heard(&mut dispatcher, &mut renderer, messages, sample(OVER));
        assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
        assert_eq!(lasts(&samples), expected, "releases {releases:?}");
    }
}

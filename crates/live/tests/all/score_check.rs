//! A scene is checked before playback by the rules of playback.

use crate::support::{RATE, dispatcher, heard};
use foley_live::dispatcher::{Message, MessageKind};
use foley_live::mapping::Source;
use foley_live::midi::Control;
use foley_live::{Answer, Dispatcher, LiveScene};

fn key(at: u64, channel: u8, control: Control, value: f64) -> Message {
    Message {
        scored: false,
        at,
        kind: MessageKind::Control { source: Source::Midi { channel, control }, value },
        from: None,
    }
}

/// Sets up a scene with a cup, a room and a rack of bells; `more` has a score or mappings. Returns the scene
/// or the error text.
fn judged(more: &str) -> Result<(LiveScene, Dispatcher, foley_engine::Renderer), String> {
    let text = format!(
        r#"{{ "format": 1, "sounds": {{ "cup": {{ "model": "impact" }}, "room": {{ "model": "reverb" }},
        "bells": {{ "model": "impact", "keys": {{ "most": 2 }} }} }}, {more} }}"#
    );
    let scene = LiveScene::read(&text).map_err(|why| why.to_string())?;
    let (mut dispatcher, renderer) = dispatcher("");
    scene.set_up(&mut dispatcher).map_err(|why| why.to_string())?;
    Ok((scene, dispatcher, renderer))
}

fn scored(words: &[&str]) -> Result<(LiveScene, Dispatcher, foley_engine::Renderer), String> {
    let words = words.iter().enumerate();
    let words: Vec<String> =
        words.map(|(n, say)| format!(r#"{{ "at": {}, "say": "{say}" }}"#, 0.01 * n as f64)).collect();
    judged(&format!(r#""score": [{}]"#, words.join(", ")))
}

#[test]
fn every_live_message_is_allowed_in_a_score() {
    for words in [
        &["/room/hears nothing", "/room/hears all", "/room/hears cup"][..],
        &["/cup/meter", "/cup/mixer/gain 0.5", "/foley/list"],
        &["/cup/striker/pitch/handle 50", "/cup/striker/pitch/handle"],
        &["/bells/striker/pitch/handle 50", "/bells/hardness 30", "/bells/mixer/pan 1"],
        &["/*/strike 1", "/{cup,room}/mixer/gain 0.5", "/foley/gai? 0.5"],
        &["/foley/add z impact", "/z/strike 1", "/z*/strike 1", "/room/hears z"],
        &["/foley/add z impact", "/foley/preset z reverb", "/z/hears all", "/foley/play z"],
        &["/foley/add z impact", "/foley/remove z", "/foley/add z reverb", "/z/hears cup"],
        &["/foley/learn /cup/strike", "/foley/forget /cup/strike"],
    ] {
        let (scene, mut dispatcher, mut renderer) =
            scored(words).unwrap_or_else(|why| panic!("{words:?}: {why}"));
        let messages: Vec<Message> = scene.messages(RATE).collect();
        let (_, played) = heard(&mut dispatcher, &mut renderer, messages, 9_600);
        assert_eq!(played.mistakes, 0, "{words:?}: {:?}", played.wrong);
    }
}

#[test]
fn a_message_that_would_be_rejected_live_is_rejected_before_playback() {
    for (words, says) in [
        (&["/nobody/mixer/gain 1"][..], "at `score[0].say`"),
        (&["/foley/nonsense"], "there is no address"),
        (&["/foley/counts"], "there is no address"),
        (&["/foley/add z"], "a name, a model or preset"),
        (&["/foley/add z impakt"], "impakt"),
        (&["/foley/add all impact"], "`foley`, `all` and `nothing` are reserved"),
        (&["/cup/strike 1e9"], "20 m/s"),
        (&["/bells/hardness 101"], "from 0 to 100"),
        (&["/bells/meter"], "there is no address"),
        (&["/*/strike 1e9"], "20 m/s"),
        (&["/x*/strike 1"], "there is no address"),
        (&["/z/strike 1", "/foley/add z impact"], "at `score[0].say`"),
        (&["/foley/remove cup", "/cup/strike 1"], "at `score[1].say`"),
        (&["/foley/preset cup reverb", "/cup/strike 1"], "at `score[1].say`"),
        (&["/room/hears nobody"], "nobody"),
        (&["/room/hears room"], "room"),
        (&["/cup/meter 1"], "answers peak"),
        (&["/foley/save here"], "takes no argument"),
    ] {
        let refused = scored(words).err().unwrap_or_else(|| panic!("{words:?}"));
        assert!(refused.contains(says), "{words:?}: {refused}");
        let itself = format!("did you mean `{}`", words[0].split(' ').next().unwrap());
        assert!(!refused.contains(&itself), "{words:?}: {refused}");
    }
}

#[test]
fn a_mapping_can_move_sounds_that_the_score_adds() {
    let mapped = |say: &str| {
        judged(&format!(
            r#""mappings": [{{ "from": "midi:cc 1", "say": "{say}" }}], "score": [{{ "at": 0, "say": "/foley/add z impact" }}]"#
        ))
    };
    for say in ["/cup/striker/pitch/handle", "/bells/striker/pitch/handle", "/z/strike"] {
        let (scene, mut dispatcher, mut renderer) = mapped(say).unwrap_or_else(|why| panic!("{say}: {why}"));
        let mut messages: Vec<Message> = scene.messages(RATE).collect();
        messages.push(key(4_800, 1, Control::Cc(1), 127.0));
        let (_, played) = heard(&mut dispatcher, &mut renderer, messages, 9_600);
        assert_eq!(played.mistakes, 0, "{say}: {:?}", played.wrong);
        if say.ends_with("handle") {
            let name = say.split('/').nth(1).unwrap().replace("bells", "bells-60");
            let told = dispatcher.address_space.send(&format!("/{name}/striker/pitch/handle"), &[], 0);
            assert_eq!(told.unwrap(), Answer::Value(100.0), "{say}");
        }
    }
    for (say, says) in [
        ("/nobody/mixer/gain", "there is no address"),
        ("/*/strike", "there is no address"),
        ("/q/strike", "there is no address"),
        ("/cup/strik", "did you mean `/cup/strike`?"),
        ("/foley/limitr", "did you mean `/foley/limiter`?"),
        // A rack has no meter, and the meter of a cup cannot be mapped.
        ("/bells/meter", "there is no address"),
        ("/cup/metre", "there is no address"),
        ("/cup/meter", "such as `/cup/strike` or `/cup/mixer/gain`."),
        ("/room/hears", "or `/room/mixer/gain`."),
        ("/foley/list", "such as `/foley/gain` or `/foley/limiter`."),
        ("/foley/save", "a mapping cannot move `/foley/save`"),
    ] {
        let learnt = scored(&[&format!("/foley/learn {say}")]);
        for (refused, place) in [(mapped(say), "mappings[0].say"), (learnt, "score[0].say")] {
            let refused = refused.err().unwrap_or_else(|| panic!("{say}"));
            assert!(refused.contains(&format!("at `{place}`")), "{refused}");
            assert!(refused.contains(says), "{says}: {refused}");
            // Suggested addresses can be mapped.
            let tried = refused.split_once("did you mean").map_or("", |parts| parts.1);
            assert!(!tried.contains("/meter"), "{refused}");
        }
    }
}

#[test]
fn a_control_switches_the_limiter() {
    let mapping = r#""mappings": [{ "from": "midi:cc 1", "say": "/foley/limiter" }]"#;
    let (_, mut dispatcher, mut renderer) = judged(mapping).unwrap();
    for (position, on) in [(0.0, 0.0), (127.0, 1.0), (63.0, 0.0), (64.0, 1.0)] {
        let at = renderer.now();
        let moved = [key(at, 1, Control::Cc(1), position)];
        let (_, played) = heard(&mut dispatcher, &mut renderer, moved, 640);
        assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
        let is = dispatcher.address_space.send("/foley/limiter", &[], 0).unwrap();
        assert_eq!(is, Answer::Value(on), "at {position}");
    }
}

//! `foley render --midi`: a MIDI file plays a sound.

use crate::support::{Folder, json, number, printed, rejected, run};
use midly::num::{u4, u7, u15, u28};
use midly::{Format, Header, MetaMessage, MidiMessage, Smf, Timing, TrackEvent, TrackEventKind};

/// Writes a MIDI file that plays one key every half second, and returns its path.
fn song(folder: &Folder, keys: &[u8]) -> String {
    let event = |delta: u32, kind| TrackEvent { delta: u28::new(delta), kind };
    let mut track = Vec::new();
    for (index, key) in keys.iter().enumerate() {
        let message = MidiMessage::NoteOn { key: u7::new(*key), vel: u7::new(90) };
        let channel = u4::new(0);
        let delta = if index > 0 { 96 } else { 0 };
        track.push(event(delta, TrackEventKind::Midi { channel, message }));
    }
    track.push(event(0, TrackEventKind::Meta(MetaMessage::EndOfTrack)));
    let mut song = Smf::new(Header::new(Format::SingleTrack, Timing::Metrical(u15::new(96))));
    song.tracks.push(track);
    let path = folder.file("song.mid");
    song.save(&path).unwrap();
    path
}

#[test]
fn a_song_is_rendered_with_every_note_and_its_decay() {
    let folder = Folder::new();
    let (song, out) = (song(&folder, &[60, 64, 67, 72]), folder.file("x.wav"));
    let made = json(&["render", "impact", "--midi", &song, "-o", &out, "--json"]);
    assert_eq!(number(&made, "/notes"), 4.0);
    assert_eq!(number(&made, "/song_seconds"), 1.5);
    assert_eq!(made["tuned_by"], "struck.pitch");
    assert_eq!(made["asleep"], true);
    assert_eq!(number(&made, "/mistakes"), 0.0);
    assert_eq!(number(&made, "/channels"), 2.0);
    assert!(number(&made, "/seconds") > 1.5, "{made}");
    let peak = number(&made, "/peak_dbfs");
    assert!((-40.0..=0.0).contains(&peak), "{peak} dBFS");
    let once = std::fs::read(&out).unwrap();
    let message = printed(&["render", "impact", "--midi", &song, "-o", &out]);
    assert!(message.contains("4 notes in 1.5 s"), "{message}");
    assert_eq!(std::fs::read(&out).unwrap(), once, "the same bytes again");
}

#[test]
fn an_invalid_song_is_rejected() {
    let folder = Folder::new();
    let song = song(&folder, &[60]);
    let out = folder.file("x.wav");
    let broken = folder.file("broken.mid");
    std::fs::write(&broken, b"RIFF").unwrap();
    let cut = folder.file("cut.mid");
    let bytes = std::fs::read(&song).unwrap();
    std::fs::write(&cut, &bytes[..bytes.len() - 3]).unwrap();
    let with = |more: &[&str]| rejected(&[&["render", "-o", &out], more].concat());
    for (message, says) in [
        (with(&["impact", "--midi", &broken]), "not a readable standard MIDI file"),
        (with(&["impact", "--midi", &cut]), "the file ends 3 bytes before the end of track 1"),
        (with(&["impact", "--midi", &folder.file("no.mid")]), "no.mid"),
        (with(&["impact", "--midi", &song, "--strike", "1"]), "exclude each other"),
        (with(&["reverb", "--midi", &song]), "no gesture that a MIDI key could play"),
        (
            with(&["impact", "--midi", &song, "--voice", &out, "--drive", "onset>strike"]),
            "cannot be used with",
        ),
    ] {
        assert!(message.contains(says), "{says}: {message}");
    }
    assert!(!std::path::Path::new(&out).exists());
}

#[test]
fn a_song_without_notes_is_reported_and_the_help_names_the_reference_key() {
    let folder = Folder::new();
    let (song, out) = (song(&folder, &[]), folder.file("x.wav"));
    let done = run(&["render", "impact", "--midi", &song, "-o", &out]);
    let message = String::from_utf8(done.stderr).unwrap();
    assert!(message.contains("the MIDI file has no notes"), "{message}");
    let help = printed(&["render", "--help"]);
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("Key 60 (C3) plays the preset unchanged"), "{help}");
}

//! Songs and racks: every strike at its sample, every key at its pitch, every finger on its channel.

use crate::support;
use crate::support::{RATE, dispatcher, heard, left, random};
use foley_catalogue::model;
use foley_catalogue::preset::by_name;
use foley_engine::{HEADROOM, Renderer};
use foley_live::dispatcher::Message;
use foley_live::midi::file::{SongError, read};
use foley_live::midi::{Control, MidiMessage, Rack};
use foley_live::{Arg, Dispatcher};
use foley_sound::{Score, Sound, set_text};
use midly::num::{u4, u7, u15, u24, u28};
use midly::{
    Format, Fps, Header, MetaMessage, MidiMessage as SmfMessage, Smf, Timing, TrackEvent, TrackEventKind,
};

fn note<'a>(delta: u32, key: u8, vel: u8) -> TrackEvent<'a> {
    TrackEvent {
        delta: u28::new(delta),
        kind: TrackEventKind::Midi {
            channel: u4::new(0),
            message: SmfMessage::NoteOn { key: u7::new(key), vel: u7::new(vel) },
        },
    }
}

fn meta(delta: u32, message: MetaMessage<'_>) -> TrackEvent<'_> {
    TrackEvent { delta: u28::new(delta), kind: TrackEventKind::Meta(message) }
}

fn tempo<'a>(delta: u32, micros: u32) -> TrackEvent<'a> {
    meta(delta, MetaMessage::Tempo(u24::new(micros)))
}

fn written(format: Format, timing: Timing, mut tracks: Vec<Vec<TrackEvent<'_>>>) -> Vec<u8> {
    for track in &mut tracks {
        track.push(meta(0, MetaMessage::EndOfTrack));
    }
    let mut song = Smf::new(Header::new(format, timing));
    song.tracks = tracks;
    let mut bytes = Vec::new();
    song.write_std(&mut bytes).unwrap();
    bytes
}

/// Returns a MIDI file with 480 ticks per quarter note; one track has the tempo, another the notes.
fn song() -> Vec<u8> {
    written(
        Format::Parallel,
        Timing::Metrical(u15::new(480)),
        vec![
            vec![tempo(0, 600_000), tempo(960, 300_000)],
            vec![note(0, 60, 100), note(480, 64, 90), note(480, 67, 80), note(480, 72, 70), note(0, 72, 0)],
        ],
    )
}

#[test]
fn every_note_lands_on_its_sample_through_changes_of_tempo() {
    let song = read(&song()).unwrap();
    let messages: Vec<u64> = song.messages(RATE).map(|message| message.at).collect();
    // Two quarters of 0.6 s, then one of 0.3 s.
    assert_eq!(messages, [0, 28_800, 57_600, 72_000, 72_000]);
    assert!((song.seconds - 1.5).abs() < 1e-12, "{}", song.seconds);
}

#[test]
fn frames_of_film_and_songs_one_after_another_keep_their_time() {
    let film = written(
        Format::SingleTrack,
        Timing::Timecode(Fps::Fps25, 40),
        vec![vec![tempo(0, 1), note(500, 60, 1), note(1000, 60, 2)]],
    );
    let at = |bytes: &[u8]| -> Vec<f64> {
        let song = read(bytes).unwrap();
        song.messages.iter().map(|(at, _)| *at).collect()
    };
    let wanted = [0.5, 1.5];
    for (found, wanted) in at(&film).iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-9, "{found}, not {wanted}");
    }
    let each = written(
        Format::Sequential,
        Timing::Metrical(u15::new(100)),
        vec![
            vec![note(100, 60, 1), meta(100, MetaMessage::Marker(b"end"))],
            vec![tempo(0, 1_000_000), note(100, 61, 2)],
        ],
    );
    // Half a second, half a second to the end; then a second of its own tempo.
    let found = at(&each);
    assert!((found[0] - 0.5).abs() < 1e-12 && (found[1] - 2.0).abs() < 1e-12, "{found:?}");
}

#[test]
fn a_randomly_damaged_song_is_rejected_or_read() {
    let good = song();
    let mut any = random(11);
    let mut read_well = 0;
    for _ in 0..50_000 {
        let mut bytes = good.clone();
        for _ in 0..=any() % 6 {
            let place = any() as usize % bytes.len();
            bytes[place] = any() as u8;
        }
        bytes.truncate(1 + any() as usize % (2 * bytes.len()));
        if let Ok(song) = read(&bytes) {
            read_well += 1;
            let times: Vec<f64> = song.messages.iter().map(|(at, _)| *at).collect();
            assert!(times.is_sorted() && times.iter().all(|at| at.is_finite()));
        }
    }
    assert!(read_well > 100, "{read_well} were still songs");
    assert!(matches!(read(b"RIFF"), Err(SongError::Broken { .. })));
    let none = written(Format::SingleTrack, Timing::Timecode(Fps::Fps25, 0), vec![vec![]]);
    assert!(matches!(read(&none), Err(SongError::Timeless(0))));
}

/// Returns a MIDI file of a header chunk, which announces `promised` tracks, and one track chunk with these
/// bytes.
fn by_hand(promised: u8, track: &[u8]) -> Vec<u8> {
    let mut file = b"MThd\0\0\0\x06\0\x01\0".to_vec();
    file.extend([promised, 0, 96]);
    file.extend(b"MTrk");
    file.extend((track.len() as u32).to_be_bytes());
    file.extend(track);
    file
}

#[test]
fn a_damaged_song_is_rejected_with_the_place_of_the_damage() {
    let good = song();
    let end = [0, 0xff, 0x2f, 0];
    let with = |events: &[u8]| by_hand(1, &[events, &end].concat());
    let note = [0, 0x90, 60, 100];
    assert_eq!(read(&with(&note)).unwrap().notes(), 1);
    for (bytes, says) in [
        (good[..good.len() - 9].to_vec(), "the file ends 9 bytes before the end of track 2"),
        ([&good[..], &[1, 2, 3]].concat(), "the file ends with 3 bytes that cannot be a chunk"),
        (by_hand(3, &[&note[..], &end].concat()), "the header announces 3 tracks, but the file has 1"),
        (with(&[0, 0xff, 0x51, 3, 0, 0, 0]), "track 1, byte 0: a quarter note lasts 0 µs"),
        (with(&[0, 60, 100]), "track 1, byte 0: a data byte has no status byte"),
        (
            with(&[&note[..], &[0, 0xff, 1, 0, 5, 60, 100]].concat()),
            "track 1, byte 8: a data byte has no status byte",
        ),
        (with(&[0, 0x90, 60, 200]), "track 1, byte 0: an event is truncated or has invalid data"),
        (by_hand(1, &[0, 0x90, 60]), "an event is truncated"),
        (by_hand(1, &[0x81]), "ends in the middle of an event"),
    ] {
        let refused = read(&bytes).unwrap_err().to_string();
        assert!(refused.contains(says), "{says}: {refused}");
    }
}

#[test]
fn released_keys_and_controllers_are_not_notes() {
    let silent = by_hand(1, &[0, 0x90, 60, 0, 0, 0xb0, 1, 5, 0, 0xff, 0x2f, 0]);
    let song = read(&silent).unwrap();
    assert_eq!((song.notes(), song.messages.len()), (0, 2));
}

/// Returns an impact sound whose body has a single mode.
fn bar() -> Box<dyn Sound> {
    let mut sound = model("impact").unwrap();
    for (name, value) in [
        ("struck.material", "steel"),
        ("struck.shape", "bar"),
        ("struck.size", "30 cm"),
        ("struck.modes", "1"),
    ] {
        set_text(&mut *sound, name, value).unwrap();
    }
    sound
}

fn racked(sound: &dyn Sound, most: usize) -> (Dispatcher, Renderer) {
    let (mut dispatcher, renderer) = dispatcher("");
    let mut rack = Rack::new("bar", sound, &Score::default(), 1, most);
    rack.prepare(&mut dispatcher.address_space, 0).unwrap();
    dispatcher.racks.push(rack);
    dispatcher.address_space.controls.limit(false, 0).unwrap();
    (dispatcher, renderer)
}

fn midi(at: u64, channel: u8, control: Control, value: f64) -> Message {
    let message = MidiMessage { channel, control, value };
    Message {
        scored: false,
        at,
        kind: foley_live::dispatcher::MessageKind::Control { source: message.source(), value },
        from: None,
    }
}

/// Returns the strongest frequency within the distance `within` of `near` \[Hz\].
fn frequency(samples: &[f32], near: f64, within: f64) -> f64 {
    let count = samples.len() as f64;
    let power = |f: f64| {
        let (mut re, mut im) = (0.0, 0.0);
        for (n, x) in samples.iter().enumerate() {
            let n = n as f64;
            let window = 0.5 - 0.5 * (std::f64::consts::TAU * n / count).cos();
            let turn = std::f64::consts::TAU * f * n / RATE;
            re += f64::from(*x) * window * turn.cos();
            im += f64::from(*x) * window * turn.sin();
        }
        re * re + im * im
    };
    let mut best = (near, 0.0);
    for step in -200..=200 {
        let f = near * (1.0 + within * f64::from(step) / 200.0);
        let found = power(f);
        if found > best.1 {
            best = (f, found);
        }
    }
    best.0
}

fn rung(messages: Vec<Message>) -> Vec<f32> {
    let (mut dispatcher, mut renderer) = racked(&*bar(), 8);
    let (sound, played) = heard(&mut dispatcher, &mut renderer, messages, 14_400);
    assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
    left(&sound)[4800..].to_vec()
}

#[test]
fn every_key_of_a_rack_sounds_at_its_place_in_the_scale() {
    let strike = |key| rung(vec![midi(0, 1, Control::Note(key), 80.0)]);
    // The bar's first mode, first coarsely, then finely.
    let middle = strike(60);
    let roughly = (0..60).map(|n| 60.0 * f64::from(n).mul_add(0.06, 0.0).exp());
    let near = roughly
        .map(|f| frequency(&middle[..2400], f, 0.03))
        .fold((0.0, 0.0_f64), |best, f| {
            let loud: f64 = tone(&middle[..2400], f);
            if loud > best.1 { (f, loud) } else { best }
        })
        .0;
    let base = frequency(&middle, near, 0.02);
    println!("the middle key sounds at {base:.2} Hz");
    for key in [48_u8, 55, 61, 67, 72, 84] {
        let wanted = base * ((f64::from(key) - 60.0) / 12.0).exp2();
        let found = frequency(&strike(key), wanted, 0.02);
        let off = found / wanted - 1.0;
        println!("key {key}: {found:.2} Hz, {:+.3} %", 100.0 * off);
        assert!(off.abs() < 0.005, "key {key}: {found} Hz, not {wanted}");
    }
}

fn tone(samples: &[f32], f: f64) -> f64 {
    let (mut re, mut im) = (0.0, 0.0);
    for (n, x) in samples.iter().enumerate() {
        let turn = std::f64::consts::TAU * f * n as f64 / RATE;
        re += f64::from(*x) * turn.cos();
        im += f64::from(*x) * turn.sin();
    }
    re.hypot(im)
}

fn pitch_of(dispatcher: &Dispatcher, name: &str) -> f64 {
    let address = format!("/{name}/struck/pitch");
    let entries = dispatcher.address_space.entries();
    let entry = entries.iter().find(|entry| entry.address == address);
    entry.unwrap_or_else(|| panic!("no {address}")).value.unwrap()
}

#[test]
fn a_finger_of_mpe_bends_its_own_note_alone_and_the_master_all() {
    let (mut dispatcher, mut renderer) = racked(&*bar(), 8);
    let registered = [(101, 0.0), (100, 6.0), (6, 15.0)];
    let mut messages: Vec<Message> =
        registered.iter().map(|&(cc, value)| midi(0, 1, Control::Cc(cc), value)).collect();
    messages.push(midi(0, 2, Control::Note(60), 100.0));
    messages.push(midi(0, 3, Control::Note(64), 100.0));
    // A quarter of 48 semitones is an octave.
    messages.push(midi(100, 2, Control::Bend, 0.25));
    messages.push(midi(200, 1, Control::Bend, 0.5));
    let (_, played) = heard(&mut dispatcher, &mut renderer, messages, 6400);
    assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
    let semitones = |ratio: f64| 12.0 * ratio.log2();
    let (one, two) = (pitch_of(&dispatcher, "bar-60"), pitch_of(&dispatcher, "bar-64"));
    assert!((semitones(one) - 13.0).abs() < 1e-9, "{}", semitones(one));
    assert!((semitones(two) - 5.0).abs() < 1e-9, "{}", semitones(two));
}

#[test]
fn each_rack_takes_its_own_zone() {
    let (mut dispatcher, mut renderer) = racked(&*bar(), 8);
    let mut upper = Rack::new("top", &*bar(), &Score::default(), 1, 8);
    upper.channel = Some(16);
    upper.set_zone(16, 15);
    dispatcher.add_rack(upper, 0).unwrap();
    dispatcher.racks[0].channel = Some(1);
    // The lower zone takes 11 channels, 2 to 12; three are left for the upper one, 13 to 15.
    let mut messages: Vec<Message> =
        [(101, 0.0), (100, 6.0), (6, 11.0)].map(|(cc, value)| midi(0, 1, Control::Cc(cc), value)).to_vec();
    messages.extend([
        midi(10, 3, Control::Note(62), 100.0),
        midi(10, 15, Control::Note(65), 100.0),
        midi(10, 12, Control::Note(70), 100.0),
        midi(20, 15, Control::Bend, 0.25),
        midi(30, 16, Control::Bend, 0.5),
        midi(40, 1, Control::Bend, -0.5),
    ]);
    let (_, played) = heard(&mut dispatcher, &mut renderer, messages, 6400);
    assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
    let semitones = |name: &str| 12.0 * pitch_of(&dispatcher, name).log2();
    assert!((semitones("top-65") - 18.0).abs() < 1e-9);
    assert!((semitones("bar-62") - 1.0).abs() < 1e-9);
    let all = dispatcher.address_space.controls.instances();
    let mut names: Vec<&str> = all.map(|(_, instance)| instance.name.as_str()).collect();
    names.sort_unstable();
    // Each with the voice of its middle key.
    assert_eq!(names, ["bar-60", "bar-62", "bar-70", "top-60", "top-65"]);
}

#[test]
fn the_wheel_of_a_plain_keyboard_goes_two_semitones() {
    let (mut dispatcher, mut renderer) = racked(&*bar(), 8);
    let messages = [
        midi(0, 1, Control::Note(67), 100.0),
        midi(10, 1, Control::Bend, -1.0),
        midi(20, 2, Control::Bend, 1.0),
    ];
    heard(&mut dispatcher, &mut renderer, messages, 640);
    let semitones = 12.0 * pitch_of(&dispatcher, "bar-67").log2();
    assert!((semitones - 5.0).abs() < 1e-9, "{semitones}");
}

#[test]
fn pressure_presses_the_note_of_its_channel() {
    let rubbed = model("friction").unwrap();
    let (mut dispatcher, mut renderer) = racked(&*rubbed, 8);
    let messages = [
        midi(0, 1, Control::Note(60), 100.0),
        midi(0, 2, Control::Note(62), 100.0),
        midi(10, 2, Control::Pressure, 127.0),
    ];
    let (_, played) = heard(&mut dispatcher, &mut renderer, messages, 640);
    assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
    let entries = dispatcher.address_space.entries();
    let is = |address: &str| entries.iter().find(|entry| entry.address == address).unwrap().value;
    assert_eq!(is("/bar-60/stroke/pressure"), Some(2.0), "as it was");
    assert_eq!(is("/bar-62/stroke/pressure"), Some(50.0), "the most");
}

#[test]
fn a_full_rack_removes_the_oldest_released_key_first() {
    let (mut dispatcher, mut renderer) = racked(&*bar(), 3);
    let down = |at, key| midi(at, 1, Control::Note(key), 100.0);
    let up = |at, key| midi(at, 1, Control::Note(key), 0.0);
    let messages = [down(0, 60), down(100, 61), down(200, 62), up(300, 61), down(400, 63)];
    let (_, played) = heard(&mut dispatcher, &mut renderer, messages, 6400);
    assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
    let mut names: Vec<String> =
        dispatcher.address_space.controls.instances().map(|(_, instance)| instance.name.clone()).collect();
    names.sort();
    assert_eq!(names, ["bar-60", "bar-62", "bar-63"]);
}

#[test]
fn a_message_to_a_rack_reaches_present_and_future_voices() {
    let (mut dispatcher, mut renderer) = racked(&*bar(), 8);
    let messages = [
        midi(0, 1, Control::Note(60), 100.0),
        support::say(100, "/bar/hammer/mass", &[Arg::Number(0.1)]),
        support::say(110, "/bar/mixer/gain", &[Arg::Number(0.5)]),
        midi(200, 1, Control::Note(65), 100.0),
        support::say(300, "/bar/strike", &[Arg::Number(1.0)]),
        support::say(300, "/bar/strik", &[Arg::Number(1.0)]),
    ];
    let (_, played) = heard(&mut dispatcher, &mut renderer, messages, 6400);
    assert_eq!(played.mistakes, 1, "only the last: {:?}", played.wrong);
    let entries = dispatcher.address_space.entries();
    for name in ["bar-60", "bar-65"] {
        let is = |rest: &str| {
            let address = format!("/{name}/{rest}");
            entries.iter().find(|entry| entry.address == address).unwrap().value
        };
        assert_eq!(is("hammer/mass"), Some(0.1), "{name}");
        assert_eq!(is("mixer/gain"), Some(0.5), "{name}");
    }
}

#[test]
fn every_tunable_model_is_tuned_and_the_others_have_one_voice() {
    let mut tuned = 0;
    for sound in foley_catalogue::models() {
        let name = sound.info().name;
        if sound.gestures().is_empty() || sound.takes_input() {
            continue;
        }
        let rack = Rack::new("it", &*sound, &Score::default(), 1, 4);
        match rack.tuned_by() {
            Some(pitch) => {
                tuned += 1;
                println!("{name}: {}", pitch.address.path());
            }
            None => println!("{name}: one thing"),
        }
        for mapping in foley_live::mapping::standard::standard("it", &*sound, None) {
            let found = sound.gestures().iter().any(|gesture| mapping.say == format!("/it/{}", gesture.id));
            let path = mapping.say.trim_start_matches("/it/").replace('/', ".");
            assert!(found || foley_sound::resolve_param(&*sound, &path).is_ok(), "{name}: {}", mapping.say);
        }
    }
    assert!(tuned >= 18, "{tuned} models are tuned");
}

#[test]
fn the_same_song_twice_gives_the_same_samples() {
    let run = || {
        let (mut dispatcher, mut renderer) = racked(&*bar(), 3);
        let song = read(&song()).unwrap();
        heard(&mut dispatcher, &mut renderer, song.messages(RATE), 96_000).0
    };
    let once = run();
    assert!(once.iter().any(|x| x.abs() > 0.01));
    assert_eq!(once, run());
}

/// Presets that a rack plays in the test of velocities.
const PLAYED: [&str; 7] = [
    "espresso-cup-set-down-on-marble",
    "knuckle-on-a-wooden-door",
    "church-bell",
    "marimba-bar-under-yarn",
    "felt-tipped-stick-on-a-vibraphone-bar",
    "boot-against-a-tin-bucket",
    "palm-slapped-on-a-glass-table",
];

/// Returns the peak of the first half second after the middle key is struck, without limiter \[1\].
fn peak_at(preset: &str, velocity: f64) -> f32 {
    let preset = by_name(preset).unwrap();
    let (mut dispatcher, mut renderer) = dispatcher("");
    let mut rack = Rack::new("it", &*preset.sound, &preset.score, preset.seed, 4);
    rack.loudness = preset.loudness;
    rack.prepare(&mut dispatcher.address_space, 0).unwrap();
    dispatcher.racks.push(rack);
    dispatcher.address_space.controls.limit(false, 0).unwrap();
    let messages = [midi(0, 1, Control::Note(60), velocity)];
    let (sound, played) = heard(&mut dispatcher, &mut renderer, messages, 24_000);
    assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
    sound.iter().fold(0.0, |most, x| most.max(x.abs()))
}

#[test]
fn a_soft_key_is_heard_and_the_hardest_one_is_not_far_beyond_the_preset_itself() {
    // The peak of a preset is at most −1 dBFS; panned to the middle each of two channels has half the power.
    let most = HEADROOM as f32 * 0.892 * core::f32::consts::FRAC_1_SQRT_2;
    for preset in PLAYED {
        let [soft, own, hard] = [20.0, 100.0, 127.0].map(|velocity| peak_at(preset, velocity));
        println!("{preset}: {soft:.4} at 20, {own:.3} at 100, {hard:.3} at 127");
        // 36 dB below the preset itself, a quiet passage, is still heard.
        assert!(soft > own / 60.0, "{preset}: velocity 20 has a peak of {soft}, and 100 has {own}");
        assert!(own <= most, "{preset}: velocity 100 has a peak of {own}, more than {most}");
        // Twice as strong a gesture, through a contact law of exponent 1.5 to 3: at most 2³.
        assert!(hard < 8.0 * own, "{preset}: velocity 127 has a peak of {hard}, and 100 has {own}");
        assert!(soft < own && own < hard, "{preset}: {soft}, {own}, {hard}");
    }
}

#[test]
fn a_key_that_is_mapped_to_a_gesture_strikes_as_one_of_a_rack_does() {
    let preset = by_name(PLAYED[0]).unwrap();
    let mapped = |velocity| {
        let (mut dispatcher, mut renderer) =
            dispatcher(r#"{ "format": 1, "mappings": [{ "from": "midi:note", "say": "/it/strike" }] }"#);
        dispatcher
            .address_space
            .controls
            .add_preset("it", preset, foley_engine::Loudness::default(), 0)
            .unwrap();
        dispatcher.address_space.controls.limit(false, 0).unwrap();
        let messages = [midi(0, 1, Control::Note(60), velocity)];
        let (sound, _) = heard(&mut dispatcher, &mut renderer, messages, 24_000);
        sound.iter().fold(0.0_f32, |most, x| most.max(x.abs()))
    };
    for velocity in [20.0, 100.0, 127.0] {
        let (mapped, racked) = (mapped(velocity), peak_at(PLAYED[0], velocity));
        // Both have the stored gain of the preset. The strength of a strike is rounded to single precision.
        let ratio = mapped / racked;
        assert!((ratio - 1.0).abs() < 1e-3, "velocity {velocity}: {mapped} mapped, {racked} in a rack");
    }
}

#[test]
fn in_a_full_engine_a_key_replaces_only_a_voice_of_its_own_rack() {
    let (mut dispatcher, mut renderer) = racked(&*bar(), 8);
    let most = dispatcher.address_space.controls.capacity().instances;
    for n in 0..most - 2 {
        dispatcher.address_space.add(&format!("s{n}"), "bubble", 0).unwrap();
    }
    let strike = |at, key| midi(at, 1, Control::Note(key), 100.0);
    let messages = [strike(0, 61), strike(100, 62), strike(200, 63)];
    let (_, played) = heard(&mut dispatcher, &mut renderer, messages, 6400);
    assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
    let named = |dispatcher: &Dispatcher, name: &str| dispatcher.address_space.controls.find(name).is_ok();
    assert!((0..most - 2).all(|n| named(&dispatcher, &format!("s{n}"))));
    assert!(named(&dispatcher, "bar-62") && named(&dispatcher, "bar-63"), "the last two");
    // Without a voice of its own it reports a full engine.
    let at = renderer.now();
    for name in ["bar-62", "bar-63"] {
        let slot = dispatcher.address_space.controls.find(name).unwrap();
        dispatcher.address_space.controls.remove(slot, at).unwrap();
    }
    dispatcher.address_space.add("one", "bubble", at).unwrap();
    dispatcher.address_space.add("more", "bubble", at).unwrap();
    let (_, played) = heard(&mut dispatcher, &mut renderer, [strike(at, 64)], 640);
    assert_eq!(played.mistakes, 1);
    let said = played.wrong[0].result.as_ref().unwrap_err().to_string();
    assert!(said.contains("the engine is full"), "{said}");
}

#[test]
fn a_rack_that_lost_a_voice_plays_on_with_the_others() {
    let (mut dispatcher, mut renderer) = racked(&*bar(), 8);
    let strike = |at, key| midi(at, 1, Control::Note(key), 100.0);
    heard(&mut dispatcher, &mut renderer, [strike(0, 61), strike(1, 62)], 640);
    let at = renderer.now();
    let slot = dispatcher.address_space.controls.find("bar-62").unwrap();
    dispatcher.address_space.controls.remove(slot, at).unwrap();
    let messages = [
        support::say(at, "/bar/strike", &[Arg::Number(1.0)]),
        support::say(at, "/bar/mixer/gain", &[Arg::Number(0.5)]),
        support::say(at, "/bar/hardness", &[Arg::Number(20.0)]),
        midi(at, 1, Control::Bend, 1.0),
        midi(at, 1, Control::Pressure, 99.0),
    ];
    let (_, played) = heard(&mut dispatcher, &mut renderer, messages, 640);
    assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
    let semitones = 12.0 * pitch_of(&dispatcher, "bar-61").log2();
    assert!((semitones - 3.0).abs() < 1e-9, "{semitones}");
}

#[test]
fn reading_a_rack_changes_nothing_and_its_values_are_its_own() {
    let (mut dispatcher, mut renderer) = racked(&*bar(), 8);
    let messages = [
        support::say(0, "/bar-60/mixer/pan", &[Arg::Number(-1.0)]),
        support::say(10, "/bar/mixer/gain", &[]),
        support::say(20, "/bar/mixer/gain", &[Arg::Number(0.5)]),
        midi(100, 1, Control::Note(67), 100.0),
    ];
    let (_, played) = heard(&mut dispatcher, &mut renderer, messages, 640);
    assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
    let slot = dispatcher.address_space.controls.find("bar-67").unwrap();
    let mut all = dispatcher.address_space.controls.instances();
    let strip = all.find(|(other, _)| *other == slot).unwrap().1.strip;
    assert_eq!((strip.gain, strip.pan), (0.5, 0.0));
}

//! The recorder: sums of stems, start times, names, full disks.

use crate::support::folder::Folder;
use crate::support::recording::{say, text};
use crate::support::wav;
use foley_audio::output::{Output, OutputRequest};
use foley_live::dispatcher::Message;
use foley_live::offline::EndCondition;
use foley_live::session::{Session, Setup, UnfinishedPart};
use foley_live::{AddressSpace, Arg};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

fn add(address_space: &mut AddressSpace, name: &str, sound: &str) -> Result<(), String> {
    let added = address_space.add(name, sound, 0);
    added.map(|_| ()).map_err(|why| why.to_string())
}

/// Returns a session with two sounds and no limiter. A third sound is added later, and the first is replaced
/// by another of the same name.
fn setup(record: &Path) -> Setup {
    let messages = vec![
        say(0, "/foley/limiter", &[Arg::Number(0.0)]),
        say(1_000, "/knock/strike", &[Arg::Number(1.0)]),
        say(5_000, "/ball/drop", &[]),
        say(6_000, "/foley/add", &[text("late"), text("impact")]),
        say(20_011, "/late/strike", &[Arg::Number(2.0)]),
        say(30_000, "/foley/add", &[text("knock"), text("impact")]),
        say(33_000, "/knock/strike", &[Arg::Number(0.7)]),
        say(40_000, "/foley/remove", &[text("late")]),
    ];
    let mut setup = Setup::new(Output::null(OutputRequest::default()));
    setup.prepare = Box::new(|dispatcher| {
        add(&mut dispatcher.address_space, "knock", "impact")?;
        add(&mut dispatcher.address_space, "ball", "bouncing")
    });
    setup.messages = Box::new(messages.into_iter());
    setup.record = Some(record.to_owned());
    setup.stems = true;
    setup
}

#[test]
fn the_sum_of_the_stems_is_the_mix_to_the_rounding_of_each() {
    let folder = Folder::new();
    let file = folder.path().join("take.wav");
    let summary = Session::offline(setup(&file), EndCondition::Frames(96_000)).unwrap();
    assert_eq!(summary.recorded.messages, Vec::<String>::new());
    assert_eq!((summary.recorded.lost, &summary.status.counts.errors), (0, &Vec::new()));
    let (rate, channels, mix) = wav::read(&file);
    assert_eq!((rate, channels, mix.len()), (48_000, 2, 2 * 96_000));
    let names = ["knock", "ball", "late", "knock-2"];
    assert_eq!(summary.recorded.files.len(), 1 + names.len());
    let stems = names.map(|name| wav::read(folder.path().join(format!("take-{name}.wav"))).2);
    let mut worst = 0.0_f64;
    for (n, &mixed) in mix.iter().enumerate() {
        let of = |stem: &Vec<f32>| f64::from(stem.get(n).copied().unwrap_or(0.0));
        let sum: f64 = stems.iter().map(of).sum();
        worst = worst.max((sum - f64::from(mixed)).abs());
    }
    let loudest = mix.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    println!("mix peaks at {loudest}, the sum of the stems is {worst:.2e} off");
    assert!(loudest > 0.1 && loudest < 1.0, "{loudest}");
    // Each of the four and the mix is rounded to 24 bits: half a step of 2⁻²⁴ for what is below 1.
    assert!(worst <= 5.0 * 0.5 / f64::from(1 << 24), "{worst}");
    // Silent before it was added, in a file that starts with the others.
    let late = &stems[2];
    assert!(late[..2 * 20_011].iter().all(|x| *x == 0.0));
    assert!(late[2 * 20_011..2 * 24_000].iter().any(|x| *x != 0.0));
}

#[test]
fn a_full_disk_is_reported_before_recording_starts() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        println!("there is no /dev/full here");
        return;
    }
    let refused = Session::offline(setup(full), EndCondition::Frames(64)).unwrap_err();
    assert!(refused.to_string().contains("/dev/full"), "{refused}");
}

#[test]
fn network_names_stay_in_their_folder_and_replace_no_file() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("there.wav"), "mine").unwrap();
    let mut setup = Setup::new(Output::null(OutputRequest::default()));
    setup.folder = Some(folder.path().to_owned());
    let long = "x".repeat(65);
    let names = [
        "../escaped",
        "/tmp/escaped",
        "a/b",
        "..",
        ".",
        "",
        "a.wav",
        "a\0b",
        "c:d",
        "a b",
        "ü",
        "there",
        &long,
    ];
    let mut messages: Vec<Message> =
        names.iter().map(|name| say(0, "/foley/record", &[text(name)])).collect();
    messages.push(say(64, "/foley/record", &[text("take-1")]));
    messages.push(say(128, "/foley/record", &[text("take-2")]));
    messages.push(say(6_400, "/foley/record", &[text("off")]));
    setup.messages = Box::new(messages.into_iter());
    let summary = Session::offline(setup, EndCondition::Frames(48_000)).unwrap();
    let counts = &summary.status.counts;
    assert_eq!(counts.wrong.get("refused"), Some(&(names.len() as u64 + 1)), "{:#?}", counts.errors);
    assert_eq!(std::fs::read(folder.path().join("there.wav")).unwrap(), b"mine");
    let (_, _, take) = wav::read(folder.path().join("take-1.wav"));
    assert_eq!(take.len(), 2 * (6_400 - 64), "it ends when it is told to");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn without_a_folder_the_network_records_nothing() {
    let mut setup = Setup::new(Output::null(OutputRequest::default()));
    setup.messages = Box::new([say(0, "/foley/record", &[text("take")])].into_iter());
    let summary = Session::offline(setup, EndCondition::Frames(640)).unwrap();
    let said = &summary.status.counts.errors;
    assert!(said[0].contains("--record-folder"), "{said:?}");
}

#[test]
fn a_later_stem_of_a_network_recording_replaces_no_file() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("take-late.wav"), "mine").unwrap();
    let mut setup = Setup::new(Output::null(OutputRequest::default()));
    setup.folder = Some(folder.path().to_owned());
    setup.stems = true;
    let messages = [
        say(0, "/foley/record", &[text("take")]),
        say(6_400, "/foley/add", &[text("late"), text("impact")]),
        say(12_800, "/foley/record", &[text("off")]),
    ];
    setup.messages = Box::new(messages.into_iter());
    let summary = Session::offline(setup, EndCondition::Frames(48_000)).unwrap();
    assert_eq!(std::fs::read(folder.path().join("take-late.wav")).unwrap(), b"mine");
    let said = summary.recorded.messages.join(" ");
    assert!(said.contains("take-late.wav"), "{said}");
}

#[test]
fn the_network_cannot_stop_a_local_recording() {
    let folder = Folder::new();
    let mut setup = Setup::new(Output::null(OutputRequest::default()));
    setup.folder = Some(folder.path().to_owned());
    setup.record = Some(folder.path().join("mine.wav"));
    setup.messages = Box::new([say(640, "/foley/record", &[text("off")])].into_iter());
    let summary = Session::offline(setup, EndCondition::Frames(6_400)).unwrap();
    let said = &summary.status.counts.errors;
    assert!(said[0].contains("started by the program itself"), "{said:?}");
    let (_, _, samples) = wav::read(folder.path().join("mine.wav"));
    assert_eq!(samples.len(), 2 * 6_400);
}

#[test]
fn a_session_that_fails_to_start_keeps_the_old_file() {
    let folder = Folder::new();
    let (old, new) = (folder.path().join("old.wav"), folder.path().join("new.wav"));
    std::fs::write(&old, "yesterday").unwrap();
    let taken = std::net::UdpSocket::bind(("127.0.0.1", 0)).unwrap();
    for file in [&old, &new] {
        let mut setup = Setup::new(Output::null(OutputRequest::default()));
        setup.prepare = Box::new(|dispatcher| add(&mut dispatcher.address_space, "cup", "impact"));
        setup.record = Some(file.clone());
        setup.stems = true;
        setup.servers.osc = Some(taken.local_addr().unwrap());
        let why = Session::start(setup).unwrap_err();
        assert!(why.to_string().contains("another program uses it"), "{why}");
    }
    assert_eq!(std::fs::read(&old).unwrap(), b"yesterday");
    assert_eq!(folder.names(), ["old.wav"]);
}

#[test]
fn offline_playback_stops_on_request_and_the_file_is_valid() {
    let folder = Folder::new();
    let file = folder.path().join("take.wav");
    let mut setup = Setup::new(Output::null(OutputRequest::default()));
    setup.record = Some(file.clone());
    let stop = Arc::clone(&setup.stop);
    // Requested after a second: the current step is played to its end.
    let messages = (0..).map_while(move |n: u64| {
        stop.store(n == 10, Ordering::Relaxed);
        Some(say(4_800 * n, "/foley/gain", &[Arg::Number(0.5)]))
    });
    setup.messages = Box::new(messages);
    let summary = Session::offline(setup, EndCondition::Frames(480_000)).unwrap();
    let samples = summary.status.samples;
    assert!((40_000..60_000).contains(&samples), "{samples}");
    assert_eq!(wav::read(&file).2.len() as u64, 2 * samples);
}

#[test]
fn the_next_recording_starts_after_the_last_was_stopped() {
    let folder = Folder::new();
    let mut setup = Setup::new(Output::null(OutputRequest::default()));
    setup.folder = Some(folder.path().to_owned());
    setup.stems = true;
    setup.prepare = Box::new(|dispatcher| add(&mut dispatcher.address_space, "knock", "impact"));
    let order = |at, name: &str| say(at, "/foley/record", &[text(name)]);
    // All at once, with a sound added to the second.
    let messages = [
        order(0, "one"),
        say(6_400, "/foley/add", &[text("ball"), text("bouncing")]),
        order(6_400, "off"),
        order(6_400, "two"),
        order(12_800, "off"),
        order(12_800, "off"),
    ];
    setup.messages = Box::new(messages.into_iter());
    let summary = Session::offline(setup, EndCondition::Frames(19_200)).unwrap();
    let said = &summary.status.counts.errors;
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("there is no recording to stop"), "{said:?}");
    for name in ["one", "one-knock", "two", "two-knock", "two-ball"] {
        let (_, _, samples) = wav::read(folder.path().join(format!("{name}.wav")));
        assert_eq!(samples.len(), 2 * 6_400, "{name}");
    }
}

#[test]
fn a_recording_ends_at_the_given_sample() {
    let folder = Folder::new();
    let file = folder.path().join("take.wav");
    let mut setup = setup(&file);
    setup.until = Some(25_001);
    Session::offline(setup, EndCondition::Frames(96_000)).unwrap();
    for name in ["take", "take-knock", "take-ball", "take-late"] {
        let (_, _, samples) = wav::read(folder.path().join(format!("{name}.wav")));
        assert_eq!(samples.len(), 2 * 25_001, "{name}");
    }
}

#[test]
fn scored_messages_reach_the_engine_before_their_long_block() {
    let wish = OutputRequest { buffer_frames: Some(4096), ..OutputRequest::default() };
    let mut setup = Setup::new(Output::null(wish));
    setup.prepare = Box::new(|dispatcher| add(&mut dispatcher.address_space, "knock", "impact"));
    let strikes = [2_640, 3_360, 6_000].map(|at| say(at, "/knock/strike", &[Arg::Number(1.0)]));
    setup.messages = Box::new(strikes.into_iter());
    let session = Session::start(setup).unwrap();
    // Those of the first block, and those due before the timer runs again.
    assert_eq!(session.counts().scored, 3);
    assert_eq!(session.counts().late, 0);
}

#[test]
fn stopping_before_the_end_of_the_score_is_reported() {
    for (at, unfinished) in [(0, None), (48_000_000, Some(UnfinishedPart::Score))] {
        let mut setup = Setup::new(Output::null(OutputRequest::default()));
        setup.prepare = Box::new(|dispatcher| add(&mut dispatcher.address_space, "knock", "impact"));
        let strike = say(at, "/knock/strike", &[Arg::Number(1.0)]);
        setup.messages = Box::new([strike].into_iter());
        let session = Session::start(setup).unwrap();
        let begun = std::time::Instant::now();
        while unfinished.is_none() && !session.score_dispatched() {
            assert!(begun.elapsed().as_secs() < 60, "the timer never looked");
            std::thread::yield_now();
        }
        assert_eq!(session.stop().unfinished, unfinished);
    }
}

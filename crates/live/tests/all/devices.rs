//! A session on a real-time JACK server without a sound card.
#![cfg(all(feature = "device", target_os = "linux"))]

use crate::support::folder::Folder;
use crate::support::jack::Jack;
use crate::support::recording::say;
use crate::support::wav;
use foley_audio::output::{Output, OutputRequest, device::Device};
use foley_live::Arg;
use foley_live::offline::EndCondition;
use foley_live::session::{Session, Setup};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Environment variable that is set in the inner run of a test. The JACK library reads the server's name from
/// the environment, so the test starts itself again with that name set.
const INSIDE: &str = "FOLEY_TEST_INSIDE";

fn again(test: &str, jack: &Jack) {
    let this = std::env::current_exe().unwrap();
    let status = Command::new(this)
        .args(["--exact", test, "--nocapture"])
        .env(INSIDE, "1")
        .env("JACK_DEFAULT_SERVER", &jack.name)
        .status()
        .unwrap();
    assert!(status.success(), "{test}: {status}");
}

fn setup(output: Output, file: &Path) -> Setup {
    let mut setup = Setup::new(output);
    setup.prepare = Box::new(|dispatcher| {
        let added = dispatcher.address_space.add("knock", "impact", 0);
        added.map(|_| ()).map_err(|why| why.to_string())
    });
    let strikes = (0..20_u64).map(|n| say(n * 2_411, "/knock/strike", &[Arg::Number(1.0)]));
    setup.messages = Box::new(strikes);
    setup.record = Some(file.to_owned());
    setup.ceiling = None;
    setup
}

#[test]
fn on_jack_in_blocks_of_128_a_score_gives_the_samples_that_it_gives_offline() {
    let name = "on_jack_in_blocks_of_128_a_score_gives_the_samples_that_it_gives_offline";
    if std::env::var_os(INSIDE).is_none() {
        return again(name, &Jack::start(128));
    }
    let folder = Folder::new();
    let (live, offline) = (folder.path().join("live.wav"), folder.path().join("offline.wav"));
    Session::offline(setup(Output::null(OutputRequest::default()), &offline), EndCondition::Frames(72_000))
        .unwrap();
    let offline = wav::read(&offline).2;
    // A timer that is woken 50 ms late makes a message late; that is counted and the test tries again.
    for attempt in 1..=5 {
        let device = Device::find(None, OutputRequest::default()).unwrap();
        let session = Session::start(setup(Output::Device(Box::new(device)), &live)).unwrap();
        assert_eq!((session.info().name.as_str(), session.info().buffer_frames), ("jack", Some(128)));
        let begun = Instant::now();
        while session.status().samples < 72_000 {
            assert!(begun.elapsed() < Duration::from_mins(1), "JACK does not ask for samples");
            std::thread::sleep(Duration::from_millis(20));
        }
        let summary = session.stop();
        let (counts, load) = (&summary.status.counts, &summary.status.load);
        println!(
            "try {attempt}: {} messages, {} late; gaps: {} ours, {} the machine's; worst block {:.1} %",
            counts.scored,
            counts.late,
            load.ours,
            load.machine,
            100.0 * load.worst
        );
        assert_eq!(summary.recorded.messages, Vec::<String>::new());
        if counts.late > 0 || summary.recorded.lost > 0 {
            continue;
        }
        let live = wav::read(&live).2;
        let both = live.len().min(offline.len());
        assert!(both >= 2 * 70_000, "{both}");
        assert!(live[..both] == offline[..both], "other samples than offline");
        return;
    }
    panic!("in five tries a message was late each time: the machine is too busy for this test");
}

#[test]
fn an_unsupported_jack_buffer_is_rejected_with_the_supported_one() {
    let name = "an_unsupported_jack_buffer_is_rejected_with_the_supported_one";
    if std::env::var_os(INSIDE).is_none() {
        return again(name, &Jack::start(256));
    }
    let wish = OutputRequest { buffer_frames: Some(128), ..OutputRequest::default() };
    let refused = Device::find(Some("jack"), wish).unwrap_err().to_string();
    assert!(refused.contains("128") && refused.contains("256"), "{refused}");
}

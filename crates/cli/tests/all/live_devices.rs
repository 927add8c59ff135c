//! `foley live` on ALSA, on JACK and without a device.
#![cfg(all(feature = "device", target_os = "linux"))]

use crate::jack::Jack;
use crate::support::running::{Running, wait_until};
use crate::support::{Folder, TWO_CUPS, foley, number, run};
use crate::wav;

/// Writes an ALSA configuration with only these devices and returns its path.
fn alsa(folder: &Folder, lines: &str) -> String {
    let file = folder.file("asound.conf");
    std::fs::write(&file, lines).unwrap();
    file
}

#[test]
fn a_missing_device_is_reported_with_alternatives() {
    let folder = Folder::new();
    let config = alsa(&folder, "pcm.nothing { type null }\n");
    let output = foley()
        .args(["live", "impact", "--osc", "0"])
        .env("ALSA_CONFIG_PATH", config)
        .env("JACK_DEFAULT_SERVER", "nobody")
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    for word in ["no sound device", "--null", "--offline", "--record"] {
        assert!(message.contains(word), "{message}");
    }
    let jack = foley()
        .args(["live", "impact", "--device", "jack"])
        .env("JACK_DEFAULT_SERVER", "nobody")
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&jack.stderr).contains("no server answers"));
}

#[test]
fn alsa_gets_the_samples_of_the_offline_render() {
    let folder = Folder::new();
    let raw = folder.file("out.raw");
    let lines = format!(
        "</usr/share/alsa/alsa.conf>\npcm.!default {{ type plug slave.pcm \"tofile\" }}\n\
         pcm.tofile {{ type file slave.pcm \"null\" file \"{raw}\" format \"raw\" }}\n"
    );
    let (config, scene) = (alsa(&folder, &lines), folder.file("scene.json"));
    let offline = folder.file("offline.wav");
    // Only events before the first sample: this device does not run in real time.
    let early = TWO_CUPS.split(", \n").next().unwrap();
    let early = match early.find("{ \"at\": 0.7") {
        Some(end) => format!("{} ] }}", early[..end].trim_end().trim_end_matches(',')),
        None => early.to_owned(),
    };
    std::fs::write(&scene, early).unwrap();
    let done = run(&["live", "--scene", &scene, "--offline", "--seconds", "0.5", "--record", &offline]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    // A busy machine misses deadlines, and a missed deadline makes the steps of contacts coarser.
    let played = foley()
        .args(["live", "--scene", &scene, "--ceiling", "off", "--osc", "0", "--seconds", "0.5"])
        .env("ALSA_CONFIG_PATH", config)
        .env("JACK_DEFAULT_SERVER", "nobody")
        .output()
        .unwrap();
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let offline = wav::read(&offline).2;
    let raw = std::fs::read(raw).unwrap();
    let heard: Vec<f32> = raw.chunks_exact(4).map(|x| f32::from_le_bytes(x.try_into().unwrap())).collect();
    let both = heard.len().min(offline.len());
    assert!(both >= 2 * 20_000, "{both}");
    assert!(offline.iter().any(|x| x.abs() > 0.05));
    assert!(heard[..both] == offline[..both], "other samples than offline");
}

#[test]
fn the_null_device_of_alsa_plays_by_its_name() {
    let command = &mut foley();
    command.args(["live", "impact", "--device", "null", "--osc", "0", "--seconds", "0.3"]);
    let playing = Running::start(command);
    assert_eq!(playing.begun["playing"]["device"], "null");
    let (summary, code) = playing.end_json();
    assert_eq!(code, Some(0));
    assert!(number(&summary, "/played/seconds") >= 0.3);
}

#[test]
fn on_jack_a_message_from_oscsend_is_played_and_recorded() {
    let folder = Folder::new();
    let file = folder.file("take.wav");
    let server = Jack::start(128);
    let command = &mut foley();
    command.args(["live", "cup=impact", "--osc", "0", "--record", &file]);
    let playing = Running::start(command.env("JACK_DEFAULT_SERVER", &server.name));
    let about = &playing.begun["playing"];
    assert_eq!((&about["device"], &about["block"]), (&"jack".into(), &128.into()));
    wait_until("the strike in the recording", || {
        playing.send(&["/cup/strike", "f", "1"]);
        wav::read(&file).2.iter().any(|x| x.abs() > 0.01)
    });
    playing.signal("-TERM");
    let (summary, code) = playing.end_json();
    assert_eq!(code, Some(0));
    let xruns = &summary["played"]["load"]["xruns"];
    println!("gaps: {xruns}, worst block {}", summary["played"]["load"]["worst"]);
    drop(server);
}

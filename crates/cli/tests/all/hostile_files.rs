//! Invalid files for every command that reads sound: rejected with a reason, without a panic, and nothing is
//! written.

use crate::support::{Folder, coded_wav, rejected, run, wav};

/// Returns the arguments of every command that reads a sound file; the commands write to `out`.
fn ways<'a>(file: &'a str, out: &'a str) -> Vec<Vec<&'a str>> {
    vec![
        vec!["analyse", file],
        vec!["analyse", file, "--json"],
        vec!["render", "impact", "--voice", file, "--drive", "onset>strike", "-o", out],
    ]
}

#[test]
fn every_invalid_file_is_rejected_with_a_reason() {
    let folder = Folder::new();
    let good = wav(44_100, &[vec![0.5; 100]]);
    let float = |bad: f32| {
        let samples = [0.0_f32, 0.25, bad, 0.5];
        let bytes: Vec<u8> = samples.iter().flat_map(|x| x.to_le_bytes()).collect();
        coded_wav(3, 1, 8000, 32, &bytes)
    };
    let patched = |at: usize, bytes: &[u8]| {
        let mut file = good.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        file
    };
    let out = folder.file("out.wav");
    for (name, bytes, words) in [
        ("empty", vec![], "it is empty"),
        ("text", b"To be, or not to be".to_vec(), "it begins with `To be, or no`"),
        ("cut short", good[..good.len() - 60].to_vec(), "60 bytes of its chunk `data` are missing"),
        ("two gigabytes", patched(40, &0x8000_0000_u32.to_le_bytes()), "are missing"),
        ("no channel", patched(22, &[0, 0]), "channels 0"),
        ("no rate", patched(24, &[0, 0, 0, 0]), "sample rate is 0 Hz"),
        ("every hertz", patched(24, &[255; 4]), "4294967295 Hz"),
        ("frames of 3 bytes", patched(32, &[3, 0]), "bytes per frame 3"),
        ("no data", good[..36].to_vec(), "no chunk `data`"),
        ("no format", b"RIFF\0\0\0\0WAVE".to_vec(), "no chunk `fmt `"),
        ("no sample", wav(8000, &[vec![]]), "no sample"),
        ("a film", b"RIFF\0\0\0\0AVI LIST".to_vec(), "not a WAV file"),
        ("mp3", coded_wav(0x55, 1, 44_100, 16, &[0; 64]), "MP3"),
        ("adpcm", coded_wav(2, 1, 44_100, 4, &[0; 64]), "Microsoft ADPCM"),
        ("not a number", float(f32::NAN), "sample 3 of channel 1"),
        ("infinite", float(f32::INFINITY), "at 0.000250 s"),
        ("flac that is none", b"fLaC\0\0\0\0".to_vec(), "damaged"),
    ] {
        let file = folder.file("bad.wav");
        std::fs::write(&file, bytes).unwrap();
        for way in ways(&file, &out) {
            let why = rejected(&way);
            assert!(why.contains(words), "{name}, {way:?}: {why}");
            assert!(why.contains("bad.wav"), "{name}: {why}");
        }
        assert_eq!(folder.names(), ["bad.wav"], "{name}: nothing else is left");
    }
    let inside = folder.path().to_str().unwrap().to_owned();
    for way in ways(&inside, &out) {
        assert!(rejected(&way).contains("folder"), "{way:?}");
    }
    for way in ways("/no/such/file.wav", &out) {
        assert!(rejected(&way).contains("/no/such/file.wav"), "{way:?}");
    }
}

#[test]
fn three_hundred_damaged_headers_cause_no_panic() {
    let folder = Folder::new();
    let good = wav(44_100, &[vec![0.5; 2000], vec![-0.25; 2000]]);
    let file = folder.file("x.wav");
    let mut state = 7_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    let mut read = 0;
    for seed in 0..300 {
        let mut bytes = good.clone();
        for _ in 0..=next(4) {
            let at = next(44);
            bytes[at] = [0, 255, next(256) as u8][next(3)];
        }
        std::fs::write(&file, &bytes).unwrap();
        let output = run(&["analyse", &file]);
        let code = output.status.code();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(code, Some(0 | 2)), "seed {seed}: {code:?} {message}");
        read += usize::from(code == Some(0));
    }
    println!("{read} of 300 damaged files could be read all the same");
    assert!(read > 20 && read < 280, "{read}: the damage is too small or too large to tell anything");
}

//! What tests of recordings share: folders, files, letters.
#![allow(dead_code, reason = "not every test needs all of it")]

use foley_live::Arg;
use foley_live::desk::{Letter, What};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own, gone afterwards.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("foley-live-{name}-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Rate, channels and samples of a file as the recorder writes it: its header must tell what is there.
pub(crate) fn read_wav(path: &Path) -> (u32, u16, Vec<f32>) {
    let bytes = std::fs::read(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((&bytes[..4], &bytes[8..12]), (&b"RIFF"[..], &b"WAVE"[..]));
    let (mut at, mut rate, mut channels) = (12, 0, 0);
    loop {
        let (id, long) = (&bytes[at..at + 4], word(at + 4) as usize);
        let body = &bytes[at + 8..at + 8 + long];
        if id == b"fmt " {
            assert_eq!(&body[..2], [3, 0], "float");
            channels = u16::from_le_bytes([body[2], body[3]]);
            rate = u32::from_le_bytes(body[4..8].try_into().unwrap());
        }
        if id == b"data" {
            assert_eq!(word(4) as usize, at + long, "{}", path.display());
            let samples = body.chunks_exact(4);
            let samples = samples.map(|x| f32::from_le_bytes(x.try_into().unwrap()));
            return (rate, channels, samples.collect());
        }
        at += 8 + long + long % 2;
    }
}

/// A letter.
pub(crate) fn say(at: u64, address: &str, args: &[Arg]) -> Letter {
    let what = What::Say {
        address: address.to_owned(),
        args: args.to_vec(),
    };
    Letter {
        at,
        what,
        from: None,
    }
}

/// A word that follows an address.
pub(crate) fn text(text: &str) -> Arg {
    Arg::Text(text.to_owned())
}

//! Reads WAV files of the recorder.

use std::path::Path;

/// Reads a recorded file; returns its rate, channels and samples. Its header must match its content.
pub(crate) fn read(path: impl AsRef<Path>) -> (u32, u16, Vec<f32>) {
    let path = path.as_ref();
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

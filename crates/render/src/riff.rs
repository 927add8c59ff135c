//! Parts of a RIFF file that every WAV writer needs: chunks and the body of `fmt `.
//!
//! A RIFF file is a sequence of chunks. A chunk is a four-letter id, a 32-bit length, the body, and a padding
//! byte if the length is odd.

use std::io::{self, Write};

/// Format tag of integer samples in the `fmt ` chunk.
pub const PCM: u16 = 1;
/// Format tag of floating-point samples in the `fmt ` chunk.
pub const IEEE_FLOAT: u16 = 3;
/// Format tag of the extensible `fmt ` chunk, used above 2 channels.
pub const EXTENSIBLE: u16 = 0xfffe;
/// Last 14 bytes of the sub-format GUID in the extensible form; the first 2 are the format tag.
pub const GUID_TAIL: [u8; 14] =
    [0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xaa, 0x00, 0x38, 0x9b, 0x71];

/// Returns the body of the `fmt ` chunk.
///
/// `tag` is [`PCM`] or [`IEEE_FLOAT`], `bytes` the size of a sample, `rate` the sample rate \[Hz\].
pub fn fmt(tag: u16, bytes: u16, rate: u32, channels: u16) -> Vec<u8> {
    let extensible = channels > 2;
    let mut fmt = Vec::new();
    fmt.extend(if extensible { EXTENSIBLE } else { tag }.to_le_bytes());
    fmt.extend(channels.to_le_bytes());
    fmt.extend(rate.to_le_bytes());
    fmt.extend((rate.saturating_mul(u32::from(channels * bytes))).to_le_bytes());
    fmt.extend((channels * bytes).to_le_bytes());
    fmt.extend((8 * bytes).to_le_bytes());
    if extensible {
        // 22 more bytes: valid bits, an empty loudspeaker mask and the sub-format GUID.
        fmt.extend(22_u16.to_le_bytes());
        fmt.extend((8 * bytes).to_le_bytes());
        fmt.extend(0_u32.to_le_bytes());
        fmt.extend(tag.to_le_bytes());
        fmt.extend(GUID_TAIL);
    } else if tag == IEEE_FLOAT {
        fmt.extend(0_u16.to_le_bytes());
    }
    fmt
}

/// Writes one chunk, with a padding byte if its length is odd.
///
/// # Errors
/// If `out` fails.
pub fn chunk(out: &mut impl Write, id: [u8; 4], body: &[u8]) -> io::Result<()> {
    out.write_all(&id)?;
    out.write_all(&(body.len() as u32).to_le_bytes())?;
    out.write_all(body)?;
    out.write_all(&[0][..body.len() % 2])
}

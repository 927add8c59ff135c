//! A FLAC file decoded by an independent decoder.

use std::io::Cursor;
use symphonia::core::codecs::audio::AudioDecoderOptions;
use symphonia::core::formats::{Attachment, FormatOptions, TrackType, probe::Hint};
use symphonia::core::io::{MediaSourceStream, MediaSourceStreamOptions};
use symphonia::core::meta::MetadataOptions;

pub(crate) struct Flac {
    pub(crate) rate: u32,
    pub(crate) channels: usize,
    pub(crate) bits: u32,
    /// Samples of all channels as integers, interleaved.
    pub(crate) samples: Vec<i32>,
    /// Names and values of the comments.
    tags: Vec<(String, String)>,
    /// Content of the block `foly`, which holds the recipe; `None` if the file has no such block.
    pub(crate) foly: Option<Vec<u8>>,
}

impl Flac {
    /// Decodes a file and verifies its MD5 sum.
    pub(crate) fn decode(file: &[u8]) -> Self {
        let source = Box::new(Cursor::new(file.to_vec()));
        let mut format = symphonia::default::get_probe()
            .probe(
                &Hint::new(),
                MediaSourceStream::new(source, MediaSourceStreamOptions::default()),
                FormatOptions::default(),
                MetadataOptions::default(),
            )
            .expect("a FLAC file");
        let foly = format.attachments().iter().find_map(|block| match block {
            Attachment::VendorData(block) if block.ident == "foly" => Some(block.data.to_vec()),
            _ => None,
        });
        let metadata = format.metadata();
        let tags = metadata.current().map_or_else(Vec::new, |message| {
            let tags = message.media.tags.iter();
            tags.map(|tag| (tag.raw.key.clone(), tag.raw.value.to_string())).collect()
        });
        let track = format.default_track(TrackType::Audio).expect("a track");
        let parameters = track.codec_params.as_ref().and_then(|kind| kind.audio());
        let parameters = parameters.expect("a sound").clone();
        let mut decoder = symphonia::default::get_codecs()
            .make_audio_decoder(&parameters, &AudioDecoderOptions::default().verify(true))
            .expect("a decoder");
        let bits = parameters.bits_per_sample.expect("a number of bits");
        let mut samples = Vec::new();
        let mut block: Vec<i32> = Vec::new();
        while let Some(packet) = format.next_packet().expect("a frame") {
            let decoded = decoder.decode(&packet).expect("a block");
            decoded.copy_to_vec_interleaved(&mut block);
            // The decoder left-aligns its integers.
            samples.extend(block.iter().map(|sample| sample >> (32 - bits)));
        }
        assert_eq!(decoder.finalize().verify_ok, Some(true), "the MD5 sum");
        Self {
            rate: parameters.sample_rate.expect("a rate"),
            channels: parameters.channels.expect("channels").count(),
            bits,
            samples,
            tags,
            foly,
        }
    }

    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(key, _)| key == name);
        tag.map(|(_, text)| text.as_str())
    }
}

//! The mix of a job as it is heard in its place.

use crate::play::frames;
use crate::{Recipe, RenderJob};
use foley_catalogue::spaces::PlaceSend;
use foley_sound::{BLOCK, EndDetector, Performance};

impl RenderJob {
    /// Returns the channels of the mix \[SI\]: every audible output, heard in the place of the job. If the sound plays
    /// until it has ended, its reverberation is added at the end. In the free field at 1 m the outputs are only added.
    pub fn mix(&self, performance: &Performance) -> Vec<Vec<f64>> {
        let mut channels = vec![vec![0.0; frames(performance)]; self.channels()];
        for (row, samples) in self.rows.iter().zip(&performance.rows) {
            let Some(channel) = row.channel.and_then(|channel| channels.get_mut(channel)) else {
                continue;
            };
            for (sum, sample) in channel.iter_mut().zip(samples) {
                *sum += row.gain * sample;
            }
        }
        let Recipe { place, distance, rate, .. } = self.recipe;
        // The distance was checked when the job was made.
        match PlaceSend::new(place, distance, channels.len(), rate) {
            Ok(mut send) if self.recipe.has_place() => self.hear_in(&mut send, &mut channels),
            _ => {}
        }
        channels
    }

    /// Replaces the dry channels by what is heard through `send`, whose source is the mean of the channels.
    fn hear_in(&self, send: &mut PlaceSend, channels: &mut [Vec<f64>]) {
        let rate = self.recipe.rate;
        let dry = channels.first().map_or(0, Vec::len);
        if self.recipe.seconds.seconds().is_none() {
            let tail = (send.tail() * rate).ceil() as usize;
            for channel in &mut *channels {
                channel.resize(dry + tail, 0.0);
            }
        }
        let length = channels.first().map_or(0, Vec::len);
        let mut detector = EndDetector::new(rate);
        let mut end = length;
        for from in (0..length).step_by(BLOCK) {
            let to = length.min(from + BLOCK);
            let mut source = [0.0; BLOCK];
            for channel in &*channels {
                for (sum, sample) in source.iter_mut().zip(&channel[from..to]) {
                    *sum += sample / channels.len() as f64;
                }
            }
            let mut block: Vec<&mut [f64]> =
                channels.iter_mut().map(|channel| &mut channel[from..to]).collect();
            for sample in block.iter_mut().flat_map(|channel| channel.iter_mut()) {
                *sample *= send.direct_gain();
            }
            send.add(&source[..to - from], &mut block);
            let energy = block.iter().flat_map(|channel| channel.iter()).map(|sample| sample * sample).sum();
            if detector.ended_after(energy) && to > dry {
                end = to;
                break;
            }
        }
        if length > dry {
            for channel in channels {
                channel.truncate(end);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::sound_file::Container;
    use crate::{Length, RenderJob, RenderRequest, Source, encode, peak};
    use foley_catalogue::preset::Preset;
    use foley_catalogue::spaces::Place;
    use foley_catalogue::{model, preset};
    use foley_sound::Performance;

    fn play(request: &RenderRequest, source: &Source) -> (RenderJob, Performance) {
        let job = RenderJob::new(request, source).unwrap();
        let performance = job.play(&mut |_| ()).unwrap();
        (job, performance)
    }

    fn cup() -> Preset {
        preset::by_name("espresso-cup-set-down-on-marble").unwrap().clone()
    }

    fn at(place: Place, distance: f64) -> RenderRequest {
        RenderRequest { place: Some(place), distance: Some(distance), ..RenderRequest::default() }
    }

    #[test]
    fn the_free_field_at_1_m_leaves_every_byte() {
        let source = Source::preset("cup", cup());
        let bytes = |request: &RenderRequest| {
            let (job, performance) = play(request, &source);
            let file = encode(Container::Wav, "x.wav".into(), None, &job, &performance).unwrap();
            let mix = job.mix(&performance);
            assert!(mix[0] == performance.rows[0], "the mix is the output");
            file.bytes
        };
        let plain = bytes(&RenderRequest::default());
        assert!(plain == bytes(&at(Place::Free, 1.0)));
        assert!(!String::from_utf8_lossy(&plain).contains("\"place\""));
    }

    #[test]
    fn a_place_changes_the_mix_and_no_measurement() {
        let source = Source::preset("cup", cup());
        let (dry_job, dry) = play(&RenderRequest::default(), &source);
        for &place in Place::ALL {
            let (job, performance) = play(&at(place, 1.5), &source);
            assert!(performance.rows == dry.rows, "{}: outputs stay dry", place.name());
            let (mix, plain) = (job.mix(&performance), dry_job.mix(&dry));
            assert!(mix[0] != plain[0], "{}", place.name());
            assert!(mix[0].len() >= plain[0].len(), "{}", place.name());
            let tail = (mix[0].len() - plain[0].len()) as f64 / job.recipe.rate;
            println!("{}: {tail:.2} s longer, peak {:.3e}", place.name(), peak(&mix[0]));
            if place == Place::Free {
                let expected: Vec<f64> = plain[0].iter().map(|x| x * (1.0 / 1.5)).collect();
                assert!(mix[0] == expected && tail == 0.0);
            }
        }
        let fixed = RenderRequest { seconds: Some(Length::Seconds(0.25)), ..at(Place::Hall, 10.0) };
        let (job, performance) = play(&fixed, &source);
        assert_eq!(job.mix(&performance)[0].len(), 12_000, "a fixed duration has no tail");
    }

    #[test]
    fn the_whole_tail_of_a_room_is_in_the_file() {
        let source = Source::preset("cup", cup());
        let (job, performance) = play(&at(Place::Hall, 10.0), &source);
        let row = &job.mix(&performance)[0];
        let energy = |samples: &[f64]| samples.iter().map(|x| x * x).sum::<f64>();
        let last = energy(&row[row.len() - 640..]) / 10.0;
        let loudest = row.chunks(64).map(energy).fold(0.0, f64::max);
        // The end is 60 dB below the loudest block of 64 samples.
        assert!(last <= 1e-6 * loudest, "{last} of {loudest}");
    }

    #[test]
    fn an_option_replaces_the_place_of_the_preset_and_stems_are_dry() {
        let source = Source::preset("cup", Preset { place: Place::Kitchen, ..cup() });
        let place = |request: RenderRequest| RenderJob::new(&request, &source).unwrap().recipe.place;
        assert_eq!(place(RenderRequest::default()), Place::Kitchen);
        assert_eq!(place(at(Place::Free, 1.0)), Place::Free);
        assert_eq!(place(RenderRequest { stems: true, ..RenderRequest::default() }), Place::Free);
        assert_eq!(place(RenderRequest { stems: true, ..at(Place::Hall, 2.0) }), Place::Free);
        let error = RenderJob::new(&at(Place::Bathroom, 7.0), &source).unwrap_err().to_string();
        assert!(error.contains("`bathroom`") && error.contains("1.82 m"), "{error}");
    }

    #[test]
    fn a_file_in_a_place_renders_again_to_the_same_bytes() {
        let kitchen = Preset { place: Place::Kitchen, ..cup() };
        let impact = Preset::of(model("impact").unwrap(), "impact");
        for (preset, request) in [
            (kitchen.clone(), RenderRequest::default()),
            (kitchen, at(Place::Free, 1.0)),
            (impact, RenderRequest { channels: Some(2), ..at(Place::Street, 3.0) }),
        ] {
            let (job, performance) = play(&request, &Source::preset("x", preset));
            let file = encode(Container::Wav, "x.wav".into(), None, &job, &performance).unwrap();
            let source = Source::read("x.wav", &file.bytes[..]).unwrap();
            let (job, performance) = play(&RenderRequest::default(), &source);
            let again = encode(Container::Wav, "x.wav".into(), None, &job, &performance).unwrap();
            assert!(again.bytes == file.bytes, "{}", job.recipe.place.name());
        }
    }
}

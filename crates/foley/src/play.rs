//! Sound out of the loudspeaker, behind the feature `device`.

use crate::{Engine, Error};
use foley_audio::output::device::Device;
use foley_audio::{Clock, Output, OutputRequest, OutputStream};
use foley_catalogue::preset::Preset;
use foley_engine::Renderer;
use foley_sound::MAX_TAIL;
use std::time::Duration;

/// Interval at which the end of a sound is looked for.
const POLL: Duration = Duration::from_millis(20);

/// Plays a preset with its own gestures on the default sound device, and returns when it has ended, or a minute
/// after its last gesture if it does not end by itself.
///
/// ```no_run
/// let glasses = foley::preset("two wine glasses")?;
/// foley::play(&glasses)?;
/// # Ok::<(), foley::Error>(())
/// ```
///
/// # Errors
/// [`Error::Device`] if there is no sound device or it cannot play; also if the preset cannot be played.
pub fn play(preset: &Preset) -> Result<(), Error> {
    play_on(default_device()?, preset)
}

/// Runs the audio end of an engine on the default sound device, for as long as the [`Speaker`] lives. The rate
/// of the engine must be that of the device: [`device_rate`].
///
/// # Errors
/// [`Error::Device`] if there is no sound device or it cannot play.
pub fn start(renderer: Renderer) -> Result<Speaker, Error> {
    start_on(default_device()?, renderer)
}

/// Returns the sample rate of the default sound device \[Hz\].
///
/// # Errors
/// [`Error::Device`] if there is no sound device.
pub fn device_rate() -> Result<f64, Error> {
    Ok(f64::from(default_device()?.info().rate))
}

/// A running sound device; it stops when dropped.
#[derive(Debug)]
pub struct Speaker {
    stream: OutputStream,
}

impl Speaker {
    /// Returns why the device has stopped; `None` while it runs.
    pub fn failure(&self) -> Option<String> {
        self.stream.failure()
    }
}

fn default_device() -> Result<Output, Error> {
    let device = Device::find(None, OutputRequest::default());
    device.map(|device| Output::Device(Box::new(device))).map_err(|why| Error::Device(why.to_string()))
}

fn start_on(output: Output, renderer: Renderer) -> Result<Speaker, Error> {
    let (_, marker) = Clock::new(f64::from(output.info().rate));
    let stream = output.start(renderer, marker).map_err(|why| Error::Device(why.to_string()))?;
    Ok(Speaker { stream })
}

fn play_on(output: Output, preset: &Preset) -> Result<(), Error> {
    let (mut engine, renderer) = Engine::new(f64::from(output.info().rate))?;
    let sound = engine.add(preset)?;
    engine.play(sound)?;
    let speaker = start_on(output, renderer)?;
    // A sound ends when it sleeps after the last event of its score.
    let opening = preset.sound.default_gestures();
    let last = opening.iter().fold(preset.score.end(), |last, &(at, _, _)| last.max(at));
    let end = (last * engine.rate()) as u64;
    let limit = ((last + MAX_TAIL) * engine.rate()) as u64;
    loop {
        std::thread::sleep(POLL);
        engine.collect();
        if let Some(why) = speaker.failure() {
            return Err(Error::Device(why));
        }
        let ended = engine.now() > end && engine.asleep(sound);
        if ended || engine.now() > limit {
            // The device still plays its own buffer.
            std::thread::sleep(Duration::from_secs_f64(speaker.stream.latency().clamp(0.0, 1.0)));
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_plays_to_its_end_at_the_pace_of_a_device() {
        let cup = crate::preset("espresso cup set down on marble").unwrap();
        let started = std::time::Instant::now();
        play_on(Output::null(OutputRequest::default()), &cup).unwrap();
        // The null output has the pace of a sound card, so that the score takes at least its own time.
        assert!(started.elapsed().as_secs_f64() >= cup.score.end(), "{:?}", started.elapsed());
    }
}

//! Outputs to sound cards and JACK servers.
//!
//! The device's own thread requests host buffers; it marks the clock, renders and returns, and allocates
//! nothing. Samples are converted to the format of the device: float, or integers of 16 or 32 bits.
//!
//! | requested name           | chosen device                                                                   |
//! |--------------------------|---------------------------------------------------------------------------------|
//! | none                     | JACK, if a server runs that `JACK_DEFAULT_SERVER` names (or `default`); else the system's default |
//! | `jack`                   | the JACK server                                                                 |
//! | any other                | the device with that id or name, or the only device whose name contains it      |

use super::{
    DEFAULT_BUFFER_FRAMES, DEFAULT_RATE, OutputError, OutputInfo, OutputRequest, OutputStream,
    RenderCallback, StreamGuard,
};
use crate::ClockMarker;
use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{BufferSize, FromSample, HostId, SampleFormat, SizedSample, StreamConfig, SupportedBufferSize};
use foley_engine::Renderer;
use std::sync::{Arc, Mutex};

/// Environment variable that holds the name of the JACK server.
const SERVER_VARIABLE: &str = "JACK_DEFAULT_SERVER";
/// Maximum number of frames converted in one piece, for devices with integer samples.
const CONVERTED_FRAMES: usize = 1024;
/// Sample formats that an output may use, in order of preference.
const FORMATS: [SampleFormat; 4] =
    [SampleFormat::F32, SampleFormat::I32, SampleFormat::I16, SampleFormat::U16];

/// A sound device with chosen settings that does not play yet.
pub struct Device {
    card: cpal::Device,
    name: String,
    format: SampleFormat,
    config: StreamConfig,
}

impl core::fmt::Debug for Device {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Device")
            .field("name", &self.name)
            .field("format", &self.format)
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}

/// An available sound device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Identifier of the device for [`Device::find`].
    pub id: String,
    /// Name of the device, for display.
    pub name: String,
}

/// Lists all output devices, the default first; includes JACK if a server runs.
pub fn list() -> Vec<DeviceInfo> {
    let mut all = Vec::new();
    if server_runs() && jack().is_ok() {
        all.push(DeviceInfo { id: JACK_NAME.to_owned(), name: "the JACK server".to_owned() });
    }
    let devices = cpal::default_host().output_devices();
    let devices = devices
        .into_iter()
        .flatten()
        .map(|device| DeviceInfo { id: id_of(&device), name: device.to_string() });
    all.extend(devices.filter(|device| device.id != JACK_NAME));
    all
}

/// Identifier of the JACK server. If ALSA has a device of this name, the device leads to the same server.
const JACK_NAME: &str = "jack";

fn id_of(device: &cpal::Device) -> String {
    device.id().map_or_else(|_| device.to_string(), |id| id.id().to_owned())
}

/// Whether a JACK server runs: its socket exists. The JACK library, if asked instead, would print errors when
/// no server runs.
fn server_runs() -> bool {
    let name = std::env::var(SERVER_VARIABLE).unwrap_or_default();
    let name = if name.is_empty() { "default" } else { &name };
    let begins = format!("jack_{name}_");
    ["/dev/shm", "/tmp"].iter().any(|folder| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.into_iter().any(|entry| {
            let named = entry.file_name().to_string_lossy().starts_with(&begins);
            named && entry.file_type().is_ok_and(is_socket)
        })
    })
}

#[cfg(unix)]
fn is_socket(kind: std::fs::FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_socket(&kind)
}

#[cfg(not(unix))]
fn is_socket(_: std::fs::FileType) -> bool {
    false
}

fn jack() -> Result<cpal::Device, OutputError> {
    let none = |why: &str| OutputError::None { why: format!("JACK: {why}") };
    let silent = "no server answers; start one, or set JACK_DEFAULT_SERVER to its name";
    if cfg!(unix) && !server_runs() {
        return Err(none(silent));
    }
    let host = cpal::host_from_id(HostId::Jack).map_err(|why| none(&why.to_string()))?;
    host.default_output_device().ok_or_else(|| none(silent))
}

fn by_name(name: &str) -> Result<cpal::Device, OutputError> {
    let host = cpal::default_host();
    let all: Vec<cpal::Device> =
        host.output_devices().map_err(|why| OutputError::None { why: why.to_string() })?.collect();
    let same = |device: &&cpal::Device| id_of(device) == name || device.to_string() == name;
    if let Some(device) = all.iter().find(same) {
        return Ok(device.clone());
    }
    let wanted = name.to_lowercase();
    let mut alike = all.iter().filter(|device| {
        let spelt = format!("{} {device}", id_of(device)).to_lowercase();
        spelt.contains(&wanted)
    });
    match (alike.next(), alike.next()) {
        (Some(device), None) => Ok(device.clone()),
        _ => Err(OutputError::NoSuch {
            name: foley_params::words::excerpt(name),
            known: std::iter::once(JACK_NAME.to_owned())
                .chain(all.iter().map(id_of).filter(|id| id != JACK_NAME))
                .collect(),
        }),
    }
}

impl Device {
    /// Finds the device called `name`, or the default device, and chooses its settings.
    ///
    /// # Errors
    /// If there is no such device, or the device does not support the request.
    pub fn find(name: Option<&str>, request: OutputRequest) -> Result<Self, OutputError> {
        let (device, through_jack) = match name {
            Some(JACK_NAME) => (jack()?, true),
            Some(name) => (by_name(name)?, false),
            None if server_runs() => (jack()?, true),
            None => {
                let device = cpal::default_host().default_output_device();
                let none = OutputError::None { why: String::new() };
                (device.ok_or(none)?, false)
            }
        };
        let name = if through_jack { JACK_NAME.to_owned() } else { id_of(&device) };
        let (format, config) = choose(&device, &name, request)?;
        Ok(Self { card: device, name, format, config })
    }

    pub(super) fn info(&self) -> OutputInfo {
        OutputInfo {
            name: self.name.clone(),
            rate: self.config.sample_rate,
            buffer_frames: match self.config.buffer_size {
                BufferSize::Fixed(buffer_frames) => Some(buffer_frames),
                BufferSize::Default => None,
            },
            channels: self.config.channels,
        }
    }

    pub(super) fn start(&self, renderer: Renderer, marker: ClockMarker) -> Result<OutputStream, OutputError> {
        let mut info = self.info();
        let callback = RenderCallback::new(renderer, marker, info.rate);
        let load = Arc::clone(&callback.load);
        let failure = Arc::new(Mutex::new(None));
        let stream = match self.format {
            SampleFormat::F32 => self.build_float(callback, &failure),
            SampleFormat::I32 => self.build::<i32>(callback, &failure),
            SampleFormat::U16 => self.build::<u16>(callback, &failure),
            _ => self.build::<i16>(callback, &failure),
        };
        let refused =
            |why: cpal::Error| OutputError::Refused { name: self.name.clone(), why: why.to_string() };
        let stream = stream.map_err(refused)?;
        info.buffer_frames = stream.buffer_size().ok().or(info.buffer_frames);
        stream.play().map_err(refused)?;
        let guard = StreamGuard::Device(Stream { failure, _stream: stream });
        Ok(OutputStream::new(info, load, guard))
    }

    /// Builds a stream for a device with float samples.
    fn build_float(
        &self,
        mut callback: RenderCallback,
        failure: &Failure,
    ) -> Result<cpal::Stream, cpal::Error> {
        let load = Arc::clone(&callback.load);
        self.card.build_output_stream(
            self.config,
            move |out: &mut [f32], callback_info: &cpal::OutputCallbackInfo| {
                callback.load.note_latency(delay(callback_info));
                callback.fill(out);
            },
            error_callback(load, failure),
            None,
        )
    }

    /// Builds a stream for a device with integer samples of type `T`.
    fn build<T>(&self, mut callback: RenderCallback, failure: &Failure) -> Result<cpal::Stream, cpal::Error>
    where
        T: SizedSample + FromSample<f32>,
    {
        let load = Arc::clone(&callback.load);
        let mut page = vec![0.0_f32; CONVERTED_FRAMES * callback.renderer.channels()];
        self.card.build_output_stream(
            self.config,
            move |out: &mut [T], callback_info: &cpal::OutputCallbackInfo| {
                callback.load.note_latency(delay(callback_info));
                for out in out.chunks_mut(page.len()) {
                    let page = &mut page[..out.len()];
                    callback.fill(page);
                    for (out, sample) in out.iter_mut().zip(page) {
                        *out = T::from_sample(sample.clamp(-1.0, 1.0));
                    }
                }
            },
            error_callback(load, failure),
            None,
        )
    }
}

type Failure = Arc<Mutex<Option<String>>>;

/// Returns the error callback of a stream. Only errors that end the stream are stored, behind a lock.
fn error_callback(
    load: Arc<super::LoadMeter>,
    failure: &Failure,
) -> impl FnMut(cpal::Error) + Send + 'static {
    let failure = Arc::clone(failure);
    move |why: cpal::Error| match why.kind() {
        cpal::ErrorKind::Xrun => load.note_gap(),
        cpal::ErrorKind::DeviceChanged | cpal::ErrorKind::RealtimeDenied => {}
        _ => {
            if let Ok(mut failure) = failure.lock() {
                failure.get_or_insert_with(|| why.to_string());
            }
        }
    }
}

/// Returns the latency of the first sample of a host buffer, as the device reports it \[ns\].
fn delay(callback_info: &cpal::OutputCallbackInfo) -> u64 {
    let times = callback_info.timestamp();
    let delay = times.playback.saturating_duration_since(times.callback);
    delay.as_nanos() as u64
}

/// Chooses sample format, rate, channels and host buffer of a device.
fn choose(
    device: &cpal::Device,
    name: &str,
    request: OutputRequest,
) -> Result<(SampleFormat, StreamConfig), OutputError> {
    let dead = |why: cpal::Error| OutputError::None { why: format!("`{name}`: {why}") };
    let usual = device.default_output_config().map_err(dead)?;
    let ways: Vec<_> = device.supported_output_configs().map_err(dead)?.collect();
    // Takes the default rate if the device supports it, else the device's own rate.
    let able = |rate: u32| ways.iter().any(|way| way.contains_rate(rate));
    let rate = request.rate.unwrap_or(if able(DEFAULT_RATE) { DEFAULT_RATE } else { usual.sample_rate() });
    let fits = |channels: u16| {
        FORMATS.iter().find_map(|&format| {
            ways.iter().find(|way| {
                way.channels() == channels && way.sample_format() == format && way.contains_rate(rate)
            })
        })
    };
    let Some(way) = fits(request.channels).or_else(|| fits(usual.channels())) else {
        let mut offered: Vec<String> = ways
            .iter()
            .map(|way| {
                format!(
                    "{} to {} Hz in {} channels",
                    way.min_sample_rate(),
                    way.max_sample_rate(),
                    way.channels()
                )
            })
            .collect();
        offered.sort();
        offered.dedup();
        offered.truncate(8);
        return Err(OutputError::Unsupported {
            name: name.to_owned(),
            requested: format!("{rate} Hz in {} channels", request.channels),
            offered: foley_params::words::list(&offered, "and"),
        });
    };
    let buffer_size = match (*way.buffer_size(), request.buffer_frames) {
        (SupportedBufferSize::Range { min, max }, Some(buffer_frames))
            if buffer_frames < min || buffer_frames > max =>
        {
            return Err(OutputError::Unsupported {
                name: name.to_owned(),
                requested: format!("blocks of {buffer_frames} frames"),
                offered: format!("{min} to {max}"),
            });
        }
        (_, Some(buffer_frames)) => BufferSize::Fixed(buffer_frames),
        (SupportedBufferSize::Range { min, max }, None) => {
            BufferSize::Fixed(DEFAULT_BUFFER_FRAMES.clamp(min, max))
        }
        (SupportedBufferSize::Unknown, None) => BufferSize::Default,
    };
    let config = StreamConfig { channels: way.channels(), sample_rate: rate, buffer_size };
    Ok((way.sample_format(), config))
}

/// The running stream of a device; dropping this value ends the stream.
pub(super) struct Stream {
    failure: Failure,
    _stream: cpal::Stream,
}

impl Stream {
    /// Returns the error that ended the stream; `None` while it runs.
    pub(super) fn failure(&self) -> Option<String> {
        self.failure.lock().ok().and_then(|failure| failure.clone())
    }
}

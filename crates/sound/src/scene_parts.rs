//! Words for setting a stage: bodies with channels on them, and what is measured.

use foley_body::ModalSpec;
use foley_contact::Motion;
use foley_scene::{BodySpec, OutputSpec, Place, Quantity, SceneSpec, Source};

/// Adds a body that rings, with port 0 (and further ones) where it is touched and its last `channels` ports where
/// it is heard; what every ear hears of it becomes part of the sound.
pub fn add_ringing(stage: &mut SceneSpec, name: &str, spec: ModalSpec, channels: usize) -> usize {
    let ports = spec.ports;
    let body = stage.add(name, BodySpec::modal(spec));
    hear(stage, name, body, ports, channels, 1.0);
    body
}

/// Listens to the last `channels` of a body's ports, each for one channel of the sound, with a factor \[1\].
pub fn hear(stage: &mut SceneSpec, name: &str, body: usize, ports: usize, channels: usize, gain: f64) {
    for ear in 0..channels {
        let place = Place::new(body, ports - channels + ear);
        let name = format!("{name}-{ear}");
        let output = stage.listen(&name, Source::Place(place), Quantity::Vibration);
        if let Some(output) = stage.outputs.get_mut(output) {
            output.value = OutputSpec { channel: ear, gain, ..output.value };
        }
    }
}

/// Measures something beside the sound, on a channel of its own behind those of `channels`.
pub fn measure(stage: &mut SceneSpec, name: &str, of: Source, quantity: Quantity, channels: usize) {
    let taken = stage.outputs.iter().map(|output| output.value.channel + 1);
    let channel = taken.max().unwrap_or(0).max(channels);
    let output = stage.listen(name, of, quantity);
    if let Some(output) = stage.outputs.get_mut(output) {
        output.value.channel = channel;
    }
}

/// A point mass \[kg\] that waits at rest, a centimetre away from what it will touch.
pub fn waiting(mass: f64) -> BodySpec {
    BodySpec::mass(mass, Motion::new(-0.01, 0.0))
}

//! Building blocks of the scenes of models: bodies with channel outputs, and measurements.

use foley_body::ModalSpec;
use foley_contact::Motion;
use foley_scene::{BodySpec, OutputSpec, Place, Quantity, SceneSpec, Source};

/// Beginning of the names of outputs that measure the velocity of a touched point. A voice has them only if
/// [`crate::VoiceSpec::contact`] is set.
pub(crate) const CONTACT: &str = "contact-";

/// Adds a modal body to a scene and returns the index of the body. Its first ports are for contacts; its last
/// `channels` ports are heard, one for each channel of the sound. The velocity of port 0 can be measured.
pub fn add_modal_body(scene: &mut SceneSpec, name: &str, spec: ModalSpec, channels: usize) -> usize {
    let ports = spec.ports;
    let body = scene.add(name, BodySpec::modal(spec));
    add_channel_outputs(scene, name, body, ports, channels, 1.0);
    let touched = Source::Place(Place::new(body, 0));
    add_measurement(scene, &format!("{CONTACT}{name}"), touched, Quantity::Velocity, channels);
    body
}

/// Adds outputs at the last `channels` ports of a body, one for each channel of the sound, with a gain \[1\].
pub fn add_channel_outputs(
    scene: &mut SceneSpec,
    name: &str,
    body: usize,
    ports: usize,
    channels: usize,
    gain: f64,
) {
    for channel in 0..channels {
        let place = Place::new(body, ports - channels + channel);
        let name = format!("{name}-{channel}");
        let output = scene.listen(&name, Source::Place(place), Quantity::Vibration);
        if let Some(output) = scene.outputs.get_mut(output) {
            output.value = OutputSpec { channel, gain, ..output.value };
        }
    }
}

/// Adds a measurement to a scene, with its own channel after the `channels` of the sound.
pub fn add_measurement(scene: &mut SceneSpec, name: &str, of: Source, quantity: Quantity, channels: usize) {
    let taken = scene.outputs.iter().map(|output| output.value.channel + 1);
    let channel = taken.max().unwrap_or(0).max(channels);
    let output = scene.listen(name, of, quantity);
    if let Some(output) = scene.outputs.get_mut(output) {
        output.value.channel = channel;
    }
}

/// Returns a point mass of `mass` kilograms at rest, one centimetre before the contact.
pub fn resting_mass(mass: f64) -> BodySpec {
    BodySpec::mass(mass, Motion::new(-0.01, 0.0))
}

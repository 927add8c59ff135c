//! Throughput of an address space with 64 sounds: messages per second that it handles, by kind of message.
//! Run it with `cargo run --release -p foley-live --example tells`.

use foley_catalogue::models;
use foley_engine::{Capacity, engine};
use foley_live::{AddressSpace, Arg};
use foley_sound::{Aspect, sound_params};
use std::time::{Duration, Instant};

/// Number of messages sent between two renderings.
const BATCH: usize = 400;
/// Duration of the measurement of one kind of message.
const LONG: Duration = Duration::from_secs(1);

/// An address and its arguments.
type Message = (String, Vec<Arg>);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (controls, mut renderer) = engine(48_000.0, Capacity::default());
    let mut address_space = AddressSpace::new(controls);
    let models = models();
    for (n, model) in (0..64).zip(models.iter().cycle()) {
        address_space.add(&format!("it-{n}"), model.info().name, 0)?;
    }
    let mut kinds: Vec<(&str, Vec<Message>)> =
        ["gestures", "touch and motion", "bodies", "questions", "strips", "unknown"]
            .map(|kind| (kind, Vec::new()))
            .into();
    let mut put = |kind: usize, address: String, args| kinds[kind].1.push((address, args));
    for (_, instance) in address_space.controls.instances() {
        let name = &instance.name;
        for info in instance.sound.gestures() {
            put(0, format!("/{name}/{}", info.id), vec![Arg::Number(info.default)]);
        }
        for at in sound_params(&*instance.sound) {
            let address = format!("/{name}/{}", at.path().replace('.', "/"));
            let kind = if at.aspect == Aspect::Structure { 2 } else { 1 };
            put(kind, address.clone(), vec![Arg::Number(at.get(&*instance.sound))]);
            put(3, address, Vec::new());
        }
        put(4, format!("/{name}/mixer/gain"), vec![Arg::Number(0.01)]);
        put(5, format!("/{name}/no/such/thing"), vec![Arg::Number(1.0)]);
    }
    let mut out = vec![0.0; 2 * 64];
    for (kind, messages) in &kinds {
        let (mut told, mut refused, mut spent) = (0, 0, Duration::ZERO);
        let mut messages = messages.iter().cycle();
        while spent < LONG {
            let at = address_space.controls.now();
            let began = Instant::now();
            for (address, args) in messages.by_ref().take(BATCH) {
                told += 1;
                refused += usize::from(address_space.send(address, args, at).is_err());
            }
            spent += began.elapsed();
            renderer.render_interleaved(&mut out);
            address_space.controls.collect();
        }
        let rate = f64::from(told) / spent.as_secs_f64();
        println!("{kind:>16}: {rate:>9.0} per second, {refused} of {told} refused");
    }
    Ok(())
}

//! Compares one body with many for sounds made of many cracks, and layers of renderings with one rendering.
//!
//! `cargo run --release -p foley-catalogue --example fragments` prints a table per subject, each figure the
//! mean of five seeds. `inside` is the number of the eleven descriptors within the middle 80 % of the
//! recordings of the kind; `spread` is the standard deviation of the onset centroids \[octaves\], `slope`
//! that of the spectrum \[dB per octave\].

use foley_catalogue::preset::by_name;
use foley_catalogue::solids::fragments::{Fragments, POOL};
use foley_catalogue::solids::{Breaking, Crumpling, Footsteps};
use foley_dsp::analysis::Descriptors;
use foley_lab::realism::RealSounds;
use foley_sound::{Score, Sound, SoundError, VoiceSpec, perform, set_text, sound_params};

const RATE: f64 = 44_100.0;
const LAYERS: u64 = 6;
const REPEATS: u64 = 5;

/// A parameter, its value and the power with which it changes with the number of events.
type Value = (&'static str, f64, i32);

/// A sound of many events and the recordings that it is compared with.
struct Subject {
    name: &'static str,
    like: &'static str,
    /// Name of the preset whose values the model has; empty for its default values.
    preset: &'static str,
    /// Returns the model with a number of members in the pool of fragments.
    model: fn(members: usize) -> Box<dyn Sound>,
    values: &'static [Value],
    /// Size of the body, or of the middle fragment, and its value \[m\].
    size: (&'static str, f64),
    /// Whether the events have fragments of their own.
    family: bool,
}

/// One way to play a subject.
#[derive(Clone, Copy)]
struct Variant {
    name: &'static str,
    layers: u64,
    /// Whether each layer has timings of its own.
    seeds: bool,
    /// Whether each layer has a size of its own, from half to twice the size.
    sizes: bool,
    /// Factor on the number of events \[1\].
    events: i32,
    spread: f64,
    members: usize,
}

/// One rendering with one body.
const ONE: Variant =
    Variant { name: "one body", layers: 1, seeds: true, sizes: false, events: 1, spread: 1.0, members: 1 };

const VARIANTS: [Variant; 13] = [
    ONE,
    Variant { name: "one body, 6 × the events", events: LAYERS as i32, ..ONE },
    Variant { name: "6 layers, one body, other timings", layers: LAYERS, ..ONE },
    Variant {
        name: "6 layers, other bodies, same timings",
        layers: LAYERS,
        seeds: false,
        sizes: true,
        ..ONE
    },
    Variant { name: "6 layers, other bodies, other timings", layers: LAYERS, sizes: true, ..ONE },
    Variant { name: "pool of 12, one size", members: POOL, ..ONE },
    Variant { name: "pool of 12, sizes 1:3", members: POOL, spread: 3.0, ..ONE },
    Variant { name: "pool of 12, sizes 1:10", members: POOL, spread: 10.0, ..ONE },
    Variant { name: "pool of 12, sizes 1:30", members: POOL, spread: 30.0, ..ONE },
    Variant { name: "pool of 4, sizes 1:10", members: 4, spread: 10.0, ..ONE },
    Variant { name: "pool of 1, sizes 1:10", spread: 10.0, ..ONE },
    Variant { name: "pool of 12, 1:10, 6 × the events", members: POOL, spread: 10.0, events: 6, ..ONE },
    Variant { name: "pool of 12, 1:10, 6 layers", members: POOL, spread: 10.0, layers: LAYERS, ..ONE },
];

const SUBJECTS: [Subject; 4] = [
    Subject {
        name: "crumpling paper",
        like: "crackling_fire",
        preset: "",
        model: |members| {
            let fragments = Fragments { members, ..Fragments::default() };
            Box::new(Crumpling { fragments, ..Crumpling::default() })
        },
        values: &[("crackle.granularity", 30.0, 1), ("crackle.energy", 1e-4, 1), ("crackle.lasts", 4.0, 0)],
        size: ("struck.size", 0.03),
        family: true,
    },
    Subject {
        name: "steps on gravel",
        like: "footsteps",
        preset: "boots on a gravel path",
        model: |members| {
            let fragments = Fragments { members, ..Fragments::default() };
            Box::new(Footsteps { fragments, ..Footsteps::default() })
        },
        values: &[("stuff.resistance", 29.0, -1), ("stuff.give", 1.3e-5, 1)],
        size: ("pieces.size", 0.051),
        family: true,
    },
    Subject {
        name: "their stones alone",
        like: "footsteps",
        preset: "boots on a gravel path",
        model: |members| {
            let fragments = Fragments { members, ..Fragments::default() };
            Box::new(Footsteps { fragments, ..Footsteps::default() })
        },
        values: &[
            ("stuff.resistance", 29.0, -1),
            ("stuff.give", 1.3e-5, 1),
            ("landing.share", 1e-3, 0),
            ("ground.solid", 0.0, 0),
            ("rustle.slip", 0.0, 0),
        ],
        size: ("pieces.size", 0.051),
        family: true,
    },
    Subject {
        name: "breaking pane",
        like: "glass_breaking",
        preset: "",
        model: |_| Box::new(Breaking::default()),
        values: &[("pieces.count", 9.0, 1)],
        size: ("whole.size", 0.4),
        family: false,
    },
];

/// Returns the sum of all layers of a variant.
fn render(subject: &Subject, variant: &Variant, repeat: u64) -> Result<Vec<f64>, SoundError> {
    let mut sum = Vec::new();
    for layer in 0..variant.layers {
        let mut sound = (subject.model)(variant.members);
        if let Ok(preset) = by_name(subject.preset) {
            for param in sound_params(&*preset.sound) {
                param.set(&mut *sound, param.get(&*preset.sound))?;
            }
        }
        for &(name, value, power) in subject.values {
            let value = value * f64::from(variant.events).powi(power);
            set_text(&mut *sound, name, &value.to_string())?;
        }
        let offset = if variant.sizes { layer as f64 / 2.5 - 1.0 } else { 0.0 };
        set_text(&mut *sound, subject.size.0, &(subject.size.1 * offset.exp2()).to_string())?;
        if subject.family {
            set_text(&mut *sound, "fragments.spread", &variant.spread.to_string())?;
        }
        let seed = 100 * repeat + if variant.seeds { layer } else { 0 };
        let spec = VoiceSpec::new(RATE, seed);
        let played = perform(&*sound, &Score::default(), &spec, None, &mut |_| {})?;
        let row = &played.sound()[0];
        sum.resize(row.len().max(sum.len()), 0.0);
        for (into, sample) in sum.iter_mut().zip(row) {
            *into += sample;
        }
    }
    Ok(sum)
}

fn main() -> Result<(), SoundError> {
    const SHOWN: [&str; 4] =
        ["lines", "nine_strongest", "onset_centroid_spread_octaves", "slope_db_per_octave"];
    let real = RealSounds::load();
    for subject in &SUBJECTS {
        println!("\n{:38} inside  lines  nine strongest  spread  slope", subject.name);
        for variant in VARIANTS.iter().filter(|variant| subject.family || variant.members == 1) {
            if !subject.family && variant.spread > 1.0 {
                continue;
            }
            let mut means = [0.0; 5];
            for repeat in 1..=REPEATS {
                let Some(found) = Descriptors::of(&render(subject, variant, repeat)?, RATE) else { continue };
                let list = found.list();
                let values = list.iter().map(|descriptor| (descriptor.name, descriptor.value));
                let inside = real.compare("", subject.like, values).map_or(0, |compared| compared.inside());
                let shown = |name| list.iter().find(|descriptor| descriptor.name == name);
                let shown = SHOWN.map(|name| shown(name).and_then(|descriptor| descriptor.value));
                let row = [Some(inside as f64), shown[0], shown[1], shown[2], shown[3]];
                for (mean, value) in means.iter_mut().zip(row) {
                    *mean += value.unwrap_or(0.0) / REPEATS as f64;
                }
            }
            let [inside, lines, nine, spread, slope] = means;
            println!("{:38} {inside:6.1} {lines:6.0} {nine:15.2} {spread:7.2} {slope:6.1}", variant.name);
        }
    }
    Ok(())
}

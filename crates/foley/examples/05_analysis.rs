//! Measures brightness, pitch, decay and onsets of a sound, for three materials.
//! `cargo run --release -p foley --example 05_analysis`

use foley::analysis::{Features, OnsetSettings, onsets};
use foley::{Error, Render, strike};

fn main() -> Result<(), Error> {
    println!("{:>8} {:>12} {:>12} {:>10} {:>7}", "material", "centroid", "strongest", "decay", "onsets");
    for material in ["wood", "glass", "steel"] {
        let sound = Render::preset("impact")?
            .set("struck.material", material)?
            .strike(1.0)
            .send(strike(0.5).at_seconds(0.5))
            .seconds(1.5)
            .run()?;
        let (samples, rate) = (sound.samples(), sound.rate());
        let features = Features::of(samples, rate);
        let strongest = features.partials.first().map_or(0.0, |partial| partial.frequency);
        let decay = features.decay_time.map_or_else(|| "–".to_owned(), |time| format!("{time:.2} s"));
        println!(
            "{material:>8} {:>9.0} Hz {strongest:>9.0} Hz {decay:>10} {:>7}",
            features.centroid,
            onsets(samples, rate, &OnsetSettings::default()).len()
        );
    }
    Ok(())
}

//! Strikes two wine glasses, prints the largest contact force and writes a WAV file:
//! `cargo run --release -p foley --example 01_strike_to_a_file [-- FILE.wav]`

use foley::{Error, Render, strike};

fn main() -> Result<(), Error> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "glasses.wav".to_owned());
    let sound = Render::preset("two wine glasses")?
        .set("struck.material", "glass")?
        .strike(0.4)
        .send(strike(1.2).at_seconds(0.6))
        .run()?;
    let force = sound.force().unwrap_or_default().iter().copied().fold(0.0, f64::max);
    println!("{:.2} s, largest force {force:.1} N", sound.samples().len() as f64 / sound.rate());
    sound.save(&path)?; // `foley render FILE.wav` makes the same bytes again
    println!("{path}");
    Ok(())
}

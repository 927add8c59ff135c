//! A voice that follows a hand: a finger rubs a glass, faster and faster, and the glass becomes a balloon.
//! `cargo run --release -p foley --example 04_gestures_and_morph`

use foley::{Engine, Error, gesture, preset};

fn main() -> Result<(), Error> {
    let (mut engine, mut renderer) = Engine::new(48_000.0)?;
    let glass = engine.add(&preset("wet finger on the rim of a wine glass")?)?;
    let balloon = preset("finger on a balloon")?;

    let (mut left, mut right) = ([0.0_f32; 480], [0.0_f32; 480]);
    for step in 0..300 {
        // 100 values a second, as from a sensor.
        engine.send(glass, gesture("rub", 0.05 + 0.001 * f64::from(step)))?;
        engine.glide(glass, "stroke.pressure", 1.0 + 0.005 * f64::from(step), 0.01)?;
        if step == 150 {
            engine.morph(glass, &balloon, 1.0)?;
        }
        renderer.render(&mut [&mut left, &mut right]);
        if step % 50 == 0 {
            println!("{:.1} s: level {:.4}", f64::from(step) / 100.0, engine.meter(glass).rms);
        }
    }
    // A value outside the range of a gesture is clamped, and the caller is told.
    if let Some(clamped) = engine.send(glass, gesture("rub", 1e6))? {
        println!("rub {} was clamped to {}", clamped.asked, clamped.used);
    }
    Ok(())
}

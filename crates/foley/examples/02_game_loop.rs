//! A game at 60 frames a second: a ball bounces on a plate, and the physics of the game reports the
//! collisions. A real game gives the renderer to its audio thread; here it runs in the loop.
//! `cargo run --release -p foley --example 02_game_loop`

use foley::{Engine, Error, preset};

fn main() -> Result<(), Error> {
    let (mut engine, mut renderer) = Engine::new(48_000.0)?;
    let ball = engine.add(&preset("impact")?)?;
    let plate = engine.add(&preset("impact")?)?;
    engine.set(plate, "struck.material", "steel")?;

    let (mut height, mut velocity, mass) = (1.0_f64, 0.0_f64, 0.05);
    let (mut left, mut right) = ([0.0_f32; 800], [0.0_f32; 800]);
    for frame in 0..180 {
        velocity -= 9.81 / 60.0;
        height += velocity / 60.0;
        if height < 0.0 && velocity < 0.0 {
            if velocity < -0.2 {
                engine.collide(ball, plate, -velocity, mass, [0.5, 0.3])?;
                println!("frame {frame}: {:.2} m/s", -velocity);
            }
            (height, velocity) = (0.0, -0.6 * velocity);
        }
        renderer.render(&mut [&mut left, &mut right]);
        for report in engine.collect() {
            println!("{report:?}");
        }
    }
    println!("peak {:.3}", engine.meter(plate).peak.max(engine.meter(ball).peak));
    Ok(())
}

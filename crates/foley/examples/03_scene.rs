//! Two mallets on a glass disc, by names: bodies, contacts, outputs, energy.
//! `cargo run --release -p foley --example 03_scene`

use foley::contact::HuntCrossley;
use foley::{Body, Error, Render, Scene};

fn main() -> Result<(), Error> {
    let felt = HuntCrossley { stiffness: 3e9, exponent: 2.3, damping: 0.8 };
    let wood = HuntCrossley { stiffness: 2e9, exponent: 1.5, damping: 0.3 };
    let scene = Scene::new()
        .set("seconds", 2.0)
        .body("disc", Body::shape("disc", "glass").port_at("rim", [0.95, 0.3]).port_at("half", [0.5, 1.3]))
        .body("soft", Body::mass("15 g").set("position", "-1 mm").set("velocity", "1 m/s"))
        .body("hard", Body::mass("5 g").set("position", "-5 mm").set("velocity", "1 m/s"))
        .contact("felt", "soft", "disc.half", felt)
        .contact("wood", "hard", "disc.rim", wood)
        .strike(1.0, "hard", 2.0)
        .output("velocity of disc.rim")
        .output("force of wood");

    let sound = Render::scene(&scene)?.run()?;
    let hardest = sound.force().unwrap_or_default().iter().copied().fold(0.0, f64::max);
    println!("wood presses with up to {hardest:.1} N");

    // The same scene live: strikes come while it plays, and rendering allocates nothing.
    let mut player = scene.player(48_000.0)?;
    let (mut rim, mut force) = (vec![0.0; 24_000], vec![0.0; 24_000]);
    player.render(&mut [&mut rim, &mut force]);
    player.set("wood", "stiffness", 1e8)?;
    player.strike("hard", 1.5)?;
    player.render(&mut [&mut rim, &mut force]);
    println!("energy that the numerical scheme added: {:.1e} J", player.ledger().numerical());
    Ok(())
}

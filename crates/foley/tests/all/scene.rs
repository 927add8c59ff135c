//! Scenes by names.

use foley::contact::{Friction, HuntCrossley, Impact};
use foley::{Body, Render, Scene};

const LAW: HuntCrossley = HuntCrossley { stiffness: 1e8, exponent: 1.5, damping: 0.3 };

fn ball_on_a_wall() -> Scene {
    Scene::new()
        .body("ball", Body::mass(0.01).set("position", "-1 mm").set("velocity", "1 m/s"))
        .body("wall", Body::wall())
        .contact("touch", "ball", "wall", LAW)
        .output("velocity of ball")
}

#[test]
fn a_ball_leaves_a_wall_with_the_velocity_of_the_closed_form() {
    let mut player = ball_on_a_wall().player(44_100.0).unwrap();
    let mut velocity = vec![0.0; 4410];
    player.render(&mut [&mut velocity]);
    let exact = Impact::new(0.01, LAW, 1.0).release_velocity();
    assert!((velocity[4409] / exact - 1.0).abs() < 1e-12, "{} {exact}", velocity[4409]);
    player.set("touch", "damping", 0.0).unwrap();
    player.strike("ball", 2.0).unwrap();
    player.render(&mut [&mut velocity]);
    assert!((velocity[4409] + 2.0).abs() < 1e-12, "without loss: {}", velocity[4409]);
}

#[test]
fn a_scene_as_json_is_the_same_scene() {
    let scene = ball_on_a_wall().set("seconds", 0.1).strike(0.05, "ball", 2.0);
    let again = Scene::from_json(&scene.to_json()).unwrap();
    assert_eq!(again, scene);
    let (one, two) =
        (Render::scene(&scene).unwrap().run().unwrap(), Render::scene(&again).unwrap().run().unwrap());
    assert_eq!(one.samples(), two.samples());
    let three = Render::json(&one.to_json()).unwrap().run().unwrap();
    assert_eq!(one.samples(), three.samples());
}

#[test]
fn every_example_scene_is_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scenes");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let scene = Scene::from_json(&text).unwrap();
        assert_eq!(Scene::from_json(&scene.to_json()).unwrap(), scene);
        count += 1;
    }
    assert!(count >= 5);
}

#[test]
fn wrong_names_and_values_are_reported_with_their_place() {
    let wrong = |scene: Scene| scene.player(48_000.0).unwrap_err().to_string();
    let why = wrong(ball_on_a_wall().output("velocity of bal"));
    assert!(why.contains("outputs[1]") && why.contains("did you mean `ball`"), "{why}");
    let why = wrong(ball_on_a_wall().body("x", Body::mass(f64::NAN)));
    assert!(why.contains("bodies.x.mass"), "{why}");
    let why = wrong(ball_on_a_wall().body("x", Body::mass(1.0).set("velocty", 1.0)));
    assert!(why.contains("velocity"), "{why}");
    assert!(ball_on_a_wall().player(0.0).is_err() && ball_on_a_wall().player(f64::NAN).is_err());
    let mut player = ball_on_a_wall().player(48_000.0).unwrap();
    let why = player.strike("bal", 1.0).unwrap_err().to_string();
    assert!(why.contains("did you mean `ball`"), "{why}");
    assert!(player.strike("wall", 1.0).is_err(), "a wall cannot fly");
    assert!(player.strike("ball", f64::NAN).is_err());
    assert!(player.set("touch", "stifness", 1e8).unwrap_err().to_string().contains("stiffness"));
    assert!(player.set("touch", "stiffness", -1.0).is_err());
}

#[test]
fn a_bow_makes_a_string_sound() {
    let scene = Scene::new()
        .body("string", Body::string().set("length", "33 cm").set("tension", "50 N").port("bow", 0.13))
        .body("bow", Body::mass("20 g").set("velocity", 0.2))
        .contact("bowing", "bow", "string.bow", Friction { normal_force: 1.0, ..Friction::default() })
        .output("velocity of string.bow");
    let mut player = scene.player(48_000.0).unwrap();
    let mut sound = vec![0.0; 4800];
    player.render(&mut [&mut sound]);
    assert!(sound.iter().any(|v| v.abs() > 1e-3));
}

//! Rendering by the facade.

use foley::{Error, Level, Place, Render, gesture, strike};
use std::path::PathBuf;

fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    folder.join(format!("{}-{name}", std::process::id()))
}

#[test]
fn a_saved_sound_is_rendered_again_to_the_same_bits() {
    for ending in ["wav", "flac"] {
        let path = file(&format!("knock.{ending}"));
        let knock = Render::preset("impact").unwrap().strike(2.0).seed(7).rate(44_100.0).run().unwrap();
        knock.save(&path).unwrap();
        let again = Render::file(&path).unwrap().run().unwrap();
        assert_eq!(again.samples(), knock.samples());
        assert_eq!((again.rate(), again.seed()), (44_100.0, 7));
        if ending == "wav" {
            assert_eq!(knock.to_wav().unwrap(), std::fs::read(&path).unwrap());
        }
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_sound_as_json_is_the_same_sound() {
    let knock = Render::preset("impact").unwrap().set("struck.material", "glass").unwrap().strike(2.0);
    let knock = knock.run().unwrap();
    let again = Render::json(&knock.to_json()).unwrap().run().unwrap();
    assert_eq!(again.samples(), knock.samples());
}

#[test]
fn gestures_come_at_their_time_and_replace_those_of_the_preset() {
    let twice = Render::preset("espresso cup set down on marble").unwrap();
    let twice = twice.send(strike(1.0).at(4800)).send(strike(1.0).at_seconds(0.5)).run().unwrap();
    let force = twice.force().unwrap();
    let first = force.iter().position(|&newtons| newtons > 0.0).unwrap();
    // The hammer flies for less than a millisecond.
    assert!((4800..4848).contains(&first), "{first}");
    assert!(force[24_000..24_048].iter().any(|&newtons| newtons > 0.0));
    assert!(force[..4800].iter().all(|&newtons| newtons == 0.0));
}

#[test]
fn a_clamped_gesture_is_reported() {
    let hard = Render::preset("impact").unwrap().strike(1e6).run().unwrap();
    assert_eq!(hard.clamped()[0].name, "strike");
    let most = Render::preset("impact").unwrap().strike(hard.clamped()[0].max).run().unwrap();
    assert_eq!(hard.samples(), most.samples());
    assert!(most.clamped().is_empty());
}

#[test]
fn errors_say_what_is_wrong_and_what_is_allowed() {
    let why = Render::preset("two wine glases").unwrap_err();
    assert!(matches!(&why, Error::UnknownSound { nearest, .. } if nearest[0] == "two-wine-glasses"), "{why}");
    let why = Render::preset("impact").unwrap().set("struck.material", "glas").unwrap_err();
    assert!(why.to_string().contains("glass"), "{why}");
    let why = Render::preset("impact").unwrap().send(gesture("stroke", 1.0)).run().unwrap_err();
    assert!(why.to_string().contains("`strike`"), "{why}");
    let why = Render::json("{ \"model\": \"impact\", \"name\": 3 }").unwrap_err();
    assert!(matches!(why, Error::Document(_)), "{why}");
    let why = Render::preset("impact").unwrap().run().unwrap().save(file("x.mp3")).unwrap_err();
    assert!(why.to_string().contains(".wav or .flac"), "{why}");
    assert!(matches!(Render::file(file("missing.wav")).unwrap_err(), Error::File(_)));
    for rate in [f64::NAN, -1.0, 0.0, f64::INFINITY] {
        assert!(Render::preset("impact").unwrap().rate(rate).run().is_err(), "{rate}");
    }
    for seconds in [f64::NAN, -1.0, f64::INFINITY] {
        assert!(Render::preset("impact").unwrap().seconds(seconds).run().is_err(), "{seconds}");
    }
    assert!(Render::preset("impact").unwrap().send(strike(1.0).at_seconds(f64::NAN)).run().is_err());
    assert!(Render::preset("impact").unwrap().channels(0).run().is_err());
    assert!(Render::preset("impact").unwrap().channels(1000).run().is_err());
}

#[test]
fn a_level_in_si_units_leaves_the_samples_alone() {
    let path = file("si.wav");
    let knock = Render::preset("impact").unwrap().level(Level::Gain(0.0)).format(foley::Format::Float);
    knock.run().unwrap().save(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let knock = Render::file(&path).unwrap().run().unwrap();
    let loudest = knock.samples().iter().fold(0.0_f64, |most, x| most.max(x.abs())) as f32;
    assert!(
        bytes
            .windows(4)
            .any(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]).abs() == loudest)
    );
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_place_changes_the_channels_and_no_output() {
    let render = || Render::preset("impact").unwrap();
    let free = render().run().unwrap();
    let far = render().distance(4.0).run().unwrap();
    for (far, near) in far.samples().iter().zip(free.samples()) {
        assert_eq!(*far, 0.25 * near);
    }
    assert_eq!(render().place(Place::Hall).channels(2).run().unwrap().channels().count(), 2);
    let kitchen = render().place(Place::Kitchen).run().unwrap();
    assert!(kitchen.samples().len() > free.samples().len(), "the kitchen sounds on");
    assert!(kitchen.force() == free.force(), "a measurement stays as it is");
    let why = render().place(Place::Room).distance(90.0).run().unwrap_err().to_string();
    assert!(why.contains("`room`") && why.contains("5.88 m"), "{why}");
}

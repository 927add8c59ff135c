//! Handles, limits and collisions of the facade's engine.

use foley::{Capacity, Engine, Error, Place, Renderer, SoundId, gesture, preset, strike};

const RATE: f64 = 48_000.0;

fn with_room_for(instances: usize) -> (Engine, Renderer) {
    Engine::with_capacity(RATE, Capacity { instances, channels: 1, ..Capacity::default() }).unwrap()
}

fn heard(renderer: &mut Renderer, frames: usize) -> Vec<f32> {
    let mut out = vec![0.0; frames];
    renderer.render(&mut [&mut out]);
    out
}

fn knock(engine: &mut Engine) -> SoundId {
    engine.add(&preset("impact").unwrap()).unwrap()
}

#[test]
fn six_sounds_do_not_fit_into_four_slots() {
    let (mut engine, _renderer) = with_room_for(4);
    let ids: Vec<SoundId> = (0..4).map(|_| knock(&mut engine)).collect();
    for _ in 0..2 {
        assert_eq!(engine.add(&preset("impact").unwrap()), Err(Error::Full { sounds: 4 }));
    }
    assert_eq!(engine.sounds().collect::<Vec<_>>(), ids, "all four are still there");
    engine.remove(ids[2]).unwrap();
    let fifth = knock(&mut engine);
    assert!(!ids.contains(&fifth), "a handle is never used again");
    assert_eq!(engine.send(ids[2], strike(1.0)), Err(Error::Stale));
}

#[test]
fn a_gesture_outside_its_range_is_clamped_and_reported() {
    let (mut engine, mut renderer) = with_room_for(1);
    let cup = knock(&mut engine);
    let range = engine.sound(cup).unwrap().gestures()[0];
    assert_eq!(engine.send(cup, strike(1.0)), Ok(None));
    let clamped = engine.send(cup, strike(1e9)).unwrap().unwrap();
    assert_eq!((clamped.asked, clamped.used), (1e9, range.max));
    let clamped = engine.send(cup, strike(-f64::INFINITY)).unwrap().unwrap();
    assert_eq!(clamped.used, range.min);
    let why = engine.send(cup, strike(f64::NAN)).unwrap_err().to_string();
    assert!(why.contains("`strike`") && why.contains("not a number"), "{why}");
    let why = engine.send(cup, gesture("stroke", 1.0)).unwrap_err().to_string();
    assert!(why.contains("`stroke`") && why.contains("`strike`"), "{why}");
    assert!(heard(&mut renderer, 4800).iter().any(|&x| x != 0.0));
}

#[test]
fn a_value_is_set_by_number_text_unit_and_handle() {
    let (mut engine, _renderer) = with_room_for(1);
    let cup = knock(&mut engine);
    let value = |engine: &Engine, path: &str| {
        let sound = engine.sound(cup).unwrap();
        let params = foley::parameters(sound);
        params.iter().find(|param| param.path() == path).unwrap().get(sound)
    };
    engine.set(cup, "struck.size", 0.12).unwrap();
    assert_eq!(value(&engine, "struck.size"), 0.12);
    engine.set(cup, "struck.size", "13 cm").unwrap();
    assert_eq!(value(&engine, "struck.size"), 0.13);
    engine.glide(cup, "struck.size.handle", 100, 0.1).unwrap();
    assert_eq!(value(&engine, "struck.size"), 5.0);
    engine.set(cup, "struck.material", "glass").unwrap();
    let why = engine.set(cup, "struck.material", "glas").unwrap_err().to_string();
    assert!(why.contains("glass"), "{why}");
    assert!(engine.set(cup, "struck.size", f64::NAN).is_err());
    assert!(engine.set(cup, "nonsense", 1.0).is_err());
    assert_eq!(value(&engine, "struck.size"), 5.0, "a rejected value changes nothing");
}

#[test]
fn a_collision_sounds_as_a_strike_of_that_mass_at_that_place() {
    // The same strike, set before the sound was added.
    let (mut engine, mut renderer) = with_room_for(2);
    let mut plate = preset("impact").unwrap();
    for (name, value) in [("hammer.mass", "0.05"), ("struck.position", "0.7")] {
        plate = foley::Render::of(plate).set(name, value).unwrap().into_preset().unwrap();
    }
    let (a, b) = (engine.add(&plate).unwrap(), engine.add(&plate).unwrap());
    engine.send(a, strike(2.0)).unwrap();
    engine.send(b, strike(2.0)).unwrap();
    let wanted = heard(&mut renderer, 4800);

    let (mut engine, mut renderer) = with_room_for(2);
    let (a, b) = (knock(&mut engine), knock(&mut engine));
    assert!(engine.collide(a, b, 2.0, 0.05, [0.7, 0.7]).unwrap().is_empty());
    let collided = heard(&mut renderer, 4800);
    let energy = |samples: &[f32]| samples.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>();
    let onset = |samples: &[f32]| samples.iter().position(|&x| x != 0.0).unwrap();
    let (from, to) = (onset(&wanted), onset(&collided));
    let frames = 4000.min(4800 - from.max(to));
    let (wanted, collided) = (&wanted[from..from + frames], &collided[to..to + frames]);
    let difference: Vec<f32> = wanted.iter().zip(collided).map(|(a, b)| a - b).collect();
    // The click keeps the size of the hammer that the sound was added with; a heavier hammer clicks lower.
    assert!(energy(&difference) < 1e-3 * energy(wanted), "{} of {}", energy(&difference), energy(wanted));
}

#[test]
fn a_collision_that_fails_strikes_nothing() {
    let (mut engine, mut renderer) = with_room_for(3);
    let (a, b) = (knock(&mut engine), knock(&mut engine));
    let wind = engine.add(&preset("wind-flow").unwrap()).unwrap();
    assert!(engine.collide(a, wind, 1.0, 0.1, [0.5, 0.5]).is_err(), "wind cannot be struck");
    assert!(engine.collide(a, b, f64::NAN, 0.1, [0.5, 0.5]).is_err());
    assert!(engine.collide(a, b, 1.0, f64::INFINITY, [0.5, 0.5]).is_err());
    engine.remove(b).unwrap();
    assert_eq!(engine.collide(a, b, 1.0, 0.1, [0.5, 0.5]), Err(Error::Stale));
    assert!(heard(&mut renderer, 4800).iter().all(|&x| x == 0.0));
}

#[test]
fn a_collision_without_room_for_both_strikes_strikes_none() {
    for commands in 3..=8 {
        let capacity = Capacity { instances: 2, channels: 1, commands, ..Capacity::default() };
        let (mut engine, mut renderer) = Engine::with_capacity(RATE, capacity).unwrap();
        let (a, b) = (knock(&mut engine), knock(&mut engine));
        let outcome = engine.collide(a, b, 1.0, 0.123, [0.2, 0.8]);
        let heard = heard(&mut renderer, 4800).iter().any(|&x| x != 0.0);
        assert_eq!(heard, outcome.is_ok(), "{commands} commands: {outcome:?}");
    }
}

#[test]
fn a_collision_reports_values_outside_their_range_and_rejects_nonsense() {
    let (mut engine, _renderer) = with_room_for(2);
    let (a, b) = (knock(&mut engine), knock(&mut engine));
    let notes = engine.collide(a, b, 1.0, 1e6, [0.5, 2.0]).unwrap();
    let names: Vec<&str> = notes.iter().map(|note| note.name.as_str()).collect();
    assert_eq!(names, ["hammer.mass", "hammer.mass", "struck.position"]);
    for mass in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(engine.collide(a, b, 1.0, mass, [0.5, 0.5]).is_err(), "{mass} kg");
    }
    assert!(engine.collide(a, b, 1.0, 0.1, [f64::NAN, 0.5]).is_err());
    assert!(engine.collide(a, a, 1.0, 0.1, [0.5, 0.5]).is_err(), "one sound cannot collide with itself");
}

#[test]
fn a_handle_of_another_engine_is_stale() {
    let (mut one, _renderer) = with_room_for(1);
    let (mut two, _other) = with_room_for(1);
    let (mine, yours) = (knock(&mut one), knock(&mut two));
    assert_eq!(two.send(mine, strike(1.0)), Err(Error::Stale));
    assert_eq!(two.remove(mine), Err(Error::Stale));
    assert_eq!(two.send(yours, strike(1.0)), Ok(None));
}

#[test]
fn a_strip_that_is_not_finite_is_rejected() {
    let (mut engine, mut renderer) = with_room_for(1);
    let cup = knock(&mut engine);
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let strip = foley::ChannelStrip::default();
        assert!(engine.set_strip(cup, foley::ChannelStrip { gain: number, ..strip }).is_err());
        assert!(engine.set_strip(cup, foley::ChannelStrip { pan: number, ..strip }).is_err());
    }
    engine.send(cup, strike(1.0)).unwrap();
    assert!(heard(&mut renderer, 4800).iter().all(|x| x.is_finite()));
}

#[test]
fn times_and_rates_outside_their_range_are_rejected() {
    let (mut engine, _renderer) = with_room_for(1);
    let cup = knock(&mut engine);
    for seconds in [f64::NAN, -1.0, f64::INFINITY, 1e5] {
        assert!(engine.send(cup, strike(1.0).at_seconds(seconds)).is_err(), "{seconds} s");
        assert!(engine.glide(cup, "hardness", 50, seconds).is_err(), "{seconds} s");
        assert!(engine.morph(cup, &preset("impact").unwrap(), seconds).is_err(), "{seconds} s");
    }
    assert!(engine.send(cup, strike(1.0).at(u64::MAX)).is_err(), "it would stay in the queue for good");
    assert_eq!(engine.send(cup, strike(1.0).at_seconds(3599.0)), Ok(None));
    for rate in [0.0, -48_000.0, f64::NAN, f64::INFINITY, 1e9, 150.0] {
        assert!(Engine::new(rate).is_err(), "{rate} Hz");
    }
    for capacity in [
        Capacity { instances: 0, ..Capacity::default() },
        Capacity { channels: 0, ..Capacity::default() },
        Capacity { commands: 0, ..Capacity::default() },
    ] {
        assert!(Engine::with_capacity(RATE, capacity).is_err(), "{capacity:?}");
    }
}

#[test]
fn a_place_is_heard_by_all_sounds_and_a_distance_that_does_not_fit_is_rejected() {
    let play = |place: Place, distance: f64| {
        let (mut engine, mut renderer) = with_room_for(1);
        engine.set_place(place, distance).unwrap();
        let cup = knock(&mut engine);
        engine.send(cup, strike(0.01)).unwrap();
        heard(&mut renderer, 24_000)
    };
    let free = play(Place::Free, 1.0);
    assert!(play(Place::Free, 2.0) != free && play(Place::Kitchen, 1.0) != free);
    let (mut engine, _renderer) = with_room_for(1);
    let why = engine.set_place(Place::Kitchen, 50.0).unwrap_err().to_string();
    assert!(why.contains("50 m") && why.contains("2.97 m"), "{why}");
}

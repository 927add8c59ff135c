//! Facts about the friction models: friction, rubbing, squeak and brake.

use crate::support::heard::{mean, perform_score, rms};
use assert_no_alloc::assert_no_alloc;
use core::f64::consts::TAU;
use foley_catalogue::preset::palette;
use foley_catalogue::solids::squeak::Push;
use foley_catalogue::solids::{Brake, Mount, Rubbing, SlidingFriction, Squeak, Surfaces};
use foley_catalogue::{Resonator, ResonatorMaterial, ResonatorShape, model};
use foley_dsp::analysis::Descriptors;
use foley_dsp::random::Dice;
use foley_params::draw;
use foley_sound::{
    Event, EventKind, Performance, Score, Sound, SoundError, VoiceSpec, perform, sound_params,
};

const RATE: f64 = 48_000.0;

const MODELS: [&str; 4] = ["friction", "rubbing", "squeak", "brake"];

fn played(sound: &dyn Sound, rate: f64, seconds: Option<f64>) -> Performance {
    let spec = VoiceSpec::new(rate, 1);
    perform(sound, &Score::default(), &spec, seconds, &mut |_| {}).unwrap()
}

fn part(signal: &[f64], rate: f64, from: f64, to: f64) -> &[f64] {
    &signal[(from * rate) as usize..(to * rate) as usize]
}

/// Squared amplitude at a frequency \[Hz\], up to a factor, under a Hann window.
fn power(signal: &[f64], rate: f64, frequency: f64) -> f64 {
    let (middle, count) = (mean(signal), signal.len() as f64);
    let (mut re, mut im) = (0.0, 0.0);
    for (n, y) in signal.iter().enumerate() {
        let window = 1.0 - libm::cos(TAU * (n as f64 + 0.5) / count);
        let turn = TAU * frequency * n as f64 / rate;
        re += window * (y - middle) * libm::cos(turn);
        im += window * (y - middle) * libm::sin(turn);
    }
    re * re + im * im
}

/// Returns the strongest frequency between two bounds \[Hz\]: on a grid, then by ternary search.
fn pitch(signal: &[f64], rate: f64, (low, high): (f64, f64)) -> f64 {
    let grid = 0.5 * rate / signal.len() as f64;
    let steps = ((high - low) / grid) as usize;
    let at = |n: usize| low + n as f64 * grid;
    let all = (0..=steps).map(|n| (at(n), power(signal, rate, at(n))));
    let best = all.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(low, |peak| peak.0);
    let (mut low, mut high) = (best - grid, best + grid);
    while high - low > 1e-3 {
        let third = (high - low) / 3.0;
        if power(signal, rate, low + third) > power(signal, rate, high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    0.5 * (low + high)
}

/// Returns a squeak on a small wooden bar whose modes the mount can lock to, without unevenness.
fn bar_squeak() -> Squeak {
    let bar = Resonator::of(ResonatorShape::Bar, ResonatorMaterial::Wood, 0.12, 0.006);
    Squeak {
        push: Push { speed: 0.1, pressure: 10.0, duration: 2.5, binding: 0.2, ..Push::default() },
        surfaces: Surfaces {
            stiffness: 3e5,
            static_friction: 0.9,
            dynamic_friction: 0.4,
            stribeck_velocity: 0.08,
            noise: 0.005,
            unevenness: 0.0,
            ..Surfaces::default()
        },
        mount: Mount { mass: 0.01, frequency: 500.0, loss: 0.1 },
        body: Resonator { modes: 12, ..bar },
    }
}

/// Returns a squeak without random variation, at peak speed for long enough to have a pitch.
fn steady_squeak(speed: f64) -> Squeak {
    let mut squeak = bar_squeak();
    squeak.push.duration = 8.0;
    squeak.push.peak = 0.5;
    squeak.push.binding = 0.0;
    squeak.push.unsteadiness = 0.0;
    squeak.push.speed = speed;
    squeak.surfaces.noise = 1e-4;
    squeak
}

#[test]
fn the_pitch_of_a_squeak_does_not_depend_on_the_sample_rate() {
    let squeak = steady_squeak(0.1);
    let pitch_at = |rate: f64| {
        let heard = played(&squeak, rate, Some(4.2));
        let force = heard.measured("force").unwrap();
        pitch(part(force, rate, 3.9, 4.1), rate, (200.0, 1000.0))
    };
    let (coarse, fine) = (pitch_at(RATE), pitch_at(8.0 * RATE));
    let error = coarse / fine - 1.0;
    println!("stick-slip at 48 kHz {coarse:.2} Hz, at 384 kHz {fine:.2} Hz");
    assert!(error.abs() < 0.01, "{coarse} Hz at 48 kHz, {fine} Hz at 8 times that");
}

#[test]
fn a_mount_on_its_own_creaks_at_the_rate_of_the_closed_form() {
    for (speed, pressure) in [(0.1, 8.0), (0.2, 8.0), (0.2, 20.0)] {
        let mut squeak = steady_squeak(speed);
        squeak.body.modes = 0;
        squeak.push.pressure = pressure;
        squeak.mount = Mount { mass: 0.05, frequency: 20.0, loss: 1e-3 };
        // As close to a sudden fall of friction as the parameter ranges allow.
        squeak.surfaces = Surfaces {
            stiffness: 1e7,
            damping: 0.1,
            viscosity: 1e-3,
            static_friction: 0.9,
            dynamic_friction: 0.4,
            stribeck_velocity: 5e-3,
            noise: 1e-4,
            unevenness: 0.0,
            ..Surfaces::default()
        };
        let heard = played(&squeak, RATE, Some(4.6));
        let slip = heard.measured("velocity").unwrap();
        let found = pitch(part(slip, RATE, 3.2, 4.6), RATE, (4.0, 25.0));
        let expected = 1.0 / squeak.mount.cycle_time(0.5 * pressure, speed);
        println!("{speed} m/s, {pressure} N: {found:.2} Hz for {expected:.2} Hz");
        // Bristles break away slightly below F_s, which shortens the cycle; sticking takes until v_s is
        // reached, which lengthens it.
        assert!(
            (found / expected - 1.0).abs() < 0.03,
            "{found} Hz for {expected} Hz at {speed} m/s and {pressure} N"
        );
    }
}

#[test]
fn a_squeak_falls_by_an_octave_as_it_slows_down() {
    let mut squeak = bar_squeak();
    squeak.push.unsteadiness = 0.0;
    let heard = played(&squeak, RATE, None);
    let force = heard.measured("force").unwrap();
    let about = |from: f64| pitch(part(force, RATE, from, from + 0.1), RATE, (150.0, 700.0));
    let (fast, slow) = (about(1.0), about(1.95));
    println!("{fast:.1} Hz, then {slow:.1} Hz");
    // The mount slips in every period, later in every other.
    assert!((1.6..2.4).contains(&(fast / slow)), "{fast} Hz, {slow} Hz");
}

#[test]
fn steady_sliding_follows_the_stribeck_curve() {
    for speed in [0.005, 0.03, 0.07, 0.1, 0.2, 1.0] {
        let mut rubbed = SlidingFriction::default();
        rubbed.rubbed.modes = 0;
        rubbed.stroke.speed = speed;
        rubbed.stroke.unsteadiness = 0.0;
        rubbed.surfaces.noise = 1e-4;
        rubbed.surfaces.unevenness = 0.0;
        let heard = played(&rubbed, RATE, Some(1.5));
        let force = mean(part(heard.measured("force").unwrap(), RATE, 1.0, 1.5));
        let law = rubbed.surfaces.friction(rubbed.stroke.pressure);
        let expected = law.steady_force(speed);
        println!("{speed} m/s: {force:.5} N for {expected:.5} N");
        assert!((force / expected - 1.0).abs() < 1e-3, "{force} N for {expected} N at {speed} m/s");
    }
}

#[test]
fn without_pressure_there_is_no_sound() {
    let mut friction = SlidingFriction::default();
    friction.stroke.pressure = 0.0;
    let mut rubbing = Rubbing::default();
    rubbing.hand.pressure = 0.0;
    let mut squeak = Squeak::default();
    squeak.push.pressure = 0.0;
    let mut brake = Brake::default();
    brake.pedal.pressure = 0.0;
    for sound in [&friction as &dyn Sound, &rubbing, &squeak, &brake] {
        let heard = played(sound, RATE, Some(0.5));
        let most = heard.sound()[0].iter().fold(0.0_f64, |most, y| most.max(y.abs()));
        assert_eq!(most, 0.0, "{} m/s of {}", most, sound.info().name);
    }
}

#[test]
fn zero_force_silences_a_stroke_and_force_resumes_it() {
    let mut score = Score::default();
    score.gesture(0.0, "rub", 0.15);
    score.gesture(0.8, "press", 0.0);
    score.gesture(1.2, "press", 2.0);
    let heard = perform_score(&SlidingFriction::default(), &score, None, 1);
    let force = heard.measured("force").unwrap();
    let about = |from| mean(part(force, RATE, from, from + 0.2));
    assert!(about(0.5) > 0.1, "{} N", about(0.5));
    assert_eq!(about(0.9), 0.0);
    assert!(about(1.3) > 0.1, "{} N", about(1.3));
}

/// Returns a rubbing that makes only the noise of rough surfaces, without random variation of the hand. The
/// asperities are so small that their spectrum does not end within hearing, and so weak that none of them
/// reaches the limit of dry friction.
fn rasp() -> Rubbing {
    let mut rubbing = Rubbing::default();
    rubbing.hand.unsteadiness = 0.0;
    rubbing.hand.lean = 0.0;
    rubbing.surfaces.ribs = 0.0;
    rubbing.surfaces.static_friction = 0.0;
    rubbing.surfaces.unevenness = 0.0;
    rubbing.surfaces.contact_size = 1e-7;
    rubbing.surfaces.noise = 0.1;
    rubbing
}

#[test]
fn rubbing_grows_with_the_square_root_of_length_and_force() {
    let loudness = |length: f64, pressure: f64| {
        let mut rubbing = rasp();
        rubbing.hand.length = length;
        rubbing.hand.pressure = pressure;
        // The hand that is laid on bends the board slowly and in proportion to its force; differences from
        // sample to sample leave the noise.
        let heard = played(&rubbing, RATE, Some(2.0));
        rms(&heard.sound()[0].windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>())
    };
    let (base, further, harder) = (loudness(0.1, 4.0), loudness(0.2, 4.0), loudness(0.1, 8.0));
    let ratios = (further / base, harder / base);
    println!("{ratios:?} for 1.414");
    let root = core::f64::consts::SQRT_2;
    // The bristles damp the body, and more so where they stick for longer.
    for ratio in [ratios.0, ratios.1] {
        assert!((ratio / root - 1.0).abs() < 0.1, "{ratios:?} for {root}");
    }
    let quiet = played(&Rubbing::default(), RATE, Some(2.0));
    let mut loud = Rubbing::default();
    loud.hand.pressure *= 2.0;
    loud.hand.length *= 2.0;
    let loud = played(&loud, RATE, Some(2.0));
    let ratio = rms(&loud.sound()[0]) / rms(&quiet.sound()[0]);
    assert!(ratio > 1.5, "{ratio} with everything on");
}

#[test]
fn rubbing_swells_twice_per_cycle_and_once_with_lean() {
    let peak = |lean: f64| {
        let mut rubbing = rasp();
        rubbing.hand.lean = lean;
        rubbing.hand.turns = 8;
        let heard = played(&rubbing, RATE, Some(4.0));
        let envelope: Vec<f64> = heard.sound()[0].chunks_exact(240).map(rms).collect();
        let rate = RATE / 240.0;
        let once = power(&envelope, rate, rubbing.hand.rate);
        let twice = power(&envelope, rate, 2.0 * rubbing.hand.rate);
        (pitch(&envelope, rate, (0.8, 20.0)), once / twice)
    };
    let (even, limping) = (peak(0.0), peak(0.9));
    println!("even {even:?}, limping {limping:?}");
    assert!((even.0 / 4.0 - 1.0).abs() < 0.02, "{} Hz for 4 Hz", even.0);
    assert!(even.1 < 0.02, "{} at the rate of the turns", even.1);
    assert!(limping.1 > 0.2, "{} at the rate of the turns", limping.1);
}

/// Returns a brake with friction independent of speed, on a true wheel.
fn coulomb() -> Brake {
    let mut brake = Brake::default();
    brake.surfaces.static_friction = 0.0;
    brake.surfaces.viscosity = 1e-3;
    brake.surfaces.noise = 1e-4;
    brake.surfaces.unevenness = 0.0;
    brake.wheel.run_out = 0.0;
    brake.pedal.attack = 0.005;
    brake
}

#[test]
fn a_wheel_stops_after_the_coulomb_time() {
    for (inertia, pressure, speed) in [(2.0, 100.0, 4.0), (0.5, 100.0, 8.0), (20.0, 600.0, 3.0)] {
        let mut brake = coulomb();
        brake.wheel.inertia = inertia;
        brake.pedal.pressure = pressure;
        brake.pedal.speed = speed;
        let heard = played(&brake, RATE, None);
        let wheel = heard.measured("speed").unwrap();
        let stands = wheel.iter().position(|&v| v < 0.0).unwrap() as f64 / RATE;
        let friction = brake.surfaces.dynamic_friction * pressure;
        let expected = inertia * (speed / brake.wheel.radius) / (friction * brake.wheel.radius);
        println!("{inertia} kg m², {pressure} N: {stands:.4} s for {expected:.4} s");
        // Half of the 5 ms attack, and the last deflection of the bristles.
        assert!((stands / expected - 1.0).abs() < 0.02, "{stands} s for {expected} s");
    }
}

#[test]
fn a_wheel_loses_exactly_the_energy_that_the_contact_takes() {
    for mut brake in [Brake::default(), coulomb()] {
        brake.pedal.speed = 5.0;
        let heard = played(&brake, RATE, None);
        let (force, speed) = (heard.measured("force").unwrap(), heard.measured("speed").unwrap());
        let upto = speed.iter().position(|&v| v < 0.0).unwrap();
        // The force is constant over a step, so that its work uses the mean velocity.
        let before = core::iter::once(&5.0).chain(speed);
        let taken: f64 = force[..upto]
            .iter()
            .zip(speed)
            .zip(before)
            .map(|((f, after), before)| 0.5 * f * (before + after) / RATE)
            .sum();
        let had = 0.5 * brake.wheel.mass() * 25.0;
        let ledger = heard.ledger;
        println!("had {had:.3} J, contact took {taken:.3} J; {ledger:?}");
        assert!((taken / had - 1.0).abs() < 0.01, "{taken} J of {had} J");
        let booked = ledger.heat + ledger.damped - ledger.work;
        assert!((booked / had - 1.0).abs() < 0.01, "{booked} J of {had} J");
        assert!(ledger.numerical().abs() < 1e-9 * had, "{ledger:?}");
    }
}

#[test]
fn an_untrue_wheel_swells_once_per_turn() {
    let mut brake = Brake::default();
    brake.wheel.run_out = 0.5;
    brake.surfaces.unevenness = 0.0;
    brake.wheel.inertia = 200.0;
    brake.pedal.hold = 2.0;
    let heard = played(&brake, RATE, Some(1.6));
    let force = part(heard.measured("force").unwrap(), RATE, 0.6, 1.6);
    let turns = 4.0 / brake.wheel.radius / TAU;
    let slow: Vec<f64> = force.chunks_exact(240).map(mean).collect();
    let found = pitch(&slow, RATE / 240.0, (1.0, 20.0));
    println!("{found:.3} Hz for {turns:.3} Hz");
    // The wheel loses about 2 % of its speed meanwhile.
    assert!((found / turns - 1.0).abs() < 0.05, "{found} Hz for {turns}");
}

#[test]
fn a_speed_change_while_sounding_makes_no_steps() {
    let mut rubbed = SlidingFriction::default();
    rubbed.rubbed.modes = 0;
    rubbed.stroke.unsteadiness = 0.0;
    rubbed.stroke.speed = 0.1;
    rubbed.surfaces = Surfaces {
        // An oil film: the force is proportional to the speed.
        viscosity: 100.0,
        static_friction: 0.0,
        dynamic_friction: 0.01,
        noise: 1e-4,
        unevenness: 0.0,
        ..Surfaces::default()
    };
    let mut score = Score::default();
    score.gesture(0.0, "rub", 0.1);
    score.set(0.5, "speed", 1.0, 0.5);
    let heard = perform_score(&rubbed, &score, Some(1.2), 1);
    let force = heard.measured("force").unwrap();
    let speeds = [0.45, 0.75, 1.1].map(|at| force[(at * RATE) as usize] / 100.0);
    for (speed, expected) in speeds.iter().zip([0.1, 0.316, 1.0]) {
        // The value of a parameter is that at the end of the block, and dry friction is 0.02 N.
        assert!((speed / expected - 1.0).abs() < 0.02, "{speeds:?} m/s");
    }
    let steps = part(force, RATE, 0.4, 1.1).windows(2);
    let most = steps.map(|pair| (pair[1] - pair[0]).abs() / 100.0).fold(0.0, f64::max);
    // A logarithmic glide over 0.5 s is steepest at its end: ln(10)/0.5 s of 1 m/s.
    let steepest = libm::log(10.0) / 0.5 / RATE;
    println!("{most:.3e} m/s from sample to sample, {steepest:.3e} at the steepest");
    // The rest is noise; a step between blocks would be 64 times as large.
    assert!(most < 1.3 * steepest, "{most} for {steepest}");
}

/// Returns a model with random values within its ranges.
fn drawn(name: &str, dice: &mut Dice) -> Result<Box<dyn Sound>, SoundError> {
    let mut sound = model(name)?;
    for param in sound_params(&*sound) {
        param.set(&mut *sound, param.info.from_normalised(dice.unit()))?;
    }
    Ok(sound)
}

#[test]
fn all_values_give_finite_sound_without_energy_gain() {
    let mut dice = Dice::new(7);
    for name in MODELS {
        for number in 0..60 {
            let sound = drawn(name, &mut dice).unwrap();
            let heard = played(&*sound, RATE, Some(0.25));
            let ledger = heard.ledger;
            let fine = heard.rows.iter().flatten().all(|y| y.is_finite());
            assert!(fine && heard.recoveries == 0, "{name} {number}: {sound:?}");
            let moved = ledger.heat.abs() + ledger.damped.abs() + ledger.control.abs() + ledger.work.abs();
            assert!(
                ledger.numerical().abs() <= 1e-9 * moved + 1e-15,
                "{name} {number}: {} J of {moved} J, {sound:?}",
                ledger.numerical()
            );
            assert!(ledger.heat >= -1e-12 * moved, "{name} {number}: {ledger:?}");
        }
    }
    // The parameters shared by all four models.
    let surfaces: Surfaces = draw(|| dice.unit());
    assert!(surfaces.friction(1.0).steady_force(0.1) >= 0.0);
}

#[test]
fn every_model_sounds_and_ends_by_itself() {
    for name in MODELS {
        let sound = model(name).unwrap();
        let heard = played(&*sound, RATE, None);
        let seconds = heard.rows[0].len() as f64 / RATE;
        let loud = rms(&heard.sound()[0]);
        println!("{name}: {seconds:.2} s, {loud:.2e} m/s");
        assert!((0.5..10.0).contains(&seconds), "{name} lasts {seconds} s");
        assert!(loud > 1e-5, "{name}: {loud} m/s");
    }
}

#[test]
fn playing_allocates_nothing() {
    for name in MODELS {
        let sound = model(name).unwrap();
        let mut voice = sound.voice(&VoiceSpec::new(RATE, 3)).unwrap();
        let mut page = vec![[0.0; 100]; voice.outputs().len()];
        let value = sound.gestures()[0].default;
        let set = |id| {
            let place = sound_params(&*sound).iter().position(|at| at.info.id == id);
            EventKind::Set { param: place.unwrap(), value: 0.5, glide: Some(0.1) }
        };
        let events = [
            EventKind::Gesture { gesture: 0, value },
            set("pressure"),
            set("static-friction"),
            EventKind::Gesture { gesture: 1, value: 3.0 },
        ];
        let mut out: Vec<&mut [f64]> = page.iter_mut().map(|page| &mut page[..]).collect();
        assert_no_alloc(|| {
            for (at, kind) in events.into_iter().enumerate() {
                let _ = voice.send(Event::new(at as u64 * 4000, kind));
            }
            for _ in 0..200 {
                voice.render(&mut out);
            }
        });
    }
}

#[test]
fn a_rubbed_glass_sings_at_one_of_its_modes() {
    let rubbed = SlidingFriction::default();
    let heard = played(&rubbed, RATE, None);
    let sound = part(&heard.sound()[0], RATE, 1.0, 1.1);
    let found = pitch(sound, RATE, (100.0, 5000.0));
    let modes = Resonator::spec(&rubbed.rubbed, 1).unwrap().modes;
    let near = modes.iter().map(|mode| (found / mode.frequency - 1.0).abs());
    let near = near.fold(f64::MAX, f64::min);
    println!("sings at {found:.2} Hz, {near:.2e} from a mode");
    assert!(near < 0.01, "{found} Hz is {near} from the nearest mode");
}

/// Returns the times at which a sticking mount breaks away \[s\]: where its velocity changes from forward to
/// back, at least 8 ms after the last time.
fn slips(velocity: &[f64]) -> Vec<f64> {
    let turns = velocity.windows(2).enumerate().filter(|(_, pair)| pair[0] >= 0.0 && pair[1] < 0.0);
    let mut times: Vec<f64> = Vec::new();
    for time in turns.map(|(n, _)| n as f64 / RATE) {
        if times.last().is_none_or(|last| time - last > 0.008) {
            times.push(time);
        }
    }
    times
}

#[test]
fn cycles_of_a_creak_vary_as_the_force_along_the_way() {
    const UNEVENNESS: f64 = 0.2;
    let variation = |unevenness: f64| {
        let mut squeak = steady_squeak(0.02);
        squeak.body.modes = 0;
        squeak.push.duration = 10.0;
        squeak.push.pressure = 8.0;
        squeak.mount = Mount { mass: 0.005, frequency: 250.0, loss: 0.1 };
        squeak.surfaces = Surfaces {
            stiffness: 1e7,
            damping: 0.1,
            static_friction: 0.9,
            dynamic_friction: 0.4,
            stribeck_velocity: 5e-3,
            noise: 1e-4,
            unevenness,
            patch: 5e-3,
            ..Surfaces::default()
        };
        let heard = played(&squeak, RATE, Some(7.0));
        let times = slips(part(heard.measured("velocity").unwrap(), RATE, 3.0, 7.0));
        let lengths: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let middle = mean(&lengths);
        let away: Vec<f64> = lengths.iter().map(|length| length / middle - 1.0).collect();
        println!("unevenness {unevenness}: {} cycles of {middle:.4} s, {:.4}", lengths.len(), rms(&away));
        rms(&away)
    };
    // Nearly all of a cycle is 2ΔF/kV, and ΔF is proportional to the force. The speed varies by 19 %
    // meanwhile.
    let (even, rough) = (variation(0.0), variation(UNEVENNESS));
    assert!(even < 0.1, "{even}");
    assert!((0.6..1.6).contains(&(rough / UNEVENNESS)), "{rough} for {UNEVENNESS}");
}

#[test]
fn the_normal_force_of_an_uneven_surface_sounds_without_friction() {
    let loudness = |unevenness: f64, pressure: f64| {
        let mut rubbing = rasp();
        rubbing.surfaces.dynamic_friction = 0.0;
        rubbing.surfaces.noise = 1e-4;
        rubbing.surfaces.unevenness = unevenness;
        rubbing.hand.pressure = pressure;
        rms(&played(&rubbing, RATE, Some(2.0)).sound()[0])
    };
    let (even, uneven, harder) = (loudness(0.0, 4.0), loudness(0.2, 4.0), loudness(0.2, 8.0));
    println!("even {even:.2e} Pa, uneven {uneven:.2e} Pa, twice the force {harder:.2e} Pa");
    assert!(uneven > 10.0 * even, "{uneven} Pa, without unevenness {even} Pa");
    // Without friction the sound is linear in the force, but for the viscous drag.
    assert!((harder / uneven - 2.0).abs() < 0.1, "{}", harder / uneven);
}

#[test]
fn a_saw_sounds_by_its_blade_as_well() {
    let mut saw = Rubbing::default();
    saw.rubbed.modes = 0;
    saw.rubbed.field = 0;
    let loudness = |saw: &Rubbing| rms(&played(saw, RATE, Some(2.0)).sound()[0]);
    assert_eq!(loudness(&saw), 0.0, "without modes");
    let blade = Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Steel, 0.5, 0.001);
    saw.tool = Resonator { modes: 48, ..blade };
    assert!(loudness(&saw) > 1e-4, "{} Pa", loudness(&saw));
}

/// Presets in which friction drives glass, ceramic, a string, a skin or free metal, which may sing a note.
const SINGING: [&str; 5] = [
    "wet finger on the rim of a wine glass",
    "bow on a steel string",
    "bowed saw",
    "bow on a cymbal",
    "rubber mallet drawn over a drumhead",
];

#[test]
fn presets_are_no_chords_unless_glass_metal_strings_or_skins_sing() {
    let rubbed = palette().iter().filter(|preset| MODELS.contains(&preset.model()));
    for preset in rubbed.filter(|preset| !SINGING.contains(&preset.name.as_str())) {
        let spec = VoiceSpec::new(44_100.0, 1);
        let heard = perform(&*preset.sound, &preset.score, &spec, None, &mut |_| {}).unwrap();
        let numbers = Descriptors::of(&heard.sound()[0], 44_100.0).unwrap();
        let share = numbers.list().iter().find(|at| at.name == "nine_strongest").unwrap().value.unwrap();
        println!("{}: {share:.3}", preset.name);
        assert!(share < 0.5, "{}: nine lines have {share} of the power", preset.name);
    }
}

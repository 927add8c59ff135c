//! Tests of the electric motor. `cargo test -p foley-catalogue --test all motor_facts -- --nocapture` prints
//! the measured values.

use crate::support::heard::perform_score;
use crate::support::morphed;
use crate::support::noise::peak_about;
use foley_catalogue::machines::Motor;
use foley_catalogue::machines::motor::{ball_pass, fall_height, wall_frequency};
use foley_catalogue::preset::by_name;
use foley_dsp::analysis::Spectrum;
use foley_sound::{Performance, Score, VoiceSpec, perform, set_text};

const RATE: f64 = 48_000.0;

/// Motor without random variation and noise, with tones only; on for 9 s.
fn steady() -> Motor {
    let mut motor = Motor::default();
    motor.drive.duration = 9.0;
    motor.drive.unsteadiness = 0.0;
    motor.drive.rise = 0.05;
    motor.drive.speed = 50.0;
    motor.coils.brushes = 0.0;
    motor.coils.hum = 0.0;
    motor.gears.wear = 0.0;
    motor.fan.blades = 0;
    motor.gears.rub = 0.0;
    motor.bearings.roughness = 0.0;
    motor
}

fn played(motor: &Motor, rate: f64, seconds: Option<f64>) -> Performance {
    let spec = VoiceSpec::new(rate, 1);
    perform(motor, &Score::default(), &spec, seconds, &mut |_| {}).unwrap()
}

/// Returns four seconds of the sound at constant speed.
fn evenly(heard: &Performance, rate: f64) -> &[f64] {
    &heard.sound()[0][(2.0 * rate) as usize..(6.0 * rate) as usize]
}

/// Frequency and amplitude of the strongest tone near `about` \[Hz\].
fn tone(samples: &[f64], rate: f64, about: f64) -> (f64, f64) {
    let partials = Spectrum::of(samples, rate).partials(60, 120.0);
    let near = partials.iter().find(|partial| (partial.frequency / about - 1.0).abs() < 0.02);
    near.map_or((0.0, 0.0), |partial| (partial.frequency, partial.amplitude))
}

#[test]
fn the_steady_speed_follows_from_the_load() {
    for load in [0.0, 0.1, 0.4, 0.8] {
        let mut motor = steady();
        motor.drive.load = load;
        let heard = played(&motor, RATE, Some(6.0));
        let speed = heard.measured("speed").unwrap()[5 * 48_000];
        let expected = motor.steady_speed(1.0);
        println!("load {load}: {speed:.4} turns per second for {expected:.4}");
        assert!((speed / expected - 1.0).abs() < 1e-9, "{speed} Hz for {expected} Hz under a load of {load}");
    }
}

#[test]
fn every_tone_is_a_multiple_of_the_shaft_speed() {
    for (coils, pairs, expected) in [(3.0, 1.0, 6), (5.0, 1.0, 10), (12.0, 1.0, 12), (12.0, 4.0, 24)] {
        let mut motor = steady();
        motor.coils.coils = coils as u32;
        motor.coils.pairs = pairs as u32;
        motor.gears.teeth = 17;
        assert_eq!(motor.commutations(), expected, "{coils} coils, {pairs} pairs of poles");
        let heard = played(&motor, RATE, Some(6.0));
        let samples = evenly(&heard, RATE);
        let shaft = motor.steady_speed(1.0);
        for (name, order) in [("shaft", 1.0), ("coils", expected as f64), ("teeth", 17.0)] {
            let (found, amplitude) = tone(samples, RATE, order * shaft);
            println!(
                "{coils} coils, {pairs} pairs: {name} at {found:.4} Hz for {:.4} Hz, {amplitude:.2e} Pa",
                order * shaft
            );
            // With a Hann window of 4 s a parabola locates a tone to a hundredth of the bin width of 0.25
            // Hz.
            assert!(
                (found - order * shaft).abs() < 0.0025,
                "{name} at {found} Hz, not at {} Hz",
                order * shaft
            );
        }
    }
}

#[test]
fn a_load_slows_the_motor_and_makes_its_coils_audible() {
    let level = |load: f64| {
        let mut motor = steady();
        motor.drive.load = load;
        motor.gears.teeth = 0;
        motor.casing.walls = 0.0;
        // Below the resonance the response of the casing grows as the square of the frequency, that of the
        // dipole as the frequency.
        motor.casing.resonance = 8000.0;
        motor.casing.size = 0.01;
        let heard = played(&motor, RATE, Some(6.0));
        let tone = tone(evenly(&heard, RATE), RATE, 10.0 * motor.steady_speed(1.0));
        (tone.0, tone.1 / libm::pow(tone.0, 3.0))
    };
    let (free, loaded) = (level(0.0), level(0.4));
    let (slower, louder) = (loaded.0 / free.0, loaded.1 / free.1);
    println!("with a load of 0.4: {slower:.4} times as fast, ripple {louder:.3} times as strong");
    assert!((slower - 0.56 / 0.96).abs() < 1e-4, "{slower} for {}", 0.56 / 0.96);
    // The torque is load plus friction: 0.44 instead of 0.04.
    assert!((louder / 11.0 - 1.0).abs() < 0.03, "{louder} for 11");
}

#[test]
fn tones_above_the_band_do_not_alias() {
    // At 487 turns per second and 8 kHz only the lower tones fit.
    let mut motor = steady();
    motor.drive.speed = 487.0;
    motor.coils.coils = 3;
    motor.gears.teeth = 7;
    let rate = 8000.0;
    let heard = played(&motor, rate, Some(6.0));
    let samples = evenly(&heard, rate);
    let shaft = motor.steady_speed(1.0);
    let spectrum = Spectrum::of(samples, rate);
    let (mut own, mut strange) = (0.0, 0.0);
    for (bin, power) in spectrum.power().iter().enumerate() {
        let order = spectrum.frequency(bin) / shaft;
        if (order - order.round()).abs() * shaft < 20.0 {
            own += power;
        } else {
            strange += power;
        }
    }
    let decibels = 10.0 * libm::log10(strange / own);
    println!("beside the multiples of the shaft: {decibels:.1} dB");
    assert!(decibels < -80.0, "{decibels} dB beside the multiples of the shaft");
}

#[test]
fn worn_teeth_modulate_the_mesh_tone_with_each_turn() {
    let side = |wear: f64| {
        let mut motor = steady();
        motor.gears.teeth = 17;
        motor.gears.wear = wear;
        let heard = played(&motor, RATE, Some(6.0));
        let (samples, shaft) = (evenly(&heard, RATE), motor.steady_speed(1.0));
        let at = |order: f64| tone(samples, RATE, order * shaft).1;
        (at(16.0) + at(18.0)) / at(17.0)
    };
    let (new, worn) = (side(0.0), side(0.8));
    println!("beside the tone of the teeth: {new:.1e} new, {worn:.3} worn");
    assert!(new < 1e-4, "{new}");
    assert!(worn > 0.05, "{worn}");
}

#[test]
fn the_motor_coasts_down_in_its_time_and_sleeps() {
    let mut motor = Motor::default();
    motor.drive.duration = 1.0;
    motor.drive.load = 0.0;
    motor.drive.coast = 0.5;
    let heard = played(&motor, RATE, Some(2.5));
    let speed = heard.measured("speed").unwrap();
    let stopped = speed.iter().rposition(|f| *f > 0.0).unwrap() as f64 / RATE;
    println!("off after 1 s, at rest after {stopped:.3} s");
    assert!((stopped - 1.5).abs() < 0.02, "{stopped} s for 1.5 s");
    assert!(heard.asleep, "the voice does not sleep");
    let mean = mean_pressure(&heard.sound()[0]);
    assert!(mean < 1e-6, "a pressure of {mean} Pa stays");
}

/// Magnitude of the mean \[Pa\].
fn mean_pressure(samples: &[f64]) -> f64 {
    (samples.iter().sum::<f64>() / samples.len() as f64).abs()
}

#[test]
fn power_and_load_apply_at_their_sample() {
    let mut score = Score::default();
    score.gesture(0.0, "power", 1.0);
    score.gesture(1.0, "load", 0.5);
    score.gesture(2.0, "power", 0.0);
    let mut motor = steady();
    motor.drive.coast = 0.1;
    let heard = perform_score(&motor, &score, Some(3.0), 1);
    let speed = heard.measured("speed").unwrap();
    let at = |seconds: f64| speed[(seconds * RATE) as usize];
    assert!((at(0.99) / (50.0 * 0.86) - 1.0).abs() < 1e-6, "{}", at(0.99));
    assert!((at(1.99) / (50.0 * 0.46) - 1.0).abs() < 1e-6, "{}", at(1.99));
    assert!(speed[96_000] < speed[95_999], "{} after {}", speed[96_000], speed[95_999]);
    assert_eq!(at(2.9), 0.0);
}

#[test]
fn motors_morph_into_each_other_without_a_jump() {
    let mut score = Score::default();
    score.gesture(0.0, "power", 1.0);
    // On the way casings may ring somewhat louder than at the reference points.
    morphed::nothing_jumps("motor", &score, [1.5, 3.0]);
}

/// Motor of which nothing sounds until a test adds a source.
fn mute() -> Motor {
    let mut motor = steady();
    motor.coils.ripple = 0.0;
    motor.gears.teeth = 0;
    motor.casing.imbalance = 1e-4;
    motor
}

fn rms(samples: &[f64]) -> f64 {
    (samples.iter().map(|p| p * p).sum::<f64>() / samples.len() as f64).sqrt()
}

#[test]
fn balls_pass_a_pit_at_the_rate_of_their_bearing() {
    // Ball pass of the outer race per turn, as makers give it: 6203 with 8 balls, 6205 with 9.
    for (balls, catalogue) in [(8, 3.053), (9, 3.585)] {
        let closed = ball_pass(balls, 1.0);
        println!("{balls} balls: {closed:.3} per turn for {catalogue}");
        // The size of the balls differs a little between bearings of one number of balls.
        assert!((closed / catalogue - 1.0).abs() < 0.01, "{closed} for {catalogue}");
    }
    for balls in [6, 8, 13] {
        let mut motor = mute();
        motor.bearings.balls = balls;
        motor.bearings.pits = 1.0;
        let heard = played(&motor, RATE, Some(6.0));
        let spectrum = Spectrum::of(evenly(&heard, RATE), RATE);
        let expected = ball_pass(balls, motor.steady_speed(1.0));
        for order in [2.0, 3.0, 4.0] {
            let near = |within: f64| {
                let bins = spectrum.power().iter().enumerate();
                let bins = bins.map(|(bin, power)| (spectrum.frequency(bin), *power));
                bins.filter(move |(f, _)| (f - order * expected).abs() < within)
            };
            let (found, peak) = near(20.0).max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
            let mut beside: Vec<f64> = near(20.0).map(|(_, power)| power).collect();
            beside.sort_by(f64::total_cmp);
            let above = 10.0 * libm::log10(peak / beside[beside.len() / 2]);
            println!(
                "{balls} balls, order {order}: {found:.2} Hz for {:.2} Hz, {above:.1} dB",
                order * expected
            );
            // A bin is 0.25 Hz wide.
            assert!((found - order * expected).abs() < 0.3, "{found} Hz for {} Hz", order * expected);
            assert!(above > 10.0, "{above} dB above the noise beside it");
        }
    }
}

#[test]
fn the_noise_of_a_fan_grows_with_the_third_power_of_its_speed() {
    let level = |speed: f64| {
        let mut motor = mute();
        motor.drive.speed = speed;
        motor.fan.blades = 7;
        motor.fan.diameter = 0.1;
        motor.fan.tone = 0.0;
        rms(evenly(&played(&motor, RATE, Some(6.0)), RATE))
    };
    let (slow, fast) = (level(60.0), level(120.0));
    println!("{slow:.2e} Pa at 60 Hz, {fast:.2e} Pa at 120 Hz: {:.3} times", fast / slow);
    // Four seconds of noise about 1 kHz wide spread by about 1 %.
    assert!((fast / slow / 8.0 - 1.0).abs() < 0.05, "{} times, not 8", fast / slow);
}

#[test]
fn brushes_add_noise_in_time_with_the_bars() {
    let mut motor = mute();
    motor.coils.brushes = 1.0;
    motor.drive.load = 0.3;
    // Ten bars pass per turn: with 25 turns per second a bar lasts 4 ms.
    motor.drive.speed = 40.0;
    let heard = played(&motor, RATE, Some(6.0));
    let samples = evenly(&heard, RATE);
    let shaft = motor.steady_speed(1.0);
    let spectrum = Spectrum::of(samples, RATE);
    let (mut tones, mut noise) = (0.0, 0.0);
    for (bin, power) in spectrum.power().iter().enumerate() {
        let order = spectrum.frequency(bin) / shaft;
        if (order - order.round()).abs() * shaft < 2.0 { tones += power } else { noise += power }
    }
    let bar = RATE / (10.0 * shaft);
    // Power by the phase of the bar, from an arbitrary start.
    let mut phases = [0.0; 8];
    for (n, p) in samples.iter().enumerate() {
        phases[((n as f64 / bar).fract() * 8.0) as usize % 8] += p * p;
    }
    let most = phases.iter().fold(0.0_f64, |most, p| most.max(*p));
    let least = phases.iter().fold(f64::INFINITY, |least, p| least.min(*p));
    println!(
        "noise {:.2} of the power; {:.1} times from phase to phase",
        noise / (tones + noise),
        most / least
    );
    // The scatter of the shocks has a variance of 0.47 + 0.16 of the squared mean.
    assert!(noise > 0.25 * tones, "{noise} beside {tones}");
    assert!(most > 2.0 * least, "{most} and {least}");
}

#[test]
fn the_walls_ring_at_the_modes_of_a_plate() {
    let mut motor = mute();
    motor.bearings.roughness = 1.0;
    motor.casing.walls = 1.0;
    motor.casing.loss = 0.02;
    motor.casing.resonance = 600.0;
    motor.casing.aspect = 1.5;
    let heard = played(&motor, RATE, Some(9.0));
    let samples = &heard.sound()[0][(2.0 * RATE) as usize..];
    for (m, n) in [(1, 1), (2, 1), (3, 1), (1, 2)] {
        let expected = wall_frequency(&motor.casing, m, n);
        let closed = 600.0 * (f64::from(m * m) + 2.25 * f64::from(n * n)) / 3.25;
        assert!((expected / closed - 1.0).abs() < 1e-12, "{expected} Hz for {closed} Hz");
        let found = peak_about(samples, RATE, expected, 0.05 * expected);
        println!("mode {m}, {n}: {found:.1} Hz for {expected:.1} Hz");
        // Half of the bandwidth of the mode.
        assert!((found / expected - 1.0).abs() < 0.01, "{found} Hz for {expected} Hz");
    }
}

/// Parts of a motor, and the values that silence each.
const CAUSES: [(&str, &[(&str, &str)]); 3] = [
    ("gears", &[("gears.whine", "0"), ("gears.rub", "0")]),
    ("fan", &[("fan.blades", "0")]),
    ("coils", &[("coils.ripple", "0"), ("coils.brushes", "0"), ("coils.hum", "0")]),
];

#[test]
fn a_drill_a_mixer_and_a_dryer_sound_by_different_causes() {
    let play = |name: &str, muted: &[(&str, &str)]| {
        let mut sound = by_name(name).unwrap().sound.clone();
        set_text(&mut *sound, "drive.duration", "4").unwrap();
        if name.contains("drill") {
            // The bit is in the plank.
            set_text(&mut *sound, "drive.load", "0.45").unwrap();
        }
        for (id, value) in muted {
            set_text(&mut *sound, id, value).unwrap();
        }
        let spec = VoiceSpec::new(RATE, 1);
        let heard = perform(&*sound, &Score::default(), &spec, Some(3.5), &mut |_| {}).unwrap();
        let speed = heard.measured("speed").unwrap()[48_000..].iter().sum::<f64>() / 120_000.0;
        (heard.sound()[0][48_000..].to_vec(), speed)
    };
    let strongest = |name: &str| {
        let (whole, _) = play(name, &[]);
        let loss = |muted: &[(&str, &str)]| 20.0 * libm::log10(rms(&whole) / rms(&play(name, muted).0));
        let losses = CAUSES.map(|(cause, muted)| (cause, loss(muted)));
        println!("{name}: {losses:.1?} dB less without each");
        losses.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
    };
    for (name, expected) in [
        ("cordless drill into a plank", "gears"),
        ("kitchen mixer in stiff dough", "gears"),
        ("hair dryer on full", "fan"),
    ] {
        let (cause, loss) = strongest(name);
        assert!(cause == expected && loss > 6.0, "{name} sounds by its {cause}: {loss} dB");
    }
    // The dough drags at the hooks once per turn of the wheel; a bit bites evenly.
    let swing = |name: &str, ratio: f64| {
        let (sound, speed) = play(name, &[]);
        let (mut re, mut im, mut all) = (0.0, 0.0, 0.0);
        for (n, p) in sound.iter().enumerate() {
            let angle = core::f64::consts::TAU * speed / ratio * n as f64 / RATE;
            re += p * p * libm::cos(angle);
            im += p * p * libm::sin(angle);
            all += p * p;
        }
        2.0 * libm::hypot(re, im) / all
    };
    let (mixer, drill) =
        (swing("kitchen mixer in stiff dough", 12.0), swing("cordless drill into a plank", 4.0));
    println!("power swings with the wheel by {mixer:.2} in the mixer and {drill:.2} in the drill");
    assert!(mixer > drill, "{mixer} in the mixer, {drill} in the drill");
}

#[test]
fn laundry_falls_below_the_critical_speed_only() {
    let critical = (9.81_f64 / 0.24).sqrt() / core::f64::consts::TAU;
    assert!((fall_height(0.24, 0.0).unwrap() / 0.24 - 1.0).abs() < 1e-12, "from the axis at standstill");
    let highest = fall_height(0.24, 0.9999 * critical).unwrap();
    assert!((highest / 0.48 - 1.0).abs() < 1e-3, "{highest} m, from the top at the critical speed");
    assert_eq!(fall_height(0.24, 1.0001 * critical), None);
}

#[test]
fn laundry_that_spins_shakes_the_casing_with_its_unbalance() {
    for (ratio, turns) in [(4.0, 12.0), (2.0, 24.0)] {
        let mut motor = mute();
        motor.drive.load = 0.0;
        motor.gears.ratio = ratio;
        motor.casing.size = 0.5;
        motor.casing.resonance = 40.0;
        motor.casing.loss = 0.3;
        motor.casing.walls = 0.0;
        motor.drum.laundry = 6.0;
        motor.drum.radius = 0.25;
        motor.drum.water = 0.0;
        let heard = played(&motor, RATE, Some(6.0));
        let found = tone(evenly(&heard, RATE), RATE, turns);
        assert!((found.0 - turns).abs() < 0.01, "{} Hz for {turns} Hz", found.0);
        // A tenth of 6 kg at 0.25 m, on the laundry and a casing of 3000 kg/m³ · (0.5 m)³, with a
        // surface of 6 · (0.5 m)².
        let w = core::f64::consts::TAU * turns;
        let acceleration = 0.1 * 6.0 * 0.25 * w * w / 381.0;
        let x = turns / 40.0;
        let mount = x * x / libm::hypot(1.0 - x * x, 0.3 * x);
        let dipole = turns / libm::hypot(turns, 343.0 / (core::f64::consts::PI * 0.5));
        let expected = 1.2 * 1.5 / (4.0 * core::f64::consts::PI) * acceleration * mount * dipole;
        println!("{turns} turns per second: {:.3e} Pa for {expected:.3e} Pa", found.1);
        // The knocks of the tub at its stops are periodic too; they add a quarter turn later.
        assert!((found.1 / expected - 1.0).abs() < 0.05, "{} Pa for {expected} Pa", found.1);
    }
}

#[test]
fn no_preset_whistles_at_the_rate_of_the_blocks() {
    crate::support::blocks::no_line_at_the_block_rate("motor");
}

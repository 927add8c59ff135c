//! Facts about rolling.

use crate::support::heard::{RATE, centroid, magnitude_centroid, mean, perform_default, rms};
use foley_catalogue::solids::Rolling;
use foley_catalogue::{Resonator, ResonatorMaterial, ResonatorMounting, ResonatorShape};

/// Returns a ball that hardly slows down.
fn steady(speed: f64) -> Rolling {
    let mut model = Rolling::default();
    model.course.speed = speed;
    model.course.slowing = 0.02;
    model
}

/// Returns the part after the ball was set down.
fn settled(row: &[f64]) -> &[f64] {
    &row[(0.05 * RATE) as usize..]
}

/// Returns the spectral centroid by power, without the mean \[Hz\]. Asperities add a weak noise at all
/// frequencies, to which power gives its share.
fn power_centroid(row: &[f64]) -> f64 {
    let mean = mean(row);
    let swings: Vec<_> = row.iter().map(|sample| sample - mean).collect();
    centroid(&swings)
}

#[test]
fn a_larger_ball_sounds_darker() {
    // A ball bridges curvatures above its own. The root mean square curvature of this surface is 140/m,
    // that of its peaks is higher, and 1/R goes from 333/m to 10/m. The speed is low enough (v²/R < g) for
    // all balls to stay on the peaks.
    let centroids = [0.003, 0.01, 0.03, 0.1].map(|radius| {
        let mut model = steady(0.15);
        model.ball.radius = radius;
        model.surface.roughness = 1e-5;
        let heard = perform_default(&model, Some(4.0), 1);
        power_centroid(settled(heard.measured("force").unwrap()))
    });
    println!("centroids of the force {centroids:.0?} Hz");
    for pair in centroids.windows(2) {
        assert!(pair[1] < 0.95 * pair[0], "centroids of the force {centroids:?} Hz");
    }
}

/// Radii from shot to a boulder \[m\].
const RADII: [f64; 5] = [0.002, 0.006, 0.02, 0.06, 0.2];

/// Returns the centroids of the sound of balls of these radii \[Hz\].
fn sounds(radii: [f64; 5], ball: impl Fn(f64) -> Rolling) -> [f64; 5] {
    let centroids = radii.map(|radius| {
        let heard = perform_default(&ball(radius), Some(2.0), 1);
        power_centroid(settled(&heard.sound()[0]))
    });
    println!("centroids of the sound {centroids:.0?} Hz");
    centroids
}

#[test]
fn a_larger_ball_of_the_same_glass_sounds_darker_by_octaves() {
    // Mass goes as R³ and stiffness as √R, so that the resonance on the contact goes as R^(-5/6), and the
    // patch as R^(4/3). The slab of 4 tonnes hardly moves under the heaviest ball of 84 kg.
    let centroids = sounds(RADII, |radius| {
        let mut model = steady(0.5);
        model.ball.radius = radius;
        model.touch.stiffness = 4.0 / 3.0 * 1e10 * radius.sqrt();
        model.floor = Resonator {
            modes: 48,
            field: 96,
            mounting: ResonatorMounting::Fixed,
            ..Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Concrete, 4.0, 0.15)
        };
        model
    });
    for pair in centroids.windows(2) {
        assert!(pair[1] < 0.7 * pair[0], "centroids {centroids:?} Hz");
    }
    // The resonance falls by 5.5 octaves.
    assert!(centroids[4] < centroids[0] / 16.0, "centroids {centroids:?} Hz");
}

#[test]
fn the_size_alone_makes_a_ball_on_a_table_darker() {
    let centroids = sounds(RADII, |radius| {
        let mut model = steady(0.5);
        model.ball.radius = radius;
        model
    });
    for pair in centroids.windows(2) {
        assert!(pair[1] < 0.9 * pair[0], "centroids {centroids:?} Hz");
    }
    assert!(centroids[4] < 0.125 * centroids[0], "centroids {centroids:?} Hz");
}

#[test]
fn the_rolling_body_rings_on_a_floor_that_does_not() {
    let level = |modes: u32| {
        let mut model = steady(0.5);
        model.ball.radius = 0.15;
        model.ball.bulk_density = 100.0;
        model.floor = Resonator { modes: 0, field: 0, ..model.floor };
        model.body =
            Resonator { modes, ..Resonator::of(ResonatorShape::Ring, ResonatorMaterial::Steel, 0.3, 0.01) };
        let heard = perform_default(&model, Some(2.0), 1);
        assert_eq!(heard.recoveries, 0);
        rms(settled(&heard.sound()[0]))
    };
    let (rings, click) = (level(8), level(0));
    assert!(rings > 2.0 * click, "{rings} Pa with modes, {click} Pa without");
}

#[test]
fn a_faster_ball_is_brighter_and_louder() {
    let heard = [0.1, 0.2, 0.4, 0.8, 1.6].map(|speed| {
        let heard = perform_default(&steady(speed), Some(3.0), 1);
        let force = settled(heard.measured("force").unwrap());
        (magnitude_centroid(force), rms(settled(&heard.sound()[0])))
    });
    for pair in heard.windows(2) {
        assert!(pair[1].0 > pair[0].0, "centroids of the force and levels {heard:?}");
        assert!(pair[1].1 > pair[0].1, "centroids and levels {heard:?}");
    }
}

#[test]
fn a_slow_ball_keeps_contact_and_the_floor_carries_its_weight() {
    let heard = perform_default(&steady(0.4), Some(2.0), 1);
    let force = settled(heard.measured("force").unwrap());
    let touching = force.iter().filter(|&&f| f > 0.0).count() as f64 / force.len() as f64;
    assert!(touching > 0.5, "in touch for {touching} of the time");
    // The floor carries the mean weight. An incomplete turn of the asymmetry contributes an error of 0.1/7
    // turns.
    let weight = 9.81 * Rolling::default().ball.mass();
    let mean = force.iter().sum::<f64>() / force.len() as f64;
    assert!((mean / weight - 1.0).abs() < 0.01, "{mean} N for {weight} N");
}

#[test]
fn the_floor_carries_the_load_of_a_wheel() {
    let mut model = steady(0.4);
    model.ball.asymmetry = 0.0;
    model.ball.load = 7.0;
    let heard = perform_default(&model, Some(2.0), 1);
    let force = settled(heard.measured("force").unwrap());
    let mean = mean(force);
    let weight = 8.0 * 9.81 * model.ball.mass();
    assert!((mean / weight - 1.0).abs() < 0.01, "{mean} N for {weight} N");
}

#[test]
fn an_uneven_ball_swells_once_per_turn() {
    let mut model = steady(2.0);
    model.ball.radius = 0.05;
    model.ball.asymmetry = 0.8;
    let seconds = 4.0;
    let heard = perform_default(&model, Some(seconds), 1);
    let force = settled(heard.measured("force").unwrap());
    // The force varies at v/2πR with the mean speed; 4 s resolve a tenth of 1/4 Hz.
    let middle = 0.5 * (0.05 + seconds);
    let speed = model.course.speed - model.course.slowing * middle;
    let expected = speed / (std::f64::consts::TAU * model.ball.radius);
    // A hundred means per second suffice for six turns.
    let mean = |piece: &[f64]| piece.iter().sum::<f64>() / piece.len() as f64;
    let slow: Vec<_> = force.chunks((RATE / 100.0) as usize).map(mean).collect();
    let strength = |frequency: f64| {
        let (mut re, mut im) = (0.0, 0.0);
        for (i, f) in slow.iter().enumerate() {
            let position = i as f64 / slow.len() as f64;
            let hann = 0.5 - 0.5 * (std::f64::consts::TAU * position).cos();
            let phase = std::f64::consts::TAU * frequency * i as f64 / 100.0;
            re += hann * f * phase.cos();
            im += hann * f * phase.sin();
        }
        re * re + im * im
    };
    let found = (200..2000)
        .map(|i| 0.01 * f64::from(i))
        .max_by(|&a, &b| strength(a).total_cmp(&strength(b)))
        .unwrap();
    assert!((found / expected - 1.0).abs() < 0.01, "{found} Hz for {expected} Hz");
}

#[test]
fn a_ball_stops_and_the_voice_falls_asleep() {
    let model = Rolling::default();
    let rolls = model.course.speed / model.course.slowing;
    let heard = perform_default(&model, Some(rolls + 3.0), 1);
    assert!(heard.asleep, "{rolls} s of rolling and 3 s later");
    let sound = &heard.sound()[0];
    let rolling = rms(&sound[..(rolls * RATE) as usize]);
    // A second later the floor has decayed.
    let after = rms(&sound[((rolls + 1.0) * RATE) as usize..]);
    assert!(after < 1e-3 * rolling, "{after} m/s after {rolling} m/s");
    assert!(sound.last().copied() == Some(0.0), "{:?}", sound.last());
}

#[test]
fn the_energy_balance_closes() {
    let heard = perform_default(&steady(1.0), Some(2.0), 1);
    let ledger = heard.ledger;
    let turned_over = ledger.heat + ledger.damped;
    assert!(turned_over > 0.0 && ledger.heat >= 0.0 && ledger.damped >= 0.0, "{ledger:?}");
    // 96,000 samples, each exact to rounding.
    let share = ledger.numerical().abs() / turned_over;
    assert!(share < 1e-10, "{share} of {turned_over} J");
    assert_eq!(heard.recoveries, 0);
}

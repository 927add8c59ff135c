//! Tests of coupled bubbles: their pitch against independent solutions, the error of 64 modes, and the
//! cost.

use crate::support::heard::perform_default;
use foley_catalogue::liquids::arrangement::{Arrangement, Cloud};
use foley_catalogue::liquids::cloud::{Bubbles, Modes};
use foley_catalogue::liquids::coupled_bubbles::Agitation;
use foley_catalogue::liquids::{CoupledBubbles, Liquid};
use foley_dsp::analysis::Spectrum;
use foley_dsp::random::{Dice, mix_seed};
use foley_sound::{Event, EventKind, Sound, VoiceSpec};
use std::f64::consts::{PI, TAU};
use std::time::Instant;

const RATE: f64 = 48_000.0;

/// One burst and no random strikes.
const BURST: Agitation = Agitation { burst: 0.01, rate: 0.0, swing: 0.0, duration: 0.1 };

/// Frequency of the strongest tone of a burst \[Hz\].
fn pitch(cloud: Cloud, seed: u64) -> f64 {
    let sound = CoupledBubbles { agitation: BURST, cloud, ..CoupledBubbles::default() };
    let heard = perform_default(&sound, None, seed);
    Spectrum::of(&heard.rows[0], RATE).partials(1, 20.0)[0].frequency
}

/// Bubbles of a cloud as a voice with this seed creates them.
fn bubbles(cloud: &Cloud, seed: u64) -> Bubbles {
    let player = mix_seed(seed, 0x70_6c_61_79);
    cloud.bubbles(&mut Dice::new(mix_seed(player, 0)))
}

fn equal(count: f64, arrangement: &str, packing: f64) -> Cloud {
    Cloud {
        count,
        arrangement: Arrangement::by_name(arrangement).unwrap(),
        radius: 0.003,
        spread: 0.0,
        packing,
        coupling: 1.0,
    }
}

#[test]
fn equal_bubbles_in_a_ring_sound_lower_by_the_root_of_one_plus_the_sum_of_r_over_d() {
    for count in [1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 16.0, 32.0, 64.0] {
        for packing in [0.002, 0.1] {
            let cloud = equal(count, "ring", packing);
            let crowding = bubbles(&cloud, 1).crowding(0);
            let expected = 3.2616 / 0.003 / crowding.sqrt();
            let heard = pitch(cloud, 1);
            println!("{count} in a ring, packed {packing}: {heard:.1} Hz for {expected:.1} Hz");
            assert!((heard / expected - 1.0).abs() < 0.02, "{heard} Hz for {expected} Hz, {count} bubbles");
        }
    }
}

/// Frequency of the loudest mode when all bubbles are struck \[Hz\].
fn loudest(modes: &Modes) -> f64 {
    let moved = |mode: usize| -> f64 { modes.excitation.iter().map(|row| row[mode]).sum() };
    let heard = |mode: usize| (moved(mode) * modes.gain[mode]).abs();
    let all = 0..modes.frequency.len();
    let best = all.max_by(|&a, &b| heard(a).total_cmp(&heard(b)));
    modes.frequency[best.unwrap()]
}

#[test]
fn a_tetrahedron_an_octahedron_and_a_cube_match_the_closed_form() {
    let corner = |n: u32| [0, 1, 2].map(|axis| 0.01 * f64::from(2 * (n >> axis & 1)) - 0.01);
    let cube: Vec<[f64; 3]> = (0..8).map(corner).collect();
    let tetrahedron = vec![cube[0], cube[3], cube[5], cube[6]];
    let octahedron = (0..6).map(|n| {
        let mut position = [0.0; 3];
        position[n / 2] = if n % 2 == 0 { 0.01 } else { -0.01 };
        position
    });
    for positions in [tetrahedron, octahedron.collect(), cube] {
        let radii = vec![0.004; positions.len()];
        let bubbles = Bubbles { positions, radii };
        let expected = 3.2616 / 0.004 / bubbles.crowding(0).sqrt();
        let heard = loudest(&bubbles.modes(&Liquid::default(), 1.0));
        println!("{} corners: {heard:.2} Hz for {expected:.2} Hz", bubbles.radii.len());
        assert!((heard / expected - 1.0).abs() < 1e-4, "{heard} Hz for {expected} Hz");
    }
}

/// Mass matrix, and diagonal of the stiffness matrix, of the coupled bubbles \[SI\].
fn dense(bubbles: &Bubbles) -> (Vec<Vec<f64>>, Vec<f64>) {
    let far = |a: &[f64; 3], b: &[f64; 3]| (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt();
    let entry = |i: usize, j: usize| {
        let length =
            if i == j { bubbles.radii[i] } else { far(&bubbles.positions[i], &bubbles.positions[j]) };
        1000.0 / (4.0 * PI * length)
    };
    let n = bubbles.radii.len();
    let mass = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
    let stiffness = |r: &f64| 3.0 * 1.4 * 1e5 / (4.0 * PI * r.powi(3));
    (mass, bubbles.radii.iter().map(stiffness).collect())
}

#[test]
fn a_random_cloud_sounds_at_its_lowest_eigenvalue() {
    for (count, seed) in [(2.0, 1), (5.0, 2), (20.0, 3), (64.0, 4)] {
        let cloud = equal(count, "cloud", 0.02);
        let (mass, stiffness) = dense(&bubbles(&cloud, seed));
        // Power iteration: the largest eigenvalue of K⁻¹M is 1/ω² of the lowest mode.
        let mut v = vec![1.0; stiffness.len()];
        let mut value = 0.0;
        for _ in 0..3000 {
            let next = mass
                .iter()
                .zip(&stiffness)
                .map(|(row, k)| row.iter().zip(&v).map(|(m, v)| m * v).sum::<f64>() / k);
            v = next.collect();
            value = v.iter().map(|value| value * value).sum::<f64>().sqrt();
            for entry in &mut v {
                *entry /= value;
            }
        }
        let expected = 1.0 / (TAU * value.sqrt());
        let heard = pitch(cloud, seed);
        println!("{count} in a cloud: {heard:.1} Hz for {expected:.1} Hz");
        assert!((heard / expected - 1.0).abs() < 0.02, "{heard} Hz for {expected} Hz, {count} bubbles");
    }
}

/// Inverse of a positive definite matrix by elimination.
fn inverse(mut a: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = a.len();
    let mut b: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for p in 0..n {
        let pivot = a[p][p];
        for row in [&mut a[p], &mut b[p]] {
            for entry in row.iter_mut() {
                *entry /= pivot;
            }
        }
        for i in (0..n).filter(|&i| i != p) {
            let factor = a[i][p];
            for rows in [&mut a, &mut b] {
                let (from, to) = (rows[p].clone(), &mut rows[i]);
                to.iter_mut().zip(from).for_each(|(to, from)| *to -= factor * from);
            }
        }
    }
    b
}

/// Time stepping of all coupled bubbles without damping: pressure at 1 m \[Pa\] for initial `flows` [m³/s].
fn stepped(bubbles: &Bubbles, flows: &[f64], times: usize, per: usize) -> Vec<f64> {
    let (mass, stiffness) = dense(bubbles);
    let inverse = inverse(mass);
    let dt = 1.0 / (RATE * per as f64);
    let n = flows.len();
    let (mut v, mut u) = (vec![0.0; n], flows.to_vec());
    let mut heard = Vec::new();
    for step in 0..times * per {
        let force: Vec<f64> = v.iter().zip(&stiffness).map(|(v, k): (&f64, &f64)| -k * v).collect();
        let pushed: Vec<f64> =
            inverse.iter().map(|row| row.iter().zip(&force).map(|(m, f)| m * f).sum()).collect();
        if step % per == 0 {
            heard.push(-1.2 / TAU * pushed.iter().sum::<f64>());
        }
        // Leap-frog: half a kick at the start.
        let part = if step == 0 { 0.5 } else { 1.0 };
        for ((v, u), a) in v.iter_mut().zip(&mut u).zip(&pushed) {
            *u += part * dt * a;
            *v += dt * *u;
        }
    }
    heard
}

#[test]
fn modes_match_time_stepping_of_200_bubbles_whichever_are_struck() {
    for (count, seed, spread, bound) in [(64.0, 7, 0.3, 1e-3), (200.0, 8, 0.3, 0.01), (200.0, 9, 0.1, 0.01)] {
        let cloud = Cloud { count, spread, ..Cloud::default() };
        let bubbles = bubbles(&cloud, seed);
        let modes = bubbles.modes(&Liquid::default(), 1.0);
        let swinging = |r: &f64| 4.0 * PI * r.powi(3) * 0.01 * TAU * 3.2616 / r;
        for struck in [None, Some(0), Some(17), Some(count as usize - 1)] {
            let is = |index: usize| struck.is_none_or(|bubble| bubble == index);
            let flows = bubbles.radii.iter().enumerate();
            let flows: Vec<f64> = flows.map(|(index, r)| if is(index) { swinging(r) } else { 0.0 }).collect();
            // 10 ms: a bubble of 2.5 mm has then lost two thirds of its amplitude.
            let (times, per) = (480, 16);
            let expected = stepped(&bubbles, &flows, times, per);
            let heard = |n: usize| -> f64 {
                let t = n as f64 / RATE;
                let mode = |k: usize| {
                    let moved: f64 = modes
                        .excitation
                        .iter()
                        .enumerate()
                        .filter(|(index, _)| is(*index))
                        .map(|(_, row)| row[k])
                        .sum();
                    0.01 * moved * modes.gain[k] * libm::sin(TAU * modes.frequency[k] * t)
                };
                (0..modes.frequency.len()).map(mode).sum()
            };
            let (mut off, mut all) = (0.0, 0.0);
            for (n, expected) in expected.iter().enumerate() {
                off += (heard(n) - expected).powi(2);
                all += expected * expected;
            }
            let part = f64::sqrt(off / all);
            println!(
                "{count} bubbles, spread {spread}, {} modes, struck {struck:?}: off by {part:.4}",
                modes.frequency.len()
            );
            assert!(part < bound, "off by {part}, struck {struck:?} of {count}");
        }
    }
}

#[test]
fn the_radiated_pressure_has_no_mean() {
    for (count, radius, arrangement) in [(800.0, 0.002, "cloud"), (500.0, 0.0005, "column")] {
        let sound = CoupledBubbles {
            cloud: Cloud {
                count,
                radius,
                arrangement: Arrangement::by_name(arrangement).unwrap(),
                ..Cloud::default()
            },
            agitation: Agitation { rate: 2000.0, duration: 1.0, ..Agitation::default() },
            ..CoupledBubbles::default()
        };
        let heard = perform_default(&sound, None, 1);
        let row = &heard.rows[0];
        let mean = row.iter().sum::<f64>() / row.len() as f64;
        let power = row.iter().map(|p| p * p).sum::<f64>() / row.len() as f64;
        let part = mean.abs() / power.sqrt();
        println!("{count} bubbles of {radius} m: mean by rms value {part:.2e}");
        // The ratio was 0.1 without the high-pass filters.
        assert!(part < 1e-6, "{part}");
    }
}

#[test]
fn two_thousand_bubbles_play_in_real_time() {
    let sound = CoupledBubbles {
        cloud: Cloud { count: 2000.0, ..Cloud::default() },
        agitation: Agitation { rate: 2000.0, duration: 4.0, ..Agitation::default() },
        ..CoupledBubbles::default()
    };
    let begun = Instant::now();
    let mut voice = sound.voice(&VoiceSpec::new(RATE, 1)).unwrap();
    println!("made in {:.2} s", begun.elapsed().as_secs_f64());
    for (at, gesture, value) in sound.default_gestures() {
        voice.send(Event::new((at * RATE) as u64, EventKind::Gesture { gesture, value })).unwrap();
    }
    let begun = Instant::now();
    let mut page = vec![0.0; 96_000];
    voice.render(&mut [&mut page]);
    let part = begun.elapsed().as_secs_f64() / 2.0;
    println!("{:.2} % of a core, {:.0} times real time", 100.0 * part, 1.0 / part);
    assert!(page.iter().any(|sample| sample.abs() > 1e-6));
    assert!(part < 1.0, "{part} of a core");
}

//! Facts of the mesh: its modes, walls, energy and distances, and that walking makes no clicks.

use crate::support::heard::{RATE, perform_score, rms, spectrum};
use foley_catalogue::preset::palette;
use foley_catalogue::spaces::lattice::{Lattice, Reflection};
use foley_catalogue::spaces::mesh::SOUND;
use foley_catalogue::spaces::{
    Mesh,
    mesh_room::{MeshSampling, Walker, Wall},
};
use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_sound::{Model, OutputKind, Score, VoiceSpec, perform, process};

const RIGID: Reflection = Reflection { gain: 1.0, cut: 1e3 };

/// Creates a mesh with these numbers of junctions and squared Courant numbers, struck in a corner.
fn struck(junctions: [usize; 2], courant: [f64; 2], walls: [Reflection; 4]) -> Lattice {
    let mut lattice = Lattice::new(junctions[0] * junctions[1]);
    lattice.shape(junctions, courant);
    lattice.walls(walls);
    let corner = lattice.spot(0.0, 0.0);
    lattice.step(&[(corner, 1.0)]);
    lattice.step(&[]);
    lattice.step(&[(corner, -1.0)]);
    lattice
}

/// Power of a row at an angular frequency per sample, under a Hann window.
fn power_at(row: &[f64], w: f64) -> f64 {
    let (mut real, mut imaginary) = (0.0, 0.0);
    let n = row.len() as f64;
    for (index, &p) in row.iter().enumerate() {
        let t = index as f64;
        let window = 1.0 - libm::cos(core::f64::consts::TAU * t / n);
        real += window * p * libm::cos(w * t);
        imaginary += window * p * libm::sin(w * t);
    }
    real * real + imaginary * imaginary
}

#[test]
fn a_rectangle_has_the_modes_of_its_mesh_close_to_those_of_air() {
    // 1 m × 0.62 m at 44.1 kHz: 90 × 56 junctions.
    let (rate, size) = (44_100.0, [1.0, 0.62]);
    let room = Mesh {
        plan: foley_catalogue::spaces::mesh_room::MeshRoom {
            length: size[0],
            width: size[1],
            sampling: MeshSampling::Full,
        },
        ..Mesh::default()
    };
    let grid = room.grid(Step::at_rate(rate));
    let mut lattice = struck(grid.junctions, grid.courant, [RIGID; 4]);
    let pickup = lattice.spot(0.0, 0.0);
    let row: Vec<f64> = (0..32_768)
        .map(|_| {
            lattice.step(&[]);
            lattice.pressure(&pickup)
        })
        .collect();
    let pi = core::f64::consts::PI;
    let line = 2.0 * pi / row.len() as f64;
    let mut modes = Vec::new();
    for (m, n) in (0..30_u32).flat_map(|m| (0..20_u32).map(move |n| (m, n))) {
        let k = [f64::from(m) * pi / size[0], f64::from(n) * pi / size[1]];
        let part = |axis: usize| {
            let half = libm::sin(0.5 * k[axis] * size[axis] / grid.junctions[axis] as f64);
            grid.courant[axis] * half * half
        };
        modes.push(((m, n), k, 2.0 * libm::asin((part(0) + part(1)).sqrt())));
    }
    modes.sort_by(|a, b| a.2.total_cmp(&b.2));
    // Modes without a neighbour within ten lines of the transform, which would shift their peaks.
    let isolated = |triple: &&[((u32, u32), [f64; 2], f64)]| {
        triple[1].2 - triple[0].2 > 10.0 * line && triple[2].2 - triple[1].2 > 10.0 * line
    };
    let isolated: Vec<_> = modes.windows(3).filter(isolated).map(|triple| triple[1]).collect();
    assert!(isolated.len() > 12, "{} isolated modes", isolated.len());
    for &((m, n), k, expected) in isolated.iter().take(24) {
        let ideal = SOUND * libm::hypot(k[0], k[1]) / rate;
        // The peak, by ternary search within one line of the transform.
        let (mut low, mut high) = (expected - line, expected + line);
        for _ in 0..60 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if power_at(&row, a) > power_at(&row, b) {
                high = b;
            } else {
                low = a;
            }
        }
        let found = 0.5 * (low + high);
        let (off, from_air) = (found / expected - 1.0, found / ideal - 1.0);
        // Lower than in air by at most (kΔ)²/24: the leading term along the axes, where it is largest.
        let spacing = size[0] / grid.junctions[0] as f64;
        let bound = libm::pow(libm::hypot(k[0], k[1]) * spacing, 2.0) / 24.0;
        println!(
            "mode {m},{n}: {:.2} Hz, {off:+.1e} from the mesh, {:+.3} % from air (bound -{:.3} %)",
            found * rate / (2.0 * pi),
            100.0 * from_air,
            100.0 * bound
        );
        assert!(off.abs() < 2e-4, "mode {m},{n}: {found} for {expected}");
        // Neighbours in the spectrum shift a peak by less than a hundredth of a line.
        assert!(from_air < 2e-4 && from_air > -1.1 * bound - 2e-4, "mode {m},{n}: {from_air}, bound {bound}");
    }
}

#[test]
fn energy_never_grows_and_is_constant_between_rigid_walls() {
    let mut dice = Dice::new(1);
    let mut worst = 0.0_f64;
    for _ in 0..60 {
        let junctions = [dice.between(4.0, 60.0) as usize, dice.between(4.0, 60.0) as usize];
        let courant = [dice.between(0.2, 0.5), dice.between(0.2, 0.5)];
        let walls = [(); 4].map(|()| Reflection { gain: dice.unit(), cut: dice.power(0.003, 30.0, 1.0) });
        let mut lattice = struck(junctions, courant, walls);
        let first = lattice.energy();
        let mut before = first;
        for step in 0..400 {
            lattice.step(&[]);
            if step % 3 == 0 {
                // The largest allowed viscosity.
                lattice.apply_viscosity(0.125);
            }
            let energy = lattice.energy();
            worst = worst.max((energy - before) / first);
            before = energy;
        }
    }
    println!("largest relative growth of the energy in a step: {worst:.1e}");
    // Pressures are rounded to a relative 6e-8.
    assert!(worst < 3e-7, "{worst}");
    let mut lattice = struck([64, 64], [0.5, 0.5], [RIGID; 4]);
    let first = lattice.energy();
    for _ in 0..10_000 {
        lattice.step(&[]);
    }
    let kept = lattice.energy() / first - 1.0;
    println!("rigid walls, after 10,000 steps: {kept:+.1e}");
    // 10,000 roundings of 6e-8, if all had the same sign.
    assert!(kept.abs() < 6e-4, "{kept}");
}

#[test]
fn a_wall_reflects_its_fraction_of_a_wave_and_less_at_high_frequencies() {
    for (gain, cut) in [(0.9, 1e3), (0.5, 1e3), (0.0, 1e3), (0.9, 0.1), (0.6, 0.02)] {
        let wall = Reflection { gain, cut };
        let w = 0.05;
        let expected = reflected(gain, cut, w);
        let measured = measure_reflection(wall, w);
        println!("R = {gain}, cut {cut}: {measured:.4} at w = {w}, expected {expected:.4}");
        assert!((measured - expected).abs() < 0.01, "{measured} for {expected}");
    }
}

fn power_at_plain(row: &[f64], w: f64) -> f64 {
    let (mut real, mut imaginary) = (0.0, 0.0);
    for (index, &p) in row.iter().enumerate() {
        real += p * libm::cos(w * index as f64);
        imaginary += p * libm::sin(w * index as f64);
    }
    real * real + imaginary * imaginary
}

fn reflected(gain: f64, cut: f64, w: f64) -> f64 {
    gain / (1.0 + (w / cut) * (w / cut)).sqrt()
}

/// Returns the measured reflection of a wall: the pulse returned in a duct with this wall, relative to a
/// rigid wall.
fn measure_reflection(wall: Reflection, w: f64) -> f64 {
    let returned = |wall: Reflection| {
        let mut lattice = Lattice::new(900 * 4);
        lattice.shape([900, 4], [0.5, 0.5]);
        lattice.walls([RIGID, wall, RIGID, RIGID]);
        let pickup = lattice.spot(0.8, 0.5);
        let mut row = Vec::new();
        // The first wave passes 0.8 L until step 460 and returns until 970; the wave reflected at the start
        // arrives from 1020 on.
        for n in 0..1000 {
            let t = (f64::from(n) - 60.0) / 12.0;
            let s = 0.01 * libm::exp(-t * t) * t;
            let spots = [0.125, 0.375, 0.625, 0.875].map(|y| (lattice.spot(0.6, y), s));
            lattice.step(&spots);
            row.push(lattice.pressure(&pickup));
        }
        row
    };
    let open = returned(Reflection { gain: 0.0, cut: 1e6 });
    let of = |wall| {
        let row = returned(wall);
        let back: Vec<f64> = row.iter().zip(&open).map(|(a, b)| a - b).collect();
        power_at_plain(&back, w).sqrt()
    };
    of(wall) / of(RIGID)
}

/// Returns a long room whose walls have the given reflection, with a listener near its start.
fn long_room(reflection: f64) -> Mesh {
    let wall = Wall { reflection, cut: 8000.0 };
    let mut room = Mesh { near: wall, far: wall, left: wall, right: wall, ..Mesh::default() };
    room.plan.length = 8.0;
    room.plan.width = 2.5;
    room.places.listener = 0.1;
    room
}

#[test]
fn a_distant_source_is_fainter_and_more_reverberant() {
    let mut before = (f64::INFINITY, f64::INFINITY);
    for source in [0.15, 0.25, 0.4, 0.6, 0.9] {
        let mut room = long_room(0.7);
        room.plan.width = 4.0;
        // A reflecting wall near the source would make it louder.
        room.far.reflection = 0.1;
        room.places.source = source;
        room.places.source_across = 0.5;
        room.places.listener_across = 0.5;
        let mut click = vec![0.0; 96_000];
        click[0] = 1.0;
        let heard =
            process(&room, &Score::default(), &VoiceSpec::new(RATE, 1), &click, Some(2.0), &mut |_| {})
                .unwrap();
        let row = &heard.sound()[0];
        let power = |from: usize, to: usize| row[from..to].iter().map(|x| x * x).sum::<f64>();
        // The filters delay by 150 samples; the direct sound ends 1.5 ms after its arrival.
        let distance = (source - 0.1) * room.plan.length;
        let arrives = (distance / SOUND * RATE) as usize + 150;
        let level = 10.0 * libm::log10(power(0, 96_000));
        let direct = power(arrives.saturating_sub(100), arrives + 75);
        let ratio = 10.0 * libm::log10(direct / power(arrives + 75, 96_000));
        println!("{distance:.1} m: {level:.1} dB, direct over reverberant {ratio:.1} dB");
        assert!(level < before.0 && ratio < before.1, "{level} dB, {ratio} dB at {distance} m");
        before = (level, ratio);
    }
}

/// Fraction of the energy of a sound above a frequency \[dB\].
fn above(row: &[f64], frequency: f64) -> f64 {
    let n = row.len() as f64;
    let windowed: Vec<f64> = row
        .iter()
        .enumerate()
        .map(|(i, x)| x * (1.0 - libm::cos(core::f64::consts::TAU * i as f64 / n)))
        .collect();
    let power = spectrum(&windowed);
    let line = (frequency / (0.5 * RATE) * power.len() as f64) as usize;
    let high: f64 = power[line..].iter().sum();
    10.0 * libm::log10(high / power.iter().sum::<f64>())
}

#[test]
fn walking_makes_no_clicks() {
    let tone: Vec<f64> =
        (0..131_072).map(|n| 0.5 * libm::sin(core::f64::consts::TAU * 500.0 * f64::from(n) / RATE)).collect();
    let of = |walker: f64, goes: bool| {
        let mut room = long_room(0.5);
        room.places.walker = Walker::from_index(walker as usize);
        room.places.source = 0.3;
        room.places.speed = 3.0;
        let mut score = Score::default();
        if goes {
            score.gesture(0.0, "go", 0.95);
        }
        let heard = process(&room, &score, &VoiceSpec::new(RATE, 1), &tone, Some(2.6), &mut |_| {});
        let row = heard.unwrap().sound()[0][20_000..20_000 + 65_536].to_vec();
        (above(&row, 1000.0), rms(&row))
    };
    let (still, _) = of(0.0, false);
    for walker in [0.0, 1.0] {
        let (walking, loud) = of(walker, true);
        println!("above 1 kHz: {walking:.1} dB walking at 3 m/s, {still:.1} dB still, level {loud:.3}");
        assert!(walking < -55.0, "{walking} dB");
    }
}

#[test]
fn no_room_exceeds_its_declared_maximum() {
    let mut worst = 0.0_f64;
    for (length, width, sampling) in [(0.3, 0.3, 0.0), (0.3, 0.3, 2.0), (0.6, 0.3, 1.0), (4.0, 0.3, 2.0)] {
        for rate in [8000.0, 48_000.0] {
            for place in [0.02, 0.5] {
                let mut room = long_room(0.99);
                for wall in [&mut room.near, &mut room.far, &mut room.left, &mut room.right] {
                    wall.cut = 20_000.0;
                }
                room.plan.length = length;
                room.plan.width = width;
                room.plan.sampling = MeshSampling::from_index(sampling as usize);
                for coordinate in [
                    &mut room.places.source,
                    &mut room.places.listener,
                    &mut room.places.source_across,
                    &mut room.places.listener_across,
                ] {
                    *coordinate = place;
                }
                let mut click = vec![0.0; 64];
                click[0] = 1.0;
                let spec = VoiceSpec::new(rate, 1);
                let heard = process(&room, &Score::default(), &spec, &click, None, &mut |_| {}).unwrap();
                let sum: f64 = heard.sound()[0].iter().map(|x| x.abs()).sum();
                println!("{length} m × {width} m at {rate} Hz, {place}: absolute sum {sum:.0}");
                worst = worst.max(sum);
            }
        }
    }
    let OutputKind { max: most, .. } = Mesh::OUTPUT;
    assert!(2.0 * worst < most, "{worst}");
}

#[test]
fn no_sound_remains_at_the_band_edge_in_an_absorbing_room() {
    let third = libm::pow(2.0, 1.0 / 3.0);
    for (length, width, sampling, mesh) in [
        (3.5, 3.0, 2.0, 12_000.0),
        (3.47, 2.03, 2.0, 12_000.0),
        (1.6, 0.7, 1.0, 24_000.0),
        (0.45, 0.32, 0.0, 48_000.0),
    ] {
        let mut room = long_room(0.0);
        room.plan.length = length;
        room.plan.width = width;
        room.plan.sampling = MeshSampling::from_index(sampling as usize);
        room.places.source = 0.37;
        room.places.listener = 0.6;
        let grid = room.grid(Step::at_rate(RATE));
        assert!((RATE / f64::from(1 << grid.halvings) - mesh).abs() < 1.0);
        let mut dice = Dice::new(1);
        let mut noise: Vec<f64> = (0..16_384).map(|_| dice.between(-0.5, 0.5)).collect();
        noise.resize(65_536, 0.0);
        let spec = VoiceSpec::new(RATE, 1);
        let heard = process(&room, &Score::default(), &spec, &noise, None, &mut |_| {}).unwrap();
        let mut row = heard.sound()[0].clone();
        let lasts = row.len() as f64 / RATE;
        row.resize(row.len().max(65_536), 0.0);
        // A quarter of a second after the noise ended, relative to the noise.
        let window = |from: usize| {
            let hann = |i: usize| 1.0 - libm::cos(core::f64::consts::TAU * i as f64 / 16_384.0);
            let part: Vec<f64> = (0..16_384).map(|i| hann(i) * row[from + i]).collect();
            spectrum(&part)
        };
        let (sounding, after) = (window(0), window(16_384 + 12_000));
        let sum = |power: &[f64], low: f64, high: f64| {
            let line = |f: f64| (f / RATE * 16_384.0) as usize;
            power[line(low)..=line(high)].iter().sum::<f64>()
        };
        let mut worst = f64::NEG_INFINITY;
        let mut low = 50.0;
        while low * third < 0.21 * mesh {
            let (was, is) = (sum(&sounding, low, low * third), sum(&after, low, low * third));
            worst = worst.max(10.0 * libm::log10((is + 1e-300) / was));
            low *= third;
        }
        let all = sum(&sounding, 20.0, 0.49 * RATE);
        let edge =
            |power: &[f64]| 10.0 * libm::log10((sum(power, 0.235 * mesh, 0.265 * mesh) + 1e-300) / all);
        let edges = [edge(&sounding), edge(&after)];
        println!(
            "{length} m × {width} m: bands fall by {:.0} dB in 0.25 s, the edge is at {edges:.0?} dB; over after {lasts:.2} s",
            -worst
        );
        assert!(worst < -60.0, "{worst} dB, {length} m × {width} m");
        // Twice 70 dB of filters, less the sum of about a hundred standing modes.
        assert!(edges.iter().all(|&level| level < -90.0), "{edges:?} dB, {length} m × {width} m");
    }
}

#[test]
fn no_mesh_preset_sounds_below_twenty_hertz_or_at_its_band_edge() {
    for preset in palette().iter().filter(|preset| preset.model() == "mesh") {
        let heard = perform_score(&*preset.sound, &preset.score, None, preset.seed);
        let row = &heard.sound()[0];
        let mean = row.iter().sum::<f64>() / row.len() as f64;
        let loud = rms(row);
        let power = spectrum(row);
        let all = power.iter().sum::<f64>();
        let hertz = 0.5 * RATE / power.len() as f64;
        let low = power[..(20.0 / hertz) as usize].iter().sum::<f64>() / all;
        let loudest = (0..power.len()).max_by(|&a, &b| power[a].total_cmp(&power[b]));
        let line = loudest.unwrap() as f64 * hertz;
        println!(
            "{}: mean {:.1e} of its level, {:.2} % below 20 Hz, loudest at {line:.0} Hz, {:.1} s",
            preset.name,
            mean / loud,
            100.0 * low,
            row.len() as f64 / RATE
        );
        assert!(mean.abs() < 1e-3 * loud, "{}: mean {mean}, level {loud}", preset.name);
        assert!(low < 0.01, "{}: {low} of its energy is below 20 Hz", preset.name);
        assert!(line < 2500.0, "{}: loudest at {line} Hz", preset.name);
    }
}

#[test]
fn silence_stays_silence() {
    let heard = process(
        &Mesh::default(),
        &Score::default(),
        &VoiceSpec::new(RATE, 1),
        &vec![0.0; 9600],
        Some(0.5),
        &mut |_| {},
    )
    .unwrap();
    assert!(heard.sound()[0].iter().all(|&x| x == 0.0));
}

#[test]
fn two_channels_hear_the_room_at_two_positions() {
    let spec = VoiceSpec { channels: 2, ..VoiceSpec::new(RATE, 1) };
    let heard = perform(&Mesh::default(), &Score::default(), &spec, None, &mut |_| {}).unwrap();
    let (left, right) = (&heard.sound()[0], &heard.sound()[1]);
    let apart: f64 = left.iter().zip(right).map(|(a, b)| (a - b) * (a - b)).sum();
    let sum: f64 = left.iter().zip(right).map(|(a, b)| a * a + b * b).sum();
    let (one, two) = (rms(left), rms(right));
    println!("channels: {one:.4} and {two:.4}, apart {:.2}, {} s", apart / sum, left.len() as f64 / RATE);
    assert!(apart > 0.1 * sum && (0.5..2.0).contains(&(one / two)), "{apart} of {sum}");
}

//! Tests of the particle simulation of a liquid, and of its sound.

use crate::support::heard::{RATE, played, rms};
use foley_catalogue::liquids::Particles;
use foley_catalogue::liquids::drainage::MIN_RATE;
use foley_catalogue::liquids::particles::{Drainage, Fineness, SpillFall, SpillVessel};
use foley_catalogue::liquids::sph::pour::MAX_WORK;
use foley_catalogue::liquids::sph::{AirGrid, Fluid, Pour, Sph};
use foley_catalogue::preset::by_name;
use foley_dsp::analysis::Spectrum;
use foley_dsp::random::Dice;
use foley_params::Parametric;
use foley_sound::{BLOCK, VoiceSpec, perform};

/// Disc of densely packed particles with random velocities, without gravity and walls.
fn blob(viscosity: f64, seed: u64) -> Sph {
    let fluid = Fluid {
        spacing: 0.01,
        sound: 8.0,
        speed: 3.0,
        viscosity,
        density: 1000.0,
        gravity: 0.0,
        mass: 0.01,
        width: None,
    };
    let mut sph = Sph::new(400);
    let mut dice = Dice::new(seed);
    sph.clear(&fluid);
    for row in -10..=10 {
        for column in -10..=10 {
            let position = [f64::from(column) * 0.0095, f64::from(row) * 0.0095];
            if libm::hypot(position[0], position[1]) < 0.09 {
                let speed = [dice.signed() + 0.7, dice.signed() - 0.2];
                sph.add(position, speed, false);
            }
        }
    }
    sph.initialise();
    sph
}

#[test]
fn without_gravity_and_walls_mass_is_exact_and_momentum_is_kept_to_rounding() {
    let mut sph = blob(1e-3, 1);
    let (mass, momentum) = (sph.mass(), sph.momentum());
    let most: f64 = sph.velocities().iter().map(|v| 0.01 * libm::hypot(v[0], v[1])).sum();
    let steps = 1000;
    for _ in 0..steps {
        sph.step(sph.fluid().max_step());
        assert_eq!(sph.mass(), mass);
    }
    let after = sph.momentum();
    let lost = libm::hypot(after[0] - momentum[0], after[1] - momentum[1]) / most;
    println!("momentum: {lost:.1e} of all there is after {steps} steps");
    // A thousand steps of twenty additions each, with relative errors of 1e-16: in the mean √20000 · 1e-16.
    assert!(lost < 1e-13, "{lost} of the momentum");
}

#[test]
fn without_forcing_energy_never_grows_and_falls_with_viscosity() {
    let mut left = Vec::new();
    for viscosity in [1e-6, 1e-3, 1e-2] {
        let mut sph = blob(viscosity, 2);
        let first = sph.energy().total();
        let mut before = first;
        for step in 0..300 {
            sph.step(sph.fluid().max_step());
            let now = sph.energy().total();
            assert!(
                now <= before * (1.0 + 1e-14),
                "{before} J became {now} J in step {step}, ν = {viscosity}"
            );
            before = now;
        }
        left.push(before / first);
    }
    println!("energy left: {left:.4?} with 1e-6, 1e-3 and 1e-2 m²/s");
    // The motion of the centre of mass remains; friction cannot remove it.
    assert!(left[0] > 1.02 * left[1] && left[1] > 1.02 * left[2], "{left:?}");
}

fn random_pour(dice: &mut Dice) -> Pour {
    fn value<T: Parametric>(id: &str, dice: &mut Dice) -> f64 {
        let param = T::PARAMS.iter().find(|param| param.id == id).unwrap();
        let way = match dice.between(0.0, 6.0) as u32 {
            0 => 0.0,
            1 => 1.0,
            _ => dice.unit(),
        };
        param.info().from_normalised(way)
    }
    let mut model = Particles {
        fall: SpillFall {
            volume: value::<SpillFall>("volume", dice),
            slenderness: value::<SpillFall>("slenderness", dice),
            height: value::<SpillFall>("height", dice),
            gravity: value::<SpillFall>("gravity", dice),
        },
        vessel: SpillVessel {
            width: value::<SpillVessel>("width", dice),
            fill: value::<SpillVessel>("fill", dice),
        },
        ..Particles::default()
    };
    model.fineness.particles = value::<Fineness>("particles", dice).round() as u32;
    model.liquid.viscosity = libm::pow(10.0, dice.between(-6.5, -2.0));
    model.pour(model.fall.height)
}

#[test]
fn with_gravity_and_walls_energy_never_grows_for_any_pour() {
    let mut dice = Dice::new(5);
    let mut worst = 0.0_f64;
    for draw in 0..150 {
        let pour = random_pour(&mut dice);
        let mut sph = Sph::new(640);
        pour.fill(&mut sph, &mut dice);
        let mass = sph.mass();
        let [wide, high] = pour.falling_size();
        let laid = if sph.flying().iter().all(|&flies| flies) { 0.0 } else { pour.fill };
        let expected = pour.density * pour.thickness() * (wide * high + pour.width * laid);
        assert!((mass / expected - 1.0).abs() < 1e-12, "{mass} kg, not {expected} kg: {pour:?}");
        let first = sph.energy().total();
        let scale = first + sph.energy().compression;
        let mut before = first;
        for step in 0..400 {
            sph.step(sph.fluid().max_step());
            let now = sph.energy().total();
            // Heights are summed with their signs, so rounding follows the largest sum.
            assert!(
                now <= before + 1e-13 * scale,
                "draw {draw}: {before} J became {now} J in step {step}: {pour:?}"
            );
            before = now;
        }
        assert!(sph.mass() == mass);
        worst = worst.max(sph.corrected_energy() / scale);
    }
    println!("corrected leap-frog error: {worst:.2e} of the energy at most");
    assert!(worst < 0.05, "{worst} of the energy had to be corrected");
}

#[test]
fn a_pool_at_rest_stays_at_rest_and_encloses_no_air() {
    let pour = Pour { volume: 0.0, ..Particles::default().pour(0.6) };
    let mut sph = Sph::new(640);
    let mut air = AirGrid::new();
    pour.fill(&mut sph, &mut Dice::new(1));
    air.clear(pour.width, pour.fill, sph.fluid().spacing);
    let fastest = |sph: &Sph| {
        let speeds = sph.velocities().iter().map(|v| libm::hypot(v[0], v[1]));
        speeds.fold(0.0_f64, f64::max)
    };
    let mut most = 0.0_f64;
    for _ in 0..120 {
        for _ in 0..10 {
            sph.step(sph.fluid().max_step());
        }
        air.update(&mut sph);
        let found = air.pockets();
        assert!(sph.hits().is_empty() && found.is_empty(), "{found:?} of {:?}", sph.fluid());
        most = most.max(fastest(&sph));
    }
    let wave = (pour.gravity * pour.fill).sqrt();
    let last = fastest(&sph);
    println!("the fastest of a still pool: {most:.3} m/s, {last:.4} m/s in the end; its waves {wave:.2} m/s");
    // Rows at a wall first settle by a part of a spacing.
    assert!(most < 0.5 * wave && last < 0.1 * wave, "{most} m/s, {last} m/s");
}

#[test]
fn the_pressure_in_a_pool_is_hydrostatic() {
    let pour =
        Pour { volume: 0.0, fill: 0.2, detail: 400, viscosity: 1e-2, ..Particles::default().pour(0.3) };
    let mut sph = Sph::new(640);
    pour.fill(&mut sph, &mut Dice::new(1));
    for _ in 0..4000 {
        sph.step(sph.fluid().max_step());
    }
    // Linear fit, without surface and floor.
    let (mut n, mut sums, mut dense) = (0.0, [0.0; 4], 0.0);
    for (index, position) in sph.positions().iter().enumerate() {
        if (0.05..0.15).contains(&position[1]) && (0.05..0.35).contains(&position[0]) {
            let (y, p) = (position[1], sph.pressure(index));
            n += 1.0;
            dense += sph.density(index);
            sums = [sums[0] + y, sums[1] + p, sums[2] + y * y, sums[3] + y * p];
        }
    }
    let slope = (n * sums[3] - sums[0] * sums[1]) / (n * sums[2] - sums[0] * sums[0]);
    // The compressed liquid is slightly denser.
    let dense = dense / n;
    let expected = -dense * pour.density * pour.gravity;
    println!("pressure: {slope:.0} Pa/m, ρ g is {expected:.0} Pa/m with {dense:.3} of the density at rest");
    // The sum over particles approximates an integral: some per cent with twenty neighbours.
    assert!((slope / expected - 1.0).abs() < 0.15, "{slope} Pa/m");
}

#[test]
fn a_hole_below_the_surface_is_an_air_pocket_of_its_size_and_depth() {
    let pour = Pour { volume: 0.0, fill: 0.2, detail: 400, ..Particles::default().pour(0.3) };
    let mut full = Sph::new(640);
    pour.fill(&mut full, &mut Dice::new(1));
    let radius = 0.035;
    let mut sph = Sph::new(640);
    sph.clear(full.fluid());
    for &position in full.positions() {
        if libm::hypot(position[0] - 0.2, position[1] - 0.1) > radius {
            sph.add(position, [0.0; 2], false);
        }
    }
    sph.initialise();
    let mut air = AirGrid::new();
    air.clear(pour.width, pour.fill, sph.fluid().spacing);
    air.update(&mut sph);
    let found = air.pockets().to_vec();
    assert_eq!(found.len(), 1, "{found:?}");
    let measured = (found[0].area / core::f64::consts::PI).sqrt();
    println!("a hole of 35 mm in 0.1 m: {found:?}, radius {measured:.4} m");
    // Within half a spacing (7 mm) on each side.
    assert!((measured - radius).abs() < 0.007, "{measured} m");
    assert!((found[0].depth - 0.1).abs() < 0.015, "{} m", found[0].depth);
    air.update(&mut sph);
    assert!(air.pockets().is_empty(), "a pocket is reported once");
}

#[test]
fn the_same_seed_gives_the_same_sound_and_another_seed_another() {
    let model = Particles::default();
    let first = played(&model, "spill", 0.6, Some(1.0), 7);
    let again = played(&model, "spill", 0.6, Some(1.0), 7);
    let other = played(&model, "spill", 0.6, Some(1.0), 8);
    assert_eq!(first.rows, again.rows);
    assert_ne!(first.sound()[0], other.sound()[0]);
}

#[test]
fn a_splash_is_the_same_splash_at_every_sample_rate() {
    let glass = by_name("glass of water spilled into a sink").unwrap();
    let at = |rate: f64| {
        let spec = VoiceSpec::new(rate, glass.seed);
        let heard = perform(&*glass.sound, &glass.score, &spec, None, &mut |_| ()).unwrap();
        let hits = heard.measured("hits").unwrap().iter().copied().fold(0.0, f64::max);
        // Exposure in the band that all rates have.
        let spectrum = Spectrum::mean(&heard.sound()[0], rate, 0.05);
        let power = spectrum.power().iter().enumerate();
        let band = power.filter(|&(bin, _)| (100.0..8000.0).contains(&spectrum.frequency(bin)));
        let seconds = heard.sound()[0].len() as f64 / rate;
        (hits, 10.0 * (seconds * band.map(|(_, power)| power).sum::<f64>()).log10())
    };
    let [a, b, c] = [44_100.0, 48_000.0, 96_000.0].map(at);
    println!("hits and level: {a:.2?} at 44.1 kHz, {b:.2?} at 48 kHz, {c:.2?} at 96 kHz");
    // The motion is chaotic: another step would give other hits. Only the noise of the slaps differs.
    assert_eq!((a.0, b.0), (c.0, c.0));
    assert!((a.1 - b.1).abs() < 1.5 && (c.1 - b.1).abs() < 1.5, "{a:?}, {b:?}, {c:?}");
}

#[test]
fn more_height_and_more_liquid_are_louder_and_hits_are_counted() {
    let level = |height: f64, volume: f64| {
        let mut model = Particles::default();
        model.fall.volume = volume;
        let (mut power, mut hits) = (0.0, f64::INFINITY);
        for seed in 1..7 {
            let heard = played(&model, "spill", height, Some(1.5), seed);
            let level = rms(&heard.sound()[0]);
            power += level * level / 6.0;
            let counts = heard.measured("hits").unwrap().iter().copied();
            hits = counts.fold(0.0, f64::max).min(hits);
        }
        (power.sqrt(), hits)
    };
    let (low, high, more) = (level(0.1, 0.002), level(1.0, 0.002), level(1.0, 0.02));
    println!("loudness and hits: {low:?} from 0.1 m, {high:?} from 1 m, {more:?} of ten times as much");
    // Ten times the height is √10 times the speed of every hit; the rest is randomly enclosed air.
    assert!(high.0 > 1.5 * low.0 && more.0 > 1.5 * high.0);
    assert!(low.1 >= 20.0 && high.1 >= 20.0);
}

#[test]
fn the_motion_ends_in_silence() {
    let heard = played(&Particles::default(), "spill", 0.6, None, 1);
    let seconds = heard.sound()[0].len() as f64 / RATE;
    let motion = heard.measured("motion").unwrap();
    println!("{seconds:.2} s; {:.2} J at first", motion[BLOCK]);
    assert!((0.5..6.0).contains(&seconds) && heard.asleep, "{seconds} s");
    let falls = 0.5 * 1000.0 * 0.002 * 2.0 * 9.81 * 0.6;
    // The falling liquid has ρ V g H = 11.8 J; a block later it is about to arrive.
    assert!((motion[BLOCK] / falls - 1.0).abs() < 0.15, "{} J, not {falls} J", motion[BLOCK]);
}

#[test]
fn the_work_per_block_stays_within_its_bound() {
    let mut dice = Dice::new(9);
    let mut worst = 0.0_f64;
    for _ in 0..300 {
        let pour = random_pour(&mut dice);
        let mut sph = Sph::new(640);
        pour.fill(&mut sph, &mut dice);
        let steps = 1.0 / sph.fluid().max_step();
        worst = worst.max(steps * sph.positions().len() as f64);
    }
    // A block has at most one step more than its share of the frame.
    let model = Particles::default();
    let mut sph = Sph::new(640);
    model.pour(0.6).fill(&mut sph, &mut dice);
    let per_block = (BLOCK as f64 / RATE / sph.fluid().max_step()).ceil();
    let mut most = [0; 2];
    for _ in 0..600 {
        sph.step(sph.fluid().max_step());
        let work = sph.work();
        most = [most[0].max(work[0]), most[1].max(work[1])];
    }
    println!(
        "default: {} particles, {per_block} steps in a block at most, {} pairs and {} distances in a step; \
         worst of all settings {worst:.0} steps of particles in a second",
        sph.positions().len(),
        most[0],
        most[1]
    );
    // Rows and columns are whole numbers: few particles can become half as many again.
    assert!(worst < 2.5 * MAX_WORK, "{worst}");
    assert!(per_block <= 1.0 && most[0] < 12 * sph.positions().len());
}

#[test]
fn the_emptied_vessel_drips_what_its_film_loses() {
    let drainage = Particles::default().drainage;
    let (height, viscosity, gravity) = (0.2, 1e-6, 9.81);
    let rate = |time: f64| drainage.drop_rate(height, viscosity, gravity, time);
    // Jeffreys: the film √(νx/gt) holds 2/3 b √(νz³/gt); what it loses between two times has run off as
    // drops.
    let held = |time: f64| {
        let film: f64 = viscosity * height * height * height / (gravity * time);
        2.0 / 3.0 * drainage.edge * film.sqrt()
    };
    let drop = 4.0 / 3.0 * core::f64::consts::PI * drainage.radius.powi(3);
    let step = 1e-3;
    let dripped: f64 = (0..4000).map(|n| drop * step * rate(1.0 + (f64::from(n) + 0.5) * step)).sum();
    let lost = held(1.0) - held(5.0);
    println!("from 1 s to 5 s: {dripped:.3e} m³ dripped, the film lost {lost:.3e} m³");
    assert!((dripped / lost - 1.0).abs() < 1e-5, "{dripped} m³ for {lost} m³");
    let fewer = rate(4.0) / rate(1.0);
    assert!((fewer - 0.125).abs() < 1e-12, "{fewer} of the rate after four times the time");
}

#[test]
fn a_wide_rim_drips_for_seconds_after_the_fall_and_a_dry_one_does_not() {
    let seconds = |edge: f64| {
        let mut model = Particles::default();
        model.drainage.edge = edge;
        played(&model, "spill", 0.6, None, 1).sound()[0].len() as f64 / RATE
    };
    let (dry, wet) = (seconds(0.0), seconds(0.2));
    let rate = Particles { drainage: Drainage { edge: 0.2, ..Drainage::default() }, ..Particles::default() };
    let first = rate.drainage.drop_rate(libm::cbrt(0.002), 1e-6, 9.81, 1.0);
    let expected = libm::pow(first / MIN_RATE, 2.0 / 3.0);
    println!("{dry:.2} s dry, {wet:.2} s wet; drops until {expected:.2} s");
    // The last drop may fall up to two intervals before the end, and rings for less than half a second.
    assert!(wet > dry && (expected - 1.5..expected + 0.6).contains(&wet), "{wet} s for {expected} s");
}

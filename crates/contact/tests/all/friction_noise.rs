//! Roughness noise: determined by the seed, independent of sub-steps, with bounded and booked power.

use crate::support;
use crate::support::belt::{Belt, driven, surfaces};
use foley_contact::Step;
use foley_contact::friction::{Friction, FrictionContact};

fn rough(strength: f64) -> Friction {
    Friction { noise: strength, ..surfaces(1e5) }
}

/// Noise force of each sample while sliding at `speed` \[m/s\], with `parts` steps per sample at the sample
/// rate `rate` \[Hz\].
fn hiss(law: Friction, seed: u64, rate: f64, speed: f64, parts: u32, samples: usize) -> Vec<f64> {
    let sample = Step::at_rate(rate);
    let step = sample.divided_by(parts);
    let mut rub = FrictionContact::new(law, seed).with_sample(sample);
    (0..samples)
        .map(|_| {
            rub.next_sample();
            let mut noise = 0.0;
            for _ in 0..parts {
                let decision = rub.decide(&driven(speed, step), step);
                noise = decision.noise;
                rub.settle(&decision, decision.slid());
            }
            noise
        })
        .collect()
}

#[test]
fn the_same_seed_gives_the_same_bits() {
    let law = rough(0.1);
    let one = hiss(law, 7, 44_100.0, 0.1, 1, 2_000);
    assert_eq!(one, hiss(law, 7, 44_100.0, 0.1, 1, 2_000));
    let other = hiss(law, 8, 44_100.0, 0.1, 1, 2_000);
    let equal = one.iter().zip(&other).filter(|(a, b)| a == b).count();
    assert!(equal < 10, "{equal} of 2000 values alike for another seed");
}

#[test]
fn the_noise_does_not_depend_on_sub_steps() {
    let law = rough(0.1);
    let undivided = hiss(law, 7, 44_100.0, 0.1, 1, 500);
    for parts in [2, 4, 64] {
        let cut = hiss(law, 7, 44_100.0, 0.1, parts, 500);
        for (a, b) in undivided.iter().zip(&cut) {
            // The speed is rounded differently.
            assert!((a - b).abs() <= 1e-12, "{parts} parts: {b} N, undivided {a} N");
        }
    }
}

#[test]
fn noise_grows_with_the_root_of_speed_times_normal_force_and_not_with_the_rate() {
    for (speed, normal, rate) in
        [(0.1, 5.0, 44_100.0), (0.4, 5.0, 44_100.0), (0.1, 20.0, 192_000.0), (0.1, 5.0, 22_050.0)]
    {
        let law = Friction { normal_force: normal, ..rough(0.1) };
        let noise = hiss(law, 3, rate, speed, 1, 400_000);
        let noise = &noise[100..];
        let count = noise.len() as f64;
        let power = noise.iter().map(|f| f * f).sum::<f64>() / count;
        let expected = 0.1 * 0.1 * speed * normal;
        // Values are correlated over about ten samples, so at least 40000 are independent: half a percent,
        // times four.
        assert!(
            (power / expected - 1.0).abs() < 0.02,
            "{speed} m/s, {normal} N, {rate} Hz: {power} N², expected {expected} N²"
        );
        let lag = noise.windows(2).map(|w| w[0] * w[1]).sum::<f64>() / count / power;
        let memory = (-std::f64::consts::TAU * 4_000.0 / rate).exp();
        assert!(
            (lag - memory).abs() < 0.01,
            "{rate} Hz: correlation {lag} from one sample to the next, expected {memory}"
        );
        let most = noise.iter().fold(0.0_f64, |most, f| most.max(f.abs()));
        assert!(most <= law.dynamic_friction * normal, "{most} N");
    }
}

#[test]
fn noise_is_limited_to_dynamic_friction_and_zero_at_rest() {
    let law = rough(1e3);
    let noise = hiss(law, 3, 44_100.0, 0.1, 1, 10_000);
    let most = law.dynamic_friction * law.normal_force;
    assert!(noise.iter().all(|f| f.abs() <= most));
    assert!(noise.iter().any(|f| f.abs() == most), "at this strength the noise reaches its limit");
    assert!(hiss(law, 3, 44_100.0, 0.0, 1, 100).iter().all(|f| *f == 0.0));
    // Surfaces apart produce no noise.
    let mut rub = FrictionContact::new(law, 3);
    let step = Step::at_rate(44_100.0);
    for _ in 0..3 {
        let decision = rub.decide(&driven(0.1, step), step);
        rub.settle(&decision, decision.slid());
    }
    rub.next_sample();
    rub.set_normal_force(0.0);
    assert_eq!(rub.decide(&driven(0.1, step), step).force, 0.0);
}

#[test]
fn the_work_of_noise_is_booked_and_the_rest_is_passive() {
    let mut belt = Belt::new(rough(0.3), 44_100.0);
    // Without the loss of the oscillator the energy balance is complete.
    belt.oscillator =
        support::modal::Mode::new(0.01, 1_256.0, 0.0, 1.0, foley_contact::Motion::default(), 1.0 / 44_100.0);
    let (mut heat, mut work, mut pulled) = (0.0, 0.0, 0.0);
    let mut hissed = 0.0_f64;
    for _ in 0..44_100 {
        belt.rub.next_sample();
        let decision = belt.rub.decide(&belt.slide(), belt.step);
        let exchange = belt.rub.settle(&decision, decision.slid());
        belt.oscillator.at = belt.oscillator.moved(decision.force);
        assert!(exchange.heat >= -1e-15, "{exchange:?}");
        heat += exchange.heat;
        work += exchange.work;
        // Work that keeps the belt moving.
        pulled += decision.force * support::belt::SPEED * belt.step.seconds();
        hissed = hissed.max(decision.noise.abs());
    }
    let there = belt.oscillator.energy() + belt.rub.stored();
    let off = (there + heat - pulled - work) / pulled;
    println!(
        "a second on the belt: {pulled:.4} J in, {heat:.4} J of heat, {work:.5} J by noise of up to {hissed:.2} N"
    );
    assert!(off.abs() < 1e-11, "{off:e} of the work unaccounted for");
    assert!(hissed > 0.05 && work != 0.0);
}

/// Returns the power density of a signal at a frequency \[Hz\], averaged over Hann windows of 2048 samples.
fn density(signal: &[f64], rate: f64, frequency: f64) -> f64 {
    const WINDOW: usize = 2048;
    let windows = signal.chunks_exact(WINDOW);
    let count = windows.len() as f64;
    let power = |window: &[f64]| {
        let (mut re, mut im) = (0.0, 0.0);
        for (n, y) in window.iter().enumerate() {
            let share = (n as f64 + 0.5) / WINDOW as f64;
            let hann = 1.0 - libm::cos(core::f64::consts::TAU * share);
            let turn = core::f64::consts::TAU * frequency * n as f64 / rate;
            re += hann * y * libm::cos(turn);
            im += hann * y * libm::sin(turn);
        }
        (re * re + im * im) / (1.5 * WINDOW as f64 * rate)
    };
    windows.map(power).sum::<f64>() / count
}

#[test]
fn shocks_have_the_power_of_the_law_below_the_corner_and_half_of_it_there() {
    let (rate, speed) = (44_100.0, 0.2);
    // Density of the noise without spacing and size, far below its corner: 1/(πf_c/2) of σ₃²vF_N, twice for
    // one-sided frequencies, halved again by the two-sided density that is measured here.
    let steady = hiss(rough(0.01), 3, rate, speed, 1, 1 << 19);
    let reference = density(&steady, rate, 200.0);
    for (spacing, contact_size) in [(1e-5, 0.0), (1e-3, 0.0), (1e-5, 2e-5), (2e-4, 2e-5), (0.0, 2e-5)] {
        let law = Friction { spacing, contact_size, ..rough(0.01) };
        let noise = hiss(law, 5, rate, speed, 1, 1 << 19);
        let ratio = density(&noise, rate, 200.0) / reference;
        println!("ℓ = {spacing}, a = {contact_size}: {ratio:.3} of the steady noise");
        // 256 windows give each of the two densities to 6 %.
        assert!((ratio - 1.0).abs() < 0.25, "{ratio} at ℓ = {spacing} m, a = {contact_size} m");
        if contact_size > 0.0 {
            let corner = speed / (core::f64::consts::TAU * contact_size);
            let at_corner = density(&noise, rate, corner) / density(&noise, rate, 100.0);
            assert!((at_corner - 0.5).abs() < 0.12, "{at_corner} of the power at {corner} Hz");
        }
    }
}

#[test]
fn shocks_come_at_the_rate_of_speed_over_spacing() {
    // So short and rare that each shock is one sample above the mean between the shocks.
    let (rate, spacing) = (44_100.0, 2e-3);
    for speed in [0.1, 0.4] {
        let law = Friction { spacing, contact_size: 1e-9, normal_force: 50.0, ..rough(1e-3) };
        let noise = hiss(law, 5, rate, speed, 1, 1 << 18);
        let count = noise.iter().filter(|force| **force > 0.0).count() as f64;
        let seconds = noise.len() as f64 / rate;
        let expected = speed / spacing * seconds;
        println!("{speed} m/s: {count} shocks for {expected:.0}");
        assert!((count - expected).abs() < 4.0 * expected.sqrt(), "{count} for {expected}");
    }
}

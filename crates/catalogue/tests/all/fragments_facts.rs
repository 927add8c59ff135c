//! Facts about fragments: similar bodies, and the choice of a fragment for each crack.

use crate::support::heard::{RATE, perform_score};
use foley_catalogue::solids::Crumpling;
use foley_catalogue::solids::crackle::SPAN;
use foley_catalogue::solids::fragments::{Fragments, Grain, POOL};
use foley_catalogue::{Resonator, ResonatorMaterial, ResonatorMounting, ResonatorShape};
use foley_contact::Step;
use foley_scene::{Action, BodySpec, Scene, SceneSpec};
use foley_sound::{Model, Performance, Score};

/// A free splinter of glass: it rings and clicks.
const SPLINTER: Resonator = Resonator {
    mounting: ResonatorMounting::Lying,
    modes: 12,
    ..Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Glass, 0.1, 0.002)
};

#[test]
fn a_similar_body_has_the_modes_of_a_body_computed_at_its_size() {
    let spec = SPLINTER.spec(1).unwrap();
    for size in [0.5, 1.7] {
        let similar = spec.clone().similar(size, 1);
        let large =
            Resonator { size: size * SPLINTER.size, thickness: size * SPLINTER.thickness, ..SPLINTER };
        let computed = large.spec(1).unwrap();
        let compared: Vec<_> = similar.modes.iter().zip(&computed.modes).collect();
        assert!(compared.len() >= 4, "{} modes", compared.len());
        for (similar, computed) in compared {
            let ratios = [
                similar.frequency / computed.frequency,
                similar.decay / computed.decay,
                similar.mass / computed.mass,
                similar.shape[1] / computed.shape[1],
            ];
            // The support's share of the loss and the damping of the material follow other laws than
            // similarity; the remaining quantities follow it exactly.
            println!("size {size}, {:.0} Hz: ratios {ratios:?}", computed.frequency);
            for (ratio, slack) in ratios.into_iter().zip([1e-6, 0.3, 1e-9, 1e-6]) {
                assert!((ratio - 1.0).abs() < slack, "size {size}, {} Hz: {ratios:?}", computed.frequency);
            }
        }
    }
}

/// Returns the sound of one member of a family of splinters, struck at 1 m/s, at a sample rate \[Hz\].
fn struck(spread: f64, member: usize, rate: f64) -> Vec<f64> {
    let model = Crumpling {
        fragments: Fragments { spread, ..Fragments::default() },
        struck: SPLINTER,
        grain: Grain { mass: 1e-3 },
        ..Crumpling::default()
    };
    let mut spec: SceneSpec = model.scene_spec(1).unwrap();
    assert!(matches!(&spec.bodies[member].value, BodySpec::Inertial { .. }), "strikers come first");
    spec.at(0.0, Action::Strike { body: member, velocity: 1.0, distance: 0.0 });
    let name = format!("fragment-{member}-0");
    let output = spec.outputs.iter().position(|output| output.name == name).unwrap();
    let mut scene = Scene::build(&spec, Step::at_rate(rate), 1).unwrap();
    let mut rows = vec![vec![0.0; 2048]; scene.outputs()];
    let mut rows: Vec<&mut [f64]> = rows.iter_mut().map(Vec::as_mut_slice).collect();
    scene.render(&mut rows);
    rows[output].to_vec()
}

#[test]
fn a_strike_on_a_similar_fragment_sounds_the_same_but_slower_lower_and_louder() {
    // p_s(t) = s p(t/s). At a sample rate of R/s the samples of both are taken at similar times.
    for (member, spread) in [(0, 4.0), (POOL - 1, 4.0), (POOL - 1, 16.0)] {
        let fragments = Fragments { spread, ..Fragments::default() };
        let size = fragments.member_size(member);
        let middle = struck(1.0, member, 192_000.0);
        let similar = struck(spread, member, 192_000.0 / size);
        let loudest = middle.iter().map(|p| p.abs()).fold(0.0, f64::max);
        assert!(loudest > 0.0);
        let off = middle.iter().zip(&similar).map(|(p, q)| (q / size - p).abs()).fold(0.0, f64::max);
        println!("size {size:.3}: {:.1e} of the peak", off / loudest);
        assert!(off < 1e-6 * loudest, "size {size}: {off} of {loudest} Pa");
    }
}

/// Performs a crumpling whose cracks do not overlap.
fn separate(spread: f64, seed: u64) -> Performance {
    let mut model = Crumpling::default();
    model.crackle.granularity = 25.0;
    model.crackle.lasts = 8.0;
    model.crackle.regularity = 4.0;
    model.fragments.spread = spread;
    let mut score = Score::default();
    score.gesture(0.0, "crumple", 0.01);
    perform_score(&model, &score, None, seed)
}

/// Returns member and largest force \[N\] of each strike, in the order of the strikes.
fn strikes(heard: &Performance) -> Vec<(usize, f64)> {
    /// Time without a force that ends a strike \[samples\].
    const QUIET: usize = (0.002 * RATE) as usize;
    let forces: Vec<&[f64]> =
        (0..POOL).map(|member| heard.measured(&format!("force-{member}")).unwrap()).collect();
    let mut all: Vec<(usize, f64)> = Vec::new();
    // Time of the last touch and number of the strike, of each member.
    let mut last: [Option<(usize, usize)>; POOL] = [None; POOL];
    for at in 0..forces[0].len() {
        for (member, force) in forces.iter().enumerate() {
            let force = force[at];
            if force <= 0.0 {
                continue;
            }
            let strike = match last[member] {
                Some((touch, strike)) if at - touch <= QUIET => strike,
                _ => {
                    all.push((member, 0.0));
                    all.len() - 1
                }
            };
            all[strike].1 = all[strike].1.max(force);
            last[member] = Some((at, strike));
        }
    }
    all
}

/// Returns the mean position in the family of some strikes, from 0 for the smallest fragment to 1.
fn mean_position(strikes: &[(usize, f64)]) -> f64 {
    let sum: f64 = strikes.iter().map(|&(member, _)| (member as f64 + 0.5) / POOL as f64).sum();
    sum / strikes.len() as f64
}

#[test]
fn large_cracks_ring_large_fragments() {
    for seed in 1..=4 {
        let mut all = strikes(&separate(10.0, seed));
        all.sort_by(|a, b| a.1.total_cmp(&b.1));
        let (weak, strong) = (&all[..all.len() / 2], &all[9 * all.len() / 10..]);
        let (small, large) = (mean_position(weak), mean_position(strong));
        println!("{} strikes: weak ones at {small:.2}, strong ones at {large:.2}", all.len());
        assert!(large - small > 0.3, "seed {seed}: weak cracks at {small}, strong ones at {large}");
    }
}

#[test]
fn the_sizes_follow_the_law_of_the_energies() {
    // By the law p(E) ~ E^−γ over the span S the position on the logarithmic scale has the mean
    // 1/a − 1/(e^a − 1), with a = (γ − 1) ln S. The scatter of 0.2 about the ends moves it by 0.05 at most.
    let model = Crumpling::default();
    let a = (model.crackle.exponent - 1.0) * SPAN.ln();
    let expected = 1.0 / a - 1.0 / (a.exp() - 1.0);
    let all: Vec<_> = (1..=6).flat_map(|seed| strikes(&separate(10.0, seed))).collect();
    let found = mean_position(&all);
    println!("mean position {found:.3} of {} strikes, {expected:.3} by the law", all.len());
    // Standard error: the positions have a standard deviation of about 0.26.
    let slack = 0.05 + 3.0 * 0.26 / (all.len() as f64).sqrt();
    assert!((found - expected).abs() < slack, "{found}, not {expected} ± {slack}");
}

#[test]
fn no_fragment_is_struck_twice_in_a_row_and_all_are_struck() {
    for (spread, seed) in [(1.0, 1), (10.0, 2), (30.0, 3)] {
        let members: Vec<usize> =
            strikes(&separate(spread, seed)).iter().map(|&(member, _)| member).collect();
        assert!(members.len() > 100, "{} strikes", members.len());
        let again = members.windows(2).filter(|pair| pair[0] == pair[1]).count();
        // A striker may touch its fragment again after a hop of more than 2 ms.
        assert!(again * 50 <= members.len(), "{again} of {} strikes", members.len());
        for member in 0..POOL {
            assert!(members.contains(&member), "fragment {member} of spread {spread} is never struck");
        }
    }
}

#[test]
fn the_energy_closes_over_fragments_of_all_sizes() {
    for spread in [1.0, 10.0, 30.0] {
        let ledger = separate(spread, 5).ledger;
        assert!(ledger.numerical().abs() < 1e-9 * ledger.control, "{} J", ledger.numerical());
        // Strikers that are used again still have some of their energy.
        assert!(ledger.control > 0.5 * 0.01 && ledger.control <= 0.01 * (1.0 + 1e-9), "{} J", ledger.control);
    }
}

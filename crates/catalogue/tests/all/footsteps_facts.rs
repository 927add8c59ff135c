//! Facts about footsteps.

use crate::support::heard::{perform_score, rms, spectrum};
use foley_catalogue::ResonatorMaterial;
use foley_catalogue::solids::Footsteps;
use foley_catalogue::solids::fragments::SNAP;
use foley_catalogue::solids::gait::GRAVITY;
use foley_sound::{Performance, Score, VoiceSpec, perform};

const RATE: f64 = 48_000.0;

fn walked(model: &Footsteps, steps: f64, seconds: f64) -> Performance {
    let mut score = Score::default();
    score.gesture(0.0, "walk", steps);
    perform_score(model, &score, Some(seconds), 3)
}

/// Samples at which a grain begins to touch.
fn cracks(heard: &Performance) -> Vec<usize> {
    let forces = heard.outputs.iter().zip(&heard.rows);
    let forces = forces.filter(|(output, _)| output.name.starts_with("force"));
    let mut all: Vec<usize> = forces
        .flat_map(|(_, row)| {
            let starts = row.windows(2).enumerate();
            starts.filter(|(_, pair)| pair[0] == 0.0 && pair[1] > 0.0)
        })
        .map(|(at, _)| at)
        .collect();
    all.sort_unstable();
    all
}

fn on_gravel() -> Footsteps {
    let mut model = Footsteps::default();
    model.ground.solid = 0.0;
    model.ground.loose = 1.0;
    model.stuff.resistance = 10.0;
    model.stuff.give = 1e-6;
    model.grain.mass = 5e-6;
    model.touch = SNAP;
    model.walker.unevenness = 0.0;
    model
}

/// Returns steps on damped ground, where silence precedes each onset.
fn on_felt() -> Footsteps {
    let mut model = Footsteps::default();
    model.walker.unevenness = 0.0;
    model.walker.pace = 1.0;
    model.sole.attack = 5e-4;
    model.sole.decay = 0.01;
    model.sole.hold = 0.001;
    model.sole.sustain = 0.0;
    model.sole.high_pass = 400.0;
    model.floor.ring = 0.01;
    model.foot.low_pass = 3000.0;
    model.foot.ball = 1.0;
    model.foot.toe = 1.0;
    model
}

/// Samples at which the sound begins after at least 30 ms below a hundredth of its peak.
fn onsets(sound: &[f64]) -> Vec<usize> {
    let peak = sound.iter().fold(0.0f64, |peak, value| peak.max(value.abs()));
    let (mut found, mut quiet) = (Vec::new(), usize::MAX);
    for (at, value) in sound.iter().enumerate() {
        if value.abs() > 0.01 * peak {
            if quiet > (0.03 * RATE) as usize {
                found.push(at);
            }
            quiet = 0;
        } else {
            quiet = quiet.saturating_add(1);
        }
    }
    found
}

#[test]
fn heel_ball_and_toe_land_at_their_times() {
    let model = on_felt();
    let heard = walked(&model, 3.0, 4.0);
    let found = onsets(&heard.sound()[0]);
    let stance = model.walker.stance_time();
    let mut due = Vec::new();
    for step in 0..3 {
        for part in [0.0, model.walker.ball, model.walker.toe] {
            due.push(f64::from(step) / model.walker.pace + part * stance);
        }
    }
    assert_eq!(found.len(), due.len(), "{found:?}");
    for (found, due) in found.iter().zip(due) {
        let late = *found as f64 / RATE - due;
        // Noise with an attack of half a millisecond, behind two filters.
        assert!((0.0..0.003).contains(&late), "{late} s after {due} s");
    }
}

#[test]
fn the_steps_keep_their_pace() {
    let mut model = on_felt();
    model.foot.ball = 0.0;
    model.foot.toe = 0.0;
    model.walker.pace = 1.9;
    let found = onsets(&walked(&model, 20.0, 12.0).sound()[0]);
    assert_eq!(found.len(), 20);
    let span = (found[19] - found[0]) as f64 / RATE;
    let expected = 19.0 / model.walker.pace;
    // An onset is detected when the noise first exceeds a threshold.
    assert!((span - expected).abs() < 0.002, "{span} s for 19 steps, not {expected} s");
}

#[test]
fn loose_ground_is_silent_while_a_foot_stands_and_between_steps() {
    let mut model = on_gravel();
    // Running: no foot is on the ground between two steps.
    model.walker.stance = 0.6;
    model.walker.pace = 1.0;
    let heard = walked(&model, 4.0, 4.5);
    let all = cracks(&heard);
    assert!(all.len() > 200, "{} cracks", all.len());
    let stance = model.walker.stance_time();
    // Corners of the force: the dip lasts 0.15 of the stance after the ball lands. The last strikers may
    // bounce for 20 ms.
    let level = (model.walker.ball + 0.15) * stance + 0.02..model.walker.toe * stance;
    let free = stance + 0.02..1.0;
    for at in all {
        let time = (at as f64 / RATE) % 1.0;
        assert!(
            !level.contains(&time) && !free.contains(&time),
            "a crack {time} s into the step; level {level:?}, free {free:?}"
        );
    }
}

#[test]
fn every_step_carries_the_weight_for_its_period() {
    // Summed over both feet, as on a force plate.
    for pace in [0.7, 1.8, 4.0] {
        for stance in [0.5, 1.0, 1.4] {
            let mut gait = Footsteps::default().walker;
            (gait.pace, gait.stance) = (pace, stance);
            let steps = 10;
            let dt = 1e-4;
            let end = (f64::from(steps) / pace + gait.stance_time()) / dt;
            let impulse: f64 = (0..end as usize)
                .map(|n| {
                    let time = n as f64 * dt;
                    let foot = |step: i32| gait.force(time - f64::from(step) / pace);
                    (0..steps).map(foot).sum::<f64>() * dt
                })
                .sum();
            let weight = gait.mass * GRAVITY;
            let share = impulse / (weight * f64::from(steps) / pace);
            assert!((share - 1.0).abs() < 0.001, "{share} of the weight's");
        }
    }
}

#[test]
fn a_step_of_twice_the_force_cracks_with_twice_the_energy() {
    let energy = |scale: f64| {
        let mut score = Score::default();
        score.gesture(0.0, "step", scale);
        let heard = perform_score(&on_gravel(), &score, None, 3);
        heard.ledger.control
    };
    let ratio = energy(4.0) / energy(2.0);
    // Energy left in reused strikers is not counted.
    assert!((ratio - 2.0).abs() < 0.3, "{ratio}");
}

#[test]
fn the_sound_ends_after_the_last_step() {
    for model in [Footsteps::default(), on_gravel()] {
        let spec = VoiceSpec::new(RATE, 3);
        let mut score = Score::default();
        score.gesture(0.0, "walk", 4.0);
        let heard = perform(&model, &score, &spec, None, &mut |_| {}).unwrap();
        let seconds = heard.sound()[0].len() as f64 / RATE;
        let due = 3.0 / model.walker.pace + model.walker.stance_time();
        assert!((due..due + 1.0).contains(&seconds), "{seconds} s, not {due} s and a little");
    }
}

/// Returns the level of the part of a sound below a frequency \[Hz\] relative to the whole \[dB\].
fn below(sound: &[f64], frequency: f64) -> f64 {
    let power = spectrum(sound);
    let bin = (frequency / RATE * 2.0 * power.len() as f64) as usize;
    10.0 * (power[..bin].iter().sum::<f64>() / power.iter().sum::<f64>()).log10()
}

#[test]
fn gravel_thumps_under_the_foot() {
    // Real steps have −17 to −1 dB below 200 Hz. The thump is that of the landing, not of the cracks.
    let mut model = Footsteps::default();
    (model.ground.solid, model.ground.loose, model.earth.modulus) = (0.1, 1.0, 3e7);
    (model.landing.share, model.landing.contact_time, model.stuff.give) = (0.037, 0.026, 1.3e-5);
    (model.floor.material, model.floor.thickness) = (ResonatorMaterial::Stone, 0.1);
    let level = |model: &Footsteps| below(&walked(model, 4.0, 3.0).sound()[0], 200.0);
    let thumping = level(&model);
    (model.landing.share, model.ground.solid) = (1e-3, 0.0);
    let sneaking = level(&model);
    assert!((-20.0..-0.5).contains(&thumping), "{thumping:.1} dB below 200 Hz");
    assert!(sneaking < thumping - 10.0, "{sneaking:.1} dB and {thumping:.1} dB");
}

#[test]
fn loose_ground_is_heard_in_the_defaults() {
    let walk = |loose: f64| {
        let mut model = Footsteps::default();
        model.ground.loose = loose;
        walked(&model, 3.0, 2.5).sound()[0].clone()
    };
    let (paved, gravel) = (walk(0.0), walk(1.0));
    let added: Vec<f64> = paved.iter().zip(&gravel).map(|(paved, gravel)| gravel - paved).collect();
    let level = 20.0 * (rms(&added) / rms(&paved)).log10();
    assert!(level > -20.0, "the loose pieces add {level:.1} dB");
}

#[test]
fn an_uneven_walk_varies_its_times_by_three_tenths_of_its_unevenness() {
    let intervals = |unevenness: f64| {
        let mut model = on_felt();
        (model.foot.ball, model.foot.toe) = (0.0, 0.0);
        model.walker.unevenness = unevenness;
        let found = onsets(&walked(&model, 30.0, 31.0).sound()[0]);
        assert_eq!(found.len(), 30);
        found.windows(2).map(|pair| (pair[1] - pair[0]) as f64 / RATE).collect::<Vec<_>>()
    };
    assert!(intervals(0.0).iter().all(|seconds| (seconds - 1.0).abs() < 2e-3));
    let uneven = intervals(0.2);
    let mean = uneven.iter().sum::<f64>() / 29.0;
    let spread = (uneven.iter().map(|seconds| (seconds - mean).powi(2)).sum::<f64>() / 28.0).sqrt();
    // Uniform numbers of the amplitude 0.06 have a standard deviation of 0.035; 29 of them give it to 9 %.
    assert!((spread / 0.0346 - 1.0).abs() < 0.25, "{spread} s");
}

#[test]
fn steps_land_on_changing_places_of_the_floor() {
    // The strengths of the floor's modes change from step to step, apart from those of the noise.
    let mut model = Footsteps::default();
    (model.walker.unevenness, model.walker.pace, model.ground.solid) = (0.0, 1.0, 0.0);
    let heard = walked(&model, 6.0, 6.0);
    let steps: Vec<Vec<f64>> = heard.sound()[0].chunks_exact(RATE as usize).map(spectrum).collect();
    let apart = |a: &[f64], b: &[f64]| {
        let all: f64 = a.iter().zip(b).map(|(a, b)| (a.sqrt() - b.sqrt()).powi(2)).sum();
        all / a.iter().sum::<f64>()
    };
    // Three places follow each other, so that every third step sounds the same.
    let (same, other) = (apart(&steps[1], &steps[4]), apart(&steps[1], &steps[2]));
    assert!(same < 1e-3 && other > 0.02, "{same} and {other} of the power");
}

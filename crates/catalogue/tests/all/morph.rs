//! Morphing: equal to the two sounds at its ends, between them elsewhere, and free of clicks.

use foley_catalogue::model;
use foley_sound::{
    Aspect, Aspects, Event, EventKind, Morph, Retarget, Score, Sound, SoundError, VoiceSpec, pad, perform,
    perform_morph, set_text, sound_params,
};

const RATE: f64 = 48_000.0;

fn sound(name: &str, values: &[(&str, &str)]) -> Box<dyn Sound> {
    let mut sound = model(name).unwrap();
    for (id, text) in values {
        set_text(&mut *sound, id, text).unwrap_or_else(|error| panic!("{error}"));
    }
    sound
}

/// Returns a small thin glass disc with 10 modes and a light, hard hammer.
fn glass() -> Box<dyn Sound> {
    sound(
        "impact",
        &[
            ("struck.shape", "disc"),
            ("struck.material", "glass"),
            ("struck.size", "12 cm"),
            ("struck.thickness", "3 mm"),
            ("struck.modes", "10"),
            ("hammer.mass", "5 g"),
            ("touch.stiffness", "1e9"),
        ],
    )
}

/// Returns a wooden plate with 30 modes and a heavy, soft hammer.
fn wood() -> Box<dyn Sound> {
    sound(
        "impact",
        &[
            ("struck.shape", "rectangular-plate"),
            ("struck.material", "wood"),
            ("struck.size", "60 cm"),
            ("struck.thickness", "2 cm"),
            ("struck.modes", "30"),
            ("hammer.mass", "60 g"),
            ("touch.stiffness", "1e7"),
        ],
    )
}

fn pair() -> Morph {
    Morph::new(vec![glass(), wood()]).unwrap()
}

fn values(sound: &dyn Sound) -> Vec<u64> {
    let all = sound_params(sound);
    all.iter().map(|at| at.get(sound).to_bits()).collect()
}

fn strikes(times: &[f64]) -> Score {
    let mut score = Score::default();
    for &at in times {
        score.gesture(at, "strike", 1.0);
    }
    score
}

fn heard(morph: &Morph, path: &[(f64, Vec<f64>)], aspects: Aspects, score: &Score, seconds: f64) -> Vec<f64> {
    let spec = VoiceSpec::new(RATE, 1);
    let played = perform_morph(morph, path, aspects, score, &spec, Some(seconds)).unwrap();
    assert_eq!(played.recoveries, 0);
    played.rows[0].clone()
}

/// As [`heard`], but the velocity of the touched point. A pressure has other weights: modes that ring long at one
/// end and are loud at the other make the middle of a morph louder than both ends.
fn touched(
    morph: &Morph,
    path: &[(f64, Vec<f64>)],
    aspects: Aspects,
    score: &Score,
    seconds: f64,
) -> Vec<f64> {
    let spec = VoiceSpec { contact: true, ..VoiceSpec::new(RATE, 1) };
    let played = perform_morph(morph, path, aspects, score, &spec, Some(seconds)).unwrap();
    let row = played.outputs.iter().position(|output| output.name == "contact-struck").unwrap();
    played.rows[row].clone()
}

fn same_bits(left: &[f64], right: &[f64]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(a, b)| a == b)
}

#[test]
fn full_weight_on_an_end_gives_that_end_bit_for_bit() {
    let morph = pair();
    let score = strikes(&[0.0, 0.1]);
    for (weights, end) in [(vec![1.0, 0.0], glass()), (vec![0.0, 3.0], wood())] {
        let there = morph.at(&weights, Aspects::ALL).unwrap();
        assert_eq!(values(&*there.sound), values(&*end));
        assert_eq!(there.retarget.values, Retarget::at(&*end, 1).unwrap().values);
        let own = perform(&*end, &score, &VoiceSpec::new(RATE, 1), Some(0.3), &mut |_| {});
        let own = own.unwrap().rows[0].clone();
        let path = [(0.0, weights)];
        assert!(same_bits(&heard(&morph, &path, Aspects::ALL, &score, 0.3), &own));
    }
}

#[test]
fn the_order_of_the_ends_does_not_matter() {
    let (forward, reversed) = (pair(), Morph::new(vec![wood(), glass()]).unwrap());
    for weight in [0.0, 0.1, 0.3, 0.5, 0.77, 1.0] {
        let a = forward.at(&[1.0 - weight, weight], Aspects::ALL).unwrap();
        let b = reversed.at(&[weight, 1.0 - weight], Aspects::ALL).unwrap();
        assert_eq!(values(&*a.sound), values(&*b.sound), "{weight}");
    }
    let score = strikes(&[0.0, 0.2]);
    let there = [(0.0, vec![1.0, 0.0]), (0.4, vec![0.2, 0.8])];
    let same = [(0.0, vec![0.0, 1.0]), (0.4, vec![0.8, 0.2])];
    let a = heard(&forward, &there, Aspects::ALL, &score, 0.5);
    let b = heard(&reversed, &same, Aspects::ALL, &score, 0.5);
    assert!(same_bits(&a, &b));
}

#[test]
fn every_value_and_mode_changes_monotonically() {
    let morph = pair();
    let at = |weight: f64| morph.at(&[1.0 - weight, weight], Aspects::ALL).unwrap();
    let all = sound_params(&*glass());
    let steps = 200;
    let mut before = at(0.0).retarget;
    let last = at(1.0).retarget;
    for step in 1..=steps {
        let now = at(f64::from(step) / f64::from(steps)).retarget;
        for (index, param) in all.iter().enumerate() {
            let (a, b, end) = (before.values[index], now.values[index], last.values[index]);
            // Rounding of a logarithm and a power.
            let tolerance = 1e-14 * end.abs();
            assert!(
                (b - a) * (end - a) >= -tolerance * tolerance,
                "{} at {step}: {a}, {b}, {end}",
                param.path()
            );
        }
        let (Some(a), Some(b)) = (&before.bodies[1], &now.bodies[1]) else { panic!() };
        for (rank, (a, b)) in a.modes.iter().zip(&b.modes).enumerate() {
            if let Some(end) = last.bodies[1].as_ref().unwrap().modes.get(rank) {
                let goes = (b.frequency / a.frequency).ln() * (end.frequency / a.frequency).ln();
                assert!(goes >= -1e-28, "mode {rank} at {step}: {} Hz, {} Hz", a.frequency, b.frequency);
            }
        }
        before = now;
    }
    // Half way: the geometric mean of 5 g and 60 g, and the mode of rank 20 with the frequency of the wood
    // and half its amplitude.
    let half = at(0.5);
    let mass = all.iter().find(|param| param.path() == "hammer.mass").unwrap();
    let expected = (0.005_f64 * 0.06).sqrt();
    let got = mass.get(&*half.sound);
    assert!((got / expected - 1.0).abs() < 1e-14, "{got} kg for {expected} kg");
    let modes = &half.retarget.bodies[1].as_ref().unwrap().modes;
    let wood = &Retarget::at(&*wood(), 1).unwrap().bodies[1].as_ref().unwrap().modes.clone();
    assert_eq!(modes.len(), 30);
    assert_eq!(modes[20].frequency, wood[20].frequency);
    assert!((modes[20].shape[0].abs() / wood[20].shape[0].abs() - 0.5).abs() < 1e-15);
}

#[test]
fn excluded_aspects_keep_the_values_of_the_first_end() {
    let morph = pair();
    let there = morph.at(&[0.0, 1.0], Aspects::GESTURE).unwrap();
    for param in sound_params(&*there.sound) {
        let (from, to) =
            if param.aspect == Aspect::Structure { (glass(), "glass") } else { (wood(), "wood") };
        assert_eq!(param.get(&*there.sound), param.get(&*from), "{} as of {to}", param.path());
    }
    let modes = |retarget: &Retarget| retarget.bodies[1].as_ref().unwrap().modes.clone();
    assert_eq!(modes(&there.retarget), modes(&Retarget::at(&*glass(), 1).unwrap()));
    let structure_only = morph.at(&[0.5, 0.5], Aspects::STRUCTURE).unwrap();
    for param in sound_params(&*structure_only.sound) {
        if param.aspect == Aspect::Interaction {
            assert_eq!(param.get(&*structure_only.sound), param.get(&*glass()), "{}", param.path());
        }
    }
}

#[test]
fn a_pad_has_one_end_in_every_corner() {
    let ends = vec![
        glass(),
        wood(),
        sound("impact", &[("struck.material", "steel"), ("hammer.mass", "1 kg")]),
        sound("impact", &[("struck.material", "rubber"), ("hammer.mass", "1 g")]),
    ];
    let morph = Morph::new(ends).unwrap();
    for (corner, (x, y)) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].into_iter().enumerate() {
        let there = morph.at(&pad(x, y), Aspects::ALL).unwrap();
        assert_eq!(values(&*there.sound), values(&*morph.ends()[corner]));
    }
    let middle = morph.at(&pad(0.5, 0.5), Aspects::ALL).unwrap();
    let mass = sound_params(&*middle.sound)[0].get(&*middle.sound);
    let expected = (0.005_f64 * 0.06 * 1.0 * 0.001).sqrt().sqrt();
    assert!((mass / expected - 1.0).abs() < 1e-14, "{mass} for {expected}");
}

#[test]
fn invalid_ends_and_weights_are_rejected() {
    assert!(Morph::new(Vec::new()).is_err());
    let morph = pair();
    for weights in [vec![1.0], vec![0.0, 0.0], vec![-1.0, 2.0], vec![f64::NAN, 1.0], vec![1.0; 3]] {
        let result = morph.at(&weights, Aspects::ALL);
        assert!(matches!(result, Err(SoundError::Value { .. })), "{weights:?}");
    }
    let huge = morph.at(&[f64::MAX, f64::MAX], Aspects::ALL).unwrap();
    assert_eq!(values(&*huge.sound), values(&*morph.at(&[1.0, 1.0], Aspects::ALL).unwrap().sound));
}

/// Largest second difference in each window of 10 ms.
fn bends(samples: &[f64]) -> Vec<f64> {
    const WINDOW: usize = 480;
    let bend: Vec<f64> = samples.windows(3).map(|w| (w[2] - 2.0 * w[1] + w[0]).abs()).collect();
    bend.chunks(WINDOW).map(|chunk| chunk.iter().copied().fold(0.0, f64::max)).collect()
}

/// Plays a morph and both of its ends. Returns the largest second difference of the morph relative to the
/// ends: per window, for sounds that only ring, and overall, for repeated strikes. A strike during a morph
/// meets the vibration at another phase and may leave more of it than at either end.
fn bend_of(morph: &Morph, score: &Score, aspects: Aspects, from: [f64; 2], to: [f64; 2]) -> (f64, f64) {
    let of = |path: &[(f64, Vec<f64>)]| bends(&touched(morph, path, aspects, score, 2.0));
    let start = of(&[(0.0, from.to_vec())]);
    let end = of(&[(0.0, to.to_vec())]);
    let moving = of(&[(0.2, from.to_vec()), (1.2, to.to_vec())]);
    let most = |bends: &[f64]| bends.iter().copied().fold(0.0, f64::max);
    let both = start.iter().zip(&end).map(|(a, b)| a.max(*b));
    let by_window = moving.iter().zip(both).map(|(bend, ends)| bend / ends);
    (by_window.fold(0.0, f64::max), most(&moving) / most(&start).max(most(&end)))
}

const BOTH_WAYS: [([f64; 2], [f64; 2]); 2] = [([1.0, 0.0], [0.0, 1.0]), ([0.0, 1.0], [1.0, 0.0])];

#[test]
fn a_ringing_morph_has_no_sharper_bends_than_its_ends() {
    for aspects in [Aspects::ALL, Aspects::STRUCTURE, Aspects::GESTURE] {
        for (from, to) in BOTH_WAYS {
            let (by_ends, _) = bend_of(&pair(), &strikes(&[0.0]), aspects, from, to);
            assert!(by_ends <= 1.1, "{by_ends} times an end, {aspects:?} from {from:?}");
        }
    }
}

/// Returns the pair larger, three octaves lower and struck softly: slow vibrations, in which a small step stands
/// out.
fn low_pair() -> Morph {
    let lowered = |mut end: Box<dyn Sound>| {
        for (id, text) in [
            ("struck.pitch", "0.125"),
            ("touch.stiffness", "1e5"),
            ("hammer.mass", "50 g"),
            ("struck.modes", "3"),
            ("struck.size", "40 cm"),
        ] {
            set_text(&mut *end, id, text).unwrap();
        }
        end
    };
    Morph::new(vec![lowered(glass()), lowered(wood())]).unwrap()
}

/// Largest second difference at block boundaries relative to that inside blocks: the maximum over all
/// twentieths of a second of the morph.
fn seam(samples: &[f64]) -> f64 {
    const BLOCK: usize = foley_sound::BLOCK;
    let bend = |at: usize| (samples[at + 1] - 2.0 * samples[at] + samples[at - 1]).abs();
    let (first, last, twentieth) = (9_600, 57_600, 2_400);
    let mut worst = 0.0_f64;
    for from in (first..last).step_by(twentieth) {
        let (mut seams, mut inside) = (0.0_f64, 0.0_f64);
        for at in from..from + twentieth {
            // A step between two blocks affects the last sample of one and the first of the next.
            if at % BLOCK == 0 || at % BLOCK == BLOCK - 1 {
                seams = seams.max(bend(at));
            } else {
                inside = inside.max(bend(at));
            }
        }
        worst = worst.max(seams / inside);
    }
    worst
}

#[test]
fn a_low_ringing_morph_has_no_steps_at_block_boundaries() {
    // If coefficients jumped between blocks, the boundaries would bend ten to a hundred times as sharply.
    const SEAM: f64 = 5.0;
    let (score, morph) = (strikes(&[0.0]), low_pair());
    for (from, to) in BOTH_WAYS {
        let path = [(0.2, from.to_vec()), (1.2, to.to_vec())];
        let row = touched(&morph, &path, Aspects::ALL, &score, 1.3);
        let worst = seam(&row);
        assert!(worst < SEAM, "block boundaries bend {worst} times as sharply, from {from:?}");
        // The measure detects a step of a thousandth of the amplitude.
        let mut stepped = row;
        let at = 225 * foley_sound::BLOCK;
        let swing = stepped[at - 2_400..at].iter().fold(0.0_f64, |most, sample| most.max(sample.abs()));
        for sample in &mut stepped[at..] {
            *sample += 1e-3 * swing;
        }
        let worst = seam(&stepped);
        assert!(worst > SEAM, "a step of a thousandth bends only {worst} times as sharply");
    }
}

#[test]
fn a_struck_morph_has_no_sharper_bends_than_its_ends() {
    let often: Vec<f64> = (0..20).map(|n| 0.1 * f64::from(n)).collect();
    for aspects in [Aspects::ALL, Aspects::STRUCTURE, Aspects::GESTURE] {
        for (from, to) in BOTH_WAYS {
            let (_, at_most) = bend_of(&pair(), &strikes(&often), aspects, from, to);
            assert!(at_most <= 1.1, "{at_most} times an end, {aspects:?} from {from:?}");
        }
    }
}

#[test]
fn a_morph_adds_no_energy() {
    let morph = pair();
    for aspects in [Aspects::ALL, Aspects::STRUCTURE] {
        for (from, to) in BOTH_WAYS {
            let mut voice = morph.voice(&from, aspects, &VoiceSpec::new(RATE, 1)).unwrap();
            let kind = EventKind::Gesture { gesture: 0, value: 1.0 };
            voice.send(Event::new(0, kind)).unwrap();
            let mut page = vec![[0.0; 480]; voice.outputs().len()];
            let mut before = f64::INFINITY;
            for step in 0..100 {
                let mut out: Vec<&mut [f64]> = page.iter_mut().map(|page| &mut page[..]).collect();
                voice.render(&mut out);
                if step >= 10 {
                    let energy = voice.ledger().total();
                    assert!(
                        energy <= before * (1.0 + 1e-9),
                        "{before} J became {energy} J in step {step}, {aspects:?}"
                    );
                    before = energy;
                    let weight = f64::from(step - 9) / 90.0;
                    let mix = [from[0] + weight * (to[0] - from[0]), from[1] + weight * (to[1] - from[1])];
                    let aim = morph.at(&mix, aspects).unwrap().retarget;
                    drop(
                        voice.send(Event::new(0, EventKind::Retarget { target: Box::new(aim), glide: 0.01 })),
                    );
                }
            }
            assert!(before > 0.0);
        }
    }
}

#[test]
fn modes_of_one_end_fade_in() {
    let ringing =
        sound("impact", &[("striker.modes", "12"), ("striker.material", "steel"), ("hammer.mass", "50 g")]);
    let morph = Morph::new(vec![wood(), ringing]).unwrap();
    let path = [(0.1, vec![1.0, 0.0]), (0.6, vec![0.0, 1.0])];
    let score = strikes(&[0.0, 0.3, 0.7]);
    let row = touched(&morph, &path, Aspects::ALL, &score, 1.0);
    assert!(row.iter().all(|sample| sample.is_finite()));
    assert!(row[33_600..].iter().any(|sample| sample.abs() > 1e-6));
    let start = heard(&morph, &path[..1], Aspects::ALL, &strikes(&[0.0]), 0.1);
    let own = perform(&*wood(), &strikes(&[0.0]), &VoiceSpec::new(RATE, 1), Some(0.1), &mut |_| {});
    // A point mass, or a free body without modes.
    let own = &own.unwrap().rows[0];
    let loudest = own.iter().fold(0.0, |most: f64, sample| most.max(sample.abs()));
    let apart = start.iter().zip(own).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
    assert!(apart <= 1e-9 * loudest, "{apart} of {loudest}");
}

//! No parameter of a solid model or preset is dead: moved to both ends of its range, it changes the samples,
//! or its declaration says on what it depends, and it acts when that condition holds.

use foley_catalogue::models;
use foley_catalogue::preset::palette;
use foley_sound::{
    Family, Score, ScoreEvent, ScoreEventKind, Sound, SoundParam, VoiceSpec, perform, resolve_param,
    sound_params,
};
use rayon::prelude::*;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// Sample rate \[Hz\]: all of hearing is below half of it.
const RATE: f64 = 44_100.0;
/// Durations that are compared, one after the other until one differs \[s\].
const DURATIONS: [f64; 4] = [0.03, 0.25, 1.0, 4.0];

/// Gestures with which a parameter acts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Played {
    /// Those of the preset.
    AsStored,
    /// The default gestures of the model.
    Default,
    /// The first gesture of the preset, twice.
    Twice,
    /// Those of the preset, while the parameter itself changes.
    WhileChanging,
}

/// Condition on which parameters depend.
struct Need {
    /// Ids of the parameters.
    ids: &'static [&'static str],
    /// Values with which the parameters act \[SI\], by the id in the same part or by `part.id`.
    when: &'static [(&'static str, f64)],
    played: Played,
    /// Words in the description of each of the parameters, or of one in `when`, that state the condition.
    words: &'static str,
}

impl Need {
    const fn of(
        ids: &'static [&'static str],
        when: &'static [(&'static str, f64)],
        words: &'static str,
    ) -> Self {
        Self { ids, when, played: Played::AsStored, words }
    }
}

/// All conditions. A parameter may have several; one must hold.
const NEEDS: &[Need] = &[
    // A hammer or a ball without modes, or with modes above hearing.
    Need::of(
        &["shape", "material", "size", "thickness", "position", "pickup", "mounting", "pitch", "ring"],
        &[("modes", 8.0)],
        "not ring",
    ),
    Need::of(&["pickup"], &[("modes", 8.0), ("size", 0.3)], "if a mode is audible"),
    Need::of(&["field"], &[("modes", 2.0), ("size", 0.5), ("thickness", 0.002)], "above the lowest `modes`"),
    Need::of(&["modes"], &[("field", 0.0)], "leave all modes to `field`"),
    // Thick pieces ring above hearing.
    Need::of(&["modes"], &[("whole.thickness", 0.001)], "above hearing"),
    // A bar has its number in the list of shapes.
    Need::of(&["mounting"], &[("shape", 0.0)], "ends of a string"),
    Need::of(&["material"], &[("hammer.mass", 0.2)], "if the body is large enough"),
    Need::of(&["material"], &[("ball.mass", 0.2)], "if the body is large enough"),
    Need { ids: &["speed"], when: &[], played: Played::Default, words: "Default" },
    Need { ids: &["variation"], when: &[], played: Played::Twice, words: "repeated" },
    Need { ids: &["force"], when: &[], played: Played::WhileChanging, words: "only its changes are heard" },
    // Friction.
    Need::of(&["grain", "regularity"], &[("ribs", 0.5)], "grain"),
    Need::of(&["times"], &[("duration", 0.3)], "push"),
    // Rolling and scraping.
    Need::of(&["pushed"], &[("push", 5.0)], "push"),
    Need::of(&["pause"], &[("strokes", 3.0), ("length", 0.05), ("speed", 1.0)], "strokes"),
    // Soft bodies: a second blow, and slips.
    Need::of(&["delay", "low-pass"], &[("level", 1.0)], "0 is none"),
    Need::of(&["slip-time"], &[("slip", 2.0)], "0 is silent"),
    Need::of(&["slip-time"], &[("slip", 0.5), ("blow.force", 1000.0)], "0 is silent"),
    // No slip happens while the force stays below the mean drop.
    Need::of(&["slip"], &[("slip", 0.5)], "drop of the force"),
    Need::of(&["mass", "radius"], &[("rustle.slip", 2.0)], "0 is silent"),
    // Footsteps: loose ground, solid ground and the levels of ball and toe.
    Need::of(
        &[
            "resistance",
            "give",
            "exponent",
            "mass",
            "stiffness",
            "damping",
            "spread",
            "shape",
            "material",
            "size",
            "thickness",
            "position",
            "pickup",
            "modes",
            "mounting",
            "pitch",
            "ring",
        ],
        &[("ground.loose", 0.5)],
        "loose ground",
    ),
    Need::of(&["field"], &[("ground.loose", 0.5), ("modes", 2.0), ("size", 0.5)], "above the lowest `modes`"),
    Need::of(
        &["attack", "decay", "sustain", "hold", "release", "high-pass", "low-pass", "rate"],
        &[("ground.solid", 0.8)],
        "solid ground",
    ),
];

/// Whether a sound differs audibly from a reference: finite, and by more than −80 dB of the louder of both.
/// An error is no other sound.
fn differs(sound: &Result<Vec<f64>, String>, reference: &Result<Vec<f64>, String>) -> bool {
    let (Ok(sound), Ok(reference)) = (sound, reference) else { return false };
    let energy = |samples: &[f64]| samples.iter().map(|x| x * x).sum::<f64>();
    let at = |samples: &[f64], n: usize| samples.get(n).copied().unwrap_or(0.0);
    let length = sound.len().max(reference.len());
    let difference: f64 = (0..length).map(|n| (at(sound, n) - at(reference, n)).powi(2)).sum();
    difference.is_finite() && difference > 1e-8 * energy(sound).max(energy(reference))
}

/// A sound of each of the [`DURATIONS`], rendered when first needed.
type References = [OnceCell<Result<Vec<f64>, String>>; DURATIONS.len()];
/// References under each condition: by the paths and values that it sets, as bits, and the gestures.
type Conditioned = RefCell<HashMap<(Vec<(String, u64)>, Played), Rc<References>>>;

/// A sound with the gestures that it plays.
struct Subject {
    name: String,
    sound: Box<dyn Sound>,
    score: Score,
    seed: u64,
}

impl Subject {
    fn heard(&self, sound: &dyn Sound, score: &Score, seconds: f64) -> Result<Vec<f64>, String> {
        let played = perform(sound, score, &VoiceSpec::new(RATE, self.seed), Some(seconds), &mut |_| {});
        played.map(|played| played.sound()[0].clone()).map_err(|why| why.to_string())
    }

    /// Whether the score sets the parameter, so that its own value is not heard.
    fn score_sets(&self, param: &SoundParam) -> bool {
        let sets = |event: &ScoreEvent| match &event.kind {
            ScoreEventKind::Set { name, .. } => {
                resolve_param(&*self.sound, name).is_ok_and(|(found, _)| found == *param)
            }
            ScoreEventKind::Gesture { .. } => false,
        };
        self.score.events.iter().any(sets)
    }

    /// Returns the parameters that change nothing although no condition explains it.
    fn faults(&self) -> Vec<String> {
        let references = References::default();
        let conditioned = Conditioned::default();
        let params = sound_params(&*self.sound);
        let moved = params.iter().filter(|param| !self.score_sets(param));
        moved.filter_map(|param| self.fault(param, &references, &conditioned)).collect()
    }

    fn fault(
        &self,
        param: &SoundParam,
        references: &References,
        conditioned: &Conditioned,
    ) -> Option<String> {
        let needs: Vec<&Need> = NEEDS.iter().filter(|need| need.ids.contains(&param.info.id)).collect();
        let fault = |why: &str| Some(format!("{}: {} {why}", self.name, param.path()));
        // A parameter with a condition is not played to the end first.
        let tried = if needs.is_empty() { DURATIONS.len() } else { 2 };
        for (&seconds, reference) in DURATIONS.iter().zip(references).take(tried) {
            let reference = reference.get_or_init(|| self.heard(&*self.sound, &self.score, seconds));
            if self.acts(param, &*self.sound, &self.score, seconds, reference) {
                return None;
            }
        }
        let mut without_words = false;
        for need in needs {
            if let Some(told) = self.acts_with(param, need, conditioned) {
                if told {
                    return None;
                }
                without_words = true;
            }
        }
        if without_words {
            return fault("does not say on what it depends");
        }
        let seconds = DURATIONS[DURATIONS.len() - 1];
        let reference =
            references[DURATIONS.len() - 1].get_or_init(|| self.heard(&*self.sound, &self.score, seconds));
        if self.acts(param, &*self.sound, &self.score, seconds, reference) {
            return None;
        }
        fault("changes nothing")
    }

    /// Whether an end of the range gives another sound than `reference`.
    fn acts(
        &self,
        param: &SoundParam,
        sound: &dyn Sound,
        score: &Score,
        seconds: f64,
        reference: &Result<Vec<f64>, String>,
    ) -> bool {
        let ends = [param.info.min, param.info.max];
        ends.into_iter().filter(|&end| end != param.get(sound)).any(|end| {
            let mut moved = sound.duplicate();
            param.set(&mut *moved, end).unwrap();
            differs(&self.heard(&*moved, score, seconds), reference)
        })
    }

    /// Whether the parameter says on what it depends; `None` if it does nothing even then.
    fn acts_with(&self, param: &SoundParam, need: &Need, conditioned: &Conditioned) -> Option<bool> {
        let mut sound = self.sound.duplicate();
        let params = sound_params(&*sound);
        let mut told = param.info.doc.contains(need.words);
        let mut set = Vec::new();
        for &(name, value) in need.when {
            let path =
                if name.contains('.') { name.to_owned() } else { format!("{}.{name}", param.part_name) };
            let switch = params.iter().find(|other| other.path() == path)?;
            switch.set(&mut *sound, value).ok()?;
            set.push((path, value.to_bits()));
            told |= switch.info.doc.contains(need.words);
        }
        let is_gesture = |event: &&ScoreEvent| matches!(event.kind, ScoreEventKind::Gesture { .. });
        let mut score = self.score.clone();
        match need.played {
            Played::AsStored | Played::WhileChanging => {}
            Played::Default => score.events.retain(|event| !is_gesture(&event)),
            Played::Twice => {
                let first = sound.default_gestures().into_iter().next()?;
                let name = sound.gestures().get(first.1)?.id;
                score.events.retain(|event| !is_gesture(&event));
                score.gesture(0.0, name, first.2);
                score.gesture(0.1, name, first.2);
            }
        }
        let references = Rc::clone(conditioned.borrow_mut().entry((set, need.played)).or_default());
        let acts = DURATIONS.iter().zip(&*references).any(|(&seconds, reference)| {
            let reference = reference.get_or_init(|| self.heard(&*sound, &score, seconds));
            if need.played == Played::WhileChanging {
                return [param.info.min, param.info.max].into_iter().any(|end| {
                    let mut score = score.clone();
                    score.set(0.05, &param.path(), end, 0.2);
                    differs(&self.heard(&*sound, &score, seconds), reference)
                });
            }
            self.acts(param, &*sound, &score, seconds, reference)
        });
        acts.then_some(told)
    }
}

#[test]
fn every_parameter_of_every_solid_preset_changes_the_sound_or_says_on_what_it_depends() {
    let of_models = models().into_iter().map(|sound| {
        let name = format!("{} (default values)", sound.info().name);
        Subject { name, sound, score: Score::default(), seed: 1 }
    });
    let of_presets = palette().iter().map(|preset| Subject {
        name: preset.name.clone(),
        sound: preset.sound.duplicate(),
        score: preset.score.clone(),
        seed: preset.seed,
    });
    let subjects: Vec<Subject> =
        of_models.chain(of_presets).filter(|subject| subject.sound.info().family == Family::Solids).collect();
    let faults: Vec<String> = subjects.par_iter().flat_map(Subject::faults).collect();
    assert!(faults.is_empty(), "{} dead parameters:\n{}", faults.len(), faults.join("\n"));
}

/// A condition that no parameter needs is a mistake in the table.
#[test]
fn every_condition_names_parameters_of_solid_models() {
    let params: Vec<SoundParam> = models()
        .iter()
        .filter(|sound| sound.info().family == Family::Solids)
        .flat_map(|sound| sound_params(&**sound))
        .collect();
    for need in NEEDS {
        for id in need.ids.iter().chain(need.when.iter().map(|(name, _)| name)) {
            let known = params.iter().any(|param| param.info.id == *id || param.path() == *id);
            assert!(known, "{id}");
        }
    }
}

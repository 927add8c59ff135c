//! All topics of `foley explain` except the models. Shapes, schemes and corrections define their entries in
//! their own modules; the entries of files, laws and bodies are here.

use super::shapes::SHAPES;
use crate::catalogue::NAME_RULE;
use crate::contact::Input;
use crate::help_entry::HelpEntry;
use crate::{corrections, schemes};
use foley_body::WaveguideSpec;
use foley_contact::Friction;
use foley_contact::law::{CentreLimited, HuntCrossley, Linear, OneSided, Power, Stulov};
use foley_params::{Info, Parametric, infos, schema};
use serde_json::Value;

/// A topic of `foley explain`: texts, parameters and file schema.
#[derive(Clone, Debug)]
pub(crate) struct Topic {
    pub(crate) kind: &'static str,
    pub(crate) help: HelpEntry,
    /// Parameters of the topic, from the parameter table in its crate.
    pub(crate) params: Vec<Info>,
    /// JSON Schema of the file that stores the parameters; `None` if there is no such file.
    pub(crate) schema: Option<Value>,
}

/// Returns all topics, sorted by kind.
pub(crate) fn all() -> Vec<Topic> {
    let mut topics = Vec::new();
    let mut add = |kind, help, (params, schema)| {
        topics.push(Topic { kind, help, params, schema });
    };
    add("names of values", NAMES, no_declaration());
    for (help, declaration) in COMMANDS {
        add("the contact command", *help, declaration());
    }
    add("files", SCENE, (Vec::new(), Some(foley_scene::file::schema())));
    add("files", PRESET, (Vec::new(), Some(foley_catalogue::preset::schema())));
    let live = foley_live::scene_file::schema();
    add("files", LIVE_SCENE, (Vec::new(), Some(live)));
    let mapping = foley_live::mapping::file::schema();
    add("files", MAPPING, (Vec::new(), Some(mapping)));
    for (help, declaration) in LAWS {
        add("laws", *help, declaration());
    }
    for (help, declaration) in BODIES {
        add("bodies", *help, declaration());
    }
    for (help, declaration) in SHAPES {
        add("shapes", *help, declaration());
    }
    for entry in schemes::ALL {
        let params = infos::<Input>().filter(|info| entry.inputs.contains(&info.id));
        add("schemes", entry.help, (params.collect(), None));
    }
    for entry in corrections::ALL {
        if entry.help.name != "none" {
            add("corrections", entry.help, no_declaration());
        }
    }
    topics
}

/// Parameters of a topic, and the JSON Schema of the file that stores the parameters.
pub(super) type Declaration = (Vec<Info>, Option<Value>);
pub(super) type Entry = (HelpEntry, fn() -> Declaration);

pub(super) fn declared<T: Parametric>() -> Declaration {
    (infos::<T>().collect(), Some(schema::<T>()))
}

fn no_declaration() -> Declaration {
    (Vec::new(), None)
}

const NAMES: HelpEntry = HelpEntry {
    name: "names",
    summary: "How a name in `--set`, in a score, over OSC or in the studio is resolved.",
    text: NAME_RULE,
    equation: "hardness=70               handle, 0 to 100\n\
               struck.size=12cm          quantity with a unit\n\
               touch.stiffness=5e8       parameter, SI\n\
               touch.stiffness.handle=70 handle of that parameter, 0 to 100\n\
               strike                    gesture",
    source: "",
};

const SCENE: HelpEntry = HelpEntry {
    name: "scene",
    summary: "Format of a scene file: bodies, contacts, gestures, outputs. `foley render` plays it.",
    text: "JSON. `bodies` lists bodies by name, each of a kind: inertial, modal, string or wall. `contacts` joins two ports \
           by a law: hunt-crossley, linear or friction; the first port presses towards + into the second, and + is down \
           for falling bodies. `gestures` lists actions with their time: strike, place, push, offset, slide, \
           press, set; a value over time is a number, points, a sine, noise, samples or a sum. `outputs` lists signals: \
           the displacement, velocity or acceleration of a port, or the force of a contact. A quantity is a \
           number in SI or a text with its unit. Errors name their place, as in contacts[1].between[0]. Example files \
           are in examples/scenes; `foley explain scene --schema` lists every key.",
    equation: "{ \"bodies\": { \"hammer\": { \"kind\": \"inertial\", \"mass\": \"20 g\", \"velocity\": 1.5 },\n\
               \u{20}             \"bar\": { \"kind\": \"modal\", \"modes\": [{ \"frequency\": 440, \"t60\": 2, \"mass\": \"50 g\" }] } },\n\
               \u{20} \"contacts\": [{ \"between\": [\"hammer\", \"bar\"], \"stiffness\": 1e7 }],\n\
               \u{20} \"outputs\": [\"velocity of bar\"] }",
    source: "",
};

const PRESET: HelpEntry = HelpEntry {
    name: "preset",
    summary: "Format of a preset file: a model, its values, a score. `foley render` plays it.",
    text: "JSON or XML. `model` names the model; `values` holds its parameters by part, numbers in SI or texts with their unit, \
           choices by name; missing parameters keep their default. `score` lists events with their time: gestures by name, values \
           that are set, glides and curves; without it the model's default gestures are played. `modes` edits single modes of a body, counted \
           from the lowest, by factors on frequency, decay and gain: `\"modes\": { \"struck\": [{ \"mode\": 2, \"gain\": 0 }] }`. `name`, `sentence` and `author` are for \
           people; `like` names the kind of real sound that the preset imitates (`door_wood_knock`), for `foley lab realism`; `place` names the place in which `foley render` plays the sound (`foley explain place`); `seed` starts the random numbers. `loudness` has the loudness asked for, `target` in LUFS, and the `gain` in dB from SI to full scale that gives it; \
           without it the preset has the gain of its model. `foley save --loudness` measures the gain. Errors name their line and place. `foley save NAME --as FILE.json` \
           writes an example; `foley explain MODEL --schema` lists every key of a model's presets.",
    equation: "{ \"format\": 1, \"model\": \"impact\", \"name\": \"knuckle on a door\", \"seed\": 1, \"loudness\": { \"target\": -23, \"gain\": 23.2 },\n\
               \u{20} \"values\": { \"hammer\": { \"mass\": \"80 g\" }, \"struck\": { \"material\": \"wood\", \"size\": 0.9 } },\n\
               \u{20} \"score\": [{ \"at\": 0, \"strike\": 1.2 }, { \"at\": 0.3, \"set\": { \"hammer.mass\": 0.1 }, \"over\": 0.5 }] }",
    source: "",
};

const LIVE_SCENE: HelpEntry = HelpEntry {
    name: "live-scene",
    summary: "Format of a live scene: sounds by name, mappings, a score.",
    text: "JSON. `sounds` lists sounds by name, each a `preset` or a `model`; `set` holds values by path or by handle, `gain` and `pan` belong to its channel strip, \
           `seed` starts its random numbers, and `hears` names the input of a room (a sound, or `all`). `\"keys\": \"rack\"` makes one instance per key of a MIDI keyboard; `\"keys\": { \"most\": 16, \
           \"channel\": 2 }` limits the number of instances and selects a channel; for instruments with one channel per finger (MPE) use `{ \"mpe\": true, \"channel\": 16, \"members\": 7 }`, with master channel 1 or 16. \
           `mappings` is as in mapping files, `master` is the master gain, `limiter` keeps the output below full scale, and `place` and `distance` set where all sounds are heard (`foley explain place`). `score` lists events: a time, an address and its arguments; lasting sounds keep their durations in it, while other messages hold them until the value 0. Example files are in examples/live.",
    equation: "{ \"format\": 1, \"sounds\": { \"cup\": { \"preset\": \"espresso-cup-set-down-on-marble\", \"keys\": \"rack\" } },\n\
               \u{20} \"mappings\": [{ \"from\": \"midi:cc 1\", \"say\": \"/cup/hardness\" }],\n\
               \u{20} \"score\": [{ \"at\": 0.5, \"say\": \"/cup/strike 1.2\" }] }",
    source: "[PapettiThesis, 2.2.7]",
};

const MAPPING: HelpEntry = HelpEntry {
    name: "mapping",
    summary: "Format of a mapping file: from a control through steps to an address.",
    text: "JSON. `from` is the source: `osc:/address` (`#2` behind it for the second argument), `midi:note`, `midi:note C3..C5`, `midi:key`, `midi:cc 74`, `midi:fine 1` (controllers 1 and 33 as one 14-bit controller), `midi:bend`, \
           `midi:pressure`, `midi:poly-pressure`, `midi:timbre`, `midi:program`, each with an optional ` ch 1`, or `sensor:column`. `through` lists processing steps in order: \
           range, curve, smooth, derivative, absolute, gate, threshold, quantise, invert, scale, offset, dead-zone, and `to` as the last. After `range` a value is a position \
           from 0 to 1 on the scale of the target, over its full range or between the two values of `to`; MIDI values are positions from the start. A key mapped to a gesture without `to` makes it as the preset does at velocity 100, twice as strong at 127, a sixteenth at 1; its release ends a sound that lasts, such as a stream or wind. Other values \
           are sent unchanged. `say` is the address: a gesture, a parameter, a handle or the mixer. `foley live --mappings FILE` uses such a file; a live scene has the same \
           list. Mappings can be learnt: send `/foley/learn /cup/strike` over OSC and move a control; the control that moves most is mapped to that address. `/foley/forget /cup/strike` removes the mapping; `/foley/save` writes all \
           into the scene, or else into the file of `--mappings`. A mapping that could not be loaded again is rejected with the reason, and the file stays unchanged.",
    equation: "{ \"format\": 1, \"mappings\": [{ \"from\": \"sensor:accel_z\",\n\
               \u{20} \"through\": [{ \"derivative\": true }, { \"threshold\": { \"above\": 3, \"below\": 1, \"again\": \"80 ms\" } },\n\
               \u{20}             { \"range\": [3, 20] }, { \"curve\": 2 }, { \"to\": [0.2, 3] }], \"say\": \"/cup/strike\" }] }",
    source: "[PapettiThesis, 2.2.7]",
};

const COMMANDS: &[Entry] = &[
    (
        HelpEntry {
            name: "contact",
            summary: "The inputs of `foley contact`: a mass moving towards a wall, and the scheme.",
            text: "A mass meets a wall with the Hunt-Crossley law, optionally under a constant force. Closed forms give its \
                   release; a scheme steps it sample by sample; the answer compares the two. A run begins at \
                   first touch, or a fraction of a sample before. With several impacts each begins at the wall, with the \
                   release speed of the one before.",
            equation: "m ẍ = −k x^α (1 + μ ẋ) + f_e,   x(0) = 0,   ẋ(0) = v_in",
            source: "[Papetti2011, eqs (1), (21)]",
        },
        declared::<Input>,
    ),
    (
        HelpEntry {
            name: "closed-forms",
            summary: "The column `exact` of `foley contact`.",
            text: "Without an external force every velocity belongs to one compression, and the release depends on μ v_in \
                   alone: release velocity, maximum compression and heat are formulas, the duration is one integral. With \
                   a force no closed form is known; the same quantities come from a reference integration accurate to 1e-12, \
                   which also detects a mass that is captured and never leaves. Pulled out of the wall faster than 1/μ, the \
                   law as written pulls; these results follow the law there, the scheme `exact` does not.",
            equation: "μ v_in − ln(1 + μ v_in) = μ v_out − ln(1 + μ v_out)\n\
                       x_max^(α+1) = (m (α+1)/(k μ²)) [μ v_in − ln(1 + μ v_in)]",
            source: "[MarhefkaOrin1999]; [Papetti2011, eqs (2)–(9), (21)]",
        },
        no_declaration,
    ),
    (
        HelpEntry {
            name: "ledger",
            summary: "The energy balance, and the energy that the scheme itself created or lost.",
            text: "Heat is the loss of the law along the path taken. What is then missing or in excess is the error of the \
                   scheme, in its own column: positive if it lost energy, negative if it created some. \
                   Control is the energy that corrections put in. Damped is the loss of the bodies; radiated is the part of it \
                   that leaves as sound. Clicked is the sound of rigid bodies that are stopped, outside the balance.",
            equation: "numerical = initial + work + control − (moving + stored) − heat − damped",
            source: "",
        },
        no_declaration,
    ),
];

const LAWS: &[Entry] = &[
    (
        HelpEntry {
            name: "hunt-crossley",
            summary: "Force grows with compression; loss grows with compression and approach speed.",
            text: "The loss grows with the compression, so that the force starts and ends at zero. Below v = −1/μ the \
                   formula pulls; a body that came in from outside never gets there.",
            equation: "f(x, v) = k x^α (1 + μ v),   x > 0",
            source: "[HuntCrossley1975]; [MarhefkaOrin1999]; [Papetti2011, eq. (1)]",
        },
        declared::<HuntCrossley>,
    ),
    (
        HelpEntry {
            name: "linear",
            summary: "A spring and a dashpot that act while the bodies touch.",
            text: "The dashpot does not depend on the compression: the force jumps at first touch, and is clamped at zero \
                   before it would pull on the way out.",
            equation: "f(x, v) = max(0, k x + λ v),   x > 0",
            source: "[Chatziioannou2017, eqs (1), (2)] without loss",
        },
        declared::<Linear>,
    ),
    (
        HelpEntry {
            name: "power",
            summary: "A spring that hardens with stretch, the same in both directions.",
            text: "Not a contact, but the nonlinear force on which energy schemes are tested. It acts everywhere, pulls \
                   as well as pushes, and has no loss.",
            equation: "f(u) = K u^α,   α = 1, 3, 5, …",
            source: "[Ducceschi2017, eq. (3a)]",
        },
        declared::<Power>,
    ),
    (
        HelpEntry {
            name: "one-sided",
            summary: "A barrier at a distance: no force before it, a power law behind it.",
            text: "Without loss. With the barrier at 0 it is the Hunt-Crossley law without damping.",
            equation: "f(u) = K [u − h]₊^α",
            source: "[Ducceschi2017, eq. (3b)]",
        },
        declared::<OneSided>,
    ),
    (
        HelpEntry {
            name: "centre-limited",
            summary: "Free in the middle, a barrier on either side.",
            text: "A rattle in its housing, a string between two frets. Without loss.",
            equation: "f(u) = ±K [|u| − h]₊^α",
            source: "[Ducceschi2017, eq. (3c)]",
        },
        declared::<CentreLimited>,
    ),
    (
        HelpEntry {
            name: "stulov",
            summary: "Felt: stiffer while it is being squeezed than while it recovers.",
            text: "Felt with a short memory. It recovers more slowly than a hammer leaves and cannot pull, so the force \
                   reaches zero before the compression does; the energy still stored in the felt is lost.",
            equation: "f(x, v) = max(0, k [x^α + μ α x^(α−1) v]),   x > 0",
            source: "[Stulov1995]; [PapettiThesis, ch. 1]",
        },
        declared::<Stulov>,
    ),
    (
        HelpEntry {
            name: "friction",
            summary: "Surfaces that rub: bristles bend, break away, slide, and catch again.",
            text: "Under a small push the bristles between two surfaces bend like a spring; beyond their break-away they begin to \
                   slip (α rises from 0 to 1), and in steady sliding they stay bent as the Stribeck curve says. The step is \
                   implicit, takes at most eight evaluations of the law, and never creates energy at any stiffness; where \
                   σ₂ < σ₁(F_s/F_c − 1), σ₁ is reduced to keep friction passive. The noise w is seeded, and its work has its \
                   own entry in the ledger.",
            equation: "ż = v (1 − α(z, v) z/z_ss(v)),   f = σ₀ z + σ₁ ż + σ₂ v + σ₃ w √(|v| F_N)\n\
                       σ₀ z_ss = sgn(v) [F_c + (F_s − F_c) e^−(v/v_s)²],   F_s = μ_s F_N,   F_c = μ_d F_N,   z_ba = k_ba F_c/σ₀",
            source: "[Dupont2002]; [Avanzini2005]; [PapettiThesis, eq. (2.1)]",
        },
        declared::<Friction>,
    ),
];

const BODIES: &[Entry] = &[(
    HelpEntry {
        name: "string",
        summary: "Two waves run along the string, invert at the rigid ends, and lose a little.",
        text: "Pitch and decay of the fundamental are exact at any sample rate; overtones decay faster with the square of \
               frequency. A port lies at the nearest cell of the string, at most half a cell from its position. \
               Energy is the work done less the losses, sample by sample.",
        equation: "f₁ = √(T/μ) / 2L,   Z = √(Tμ),   v = v_right + v_left + F/2Z\n\
                   1/τ(f) = (1/τ) (1 + (f/f_b)²) / (1 + (f₁/f_b)²)",
        source: "[Smith1992]",
    },
    declared::<WaveguideSpec>,
)];

#[cfg(test)]
mod tests {
    use super::*;
    use foley_params::Parametric;

    #[test]
    fn names_are_unique() {
        let names: Vec<_> = all().iter().map(|topic| topic.help.name).collect();
        for (index, name) in names.iter().enumerate() {
            assert!(!names[..index].contains(name), "{name}");
        }
    }

    #[test]
    fn only_a_law_may_share_its_name_with_a_model() {
        for sound in foley_catalogue::models() {
            let name = sound.info().name;
            assert!(!["shape", "material", "place", "law"].contains(&name), "{name}");
            let same = all().into_iter().find(|topic| topic.help.name == name);
            assert!(same.is_none_or(|topic| topic.kind == "laws"), "{name}");
        }
    }

    #[test]
    fn laws_have_the_names_of_their_tables() {
        let names: Vec<_> = LAWS.iter().map(|(help, _)| help.name).collect();
        let tables = [
            HuntCrossley::NAME,
            Linear::NAME,
            Power::NAME,
            OneSided::NAME,
            CentreLimited::NAME,
            Stulov::NAME,
            Friction::NAME,
        ];
        assert_eq!(names, tables);
    }

    #[test]
    fn bodies_have_the_names_of_their_tables() {
        let names: Vec<_> = BODIES.iter().map(|(help, _)| help.name).collect();
        assert_eq!(names, [WaveguideSpec::NAME]);
    }

    #[test]
    fn every_source_is_in_the_bibliography() {
        let bibliography = include_str!("../../../../BIBLIOGRAPHY.md");
        for topic in all() {
            for key in topic.help.source.split('[').filter(|part| part.contains(']')) {
                let key = key.split([',', ']']).next().unwrap_or_default();
                let entry = format!("**{key}**");
                assert!(bibliography.contains(&entry), "{}: {key}", topic.help.name);
            }
        }
    }

    #[test]
    fn every_summary_is_one_line_and_every_text_one_paragraph() {
        for topic in all() {
            let HelpEntry { name, summary, text, .. } = topic.help;
            assert!(summary.ends_with('.') && summary.chars().count() <= 100, "{name}");
            assert!(text.ends_with('.'), "{name}");
            assert!(!text.contains("  "), "{name}");
        }
    }
}

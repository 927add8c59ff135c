//! Everything there is to explain, in one list. Shapes, schemes and corrections bring their own cards; laws
//! and bodies have theirs here.

use super::shapes::SHAPES;
use crate::contact::Input;
use crate::help_entry::HelpEntry;
use crate::{corrections, schemes};
use foley_body::WaveguideSpec;
use foley_contact::Friction;
use foley_contact::law::{CentreLimited, HuntCrossley, Linear, OneSided, Power, Stulov};
use foley_params::{Info, Parametric, infos, schema};
use serde_json::Value;

/// One thing to explain.
#[derive(Clone, Debug)]
pub(crate) struct Topic {
    pub(crate) kind: &'static str,
    pub(crate) card: HelpEntry,
    /// Its parameters, as their tables declare them.
    pub(crate) params: Vec<Info>,
    /// JSON Schema of a file with its values, where it has a table of its own.
    pub(crate) schema: Option<Value>,
}

/// All of them, kind by kind.
pub(crate) fn all() -> Vec<Topic> {
    let mut topics = Vec::new();
    let mut add = |kind, card, (params, schema)| {
        topics.push(Topic { kind, card, params, schema });
    };
    for (card, declaration) in COMMANDS {
        add("the contact command", *card, declaration());
    }
    add("files", SCENE, (Vec::new(), Some(foley_scene::file::schema())));
    add("files", PRESET, (Vec::new(), Some(foley_catalogue::preset::schema())));
    let live = foley_live::scene_file::schema();
    add("files", LIVE_SCENE, (Vec::new(), Some(live)));
    let mapping = foley_live::mapping::file::schema();
    add("files", MAPPING, (Vec::new(), Some(mapping)));
    for (card, declaration) in LAWS {
        add("laws", *card, declaration());
    }
    for (card, declaration) in BODIES {
        add("bodies", *card, declaration());
    }
    for (card, declaration) in SHAPES {
        add("shapes", *card, declaration());
    }
    for entry in schemes::ALL {
        let params = infos::<Input>().filter(|info| entry.inputs.contains(&info.id));
        add("schemes", entry.card, (params.collect(), None));
    }
    for entry in corrections::ALL {
        if entry.card.name != "none" {
            add("corrections", entry.card, nothing());
        }
    }
    topics
}

/// Parameters and the schema of their file.
pub(super) type Declaration = (Vec<Info>, Option<Value>);
pub(super) type Entry = (HelpEntry, fn() -> Declaration);

pub(super) fn declared<T: Parametric>() -> Declaration {
    (infos::<T>().collect(), Some(schema::<T>()))
}

fn nothing() -> Declaration {
    (Vec::new(), None)
}

const SCENE: HelpEntry = HelpEntry {
    name: "scene",
    summary: "What a scene file may say: bodies, contacts, gestures, outputs. `foley render` plays it.",
    text: "JSON. `bodies` are what there is, by name, each of a kind: inertial, modal, string or wall. `contacts` say between \
           which two ports, by which law: hunt-crossley, linear or friction; the first of the two presses towards + into the \
           second, and + is down where things fall. `gestures` are what is done when: strike, place, push, offset, slide, \
           press, set; a value over time is a number, points, a sine, noise, samples or a sum. `outputs` are what is \
           listened to: the displacement, velocity or acceleration of a port, the force of a contact. Every quantity is a \
           number in SI or a text with its unit. An error tells its place, as in contacts[1].between[0]. Files to begin \
           with are in examples/scenes; `foley explain scene --schema` has every key.",
    equation: "{ \"bodies\": { \"hammer\": { \"kind\": \"inertial\", \"mass\": \"20 g\", \"velocity\": 1.5 },\n\
               \u{20}             \"bar\": { \"kind\": \"modal\", \"modes\": [{ \"frequency\": 440, \"t60\": 2, \"mass\": \"50 g\" }] } },\n\
               \u{20} \"contacts\": [{ \"between\": [\"hammer\", \"bar\"], \"stiffness\": 1e7 }],\n\
               \u{20} \"outputs\": [\"velocity of bar\"] }",
    source: "",
};

const PRESET: HelpEntry = HelpEntry {
    name: "preset",
    summary: "What a preset file may say: a model, its values, a score. `foley render` plays it.",
    text: "JSON or XML. `model` says which sound it is; `values` are its parameters by part, numbers in SI or texts with their unit, \
           choices by name; what is left out keeps its default. `score` is what is done when: gestures by name, values that are \
           set and in which time, curves; without it the model's own opening is played. `modes` mode_edits single modes of a body, counted \
           from the lowest, by factors on frequency, decay and gain: `\"modes\": { \"struck\": [{ \"mode\": 2, \"gain\": 0 }] }`. `name`, `sentence` and `author` are for \
           people, `seed` is what its randomness begins with. An error tells its line and its place. `foley save NAME --as FILE.json` \
           writes one to begin with; `foley explain MODEL --schema` has every key of the presets of a model.",
    equation: "{ \"format\": 1, \"model\": \"impact\", \"name\": \"knuckle on a door\", \"seed\": 1,\n\
               \u{20} \"values\": { \"hammer\": { \"mass\": \"80 g\" }, \"struck\": { \"material\": \"wood\", \"size\": 0.9 } },\n\
               \u{20} \"score\": [{ \"at\": 0, \"strike\": 1.2 }, { \"at\": 0.3, \"set\": { \"hammer.mass\": 0.1 }, \"over\": 0.5 }] }",
    source: "",
};

const LIVE_SCENE: HelpEntry = HelpEntry {
    name: "live-scene",
    summary: "What a live scene may say: sounds by name, mappings, a score.",
    text: "JSON. `sounds` are what there is, by name, each a `preset` or a `model`; `set` has its values by path or by handle, `gain` and `pan` are its strip, \
           `seed` what its randomness begins with, `hears` says what a room listens to (a sound, or `all`), and `\"keys\": \"rack\"` makes one thing for every key of a MIDI keyboard; or `\"keys\": { \"most\": 16, \
           \"channel\": 2 }` with at most so many, for one channel alone; or, for instruments with a channel for every finger (MPE), `{ \"mpe\": true, \"channel\": 16, \"members\": 7 }`, channel 1 or 16 being the master. \
           `mappings` are as in mapping files, `master` is the gain of the whole, and `limiter` whether nothing may be louder than full scale. `score` says what happens when: an address and what follows it. Files to begin with are in examples/live.",
    equation: "{ \"format\": 1, \"sounds\": { \"cup\": { \"preset\": \"espresso-cup-set-down-on-marble\", \"keys\": \"rack\" } },\n\
               \u{20} \"mappings\": [{ \"from\": \"midi:cc 1\", \"say\": \"/cup/hardness\" }],\n\
               \u{20} \"score\": [{ \"at\": 0.5, \"say\": \"/cup/strike 1.2\" }] }",
    source: "[PapettiThesis, 2.2.7]",
};

const MAPPING: HelpEntry = HelpEntry {
    name: "mapping",
    summary: "What a mapping file may say: from any control through steps to any address.",
    text: "JSON. `from` is what moves: `osc:/address` (`#2` behind it for the second number), `midi:note`, `midi:note C3..C5`, `midi:key`, `midi:cc 74`, `midi:fine 1` (controllers 1 and 33 of a knob that sends two numbers), `midi:bend`, \
           `midi:pressure`, `midi:poly-pressure`, `midi:timbre`, `midi:program`, each perhaps with ` ch 1` behind it, or `sensor:column`. `through` lists what is done to its value, one after \
           another: range, curve, smooth, derivative, absolute, gate, threshold, quantise, invert, scale, offset, dead-zone, and to as the last. After `range` a value is a part \
           of the way, 0 to 1, and is said along the target's own scale, over its whole range or between the two values of `to`; what is MIDI is so from the beginning. A key that is said to a gesture without `to` makes it as the sound itself does at velocity 100, twice as much at 127, a sixteenth at 1. What is no \
           part of a way is said as it is. `say` is the address: a gesture, a parameter, a handle or the mixer. `foley live --mappings FILE` uses such a file, and a live scene has the same \
           list. They are also learnt: `/foley/learn /cup/strike` over OSC, and the control that then moves most moves that address; `/foley/forget /cup/strike` undoes it; `/foley/save` writes all \
           into the scene, or else into the file of `--mappings`. What would not load again is refused with the reason, and the file stays as it was.",
    equation: "{ \"format\": 1, \"mappings\": [{ \"from\": \"sensor:accel_z\",\n\
               \u{20} \"through\": [{ \"derivative\": true }, { \"threshold\": { \"above\": 3, \"below\": 1, \"again\": \"80 ms\" } },\n\
               \u{20}             { \"range\": [3, 20] }, { \"curve\": 2 }, { \"to\": [0.2, 3] }], \"say\": \"/cup/strike\" }] }",
    source: "[PapettiThesis, 2.2.7]",
};

const COMMANDS: &[Entry] = &[
    (
        HelpEntry {
            name: "contact",
            summary: "The inputs of `foley contact`: a mass on its way to a wall, and how to step it.",
            text: "A mass meets a wall with the Hunt-Crossley law, perhaps pressed on by a constant force. The closed forms \
                   say how it leaves; a scheme steps it sample by sample; the answer compares the two. A run begins at \
                   first touch, or a fraction of a sample before. With several impacts each begins at the wall, with the \
                   speed at which the last one left.",
            equation: "m ẍ = −k x^α (1 + μ ẋ) + f_e,   x(0) = 0,   ẋ(0) = v_in",
            source: "[Papetti2011, eqs (1), (21)]",
        },
        declared::<Input>,
    ),
    (
        HelpEntry {
            name: "closed-forms",
            summary: "What the column `exact` of `foley contact` holds.",
            text: "Without an external force every velocity belongs to one compression, and the release depends on μ v_in \
                   alone: release velocity, largest compression and heat are formulas, the duration is one integral. With \
                   a force no closed form is known; the same quantities come from a reference integration good to 1e-12, \
                   which also tells when the mass is captured and never leaves. Pulled out of the wall faster than 1/μ the \
                   law as written turns sticky; these answers follow it there, the scheme `exact` does not.",
            equation: "μ v_in − ln(1 + μ v_in) = μ v_out − ln(1 + μ v_out)\n\
                       x_max^(α+1) = (m (α+1)/(k μ²)) [μ v_in − ln(1 + μ v_in)]",
            source: "[MarhefkaOrin1999]; [Papetti2011, eqs (2)–(9), (21)]",
        },
        nothing,
    ),
    (
        HelpEntry {
            name: "ledger",
            summary: "Where the energy went, and what of it the scheme made or lost.",
            text: "Heat is what the law makes along the path that was taken; whatever is then missing or too much is the \
                   scheme's own doing, in a column of its own: positive when it lost energy, negative when it made some. \
                   Control is what corrections put in.",
            equation: "numerical = initial + work + control − (moving + stored) − heat",
            source: "",
        },
        nothing,
    ),
];

const LAWS: &[Entry] = &[
    (
        HelpEntry {
            name: "hunt-crossley",
            summary: "The deeper, the harder they push back; the faster they approach, the more they lose.",
            text: "The loss grows with the compression, so that the force starts and ends at zero. Below v = −1/μ the \
                   formula turns sticky; a body that came in from outside never gets there.",
            equation: "f(x, v) = k x^α (1 + μ v),   x > 0",
            source: "[HuntCrossley1975]; [MarhefkaOrin1999]; [Papetti2011, eq. (1)]",
        },
        declared::<HuntCrossley>,
    ),
    (
        HelpEntry {
            name: "linear",
            summary: "A spring and a dashpot that act while the bodies touch.",
            text: "The dashpot does not know how deep the bodies are: the force jumps at first touch, and stops at zero \
                   before it would turn sticky on the way out.",
            equation: "f(x, v) = max(0, k x + λ v),   x > 0",
            source: "[Chatziioannou2017, eqs (1), (2)] without loss",
        },
        declared::<Linear>,
    ),
    (
        HelpEntry {
            name: "power",
            summary: "A spring that hardens with stretch, the same in both directions.",
            text: "No contact at all, but the nonlinear force on which energy schemes are tried. It acts everywhere, pulls \
                   as well as pushes, and loses nothing.",
            equation: "f(u) = K u^α,   α = 1, 3, 5, …",
            source: "[Ducceschi2017, eq. (3a)]",
        },
        declared::<Power>,
    ),
    (
        HelpEntry {
            name: "one-sided",
            summary: "A barrier somewhere on the way: nothing before it, a power law behind it.",
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
                   stops at zero before the compression does; what the felt still holds is lost.",
            equation: "f(x, v) = max(0, k [x^α + μ α x^(α−1) v]),   x > 0",
            source: "[Stulov1995]; [PapettiThesis, ch. 1]",
        },
        declared::<Stulov>,
    ),
    (
        HelpEntry {
            name: "friction",
            summary: "Surfaces that rub: bristles bend, break away, slide, and catch again.",
            text: "Pushed a little, the bristles between two surfaces bend like a spring; beyond their break-away they begin to \
                   slip (α rises from 0 to 1), and in steady sliding they stay bent as the Stribeck curve says. The step is \
                   implicit, takes at most eight evaluations of the law, and never makes energy at any stiffness; where \
                   σ₂ < σ₁(F_s/F_c − 1), σ₁ falls just enough that friction never pushes. The noise w is seeded, and its work is \
                   booked apart.",
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
        summary: "Two waves run along it, turn over at the rigid ends, and lose a little.",
        text: "Pitch and decay of the fundamental are exact at any sample rate; overtones decay faster with the square of \
               frequency. A port is touched and heard at the nearest cell of the string, at most half a cell from where it \
               was put. Energy is the work done less the losses, sample by sample.",
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
    fn no_name_means_two_things() {
        let names: Vec<_> = all().iter().map(|topic| topic.card.name).collect();
        for (index, name) in names.iter().enumerate() {
            assert!(!names[..index].contains(name), "{name}");
        }
    }

    #[test]
    fn a_model_may_be_called_like_a_law_and_like_no_other_topic() {
        for sound in foley_catalogue::models() {
            let name = sound.info().name;
            assert!(!["shape", "material", "law"].contains(&name), "{name}");
            let same = all().into_iter().find(|topic| topic.card.name == name);
            assert!(same.is_none_or(|topic| topic.kind == "laws"), "{name}");
        }
    }

    #[test]
    fn laws_bear_the_names_of_their_tables() {
        let names: Vec<_> = LAWS.iter().map(|(card, _)| card.name).collect();
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
    fn bodies_bear_the_names_of_their_tables() {
        let names: Vec<_> = BODIES.iter().map(|(card, _)| card.name).collect();
        assert_eq!(names, [WaveguideSpec::NAME]);
    }

    #[test]
    fn every_source_is_in_the_bibliography() {
        let bibliography = include_str!("../../../../BIBLIOGRAPHY.md");
        for topic in all() {
            for key in topic.card.source.split('[').filter(|part| part.contains(']')) {
                let key = key.split([',', ']']).next().unwrap_or_default();
                let entry = format!("**{key}**");
                assert!(bibliography.contains(&entry), "{}: {key}", topic.card.name);
            }
        }
    }

    #[test]
    fn every_summary_is_a_line_and_every_text_a_paragraph() {
        for topic in all() {
            let HelpEntry { name, summary, text, .. } = topic.card;
            assert!(summary.ends_with('.') && summary.chars().count() <= 100, "{name}");
            assert!(text.ends_with('.'), "{name}");
            assert!(!text.contains("  "), "{name}");
        }
    }
}

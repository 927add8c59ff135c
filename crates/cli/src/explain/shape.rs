//! `foley explain shape`: computes the modes of a body by shape, material and position, and how each is heard
//! in air.

use super::shapes::SHAPES;
use super::{material, mounting};
use crate::failure::Failure;
use crate::help_entry::HelpEntry;
use crate::text::{aligned, indented, listed, rounded, wrapped};
use crate::{flag, output};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use foley_body::shape::{DecayRates, MAX_SHAPE_MODES, NaturalMode};
use foley_body::{
    Material, ModalSpec, ModeRadiation, ModeSelection, Mounting, Position, Shape, ShapeError, Support,
};
use foley_params::Unit;
use serde_json::{Map, Value, json};

/// Builds the clap command `foley explain shape`.
pub(super) fn command() -> Command {
    Command::new("shape")
        .about("List the modes of a body of a given shape and material, and their strength at given points")
        .after_help(
            "Examples:\n  \
             foley explain shape                                    every shape\n  \
             foley explain shape bar --material glass --length 30cm --at 0.3\n  \
             foley explain shape disc --held clamped --at 0.5,90deg --at 0,0\n  \
             foley explain shape rectangular-plate --material wood --mounting fixed\n  \
             foley explain shape stiff-string --modes 40 --json",
        )
        .arg(json_flag())
        .args_conflicts_with_subcommands(true)
        .disable_help_subcommand(true)
        .subcommands(Shape::all().iter().zip(SHAPES).map(|(shape, (help, _))| subcommand(shape, help)))
}

fn json_flag() -> Arg {
    Arg::new("json")
        .long("json")
        .help("Answer as JSON, in SI units with full precision")
        .action(ArgAction::SetTrue)
}

fn subcommand(shape: &Shape, help: &HelpEntry) -> Command {
    let dimensions = shape
        .infos()
        .into_iter()
        .map(|info| flag::of(&info, None).value_parser(move |written: &str| flag::read(&info, written)));
    let supports = shape.geometry().supports();
    let names = supports.iter().map(|held| PossibleValue::new(held.name()));
    let place = shape.position_kind();
    Command::new(help.name)
        .about(help.summary)
        .args(dimensions)
        .arg(
            Arg::new("held")
                .long("held")
                .value_name("HOW")
                .help(format!("How the body is held [default: {}]", shape.support()))
                .value_parser(PossibleValuesParser::new(names)),
        )
        .arg(mounting::flag())
        .arg(
            Arg::new("material")
                .long("material")
                .value_name("NAME")
                .help("Material of the body")
                .default_value("steel")
                .value_parser(material::names()),
        )
        .arg(
            Arg::new("at")
                .long("at")
                .value_name("POSITION")
                .help(format!(
                    "Position of a contact or an output, as {}; may be given several times",
                    place.describe()
                ))
                .action(ArgAction::Append)
                .allow_hyphen_values(true)
                .value_parser(move |written: &str| place.parse(written).map_err(|why| why.to_string())),
        )
        .arg(
            Arg::new("modes")
                .long("modes")
                .value_name("N")
                .help(format!("Number of modes, at most {MAX_SHAPE_MODES}"))
                .default_value("8")
                .value_parser(value_parser!(usize)),
        )
        .arg(
            Arg::new("below")
                .long("below")
                .value_name("Hz")
                .help("Upper frequency limit")
                .allow_hyphen_values(true)
                .value_parser(|written: &str| Unit::Hertz.parse(written).map_err(|why| why.to_string())),
        )
        .arg(json_flag())
}

/// Runs `foley explain shape` and returns the text to print.
pub(super) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let Some((name, asked)) = matches.subcommand() else {
        return list(matches.get_flag("json"));
    };
    let answer = Answer::to(name, asked).map_err(|why| Failure::input(why.to_string()))?;
    if asked.get_flag("json") { output::json(&answer.document()) } else { Ok(answer.text()) }
}

fn list(as_json: bool) -> Result<String, Failure> {
    let shapes = Shape::all();
    let supports = |shape: &Shape| -> Vec<&str> {
        let supports = shape.geometry().supports();
        supports.iter().map(|held| held.name()).collect()
    };
    let with_help = shapes.iter().zip(SHAPES);
    if as_json {
        let documents: Vec<_> = with_help
            .map(|(shape, (help, _))| {
                let ids = |infos: &[foley_params::Info]| -> Vec<_> {
                    infos.iter().map(foley_params::Info::to_json).collect()
                };
                json!({
                    "name": help.name,
                    "summary": help.summary,
                    "held": supports(shape),
                    "position": ids(shape.position_kind().coordinates()),
                    "params": ids(&shape.infos()),
                })
            })
            .collect();
        return output::json(&json!({ "shapes": documents }));
    }
    let mut rows = vec![vec!["shape".to_owned(), "held".to_owned(), "description".to_owned()]];
    rows.extend(with_help.map(|(shape, (help, _))| {
        vec![help.name.to_owned(), supports(shape).join(", "), help.summary.to_owned()]
    }));
    Ok(format!(
        "{}\n`foley explain shape NAME` lists the modes of a shape, `foley explain NAME` gives its equation, \
         `foley explain material` lists the materials.\n",
        aligned(&rows)
    ))
}

/// A shape with its options, and the computed modes of the body.
struct Answer {
    shape: Shape,
    help: &'static HelpEntry,
    material: String,
    mounting: Mounting,
    mass: f64,
    positions: Vec<Position>,
    naturals: Vec<NaturalMode>,
    radiations: Vec<ModeRadiation>,
    rates: Vec<DecayRates>,
    spec: ModalSpec,
}

impl Answer {
    fn to(name: &str, asked: &ArgMatches) -> Result<Self, ShapeError> {
        let mut shape = Shape::by_name(name)?;
        for info in shape.infos() {
            if let Some(&value) = asked.get_one::<f64>(info.id) {
                shape.set(info.id, value)?;
            }
        }
        if let Some(held) = asked.get_one::<String>("held") {
            shape.set_support(Support::by_name(held)?)?;
        }
        let material = asked.get_one::<String>("material").map_or("steel", String::as_str);
        let stuff = Material::by_name(material)?;
        let mut positions: Vec<_> = asked.get_many::<Position>("at").into_iter().flatten().copied().collect();
        if positions.is_empty() {
            positions.push(shape.position_kind().default_position());
        }
        let wanted = ModeSelection {
            max_count: asked.get_one("modes").copied().unwrap_or(8),
            max_frequency: asked.get_one("below").copied().unwrap_or(f64::INFINITY),
            free: false,
        };
        let naturals = shape.natural_modes(&stuff, wanted)?;
        let mounting = mounting::read(asked);
        let help = SHAPES.iter().map(|(help, _)| help);
        Ok(Self {
            shape,
            // A subcommand of every name exists, because the subcommands are built from the entries.
            help: help.clone().find(|help| help.name == name).unwrap_or(&SHAPES[0].0),
            material: material.to_owned(),
            mounting,
            mass: shape.mass(&stuff),
            rates: naturals.iter().map(|natural| shape.decay_rates(&stuff, natural, mounting)).collect(),
            radiations: naturals.iter().map(|natural| shape.radiation(&stuff, natural)).collect(),
            naturals,
            spec: shape.modal_spec(&stuff, wanted, &positions)?,
            positions,
        })
    }

    fn text(&self) -> String {
        let shape = &self.shape;
        let dimensions: Vec<_> = shape
            .infos()
            .iter()
            .map(|info| {
                let value = shape.get(info.id).unwrap_or(f64::NAN);
                format!("{} {}", info.id, info.format(value))
            })
            .collect();
        let dimensions: Vec<_> = dimensions.iter().map(String::as_str).collect();
        let head = format!(
            "{} of {}, support {}, mounting {}: {}; mass {}.",
            self.help.name,
            self.material,
            shape.support(),
            self.mounting.name(),
            listed(&dimensions),
            rounded(Unit::Kilogram, self.mass, 4),
        );
        let heads = ["mode", "order", "frequency", "ratio", "σ"];
        let times = ["T60 material", "T60 support", "T60 air", "T60", "mass"];
        let mut heads: Vec<_> = heads.into_iter().chain(times).map(str::to_owned).collect();
        heads.extend(self.positions.iter().map(|at| format!("at {}", position_text(*at))));
        let mut rows = vec![heads];
        let first = self.spec.modes.first().map_or(1.0, |mode| mode.frequency);
        for (index, (natural, mode)) in self.naturals.iter().zip(&self.spec.modes).enumerate() {
            let (radiation, rates) = (&self.radiations[index], &self.rates[index]);
            let mut row = vec![
                (index + 1).to_string(),
                self.order(natural),
                rounded(Unit::Hertz, mode.frequency, 6),
                format!("{:.4}", mode.frequency / first),
                significant(radiation.radiator.efficiency),
                time_text(decay_time(rates.material())),
                time_text(decay_time(rates.mounting())),
                time_text(decay_time(rates.air())),
                time_text(decay_time(rates.total(1.0))),
                rounded(Unit::Kilogram, mode.mass, 4),
            ];
            // A value that rounds to 0 is printed without a sign.
            row.extend(mode.shape.iter().map(|height| {
                let text = format!("{height:+.4}");
                if text == "-0.0000" { "+0.0000".to_owned() } else { text }
            }));
            rows.push(row);
        }
        format!(
            "{}\n\n{}\n\n{}\n{}\nSource: {}. More: `foley explain {}`.\n",
            wrapped(&head),
            indented(self.help.equation),
            aligned(&rows),
            wrapped(COLUMNS),
            self.help.source,
            self.help.name,
        )
    }

    /// Returns the order of a mode as text: one index for long bodies, two for the others.
    fn order(&self, natural: &NaturalMode) -> String {
        let [m, n] = natural.order;
        match self.shape.position_kind() {
            foley_body::shape::PositionKind::Line => m.to_string(),
            _ => format!("({m},{n})"),
        }
    }

    fn document(&self) -> Value {
        let shape = &self.shape;
        let values: Map<_, _> =
            shape.infos().iter().map(|info| (info.id.to_owned(), json!(shape.get(info.id).ok()))).collect();
        let first = self.spec.modes.first().map_or(1.0, |mode| mode.frequency);
        let modes: Vec<_> = self
            .naturals
            .iter()
            .zip(&self.spec.modes)
            .zip(self.radiations.iter().zip(&self.rates))
            .map(|((natural, mode), (radiation, rates))| {
                let radiator = &radiation.radiator;
                json!({
                    "order": natural.order,
                    "frequency": mode.frequency,
                    "ratio": mode.frequency / first,
                    "decay": mode.decay,
                    "mass": mode.mass,
                    "shape": mode.shape,
                    "t60_material": decay_time(rates.material()),
                    "t60_support": decay_time(rates.mounting()),
                    "t60_air": decay_time(rates.air()),
                    "t60": decay_time(rates.total(1.0)),
                    "radiation": {
                        "efficiency": radiator.efficiency,
                        "area": radiator.area,
                        "normal_share": radiator.normal_share,
                        "added_mass": radiator.added_mass,
                        "decay_rate": radiation.decay_rate,
                        "frequency": radiation.loaded_frequency,
                        "pressure_gain": radiation.pressure_gain,
                    },
                })
            })
            .collect();
        let positions: Vec<_> = self.positions.iter().map(|at| at.values()).collect();
        json!({
            "shape": self.help.name,
            "material": self.material,
            "held": shape.support().name(),
            "mounting": self.mounting.name(),
            "values": values,
            "mass": self.mass,
            "positions": positions,
            "modes": modes,
        })
    }
}

/// Explanation of the table's columns, printed below the table.
const COLUMNS: &str = "σ is the radiation efficiency in air at the frequency of the mode. T60 is the time in which \
                       a mode falls by 60 dB. The columns before it have the time if the material, the support or \
                       the air alone took its energy; ∞ is no loss. `--mounting` sets the support \
                       (`foley explain mounting`). The air takes energy by radiation, and from strings also by \
                       viscosity. Sounds of the catalogue contain all three losses; \
                       bodies of scene files contain that of the material.";

/// Returns the time \[s\] in which an amplitude with a decay rate \[1/s\] falls by 60 dB; `None` if the rate
/// is 0.
fn decay_time(rate: f64) -> Option<f64> {
    let time = core::f64::consts::LN_10 * 3.0 / rate;
    time.is_finite().then_some(time)
}

fn time_text(time: Option<f64>) -> String {
    time.map_or_else(|| "∞".to_owned(), |time| rounded(Unit::Second, time, 4))
}

/// Formats a number to three digits, as a power of ten below 0.001.
fn significant(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else if value < 1e-3 {
        format!("{value:.2e}")
    } else {
        rounded(Unit::One, value, 3)
    }
}

/// Returns a position in the syntax of `--at`.
fn position_text(at: Position) -> String {
    let values = at.values();
    let texts = at.kind().coordinates().iter().zip(values);
    let texts: Vec<_> = texts.map(|(info, value)| rounded(info.unit, value, 4)).collect();
    texts.join(", ")
}

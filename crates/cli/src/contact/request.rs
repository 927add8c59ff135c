//! The command line of `foley contact`: flags from the parameter table, then checks of combinations.

use super::input::{Input, word};
use crate::failure::Failure;
use crate::schemes::{self, Scope};
use crate::{corrections, text};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use foley_contact::correction::Corrections;
use foley_params::{Info, Parametric, infos};
use std::path::PathBuf;

/// The parsed command line of `foley contact`.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) input: Input,
    pub(crate) scheme: &'static schemes::Entry,
    pub(crate) corrections: Corrections,
    pub(crate) trace: Option<PathBuf>,
    pub(crate) json: bool,
    /// Whether the user gave `--impacts`, even with the value 1.
    pub(crate) chain: bool,
    /// Ids of the physical inputs that the user did not give.
    pub(crate) defaults: Vec<&'static str>,
    /// Notes about the request that the answer prints.
    pub(crate) notes: Vec<String>,
}

/// The value of a flag, as given by the user.
#[derive(Clone, Copy, Debug)]
enum Given {
    Value(f64),
    Word,
}

/// Returns all flags of `foley contact`.
pub(crate) fn flags() -> Vec<Arg> {
    let mut flags: Vec<Arg> = infos::<Input>().map(flag).collect();
    flags.push(
        Arg::new("scheme")
            .long("scheme")
            .value_name("NAME")
            .help(format!("Numerical scheme [default: {}]", schemes::DEFAULT.name()))
            .value_parser(possible(schemes::offered().map(|entry| entry.help)))
            .hide_possible_values(false),
    );
    flags.push(
        Arg::new("correction")
            .long("correction")
            .value_name("NAME[,NAME]")
            .help("Corrections from [Papetti2011] that the scheme applies after each step [default: none]")
            .action(ArgAction::Append)
            .value_delimiter(',')
            .value_parser(possible(corrections::ALL.iter().map(|entry| entry.help))),
    );
    flags.push(
        Arg::new("trace")
            .long("trace")
            .value_name("FILE.csv")
            .help("Write every sample of the first impact to a file")
            .value_parser(value_parser!(PathBuf)),
    );
    flags.push(
        Arg::new("json")
            .long("json")
            .help("Answer as JSON, in SI units with full precision")
            .action(ArgAction::SetTrue),
    );
    flags
}

/// Builds the flag of a parameter, which takes a number or the word that may replace the number.
fn flag(info: Info) -> Arg {
    crate::flag::of(&info, word(info.id)).value_parser(move |written: &str| read_value(&info, written))
}

fn read_value(info: &Info, written: &str) -> Result<Given, String> {
    if word(info.id) == Some(written.trim()) {
        return Ok(Given::Word);
    }
    crate::flag::read(info, written).map(Given::Value).map_err(|refused| match word(info.id) {
        Some(word) => format!("{refused} `{word}` is also allowed."),
        None => refused,
    })
}

fn possible(entries: impl Iterator<Item = crate::help_entry::HelpEntry>) -> PossibleValuesParser {
    PossibleValuesParser::new(entries.map(|help| PossibleValue::new(help.name).help(help.summary)))
}

impl Request {
    /// Reads the command line and checks its combinations of inputs.
    pub(crate) fn read(matches: &ArgMatches) -> Result<Self, Failure> {
        let (input, given) = read_input(matches);
        let scheme = matches
            .get_one::<String>("scheme")
            .and_then(|name| schemes::find(name))
            .unwrap_or(schemes::DEFAULT);
        let names: Vec<_> =
            matches.get_many::<String>("correction").into_iter().flatten().map(String::as_str).collect();
        let corrections = corrections::read(&names)?;
        let defaults = ["mass", "stiffness", "exponent", "damping", "speed"]
            .into_iter()
            .filter(|id| !given.contains(id))
            .collect();
        let mut request = Self {
            input,
            scheme,
            corrections,
            trace: matches.get_one::<PathBuf>("trace").cloned(),
            json: matches.get_flag("json"),
            chain: given.contains(&"impacts"),
            defaults,
            notes: Vec::new(),
        };
        request.check(&given)?;
        if scheme.scope != Scope::Exact {
            (request.input.auto_substeps, request.input.substeps) = (false, 1);
        }
        request.take_notes();
        Ok(request)
    }

    /// Rejects combinations of inputs that contradict each other.
    fn check(&self, given: &[&str]) -> Result<(), Failure> {
        let name = self.scheme.name();
        let exact = self.scheme.scope == Scope::Exact;
        if exact && self.corrections != Corrections::NONE {
            return Err(Failure::input(
                "the scheme `exact` takes no corrections: its release velocity is that of the closed form. \
                 Remove `--correction`, or choose another `--scheme`.",
            ));
        }
        if (self.scheme.make)(&self.input).lag() > 0 && self.corrections != Corrections::NONE {
            return Err(Failure::input(format!(
                "the scheme `{name}` takes no corrections: its state is two positions, and a corrected velocity at one \
                 of them would not persist. Remove `--correction`, or choose am1, verlet, heun, \
                 heun-textbook, rk4, two-point or ieq-one-step.",
            )));
        }
        if !exact && !self.input.auto_substeps && self.input.substeps != 1 {
            return Err(Failure::input(format!(
                "the scheme `{name}` takes one step per sample: `--substeps` may be 1 or auto. Only `exact` divides \
                 a sample; for the others choose a higher `--rate`.",
            )));
        }
        if self.scheme.scope == Scope::Lossless && self.input.damping != 0.0 {
            return Err(Failure::input(format!(
                "the scheme `{name}` has no losses and would ignore the damping of {}. Add `--damping 0`, or choose \
                 another `--scheme`.",
                foley_params::Unit::SecondPerMetre.format(self.input.damping),
            )));
        }
        if given.contains(&"expansion") && !self.scheme.inputs.contains(&"expansion") {
            return Err(Failure::input(format!(
                "`--expansion` belongs to the scheme `quadratic`; `{name}` does not use it.",
            )));
        }
        if self.input.begins_inside() {
            return Err(Failure::input(
                "the mass starts `--offset` samples before the first touch; with this force and speed that is inside the \
                 wall. Choose a smaller offset, a smaller force or a higher rate.",
            ));
        }
        Ok(())
    }

    fn take_notes(&mut self) {
        if self.input.force != 0.0 && (self.corrections.bound || self.corrections.hybrid.is_some()) {
            self.notes.push(
                "bound and hybrid use the closed forms without the external force; the paper has no others."
                    .to_owned(),
            );
        }
    }

    /// Returns the names of the chosen corrections, joined by commas.
    pub(crate) fn correction_names(&self) -> String {
        corrections::names(&self.corrections)
    }

    /// Returns a sentence that lists the inputs with default values; `None` if the user gave all inputs.
    pub(crate) fn defaults_used(&self) -> Option<String> {
        let values: Vec<_> = Input::PARAMS
            .iter()
            .filter(|param| self.defaults.contains(&param.id))
            .map(|param| format!("{} {}", param.id, param.format((param.get)(&self.input))))
            .collect();
        let values: Vec<_> = values.iter().map(String::as_str).collect();
        (!values.is_empty()).then(|| format!("by default: {}", text::listed(&values)))
    }
}

/// Returns the inputs, and the ids of the flags that the user gave.
fn read_input(matches: &ArgMatches) -> (Input, Vec<&'static str>) {
    let mut input = Input::default();
    let mut given = Vec::new();
    for param in Input::PARAMS {
        match matches.get_one::<Given>(param.id) {
            Some(Given::Value(value)) => (param.set)(&mut input, *value),
            Some(Given::Word) => {}
            None => continue,
        }
        given.push(param.id);
    }
    input.auto_substeps = !matches!(matches.get_one("substeps"), Some(Given::Value(_)));
    (input, given)
}

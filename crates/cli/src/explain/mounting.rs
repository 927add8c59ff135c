//! `foley explain mounting`: lists how bodies can be mounted, and what they lose there.

use crate::failure::Failure;
use crate::output;
use crate::text::{aligned, rounded};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Command};
use foley_body::Mounting;
use foley_params::Unit;
use serde_json::{Value, json};

/// Returns a parser that accepts the names of all mountings.
fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(Mounting::ALL.map(|mounting| PossibleValue::new(mounting.name())))
}

/// Returns the flag `--mounting` of `foley explain shape NAME`.
pub(super) fn flag() -> Arg {
    Arg::new("mounting")
        .long("mounting")
        .value_name("HOW")
        .help("How the body is mounted, which takes energy from its modes")
        .default_value(Mounting::default().name())
        .value_parser(names())
}

/// Reads the flag `--mounting`.
pub(super) fn read(asked: &ArgMatches) -> Mounting {
    let name = asked.get_one::<String>("mounting");
    let named = Mounting::ALL.into_iter().find(|mounting| name.is_some_and(|name| name == mounting.name()));
    named.unwrap_or_default()
}

/// Builds the clap command `foley explain mounting`.
pub(super) fn command() -> Command {
    Command::new("mounting")
        .about("Mountings of bodies: hung, held, standing, lying, fixed, and the loss at each")
        .arg(Arg::new("name").value_name("NAME").help("One mounting [default: all]").value_parser(names()))
        .arg(Arg::new("json").long("json").help("Answer as JSON").action(ArgAction::SetTrue))
}

/// Runs `foley explain mounting` and returns the text to print.
pub(super) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let requested = matches.get_one::<String>("name");
    let named = Mounting::ALL.into_iter().filter(|one| requested.is_none_or(|name| name == one.name()));
    if matches.get_flag("json") {
        return output::json(&json!({ "mountings": named.map(document).collect::<Vec<_>>() }));
    }
    let mut rows = vec![["mounting", "meaning", "loss", "source"].map(str::to_owned).to_vec()];
    rows.extend(named.map(|mounting| {
        vec![
            mounting.name().to_owned(),
            mounting.doc().to_owned(),
            loss(mounting),
            mounting.source().to_owned(),
        ]
    }));
    Ok(format!(
        "{}\nAt an edge a wave loses the share α of its energy: the amplitude of a mode decays at the rate ½ α n c, where n\n\
         is the number of encounters with the edge per metre and c the group speed of bending waves. Fingers take\n\
         R φ²/2m from a mode of mass m, where φ is its height at their position.\n\n\
         `foley explain shape NAME --mounting HOW` lists the decay times of modes.\n\
         Sounds of solid bodies have the parameter `mounting`.\n\n\
         Source: [CremerHeckl1988, chapter 4].\n",
        aligned(&rows)
    ))
}

fn loss(mounting: Mounting) -> String {
    let (alpha, resistance) = (mounting.edge_absorption(), mounting.point_resistance());
    if alpha > 0.0 {
        format!("α = {alpha}")
    } else if resistance > 0.0 {
        format!("R = {}", rounded(Unit::NewtonSecondPerMetre, resistance, 4))
    } else {
        "none".to_owned()
    }
}

fn document(mounting: Mounting) -> Value {
    json!({
        "name": mounting.name(),
        "meaning": mounting.doc(),
        "edge_absorption": mounting.edge_absorption(),
        "point_resistance": mounting.point_resistance(),
        "source": mounting.source(),
    })
}

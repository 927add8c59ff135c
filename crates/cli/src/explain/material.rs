//! `foley explain material`: lists the materials of bodies.

use super::parameters;
use crate::failure::Failure;
use crate::output;
use crate::text::aligned;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Command};
use foley_body::Material;
use foley_body::material::{ALL, NamedMaterial};
use foley_params::{ByName, infos, schema, to_json};
use serde_json::{Value, json};

/// Returns a parser that accepts the names of all materials.
pub(super) fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(ALL.iter().map(|named| PossibleValue::new(named.name)))
}

/// Builds the clap command `foley explain material`.
pub(super) fn command() -> Command {
    Command::new("material")
        .about("Materials of bodies: density, stiffness, loss")
        .arg(
            Arg::new("name")
                .value_name("NAME")
                .help("Material to list [default: all materials]")
                .value_parser(names()),
        )
        .arg(
            Arg::new("schema")
                .long("schema")
                .help("Print the JSON Schema of material files")
                .conflicts_with_all(["json", "name"])
                .action(ArgAction::SetTrue),
        )
        .arg(Arg::new("json").long("json").help("Answer as JSON").action(ArgAction::SetTrue))
}

/// Runs `foley explain material` and returns the text to print.
pub(super) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    if matches.get_flag("schema") {
        return output::json(&schema::<Material>());
    }
    let requested = matches.get_one::<String>("name");
    let named: Vec<_> = ALL.iter().filter(|named| requested.is_none_or(|name| name == named.name)).collect();
    if matches.get_flag("json") {
        let materials: Vec<_> = named.into_iter().map(document).collect();
        return output::json(&json!({ "materials": materials }));
    }
    let infos: Vec<_> = infos::<Material>().collect();
    let mut heads = vec!["material".to_owned()];
    heads.extend(infos.iter().map(|info| info.id.to_owned()));
    heads.push("source".to_owned());
    let mut rows = vec![heads];
    for named in named {
        let mut row = vec![named.name.to_owned()];
        let value = |id| named.material.text(id).unwrap_or_default();
        row.extend(infos.iter().map(|info| value(info.id)));
        row.push(named.source.to_owned());
        rows.push(row);
    }
    Ok(format!(
        "{}\nThe amplitude of a mode of frequency f decays at the rate 1/τ = ½ (α + ω tan φ + β ω²), ω = 2πf.\n\n{}",
        aligned(&rows),
        parameters(&infos)
    ))
}

fn document(named: &NamedMaterial) -> Value {
    let mut document = to_json(&named.material);
    document["name"] = named.name.into();
    document["source"] = named.source.into();
    document
}

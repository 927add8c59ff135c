//! `foley explain place`: lists the places with their numbers.

use super::parameters;
use crate::failure::Failure;
use crate::output;
use crate::text::aligned;
use clap::{Arg, ArgAction, ArgMatches, Command};
use foley_catalogue::describe::place_json;
use foley_catalogue::spaces::Place;
use foley_catalogue::spaces::place::{DISTANCE, EAR_HEIGHT, RoomAcoustics, SOURCE_HEIGHT, STREET_WIDTH};
use foley_params::Unit;
use serde_json::json;

/// Builds the clap command `foley explain place`.
pub(super) fn command() -> Command {
    Command::new("place")
        .about("Places in which sounds are heard: size, reverberation time, floor")
        .arg(
            Arg::new("name")
                .value_name("NAME")
                .help("Place to show [default: all places]")
                .value_parser(|written: &str| Place::parse(written).map_err(|why| why.to_string())),
        )
        .arg(Arg::new("json").long("json").help("Answer as JSON").action(ArgAction::SetTrue))
}

/// Runs `foley explain place` and returns the text to print.
pub(super) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let requested = matches.get_one::<Place>("name");
    let places: Vec<Place> =
        Place::ALL.iter().copied().filter(|place| requested.is_none_or(|name| name == place)).collect();
    if matches.get_flag("json") {
        let places: Vec<_> = places.into_iter().map(place_json).collect();
        return output::json(&json!({ "places": places }));
    }
    let heads = ["place", "size", "T60 at 500 Hz", "at 4 kHz", "floor", "distance up to", "meaning"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    let metres = |value: f64| Unit::Metre.format(value);
    for place in places {
        let [size, low, high] = match (place, place.room()) {
            (_, Some(RoomAcoustics { shoebox, decay: [low, high] })) => {
                let size = shoebox.size.map(|side| side.to_string()).join(" × ");
                [format!("{size} m"), Unit::Second.format(low), Unit::Second.format(high)]
            }
            (Place::Street, None) => [format!("{} wide", metres(STREET_WIDTH)), String::new(), String::new()],
            _ => Default::default(),
        };
        let floor = place.floor_absorption().map_or(String::new(), |absorption| format!("α = {absorption}"));
        let far = metres(place.max_distance());
        rows.push(vec![place.name().to_owned(), size, low, high, floor, far, place.doc().to_owned()]);
    }
    Ok(format!(
        "{}\nThe direct sound has the gain 1/r. The source is {} and the ear {} above the floor, which reflects √(1 − α) of the\n\
         pressure. Walls give their first reflections, facades all reflections down to -60 dB. A room adds its late\n\
         reverberation, whose level follows from volume and T60.\n\n{}\n\
         `foley render NAME --place PLACE --distance M` renders a sound in a place. The key `place` of a preset is its default.\n\n\
         Source: [AllenBerkley1979]; [Barron1988]; [Beranek2004]; [EverestPohlmann2009]; [IEC60268-13]; [ISO3382];\n\
         [ISO9613-1]; [IsmailOldham2005]; [JacksonLeventhall1972]; [JotChaigne1991]; [Kang2000].\n",
        aligned(&rows),
        metres(SOURCE_HEIGHT),
        metres(EAR_HEIGHT),
        parameters(&[DISTANCE]),
    ))
}

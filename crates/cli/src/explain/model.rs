//! Formats the page of a model: physics, parts, gestures, parameters, presets.

use crate::catalogue::{
    choices, gestures, model_summary_json, parameters, parameters_json, presets_of, used_by,
};
use crate::text::{aligned, indented, listed, wrapped};
use foley_catalogue::preset;
use foley_params::Info;
use foley_sound::{Sound, SoundParam, sound_params};
use serde_json::Value;

/// Returns the page of a model as text. `also` is another command that explains a topic of the same name.
pub(super) fn page(sound: &dyn Sound, also: Option<&str>) -> String {
    let about = sound.info();
    let mut parts = vec![
        format!("{}: {} ({}, {})", about.name, about.title, about.family.name(), about.level.name()),
        wrapped(about.physics),
        indented(about.equation),
    ];
    let users = used_by(about.name);
    let mut relations = Vec::new();
    if !about.made_of.is_empty() {
        relations.push(format!("Made of {}.", listed(about.made_of)));
    }
    if !users.is_empty() {
        relations.push(format!("Used by {}.", listed(&users)));
    }
    if !relations.is_empty() {
        parts.push(relations.join(" "));
    }
    parts.push(gestures(sound.gestures()).trim_end().to_owned());
    for (index, part) in sound.parts().iter().enumerate() {
        let of = |param: &SoundParam| param.part == index;
        let all: Vec<_> = sound_params(sound).into_iter().filter(of).collect();
        let mut text = format!(
            "{} ({})\n{}",
            part.name,
            part.aspect.name(),
            indented(parameters(sound, &all).trim_end())
        );
        let choices = choices(&all);
        if !choices.is_empty() {
            text.push('\n');
            text.push_str(&indented(&choices));
        }
        parts.push(text);
    }
    let presets = presets_of(about.name);
    if !presets.is_empty() {
        let rows: Vec<_> = presets
            .iter()
            .map(|preset| vec![format!("  {}", preset.slug()), preset.sentence.clone()])
            .collect();
        parts.push(format!("Presets\n{}", aligned(&rows).trim_end()));
    }
    parts.push(format!(
        "Try: foley render {}\nNames in --set: foley explain names",
        presets.first().map_or_else(|| about.name.to_owned(), |preset| preset.slug())
    ));
    if !about.source.is_empty() {
        parts.push(format!("Source: {}.", about.source.trim_end_matches('.')));
    }
    if let Some(also) = also {
        parts.push(format!("See also `{also}`."));
    }
    parts.join("\n\n") + "\n"
}

/// Returns the page of a model as JSON. `also` is another command that explains a topic of the same name.
pub(super) fn document(sound: &dyn Sound, also: Option<&str>) -> Value {
    let about = sound.info();
    let presets: Vec<_> =
        presets_of(about.name).into_iter().map(crate::catalogue::preset_summary_json).collect();
    let mut document = model_summary_json(sound);
    document["kind"] = "models".into();
    document["summary"] = about.title.into();
    document["text"] = about.physics.into();
    document["equation"] = about.equation.into();
    document["source"] = about.source.into();
    document["gestures"] = sound.gestures().iter().map(Info::to_json).collect();
    document["params"] = parameters_json(sound).into();
    document["presets"] = presets.into();
    document["see_also"] = also.into();
    document
}

/// Returns the JSON Schema of one model's presets, taken from the schema of all presets.
pub(super) fn schema(sound: &dyn Sound) -> Value {
    let all = preset::schema();
    let mut one = all["$defs"][sound.info().name].clone();
    one["$schema"] = all["$schema"].clone();
    one["title"] = sound.info().name.into();
    one
}

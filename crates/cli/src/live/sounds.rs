//! What plays, and what is known beforehand of what will be done to it.

use super::request::Request;
use crate::catalogue::{named, nothing_of_that_name};
use crate::failure::Failure;
use foley_engine::Loudness;
use foley_live::Desk;
use foley_live::desk::Letter;
use foley_live::session::Setup;
use foley_sound::preset::Preset;

/// Words after which nothing more is said of what the thing is.
const AFTER: [&str; 25] = [
    "set", "on", "in", "at", "with", "into", "of", "from", "over", "under", "to", "and", "by", "that", "as", "through",
    "after", "against", "between", "around", "along", "across", "off", "out", "before",
];

/// A short word for a preset: `espresso-cup-set-down-on-marble` is a `cup`.
fn short(slug: &str) -> String {
    let mut word = "sound";
    for (index, next) in slug.split('-').enumerate() {
        if index == 0 && ["a", "an", "the"].contains(&next) {
            continue;
        }
        let done = next.ends_with("ed") || next.ends_with("ing");
        if index > 0 && word != "sound" && (done || AFTER.contains(&next)) {
            break;
        }
        word = next;
    }
    // An address is plain ASCII.
    let plain: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
    if plain.is_empty() || plain == "foley" {
        "sound".to_owned()
    } else {
        plain
    }
}

/// What plays.
pub(super) struct Sounds {
    presets: Vec<(String, Preset)>,
}

/// All that was named.
pub(super) fn read(request: &Request) -> Result<Sounds, Failure> {
    let mut presets: Vec<(String, Preset)> = Vec::new();
    for wanted in &request.sounds {
        let (name, sound) = match wanted.split_once('=') {
            Some((name, sound)) => (Some(name.to_owned()), sound),
            None => (None, wanted.as_str()),
        };
        let preset = named(sound).ok_or_else(|| nothing_of_that_name(sound))?;
        let taken = |name: &str| presets.iter().any(|(other, _)| other == name);
        let name = match name {
            Some(name) if taken(&name) => {
                return Err(Failure::input(format!("two sounds cannot both be called `{name}`.")));
            }
            Some(name) => name,
            None => {
                let slug = preset.slug();
                let is_model = preset.sound.about().name == slug;
                let short = if is_model { slug } else { short(&slug) };
                let counted = (1..).map(|count| match count {
                    1 => short.clone(),
                    _ => format!("{short}-{count}"),
                });
                let free = counted.into_iter().find(|name| !taken(name));
                free.unwrap_or_default()
            }
        };
        presets.push((name, preset));
    }
    if presets.is_empty() && request.scene.is_none() && request.measure.is_none() && !request.list {
        return Err(Failure::input(
            "there is nothing to play: name a preset or a model (`foley list presets`), or a live scene with --scene.",
        ));
    }
    Ok(Sounds { presets })
}

impl Sounds {
    /// What a session is to begin with.
    pub(super) fn set_up(self, mut setup: Setup, _request: &Request) -> Result<Setup, Failure> {
        let mut letters: Vec<Letter> = Vec::new();
        let presets = self.presets;
        setup.capacity.instances = setup.capacity.instances.max(presets.len());
        setup.prepare = Box::new(move |desk: &mut Desk| {
            for (name, preset) in &presets {
                add(desk, name, preset)?;
            }
            Ok(())
        });
        letters.sort_by_key(|letter| letter.at);
        setup.letters = Box::new(letters.into_iter());
        Ok(setup)
    }
}

fn add(desk: &mut Desk, name: &str, preset: &Preset) -> Result<(), String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || name == "foley" || name.len() > 64 || !name.chars().all(plain) {
        return Err(format!(
            "`{}` cannot be an address; a name has letters, digits, `-` and `_`, up to 64, and is not `foley`.",
            foley_params::words::excerpt(name)
        ));
    }
    let controls = &mut desk.world.controls;
    controls
        .add(name, &*preset.sound, preset.seed, Loudness::default(), 0)
        .map(|_| ())
        .map_err(|why| format!("`{name}`: {why}"))
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn an_espresso_cup_set_down_is_a_cup() {
        for (slug, word) in [
            ("espresso-cup-set-down-on-marble", "cup"),
            ("a-clap-in-a-tiled-bathroom", "clap"),
            ("beer-can-crushed-in-a-fist", "can"),
            ("v8-waiting-at-the-lights", "v8"),
            ("bowed-saw", "saw"),
            ("brick", "brick"),
            ("größe", "gre"),
            ("", "sound"),
        ] {
            assert_eq!(short(slug), word, "{slug}");
        }
    }
}

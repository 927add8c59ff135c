//! Live scene files: sounds, mappings and an optional score, for `foley live` and offline.
//!
//! ```json
//! { "format": 1, "title": "a cup on a table",
//!   "sounds": { "cup": { "preset": "espresso-cup-set-down-on-marble", "set": { "hardness": 70 }, "pan": -0.3 },
//!               "room": { "model": "reverb", "hears": "all" } },
//!   "mappings": [{ "from": "midi:note", "say": "/cup/strike" }],
//!   "score": [{ "at": 0.5, "say": "/cup/strike 1.2" }],
//!   "limiter": true, "master": 1, "place": "kitchen", "distance": 2 }
//! ```
//!
//! | key of a sound      | is                                                                                             |
//! |---------------------|------------------------------------------------------------------------------------------------|
//! | `preset` or `model` | the preset or the model of the sound: one of the two                                            |
//! | `set`               | values by path or by handle, as `--set` takes them                                              |
//! | `gain`, `pan`       | its channel strip                                                                               |
//! | `hears`             | for rooms and effects: the name of a sound, or `all`                                            |
//! | `keys`              | `"rack"`: one voice per key of a MIDI keyboard ([`Rack`]); or `{ "most": 16, "channel": 2 }`; with MPE `{ "mpe": true, "channel": 16, "members": 7 }`, channel 1 or 16 being the master ([`zone`](crate::midi::zone)) |
//! | `seed`              | seed of its random numbers                                                                      |
//!
//! Sounds keep the order of the file. Setting up a scene rejects mappings and score messages to unknown
//! addresses and names their place in the file.

use crate::Dispatcher;
use crate::address_space::{ALL, Arg, MessageError, UserPresets, check_name};
use crate::dispatcher::{Message, MessageKind};
use crate::mapping::file::{FORMAT, check_format, definitions, list_field, read_list};
use crate::mapping::{Mapping, Mappings};
use crate::midi::rack::{DEFAULT_VOICES, Rack};
use crate::midi::zone::{MASTERS, MAX_MEMBERS};
use crate::score_check::{InitialSounds, ScoreCheck, document_error};
use foley_catalogue::preset::{Preset, PresetLoudness, by_name};
use foley_catalogue::spaces::Place;
use foley_catalogue::spaces::place::DISTANCE;
use foley_catalogue::{Origin, model, resolve_sound};
use foley_document::{DocumentError, Field, Node, ReadResult, Tree, object, quantity};
use foley_engine::{ChannelStrip, InputSource, Loudness};
use foley_params::{Info, Scale, Unit};
use foley_sound::{Score, Sound, set_text};
use serde_json::{Value, json};

/// Maximum number of sounds of a scene.
pub const MAX_SOUNDS: usize = 1024;
/// Maximum number of messages of a score.
pub const MAX_WORDS: usize = 65_536;

const GAIN: Info = quantity(
    "gain",
    Unit::One,
    "Gain of the sound; 1 is the loudness the sound was made with.",
    (0.0, 100.0),
    1.0,
);
const PAN: Info =
    quantity("pan", Unit::One, "Pan, from the first loudspeaker to the last.", (-1.0, 1.0), 0.0);
const MASTER: Info =
    quantity("master", Unit::One, "Master gain; 1 leaves the mix as it is.", (0.0, 100.0), 1.0);
const AT: Info =
    quantity("at", Unit::Second, "Time of the message from the start of the scene.", (0.0, 86_400.0), 0.0);
const VOICES: Info = Info {
    scale: Scale::Integer,
    ..quantity("most", Unit::One, "Maximum number of voices at once.", (1.0, 128.0), DEFAULT_VOICES as f64)
};
const CHANNEL: Info = Info {
    scale: Scale::Integer,
    ..quantity(
        "channel",
        Unit::One,
        "MIDI channel that the rack listens to; with `mpe` the master channel of the zone, 1 or 16.",
        (1.0, 16.0),
        1.0,
    )
};
const MEMBERS: Info = Info {
    scale: Scale::Integer,
    ..quantity(
        "members",
        Unit::One,
        "With `mpe`: number of member channels of the zone.",
        (1.0, MAX_MEMBERS as f64),
        MAX_MEMBERS as f64,
    )
};

/// Value that stands for all available member channels of a zone. No zone can have as many members as this
/// number.
const ALL_MEMBERS: u8 = u8::MAX;

fn scene_form() -> Vec<Field> {
    let sounds = || json!({ "type": "object", "additionalProperties": object("sound", &sound_form()) });
    let score = || json!({ "type": "array", "maxItems": MAX_WORDS, "items": object("word", &word_form()) });
    vec![
        Field::text("$schema", "The schema of this file, for editors."),
        Field::new("format", "Version of the format of this file.", || json!({ "const": FORMAT })).required(),
        Field::text("title", "Title of the scene, one line."),
        Field::new("sounds", "Sounds of the scene by name.", sounds).required(),
        list_field(),
        Field::new("score", "Messages and their times.", score),
        Field::quantity(&MASTER),
        Field::flag("limiter", "Whether the limiter is on: no output above full scale.", true),
        Field::new("place", "Place in which all sounds are heard.", || json!({ "enum": Place::NAMES })),
        Field::quantity(&DISTANCE),
    ]
}

fn sound_form() -> Vec<Field> {
    let set = || json!({ "type": "object", "additionalProperties": { "type": ["number", "string"] } });
    let keys = || json!({ "oneOf": [{ "const": "rack" }, object("keys", &keys_form())] });
    let seed = || json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX });
    vec![
        Field::text("preset", "Preset of the sound."),
        Field::text("model", "Model of the sound, with its default values."),
        Field::new("set", "Values of parameters, by path or by handle.", set),
        Field::quantity(&GAIN),
        Field::quantity(&PAN),
        Field::text("hears", "Input of a room or an effect: the name of a sound, or `all`."),
        Field::new("keys", "Makes the sound a rack that plays one voice per key.", keys),
        Field::new("seed", "Seed of the random numbers of the sound.", seed),
    ]
}

fn keys_form() -> Vec<Field> {
    vec![
        Field::quantity(&VOICES),
        Field::flag("mpe", "Whether the keyboard sends MPE: each finger on its own channel.", false),
        Field::quantity(&CHANNEL),
        Field::quantity(&MEMBERS),
    ]
}

fn word_form() -> Vec<Field> {
    vec![
        Field::quantity(&AT).required(),
        Field::text("say", "Message: an address and its arguments, such as `/cup/strike 1.2`.").required(),
    ]
}

/// Options of a rack, which plays one voice per key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RackSpec {
    /// Maximum number of voices at once.
    pub most: usize,
    /// Number of member channels of the lower and the upper MPE zone, common to all racks of the scene;
    /// `None` without MPE.
    pub zones: Option<[u8; 2]>,
    /// The only MIDI channel that the rack takes, with the members of its zone; `None` means every channel.
    pub channel: Option<u8>,
}

/// A sound or rack of a live scene.
#[derive(Clone, Debug)]
pub struct SceneSound {
    /// First word of the sound's addresses.
    pub name: String,
    /// Model of the sound with the values of all its parameters.
    pub sound: Box<dyn Sound>,
    /// Score of the preset, for `/foley/play` and for the strength of keys; empty means the model's opening.
    pub score: Score,
    /// Seed of the sound's random numbers.
    pub seed: u64,
    /// Stored loudness of the preset or model.
    pub loudness: PresetLoudness,
    /// Channel strip of the sound: gain and pan.
    pub strip: ChannelStrip,
    /// Input of a room or an effect: the name of a sound, or `all`.
    pub hears: Option<String>,
    /// Options of a rack; `None` for a single sound.
    pub keys: Option<RackSpec>,
}

/// A message in the score of a live scene.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreMessage {
    /// Time of the message after the start of the scene \[s\].
    pub at: f64,
    /// Address that the message goes to.
    pub address: String,
    /// Arguments of the message.
    pub args: Vec<Arg>,
}

/// A live scene: sounds, mappings, score, master settings.
#[derive(Clone, Debug)]
pub struct LiveScene {
    /// Title of the scene.
    pub title: String,
    /// Sounds of the scene, in the order of the file.
    pub sounds: Vec<SceneSound>,
    /// Mappings from controls to addresses.
    pub mappings: Vec<Mapping>,
    /// Messages of the score, in order of time.
    pub score: Vec<ScoreMessage>,
    /// Master gain of the engine \[1\].
    pub master: f64,
    /// Whether the limiter is on.
    pub limiter: bool,
    /// Place in which all sounds are heard.
    pub place: Place,
    /// Distance of the sources \[m\].
    pub distance: f64,
}

/// Returns the JSON Schema (draft 2020-12) of a live scene. Only [`LiveScene::read`] checks the names of
/// presets and of values.
pub fn schema() -> Value {
    let mut schema = object("live-scene", &scene_form());
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["$defs"] = definitions();
    schema
}

impl LiveScene {
    /// Reads a scene from the text of a file.
    ///
    /// # Errors
    /// Returns the first error and its place in the file, such as `sounds.cup.set.hardness`.
    pub fn read(text: &str) -> Result<Self, DocumentError> {
        Self::read_with(text, &UserPresets::default())
    }

    /// Reads a scene that may name the user's presets.
    ///
    /// # Errors
    /// As [`LiveScene::read`].
    pub fn read_with(text: &str, user_presets: &UserPresets) -> Result<Self, DocumentError> {
        if text.trim_start_matches('\u{feff}').trim().is_empty() {
            let why = "the file is empty: a scene needs at least `\"format\": 1` and `sounds`.";
            return Err(document_error(String::new(), why));
        }
        let tree = Tree::parse(text)?;
        Self::read_tree(&tree, user_presets).map_err(|error| error.located_in(text))
    }

    fn read_tree(tree: &Tree, user_presets: &UserPresets) -> ReadResult<Self> {
        let root = Node::root(tree);
        // A file of another format version may have other keys.
        if let Some(format) = root.peek("format") {
            check_format(&format)?;
        }
        let root = root.object(&scene_form())?;
        let place = root.require("sounds")?;
        let sounds = place.named("sounds", MAX_SOUNDS)?;
        let names: Vec<&str> = sounds.iter().map(|(name, _)| *name).collect();
        let mut scene_sound = Vec::new();
        for (name, node) in &sounds {
            scene_sound.push(sound(name, node, &names, user_presets)?);
        }
        share_zones(&mut scene_sound, &place)?;
        let mut score = Vec::new();
        if let Some(list) = root.get("score") {
            for item in list.list("words", MAX_WORDS)? {
                score.push(message(&item)?);
            }
        }
        // The sort is stable: messages of the same time keep the order of the file.
        score.sort_by(|a: &ScoreMessage, b| a.at.total_cmp(&b.at));
        let mappings = root.get("mappings").map(|node| read_list(&node)).transpose()?;
        let title = root.get("title").map_or(Ok(""), |title| title.text())?;
        let place = root
            .get("place")
            .map_or(Ok(Place::Free), |node| Place::parse(node.text()?).map_err(|why| node.error(why)))?;
        let distance = root.get(DISTANCE.id).map_or(Ok(DISTANCE.default), |node| {
            place.check_distance(node.quantity(&DISTANCE)?).map_err(|why| node.error(why))
        })?;
        Ok(Self {
            title: title.to_owned(),
            sounds: scene_sound,
            mappings: mappings.unwrap_or_default(),
            score,
            master: root.quantity(&MASTER)?,
            limiter: root.flag("limiter", true)?,
            place,
            distance,
        })
    }

    /// Sets the scene up at the engine's current sample: [`LiveScene::add_sounds`] and
    /// [`LiveScene::install_mappings`].
    ///
    /// # Errors
    /// If a sound cannot be made, or a mapping or a score message has an unknown address. Sounds added before
    /// the error stay.
    pub fn set_up(&self, dispatcher: &mut Dispatcher) -> Result<(), DocumentError> {
        self.add_sounds(dispatcher)?;
        self.install_mappings(dispatcher, &[])
    }

    /// Adds all sounds of the scene with strips and inputs, and sets master gain, limiter and place.
    ///
    /// # Errors
    /// If a sound cannot be made. Sounds added before the error stay.
    pub fn add_sounds(&self, dispatcher: &mut Dispatcher) -> Result<(), DocumentError> {
        let at = dispatcher.address_space.controls.now();
        for scene_sound in &self.sounds {
            scene_sound
                .begin(dispatcher, at)
                .map_err(|why| document_error(format!("sounds.{}", scene_sound.name), &why))?;
        }
        for scene_sound in &self.sounds {
            scene_sound
                .listen(dispatcher, at)
                .map_err(|why| document_error(format!("sounds.{}.hears", scene_sound.name), &why))?;
        }
        let limiter = f64::from(u8::from(self.limiter));
        for (key, address, value) in
            [("master", "/foley/gain", self.master), ("limiter", "/foley/limiter", limiter)]
        {
            let result = dispatcher.address_space.send(address, &[Arg::Number(value)], at);
            result.map_err(|why| document_error(key.to_owned(), &why))?;
        }
        let controls = &mut dispatcher.address_space.controls;
        if (self.place, self.distance) != controls.place() {
            let result = controls.set_place(self.place, self.distance, at);
            result.map_err(|why| document_error("place".to_owned(), &why))?;
        }
        Ok(())
    }

    /// Checks the score and the mappings of the scene against all sounds of the dispatcher, then replaces the
    /// dispatcher's mappings. `more` are mappings that will be added later; the score may address their
    /// sources.
    ///
    /// # Errors
    /// If a mapping or a score message has an unknown address.
    pub fn install_mappings(
        &self,
        dispatcher: &mut Dispatcher,
        more: &[Mapping],
    ) -> Result<(), DocumentError> {
        let rate = dispatcher.address_space.controls.rate();
        let all = [&self.mappings, more].concat();
        let initial = InitialSounds::on(dispatcher);
        let mut check = ScoreCheck::new(&initial, &dispatcher.address_space.user_presets);
        check.score(&self.score, &Mappings::new(all, rate))?;
        check.mappings(&self.mappings)?;
        dispatcher.mappings = Mappings::new(self.mappings.clone(), rate);
        Ok(())
    }

    /// Whether a mapping or a rack listens to MIDI.
    pub fn hears_midi(&self) -> bool {
        self.mappings.iter().any(Mapping::hears_midi)
            || self.sounds.iter().any(|scene_sound| scene_sound.keys.is_some())
    }

    /// Returns the score as messages at `rate` \[Hz\], in order of time.
    pub fn messages(&self, rate: f64) -> impl Iterator<Item = Message> {
        self.score.iter().map(move |message| Message {
            scored: true,
            at: (message.at * rate).round() as u64,
            kind: MessageKind::Address { address: message.address.clone(), args: message.args.clone() },
            from: None,
        })
    }
}

impl SceneSound {
    fn begin(&self, dispatcher: &mut Dispatcher, at: u64) -> Result<(), MessageError> {
        if let Some(keys) = self.keys {
            let mut rack = Rack::new(&self.name, &*self.sound, &self.score, self.seed, keys.most);
            rack.loudness = self.loudness;
            rack.channel = keys.channel;
            for (master, members) in MASTERS.into_iter().zip(keys.zones.unwrap_or_default()) {
                rack.set_zone(master, members);
            }
            rack.set_strip(self.strip);
            return dispatcher.add_rack(rack, at);
        }
        let mut preset = Preset::of(self.sound.duplicate(), &self.name);
        preset.seed = self.seed;
        preset.score = self.score.clone();
        preset.loudness = self.loudness;
        let id = dispatcher.add_preset(&self.name, &preset, Loudness::default(), at)?;
        dispatcher.address_space.controls.set_strip(id, self.strip, at)?;
        Ok(())
    }

    fn listen(&self, dispatcher: &mut Dispatcher, at: u64) -> Result<(), MessageError> {
        let Some(hears) = &self.hears else {
            return Ok(());
        };
        if dispatcher.racks.iter().any(|rack| rack.name == *hears) {
            return Err(MessageError::Rack {
                name: hears.clone(),
                why: "a room or an effect can process it only with `\"hears\": \"all\"`".to_owned(),
            });
        }
        let controls = &mut dispatcher.address_space.controls;
        let hearing = match hears.as_str() {
            ALL => InputSource::All,
            name => InputSource::Sound(controls.find(name)?),
        };
        let id = controls.find(&self.name)?;
        Ok(controls.set_input(id, hearing, at)?)
    }
}

fn sound(name: &str, node: &Node<'_>, names: &[&str], user_presets: &UserPresets) -> ReadResult<SceneSound> {
    check_name(name).map_err(|why| node.custom_error(why.to_string()))?;
    let fields = node.object(&sound_form())?;
    let (mut sound, score, seed, loudness) = match (fields.get("preset"), fields.get("model")) {
        (Some(preset), None) => {
            let wanted = preset.text()?;
            let found = resolve_sound(wanted, user_presets.all()).ok();
            let found = found.filter(|found| found.origin != Origin::Model).map(|found| found.preset);
            // For an unknown name, `by_name` gives the error with suggestions among presets.
            let found = found.map_or_else(|| by_name(wanted).cloned(), Ok);
            let found = found.map_err(|why| preset.custom_error(why.to_string()))?;
            (found.sound, found.score, found.seed, found.loudness)
        }
        (None, Some(named)) => {
            let found = model(named.text()?).map_err(|why| named.custom_error(why.to_string()))?;
            let loudness = PresetLoudness::of_model(found.info().name);
            (found, Score::default(), 1, loudness)
        }
        (Some(_), Some(_)) => {
            return Err(node.custom_error("`preset` and `model` exclude each other: leave one out."));
        }
        (None, None) => return Err(node.custom_error("`preset` or `model` is missing.")),
    };
    if let Some(set) = fields.get("set") {
        let Tree::Object(values) = set.tree else {
            return Err(set.wrong_type("an object"));
        };
        for (key, value) in values {
            let place = set.peek(key).unwrap_or_else(|| set.clone());
            let text = match value {
                Tree::Number(number) => number.to_string(),
                Tree::Text(text) => text.clone(),
                _ => return Err(place.wrong_type("a number, or a text such as \"35 g\",")),
            };
            set_text(&mut *sound, key, &text).map_err(|why| place.custom_error(why.to_string()))?;
        }
    }
    let hears = fields.get("hears");
    if let Some(hears) = &hears {
        let other = hears.text()?;
        if other != "all" && (other == name || !names.contains(&other)) {
            let others = names.iter().copied().filter(|other| *other != name);
            return Err(hears.unknown("other sound", other, others.chain(["all"])));
        }
        if !sound.takes_input() {
            return Err(hears.custom_error("only rooms and effects take an input."));
        }
    }
    Ok(SceneSound {
        name: name.to_owned(),
        seed: fields.get("seed").map_or(Ok(seed), |seed| seed.seed())?,
        strip: ChannelStrip {
            gain: fields.quantity(&GAIN)?,
            pan: fields.quantity(&PAN)?,
            ..ChannelStrip::default()
        },
        hears: hears.map(|node| node.text().map(str::to_owned)).transpose()?,
        keys: fields.get("keys").map(|node| keys(&node)).transpose()?,
        sound,
        score,
        loudness,
    })
}

fn keys(node: &Node<'_>) -> ReadResult<RackSpec> {
    if let Tree::Text(_) = node.tree {
        node.choice("way to have keys", &["rack"])?;
        return Ok(RackSpec { most: DEFAULT_VOICES, zones: None, channel: None });
    }
    let fields = node.object(&keys_form())?;
    let mpe = fields.flag("mpe", false)?;
    let channel = fields.optional_quantity(&CHANNEL)?.map(|channel| channel as u8);
    if let (true, Some(channel), Some(place)) = (mpe, channel, fields.get(CHANNEL.id))
        && !MASTERS.contains(&channel)
    {
        return Err(place.custom_error("with `mpe` the channel is the master of a zone: write 1 or 16."));
    }
    let members = fields.optional_quantity(&MEMBERS)?.map(|members| members as u8);
    if let (false, Some(place)) = (mpe, fields.get(MEMBERS.id)) {
        return Err(place.custom_error("member channels need `\"mpe\": true`."));
    }
    Ok(RackSpec {
        most: fields.quantity(&VOICES)? as usize,
        zones: mpe.then(|| requested_members(channel, members)),
        channel: channel.or(mpe.then_some(MASTERS[0])),
    })
}

/// Returns the number of members that a rack asks for in the lower and the upper zone: 0 for the zone of the
/// other master, and all members if `members` is `None`.
fn requested_members(master: Option<u8>, members: Option<u8>) -> [u8; 2] {
    let wish = members.unwrap_or(ALL_MEMBERS);
    MASTERS.map(|other| if master.unwrap_or(MASTERS[0]) == other { wish } else { 0 })
}

/// Sets the MPE zones of the scene in all of its racks. A rack that asks for all members gets those that the
/// other zone leaves, or half if both ask for all.
fn share_zones(scene_sound: &mut [SceneSound], node: &Node<'_>) -> ReadResult<()> {
    let mut zones = [0; 2];
    for [lower, upper] in scene_sound.iter().filter_map(|sound| sound.keys?.zones) {
        // An explicit number has priority over a request for all members.
        let explicit = |is: u8, more: u8| {
            if is.min(more) > 0 { is.min(more) } else { is.max(more) }
        };
        zones = [explicit(zones[0], lower), explicit(zones[1], upper)];
    }
    let both = MAX_MEMBERS - 1;
    let zones = match zones {
        [ALL_MEMBERS, ALL_MEMBERS] => [both / 2; 2],
        [0, upper] => [0, upper.min(MAX_MEMBERS)],
        [lower, 0] => [lower.min(MAX_MEMBERS), 0],
        [ALL_MEMBERS, upper] if upper < both => [both - upper, upper],
        [lower, ALL_MEMBERS] if lower < both => [lower, both - lower],
        [lower, upper] if lower + upper <= both => [lower, upper],
        _ => {
            return Err(node.custom_error(format!(
                "the two MPE zones may have at most {both} member channels together: give them fewer."
            )));
        }
    };
    for keys in scene_sound.iter_mut().filter_map(|sound| sound.keys.as_mut()) {
        keys.zones = keys.zones.map(|_| zones);
    }
    Ok(())
}

fn message(node: &Node<'_>) -> ReadResult<ScoreMessage> {
    let fields = node.object(&word_form())?;
    let say = fields.require("say")?;
    let mut words = say.text()?.split_whitespace();
    let address = words.next().unwrap_or("");
    if !address.starts_with('/') {
        return Err(say.custom_error("an address begins with `/`: `/cup/strike 1.2`."));
    }
    let arg = |message: &str| match message.parse::<f64>() {
        Ok(value) if value.is_finite() => Arg::Number(value),
        _ => Arg::Text(message.to_owned()),
    };
    Ok(ScoreMessage {
        at: fields.quantity(&AT)?,
        address: address.to_owned(),
        args: words.map(arg).collect(),
    })
}

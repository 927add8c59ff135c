//! Which words a model knows after its name, made once for every model of the catalogue.
//!
//! | words                | means                                                                     |
//! |----------------------|---------------------------------------------------------------------------|
//! | GESTURE              | the gesture; it comes before all else                                     |
//! | PART/ID              | the value in SI                                                           |
//! | PART/ID/handle       | its handle, 0 to 100                                                      |
//! | HANDLE               | the same, where no gesture and no other handle has that name              |
//! | ID                   | the value in SI, where nothing above and no other part has that name      |
//!
//! Spaces in names are written `-`.

use foley_catalogue::models;
use foley_sound::{Address, Sound, addresses};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Words that every sound knows beside its model's: no model may have them.
#[cfg(test)]
const RESERVED: [&str; 3] = ["mixer", "meter", "hears"];

/// What words mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A gesture, by its place among the model's.
    Gesture(usize),
    /// A value, by its place among the model's addresses.
    Value(usize),
    /// The same by its handle.
    Handle(usize),
}

/// The words of a model.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// Its values.
    pub(super) addresses: Vec<Address>,
    /// What is shown to those who look what there is: every gesture, value and handle once.
    pub(super) shown: Vec<(String, Meaning)>,
    all: HashMap<String, Meaning>,
}

impl Words {
    /// Those of a sound; none if its model is not of the catalogue.
    pub(super) fn of(sound: &dyn Sound) -> &'static Self {
        static ALL: OnceLock<(HashMap<&'static str, Words>, Words)> = OnceLock::new();
        let (all, none) = ALL.get_or_init(|| {
            let all = models().into_iter();
            let all = all.map(|model| (model.about().name, Self::new(&*model)));
            (all.collect(), Self::default())
        });
        all.get(sound.about().name).unwrap_or(none)
    }

    fn new(sound: &dyn Sound) -> Self {
        let mut words = Self { addresses: addresses(sound), ..Self::default() };
        for (index, info) in sound.gestures().iter().enumerate() {
            words.show(info.id.to_owned(), Meaning::Gesture(index));
        }
        let all = words.addresses.clone();
        for (index, at) in all.iter().enumerate() {
            let path = path(at);
            if let Some(short) = handle(at) {
                let long = format!("{path}/handle");
                let others = all.iter().filter_map(handle);
                let alone = others.filter(|it| *it == short).count() == 1;
                if alone && !words.all.contains_key(&short) {
                    words.all.insert(long, Meaning::Handle(index));
                    words.show(short, Meaning::Handle(index));
                } else {
                    words.show(long, Meaning::Handle(index));
                }
            }
            words.show(path, Meaning::Value(index));
        }
        for (index, at) in all.iter().enumerate() {
            let alone = all.iter().filter(|it| it.info.id == at.info.id).count() == 1;
            if alone {
                let entry = words.all.entry(at.info.id.to_owned());
                entry.or_insert(Meaning::Value(index));
            }
        }
        words
    }

    fn show(&mut self, word: String, meaning: Meaning) {
        self.all.insert(word.clone(), meaning);
        self.shown.push((word, meaning));
    }

    /// What that means.
    pub(super) fn find(&self, words: &str) -> Option<Meaning> {
        self.all.get(words).copied()
    }

    /// The values that a word may mean which has no meaning of its own.
    pub(super) fn meanings<'a>(&'a self, word: &'a str) -> impl Iterator<Item = String> + 'a {
        let meant = move |at: &&Address| at.info.id == word || handle(at).as_deref() == Some(word);
        self.addresses.iter().filter(meant).map(path)
    }
}

fn path(at: &Address) -> String {
    format!("{}/{}", at.part_name, at.info.id)
}

fn handle(at: &Address) -> Option<String> {
    Some(at.info.handle?.name.replace(' ', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_handle_and_gesture_of_every_model_has_words_of_its_own() {
        let (mut models_seen, mut all_seen) = (0, 0);
        for model in models() {
            let name = model.about().name;
            let words = Words::of(&*model);
            let handles = words.addresses.iter().filter_map(handle).count();
            let gestures = model.gestures().len();
            let wanted = words.addresses.len() + handles + gestures;
            assert_eq!(words.shown.len(), wanted, "{name}");
            for (word, meaning) in &words.shown {
                assert_eq!(words.find(word), Some(*meaning), "{name}: {word} has two meanings");
                let first = word.split('/').next().unwrap();
                assert!(!RESERVED.contains(&first), "{name}: {word}");
                assert!(
                    word.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_/".contains(&c)),
                    "{name}: {word} is no address"
                );
            }
            models_seen += 1;
            all_seen += wanted;
        }
        println!("{all_seen} addresses of {models_seen} models");
        assert!(models_seen >= 32 && all_seen > 1000, "{models_seen} models, {all_seen} addresses");
    }

    #[test]
    fn a_gesture_comes_before_a_handle_of_its_name() {
        let engine = foley_catalogue::model("engine").unwrap();
        let words = Words::of(&*engine);
        assert_eq!(words.find("throttle").map(|it| matches!(it, Meaning::Gesture(_))), Some(true));
        let (value, handle) = (words.find("drive/throttle"), words.find("drive/throttle/handle"));
        let (Some(Meaning::Value(one)), Some(Meaning::Handle(two))) = (value, handle) else {
            panic!("{value:?}, {handle:?}");
        };
        assert_eq!(one, two);
    }
}

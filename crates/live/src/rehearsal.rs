//! A score is gone through before it is played, without a sound: who is there when something is said, and can it be said to him?
//!
//! Sounds come, become others and go as the score says. What only the moment decides is not asked: whether there is room for one more, whether recording is allowed.

use crate::desk::{Desk, check_order, meant, taught};
use crate::mapping::{Mappings, target};
use crate::midi::Rack;
use crate::scene_file::Word;
use crate::world::{
    ALL, Arg, Deed, Heard, NOTHING, Order, World, Wrong, alike, check_name, heard, is_pattern,
    sound_named, split,
};
use foley_engine::EngineError;
use foley_params::words::excerpt;
use foley_sound::Sound;

/// A sound by its name.
type Actor = (String, Box<dyn Sound>);

/// Who is there, as far as the score has been gone through.
pub(crate) struct Rehearsal<'a> {
    world: &'a World,
    racks: &'a [Rack],
    there: Vec<Actor>,
    /// All that the score ever makes, one of each name and model.
    made: Vec<Actor>,
}

impl<'a> Rehearsal<'a> {
    /// With those who are on the desk.
    pub(crate) fn new(desk: &'a Desk) -> Self {
        let there = desk.world.names();
        Self {
            world: &desk.world,
            racks: &desk.racks,
            there: there
                .map(|(name, sound)| (name.to_owned(), sound.duplicate()))
                .collect(),
            made: Vec::new(),
        }
    }

    /// A word of the score, in the order of time, as the desk would deal with it.
    ///
    /// # Errors
    /// If nobody would hear it, or it cannot have what follows.
    pub(crate) fn say(&mut self, mappings: &Mappings, word: &Word) -> Result<(), Wrong> {
        let Word { address, args, .. } = word;
        let numbers = args.iter().any(|arg| matches!(arg, Arg::Number(_)));
        if mappings.knows_address(address) && (numbers || args.is_empty()) {
            return Ok(());
        }
        if let Some(what @ ("learn" | "forget" | "save")) = address.strip_prefix("/foley/") {
            let whom = taught(what, args)?;
            return match whom.filter(|_| what == "learn") {
                Some(whom) if self.target(whom).is_none() => Err(self.nobody(whom)),
                _ => Ok(()),
            };
        }
        if !is_pattern(address) {
            return self.one(address, args);
        }
        for address in meant(address, names(&self.there), self.racks)? {
            self.one(&address, args)?;
        }
        Ok(())
    }

    /// What an address takes that a mapping speaks to: of those who are there at the beginning, or whom the score ever makes.
    pub(crate) fn target(&self, address: &str) -> Option<target::Target> {
        target::target(self.world, self.racks, address).or_else(|| {
            let (name, rest) = split(address)?;
            let mut made = self.made.iter().filter(|(it, _)| it == name);
            made.find_map(|(_, sound)| target::of(&**sound, &foley_sound::Score::default(), rest))
        })
    }

    /// That nothing has an address, with those that are spelt alike.
    pub(crate) fn nobody(&self, address: &str) -> Wrong {
        let racks = self.racks.iter().map(|rack| (&*rack.name, &*rack.sound));
        let all = names(&self.there).chain(names(&self.made)).chain(racks);
        Wrong::NoSuch {
            address: excerpt(address),
            nearest: alike(address, all),
        }
    }

    fn one(&mut self, address: &str, args: &[Arg]) -> Result<(), Wrong> {
        let Some((name, rest)) = split(address) else {
            return Err(self.nobody(address));
        };
        if name == "foley" {
            return match Order::read(address, rest, args)? {
                Some(order) => self.order(order),
                None => Err(self.nobody(address)),
            };
        }
        if let Some(rack) = self.racks.iter().find(|rack| rack.name == name) {
            return match rack.heard(rest) {
                Some(heard) => heard.with(address, args).map(|_| ()),
                None => Err(rack.nobody(rest)),
            };
        }
        let there = self.there.iter().find(|(it, _)| it == name);
        let Some(heard) = there.and_then(|(_, sound)| heard(&**sound, rest)) else {
            return Err(self.nobody(address));
        };
        match heard.with(address, args)? {
            Deed::Hears(Some(whom)) if whom == name => Err(EngineError::Deaf {
                name: name.to_owned(),
            }
            .into()),
            Deed::Hears(Some(whom)) if whom != ALL && whom != NOTHING => self.known(whom),
            _ => Ok(()),
        }
    }

    fn order(&mut self, order: Order<'_>) -> Result<(), Wrong> {
        check_order(self.racks, &order)?;
        match order {
            Order::Add(name, sound, _) => {
                check_name(name)?;
                self.make(name, sound_named(&self.world.own, sound)?);
            }
            Order::Preset(name, preset) => {
                self.known(name)?;
                self.make(name, sound_named(&self.world.own, preset)?);
            }
            Order::Remove(name) => {
                self.known(name)?;
                self.there.retain(|(it, _)| it != name);
            }
            Order::Play(name) => self.known(name)?,
            Order::List | Order::Meter | Order::Gain(_) | Order::Limiter(_) | Order::Record(_) => {}
        }
        Ok(())
    }

    fn make(&mut self, name: &str, sound: Box<dyn Sound>) {
        let model = sound.about().name;
        let same = |(it, made): &Actor| it == name && made.about().name == model;
        if !self.made.iter().any(same) {
            self.made.push((name.to_owned(), sound.duplicate()));
        }
        self.there.retain(|(it, _)| it != name);
        self.there.push((name.to_owned(), sound));
    }

    fn known(&self, name: &str) -> Result<(), Wrong> {
        if self.there.iter().any(|(it, _)| it == name) {
            return Ok(());
        }
        Err(Wrong::from(EngineError::NoSuch {
            name: excerpt(name),
            known: self.there.iter().map(|(it, _)| it.clone()).collect(),
        }))
    }
}

fn names(all: &[Actor]) -> impl Iterator<Item = (&str, &dyn Sound)> {
    all.iter().map(|(name, sound)| (&**name, &**sound))
}

/// A rack is spoken to as to one sound; but it has no meter, and does not listen.
impl Rack {
    /// What words after its name stand for.
    pub(crate) fn heard(&self, rest: &str) -> Option<Heard> {
        heard(&*self.sound, rest).filter(|it| !matches!(it, Heard::Meter | Heard::Hears))
    }

    /// That it has no such words, with those that are spelt alike.
    pub(crate) fn nobody(&self, rest: &str) -> Wrong {
        let address = format!("/{}/{rest}", self.name);
        let mut nearest = alike(&address, [(&*self.name, &*self.sound)].into_iter());
        nearest.retain(|it| split(it).is_some_and(|(_, rest)| self.heard(rest).is_some()));
        Wrong::NoSuch {
            address: excerpt(&address),
            nearest,
        }
    }
}

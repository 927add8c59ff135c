//! What a sound is, in words: its place in the taxonomy of everyday sounds, what it is made of, its physics
//! in a paragraph.
//!
//! Source: \[Papetti2010, fig. 2.1\], the taxonomy; \[Gaver1993\], the idea that sounds are named by their
//! causes.

/// What the world is made of that sounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Things that touch.
    Solids,
    /// Water and what falls into it.
    Liquids,
    /// Wind, pipes, blasts.
    Air,
    /// Engines and motors.
    Machines,
    /// Rooms and what they do to a sound.
    Spaces,
    /// What is done to a sound that exists.
    Effects,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Solids, Self::Liquids, Self::Air, Self::Machines, Self::Spaces, Self::Effects];

    /// In one small word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solids => "solids",
            Self::Liquids => "liquids",
            Self::Air => "air",
            Self::Machines => "machines",
            Self::Spaces => "spaces",
            Self::Effects => "effects",
        }
    }
}

/// How much happens in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// One interaction, simulated: the ground that all others stand on.
    Event,
    /// Many small events, or one that goes on.
    Texture,
    /// Events and textures that follow one another as something takes its course.
    Process,
}

impl Level {
    /// All of them, from the ground up.
    pub const ALL: [Self; 3] = [Self::Event, Self::Texture, Self::Process];

    /// In one small word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Texture => "texture",
            Self::Process => "process",
        }
    }
}

/// A model in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelInfo {
    /// As files, flags and sound_params call it: `rolling`.
    pub name: &'static str,
    /// What happens, in a short line: `A ball rolls over a rough floor`.
    pub title: &'static str,
    /// Solid, liquid, …
    pub family: Family,
    /// Event, texture or process.
    pub level: Level,
    /// The models and contacts it is built on, by name.
    pub made_of: &'static [&'static str],
    /// The physics in a paragraph.
    pub physics: &'static str,
    /// Its equation, as one writes it in a line of text.
    pub equation: &'static str,
    /// Where it comes from: keys of BIBLIOGRAPHY.md.
    pub source: &'static str,
}

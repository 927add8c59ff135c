//! Description of a model: its place in the taxonomy of everyday sounds, its components and its physics.
//!
//! Source: \[Papetti2010, fig. 2.1\], the taxonomy; \[Gaver1993\], the naming of sounds by their causes.

/// Kind of the sounding matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Contacts of solid bodies.
    Solids,
    /// Bubbles, drops and splashes.
    Liquids,
    /// Wind, pipes and explosions.
    Air,
    /// Engines and motors.
    Machines,
    /// Rooms and loudspeakers; they process an input.
    Spaces,
    /// Other processing of an input.
    Effects,
}

impl Family {
    /// All families.
    pub const ALL: [Self; 6] =
        [Self::Solids, Self::Liquids, Self::Air, Self::Machines, Self::Spaces, Self::Effects];

    /// Name in lower case.
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

/// Level of the taxonomy, by complexity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A single interaction, the basis of the others.
    Event,
    /// Many small events, or a continuous one.
    Texture,
    /// A sequence of events and textures.
    Process,
}

impl Level {
    /// All levels, from the simplest.
    pub const ALL: [Self; 3] = [Self::Event, Self::Texture, Self::Process];

    /// Name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Texture => "texture",
            Self::Process => "process",
        }
    }
}

/// Description of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelInfo {
    /// Name in files, flags and addresses: `rolling`.
    pub name: &'static str,
    /// Short sentence: `A ball rolls over a rough floor`.
    pub title: &'static str,
    /// Family in the taxonomy.
    pub family: Family,
    /// Level in the taxonomy.
    pub level: Level,
    /// Names of the models and contacts it uses.
    pub made_of: &'static [&'static str],
    /// Physics in one paragraph.
    pub physics: &'static str,
    /// Main equation as one line of text.
    pub equation: &'static str,
    /// Sources: keys of BIBLIOGRAPHY.md.
    pub source: &'static str,
}

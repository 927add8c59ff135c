//! Description of a model: its place in the taxonomy of everyday sounds, its components and its physics.
//!
//! Source: \[Papetti2010, fig. 2.1\], the taxonomy; \[Gaver1993\], the naming of sounds by their causes.

/// Family of a model: the kind of matter that sounds, or the kind of processing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Sounds of contacts between solid bodies.
    Solids,
    /// Sounds of bubbles, drops and splashes.
    Liquids,
    /// Sounds of wind, pipes and explosions.
    Air,
    /// Sounds of engines and motors.
    Machines,
    /// Rooms and loudspeakers, which process an input.
    Spaces,
    /// All other processing of an input.
    Effects,
}

impl Family {
    /// All six families of models.
    pub const ALL: [Self; 6] =
        [Self::Solids, Self::Liquids, Self::Air, Self::Machines, Self::Spaces, Self::Effects];

    /// Returns the name of the family in lower case.
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

/// Level of a model in the taxonomy of sounds, by complexity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A single interaction, on which textures and processes are based.
    Event,
    /// Many small events, or one continuous event.
    Texture,
    /// A sequence of events and textures.
    Process,
}

impl Level {
    /// All levels, from the simplest to the most complex.
    pub const ALL: [Self; 3] = [Self::Event, Self::Texture, Self::Process];

    /// Returns the name of the level in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Texture => "texture",
            Self::Process => "process",
        }
    }
}

/// Description of a model: name, taxonomy and physics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelInfo {
    /// Name of the model in files, flags and addresses, such as `rolling`.
    pub name: &'static str,
    /// Title of the model, a short sentence such as `A ball rolls over a rough floor`.
    pub title: &'static str,
    /// Family of the model in the taxonomy of sounds, such as solids or liquids.
    pub family: Family,
    /// Level of the model in the taxonomy of sounds, such as event or process.
    pub level: Level,
    /// Names of the models and contacts that the model uses.
    pub made_of: &'static [&'static str],
    /// Physics of the model in one paragraph.
    pub physics: &'static str,
    /// Main equation of the model as one line of text.
    pub equation: &'static str,
    /// Sources of the model: keys of BIBLIOGRAPHY.md.
    pub source: &'static str,
}

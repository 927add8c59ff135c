//! Units of values. Values are always SI internally; multiples such as `g` or `kHz` exist only in text
//! ([`Unit::parse`], [`Unit::format`]).

/// Unit of a value. Values are SI internally; multiples such as `g` or `kHz` exist only in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// Number without a dimension, such as a ratio or a count.
    One,
    /// kg: mass.
    Kilogram,
    /// m: length.
    Metre,
    /// s: time.
    Second,
    /// m/s: speed.
    MetrePerSecond,
    /// s/m: damping of an impact contact, its loss per unit of approach speed.
    SecondPerMetre,
    /// N: force.
    Newton,
    /// J: energy.
    Joule,
    /// Hz: frequency.
    Hertz,
    /// N/m^α: stiffness of a contact whose exponent α is a parameter.
    NewtonPerMetreToTheExponent,
    /// rad: angle.
    Radian,
    /// m^2: area.
    SquareMetre,
    /// m^3: volume.
    CubicMetre,
    /// kg/m^3: density.
    KilogramPerCubicMetre,
    /// m/s^2: acceleration.
    MetrePerSecondSquared,
    /// 1/s: events per second or decay rate; frequencies use [`Unit::Hertz`].
    PerSecond,
    /// N/m: stiffness of a linear spring.
    NewtonPerMetre,
    /// N·s/m: damping of a linear dashpot.
    NewtonSecondPerMetre,
    /// Pa: pressure.
    Pascal,
    /// W: power.
    Watt,
    /// dB: level.
    Decibel,
    /// A custom unit, given by its symbol.
    Other(&'static str),
}

impl Unit {
    /// All units except [`Unit::Other`].
    pub const ALL: &'static [Self] = &[
        Self::One,
        Self::Kilogram,
        Self::Metre,
        Self::Second,
        Self::MetrePerSecond,
        Self::SecondPerMetre,
        Self::Newton,
        Self::Joule,
        Self::Hertz,
        Self::NewtonPerMetreToTheExponent,
        Self::Radian,
        Self::SquareMetre,
        Self::CubicMetre,
        Self::KilogramPerCubicMetre,
        Self::MetrePerSecondSquared,
        Self::PerSecond,
        Self::NewtonPerMetre,
        Self::NewtonSecondPerMetre,
        Self::Pascal,
        Self::Watt,
        Self::Decibel,
    ];

    /// Returns the SI symbol of the unit, such as `kg`. A pure number has `1`, which is omitted after a
    /// number ([`Unit::is_one`]).
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::One => "1",
            Self::Kilogram => "kg",
            Self::Metre => "m",
            Self::Second => "s",
            Self::MetrePerSecond => "m/s",
            Self::SecondPerMetre => "s/m",
            Self::Newton => "N",
            Self::Joule => "J",
            Self::Hertz => "Hz",
            Self::NewtonPerMetreToTheExponent => "N/m^α",
            Self::Radian => "rad",
            Self::SquareMetre => "m^2",
            Self::CubicMetre => "m^3",
            Self::KilogramPerCubicMetre => "kg/m^3",
            Self::MetrePerSecondSquared => "m/s^2",
            Self::PerSecond => "1/s",
            Self::NewtonPerMetre => "N/m",
            Self::NewtonSecondPerMetre => "N·s/m",
            Self::Pascal => "Pa",
            Self::Watt => "W",
            Self::Decibel => "dB",
            Self::Other(symbol) => symbol,
        }
    }

    /// Returns the name of the measured quantity, such as `mass`, to follow "measures" in a sentence.
    pub const fn quantity(self) -> &'static str {
        match self {
            Self::One => "a pure number",
            Self::Kilogram => "mass",
            Self::Metre => "length",
            Self::Second => "time",
            Self::MetrePerSecond => "speed",
            Self::SecondPerMetre => "loss per unit of speed",
            Self::Newton => "force",
            Self::Joule => "energy",
            Self::Hertz => "frequency",
            Self::NewtonPerMetreToTheExponent => "contact stiffness",
            Self::Radian => "angle",
            Self::SquareMetre => "area",
            Self::CubicMetre => "volume",
            Self::KilogramPerCubicMetre => "density",
            Self::MetrePerSecondSquared => "acceleration",
            Self::PerSecond => "rate",
            Self::NewtonPerMetre => "stiffness",
            Self::NewtonSecondPerMetre => "damping",
            Self::Pascal => "pressure",
            Self::Watt => "power",
            Self::Decibel => "level",
            Self::Other(_) => "another quantity",
        }
    }

    /// Whether the unit is dimensionless, so that its symbol is omitted after a number.
    pub fn is_one(self) -> bool {
        matches!(self, Self::One | Self::Other("" | "1"))
    }
}

impl core::fmt::Display for Unit {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.symbol())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_unit_is_listed_once() {
        for (index, unit) in Unit::ALL.iter().enumerate() {
            assert!(!Unit::ALL[..index].contains(unit), "{unit:?} twice");
        }
        // The last named variant: fails when a new variant is missing from the list.
        assert_eq!(Unit::ALL.last(), Some(&Unit::Decibel));
        assert_eq!(Unit::ALL.len(), 21);
    }

    #[test]
    fn no_two_units_share_a_symbol() {
        for (index, unit) in Unit::ALL.iter().enumerate() {
            for other in &Unit::ALL[..index] {
                assert_ne!(unit.symbol(), other.symbol(), "{unit:?} and {other:?}");
            }
        }
    }

    #[test]
    fn a_custom_unit_is_written_as_given() {
        assert_eq!(Unit::Other("N·m").symbol(), "N·m");
        assert!(Unit::Other("").is_one());
        assert!(!Unit::Other("N·m").is_one());
    }
}

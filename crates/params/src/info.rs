//! Declaration of a parameter without the type that owns it, so that a front end can list, check and show
//! parameters without generics.

use crate::{Handle, Scale, Unit};

#[cfg(feature = "std")]
use crate::ParamError;

/// Declaration of a parameter without its getter and setter; see [`Param`](crate::Param).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Info {
    /// Name of the parameter in presets, OSC addresses, plugins and flags. The name never changes.
    pub id: &'static str,
    /// Symbol of the parameter in the source, such as `μ`.
    pub symbol: &'static str,
    /// Unit of `min`, `max`, `default` and every value of this parameter.
    pub unit: Unit,
    /// Description of the parameter in one sentence.
    pub doc: &'static str,
    /// Smallest allowed value, in SI.
    pub min: f64,
    /// Largest allowed value, in SI.
    pub max: f64,
    /// How a control maps its position to values from `min` to `max`.
    pub scale: Scale,
    /// Value of the parameter as long as no caller sets it, in SI.
    pub default: f64,
    /// Time in which a sounding voice glides to a new value \[s\].
    pub glide: f64,
    /// Names of the 0–100 control for this parameter; `None` if the parameter has no such control.
    pub handle: Option<Handle>,
}

impl Info {
    /// Whether the value is allowed: finite, within the range, and whole where the scale requires it.
    /// Real-time: yes.
    pub fn contains(&self, value: f64) -> bool {
        value.is_finite() && self.min <= value && value <= self.max && self.is_whole_enough(value)
    }

    /// Returns the allowed value nearest to `value`; NaN gives the default. Real-time: yes.
    pub fn clamp(&self, value: f64) -> f64 {
        if value.is_nan() {
            return self.default;
        }
        // `f64::clamp` would panic if a table had `min` above `max`.
        let value = value.max(self.min).min(self.max);
        match self.scale {
            Scale::Integer | Scale::Choice(_) => nearest_whole(value),
            Scale::Linear | Scale::Logarithmic => value,
        }
    }

    fn is_whole_enough(&self, value: f64) -> bool {
        !self.is_counted() || is_whole(value)
    }

    /// Whether the parameter allows whole numbers only.
    pub const fn is_counted(&self) -> bool {
        matches!(self.scale, Scale::Integer | Scale::Choice(_))
    }

    /// Returns the name of choice number `value`; `None` if the parameter is not a choice or has no such
    /// number.
    pub fn choice(&self, value: f64) -> Option<&'static str> {
        match self.scale {
            Scale::Choice(names) if value >= 0.0 && is_whole(value) => names.get(value as usize).copied(),
            _ => None,
        }
    }
}

#[cfg(feature = "std")]
impl Info {
    /// Returns `value` if the parameter allows it.
    ///
    /// # Errors
    /// If the value is not finite, not in the range, or not whole where the scale requires it.
    ///
    /// ```
    /// use foley_params::{example::Mallet, find};
    ///
    /// let mass = find::<Mallet>("mass").unwrap();
    /// assert_eq!(mass.check(0.2), Ok(0.2));
    /// assert_eq!(
    ///     mass.check(50.0).unwrap_err().to_string(),
    ///     "`mass` cannot be 50 kg. It may lie between 1 g and 10 kg.",
    /// );
    /// ```
    pub fn check(&self, value: f64) -> Result<f64, ParamError> {
        let Self { id, min, max, unit, .. } = *self;
        if !value.is_finite() {
            Err(ParamError::NotFinite { id, min, max, unit })
        } else if value < min || value > max {
            Err(ParamError::OutOfRange { id, value, min, max, unit })
        } else if !self.is_whole_enough(value) {
            Err(ParamError::NotWhole { id, value, min, max, unit })
        } else {
            // −0 equals 0 for a reader and in physics, but not in a division.
            Ok(value + 0.0)
        }
    }

    /// Parses a text such as `35 g` or `0.035` and checks the value.
    ///
    /// # Errors
    /// If the text is not a number with a suitable unit, or its value is not allowed.
    ///
    /// ```
    /// use foley_params::{example::Mallet, find};
    ///
    /// let mass = find::<Mallet>("mass").unwrap();
    /// assert_eq!(mass.parse("35 g"), Ok(0.035));
    /// assert!(mass.parse("35 t").is_err());
    /// ```
    pub fn parse(&self, text: &str) -> Result<f64, ParamError> {
        if let Scale::Choice(names) = self.scale {
            let wanted = text.trim();
            if let Some(index) = names.iter().position(|&name| name == wanted) {
                return Ok(index as f64);
            }
            // The number of a choice is also accepted; for any other text the error lists the names.
            return match wanted.parse() {
                Ok(value) => self.check(value),
                Err(_) => Err(ParamError::unknown_name(self.id, wanted, names.to_vec())),
            };
        }
        let value = self.unit.parse(text).map_err(|reason| ParamError::Unreadable { id: self.id, reason })?;
        self.check(value)
    }

    /// Formats the value with its unit, such as `35 g`. The text parses back to the same bits.
    pub fn format(&self, value: f64) -> String {
        self.choice(value).map_or_else(|| self.unit.format(value), str::to_owned)
    }
}

/// Whether the value has no fractional part. Avoids `f64::trunc`, which needs `std`.
pub(crate) fn is_whole(value: f64) -> bool {
    value % 1.0 == 0.0
}

/// Returns the nearest whole number, halves away from zero. Avoids `f64::round`, which needs `std`.
pub(crate) fn nearest_whole(value: f64) -> f64 {
    let part = value % 1.0;
    let whole = value - part;
    if part.abs() >= 0.5 { whole + part.signum() } else { whole }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use crate::{Parametric, example::Mallet, find};

    fn info(id: &str) -> Info {
        find::<Mallet>(id).unwrap().info()
    }

    #[test]
    fn a_value_within_the_range_is_returned_as_it_is() {
        for param in Mallet::PARAMS {
            for value in [param.min, param.default, param.max] {
                assert_eq!(param.check(value), Ok(value), "{}", param.id);
                assert!(param.contains(value), "{}", param.id);
            }
        }
    }

    #[test]
    fn a_value_out_of_range_is_refused_with_the_range() {
        let mass = info("mass");
        let refused = mass.check(50.0).unwrap_err();
        assert_eq!(
            refused,
            ParamError::OutOfRange { id: "mass", value: 50.0, min: 1e-3, max: 10.0, unit: Unit::Kilogram }
        );
        assert_eq!(refused.to_string(), "`mass` cannot be 50 kg. It may lie between 1 g and 10 kg.");
        assert!(!mass.contains(50.0));
        assert!(mass.check(10.0_f64.next_up()).is_err());
        assert!(mass.check(1e-3_f64.next_down()).is_err());
    }

    #[test]
    fn nan_and_infinity_are_refused() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let refused = info("speed").check(value).unwrap_err();
            assert!(matches!(refused, ParamError::NotFinite { .. }), "{refused}");
            assert!(!info("speed").contains(value));
        }
    }

    #[test]
    fn a_count_must_be_whole() {
        let refused = info("blows").check(2.5).unwrap_err();
        assert_eq!(refused.to_string(), "`blows` cannot be 2.5. It must be a whole number between 1 and 64.");
        assert_eq!(info("blows").check(3.0), Ok(3.0));
    }

    #[test]
    fn clamping_always_gives_an_allowed_value() {
        for param in Mallet::PARAMS {
            for value in [f64::NAN, f64::NEG_INFINITY, -1e300, -0.3, 0.0, 0.4, 2.5, 1e300, f64::INFINITY] {
                let clamped = param.clamp(value);
                assert!(param.contains(clamped), "{} of {value}: {clamped}", param.id);
            }
            assert_eq!(param.clamp(f64::NAN), param.default);
        }
    }

    #[test]
    fn rounding_agrees_with_the_standard_library() {
        for value in
            [0.0, 0.49, 0.5, 1.5, 2.5, -0.5, -0.49, -2.5, 1e15 + 0.5, 1e300, 0.499_999_999_999_999_94]
        {
            assert_eq!(nearest_whole(value), f64::round(value), "{value}");
            assert_eq!(is_whole(value), value.fract() == 0.0, "{value}");
        }
    }
}

//! Maps a parameter range to a normalised position and back, linearly or logarithmically.
//!
//! ```math
//! v(t) = (1 - t)\,v_0 + t\,v_1 \qquad\text{or}\qquad v(t) = v_0 (v_1 / v_0)^t, \quad 0 \le t \le 1
//! ```
//!
//! Both ends are exact, so that a control at its end stop has the labelled value.

use crate::{Info, Scale};

impl Info {
    /// Returns the normalised position of a value in the range, 0 to 1. Values outside are clamped; NaN maps
    /// to the position of the default. Real-time: yes.
    pub fn normalised(&self, value: f64) -> f64 {
        let (min, max) = (self.min, self.max);
        let value = self.clamp(value);
        if value <= min {
            return 0.0;
        }
        if value >= max {
            return 1.0;
        }
        let position = match self.scale {
            Scale::Linear | Scale::Integer | Scale::Choice(_) => (value - min) / (max - min),
            Scale::Logarithmic => libm::log(value / min) / libm::log(max / min),
        };
        position.clamp(0.0, 1.0)
    }

    /// Returns the value at a normalised position, 0 to 1. Positions outside are clamped; NaN gives the
    /// default. Real-time: yes.
    ///
    /// ```
    /// use foley_params::{example::Mallet, find};
    ///
    /// let mass = find::<Mallet>("mass").unwrap(); // 1 g to 10 kg, logarithmic
    /// assert!((mass.from_normalised(0.5) - 0.1).abs() < 1e-15);
    /// assert_eq!(mass.from_normalised(1.0), 10.0);
    /// ```
    pub fn from_normalised(&self, position: f64) -> f64 {
        let (min, max) = (self.min, self.max);
        if position.is_nan() {
            return self.default;
        }
        if position <= 0.0 {
            return min;
        }
        if position >= 1.0 {
            return max;
        }
        self.clamp(match self.scale {
            Scale::Linear | Scale::Integer | Scale::Choice(_) => (1.0 - position) * min + position * max,
            Scale::Logarithmic => min * libm::pow(max / min, position),
        })
    }

    /// Returns the position of the 0–100 control for a value of the parameter, in SI. Real-time: yes.
    pub fn to_handle(&self, value: f64) -> f64 {
        100.0 * self.normalised(value)
    }

    /// Returns the value of the parameter, in SI, at a position of the 0–100 control. Real-time: yes.
    ///
    /// ```
    /// use foley_params::{example::Mallet, find};
    ///
    /// let mass = find::<Mallet>("mass").unwrap();
    /// assert_eq!(mass.from_handle(0.0), 0.001);
    /// assert_eq!(mass.to_handle(10.0), 100.0);
    /// ```
    pub fn from_handle(&self, position: f64) -> f64 {
        self.from_normalised(position / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Parametric, Scale, example::Mallet, find};

    #[test]
    fn a_handle_ends_where_the_range_ends() {
        for param in Mallet::PARAMS {
            assert_eq!(param.from_handle(0.0), param.min, "{}", param.id);
            assert_eq!(param.from_handle(100.0), param.max, "{}", param.id);
            assert_eq!(param.to_handle(param.min), 0.0, "{}", param.id);
            assert_eq!(param.to_handle(param.max), 100.0, "{}", param.id);
        }
    }

    #[test]
    fn a_handle_beyond_its_ends_is_clamped() {
        for param in Mallet::PARAMS {
            assert_eq!(param.from_handle(-1.0), param.min);
            assert_eq!(param.from_handle(f64::INFINITY), param.max);
            assert_eq!(param.to_handle(-1e300), 0.0);
            assert_eq!(param.to_handle(f64::INFINITY), 100.0);
            assert_eq!(param.from_handle(f64::NAN), param.default);
            assert_eq!(param.to_handle(f64::NAN), param.to_handle(param.default));
        }
    }

    #[test]
    fn a_handle_position_survives_a_round_trip() {
        for param in Mallet::PARAMS {
            for tenth in 0..=1000 {
                let position = f64::from(tenth) / 10.0;
                let value = param.from_handle(position);
                assert!(param.contains(value), "{} at {position}: {value}", param.id);
                let again = param.to_handle(value);
                // Rounding of a logarithm and a power: some parts in 10^16, of the range 0–100. Integers move
                // in steps.
                let room = match param.scale {
                    Scale::Integer | Scale::Choice(_) => 50.0 / (param.max - param.min) + 1e-9,
                    Scale::Linear | Scale::Logarithmic => 1e-11,
                };
                assert!((again - position).abs() <= room, "{} at {position}: {again}", param.id);
            }
        }
    }

    #[test]
    fn a_value_survives_a_round_trip() {
        for param in Mallet::PARAMS {
            let value = param.default;
            let again = param.from_handle(param.to_handle(value));
            let error = (again - value).abs();
            assert!(error <= 1e-14 * (param.max - param.min), "{}: {value} became {again}", param.id);
        }
    }

    #[test]
    fn equal_steps_of_a_logarithmic_handle_are_equal_ratios() {
        let mass = find::<Mallet>("mass").unwrap();
        for (position, value) in [(25.0, 0.01), (50.0, 0.1), (75.0, 1.0)] {
            let got = mass.from_handle(position);
            assert!((got / value - 1.0).abs() < 1e-14, "{got} at {position}, not {value}");
        }
    }

    #[test]
    fn the_value_never_falls_as_the_handle_rises() {
        for param in Mallet::PARAMS {
            let mut last = param.min;
            for step in 0..=10_000 {
                let value = param.from_normalised(f64::from(step) / 10_000.0);
                assert!(value >= last, "{} falls from {last} to {value}", param.id);
                last = value;
            }
        }
    }
}

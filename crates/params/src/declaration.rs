//! Checks of a parameter table: each default against `Default`, each range against its scale, each setter
//! against its field.
//!
//! A one-line test beside every table keeps the declaration and the code consistent.

use crate::info::is_whole;
use crate::{Info, Param, Parametric, Scale};
use core::fmt;

/// Faults of a parameter table, as found by `defaults_hold`.
#[derive(Clone, PartialEq, Eq)]
pub struct Faults {
    /// Name of the checked parameter table, such as `mallet`.
    pub owner: &'static str,
    /// Descriptions of the faults, one sentence per fault.
    pub sentences: Vec<String>,
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the parameter table of `{}` has faults:", self.owner)?;
        self.sentences.iter().try_for_each(|sentence| write!(f, "\n  {sentence}"))
    }
}

// `Debug` prints the same text as `Display`, because a failing test prints `Debug`.
impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Faults {}

/// Checks that a parameter table is well declared and agrees with its type `T`. For tests:
///
/// ```
/// # use foley_params::example::Mallet;
/// # fn a_mallet_holds_to_its_table() {
/// foley_params::defaults_hold::<Mallet>().unwrap();
/// # }
/// # a_mallet_holds_to_its_table();
/// ```
///
/// The checks are: names are in kebab-case and unique; every sentence ends with a full stop; ranges are
/// finite and ascending, positive where logarithmic, whole where counted; each default lies within its range
/// and equals that of `T::default()`; no glide time is negative; handles have all their words; formatted
/// texts parse back; and every setter writes what its getter reads, and nothing else.
///
/// # Errors
/// Returns one sentence for each check that fails.
pub fn defaults_hold<T: Parametric + Default>() -> Result<(), Faults> {
    let mut sentences = Vec::new();
    if !is_kebab_case(T::NAME) {
        sentences.push(format!("The name `{}` is not in kebab-case.", T::NAME));
    }
    for (index, param) in T::PARAMS.iter().enumerate() {
        let before = &T::PARAMS[..index];
        let mut report_fault = |fault: String| sentences.push(format!("`{}` {fault}.", param.id));
        if before.iter().any(|other| other.id == param.id) {
            report_fault("is declared twice".into());
        }
        if let Some(handle) = param.handle
            && before.iter().any(|other| other.handle.is_some_and(|its| its.name == handle.name))
        {
            report_fault(format!("shares the handle `{}` with another parameter", handle.name));
        }
        words(&param.info(), &mut report_fault);
        numbers(&param.info(), &mut report_fault);
        access(param, &mut report_fault);
    }
    if sentences.is_empty() { Ok(()) } else { Err(Faults { owner: T::NAME, sentences }) }
}

fn words(info: &Info, report_fault: &mut impl FnMut(String)) {
    if !is_kebab_case(info.id) {
        report_fault("is not in kebab-case".into());
    }
    if info.symbol.trim().is_empty() {
        report_fault("has no symbol".into());
    }
    if !info.doc.ends_with('.') {
        report_fault("has a doc that does not end with a full stop".into());
    }
    if let Some(handle) = info.handle
        && [handle.name, handle.low, handle.high].iter().any(|word| word.trim().is_empty())
    {
        report_fault("has a handle without a name, a low end or a high end".into());
    }
}

fn numbers(info: &Info, report_fault: &mut impl FnMut(String)) {
    let Info { min, max, default, .. } = *info;
    if !(min.is_finite() && max.is_finite() && min < max) {
        report_fault(format!("has the invalid range {min} to {max}: both ends must be finite and ascending"));
    }
    if info.scale == Scale::Logarithmic && (min.is_nan() || min <= 0.0) {
        report_fault(format!("is logarithmic, so its range cannot begin at {min}"));
    }
    if let Scale::Choice(names) = info.scale
        && (min != 0.0 || max + 1.0 != names.len() as f64)
    {
        report_fault(format!(
            "has {} choices, but the range {min} to {max}: choices are numbered from 0",
            names.len()
        ));
    }
    if info.scale == Scale::Integer && ![min, max, default].into_iter().all(is_whole) {
        report_fault(format!(
            "has an integer scale, but not all of {min}, {max} and {default} are whole numbers"
        ));
    }
    if !(min <= default && default <= max) {
        report_fault(format!("has the default {default}, which is not between {min} and {max}"));
    }
    if !(info.glide.is_finite() && info.glide >= 0.0) {
        report_fault(format!("has the glide time {} s; it must be finite and not negative", info.glide));
    }
    for value in [min, max, default] {
        let text = info.format(value);
        if info.parse(&text) != Ok(value) {
            report_fault(format!("formats {value} as `{text}`, which does not parse back to the same value"));
        }
    }
}

fn access<T: Parametric + Default>(param: &Param<T>, report_fault: &mut impl FnMut(String)) {
    let default = (param.get)(&T::default());
    if !same(default, param.default) {
        report_fault(format!("is {default} in `Default`, but its declared default is {}", param.default));
    }
    for value in [param.min, param.max, param.default] {
        let mut model = T::default();
        (param.set)(&mut model, value);
        let got = (param.get)(&model);
        if !same(got, value) {
            report_fault(format!("reads {got} after it was set to {value}"));
        }
        for other in T::PARAMS.iter().filter(|other| other.id != param.id) {
            let (now, before) = ((other.get)(&model), (other.get)(&T::default()));
            if !same(now, before) {
                report_fault(format!(
                    "changes `{}` from {before} to {now} when it is set to {value}",
                    other.id
                ));
            }
        }
    }
}

/// Whether two values are equal to the precision of a single-precision field.
fn same(one: f64, two: f64) -> bool {
    one == two || (one - two).abs() <= f64::from(f32::EPSILON) * one.abs().max(two.abs())
}

/// Whether the text consists of words of lower-case letters and digits joined by single hyphens, and begins
/// with a letter.
fn is_kebab_case(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.split('-').all(|word| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Handle, Unit, example::Mallet};

    #[test]
    fn a_mallet_holds_to_its_table() {
        defaults_hold::<Mallet>().unwrap();
    }

    #[derive(Default)]
    struct Careless {
        one: f64,
        two: f64,
    }

    const ONE: Param<Careless> = Param {
        id: "one",
        symbol: "a",
        unit: Unit::Metre,
        doc: "The first.",
        min: -1.0,
        max: 1.0,
        scale: Scale::Linear,
        default: 0.0,
        glide: 0.0,
        handle: None,
        get: |owner| owner.one,
        set: |owner, value| owner.one = value,
    };

    impl Parametric for Careless {
        const NAME: &'static str = "Care less";
        const PARAMS: &'static [Param<Self>] = &[
            Param { scale: Scale::Logarithmic, min: 0.0, doc: "No stop", ..ONE },
            Param { id: "one", symbol: " ", glide: f64::NAN, default: 0.5, ..ONE },
            Param { id: "Two_", min: 2.0, max: 1.0, default: 1.5, ..ONE },
            Param {
                id: "three",
                scale: Scale::Integer,
                max: 2.5,
                handle: Some(Handle { name: "grip", low: "", high: "tight" }),
                ..ONE
            },
            Param {
                id: "four",
                handle: Some(Handle { name: "grip", low: "loose", high: "tight" }),
                get: |owner| owner.two,
                ..ONE
            },
        ];
    }

    #[test]
    fn all_faults_of_a_careless_table_are_reported() {
        let faults = defaults_hold::<Careless>().unwrap_err();
        let report = faults.to_string();
        for fault in [
            "The name `Care less` is not in kebab-case.",
            "`one` is logarithmic, so its range cannot begin at 0.",
            "`one` has a doc that does not end with a full stop.",
            "`one` is declared twice.",
            "`one` has no symbol.",
            "`one` has the glide time NaN s; it must be finite and not negative.",
            "`one` is 0 in `Default`, but its declared default is 0.5.",
            "`Two_` is not in kebab-case.",
            "`Two_` has the invalid range 2 to 1: both ends must be finite and ascending.",
            "`Two_` has the default 1.5, which is not between 2 and 1.",
            "`three` has an integer scale, but not all of -1, 2.5 and 0 are whole numbers.",
            "`three` has a handle without a name, a low end or a high end.",
            "`four` shares the handle `grip` with another parameter.",
            "`four` reads 0 after it was set to 1.",
            "`four` changes `three` from 0 to 1 when it is set to 1.",
        ] {
            assert!(report.contains(fault), "not reported: {fault}\n{report}");
        }
        assert_eq!(format!("{faults:?}"), report);
    }

    #[test]
    fn names_are_in_kebab_case() {
        for good in ["mass", "glide-time", "mode-2", "q1"] {
            assert!(is_kebab_case(good), "{good}");
        }
        for bad in ["", "-", "Mass", "glide_time", "a--b", "a-", "-a", "2nd", "é"] {
            assert!(!is_kebab_case(bad), "{bad}");
        }
    }
}

//! Reads and writes parameters by name, for callers that do not know the type: flags, OSC, files, sliders.
//!
//! Every [`Parametric`] type implements `ByName`, so a caller can hold any of them as `&mut dyn ByName`.

use crate::error::excerpt;
use crate::nearest::nearest;
use crate::{Info, Param, ParamError, Parametric, find, infos};

/// Access to parameters by name. Every value is checked; a refused value changes nothing.
///
/// ```
/// use foley_params::{ByName, example::Mallet};
///
/// let mut mallet = Mallet::default();
/// let anything: &mut dyn ByName = &mut mallet;
/// anything.set("speed", 2.0)?;
/// anything.set_text("mass", "120 g")?;
/// assert_eq!(anything.get("mass")?, 0.12);
/// assert_eq!(anything.text("speed")?, "2 m/s");
///
/// let refused = anything.set("sped", 2.0).unwrap_err().to_string();
/// assert!(refused.starts_with("`mallet` has no parameter `sped`; did you mean `speed`?"));
/// # Ok::<(), foley_params::ParamError>(())
/// ```
pub trait ByName {
    /// Returns the name of the parameter table, such as `hunt-crossley`.
    fn name(&self) -> &'static str;

    /// Returns the declarations of all parameters, in the order of the table.
    fn infos(&self) -> Vec<Info>;

    /// Returns the declaration of the parameter `id`.
    ///
    /// # Errors
    /// If there is no parameter `id`.
    fn info(&self, id: &str) -> Result<Info, ParamError>;

    /// Returns the value of the parameter `id`, in SI.
    ///
    /// # Errors
    /// If there is no parameter `id`.
    fn get(&self, id: &str) -> Result<f64, ParamError>;

    /// Sets the parameter `id` to `value`, in SI.
    ///
    /// # Errors
    /// If there is no parameter `id`, or the value is not allowed.
    fn set(&mut self, id: &str, value: f64) -> Result<(), ParamError>;

    /// Sets the parameter `id` from a text such as `35 g`.
    ///
    /// # Errors
    /// If there is no parameter `id`, the text is not a number with a suitable unit, or the value is not
    /// allowed.
    fn set_text(&mut self, id: &str, text: &str) -> Result<(), ParamError> {
        let value = self.info(id)?.parse(text)?;
        self.set(id, value)
    }

    /// Returns the value of the parameter `id` as a text such as `35 g`.
    ///
    /// # Errors
    /// If there is no parameter `id`.
    fn text(&self, id: &str) -> Result<String, ParamError> {
        Ok(self.info(id)?.format(self.get(id)?))
    }
}

impl<T: Parametric> ByName for T {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn infos(&self) -> Vec<Info> {
        infos::<T>().collect()
    }

    fn info(&self, id: &str) -> Result<Info, ParamError> {
        known::<T>(id).map(Param::info)
    }

    fn get(&self, id: &str) -> Result<f64, ParamError> {
        known::<T>(id).map(|param| (param.get)(self))
    }

    fn set(&mut self, id: &str, value: f64) -> Result<(), ParamError> {
        let param = known::<T>(id)?;
        (param.set)(self, param.check(value)?);
        Ok(())
    }
}

/// Finds the parameter `id`, or returns an error that lists the known names.
fn known<T: Parametric>(id: &str) -> Result<&'static Param<T>, ParamError> {
    find::<T>(id).ok_or_else(|| {
        let known: Vec<_> = T::PARAMS.iter().map(|param| param.id).collect();
        ParamError::UnknownId { owner: T::NAME, id: excerpt(id), nearest: nearest(id, &known), known }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::Mallet;

    #[test]
    fn a_refused_value_changes_nothing() {
        let mut mallet = Mallet::default();
        assert!(mallet.set("mass", -1.0).is_err());
        assert!(mallet.set("mass", f64::NAN).is_err());
        assert!(mallet.set_text("mass", "3 mm").is_err());
        assert!(mallet.set_text("blows", "2.5").is_err());
        assert!(mallet.set("colour", 1.0).is_err());
        assert_eq!(mallet, Mallet::default());
    }

    #[test]
    fn every_parameter_is_found_by_its_name() {
        let mut mallet = Mallet::default();
        for info in ByName::infos(&mallet) {
            assert_eq!(mallet.get(info.id), Ok(info.default), "{}", info.id);
            assert_eq!(mallet.set(info.id, info.max), Ok(()), "{}", info.id);
            assert_eq!(mallet.get(info.id), Ok(info.max), "{}", info.id);
            assert_eq!(mallet.text(info.id), Ok(info.format(info.max)), "{}", info.id);
        }
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_nearest() {
        let refused = Mallet::default().get("stifness").unwrap_err();
        let ParamError::UnknownId { owner, id, nearest, known } = refused else {
            panic!("{refused}");
        };
        assert_eq!((owner, id.as_str()), ("mallet", "stifness"));
        assert_eq!(nearest, ["stiffness"]);
        assert_eq!(known.len(), Mallet::PARAMS.len());
    }

    #[test]
    fn an_unreadable_text_is_refused_with_the_parameter() {
        let refused = Mallet::default().set_text("mass", "1,5").unwrap_err();
        assert!(refused.to_string().starts_with("`mass` cannot be read: `1,5` has a comma."), "{refused}");
    }
}

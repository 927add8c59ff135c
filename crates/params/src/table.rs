//! Functions on whole parameter tables: find a parameter, list all, draw random values.

use crate::{Info, Param, Parametric};

/// Finds the parameter with the name `id`; `None` if the table has none. Real-time: yes.
///
/// ```
/// use foley_params::{example::Mallet, find};
///
/// assert_eq!(find::<Mallet>("mass").unwrap().symbol, "m");
/// assert!(find::<Mallet>("colour").is_none());
/// ```
pub fn find<T: Parametric>(id: &str) -> Option<&'static Param<T>> {
    T::PARAMS.iter().find(|param| param.id == id)
}

/// Returns the parameter with the name `id`, for use in constants.
///
/// # Panics
/// If the type has no such parameter; in a constant the compiler reports the panic.
pub const fn param<T: Parametric>(id: &str) -> Param<T> {
    let mut index = 0;
    while index < T::PARAMS.len() {
        if equal(T::PARAMS[index].id.as_bytes(), id.as_bytes()) {
            return T::PARAMS[index];
        }
        index += 1;
    }
    panic!("the type has no parameter of that id")
}

const fn equal(one: &[u8], two: &[u8]) -> bool {
    if one.len() != two.len() {
        return false;
    }
    let mut index = 0;
    while index < one.len() {
        if one[index] != two[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// Returns the declarations of all parameters of a type, in the order of the table.
///
/// ```
/// use foley_params::{example::Mallet, infos};
///
/// for info in infos::<Mallet>() {
///     println!("{} [{}]  {}", info.id, info.unit, info.doc);
/// }
/// ```
pub fn infos<T: Parametric>() -> impl ExactSizeIterator<Item = Info> + Clone {
    T::PARAMS.iter().map(Param::info)
}

/// Creates a `T` with random values from the declared ranges, for tests that must hold in the whole range.
/// `uniform` returns a number from 0 to 1 and is called once per parameter; the scale maps the number to a
/// value.
#[cfg(feature = "std")]
pub fn draw<T: Parametric + Default>(mut uniform: impl FnMut() -> f64) -> T {
    let mut drawn = T::default();
    for param in T::PARAMS {
        (param.set)(&mut drawn, param.from_normalised(uniform()));
    }
    drawn
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use crate::example::Mallet;

    #[test]
    fn the_infos_follow_the_table() {
        let ids: Vec<_> = infos::<Mallet>().map(|info| info.id).collect();
        let table: Vec<_> = Mallet::PARAMS.iter().map(|param| param.id).collect();
        assert_eq!(ids, table);
        assert_eq!(infos::<Mallet>().len(), table.len());
    }

    #[test]
    fn a_drawn_model_lies_in_its_ranges() {
        for step in 0..=100 {
            let mallet: Mallet = draw(|| f64::from(step) / 100.0);
            for param in Mallet::PARAMS {
                assert!(param.contains((param.get)(&mallet)), "{} at {step}", param.id);
            }
        }
        assert_eq!(draw::<Mallet>(|| 0.0).mass, 0.001);
        assert_eq!(draw::<Mallet>(|| 1.0).blows, 64);
    }
}

//! Declares parameters, one line each. [`params!`](crate::params!) makes the struct, its `Default`, its table
//! and its documentation from these lines; [`choices!`](crate::choices!) makes the enum of a parameter that
//! is one of several names.
//!
//! ```
//! foley_params::choices! {
//!     /// Material of the head.
//!     pub enum Head {
//!         /// Soft.
//!         Felt = "felt",
//!         /// Hard.
//!         Wood = "wood",
//!     }
//! }
//! foley_params::params! {
//!     /// A hammer. Default: a knuckle.
//!     pub struct Hammer("hammer") {
//!         /// Mass of the hammer.
//!         mass: f64 = 0.02, "M", Kilogram, log [1e-4, 5.0], glide 0.02, handle("weight", "pea", "sledgehammer");
//!         /// Number of blows.
//!         blows: u32 = 1, "n", One, count [1, 64];
//!         /// Material of the head.
//!         head: Head = Head::Wood, "head", choice;
//!     }
//! }
//!
//! use foley_params::{ByName, Parametric};
//! let mut hammer = Hammer::default();
//! hammer.set_text("head", "felt")?;
//! assert_eq!((hammer.mass, hammer.blows, hammer.head), (0.02, 1, Head::Felt));
//! assert_eq!(Hammer::PARAMS[0].doc, "Mass of the hammer.");
//! # Ok::<(), foley_params::ParamError>(())
//! ```
//!
//! | written                          | meaning                                                                       |
//! |----------------------------------|-------------------------------------------------------------------------------|
//! | `low_pass as "low-pass": f64`    | field, id where it is not the field's name, type                              |
//! | `= 0.02`                         | default                                                                       |
//! | `"M"`                            | symbol in the source                                                          |
//! | `Kilogram`, `Other("Pa/m")`      | variant of [`Unit`](crate::Unit)                                              |
//! | `log [1e-4, 5.0]`                | scale and range: `lin` and `log` of an `f64`, `count` of a `u32`              |
//! | `choice`                         | instead of unit, scale and range, for an enum of [`choices!`](crate::choices!) |
//! | `like HuntCrossley`              | instead of description, symbol, unit and handle: those of that struct's parameter |
//! | `mass: f64, like Hammer;`        | the whole line, also default, range and glide, as in that struct              |
//! | `not a parameter`                | instead of all that follows the default: a field without a table entry        |
//! | `struct Line("line") without Copy` | for a struct whose fields are not all `Copy`                                |
//! | `glide 0.02`                     | time to glide to a new value while sounding \[s\]; 0 if left out              |
//! | `handle("weight", "pea", "maul")`| the 0–100 control: name, low end, high end                                    |

/// Declares a struct of parameters, one line per parameter; `declare.rs` in this crate shows the syntax.
#[macro_export]
macro_rules! params {
    ($(#[$attribute:meta])* $vis:vis struct $owner:ident($name:literal) { $($lines:tt)* }) => {
        $crate::params!(@line [$(#[$attribute])* #[derive(Clone, Copy, Debug, PartialEq)]]
            [$vis] $owner $name [] [] [] $($lines)*);
    };
    ($(#[$attribute:meta])* $vis:vis struct $owner:ident($name:literal) without Copy { $($lines:tt)* }) => {
        $crate::params!(@line [$(#[$attribute])* #[derive(Clone, Debug, PartialEq)]]
            [$vis] $owner $name [] [] [] $($lines)*);
    };
    (@line $attributes:tt [$vis:vis] $owner:ident $name:literal [$($fields:tt)*] [$($defaults:tt)*] [$($table:tt)*]
        $(#[doc = $doc:literal])+
        $field:ident: $type:ty = $default:expr, not a parameter;
        $($rest:tt)*
    ) => {
        $crate::params!(@line $attributes [$vis] $owner $name
            [$($fields)* $(#[doc = $doc])+ $vis $field: $type,]
            [$($defaults)* $field: $default,]
            [$($table)*]
            $($rest)*);
    };
    (@line $attributes:tt [$vis:vis] $owner:ident $name:literal [$($fields:tt)*] [$($defaults:tt)*] [$($table:tt)*]
        $(#[doc = $doc:literal])+
        $field:ident $(as $id:literal)?: $type:ty = $default:expr, $symbol:literal, choice
        $(, glide $glide:expr)? $(, handle($handle:literal, $low:literal, $high:literal))?;
        $($rest:tt)*
    ) => {
        $crate::params!(@line $attributes [$vis] $owner $name
            [$($fields)* $(#[doc = $doc])+ $vis $field: $type,]
            [$($defaults)* $field: $default,]
            [$($table)* $crate::Param {
                id: $crate::params!(@id $field $($id)?),
                symbol: $symbol,
                unit: $crate::Unit::One,
                doc: concat!($($doc),+).trim_ascii(),
                min: 0.0,
                max: (<$type>::NAMES.len() - 1) as f64,
                scale: $crate::Scale::Choice(<$type>::NAMES),
                default: $default as u32 as f64,
                glide: $crate::params!(@glide $($glide)?),
                handle: $crate::params!(@handle $($handle, $low, $high)?),
                get: |owner| f64::from(owner.$field as u32),
                set: |owner, value| owner.$field = <$type>::from_index(value as usize),
            },]
            $($rest)*);
    };
    (@line $attributes:tt [$vis:vis] $owner:ident $name:literal [$($fields:tt)*] [$($defaults:tt)*] [$($table:tt)*]
        $field:ident: $type:ty, like $other:ty;
        $($rest:tt)*
    ) => {
        $crate::params!(@line $attributes [$vis] $owner $name
            [$($fields)*
                #[doc = concat!("As [`", stringify!($other), "::", stringify!($field), "`].")]
                $vis $field: $type,]
            [$($defaults)* $field: <$other>::default().$field,]
            [$($table)* {
                let like = $crate::param::<$other>(stringify!($field)).info();
                $crate::Param {
                    id: like.id,
                    symbol: like.symbol,
                    unit: like.unit,
                    doc: like.doc,
                    min: like.min,
                    max: like.max,
                    scale: like.scale,
                    default: like.default,
                    glide: like.glide,
                    handle: like.handle,
                    get: |owner: &Self| owner.$field,
                    set: |owner: &mut Self, value| owner.$field = value,
                }
            },]
            $($rest)*);
    };
    (@line $attributes:tt [$vis:vis] $owner:ident $name:literal [$($fields:tt)*] [$($defaults:tt)*] [$($table:tt)*]
        $field:ident $(as $id:literal)?: $type:ty = $default:expr, like $other:ty,
        $scale:ident [$min:expr, $max:expr]
        $(, glide $glide:expr)? $(, handle($handle:literal, $low:literal, $high:literal))?;
        $($rest:tt)*
    ) => {
        $crate::params!(@line $attributes [$vis] $owner $name
            [$($fields)*
                #[doc = concat!("As [`", stringify!($other), "::", stringify!($field), "`], ", stringify!($min), " to ", stringify!($max), ".")]
                $vis $field: $type,]
            [$($defaults)* $field: $default,]
            [$($table)* $crate::Param {
                id: $crate::params!(@id $field $($id)?),
                symbol: $crate::param::<$other>($crate::params!(@id $field $($id)?)).symbol,
                unit: $crate::param::<$other>($crate::params!(@id $field $($id)?)).unit,
                doc: $crate::param::<$other>($crate::params!(@id $field $($id)?)).doc,
                min: $crate::params!(@number $scale $min),
                max: $crate::params!(@number $scale $max),
                scale: $crate::params!(@scale $scale),
                default: $crate::params!(@number $scale $default),
                glide: $crate::params!(@glide $($glide)?),
                handle: $crate::params!(@handle_like $other, $crate::params!(@id $field $($id)?) $(, $handle, $low, $high)?),
                get: $crate::params!(@get $scale $field),
                set: $crate::params!(@set $scale $field),
            },]
            $($rest)*);
    };
    (@line $attributes:tt [$vis:vis] $owner:ident $name:literal [$($fields:tt)*] [$($defaults:tt)*] [$($table:tt)*]
        $(#[doc = $doc:literal])+
        $field:ident $(as $id:literal)?: $type:ty = $default:expr, $symbol:literal, $unit:ident $(($custom:literal))?,
        $scale:ident [$min:expr, $max:expr]
        $(, glide $glide:expr)? $(, handle($handle:literal, $low:literal, $high:literal))?;
        $($rest:tt)*
    ) => {
        $crate::params!(@line $attributes [$vis] $owner $name
            [$($fields)* $(#[doc = $doc])+
                #[doc = concat!("\n\n", $symbol, ", in ", stringify!($unit $(($custom))?), ", ", stringify!($min), " to ", stringify!($max), ".")]
                $vis $field: $type,]
            [$($defaults)* $field: $default,]
            [$($table)* $crate::Param {
                id: $crate::params!(@id $field $($id)?),
                symbol: $symbol,
                unit: $crate::Unit::$unit $(($custom))?,
                doc: concat!($($doc),+).trim_ascii(),
                min: $crate::params!(@number $scale $min),
                max: $crate::params!(@number $scale $max),
                scale: $crate::params!(@scale $scale),
                default: $crate::params!(@number $scale $default),
                glide: $crate::params!(@glide $($glide)?),
                handle: $crate::params!(@handle $($handle, $low, $high)?),
                get: $crate::params!(@get $scale $field),
                set: $crate::params!(@set $scale $field),
            },]
            $($rest)*);
    };
    (@line [$($attribute:tt)*] [$vis:vis] $owner:ident $name:literal [$($fields:tt)*] [$($defaults:tt)*] [$($table:tt)*]) => {
        $($attribute)*
        $vis struct $owner { $($fields)* }

        impl Default for $owner {
            fn default() -> Self {
                Self { $($defaults)* }
            }
        }

        impl $crate::Parametric for $owner {
            const NAME: &'static str = $name;
            const PARAMS: &'static [$crate::Param<Self>] = &[$($table)*];
        }
    };
    (@id $field:ident) => { stringify!($field) };
    (@id $field:ident $id:literal) => { $id };
    (@glide) => { 0.0 };
    (@glide $glide:expr) => { $glide };
    (@handle) => { None };
    (@handle $name:literal, $low:literal, $high:literal) => {
        Some($crate::Handle { name: $name, low: $low, high: $high })
    };
    (@handle_like $other:ty, $id:expr) => { $crate::param::<$other>($id).handle };
    (@handle_like $other:ty, $id:expr, $name:literal, $low:literal, $high:literal) => {
        Some($crate::Handle { name: $name, low: $low, high: $high })
    };
    (@scale lin) => { $crate::Scale::Linear };
    (@scale log) => { $crate::Scale::Logarithmic };
    (@scale count) => { $crate::Scale::Integer };
    (@number count $number:expr) => { $number as f64 };
    (@number $scale:ident $number:expr) => { $number };
    (@get count $field:ident) => { |owner| f64::from(owner.$field) };
    (@get $scale:ident $field:ident) => { |owner| owner.$field };
    (@set count $field:ident) => { |owner, value| owner.$field = value as u32 };
    (@set $scale:ident $field:ident) => { |owner, value| owner.$field = value };
}

/// Declares the enum of a parameter that is one of several names; files and flags use these names.
#[macro_export]
macro_rules! choices {
    ($(#[$attribute:meta])* $vis:vis enum $owner:ident {
        $($(#[$variant_attribute:meta])* $variant:ident = $name:literal),+ $(,)?
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis enum $owner { $($(#[$variant_attribute])* $variant),+ }

        impl $owner {
            /// All choices, in the order of their indices.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// Names of all choices in files and flags, in the order of their indices.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// Returns the choice with the index `index`, counted from 0; the last choice for any larger
            /// index. Real-time: yes.
            pub fn from_index(index: usize) -> Self {
                Self::ALL[index.min(Self::ALL.len() - 1)]
            }

            /// Returns the choice called `name` in files and flags; `None` if there is none.
            pub fn by_name(name: &str) -> Option<Self> {
                let index = Self::NAMES.iter().position(|known| *known == name)?;
                Some(Self::ALL[index])
            }

            /// Returns the name of this choice in files and flags.
            pub fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }
    };
}

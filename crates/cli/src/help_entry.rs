//! The texts of a law, a scheme or a correction, shared by flags, help and `foley explain`.

/// The texts of a law, a scheme or a correction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HelpEntry {
    /// Name of the item on the command line.
    pub(crate) name: &'static str,
    /// Summary of the item in one line.
    pub(crate) summary: &'static str,
    /// Description of the item in one paragraph.
    pub(crate) text: &'static str,
    /// Equation of the item in one or a few lines; may be empty.
    pub(crate) equation: &'static str,
    /// Sources of the item, as keys of BIBLIOGRAPHY.md.
    pub(crate) source: &'static str,
}

//! The texts of a law, a scheme or a correction, shared by flags, help and `foley explain`.

/// The texts of one named item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HelpEntry {
    /// Name on the command line.
    pub(crate) name: &'static str,
    /// One line.
    pub(crate) summary: &'static str,
    /// One paragraph.
    pub(crate) text: &'static str,
    /// Equation of one or a few lines; may be empty.
    pub(crate) equation: &'static str,
    /// Keys of BIBLIOGRAPHY.md.
    pub(crate) source: &'static str,
}

//! What there is to say about a law, a scheme or a correction: one card each, read by flags, help and
//! `foley explain`.

/// A thing with a name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Card {
    /// On the command line.
    pub(crate) name: &'static str,
    /// One line.
    pub(crate) summary: &'static str,
    /// A paragraph.
    pub(crate) text: &'static str,
    /// Its equation, one or a few lines; empty where there is none.
    pub(crate) equation: &'static str,
    /// Keys of BIBLIOGRAPHY.md.
    pub(crate) source: &'static str,
}

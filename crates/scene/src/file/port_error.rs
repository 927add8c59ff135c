//! Errors of references to ports in scene files.

use foley_document::{DocumentError, Node, quoted_names};
use foley_params::words::did_you_mean;
use thiserror::Error;

/// Error of a reference to a port in a scene file. Each message is a sentence with its full stop.
#[derive(Clone, Debug, PartialEq, Error)]
pub(super) enum PortError {
    /// The body has no port of this name.
    #[error("`{body}` has no port `{found}`{} It has {}.", did_you_mean(nearest), ports(*count, known))]
    Unknown {
        body: String,
        found: String,
        /// Up to three port names similar to the reference, the nearest first.
        nearest: Vec<String>,
        /// Number of ports of the body.
        count: usize,
        /// Names of those ports of the body that have a name.
        known: Vec<String>,
    },
    /// The body has several ports, and the reference names no port.
    #[error("which port of `{body}`? It has {}: write `{body}.{}`.", ports(known.len(), known), known.first().map_or("0", String::as_str))]
    Ambiguous { body: String, known: Vec<String> },
    /// Both ends of a contact are the same port.
    #[error("`{place}` cannot touch itself: a contact is between two bodies, or two ports of one.")]
    SelfContact { place: String },
}

impl PortError {
    /// Converts the error to the error of a document at `node`.
    pub(super) fn at(self, node: &Node<'_>) -> DocumentError {
        node.custom_error(self.to_string())
    }
}

/// Returns number and names of the ports of a body as text: `2 ports, a and b`.
fn ports(count: usize, known: &[String]) -> String {
    match (count, known.is_empty()) {
        (1, true) => "one port, which needs no name".to_owned(),
        (1, false) => format!("one port, {}", quoted_names(known)),
        (count, _) => format!("{count} ports, {}", quoted_names(known)),
    }
}

//! Resolves names in a file: `bar.middle`, `touch`, or a contact by its number.

use super::port_error::PortError;
use crate::{BodySpec, Named, Place};
use foley_document::{Node, ReadResult};
use foley_params::words::{excerpt, nearest};

/// Names of the bodies and contacts of a scene file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names<'a> {
    pub(super) bodies: &'a [Named<BodySpec>],
    /// Names of the contacts. An unnamed contact has its number as its name.
    pub(super) contacts: &'a [String],
}

impl Names<'_> {
    /// Resolves a port: `bar.middle`, `bar.1`, or `bar` alone if that body has one port.
    pub(super) fn place(&self, node: &Node<'_>) -> ReadResult<Place> {
        self.place_named(node, node.text()?)
    }

    pub(super) fn place_named(&self, node: &Node<'_>, text: &str) -> ReadResult<Place> {
        let (name, port) = match text.split_once('.') {
            Some((name, port)) => (name, Some(port)),
            None => (text, None),
        };
        let index = self.body_named(node, name)?;
        let body = &self.bodies[index];
        let port = match port {
            None if body.value.ports() == 1 => 0,
            None => {
                let known = port_names(&body.value);
                return Err(PortError::Ambiguous { body: name.to_owned(), known }.at(node));
            }
            Some(port) => self::port(&body.value, port).ok_or_else(|| {
                let known = port_names(&body.value);
                let names: Vec<_> = known.iter().map(String::as_str).collect();
                let nearest = nearest(port, &names).into_iter().map(str::to_owned);
                PortError::Unknown {
                    body: name.to_owned(),
                    found: excerpt(port),
                    nearest: nearest.collect(),
                    count: body.value.ports(),
                    known,
                }
                .at(node)
            })?,
        };
        Ok(Place { body: index, port })
    }

    /// Resolves a body by name and returns the index of the body.
    pub(super) fn body(&self, node: &Node<'_>) -> ReadResult<usize> {
        self.body_named(node, node.text()?)
    }

    pub(super) fn body_named(&self, node: &Node<'_>, name: &str) -> ReadResult<usize> {
        let found = self.bodies.iter().position(|body| body.name == name);
        found.ok_or_else(|| {
            let names = self.bodies.iter().map(|body| body.name.as_str());
            node.unknown("body", name, names)
        })
    }

    /// Resolves a contact by name or number and returns the index of the contact.
    pub(super) fn contact(&self, node: &Node<'_>) -> ReadResult<usize> {
        match node.index() {
            Some(index) => self.contact_named(node, &index.to_string()),
            None => self.contact_named(node, node.text()?),
        }
    }

    pub(super) fn contact_named(&self, node: &Node<'_>, name: &str) -> ReadResult<usize> {
        let by_number = || {
            let index = name.parse().ok()?;
            (index < self.contacts.len()).then_some(index)
        };
        let by_name = self.contacts.iter().position(|known| known == name);
        by_name.or_else(by_number).ok_or_else(|| {
            let names = self.contacts.iter().map(String::as_str);
            node.unknown("contact", name, names)
        })
    }
}

/// Returns the index of the port that has the name or number `text`.
fn port(body: &BodySpec, text: &str) -> Option<usize> {
    let named = (0..body.ports()).find(|&port| body.port_name(port) == Some(text));
    named.or_else(|| text.parse().ok().filter(|&port| port < body.ports()))
}

/// Returns the names of the ports of a body.
fn port_names(body: &BodySpec) -> Vec<String> {
    (0..body.ports()).filter_map(|port| body.port_name(port).map(str::to_owned)).collect()
}

//! STUB until merged.
use crate::{ActError, ContactLaw, Scene};
use foley_contact::Motion;
#[allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::unused_self,
    clippy::unnecessary_wraps
)]
impl Scene {
    pub fn change_law(&mut self, _contact: usize, _law: ContactLaw) -> Result<(), ActError> {
        Ok(())
    }
    pub fn energy(&self) -> f64 {
        0.0
    }
    pub fn touching(&self, _contact: usize) -> bool {
        false
    }
    pub fn motion(&self, _body: usize) -> Option<Motion> {
        None
    }
}

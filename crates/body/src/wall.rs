//! A rigid, immovable body such as a floor or an anvil.

use crate::{Body, Substeps};
use foley_contact::{Forecast, Motion};

/// An immovable body: every port stands still under any force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wall;

impl Body for Wall {
    fn ports(&self) -> usize {
        1
    }
    fn set_substeps(&mut self, _substeps: Substeps) {}
    fn forecast(&self, _port: usize) -> Forecast {
        Forecast::WALL
    }
    fn cross_response(&self, _here: usize, _there: usize) -> Motion {
        Motion::default()
    }
    fn push(&mut self, _port: usize, _force: f64) {}
    fn advance(&mut self) {}
    fn motion(&self, _port: usize) -> Motion {
        Motion::default()
    }
    fn energy(&self) -> f64 {
        0.0
    }
    fn come_to_rest(&mut self) {}
    fn save_state(&mut self) {}
    fn restore_state(&mut self) {}
}

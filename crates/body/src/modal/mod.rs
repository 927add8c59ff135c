//! Elastic bodies described by their modes. Each mode is an independent oscillator, read and pushed through
//! the ports.
//!
//! ```math
//! \ddot x_i + g_i \dot x_i + \omega_i^2 x_i = \frac{1}{m_i}\sum_p w_{pi} F_p, \qquad x_p = \sum_i w_{pi} x_i
//! ```
//!
//! | symbol   | here               | unit  | meaning                                                   |
//! |----------|--------------------|-------|-----------------------------------------------------------|
//! | ω/2π     | [`Mode::frequency`]| Hz    | of the mode without damping                               |
//! | 2/g      | [`Mode::decay`]    | s     | time in which the amplitude falls to 1/e                  |
//! | m        | [`Mode::mass`]     | kg    | modal mass                                                |
//! | w        | [`Mode::shape`]    | 1     | signed height of the mode shape at each port              |
//! | F_p, x_p |                    | N, m  | force at a port, and its displacement                     |
//!
//! A port reads and pushes with the same weights, so it is reciprocal and passive.

// A kernel must be inlined into the function compiled for wide vectors; otherwise the kernel is compiled
// without wide vectors.
#![allow(clippy::inline_always)]

mod bank;
mod discretise;
mod lanes;
mod mode;
mod ring;
mod state_transition;
mod step;
mod tune;

pub use bank::{CheckedModes, Modal};
pub use discretise::{Discretisation, Pole};
pub use mode::{MAX_MODES, MAX_PORTS, ModalError, ModalSpec, Mode, RigidMotion};
pub use ring::BLOCK;
pub use state_transition::StateTransition;

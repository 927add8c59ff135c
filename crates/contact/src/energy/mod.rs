//! Where the energy went.

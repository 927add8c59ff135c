//! All tests of `foley-body` in one binary, which links once: `cargo test -p foley-body --test all FILE::`.

mod discretise;
mod exact_mode;
mod heard;
mod modal_body;
mod modal_ringing;
mod radiation;
mod shapes_beam;
mod shapes_flat;
mod shapes_names;
mod strings;
mod support;
mod waveguide_energy;
mod waveguide_ports;
mod waveguide_ring;
mod waveguide_struck;
mod waveguide_tuning;

//! All tests of `foley-catalogue` in one binary, which links once: `cargo test -p foley-catalogue --test all
//! FILE::`.

use assert_no_alloc::AllocDisabler;

mod bouncing_facts;
mod breaker_facts;
mod breaking_facts;
mod bubble_facts;
mod bubble_stream_facts;
mod clap_facts;
mod collapse_facts;
mod continuous_crumpling_facts;
mod coupled_bubbles_facts;
mod crumpling_facts;
mod dripping_facts;
mod drive;
mod earth_facts;
mod engine_facts;
mod every_model;
mod explosion_facts;
mod footsteps_facts;
mod fragments_facts;
mod friction_sound_facts;
mod impact_facts;
mod input_signal;
mod jet_facts;
mod linear_impact_facts;
mod loudness;
mod mesh_facts;
mod mode_edits;
mod morph;
mod motor_facts;
mod nothing_dead;
mod palette;
mod panning_facts;
mod particles_facts;
mod phonobump_facts;
mod pitch_shift_facts;
mod place_facts;
mod preset_schema;
mod presets;
mod quality;
mod real_time;
mod reverb_facts;
mod rolling_facts;
mod rotor_facts;
mod rustle_facts;
mod scraping_facts;
mod soft_impact_facts;
mod speed_gates;
mod splash_facts;
mod spray_facts;
mod support;
mod until_told;
mod vacuum_cleaner_facts;
mod variation_facts;
mod wind_facts;

/// Aborts a test that allocates inside `assert_no_alloc`.
#[global_allocator]
static ALLOCATOR: AllocDisabler = AllocDisabler;

//! All tests of `foley-contact` in one binary, which links once: `cargo test -p foley-contact --test all FILE::`.

mod analytic_approximation;
mod analytic_duration;
mod analytic_impact;
mod analytic_pressed;
mod analytic_restitution;
mod exact_bisection;
mod exact_duration;
mod exact_passivity;
mod exact_restitution;
mod friction_bisection;
mod friction_facts;
mod friction_noise;
mod friction_passivity;
mod friction_stick_slip;
mod linear_impact;
mod parameter_tables;
mod schemes_energy;
mod schemes_ieq;
mod schemes_integrators;
mod schemes_laws;
mod schemes_quadratic;
mod settle;
mod support;

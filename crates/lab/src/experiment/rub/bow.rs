//! A bowed string and the recognition of its slips.

use super::rub_scene::{Pickup, build_scene, render_next};
use foley_body::WaveguideSpec;
use foley_contact::Friction;
use foley_scene::{BodySpec, Quantity};

/// A string and the bow that rubs it.
#[derive(Clone, Debug, PartialEq)]
pub struct BowedString {
    /// The bowed string. The first port of the string is under the bow.
    pub string: WaveguideSpec,
    /// Friction law between bow and string.
    pub law: Friction,
    /// Speed V of the bow \[m/s\].
    pub speed: f64,
}

/// Recorded motion of a bowed string, at every sample.
#[derive(Clone, Debug)]
pub struct BowTrace {
    /// Velocity of the string under the bow \[m/s\].
    pub velocity: Vec<f64>,
    /// Friction force between bow and string \[N\].
    pub force: Vec<f64>,
    /// Displacement of every port of the string, one row per port \[m\].
    pub shape: Vec<Vec<f64>>,
}

/// The string slips if its velocity under the bow is below this fraction of the bow's speed \[1\].
const SLIP_THRESHOLD: f64 = 0.5;

impl BowedString {
    /// Creates the lowest string of a violin under a firm bow. `position` is the bow's distance from the end
    /// as a fraction of the length \[1\]. The rosin is dry, so there is no viscosity. Seven more ports divide
    /// the string into eight equal parts.
    pub fn violin(position: f64) -> Self {
        let others = (1..8).map(|n| f64::from(n) / 8.0);
        let ports: Vec<f64> = core::iter::once(position).chain(others).collect();
        Self {
            string: WaveguideSpec {
                length: 0.33,
                mass_per_length: 0.003,
                decay: 0.8,
                brightness: 3000.0,
                ..WaveguideSpec::default()
            }
            .tuned_to(196.0)
            .with_ports(&ports),
            law: Friction { viscosity: 0.0, normal_force: 1.0, ..Friction::default() },
            speed: 0.1,
        }
    }

    /// Returns the position β of the bow as a fraction of the string's length \[1\].
    pub fn position(&self) -> f64 {
        self.string.ports.first().copied().unwrap_or(0.5)
    }

    /// Bows the string from rest and records its motion.
    pub fn play(&self, rate: f64, seconds: f64) -> BowTrace {
        let ports = self.string.ports.len();
        let body = BodySpec::Waveguide {
            spec: self.string.clone(),
            ports: (0..ports).map(|port| port.to_string()).collect(),
        };
        let mut pickups = vec![Pickup::Port(0, Quantity::Velocity), Pickup::Force];
        pickups.extend((0..ports).map(|port| Pickup::Port(port, Quantity::Displacement)));
        let mut scene = build_scene(body, self.law, self.speed, &pickups, rate);
        let mut out = render_next(&mut scene, (seconds * rate) as usize);
        let shape = out.split_off(2);
        let force = out.pop().unwrap_or_default();
        BowTrace { velocity: out.pop().unwrap_or_default(), force, shape }
    }

    /// Returns the samples at which slips begin. `velocity` is that of the string under the bow \[m/s\].
    pub fn slip_onsets(&self, velocity: &[f64]) -> Vec<usize> {
        let slow = |v: f64| v < SLIP_THRESHOLD * self.speed;
        let pairs = velocity.windows(2).enumerate();
        pairs.filter_map(|(n, pair)| (!slow(pair[0]) && slow(pair[1])).then_some(n + 1)).collect()
    }

    /// Returns the fraction of time in which the string slips \[1\], the mean velocity of the string while
    /// slipping, and its mean velocity while sticking \[m/s\]. The interval is from the first slip onset to
    /// the last.
    pub fn measure_stick_slip(&self, velocity: &[f64]) -> (f64, f64, f64) {
        let slips = self.slip_onsets(velocity);
        let (Some(&from), Some(&to)) = (slips.first(), slips.last()) else {
            return (f64::NAN, f64::NAN, f64::NAN);
        };
        let (slow, fast): (Vec<f64>, Vec<f64>) =
            velocity[from..to].iter().partition(|v| **v < SLIP_THRESHOLD * self.speed);
        let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len() as f64;
        let share = slow.len() as f64 / (to - from) as f64;
        (share, mean(&slow), mean(&fast))
    }
}

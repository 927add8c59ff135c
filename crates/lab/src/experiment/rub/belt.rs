//! An oscillator on a moving belt. The belt carries the oscillator along until it springs back and sticks
//! again.

use super::rub_scene::{Pickup, build_scene, render_next};
use crate::experiment::strike::modes_of;
use core::f64::consts::TAU;
use foley_body::ModalSpec;
use foley_body::modal::BLOCK;
use foley_contact::energy::Ledger;
use foley_contact::{Friction, Motion};
use foley_scene::{BodySpec, Quantity};

/// Mass m of the oscillator \[kg\].
pub const MASS: f64 = 0.01;
/// Frequency ω₀/2π of the oscillator without the belt \[Hz\].
pub const FREQUENCY: f64 = 200.0;
/// Default quality factor Q of the oscillator \[1\].
pub const QUALITY: f64 = 50.0;

/// An oscillator that a moving belt drives by friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeltOscillator {
    /// Friction law between belt and oscillator.
    pub law: Friction,
    /// Speed V of the belt \[m/s\].
    pub speed: f64,
    /// Quality factor Q of the oscillator; infinite if undamped \[1\].
    pub quality: f64,
}

/// Energies of an oscillator on a belt, recorded after every block.
#[derive(Clone, Debug, Default)]
pub struct EnergyAccount {
    /// Times \[s\] and the ledgers of the scene at these times.
    pub entries: Vec<(f64, Ledger)>,
    /// Energy lost by the oscillator's own damping until the time of each entry \[J\]. The loss is m(ω₀/Q)∫ẋ²
    /// dt with the mass m, angular frequency ω₀, quality factor Q and velocity ẋ. It is computed from the
    /// motion, independently of the ledger.
    pub damping_loss: Vec<f64>,
}

impl BeltOscillator {
    /// Creates an oscillator with the default quality factor on a belt at `speed` \[m/s\].
    pub fn new(law: Friction, speed: f64) -> Self {
        Self { law, speed, quality: QUALITY }
    }

    fn body(&self) -> BodySpec {
        BodySpec::Modal {
            spec: ModalSpec {
                ports: 1,
                modes: modes_of(MASS, &[(FREQUENCY, self.quality)]),
                ..ModalSpec::default()
            },
            ports: vec!["rubbed".into()],
            motion: Motion::default(),
            falls: false,
        }
    }

    /// Returns the stiffness of the oscillator's spring \[N/m\].
    pub fn spring_stiffness() -> f64 {
        MASS * (TAU * FREQUENCY) * (TAU * FREQUENCY)
    }

    /// Plays the oscillator from rest and returns its velocity at every sample \[m/s\].
    pub fn velocity(&self, rate: f64, seconds: f64) -> Vec<f64> {
        let pickups = [Pickup::Port(0, Quantity::Velocity)];
        let mut scene = build_scene(self.body(), self.law, self.speed, &pickups, rate);
        render_next(&mut scene, (seconds * rate) as usize).swap_remove(0)
    }

    /// Plays the oscillator at `parts` times the rate and returns every `parts`-th sample of its velocity
    /// \[m/s\].
    pub fn oversampled_velocity(&self, rate: f64, parts: u32, seconds: f64) -> Vec<f64> {
        let parts = parts as usize;
        let fine = self.velocity(rate * parts as f64, seconds);
        fine.chunks_exact(parts).map(|chunk| chunk[parts - 1]).collect()
    }

    /// Plays the oscillator from rest and records the energies after every block.
    pub fn account(&self, rate: f64, seconds: f64) -> EnergyAccount {
        let pickups =
            [Pickup::Port(0, Quantity::Displacement), Pickup::Port(0, Quantity::Velocity), Pickup::Force];
        let mut scene = build_scene(self.body(), self.law, self.speed, &pickups, rate);
        let mut account = EnergyAccount::default();
        let (mut at, mut damped) = (Motion::default(), 0.0);
        let blocks = (seconds * rate / BLOCK as f64) as usize;
        for block in 1..=blocks {
            let out = render_next(&mut scene, BLOCK);
            let [x, v, force] = &out[..] else { break };
            for ((x, v), force) in x.iter().zip(v).zip(force) {
                damped += self.damping_loss(at, *force, 1.0 / rate);
                at = Motion::new(*x, *v);
            }
            let time = (block * BLOCK) as f64 / rate;
            account.entries.push((time, scene.ledger()));
            account.damping_loss.push(damped);
        }
        account
    }

    /// Returns the energy that the oscillator loses by its own damping under a held force \[J\]. The closed
    /// form of the damped motion is integrated by Gauss's rule with five points, which is exact to rounding
    /// for a small part of a period.
    fn damping_loss(&self, from: Motion, force: f64, seconds: f64) -> f64 {
        const POINTS: [(f64, f64); 5] = [
            (0.0, 128.0 / 225.0),
            (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
            (-0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
            (0.906_179_845_938_664, 0.236_926_885_056_189_08),
            (-0.906_179_845_938_664, 0.236_926_885_056_189_08),
        ];
        let omega = TAU * FREQUENCY;
        let damping = omega / self.quality;
        let a = 0.5 * damping;
        let turn = (omega * omega - a * a).sqrt();
        let away = from.displacement - force / Self::spring_stiffness();
        let lead = (a * from.velocity + omega * omega * away) / turn;
        let velocity = |t: f64| {
            let (sin, cos) = (turn * t).sin_cos();
            (-a * t).exp() * (from.velocity * cos - lead * sin)
        };
        let square: f64 = POINTS
            .iter()
            .map(|(place, weight)| {
                let v = velocity(0.5 * seconds * (1.0 + place));
                weight * v * v
            })
            .sum();
        MASS * damping * 0.5 * seconds * square
    }
}

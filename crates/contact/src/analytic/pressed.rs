//! Impact under a constant external force, such as gravity, a hand or a bow.
//!
//! ```math
//! m\ddot x = -k\,x^\alpha(1+\mu\dot x) + f_e
//! ```
//!
//! | symbol | here                           | unit | meaning                                                     |
//! |--------|--------------------------------|------|-------------------------------------------------------------|
//! | f_e    | [`PressedImpact::force`]       | N    | constant, positive into the wall (eq. (21) has it reversed) |
//! | x_eq   | [`PressedImpact::equilibrium`] | m    | compression at rest, (f_e/k)^(1/α)                          |
//! | ε      | [`PressedImpact::ratio`]       | 1    | f_e X/(m v_in²/2): work of the force over the depth X       |
//!
//! With loss no closed form is known: [`PressedImpact::solve`] integrates. Pressed into the wall, a mass goes
//! deeper, first gains speed, and leaves more slowly or not at all. It is captured when m v²/2 + V(x) − f_e
//! x, which never grows, is negative: at x = 0 it cannot be negative.
//!
//! On the audio thread, use [`PressedImpact::estimate`].
//!
//! Source: \[Papetti2011, sec. II-B, eqs. (21), (22)\]. Checked in `tests/all/analytic_pressed.rs`.

use super::Impact;
use super::{ode, quadrature};
use crate::math;

/// An impact of a mass on a wall under a constant external force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PressedImpact {
    /// The impact without the external force: mass, law and speed.
    pub impact: Impact,
    /// External force f_e \[N\]: positive into the wall, negative out of it.
    pub force: f64,
}

/// Result of an impact under an external force.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PressedOutcome {
    /// The mass leaves the wall.
    Released(Release),
    /// The wall captures the mass, which comes to rest at the equilibrium compression.
    Captured {
        /// Largest compression of the contact \[m\].
        max_compression: f64,
        /// Compression at which the mass comes to rest \[m\].
        equilibrium: f64,
    },
    /// `PressedImpact::solve` used up its steps. This happens where damping times approach speed is about
    /// 1e5, far above any physical loss.
    Unresolved,
}

/// Motion and energy of a mass that leaves the wall, found by `PressedImpact::solve`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Release {
    /// Velocity of the mass at release, v_out < 0 \[m/s\].
    pub velocity: f64,
    /// Largest compression of the contact during the impact \[m\].
    pub max_compression: f64,
    /// Time from first touch to release \[s\].
    pub duration: f64,
    /// Largest velocity of the mass into the wall \[m/s\]; above the approach speed where the force first
    /// accelerates the mass.
    pub peak_speed: f64,
    /// Energy that the contact turned into heat \[J\]. The force does no work over a closed path, so this is
    /// the lost kinetic energy.
    pub heat: f64,
}

/// Relative local error tolerance of the reference integration.
const TOLERANCE: f64 = 1e-14;
/// Maximum number of steps of the reference integration.
const MAX_STEPS: usize = 100_000;
impl PressedImpact {
    /// Creates an impact with a constant `force` \[N\], positive into the wall.
    pub const fn new(impact: Impact, force: f64) -> Self {
        Self { impact, force }
    }

    /// Returns the compression at rest, where the elastic force equals the external force \[m\]:
    /// (force/stiffness)^(1/exponent). Zero for a force out of the wall.
    pub fn equilibrium(&self) -> f64 {
        let law = &self.impact.law;
        math::root((self.force / law.stiffness).max(0.0), law.exponent)
    }

    /// Returns the force ratio \[1\]: the work of the external force over the largest compression without
    /// loss ([`Impact::scale`]), relative to the kinetic energy at first touch.
    pub fn ratio(&self) -> f64 {
        self.force * self.impact.scale() / self.impact.energy_in()
    }

    /// Integrates the motion with a relative error of 1e-12 or less. Takes up to a few milliseconds. Not
    /// real-time.
    pub fn solve(&self) -> PressedOutcome {
        let (alpha, u, epsilon) = (self.impact.law.exponent, self.impact.loss(), self.ratio());
        if u == 0.0 {
            return PressedOutcome::Released(self.lossless());
        }
        let (length, speed) = (self.impact.scale(), self.impact.speed);
        // Units: time X/v_in, compression X, velocity v_in, heat m v_in²/2.
        let slope = |y: &[f64; 4]| {
            let [_, x, v, _] = *y;
            let elastic = (alpha + 1.0) * math::one_sided_pow(x, alpha);
            [1.0, v, 0.5 * (epsilon - elastic * (1.0 + u * v)), elastic * u * v * v]
        };
        let rest = self.equilibrium() / length;
        let mut y = [0.0, 0.0, 1.0, 0.0];
        let (mut h, mut peak, mut deepest) = (1e-4, 1.0_f64, None);
        for _ in 0..MAX_STEPS {
            let (end, error) = ode::trial(slope, &y, h);
            let off = [1, 2, 3]
                .iter()
                .map(|&n| error[n].abs() / (TOLERANCE * (end[n].abs() + 1e-3)))
                .fold(0.0, f64::max);
            // A NaN error also rejects the step.
            if off.is_nan() || off > 1.0 {
                h = ode::next_length(h, if off.is_nan() { f64::MAX } else { off });
                continue;
            }
            if slope(&y)[2] > 0.0 && slope(&end)[2] <= 0.0 {
                peak = peak.max(ode::locate(slope, &y, h, |y| slope(y)[2])[2]);
            }
            if deepest.is_none() && end[2] <= 0.0 {
                deepest = Some(ode::locate(slope, &y, h, |y| y[2])[1]);
            }
            let [_, x, v, _] = end;
            if let (Some(deepest), true) = (deepest, x <= 0.0) {
                let [t, _, v, heat] = ode::locate(slope, &y, h, |y| y[1]);
                return PressedOutcome::Released(Release {
                    velocity: v * speed,
                    max_compression: deepest * length,
                    duration: t * length / speed,
                    peak_speed: peak * speed,
                    heat: heat * self.impact.energy_in(),
                });
            }
            if x > 0.0 && v * v + math::pow(x, alpha + 1.0) - epsilon * x < 0.0 {
                let creeps = x < rest && creeps_to_rest(x, v, rest, alpha, u);
                if let Some(deepest) = deepest.or(creeps.then_some(rest)) {
                    return PressedOutcome::Captured {
                        max_compression: deepest * length,
                        equilibrium: self.equilibrium(),
                    };
                }
            }
            y = end;
            h = ode::next_length(h, off);
        }
        PressedOutcome::Unresolved
    }

    /// Solves the impact without loss from its energy balance, v² = 1 + εx − x^p. The velocity v is relative
    /// to the approach speed, the compression x relative to [`Impact::scale`]; ε is [`PressedImpact::ratio`]
    /// and p the exponent of the law plus 1.
    ///
    /// The mass leaves as fast as it came, and the time is the integral of dx/v. Counted from the largest
    /// compression, x = x_max(1 − w²):
    ///
    /// ```math
    /// v^2 = -x_{max}^p\,\mathrm{expm1}(p\,\mathrm{log1p}(-w^2)) - \epsilon\,x_{max} w^2
    /// ```
    fn lossless(&self) -> Release {
        let (alpha, epsilon) = (self.impact.law.exponent, self.ratio());
        let (length, speed) = (self.impact.scale(), self.impact.speed);
        let p = alpha + 1.0;
        // Newton starts above the only positive root of a convex function, so it descends without overshoot.
        let mut deepest = 2.0 * math::root(epsilon.max(0.0), alpha) + 1.0;
        for _ in 0..60 {
            let power = math::pow(deepest, alpha);
            let step = (power * deepest - epsilon * deepest - 1.0) / (p * power - epsilon);
            deepest -= step;
            if step.abs() <= 1e-16 * deepest {
                break;
            }
        }
        let full = math::pow(deepest, p);
        let half: f64 = quadrature::tanh_sinh()
            .map(|(w, weight)| {
                let fallen = -math::expm1(p * math::log1p(-w * w));
                let v = math::sqrt((full * fallen - epsilon * deepest * w * w).max(0.0));
                weight * 2.0 * deepest * w / v.max(f64::MIN_POSITIVE)
            })
            .sum();
        // The speed is largest where the forces balance, x^α = ε/p.
        let balance = math::root((epsilon / p).max(0.0), alpha);
        let peak = math::sqrt((1.0 + epsilon * balance - math::pow(balance, p)).max(1.0));
        Release {
            velocity: -speed,
            max_compression: deepest * length,
            duration: 2.0 * half * length / speed,
            peak_speed: peak * speed,
            heat: 0.0,
        }
    }
}

/// Whether an overdamped, captured mass that has not yet reached its rest position approaches it without
/// passing it. `x` and `rest` are compressions relative to `Impact::scale`, `v` is the velocity relative to
/// the approach speed, and `u` is the damping times the approach speed.
///
/// The mass cannot cross the line v = λ(`rest` − x) upwards if its acceleration a satisfies a + λv ≤ 0 on
/// that line. Let D be the drag (α+1)x^α u/2, with exponent α. It only grows towards the rest position. Let C
/// be the stiffness at the rest position. The condition is then C ≤ λ(D − λ), best for λ = D/2.
fn creeps_to_rest(x: f64, v: f64, rest: f64, alpha: f64, u: f64) -> bool {
    let drag = 0.5 * (alpha + 1.0) * u * math::pow(x, alpha);
    let stiffness = 0.5 * (alpha + 1.0) * alpha * math::pow(rest, alpha - 1.0);
    4.0 * stiffness <= drag * drag && v <= 0.5 * drag * (rest - x)
}

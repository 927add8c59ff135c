//! Two bodies touch with a spring and a dashpot between them: the plainest impact, and one that needs no
//! iteration.
//!
//! The law is [`Linear`], f = max(0, ky + λv) for y > 0. Bodies move exactly under a force held over the
//! step, the gap by Δ = s_free − C_x f, and the force is the mean spring force over that way and the
//! dashpot's on the part of it that is inside,
//!
//! $$ f = \frac{V(y+\Delta) - V(y)}{\Delta} + \lambda\,\beta\,\frac{\Delta}{T}, \qquad V = \tfrac12 k[y]_+^2 $$
//!
//! | symbol | unit  | meaning                                                     |
//! |--------|-------|-------------------------------------------------------------|
//! | y, Δ   | m     | compression, and what the step adds to it                   |
//! | e      | m     | y + Δ                                                       |
//! | β      | 1     | share of the way on which the surfaces touch                |
//! | ω, γ   | 1/s   | √(k/m) and λ/2m, m = T²/2C_x the mass that the gap shows    |
//!
//! * inside: one linear equation;
//! * entering: a quadratic for e, `(1 + ½C_x k + C_x λ/T) e² + (C_x λa/T + a − e₀) e − e₀ a = 0`, a = −y, e₀
//!   = y + s_free;
//! * leaving: a quadratic for d = −Δ, `d² + (s_free + C_x λy/T) d − ½ C_x k y² = 0`;
//! * where f would be negative it is zero, and what the spring gives back on its way out is heat.
//!
//! **Passive** for any two passive bodies: they give f Δ, the store takes ΔV, and λβΔ²/T ≥ 0 is heat.
//!
//! **On time.** For a mass on a wall this is the midpoint rule, which moves a mode e^{st} as if it were
//! e^{s't} with tanh(sT/2) = s'T/2. So the touch is given k and λ of another oscillator, the one whose s'
//! belongs to the true s = −γ ± iω_d:
//!
//! $$ \frac{k_{eff}}{m} = \frac{4}{T^2}\,\frac{\cosh\gamma T - \cos\omega_d T}{\cosh\gamma T + \cos\omega_d T}, \qquad
//!    \frac{\lambda_{eff}}{m} = \frac4T\,\frac{\sinh\gamma T}{\cosh\gamma T + \cos\omega_d T} $$
//!
//! and the mass then swings and decays inside at exactly the true rates (not quite as deep). Without loss it
//! is k (tan θ/θ)², θ = ωT/2 \[Chatziioannou2017, eq. (15)\]. It is set once, at entry, where nothing is
//! stored. A contact shorter than `SHORTEST` steps is given the correction of one that lasts so long.
//!
//! # The closed form
//!
//! The force ends where the acceleration does. With ζ = γ/ω,
//!
//! $$ \tau = \frac{2\arccos\zeta}{\omega\sqrt{1-\zeta^2}}, \qquad \frac{v_{out}}{v_{in}} = -e^{-\gamma\tau} $$
//!
//! (arcosh and √(ζ²−1) beyond ζ = 1; 2/ω at it), whatever the speed.
//!
//! Source: the law and the correction without loss as above; the correction with loss, τ and v_out are
//! derived here.

use crate::energy::Exchange;
use crate::law::{Law, Linear};
use crate::math;
use crate::scheme::Duration;
use crate::{Decision, Forecast, Step};
use core::f64::consts::PI;

/// Shortest contact, in steps and without loss, for which the correction is asked \[1\].
const SHORTEST: f64 = 1.5;

/// An impact contact between two ports with a spring and a dashpot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearImpact {
    law: Linear,
    duration: Duration,
    effective: Linear,
    compression: f64,
    stored: f64,
    gap: f64,
    force: f64,
}

/// A mass on this spring and dashpot: ω and γ [1/s].
#[derive(Clone, Copy, Debug)]
struct Oscillator {
    omega: f64,
    gamma: f64,
}

impl Oscillator {
    /// With the mass that a gap shows, T²/2C_x; none if it has none.
    fn of(law: Linear, gap: &Forecast, step: Step) -> Option<Self> {
        let t = step.seconds();
        let mass = 0.5 * t * t / gap.per_newton.displacement;
        (mass.is_finite() && mass > 0.0)
            .then(|| Self { omega: math::sqrt(law.stiffness / mass), gamma: 0.5 * law.damping / mass })
    }

    /// τ \[s\].
    fn contact_time(&self) -> f64 {
        let zeta = self.gamma / self.omega;
        let square = 1.0 - zeta * zeta;
        let ratio = if square.abs() < 1e-6 {
            1.0 + (1.0 - zeta) / 3.0
        } else if square > 0.0 {
            math::acos(zeta) / math::sqrt(square)
        } else {
            let root = math::sqrt(-square);
            math::log(zeta + root) / root
        };
        2.0 * ratio / self.omega
    }

    /// The law whose midpoint rule moves as this oscillator does.
    fn corrected(&self, law: Linear, t: f64) -> Linear {
        let square = self.omega * self.omega - self.gamma * self.gamma;
        let omega_d = math::sqrt(square.abs());
        let t = t.min(PI / (SHORTEST * self.omega));
        let (decay, turn) = (self.gamma * t, omega_d * t);
        let (cosine, cosh) = if square > 0.0 {
            (math::cos(turn), math::cosh(decay))
        } else {
            (math::cosh(turn), math::cosh(decay))
        };
        let sum = cosh + cosine;
        // cosh γT − cos ω_d T as a sum of squares: for slow oscillators the difference has no digits left.
        let half = |x: f64| 2.0 * x * x;
        let difference = half(math::sinh(0.5 * decay))
            + if square > 0.0 { half(math::sin(0.5 * turn)) } else { -half(math::sinh(0.5 * turn)) };
        let stiffening = 4.0 * difference / (sum * t * t * self.omega * self.omega);
        let damping = if decay > 0.0 { 2.0 * math::sinh(decay) / (decay * sum) } else { 1.0 };
        if stiffening.is_finite() && damping.is_finite() && stiffening > 0.0 {
            Linear { stiffness: law.stiffness * stiffening, damping: law.damping * damping }
        } else {
            law
        }
    }
}

impl LinearImpact {
    /// A contact whose surfaces are `gap` \[m\] into each other (negative: apart).
    pub fn new(law: Linear, gap: f64) -> Self {
        Self {
            law,
            duration: Duration::Corrected,
            effective: law,
            compression: gap,
            stored: law.potential(gap),
            gap,
            force: 0.0,
        }
    }

    /// Whether spring and dashpot are adjusted at entry so that a mass on a wall swings and decays at the
    /// true rates; they are by default.
    #[must_use]
    pub fn with_duration(mut self, duration: Duration) -> Self {
        self.duration = duration;
        self
    }

    /// The law as it was given.
    pub fn law(&self) -> Linear {
        self.law
    }

    /// Compression as the law sees it \[m\]; negative when apart.
    pub fn compression(&self) -> f64 {
        self.compression
    }

    /// The force held over the last step \[N\].
    pub fn force(&self) -> f64 {
        self.force
    }

    /// The surfaces press on each other.
    pub fn touching(&self) -> bool {
        self.compression > 0.0
    }

    /// Energy stored in the contact \[J\].
    pub fn stored(&self) -> f64 {
        self.stored
    }

    /// Moves the contact to a new gap \[m\] with no history.
    pub fn reset(&mut self, gap: f64) {
        *self = Self::new(self.law, gap).with_duration(self.duration);
    }

    /// Compression at the gap that the bodies now show.
    fn compression_at(&self, gap: &Forecast) -> f64 {
        self.compression + (gap.now.displacement - self.gap)
    }

    /// The surfaces touch now, or would at the end of the step if nothing held them.
    pub fn would_touch(&self, gap: &Forecast) -> bool {
        let y = self.compression_at(gap);
        y > 0.0 || y + (gap.free.displacement - gap.now.displacement) > 0.0
    }

    /// How long the touch will last that this gap is about to make, by the closed form \[s\]; none if the
    /// surfaces do not approach. Real-time: yes.
    pub fn contact_time(&self, gap: &Forecast, step: Step) -> Option<f64> {
        let approaching = gap.now.velocity > 0.0 || gap.free.displacement > gap.now.displacement;
        Oscillator::of(self.law, gap, step)
            .filter(|_| approaching)
            .map(|oscillator| oscillator.contact_time())
    }

    /// The force of the coming step, given the forecast of the gap. Changes nothing, iterates nothing.
    /// Real-time: yes.
    pub fn decide(&self, gap: &Forecast, step: Step) -> Decision {
        let kept = Decision {
            compression: self.compression,
            stored: self.stored,
            gap: self.gap,
            stiffness: self.effective.stiffness,
            damping: self.effective.damping,
            ..Decision::NONE
        };
        if !gap.is_finite() {
            // Some body has lost its numbers; whoever owns it will put it to rest.
            return kept;
        }
        let y = self.compression_at(gap);
        let s_free = gap.free.displacement - gap.now.displacement;
        let end = y + s_free;
        if y <= 0.0 && end <= 0.0 {
            return kept.apart(end, gap);
        }
        let mut law = self.effective;
        if y <= 0.0 && self.duration == Duration::Corrected {
            law = Oscillator::of(self.law, gap, step)
                .map_or(self.law, |one| one.corrected(self.law, step.seconds()));
        }
        let c_x = gap.per_newton.displacement;
        let (wanted, slope) = force(law, y, s_free, c_x, step.seconds());
        let force = wanted.max(0.0);
        let moved = s_free - c_x * force;
        let compression = y + moved;
        let resistance = law.mean_resistance(y, moved);
        let stored = law.potential(compression);
        Decision {
            force,
            heat: if wanted > 0.0 {
                resistance * moved * moved / step.seconds()
            } else {
                (law.potential(y) - stored).max(0.0)
            },
            slope: if wanted > 0.0 { slope } else { 0.0 },
            evaluations: 1,
            residual: 0.0,
            compression,
            stored,
            gap: gap.free.displacement - c_x * force,
            moved,
            stiffness: law.stiffness,
            damping: law.damping,
        }
    }

    /// Remembers the step that `decide` chose and accounts for it. `moved` is how far the gap really went
    /// \[m\]: with one contact [`Decision::moved`]; where several act on the same bodies, whatever their
    /// solver left. Real-time: yes.
    pub fn settle(&mut self, decision: &Decision, moved: f64) -> Exchange {
        let settled =
            decision.settled(self.stored, moved, 2.0, |stored| math::sqrt(2.0 * stored / decision.stiffness));
        self.effective = Linear { stiffness: decision.stiffness, damping: decision.damping };
        self.compression = settled.compression;
        self.stored = settled.stored;
        self.gap = settled.gap;
        self.force = decision.force;
        settled.exchange
    }

    /// A step goes by without it: no force, what is stored stays, the gap is now this \[m\], and the offset
    /// takes up the difference. Real-time: yes.
    pub fn skip_step(&mut self, gap: f64) {
        self.gap = gap;
        self.force = 0.0;
    }

    /// Something moved the surfaces at once, to this gap \[m\], between two steps: as
    /// [`crate::Contact::shift`]. Real-time: yes.
    pub fn shift(&mut self, gap: f64) {
        if !self.touching() {
            self.compression = (self.compression + gap - self.gap).min(0.0);
        }
        self.gap = gap;
    }

    /// Another law from now on; what is compressed stays so, and what it stores changes accordingly.
    /// Real-time: yes.
    pub fn change_law(&mut self, law: Linear) {
        self.law = law;
        self.effective = law;
        self.stored = law.potential(self.compression);
    }

    /// Some time went by without a touch, and the gap is now this \[m\]. Real-time: yes.
    pub fn coast(&mut self, gap: f64) {
        self.compression = gap.min(0.0);
        self.stored = 0.0;
        self.gap = gap;
        self.force = 0.0;
    }

    /// A sample went by without a touch: whatever several contacts left between compression and gap is
    /// forgotten, where nothing is stored on either side. Real-time: yes.
    pub fn relax(&mut self) {
        if self.compression <= 0.0 && self.gap <= 0.0 {
            self.compression = self.gap;
        }
    }
}

/// The force that closes the step, negative if the surfaces would have to pull \[N\], and how it answers
/// s_free \[N/m\].
fn force(law: Linear, y: f64, s_free: f64, c_x: f64, t: f64) -> (f64, f64) {
    let (k, drag) = (law.stiffness, law.damping / t);
    // The larger root of A x² + b x − c = 0, A > 0, c ≥ 0, without cancellation.
    let positive_root = |a: f64, b: f64, c: f64| {
        let root = math::sqrt(b * b + 4.0 * a * c);
        if b > 0.0 { 2.0 * c / (b + root) } else { 0.5 * (root - b) / a }
    };
    let answer = |stiffness: f64| stiffness / (1.0 + c_x * stiffness);
    if y <= 0.0 {
        let (a, e_free) = (-y, y + s_free);
        let e = positive_root(1.0 + c_x * (0.5 * k + drag), a * (1.0 + c_x * drag) - e_free, e_free * a);
        let way = e + a;
        let share = e / way;
        return (0.5 * k * e * share + drag * e, answer(k * share * (1.0 - 0.5 * share) + drag));
    }
    let stiffness = 0.5 * k + drag;
    let inside = (k * y + stiffness * s_free) / (1.0 + c_x * stiffness);
    if y + s_free - c_x * inside > 0.0 {
        return (inside, answer(stiffness));
    }
    let d = positive_root(1.0, s_free + c_x * drag * y, 0.5 * c_x * k * y * y).max(y);
    let share = y / d;
    (0.5 * k * y * share - drag * y, answer(0.5 * k * share * share))
}

//! Impacts inside the engine: piston slap, valves that reach their seats, and links of the timing chain.
//!
//! Near the top the side force of the piston changes its sign; the piston crosses its clearance h under a
//! side force that grows with the angle of the rod, pA ωt/λ, and strikes the other side of the cylinder.
//! A valve strikes its seat with the speed that the cam has where the lash L opens:
//!
//! ```math
//! J_p = 3 s m_p h \sqrt[3]{\frac{pA\omega}{6 m_p \lambda h}}, \qquad J_v = m_v\, 2\pi \sqrt{H L}\, \frac{f}{w}, \qquad J_c = m_c\,2\pi f\, b \sin\frac{\pi}{z}
//! ```
//!
//! | symbol | here           | unit | meaning                                                                  |
//! |--------|----------------|------|--------------------------------------------------------------------------|
//! | J      | [`Impacts`]    | N·s  | momentum of an impact; all differ by up to [`VARIATION`]                 |
//! | h      | `clearance`    | m    | clearance of the piston                                                  |
//! | m_p, m_v, m_c | by size | kg   | mass of piston, valve train and driven links                             |
//! | pA, ω, λ | by the cycle | N, 1/s, 1 | force of the gas, speed of the crank, rod over crank radius           |
//! | s      | [`SKIRT_SHARE`] | 1    | share of the piston that the slap stops, as it tilts                     |
//! | H, L   | by size, `lash`| m    | lift of the valve and its lash; near the seat the lift is π²Hx²          |
//! | f, w   | `speed`        | Hz, 1 | turns of the crank per second; turns for which the valve is open        |
//! | b, z   | by size, `links` | m, 1 | pitch of the chain; teeth of its sprocket                              |
//!
//! Slaps and seats come up to 0.03 and 0.012 turns late, differently in each cycle. The contact of a slap
//! takes about 0.3 ms, that of a seat about 0.1 ms: impulses through critically damped low-passes.
//!
//! Sources: \[UngarRoss1965\], slap; \[Norton2003\], impacts in machines.

use super::Engine;
use super::cylinder::ROD;
use core::f64::consts::{PI, TAU};
use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_dsp::signal::{Phase, Section, cut};

/// Mass of a piston per displacement [kg/m³].
pub(super) const PISTON_DENSITY: f64 = 800.0;
/// Share of the piston that a slap stops: it tilts on its pin and lands on its skirt \[1\].
const SKIRT_SHARE: f64 = 0.2;
/// Moved mass of a valve train per displacement [kg/m³].
const VALVE_DENSITY: f64 = 42.0;
/// Lift of a valve over the bore \[1\].
const LIFT_RATIO: f64 = 0.1;
/// Pitch of the timing chain over the bore \[1\].
const PITCH_RATIO: f64 = 0.1;
/// Mass of the links that an engagement stops, per cubed pitch [kg/m³].
const CHAIN_DENSITY: f64 = 25_000.0;
/// Maximum deviation of the momentum of an impact from its mean \[1\].
const VARIATION: f64 = 0.4;
/// Cutoff of the contact of a piston \[Hz\].
const SLAP_CUTOFF: f64 = 1800.0;
/// Cutoff of the contact of valves and links \[Hz\].
const SEAT_CUTOFF: f64 = 5000.0;
/// Pressure of one atmosphere \[Pa\].
const ATMOSPHERE: f64 = 101_325.0;

/// Momenta of impacts in a block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ImpactCoefficients {
    /// Momentum of a slap at one atmosphere above the outside \[N·s\].
    slap: f64,
    /// Momentum of a valve \[N·s\].
    valve: f64,
    /// Momentum of a link \[N·s\].
    link: f64,
    /// Engagements of the chain per cycle.
    links: u64,
    slap_cut: f64,
    seat_cut: f64,
    rate: f64,
}

impl ImpactCoefficients {
    /// Returns the momenta at a speed of the crank \[Hz\]. A valve is open for `open_turns` turns.
    pub(super) fn of(now: &Engine, speed: f64, open_turns: f64, step: Step) -> Self {
        let (bore, mechanics) = (now.bore(), &now.mechanics);
        let piston = PISTON_DENSITY * now.engine.displacement;
        let area = 0.25 * PI * bore * bore;
        let clearance = mechanics.clearance;
        let growth = ATMOSPHERE * area * TAU * speed / (6.0 * piston * ROD * clearance);
        let valve = VALVE_DENSITY * now.engine.displacement;
        let pitch = PITCH_RATIO * bore;
        let teeth = f64::from(mechanics.links.max(3));
        Self {
            slap: 3.0 * SKIRT_SHARE * piston * clearance * libm::cbrt(growth),
            valve: valve * TAU * (LIFT_RATIO * bore * mechanics.lash).sqrt() * speed / open_turns.max(0.1),
            link: if mechanics.links > 0 {
                CHAIN_DENSITY * pitch * pitch * pitch * TAU * speed * pitch * libm::sin(PI / teeth)
            } else {
                0.0
            },
            links: u64::from(mechanics.links) * now.turns() as u64,
            slap_cut: cut(SLAP_CUTOFF, step),
            seat_cut: cut(SEAT_CUTOFF, step),
            rate: step.rate(),
        }
    }
}

/// Contacts that last, and the errors of the chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Impacts {
    slap: Section,
    seat: Section,
    /// Phase of the engagements at the previous sample, as a fraction of a link.
    chain: f64,
    /// Momentum that waits for this sample: of pistons, and of valves and links \[N·s\].
    waiting: [f64; 2],
}

impl Impacts {
    pub(super) const REST: Self =
        Self { slap: Section::REST, seat: Section::REST, chain: 0.0, waiting: [0.0; 2] };

    /// Adds the slap of a piston at a pressure \[atmospheres\].
    #[inline]
    pub(super) fn slap(&mut self, now: &ImpactCoefficients, pressure: f64, dice: &mut Dice) {
        let above = libm::cbrt((pressure - 1.0).max(0.0));
        self.waiting[0] += now.slap * above * (1.0 + VARIATION * dice.signed());
    }

    /// Adds the impact of a valve.
    #[inline]
    pub(super) fn seat(&mut self, now: &ImpactCoefficients, dice: &mut Dice) {
        self.waiting[1] += now.valve * (1.0 + VARIATION * dice.signed());
    }

    /// Returns the force of the impacts in this sample \[N\]. `cycle` is the phase of the engine in its
    /// cycle. Real-time: yes.
    #[inline]
    pub(super) fn tick(&mut self, now: &ImpactCoefficients, cycle: Phase, dice: &mut Dice) -> f64 {
        if now.links > 0 {
            let chain = cycle.times(now.links).way();
            if chain < self.chain {
                self.waiting[1] += now.link * (1.0 + VARIATION * dice.signed());
            }
            self.chain = chain;
        }
        let [slap, seat] = self.waiting;
        self.waiting = [0.0; 2];
        let [slap, _, _] = self.slap.pass(slap * now.rate, now.slap_cut, 2.0);
        let [seat, _, _] = self.seat.pass(seat * now.rate, now.seat_cut, 2.0);
        slap + seat
    }
}

#[cfg(test)]
mod tests {
    use super::super::Engine;
    use super::*;

    #[test]
    fn a_slap_has_the_momentum_of_a_piston_that_crosses_its_clearance() {
        let step = Step::at_rate(48_000.0);
        for (clearance, speed, pressure) in [(5e-5, 14.0, 20.0), (2e-4, 14.0, 20.0), (5e-5, 80.0, 60.0)] {
            let mut engine = Engine::default();
            engine.mechanics.clearance = clearance;
            let found = ImpactCoefficients::of(&engine, speed, 0.67, step).slap * libm::cbrt(pressure);
            // Slow, simple reference: the side force p A ωt/λ accelerates the piston from rest.
            let mass = PISTON_DENSITY * engine.engine.displacement;
            let force = pressure * ATMOSPHERE * 0.25 * PI * engine.bore() * engine.bore();
            let (mut x, mut v, mut t, dt) = (0.0, 0.0, 0.0, 1e-8);
            while x < clearance {
                v += dt * force * TAU * speed * t / (ROD * mass);
                x += dt * v;
                t += dt;
            }
            let expected = SKIRT_SHARE * mass * v;
            println!("{clearance} m at {speed} turns/s: {found:.5} N s for {expected:.5} N s");
            assert!((found / expected - 1.0).abs() < 1e-3, "{found} N s for {expected} N s");
        }
    }

    #[test]
    fn a_valve_strikes_its_seat_with_the_speed_of_the_cam_at_the_lash() {
        let engine = Engine::default();
        let (speed, open_turns) = (20.0, 0.67);
        let impacts = ImpactCoefficients::of(&engine, speed, open_turns, Step::at_rate(48_000.0));
        // Lift H sin²(πx) over the time for which the valve is open; its slope where it equals the lash.
        let lift = LIFT_RATIO * engine.bore();
        let at = libm::asin((engine.mechanics.lash / lift).sqrt()) / PI;
        let slope = lift * PI * libm::sin(TAU * at);
        let expected = VALVE_DENSITY * engine.engine.displacement * slope * speed / open_turns;
        println!("{:.5} N s for {expected:.5} N s", impacts.valve);
        // The parabola replaces the sine near the seat; the error is of the order of lash over lift, 2 %.
        assert!((impacts.valve / expected - 1.0).abs() < 0.02, "{} N s for {expected} N s", impacts.valve);
    }
}

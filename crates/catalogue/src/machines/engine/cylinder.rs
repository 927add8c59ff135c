//! One cylinder: a piston goes up and down, valves open, something burns.
//!
//! $$ \dot p = -\gamma p \frac{\dot V}{V} + (\gamma - 1)\frac{\dot Q}{V} + \gamma \frac{U_i - U_e}{V} $$
//!
//! | symbol  | here              | unit     | meaning                                                                                   |
//! |---------|-------------------|----------|-------------------------------------------------------------------------------------------|
//! | p       | `pressure`        | p₀       | pressure, in atmospheres                                                                  |
//! | V       | `volume`          | V_d      | volume, in what the piston sweeps: 1/(ε − 1) + x(α), x by crank and rod                   |
//! | Q       | `heat`            | p₀ V_d   | heat of a charge, let free along Wiebe's curve: 1 − e^{−5u³}; of diesel a third at once    |
//! | U       |                   | V_d/s    | flow through a valve: as the root of the difference of pressures, and below the speed of sound in its pipe |
//! | γ       | 11/8              | 1        | between fresh air (1.4) and burnt gas (1.3); its power is three square roots              |
//!
//! A valve and what is behind it are solved together for each sample, so that the step is stable however
//! small the cylinder: with conductance G, pressure q of a wave that arrives and impedance Z of its pipe,
//!
//! $$ U = G'\,(p - p_0 - 2q), \qquad G' = \frac{G}{1 + ZG + G|d|/Sc}, \qquad p' - p_a = \frac{p - p_a}{1 + \gamma G' T/V} $$
//!
//! Source: \[Heywood1988, 2, 6 and 9\].

use foley_dsp::signal::Turn;

/// Of a table.
const TABLE_SIZE: usize = 512;
/// γ
pub(super) const GAMMA: f64 = 1.375;
/// The rod is so many cranks long.
const ROD: f64 = 3.5;
/// It is lit so long before the top, in turns of the crank.
const IGNITION_ADVANCE: f64 = 15.0 / 360.0;
/// From this part of the cycle on all intakes are shut, or as good as.
const INTAKE_CLOSED: f64 = 0.75;
/// Share of the fuel that goes with the charge for which it was let in; the rest wets the wall of the port
/// and dries in the cycles that follow.
const DIRECT_FUEL_SHARE: f64 = 0.3;
/// A difference of pressures below which a valve lets through in proportion, in atmospheres.
const LINEAR_DROP: f64 = 0.02;
/// Throat of a wide open valve, as a part of the bore's area, with its contraction.
const THROAT: f64 = 0.09;
/// Diameter of a header, as a part of the bore's.
pub(super) const PORT_RATIO: f64 = 0.42;

/// What all cylinders look up, over their cycle from one ignition to the next.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// Where the piston is over a turn of the crank from the top, from 0 to 1, and its acceleration times
    /// 2/(stroke ω²).
    crank: Vec<[f64; 2]>,
    /// How far exhaust and intake are open over the cycle from the ignition, for two strokes and for four.
    valves: [Vec<[f64; 2]>; 2],
    /// How fast it burns over its burning, for petrol and for diesel: 1 in the mean.
    burn: [Vec<f64>; 2],
}

/// sin² between two places of a cycle, both as parts of it.
fn window(at: f64, from: f64, to: f64) -> f64 {
    let position = (at - from) / (to - from);
    if (0.0..1.0).contains(&position) {
        let s = libm::sin(core::f64::consts::PI * position);
        // Cams open quickly and hold: the root of sin².
        s.abs().sqrt() * s.abs()
    } else {
        0.0
    }
}

impl Tables {
    pub(super) fn new() -> Self {
        let position = |n: usize| n as f64 / TABLE_SIZE as f64;
        let crank = |n: usize| {
            let a = core::f64::consts::TAU * position(n);
            let (s, c) = (libm::sin(a), libm::cos(a));
            let rod = (ROD * ROD - s * s).sqrt();
            let x = 0.5 * (1.0 - c + ROD - rod);
            [x, c + libm::cos(2.0 * a) / ROD]
        };
        // In degrees of the crank after the top; then as parts of a cycle after the ignition.
        let valves = |cycle: f64, out: [f64; 2], into: [f64; 2]| {
            let part = |degrees: f64| (degrees / 360.0 + IGNITION_ADVANCE) / cycle;
            let both = |n: usize| {
                let at = position(n);
                [window(at, part(out[0]), part(out[1])), window(at, part(into[0]), part(into[1]))]
            };
            (0..=TABLE_SIZE).map(both).collect()
        };
        let wiebe = |u: f64| 15.0 * u * u * libm::exp(-5.0 * u * u * u) / (1.0 - libm::exp(-5.0));
        let diesel = |u: f64| 0.35 * 6.0 * wiebe((6.0 * u).min(1.0)) + 0.65 * wiebe(u);
        Self {
            crank: (0..=TABLE_SIZE).map(crank).collect(),
            valves: [
                valves(1.0, [100.0, 260.0], [122.0, 238.0]),
                valves(2.0, [130.0, 372.0], [348.0, 590.0]),
            ],
            burn: [
                (0..=TABLE_SIZE).map(|n| wiebe(position(n))).collect(),
                (0..=TABLE_SIZE).map(|n| diesel(position(n))).collect(),
            ],
        }
    }
}

/// Between two entries.
#[inline]
fn interpolate<const K: usize>(table: &[[f64; K]], turn: Turn) -> [f64; K] {
    let (n, position) = turn.of(TABLE_SIZE as u64);
    match (table.get(n), table.get(n + 1)) {
        (Some(a), Some(b)) => core::array::from_fn(|k| a[k] + position * (b[k] - a[k])),
        _ => [0.0; K],
    }
}

/// What all cylinders have in common in a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gas {
    /// 0 for two strokes, 1 for four: so many cranks more in a cycle.
    pub(super) strokes: usize,
    pub(super) fuel: usize,
    /// 1/(ε − 1)
    pub(super) min_volume: f64,
    /// T times the throat's area times the speed of sound in the exhaust, and in the intake, over V_d \[1\].
    pub(super) out: f64,
    pub(super) into: f64,
    /// γ/(S c) of the header and S c itself, with T and V_d as above.
    pub(super) impedance: f64,
    pub(super) sonic: f64,
    /// Of what leaks by the rings in a sample.
    pub(super) leak: f64,
    /// Part of a cycle in which it burns, and what the cycle advances in a sample, as parts of it.
    pub(super) burning: f64,
    pub(super) pace: f64,
}

impl Gas {
    /// Throat of a valve over the swept volume, times its length: 1/V_d for areas \[1/m\].
    pub(super) fn throat(bore: f64, swept: f64) -> f64 {
        THROAT * 0.25 * core::f64::consts::PI * bore * bore / swept
    }
}

/// One cylinder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cylinder {
    /// How far it is in its cycle, from the ignition.
    pub(super) phase: Turn,
    /// p/p₀
    pub(super) pressure: f64,
    volume: f64,
    /// It was put anew: its gas was not pressed together on the way there.
    repositioned: bool,
    /// What it has drawn in since it fired last, and what of it had fuel, cycle after cycle \[V_d\].
    drawn_charge: f64,
    fuel_charge: Option<f64>,
    /// Q of the present charge \[p₀ V_d\].
    heat: f64,
    /// How strong it is by its making, from −1 to 1.
    pub(super) strength: f64,
}

/// What a cylinder did in a sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct CylinderStep {
    /// The wave that leaves into the header, in atmospheres.
    pub(super) out: f64,
    /// What it drew in \[V_d\].
    pub(super) drawn: f64,
    /// Acceleration of its piston times 2/(stroke ω²).
    pub(super) piston_acceleration: f64,
}

impl Cylinder {
    /// At rest, filled with air.
    pub(super) fn new(strength: f64) -> Self {
        Self {
            phase: Turn::default(),
            pressure: 1.0,
            volume: 1.0,
            repositioned: true,
            drawn_charge: 0.0,
            fuel_charge: None,
            heat: 0.0,
            strength,
        }
    }

    /// Puts it at a place of its cycle, filled with air; with a charge at this pressure behind its intake, if
    /// that is past.
    pub(super) fn place(&mut self, phase: Turn, intake_pressure: f64) {
        self.phase = phase;
        self.pressure = 1.0;
        self.repositioned = true;
        self.drawn_charge = if phase.way() > INTAKE_CLOSED { intake_pressure } else { 0.0 };
        self.heat = 0.0;
    }

    /// What it lacks to a place of its cycle, as a part of it.
    pub(super) fn phase_error(&self, place: Turn) -> f64 {
        let phase_error = place.way() - self.phase.way();
        phase_error - phase_error.round()
    }

    /// It is lit with a heat for a full charge \[p₀ V_d\]; what it has drawn burns. Petrol burns with its
    /// air, diesel as much as was let in.
    pub(super) fn ignite(&mut self, heat: f64, fuel: usize) {
        let charge = self.drawn_charge.clamp(0.0, 1.3);
        // The wall of the port stays wet: what one charge does not take of its fuel the next one does.
        let previous = self.fuel_charge.unwrap_or(charge);
        let charge = previous + DIRECT_FUEL_SHARE * (charge - previous);
        self.fuel_charge = Some(charge);
        self.heat = heat * if fuel == 0 { charge } else { charge.min(1.0) };
        self.drawn_charge = 0.0;
    }

    /// One sample, with the wave that arrives from the header and the pressure before the intake, in
    /// atmospheres. Real-time: yes.
    #[inline]
    pub(super) fn tick(
        &mut self,
        tables: &Tables,
        gas: &Gas,
        arriving: f64,
        intake_pressure: f64,
    ) -> CylinderStep {
        let crank = self.phase.times(1 + gas.strokes as u64);
        // Zero is the ignition; the table begins at the top.
        let top = crank.ahead(Turn::part(1.0 - IGNITION_ADVANCE));
        let [x, piston_acceleration] = interpolate(&tables.crank, top);
        let volume = gas.min_volume + x;
        let r = if self.repositioned { 1.0 } else { self.volume / volume };
        self.repositioned = false;
        self.volume = volume;
        let fourth = r.sqrt().sqrt();
        let mut p = self.pressure * r * fourth * fourth.sqrt();
        let position = self.phase.way();
        if self.heat > 0.0 {
            if position < gas.burning {
                let u = position / gas.burning * TABLE_SIZE as f64;
                let table = tables.burn.get(gas.fuel);
                let rate = table.and_then(|table| table.get(u as usize));
                let freed = self.heat * rate.copied().unwrap_or(0.0) * gas.pace / gas.burning;
                p += (GAMMA - 1.0) * freed / volume;
            } else {
                self.heat = 0.0;
            }
        }
        p += gas.leak * (1.0 - p);
        let mut step = CylinderStep { out: arriving, drawn: 0.0, piston_acceleration };
        let valves = tables.valves.get(gas.strokes);
        let [out, into] = valves.map_or([0.0; 2], |table| interpolate(table, self.phase));
        let per_flow = GAMMA / volume;
        if out > 0.0 {
            let outside = 1.0 + 2.0 * arriving;
            let d = p - outside;
            let g = out * gas.out * (p / (d.abs() + LINEAR_DROP)).sqrt();
            let g = g / (1.0 + gas.impedance * g + g * d.abs() / gas.sonic);
            let lost = d * g / (1.0 + per_flow * g);
            p -= per_flow * lost;
            step.out += gas.impedance * lost;
        }
        if into > 0.0 {
            let d = intake_pressure - p;
            let g = into * gas.into / (d.abs() + LINEAR_DROP).sqrt();
            let drawn = d * g / (1.0 + per_flow * g);
            p += per_flow * drawn;
            self.drawn_charge += drawn;
            step.drawn = drawn;
        }
        self.pressure = p.max(1e-3);
        step
    }
}

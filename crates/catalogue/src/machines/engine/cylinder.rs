//! One cylinder: piston, valves and combustion.
//!
//! ```math
//! \dot p = -\gamma p \frac{\dot V}{V} + (\gamma - 1)\frac{\dot Q}{V} + \gamma \frac{U_i - U_e}{V}
//! ```
//!
//! | symbol  | here              | unit     | meaning                                                                                   |
//! |---------|-------------------|----------|-------------------------------------------------------------------------------------------|
//! | p       | `pressure`        | p₀       | pressure, in atmospheres                                                                  |
//! | V       | `volume`          | V_d      | volume, in units of the displacement: 1/(ε − 1) + x(α), x by crank and rod                |
//! | Q       | `heat`            | p₀ V_d   | heat of a charge, released along the Wiebe curve 1 − e^{−5u³}; a third of diesel at once  |
//! | U       |                   | V_d/s    | flow through a valve: as the root of the pressure difference, below the speed of sound in its pipe |
//! | γ       | 11/8              | 1        | between fresh air (1.4) and burnt gas (1.3); its power takes three square roots           |
//!
//! Valve and pipe are solved together for each sample, so that the step is stable for any size of cylinder.
//! With conductance G, incoming wave pressure q and impedance Z of the pipe,
//!
//! ```math
//! U = G'\,(p - p_0 - 2q), \qquad G' = \frac{G}{1 + ZG + G|d|/Sc}, \qquad p' - p_a = \frac{p - p_a}{1 + \gamma G' T/V}
//! ```
//!
//! Source: \[Heywood1988, 2, 6 and 9\].

use foley_dsp::signal::Phase;

/// Number of entries of each table.
const TABLE_SIZE: usize = 512;
/// Adiabatic exponent γ of the gas in the cylinder \[1\].
pub(super) const GAMMA: f64 = 1.375;
/// Length of the connecting rod \[crank radii\].
const ROD: f64 = 3.5;
/// Ignition advance before the top position of the piston \[turns of the crank\].
const IGNITION_ADVANCE: f64 = 15.0 / 360.0;
/// Position in the cycle from which all intake valves are practically closed, as a fraction of the cycle.
const INTAKE_CLOSED: f64 = 0.75;
/// Share of the fuel that burns with its own charge \[1\]. The rest of the fuel wets the port wall and
/// evaporates in the following cycles.
const DIRECT_FUEL_SHARE: f64 = 0.3;
/// Pressure difference below which the flow through a valve is linear \[atmospheres\].
const LINEAR_DROP: f64 = 0.02;
/// Throat area of a fully open valve including contraction, as a share of the bore area.
const THROAT: f64 = 0.09;
/// Diameter of a header, as a share of the bore.
pub(super) const PORT_RATIO: f64 = 0.42;

/// Tables shared by all cylinders, over a cycle from one ignition to the next.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// Piston position over a turn of the crank from the top, from 0 to 1, and relative piston
    /// acceleration: acceleration over half the stroke times the squared angular speed.
    crank: Vec<[f64; 2]>,
    /// Openings of the exhaust and intake valves over the cycle from the ignition, for two and for four
    /// strokes.
    valves: [Vec<[f64; 2]>; 2],
    /// Burn rate over the combustion, for petrol and for diesel; the mean rate is 1.
    burn: [Vec<f64>; 2],
}

/// Returns the opening at position `at` of a valve that is open between two positions, as fractions of a
/// cycle.
fn window(at: f64, from: f64, to: f64) -> f64 {
    let position = (at - from) / (to - from);
    if (0.0..1.0).contains(&position) {
        let s = libm::sin(core::f64::consts::PI * position);
        // Cams open quickly and hold, so the opening is sin to the power of 3/2.
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
        // Crank angles in degrees after the top, converted to fractions of a cycle after the ignition.
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

/// Returns the table value at `turn`, interpolated linearly between two entries.
#[inline]
fn interpolate<const K: usize>(table: &[[f64; K]], turn: Phase) -> [f64; K] {
    let (n, position) = turn.of(TABLE_SIZE as u64);
    match (table.get(n), table.get(n + 1)) {
        (Some(a), Some(b)) => core::array::from_fn(|k| a[k] + position * (b[k] - a[k])),
        _ => [0.0; K],
    }
}

/// Coefficients of the gas flow in a block, which all cylinders share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gas {
    /// Additional turns of the crank per cycle: 0 for two strokes, 1 for four.
    pub(super) strokes: usize,
    pub(super) fuel: usize,
    /// Clearance volume above the piston at the top \[displacements\]: 1/(compression ratio − 1).
    pub(super) min_volume: f64,
    /// Time step times throat area of the exhaust valve times speed of sound, over the displacement \[1\].
    pub(super) out: f64,
    /// Time step times throat area of the intake valve times speed of sound, over the displacement \[1\].
    pub(super) into: f64,
    /// Wave impedance of the header: adiabatic exponent over `sonic` \[1\].
    pub(super) impedance: f64,
    /// Time step times cross-section of the header times speed of sound, over the displacement \[1\].
    pub(super) sonic: f64,
    /// Share of the pressure difference that leaks past the piston rings per sample \[1\].
    pub(super) leak: f64,
    /// Duration of combustion, as a fraction of a cycle.
    pub(super) burning: f64,
    /// Advance of the cycle per sample, as a fraction of a cycle.
    pub(super) pace: f64,
}

impl Gas {
    /// Returns the throat area of a valve divided by the displacement of the cylinder \[1/m\].
    pub(super) fn throat(bore: f64, swept: f64) -> f64 {
        THROAT * 0.25 * core::f64::consts::PI * bore * bore / swept
    }
}

/// State of one cylinder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cylinder {
    /// Position of the cylinder in its cycle, counted from the ignition.
    pub(super) phase: Phase,
    /// Pressure in the cylinder \[atmospheres\].
    pub(super) pressure: f64,
    volume: f64,
    /// Whether the cylinder was repositioned: the move must not compress the gas.
    repositioned: bool,
    /// Charge drawn since the last ignition \[displacements\].
    drawn_charge: f64,
    /// Smoothed charge that carries fuel \[displacements\]; `None` before the first ignition.
    fuel_charge: Option<f64>,
    /// Combustion heat of the present charge \[atmospheres × displacement\].
    heat: f64,
    /// Fixed random strength of this cylinder's combustion, from −1 to 1.
    pub(super) strength: f64,
}

/// Output of a cylinder for one sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct CylinderStep {
    /// Wave that leaves the cylinder into the header \[atmospheres\].
    pub(super) out: f64,
    /// Intake flow into the cylinder in this sample \[displacements\].
    pub(super) drawn: f64,
    /// Relative acceleration of the piston \[1\]: acceleration over half the stroke times the squared
    /// angular speed.
    pub(super) piston_acceleration: f64,
}

impl Cylinder {
    /// Creates a cylinder at rest, filled with air.
    pub(super) fn new(strength: f64) -> Self {
        Self {
            phase: Phase::default(),
            pressure: 1.0,
            volume: 1.0,
            repositioned: true,
            drawn_charge: 0.0,
            fuel_charge: None,
            heat: 0.0,
            strength,
        }
    }

    /// Places the cylinder at a position of its cycle, filled with air. A cylinder past the intake holds a
    /// charge of the given intake pressure.
    pub(super) fn place(&mut self, phase: Phase, intake_pressure: f64) {
        self.phase = phase;
        self.pressure = 1.0;
        self.repositioned = true;
        self.drawn_charge = if phase.way() > INTAKE_CLOSED { intake_pressure } else { 0.0 };
        self.heat = 0.0;
    }

    /// Returns the signed distance from the cylinder's phase to `place`, as a fraction of a cycle.
    pub(super) fn phase_error(&self, place: Phase) -> f64 {
        let phase_error = place.way() - self.phase.way();
        phase_error - phase_error.round()
    }

    /// Ignites the charge; `heat` is the heat of a full charge \[atmospheres × displacement\]. Petrol burns
    /// in proportion to the drawn air, diesel in proportion to the metered fuel.
    pub(super) fn ignite(&mut self, heat: f64, fuel: usize) {
        let charge = self.drawn_charge.clamp(0.0, 1.3);
        // Fuel on the port wall carries over from one charge to the next.
        let previous = self.fuel_charge.unwrap_or(charge);
        let charge = previous + DIRECT_FUEL_SHARE * (charge - previous);
        self.fuel_charge = Some(charge);
        self.heat = heat * if fuel == 0 { charge } else { charge.min(1.0) };
        self.drawn_charge = 0.0;
    }

    /// Advances the cylinder by one sample, with the incoming wave of the header and the intake pressure
    /// \[atmospheres\]. Real-time: yes.
    #[inline]
    pub(super) fn tick(
        &mut self,
        tables: &Tables,
        gas: &Gas,
        arriving: f64,
        intake_pressure: f64,
    ) -> CylinderStep {
        let crank = self.phase.times(1 + gas.strokes as u64);
        // Phase zero is the ignition, but the table starts at the top of the piston.
        let top = crank.ahead(Phase::part(1.0 - IGNITION_ADVANCE));
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

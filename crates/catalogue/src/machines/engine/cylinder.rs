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

/// Adiabatic exponent γ of the gas in the cylinder \[1\].
pub(super) const GAMMA: f64 = 1.375;
/// Length of the connecting rod \[crank radii\].
pub(super) const ROD: f64 = 3.5;
/// Ignition advance before the top position of the piston \[turns of the crank\].
const IGNITION_ADVANCE: f64 = 15.0 / 360.0;
/// Share of a charge that the Wiebe curve leaves unburnt, e⁻⁵ \[1\].
const FINAL_UNBURNT: f64 = 0.006_737_946_999_085_467;
/// Position in the cycle from which all intake valves are practically closed, as a fraction of the cycle.
const INTAKE_CLOSED: f64 = 0.75;
/// Share of the fuel that burns with its own charge \[1\]. The rest of the fuel wets the port wall and
/// evaporates in the following cycles.
const DIRECT_FUEL_SHARE: f64 = 0.3;
/// Pressure difference below which the flow through a valve is linear \[atmospheres\].
const LINEAR_DROP: f64 = 0.02;
/// Maximum delay of a slap after the top \[turns of the crank\], as combustion and oil differ.
const MAX_SLAP_DELAY: f64 = 0.03;
/// Maximum delay of a valve after its cam \[turns of the crank\], as cam drive and springs vibrate.
const MAX_SEAT_DELAY: f64 = 0.012;
/// Throat area of a fully open valve including contraction, as a share of the bore area.
const THROAT: f64 = 0.09;
/// Diameter of a header, as a share of the bore.
pub(super) const PORT_RATIO: f64 = 0.42;

/// Opening and closing of the exhaust valve and of the intake valve, for two and for four strokes \[degrees
/// after the top of the piston\].
const VALVE_ANGLES: [[[f64; 2]; 2]; 2] = [[[100.0, 260.0], [122.0, 238.0]], [[130.0, 372.0], [348.0, 590.0]]];

/// Positions in the cycle of one kind of engine, as fractions of the cycle after the ignition.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Timing {
    /// Opening and closing of the exhaust valve.
    out: [f64; 2],
    /// Opening and closing of the intake valve.
    into: [f64; 2],
    /// Passages of the piston through the top; two strokes have one.
    tops: [f64; 2],
    /// Share of the opening time in a turn of the crank \[1\].
    pub(super) open_turns: f64,
}

impl Timing {
    /// Returns the positions for two (0) or four (1) strokes.
    pub(super) fn of(strokes: usize) -> Self {
        let turns = 1.0 + strokes as f64;
        let part = |degrees: f64| (degrees / 360.0 + IGNITION_ADVANCE) / turns;
        let [out, into] = VALVE_ANGLES.get(strokes).copied().unwrap_or_default();
        Self {
            out: out.map(part),
            into: into.map(part),
            tops: [part(0.0), part(360.0)],
            open_turns: (out[1] - out[0]) / 360.0,
        }
    }
}

/// Returns the opening at position `at` of a valve that is open between two positions, as fractions of a
/// cycle. Cams open quickly and hold: the opening is sin^{3/2}.
#[inline]
fn opening(at: f64, [from, to]: [f64; 2]) -> f64 {
    let position = (at - from) / (to - from);
    if (0.0..1.0).contains(&position) {
        let s = Phase::part(0.5 * position).sine()[0].abs();
        s.sqrt() * s
    } else {
        0.0
    }
}

/// Returns whether a position of the cycle was passed between `from` (exclusive) and `to`.
#[inline]
fn passed(from: f64, to: f64, position: f64) -> bool {
    if from <= to { from < position && position <= to } else { position > from || position <= to }
}

/// Returns the burn rate at the share `u` of the combustion; its mean is 1. A third of the diesel that has
/// gathered before the ignition burns in the first sixth.
#[inline]
fn burn_rate(fuel: usize, u: f64) -> f64 {
    let wiebe = |u: f64| 15.0 * u * u * libm::exp(-5.0 * u * u * u) / (1.0 - FINAL_UNBURNT);
    if fuel == 0 { wiebe(u) } else { 0.35 * 6.0 * wiebe((6.0 * u).min(1.0)) + 0.65 * wiebe(u) }
}

/// Piston position from 0 (top) to 1, and relative acceleration, at a position of the crank from the top.
#[inline]
fn piston(crank: Phase) -> [f64; 2] {
    let [s, c] = crank.sine();
    let rod = (ROD * ROD - s * s).sqrt();
    [0.5 * (1.0 - c + ROD - rod), c + (2.0 * c * c - 1.0) / ROD]
}

/// Coefficients of the gas flow in a block, which all cylinders share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gas {
    /// Additional turns of the crank per cycle: 0 for two strokes, 1 for four.
    pub(super) strokes: usize,
    pub(super) fuel: usize,
    pub(super) timing: Timing,
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
    /// Duration of the present combustion relative to the mean one \[1\].
    burn_time: f64,
    /// Delays of the next slap and of the next seating, from 0 to 1; they differ from cycle to cycle.
    pub(super) late: [f64; 2],
    /// Position in the cycle at the previous sample; `None` after the cylinder was repositioned.
    last_position: Option<f64>,
    /// Fixed random strength of this cylinder's combustion, from −1 to 1.
    pub(super) strength: f64,
}

/// Turbulence around a cylinder in one sample \[1\]: relative deviations of exhaust flow and burn rate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Turbulence {
    pub(super) exhaust: f64,
    pub(super) burn: f64,
}

/// Output of a cylinder for one sample.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CylinderStep {
    /// Wave that leaves the cylinder into the header \[atmospheres\].
    pub(super) out: f64,
    /// Intake flow into the cylinder in this sample \[displacements\].
    pub(super) drawn: f64,
    /// Relative acceleration of the piston \[1\]: acceleration over half the stroke times the squared
    /// angular speed.
    pub(super) piston_acceleration: f64,
    /// Pressure that the turbulent part of the combustion adds in this sample \[atmospheres\].
    pub(super) turbulent_burn: f64,
    /// Whether the piston strikes the other side of the cylinder.
    pub(super) slaps: bool,
    /// Whether a valve reaches its seat.
    pub(super) seated: bool,
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
            burn_time: 1.0,
            late: [0.0; 2],
            last_position: None,
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
        self.last_position = None;
    }

    /// Returns the signed distance from the cylinder's phase to `place`, as a fraction of a cycle.
    pub(super) fn phase_error(&self, place: Phase) -> f64 {
        let phase_error = place.way() - self.phase.way();
        phase_error - phase_error.round()
    }

    /// Ignites the charge; `heat` is the heat of a full charge \[atmospheres × displacement\]. Petrol burns
    /// in proportion to the drawn air, diesel in proportion to the metered fuel. `burn_time` is the duration
    /// of this combustion relative to the mean one. Returns the charge, relative to a full one.
    pub(super) fn ignite(&mut self, heat: f64, fuel: usize, burn_time: f64) -> f64 {
        let charge = self.drawn_charge.clamp(0.0, 1.3);
        // Fuel on the port wall carries over from one charge to the next.
        let previous = self.fuel_charge.unwrap_or(charge);
        let charge = previous + DIRECT_FUEL_SHARE * (charge - previous);
        self.fuel_charge = Some(charge);
        self.heat = heat * if fuel == 0 { charge } else { charge.min(1.0) };
        self.drawn_charge = 0.0;
        self.burn_time = burn_time;
        charge.min(1.0)
    }

    /// Advances the cylinder by one sample, with the incoming wave of the header and the intake pressure
    /// \[atmospheres\]. Real-time: yes.
    #[inline]
    pub(super) fn tick(
        &mut self,
        gas: &Gas,
        arriving: f64,
        intake_pressure: f64,
        turbulence: Turbulence,
    ) -> CylinderStep {
        let crank = self.phase.times(1 + gas.strokes as u64);
        // Phase zero is the ignition.
        let [x, piston_acceleration] = piston(crank.ahead(Phase::part(1.0 - IGNITION_ADVANCE)));
        let volume = gas.min_volume + x;
        let r = if self.repositioned { 1.0 } else { self.volume / volume };
        self.repositioned = false;
        self.volume = volume;
        let fourth = r.sqrt().sqrt();
        let mut p = self.pressure * r * fourth * fourth.sqrt();
        let position = self.phase.way();
        let mut step = CylinderStep { out: arriving, piston_acceleration, ..CylinderStep::default() };
        if self.heat > 0.0 {
            let burning = gas.burning * self.burn_time;
            if position < burning {
                let rate = burn_rate(gas.fuel, position / burning);
                let mean = (GAMMA - 1.0) * self.heat * rate * gas.pace / (burning * volume);
                step.turbulent_burn = mean * turbulence.burn;
                p += mean + step.turbulent_burn;
            } else {
                self.heat = 0.0;
            }
        }
        p += gas.leak * (1.0 - p);
        let timing = &gas.timing;
        let (out, into) = (opening(position, timing.out), opening(position, timing.into));
        if let Some(last) = self.last_position {
            let turn = 1.0 / (1 + gas.strokes) as f64;
            let [slap, seat] = [self.late[0] * MAX_SLAP_DELAY * turn, self.late[1] * MAX_SEAT_DELAY * turn];
            let mut tops = timing.tops.iter().take(1 + gas.strokes);
            step.slaps = tops.any(|&top| passed(last, position, top + slap));
            // Two-stroke engines have ports in place of valves.
            let closings = [timing.out[1], timing.into[1]];
            step.seated = gas.strokes > 0 && closings.iter().any(|&at| passed(last, position, at + seat));
        }
        self.last_position = Some(position);
        let per_flow = GAMMA / volume;
        if out > 0.0 {
            let outside = 1.0 + 2.0 * arriving;
            let d = p - outside;
            let g = out * gas.out * (p / (d.abs() + LINEAR_DROP)).sqrt();
            let g = g / (1.0 + gas.impedance * g + g * d.abs() / gas.sonic);
            let lost = d * g / (1.0 + per_flow * g) * (1.0 + turbulence.exhaust);
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

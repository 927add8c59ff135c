//! Figure 4 of the DAFx-17 paper: a fast particle meets a stiff barrier.

use super::oscillation::{Start, run};
use super::{MICRO, cells, figure, figures};
use crate::plot::{Axis, Dash, Ink, Mark, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use foley_contact::Step;
use foley_contact::analytic::Impact;
use foley_contact::bounce::{Approach, bounce};
use foley_contact::law::{HuntCrossley, OneSided};
use foley_contact::scheme::{Exact, Problem, Quadratic, Rk4, Scheme, ThreePoint};

pub(super) const FIGURE_4: Item = Item {
    id: "dafx17-figure-4",
    paper: Paper::Dafx17,
    label: "Figure 4",
    title: "A fast particle and a stiff barrier",
    text: "The paper calls s = 1/2 virtually indistinguishable from the benchmark (23). At 44.1 kHz it fails: the mass meets the \
           barrier exactly on a sample (0.6 m at 20 m/s are 1323 samples), and the root becomes complex at step 1326, where the line \
           ends here. The printed curve must be a real part or the result of another rounding: a start moved by 5·10^−5 m has real \
           roots. With s = 1 and 3 the contact is too short by 13 and 45 % and less deep than the exact one. The benchmark is too \
           long by 6.7 %; the exact step has the correct depth and duration.",
    make,
};

/// Sample rate of the solid lines and of the dashed lines \[Hz\].
pub(super) const RATES: [f64; 2] = [44_100.0, 441_000.0];
const BARRIER: OneSided = OneSided { stiffness: 5e9, exponent: 1.3, barrier: 0.1 };
const START: Start = Start { displacement: -0.5, velocity: 20.0 };
/// Time at which the particle meets the barrier \[s\].
const ENTRY: f64 = (BARRIER.barrier - START.displacement) / START.velocity;

/// A scheme that the figure compares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Variant {
    /// The benchmark scheme, eq. (23).
    Benchmark,
    /// The quadratic scheme with this weight s \[1\].
    Weighted(f64),
}

impl Variant {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Benchmark => "benchmark, eq. (23)",
            Self::Weighted(0.5) => "s = 1/2",
            Self::Weighted(1.0) => "s = 1",
            Self::Weighted(_) => "s = 3",
        }
    }
}

/// A sample of a particle's motion at the barrier.
#[derive(Clone, Copy, Debug)]
pub(super) struct BarrierSample {
    /// Time since the particle met the barrier \[s\].
    pub(super) time: f64,
    /// Depth of the particle behind the barrier \[m\].
    pub(super) depth: f64,
    /// Velocity of the particle over the step before the sample \[m/s\].
    pub(super) velocity: f64,
    /// Total energy of the particle, as the scheme defines it \[J\].
    pub(super) total: f64,
    /// Kinetic energy of the particle \[J\].
    pub(super) kinetic: f64,
}

/// Motion of a particle to the barrier and back.
pub(super) struct BarrierRun {
    /// Samples from shortly before contact on.
    pub(super) samples: Vec<BarrierSample>,
    failed: Option<u64>,
}

impl BarrierRun {
    pub(super) fn of(variant: Variant, rate: f64) -> Self {
        match variant {
            Variant::Benchmark => Self::record(&mut ThreePoint::new(), rate),
            Variant::Weighted(s) => Self::record(&mut Quadratic::new(s), rate),
        }
    }

    fn record<S: Scheme<OneSided>>(scheme: &mut S, rate: f64) -> Self {
        let problem = Problem::new(1.0, BARRIER, Step::at_rate(rate));
        let steps = ((ENTRY + 250e-6) * rate) as u64;
        let mut samples = Vec::new();
        let failed = run(scheme, &problem, START, steps, |n, scheme| {
            let at = scheme.motion();
            let time = n as f64 / rate - ENTRY;
            if time > -80e-6 {
                samples.push(BarrierSample {
                    time,
                    depth: at.displacement - BARRIER.barrier,
                    velocity: at.velocity,
                    total: scheme.energy(&problem),
                    kinetic: 0.5 * at.velocity * at.velocity,
                });
            }
        });
        Self { samples, failed }
    }

    fn max_depth(&self) -> f64 {
        self.samples.iter().map(|m| m.depth).fold(0.0, f64::max)
    }

    /// Returns the contact duration \[s\]. It ends where the last velocity, extrapolated backwards, meets the
    /// barrier.
    fn duration(&self) -> f64 {
        self.samples.last().map_or(f64::NAN, |last| last.time - last.depth / last.velocity)
    }
}

fn impact() -> Impact {
    let law = HuntCrossley { stiffness: BARRIER.stiffness, exponent: BARRIER.exponent, damping: 0.0 };
    Impact::new(1.0, law, START.velocity)
}

const VARIANTS: [(Variant, Ink, Mark); 4] = [
    (Variant::Benchmark, Ink::Orange, Mark::Square),
    (Variant::Weighted(0.5), Ink::Green, Mark::Diamond),
    (Variant::Weighted(1.0), Ink::Vermilion, Mark::Triangle),
    (Variant::Weighted(3.0), Ink::Purple, Mark::Cross),
];

fn numbers(runs: &[(Variant, f64, BarrierRun)]) -> Vec<Cell> {
    let (depth, tau) = (impact().max_compression(), impact().duration());
    let mut list = vec![
        cells::shown("exact", "depth [µm]", depth * MICRO, "closed form"),
        cells::shown("exact", "duration [µs]", tau * MICRO, "closed form"),
    ];
    for (variant, rate, run) in runs {
        let row = format!("{}, {} kHz", variant.name(), rate / 1e3);
        if let Some(n) = run.failed {
            list.push(cells::claimed(
                row,
                "complex after sample",
                "never",
                (n as f64, n as f64),
                false,
                "\"virtually indistinguishable\" from the benchmark; not reproduced",
            ));
            continue;
        }
        list.push(cells::shown(row.clone(), "depth/exact", run.max_depth() / depth, ""));
        list.push(cells::shown(
            row,
            "duration [µs]",
            run.duration() * MICRO,
            cells::lateness(run.duration(), tau),
        ));
    }
    list
}

/// Returns two motions as time \[s\], depth \[m\] and velocity \[m/s\]: first a Runge-Kutta solution at 200
/// times 44.1 kHz as the reference, then this project's exact-restitution step at 44.1 kHz.
fn reference_motions() -> (Vec<[f64; 3]>, Vec<[f64; 3]>) {
    let impact = impact();
    let mut exact = Vec::new();
    let fine = Problem::new(1.0, impact.law, Step::at_rate(200.0 * RATES[0]));
    let touch = Approach::at_speed(impact.speed);
    bounce(&fine, &mut Rk4::new(), touch, |s| {
        exact.push([s.time, s.motion.displacement, s.motion.velocity]);
    });
    let mut ours = Vec::new();
    let coarse = Problem::new(1.0, impact.law, Step::at_rate(RATES[0]));
    let before = Approach { offset: 3.0, ..touch };
    bounce(&coarse, &mut Exact::default(), before, |s| {
        ours.push([s.time, s.compression, s.motion.velocity]);
    });
    (exact, ours)
}

fn make() -> Product {
    let runs: Vec<(Variant, f64, BarrierRun)> = RATES
        .into_iter()
        .flat_map(|rate| VARIANTS.map(|(variant, ..)| (variant, rate, BarrierRun::of(variant, rate))))
        .collect();
    let mut place = Plot::new(
        "Depth of the particle behind the barrier over time, by the benchmark and the quadratic scheme at two sample rates",
        Axis::linear("time since contact [µs]", -30.0, 190.0),
        Axis::linear("depth u − h [µm]", -250.0, 1000.0),
    );
    let mut velocity = Plot::new(
        "Velocity of the particle over time, by the benchmark and the quadratic scheme at two sample rates",
        Axis::linear("time since contact [µs]", -30.0, 190.0),
        Axis::linear("velocity [m/s]", -30.0, 25.0),
    );
    let (exact, ours) = reference_motions();
    let path = |list: &[[f64; 3]], n: usize, unit: f64| -> Vec<(f64, f64)> {
        list.iter().map(|m| (m[0] * MICRO, m[n] * unit)).collect()
    };
    place = place.with(pens::CLOSED_FORM.width(10), "exact", path(&exact, 1, MICRO));
    velocity = velocity.with(pens::CLOSED_FORM.width(10), "exact", path(&exact, 2, 1.0));
    for (variant, rate, run) in &runs {
        let Some((_, ink, mark)) = VARIANTS.iter().find(|(v, ..)| v == variant) else {
            continue;
        };
        let coarse = *rate == RATES[0];
        let (pen, label) = if coarse {
            (Pen::of(*ink).mark(*mark), variant.name())
        } else {
            (Pen::of(*ink).dash(Dash::Short).width(12), "")
        };
        let samples = &run.samples;
        place = place.with(pen, label, samples.iter().map(|m| (m.time * MICRO, m.depth * MICRO)));
        velocity = velocity.with(pen, label, samples.iter().map(|m| (m.time * MICRO, m.velocity)));
    }
    place = place.with(pens::EXACT, "exact step", path(&ours, 1, MICRO));
    velocity = velocity.with(pens::EXACT, "exact step", path(&ours, 2, 1.0));
    figures([
        figure(
            "dafx17-figure-4a",
            "(a) Depth behind the barrier. Solid with marks: 44.1 kHz; dashed: 441 kHz. M = 1 kg, u_0 = −0.5 m, v_0 = 20 m/s, h = 0.1 m, \
             K = 5·10^9, α = 1.3.",
            &place,
            numbers(&runs),
        ),
        figure(
            "dafx17-figure-4b",
            "(b) Velocity; for the schemes, that of the step before the sample.",
            &velocity,
            Vec::new(),
        ),
    ])
}

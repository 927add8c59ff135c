//! Figures A.1 and A.2 of the thesis: effect of the bilinear transform on a mode.

use super::{MILLI, cells, figure, figures, spread};
use crate::experiment::RATE;
use crate::plot::{Axis, Dash, Ink, Mark, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use core::f64::consts::TAU;
use foley_body::Mode;
use foley_body::modal::{Discretisation, StateTransition};
use foley_contact::{Motion, Step};

pub(super) const FIGURE_A_1: Item = Item {
    id: "thesis-figure-A.1",
    paper: Paper::Thesis,
    label: "Fig. A.1",
    title: "Frequency responses of a mode and of its discretisations",
    text: "The thesis writes ω = 12000 Hz and means hertz, not radians per second: (A.9) then gives the printed 9928.78 Hz. The damping \
           g = 166.6667 is taken in 1/s, which puts the pole at 9928.783 Hz; a damping 2π times as large would put it at 9928.758. \
           Pre-warping is the inverse of (A.9), not (A.9) itself as the text says, and corrects only the pitch: damping and mass need \
           the factor 1/cos² too. The impulse-invariant mode has the correct pole and some aliasing; the exact mode under a held force \
           has the correct pole and the droop of the hold, 1.1 dB here.",
    make: responses,
};

pub(super) const FIGURE_A_2: Item = Item {
    id: "thesis-figure-A.2",
    paper: Paper::Thesis,
    label: "Fig. A.2",
    title: "Impulse responses of a mode and of its bilinear transform",
    text: "The discretised mode begins weaker and decays more slowly, both by the factor cos²(ω_BT T/2) = 0.5778: g_BT < g and \
           m_BT > m, as the thesis says without numbers. (A.20) has a spurious τ inside the sine, and (A.18) is inverted. The \
           impulse-invariant samples lie on the curve of the mode by construction.",
    make: impulses,
};

/// Returns the mode of figures A.1 and A.2.
fn mode() -> Mode {
    Mode { frequency: 12_000.0, decay: 2.0 / 166.6667, mass: 1e-3, shape: vec![1.0], radiated: 0.0 }
}

fn step() -> Step {
    Step::at_rate(RATE)
}

const BILINEAR: Pen = Pen::of(Ink::Orange).dash(Dash::Long);
const PREWARPED: Pen = Pen::of(Ink::Purple).dash(Dash::Short);
const IMPULSE_INVARIANT: Pen = Pen::of(Ink::Vermilion).dash(Dash::Dotted);
const EXACT: Pen = Pen::of(Ink::Blue);

/// Returns the frequency response of the continuous mode: displacement per force at a frequency \[m/N\].
fn continuous_response(mode: &Mode, frequency: f64) -> f64 {
    let (omega, turn) = (mode.angular(), TAU * frequency);
    let real = omega * omega - turn * turn;
    1.0 / (mode.mass * real.hypot(mode.damping() * turn))
}

/// Returns the frequency response of a discretised mode, displacement per force at a frequency \[m/N\]. It is
/// (z − E)⁻¹Γ with the transition matrix E, the force response Γ and z on the unit circle. The bilinear
/// methods use the mean of two samples of force.
fn discrete_response(method: Discretisation, map: &StateTransition, frequency: f64) -> f64 {
    let (sin, cos) = (TAU * frequency / RATE).sin_cos();
    let det = map.xx * map.vv - map.xv * map.vx;
    let trace = map.xx + map.vv;
    // The denominator is z² − z tr E + det E, the numerator (z − E₂₂)Γ_x + E₁₂Γ_v.
    let (re, im) = (cos * cos - sin * sin - trace * cos + det, 2.0 * sin * cos - trace * sin);
    let above = ((cos - map.vv) * map.xf + map.xv * map.vf, sin * map.xf);
    let mean = match method {
        Discretisation::Bilinear | Discretisation::BilinearPrewarped => (0.5 * TAU * frequency / RATE).cos(),
        _ => 1.0,
    };
    mean * above.0.hypot(above.1) / re.hypot(im)
}

fn decibels(value: f64) -> f64 {
    20.0 * value.log10()
}

fn responses() -> Product {
    let mode = mode();
    let frequencies = || spread(4_000.0, 18_000.0, 1401);
    let mut plot = Plot::new(
        "Frequency responses of a mode at 12 kHz and of four discretisations",
        Axis::linear("frequency [kHz]", 4.0, 18.0),
        Axis::linear("|X/F| [dB re 1 m/N]", -145.0, -75.0),
    )
    .with(
        pens::CLOSED_FORM.width(26),
        "the mode itself",
        frequencies().map(|f| (f / 1e3, decibels(continuous_response(&mode, f)))),
    );
    for (method, pen) in [
        (Discretisation::Exact, EXACT),
        (Discretisation::Bilinear, BILINEAR),
        (Discretisation::BilinearPrewarped, PREWARPED),
        (Discretisation::ImpulseInvariant, IMPULSE_INVARIANT),
    ] {
        let map = method.map(&mode, step());
        let curve = frequencies().map(|f| (f / 1e3, decibels(discrete_response(method, &map, f))));
        plot = plot.with(pen, method.name(), curve);
    }
    figures([figure(
        "thesis-figure-A.1",
        "12 kHz, g = 166.6667 1/s, m = 1 g, at 44.1 kHz. The bilinear mode sounds at 9.93 kHz.",
        &plot,
        response_cells(&mode),
    )])
}

fn response_cells(mode: &Mode) -> Vec<Cell> {
    let bilinear = Discretisation::Bilinear.map(mode, step()).pole(step());
    let formula = |omega: f64| 2.0 * RATE * (omega / (2.0 * RATE)).atan();
    let mut list = vec![cells::stated(
        "bilinear",
        "ω_BT/2π [Hz]",
        "9928.78",
        (formula(mode.angular()) / TAU, bilinear.frequency),
        "ours: (A.9); plain: the pole, with its damping",
    )];
    list.push(cells::shown(
        "bilinear, 12000 rad/s",
        "ω_BT/2π [Hz]",
        formula(mode.frequency),
        "if ω were in rad/s",
    ));
    for method in Discretisation::ALL {
        let map = method.map(mode, step());
        let pole = map.pole(step());
        let peak = decibels(
            discrete_response(method, &map, pole.frequency) / continuous_response(mode, mode.frequency),
        );
        for (column, value) in
            [("pole [Hz]", pole.frequency), ("g [1/s]", pole.damping), ("peak [dB re the mode]", peak)]
        {
            list.push(cells::shown(method.name(), column, value, ""));
        }
    }
    list
}

/// Returns the displacement of a discretised mode after an impulse of 1 N s, sample by sample \[m/(N s)\].
fn impulse_response(method: Discretisation, mode: &Mode, count: usize) -> Vec<f64> {
    let map = method.map(mode, step());
    // The impulse is one sample of force 1/T. A bilinear mode takes half of it in each of two steps, the
    // first of which ends at the sample itself.
    let (mut at, second) = match method {
        Discretisation::Bilinear | Discretisation::BilinearPrewarped => {
            (map.apply(Motion::default(), 0.5 * RATE), 0.5 * RATE)
        }
        _ => (Motion::default(), RATE),
    };
    (0..count)
        .map(|n| {
            let samples = at.displacement;
            at = map.apply(at, if n == 0 { second } else { 0.0 });
            samples
        })
        .collect()
}

/// Returns the impulse response of the continuous mode by eq. (A.19) of the thesis \[m/(N s)\].
fn exact_impulse_response(mode: &Mode, t: f64) -> f64 {
    let a = 0.5 * mode.damping();
    let turn = (mode.angular() * mode.angular() - a * a).sqrt();
    (-a * t).exp() * (turn * t).sin() / (mode.mass * turn)
}

fn impulses() -> Product {
    let mode = mode();
    let samples = |method| {
        let samples = impulse_response(method, &mode, 14);
        let points = samples.into_iter().enumerate();
        points.map(|(n, x)| (n as f64 / RATE * 1e6, x * MILLI))
    };
    let early = Plot::new(
        "The first samples of the impulse responses",
        Axis::linear("time [µs]", 0.0, 300.0),
        Axis::linear("displacement per impulse [mm/(N s)]", -15.0, 15.0),
    )
    .with(
        pens::CLOSED_FORM,
        "the mode itself",
        spread(0.0, 300e-6, 900).map(|t| (t * 1e6, exact_impulse_response(&mode, t) * MILLI)),
    )
    .with(BILINEAR.mark(Mark::Triangle), "bilinear", samples(Discretisation::Bilinear))
    .with(
        IMPULSE_INVARIANT.points(Mark::Cross),
        "impulse-invariant",
        samples(Discretisation::ImpulseInvariant),
    );
    let bilinear = Discretisation::Bilinear.map(&mode, step()).pole(step());
    let (begin, weak) = amplitudes(&mode);
    let times = || spread(0.0, 0.05, 300);
    let swing =
        |amplitude: f64, g: f64| times().map(move |t| (t * MILLI, amplitude * (-0.5 * g * t).exp() * MILLI));
    let late = Plot::new(
        "The envelopes of the impulse responses",
        Axis::linear("time [ms]", 0.0, 50.0),
        Axis::linear("envelope [mm/(N s)]", 0.0, 15.0),
    )
    .with(pens::CLOSED_FORM, "the mode itself", swing(begin, mode.damping()))
    .with(BILINEAR, "bilinear", swing(weak, bilinear.damping));
    let m_same = mode.mass * begin / weak;
    let m_own = 1.0 / (weak * TAU * bilinear.frequency);
    let list = vec![
        cells::claimed(
            "damping",
            "g_BT [1/s]",
            "< g",
            (bilinear.damping, mode.damping()),
            bilinear.damping < mode.damping(),
            "plain: g; the ratio is cos²(ω_BT T/2)",
        ),
        cells::claimed(
            "modal mass",
            "m_BT [kg]",
            "> m",
            (m_same, mode.mass),
            m_same > mode.mass,
            "from the amplitude 1/(m ω); plain: m",
        ),
        cells::shown("modal mass, with its own ω_BT", "m_BT [kg]", m_own, "from the amplitude 1/(m ω_BT)"),
        cells::shown("g_BT/g", "[1]", bilinear.damping / mode.damping(), ""),
    ];
    figures([
        figure(
            "thesis-figure-A.2a",
            "The first 300 µs. The bilinear mode is too low and too weak.",
            &early,
            list,
        ),
        figure(
            "thesis-figure-A.2b",
            "Envelopes of the impulse responses: the bilinear mode decays too slowly.",
            &late,
            Vec::new(),
        ),
    ])
}

/// Returns the amplitudes of the impulse responses of the continuous mode and of its bilinear transform
/// \[m/(N s)\].
fn amplitudes(mode: &Mode) -> (f64, f64) {
    let a = 0.5 * mode.damping();
    let begin = 1.0 / (mode.mass * (mode.angular() * mode.angular() - a * a).sqrt());
    // The amplitude is A of A e^{−gt/2} sin(θt + φ) through two neighbouring samples.
    let pole = Discretisation::Bilinear.map(mode, step()).pole(step());
    let samples = impulse_response(Discretisation::Bilinear, mode, 3);
    let decay = (-0.5 * pole.damping / RATE).exp();
    let (sin, cos) = (TAU * pole.frequency / RATE).sin_cos();
    let (now, next) = (samples[1] / decay, samples[2] / (decay * decay));
    (begin, now.hypot((next - cos * now) / sin))
}

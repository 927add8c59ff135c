//! Figures 3 and 6 of the DAFx-17 paper: a harmonic and a cubic oscillator in time and in frequency.

use super::oscillation::{Start, frequency, run};
use super::{MILLI, cells, figure, figures, spectrum};
use crate::plot::{Axis, Dash, Ink, Pen, Plot};
use crate::{Cell, Figure, Item, Paper, Product};
use core::f64::consts::TAU;
use foley_contact::Step;
use foley_contact::law::{Law, Power};
use foley_contact::scheme::{Classic, CubicBenchmark, Problem, Quadratic, Scheme};

pub(super) const FIGURE_3: Item = Item {
    id: "dafx17-figure-3",
    paper: Paper::Dafx17,
    label: "Figure 3",
    title: "The simple harmonic oscillator",
    text: "For s ≠ 1/2 the quadratic scheme makes a nonlinear oscillator of a linear one: too high, with odd harmonics. We find in addition \
           that it locks to an even number of samples per period, 206 for s = 1 and 194 for s = 3 where 209.1 would be right, so that its \
           pitch is quantised; this is why the harmonics do not depend on the initial conditions. The paper's level of the first of them, \
           \"lower than 60 dB\" for s = 1, holds for the level itself (−65.7 dB re 1 m, the third harmonic); relative to the fundamental it \
           is −45.6 dB.",
    make: harmonic,
};

pub(super) const FIGURE_6: Item = Item {
    id: "dafx17-figure-6",
    paper: Paper::Dafx17,
    label: "Figure 6",
    title: "The cubic oscillator",
    text: "As figure 3, with the force K u³. With s = 1/2 the paper finds the scheme virtually indistinguishable from the benchmark (25); so do we, \
           until the roots turn complex after 56305 samples, 1.28 s. The spectra are of the first 0.74 s.",
    make: cubic,
};

/// Samples from which a spectrum is made, and a frequency measured.
struct Spans {
    spectrum: usize,
    frequency: usize,
}

/// A recorded oscillation; shorter than asked for where the roots turned complex.
struct Tone {
    signal: Vec<f64>,
    failed: Option<u64>,
}

fn record<L: Law, S: Scheme<L>>(
    mut scheme: S,
    problem: &Problem<L>,
    start: Start,
    samples: usize,
) -> Tone {
    let mut signal = vec![start.displacement];
    let failed = run(&mut scheme, problem, start, samples as u64, |_, scheme| {
        signal.push(scheme.motion().displacement);
    });
    Tone { signal, failed }
}

impl Tone {
    /// \[Hz\]
    fn frequency(&self, rate: f64) -> f64 {
        frequency(&self.signal) * rate
    }

    /// Level of a harmonic of the measured frequency \[dB\].
    fn harmonic(&self, number: f64) -> f64 {
        spectrum::level_at(&self.signal, number * frequency(&self.signal))
    }
}

/// What the panels of a figure share.
struct Setting {
    id: &'static str,
    rate: f64,
    benchmark: &'static str,
    scheme: Pen,
    comparison: Pen,
    /// Time shown, its unit and the unit of displacement.
    span: f64,
    time: (&'static str, f64),
    place: (&'static str, f64, f64),
    /// Frequencies and levels shown.
    hertz: (&'static str, f64, f64),
    decibels: (f64, f64),
    spans: Spans,
    caption: &'static str,
}

const WEIGHTS: [(f64, &str); 3] = [(0.5, "s = 1/2"), (1.0, "s = 1"), (3.0, "s = 3")];

impl Setting {
    fn panels(&self, benchmark: &Tone, tones: &[Tone; 3], cells: [Vec<Cell>; 3]) -> Product {
        let mut list: Vec<Figure> = Vec::new();
        for (((letter, tone), (_, name)), cells) in ('a'..).zip(tones).zip(WEIGHTS).zip(cells) {
            let plot = Plot::new(
                format!("Displacement over time by the quadratic scheme with {name} and by the benchmark"),
                Axis::linear(self.time.0, 0.0, self.span * self.time.1),
                Axis::linear(self.place.0, -self.place.2, self.place.2),
            )
            .with(self.scheme, name, self.in_time(tone))
            .with(self.comparison, self.benchmark, self.in_time(benchmark));
            let caption = format!("{name}, in time. {}", self.caption);
            list.push(figure(
                format!("{}{letter}", self.id),
                caption,
                &plot,
                cells,
            ));
        }
        for ((letter, tone), (_, name)) in ('d'..).zip(tones).zip(WEIGHTS) {
            let plot = Plot::new(
                format!("Spectrum of the quadratic scheme with {name} and of the benchmark"),
                Axis::linear(self.hertz.0, 0.0, self.hertz.1),
                Axis::linear("level [dB re 1 m]", self.decibels.0, self.decibels.1),
            )
            .with(self.scheme, name, self.in_frequency(tone))
            .with(
                self.comparison,
                self.benchmark,
                self.in_frequency(benchmark),
            );
            let caption = format!(
                "{name}, spectrum of the first {} samples.",
                self.spans.spectrum
            );
            list.push(figure(
                format!("{}{letter}", self.id),
                caption,
                &plot,
                Vec::new(),
            ));
        }
        figures(list)
    }

    fn in_time<'a>(&self, tone: &'a Tone) -> impl Iterator<Item = (f64, f64)> + use<'a> {
        let (rate, time, place) = (self.rate, self.time.1, self.place.1);
        let shown = ((self.span * rate) as usize + 2).min(tone.signal.len());
        tone.signal[..shown]
            .iter()
            .enumerate()
            .map(move |(n, u)| (n as f64 / rate * time, u * place))
    }

    fn in_frequency(&self, tone: &Tone) -> Vec<(f64, f64)> {
        let count = self.spans.spectrum;
        let step = self.rate / count as f64 * self.hertz.2;
        let levels = spectrum::levels(&tone.signal[..count]);
        let points = levels
            .iter()
            .enumerate()
            .map(|(n, level)| (n as f64 * step, *level));
        points
            .take_while(|point| point.0 <= self.hertz.1 * 1.01)
            .collect()
    }
}

/// Frequencies, and whether they are above that of the benchmark as the paper says.
fn frequency_cell(name: &str, tone: &Tone, benchmark: f64, rate: f64, printed: &str) -> Cell {
    let f = tone.frequency(rate);
    let note = format!("benchmark {benchmark:.6} Hz");
    if printed.is_empty() {
        cells::shown(name, "frequency [Hz]", f, note)
    } else {
        cells::claimed(name, "frequency [Hz]", printed, (f, f), f > benchmark, note)
    }
}

fn harmonic() -> Product {
    let rate = 2_300.0;
    let setting = Setting {
        id: "dafx17-figure-3",
        rate,
        benchmark: "classic, eq. (22)",
        scheme: Pen::of(Ink::Blue),
        comparison: Pen::of(Ink::Vermilion).dash(Dash::Short).width(14),
        span: 1.0,
        time: ("time [s]", 1.0),
        place: ("displacement u [mm]", MILLI, 120.0),
        hertz: ("frequency [Hz]", 100.0, 1.0),
        decibels: (-140.0, 0.0),
        spans: Spans {
            spectrum: 16_384,
            frequency: 131_072,
        },
        caption: "11 Hz at a sample rate of 2300 Hz, v_0 = 0.5 m/s, u_0 = −0.1 m.",
    };
    let omega = TAU * 11.0;
    let spring = Power {
        stiffness: omega * omega,
        exponent: 1,
    };
    let problem = Problem::new(1.0, spring, Step::at_rate(rate));
    let start = Start {
        displacement: -0.1,
        velocity: 0.5,
    };
    let samples = setting.spans.frequency;
    let classic = record(Classic::new(), &problem, start, samples);
    let tones = WEIGHTS.map(|(s, _)| record(Quadratic::new(s), &problem, start, samples));
    let reference = classic.frequency(rate);
    let [half, one, three] = &tones;
    let beside = |tone: &Tone, number: f64| tone.harmonic(number) - tone.harmonic(1.0);
    let cells = [
        vec![
            cells::shown("classic, eq. (22)", "frequency [Hz]", reference, ""),
            frequency_cell("s = 1/2", half, reference, rate, ""),
        ],
        vec![
            frequency_cell("s = 1", one, reference, rate, "higher"),
            cells::shown(
                "s = 1",
                "period [samples]",
                rate / one.frequency(rate),
                "locked to an even number",
            ),
            cells::claimed(
                "s = 1",
                "third harmonic [dB]",
                "lower than 60 dB",
                (one.harmonic(3.0), beside(one, 3.0)),
                one.harmonic(3.0) < -60.0,
                "ours: re 1 m; plain: relative to the fundamental",
            ),
            cells::shown(
                "s = 1",
                "fifth harmonic, relative [dB]",
                beside(one, 5.0),
                "",
            ),
        ],
        vec![
            frequency_cell("s = 3", three, reference, rate, "higher"),
            cells::shown(
                "s = 3",
                "period [samples]",
                rate / three.frequency(rate),
                "locked to an even number",
            ),
            cells::shown(
                "s = 3",
                "third harmonic, relative [dB]",
                beside(three, 3.0),
                "",
            ),
            cells::shown(
                "s = 3",
                "fifth harmonic, relative [dB]",
                beside(three, 5.0),
                "",
            ),
        ],
    ];
    setting.panels(&classic, &tones, cells)
}

fn cubic() -> Product {
    let rate = 44_100.0;
    let setting = Setting {
        id: "dafx17-figure-6",
        rate,
        benchmark: "benchmark, eq. (25)",
        scheme: Pen::of(Ink::Text),
        comparison: Pen::of(Ink::Blue).dash(Dash::Short).width(14),
        span: 0.1,
        time: ("time [ms]", MILLI),
        place: ("displacement u [mm]", MILLI, 10.0),
        hertz: ("frequency [kHz]", 5.0, 1e-3),
        decibels: (-180.0, -40.0),
        spans: Spans {
            spectrum: 32_768,
            frequency: 262_144,
        },
        caption: "K = 10^10, M = 1 kg, 44.1 kHz, v_0 = 5 m/s, u_0 = 0.",
    };
    let spring = Power {
        stiffness: 1e10,
        exponent: 3,
    };
    let problem = Problem::new(1.0, spring, Step::at_rate(rate));
    let start = Start {
        displacement: 0.0,
        velocity: 5.0,
    };
    let samples = setting.spans.frequency;
    let benchmark = record(CubicBenchmark::new(), &problem, start, samples);
    let tones = WEIGHTS.map(|(s, _)| record(Quadratic::new(s), &problem, start, samples));
    let reference = benchmark.frequency(rate);
    let failed = tones[0].failed.map_or(f64::NAN, |n| n as f64);
    let cells = [
        vec![
            cells::shown(
                "benchmark, eq. (25)",
                "frequency [Hz]",
                reference,
                "exact: 113.384917 Hz",
            ),
            frequency_cell("s = 1/2", &tones[0], reference, rate, ""),
            cells::claimed(
                "s = 1/2",
                "complex after sample",
                "never",
                (failed, failed),
                failed.is_nan(),
                "\"virtually undistinguishable\" until then",
            ),
        ],
        vec![frequency_cell(
            "s = 1",
            &tones[1],
            reference,
            rate,
            "a little faster",
        )],
        vec![frequency_cell(
            "s = 3",
            &tones[2],
            reference,
            rate,
            "a little faster",
        )],
    ];
    setting.panels(&benchmark, &tones, cells)
}

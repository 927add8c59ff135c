//! Figures 3 and 6 of the DAFx-17 paper: a harmonic and a cubic oscillator in time and in frequency.

use super::oscillation::{Start, frequency, run};
use super::{MILLI, cells, figure, figures, spectrum};
use crate::plot::{Axis, Dash, Ink, Pen, Plot};
use crate::{Cell, Figure, Item, Paper, Product};
use core::f64::consts::TAU;
use foley_contact::Step;
use foley_contact::law::Power;
use foley_contact::scheme::{Classic, CubicBenchmark, Problem, Quadratic, Scheme};

pub(super) const FIGURE_3: Item = Item {
    id: "dafx17-figure-3",
    paper: Paper::Dafx17,
    label: "Figure 3",
    title: "The simple harmonic oscillator",
    text: "For s ≠ 1/2 the quadratic scheme turns a linear oscillator into a nonlinear one: its pitch is too high and it has odd \
           harmonics. In addition it locks to an even number of samples per period, 206 for s = 1 and 194 for s = 3, where 209.1 would \
           be correct. Its pitch is therefore quantised, and the harmonics do not depend on the initial conditions. The paper gives the \
           level of the first harmonic as \"lower than 60 dB\" for s = 1. This holds for the absolute level of the third harmonic, \
           −65.7 dB re 1 m; relative to the fundamental it is −45.6 dB.",
    make: harmonic,
};

pub(super) const FIGURE_6: Item = Item {
    id: "dafx17-figure-6",
    paper: Paper::Dafx17,
    label: "Figure 6",
    title: "The cubic oscillator",
    text: "As figure 3, with the force K u³. With s = 1/2 the paper finds the scheme virtually indistinguishable from the benchmark \
           (25). This is confirmed until the roots become complex after 56305 samples, 1.28 s. The spectra are of the first 0.74 s.",
    make: cubic,
};

/// Numbers of samples from which a spectrum and a frequency are computed.
struct Spans {
    spectrum: usize,
    frequency: usize,
}

/// A recorded oscillation, which ends early if the roots of the scheme become complex.
struct Tone {
    signal: Vec<f64>,
    /// Sample rate of the recording \[Hz\].
    rate: f64,
    failed: Option<u64>,
}

impl Tone {
    /// Returns the measured frequency of the oscillation \[Hz\].
    fn frequency(&self) -> f64 {
        frequency(&self.signal) * self.rate
    }

    /// Returns the level of a harmonic of the measured frequency \[dB re 1 m\].
    fn harmonic(&self, number: f64) -> f64 {
        spectrum::level_at(&self.signal, number * frequency(&self.signal))
    }

    /// Returns the level of a harmonic relative to the fundamental \[dB\].
    fn relative_harmonic(&self, number: f64) -> f64 {
        self.harmonic(number) - self.harmonic(1.0)
    }

    /// Creates the cell of the measured frequency. If `printed` is not empty, the claim is that this
    /// frequency is above the `benchmark` \[Hz\].
    fn frequency_cell(&self, name: &str, benchmark: f64, printed: &str) -> Cell {
        let f = self.frequency();
        let note = format!("benchmark {benchmark:.6} Hz");
        if printed.is_empty() {
            cells::shown(name, "frequency [Hz]", f, note)
        } else {
            cells::claimed(name, "frequency [Hz]", printed, (f, f), f > benchmark, note)
        }
    }

    fn period_cell(&self, name: &str) -> Cell {
        cells::shown(
            name,
            "period [samples]",
            self.rate / self.frequency(),
            "the period is locked to an even number of samples",
        )
    }

    fn harmonic_cell(&self, name: &str, number: f64, ordinal: &str) -> Cell {
        let column = format!("{ordinal} harmonic, relative [dB]");
        cells::shown(name, column, self.relative_harmonic(number), "")
    }
}

/// Common settings of the panels of a figure.
struct Setting {
    id: &'static str,
    /// Spring of the oscillator, whose mass is 1 kg.
    spring: Power,
    start: Start,
    rate: f64,
    benchmark: &'static str,
    scheme: Pen,
    comparison: Pen,
    /// Time that the panel shows \[s\].
    span: f64,
    /// Label of the time axis, and units of the axis per second.
    time: (&'static str, f64),
    /// Label of the displacement axis, units of the axis per metre, and end of the axis.
    place: (&'static str, f64, f64),
    /// Label of the frequency axis, end of the axis, and units of the axis per hertz.
    hertz: (&'static str, f64, f64),
    /// Lower and upper end of the level axis \[dB re 1 m\].
    decibels: (f64, f64),
    spans: Spans,
    caption: &'static str,
}

const WEIGHTS: [(f64, &str); 3] = [(0.5, "s = 1/2"), (1.0, "s = 1"), (3.0, "s = 3")];

impl Setting {
    fn record<S: Scheme<Power>>(&self, mut scheme: S) -> Tone {
        let problem = Problem::new(1.0, self.spring, Step::at_rate(self.rate));
        let steps = self.spans.frequency as u64;
        let mut signal = vec![self.start.displacement];
        let failed = run(&mut scheme, &problem, self.start, steps, |_, scheme| {
            signal.push(scheme.motion().displacement);
        });
        Tone { signal, rate: self.rate, failed }
    }

    /// Records the oscillation by the quadratic scheme with each of three weights.
    fn record_quadratic(&self) -> [Tone; 3] {
        WEIGHTS.map(|(s, _)| self.record(Quadratic::new(s)))
    }

    fn panels(&self, benchmark: &Tone, tones: &[Tone; 3], cells: [Vec<Cell>; 3]) -> Product {
        let names = WEIGHTS.map(|(_, name)| name);
        let named = |letter: char| format!("{}{letter}", self.id);
        let mut list: Vec<Figure> = Vec::new();
        for (((letter, tone), name), cells) in ('a'..).zip(tones).zip(names).zip(cells) {
            let plot = Plot::new(
                format!("Displacement over time by the quadratic scheme with {name} and by the benchmark"),
                Axis::linear(self.time.0, 0.0, self.span * self.time.1),
                Axis::linear(self.place.0, -self.place.2, self.place.2),
            )
            .with(self.scheme, name, self.in_time(tone))
            .with(self.comparison, self.benchmark, self.in_time(benchmark));
            let caption = format!("{name}, in time. {}", self.caption);
            list.push(figure(named(letter), caption, &plot, cells));
        }
        let reference = self.in_frequency(benchmark);
        for ((letter, tone), name) in ('d'..).zip(tones).zip(names) {
            let plot = Plot::new(
                format!("Spectrum of the quadratic scheme with {name} and of the benchmark"),
                Axis::linear(self.hertz.0, 0.0, self.hertz.1),
                Axis::linear("level [dB re 1 m]", self.decibels.0, self.decibels.1),
            )
            .with(self.scheme, name, self.in_frequency(tone))
            .with(self.comparison, self.benchmark, reference.clone());
            let samples = self.spans.spectrum;
            let caption = format!("{name}, spectrum of the first {samples} samples.");
            list.push(figure(named(letter), caption, &plot, Vec::new()));
        }
        figures(list)
    }

    fn in_time<'a>(&self, tone: &'a Tone) -> impl Iterator<Item = (f64, f64)> + use<'a> {
        let (rate, time, place) = (self.rate, self.time.1, self.place.1);
        let shown = ((self.span * rate) as usize + 2).min(tone.signal.len());
        tone.signal[..shown].iter().enumerate().map(move |(n, u)| (n as f64 / rate * time, u * place))
    }

    fn in_frequency(&self, tone: &Tone) -> Vec<(f64, f64)> {
        let count = self.spans.spectrum;
        let step = self.rate / count as f64 * self.hertz.2;
        let levels = spectrum::levels(&tone.signal[..count]);
        let points = levels.iter().enumerate().map(|(n, level)| (n as f64 * step, *level));
        points.take_while(|point| point.0 <= self.hertz.1 * 1.01).collect()
    }
}

fn harmonic() -> Product {
    let omega = TAU * 11.0;
    let setting = Setting {
        id: "dafx17-figure-3",
        spring: Power { stiffness: omega * omega, exponent: 1 },
        start: Start { displacement: -0.1, velocity: 0.5 },
        rate: 2_300.0,
        benchmark: "classic, eq. (22)",
        scheme: Pen::of(Ink::Blue),
        comparison: Pen::of(Ink::Vermilion).dash(Dash::Short).width(14),
        span: 1.0,
        time: ("time [s]", 1.0),
        place: ("displacement u [mm]", MILLI, 120.0),
        hertz: ("frequency [Hz]", 100.0, 1.0),
        decibels: (-140.0, 0.0),
        spans: Spans { spectrum: 16_384, frequency: 131_072 },
        caption: "11 Hz at a sample rate of 2300 Hz, v_0 = 0.5 m/s, u_0 = −0.1 m.",
    };
    let (classic, tones) = (setting.record(Classic::new()), setting.record_quadratic());
    let reference = classic.frequency();
    let [half, one, three] = &tones;
    let third = one.harmonic(3.0);
    let cells = [
        vec![
            cells::shown(setting.benchmark, "frequency [Hz]", reference, ""),
            half.frequency_cell("s = 1/2", reference, ""),
        ],
        vec![
            one.frequency_cell("s = 1", reference, "higher"),
            one.period_cell("s = 1"),
            cells::claimed(
                "s = 1",
                "third harmonic [dB]",
                "lower than 60 dB",
                (third, one.relative_harmonic(3.0)),
                third < -60.0,
                "ours: relative to 1 m; plain: relative to the fundamental",
            ),
            one.harmonic_cell("s = 1", 5.0, "fifth"),
        ],
        vec![
            three.frequency_cell("s = 3", reference, "higher"),
            three.period_cell("s = 3"),
            three.harmonic_cell("s = 3", 3.0, "third"),
            three.harmonic_cell("s = 3", 5.0, "fifth"),
        ],
    ];
    setting.panels(&classic, &tones, cells)
}

fn cubic() -> Product {
    let setting = Setting {
        id: "dafx17-figure-6",
        spring: Power { stiffness: 1e10, exponent: 3 },
        start: Start { displacement: 0.0, velocity: 5.0 },
        rate: 44_100.0,
        benchmark: "benchmark, eq. (25)",
        scheme: Pen::of(Ink::Text),
        comparison: Pen::of(Ink::Blue).dash(Dash::Short).width(14),
        span: 0.1,
        time: ("time [ms]", MILLI),
        place: ("displacement u [mm]", MILLI, 10.0),
        hertz: ("frequency [kHz]", 5.0, 1e-3),
        decibels: (-180.0, -40.0),
        spans: Spans { spectrum: 32_768, frequency: 262_144 },
        caption: "K = 10^10, M = 1 kg, 44.1 kHz, v_0 = 5 m/s, u_0 = 0.",
    };
    let (benchmark, tones) = (setting.record(CubicBenchmark::new()), setting.record_quadratic());
    let reference = benchmark.frequency();
    let [half, one, three] = &tones;
    let failed = half.failed.map_or(f64::NAN, |n| n as f64);
    let cells = [
        vec![
            cells::shown(setting.benchmark, "frequency [Hz]", reference, "exact: 113.384917 Hz"),
            half.frequency_cell("s = 1/2", reference, ""),
            cells::claimed(
                "s = 1/2",
                "complex after sample",
                "never",
                (failed, failed),
                failed.is_nan(),
                "\"virtually undistinguishable\" until then",
            ),
        ],
        vec![one.frequency_cell("s = 1", reference, "a little faster")],
        vec![three.frequency_cell("s = 3", reference, "a little faster")],
    ];
    setting.panels(&benchmark, &tones, cells)
}

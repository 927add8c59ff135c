//! The string in motion: one loop of cells, and the junctions of its ports. The module above derives the
//! model.

use super::WaveguideSpec;
use super::complex::Complex;
use super::filter::Turn;
use super::tuning::{Loop, Partial};
use crate::{Body, MotionQuantity, Substeps};
use core::f64::consts::TAU;
use foley_contact::{Forecast, Motion, Step};

/// A junction of the string with at least one port.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tap {
    /// Index of the junction, counted from the left end.
    pub(super) junction: usize,
    /// Present displacement and velocity of the junction.
    pub(super) motion: Motion,
    /// Velocity of the junction one sample ago [m/s].
    pub(super) before: f64,
    /// Force pushed at the junction for the coming step \[N\].
    force: f64,
    /// Sum of the forces at the junction in the substeps of this sample so far \[N\].
    spent: f64,
}

/// A string in motion, as two travelling waves.
#[derive(Clone, Debug, PartialEq)]
pub struct Waveguide {
    /// Duration of a sample.
    pub(super) sample: Step,
    /// Duration of a substep.
    step: Step,
    /// Number of substeps per sample.
    parts: u32,
    /// Number of substeps already done in this sample.
    part: u32,
    /// Wave impedance Z of the string [kg/s].
    impedance: f64,
    /// Velocity of a junction per newton: 1 over twice the wave impedance [m/s/N].
    mobility: f64,
    /// Outgoing wave per newton held over one substep [m/s/N].
    share: f64,
    /// Length of the string: the distance that a wave travels in half a period of the fundamental \[cells\].
    length: f64,
    /// Number of cells of the loop, and the filters between its two directions.
    pub(super) design: Loop,
    /// Travelling waves [m/s]: the right-going waves, one further cell if the number of cells is odd, and the
    /// left-going waves inverted. Cell i is stored at `head − i`.
    pub(super) waves: Box<[f64]>,
    pub(super) head: usize,
    pub(super) taps: Vec<Tap>,
    /// Index of the tap of each port in `taps`.
    pub(super) ports: Vec<usize>,
    /// Work that pushes have done in this sample and that the waves do not yet carry \[J\].
    work: f64,
    saved: SavedState,
}

/// Saved copy of all state of the string that changes in motion.
#[derive(Clone, Debug, PartialEq)]
struct SavedState {
    waves: Box<[f64]>,
    turn: Turn,
    head: usize,
    taps: Vec<Tap>,
    part: u32,
    work: f64,
}

impl Waveguide {
    /// Builds the string from a checked spec.
    pub(super) fn new(spec: &WaveguideSpec, step: Step) -> Self {
        let frequency = spec.fundamental();
        let period = step.rate() / frequency;
        let loss = 1.0 / (frequency * spec.decay);
        let ratio = frequency / spec.brightness;
        let treble = ratio * ratio / (1.0 + ratio * ratio);
        let design = Loop::tuned(period, loss, treble);
        let waves = vec![0.0; design.cells].into_boxed_slice();
        let mut taps: Vec<Tap> = Vec::new();
        let ports = spec
            .ports
            .iter()
            .map(|part| {
                let nearest = libm::round(0.5 * part * period - 0.5).max(0.0) as usize;
                let junction = nearest.min(design.cells / 2 - 1);
                taps.iter().position(|tap| tap.junction == junction).unwrap_or_else(|| {
                    taps.push(Tap::at(junction));
                    taps.len() - 1
                })
            })
            .collect();
        let saved = SavedState {
            waves: waves.clone(),
            turn: design.turn,
            head: 0,
            taps: taps.clone(),
            part: 0,
            work: 0.0,
        };
        Self {
            sample: step,
            step,
            parts: 1,
            part: 0,
            impedance: spec.impedance(),
            mobility: 0.5 / spec.impedance(),
            share: 0.5 / spec.impedance(),
            length: 0.5 * period,
            design,
            waves,
            head: 0,
            taps,
            ports,
            work: 0.0,
            saved,
        }
    }

    /// Returns the wave impedance Z: force per velocity of one wave [kg/s].
    pub fn impedance(&self) -> f64 {
        self.impedance
    }

    /// Returns the number of cells of the loop, out and back. The delay of the filters makes up the rest of
    /// the period.
    pub fn cells(&self) -> usize {
        self.waves.len()
    }

    /// Returns the actual position of a port, on a junction, as a share of the length from the left end
    /// \[1\]; 0 for a port that the string does not have.
    pub fn position(&self, port: usize) -> f64 {
        self.tap(port).map_or(0.0, |tap| (tap.junction as f64 + 0.5) / self.length)
    }

    /// Returns the actual frequency and decay of the k-th partial, from 1; `None` above half the sample rate.
    pub fn partial(&self, k: usize) -> Option<Partial> {
        let Complex { re, im } = self.design.partial(k)?;
        Some(Partial { frequency: im / TAU * self.sample.rate(), decay: -self.sample.seconds() / re })
    }

    /// Returns a quantity at a port; 0 at a port that the string does not have. The acceleration is the
    /// change of velocity over a sample.
    pub fn read(&self, port: usize, quantity: MotionQuantity) -> f64 {
        self.tap(port).map_or(0.0, |tap| match quantity {
            MotionQuantity::Displacement => tap.motion.displacement,
            MotionQuantity::Velocity | MotionQuantity::Vibration => tap.motion.velocity,
            MotionQuantity::Acceleration => (tap.motion.velocity - tap.before) / self.sample.seconds(),
        })
    }

    /// Restarts the string from the shape of a pluck at its release: a corner of `height` \[m\] at
    /// `position`, a share of the length.
    ///
    /// The corner is at least half a cell from either end. A non-finite height counts as 0.
    pub fn pluck(&mut self, position: f64, height: f64) {
        let closest = 0.5 / self.static_length();
        let corner = if position.is_finite() { position.clamp(closest, 1.0 - closest) } else { 0.5 };
        let height = if height.is_finite() { height } else { 0.0 };
        self.place(|part| height * (part / corner).min((1.0 - part) / (1.0 - corner)), |_| 0.0);
    }

    /// Restarts the string from a shape \[m\] and a velocity [m/s], given as functions of the share of the
    /// length from the left end. The ends stay fixed.
    ///
    /// The velocity applies to the whole coming step, so the string moves as if released half a sample from
    /// now.
    pub fn place(&mut self, shape: impl Fn(f64) -> f64, velocity: impl Fn(f64) -> f64) {
        self.come_to_rest();
        let cells = self.waves.len();
        let rail = cells / 2;
        let length = self.static_length();
        // A slope of dy per cell is a wave of −c dy/(2 cT) on each rail.
        let per_slope = -0.5 / self.sample.seconds();
        let mut from = 0.0;
        for i in 0..rail {
            let to = shape((i + 1) as f64 / length);
            let slope = per_slope * (to - from);
            let moving = 0.5 * velocity((i as f64 + 0.5) / length);
            self.set_wave(i, slope + moving);
            self.set_wave(cells - 1 - i, slope - moving);
            // The junction lies in the middle of cell i.
            for tap in self.taps.iter_mut().filter(|tap| tap.junction == i) {
                tap.motion = Motion::new(0.5 * (from + to), 2.0 * moving);
                tap.before = 2.0 * moving;
            }
            from = to;
        }
        // The filters hold the rest of the length, as a straight line to the end of the string.
        let end = per_slope * -from / (length - rail as f64);
        if cells > 2 * rail {
            self.set_wave(rail, end);
        }
        self.design.turn.settle(end);
    }

    /// Returns the length of the string under a steady load: half of all cells and of the filters' delay at 0
    /// Hz \[cells\].
    fn static_length(&self) -> f64 {
        0.5 * (self.waves.len() as f64 + self.design.turn.delay())
    }

    fn set_wave(&mut self, cell: usize, value: f64) {
        let at = self.index_of(cell);
        self.waves[at] = value;
    }

    /// Returns the storage index of a cell of the loop.
    pub(super) fn index_of(&self, cell: usize) -> usize {
        if self.head >= cell { self.head - cell } else { self.head + self.waves.len() - cell }
    }

    /// Returns the storage indices of the right-going and left-going wave that arrive at a junction.
    pub(super) fn arriving(&self, tap: &Tap) -> (usize, usize) {
        (self.index_of(tap.junction), self.index_of(self.waves.len() - 1 - tap.junction))
    }

    pub(super) fn tap(&self, port: usize) -> Option<&Tap> {
        self.ports.get(port).and_then(|&tap| self.taps.get(tap))
    }

    /// Returns the velocity of a junction over the coming step, pushes included [m/s].
    fn next_velocity(&self, tap: &Tap) -> f64 {
        let (right, left) = self.arriving(tap);
        let arriving = self.waves[right] - self.waves[left];
        if tap.force == 0.0 { arriving } else { arriving + self.mobility * tap.force }
    }

    /// Whether a force is pushed, or a sample is incomplete.
    pub(super) fn is_touched(&self) -> bool {
        self.part > 0 || self.taps.iter().any(|tap| tap.force != 0.0)
    }

    /// Whether each sample is a single step.
    pub(super) fn is_whole(&self) -> bool {
        self.parts == 1
    }

    /// Advances the string to the end of the present sample.
    pub(super) fn finish_sample(&mut self) {
        for _ in self.part..self.parts {
            self.advance();
        }
    }

    /// Adds the forces of the sample to the outgoing waves, and moves every wave by one cell.
    fn move_on(&mut self) {
        for index in 0..self.taps.len() {
            let Tap { spent, .. } = self.taps[index];
            if spent != 0.0 {
                let (right, left) = self.arriving(&self.taps[index]);
                let wave = self.share * spent;
                self.waves[right] += wave;
                self.waves[left] -= wave;
                self.taps[index].spent = 0.0;
            }
        }
        let turning = self.index_of(self.waves.len() / 2 - 1);
        self.waves[turning] = self.design.turn.step(self.waves[turning]);
        self.turn_by(1);
        self.part = 0;
        self.work = 0.0;
    }

    /// Moves every wave by `cells` cells, fewer than the loop has.
    pub(super) fn turn_by(&mut self, cells: usize) {
        self.head += cells;
        if self.head >= self.waves.len() {
            self.head -= self.waves.len();
        }
    }
}

impl Waveguide {
    /// Returns the motion at port `here` per newton held at port `there` over one substep, for a sample
    /// divided into `substeps` [m/N], [m/s/N].
    pub fn cross_response_over(&self, substeps: Substeps, here: usize, there: usize) -> Motion {
        self.cross_response_over_step(substeps.of(self.sample), here, there)
    }

    fn cross_response_over_step(&self, step: Step, here: usize, there: usize) -> Motion {
        match (self.ports.get(here), self.ports.get(there)) {
            (Some(one), Some(two)) if one == two => {
                Motion::new(step.seconds() * self.mobility, self.mobility)
            }
            _ => Motion::default(),
        }
    }
}

impl Tap {
    fn at(junction: usize) -> Self {
        Self { junction, motion: Motion::default(), before: 0.0, force: 0.0, spent: 0.0 }
    }
}

impl Body for Waveguide {
    fn ports(&self) -> usize {
        self.ports.len()
    }

    fn set_substeps(&mut self, substeps: Substeps) {
        self.parts = substeps.count();
        self.share = self.mobility / f64::from(self.parts);
        self.step = substeps.of(self.sample);
    }

    fn forecast(&self, port: usize) -> Forecast {
        self.tap(port).map_or(Forecast::WALL, |tap| {
            let coming = self.next_velocity(tap);
            Forecast {
                now: tap.motion,
                free: Motion::new(tap.motion.displacement + self.step.seconds() * coming, coming),
                per_newton: self.cross_response(port, port),
            }
        })
    }

    fn cross_response(&self, here: usize, there: usize) -> Motion {
        self.cross_response_over_step(self.step, here, there)
    }

    fn push(&mut self, port: usize, force: f64) {
        if let Some(tap) = self.ports.get(port).and_then(|&tap| self.taps.get_mut(tap)) {
            tap.force += force;
        }
    }

    fn advance(&mut self) {
        let h = self.step.seconds();
        for index in 0..self.taps.len() {
            let coming = self.next_velocity(&self.taps[index]);
            let tap = &mut self.taps[index];
            if self.part == 0 {
                tap.before = tap.motion.velocity;
            }
            tap.motion.displacement += h * coming;
            tap.motion.velocity = coming;
            self.work += h * coming * tap.force;
            tap.spent += tap.force;
            tap.force = 0.0;
        }
        self.part += 1;
        if self.part >= self.parts {
            self.move_on();
        }
    }

    fn motion(&self, port: usize) -> Motion {
        self.tap(port).map_or(Motion::default(), |tap| tap.motion)
    }

    fn energy(&self) -> f64 {
        let cells: f64 = self.waves.iter().map(|u| u * u).sum();
        self.impedance * self.sample.seconds() * (cells + self.design.turn.energy()) + self.work
    }

    fn come_to_rest(&mut self) {
        self.waves.fill(0.0);
        self.design.turn.settle(0.0);
        for tap in &mut self.taps {
            *tap = Tap::at(tap.junction);
        }
        self.part = 0;
        self.work = 0.0;
    }

    fn save_state(&mut self) {
        self.saved.waves.copy_from_slice(&self.waves);
        self.saved.taps.copy_from_slice(&self.taps);
        self.saved.turn = self.design.turn;
        self.saved.head = self.head;
        self.saved.part = self.part;
        self.saved.work = self.work;
    }

    fn restore_state(&mut self) {
        self.waves.copy_from_slice(&self.saved.waves);
        self.taps.copy_from_slice(&self.saved.taps);
        self.design.turn = self.saved.turn;
        self.head = self.saved.head;
        self.part = self.saved.part;
        self.work = self.saved.work;
    }
}

//! A room in two dimensions, in which something sounds and someone listens, and one of them walks.
//!
//! The room is a [`Lattice`] of junctions: a tunnel, a corridor, a tub, a tray. What is nearer is louder and
//! clearer; what is further comes late, after the walls have had their say: a listener hears how far it is. A
//! walk along the length takes the sound through all of its distances.
//!
//! $$ \ddot p = c^2 \nabla^2 p + \dot q\,\delta(x - x_s), \qquad \Delta \ge \sqrt 2\, c\, T $$
//!
//! | symbol | here                                  | unit | meaning                                                            |
//! |--------|---------------------------------------|------|--------------------------------------------------------------------|
//! | L, W   | [`MeshRoom`]                              | m    | the room                                                           |
//! | R, f_r | [`Wall`] `near`, `far`, `left`, `right` | 1, Hz | how each wall reflects                                           |
//! | x_s, x | [`MeshPlaces`]                            | 1    | where it sounds and where it is heard, as parts of length and width |
//! | Δ, T   | [`MeshRoom::sampling`]                    | m, s | spacing of the junctions, which follows from the rate of the mesh  |
//! | c      | 343                                   | m/s  | speed of sound                                                     |
//!
//! In two dimensions a pulse has a tail, and low frequencies carry further: the source is corrected by √f, so
//! that what is heard a metre away in the open is what is given.
//!
//! The mesh may run at the full, half or a quarter of the sample rate; it carries sound up to a fifth of its
//! own rate, and from 30 Hz on: what goes in and what comes out is held to that, and viscosity takes what is
//! near a quarter of its rate, where waves stand still. Where a room would need more than [`MAX_JUNCTIONS`] junctions,
//! or more than [`MAX_JUNCTION_RATE`] of them in a second, the rate is halved until it does not, whatever was chosen: 20 m
//! × 4 m at 48 kHz has a mesh of 6 kHz. A room that is changed while it sounds fades out and in again when it
//! stands still.
//!
//! Source: \[PapettiThesis, 2.2.5\], \[Fontana2001\]. Facts: `tests/mesh_facts.rs`.

use super::band::{Band, Shape};
use super::lattice::{Lattice, MIN_JUNCTIONS, Reflection, Spot};
use super::mesh_room::{MeshPlaces, MeshRoom, SOURCE, Wall};
use super::walk::Walk;
use crate::source::{PLAY, Source, SourcePlayer};
use foley_contact::Step;
use foley_dsp::signal::{HalfBand, Tilt};
use foley_params::{Info, Unit};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

/// Speed of sound [m/s].
pub const SOUND: f64 = 343.0;
/// Most junctions that a room has.
pub const MAX_JUNCTIONS: usize = 30_000;
/// Most of them in a second \[1/s\]: a tenth of what one slow core does.
pub const MAX_JUNCTION_RATE: f64 = 2.4e8;
/// Most ears that hear something of their own.
pub const MAX_CHANNELS: usize = 16;
/// Most halvings of the sample rate: then a block has one sample.
const MAX_HALVINGS: usize = 6;
/// After so many steps viscosity takes its part, μ: what stands still is 60 dB down after 5000 steps, what is
/// at a tenth of the rate of the mesh after 150,000. A number that is odd and a prime, so that no wave that
/// stands still is always met as it turns round.
const VISCOSITY_INTERVAL: usize = 61;
const VISCOSITY: f64 = 0.04;

/// A room in two dimensions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The room.
    pub plan: MeshRoom,
    /// The wall at the beginning of the length.
    pub near: Wall,
    /// The wall at its end.
    pub far: Wall,
    /// The wall on the left.
    pub left: Wall,
    /// The wall on the right.
    pub right: Wall,
    /// Where it sounds, where it is heard, and who walks.
    pub places: MeshPlaces,
    /// What sounds, if nothing is given.
    pub source: Source,
}

/// How often the sample rate is halved, how many junctions there are along and across, and λ² along and
/// across.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Halvings.
    pub halvings: usize,
    /// Along and across.
    pub junctions: [usize; 2],
    /// λ² along and across \[1\].
    pub courant: [f64; 2],
}

impl Mesh {
    /// The grid of its room at a sample rate. Real-time: yes.
    pub fn grid(&self, step: Step) -> Grid {
        let size = [self.plan.length, self.plan.width];
        let grid = |halvings: usize| {
            let seconds = step.seconds() * f64::from(1_u32 << halvings);
            let spacing = core::f64::consts::SQRT_2 * SOUND * seconds;
            // A room of whole junctions has them all, however its numbers are rounded.
            let junctions = size.map(|size| (size / spacing + 1e-9).floor() as usize);
            let courant = [0, 1].map(|axis| {
                let way = SOUND * seconds * junctions[axis].max(MIN_JUNCTIONS) as f64 / size[axis];
                (way * way).min(0.5)
            });
            Grid { halvings, junctions, courant }
        };
        let mut halvings = self.plan.sampling as usize;
        while halvings > 0 && grid(halvings).junctions.into_iter().any(|it| it < MIN_JUNCTIONS) {
            halvings -= 1;
        }
        let heavy = |grid: Grid| {
            let count = grid.junctions[0] * grid.junctions[1];
            let rate = step.rate() / f64::from(1_u32 << grid.halvings);
            count > MAX_JUNCTIONS || count as f64 * rate > MAX_JUNCTION_RATE
        };
        while halvings < MAX_HALVINGS && heavy(grid(halvings)) {
            halvings += 1;
        }
        grid(halvings)
    }

    fn reflections(&self, seconds: f64) -> [Reflection; 4] {
        [self.near, self.far, self.left, self.right].map(|wall| Reflection {
            gain: wall.reflection,
            cut: core::f64::consts::TAU * wall.cut * seconds,
        })
    }
}

const GO: usize = 1;

impl Model for Mesh {
    const INFO: ModelInfo = ModelInfo {
        name: "mesh",
        title: "Someone walks through a room that sounds",
        family: Family::Spaces,
        level: Level::Process,
        made_of: &[],
        physics: "Waves in two dimensions between four walls, on a rectangular mesh of waveguides. The further away something is, the fainter it is and the more of it has \
                  been at the walls, so that its distance is heard; what sounds or who listens may walk along the length. Each wall sends back a part of what arrives, less of \
                  what is high. The mesh keeps an energy that never grows of itself.",
        equation: "p̈ = c²·∇²p + q̇,  λ = c·T/Δ ≤ 1/√2",
        source: "[PapettiThesis, 2.2.5], [Fontana2001]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![
        plan: Structure,
        near: Interaction,
        far: Interaction,
        left: Interaction,
        right: Interaction,
        places: Motion,
        source: Motion,
    ];
    const MODIFYING_GESTURES: &'static [&'static str] = &["go"];
    const GESTURES: &'static [Info] = &[
        PLAY,
        Info {
            id: "go",
            symbol: "x₁",
            doc: "Who walks goes to this part of the length.",
            handle: None,
            glide: 0.0,
            ..SOURCE.info()
        },
    ];
    // The sum of the sizes of the response of the smallest and hardest room is below 4000 (see the facts),
    // and what is heard is within ±2.
    const OUTPUT: OutputKind = OutputKind::signal(8000.0);
    const MEASUREMENTS: &'static [OutputKind] =
        &[OutputKind { name: "distance", quantity: "distance", unit: Unit::Metre, most: 25.0 }];
    const TAKES_INPUT: bool = true;
    type Player = MeshPlayer;

    fn player(&self, seed: u64, step: Step) -> MeshPlayer {
        let mut room = MeshPlayer {
            source_player: SourcePlayer::new(seed, step),
            lattice: Lattice::new(MAX_JUNCTIONS),
            grid: self.grid(step),
            tilt: Tilt::new(step),
            gain: 0.0,
            given: [(Spot::default(), 0.0); 2],
            shape: Shape::new([0.5; 2], step),
            band: Band::default(),
            steps: 0,
            down: vec![HalfBand::short(); MAX_HALVINGS],
            ears: vec![ChannelFilters::new(); MAX_CHANNELS],
            source: Walk::at(self.places.source),
            listener: Walk::at(self.places.listener),
            across: [self.places.source_across, self.places.listener_across],
            spacing: self.places.ears,
            fade: 1.0,
            quiet: 0,
            asleep: true,
        };
        room.build(self, step);
        room
    }
}

/// What belongs to one ear: the filters of the mesh, and those back to the sample rate.
#[derive(Clone, Debug)]
struct ChannelFilters {
    band: Band,
    half: HalfBand,
    up: [HalfBand; MAX_HALVINGS],
}

impl ChannelFilters {
    fn new() -> Self {
        Self {
            band: Band::default(),
            half: HalfBand::steep(),
            up: core::array::from_fn(|_| HalfBand::short()),
        }
    }

    fn clear(&mut self) {
        self.band = Band::default();
        self.half.clear();
        self.up.iter_mut().for_each(HalfBand::clear);
    }
}

/// Lets it sound in the room.
#[derive(Clone, Debug)]
pub struct MeshPlayer {
    source_player: SourcePlayer,
    lattice: Lattice,
    grid: Grid,
    tilt: Tilt,
    /// What one newly given sample adds to a junction, so that it is heard as itself a metre away.
    gain: f64,
    /// What was given in the last two steps, and where.
    given: [(Spot, f64); 2],
    /// What the mesh carries, and the filter of what goes in.
    shape: Shape,
    band: Band,
    /// Steps since viscosity took its part.
    steps: usize,
    down: Vec<HalfBand>,
    ears: Vec<ChannelFilters>,
    source: Walk,
    listener: Walk,
    across: [f64; 2],
    spacing: f64,
    /// How much of the room is heard while it is built anew \[1\].
    fade: f64,
    /// Blocks without input.
    quiet: u64,
    asleep: bool,
}

/// Fastest that a place changes, whoever moves its parameter [m/s].
const MAX_PLACE_SPEED: f64 = 40.0;
/// Parts of a fade that a block takes.
const FADE_PER_BLOCK: f64 = 1.0 / 8.0;
/// Pressure that is no longer heard \[1\].
const SILENCE: f64 = 1e-9;

impl MeshPlayer {
    /// Builds the room as it is wanted now, at rest.
    fn build(&mut self, now: &Mesh, step: Step) {
        self.grid = now.grid(step);
        let seconds = step.seconds() * f64::from(1_u32 << self.grid.halvings);
        self.lattice.shape(self.grid.junctions, self.grid.courant);
        self.lattice.walls(now.reflections(seconds));
        self.tilt = Tilt::new(Step::at_rate(1.0 / seconds));
        self.shape = Shape::new(self.grid.courant, Step::at_rate(1.0 / seconds));
        let [x, y] = self.grid.courant;
        let open = (2.0 * SOUND * core::f64::consts::TAU * 1000.0 / core::f64::consts::PI).sqrt();
        self.gain = 2.0 * (x * y).sqrt() / (seconds * open);
        self.rest();
    }

    fn rest(&mut self) {
        self.lattice.clear();
        self.tilt.clear();
        self.band = Band::default();
        self.steps = 0;
        self.given = [(Spot::default(), 0.0); 2];
        self.down.iter_mut().for_each(HalfBand::clear);
        self.ears.iter_mut().for_each(ChannelFilters::clear);
    }

    /// Follows the plan: fades out, builds, fades in. The fade at the beginning and at the end of the block.
    fn rebuild(&mut self, now: &Mesh, block: &Block<'_>) -> [f64; 2] {
        let from = self.fade;
        let wanted = now.grid(block.step()) == self.grid;
        if wanted {
            self.fade = (from + FADE_PER_BLOCK).min(1.0);
        } else if from <= 0.0 || self.asleep {
            self.build(now, block.step());
        } else if !block.changed() || from < 1.0 {
            self.fade = (from - FADE_PER_BLOCK).max(0.0);
        }
        [from, self.fade]
    }

    /// Nothing is heard any more: it may sleep.
    fn update_sleep(&mut self, heard: &[f64; BLOCK]) {
        let silent = heard.iter().all(|&it| it == 0.0);
        self.quiet = if silent { self.quiet + 1 } else { 0 };
        if !silent {
            self.asleep = false;
        } else if !self.asleep && self.quiet.is_multiple_of(64) && self.lattice.max_deviation() < SILENCE {
            self.rest();
            self.asleep = true;
        }
    }
}

impl Player<Mesh> for MeshPlayer {
    fn play(&mut self, now: &Mesh, block: &mut Block<'_>) {
        let heard = self.source_player.mix_input(&now.source, block, 0);
        let [from, to] = self.rebuild(now, block);
        let step = block.step();
        let length = now.plan.length;
        let walks = now.places.walker as usize;
        if let Some(done) = block.gesture(GO) {
            let to = SOURCE.clamp(done.value);
            if walks == 0 {
                self.source.go(to);
            } else {
                self.listener.go(to);
            }
        }
        let pace = BLOCK as f64 * step.seconds() / length;
        let pace = [now.places.speed * pace, MAX_PLACE_SPEED * pace];
        let x = self.source.block(now.places.source, pace);
        let y = self.listener.block(now.places.listener, pace);
        let across = [now.places.source_across, now.places.listener_across];
        let before = core::mem::replace(&mut self.across, across);
        let spacing = core::mem::replace(&mut self.spacing, now.places.ears);
        if let Some(page) = block.measured(0) {
            for (index, place) in page.iter_mut().enumerate() {
                let way = (index + 1) as f64 / BLOCK as f64;
                let along = length * (x[0] - y[0] + way * (x[1] - x[0] - y[1] + y[0]));
                let side = now.plan.width * (across[0] - across[1]);
                *place = (along * along + side * side).sqrt();
            }
        }
        self.update_sleep(&heard);
        if self.asleep {
            return;
        }
        let seconds = step.seconds() * f64::from(1_u32 << self.grid.halvings);
        if block.changed() {
            self.lattice.walls(now.reflections(seconds));
        }
        let mut given = heard;
        let mut count = BLOCK;
        for filter in self.down.iter_mut().take(self.grid.halvings) {
            count /= 2;
            for index in 0..count {
                given[index] = filter.down(given[2 * index], given[2 * index + 1]);
            }
        }
        let ears = block.channels().len().min(MAX_CHANNELS);
        let mut rows = [[0.0; BLOCK]; MAX_CHANNELS];
        let still = x[0] == x[1] && y[0] == y[1] && before == across && spacing == now.places.ears;
        let mut spots = [Spot::default(); MAX_CHANNELS];
        let mut here = Spot::default();
        for index in 0..count {
            let way = (index + 1) as f64 / count as f64;
            let on = |range: [f64; 2]| range[0] + way * (range[1] - range[0]);
            if index == 0 || !still {
                here = self.lattice.spot(on(x), on([before[0], across[0]]));
                let side = on([before[1], across[1]]);
                let apart = on([spacing, now.places.ears]) / now.plan.width;
                for (ear, spot) in spots.iter_mut().take(ears).enumerate() {
                    let place = ear as f64 - 0.5 * (ears - 1) as f64;
                    *spot = self.lattice.spot(on(y), side + place * apart);
                }
            }
            let carried = self.band.pass(given[index], &self.shape);
            let newest = self.gain * self.tilt.pass(carried);
            let [(there, oldest), last] = self.given;
            // What is given is a flow: two steps later it is taken back from where it was given.
            self.lattice.step(&[(here, newest), (there, -oldest)]);
            self.given = [last, (here, newest)];
            self.steps += 1;
            if self.steps >= VISCOSITY_INTERVAL {
                self.steps = 0;
                self.lattice.apply_viscosity(VISCOSITY);
            }
            for (ear, spot) in spots.iter().take(ears).enumerate() {
                let ChannelFilters { band, half, .. } = &mut self.ears[ear];
                let pressure = self.lattice.pressure(spot);
                rows[ear][index] = half.pass(band.pass(pressure, &self.shape));
            }
        }
        for ((row, ear), out) in rows.iter_mut().zip(&mut self.ears).zip(block.channels()) {
            let mut long = count;
            for filter in ear.up.iter_mut().take(self.grid.halvings).rev() {
                let short = *row;
                for index in 0..long {
                    let [a, b] = filter.up(short[index]);
                    (row[2 * index], row[2 * index + 1]) = (a, b);
                }
                long *= 2;
            }
            let slope = (to - from) / BLOCK as f64;
            for (index, (sum, heard)) in out.iter_mut().zip(row).enumerate() {
                *sum += (from + slope * (index + 1) as f64) * *heard;
            }
        }
    }

    fn done(&self) -> bool {
        self.source_player.silent() && self.source.arrived() && self.listener.arrived()
    }

    fn silent(&self) -> bool {
        self.asleep
    }
}

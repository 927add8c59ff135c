//! A room in two dimensions with a source and a listener, one of which walks.
//!
//! The room is a [`Lattice`] of junctions: a tunnel, a corridor, a tub, a tray. A near source is louder and
//! clearer; a distant one arrives late and mostly by the walls, so that its distance is audible. A walk
//! along the length takes the sound through all of its distances.
//!
//! ```math
//! \ddot p = c^2 \nabla^2 p + \dot q\,\delta(x - x_s), \qquad \Delta \ge \sqrt 2\, c\, T
//! ```
//!
//! | symbol | here                                    | unit  | meaning                                                         |
//! |--------|-----------------------------------------|-------|-----------------------------------------------------------------|
//! | L, W   | [`MeshRoom`]                            | m     | length and width of the room                                    |
//! | R, f_r | [`Wall`] `near`, `far`, `left`, `right` | 1, Hz | reflection of each wall                                         |
//! | x_s, x | [`MeshPlaces`]                          | 1     | places of source and listener, as fractions of length and width |
//! | Δ, T   | [`MeshRoom::sampling`]                  | m, s  | spacing of the junctions and step of the mesh                   |
//! | c      | 343                                     | m/s   | speed of sound                                                  |
//!
//! In two dimensions a pulse has a tail, and low frequencies carry further. The source is corrected by √f,
//! so that a listener at 1 m in the open hears the input unchanged.
//!
//! The mesh runs at the sample rate, half or a quarter of it, and carries sound from 30 Hz up to a fifth of
//! its own rate. Input and output are band-limited to this range, and viscosity removes waves near a
//! quarter of its rate, where they stand still. If a room would need more than [`MAX_JUNCTIONS`] junctions,
//! or more than [`MAX_JUNCTION_RATE`] of them per second, the rate is halved until it does not: 20 m × 4 m
//! at 48 kHz has a mesh of 6 kHz. A room that changes while it sounds fades out, and fades in when the
//! change has ended.
//!
//! Source: \[PapettiThesis, 2.2.5\], \[Fontana2001\]. Facts: `tests/all/mesh_facts.rs`.

use super::band::{Band, Shape};
use super::lattice::{Lattice, MIN_JUNCTIONS, Reflection, Spot};
use super::mesh_room::{MeshPlaces, MeshRoom, SOURCE, Wall};
use super::walk::Walk;
use crate::source::{PLAY, Source, SourcePlayer};
use foley_contact::Step;
use foley_dsp::signal::{HalfBand, PinkFilter};
use foley_params::{Info, Unit};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

/// Speed of sound [m/s].
pub const SOUND: f64 = 343.0;
/// Maximum number of junctions of a room.
pub const MAX_JUNCTIONS: usize = 30_000;
/// Maximum number of junction updates per second \[1/s\]: a tenth of the capacity of one slow core.
pub const MAX_JUNCTION_RATE: f64 = 2.4e8;
/// Maximum number of channels with their own position.
pub const MAX_CHANNELS: usize = 16;
/// Maximum number of halvings of the sample rate; after that many a block has one mesh sample.
const MAX_HALVINGS: usize = 6;
/// Number of steps between two applications of viscosity. With the fraction μ = [`VISCOSITY`] standing waves
/// are 60 dB down after 5,000 steps, waves at a tenth of the mesh rate after 150,000. An odd prime avoids
/// meeting a standing wave always at its turning point.
const VISCOSITY_INTERVAL: usize = 61;
const VISCOSITY: f64 = 0.04;

parts! {
    /// Model of a room in two dimensions.
    pub struct Mesh {
        /// Length, width and sampling of the room.
        plan: MeshRoom, Structure;
        /// Wall at the start of the length.
        near: Wall, Interaction;
        /// Wall at the end of the length.
        far: Wall, Interaction;
        /// Wall on the left.
        left: Wall, Interaction;
        /// Wall on the right.
        right: Wall, Interaction;
        /// Places and speed of source and listener, and which of them walks.
        places: MeshPlaces, Motion;
        /// Built-in input signal that is played in the room.
        source: Source, Motion;
    }
}

/// Sample rate and size of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Number of halvings from the sample rate to the mesh rate.
    pub halvings: usize,
    /// Number of junctions along and across.
    pub junctions: [usize; 2],
    /// Squares of the Courant numbers along and across the mesh \[1\].
    pub courant: [f64; 2],
}

impl Mesh {
    /// Returns the mesh grid of the room at a sample rate. Real-time: yes.
    pub fn grid(&self, step: Step) -> Grid {
        let size = [self.plan.length, self.plan.width];
        let grid = |halvings: usize| {
            let seconds = step.seconds() * f64::from(1_u32 << halvings);
            let spacing = core::f64::consts::SQRT_2 * SOUND * seconds;
            // The tolerance keeps the last junction of a room whose size is an exact multiple of the spacing.
            let junctions = size.map(|size| (size / spacing + 1e-9).floor() as usize);
            let courant = [0, 1].map(|axis| {
                let courant = SOUND * seconds * junctions[axis].max(MIN_JUNCTIONS) as f64 / size[axis];
                (courant * courant).min(0.5)
            });
            Grid { halvings, junctions, courant }
        };
        let mut halvings = self.plan.sampling as usize;
        while halvings > 0 && grid(halvings).junctions.into_iter().any(|count| count < MIN_JUNCTIONS) {
            halvings -= 1;
        }
        let too_expensive = |grid: Grid| {
            let count = grid.junctions[0] * grid.junctions[1];
            let rate = step.rate() / f64::from(1_u32 << grid.halvings);
            count > MAX_JUNCTIONS || count as f64 * rate > MAX_JUNCTION_RATE
        };
        while halvings < MAX_HALVINGS && too_expensive(grid(halvings)) {
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
        physics: "Waves in two dimensions between four walls, on a rectangular mesh of waveguides. A distant source is fainter and more of \
                  its sound comes by the walls, so that its distance is audible. Source or listener may walk along the length. Each wall \
                  reflects a fraction of the sound, less at high frequencies. The energy of the mesh never grows by itself.",
        equation: "p̈ = c²·∇²p + q̇,  λ = c·T/Δ ≤ 1/√2",
        source: "[PapettiThesis, 2.2.5], [Fontana2001]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const MODIFYING_GESTURES: &'static [&'static str] = &["go"];
    const GESTURES: &'static [Info] = &[
        PLAY,
        Info {
            id: "go",
            symbol: "x₁",
            doc: "Sends the walker to this fraction of the length.",
            handle: None,
            glide: 0.0,
            ..SOURCE.info()
        },
    ];
    // The absolute sum of the response of the smallest and hardest room is below 4000 (see the facts), and
    // the input is within ±2.
    const OUTPUT: OutputKind = OutputKind::signal(8000.0);
    const MEASUREMENTS: &'static [OutputKind] =
        &[OutputKind { name: "distance", quantity: "distance", unit: Unit::Metre, max: 25.0 }];
    const TAKES_INPUT: bool = true;
    type Player = MeshPlayer;

    fn player(&self, seed: u64, step: Step) -> MeshPlayer {
        let mut room = MeshPlayer {
            source_player: SourcePlayer::new(seed, step),
            lattice: Lattice::new(MAX_JUNCTIONS),
            grid: self.grid(step),
            tilt: PinkFilter::new(step),
            gain: 0.0,
            given: [(Spot::default(), 0.0); 2],
            shape: Shape::new([0.5; 2], step),
            band: Band::default(),
            steps: 0,
            down: vec![HalfBand::short(); MAX_HALVINGS],
            filters: vec![ChannelFilters::new(); MAX_CHANNELS],
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

/// Filters of one channel: the band-pass of the mesh, and the filters back up to the sample rate.
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

/// Plays the input in the mesh and reads the sound at the listener's positions.
#[derive(Clone, Debug)]
pub struct MeshPlayer {
    source_player: SourcePlayer,
    lattice: Lattice,
    grid: Grid,
    tilt: PinkFilter,
    /// Gain of the input at a junction \[1\]; it gives unity gain at a distance of 1 m.
    gain: f64,
    /// Positions and values of the inputs of the last two steps.
    given: [(Spot, f64); 2],
    /// Coefficients of the band-pass filter of the mesh.
    shape: Shape,
    /// Band-pass filter of the input.
    band: Band,
    /// Number of mesh steps since the last application of viscosity.
    steps: usize,
    down: Vec<HalfBand>,
    filters: Vec<ChannelFilters>,
    source: Walk,
    listener: Walk,
    across: [f64; 2],
    spacing: f64,
    /// Gain of the fade while the room is rebuilt \[1\].
    fade: f64,
    /// Number of successive blocks without input.
    quiet: u64,
    asleep: bool,
}

/// Maximum speed of source and listener [m/s], also when a parameter changes their place.
const MAX_PLACE_SPEED: f64 = 40.0;
/// Change of the fade gain per block \[1\].
const FADE_PER_BLOCK: f64 = 1.0 / 8.0;
/// Pressure below which the mesh counts as silent \[1\].
const SILENCE: f64 = 1e-9;

impl MeshPlayer {
    /// Builds the mesh of the room with its current values, at rest.
    fn build(&mut self, now: &Mesh, step: Step) {
        self.grid = now.grid(step);
        let seconds = step.seconds() * f64::from(1_u32 << self.grid.halvings);
        self.lattice.shape(self.grid.junctions, self.grid.courant);
        self.lattice.walls(now.reflections(seconds));
        self.tilt = PinkFilter::new(Step::at_rate(1.0 / seconds));
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
        self.filters.iter_mut().for_each(ChannelFilters::clear);
    }

    /// Rebuilds the room when its grid changes: fades out, builds, fades in. Returns the fade gain at the
    /// start and the end of the block.
    fn rebuild(&mut self, now: &Mesh, block: &Block<'_>) -> [f64; 2] {
        let from = self.fade;
        let current = now.grid(block.step()) == self.grid;
        if current {
            self.fade = (from + FADE_PER_BLOCK).min(1.0);
        } else if from <= 0.0 || self.asleep {
            self.build(now, block.step());
        } else if !block.changed() || from < 1.0 {
            self.fade = (from - FADE_PER_BLOCK).max(0.0);
        }
        [from, self.fade]
    }

    /// Puts the mesh to sleep when it has become inaudible, and wakes the mesh on input.
    fn update_sleep(&mut self, input: &[f64; BLOCK]) {
        let silent = input.iter().all(|&sample| sample == 0.0);
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
        let input = self.source_player.mix_input(&now.source, block, 0);
        let [from, to] = self.rebuild(now, block);
        let step = block.step();
        let length = now.plan.length;
        let walker = now.places.walker as usize;
        if let Some(go) = block.gesture(GO) {
            let to = SOURCE.clamp(go.value);
            if walker == 0 {
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
                let progress = (index + 1) as f64 / BLOCK as f64;
                let along = length * (x[0] - y[0] + progress * (x[1] - x[0] - y[1] + y[0]));
                let side = now.plan.width * (across[0] - across[1]);
                *place = (along * along + side * side).sqrt();
            }
        }
        self.update_sleep(&input);
        if self.asleep {
            return;
        }
        let seconds = step.seconds() * f64::from(1_u32 << self.grid.halvings);
        if block.changed() {
            self.lattice.walls(now.reflections(seconds));
        }
        let mut given = input;
        let mut count = BLOCK;
        for filter in self.down.iter_mut().take(self.grid.halvings) {
            count /= 2;
            for index in 0..count {
                given[index] = filter.down(given[2 * index], given[2 * index + 1]);
            }
        }
        let channels = block.channels().len().min(MAX_CHANNELS);
        let mut rows = [[0.0; BLOCK]; MAX_CHANNELS];
        let at_rest = x[0] == x[1] && y[0] == y[1] && before == across && spacing == now.places.ears;
        let mut spots = [Spot::default(); MAX_CHANNELS];
        let mut here = Spot::default();
        for index in 0..count {
            let progress = (index + 1) as f64 / count as f64;
            let on = |range: [f64; 2]| range[0] + progress * (range[1] - range[0]);
            if index == 0 || !at_rest {
                here = self.lattice.spot(on(x), on([before[0], across[0]]));
                let side = on([before[1], across[1]]);
                let apart = on([spacing, now.places.ears]) / now.plan.width;
                for (channel, spot) in spots.iter_mut().take(channels).enumerate() {
                    let place = channel as f64 - 0.5 * (channels - 1) as f64;
                    *spot = self.lattice.spot(on(y), side + place * apart);
                }
            }
            let carried = self.band.pass(given[index], &self.shape);
            let newest = self.gain * self.tilt.pass(carried);
            let [(there, oldest), last] = self.given;
            // The input acts as a flow: two steps later the same value is subtracted at the same position.
            self.lattice.step(&[(here, newest), (there, -oldest)]);
            self.given = [last, (here, newest)];
            self.steps += 1;
            if self.steps >= VISCOSITY_INTERVAL {
                self.steps = 0;
                self.lattice.apply_viscosity(VISCOSITY);
            }
            for (channel, spot) in spots.iter().take(channels).enumerate() {
                let ChannelFilters { band, half, .. } = &mut self.filters[channel];
                let pressure = self.lattice.pressure(spot);
                rows[channel][index] = half.pass(band.pass(pressure, &self.shape));
            }
        }
        for ((row, filters), out) in rows.iter_mut().zip(&mut self.filters).zip(block.channels()) {
            let mut length = count;
            for filter in filters.up.iter_mut().take(self.grid.halvings).rev() {
                let short = *row;
                for index in 0..length {
                    let [a, b] = filter.up(short[index]);
                    (row[2 * index], row[2 * index + 1]) = (a, b);
                }
                length *= 2;
            }
            let slope = (to - from) / BLOCK as f64;
            for (index, (sum, sample)) in out.iter_mut().zip(row).enumerate() {
                *sum += (from + slope * (index + 1) as f64) * *sample;
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

//! Wind across the mouth of a cavity: a chimney howls, a bottle hoots, a keyhole whistles.
//!
//! Vortices leave the edge of the mouth and drive the air in the cavity. Near a resonance of the cavity the
//! vortices lock to that resonance, and the cavity howls:
//!
//! ```math
//! f_s = \mathrm{St}\,\frac{U}{w}, \qquad f_n = \frac{n\,c}{2L'},\ \frac{(2n-1)\,c}{4L'} \ \text{or}\ \frac{c}{2\pi}\sqrt{\frac{S}{V\,l'}}
//! ```
//!
//! | symbol | here                 | unit | meaning                                                                            |
//! |--------|----------------------|------|------------------------------------------------------------------------------------|
//! | L'     | [`Cavity::length`]   | m    | length of a tube with an end correction of 0.61 a per open end                     |
//! | V, l'  | [`Cavity::volume`]   | m³, m | volume of a bottle; its neck with 1.46 a for both ends; S = πa²                   |
//! | a      | [`Cavity::radius`]   | m    | radius of the mouth                                                                |
//! | w, St  | [`Mouth`]            | m, 1 | width of the mouth along the wind; vortices shed while the air crosses it          |
//! | U      | [`Wind`], `blow`     | m/s  | speed of the wind                                                                  |
//!
//! The drive is a share of the dynamic pressure ½ρU²: a tone (`shedding`) and noise about it. Within
//! [`Mouth::lock`] of a resonance the vortices lock to it: with x the logarithmic distance, scaled to −1 …
//! 1, they are at x³. The flow through the mouth radiates as a small source: for a tube S ∂/∂t(p⁺ − p⁻)/(4π
//! r c), for a bottle S/(4π r l') times its acceleration.
//!
//! Source: \[FletcherRossing1998, 8\], tubes and Helmholtz resonator; \[Rossiter1964\], vortices across a
//! mouth. Facts: `tests/all/wind_facts.rs`.

pub use super::cavity::{Cavity, CavityShape};

use super::cavity::LENGTH;
use super::flow_noise::FlowNoise;
use super::shedding::{self, Shedding};
use super::wind::{BLOW, MAX_WIND_SPEED, Standpoint, Wind, WindGenerator};
use core::f64::consts::TAU;
use foley_contact::Step;
use foley_dsp::random::mix_seed;
use foley_dsp::signal::{DENSITY_OF_AIR, OnePole, SPEED_OF_SOUND, Section, Tube, TubeEnd, cut, wall_loss};
use foley_params::{Info, params};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

params! {
    /// Mouth of the cavity in the wind.
    /// Default: the mouth of a chimney.
    pub struct Mouth("mouth") {
        /// Width of the mouth along the wind; a smaller mouth sounds in a lighter wind.
        width: f64 = 0.025, "w", Metre, log [0.0005, 0.5], glide 0.05;
        /// Strouhal number of the mouth: vortices shed while the air crosses it.
        strouhal: f64 = 0.35, "St", One, lin [0.1, 1.0], glide 0.05;
        /// Locking range of the vortices on either side of a resonance, relative to its frequency.
        lock: f64 = 0.2, "x", One, lin [0.0, 0.3], glide 0.05;
        /// Pressure of the vortices, relative to the dynamic pressure of the wind.
        tone: f64 = 0.004, "c_t", One, lin [0.0, 0.05], glide 0.05, handle("howl", "rush only", "whistle");
        /// Pressure of the noise at the mouth, relative to the dynamic pressure of the wind.
        hiss: f64 = 0.002, "c_n", One, lin [0.0, 0.05], glide 0.05;
        /// Relative bandwidth of the vortex tone outside the locking range.
        bandwidth: f64 = 0.03, "B/f", One, log [0.001, 0.3], glide 0.05;
    }
}

parts! {
    /// Model of wind across the mouth of a cavity.
    pub struct WindCavity {
        /// Speed, gusts and duration of the wind.
        wind: Wind, Motion;
        /// Shape and size of the cavity, which resonates.
        cavity: Cavity, Structure;
        /// Width of the cavity's mouth in the wind, and sound of the vortices there.
        mouth: Mouth, Interaction;
        /// Distance of the listener.
        standpoint: Standpoint, Motion;
    }
}

impl WindCavity {
    /// Returns the frequency of the vortices at a wind speed [m/s] \[Hz\], and their freedom: 0 is locked to
    /// a resonance, 1 is free.
    pub fn eddies(&self, speed: f64) -> (f64, f64) {
        let free = self.mouth.strouhal * speed / self.mouth.width;
        let tone = self.cavity.nearest_pitch(free);
        if free <= 0.0 || self.mouth.lock <= 0.0 {
            return (free, 1.0);
        }
        let x = libm::log(free / tone) / self.mouth.lock;
        if x.abs() >= 1.0 {
            return (free, 1.0);
        }
        (tone * libm::exp(self.mouth.lock * x * x * x), x.abs())
    }
}

/// Maximum reflection at an end of a tube \[1\].
const MAX_REFLECTION: f64 = 0.985;

impl Model for WindCavity {
    const INFO: ModelInfo = ModelInfo {
        name: "wind-cavity",
        title: "Wind across the mouth of something hollow",
        family: Family::Air,
        level: Level::Texture,
        made_of: &[],
        physics: "Wind across a mouth sheds vortices from its edge, at a frequency that grows with the speed, and they drive the air in the cavity. A tube resonates at the multiples of \
                  c/2L, or at the odd multiples of c/4L if stopped, a bottle at its Helmholtz frequency. Near a resonance the vortices lock to it and the cavity howls; in between \
                  it rushes. Examples are a chimney, a keyhole, a bottle blown across.",
        equation: "f_s = St·U/w,  f_n = n·c/2L | (2n − 1)·c/4L | (c/2π)·√(S/(V·l'))",
        source: "[FletcherRossing1998, 8], [Rossiter1964]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const LASTING_GESTURES: &'static [&'static str] = &["blow"];
    const GESTURES: &'static [Info] = &[BLOW];
    // The bound is a twentieth of ½ρU² as a tone with crest and octave, and as noise with its crest. A tube
    // multiplies by at most 2 · 1.3/(1 − 0.985²) = 88, and the mouth radiates 2 · 0.21 a/r ≤ 0.42 of that:
    // 37. A bottle of Q ≤ 200 multiplies by 4/π · 200 and radiates S/(4π r l') ≤ 0.17: 44.
    const OUTPUT: OutputKind = OutputKind::pressure(
        0.05 * 0.5
            * DENSITY_OF_AIR
            * MAX_WIND_SPEED
            * MAX_WIND_SPEED
            * (1.2 * shedding::CREST + super::flow_noise::CREST)
            * 44.0,
    );
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.wind.speed;
    type Player = WindCavityPlayer;

    fn player(&self, seed: u64, step: Step) -> WindCavityPlayer {
        let cavity = Cavity { length: LENGTH.max, radius: 0.3, ..Cavity::default() };
        WindCavityPlayer {
            wind: WindGenerator::new(mix_seed(seed, 10)),
            eddies: Shedding::new(mix_seed(seed, 11)),
            noise: FlowNoise::new(mix_seed(seed, 12)),
            tube: Tube::new(cavity.acoustic_length() + 0.1, step),
            outside: OnePole::default(),
            bottle: Section::REST,
            bottle_share: None,
            output_gain: 0.0,
            quiet_time: QUIET_TIME,
        }
    }
}

/// Time without sound after which the player counts as silent \[s\]; longer than a round trip in the
/// longest tube.
const QUIET_TIME: f64 = 0.15;
/// Pressure below which a sample counts as silent \[Pa\].
const SILENT_PRESSURE: f64 = 1e-10;
/// Crossfade time between tube and bottle \[s\].
const MORPH_TIME: f64 = 0.03;

/// Plays [`WindCavity`]: vortices and hiss at the mouth, through a tube or a bottle.
#[derive(Clone, Debug)]
pub struct WindCavityPlayer {
    wind: WindGenerator,
    eddies: Shedding,
    noise: FlowNoise,
    tube: Tube,
    outside: OnePole,
    bottle: Section,
    /// Share of the bottle in the sound \[1\]; the rest is the tube. `None` before the first block.
    bottle_share: Option<f64>,
    /// Gain from the tube to the listener at the end of the previous block \[1\].
    output_gain: f64,
    quiet_time: f64,
}

impl WindCavityPlayer {
    /// Advances the crossfade between tube and bottle by one block of `seconds` \[s\]. Returns the bottle's
    /// share of the sound at the start and at the end of the block, from 0 (only the tube) to 1 (only the
    /// bottle).
    fn share(&mut self, cavity: &Cavity, seconds: f64) -> (f64, f64) {
        let to = f64::from(u8::from(cavity.shape == CavityShape::Bottle));
        let from = self.bottle_share.unwrap_or(to);
        let by = seconds / MORPH_TIME;
        let share = from + (to - from).clamp(-by, by);
        self.bottle_share = Some(share);
        (from, share)
    }

    /// Returns the sound of the tube at the listener for the pressure `drive` at its mouth.
    fn through_tube(&mut self, now: &WindCavity, drive: &[f64; BLOCK], step: Step) -> [f64; BLOCK] {
        let Cavity { shape, radius, .. } = now.cavity;
        let end = TubeEnd::open(radius);
        let open = TubeEnd { reflection: -MAX_REFLECTION, ..end };
        let far = if shape == CavityShape::OpenTube {
            open
        } else {
            TubeEnd { reflection: MAX_REFLECTION, ..TubeEnd::CLOSED }
        };
        let length = now.cavity.acoustic_length();
        let loss = wall_loss(radius, 0.25 * SPEED_OF_SOUND / length);
        self.tube.set_target(length, [open, far], loss);
        // The mouth radiates S ∂/∂t(p⁺ − p⁻)/(4π r c), up to the frequency at which the mouth is no longer
        // small.
        let g = cut(end.cut, step);
        let output_gain = now.cavity.mouth_area() * TAU * end.cut.min(0.4 * step.rate())
            / (2.0 * TAU * now.standpoint.distance * SPEED_OF_SOUND);
        let from = if self.output_gain == 0.0 { output_gain } else { self.output_gain };
        self.output_gain = output_gain;
        let mut sound = [0.0; BLOCK];
        for (n, (sample, &input)) in sound.iter_mut().zip(drive).enumerate() {
            let way = (n + 1) as f64 / BLOCK as f64;
            let [mouth, _] = self.tube.tick([input, 0.0]);
            *sample = (from + way * (output_gain - from)) * self.outside.high(mouth.flow(), g);
        }
        sound
    }

    /// Returns the sound of the bottle at the listener for the pressure `drive` at its mouth.
    fn through_bottle(&mut self, now: &WindCavity, drive: &[f64; BLOCK], step: Step) -> [f64; BLOCK] {
        let cavity = Cavity { shape: CavityShape::Bottle, ..now.cavity };
        let (g, k) = (cut(cavity.pitch(1.0), step), cavity.loss());
        let length = cavity.acoustic_length();
        let output_gain = cavity.mouth_area() / (2.0 * TAU * now.standpoint.distance * length);
        drive.map(|input| output_gain * self.bottle.pass(input, g, k)[2])
    }
}

impl Player<WindCavity> for WindCavityPlayer {
    fn play(&mut self, now: &WindCavity, block: &mut Block<'_>) {
        let speed = self.wind.advance(&now.wind, 0, block);
        if self.wind.calm() && self.silent() {
            return;
        }
        let step = block.step();
        let seconds = step.seconds() * BLOCK as f64;
        let (frequency, free) = now.eddies(speed);
        let dynamic_pressure = 0.5 * DENSITY_OF_AIR * speed * speed;
        // Locked vortices have a narrower band.
        let width = now.mouth.bandwidth * frequency * (0.1 + 0.9 * free);
        let mut drive = [0.0; BLOCK];
        let tone = (frequency, now.mouth.tone * dynamic_pressure, width);
        self.eddies.add(&mut drive, tone, 0.1, step);
        let hiss = now.mouth.hiss * dynamic_pressure;
        self.noise.add(&mut drive, hiss, (frequency, 1.0), step);
        let (from, to) = self.share(&now.cavity, seconds);
        let mut sound = [0.0; BLOCK];
        if from < 1.0 || to < 1.0 {
            sound = self.through_tube(now, &drive, step);
        }
        if from > 0.0 || to > 0.0 {
            let bottle = self.through_bottle(now, &drive, step);
            for (n, (sample, bottle)) in sound.iter_mut().zip(bottle).enumerate() {
                let share = from + (to - from) * (n + 1) as f64 / BLOCK as f64;
                *sample += share * (bottle - *sample);
            }
        }
        let loudest = sound.iter().fold(0.0_f64, |loudest, sample| loudest.max(sample.abs()));
        if speed == 0.0 && loudest < SILENT_PRESSURE {
            self.quiet_time += seconds;
            if self.silent() {
                self.tube.rest();
                (self.bottle, self.outside) = Default::default();
            }
        } else {
            self.quiet_time = 0.0;
        }
        block.add(&sound);
    }

    fn done(&self) -> bool {
        self.wind.calm()
    }

    fn silent(&self) -> bool {
        self.quiet_time >= QUIET_TIME
    }
}

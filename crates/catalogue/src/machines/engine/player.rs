//! Player of the engine: throttle, speed, random variation, and all parts sample by sample.

use super::attachments::{AttachmentCoefficients, Attachments};
use super::block::{Plate, PlateCoefficients};
use super::chamber::{self, Chamber};
use super::cylinder::{Cylinder, GAMMA, Gas, Timing, Turbulence};
use super::flow_noise::{GapNoise, Mouth, MouthNoise};
use super::impacts::{ImpactCoefficients, Impacts, PISTON_DENSITY};
use super::mute_on_change::{ChangeMute, EngineLayout};
use super::pipes::{ExhaustPipes, IntakeDuct, MAX_CYLINDERS, sound_speed};
use super::{Engine, START, THROTTLE};
use core::f64::consts::{PI, TAU};
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_dsp::signal::{DENSITY_OF_AIR, Phase, SPEED_OF_SOUND, WhiteNoise, cut};
use foley_sound::{BLOCK, Block, GestureEvent, Player};

/// Pressure of one atmosphere \[Pa\].
const ATMOSPHERE: f64 = 101_325.0;
/// Heat of a full charge of petrol for two and four strokes \[atmospheres × displacement\]. A two-stroke
/// engine burns less, as it loses part of its charge in scavenging.
const HEAT: [f64; 2] = [18.0, 27.0];
/// Pressure by which the crankcase of a two-stroke engine boosts the charge \[atmospheres\].
const CRANKCASE_PRESSURE: f64 = 0.3;
/// Duration of combustion \[turns of the crank\].
const BURN_TURNS: f64 = 50.0 / 360.0;
/// Speed of the crank when the starter turns it \[Hz\].
const STARTER_SPEED: f64 = 4.5;
/// Mass of an engine per displacement [kg/m³].
const ENGINE_DENSITY: f64 = 4e4;
/// Share of the gas force that excites the modes of the engine \[1\], between head and crank.
const FORCE_SHARE: f64 = 0.68;
/// Amplification by sump and covers: thin sheets that vibrate more than the casting.
const COVER_GAIN: f64 = 3.4;
/// Share of the piston's force that passes the engine mounts \[1\].
const MOUNT_SHARE: f64 = 0.05;
/// Loss factor of the engine: bolted castings with oil and gaskets.
const ENGINE_LOSS: f64 = 0.08;
/// Standard deviation of the duration of combustion at idle, at an irregularity of 1 \[1\].
const BURN_TIME_SPREAD: f64 = 0.2;
/// Share of the irregularity that remains under full load \[1\].
const LOADED_IRREGULARITY: f64 = 0.1;
/// Strength of the dipole of turbulence at the rounded mouth of the intake \[1\].
const INTAKE_EDGE: f64 = 0.003;
/// Strouhal number of the eddies behind valve and throttle, over the diameter of the pipe at the speed of
/// sound \[1\].
const GAP_STROUHAL: f64 = 0.2;

/// Plays [`Engine`]: cylinders, pipes, engine block and their sound at 1 m.
#[derive(Clone, Debug)]
pub struct EnginePlayer {
    cylinders: [Cylinder; MAX_CYLINDERS],
    pipes: ExhaustPipes,
    duct: IntakeDuct,
    /// Discrete structure of the engine in use.
    layout: EngineLayout,
    /// Mute during a change of the structure.
    mute: ChangeMute,
    /// Pressure in the plenum between throttle and valves \[atmospheres\].
    plenum: f64,
    /// Samples until the ignition switches off.
    samples_left: u64,
    /// Samples until the cranked engine fires.
    cranking: u64,
    /// Present speed f of the crank \[Hz\].
    speed: f64,
    /// Last value of the parameter for the top speed f₁ \[Hz\].
    top: f64,
    /// Throttle set by a gesture \[1\]; `None` once the throttle parameter changes.
    pedal: Option<f64>,
    /// Last value of the throttle parameter \[1\].
    last_throttle: f64,
    /// Smoothed throttle \[1\].
    throttle: f64,
    cycle: Phase,
    dice: Dice,
    white: WhiteNoise,
    /// Random deviation of the engine speed, before it is scaled by the irregularity \[1\].
    wander: f64,
    /// Burst in the exhaust: position from 0 to 1, increment per sample, strength.
    burst: [f64; 3],
    chamber: Chamber,
    block: Plate,
    impacts: Impacts,
    attachments: Attachments,
    /// Turbulence in the exhaust valves, in the throttle and in the flame.
    gaps: [GapNoise; 3],
    /// Noise at the mouths of intake and exhaust.
    mouths: [MouthNoise; 2],
    /// Number of successive samples without sound.
    quiet: usize,
    rest: bool,
    /// Levels of the four listening points at the end of the previous block \[1\].
    levels: [f64; 4],
}

/// Numbers of the measurements that are mixed: intake, exhaust, block and saw.
const LISTENING_POINTS: [usize; 4] = [0, 1, 2, 5];

/// Returns the levels of the listening points \[1\].
fn mix_levels(now: &Engine) -> [f64; 4] {
    [now.mix.intake, now.mix.exhaust, now.mix.block, now.mix.saw]
}

/// Coefficients that stay constant during a block.
struct BlockCoefficients {
    gas: Gas,
    count: usize,
    /// Volume that passes the closed throttle per sample at the speed of sound \[displacements\].
    shut: f64,
    /// Volume that passes the open throttle per sample at the speed of sound \[displacements\].
    open: f64,
    /// Wave impedance of the intake duct: adiabatic exponent over `open` \[1\].
    impedance: f64,
    /// Pressure rise of the plenum per inflow of one displacement \[atmospheres\]: adiabatic exponent over
    /// the volume of the plenum.
    plenum: f64,
    /// Force on the modes of the engine per atmosphere in a cylinder \[N\].
    gas_gain: f64,
    /// Force on the modes per relative piston acceleration, at one turn of the crank per second \[N\].
    piston_gain: f64,
    block: PlateCoefficients,
    impacts: ImpactCoefficients,
    attachments: AttachmentCoefficients,
    /// Share of the speed that the load of the saw leaves \[1\].
    loaded: f64,
    /// Integrator gain of the chamber mode; 0 above hearing.
    chamber: f64,
    /// Gains of the turbulence in valves, throttle and flame \[1\].
    gap_levels: [f64; 3],
    /// Integrator gains of the cutoffs of that turbulence.
    gap_cuts: [f64; 3],
    /// Mouths of intake and exhaust.
    mouths: [Mouth; 2],
    /// Smoothing factor of a rising engine speed per sample \[1\].
    rise: f64,
    /// Smoothing factor of a falling engine speed per sample \[1\].
    fall: f64,
    rough: f64,
}

impl BlockCoefficients {
    fn of(now: &Engine, speed: f64, step: Step) -> Self {
        let seconds = step.seconds();
        let swept = now.engine.displacement;
        let count = (now.engine.cylinders as usize).clamp(1, MAX_CYLINDERS);
        let strokes = now.engine.strokes as usize;
        let fuel = now.engine.fuel as usize;
        let hot = sound_speed(now.exhaust.temperature);
        let bore = now.bore();
        let area = |diameter: f64| 0.25 * PI * diameter * diameter;
        let sonic = area(now.port()) * hot * seconds / swept;
        let throat = Gas::throat(bore, swept);
        let cycles = speed / (1 + strokes) as f64;
        let timing = Timing::of(strokes);
        let gas = Gas {
            strokes,
            fuel,
            timing,
            min_volume: 1.0 / (now.engine.compression - 1.0),
            out: 1.2 * throat * hot * seconds,
            into: 1.2 * throat * SPEED_OF_SOUND * seconds,
            impedance: GAMMA / sonic,
            sonic,
            leak: (seconds / 0.2).min(1.0),
            burning: BURN_TURNS / (1 + strokes) as f64 * if fuel == 0 { 1.0 } else { 1.3 },
            pace: cycles * seconds,
        };
        let wide = area(now.intake.diameter) * SPEED_OF_SOUND * seconds / swept;
        // The idle flow passes a choked orifice at 0.4 atmospheres.
        let idle = now.drive.idle / (1 + strokes) as f64 * count as f64 * seconds;
        let mass = ENGINE_DENSITY * swept * count as f64;
        let size = libm::cbrt(mass / 2000.0);
        let lowest = 160.0 / size;
        let flame = chamber::wrinkle_rate(bore, speed);
        let gaps =
            [GAP_STROUHAL * hot / now.port(), GAP_STROUHAL * SPEED_OF_SOUND / now.intake.diameter, flame];
        let strengths = [now.exhaust.turbulence, now.intake.turbulence, now.engine.turbulence];
        // Gas of the exhaust is thinner by the ratio of its temperature.
        let thin = (SPEED_OF_SOUND / hot) * (SPEED_OF_SOUND / hot);
        Self {
            gas,
            count,
            shut: (0.5 * idle).min(wide),
            open: wide,
            impedance: GAMMA / wide,
            plenum: GAMMA / (1.5 * (count as f64).sqrt()),
            gas_gain: FORCE_SHARE * COVER_GAIN * ATMOSPHERE * area(bore),
            piston_gain: MOUNT_SHARE * PISTON_DENSITY * swept * 0.5 * bore * TAU * TAU,
            block: PlateCoefficients::new(
                mass,
                PlateCoefficients::radius(6.0 * size * size),
                lowest,
                ENGINE_LOSS,
                step,
            ),
            impacts: ImpactCoefficients::of(now, speed, timing.open_turns, step),
            attachments: AttachmentCoefficients::of(now, speed, step),
            loaded: AttachmentCoefficients::share(now),
            chamber: chamber::mode_gain(bore, step),
            gap_levels: core::array::from_fn(|n| {
                let (cutoff, strength) = (gaps.get(n), strengths.get(n));
                strength.map_or(0.0, |strength| strength * cutoff.map_or(0.0, |&f| GapNoise::spread(f, step)))
            }),
            gap_cuts: gaps.map(|cutoff| cut(cutoff, step)),
            mouths: [
                Mouth::new(now.intake.diameter, SPEED_OF_SOUND, DENSITY_OF_AIR, INTAKE_EDGE, step),
                Mouth::new(now.exhaust.diameter, hot, thin * DENSITY_OF_AIR, now.exhaust.edge, step),
            ],
            rise: 1.0 - libm::exp(-seconds / now.drive.rise),
            fall: 1.0 - libm::exp(-seconds / now.drive.fall),
            rough: now.drive.irregularity,
        }
    }
}

impl EnginePlayer {
    pub(super) fn new(model: &Engine, seed: u64, step: Step) -> Self {
        let mut dice = Dice::new(mix_seed(seed, 0));
        Self {
            cylinders: core::array::from_fn(|_| Cylinder::new(dice.signed())),
            pipes: ExhaustPipes::new(step),
            duct: IntakeDuct::new(step),
            layout: EngineLayout::of(model),
            mute: ChangeMute::new(step),
            plenum: 1.0,
            samples_left: 0,
            cranking: 0,
            speed: 0.0,
            top: model.drive.top,
            pedal: None,
            last_throttle: model.drive.throttle,
            throttle: 0.0,
            cycle: Phase::default(),
            dice,
            white: WhiteNoise::new(mix_seed(seed, 1)),
            wander: 0.0,
            burst: [1.0, 0.0, 0.0],
            chamber: Chamber::REST,
            block: Plate::at_rest(),
            impacts: Impacts::REST,
            attachments: Attachments::at_rest(),
            gaps: [GapNoise::default(); 3],
            mouths: [MouthNoise::REST; 2],
            quiet: 0,
            rest: true,
            levels: mix_levels(model),
        }
    }

    fn apply_gesture(&mut self, gesture: GestureEvent, now: &Engine, step: Step) {
        let samples = |seconds: f64| (seconds * step.rate()).round() as u64;
        match gesture.gesture {
            START if gesture.value > 0.0 => {
                // A running engine needs no starter.
                let turning = self.samples_left > 0 && self.speed > 0.5 * now.drive.idle;
                self.cranking = if turning { 0 } else { samples(now.drive.cranking) };
                let on = samples(gesture.duration(now.drive.duration));
                self.samples_left = on.saturating_add(self.cranking);
            }
            START => self.samples_left = 0,
            THROTTLE => self.pedal = Some(gesture.value),
            _ => self.bang(gesture.value, step),
        }
        self.rest = false;
    }

    /// Starts a burst of the given strength in the exhaust.
    fn bang(&mut self, strength: f64, step: Step) {
        // A burst in progress leaves no air for another.
        if self.burst[0] < 1.0 {
            return;
        }
        let duration = self.dice.between(2.0e-3, 5.0e-3);
        self.burst = [0.0, step.seconds() / duration, 1.5 * strength];
    }

    /// Places every cylinder in the engine's cycle at once, or returns for each cylinder the phase step per
    /// sample that leads to its place within the block.
    fn place(&mut self, now: &Engine, count: usize, at_once: bool) -> [f64; MAX_CYLINDERS] {
        let mut slips = [0.0; MAX_CYLINDERS];
        let cylinders = self.cylinders.iter_mut().zip(&mut slips);
        for (n, (cylinder, slip)) in cylinders.enumerate().take(count) {
            // Every other cylinder fires late, by different amounts.
            let late = [0.0, 1.0, -0.3, 0.6][n % 4] * now.engine.asymmetry;
            let way = (n as f64 + 0.5 * late) / count as f64;
            let place = self.cycle.ahead(Phase::part(way.rem_euclid(1.0)));
            if at_once {
                cylinder.place(place, self.plenum);
            } else {
                *slip = cylinder.phase_error(place) / BLOCK as f64;
            }
        }
        slips
    }

    /// Advances the engine speed by one sample. Returns whether the engine may fire.
    #[inline]
    fn turn(&mut self, now: &Engine, coefficients: &BlockCoefficients, seconds: f64) -> bool {
        let drive = &now.drive;
        let on = self.samples_left > 0;
        let starting = self.cranking > 0;
        self.samples_left = self.samples_left.saturating_sub(1);
        self.cranking = self.cranking.saturating_sub(1);
        if on {
            let top = drive.top.max(drive.idle);
            let wanted = if starting {
                STARTER_SPEED.min(drive.idle)
            } else {
                let calm = 1.0 - self.throttle;
                (drive.idle + self.throttle * (top * coefficients.loaded.max(drive.idle / top) - drive.idle))
                    * (1.0 + 0.06 * coefficients.rough * calm * self.wander)
            };
            let rate = if wanted > self.speed { coefficients.rise } else { coefficients.fall };
            self.speed += rate * (wanted - self.speed);
        } else {
            // Friction and compression stop the engine, sooner if the flywheel is light.
            self.speed -= seconds / (0.15 + 0.3 * drive.fall) * (self.speed + 0.4 * drive.idle);
        }
        self.speed = self.speed.max(0.0);
        on && !starting
    }

    /// Ignites cylinder `n`, or lets it misfire.
    fn fire(&mut self, n: usize, now: &Engine, coefficients: &BlockCoefficients, step: Step) {
        let calm = 1.0 - self.throttle;
        let overrun = self.throttle < 0.05 && self.speed > 1.25 * now.drive.idle;
        let Some(cylinder) = self.cylinders.get_mut(n) else {
            return;
        };
        let uneven = 1.0 - 0.5 * now.engine.spread * (1.0 + cylinder.strength);
        let rough = coefficients.rough * (LOADED_IRREGULARITY + (1.0 - LOADED_IRREGULARITY) * calm);
        let variation = 1.0 - 0.6 * rough * self.dice.unit();
        let burn_time = (1.0 + BURN_TIME_SPREAD * rough * self.dice.normal()).clamp(0.4, 2.0);
        let fails = self.dice.unit() < 0.25 * coefficients.rough * coefficients.rough * calm;
        let bangs = overrun && self.dice.unit() < 0.3 * now.drive.backfire;
        let fuel = if coefficients.gas.fuel == 0 { 1.0 } else { 0.12 + 0.88 * self.throttle };
        let burns = if fails || bangs { 0.0 } else { 1.0 };
        let heat = HEAT.get(coefficients.gas.strokes).copied().unwrap_or(0.0);
        let charge =
            cylinder.ignite(burns * heat * fuel * uneven * variation, coefficients.gas.fuel, burn_time);
        if bangs {
            // The closed throttle leaves little to burn.
            let strength = charge * self.dice.between(0.5, 2.0);
            self.bang(strength, step);
        }
    }

    /// Advances the throttle and the plenum by one sample. Returns the pressure at 1 m of the intake
    /// \[atmospheres\].
    #[inline]
    fn step_intake(&mut self, coefficients: &BlockCoefficients, drawn: f64, turbulence: f64) -> f64 {
        let opened = if coefficients.gas.fuel == 0 {
            coefficients.shut + self.throttle * self.throttle * (coefficients.open - coefficients.shut)
        } else {
            coefficients.open
        };
        let mut plenum = self.plenum - coefficients.plenum * drawn;
        let output = self.duct.tick(|arriving| {
            let d = 1.0 + 2.0 * arriving - plenum;
            let g = opened / (d.abs() + 0.02).sqrt();
            let g = g / (1.0 + g * coefficients.impedance);
            let flow = d * g / (1.0 + coefficients.plenum * g) * (1.0 + turbulence);
            plenum += coefficients.plenum * flow;
            arriving - coefficients.impedance * flow
        });
        self.plenum = plenum.max(0.01);
        output
    }

    /// Draws the white noises of a sample: turbulence of valves, throttle and flame, mouths of intake and
    /// exhaust, fan and saw.
    #[inline]
    fn noises(&mut self) -> [f64; 7] {
        core::array::from_fn(|_| self.white.draw())
    }

    /// Returns the relative fluctuations of the flow through exhaust valves and throttle, and of the flame.
    #[inline]
    fn turbulence(&mut self, coefficients: &BlockCoefficients, white: [f64; 7]) -> [f64; 3] {
        let mut turbulence = [0.0; 3];
        let settings = coefficients.gap_levels.iter().zip(&coefficients.gap_cuts).zip(white);
        for ((value, gap), ((&level, &g), white)) in turbulence.iter_mut().zip(&mut self.gaps).zip(settings) {
            *value = gap.tick(level, g, white);
        }
        turbulence
    }

    /// Returns the noise at the mouths of intake and exhaust at 1 m \[Pa\].
    #[inline]
    fn mouths(&mut self, coefficients: &BlockCoefficients, white: [f64; 7]) -> [f64; 2] {
        let [intake, exhaust] = &mut self.mouths;
        // The waves of a flow at Mach 1 differ by γ atmospheres.
        [
            intake.tick(&coefficients.mouths[0], self.duct.stream / GAMMA, white[3]),
            exhaust.tick(&coefficients.mouths[1], self.pipes.stream / GAMMA, white[4]),
        ]
    }

    /// Returns the pressures of the block with its fan and of the saw at 1 m \[Pa\], for the sums over all
    /// cylinders of pressure, its uneven rise, and piston acceleration.
    #[inline]
    fn parts(
        &mut self,
        coefficients: &BlockCoefficients,
        [pushed, burnt, piston_force]: [f64; 3],
        white: [f64; 7],
    ) -> [f64; 2] {
        let ringing = self.chamber.tick(coefficients.chamber, burnt);
        let force = coefficients.gas_gain * (pushed + ringing)
            + coefficients.piston_gain * self.speed * self.speed * piston_force;
        let impact = COVER_GAIN * self.impacts.tick(&coefficients.impacts, self.cycle, &mut self.dice);
        let shaft = self.cycle.times(1 + coefficients.gas.strokes as u64);
        let fan = self.attachments.fan(&coefficients.attachments, shaft, white[5]);
        let saw = self.attachments.saw(&coefficients.attachments, white[6], &mut self.dice);
        [self.block.tick(&coefficients.block, force, impact) + fan, saw]
    }

    /// Returns the next sample of the backfire: the pressure where the headers join \[atmospheres\].
    #[inline]
    fn burst(&mut self) -> f64 {
        let [at, by, strength] = &mut self.burst;
        if *at >= 1.0 {
            return 0.0;
        }
        // The burst is a smooth bump 16 x²(1 − x)², at most 1.
        let bump = 16.0 * *at * *at * (1.0 - *at) * (1.0 - *at);
        *at += *by;
        *strength * bump
    }

    fn come_to_rest(&mut self) {
        self.speed = 0.0;
        self.pipes.rest();
        self.duct.rest();
        self.plenum = 1.0;
        for cylinder in &mut self.cylinders {
            cylinder.pressure = 1.0;
        }
        self.chamber = Chamber::REST;
        self.block = Plate::at_rest();
        self.impacts = Impacts::REST;
        self.attachments = Attachments::at_rest();
        self.gaps = [GapNoise::default(); 3];
        self.mouths = [MouthNoise::REST; 2];
        self.quiet = 0;
        self.rest = true;
    }

    /// Returns the mix of the four listening points; their levels reach the new values at the end of the
    /// block.
    fn mix(&mut self, now: &Engine, pages: &[[f64; BLOCK]]) -> [f64; BLOCK] {
        let levels = mix_levels(now);
        let pages = LISTENING_POINTS.map(|page| pages.get(page).copied().unwrap_or([0.0; BLOCK]));
        let mut sound = [0.0; BLOCK];
        for ((page, level), to) in pages.iter().zip(&mut self.levels).zip(levels) {
            let slope = (to - *level) / BLOCK as f64;
            for (n, (sum, output)) in sound.iter_mut().zip(page).enumerate() {
                *sum += (*level + slope * (n + 1) as f64) * output;
            }
            *level = to;
        }
        sound
    }
}

impl EnginePlayer {
    /// Puts the player to rest when the engine stands still and is silent.
    fn rest_if_silent(&mut self, pages: &[[f64; BLOCK]], step: Step) {
        // The sound must stay below a hundred-thousandth of the threshold of hearing for longer than a wave
        // takes through all pipes.
        let mut samples = LISTENING_POINTS.iter().filter_map(|&page| pages.get(page)).flatten();
        let faint = samples.all(|sample| sample.abs() < 1e-10);
        self.quiet = if faint { self.quiet + BLOCK } else { 0 };
        if self.done() && self.quiet as f64 > 0.1 * step.rate() {
            self.come_to_rest();
        }
    }

    /// Takes the new layout once the engine is muted. Returns whether the engine restarts.
    fn update_layout(&mut self, now: &Engine, silent: bool) -> bool {
        let restart = self.mute.aim(self.layout == EngineLayout::of(now), silent);
        if restart {
            self.layout = EngineLayout::of(now);
            self.pipes.rest();
            self.duct.rest();
        }
        restart
    }
}

impl Player<Engine> for EnginePlayer {
    fn play(&mut self, now: &Engine, block: &mut Block<'_>) {
        if self.rest && block.gestures().is_empty() {
            return;
        }
        let step = block.step();
        // A lower top speed slows a running engine at once.
        self.speed *= (now.drive.top / self.top).min(1.0);
        self.top = now.drive.top;
        let silent = self.rest;
        let restart = self.update_layout(now, silent);
        let now = &self.layout.apply_to(now);
        if now.drive.throttle != self.last_throttle {
            self.pedal = None;
            self.last_throttle = now.drive.throttle;
        }
        let share = (BLOCK as f64 * step.seconds() / 0.15).min(1.0);
        self.wander += share * (3.0 * self.dice.signed() - self.wander);
        let coefficients = BlockCoefficients::of(now, self.speed, step);
        self.pipes.aim(&now.exhaust, coefficients.count, now.port(), 0.6 * now.engine.spread, step);
        self.duct.aim(&now.intake, step);
        let slips = self.place(now, coefficients.count, restart || silent);
        let pedal_rate = 1.0 - libm::exp(-step.seconds() / 0.03);
        // The crankcase of a standing engine pumps nothing.
        let crankcase = if coefficients.gas.strokes == 0 { CRANKCASE_PRESSURE } else { 0.0 }
            * (2.0 * self.speed / now.drive.idle).min(1.0);
        let mut pages = [[0.0; BLOCK]; 6];
        let mut next = 0;
        for at in 0..BLOCK {
            while let Some(gesture) = block.gestures().get(next).filter(|gesture| gesture.at <= at) {
                self.apply_gesture(*gesture, now, step);
                next += 1;
            }
            let ignited = self.turn(now, &coefficients, step.seconds());
            let pedal = self.pedal.unwrap_or(self.last_throttle);
            self.throttle += pedal_rate * (pedal - self.throttle);
            let by = Phase::per_step(self.speed / (1 + coefficients.gas.strokes) as f64, step);
            self.cycle.advance(by);
            let mut ends = [[0.0; 2]; MAX_CYLINDERS];
            let mut outgoing = [0.0; MAX_CYLINDERS];
            self.pipes.arriving(&mut ends);
            let (mut drawn, mut pushed, mut piston_force, mut fired) = (0.0, 0.0, 0.0, 0.0);
            let mut burnt = 0.0;
            let white = self.noises();
            let [exhaust, throttle, burn] = self.turbulence(&coefficients, white);
            let turbulence = Turbulence { exhaust, burn };
            let intake_pressure = self.plenum + crankcase;
            for (n, slip) in slips.iter().enumerate().take(coefficients.count) {
                let pace = if *slip == 0.0 {
                    by
                } else {
                    // The phase step is limited so that a cylinder neither turns back nor skips.
                    let by = by.way();
                    Phase::part(by + slip.clamp(-0.5 * by, 0.5 * by))
                };
                let top = self.cylinders.get_mut(n).is_some_and(|cylinder| cylinder.phase.advance(pace));
                if top && ignited {
                    self.fire(n, now, &coefficients, step);
                    fired += 1.0;
                }
                if let (Some(cylinder), Some(end), Some(outgoing_wave)) =
                    (self.cylinders.get_mut(n), ends.get(n), outgoing.get_mut(n))
                {
                    let stroke = cylinder.tick(&coefficients.gas, end[0], intake_pressure, turbulence);
                    *outgoing_wave = stroke.out;
                    drawn += stroke.drawn;
                    pushed += cylinder.pressure - 1.0;
                    piston_force += stroke.piston_acceleration;
                    burnt += stroke.turbulent_burn;
                    if stroke.slaps {
                        self.impacts.slap(&coefficients.impacts, cylinder.pressure, &mut self.dice);
                        cylinder.late[0] = self.dice.unit();
                    }
                    if stroke.seated {
                        self.impacts.seat(&coefficients.impacts, &mut self.dice);
                        cylinder.late[1] = self.dice.unit();
                    }
                }
            }
            let intake = self.step_intake(&coefficients, drawn, throttle);
            let burst = self.burst();
            let tail = self.pipes.tick(&ends, &outgoing, burst);
            let [roar, hiss] = self.mouths(&coefficients, white);
            let parts = self.parts(&coefficients, [pushed, burnt, piston_force], white);
            let open = self.mute.next();
            let output = [
                open * (ATMOSPHERE * intake + roar),
                open * (ATMOSPHERE * tail + hiss),
                open * parts[0],
                self.speed,
                fired,
                open * parts[1],
            ];
            for (page, value) in pages.iter_mut().zip(output) {
                page[at] = value;
            }
        }
        block.add(&self.mix(now, &pages));
        for (measurement, page) in pages.iter().enumerate() {
            if let Some(place) = block.measured(measurement) {
                *place = *page;
            }
        }
        self.rest_if_silent(&pages, step);
    }

    fn done(&self) -> bool {
        self.samples_left == 0 && self.speed == 0.0 && self.burst[0] >= 1.0
    }

    fn silent(&self) -> bool {
        self.rest
    }
}

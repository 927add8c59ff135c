//! One clap of two cupped hands: the air between the closing palms.
//!
//! The palms close at the speed v. The air leaves the cup through the gap between the rims, which shrinks,
//! and through an opening that stays, at the base of the thumbs. Its inertia and the jet behind the gap hold
//! it back, so that the air in the cup is compressed:
//!
//! ```math
//! \frac{V}{\rho c^2}\,\dot p = S v - Q, \qquad
//! \frac{\rho\,l}{A}\,\dot Q = p - \frac{\rho}{2}\,\frac{Q\,|Q|}{A^2} - \eta\,\omega_0\,\frac{\rho\,l}{A}\,Q, \qquad
//! A = P h + A_0
//! ```
//!
//! After the rims have met, the flesh stops the hands within the contact time τ, and the cup rings with its
//! opening as a Helmholtz resonator:
//!
//! ```math
//! f_0 = \frac{c}{2\pi} \sqrt{\frac{A_0}{V l}}, \qquad l = l_r + 1.7 \sqrt{A_0/\pi}
//! ```
//!
//! While the air flows as if it could not be compressed, the volume that the hands give up is that which
//! flows out, and next to nothing radiates. What is heard is the change of their difference, a monopole:
//!
//! ```math
//! p_r = \frac{\rho}{4\pi r}\,\frac{\mathrm d}{\mathrm dt}(Q - S v)
//! ```
//!
//! Two broadband parts come with it. *Film*: the uneven palms meet patch by patch, and each patch of area a
//! expels the last film of air, of thickness δ, in the time δ/v: a pulse of the flow a v. *Jet*: the eddies
//! of the jet push at the rim, a dipole whose power grows with the sixth power of the jet's speed U = Q/A,
//! around St U/d, falling by 12 dB per octave above:
//!
//! ```math
//! p_\mathrm{film} = \frac{\rho\,a v}{4\pi r}\,\frac{\pi v}{\delta} \sin\frac{2\pi v t}{\delta}, \qquad
//! p_\mathrm{jet} = \frac{C\,\mathrm{St}\,\rho\,A_0\,U^3}{4\,c\,d\,r}
//! ```
//!
//! | symbol | here                        | unit | meaning                                                     |
//! |--------|-----------------------------|------|-------------------------------------------------------------|
//! | S      | [`Hands::area`]             | m²   | area of the palms that closes                               |
//! | V      | S times [`Hands::cup`]      | m³   | volume of the cup                                           |
//! | d, A₀  | [`Hands::opening`]          | m, m² | diameter and area of the opening that stays                |
//! | P, h   |                             | m    | length of the rim, 2√(πS), and gap between the rims         |
//! | l_r    | [`RIM`]                     | m    | thickness of the rim of the hands                           |
//! | η      | [`Hands::absorption`]       | 1    | loss factor of the flesh at the resonance                   |
//! | τ      | [`Hands::contact_time`]     | s    | time in which the flesh stops the hands                     |
//! | δ      | [`Hands::film`]             | m    | thickness of the last film of air, log-normal               |
//! | C, St  | [`LIFT`], [`STROUHAL`]      | 1    | fluctuating force on the rim, Strouhal number of the jet    |
//!
//! The flow is choked at the speed of sound. A shock-like front of flat hands closing evenly, and the bones,
//! are not modelled.
//!
//! Source: \[Fletcher2013\], air between the palms and the resonance of the cup; \[Repp1987\], kinds of
//! claps; \[Curle1955\], the dipole of the jet. Facts: `tests/all/clap_facts.rs`.

use core::f64::consts::{PI, TAU};
use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_dsp::signal::{OnePole, SPEED_OF_SOUND, Section, WhiteNoise, cut};
use foley_params::params;

params! {
    /// Pair of hands.
    /// Default: palms crossed, slightly cupped.
    pub struct Hands("hands") {
        /// Area of one palm that closes over the air.
        area: f64 = 0.005, "S", SquareMetre, log [0.001, 0.02], glide 0.05, handle("hands", "child", "giant");
        /// Mean depth of the cup that the closed hands leave.
        cup: f64 = 0.008, "d_c", Metre, log [0.001, 0.03], glide 0.05, handle("cup", "flat", "hollow");
        /// Diameter of the opening that stays at the base of the thumbs.
        opening: f64 = 0.014, "d", Metre, log [0.004, 0.03], glide 0.05, handle("opening", "tight", "open");
        /// Loss factor of the flesh at the resonance of the cup.
        absorption: f64 = 0.4, "η", One, log [0.02, 1.0], glide 0.05, handle("flesh", "bony", "mitten");
        /// Time in which the flesh stops the hands.
        contact_time as "contact-time": f64 = 0.0015, "τ", Second, log [3e-4, 0.01], glide 0.05,
            handle("softness", "hard", "soft");
        /// Height of the unevenness of the palms: they meet patch by patch while they close by this.
        unevenness: f64 = 0.0015, "u", Metre, log [1e-4, 0.02], glide 0.05;
        /// Thickness of the film of air that the patches of the palms expel at last.
        film: f64 = 0.002, "δ", Metre, log [1e-4, 0.01], glide 0.05, handle("dullness", "crisp", "gloved");
        /// Relative random difference from clap to clap of speed, cup, opening and film.
        variation: f64 = 0.15, "ν", One, lin [0.0, 0.5], glide 0.05, handle("variation", "machine", "child's play");
    }
}

/// Density of air [kg/m³].
pub const AIR_DENSITY: f64 = 1.2;
/// Thickness of the rim of the hands \[m\].
pub const RIM: f64 = 0.01;
/// Gap between the rims at which a clap begins \[m\]; wider gaps let the air go without pressure.
const FIRST_GAP: f64 = 0.01;
/// Fluctuating force on the rim relative to the dynamic pressure of the jet on the opening \[1\].
pub const LIFT: f64 = 0.03;
/// Strouhal number of the jet \[1\].
pub const STROUHAL: f64 = 0.2;
/// Number of patches of the palms.
const PATCHES: usize = 12;
/// Standard deviation of the logarithm of the film's thickness \[1\].
const FILM_SPREAD: f64 = 0.6;
/// Maximum overpressure in the cup \[Pa\]: one atmosphere would stop any hand.
const MAX_OVERPRESSURE: f64 = 1e5;
/// Sound pressure of a clap \[Pa\] below which it has ended, at 1 m: a tenth of the threshold of hearing.
const SILENT_PRESSURE: f64 = 2e-6;
/// Longest time that a clap takes \[s\]; the smallest absorption needs it.
const MAX_TIME: f64 = 0.25;
/// Closest distance of the hands \[m\].
pub const MIN_DISTANCE: f64 = 0.3;

/// Bound of the sound pressure of one clap at [`MIN_DISTANCE`] \[Pa\]. The widest gap of the largest hands
/// gives a flow of at most A Δp/(ρ l) per second, A = P h + A₀; the patches expel at most twice the area of
/// the palms per two samples at 192 kHz and 20 m/s; the jet is choked at the speed of sound, with noise of at
/// most √3 times √(192 kHz/2 / (π/2 · 100 Hz)) times 2.
pub const MAX_CLAP_PRESSURE: f64 = AIR_DENSITY / (4.0 * PI * MIN_DISTANCE)
    * ((0.502 * FIRST_GAP + 0.00071) * 2.0 * MAX_OVERPRESSURE / (AIR_DENSITY * RIM)
        + 0.02 * 20.0 * PI / 3e-4
        + 2.0 * 0.02 * 20.0 * PI * 96_000.0)
    + 1e3;

impl Hands {
    /// Returns the area of the opening that stays \[m²\].
    pub fn opening_area(&self) -> f64 {
        0.25 * PI * self.opening * self.opening
    }

    /// Returns the effective length of the opening: rim and both ends \[m\].
    pub fn opening_length(&self) -> f64 {
        RIM + 0.85 * self.opening
    }

    /// Returns the resonance of the closed cup with its opening \[Hz\].
    pub fn resonance(&self) -> f64 {
        let volume = self.area * self.cup;
        SPEED_OF_SOUND / TAU * (self.opening_area() / (volume * self.opening_length())).sqrt()
    }

    /// Returns the hands of one clap, which differ at random by [`Hands::variation`].
    #[must_use]
    pub fn varied(&self, dice: &mut Dice) -> Self {
        let mut vary = |value: f64| value * libm::exp(self.variation * dice.normal().clamp(-3.0, 3.0));
        let (cup, opening, film, unevenness) =
            (vary(self.cup), vary(self.opening), vary(self.film), vary(self.unevenness));
        Self { cup, opening, unevenness, film, ..*self }
    }
}

/// Last film of air between two patches of the palms.
#[derive(Clone, Copy, Debug, Default)]
struct Patch {
    /// Time at which the film begins to leave \[s\].
    begin: f64,
    /// Time in which the film leaves \[s\].
    time: f64,
    /// Peak of the pressure of the pulse at 1 m \[Pa\].
    peak: f64,
}

/// Sample of a clap in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClapSample {
    /// Sound pressure at 1 m \[Pa\].
    pub sound: f64,
    /// Flow out of the cup [m³/s].
    pub flow: f64,
    /// Overpressure in the cup \[Pa\].
    pub pressure: f64,
}

/// A clap in progress.
#[derive(Clone, Debug)]
pub struct HandClap {
    /// Samples until the clap begins.
    wait: f64,
    /// Time since the hands were 1 cm apart \[s\]; infinite without a clap.
    age: f64,
    area: f64,
    volume: f64,
    leak: f64,
    perimeter: f64,
    length: f64,
    /// Rate at which the flesh takes energy from the flow, η ω₀ [1/s].
    loss: f64,
    speed: f64,
    contact_time: f64,
    distance: f64,
    flow: f64,
    pressure: f64,
    /// Difference of outflow and volume given up by the hands at the last sample [m³/s].
    net: f64,
    patches: [Patch; PATCHES],
    /// Time at which the last patch has closed \[s\].
    closed: f64,
    jet: (Section, OnePole),
    /// Cutoff of the noise of the jet \[1\], and its pressure at 1 m/s and 1 m [Pa s³/m³].
    jet_cut: f64,
    jet_level: f64,
    /// Time for which the clap has been silent \[s\].
    quiet: f64,
}

impl HandClap {
    /// No clap.
    pub const REST: Self = Self {
        wait: 0.0,
        age: f64::INFINITY,
        area: 0.0,
        volume: 1.0,
        leak: 1.0,
        perimeter: 0.0,
        length: 1.0,
        loss: 0.0,
        speed: 0.0,
        contact_time: 1.0,
        distance: 1.0,
        flow: 0.0,
        pressure: 0.0,
        net: 0.0,
        patches: [Patch { begin: 0.0, time: 0.0, peak: 0.0 }; PATCHES],
        closed: 0.0,
        jet: (Section::REST, OnePole::REST),
        jet_cut: 0.0,
        jet_level: 0.0,
        quiet: 0.0,
    };

    /// Begins a clap of `hands` that close at `speed` [m/s], after `wait` samples, heard at `distance` \[m\].
    /// Real-time: yes.
    pub fn begin(
        &mut self,
        hands: &Hands,
        speed: f64,
        distance: f64,
        wait: f64,
        dice: &mut Dice,
        step: Step,
    ) {
        let (area, leak, length) = (hands.area, hands.opening_area(), hands.opening_length());
        let perimeter = 2.0 * (PI * area).sqrt();
        let first = perimeter * FIRST_GAP + leak;
        let loss = hands.absorption * TAU * hands.resonance();
        // The air flows already, as if it could not be compressed.
        let flow = area * speed;
        let contact = FIRST_GAP / speed;
        let mut patches = [Patch::default(); PATCHES];
        let mut closed = 0.0_f64;
        for patch in &mut patches {
            let share = dice.exponential(1.0).min(2.0) / PATCHES as f64;
            let film = hands.film * libm::exp(FILM_SPREAD * dice.normal().clamp(-2.5, 2.5));
            let time = (film / speed).max(2.0 * step.seconds());
            let late = hands.unevenness / speed * dice.normal().clamp(-2.5, 2.5);
            let begin = (contact + late).max(0.0);
            let peak = AIR_DENSITY / (4.0 * PI) * share * area * speed * PI / time;
            *patch = Patch { begin, time, peak };
            closed = closed.max(begin + time);
        }
        let jet_speed = (flow / leak).min(SPEED_OF_SOUND);
        let centre = (STROUHAL * jet_speed / hands.opening).clamp(100.0, 0.4 * step.rate());
        // The band-pass of damping 1 passes π/2 times its centre of a density of 1/Hz.
        let band = WhiteNoise::per_hertz(step) / (0.5 * PI * centre).sqrt();
        *self = Self {
            wait,
            age: 0.0,
            area,
            volume: area * hands.cup,
            leak,
            perimeter,
            length,
            loss,
            speed,
            contact_time: hands.contact_time,
            distance: distance.max(MIN_DISTANCE),
            flow,
            pressure: AIR_DENSITY * (flow / first) * (0.5 * flow / first + loss * length),
            net: 0.0,
            patches,
            closed,
            jet: (Section::REST, OnePole::REST),
            jet_cut: cut(centre, step),
            jet_level: band * LIFT * STROUHAL * AIR_DENSITY * leak / (4.0 * SPEED_OF_SOUND * hands.opening),
            quiet: 0.0,
        };
    }

    /// Returns the distance of the listener \[m\].
    pub fn distance(&self) -> f64 {
        self.distance
    }

    /// Whether no clap is in progress.
    pub fn silent(&self) -> bool {
        self.age.is_infinite()
    }

    /// Returns the speed of the hands [m/s] and the gap between the rims \[m\].
    fn hands(&self) -> (f64, f64) {
        let gap = FIRST_GAP - self.speed * self.age;
        if gap >= 0.0 {
            return (self.speed, gap);
        }
        let stopped = (-gap / self.speed / self.contact_time).min(1.0);
        (self.speed * 0.5 * (1.0 + libm::cos(PI * stopped)), 0.0)
    }

    /// Returns the next sample; `noise` is a sample of white noise of mean square 1. Real-time: yes.
    #[inline]
    pub fn next(&mut self, noise: f64, step: Step) -> ClapSample {
        if self.silent() {
            return ClapSample::default();
        }
        if self.wait >= 1.0 {
            self.wait -= 1.0;
            return ClapSample::default();
        }
        let dt = step.seconds();
        self.age += dt;
        let (speed, gap) = self.hands();
        let opening = self.perimeter * gap + self.leak;
        // Leapfrog: the pressure lies half a sample before the flow, so that the resonance gains and loses
        // nothing. The losses are implicit. Leapfrog is stable below ωT = 2: the air of a cup whose resonance
        // lies above a sixth of the sample rate counts as softer.
        let inertia = AIR_DENSITY * self.length / opening;
        let stiffness =
            (AIR_DENSITY * SPEED_OF_SOUND * SPEED_OF_SOUND / self.volume).min(inertia / (dt * dt));
        self.pressure = (self.pressure + dt * stiffness * (self.area * speed - self.flow))
            .clamp(-MAX_OVERPRESSURE, MAX_OVERPRESSURE);
        let linear = inertia * (1.0 + dt * self.loss);
        let jet = dt * 0.5 * AIR_DENSITY / (opening * opening);
        let drive = inertia * self.flow + dt * self.pressure;
        let flow = 2.0 * drive / (linear + (linear * linear + 4.0 * jet * drive.abs()).sqrt());
        let choked = SPEED_OF_SOUND * opening;
        self.flow = flow.clamp(-choked, choked);
        let net = self.flow - self.area * speed;
        let mut sound = AIR_DENSITY / (4.0 * PI) * (net - self.net) / dt;
        self.net = net;
        let patches = if self.age < self.closed { &self.patches[..] } else { &[] };
        for patch in patches {
            let share = (self.age - patch.begin) / patch.time;
            if (0.0..1.0).contains(&share) {
                sound += patch.peak * libm::sin(TAU * share);
            }
        }
        let jet_speed = self.flow.abs() / opening;
        let level = self.jet_level * jet_speed * jet_speed * jet_speed;
        let (band, low) = &mut self.jet;
        sound += level * low.low(band.pass(noise, self.jet_cut, 1.0)[1], 2.0 * self.jet_cut);
        self.quiet = if sound.abs() < SILENT_PRESSURE { self.quiet + dt } else { 0.0 };
        if self.quiet > 0.005 || self.age > MAX_TIME {
            self.age = f64::INFINITY;
        }
        ClapSample { sound, flow: self.flow, pressure: self.pressure }
    }
}

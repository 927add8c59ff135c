//! Fragments that ring one by one: folds of paper, stones of a path, splinters. Every crack is the strike of
//! a small mass on another fragment, with a given kinetic energy.
//!
//! A crumpled sheet cracks at ever new folds, and a step on gravel moves ever new stones: no two cracks ring
//! the same body. The fragments are a family of similar bodies, `s` times as large as the middle one in every
//! direction. They fail at equal strain, so that the energy of a crack is proportional to the volume of its
//! fragment, and a similar crack sounds the same but slower, lower and louder:
//!
//! ```math
//! E \propto s^3, \quad m \propto s^3, \quad k \propto s^{2-\alpha}, \quad f_i \propto s^{-1}, \quad \tau_i \propto s, \qquad
//! p_s(t) = s\,p\!\left(\tfrac ts\right), \qquad \tfrac12 m v^2 = E
//! ```
//!
//! | symbol | here                  | unit   | meaning                                                    |
//! |--------|-----------------------|--------|------------------------------------------------------------|
//! | s      | [`Fragments::spread`] | 1      | size of a fragment relative to the middle of its family    |
//! | E, v   |                       | J, m/s | energy and speed of the strike                             |
//! | m      | [`Grain`]             | kg     | mass of the striker                                        |
//! | k, α   | [`Touch`]             | N/m^α  | stiffness and exponent of the contact                      |
//! | f, τ   | [`Resonator`]         | Hz, s  | frequencies and decay times of the modes                   |
//! | p      |                       | Pa     | sound pressure at 1 m                                      |
//!
//! The largest crack of a law over three decades ([`SPAN`]) comes from the largest fragment, the smallest
//! from the smallest, with some scatter. A pool of [`POOL`] fragments covers the family. Each strike takes a
//! member of about the right size that has rested longest and rescales it slightly, so that all sizes occur.
//! Each member is struck at another point. A free fragment, which a blow moves as a whole, also clicks; one
//! that its neighbours hold (mounting `fixed`) does not.
//!
//! Three causes could make many cracks convincing: their number, the sizes of their bodies, or layers of
//! renderings. The table compares them by the mean number of descriptors, of eleven, that lie within the
//! recordings of the kind, over five seeds:
//!
//! | sound                     | one body | 6 × the events | 6 layers | one size | sizes 1:10 | sizes 1:30 |
//! |---------------------------|----------|----------------|----------|----------|------------|------------|
//! | crumpling paper           | 7.6      | 6.8            | 6.8      | 7.8      | 8.0        | 9.6        |
//! | stones of a gravel path   | 2.6      | 2.0            | 1.8      | 2.4      | 3.2        | 6.4        |
//! | whole steps on this path  | 9.2      | 4.4            | 9.8      | 8.6      | 9.0        | 9.0        |
//! | breaking pane             | 6.0      | 8.4            | 7.0      |          |            |            |
//!
//! A wide family of sizes matters where cracks are heard alone: it spreads their colours and makes the
//! spectrum fall. Layers do not replace it, and neither do more events of one body. In whole steps the
//! landing, the yielding ground and the slips decide, not the sizes of the stones. A pane gains from more
//! pieces, each of another size, and less from layers.
//! `cargo run --release -p foley-catalogue --example fragments` prints the tables.
//!
//! Strikers obey three limits. A striker that would exceed [`MAX_SPEED`] is made heavier than requested. It
//! is made lighter if it would be slower than [`MIN_SPEED`], touch longer than [`MAX_CONTACT_TIME`], or weigh
//! more than a quarter of its fragment and ride on it. The compression x depends on the energy alone, so that
//!
//! ```math
//! v \ge \frac{3\,x}{\tau}, \qquad x = \left(\frac{(\alpha+1)\,E}{k}\right)^{\frac1{\alpha+1}}
//! ```
//!
//! Source: similarity of elastic bodies and of their sound, \[Rayleigh1894\]; the family and its pool are
//! original. Facts: `tests/all/fragments_facts.rs`.

use super::crackle::SPAN;
use crate::{Resonator, ResonatorMaterial, ResonatorMounting, ResonatorShape, Touch};
use foley_body::radiation::Click;
use foley_body::{ModalSpec, Mode};
use foley_dsp::random::Dice;
use foley_params::params;
use foley_scene::{ContactLaw, Place, Quantity, SceneEvent, SceneSpec, Source};
use foley_sound::scene_parts::{add_measurement, add_modal_body, resting_mass};
use foley_sound::{Block, SoundError};

/// Number of fragments, each with a striker of its own. Strikers are the first bodies of their scene,
/// followed by the fragments; their contacts are its first contacts.
pub const POOL: usize = 12;
/// Maximum speed of a striker [m/s].
pub const MAX_SPEED: f64 = 20.0;
/// Minimum speed of a striker, unless its mass would fall below [`MIN_STRIKER_MASS`] [m/s].
pub const MIN_SPEED: f64 = 0.1;
/// Maximum contact time of a striker \[s\], exceeded only if the striker would become too fast or too light.
pub const MAX_CONTACT_TIME: f64 = 1e-3;
/// Minimum mass of a striker of the middle size \[kg\].
pub const MIN_MASS: f64 = 1e-6;
/// Minimum mass of any striker \[kg\], the smallest that a scene accepts.
pub const MIN_STRIKER_MASS: f64 = 1e-6;
/// Maximum number of strikes per block, including strikers still in contact: 4,500 per second at 48 kHz, and
/// in proportion at other rates. More strikes would merge into noise; the caller postpones them.
pub const MAX_STRIKES_PER_BLOCK: usize = 6;
/// Half the random scatter of a fragment's size about the size of its energy, as a share of the family's
/// whole range on a logarithmic scale \[1\].
const SCATTER: f64 = 0.2;

params! {
    /// Small masses that strike a body, such as splinters or snapping folds.
    /// Default: a fold of paper.
    pub struct Grain("grain") {
        /// Mass of the grain that strikes a fragment of the middle size.
        mass: f64 = 5e-6, "m", Kilogram, log [MIN_MASS, 0.1], glide 0.02,
            handle("coarseness", "dust", "stones");
    }
}

params! {
    /// Sizes of the fragments.
    /// Default: a family in which energy goes with volume.
    pub struct Fragments("fragments") {
        /// Size of the largest fragment relative to the smallest. 10 gives every crack over three decades of
        /// energy a fragment of proportional volume; 1 makes all fragments equal.
        spread: f64 = 10.0, "s₁/s₀", One, log [1.0, 30.0], glide 0.05,
            handle("variety", "all alike", "crumbs and lumps");
        /// Number of fragments that are struck, at most [`POOL`]: fewer only to compare.
        members: usize = POOL, not a parameter;
    }
}

impl Fragments {
    /// Returns the size of the fragment at `position` in the family, from 0 for the smallest to 1 for the
    /// largest \[1\]. Real-time: yes.
    pub fn size(&self, position: f64) -> f64 {
        libm::pow(self.spread, position - 0.5)
    }

    /// Returns the size of a member of the pool, before it is rescaled for a strike \[1\]. Real-time: yes.
    pub fn member_size(&self, member: usize) -> f64 {
        self.size((member as f64 + 0.5) / POOL as f64)
    }

    /// Returns the contact law of a contact of the scene: `None` if it does not belong to a fragment.
    /// Real-time: yes.
    pub(crate) fn law(&self, touch: &Touch, contact: usize) -> Option<ContactLaw> {
        (contact < POOL).then(|| self.touch(touch, contact).law())
    }

    /// Returns the contact of a member of the pool, for a `touch` of the middle size. Real-time: yes.
    fn touch(&self, touch: &Touch, member: usize) -> Touch {
        let stiffness = touch.stiffness * libm::pow(self.member_size(member), 2.0 - touch.exponent);
        Touch { stiffness, ..*touch }
    }

    /// Adds strikers, fragments and contacts to an empty scene. `middle` is the fragment of the middle size.
    ///
    /// # Errors
    /// If the shape or the material of the fragment rejects a value.
    pub(crate) fn add_to(
        &self,
        scene: &mut SceneSpec,
        (grain, touch): (Grain, &Touch),
        middle: &Resonator,
        channels: usize,
    ) -> Result<(), SoundError> {
        let places: [f64; POOL] = core::array::from_fn(|member| place(middle.position, member));
        let spec = middle.spec_at(&places, channels, 1.0)?;
        let mut click = middle.own_click()?;
        if middle.mounting == ResonatorMounting::Fixed {
            // A fragment that its neighbours hold does not move as a whole.
            click.mass = f64::INFINITY;
        }
        for member in 0..POOL {
            let mass = grain.mass * cube(self.member_size(member));
            scene.add(&format!("grain-{member}"), resting_mass(mass.max(MIN_STRIKER_MASS)));
        }
        for member in 0..POOL {
            let size = self.member_size(member);
            let click = Click { mass: click.mass * cube(size), radius: click.radius * size };
            let similar = touched_at(&spec, member, channels).similar(size, 1);
            let similar = similar.with_slow_push(1).with_click(click, 0, 1..1 + channels);
            let fragment = add_modal_body(scene, &format!("fragment-{member}"), similar, channels);
            let law = self.touch(touch, member).law();
            scene.join(&format!("touch-{member}"), Place::new(member, 0), law, Place::new(fragment, 0));
        }
        for member in 0..POOL {
            let of = Source::Contact(member);
            add_measurement(scene, &format!("force-{member}"), of, Quantity::Force, channels);
        }
        Ok(())
    }
}

fn cube(x: f64) -> f64 {
    x * x * x
}

/// Returns the point at which a member of the pool is struck, as a fraction of its size \[1\]: it lies within
/// 0.2 of `middle` or, near an end, within 0.4 inwards.
fn place(middle: f64, member: usize) -> f64 {
    /// Half the range of the points \[1\].
    const RANGE: f64 = 0.2;
    // Multiples of the golden ratio, whose fractions never coincide.
    let turns = 0.618_033_988_75 * (member + 1) as f64;
    middle.clamp(RANGE, 1.0 - RANGE) + RANGE * (2.0 * (turns - turns.floor()) - 1.0)
}

/// Returns the body that is touched only at the port `member` of the first [`POOL`] ports of `spec`, and
/// heard as before. It has no listeners.
fn touched_at(spec: &ModalSpec, member: usize, channels: usize) -> ModalSpec {
    let of_member = |mode: &Mode| {
        let heights = mode.shape.iter().skip(member).take(1).chain(mode.shape.iter().skip(POOL));
        Mode { shape: heights.copied().collect(), ..mode.clone() }
    };
    let modes = spec.modes.iter().map(of_member).collect();
    ModalSpec { ports: 1 + channels, modes, ..ModalSpec::default() }
}

/// Contact of cracking material with its neighbours, softer than a deliberate strike.
pub const SNAP: Touch = Touch { stiffness: 1e7, exponent: 1.5, damping: 0.3 };

/// Resonator of a fold of stiff paper, a few centimetres across, held by its neighbours along the creases.
pub const FOLD: Resonator = Resonator {
    shape: ResonatorShape::RectangularPlate,
    material: ResonatorMaterial::Paper,
    size: 0.03,
    thickness: 2e-4,
    position: 0.3,
    pickup: 0.9,
    modes: 12,
    field: 0,
    mounting: ResonatorMounting::Fixed,
    pitch: 1.0,
    ring: 1.0,
};

/// A strike on a fragment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strike {
    /// Kinetic energy of the striker \[J\].
    pub energy: f64,
    /// Position of the energy between the smallest and the largest of its law, on a logarithmic scale \[1\].
    pub rank: f64,
    /// Mass of a striker of the middle size \[kg\].
    pub mass: f64,
    /// Factor on the frequencies of the fragment \[1\].
    pub frequency: f64,
    /// Factor on the decay times of the fragment \[1\].
    pub decay: f64,
}

/// Returns the position of an energy on the logarithmic scale of its law, from 0 for the smallest energy to 1
/// for [`SPAN`] times that energy \[1\]. Real-time: yes.
pub fn rank(energy: f64, smallest: f64) -> f64 {
    (libm::log(energy / smallest) / libm::log(SPAN)).clamp(0.0, 1.0)
}

/// Chooses a fragment for each strike and strikes it.
#[derive(Clone, Debug)]
pub struct FragmentPool {
    dice: Dice,
    /// Mass of the fragment of the middle size \[kg\].
    middle_mass: f64,
    /// Number of the last strike of each member; 0 if never struck.
    last: [u64; POOL],
    strikes: u64,
    /// Number of strikes in this block; a striker still in contact counts as two.
    made: usize,
    /// Whether a member touches or was struck in this block.
    busy: [bool; POOL],
}

impl FragmentPool {
    /// Creates the pool for fragments around the given one of the middle size.
    pub fn new(seed: u64, middle: &Resonator) -> Self {
        Self {
            dice: Dice::new(seed),
            middle_mass: middle.mass().unwrap_or(1.0),
            last: [0; POOL],
            strikes: 0,
            made: 0,
            busy: [false; POOL],
        }
    }

    /// Starts a new block: counts the strikers still in contact. Real-time: yes.
    pub fn begin(&mut self, block: &Block<'_>) {
        for (member, busy) in self.busy.iter_mut().enumerate() {
            *busy = block.touching(member);
        }
        self.made = 2 * self.busy.iter().filter(|&&busy| busy).count();
    }

    /// Whether the limit of strikes per block allows another strike in this block.
    pub fn room(&self) -> bool {
        self.made < MAX_STRIKES_PER_BLOCK
    }

    /// Strikes a fragment at sample `at` of the block. Real-time: yes.
    pub fn strike(
        &mut self,
        block: &mut Block<'_>,
        at: usize,
        strike: Strike,
        fragments: &Fragments,
        touch: &Touch,
    ) {
        let position = (strike.rank + SCATTER * self.dice.signed()).clamp(0.0, 1.0);
        let used = fragments.members.clamp(1, POOL);
        let member = self.choose(position, used);
        // A random size within the share of the family that this member stands for.
        let offset = (self.dice.unit() - 0.5) / used as f64;
        let rescaled = libm::pow(fragments.spread, offset);
        let body = POOL + member;
        block.scale(body, strike.frequency / rescaled, strike.decay * rescaled, cube(rescaled));
        let volume = cube(fragments.member_size(member) * rescaled);
        let wanted = (strike.mass * volume).min(0.25 * self.middle_mass * volume);
        let (mass, velocity) = mass_and_speed(strike.energy, wanted, &fragments.touch(touch, member));
        block.act(at, SceneEvent::SetMass { body: member, mass });
        block.strike(at, member, velocity);
        self.strikes += 1;
        self.made += 1;
        if let (Some(last), Some(busy)) = (self.last.get_mut(member), self.busy.get_mut(member)) {
            (*last, *busy) = (self.strikes, true);
        }
    }

    /// Returns the member near a position in the family that has rested longest, of those at rest. Only
    /// `used` members, at equal distances, are candidates.
    fn choose(&self, position: f64, used: usize) -> usize {
        /// Distance of the candidates from the position, in numbers of used members.
        const NEAR: usize = 1;
        let member = |index: usize| ((2 * index + 1) * POOL / (2 * used)).min(POOL - 1);
        let target = ((position * used as f64) as usize).min(used - 1);
        let candidates = target.saturating_sub(NEAR)..=(target + NEAR).min(used - 1);
        let rests = |&member: &usize| self.busy.get(member) == Some(&false);
        let age = |&member: &usize| self.last.get(member).copied().unwrap_or(0);
        candidates
            .map(member)
            .filter(rests)
            .min_by_key(age)
            .or_else(|| (0..used).map(member).filter(rests).min_by_key(age))
            .unwrap_or(member(target))
    }
}

/// Returns the striker mass \[kg\] and speed [m/s] for a strike with an energy \[J\] and about the wanted
/// mass \[kg\]. Real-time: yes.
pub fn mass_and_speed(energy: f64, mass: f64, touch: &Touch) -> (f64, f64) {
    let sum = touch.exponent + 1.0;
    let depth = libm::pow(sum * energy / touch.stiffness, 1.0 / sum);
    let min_speed = (3.0 * depth / MAX_CONTACT_TIME).clamp(MIN_SPEED, MAX_SPEED);
    let at_speed = |speed: f64| 2.0 * energy / (speed * speed);
    let mass = mass.min(at_speed(min_speed)).max(at_speed(MAX_SPEED));
    let mass = mass.max(MIN_STRIKER_MASS);
    (mass, (2.0 * energy / mass).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strike_has_its_energy_within_the_speed_limit() {
        for exponent in -12..3 {
            let energy = libm::pow(10.0, f64::from(exponent));
            let (mass, speed) = mass_and_speed(energy, 1e-4, &SNAP);
            let kinetic = 0.5 * mass * speed * speed;
            assert!((kinetic / energy - 1.0).abs() < 1e-14, "{kinetic} J, not {energy} J");
            assert!(speed <= MAX_SPEED * (1.0 + 1e-14), "{speed} m/s");
        }
    }

    #[test]
    fn the_pool_covers_the_family_from_small_to_large() {
        let fragments = Fragments { spread: 10.0, ..Fragments::default() };
        let sizes: Vec<f64> = (0..POOL).map(|member| fragments.member_size(member)).collect();
        assert!(sizes.windows(2).all(|pair| pair[0] < pair[1]), "{sizes:?}");
        let (ends, class) = (sizes[POOL - 1] / sizes[0], libm::pow(10.0, 1.0 / POOL as f64));
        assert!((ends * class / 10.0 - 1.0).abs() < 1e-12, "{ends}");
        // The middle of the family has the size of the given fragment.
        assert!((sizes[POOL / 2] * sizes[POOL / 2 - 1] - 1.0).abs() < 1e-12, "{sizes:?}");
    }

    #[test]
    fn a_member_rests_before_it_is_struck_again() {
        let mut pool = FragmentPool::new(1, &FOLD);
        let mut chosen = Vec::new();
        for strike in 1..=3 {
            let member = pool.choose(0.5, POOL);
            pool.last[member] = strike;
            chosen.push(member);
        }
        chosen.sort_unstable();
        chosen.dedup();
        assert_eq!(chosen.len(), 3, "{chosen:?}");
        pool.busy = [true; POOL];
        pool.busy[0] = false;
        assert_eq!(pool.choose(0.9, POOL), 0, "the only member at rest");
    }
}

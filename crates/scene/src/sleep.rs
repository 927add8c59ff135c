//! Sleep: an island that no longer sounds costs nothing until something is done to it.
//!
//! Apart, it sleeps when modes and waves have fallen 170 dB below the loudest they were, nothing falls, and
//! nothing flies towards anything. What flies away goes on doing so in its sleep: it is put where it would be
//! when the island wakes. In touch, as a ball that has come to rest on a floor, it sleeps when its kinetic
//! energy has been nothing for some blocks.

use crate::any_body::AnyBody;
use crate::island::{Island, QuietState};
use crate::probe::ProbePoint;
use foley_body::modal::BLOCK;
use foley_body::{Body, MotionQuantity};
use foley_contact::Step;

/// Share of the most energy there was, below which nothing is heard or moves: −170 dB.
const SILENCE: f64 = 1e-17;

/// Blocks after which an island that only rings is looked after.
const EVERY: u64 = 8;

/// Blocks for which what touches must have been still.
const STILL_BLOCKS: u32 = 16;

/// How far an island has come to rest.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SleepState {
    pub(crate) asleep: bool,
    /// Samples slept so far.
    slept: u64,
    /// Most energy since it last woke \[J\].
    peak: f64,
    /// Most energy that sounded since it last woke \[J\].
    loudest: f64,
    still: u32,
}

impl SleepState {
    /// The present block is the first that is slept through.
    pub(crate) fn just_fell_asleep(&self) -> bool {
        self.slept <= BLOCK as u64
    }

    /// It has done nothing but sleep since a block ago, when this was so.
    pub(crate) fn has_only_slept_since(&self, before: &Self) -> bool {
        self.asleep && before.asleep && self.slept == before.slept + BLOCK as u64
    }
}

impl Island {
    /// Whether the block that begins now is slept through; wakes if something is done or begins.
    pub(crate) fn sleeps_through(&mut self, time: u64) -> bool {
        if !self.sleep.asleep {
            return false;
        }
        let disturbed = !self.events_in(time).is_empty()
            || self.drives.iter().any(|drive| drive.wakes(time, self.sample));
        if !disturbed {
            self.sleep.slept += BLOCK as u64;
            return true;
        }
        self.wake();
        false
    }

    /// Whether any surfaces press on each other.
    pub(crate) fn is_touching(&self) -> bool {
        self.joints.iter().any(|joint| joint.contact.touching())
    }

    /// For how long bodies that fly have done so in their sleep \[s\]: what lies still in touch stays where
    /// it is.
    pub(crate) fn time_flown_asleep(&self) -> f64 {
        if self.sleep.asleep && !self.is_touching() {
            self.sleep.slept as f64 * self.sample.seconds()
        } else {
            0.0
        }
    }

    /// Wakes: what was apart has flown on.
    pub(crate) fn wake(&mut self) {
        let seconds = self.time_flown_asleep();
        for body in &mut self.bodies {
            if let AnyBody::Inertial(body) = body {
                body.coast(seconds);
            } else if body.is_free() {
                let mut motion = body.centre();
                motion.displacement += seconds * motion.velocity;
                body.place(motion);
            }
        }
        for i in 0..self.joints.len() {
            if !self.joints[i].contact.touching() {
                // Surfaces that a coarse step left further into each other than they are pressed stay apart,
                // as they did awake.
                let gap = self.gap_now(i).displacement;
                let slept = Step::of_seconds(seconds);
                self.joints[i].contact.coast(gap, slept);
            }
        }
        self.sleep = SleepState::default();
        self.quiet = QuietState { disturbed: true, ..QuietState::default() };
    }

    /// After a block: puts to rest what has lost its numbers, and to sleep what no longer sounds.
    pub(crate) fn check_block(&mut self, next: u64) {
        // What only rings can only fade: it is enough to look now and then.
        let due = self.quiet.disturbed || next.is_multiple_of(EVERY * BLOCK as u64);
        let page = self.writing;
        let heard = self.probes.iter().all(|probe| probe.page(page)[BLOCK - 1].is_finite());
        if !due && heard {
            return;
        }
        let energy = self.body_energy() + self.stored();
        if !energy.is_finite() {
            self.recover();
            return;
        }
        self.sleep.peak = self.sleep.peak.max(energy);
        let sounding: f64 = self.bodies.iter().map(AnyBody::sounding_energy).sum();
        self.sleep.loudest = self.sleep.loudest.max(sounding);
        let steady = self.drives.iter().all(|drive| drive.allows_sleep(next, self.sample));
        let may = steady
            && if self.is_touching() {
                self.is_still()
            } else {
                sounding <= SILENCE * self.sleep.loudest && self.has_settled()
            };
        if may {
            self.fall_asleep();
        }
    }

    /// Something lost its numbers: all of it comes to rest where it was at first, the rest of the scene plays
    /// on.
    fn recover(&mut self) {
        let page = self.writing;
        for body in &mut self.bodies {
            body.come_to_rest();
        }
        self.disturb();
        for i in 0..self.joints.len() {
            let gap = self.gap_now(i).displacement;
            self.joints[i].contact.come_to_rest(gap);
        }
        for probe in &mut self.probes {
            (probe.before, probe.step) = (0.0, 0.0);
            for value in probe.page_mut(page) {
                if !value.is_finite() {
                    *value = 0.0;
                }
            }
        }
        self.recovered += 1;
    }

    /// What touches has not moved for some blocks.
    fn is_still(&mut self) -> bool {
        let kinetic_energy: f64 = self.bodies.iter().map(AnyBody::kinetic_energy).sum();
        self.sleep.still = if kinetic_energy <= SILENCE * self.sleep.peak { self.sleep.still + 1 } else { 0 };
        self.sleep.still >= STILL_BLOCKS
    }

    /// Nothing falls, and nothing flies towards anything or is watched while it flies.
    fn has_settled(&self) -> bool {
        let aloft = self.bodies.iter().any(|body| body.is_free() && body.weight() != 0.0)
            || self.applied_forces.iter().any(|applied| applied.held_force() != 0.0);
        let meeting = (0..self.joints.len()).any(|i| self.gap_now(i).velocity > 0.0);
        let watched = self.probes.iter().any(|probe| match probe.at {
            ProbePoint::Port { body, quantity, .. } => {
                quantity != MotionQuantity::Vibration && self.bodies[body].centre().velocity != 0.0
            }
            _ => false,
        });
        !aloft && !meeting && !watched
    }

    fn fall_asleep(&mut self) {
        self.disturb();
        let touching = self.is_touching();
        for body in &mut self.bodies {
            if !touching {
                body.silence();
            }
        }
        for probe in &mut self.probes {
            let last = match probe.at {
                ProbePoint::Port { body, port, quantity: MotionQuantity::Displacement } => {
                    self.bodies[body].audible_motion(port).displacement
                }
                ProbePoint::Force { joint } => self.joints[joint].mean_force,
                ProbePoint::Compression { joint } => self.joints[joint].contact.compression(),
                _ => 0.0,
            };
            // Heard from the next block on.
            probe.asleep = last;
            (probe.before, probe.step) = (0.0, 0.0);
        }
        self.sleep.asleep = true;
        self.sleep.slept = 0;
    }
}

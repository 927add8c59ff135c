//! Sleep: a silent island costs nothing until the next event.
//!
//! An island without contact sleeps when modes and waves have fallen 170 dB below their peak, nothing falls,
//! and nothing flies towards a surface. A body that flies away is moved to where it would be when the island
//! wakes. An island in contact, such as a ball at rest on a floor, sleeps when its kinetic energy has been
//! zero for some blocks.

use crate::any_body::AnyBody;
use crate::island::{Island, QuietState};
use crate::probe::ProbePoint;
use foley_body::modal::BLOCK;
use foley_body::{Body, MotionQuantity};
use foley_contact::Step;

/// Share of the peak energy below which an island is silent or still: −170 dB.
const SILENCE: f64 = 1e-17;

/// Interval at which a ringing island is checked for silence \[blocks\].
const CHECK_INTERVAL: u64 = 8;

/// Number of blocks for which an island in contact must have been still before it sleeps.
const STILL_BLOCKS: u32 = 16;

/// Whether an island sleeps, and the energies from which it decides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SleepState {
    pub(crate) asleep: bool,
    /// Number of samples since the island fell asleep.
    slept: u64,
    /// Peak energy of the island since it last woke \[J\].
    peak: f64,
    /// Peak energy of modes and waves since the island last woke \[J\].
    loudest: f64,
    still: u32,
}

impl SleepState {
    /// Whether the present block is the first block in which the island sleeps.
    pub(crate) fn just_fell_asleep(&self) -> bool {
        self.slept <= BLOCK as u64
    }

    /// Whether the island has slept through the whole time since the state `before`.
    pub(crate) fn has_only_slept_since(&self, before: &Self) -> bool {
        self.asleep && before.asleep && self.slept == before.slept + BLOCK as u64
    }
}

impl Island {
    /// Whether the island sleeps through the block that starts at `time`. Wakes the island if there is an
    /// event or a drive begins.
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

    /// Whether any surfaces of the island are in contact.
    pub(crate) fn is_touching(&self) -> bool {
        self.joints.iter().any(|joint| joint.contact.touching())
    }

    /// Returns the time that free bodies have flown during sleep \[s\]; 0 for an island in contact, which
    /// lies still.
    pub(crate) fn time_flown_asleep(&self) -> f64 {
        if self.sleep.asleep && !self.is_touching() {
            self.sleep.slept as f64 * self.sample.seconds()
        } else {
            0.0
        }
    }

    /// Wakes the island and moves free bodies to the place that they have reached in flight.
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
                // Surfaces that overlap without force after a coarse step stay apart, as they did before
                // sleep.
                let gap = self.gap_now(i).displacement;
                let slept = Step::of_seconds(seconds);
                self.joints[i].contact.coast(gap, slept);
            }
        }
        self.sleep = SleepState::default();
        self.quiet = QuietState { disturbed: true, ..QuietState::default() };
    }

    /// Resets the island if a value is not finite, and lets the island sleep if it is silent. Called after
    /// each block.
    pub(crate) fn check_block(&mut self, next: u64) {
        // Free ringing only decays, so a ringing island is checked only now and then.
        let due = self.quiet.disturbed || next.is_multiple_of(CHECK_INTERVAL * BLOCK as u64);
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
        let may_sleep = steady
            && if self.is_touching() {
                self.is_still()
            } else {
                sounding <= SILENCE * self.sleep.loudest && self.has_settled()
            };
        if may_sleep {
            self.fall_asleep();
        }
    }

    /// Resets the island to rest at its initial position after a non-finite value. Other islands play on.
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

    /// Whether an island in contact has been still for some blocks.
    fn is_still(&mut self) -> bool {
        let kinetic_energy: f64 = self.bodies.iter().map(AnyBody::kinetic_energy).sum();
        self.sleep.still = if kinetic_energy <= SILENCE * self.sleep.peak { self.sleep.still + 1 } else { 0 };
        self.sleep.still >= STILL_BLOCKS
    }

    /// Whether no body falls, no body flies towards a surface, and no output records the motion of a body in
    /// flight.
    fn has_settled(&self) -> bool {
        let falling = self.bodies.iter().any(|body| body.is_free() && body.weight() != 0.0)
            || self.applied_forces.iter().any(|applied| applied.held_force() != 0.0);
        let meeting = (0..self.joints.len()).any(|i| self.gap_now(i).velocity > 0.0);
        let observed = self.probes.iter().any(|probe| match probe.at {
            ProbePoint::Port { body, quantity, .. } => {
                quantity != MotionQuantity::Vibration && self.bodies[body].centre().velocity != 0.0
            }
            _ => false,
        });
        !falling && !meeting && !observed
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
            // The probe outputs this value from the next block on.
            probe.asleep = last;
            (probe.before, probe.step) = (0.0, 0.0);
        }
        self.sleep.asleep = true;
        self.sleep.slept = 0;
    }
}

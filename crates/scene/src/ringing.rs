//! Free motion of an island: no contact can touch, so every body rings or flies by itself, in closed form.
//!
//! The duration is found in two stages. First by bounds: a port's displacement is limited by the energy, and
//! mostly the other surface is out of reach. Only where it is not, the displacement of both ports is computed
//! sample by sample to find the first sample in contact. Up to there the island rings; from there it steps.

use crate::any_body::AnyBody;
use crate::drive::DriveTarget;
use crate::island::Island;
use crate::joint::Joint;
use crate::probe::{Probe, ProbePoint};
use foley_body::modal::BLOCK;
use foley_body::{Body, MotionQuantity};
use foley_contact::Step;

impl Island {
    /// Returns the number of samples without contact or change, at most `most`; 0 if the next sample must be
    /// stepped. The result depends on the present state only.
    pub(crate) fn free_for(&mut self, time: u64, most: usize) -> usize {
        if self.settling > 0 {
            return 0;
        }
        if self.is_quiet(time) {
            return most;
        }
        let mut free = most;
        for drive in &self.drives {
            free = free.min(drive.steady_for(time, free, self.sample));
            // A sliding surface moves on even at constant velocity.
            let slides = matches!(drive.target, DriveTarget::Slide { .. });
            if slides && drive.at(time, self.sample) != 0.0 {
                return 0;
            }
        }
        for applied in 0..self.applied_forces.len() {
            if !self.is_held(applied, time) {
                return 0;
            }
        }
        for i in 0..self.joints.len() {
            if free == 0 {
                return 0;
            }
            if self.joints[i].offset != self.offset_at(i, time) {
                return 0;
            }
            let contact = &self.joints[i].contact;
            free = if !contact.is_impact() {
                self.idle_for(i, time, free)
            } else if contact.touching() {
                0
            } else {
                self.apart_for(i, free)
            };
        }
        free
    }

    /// Whether no surfaces can touch for a long time. The island then need not check its contacts in every
    /// block. Checking would take most of the computing time in a scene of thousands of ringing bodies.
    fn is_quiet(&mut self, time: u64) -> bool {
        const LONG: usize = 1 << 16;
        if time + BLOCK as u64 <= self.quiet.until {
            return true;
        }
        let apart = self.drives.is_empty()
            && self.joints.iter().all(|joint| {
                joint.contact.is_impact() && !joint.contact.touching() && self.stays_apart(joint, LONG)
            });
        if apart {
            self.quiet.until = time + LONG as u64;
        }
        apart
    }

    /// Whether the energy of both bodies cannot bring the surfaces of a joint together within `frames`
    /// samples.
    fn stays_apart(&self, joint: &Joint, frames: usize) -> bool {
        let bounds = |(body, port): (usize, usize)| self.bodies[body].bounds(port, frames, self.sample);
        let ((_, one), (two, _)) = (bounds(joint.one), bounds(joint.two));
        one - two + joint.offset < 0.0
    }

    /// Whether the body itself applies all of the external force at a port, so that no variable part remains.
    fn is_held(&self, applied: usize, time: u64) -> bool {
        let applied = &self.applied_forces[applied];
        let lever = DriveTarget::Force { body: applied.body, port: applied.port };
        let total: f64 = self
            .drives
            .iter()
            .filter(|drive| drive.target == lever)
            .map(|drive| drive.at(time, self.sample))
            .sum();
        total == applied.held_force()
    }

    /// Returns the number of samples for which a friction contact is idle: 0 if the contact is pressed, else
    /// `most`.
    fn idle_for(&self, joint: usize, time: u64, most: usize) -> usize {
        let joint_ref = &self.joints[joint];
        if joint_ref.contact.stored() > 0.0 {
            return 0;
        }
        let pressed = if let Some(by) = joint_ref.pressed_by {
            self.joints[by].contact.touching()
        } else {
            let drives = self.drives.iter();
            let more: f64 = drives
                .filter(|drive| drive.target == DriveTarget::Press { joint })
                .map(|drive| drive.at(time, self.sample))
                .sum();
            joint_ref.held_force + more > 0.0
        };
        if pressed { 0 } else { most }
    }

    /// Returns the number of samples for which the surfaces of a joint stay apart, at most `most`.
    fn apart_for(&mut self, joint: usize, most: usize) -> usize {
        let j = self.joints[joint];
        if self.stays_apart(&j, most) {
            return most;
        }
        let mut gap = [0.0; BLOCK];
        let gap = &mut gap[..most.min(BLOCK)];
        let known = self.bodies[j.one.0].predict(j.one.1, 1.0, gap, self.sample)
            && self.bodies[j.two.0].predict(j.two.1, -1.0, gap, self.sample);
        if !known {
            return 0;
        }
        let closed = j.contact.offset() - j.offset;
        gap.iter().position(|&gap| gap > closed || gap.is_nan()).unwrap_or(most)
    }

    /// Rings the island for `frames` samples and writes the outputs from sample `at` of the block.
    pub(crate) fn ring(&mut self, at: usize, frames: usize) {
        let page = self.writing;
        for applied in 0..self.applied_forces.len() {
            self.applied_forces[applied].release();
            self.mark_force_start(applied);
        }
        let before = self.weight_work();
        for probe in &mut self.probes {
            if let ProbePoint::Port { body, port, quantity } = probe.at {
                add_free_motion(
                    &self.bodies[body],
                    port,
                    quantity,
                    &mut probe.page_mut(page)[at..at + frames],
                    self.sample,
                );
            }
        }
        for i in 0..self.bodies.len() {
            match &mut self.bodies[i] {
                AnyBody::Inertial(body) => body.coast(frames as f64 * self.sample.seconds()),
                AnyBody::Modal(body) => {
                    let before = body.energy_to_radiate();
                    body.coast(frames);
                    let after = body.energy_to_radiate();
                    self.totals.record_sound([before[0] - after[0], before[1] - after[1]]);
                }
                AnyBody::Wall(_) => {}
                AnyBody::Waveguide(_) => self.ring_string(i, at, frames),
            }
        }
        self.quiet.passed += frames as u64;
        for applied in 0..self.applied_forces.len() {
            self.record_force_work(applied);
        }
        let fallen = self.weight_work() - before;
        self.totals.record_work(fallen);
    }

    /// Advances a string by `frames` samples and writes the outputs of all its probes from sample `at` of the
    /// block.
    fn ring_string(&mut self, body: usize, at: usize, frames: usize) {
        let page = self.writing;
        let Self { bodies, probes, scratch, .. } = self;
        let AnyBody::Waveguide(string) = &mut bodies[body] else {
            return;
        };
        let mut probe_points = [(0, MotionQuantity::Velocity); MAX_PROBES_PER_STRING];
        let mut count = 0;
        for_each_probe(probes, body, |_, port, quantity| {
            probe_points[count] = (port, quantity);
            count += 1;
        });
        let room = &mut scratch[..count * frames];
        string.ring_many(frames, &probe_points[..count], room);
        let mut heard = room.chunks_exact(frames);
        for_each_probe(probes, body, |probe, _, _| {
            if let Some(block) = heard.next() {
                probe.page_mut(page)[at..at + frames].copy_from_slice(block);
            }
        });
    }
}

/// Maximum number of outputs of one string.
pub(crate) const MAX_PROBES_PER_STRING: usize = 16;

/// Calls `each` for the probes of the body `of`, in order. An acceleration probe gets the velocity, to be
/// differentiated later.
fn for_each_probe(probes: &mut [Probe], of: usize, mut each: impl FnMut(&mut Probe, usize, MotionQuantity)) {
    let mut count = 0;
    for probe in probes {
        if let ProbePoint::Port { body, port, quantity } = probe.at
            && body == of
            && count < MAX_PROBES_PER_STRING
        {
            count += 1;
            let quantity = match quantity {
                MotionQuantity::Displacement => MotionQuantity::Displacement,
                MotionQuantity::Velocity | MotionQuantity::Vibration | MotionQuantity::Acceleration => {
                    MotionQuantity::Velocity
                }
            };
            each(probe, port, quantity);
        }
    }
}

/// Adds the free motion of a port over the next samples to `out`.
fn add_free_motion(body: &AnyBody, port: usize, quantity: MotionQuantity, out: &mut [f64], sample: Step) {
    match body {
        AnyBody::Modal(body) => body.predict_audible(port, quantity, out),
        AnyBody::Inertial(body) => {
            let mut ahead = *body;
            for out in out {
                ahead.coast(sample.seconds());
                let motion = ahead.motion(0);
                *out = match quantity {
                    MotionQuantity::Displacement => motion.displacement,
                    MotionQuantity::Velocity | MotionQuantity::Acceleration => motion.velocity,
                    // A point mass has only rigid-body motion.
                    MotionQuantity::Vibration => 0.0,
                };
            }
        }
        AnyBody::Waveguide(_) | AnyBody::Wall(_) => {}
    }
}

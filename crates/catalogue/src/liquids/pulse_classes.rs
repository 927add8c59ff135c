//! Sum of many short pulses of different durations, such as the impacts of drops and the collapses of bubbles.
//!
//! Pulses of similar duration share a filter, so that a pulse costs one addition. The durations of the classes
//! are an octave apart, and each pulse takes one of the two nearest classes at random, so that their mean is
//! right. Facts: `tests/all/spray_facts.rs`, `tests/all/collapse_facts.rs`.

use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_sound::BLOCK;

/// Filter that turns an impulse into a pulse of one class.
pub(super) trait PulseFilter {
    /// Creates the filter of the pulses of a duration \[s\].
    fn new(time: f64, step: Step) -> Self;
    /// Filters one sample. Real-time: yes.
    fn pass(&mut self, impulse: f64) -> f64;
    /// Forgets all earlier samples. Real-time: yes.
    fn rest(&mut self);
}

/// A class of pulses.
#[derive(Clone, Debug)]
struct Class<F> {
    filter: F,
    /// Strength of the pulses that begin at every sample of the next block.
    impulses: Box<[f64; BLOCK]>,
    /// Whether a pulse begins in the next block.
    queued: bool,
    /// Whether an earlier pulse still sounds.
    ringing: bool,
}

/// `N` classes of pulses; strengths and samples have any unit.
#[derive(Clone, Debug)]
pub(super) struct PulseClasses<F, const N: usize> {
    dice: Dice,
    rate: f64,
    /// Duration of the shortest class \[s\].
    shortest: f64,
    /// Sample below which a class rests.
    silence: f64,
    classes: [Class<F>; N],
}

impl<F: PulseFilter, const N: usize> PulseClasses<F, N> {
    /// Creates silent classes of durations from `shortest` \[s\] on, which rest below `silence`. Real-time:
    /// no.
    pub(super) fn new(seed: u64, shortest: f64, silence: f64, step: Step) -> Self {
        let mut time = 0.5 * shortest;
        let classes = core::array::from_fn(|_| {
            time *= 2.0;
            Class {
                filter: F::new(time, step),
                impulses: Box::new([0.0; BLOCK]),
                queued: false,
                ringing: false,
            }
        });
        Self { dice: Dice::new(seed), rate: step.rate(), shortest, silence, classes }
    }

    /// Lets a pulse of a `strength`, its time integral, and of the duration `time` \[s\] begin at sample `at`
    /// of the next block. A strength that is not finite is left out. Real-time: yes.
    pub(super) fn add(&mut self, at: usize, strength: f64, time: f64) {
        let octave = libm::log2((time / self.shortest).max(1.0));
        let class = ((octave + self.dice.unit()) as usize).min(N.saturating_sub(1));
        if let (Some(class), true) = (self.classes.get_mut(class), strength.is_finite())
            && let Some(sample) = class.impulses.get_mut(at.min(BLOCK - 1))
        {
            *sample += strength * self.rate;
            class.queued = true;
        }
    }

    /// Adds the next block of all pulses to `sum`. Real-time: yes.
    pub(super) fn play(&mut self, sum: &mut [f64; BLOCK]) {
        for class in self.classes.iter_mut().filter(|class| class.queued || class.ringing) {
            let mut last = 0.0;
            for (sum, impulse) in sum.iter_mut().zip(class.impulses.iter_mut()) {
                last = class.filter.pass(core::mem::take(impulse));
                *sum += last;
            }
            class.queued = false;
            class.ringing = last.abs() > self.silence;
            if !class.ringing {
                class.filter.rest();
            }
        }
    }

    /// Whether no pulse sounds, so that the next block is exactly zero. Real-time: yes.
    pub(super) fn silent(&self) -> bool {
        self.classes.iter().all(|class| !class.queued && !class.ringing)
    }
}

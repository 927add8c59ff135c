//! The schemes of `foley contact` and of the laboratory, with their texts.

use crate::contact::Input;
use crate::help_entry::HelpEntry;
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::{
    Am1, Classic, CubicBenchmark, Duration, Exact, Heun, HeunTextbook, Ieq, IeqForm, Quadratic, Rk4, Scheme,
    ThreePoint, TwoPoint, Verlet,
};

/// A contact scheme in its initial state, ready to step an impact.
pub(crate) type Boxed = Box<dyn Scheme<HuntCrossley>>;

/// A scheme with its name, texts and constructor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) help: HelpEntry,
    /// Ids of the inputs of `foley contact` that only this scheme reads.
    pub(crate) inputs: &'static [&'static str],
    /// Problems that the scheme can step.
    pub(crate) scope: Scope,
    pub(crate) make: fn(&Input) -> Boxed,
}

/// Problems that a scheme can step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Any contact. Corrections of the impact paper cannot be applied.
    Exact,
    /// Any contact. Corrections of the impact paper can be applied.
    Contacts,
    /// Contacts without loss: the scheme ignores the damping.
    Lossless,
    /// Oscillators: `foley explain` describes the scheme, and only the laboratory runs it.
    Oscillators,
}

impl Entry {
    pub(crate) const fn name(&self) -> &'static str {
        self.help.name
    }
}

/// Returns the schemes that `foley contact` offers.
pub(crate) fn offered() -> impl Iterator<Item = &'static Entry> {
    ALL.iter().filter(|entry| entry.scope != Scope::Oscillators)
}

/// Finds a scheme of `foley contact` by name.
pub(crate) fn find(name: &str) -> Option<&'static Entry> {
    offered().find(|entry| entry.name() == name)
}

/// The default scheme of `foley contact`.
pub(crate) const DEFAULT: &Entry = &ALL[0];

/// All schemes: Foley's own schemes first, then the schemes of the papers.
pub(crate) const ALL: &[Entry] = &[
    Entry {
        help: HelpEntry {
            name: "exact",
            summary: "Foley's scheme: exact release velocity at any rate, and the right duration.",
            text: "A Hunt-Crossley contact loses energy, and yet is a Hamiltonian system, in compression and \
                   rapidity ln(1 + μv)/μ. This step conserves that Hamiltonian. Its release velocity is that of \
                   the continuous contact however few samples the contact lasts, and the energy of any two passive \
                   bodies never grows. The stiffness is adjusted at first touch to correct the duration. During \
                   a contact a sample is divided into sub-steps; the closed-form duration gives their number.",
            equation: "f = G L,   G = ΔV/Δy,   Δy = (T/μ)(L − 1)\n\
                       L = logarithmic mean of 1 + μv at both ends of the step",
            source: "derived for Foley; discrete gradient of a Hamiltonian: [Gonzalez1996]",
        },
        inputs: &["substeps"],
        scope: Scope::Exact,
        make: |input| Box::new(Exact::new(input.exact_substeps(), Duration::Corrected)),
    },
    Entry {
        help: HelpEntry {
            name: "am1",
            summary: "Trapezoid rule, implicit, solved by Newton (one-step Adams-Moulton).",
            text: "The new force enters its own equation; the K-method leaves one scalar unknown, which Newton finds in \
                   a few steps. A-stable for linear forces only: on a contact it gains energy.",
            equation: "x₁ = x₀ + h v₀ − (h²/4m)(f₁ + f₀)\nv₁ = v₀ − (h/2m)(f₁ + f₀)",
            source: "[Papetti2011, eq. (23)]; K-method [Borin2000]",
        },
        inputs: &[],
        scope: Scope::Contacts,
        make: |_| Box::new(Am1::new()),
    },
    Entry {
        help: HelpEntry {
            name: "verlet",
            summary: "Velocity Verlet, explicit: one evaluation of the force per sample.",
            text: "Half a step of velocity, the new force, the other half. The force depends on the half-step velocity only, \
                   which causes its error with losses.",
            equation: "x₁ = x₀ + h v₀ − (h²/2m) f₀,   v½ = v₀ − (h/2m) f₀\nf₁ = f(x₁, v½),   v₁ = v½ − (h/2m) f₁",
            source: "[Papetti2011, eq. (24)]; [Verlet1967]",
        },
        inputs: &[],
        scope: Scope::Contacts,
        make: |_| Box::new(Verlet::new()),
    },
    Entry {
        help: HelpEntry {
            name: "heun",
            summary: "Heun's method as the impact paper writes it, with a stored force.",
            text: "An Euler step predicts the velocity, then both velocities are averaged. The force is taken at the averaged \
                   compression, and that of the last step is stored: both differ from the textbook.",
            equation: "ṽ = v₀ − (h/m) f₀,   x₁ = x₀ + (h/2)(v₀ + ṽ)\nf₁ = f(x₁, ṽ),   v₁ = v₀ − (h/2m)(f₀ + f₁)",
            source: "[Papetti2011, eq. (25)]",
        },
        inputs: &[],
        scope: Scope::Contacts,
        make: |_| Box::new(Heun::new()),
    },
    Entry {
        help: HelpEntry {
            name: "heun-textbook",
            summary: "Heun's method as in textbooks: second-order Runge-Kutta.",
            text: "A full Euler step as predictor, then the average of both slopes. Both forces are evaluated anew.",
            equation: "x̃ = x₀ + h v₀,   ṽ = v₀ − (h/m) f(x₀, v₀)\n\
                       x₁ = x₀ + (h/2)(v₀ + ṽ),   v₁ = v₀ − (h/2m)(f(x₀, v₀) + f(x̃, ṽ))",
            source: "named in [Papetti2011] beside eq. (25)",
        },
        inputs: &[],
        scope: Scope::Contacts,
        make: |_| Box::new(HeunTextbook::new()),
    },
    Entry {
        help: HelpEntry {
            name: "rk4",
            summary: "Classical fourth-order Runge-Kutta: four evaluations of the force per sample.",
            text: "Fourth order where the force is smooth. It is not smooth at first touch, and a hard contact of \
                   a few samples can gain energy.",
            equation: "x₁ = x₀ + (l₁ + 2l₂ + 2l₃ + l₄)/6,   v₁ = v₀ + (k₁ + 2k₂ + 2k₃ + k₄)/6",
            source: "[Papetti2011, eqs (26a), (26b)]",
        },
        inputs: &[],
        scope: Scope::Contacts,
        make: |_| Box::new(Rk4::new()),
    },
    Entry {
        help: HelpEntry {
            name: "two-point",
            summary: "Two-point discrete gradient: conserves energy, bracketed Newton.",
            text: "The mean force over the step is the difference quotient of the potential, so that a lossless contact \
                   returns all its energy. With losses the energy never grows. Contacts last at least one sample.",
            equation: "y₁ − y₀ = q₁ + q₀,   q₁ − q₀ = −β₂ (G(y₁) − G(y₀))/(y₁ − y₀),   q = vT/2",
            source: "[Chatziioannou2017, eqs (8a), (8b), (11)]",
        },
        inputs: &[],
        scope: Scope::Contacts,
        make: |_| Box::new(TwoPoint::new()),
    },
    Entry {
        help: HelpEntry {
            name: "three-point",
            summary: "Three-point discrete gradient: conserves an energy between samples, bracketed Newton.",
            text: "Newton's law as a second difference, with the force over a double step. Contacts last at least two \
                   samples. The velocity comes from two points, half a sample late inside the contact.",
            equation: "y₁ − 2y₀ + y₋₁ = −β₃ (G(y₁) − G(y₋₁))/(y₁ − y₋₁)",
            source: "[Chatziioannou2017, eq. (7)]; [Ducceschi2017, eqs (5), (23)]",
        },
        inputs: &[],
        scope: Scope::Contacts,
        make: |_| Box::new(ThreePoint::new()),
    },
    Entry {
        help: HelpEntry {
            name: "quadratic",
            summary: "Quadratic energy scheme: a square root instead of an iteration. Lossless contacts only.",
            text: "The potential is replaced by a parabola on either side of the present, and energy conservation \
                   becomes a quadratic equation. Without a real root there is no step and the run ends; \
                   above s = 2 there always is one. The losses of a law are ignored, so the damping must be 0.",
            equation: "A y² + B y + C = 0,   y = u₁ − u₋₁\nA = M/k² + s φ''(u₀)",
            source: "[Ducceschi2017, eqs (6), (7), (16)–(19)]",
        },
        inputs: &["expansion"],
        scope: Scope::Lossless,
        make: |input| Box::new(Quadratic::new(input.expansion)),
    },
    Entry {
        help: HelpEntry {
            name: "ieq",
            summary: "Energy quadratised, three points: one division per sample.",
            text: "The root of twice the stored energy, ψ, becomes a variable, and every step is linear. \
                   Nothing ties ψ to the compression: it does not return to zero at release, and the contact may \
                   stick.",
            equation: "m (y₁ − 2y₀ + y₋₁)/T² = −g (ψ½ + ψ₋½)/2 − r (y₁ − y₋₁)/2T + f_e\n\
                       ψ½ = ψ₋½ + g (y₁ − y₋₁)/2,   ψ = √(2V),   g = dψ/dy",
            source: "[Ducceschi2021]",
        },
        inputs: &[],
        scope: Scope::Contacts,
        make: |_| Box::new(Ieq::new(IeqForm::Plain)),
    },
    Entry {
        help: HelpEntry {
            name: "ieq-corrected",
            summary: "Energy quadratised, three points, with a correction against sticking.",
            text: "As ieq, but g changes its sign when ψ is negative, and outside it is chosen so that ψ becomes 0: \
                   all the energy is returned, but late by a sample or more.",
            equation: "as ieq, with g = −2ψ/free once outside",
            source: "after [Ducceschi2021]",
        },
        inputs: &[],
        scope: Scope::Contacts,
        make: |_| Box::new(Ieq::new(IeqForm::Corrected)),
    },
    Entry {
        help: HelpEntry {
            name: "ieq-one-step",
            summary: "Energy quadratised, one step, the force held over it.",
            text: "Position, velocity and ψ at the samples. The slope g is that of the line to the point \
                   that the force of the last step would lead to.",
            equation: "d = d₀ − (T²/2m)(g ψ₀ + g² d/2 + r d/T),   ψ₁ = ψ₀ + g d",
            source: "after [Ducceschi2021]",
        },
        inputs: &[],
        scope: Scope::Contacts,
        make: |_| Box::new(Ieq::new(IeqForm::OneStep)),
    },
    Entry {
        help: HelpEntry {
            name: "classic",
            summary: "The oldest scheme for an oscillator, explicit. In the laboratory only.",
            text: "The next sample from the last two. Stable up to k = 2/√K̄; its frequency is too high. \
                   Losses are ignored.",
            equation: "u₁ = (2 − k² K̄) u₀ − u₋₁",
            source: "[Ducceschi2017, eq. (22)]",
        },
        inputs: &[],
        scope: Scope::Oscillators,
        make: |_| Box::new(Classic::new()),
    },
    Entry {
        help: HelpEntry {
            name: "cubic-benchmark",
            summary: "A cubic oscillator without a solver. In the laboratory only.",
            text: "The square of the present value weights the mean of past and future: explicit, and stable for every step. \
                   Losses are ignored.",
            equation: "u₁ = 2 u₀/(1 + (K/2M) k² u₀²) − u₋₁",
            source: "[Ducceschi2017, eq. (25)]",
        },
        inputs: &[],
        scope: Scope::Oscillators,
        make: |_| Box::new(CubicBenchmark::new()),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scheme_has_the_name_that_it_reports() {
        for entry in ALL {
            let scheme = (entry.make)(&Input::default());
            assert_eq!(scheme.name(), entry.name());
        }
    }

    #[test]
    fn a_scheme_reads_inputs_that_exist() {
        for entry in ALL {
            for id in entry.inputs {
                assert!(foley_params::find::<Input>(id).is_some(), "{id}");
            }
        }
    }
}

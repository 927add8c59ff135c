//! The help entries of all shapes.

use super::topics::{Entry, declared};
use crate::help_entry::HelpEntry;
use foley_body::shape::{
    AirColumn, Bar, Bell, CircularMembrane, Disc, RectangularMembrane, RectangularPlate, Ring, Rod,
    StiffString, Tube, TunedBar,
};

pub(super) const SHAPES: &[Entry] = &[
    (
        HelpEntry {
            name: "bar",
            summary: "A bar of rectangular section, bending across its thickness.",
            text: "A xylophone bar before tuning, a ruler, a tongue. Doubling the length alone lowers the pitch by two octaves; \
                   doubling all dimensions, by one. The width does not change the pitch.",
            equation: "f_n = λ_n²/(2π L²) √(E/12ρ) h\nfree, clamped: cos λ cosh λ = 1;   cantilever: cos λ cosh λ = −1;   \
                       clamped-pinned: tan λ = tanh λ;   pinned: λ = nπ",
            source: "[Blevins1979, table 8-1]; [FletcherRossing1998, sections 2.15 to 2.17]",
        },
        declared::<Bar>,
    ),
    (
        HelpEntry {
            name: "rod",
            summary: "A round rod, bending.",
            text: "A spoke, a dowel, the bar of a triangle: a bar with a round section.",
            equation: "f_n = λ_n²/(8π L²) √(E/ρ) d,   λ as for a bar",
            source: "[FletcherRossing1998, section 2.15]",
        },
        declared::<Rod>,
    ),
    (
        HelpEntry {
            name: "tube",
            summary: "A hollow tube, bending; the air in it is `air-column`.",
            text: "A chime, a struck pipe. Its section stays round: modes that bend the wall itself are not modelled.",
            equation: "f_n = λ_n²/(8π L²) √(E/ρ) √(D² + d²),   d = D − 2t,   λ as for a bar",
            source: "[FletcherRossing1998, sections 2.15 and 19.9]",
        },
        declared::<Tube>,
    ),
    (
        HelpEntry {
            name: "tuned-bar",
            summary: "A bar undercut until its partials are in tune.",
            text: "Marimba 1 : 4 : 10. Higher partials and all mode shapes are those of the uniform bar.",
            equation: "f₂ = 4 f₁,   f₃ = 10 f₁,   f_n = f₃ (λ_n/λ₃)²",
            source: "[FletcherRossing1998, section 19.4]",
        },
        declared::<TunedBar>,
    ),
    (
        HelpEntry {
            name: "stiff-string",
            summary: "A string that is also a thin rod: its partials are stretched.",
            text: "Tension stores energy without loss, so only the bending part of the stiffness has the material's inner \
                   loss: a thin string rings longer than a rod of the same material.",
            equation: "f_n = n f₁ √(1 + B n²),   f₁ = √(T/μ)/2L,   B = π³ E d⁴/(64 T L²)",
            source: "[FletcherRossing1998, section 2.18]; [Fletcher1964]",
        },
        declared::<StiffString>,
    ),
    (
        HelpEntry {
            name: "rectangular-membrane",
            summary: "A rectangular skin under tension, held along its edges.",
            text: "In a vacuum: the air that loads the low modes of a real drum is not modelled.",
            equation: "f_mn = ½ √(T/ρh) √((m/L)² + (n/W)²)",
            source: "[FletcherRossing1998, section 3.2]",
        },
        declared::<RectangularMembrane>,
    ),
    (
        HelpEntry {
            name: "circular-membrane",
            summary: "A round skin under tension: a drum.",
            text: "In a vacuum: the air that loads the low modes of a real drum is not modelled. Modes with nodal diameters come in \
                   pairs, a quarter of a wave apart.",
            equation: "f_mn = j_mn/(2πR) √(T/ρh),   J_m(j_mn) = 0",
            source: "[FletcherRossing1998, section 3.3]",
        },
        declared::<CircularMembrane>,
    ),
    (
        HelpEntry {
            name: "rectangular-plate",
            summary: "A rectangular plate hinged along its edges.",
            text: "The only support of a rectangle with a closed form.",
            equation: "f_mn = (π/2) √(D/ρh) [(m/L)² + (n/W)²],   D = E h³/12(1 − ν²)",
            source: "[Leissa1969, section 4.1]; [FletcherRossing1998, section 3.8]",
        },
        declared::<RectangularPlate>,
    ),
    (
        HelpEntry {
            name: "disc",
            summary: "A round plate: a coin, a lid; free, clamped or hinged along its edge.",
            text: "λ and the shapes come from Bessel's functions J and I and two conditions at the edge. Modes with nodal \
                   diameters come in pairs, a quarter of a wave apart.",
            equation: "f = λ²/(2πR²) √(D/ρh),   φ = [J_m(λr) + C I_m(λr)] cos mθ",
            source: "[Leissa1969, chapter 2]",
        },
        declared::<Disc>,
    ),
    (
        HelpEntry {
            name: "ring",
            summary: "A ring that bends in its own plane: a bangle, a hoop.",
            text: "The ring does not stretch: a radial displacement cos mθ comes with −sin(mθ)/m along the rim. All modes come in pairs.",
            equation: "f_m = h/(2πR²) √(E/12ρ) m(m² − 1)/√(m² + 1),   m = 2, 3, 4, …",
            source: "[Rayleigh1894, section 233]; [Blevins1979, table 9-2]",
        },
        declared::<Ring>,
    ),
    (
        HelpEntry {
            name: "bell",
            summary: "A church bell, from measurements on bells.",
            text: "Empirical: no closed form is known. Seven partials with the ratios that founders aim at, each a pair by its nodal \
                   diameters; only the loss of the material is used.",
            equation: "hum ½, prime 1, tierce 1.2, quint 1.5, nominal 2, twelfth 3, octave 4",
            source: "[RossingPerrin1987]; [FletcherRossing1998, chapter 21]",
        },
        declared::<Bell>,
    ),
    (
        HelpEntry {
            name: "air-column",
            summary: "The air in a pipe: free where the pipe is open, held where it is closed.",
            text: "`free` is open at both ends, `cantilever` closed at 0 and open at 1, `clamped` closed at both. Losses are at the \
                   wall and at the open ends; the material has no effect.",
            equation: "f_n = n c/2L' (ends alike),   (2n − 1) c/4L' (one closed),   L' = L + 0.6133 a per open end",
            source: "[FletcherRossing1998, sections 8.2 and 8.3]; [LevineSchwinger1948]",
        },
        declared::<AirColumn>,
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use foley_body::Shape;

    #[test]
    fn every_shape_has_an_entry() {
        let entries: Vec<_> = SHAPES.iter().map(|(help, _)| help.name).collect();
        let shapes: Vec<_> = Shape::all().iter().map(Shape::name).collect();
        assert_eq!(entries, shapes);
    }
}

//! Figure 4 of the DAFx-01 paper: contact time of a hammer.

use super::{MILLI, cells, figure, figures, spread};
use crate::experiment::{HAMMER, Method, ten_grams};
use crate::plot::{Axis, Dash, Ink, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use foley_contact::analytic::Impact;

pub(super) const FIGURE_4: Item = Item {
    id: "dafx01-figure-4",
    paper: Paper::Dafx01,
    label: "Figure 4",
    title: "Contact time over mass, stiffness and loss",
    text: "Eq. (9) as printed lacks the factor (α+1)^(−α/(α+1)) = 0.374 and is 2.674 times too large. The paper's check of dimensions \
           cannot detect this, and its power law in m_h/k is correct. With the factor, theory, K-method (AM1) and exact step agree to \
           0.004 %; contacts of 170 to 470 samples are an easy test. The paper does not state the impact speed of figures 4 and 5, \
           taken as 1 m/s here, nor the m_h/k of the curve over μ. The hammer of figure 1 has m_h/k = 6.67·10^−14, far below the range \
           of the figure, [6, 300]·10^−12; both its curve and that for 10^−10 are drawn. Horizontal axes are physical here and \
           normalised in the print.",
    make,
};

const RATIOS: [f64; 8] = [6e-12, 20e-12, 50e-12, 100e-12, 150e-12, 200e-12, 250e-12, 300e-12];
const LOSSES: [f64; 8] = [0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0];
/// Ratio m_h/k of hammer mass to stiffness in the middle of the figure's range \[kg m^α/N\].
const MIDDLE: f64 = 100e-12;

/// Returns the hammer of the paper with another ratio m_h/k \[kg m^α/N\] and loss μ \[s/m\]. The contact time
/// depends on the mass only through this ratio.
fn hammer(ratio: f64, loss: f64) -> Impact {
    ten_grams(HAMMER.mass / ratio, HAMMER.law.exponent, loss, HAMMER.speed)
}

/// Returns the factor (α+1)^(−α/(α+1)) that eq. (9) of the paper lacks \[1\], with the exponent α of the
/// felt.
fn missing_factor() -> f64 {
    let alpha = HAMMER.law.exponent;
    (alpha + 1.0).powf(-alpha / (alpha + 1.0))
}

/// Simulates an impact by a method and returns the contact time \[s\].
fn simulate(method: Method, case: Impact) -> f64 {
    method.run(case).report.duration
}

fn numbers() -> Vec<Cell> {
    let own = HAMMER.mass / HAMMER.law.stiffness;
    let mut list = vec![cells::claimed(
        "eq. (9)",
        "factor outside the integral",
        "1",
        (missing_factor(), missing_factor()),
        false,
        "(α+1)^(−α/(α+1)) is missing in the print",
    )];
    let by_ratio =
        RATIOS.into_iter().map(|ratio| (format!("m_h/k = {:.0}·10^−12", ratio * 1e12), hammer(ratio, 0.6)));
    let by_loss =
        LOSSES.into_iter().map(|loss| (format!("m_h/k = 100·10^−12, μ = {loss}"), hammer(MIDDLE, loss)));
    let own = [("hammer of figure 1".to_owned(), hammer(own, 0.6))];
    for (row, case) in by_ratio.chain(by_loss).chain(own) {
        let exact = case.duration();
        list.push(cells::shown(row.clone(), "t_0 [ms]", exact * MILLI, "eq. (9) with the factor"));
        for method in [Method::Am1, Method::Exact] {
            let t = simulate(method, case);
            let name = if method == Method::Am1 { "K-method [ms]" } else { "exact step [ms]" };
            list.push(cells::shown(row.clone(), name, t * MILLI, cells::lateness(t, exact)));
        }
    }
    list
}

fn make() -> Product {
    let theory = |case: Impact| case.duration() * MILLI;
    let printed = |case: Impact| theory(case) / missing_factor();
    let as_printed = Pen::of(Ink::Orange).dash(Dash::Short);
    let kmethod = pens::AM1.dash(Dash::None);
    let by_ratio = Plot::new(
        "Contact time over the ratio of mass and stiffness",
        Axis::linear("m_h/k [10^−12 kg m^α/N]", 0.0, 310.0),
        Axis::linear("contact time t_0 [ms]", 0.0, 32.0),
    );
    let ratios = || spread(6e-12, 300e-12, 200);
    let points = |method: Method| RATIOS.map(|r| (r * 1e12, simulate(method, hammer(r, 0.6)) * MILLI));
    let by_ratio = by_ratio
        .with(as_printed, "eq. (9) as printed", ratios().map(|r| (r * 1e12, printed(hammer(r, 0.6)))))
        .with(
            pens::CLOSED_FORM,
            "with the missing factor",
            ratios().map(|r| (r * 1e12, theory(hammer(r, 0.6)))),
        )
        .with(kmethod, "K-method", points(Method::Am1))
        .with(pens::EXACT, "exact step", points(Method::Exact));

    let own = HAMMER.mass / HAMMER.law.stiffness;
    let losses = || spread(0.01, 1.0, 200);
    let points =
        |method: Method, ratio: f64| LOSSES.map(|mu| (mu, simulate(method, hammer(ratio, mu)) * MILLI));
    let by_loss = Plot::new(
        "Contact time over loss",
        Axis::linear("μ [s/m]", 0.0, 1.05),
        Axis::linear("contact time t_0 [ms]", 0.0, 26.0),
    )
    .with(as_printed, "eq. (9) as printed", losses().map(|mu| (mu, printed(hammer(MIDDLE, mu)))))
    .with(pens::CLOSED_FORM, "with the missing factor", losses().map(|mu| (mu, theory(hammer(MIDDLE, mu)))))
    .with(as_printed, "", losses().map(|mu| (mu, printed(hammer(own, mu)))))
    .with(pens::CLOSED_FORM, "", losses().map(|mu| (mu, theory(hammer(own, mu)))))
    .with(kmethod, "K-method", points(Method::Am1, MIDDLE))
    .with(pens::EXACT, "exact step", points(Method::Exact, MIDDLE))
    .with(kmethod, "", points(Method::Am1, own))
    .with(pens::EXACT, "", points(Method::Exact, own))
    .with_note(0.42, 19.4, "m_h/k = 10^−10, as printed")
    .with_note(0.42, 6.6, "m_h/k = 10^−10, with the factor")
    .with_note(0.05, 4.4, "hammer of figure 1, as printed")
    .with_note(0.42, 2.0, "hammer of figure 1, with the factor");
    figures([
        figure(
            "dafx01-figure-4a",
            "Contact time over m_h/k; μ = 0.6 s/m, α = 2.8, v_in = 1 m/s, 44.1 kHz.",
            &by_ratio,
            numbers(),
        ),
        figure(
            "dafx01-figure-4b",
            "Contact time over μ, for m_h/k = 10^−10 and for the hammer of figure 1.",
            &by_loss,
            Vec::new(),
        ),
    ])
}

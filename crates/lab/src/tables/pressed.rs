//! Table of the release under a constant force, by estimate and by integration.

use crate::experiment::PRESSED;
use crate::{Cell, Item, Paper, Product, Table};
use foley_contact::analytic::{PressedImpact, PressedOutcome};

pub(super) const FOLEY: Item = Item {
    id: "foley-table-pressed",
    paper: Paper::Foley,
    label: "Pressed impacts",
    title: "Release under a constant force",
    text: "The journal leaves open how to find the release velocity under a constant external force without a simulation. The \
        rows are those of its figure 5. Ours is an estimate with eight nodes per branch, which takes a few microseconds; plain is \
        an integration to 1e-12. In eqs. (21), (22) the sign of f_e is reversed: with f_e > 0 they push the mass out, while \
        figure 5 and its text describe a force into the wall.",
    make: || Product::Tables(vec![table()]),
};

fn table() -> Table {
    let title = "Figure 5: m = 10⁻² kg, k = 10⁵ N/m^α, α = 1.5, μ = 0.5 s/m, v_in = 0.05 m/s";
    let mut table = Table::new("Pressed", title, "m/s, m, s");
    for acceleration in 0..4 {
        let pressed = PressedImpact::new(PRESSED, PRESSED.mass * f64::from(acceleration));
        let (Some(quick), PressedOutcome::Released(slow)) = (pressed.estimate(), pressed.solve()) else {
            continue;
        };
        let row = format!("f_e = {acceleration} m/s² · m");
        let cell = |column, ours, plain| {
            Cell::new(row.clone(), column, "", ours, plain, "plain: integrated numerically")
        };
        table.cells.extend([
            cell("v_out [m/s]", quick.velocity, slow.velocity),
            cell("x_max [m]", quick.max_compression, slow.max_compression),
            cell("τ [s]", quick.duration, slow.duration),
        ]);
    }
    table
}

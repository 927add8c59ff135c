//! Table I of the journal, Table 1.2 of the thesis: errors of one soft, non-critical impact.

use crate::experiment::readings::truncated_release;
use crate::experiment::{Method, NON_CRITICAL};
use crate::{Cell, Item, Paper, Product, Table};

pub(super) const JOURNAL: Item = Item {
    id: "journal-table-1",
    paper: Paper::Journal,
    label: "Table I",
    title: "Errors in non-critical simulations",
    text: "One impact over 1659 samples by the four integrators. All twelve cells are reproduced, with three remarks. The \
        deviation of x uses the modulus of a complex x(v) where AM1 has passed the release velocity in contact; with \
        x(v) = 0 there it is 0.197 %. The errors of v_out are relative to a zero of eq. (6) that was truncated after \
        seven decimals, so +2·10⁻⁶ (Verlet, RK4) and 1·10⁻⁵ (RK4, energy) measure the reference and not the method: \
        relative to the exact zero they are 7.7·10⁻⁸, 6.1·10⁻⁸ and 3.2·10⁻⁷. Eqs. (27), (28) print the absolute value of a \
        maximum where the maximum of the absolute value is meant. Eqs. (23) to (26), the integrators themselves, have \
        the wrong sign: f/m should be −f/m.",
    make: || Product::Tables(vec![table("Table I")]),
};

pub(super) const THESIS: Item = Item {
    id: "thesis-table-1.2",
    paper: Paper::Thesis,
    label: "Table 1.2",
    title: "Errors in reference simulations",
    text: "The same numbers as Table I of the journal, with the same remarks. One cell (v_out of RK4) is illegible in the \
        available copy and is shown as the journal prints it. The signs of f/m in eqs. (1.24) to (1.27) are wrong.",
    make: || Product::Tables(vec![table("Table 1.2")]),
};

const X: [&str; 4] = ["0.255", "0.018", "0.319", "0.005"];
const V: [&str; 4] = ["+2·10⁻⁵", "+2·10⁻⁶", "-3·10⁻⁵", "+2·10⁻⁶"];
const H: [&str; 4] = ["3·10⁻⁴", "0.052", "4·10⁻⁴", "1·10⁻⁵"];

fn table(label: &str) -> Table {
    let impact = NON_CRITICAL;
    let (exact, truncated) = (impact.release_velocity(), truncated_release(&impact));
    let runs = Method::PAPER.map(|method| (method.name(), method.run(impact)));
    let x = X.iter().zip(&runs).map(|(printed, (name, run))| {
        let (ours, plain) = (run.complex_compression_deviation(), run.compression_deviation());
        let note = if ours == plain { "" } else { "modulus of the complex x(v) beyond v_out" };
        Cell::new("%dev(x)", *name, *printed, ours, plain, note)
    });
    let v = V.iter().zip(&runs).map(|(printed, (name, run))| {
        let note = "relative to the zero of (6) truncated after 7 decimals";
        let (ours, plain) = (run.release_error_against(truncated), run.release_error_against(exact));
        Cell::new("%err(v_out)", *name, *printed, ours, plain, note)
    });
    let h = H.iter().zip(&runs).map(|(printed, (name, run))| {
        let (inside, outside) =
            (run.energy_deviation_against(truncated), run.release_deviation_against(truncated));
        let note = if outside > inside {
            "release sample, relative to the zero truncated after 7 decimals"
        } else {
            ""
        };
        let plain = run.energy_deviation_against(exact);
        Cell::new("%dev(H)", *name, *printed, inside.max(outside), plain, note)
    });
    Table::new(label, "k = 10³ N/m^α, μ = 0.5 s/m, α = 1.5, v_in = 0.5 m/s", "%").with(x.chain(v).chain(h))
}

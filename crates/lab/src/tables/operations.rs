//! Table IV of the journal, Table 1.5 of the thesis: cost of a step and of a correction, counted in the
//! papers and measured here.

use crate::cost::{self, SUBJECTS};
use crate::{Cell, Item, Paper, Product, Table};
use serde_json::Value;

pub(super) const JOURNAL: Item = Item {
    id: "journal-table-4",
    paper: Paper::Journal,
    label: "Table IV",
    title: "Number of operations",
    text: "The paper counts operations by hand; the first two tables add up its rows. One sum is misprinted: the last column \
        of (b) has 9 (13), not 9 (12). The hybrid correction lists no exp although eq. (3) needs a power. The third table \
        has the machine instructions of the same computations in this project, and those of the energy schemes and the exact \
        step. The paper puts AM1 at the cost of RK4; here it runs Newton's method to the last digit and costs five times as \
        much. The exact release velocity costs 1.5 times as much as ṽ_out, not several times, so ṽ_out has no advantage.",
    make: || Product::Tables(tables("Table IV")),
};

pub(super) const THESIS: Item = Item {
    id: "thesis-table-1.5",
    paper: Paper::Thesis,
    label: "Table 1.5",
    title: "Number of operations",
    text: "The same numbers as Table IV of the journal, with the same errors: 9 (12) should be 9 (13), and the hybrid \
        correction lists no exp.",
    make: || Product::Tables(tables("Table 1.5")),
};

/// A printed column of the table. The rows are write, read, +/−, ×, ÷, bit-shift, exp, log, compare.
struct Column {
    name: &'static str,
    rows: [u32; 9],
    /// Printed total of the column without reads and writes.
    total: &'static str,
    /// Printed total of all rows of the column.
    with_access: &'static str,
}

const fn column(
    name: &'static str,
    rows: [u32; 9],
    total: &'static str,
    with_access: &'static str,
) -> Column {
    Column { name, rows, total, with_access }
}

const METHODS: [Column; 5] = [
    column("AM1", [6, 16, 3, 8, 0, 0, 0, 0, 0], "11", "33"),
    column("AM1, per iteration", [10, 33, 8, 11, 1, 0, 1, 0, 4], "25", "68"),
    column("Verlet", [5, 20, 7, 5, 3, 2, 1, 0, 1], "19", "44"),
    column("Heun", [5, 21, 8, 5, 3, 3, 1, 0, 1], "21", "47"),
    column("RK4", [20, 72, 22, 18, 8, 6, 4, 0, 4], "62", "154"),
];

const CORRECTIONS: [Column; 3] = [
    column("hybrid correct.", [1, 7, 6, 7, 3, 0, 0, 1, 1], "18", "26"),
    column("ṽ_out constraint", [2, 4, 5, 6, 4, 1, 1, 0, 1], "18", "24"),
    column("v_out as zero of (6)", [1, 3, 4, 3, 1, 0, 0, 1, 0], "9", "12"),
];

/// Names of subjects in [`SUBJECTS`], each with the number of operations that the paper counts.
const COUNTERPARTS: [(&str, &str); 7] = [
    ("am1", "11 (33) and 25 (68) per iteration"),
    ("verlet", "19 (44)"),
    ("heun", "21 (47)"),
    ("rk4", "62 (154)"),
    ("hybrid", "18 (26)"),
    ("output", "18 (24)"),
    ("release-bisection", "9 (12) per iteration"),
];

/// File with the instructions per repetition, written by `cargo xtask count --json`.
const MEASURED: &str = include_str!("../../reference/instructions.json");

fn tables(label: &str) -> Vec<Table> {
    let title = |name| format!("{name}: sums of the printed rows; \"with access\" includes reads and writes");
    let sums = |columns: &[Column]| -> Vec<Cell> {
        let total = columns.iter().map(|column| {
            let sum: u32 = column.rows[2..].iter().sum();
            Cell::counted("TOTAL", column.name, column.total, f64::from(sum), "")
        });
        let with_access = columns.iter().map(|column| {
            let sum: u32 = column.rows.iter().sum();
            let name = "TOTAL with access";
            Cell::counted(name, column.name, column.with_access, f64::from(sum), "")
        });
        let noted = total.chain(with_access).map(|mut cell| {
            if cell.reproduces == Some(false) {
                cell.note = "misprint: this is the sum of the rows".into();
            }
            cell
        });
        noted.collect()
    };
    vec![
        Table::new(format!("{label}(a)"), title("Methods"), "operations").with(sums(&METHODS)),
        Table::new(format!("{label}(b)"), title("Corrections"), "operations").with(sums(&CORRECTIONS)),
        Table::new(
            format!("{label}, measured"),
            "Instructions of this project; the printed values are operations, in brackets with reads and writes",
            "instructions",
        )
        .with(measured()),
    ]
}

fn measured() -> Vec<Cell> {
    let counts: Value = serde_json::from_str(MEASURED).expect("written by cargo xtask count");
    let count = |name: &str| counts[name].as_f64();
    let mut cells = Vec::new();
    for subject in SUBJECTS {
        let Some(ours) = count(subject.name) else {
            continue;
        };
        let counterpart = COUNTERPARTS.iter().find(|(name, _)| *name == subject.name);
        let printed = counterpart.map_or("", |&(_, printed)| printed);
        let note = format!("{}; cargo xtask count {}", subject.description, subject.name);
        cells.push(Cell::new(subject.name, "instructions", printed, ours, ours, note));
    }
    if let (Some(fewest), Some(most)) = (count("am1-fewest"), count("am1-most")) {
        let (fewest_iterations, most_iterations) = cost::am1_iterations();
        let each = (most - fewest) / f64::from(most_iterations - fewest_iterations);
        let note = format!(
            "difference of am1-most ({most_iterations} iterations) and am1-fewest ({fewest_iterations}), per iteration"
        );
        let row = "am1, per iteration";
        cells.push(Cell::new(row, "instructions", "25 (68)", each, each, note));
    }
    cells
}

//! Every law's `Default` matches its parameter table, and every value drawn from the table gives a working
//! law.

use crate::support::Dice;
use foley_contact::law::{CentreLimited, HuntCrossley, Law, Linear, OneSided, Power, Stulov};
use foley_contact::{Motion, Step};
use foley_params::{Parametric, defaults_hold, draw};

fn holds<L: Law + Parametric + Default>() {
    defaults_hold::<L>().unwrap_or_else(|faults| panic!("{}: {faults}", L::NAME));
    let mut dice = Dice::new(23);
    for _ in 0..1_000 {
        let law: L = draw(|| dice.unit());
        let x = dice.between(-1e-3, 1e-3);
        let (from, to) = (Motion::new(x, dice.between(-10.0, 10.0)), Motion::new(x + 1e-5, 0.0));
        let numbers = [
            law.potential(x),
            law.elastic(x),
            law.slope(x),
            law.resistance(x),
            law.force(from),
            law.heat(from, to, Step::at_rate(44_100.0)),
        ];
        assert!(numbers.iter().all(|n| n.is_finite()), "{}: {numbers:?}", L::NAME);
        assert!(law.potential(x) >= 0.0 && law.resistance(x) >= 0.0);
    }
}

#[test]
fn every_default_matches_its_table() {
    holds::<HuntCrossley>();
    holds::<Linear>();
    holds::<Power>();
    holds::<OneSided>();
    holds::<CentreLimited>();
    holds::<Stulov>();
}

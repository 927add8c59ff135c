//! Table of pitch, decay and amplitude of a mode by four discretisations.

use crate::experiment::RATE;
use crate::{Cell, Item, Paper, Product, Table};
use foley_body::Mode;
use foley_body::modal::{Discretisation, StateTransition};
use foley_contact::{Motion, Step};

pub(super) const FOLEY: Item = Item {
    id: "foley-table-discretisation",
    paper: Paper::Foley,
    label: "Discretisations",
    title: "Pitch, decay and amplitude of a mode by four discretisations",
    text: "Modes from 100 Hz to 20 kHz with a decay of 0.2 s, at 44.1 kHz, struck by an impulse of one sample. The bilinear \
        transform of the thesis, (A.7), lowers the pitch of high modes, prolongs and weakens them; pre-warping of frequency, \
        damping and mass corrects all three. The impulse-invariant mode, (A.24), has the correct pitch, decay and amplitude, but \
        its force does not do the work f Δx. The exact mode under a held force has the correct pitch and decay and does that \
        work. For it an impulse of one sample is a force held for one sample, which causes the droop sin(ωT/2)/(ωT/2). A contact \
        of several steps has a smooth force, and shorter steps reduce the droop.",
    make: || Product::Tables(tables()),
};

const FREQUENCIES: [f64; 9] = [100.0, 500.0, 1000.0, 2000.0, 4000.0, 8000.0, 12_000.0, 16_000.0, 20_000.0];

fn mode(frequency: f64) -> Mode {
    Mode { frequency, decay: 0.2, mass: 1.0, shape: vec![1.0], radiated: 0.0 }
}

/// Returns the velocity amplitude of a discretised mode after an impulse of 1 N s, times the modal mass
/// \[1\].
fn impulse_amplitude(method: Discretisation, mode: &Mode, map: &StateTransition) -> f64 {
    let after = match method {
        Discretisation::Bilinear | Discretisation::BilinearPrewarped => {
            map.apply(map.apply(Motion::default(), 0.5 * RATE), 0.5 * RATE)
        }
        _ => map.apply(Motion::default(), RATE),
    };
    let (mean, half) = (0.5 * (map.xx + map.vv), 0.5 * (map.xx - map.vv));
    let sine = (-map.xv * map.vx - half * half).sqrt();
    let next = map.apply(after, 0.0).velocity;
    mode.mass * after.velocity.hypot((next - mean * after.velocity) / sine)
}

fn tables() -> Vec<Table> {
    let step = Step::at_rate(RATE);
    let mut pitch = Table::new("Pitch", "Error of the pitch of the mode", "cents");
    let mut decay = Table::new("Decay", "Damping, relative to that of the mode", "1");
    let mut amplitudes = Table::new("Amplitude", "Velocity after an impulse, relative to 1/m", "dB");
    for frequency in FREQUENCIES {
        let mode = mode(frequency);
        let row = format!("{frequency} Hz");
        for method in Discretisation::ALL {
            let map = method.map(&mode, step);
            let pole = map.pole(step);
            let true_pole = StateTransition::exact(&mode, step).pole(step);
            let cents = 1200.0 * (pole.frequency / true_pole.frequency).log2();
            let cell = |value| Cell::new(row.clone(), method.name(), "", value, value, "");
            pitch.cells.push(cell(cents));
            decay.cells.push(cell(pole.damping / mode.damping()));
            let level = 20.0 * impulse_amplitude(method, &mode, &map).log10();
            amplitudes.cells.push(cell(level));
        }
    }
    vec![pitch, decay, amplitudes]
}

//! `foley contact` against the closed forms, over the ranges that its table declares.

use crate::support::{contact, number};
use foley_contact::analytic::Impact;
use foley_contact::law::HuntCrossley;

/// Shortest contact whose duration is checked with sub-steps \[samples\].
const SHORTEST: f64 = 0.5;

const EXPONENTS: [f64; 4] = [1.0, 1.5, 2.8, 3.5];
const RATES: [f64; 4] = [22_050.0, 44_100.0, 96_000.0, 192_000.0];
const OFFSETS: [f64; 4] = [0.0, 0.37, 0.5, 1.0];

/// Arguments of one run of `foley contact`.
#[derive(Clone, Copy, Debug)]
struct Setting {
    impact: Impact,
    rate: f64,
    offset: f64,
    substeps: &'static str,
}

impl Setting {
    fn answer(&self) -> serde_json::Value {
        let law = self.impact.law;
        let numbers = [
            ("--mass", self.impact.mass),
            ("--stiffness", law.stiffness),
            ("--exponent", law.exponent),
            ("--damping", law.damping),
            ("--speed", self.impact.speed),
            ("--rate", self.rate),
            ("--offset", self.offset),
        ];
        let mut words: Vec<String> = Vec::new();
        for (flag, value) in numbers {
            words.extend([flag.to_owned(), format!("{value:e}")]);
        }
        words.extend(["--substeps".to_owned(), self.substeps.to_owned()]);
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        contact(&words)
    }
}

fn impact(stiffness: f64, exponent: f64, loss: f64, speed: f64) -> Impact {
    let law = HuntCrossley { stiffness, exponent, damping: loss / speed };
    Impact::new(0.01, law, speed)
}

/// Returns settings with stiffnesses from felt to harder than steel, every exponent, and losses from none to
/// nearly full. Rates, phases and speeds vary.
fn grid(substeps: &'static str) -> Vec<Setting> {
    let mut settings = Vec::new();
    for stiffness in [1e3, 1e6, 1e9, 1e12] {
        for exponent in EXPONENTS {
            for loss in [1e-6, 0.4, 20.0] {
                let n = settings.len();
                settings.push(Setting {
                    impact: impact(stiffness, exponent, loss, [1.0, 0.02, 10.0][n % 3]),
                    rate: RATES[n % 4],
                    offset: OFFSETS[(n / 3) % 4],
                    substeps,
                });
            }
        }
    }
    settings
}

fn leaves_exactly(setting: &Setting) {
    let answer = setting.answer();
    let error = number(&answer, "/error/v_out");
    assert!(error.abs() < 1e-10, "{error:e} for {setting:?}");
}

#[test]
fn one_step_per_sample_gives_the_exact_release_velocity() {
    for setting in grid("1") {
        leaves_exactly(&setting);
    }
}

#[test]
fn substeps_give_the_exact_release_velocity() {
    for setting in grid("auto") {
        leaves_exactly(&setting);
    }
}

/// Returns settings with contacts of `samples` samples. The duration is proportional to (m/k)^(1/(α+1)), with
/// the mass m, stiffness k and exponent α; mass and stiffness vary within their ranges. The speed is high,
/// because contacts of high exponent are long otherwise.
fn lasting(samples: &[f64], substeps: &'static str) -> Vec<Setting> {
    let mut settings = Vec::new();
    for &wanted in samples {
        for exponent in EXPONENTS {
            for loss in [1e-6, 0.3, 1.0] {
                let n = settings.len();
                let rate = RATES[n % 4];
                let mut impact = impact(1e10, exponent, loss, 200.0);
                let share = (impact.duration() * rate / wanted).powf(0.5 * (exponent + 1.0));
                impact.law.stiffness *= share;
                impact.mass /= share;
                assert!((impact.duration() * rate / wanted - 1.0).abs() < 1e-9);
                let setting = Setting { impact, rate, offset: OFFSETS[(n / 2) % 4], substeps };
                if (1e-6..=1e3).contains(&impact.mass) && (1e3..=1e12).contains(&impact.law.stiffness) {
                    settings.push(setting);
                }
            }
        }
    }
    settings
}

fn lasts_as_long_as_it_should(settings: &[Setting]) {
    assert!(settings.len() >= 20, "only {} contacts", settings.len());
    for setting in settings {
        let error = number(&setting.answer(), "/error/duration");
        assert!(error.abs() < 2e-3, "{error:e} for {setting:?}");
    }
}

#[test]
fn substeps_give_short_contacts_their_duration() {
    lasts_as_long_as_it_should(&lasting(&[1.01 * SHORTEST, 2.3, 7.7], "auto"));
}

#[test]
fn one_step_per_sample_gives_longer_contacts_their_duration() {
    lasts_as_long_as_it_should(&lasting(&[6.0, 13.0], "1"));
}

#[test]
fn a_hundred_impacts_keep_the_exact_energy() {
    let cases: [&[&str]; 2] = [
        &["--mass", "10g", "--stiffness", "1e7", "--exponent", "1.3", "--damping", "0.01", "--speed", "0.5"],
        &["--mass", "10g", "--stiffness", "1e9", "--exponent", "1.5", "--damping", "0.5", "--speed", "1"],
    ];
    for case in cases {
        let answer = contact(&[case, &["--impacts", "100"]].concat());
        let error = number(&answer, "/chain/relative_error");
        assert!(error.abs() < 1e-9, "{error:e} for {case:?}");
        let velocities = answer["chain"]["v_out"].as_array().unwrap();
        assert_eq!(velocities.len(), 100);
        assert!(velocities.iter().all(|v| v.as_f64().unwrap() < 0.0));
        let last = velocities[99].as_f64().unwrap();
        let residual = number(&answer, "/chain/residual_energy");
        assert_eq!(residual, 0.5 * 0.01 * last * last);
        let exact = number(&answer, "/chain/exact_residual_energy");
        assert!((residual / exact - 1.0 - error).abs() < 1e-14);
    }
}

#[test]
fn the_ledger_balances() {
    for scheme in ["exact", "two-point", "rk4"] {
        let answer = contact(&["--scheme", scheme, "--force", "1N"]);
        let at = |name: &str| number(&answer, &format!("/ledger/{name}"));
        let numerical = at("initial") + at("work") + at("control") - at("moving") - at("stored") - at("heat");
        assert!((numerical - at("numerical")).abs() < 1e-17, "{scheme}");
    }
}

//! A ball on a hard floor: each bounce starts with the release speed of the one before.
//!
//! ```sh
//! cargo run -p foley --example 01_bounce
//! ```

use foley::prelude::*;

fn main() {
    let (mass, law) = (0.010, HuntCrossley::default());
    let ball = Problem::new(mass, law, Step::at_rate(44_100.0));
    let mut speed = 1.0;
    println!("bounce  in [m/s]  out [m/s]   closed form  lasts [µs]  closed form  heat [mJ]");
    for bounce_number in 1..=8 {
        let report = bounce(&ball, &mut Exact::default(), Approach::at_speed(speed), |_| {});
        let exact = Impact::new(mass, law, speed);
        println!(
            "{bounce_number:>6}  {speed:>8.5}  {:>9.6}  {:>12.6}  {:>10.3}  {:>11.3}  {:>9.5}",
            report.release_velocity,
            exact.release_velocity(),
            1e6 * report.duration,
            1e6 * exact.duration(),
            1e3 * report.ledger.heat,
        );
        speed = report.release_velocity.abs();
    }
}

//! Closed-form impact of a point mass against a fixed surface, without time stepping.
//!
//! The loop of force and compression is known exactly ([`Impact::hysteresis`]), but not as a function of
//! time. The time between two of its points follows from the mean velocity or the mean force:
//!
//! ```math
//! \Delta t = \frac{\Delta x}{\bar v} \quad\text{or}\quad \Delta t = -\frac{m\,\Delta v}{\bar f},
//! ```
//!
//! | symbol    | unit       | meaning                              |
//! |-----------|------------|--------------------------------------|
//! | Δt        | s          | time between two points              |
//! | Δx, v̄    | m, m/s     | change of compression, mean velocity |
//! | m, Δv, f̄ | kg, m/s, N | mass, change of velocity, mean force |
//!
//! The first form is used where the mass is fast, the second near its turning point. All times are then
//! scaled to the exact duration.

use crate::request::RequestError;
use foley_catalogue::preset::Preset;
use foley_contact::analytic::{Impact, LoopPoint};
use foley_params::Unit;
use foley_scene::{BodySpec, ContactLaw};
use serde_json::{Value, json};

/// Number of points on the loop of force and compression.
const POINTS: usize = 129;
/// Minimum and maximum impact speed [m/s].
const SPEEDS: (f64, f64) = (1e-3, 100.0);

/// Returns the first impact of a sound at `speed` [m/s]; without a speed, at that of the sound's default
/// gesture. `None` if the sound has no impact.
pub(crate) fn first_impact(preset: &Preset, speed: Option<f64>) -> Option<Impact> {
    let sound = &*preset.sound;
    let scene = sound.scene_spec(1).ok()?;
    let contacts = scene.contacts.iter();
    let found = contacts.filter_map(|contact| {
        let ContactLaw::Impact(law) = contact.value.law else {
            return None;
        };
        let mass = |body: usize| match &scene.bodies.get(body)?.value {
            BodySpec::Inertial { spec, .. } => Some(spec.mass),
            BodySpec::Modal { spec, .. } => spec.rigid.map(|rigid| rigid.mass),
            _ => None,
        };
        let mass = mass(contact.value.one.body).or_else(|| mass(contact.value.two.body))?;
        Some((mass, law))
    });
    let (mass, law) = found.into_iter().next()?;
    let strikes = |gesture: usize| {
        let unit = sound.gestures().get(gesture).map(|info| info.unit);
        unit == Some(Unit::MetrePerSecond)
    };
    let opening = sound.default_gestures().into_iter();
    let own = opening.filter(|&(_, gesture, _)| strikes(gesture)).map(|(_, _, speed)| speed).next();
    let speed = speed.or(own)?.clamp(SPEEDS.0, SPEEDS.1);
    Some(Impact::new(mass, law, speed))
}

/// Returns duration \[s\], peak force \[N\] and compression \[m\] of the impact that the default gesture
/// makes.
pub(crate) fn summary(preset: &Preset) -> Value {
    let Some(impact) = first_impact(preset, None) else {
        return Value::Null;
    };
    json!({
        "time": impact.duration(),
        "force": peak_force(&impact),
        "compression": impact.max_compression(),
    })
}

fn peak_force(impact: &Impact) -> f64 {
    let forces = impact.hysteresis(POINTS).map(|point| point.force);
    forces.fold(0.0, f64::max)
}

/// Returns time, compression, velocity and force over the whole impact.
pub(crate) fn curve(preset: &Preset, speed: Option<f64>) -> Result<Value, RequestError> {
    if let Some(speed) = speed
        && speed <= 0.0
    {
        return Err(format!("`speed` is {speed} m/s; it must be greater than 0"));
    }
    let Some(impact) = first_impact(preset, speed.or(Some(1.0)).filter(|_| has_impact(preset))) else {
        return Ok(json!({ "none": true }));
    };
    let points: Vec<LoopPoint> = impact.hysteresis(POINTS).collect();
    let duration = impact.duration();
    let mut time = vec![0.0];
    for pair in points.windows(2) {
        if let [start, end] = pair {
            let now = time.last().copied().unwrap_or(0.0);
            time.push(now + time_between(&impact, start, end));
        }
    }
    let total = time.last().copied().unwrap_or(0.0);
    let stretch = if total > 0.0 { duration / total } else { 0.0 };
    let column = |of: fn(&LoopPoint) -> f64| points.iter().map(of).collect::<Vec<f64>>();
    Ok(json!({
        "time": time.iter().map(|t| t * stretch).collect::<Vec<f64>>(),
        "x": column(|point| point.motion.displacement),
        "v": column(|point| point.motion.velocity),
        "f": column(|point| point.force),
        "duration": duration,
        "peak": peak_force(&impact),
        "compression": impact.max_compression(),
        "restitution": impact.restitution(),
        "heat": impact.energy_lost(),
    }))
}

fn has_impact(preset: &Preset) -> bool {
    first_impact(preset, Some(1.0)).is_some()
}

/// Returns the time between two neighbouring points of the loop \[s\].
fn time_between(impact: &Impact, start: &LoopPoint, end: &LoopPoint) -> f64 {
    let (v, f) = (0.5 * (start.motion.velocity + end.motion.velocity), 0.5 * (start.force + end.force));
    let by_distance = (end.motion.displacement - start.motion.displacement) / v;
    let by_force = impact.mass * (start.motion.velocity - end.motion.velocity) / f;
    let fast = v.abs() > 0.5 * impact.speed * impact.restitution();
    let first = if fast { by_distance } else { by_force };
    let best = if first.is_finite() && first >= 0.0 {
        first
    } else if fast {
        by_force
    } else {
        by_distance
    };
    if best.is_finite() { best.max(0.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foley_catalogue::preset::palette;

    #[test]
    fn the_times_end_at_the_duration_and_the_impulse_is_the_change_of_momentum() {
        let knock = palette().iter().find(|preset| preset.model() == "impact").unwrap();
        let answer = curve(knock, Some(1.0)).unwrap();
        let row = |name: &str| -> Vec<f64> {
            let row = answer[name].as_array().unwrap();
            row.iter().map(|value| value.as_f64().unwrap()).collect()
        };
        let (time, force, velocity) = (row("time"), row("f"), row("v"));
        let duration = answer["duration"].as_f64().unwrap();
        assert!((time[time.len() - 1] / duration - 1.0).abs() < 1e-12);
        assert!(time.windows(2).all(|pair| pair[1] >= pair[0]));
        // The impulse ∫ f dt equals m Δv, within the error of 128 trapezia.
        let impulse: f64 =
            (1..time.len()).map(|n| 0.5 * (force[n] + force[n - 1]) * (time[n] - time[n - 1])).sum();
        let impact = first_impact(knock, Some(1.0)).unwrap();
        let expected = impact.mass * (velocity[0] - velocity[velocity.len() - 1]);
        assert!((impulse / expected - 1.0).abs() < 0.01, "{impulse} N s of {expected}");
    }
}

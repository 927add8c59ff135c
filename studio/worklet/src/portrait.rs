//! A touch without stepping: how deep, how hard and how long, as the closed form says it, for a point mass
//! against what stands still.
//!
//! The loop of force and compression is known exactly ([`Impact::hysteresis`]); only its clock is not.
//! Between two points of it
//!
//! $$ \Delta t = \frac{\Delta x}{\bar v} \quad\text{or}\quad \Delta t = -\frac{m\,\Delta v}{\bar f}, $$
//!
//! the first where it is fast, the second where it turns; all are then stretched to the exact duration.

use crate::request::Wrong;
use foley_catalogue::preset::Preset;
use foley_contact::analytic::{Impact, LoopPoint};
use foley_params::Unit;
use foley_scene::{BodySpec, ContactLaw};
use serde_json::{Value, json};

/// Points of a loop.
const POINTS: usize = 129;
/// Speeds that are drawn [m/s].
const SPEEDS: (f64, f64) = (1e-3, 100.0);

/// The first touch of a sound at a speed [m/s], or at that of its opening; none if nothing strikes there.
pub(crate) fn touch(preset: &Preset, speed: Option<f64>) -> Option<Impact> {
    let sound = &*preset.sound;
    let stage = sound.scene_spec(1).ok()?;
    let contacts = stage.contacts.iter();
    let found = contacts.filter_map(|contact| {
        let ContactLaw::Impact(law) = contact.value.law else {
            return None;
        };
        let mass = |body: usize| match &stage.bodies.get(body)?.value {
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

/// How long, how hard and how deep the touch of the opening is.
pub(crate) fn brief(preset: &Preset) -> Value {
    let Some(impact) = touch(preset, None) else {
        return Value::Null;
    };
    json!({
        "time": impact.duration(),
        "force": peak(&impact),
        "compression": impact.max_compression(),
    })
}

fn peak(impact: &Impact) -> f64 {
    let forces = impact.hysteresis(POINTS).map(|point| point.force);
    forces.fold(0.0, f64::max)
}

/// The whole of a touch: time, compression, velocity, force.
pub(crate) fn portrait(preset: &Preset, speed: Option<f64>) -> Result<Value, Wrong> {
    if let Some(speed) = speed
        && speed <= 0.0
    {
        return Err("`speed` must be more than 0 m/s".to_owned());
    }
    let Some(impact) = touch(preset, speed.or(Some(1.0)).filter(|_| strikes(preset))) else {
        return Ok(json!({ "none": true }));
    };
    let points: Vec<LoopPoint> = impact.hysteresis(POINTS).collect();
    let duration = impact.duration();
    let mut time = vec![0.0];
    for pair in points.windows(2) {
        if let [one, two] = pair {
            let now = time.last().copied().unwrap_or(0.0);
            time.push(now + between(&impact, one, two));
        }
    }
    let whole = time.last().copied().unwrap_or(0.0);
    let stretch = if whole > 0.0 { duration / whole } else { 0.0 };
    let column = |of: fn(&LoopPoint) -> f64| points.iter().map(of).collect::<Vec<f64>>();
    Ok(json!({
        "time": time.iter().map(|t| t * stretch).collect::<Vec<f64>>(),
        "x": column(|it| it.motion.displacement),
        "v": column(|it| it.motion.velocity),
        "f": column(|it| it.force),
        "duration": duration,
        "peak": peak(&impact),
        "compression": impact.max_compression(),
        "restitution": impact.restitution(),
        "heat": impact.energy_lost(),
    }))
}

fn strikes(preset: &Preset) -> bool {
    touch(preset, Some(1.0)).is_some()
}

/// From one point of the loop to the next \[s\].
fn between(impact: &Impact, one: &LoopPoint, two: &LoopPoint) -> f64 {
    let (v, f) = (0.5 * (one.motion.velocity + two.motion.velocity), 0.5 * (one.force + two.force));
    let by_way = (two.motion.displacement - one.motion.displacement) / v;
    let by_force = impact.mass * (one.motion.velocity - two.motion.velocity) / f;
    let fast = v.abs() > 0.5 * impact.speed * impact.restitution();
    let first = if fast { by_way } else { by_force };
    let best = if first.is_finite() && first >= 0.0 {
        first
    } else if fast {
        by_force
    } else {
        by_way
    };
    if best.is_finite() { best.max(0.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foley_catalogue::preset::palette;

    #[test]
    fn the_clock_of_a_touch_ends_with_its_duration_and_gives_its_momentum_back() {
        let knock = palette().iter().find(|it| it.model() == "impact").unwrap();
        let answer = portrait(knock, Some(1.0)).unwrap();
        let row = |name: &str| -> Vec<f64> {
            let row = answer[name].as_array().unwrap();
            row.iter().map(|it| it.as_f64().unwrap()).collect()
        };
        let (time, force, velocity) = (row("time"), row("f"), row("v"));
        let duration = answer["duration"].as_f64().unwrap();
        assert!((time[time.len() - 1] / duration - 1.0).abs() < 1e-12);
        assert!(time.windows(2).all(|pair| pair[1] >= pair[0]));
        // ∫ f dt = m Δv, as far as 128 trapezia go.
        let given: f64 =
            (1..time.len()).map(|n| 0.5 * (force[n] + force[n - 1]) * (time[n] - time[n - 1])).sum();
        let impact = touch(knock, Some(1.0)).unwrap();
        let wanted = impact.mass * (velocity[0] - velocity[velocity.len() - 1]);
        assert!((given / wanted - 1.0).abs() < 0.01, "{given} N s of {wanted}");
    }
}

//! Tests of breaking waves: sizes of bubbles, decay of the air, tones of bursting foam, and the colour of
//! surf.

use crate::support::heard::perform_default;
use foley_catalogue::liquids::breaker::{Breaker, Foam, FreshAir, Surf, peak};
use foley_catalogue::liquids::coupled_bubbles::Agitation;
use foley_catalogue::liquids::{CoupledBubbles, Liquid};
use foley_dsp::analysis::Spectrum;
use foley_dsp::random::Dice;

const RATE: f64 = 48_000.0;

#[test]
fn bubble_sizes_follow_minus_three_halves_below_and_minus_ten_thirds_above_the_hinze_scale() {
    let air = FreshAir { smallest: 1e-4, hinze: 1e-3, largest: 0.01, ..FreshAir::default() };
    let mut dice = Dice::new(5);
    let radii: Vec<f64> = (0..2_000_000).map(|_| air.draw_radius(&mut dice)).collect();
    assert!(radii.iter().all(|r| (1e-4..=0.01).contains(r)));
    // Number per metre of radius in third octaves, between two radii: the slope of the logarithms.
    let density = |from: f64| {
        let to = from * 1.26;
        let count = radii.iter().filter(|r| (from..to).contains(*r)).count();
        (count as f64, libm::log(count as f64 / (to - from)))
    };
    for (low, high, expected) in [(1.2e-4, 7e-4, -1.5), (1.2e-3, 5e-3, -10.0 / 3.0)] {
        let ((_, a), (few, b)) = (density(low), density(high));
        let slope = (b - a) / libm::log(high / low);
        println!(
            "from {low} m to {high} m: exponent {slope:.3} for {expected:.3}, {few} bubbles in the last"
        );
        // The last third octave has over a thousand bubbles: 3 % of its number, over a range of 1.4.
        assert!((slope - expected).abs() < 0.08, "{slope} for {expected}");
    }
    // The density is continuous at the Hinze scale.
    let jump = density(1e-3 / 1.26).1 - density(1e-3).1;
    assert!((0.3..0.8).contains(&jump), "{jump}: between 1.5 and 10/3 times ln 1.26");
}

#[test]
fn the_air_of_a_wave_rises_to_one_and_decays_exponentially() {
    let foam = Foam::default();
    for (rise, fall) in [(0.1, 1.0), (0.5, 0.5), (1.5, 0.8)] {
        let waves = Breaker { waves: 1.0, period: 20.0, irregularity: 0.0, rise, fall };
        let mut surf = Surf::new(1);
        let step = 1e-3;
        let air: Vec<f64> = (0..9000).map(|_| surf.advance(&waves, &foam, step, true).air).collect();
        let most = air.iter().fold(0.0_f64, |most, air| most.max(*air));
        assert!(
            (most - 1.0).abs() < 0.01,
            "{most} with {rise} s, {fall} s, normalised by {}",
            peak(rise, fall)
        );
        // After the crest has fallen the slower of the two decays is left.
        let (from, to) = (5.0 * rise.max(fall), 5.0 * rise.max(fall) + 0.5);
        let [a, b] = [from, to].map(|time| air[(time / step) as usize]);
        let decay = 0.5 / libm::log(a / b);
        let slower = rise.max(fall);
        println!("rise {rise} s, fall {fall} s: decays in {decay:.3} s");
        let bound = if rise == fall { 0.3 } else { 0.06 };
        assert!((decay / slower - 1.0).abs() < bound, "{decay} s for {slower} s");
    }
}

#[test]
fn a_bursting_bubble_rings_as_the_resonator_that_it_is() {
    let foam = Foam { film: 1e-6, ..Foam::default() };
    for radius in [1e-3, 3e-3, 0.01] {
        let tone = foam.burst(&Liquid::default(), radius);
        let quality = core::f64::consts::PI * tone.frequency / tone.decay;
        println!("{radius} m: {:.0} Hz, Q {quality:.2}, {:.2e} Pa", tone.frequency, tone.amplitude);
        // c/2π √(r/V): 26.67 m/s over the radius; Q = π/ka with a = r/2.
        assert!((tone.frequency * radius - 26.67).abs() < 0.05, "{} m/s", tone.frequency * radius);
        assert!((quality - 12.86).abs() < 0.05, "Q {quality}");
        // 4σa/πrR = 46 mPa, reduced by 1 + ωr√(ρδ/2σ) = 15.
        assert!((tone.amplitude / (0.045_84 / 14.97) - 1.0).abs() < 0.01, "{} Pa", tone.amplitude);
    }
    // Thin films open faster.
    let thin = Foam { film: 1e-7, ..foam }.burst(&Liquid::default(), 3e-3);
    assert!(thin.amplitude > 2.0 * foam.burst(&Liquid::default(), 3e-3).amplitude);
}

#[test]
fn the_bubbles_of_a_breaker_fall_by_five_decibels_per_octave_up_to_the_hinze_scale() {
    // With n(r) ~ r^-10/3, a power r²/d of a bubble, d ~ 1/r and df ~ dr/r² the spectrum is f^-5/3: -5.0 dB
    // per octave for equal depths; between 500 Hz and 2.5 kHz the damping grows a little faster.
    let sound = CoupledBubbles {
        agitation: Agitation { burst: 0.0, rate: 0.0, swing: 0.0, duration: 12.0 },
        air: FreshAir {
            rate: 8000.0,
            smallest: 9e-4,
            hinze: 1e-3,
            largest: 0.01,
            depth: 1e-3,
            ..FreshAir::default()
        },
        ..CoupledBubbles::default()
    };
    let heard = perform_default(&sound, Some(6.0), 3);
    let bins = Spectrum::of(&heard.rows[0], RATE);
    let band = |from: f64| {
        let to = from * core::f64::consts::SQRT_2;
        let inside = |bin: &usize| (from..to).contains(&bins.frequency(*bin));
        let power: f64 = (0..bins.power().len()).filter(inside).map(|bin| bins.power()[bin]).sum();
        10.0 * libm::log10(power / (to - from))
    };
    let slope = (band(2000.0) - band(500.0)) / 2.0;
    println!("{slope:.2} dB per octave from 600 Hz to 2.4 kHz");
    assert!((slope + 5.6).abs() < 0.9, "{slope} dB per octave");
}

#[test]
fn waves_surge_and_their_foam_outlasts_them() {
    let mut sound = CoupledBubbles {
        agitation: Agitation { burst: 0.0, rate: 0.0, swing: 0.0, duration: 6.0 },
        breaker: Breaker { waves: 1.0, period: 10.0, irregularity: 0.0, rise: 0.2, fall: 0.5 },
        air: FreshAir { rate: 3000.0, ..FreshAir::default() },
        ..CoupledBubbles::default()
    };
    let level = |heard: &[f64], from: f64| {
        let part = &heard[(from * RATE) as usize..((from + 0.3) * RATE) as usize];
        10.0 * libm::log10(part.iter().map(|p| p * p).sum::<f64>() / part.len() as f64)
    };
    let bubbles = perform_default(&sound, Some(6.0), 1).rows[0].clone();
    (sound.air.rate, sound.foam) = (0.0, Foam { rate: 3000.0, lasting: 2.0, ..Foam::default() });
    let foam = perform_default(&sound, Some(6.0), 1).rows[0].clone();
    let falls = [&bubbles, &foam].map(|heard| level(heard, 0.5) - level(heard, 2.5));
    println!("from 0.5 s to 2.5 s the bubbles fall by {:.1} dB, the foam by {:.1} dB", falls[0], falls[1]);
    // Rate and squared swing fall by e each in 0.5 s: 17 dB per second; the foam by 4.3 dB in 2 s at most.
    assert!(falls[0] > 25.0 && falls[1] < 6.0, "{falls:?} dB");
}

//! Analysis of synthetic sounds with known features.

use foley_dsp::analysis::{
    Features, OnsetSettings, Rows, SILENCE, Signature, Spectrum, Weight, distance, envelope, intervals,
    onsets, spectrogram, trend,
};
use std::f64::consts::{LN_10, TAU};

const RATE: f64 = 48000.0;

/// Samples of a function of time over `seconds`.
fn sound(seconds: f64, at: impl Fn(f64) -> f64) -> Vec<f64> {
    (0..(seconds * RATE) as usize).map(|n| at(n as f64 / RATE)).collect()
}

fn sine(t: f64, frequency: f64) -> f64 {
    libm::sin(TAU * frequency * t)
}

fn noise(seconds: f64) -> Vec<f64> {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
    };
    (0..(seconds * RATE) as usize).map(|_| next()).collect()
}

/// A struck bar: decaying partials, all frequencies multiplied by `pitch`.
fn struck(pitch: f64, decay: f64) -> Vec<f64> {
    sound(0.8, |t| {
        let partial =
            |ratio: f64, level: f64| level * sine(t, 300.0 * pitch * ratio) * libm::exp(-t * ratio / decay);
        partial(1.0, 0.6) + partial(2.756, 0.3) + partial(5.404, 0.2)
    })
}

fn near(value: f64, expected: f64, share: f64, name: &str) {
    assert!(
        (value - expected).abs() <= share * expected.abs(),
        "{name}: {value}, expected {expected} within {share}"
    );
}

#[test]
fn the_centroid_of_a_sine_is_its_frequency() {
    for frequency in [100.0, 440.0, 1234.5, 9876.0] {
        let sine = sound(1.0, |t| 0.3 * sine(t, frequency));
        let spectrum = Spectrum::of(&sine, RATE);
        near(spectrum.centroid(Weight::Power), frequency, 0.005, "of the whole, by power");
        near(spectrum.centroid(Weight::Amplitude), frequency, 0.005, "of the whole, by amplitude");
        near(Features::of(&sine, RATE).centroid, frequency, 0.005, "of frames, by power");
    }
}

#[test]
fn the_centroid_of_two_equal_sines_is_midway_and_their_spread_half_their_distance() {
    let two = sound(1.0, |t| sine(t, 1000.0) + sine(t, 3000.0));
    for spectrum in [Spectrum::of(&two, RATE), Spectrum::mean(&two, RATE, 0.04)] {
        near(spectrum.centroid(Weight::Power), 2000.0, 0.005, "centroid");
        near(spectrum.spread(), 1000.0, 0.005, "spread");
    }
    // A tenth of the amplitude is a hundredth of the power: the centroid moves by 1/101 or 1/11 of 2 kHz.
    let weak = sound(1.0, |t| sine(t, 1000.0) + 0.1 * sine(t, 3000.0));
    let spectrum = Spectrum::of(&weak, RATE);
    near(spectrum.centroid(Weight::Power), 1000.0 + 2000.0 / 101.0, 0.005, "by power");
    near(spectrum.centroid(Weight::Amplitude), 1000.0 + 2000.0 / 11.0, 0.005, "by amplitude");
}

#[test]
fn the_powers_of_a_spectrum_add_up_to_the_mean_square() {
    let tone = sound(0.5, |t| 0.5 * sine(t, 700.0));
    near(Spectrum::of(&tone, RATE).total(), 0.125, 0.001, "half the amplitude's square");
    let struck = struck(1.0, 0.1);
    let mean = struck.iter().map(|x| x * x).sum::<f64>() / struck.len() as f64;
    // Frames beyond both ends give every sample equal weight, to rounding.
    near(Spectrum::mean(&struck, RATE, 0.04).total(), mean, 1e-9, "mean square");
}

#[test]
fn partials_are_found_to_a_tenth_of_a_hertz_with_their_amplitudes() {
    let tones = [(441.3, 0.5), (1000.07, 0.3), (1053.9, 0.001), (7654.32, 0.1)];
    let all = sound(1.0, |t| tones.iter().map(|(f, a)| a * sine(t, *f)).sum());
    let found = Spectrum::of(&all, RATE).partials(10, 80.0);
    let mut by_level = tones;
    by_level.sort_by(|a, b| b.1.total_cmp(&a.1));
    assert_eq!(found.len(), 4, "a side lobe was taken for a partial: {found:?}");
    for (found, (frequency, amplitude)) in found.iter().zip(by_level) {
        assert!((found.frequency - frequency).abs() < 0.1, "{found:?}, {frequency} Hz");
        near(found.amplitude, amplitude, 0.01, "amplitude");
    }
}

#[test]
fn a_sine_is_found_to_a_tenth_of_a_bin_anywhere_between_two_bins() {
    // 2048 samples, padded to 4096: bins of 11.7 Hz.
    let bin = RATE / 4096.0;
    for part in 0..20 {
        let frequency = (100.0 + f64::from(part) / 20.0) * bin;
        let few: Vec<f64> = sound(1.0, |t| sine(t, frequency))[..2048].to_vec();
        let found = Spectrum::of(&few, RATE).partials(3, 40.0);
        assert_eq!(found.len(), 1, "{found:?}");
        let error = (found[0].frequency - frequency) / bin;
        assert!(error.abs() < 0.1, "{error} bins off at {frequency} Hz");
    }
}

#[test]
fn the_decay_time_of_an_exponential_decay_is_found() {
    for (tau, seconds) in [(0.005, 0.5), (0.05, 0.5), (0.3, 1.0), (0.3, 4.0), (1.0, 1.5)] {
        let dying = sound(seconds, |t| 0.7 * sine(t, 997.0) * libm::exp(-t / tau));
        let found = Features::of(&dying, RATE).decay_time.unwrap();
        near(found, 3.0 * LN_10 * tau, 0.01, &format!("T60 of tau = {tau} s in {seconds} s"));
    }
    let steady = sound(1.0, |t| sine(t, 997.0));
    assert_eq!(Features::of(&steady, RATE).decay_time, None, "a steady sound has no decay time");
    assert_eq!(Features::of(&noise(1.0), RATE).decay_time, None, "noise has no decay time");
}

#[test]
fn times_count_from_the_onset() {
    let after = |silence: f64| {
        sound(1.0, |t| {
            let since = t - silence;
            let rise = (since / 0.1).clamp(0.0, 1.0);
            rise * sine(t, 2000.0) * libm::exp(-(since - 0.1).max(0.0) / 0.05)
        })
    };
    let (soon, late) = (Features::of(&after(0.0), RATE), Features::of(&after(0.25), RATE));
    assert!((late.onset - soon.onset - 0.25).abs() < 0.001, "{}", late.onset);
    // A linear rise takes eight tenths of its duration from a tenth to nine tenths, to a period of the sine.
    for features in [&soon, &late] {
        assert!((features.attack_time - 0.08).abs() < 0.001, "{} s", features.attack_time);
    }
    near(late.temporal_centroid, soon.temporal_centroid, 0.001, "mean time");
}

#[test]
fn features_of_a_sine_and_of_noise_have_their_known_values() {
    let tone = Features::of(&sound(1.0, |t| 0.5 * sine(t, 1000.0)), RATE);
    near(tone.peak, 0.5, 1e-3, "peak");
    near(tone.rms, 0.5 / 2_f64.sqrt(), 1e-3, "rms");
    near(tone.crest_factor, 2_f64.sqrt(), 1e-3, "crest factor");
    near(tone.zero_crossing_rate, 2000.0, 2e-3, "two crossings per period");
    near(tone.temporal_centroid, 0.5, 2e-3, "half of its second");
    assert!(tone.flatness < 1e-4, "{}", tone.flatness);
    let hiss = Features::of(&noise(1.0), RATE);
    // White noise has equal power from 0 to 24 kHz.
    near(hiss.centroid, 12000.0, 0.02, "centroid");
    near(hiss.roll_off, 0.85 * 24000.0, 0.02, "roll-off");
    near(hiss.spread, 24000.0 / 12_f64.sqrt(), 0.02, "spread");
    near(hiss.rms, 1.0 / 3_f64.sqrt(), 0.01, "rms of a uniform distribution");
    assert!(hiss.flatness > 0.95, "{}", hiss.flatness);
    assert_eq!(hiss.list()[9].name, "centroid");
    assert_eq!(hiss.list()[9].value, Some(hiss.centroid));
}

/// Pulses at given times that decay within a few milliseconds.
fn pulses(times: &[f64], level: impl Fn(usize) -> f64) -> Vec<f64> {
    sound(2.0, |t| {
        let pulse = |(index, at): (usize, &f64)| {
            let since = t - at;
            if since < 0.0 {
                0.0
            } else {
                level(index) * libm::exp(-since / 0.004) * libm::cos(TAU * 1500.0 * since)
            }
        };
        times.iter().enumerate().map(pulse).sum()
    })
}

#[test]
fn all_pulses_of_a_train_are_found_within_two_milliseconds() {
    for every in [0.03, 0.05, 0.111] {
        let times: Vec<f64> = (0..16).map(|n| 0.01 + every * f64::from(n)).collect();
        let found = onsets(&pulses(&times, |n| 1.0 / (1.0 + n as f64)), RATE, &OnsetSettings::default());
        assert_eq!(found.len(), times.len(), "every {every} s: {found:?}");
        for (found, at) in found.iter().zip(&times) {
            assert!((found - at).abs() < 0.002, "{found} s, {at} s");
        }
        assert!(trend(&found).unwrap().abs() < 0.002, "constant intervals have no trend");
        let mean = intervals(&found).iter().sum::<f64>() / 15.0;
        near(mean, every, 0.01, "interval");
    }
}

#[test]
fn the_trend_of_a_bouncing_ball_gives_its_restitution() {
    // Intervals and speeds shrink by e.
    let e: f64 = 0.85;
    let mut times = vec![0.05];
    for bounce in 0..10 {
        times.push(times[bounce] + 0.3 * libm::pow(e, bounce as f64));
    }
    let found = onsets(&pulses(&times, |n| libm::pow(e, n as f64)), RATE, &OnsetSettings::default());
    assert_eq!(found.len(), 11, "{found:?}");
    near(libm::exp(trend(&found).unwrap()), e, 0.002, "restitution");
}

#[test]
fn decaying_and_steady_sounds_have_exactly_one_onset() {
    let settings = OnsetSettings::default();
    for frequency in [25.0, 60.0, 200.0, 3000.0] {
        for tau in [0.05, 0.3, 10.0] {
            let dying = sound(1.5, |t| sine(t, frequency) * libm::exp(-t / tau));
            let found = onsets(&dying, RATE, &settings);
            assert!(found.len() == 1 && found[0] < 0.002, "{frequency} Hz, {tau} s: {found:?}");
        }
    }
    let lower = OnsetSettings { threshold: 5.0, ..settings };
    for beat in [1.0, 3.0, 10.0, 30.0, 60.0] {
        let beating = sound(1.5, |t| libm::cos(TAU * 900.0 * t) + libm::cos(TAU * (900.0 + beat) * t));
        assert_eq!(onsets(&beating, RATE, &lower).len(), 1, "{beat} Hz");
    }
    assert_eq!(onsets(&noise(1.5), RATE, &settings).len(), 1, "steady noise");
    assert_eq!(onsets(&struck(1.0, 0.2), RATE, &settings).len(), 1);
}

#[test]
fn envelopes_follow_the_level() {
    let tone = sound(1.0, |t| 0.8 * sine(t, 200.0));
    let rms = envelope::rms(&tone, RATE, 0.02, 0.01);
    assert_eq!(rms.values.len(), 99);
    near(rms.time(1), 0.02, 1e-9, "the centre of the second window");
    for value in &rms.values {
        near(*value, 0.8 / 2_f64.sqrt(), 1e-6, "four whole periods");
    }
    let followed = envelope::follow(&tone, RATE, 0.0, 0.003, 0.5);
    // Held for half a period, the envelope stays at the peak.
    for value in &followed[60..] {
        near(*value, 0.8, 1e-3, "follower");
    }
    let burst: Vec<f64> = sound(0.5, |t| f64::from(u8::from(t < 0.1)));
    let followed = envelope::follow(&burst, RATE, 0.0, 0.05, 0.1);
    near(followed[(0.14 * RATE) as usize], 1.0, 1e-12, "during the hold time");
    near(followed[(0.25 * RATE) as usize], libm::exp(-1.0), 1e-3, "one time constant later");
    let slow = envelope::follow(&burst, RATE, 0.02, 0.0, 0.0);
    near(slow[(0.02 * RATE) as usize], 1.0 - libm::exp(-1.0), 1e-3, "one time constant of the attack");
}

#[test]
fn a_spectrogram_has_a_tone_in_its_row() {
    let tone = sound(0.5, |t| sine(t, 1000.0));
    for rows in [Rows::Linear, Rows::Mel(80), Rows::Logarithmic(100)] {
        let picture = spectrogram(&tone, RATE, 0.04, 0.01, rows);
        assert_eq!(picture.times.len(), 50, "{rows:?}");
        let column = picture.column(25);
        let row = (0..column.len()).max_by(|a, b| column[*a].total_cmp(&column[*b])).unwrap();
        let next = picture.frequencies[row + 1] - picture.frequencies[row];
        let off = (picture.frequencies[row] - 1000.0).abs();
        assert!(off <= next, "{rows:?}: {} Hz", picture.frequencies[row]);
        if rows != Rows::Linear {
            // All power is in two rows.
            assert!(column[row] <= 1e-9 && column[row] > -3.1, "{rows:?}: {} dB", column[row]);
        }
        assert_eq!(picture.loudest().max(0.5), 0.5, "{rows:?}: the maximum is too high");
        assert!(picture.column(50).is_empty());
    }
}

#[test]
fn level_and_delay_do_not_change_the_distance() {
    let sounds = [struck(1.0, 0.2), noise(0.7), sound(0.5, |t| sine(t, 440.0))];
    for samples in &sounds {
        let at = Signature::of(samples, RATE);
        assert_eq!(distance(&at, &Signature::of(samples, RATE)), 0.0);
        for decibels in [6.0, -40.0, 200.0] {
            let louder: Vec<f64> = samples.iter().map(|x| x * libm::pow(10.0, decibels / 20.0)).collect();
            let far = distance(&at, &Signature::of(&louder, RATE));
            assert!(far < 1e-9, "{decibels} dB louder: {far}");
        }
        for silence in [1, 777, 48000] {
            let late = [vec![0.0; silence], samples.clone(), vec![0.0; silence]].concat();
            let far = distance(&at, &Signature::of(&late, RATE));
            assert!(far < 1e-9, "{silence} samples later: {far}");
        }
    }
}

#[test]
fn the_larger_the_interval_the_larger_the_distance() {
    type Synthesis<'a> = &'a dyn Fn(f64) -> Vec<f64>;
    // Faded at its ends: a truncated sine ends with a click that depends on its phase.
    let steady = |pitch: f64| {
        sound(0.5, move |t| {
            let fade = (t.min(0.5 - t) / 0.05).clamp(0.0, 1.0);
            fade * fade * (3.0 - 2.0 * fade) * sine(t, 300.0 * pitch)
        })
    };
    let dying = |pitch: f64| struck(pitch, 0.2);
    let kinds: [(&str, Synthesis<'_>); 2] = [("steady", &steady), ("dying", &dying)];
    for (name, make) in kinds {
        for base in [0.7, 1.0, 1.618, 3.3] {
            let at = Signature::of(&make(base), RATE);
            let mut before = 0.0;
            for semitones in 1..=24 {
                let pitch = base * libm::pow(2.0, f64::from(semitones) / 12.0);
                let far = distance(&at, &Signature::of(&make(pitch), RATE));
                assert!(far > before, "{name}, {base}: {semitones} semitones are {far}, one less {before}");
                before = far;
            }
        }
    }
}

#[test]
fn the_larger_the_change_of_decay_the_larger_the_distance() {
    let at = Signature::of(&struck(1.0, 0.05), RATE);
    let mut before = 0.0;
    for longer in [1.05, 1.1, 1.2, 1.5, 2.0, 3.0] {
        let far = distance(&at, &Signature::of(&struck(1.0, 0.05 * longer), RATE));
        assert!(far > before, "{longer} times as long: {far}, before {before}");
        before = far;
    }
}

#[test]
fn empty_silent_and_non_finite_input_gives_finite_results() {
    let one = [1.0];
    let wild = [f64::NAN, f64::INFINITY, -f64::INFINITY, 1e308, -1e308, 1e-308, 5e-324, 0.0, 1.0];
    for samples in [&[][..], &vec![0.0; 5000], &one, &[1.0, -1.0], &[5e-324; 3], &wild, &vec![1e308; 3000]] {
        for rate in [RATE, 1.0, 0.0, f64::NAN, -5.0, f64::INFINITY, 1e-300] {
            let case = format!("{} samples at {rate} Hz", samples.len());
            for spectrum in [Spectrum::of(samples, rate), Spectrum::mean(samples, rate, 0.04)] {
                assert!(spectrum.power().iter().all(|power| power.is_finite()), "{case}");
                for value in [
                    spectrum.centroid(Weight::Amplitude),
                    spectrum.spread(),
                    spectrum.roll_off(0.85),
                    spectrum.flatness(),
                    spectrum.total(),
                ] {
                    assert!(value.is_finite(), "{case}");
                }
                let tones = spectrum.partials(5, 60.0);
                assert!(
                    tones.iter().all(|tone| tone.frequency.is_finite() && tone.amplitude.is_finite()),
                    "{case}"
                );
            }
            let features = Features::of(samples, rate);
            for feature in features.list() {
                assert!(feature.value.is_none_or(f64::is_finite), "{case}: {feature:?}");
            }
            assert!(onsets(samples, rate, &OnsetSettings::default()).iter().all(|t| t.is_finite()), "{case}");
            for rows in [Rows::Linear, Rows::Mel(0), Rows::Mel(1), Rows::Logarithmic(30)] {
                let picture = spectrogram(samples, rate, 0.02, 0.01, rows);
                for column in 0..picture.times.len() {
                    assert!(
                        picture.column(column).iter().all(|level| *level >= SILENCE && level.is_finite()),
                        "{case}"
                    );
                }
            }
            assert!(envelope::rms(samples, rate, 0.01, 0.0).values.iter().all(|x| x.is_finite()), "{case}");
            let followed = envelope::follow(samples, rate, f64::NAN, -1.0, 0.1);
            assert!(followed.iter().all(|x| x.is_finite()), "{case}");
            let signature = Signature::of(samples, rate);
            assert!(signature.list().all(|(_, value)| value.is_finite()), "{case}: {signature:?}");
        }
    }
    let silence = Signature::of(&[0.0; 100], RATE);
    assert_eq!(distance(&silence, &Signature::of(&[], RATE)), 0.0, "all silent sounds have one signature");
    assert_eq!(Features::of(&[0.0; 100], RATE), Features::default());
    assert_eq!((trend(&[]), trend(&[1.0, 2.0])), (None, None));
}

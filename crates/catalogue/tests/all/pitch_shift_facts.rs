//! Facts about the pitch shifter. `cargo test -p foley-catalogue --test all pitch_shift_facts -- --nocapture`
//! prints the figures.

use crate::support::heard::perform_default;
use core::f64::consts::TAU;
use foley_catalogue::effects::PitchShift;
use foley_dsp::analysis::{Spectrum, Weight};
use foley_sound::{Score, VoiceSpec, process};

const RATE: f64 = 48_000.0;

fn shifted(shift: &PitchShift, rate: f64, input: &[f64]) -> Vec<f64> {
    let spec = VoiceSpec::new(rate, 1);
    let heard = process(shift, &Score::default(), &spec, input, None, &mut |_| {});
    heard.unwrap().rows.swap_remove(0)
}

fn by(semitones: f64) -> PitchShift {
    let mut shift = PitchShift::default();
    shift.shift.semitones = semitones;
    shift
}

fn sine(frequency: f64, rate: f64, seconds: f64) -> Vec<f64> {
    let count = (seconds * rate) as usize;
    (0..count).map(|n| 0.5 * libm::sin(TAU * frequency * n as f64 / rate)).collect()
}

#[test]
fn a_sine_is_shifted_by_the_ratio_at_constant_level() {
    let (mut worst, mut loudest) = (0.0_f64, 0.0_f64);
    for (rate, frequency) in
        [(RATE, 440.0), (RATE, 1234.5), (RATE, 110.0), (RATE, 3000.0), (8000.0, 330.0), (96_000.0, 700.0)]
    {
        for semitones in [-24.0, -12.0, -5.3, 0.0, 0.1, 4.0, 7.0, 12.0, 24.0] {
            let ratio = libm::exp2(semitones / 12.0);
            if frequency * ratio > 0.35 * rate {
                continue;
            }
            let heard = shifted(&by(semitones), rate, &sine(frequency, rate, 2.5));
            let part = &heard[(0.5 * rate) as usize..(2.0 * rate) as usize];
            let tones = Spectrum::of(part, rate).partials(2, 80.0);
            let off = tones[0].frequency / (frequency * ratio) - 1.0;
            let level = 20.0 * libm::log10(tones[0].amplitude / 0.5);
            let beside =
                tones.get(1).map_or(-80.0, |tone| 20.0 * libm::log10(tone.amplitude / tones[0].amplitude));
            println!(
                "{frequency} Hz at {rate} Hz by {semitones}: {:.4} % off, {level:.3} dB, next tone {beside:.1} dB",
                100.0 * off
            );
            (worst, loudest) = (worst.max(off.abs()), loudest.max(level.abs()));
            assert!(off.abs() < 1e-3, "{} Hz for {} Hz", tones[0].frequency, frequency * ratio);
            assert!(level.abs() < 0.5, "{level} dB at {frequency} Hz by {semitones}");
            assert!(beside < -40.0, "another tone at {beside} dB, {frequency} Hz by {semitones}");
        }
    }
    println!("at most {:.4} % and {loudest:.3} dB off", 100.0 * worst);
}

#[test]
fn silence_stays_silent_and_the_output_ends_in_time() {
    let heard = shifted(&by(7.0), RATE, &vec![0.0; 48_000]);
    assert!(heard.iter().all(|sample| *sample == 0.0), "silence became sound");
    for semitones in [-24.0, 0.0, 24.0] {
        let heard = shifted(&by(semitones), RATE, &sine(500.0, RATE, 0.5));
        let last = heard.iter().rposition(|sample| sample.abs() > 1e-9).unwrap() as f64 / RATE;
        println!("by {semitones}: 0.5 s end after {last:.3} s");
        // The latency is half a frame plus half a frame over the ratio, and the end spreads over a frame.
        assert!((0.5..0.85).contains(&last), "{last} s");
    }
}

#[test]
fn the_latency_is_half_a_frame_plus_half_a_frame_over_the_ratio() {
    for (semitones, ratio) in [(-12.0, 0.5), (0.0, 1.0), (12.0, 2.0)] {
        // A tone with a smooth envelope: the centre of its energy gives the latency.
        let swell: Vec<f64> = (0..24_000)
            .map(|n| {
                let position = f64::from(n) / 24_000.0;
                let s = libm::sin(core::f64::consts::PI * position);
                s * s * libm::sin(TAU * 600.0 * f64::from(n) / RATE)
            })
            .collect();
        let heard = shifted(&by(semitones), RATE, &swell);
        let (mut sum, mut all) = (0.0, 0.0);
        for (n, sample) in heard.iter().enumerate() {
            sum += n as f64 * sample * sample;
            all += sample * sample;
        }
        let late = sum / all - 12_000.0;
        let expected = 1024.0 * (1.0 + 1.0 / ratio);
        println!("by {semitones}: {:.1} ms late for {:.1} ms", late / 48.0, expected / 48.0);
        assert!((late - expected).abs() < 300.0, "{late} samples for {expected}");
    }
}

#[test]
fn preserved_formants_keep_the_brightness() {
    let brightness = |semitones: f64, formants: f64| {
        let mut shift = by(semitones);
        shift.shift.formants = formants;
        let heard = perform_default(&shift, None, 1);
        Spectrum::mean(&heard.sound()[0], RATE, 0.05).centroid(Weight::Amplitude)
    };
    let (plain, moved, kept) = (brightness(0.0, 0.0), brightness(9.0, 0.0), brightness(9.0, 1.0));
    println!(
        "centroid of a voice: {plain:.0} Hz; nine semitones up {moved:.0} Hz, with preserved formants {kept:.0} Hz"
    );
    assert!(moved > 1.3 * plain, "{moved} Hz for {plain} Hz");
    assert!((kept / plain).abs() < 0.5 * (1.0 + moved / plain), "{kept} Hz for {plain} Hz");
}

#[test]
fn an_unchanged_pitch_delays_the_input_by_a_frame() {
    let mut dice = foley_dsp::random::Dice::new(4);
    let input: Vec<f64> = (0..24_000).map(|_| 0.3 * dice.signed()).collect();
    let heard = shifted(&by(0.0), RATE, &input);
    // The best of all delays around a frame.
    let error = |late: usize| {
        let pairs = input[4000..20_000].iter().zip(&heard[4000 + late..]);
        pairs.map(|(a, b)| (a - b) * (a - b)).sum::<f64>()
    };
    let power: f64 = input[4000..20_000].iter().map(|a| a * a).sum();
    let best = (1900..2300).min_by(|&a, &b| error(a).total_cmp(&error(b))).unwrap();
    let decibels = 10.0 * libm::log10(error(best) / power);
    println!("{best} samples late, {decibels:.1} dB different");
    // The last two of the thousand bins are left out.
    assert!(decibels < -25.0, "{decibels} dB, {best} samples late");
}

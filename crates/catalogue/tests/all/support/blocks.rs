//! Lines at multiples of the block rate, which a coefficient that jumps once per block would make.

use foley_catalogue::preset::palette;
use foley_dsp::analysis::Spectrum;
use foley_sound::{BLOCK, VoiceSpec, perform};

/// Returns the level of each multiple of the block rate over the median of its ±200 Hz \[dB\].
fn levels(sound: &[f64], rate: f64) -> Vec<f64> {
    let spectrum = Spectrum::mean(sound, rate, 0.37);
    let power = spectrum.power();
    let width = spectrum.frequency(1) - spectrum.frequency(0);
    let around = (200.0 / width) as usize;
    let multiples = (1..BLOCK / 2).map(|n| n as f64 * rate / BLOCK as f64);
    multiples
        .map(|frequency| {
            let bin = (frequency / width).round() as usize;
            let peak = (bin - 1..=bin + 1).map(|bin| power[bin]).fold(0.0, f64::max);
            let mut beside = power[bin - around..(bin + around).min(power.len())].to_vec();
            beside.sort_by(f64::total_cmp);
            10.0 * libm::log10(peak / beside[beside.len() / 2])
        })
        .collect()
}

/// Checks that no preset of a model has a line at a multiple of the block rate (± 1 bin) that is more than 20
/// dB above the median of its ±200 Hz. A tone of the machine may lie there by chance at one sample rate, so a
/// fault must show at two.
pub(crate) fn no_line_at_the_block_rate(model: &str) {
    let mut faults = String::new();
    let mut count = 0;
    for preset in palette().iter().filter(|preset| preset.model() == model) {
        count += 1;
        let at = |rate: f64| {
            let spec = VoiceSpec::new(rate, 1);
            let played = perform(&*preset.sound, &preset.score, &spec, Some(6.0), &mut |_| {}).unwrap();
            levels(&played.sound()[0], rate)
        };
        let pairs = at(44_100.0).into_iter().zip(at(48_000.0));
        let worst = pairs.map(|(one, other)| one.min(other)).enumerate();
        let (n, worst) = worst.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        let line = format!("{}: {worst:.1} dB at {} block rates\n", preset.name, n + 1);
        print!("{line}");
        if worst > 20.0 {
            faults += &line;
        }
    }
    assert!(count > 1 && faults.is_empty(), "{faults}");
}

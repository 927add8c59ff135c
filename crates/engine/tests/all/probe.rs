//! Probes show the force of a strike while it plays, and change nothing.

use foley_catalogue::preset::by_name;
use foley_engine::{Capacity, Loudness, engine};
use foley_sound::{BLOCK, VoiceSpec, perform};

const RATE: f64 = 48_000.0;

#[test]
fn a_probe_shows_the_measurements_of_an_offline_voice() {
    let preset = by_name("espresso-cup-set-down-on-marble").unwrap();
    let (mut controls, mut renderer) = engine(RATE, Capacity::default());
    let slot = controls.add_preset("cup", preset, Loudness::Factor(1.0), 0).unwrap();
    let mut probed = controls.probe(slot, 1.0, 0).unwrap();
    controls.play(slot, 0).unwrap();
    let mut out = vec![0.0_f32; 2 * 4800];
    renderer.render_interleaved(&mut out);

    let spec = VoiceSpec::new(RATE, preset.seed);
    let heard = perform(&*preset.sound, &preset.score, &spec, Some(0.1), &mut |_| {}).unwrap();
    let names: Vec<_> = probed.outputs.iter().map(|output| output.name.clone()).collect();
    assert!(names.iter().any(|name| name.contains("force")) || names.len() > 1, "{names:?}");
    let blocks = probed.ledgers.slots();
    assert_eq!(blocks, 4800 / BLOCK);
    let mut strongest = 0.0_f32;
    for block in 0..blocks {
        for name in &names {
            let offline = heard.measured(name).unwrap();
            for n in 0..BLOCK {
                let seen = probed.rows.pop().unwrap();
                assert_eq!(seen, offline[block * BLOCK + n] as f32, "{name}, block {block}, {n}");
                strongest = strongest.max(seen.abs());
            }
        }
    }
    assert!(strongest > 1e-3, "nothing was measured: {strongest}");
    let last = core::iter::from_fn(|| probed.ledgers.pop().ok()).last().unwrap();
    assert!(last.heat + last.damped > 0.0, "{last:?}");
    assert_eq!(probed.lost(), 0);
}

#[test]
fn an_unread_probe_loses_blocks_and_stops_nothing() {
    let preset = by_name("espresso-cup-set-down-on-marble").unwrap();
    let (mut controls, mut renderer) = engine(RATE, Capacity::default());
    let slot = controls.add_preset("cup", preset, Loudness::Factor(1.0), 0).unwrap();
    let probed = controls.probe(slot, 0.01, 0).unwrap();
    controls.play(slot, 0).unwrap();
    let mut out = vec![0.0_f32; 2 * 4800];
    renderer.render_interleaved(&mut out);
    assert!(probed.lost() > 50, "{}", probed.lost());
    assert!(out.iter().any(|x| x.abs() > 0.0));
    controls.unprobe(slot, 0).unwrap();
    renderer.render_interleaved(&mut out);
    controls.collect();
    assert!(probed.ended());
}

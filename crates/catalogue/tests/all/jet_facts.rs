//! Facts about water that falls: speed, entrained air, lumps and power follow from the volume flow.

use crate::support::heard::perform_default;
use foley_catalogue::liquids::bubble_stream::{FlowTiming, Impacts};
use foley_catalogue::liquids::jet::{Falling, LumpClock, whole_radius};
use foley_catalogue::liquids::swarm::{BubbleLoudness, RadiusLaw, Swarm};
use foley_catalogue::liquids::{BubbleStream, Jet, Vessel};
use foley_contact::Step;
use foley_dsp::analysis::Spectrum;
use foley_sound::BLOCK;
use std::f64::consts::PI;

const RATE: f64 = 48_000.0;

/// A tap with a flow \[m³/s\], steady for five seconds.
fn tap(discharge: f64) -> BubbleStream {
    BubbleStream {
        course: FlowTiming { duration: 5.0, opening: 0.001, closing: 0.001 },
        swarm: Swarm { law: RadiusLaw::Torn, smallest: 4e-4, largest: 4e-3, unrest: 0.0, ..Swarm::default() },
        jet: Jet {
            falling: Falling::Jet,
            discharge,
            outlet: 0.01,
            fall: 0.3,
            roughness: 0.001,
            torn: 0.05,
            ..Jet::default()
        },
        impacts: Impacts { level: 0.1, radius: 4e-4, ..Impacts::default() },
        ..BubbleStream::default()
    }
}

#[test]
fn speed_and_air_of_a_jet_are_those_of_the_equations() {
    // Six litres per minute through 10 mm, 0.3 m high.
    let jet = tap(1e-4).jet;
    let landing = jet.landing(1000.0, 1e-4, 0.3);
    let start = 1e-4 / (0.25 * PI * 1e-4);
    let speed = (start * start + 2.0 * 9.81 * 0.3_f64).sqrt();
    assert!((landing.speed / speed - 1.0).abs() < 1e-9, "{landing:?}");
    // Continuity: the jet gets thinner as it gets faster.
    let flow = 0.25 * PI * landing.diameter.powi(2) * landing.speed;
    assert!((flow / 1e-4 - 1.0).abs() < 1e-9, "{landing:?}");
    let d = landing.diameter;
    let air = 1e-4 * 0.04 * (speed * speed / (9.81 * d)).powf(0.28) * (0.3 / d).powf(0.4);
    println!("{speed:.2} m/s, {:.1} mm, air {:.2} of the water", 1e3 * d, air / 1e-4);
    assert!((landing.air / air - 1.0).abs() < 1e-9, "{landing:?}, air {air}");
}

#[test]
fn the_bubbles_of_a_jet_hold_the_air_that_it_entrains() {
    let stream = tap(2e-5);
    let heard = perform_default(&stream, None, 3);
    let radii = heard.measured("radius").unwrap();
    let births = heard.measured("births").unwrap();
    let volume = radii.iter().zip(births).map(|(r, births)| births * 4.0 / 3.0 * PI * r.powi(3)).sum::<f64>();
    let air = stream.jet.landing(1000.0, 2e-5, 0.3).air;
    let ratio = volume / (5.0 * air);
    println!("{ratio:.3} of {:.1} mL of air", 5e6 * air);
    // Few large bubbles hold most of the air: some 10,000 of them give it to 3 %. Two bubbles born in the
    // same sample are measured as one size twice. Above 12,000 per second a tone stands for several bubbles,
    // and all of them count.
    assert!((ratio - 1.0).abs() < 0.1, "{ratio}");
}

#[test]
fn lumps_come_at_the_wave_of_rayleigh_and_carry_the_whole_flow() {
    let jet = Jet { roughness: 1.0, ..tap(1e-4).jet };
    let landing = jet.landing(1000.0, 1e-4, 0.3);
    assert_eq!(landing.broken, 1.0);
    let step = Step::at_rate(RATE);
    let mut clock = LumpClock::new(5);
    let (mut count, mut volume) = (0.0, 0.0);
    let seconds = 200.0;
    for _ in 0..(seconds * RATE) as usize / BLOCK {
        clock.for_each_lump(0, &landing, step, |lump| {
            count += 1.0;
            volume += lump.volume * landing.lump_volume;
        });
    }
    let expected = landing.speed / (4.51 * landing.diameter);
    println!(
        "{:.1} lumps per second for {expected:.1}; {:.4} of the flow",
        count / seconds,
        volume / seconds / 1e-4
    );
    // Log-normal volumes of spread 0.5 vary by 53 %; 16,000 lumps give their mean to 0.5 %.
    assert!((count / seconds / expected - 1.0).abs() < 0.02, "{count} lumps in {seconds} s");
    assert!((volume / seconds / 1e-4 - 1.0).abs() < 0.01, "{volume} m³ in {seconds} s");
}

#[test]
fn fine_jets_of_a_shower_head_lose_no_lumps() {
    // Two hundred holes of 1 mm and 12 litres per minute: 160,000 lumps per second.
    let jet = Jet { outlet: 1e-3, outlets: 200, roughness: 1.0, ..tap(2e-4).jet };
    let landing = jet.landing(1000.0, 2e-4, 0.3);
    let step = Step::at_rate(RATE);
    let mut clock = LumpClock::new(5);
    let (mut count, mut volume) = (0.0, 0.0);
    let seconds = 10.0;
    for _ in 0..(seconds * RATE) as usize / BLOCK {
        clock.for_each_lump(0, &landing, step, |lump| {
            count += lump.count;
            volume += lump.count * lump.volume * landing.lump_volume;
        });
    }
    let expected = landing.flow / landing.lump_volume;
    println!(
        "{:.0} of {expected:.0} lumps per second, {:.4} of the flow",
        count / seconds,
        volume / seconds / 2e-4
    );
    // 40,000 lumps that stand for others, of 53 % spread, give the flow to 0.3 %.
    assert!(expected > 50_000.0 && (count / seconds / expected - 1.0).abs() < 0.02, "{count}");
    assert!((volume / seconds / 2e-4 - 1.0).abs() < 0.01, "{volume} m³ in {seconds} s");
}

#[test]
fn a_lump_too_large_for_its_surface_lands_in_pieces() {
    // A quarter of 17 mm, the wavelength above which gravity overcomes the surface tension of water.
    assert!((whole_radius(1000.0) / 4.26e-3 - 1.0).abs() < 0.01, "{} m", whole_radius(1000.0));
    // Lumps of 12 mm radius, 150 per second, without bubbles and spray. One drop of that size would strike
    // 40 dB above the effective value of the stream.
    let stream = BubbleStream {
        jet: Jet {
            discharge: 1.5e-3,
            outlet: 0.03,
            outlets: 6,
            fall: 0.12,
            roughness: 1.0,
            torn: 0.0,
            air: 0.0,
            ..tap(1e-4).jet
        },
        ..tap(1e-4)
    };
    let sound = &perform_default(&stream, None, 2).rows[0];
    let peak = sound.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let rms = (sound.iter().map(|x| x * x).sum::<f64>() / sound.len() as f64).sqrt();
    let crest = 20.0 * (peak / rms).log10();
    println!("crest {crest:.1} dB");
    // Gaussian noise of this length has 13 dB; the lumps come one by one.
    assert!(rms > 0.0 && crest < 22.0, "{crest} dB");
}

#[test]
fn a_jet_breaks_where_its_waves_have_grown_to_its_radius() {
    let jet = Jet { roughness: 0.008, ..tap(1e-4).jet };
    // ln(1/ε₀) = 4.83: the length is 4.98 D √W₀, the 5 D √W₀ of turbulent jets.
    let start = 1e-4 / (0.25 * PI * 1e-4);
    let weber: f64 = 1000.0 * start * start * 0.01 / 0.072;
    let length = 5.0 * 0.01 * weber.sqrt();
    let near = jet.landing(1000.0, 1e-4, 0.95 * length).broken;
    let far = jet.landing(1000.0, 1e-4, 1.05 * length).broken;
    println!("breaks after {length:.2} m: {near:.2} before, {far:.2} behind");
    assert!(near < 1.0 && near > 0.5, "{near}");
    assert_eq!(far, 1.0);
}

#[test]
fn a_flow_too_slow_for_a_jet_drips() {
    let landing = tap(1e-4).jet.landing(1000.0, 1e-6, 0.3);
    let radius = (0.75 / PI * landing.lump_volume).cbrt();
    let per_second = landing.flow / landing.lump_volume;
    println!("{per_second:.1} drops of {:.2} mm per second", 1e3 * radius);
    assert_eq!(landing.broken, 1.0);
    // A tap drips with drops of 5 mm diameter.
    assert!((2.2e-3..2.9e-3).contains(&radius), "{radius} m");
}

#[test]
fn one_number_moves_everything_more_litres_are_louder_and_darker() {
    let [small, large] = [3e-5, 3e-4].map(|discharge| perform_default(&tap(discharge), None, 5));
    let count = |heard: &foley_sound::Performance| heard.measured("births").unwrap().iter().sum::<f64>();
    let level =
        |sound: &[f64]| 10.0 * (sound.iter().map(|p| p * p).sum::<f64>() / sound.len() as f64).log10();
    let centre =
        |sound: &[f64]| Spectrum::mean(sound, RATE, 0.05).centroid(foley_dsp::analysis::Weight::Power);
    let (a, b) = (&small.rows[0], &large.rows[0]);
    println!(
        "{:.1} and {:.1} dB, {:.0} and {:.0} Hz, {} and {} bubbles",
        level(a),
        level(b),
        centre(a),
        centre(b),
        count(&small),
        count(&large)
    );
    // Ten times the water at the same height: at least ten times the power of the spray and the bubbles.
    assert!(level(b) - level(a) > 8.0, "{} dB more", level(b) - level(a));
    assert!(count(&large) > count(&small), "fewer bubbles in more water");
}

#[test]
fn the_level_of_splatter_does_not_depend_on_the_sample_rate() {
    let mut stream = tap(1e-4);
    stream.jet.air = 0.0;
    let powers = [44_100.0, 96_000.0].map(|rate| {
        let spec = foley_sound::VoiceSpec::new(rate, 3);
        let played =
            foley_sound::perform(&stream, &foley_sound::Score::default(), &spec, None, &mut |_| ()).unwrap();
        let spectrum = Spectrum::mean(&played.sound()[0], rate, 0.05);
        let power = spectrum.power().iter().enumerate();
        let band = power.filter(|&(bin, _)| (500.0..10_000.0).contains(&spectrum.frequency(bin)));
        10.0 * band.map(|(_, power)| power).sum::<f64>().log10()
    });
    println!("{:.2} and {:.2} dB between 500 Hz and 10 kHz", powers[0], powers[1]);
    // At 44.1 kHz the difference of two samples is short by 0.7 dB at 10 kHz, and the bilinear transform of
    // the filters by as much.
    assert!((powers[0] - powers[1]).abs() < 1.5, "{powers:?} dB");
}

#[test]
fn a_gulping_bottle_pours_what_an_even_one_pours() {
    let jet = Jet { gulping: 1.0, gulps: 4.0, ..tap(1e-4).jet };
    let step = Step::at_rate(RATE);
    let mut clock = LumpClock::new(2);
    let blocks = (100.0 * RATE) as usize / BLOCK;
    let factors: Vec<f64> = (0..blocks).map(|_| clock.gulp(&jet, step)).collect();
    let mean = factors.iter().sum::<f64>() / blocks as f64;
    let stopped = factors.iter().filter(|&&factor| factor < 1e-9).count() as f64 / blocks as f64;
    println!("mean {mean:.4}, stopped for {stopped:.3} of the time");
    // 400 whole pulses; their half waves keep their form.
    assert!((mean - 1.0).abs() < 0.01, "{mean}");
    assert!((stopped - 0.5).abs() < 0.02, "{stopped}");
}

#[test]
fn air_of_lumps_differs_in_pitch_from_lump_to_lump() {
    let mut stream = tap(1e-4);
    stream.jet.roughness = 1.0;
    stream.loudness = BubbleLoudness { chance: 1.0, ..stream.loudness };
    stream.vessel = Vessel { resonance: 0.0, ..Vessel::default() };
    let heard = perform_default(&stream, None, 8);
    let (radii, births) = (heard.measured("radius").unwrap(), heard.measured("births").unwrap());
    // Geometric mean of the radii in steps of 12 ms, about one lump each.
    let means: Vec<f64> = radii
        .chunks(576)
        .zip(births.chunks(576))
        .filter_map(|(radii, births)| {
            let born: Vec<f64> =
                radii.iter().zip(births).filter(|pair| *pair.1 > 0.0).map(|pair| pair.0.log2()).collect();
            (born.len() > 20).then(|| born.iter().sum::<f64>() / born.len() as f64)
        })
        .collect();
    let mean = means.iter().sum::<f64>() / means.len() as f64;
    let spread = (means.iter().map(|m| (m - mean) * (m - mean)).sum::<f64>() / means.len() as f64).sqrt();
    println!("lumps differ by {spread:.2} octaves over {} steps", means.len());
    // One law for all would differ by less than 1.2 octaves / √20 = 0.27.
    assert!(spread > 0.4, "{spread} octaves");
}

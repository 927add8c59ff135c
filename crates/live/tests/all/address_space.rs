//! The address space of every model of the catalogue.

use crate::osc_stage::address_space;
use foley_catalogue::models;
use foley_engine::Report;
use foley_live::{AddressSpace, Answer, Arg, EntryKind, MessageErrorKind};

fn number(value: f64) -> Arg {
    Arg::Number(value)
}

fn text(text: &str) -> Arg {
    Arg::Text(text.to_owned())
}

fn asked(address_space: &mut AddressSpace, address: &str) -> f64 {
    match address_space.send(address, &[], 0) {
        Ok(Answer::Value(value)) => value,
        other => panic!("{address}: {other:?}"),
    }
}

#[test]
fn every_address_accepts_and_answers_its_own_value() {
    let (mut told, mut heard) = (0, 0);
    for model in models() {
        let name = model.info().name;
        let (mut address_space, mut renderer) = address_space(&[("it", name)]);
        for entry in address_space.entries() {
            let address = &entry.address;
            // A handle passes through a logarithm and back; some values were set before.
            let same = |one: f64, two: f64| (one - two).abs() <= 1e-9 * two.abs().max(1.0);
            let result = match (entry.kind, entry.value) {
                (EntryKind::Gesture, _) => address_space.send(address, &[number(entry.info.default)], 0),
                (EntryKind::Asked, _) => address_space.send(address, &[], 0),
                (EntryKind::Named, _) => address_space.send(address, &[text("nothing")], 0),
                (EntryKind::Command(_), _) => continue,
                (_, Some(value)) => {
                    let before = asked(&mut address_space, address);
                    assert!(same(before, value), "{name}: {address}: {before}, not {value}");
                    address_space.send(address, &[number(value)], 0)
                }
                (_, None) => panic!("{name}: {address} has no value"),
            };
            assert!(result.is_ok(), "{name}: {address}: {result:?}");
            if let Some(value) = entry.value {
                let after = asked(&mut address_space, address);
                assert!(same(after, value), "{name}: {address}: {after}, not {value}");
            }
            told += 1;
        }
        let mut out = [0.0; 512];
        renderer.render_interleaved(&mut out);
        assert!(out.iter().all(|x| x.is_finite()), "{name}");
        heard += 1;
        let refused = |report: &Report| matches!(report, Report::EventRejected { .. });
        let reports = address_space.controls.collect();
        assert!(!reports.iter().any(refused), "{name}: {reports:?}");
    }
    println!("{told} addresses of {heard} models");
    assert!(heard >= 32 && told > 1000, "{told} addresses of {heard} models");
}

#[test]
fn a_non_finite_value_is_rejected_with_the_allowed_range() {
    let (mut address_space, _renderer) = address_space(&[("cup", "impact")]);
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for (address, allowed) in [
            ("/cup/strike", "m/s"),
            ("/cup/hardness", "0 to 100"),
            ("/cup/touch/stiffness", "N/m"),
            ("/cup/mixer/gain", "0 to 100"),
            ("/foley/gain", "0 to 1000"),
            ("/foley/limiter", "0 to 1"),
            ("/foley/distance", "0.3 m to 100 m"),
        ] {
            let refused = address_space.send(address, &[number(value)], 0).unwrap_err();
            assert_eq!(refused.kind(), MessageErrorKind::NotANumber, "{address} {value}");
            let why = refused.to_string();
            assert!(why.contains(address) && why.contains(allowed), "{why}");
        }
    }
    let refused = address_space.send("/foley/add", &[text("x"), text("impact"), number(f64::NAN)], 0);
    assert_eq!(refused.unwrap_err().kind(), MessageErrorKind::NotANumber);
    assert_eq!(address_space.controls.instances().count(), 1, "nothing happened");
}

#[test]
fn a_misspelt_address_gets_suggestions() {
    let (mut address_space, _renderer) = address_space(&[("cup", "impact"), ("engine", "engine")]);
    for (wrong, meant) in [
        ("/cup/strik", "`/cup/strike`"),
        ("/cup/touch/stifness", "`/cup/touch/stiffness`"),
        ("/cupp/strike", "`/cup/strike`"),
        ("/foley/lst", "`/foley/list`"),
        ("/cup/pitch", "`/cup/struck/pitch/handle` or `/cup/striker/pitch/handle`"),
    ] {
        let refused = address_space.send(wrong, &[], 0).unwrap_err();
        assert_eq!(refused.kind(), MessageErrorKind::Unknown, "{wrong}");
        assert!(refused.to_string().contains(meant), "{refused}");
    }
    for (address, args, kind) in [
        ("/cup/strike", vec![number(1e9)], MessageErrorKind::Refused),
        ("/cup/strike", vec![number(1.0), number(1.0)], MessageErrorKind::Refused),
        ("/cup/struck/material", vec![text("cheese")], MessageErrorKind::Refused),
        ("/foley/add", vec![text("a/b"), text("impact")], MessageErrorKind::Refused),
        ("/foley/add", vec![text("foley"), text("impact")], MessageErrorKind::Refused),
        ("/foley/add", vec![text("pot"), text("no such thing")], MessageErrorKind::Unknown),
        ("/foley/remove", vec![text("nobody")], MessageErrorKind::Unknown),
        ("/cup/hears", vec![text("all")], MessageErrorKind::Unknown),
        ("", vec![], MessageErrorKind::Unknown),
        ("/", vec![], MessageErrorKind::Unknown),
        ("//", vec![], MessageErrorKind::Unknown),
    ] {
        let refused = address_space.send(address, &args, 0).unwrap_err();
        assert_eq!(refused.kind(), kind, "{address} {args:?}: {refused}");
    }
}

#[test]
fn sounds_are_added_with_a_strip_and_removed() {
    let (mut address_space, mut renderer) = address_space(&[]);
    let done = |address_space: &mut AddressSpace, address: &str, args: &[Arg]| {
        assert_eq!(address_space.send(address, args, 0).unwrap(), Answer::Done, "{address}");
    };
    done(&mut address_space, "/foley/add", &[text("cup"), text("impact"), number(0.5), number(-1.0)]);
    assert_eq!(asked(&mut address_space, "/cup/mixer/gain"), 0.5);
    assert_eq!(asked(&mut address_space, "/cup/mixer/pan"), -1.0);
    done(&mut address_space, "/cup/strike", &[number(1.0)]);
    done(&mut address_space, "/foley/place", &[text("hall")]);
    done(&mut address_space, "/foley/distance", &[number(20.0)]);
    assert_eq!(asked(&mut address_space, "/foley/distance"), 20.0);
    // A smaller place brings the sources nearer.
    done(&mut address_space, "/foley/place", &[text("kitchen")]);
    assert_eq!(asked(&mut address_space, "/foley/place"), 3.0);
    assert_eq!(asked(&mut address_space, "/foley/distance"), 2.97);
    let refused = address_space.send("/foley/distance", &[number(20.0)], 0).unwrap_err();
    assert!(refused.to_string().contains("between 0.3 m and 2.97 m"), "{refused}");
    let refused = address_space.send("/foley/place", &[text("cellar")], 0).unwrap_err().to_string();
    for name in ["free", "outdoors", "room", "kitchen", "bathroom", "hall", "street"] {
        assert!(refused.contains(name), "{refused}");
    }
    done(&mut address_space, "/foley/place", &[text("free")]);
    done(&mut address_space, "/foley/distance", &[number(1.0)]);
    done(&mut address_space, "/foley/limiter", &[number(0.0)]);
    assert_eq!(asked(&mut address_space, "/foley/limiter"), 0.0);
    let mut out = [0.0; 4096];
    renderer.render_interleaved(&mut out);
    let loudest = |channel: usize| {
        let of = out.iter().enumerate().filter(|(index, _)| index % 2 == channel);
        of.fold(0.0_f32, |most, (_, x)| most.max(x.abs()))
    };
    let (left, right) = (loudest(0), loudest(1));
    assert!(left > 0.01 && right < 1e-6 * left, "{left} on the left, {right} on the right");
    let Answer::Values(meter) = address_space.send("/cup/meter", &[], 0).unwrap() else {
        panic!("two numbers");
    };
    // A sound panned to the left has all its power there.
    assert!(
        (meter[0] / f64::from(left) - 1.0).abs() < 1e-3 && meter[1] > 0.0,
        "{meter:?} for a peak of {left}"
    );
    let Answer::Values(whole) = address_space.send("/foley/meter", &[], 0).unwrap() else {
        panic!("two numbers for each channel");
    };
    assert_eq!(whole.len(), 4);
    assert_eq!(address_space.send("/foley/list", &[], 0).unwrap(), Answer::Names(vec!["cup".to_owned()]));
    done(&mut address_space, "/foley/remove", &[text("cup")]);
    assert_eq!(address_space.send("/foley/list", &[], 0).unwrap(), Answer::Names(vec![]));
}

#[test]
fn a_room_takes_the_input_it_is_set_to() {
    let (mut address_space, _renderer) = address_space(&[("cup", "impact"), ("hall", "reverb")]);
    let names = |address_space: &mut AddressSpace| address_space.send("/hall/hears", &[], 0).unwrap();
    for who in ["nothing", "all", "cup"] {
        address_space.send("/hall/hears", &[text(who)], 0).unwrap();
        assert_eq!(names(&mut address_space), Answer::Names(vec![who.to_owned()]));
    }
    let refused = address_space.send("/hall/hears", &[text("hall")], 0).unwrap_err();
    assert_eq!(refused.kind(), MessageErrorKind::Refused, "{refused}");
    let refused = address_space.send("/hall/hears", &[text("nobody")], 0).unwrap_err();
    assert_eq!(refused.kind(), MessageErrorKind::Unknown, "{refused}");
    assert_eq!(names(&mut address_space), Answer::Names(vec!["cup".to_owned()]), "nothing happened");
}

#[test]
fn a_morph_to_a_preset_keeps_the_strip() {
    let all = foley_catalogue::preset::palette();
    let (one, two) = all
        .iter()
        .flat_map(|one| all.iter().map(move |two| (one, two)))
        .find(|(one, two)| one.name != two.name && one.model() == "rolling" && two.model() == "rolling")
        .expect("two presets that roll");
    let other = all.iter().find(|preset| preset.model() == "bubble").expect("a bubble");
    let (mut address_space, mut renderer) = address_space(&[("it", &one.slug())]);
    address_space.send("/it/mixer/pan", &[number(0.5)], 0).unwrap();
    let mut out = vec![0.0; 9600];
    for preset in [two, other] {
        let told = [text("it"), text(&preset.slug())];
        assert_eq!(address_space.send("/foley/preset", &told, 0).unwrap(), Answer::Done);
        let (_, instance) = address_space.controls.instances().next().unwrap();
        let values = |sound: &dyn foley_sound::Sound| -> Vec<f64> {
            let all = foley_sound::sound_params(sound);
            all.iter().map(|at| at.get(sound)).collect()
        };
        assert_eq!(instance.sound.info().name, preset.model());
        assert_eq!(values(&*instance.sound), values(&*preset.sound));
        assert_eq!(instance.strip.pan, 0.5);
        renderer.render_interleaved(&mut out);
        assert!(out.iter().all(|x| x.is_finite()));
    }
    assert_eq!(address_space.controls.instances().count(), 1);
}

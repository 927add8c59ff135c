//! Parameter tables, names, materials and errors.

use crate::support::{assert_close, shape};
use core::f64::consts::{PI, TAU};
use foley_body::material;
use foley_body::shape::{
    AirColumn, Bar, Bell, CircularMembrane, Disc, MAX_SHAPE_MODES, RectangularMembrane, RectangularPlate,
    Ring, Rod, StiffString, Tube, TunedBar,
};
use foley_body::{Material, ModeSelection, Position, Shape, Support, hertz_stiffness};
use foley_params::defaults_hold;

fn steel() -> Material {
    Material::by_name("steel").unwrap()
}

#[test]
fn every_shape_and_the_material_hold_to_their_tables() {
    defaults_hold::<Material>().unwrap();
    defaults_hold::<Bar>().unwrap();
    defaults_hold::<Rod>().unwrap();
    defaults_hold::<Tube>().unwrap();
    defaults_hold::<TunedBar>().unwrap();
    defaults_hold::<StiffString>().unwrap();
    defaults_hold::<RectangularMembrane>().unwrap();
    defaults_hold::<CircularMembrane>().unwrap();
    defaults_hold::<RectangularPlate>().unwrap();
    defaults_hold::<Disc>().unwrap();
    defaults_hold::<Ring>().unwrap();
    defaults_hold::<Bell>().unwrap();
    defaults_hold::<AirColumn>().unwrap();
}

#[test]
fn every_named_material_is_within_the_table() {
    for named in material::ALL {
        for info in foley_params::infos::<Material>() {
            let value = foley_params::ByName::get(&named.material, info.id).unwrap();
            assert!(info.contains(value), "{} {}: {value}", named.name, info.id);
        }
        assert_eq!(Material::by_name(named.name), Ok(named.material));
    }
    let names: Vec<_> = material::ALL.iter().map(|named| named.name).collect();
    assert!(names.is_sorted(), "{names:?}");
}

#[test]
fn the_amplitude_falls_by_rayleighs_rate() {
    // (5 + 3e-8 (2π 1000)²)/2 = 3.0922 1/s
    let stuff = Material { alpha: 5.0, beta: 3e-8, loss_tangent: 0.0, ..steel() };
    assert_close(stuff.decay(1000.0), 1.0 / 3.092176, 1e-6, "decay at 1 kHz [s]");
    let omega = TAU * 440.0;
    assert_close(stuff.decay(440.0), 2.0 / (5.0 + 3e-8 * omega * omega), 1e-15, "decay at 440 Hz [s]");
}

#[test]
fn one_loss_angle_takes_the_same_share_of_every_period() {
    let stuff = Material { alpha: 0.0, loss_tangent: 0.01, beta: 0.0, ..steel() };
    for frequency in [100.0, 1000.0, 5000.0] {
        assert_close(stuff.decay(frequency), 1.0 / (PI * frequency * 0.01), 1e-15, "τ [s]");
    }
    let lossless = Material { alpha: 0.0, loss_tangent: 0.0, beta: 0.0, ..steel() };
    assert_eq!(lossless.decay(440.0), f64::INFINITY);
}

#[test]
fn a_steel_ball_on_a_steel_wall_has_the_stiffness_of_hertz() {
    // 4/3 · 2e11/(2 (1 − 0.29²)) · √0.01
    let k = hertz_stiffness(&steel(), &steel(), 0.01);
    assert_close(k, 1.455762e10, 1e-6, "k [N/m^1.5]");
    let (rubber, glass) = (Material::by_name("rubber").unwrap(), Material::by_name("glass").unwrap());
    let soft = hertz_stiffness(&rubber, &glass, 0.01);
    assert_eq!(soft, hertz_stiffness(&glass, &rubber, 0.01));
    let alone = 4.0 / 3.0 * 5e6 / (1.0 - 0.499 * 0.499) * 0.1;
    // The glass yields by E_rubber/E_glass, a ten-thousandth.
    assert_close(soft, alone, 2e-4, "rubber on glass [N/m^1.5]");
}

#[test]
fn every_shape_gives_modes_or_an_error_for_every_support() {
    for mut body in Shape::all() {
        for &held in body.geometry().supports() {
            body.set_support(held).unwrap();
            let at = body.position_kind().default_position();
            let spec = body.modal_spec(&steel(), 24, &[at, at]).unwrap();
            spec.check().unwrap();
            assert!(spec.modes.len() >= 14, "{} {held}", body.name());
            assert_eq!(spec.ports, 2);
            assert!(spec.modes.windows(2).all(|two| two[0].frequency <= two[1].frequency));
            let audible = spec.modes.iter().filter(|mode| mode.shape[0].abs() > 1e-3).count();
            assert!(audible >= 7, "{} {held}: {audible} modes are audible", body.name());
        }
    }
}

#[test]
fn extreme_parameters_give_valid_modes_or_an_error() {
    for body in Shape::all() {
        let infos = body.infos();
        for corner in 0..1 << infos.len() {
            let mut body = body;
            for (bit, info) in infos.iter().enumerate() {
                let value = if corner >> bit & 1 == 0 { info.min } else { info.max };
                body.set(info.id, value).unwrap();
            }
            let at = body.position_kind().default_position();
            match body.modal_spec(&steel(), 20, &[at]) {
                Ok(spec) => spec.check().unwrap(),
                Err(message) => assert!(message.to_string().contains("It may lie between"), "{message}"),
            }
        }
    }
}

#[test]
fn an_unknown_name_is_rejected_with_the_nearest() {
    let message = Shape::by_name("bra").unwrap_err().to_string();
    assert!(message.starts_with("there is no shape `bra`"), "{message}");
    let message = Shape::by_name("disk").unwrap_err().to_string();
    assert!(message.contains("did you mean `disc`?"), "{message}");
    let message = Support::by_name("clampd").unwrap_err().to_string();
    assert!(message.contains("did you mean `clamped`?"), "{message}");
    let message = shape("bar", None, &[]).set("lenght", 1.0).unwrap_err().to_string();
    assert!(message.contains("did you mean `length`?"), "{message}");
}

#[test]
fn invalid_selections_are_rejected_with_the_allowed_range() {
    let at = [Position::Along(0.3)];
    let reason = |shape: &Shape, selection: ModeSelection, at: &[Position]| {
        shape.modal_spec(&steel(), selection, at).unwrap_err().to_string()
    };
    let bar = shape("bar", None, &[]);
    assert_eq!(
        reason(&bar, ModeSelection::from(1025), &at),
        format!("1025 modes are too many: a shape gives at most {MAX_SHAPE_MODES}")
    );
    assert!(reason(&bar, ModeSelection::up_to(f64::NAN), &at).contains("must be a positive number"));
    assert_eq!(reason(&bar, ModeSelection::from(4), &[]), "0 ports: a body must have 1 to 256");
    assert_eq!(
        reason(&bar, ModeSelection::from(4), &[Position::Along(0.1), Position::Around(0.3)]),
        "port 1: a position on a bar must have one coordinate: x, a share of the length, 0 to 1"
    );
    assert_eq!(
        reason(&bar, ModeSelection::from(4), &[Position::Along(1.2)]),
        "`x` cannot be 1.2. It may lie between 0 and 1."
    );
    let tube = shape("tube", None, &[("diameter", 0.02), ("wall", 0.011)]);
    assert_eq!(
        reason(&tube, ModeSelection::from(4), &at),
        "`wall` cannot be 11 mm. It may lie between 10 µm and 10 mm."
    );
    let broken = Shape::Bar(Bar { length: f64::NAN, ..Bar::default() });
    assert!(reason(&broken, ModeSelection::from(4), &at).contains("`length` must be a finite number"));
    let mut string = Shape::by_name("stiff-string").unwrap();
    assert_eq!(
        string.set_support(Support::Free).unwrap_err().to_string(),
        "a stiff-string cannot be free; its support may be pinned"
    );
}

#[test]
fn a_position_is_read_with_its_units() {
    use foley_body::shape::PositionKind;
    assert_eq!(PositionKind::Line.parse("30 %"), Ok(Position::Along(0.3)));
    assert_eq!(PositionKind::Rectangle.parse("0.2, 0.5"), Ok(Position::Across { x: 0.2, y: 0.5 }));
    let Ok(Position::Polar { radius, angle }) = PositionKind::Disc.parse("0.5,90deg") else {
        panic!("a position on a disc");
    };
    assert_eq!(radius, 0.5);
    assert_close(angle, 0.5 * PI, 1e-15, "90 degrees [rad]");
    assert!(PositionKind::Disc.parse("0.5").is_err());
    assert!(PositionKind::Line.parse("0.5,0.5").is_err());
    assert!(PositionKind::Line.parse("3 kg").is_err());
}

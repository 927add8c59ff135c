use foley_engine::{Capacity, Loudness, engine};
use foley_sound::preset::by_name;
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let preset = by_name(&name).unwrap();
    let (mut controls, mut renderer) = engine(48000.0, Capacity::default());
    let place = controls.add_preset("x", preset, Loudness::Factor(0.01), 0).unwrap();
    let (mut l, mut r) = ([0.0_f32; 128], [0.0_f32; 128]);
    for i in 0..2000 { 
        controls.play(place, i * 128 * 4).unwrap();
        for _ in 0..4 { renderer.render(&mut [&mut l, &mut r]);}
        controls.collect();
    }
}

use foley_engine::{Capacity, Loudness, engine};
use foley_sound::preset::palette;
use std::time::Instant;
fn main() {
    let mut chosen: Vec<&foley_sound::preset::Preset> = Vec::new();
    for preset in palette() {
        let same = chosen.iter().filter(|it| it.model() == preset.model());
        if same.count() < 2 { chosen.push(preset); }
    }
    let mut rows = vec![];
    for preset in chosen {
        let blocks = 3 * 375;
        let mut least = vec![f64::INFINITY; blocks];
        for _ in 0..4 {
            let (mut controls, mut renderer) = engine(48000.0, Capacity::default());
            let place = controls.add_preset("x", preset, Loudness::Factor(0.01), 0).unwrap();
            let (mut l, mut r) = ([0.0_f32; 128], [0.0_f32; 128]);
            for (i, least) in least.iter_mut().enumerate() {
                if i % 375 == 0 { controls.play(place, (i * 128) as u64).unwrap(); }
                let s = Instant::now();
                renderer.render(&mut [&mut l, &mut r]);
                *least = least.min(s.elapsed().as_secs_f64());
                controls.collect();
            }
        }
        let budget = 128.0 / 48000.0;
        let mean = least.iter().sum::<f64>() / blocks as f64 / budget;
        let (at, worst) = least.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).unwrap();
        rows.push((worst / budget, mean, at, preset.name.clone(), preset.model()));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (w, m, at, n, model) in rows { println!("worst {:6.2} % at {at:5} mean {:6.3} %  {model}: {n}", 100.0*w, 100.0*m); }
}

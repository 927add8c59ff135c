use foley_contact::Step;
use foley_scene::{Scene, file};
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let secs: f64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let spec = file::read(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut scene = Scene::build(&spec, Step::at_rate(44100.0), spec.seed).unwrap();
    let n = (secs * 44100.0) as usize;
    let mut out = vec![vec![0.0; n]; scene.outputs()];
    let t = std::time::Instant::now();
    { let mut s: Vec<&mut [f64]> = out.iter_mut().map(|o| &mut o[..]).collect(); scene.render(&mut s); }
    let el = t.elapsed().as_secs_f64();
    for o in &out { let peak = o.iter().fold(0.0f64, |a, b| a.max(b.abs())); let rms = (o.iter().map(|x| x*x).sum::<f64>() / n as f64).sqrt(); println!("peak {peak:.6e} rms {rms:.6e} first nonzero {:?}", o.iter().position(|x| *x != 0.0)); }
    let l = scene.ledger();
    println!("{l:?}\nnumerical {:e} residual {:e} asleep {} {:.1} ns/sample", l.numerical(), scene.worst_residual(), scene.asleep(), el * 1e9 / n as f64);
}

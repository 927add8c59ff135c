mod support;
use foley_contact::*;
use support::*;
use support::modal::Mode;

fn belt(law: Friction, rate: f64, seconds: f64) -> (Vec<f64>, f64, u32, f64) {
    let t = 1.0/rate;
    let w = std::f64::consts::TAU*200.0;
    let mut m = Mode::new(0.01, w, w/50.0, 1.0, Motion::default(), t);
    let step = Step::at_rate(rate);
    let mut rub = Rub::new(law, 1);
    let (mut out, mut n, mut worst, mut cold) = (vec![], 0u64, 0u32, 0.0f64);
    let mut hist=[0u64;9];
    for _ in 0..(seconds*rate) as usize {
        let f = Forecast{now: m.at, free: m.moved(0.0), per_newton: Motion::new(m.gamma[0], m.gamma[1])};
        let belt = Forecast{now: Motion::new(0.0,0.1), free: Motion::new(0.1*t,0.1), per_newton: Motion::default()};
        let d = rub.decide(&belt.against(&f), step);
        hist[d.evaluations as usize]+=1;
        n += u64::from(d.evaluations); worst = worst.max(d.evaluations); cold=cold.min(d.heat);
        rub.settle(&d, d.slid());
        m.at = m.moved(d.force);
        out.push(m.at.velocity);
    }
    println!("{hist:?}");
    (out.clone(), n as f64/out.len() as f64, worst, cold)
}
fn pitch(y:&[f64], rate:f64)->f64{
    // upward crossings of the mean over the last two thirds
    let y=&y[y.len()/3..]; let mean=y.iter().sum::<f64>()/y.len() as f64;
    let n=y.len() as f64;
    let power=|f:f64|{ let (mut c,mut s)=(0.0,0.0); for (i,v) in y.iter().enumerate(){ let w=0.5-0.5*(std::f64::consts::TAU*i as f64/(n-1.0)).cos(); let p=std::f64::consts::TAU*f*i as f64/rate; c+=(v-mean)*w*p.cos(); s+=(v-mean)*w*p.sin();} c*c+s*s};
    let mut best=(0.0,0.0); let mut f=100.0; while f<260.0 { let p=power(f); if p>best.0{best=(p,f);} f+=1.0;}
    let (mut a,mut b)=(best.1-1.5,best.1+1.5);
    for _ in 0..40{ let x=a+(b-a)*0.382; let z=a+(b-a)*0.618; if power(x)>power(z){b=z}else{a=x}}
    0.5*(a+b)
}
#[test]
fn look(){
    for s0 in [1e4,1e5,1e6,1e7,1e8,1e9]{
        let law=Friction{stiffness:s0,damping:1e-3*f64::sqrt(s0),..Friction::default()};
        for over in [1.0,8.0]{
        let (y,mean,worst,cold)=belt(law,44100.0*over,0.35);
        println!("{s0:e} {over}x pitch {:.3} mean {mean:.3} worst {worst} cold {cold:e}", pitch(&y,44100.0*over));
        }
    }
}

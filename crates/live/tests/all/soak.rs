//! Soak test: sixty-four sounds, two of every model, receive two hundred random messages a second, every
//! hundredth of them invalid. Memory does not grow, no sample is non-finite, and no sample exceeds full
//! scale. The test takes some seconds here; `cargo xtask soak` runs ten minutes offline and one minute on
//! JACK.

#[cfg(all(feature = "device", target_os = "linux"))]
use crate::support::jack;
use foley_audio::output::{Output, OutputRequest};
use foley_catalogue::preset::palette;
use foley_dsp::random::Dice;
use foley_live::dispatcher::{Message, MessageKind};
use foley_live::offline::EndCondition;
use foley_live::session::{Session, Setup, Summary};
use foley_live::{Arg, Dispatcher, Entry, EntryKind};
use std::sync::{Arc, Mutex};

const RATE: u64 = 48_000;
/// Interval between two messages \[samples\]: two hundred messages per second.
const EVERY: u64 = RATE / 200;

/// Returns the duration of the test \[s\] from the environment variable `name`, or `default`.
fn seconds(name: &str, default: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Number of sounds, as many as an engine holds.
const SOUNDS: usize = 64;

/// The first preset of every model, then the second ones, up to [`SOUNDS`].
fn chosen() -> Vec<&'static str> {
    let mut chosen: [Vec<(&str, &str)>; 2] = Default::default();
    for preset in palette() {
        let model = preset.model();
        let taken = |round: &Vec<(&str, &str)>| round.iter().any(|(other, _)| *other == model);
        if let Some(round) = chosen.iter_mut().find(|round| !taken(round)) {
            round.push((model, &preset.name));
        }
    }
    chosen.into_iter().flatten().map(|(_, name)| name).take(SOUNDS).collect()
}

fn prepare(dispatcher: &mut Dispatcher) -> Result<(), String> {
    for (n, name) in chosen().into_iter().enumerate() {
        let added = dispatcher.address_space.add(&format!("s{n}"), name, 0);
        added.map_err(|why| why.to_string())?;
    }
    Ok(())
}

/// Returns the memory of this process \[MB\]; `None` if the system does not report it.
fn memory() -> Option<f64> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: f64 = pages.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096.0 / 1e6)
}

/// Iterator over random messages that also records the memory of the process.
struct Storm {
    entries: Vec<Entry>,
    dice: Dice,
    sent: u64,
    end: u64,
    memory: Arc<Mutex<Vec<f64>>>,
}

impl Storm {
    fn new(seconds: u64) -> (Self, Arc<Mutex<Vec<f64>>>) {
        let output = Output::null(OutputRequest::default());
        // The addresses of an engine like the one that plays.
        let entries = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&entries);
        let mut setup = Setup::new(output);
        setup.prepare = Box::new(move |dispatcher| {
            prepare(dispatcher)?;
            *seen.lock().unwrap() = dispatcher.address_space.entries();
            Ok(())
        });
        Session::offline(setup, EndCondition::Frames(64)).unwrap();
        let entries = std::mem::take(&mut *entries.lock().unwrap());
        let told = |entry: &Entry| {
            let kind = matches!(
                entry.kind,
                EntryKind::Gesture | EntryKind::Handle | EntryKind::Value | EntryKind::Mixer
            );
            // Without the limiter the peak is unbounded.
            kind && entry.address != "/foley/limiter"
        };
        let memory = Arc::default();
        let storm = Self {
            entries: entries.into_iter().filter(told).collect(),
            dice: Dice::new(7),
            sent: 0,
            end: seconds * RATE,
            memory: Arc::clone(&memory),
        };
        (storm, memory)
    }
}

impl Iterator for Storm {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        let at = self.sent * EVERY;
        if at >= self.end {
            return None;
        }
        if self.sent.is_multiple_of(200) {
            self.memory.lock().unwrap().extend(memory());
        }
        self.sent += 1;
        // Gestures are more frequent, so that sounds stay awake.
        let wants_gesture = self.dice.unit() < 0.5;
        let entry = loop {
            let index = (self.dice.unit() * self.entries.len() as f64) as usize;
            let entry = &self.entries[index];
            if !wants_gesture || entry.kind == EntryKind::Gesture {
                break entry;
            }
        };
        let value = match (self.sent % 100, entry.kind) {
            (0, _) => [f64::NAN, f64::INFINITY, -1e300][(self.sent / 100 % 3) as usize],
            (_, EntryKind::Handle) => 100.0 * self.dice.unit(),
            _ => entry.info.from_normalised(self.dice.unit()),
        };
        let kind = MessageKind::Address { address: entry.address.clone(), args: vec![Arg::Number(value)] };
        let from = None;
        Some(Message { at, kind, from, scored: false })
    }
}

fn setup(output: Output, storm: Storm) -> Setup {
    let mut setup = Setup::new(output);
    setup.prepare = Box::new(prepare);
    setup.messages = Box::new(storm);
    setup
}

/// Checks the summary and the memory readings of a run, offline or on JACK.
fn judge(summary: &Summary, memory: &[f64], seconds: u64) {
    let status = &summary.status;
    let counts = &status.counts;
    println!(
        "{:.0} s: {} messages, wrong {:?}, reports {:?}, peak {:.3}, {} of {} awake at the end",
        status.played, counts.scored, counts.wrong, counts.reports, status.peak, status.awake, status.sounds
    );
    assert_eq!(counts.scored, seconds * 200);
    assert!(!counts.reports.contains_key("voices reset"));
    assert!(!counts.reports.contains_key("events dropped"));
    assert!(status.peak > 0.01 && status.peak <= 1.0, "{}", status.peak);
    assert_eq!(status.sounds, 64);
    assert_eq!(status.waiting, 0);
    // Every wrong message is counted; impossible bodies are rejected as well.
    let wrong: u64 = counts.wrong.values().sum();
    assert!(wrong >= seconds * 2, "{:?}", counts.wrong);
    assert!(wrong < counts.scored / 5, "{:?}", counts.errors);
    if let (Some(&early), Some(&late)) = (memory.get(memory.len() / 4), memory.last()) {
        println!("memory {early:.1} MB after a quarter, {late:.1} MB at the end");
        assert!(late < 1.05 * early + 8.0, "{memory:?}");
    }
}

#[test]
fn offline_nothing_grows_and_nothing_breaks() {
    let seconds = seconds("FOLEY_SOAK_SECONDS", 10);
    let (storm, memory) = Storm::new(seconds);
    let setup = setup(Output::null(OutputRequest::default()), storm);
    let summary = Session::offline(setup, EndCondition::Frames(seconds * RATE)).unwrap();
    judge(&summary, &memory.lock().unwrap(), seconds);
}

/// Counter of gaps in which a block took longer than its duration. On a virtual machine the host can take the
/// processor away for 10 ms at a time. Gaps at such moments are excused.
#[cfg(all(feature = "device", target_os = "linux"))]
#[derive(Default)]
struct Gaps {
    seen: u64,
    excused: u64,
    /// Processor time that the host took away, at the last readings \[1/100 s\].
    taken: std::collections::VecDeque<u64>,
}

#[cfg(all(feature = "device", target_os = "linux"))]
impl Gaps {
    /// Interval between two readings of the processor time.
    const EVERY: std::time::Duration = std::time::Duration::from_millis(5);
    /// Number of stored readings; they span four JACK blocks.
    const LOOKS: usize = 16;

    fn look(&mut self, seen: u64) {
        let stat = std::fs::read_to_string("/proc/stat").unwrap_or_default();
        // user, nice, system, idle, iowait, irq, softirq, steal
        let taken = stat.split_whitespace().nth(8);
        let taken = taken.and_then(|text| text.parse().ok()).unwrap_or(0);
        if seen > self.seen && self.taken.front().is_some_and(|&before| taken > before) {
            self.excused += seen - self.seen;
        }
        self.seen = seen;
        self.taken.push_back(taken);
        if self.taken.len() > Self::LOOKS {
            self.taken.pop_front();
        }
    }
}

/// Runs in real time on JACK and prints gaps and block times. The long run of `cargo xtask soak`, on an
/// otherwise idle machine, may have unexcused gaps in one of a thousand blocks, because not every disturbance
/// can be detected.
#[cfg(all(feature = "device", target_os = "linux"))]
#[test]
fn on_jack_nothing_grows_and_nothing_breaks() {
    use foley_audio::output::device::Device;
    use std::time::{Duration, Instant};

    const INSIDE: &str = "FOLEY_TEST_INSIDE";
    let seconds = seconds("FOLEY_SOAK_JACK_SECONDS", 5);
    if std::env::var_os(INSIDE).is_none() {
        let jack = jack::Jack::start(1024);
        let status = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "on_jack_nothing_grows_and_nothing_breaks"])
            .arg("--nocapture")
            .env(INSIDE, "1")
            .env("JACK_DEFAULT_SERVER", &jack.name)
            .status()
            .unwrap();
        assert!(status.success(), "{status}");
        return;
    }
    let (storm, memory) = Storm::new(seconds);
    let device = Device::find(Some("jack"), OutputRequest::default()).unwrap();
    let session = Session::start(setup(Output::Device(Box::new(device)), storm)).unwrap();
    let begun = Instant::now();
    let mut peak = 0.0_f32;
    let mut gaps = Gaps::default();
    loop {
        let status = session.status();
        peak = peak.max(status.peak);
        gaps.look(status.load.ours);
        if status.samples >= (seconds + 1) * RATE {
            break;
        }
        let waited = begun.elapsed();
        assert!(waited < Duration::from_secs(60 + 4 * seconds), "JACK does not ask for samples");
        std::thread::sleep(Gaps::EVERY);
    }
    let mut summary = session.stop();
    summary.status.peak = summary.status.peak.max(peak);
    let load = &summary.status.load;
    println!(
        "gaps: {} ours, {} the machine's and {} in which it was elsewhere; worst block {:.1} %",
        load.ours - gaps.excused,
        load.machine,
        gaps.excused,
        100.0 * load.worst
    );
    if std::env::var_os("FOLEY_SOAK_JACK_SECONDS").is_some() {
        print!("{}", load.histogram());
        assert!(1000 * (load.ours - gaps.excused) <= load.count(), "{load:?}");
    }
    judge(&summary, &memory.lock().unwrap(), seconds);
}

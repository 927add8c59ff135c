//! Fifty thousand malformed packets: the output keeps the same samples, each kind is counted, and no memory
//! grows.

use crate::osc_stage::{RATE, Stage, address_space, bundle, message, tag, until};
use foley_engine::{Renderer, TapReader};
use foley_live::dispatcher::MAX_QUEUED_MESSAGES;
use foley_live::osc::Counts;
use foley_live::{ClockMarker, Dispatcher};
use rosc::OscType;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const PACKETS: u64 = 50_000;
/// Number of packets sent before memory is first measured.
const WARM: u64 = 5_000;
/// Length of the host buffer \[frames\].
const BUFFER_FRAMES: usize = 128;

/// A deterministic random number generator with its state.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % sides
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.roll(256) as u8).collect()
    }
}

/// The counter that a packet must increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum As {
    Garbage,
    Unknown,
    Refused,
    NotANumber,
    TooLong,
    TooDeep,
    /// The message is executed, but counted as late.
    Late,
    Done,
}

fn bytes(packet: &rosc::OscPacket) -> Vec<u8> {
    rosc::encoder::encode(packet).unwrap()
}

fn strike(args: Vec<OscType>) -> rosc::OscPacket {
    message("/cup/strike", args)
}

/// Returns an OSC packet of nested bundles, `deep` levels deep.
fn nested(deep: usize) -> Vec<u8> {
    let mut all = Vec::new();
    for level in 0..deep {
        all.extend(b"#bundle\0\0\0\0\0\0\0\0\x01");
        let left = (deep - 1 - level) * 20;
        if left > 0 {
            all.extend((left as u32 - 4).to_be_bytes());
        }
    }
    all
}

/// Returns a random packet and the counter that it must increment.
fn attack(dice: &mut Dice, n: u64) -> (Vec<u8>, As) {
    match n % 20 {
        kind @ 0..=10 => misshapen(dice, kind),
        kind => meaningless(dice, kind),
    }
}

/// Returns a packet that is invalid OSC or exceeds a limit, and its counter.
fn misshapen(dice: &mut Dice, kind: u64) -> (Vec<u8>, As) {
    let good = bytes(&bundle(1, vec![strike(vec![OscType::Float(1.0)])]));
    match kind {
        0 => {
            let count = dice.roll(400);
            let mut random = dice.bytes(count);
            // A message-like start would be another kind.
            if let Some(first) = random.first_mut().filter(|byte| matches!(**byte, b'/' | b'#')) {
                *first = 0;
            }
            (random, As::Garbage)
        }
        // A truncated bundle that is still valid is empty.
        1 => {
            let cut = 1 + dice.roll(good.len() - 1);
            let cut = if cut == 16 { 17 } else { cut };
            (good[..cut].to_vec(), As::Garbage)
        }
        2 => {
            let mut wrong = good;
            wrong[16 + dice.roll(4)] ^= 1 << dice.roll(8);
            (wrong, As::Garbage)
        }
        3 => {
            let mut behind = b"/cup/strike\0,f\0\0".to_vec();
            let count = 4 * (2 + dice.roll(100));
            behind.extend(dice.bytes(count));
            (behind, As::Garbage)
        }
        4 => {
            let text = "x".repeat(1025 + dice.roll(60_000));
            (bytes(&strike(vec![OscType::String(text)])), As::TooLong)
        }
        5 => {
            let address = format!("/cup/{}", "y".repeat(300 + dice.roll(60_000)));
            (bytes(&message(&address, vec![])), As::TooLong)
        }
        6 => {
            let many = 65 + dice.roll(5_000);
            (bytes(&strike(vec![OscType::Int(1); many])), As::TooLong)
        }
        7 => {
            let many = 1001 + dice.roll(900);
            let all = vec![strike(vec![]); many];
            (bytes(&bundle(1, all)), As::TooLong)
        }
        8 => (nested(9 + dice.roll(3_260)), As::TooDeep),
        9 => {
            // Nested arrays.
            let deep = 2 + dice.roll(62) / 2;
            let types = format!(",{}{}", "[".repeat(deep.min(31)), "]".repeat(deep.min(31)));
            let mut nest = b"/cup/strike\0".to_vec();
            nest.extend(types.as_bytes());
            nest.resize((nest.len() / 4 + 1) * 4, 0);
            (nest, As::Refused)
        }
        _ => {
            let deep = 10_000 + dice.roll(10_000);
            let mut nest = b"/cup/strike\0,".to_vec();
            nest.extend(vec![b'['; deep]);
            nest.extend(vec![b']'; deep]);
            nest.resize((nest.len() / 4 + 1) * 4, 0);
            (nest, As::TooLong)
        }
    }
}

/// Returns valid OSC with invalid content, and now and then a valid message, with its counter.
fn meaningless(dice: &mut Dice, kind: u64) -> (Vec<u8>, As) {
    match kind {
        11 => {
            let address = format!("/cup/strik-{}", dice.roll(1_000_000));
            (bytes(&message(&address, vec![OscType::Float(1.0)])), As::Unknown)
        }
        12 => {
            let address = format!("/{}/strike", dice.roll(1_000_000));
            (bytes(&message(&address, vec![])), As::Unknown)
        }
        13 => {
            let sound = OscType::String(format!("no-such-{}", dice.roll(1000)));
            let name = OscType::String("nobody".to_owned());
            let known = [
                message("/foley/remove", vec![name.clone()]),
                message("/foley/add", vec![name, sound.clone()]),
                message("/*x*x*x*/*a*b*c*", vec![sound]),
            ];
            (bytes(&known[dice.roll(3)]), As::Unknown)
        }
        14 => {
            let value = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY][dice.roll(3)];
            let address =
                ["/cup/strike", "/cup/hardness", "/cup/touch/stiffness", "/cup/mixer/gain", "/foley/gain"];
            (bytes(&message(address[dice.roll(5)], vec![OscType::Float(value)])), As::NotANumber)
        }
        15 => {
            let value = [1e30, -1e30, f64::MAX, -0.5][dice.roll(4)];
            let address = ["/cup/strike", "/cup/hardness", "/cup/touch/stiffness", "/foley/gain"];
            (bytes(&message(address[dice.roll(4)], vec![OscType::Double(value)])), As::Refused)
        }
        16 => {
            let wrong = [
                OscType::Blob(vec![1; 5]),
                OscType::Nil,
                OscType::Inf,
                OscType::Char('x'),
                OscType::String("a strike".to_owned()),
            ];
            (bytes(&strike(vec![wrong[dice.roll(5)].clone()])), As::Refused)
        }
        17 => {
            // Hours ahead, decades ahead.
            let ahead = [7_200.0, 1e6, 1e8][dice.roll(3)];
            (bytes(&bundle(tag(ahead), vec![strike(vec![])])), As::Refused)
        }
        18 => {
            let ago = [-1.0, -1e4, -1e8][dice.roll(3)];
            (bytes(&bundle(tag(ago), vec![strike(vec![OscType::Float(1.0)])])), As::Late)
        }
        _ => (bytes(&strike(vec![OscType::Int(1)])), As::Done),
    }
}

/// Schedules ten strikes of the pan a second and returns a tap of the pan. The attack strikes the cup instead.
fn play_pan(dispatcher: &mut Dispatcher) -> TapReader {
    let controls = &mut dispatcher.address_space.controls;
    let pan = controls.find("pan").unwrap();
    for n in 0..3_000_u64 {
        let speed = 0.5 + 0.1 * (n % 7) as f64;
        controls.gesture(pan, "strike", Some(speed), 100 + n * 4_801).unwrap();
    }
    controls.tap(Some(pan), 60.0, 0).unwrap()
}

/// A digest of the output: length, peak, and a checksum of every bit.
#[derive(Debug, Default, PartialEq)]
struct SoundTarget {
    samples: usize,
    loudest: f32,
    sum: u64,
}

impl SoundTarget {
    /// Reads a given number of samples from a tap.
    fn drain(&mut self, tap: &mut TapReader, most: usize) {
        while self.samples < most
            && let Ok(sample) = tap.samples.pop()
        {
            self.samples += 1;
            self.loudest = self.loudest.max(sample.abs());
            self.sum = (self.sum ^ u64::from(sample.to_bits())).wrapping_mul(0x100_0000_01b3);
        }
    }
}

/// Renders at about the pace of a device; returns the digest of the pan.
fn device(
    mut renderer: Renderer,
    mut marker: ClockMarker,
    mut tap: TapReader,
    ends: &AtomicBool,
) -> SoundTarget {
    let mut out = vec![0.0; 2 * BUFFER_FRAMES];
    let mut heard = SoundTarget::default();
    // On a busy machine, until there is a second of it.
    while !ends.load(Ordering::Relaxed) || heard.samples < 96_000 {
        marker.mark(renderer.now(), BUFFER_FRAMES);
        renderer.render_interleaved(&mut out);
        assert!(out.iter().all(|x| x.is_finite()));
        heard.drain(&mut tap, usize::MAX);
        std::thread::sleep(Duration::from_secs_f64(BUFFER_FRAMES as f64 / RATE));
    }
    assert_eq!(tap.lost(), 0);
    heard
}

/// Memory in use \[bytes\].
fn resident() -> u64 {
    let read = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = read.split(' ').nth(1).and_then(|field| field.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

#[test]
fn fifty_thousand_packets_of_garbage_do_not_change_the_sound() {
    let sounds = [("cup", "impact"), ("pan", "impact")];
    let stage = Stage::new(&sounds);
    let tap = play_pan(&mut stage.dispatcher.lock().unwrap());
    let Stage { dispatcher, server, client, renderer, marker, .. } = stage;
    let ends = Arc::new(AtomicBool::new(false));
    let playing = {
        let ends = Arc::clone(&ends);
        std::thread::spawn(move || device(renderer, marker, tap, &ends))
    };

    let mut dice = Dice(17);
    let mut wanted = Counts::default();
    let (mut before, mut longest_queue, mut on_the_way) = (0, 0, 0);
    for n in 0..PACKETS {
        let (packet, kind) = attack(&mut dice, n);
        *match kind {
            As::Garbage => &mut wanted.garbage,
            As::Unknown => &mut wanted.unknown,
            As::Refused => &mut wanted.refused,
            As::NotANumber => &mut wanted.not_a_number,
            As::TooLong => &mut wanted.too_long,
            As::TooDeep => &mut wanted.too_deep,
            As::Late | As::Done => &mut wanted.done,
        } += 1;
        wanted.late += u64::from(kind == As::Late);
        client.send_to(&packet, server.address()).unwrap();
        // The system drops packets beyond its buffer.
        on_the_way += 2_000 + packet.len();
        if on_the_way > 40_000 || n + 1 == PACKETS {
            on_the_way = 0;
            until("packets", || server.counts().packets > n);
            let mut dispatcher = dispatcher.lock().unwrap();
            longest_queue = longest_queue.max(dispatcher.queued());
            dispatcher.address_space.controls.collect();
        }
        if n + 1 == WARM {
            before = resident();
        }
    }
    let after = resident();
    ends.store(true, Ordering::Relaxed);
    let heard = playing.join().unwrap();

    let counts = server.counts();
    println!("{counts:?}");
    println!(
        "{:.1} s of sound, {} kB more in use after {} packets",
        heard.samples as f64 / 2.0 / RATE,
        after.saturating_sub(before) / 1024,
        PACKETS - WARM
    );
    let kinds = |counts: &Counts| {
        [
            counts.done,
            counts.late,
            counts.garbage,
            counts.unknown,
            counts.refused,
            counts.not_a_number,
            counts.too_long,
            counts.too_deep,
            counts.crowded,
        ]
    };
    assert_eq!(counts.packets, PACKETS);
    assert_eq!(
        kinds(&counts),
        kinds(&wanted),
        "done, late, garbage, unknown, refused, not a number, too long, too deep, crowded"
    );
    let sum: u64 = kinds(&counts).iter().sum::<u64>() - counts.late;
    assert_eq!(sum, PACKETS, "each packet is counted once");
    assert!(longest_queue == 0, "{longest_queue} messages queued");
    // Reports, stacks and allocator caches; 45,000 packets of 10 kB would be 450 MB.
    assert!(after < before + (8 << 20), "{before} bytes, then {after}");

    // The same pan without any attack, as many samples.
    let (address_space, mut renderer) = address_space(&sounds);
    let mut dispatcher = Dispatcher::new(address_space, foley_live::mapping::Mappings::default());
    let mut tap = play_pan(&mut dispatcher);
    let mut out = vec![0.0; 2 * BUFFER_FRAMES];
    let mut quiet = SoundTarget::default();
    while quiet.samples < heard.samples {
        renderer.render_interleaved(&mut out);
        quiet.drain(&mut tap, heard.samples);
    }
    assert!(heard.loudest > 0.01, "the pan was struck: {heard:?}");
    assert_eq!(quiet, heard, "the pan sounds otherwise under attack");
}

#[test]
fn scheduled_messages_leave_room_for_immediate_ones() {
    let stage = Stage::new(&[("cup", "impact")]);
    let gain = |value: f32| message("/cup/mixer/gain", vec![OscType::Float(value)]);
    let many = bundle(tag(1_000.0), vec![gain(0.1); 900]);
    let sent = (MAX_QUEUED_MESSAGES / 2 / 900 + 4) as u64;
    for n in 0..sent {
        stage.send(&many);
        stage.wait_for(n + 1);
    }
    let counts = stage.server.counts();
    assert_eq!(stage.dispatcher.lock().unwrap().queued(), MAX_QUEUED_MESSAGES / 2);
    assert_eq!(counts.crowded, sent * 900 - MAX_QUEUED_MESSAGES as u64 / 2, "{counts:?}");
    stage.send(&gain(0.5));
    stage.wait_for(sent + 1);
    let dispatcher = stage.dispatcher.lock().unwrap();
    let strip = dispatcher.address_space.controls.instances().next().unwrap().1.strip;
    assert_eq!(strip.gain, 0.5, "what is for now is done");
    // At most 200 answers per second: the rest is counted.
    let answers = counts.crowded - counts.unanswered;
    assert!(counts.unanswered > 0 && answers >= 200, "{answers} answered, {} not", counts.unanswered);
}

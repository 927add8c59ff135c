//! `foley live --measure`: the delay from a message to its sound.

use super::request::Request;
use crate::failure::Failure;
use foley_live::measure::{LatencyReport, NAME, directly, measure};
use foley_live::session::Session;
use serde_json::{Value, json};
use std::net::UdpSocket;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Measures the latency of messages sent within the process and through a socket; returns the text to print.
pub(super) fn run(session: &Session, request: &Request, stop: &AtomicBool) -> Result<String, Failure> {
    let messages = request.measure.unwrap_or_default();
    let refused = |why: foley_live::measure::MeasureError| Failure::input(format!("{why}."));
    let stopped = || stop.load(Ordering::Relaxed);
    let mut send = || {
        if stopped() {
            return Ok(ControlFlow::Break(()));
        }
        directly(session)
    };
    let mut ways =
        vec![("engine", "inside the program", measure(session, messages, &mut send).map_err(refused)?)];
    if let Some(address) = session.server_addresses().osc {
        let unsent = |why: std::io::Error| Failure::Internal(format!("cannot open a socket: {why}"));
        let socket = UdpSocket::bind((address.ip(), 0)).map_err(unsent)?;
        let packet = packet();
        let mut send = || {
            if stopped() {
                return Ok(ControlFlow::Break(()));
            }
            let sent = socket.send_to(&packet, address);
            let sent = sent.map_err(|why| why.to_string());
            sent.map(|_| ControlFlow::Continue(()))
        };
        let measured = measure(session, messages, &mut send).map_err(refused)?;
        ways.push(("socket", "as OSC, through UDP on this machine", measured));
    }
    ways.retain(|(_, _, measured)| !stopped() || !measured.delays.is_empty());
    if request.json {
        let all: serde_json::Map<String, Value> =
            ways.iter().map(|(name, _, measured)| ((*name).to_owned(), to_json(measured))).collect();
        return Ok(format!("{}\n", json!({ "device": session.info().name, "delay": all })));
    }
    let mut lines = vec![format!("{}\n", session.info().name)];
    for (name, how, measured) in &ways {
        lines.push(format!("\n{name}: {how}\n{}", to_text(measured)));
    }
    Ok(lines.concat()
        + "\nFrom sending to the time at which the first sample of the onset is due. The limiter's 16 samples are included; \
           buffers of the device, the converter and the air are not.\n")
}

/// Returns the message `/measure/strike 1.0` as an OSC packet.
fn packet() -> Vec<u8> {
    let mut packet = format!("/{NAME}/strike\0").into_bytes();
    packet.resize(packet.len().next_multiple_of(4), 0);
    packet.extend(b",f\0\0");
    packet.extend(1.0_f32.to_be_bytes());
    packet
}

fn to_json(measured: &LatencyReport) -> Value {
    json!({
        "messages": measured.delays.len() + measured.unheard, "unheard": measured.unheard, "rate": measured.rate, "block": measured.buffer_frames,
        "min": measured.quantile(0.0), "median": measured.quantile(0.5), "p95": measured.quantile(0.95), "max": measured.quantile(1.0),
        "jitter": measured.jitter(), "deviation": measured.deviation(),
        "xruns": { "ours": measured.ours, "machine": measured.machine },
    })
}

fn to_text(measured: &LatencyReport) -> String {
    let ms = |seconds: f64| format!("{:.3} ms", 1e3 * seconds);
    format!(
        "  {} messages, {} of them without a sound; blocks of {} at {:.0} Hz last {}; gaps in the sound: {} from late blocks, {} from the system (late thread or device underrun)\n  \
         delay   min {}, median {}, 95 % {}, max {}\n  \
         jitter  {} (from 5 % to 95 %), {} standard deviation\n{}",
        measured.delays.len() + measured.unheard,
        measured.unheard,
        measured.buffer_frames,
        measured.rate,
        ms(measured.block()),
        measured.ours,
        measured.machine,
        ms(measured.quantile(0.0)),
        ms(measured.quantile(0.5)),
        ms(measured.quantile(0.95)),
        ms(measured.quantile(1.0)),
        ms(measured.jitter()),
        ms(measured.deviation()),
        measured.histogram()
    )
}

//! `foley live --measure`: how long from a message to its sound.

use super::request::Request;
use crate::failure::Failure;
use foley_live::measure::{LatencyReport, NAME, directly, measure};
use foley_live::session::Session;
use serde_json::{Value, json};
use std::net::UdpSocket;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Measures on the desk and through the socket, until it is told to stop; what is to be printed.
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
        vec![("engine", "on the desk itself", measure(session, messages, &mut send).map_err(refused)?)];
    if let Some(address) = session.server_addresses().osc {
        let unsent = |why: std::io::Error| Failure::Internal(format!("no socket: {why}"));
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
            ways.iter().map(|(name, _, measured)| ((*name).to_owned(), for_programs(measured))).collect();
        return Ok(format!("{}\n", json!({ "device": session.info().name, "delay": all })));
    }
    let mut lines = vec![format!("{}\n", session.info().name)];
    for (name, how, measured) in &ways {
        lines.push(format!("\n{name}: {how}\n{}", for_people(measured)));
    }
    Ok(lines.concat()
        + "\nFrom the moment of sending to the moment when the sample with the onset is due. The limiter's 16 samples are included; \
           the output's own buffers, the converter and the air are not.\n")
}

/// `/measure/strike 1.0` as an OSC packet.
fn packet() -> Vec<u8> {
    let mut packet = format!("/{NAME}/strike\0").into_bytes();
    packet.resize(packet.len().next_multiple_of(4), 0);
    packet.extend(b",f\0\0");
    packet.extend(1.0_f32.to_be_bytes());
    packet
}

fn for_programs(it: &LatencyReport) -> Value {
    json!({
        "messages": it.delays.len() + it.unheard, "unheard": it.unheard, "rate": it.rate, "block": it.buffer_frames,
        "min": it.quantile(0.0), "median": it.quantile(0.5), "p95": it.quantile(0.95), "max": it.quantile(1.0),
        "jitter": it.jitter(), "deviation": it.deviation(),
        "xruns": { "ours": it.ours, "machine": it.machine },
    })
}

fn for_people(it: &LatencyReport) -> String {
    let ms = |seconds: f64| format!("{:.3} ms", 1e3 * seconds);
    format!(
        "  {} messages, {} of them unheard; blocks of {} at {:.0} Hz last {}; gaps: {} of ours, {} of the machine's\n  \
         delay   min {}, median {}, 95 % {}, max {}\n  \
         jitter  {} (from 5 % to 95 %), {} standard deviation\n{}",
        it.delays.len() + it.unheard,
        it.unheard,
        it.buffer_frames,
        it.rate,
        ms(it.block()),
        it.ours,
        it.machine,
        ms(it.quantile(0.0)),
        ms(it.quantile(0.5)),
        ms(it.quantile(0.95)),
        ms(it.quantile(1.0)),
        ms(it.jitter()),
        ms(it.deviation()),
        it.histogram()
    )
}

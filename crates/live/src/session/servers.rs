//! The servers that receive messages: OSC, OSCQuery, MIDI inputs.

#[cfg(feature = "device")]
use super::lock;
use super::{SessionError, SessionState};
use crate::{Clock, Dispatcher, osc, query};
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

/// Host name that the OSCQuery server reports.
const WHO: &str = "foley";

/// The MIDI inputs to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MidiInputs {
    /// Open all connected instruments.
    All,
    /// Open one instrument, by its index from 0 or a part of its name.
    One(String),
}

/// The servers that a session opens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerConfig {
    /// Address for OSC over UDP; port 0 takes a free one, and `None` opens no OSC server.
    pub osc: Option<SocketAddr>,
    /// Address for OSCQuery over HTTP, which must be loopback; `None` opens no OSCQuery server.
    pub query: Option<SocketAddr>,
    /// Whether OSCQuery may use another port if the port in `query` is taken.
    pub query_may_use_another_port: bool,
    /// MIDI inputs to open; `None` opens no MIDI input.
    pub midi: Option<MidiInputs>,
}

/// Addresses of the servers that a session has opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerAddresses {
    /// Address of the OSC server; `None` if it is not open.
    pub osc: Option<SocketAddr>,
    /// Address of the OSCQuery server; `None` if it is not open.
    pub query: Option<SocketAddr>,
    /// Names of the open MIDI inputs.
    pub midi: Vec<String>,
}

/// Running servers; dropping this value ends them.
#[derive(Debug, Default)]
pub(super) struct Servers {
    pub(super) osc: Option<Arc<osc::Server>>,
    pub(super) query: Option<query::Server>,
    #[cfg(feature = "device")]
    pub(super) midi: Option<crate::midi::port::Ports>,
}

impl Servers {
    pub(super) fn new(
        servers: &ServerConfig,
        dispatcher: &Arc<Mutex<Dispatcher>>,
        clock: &Arc<Clock>,
        shared: &Arc<SessionState>,
    ) -> Result<Self, SessionError> {
        let mut open = Self::default();
        if let Some(address) = servers.osc {
            let server = osc::Server::open(address, Arc::clone(dispatcher), Arc::clone(clock));
            open.osc = Some(Arc::new(server.map_err(closed("OSC", address))?));
        }
        if let Some(address) = servers.query {
            let osc = open.osc.as_ref().map(|osc| osc.address());
            let at = |address| query::Server::open(address, Arc::clone(dispatcher), osc, WHO);
            let server = match at(address) {
                Err(why) if why.kind() == io::ErrorKind::AddrInUse && servers.query_may_use_another_port => {
                    at(SocketAddr::new(address.ip(), 0))
                }
                other => other,
            };
            open.query = Some(server.map_err(closed("OSCQuery", address))?);
        }
        if let Some(instruments) = &servers.midi {
            open.listen(instruments, dispatcher, clock, shared)?;
        }
        Ok(open)
    }

    #[cfg(feature = "device")]
    fn listen(
        &mut self,
        instruments: &MidiInputs,
        dispatcher: &Arc<Mutex<Dispatcher>>,
        clock: &Arc<Clock>,
        shared: &Arc<SessionState>,
    ) -> Result<(), SessionError> {
        use crate::dispatcher::Outcome;
        use crate::midi::port::{PortSelection, open};
        let which = match instruments {
            MidiInputs::All => PortSelection::All,
            MidiInputs::One(name) => PortSelection::One(name.clone()),
        };
        let shared = Arc::clone(shared);
        let report: Arc<dyn Fn(Vec<Outcome>) + Send + Sync> = Arc::new(move |outcomes| {
            let mut counts = lock(&shared.counts);
            counts.midi += 1;
            counts.note(&outcomes);
        });
        let ports = open(&which, dispatcher, clock, &report);
        self.midi = Some(ports.map_err(|why| SessionError::Midi(why.to_string()))?);
        Ok(())
    }

    #[cfg(not(feature = "device"))]
    #[expect(clippy::unused_self, reason = "with devices it keeps the ports")]
    fn listen(
        &mut self,
        _: &MidiInputs,
        _: &Arc<Mutex<Dispatcher>>,
        _: &Arc<Clock>,
        _: &Arc<SessionState>,
    ) -> Result<(), SessionError> {
        Err(SessionError::Midi(
            "this program was built without MIDI instruments (feature `device`); MIDI files need none"
                .to_owned(),
        ))
    }

    pub(super) fn addresses(&self) -> ServerAddresses {
        ServerAddresses {
            osc: self.osc.as_ref().map(|osc| osc.address()),
            query: self.query.as_ref().map(query::Server::address),
            #[cfg(feature = "device")]
            midi: self.midi.as_ref().map_or(Vec::new(), |ports| ports.names.clone()),
            #[cfg(not(feature = "device"))]
            midi: Vec::new(),
        }
    }
}

fn closed(door: &'static str, address: SocketAddr) -> impl Fn(io::Error) -> SessionError {
    move |why| SessionError::Door { door, address, why }
}

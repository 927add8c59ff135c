//! The doors through which messages come: OSC, OSCQuery, MIDI instruments.

#[cfg(feature = "device")]
use super::lock;
use super::{SessionError, Shared};
use crate::{Clock, Desk, osc, query};
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

/// What OSCQuery says of who answers.
const WHO: &str = "foley";

/// Which MIDI instruments are listened to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruments {
    /// All that are plugged in.
    All,
    /// One, by its number from 0 or a part of its name.
    One(String),
}

/// Which doors are to be opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doors {
    /// OSC in UDP packets; port 0 takes a free one.
    pub osc: Option<SocketAddr>,
    /// OSCQuery, on this machine only.
    pub query: Option<SocketAddr>,
    /// If that port is taken, another will do.
    pub query_may_move: bool,
    /// MIDI instruments.
    pub midi: Option<Instruments>,
}

/// Which doors are open, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Addresses {
    /// OSC.
    pub osc: Option<SocketAddr>,
    /// OSCQuery.
    pub query: Option<SocketAddr>,
    /// Names of MIDI instruments.
    pub midi: Vec<String>,
}

/// Doors that are open until this is dropped.
#[derive(Debug, Default)]
pub(super) struct Open {
    pub(super) osc: Option<Arc<osc::Server>>,
    pub(super) query: Option<query::Server>,
    #[cfg(feature = "device")]
    pub(super) midi: Option<crate::midi::port::Ports>,
}

impl Open {
    pub(super) fn new(
        doors: &Doors,
        desk: &Arc<Mutex<Desk>>,
        clock: &Arc<Clock>,
        shared: &Arc<Shared>,
    ) -> Result<Self, SessionError> {
        let mut open = Self::default();
        if let Some(address) = doors.osc {
            let server = osc::Server::open(address, Arc::clone(desk), Arc::clone(clock));
            open.osc = Some(Arc::new(server.map_err(closed("OSC", address))?));
        }
        if let Some(address) = doors.query {
            let osc = open.osc.as_ref().map(|osc| osc.address());
            let at = |address| query::Server::open(address, Arc::clone(desk), osc, WHO);
            let server = match at(address) {
                Err(why) if why.kind() == io::ErrorKind::AddrInUse && doors.query_may_move => {
                    at(SocketAddr::new(address.ip(), 0))
                }
                other => other,
            };
            open.query = Some(server.map_err(closed("OSCQuery", address))?);
        }
        if let Some(instruments) = &doors.midi {
            open.listen(instruments, desk, clock, shared)?;
        }
        Ok(open)
    }

    #[cfg(feature = "device")]
    fn listen(
        &mut self,
        instruments: &Instruments,
        desk: &Arc<Mutex<Desk>>,
        clock: &Arc<Clock>,
        shared: &Arc<Shared>,
    ) -> Result<(), SessionError> {
        use crate::desk::Outcome;
        use crate::midi::port::{Which, open};
        let which = match instruments {
            Instruments::All => Which::All,
            Instruments::One(name) => Which::One(name.clone()),
        };
        let shared = Arc::clone(shared);
        let tell: Arc<dyn Fn(Vec<Outcome>) + Send + Sync> = Arc::new(move |outcomes| {
            let mut counts = lock(&shared.counts);
            counts.midi += 1;
            counts.note(&outcomes);
        });
        let ports = open(&which, desk, clock, &tell);
        self.midi = Some(ports.map_err(|why| SessionError::Midi(why.to_string()))?);
        Ok(())
    }

    #[cfg(not(feature = "device"))]
    #[expect(clippy::unused_self, reason = "with devices it keeps the ports")]
    fn listen(
        &mut self,
        _: &Instruments,
        _: &Arc<Mutex<Desk>>,
        _: &Arc<Clock>,
        _: &Arc<Shared>,
    ) -> Result<(), SessionError> {
        Err(SessionError::Midi(
            "this program was built without MIDI instruments (feature `device`); MIDI files need none"
                .to_owned(),
        ))
    }

    pub(super) fn addresses(&self) -> Addresses {
        Addresses {
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

//! How a program ends that would go on for ever: by Ctrl-C, or by a polite kill.

use crate::failure::Failure;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that Ctrl-C and a polite kill set; a second Ctrl-C ends at once.
pub(crate) fn listen() -> Result<Arc<AtomicBool>, Failure> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag::{register, register_conditional_shutdown};
    let stop = Arc::new(AtomicBool::new(false));
    let set = || {
        register_conditional_shutdown(SIGINT, 130, Arc::clone(&stop))?;
        register(SIGINT, Arc::clone(&stop))?;
        register(SIGTERM, Arc::clone(&stop))
    };
    set().map_err(|why| Failure::Internal(format!("Ctrl-C cannot be heard: {why}")))?;
    Ok(stop)
}

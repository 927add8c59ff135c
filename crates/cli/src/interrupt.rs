//! Ends an endless command on Ctrl-C or SIGTERM.

use crate::failure::Failure;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Returns a flag that becomes true on Ctrl-C or SIGTERM. A second Ctrl-C ends the program at once.
pub(crate) fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag::{register, register_conditional_shutdown};
    let stop = Arc::new(AtomicBool::new(false));
    let set = || {
        register_conditional_shutdown(SIGINT, 130, Arc::clone(&stop))?;
        register(SIGINT, Arc::clone(&stop))?;
        register(SIGTERM, Arc::clone(&stop))
    };
    set().map_err(|why| Failure::Internal(format!("cannot install the handler of Ctrl-C: {why}")))?;
    Ok(stop)
}

//! A clock that advances by a fixed step per reading, to simulate lack of time.

use foley_engine::Renderer;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Installs the clock; returns its step \[ns\].
pub(crate) fn stepped_clock(renderer: &mut Renderer) -> Arc<AtomicU64> {
    let step = Arc::new(AtomicU64::new(0));
    let (now, by) = (AtomicU64::new(0), Arc::clone(&step));
    let clock = move || {
        let step = by.load(Ordering::Relaxed);
        1e-9 * (now.fetch_add(step, Ordering::Relaxed) + step) as f64
    };
    renderer.set_time_budget(clock, 0.8);
    step
}

//! Functions exported to the page. A page writes a request into the buffer returned by `request_buffer`.
//! Answers are pointers to a length of four bytes in little-endian order, followed by that number of bytes. A
//! pointer is valid until the next call.
//!
//! | function                 | effect                                                         |
//! |--------------------------|----------------------------------------------------------------|
//! | `request_buffer(len)`    | buffer for a request of `len` bytes; null if it is too long    |
//! | `query(len)`             | [`query`](crate::query)                                        |
//! | `samples()`              | samples of the last query, channel after channel               |
//! | `start(rate, instances)` | starts an engine; a running one is replaced                    |
//! | `execute(len)`           | [`WorkletEngine::execute`]                                     |
//! | `render(frames)`         | [`WorkletEngine::render`]: left, then right                    |
//! | `set_quality(level)`     | [`WorkletEngine::set_quality`]                                 |
//! | `poll_status()`          | [`WorkletEngine::poll`]                                        |
//! | `trace()`                | [`WorkletEngine::trace`]; a length of 0 if there is no segment |
//! | `panic_message()`        | message of a panic, to be read after a trap                    |
#![allow(unsafe_code, reason = "the names of exports must be unique, which the compiler cannot check")]

use crate::live::MAX_FRAMES;
use crate::{WorkletEngine, request};
use std::cell::RefCell;
use std::sync::Once;

/// State of one instance of the WebAssembly module.
#[derive(Default)]
struct ModuleState {
    request: Vec<u8>,
    answer: Vec<u8>,
    samples: Vec<f32>,
    engine: Option<WorkletEngine>,
}

thread_local! {
    static STATE: RefCell<ModuleState> = RefCell::default();
    static PANIC_MESSAGE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn with_state<T>(action: impl FnOnce(&mut ModuleState) -> T) -> T {
    STATE.with_borrow_mut(action)
}

impl ModuleState {
    /// Returns the first `length` bytes of the request buffer; an empty slice if the buffer is shorter.
    fn request(&self, length: usize) -> &[u8] {
        self.request.get(..length).unwrap_or_default()
    }

    /// Stores an answer behind its length and returns a pointer to it.
    fn answer(&mut self, answer: &[u8]) -> *const u8 {
        frame(answer, &mut self.answer);
        self.answer.as_ptr()
    }
}

/// Writes the length of an answer and then its bytes to `into`.
fn frame(answer: &[u8], into: &mut Vec<u8>) {
    into.clear();
    into.extend_from_slice(&(answer.len() as u32).to_le_bytes());
    into.extend_from_slice(answer);
}

/// Returns a buffer for a request of `length` bytes; null if `length` exceeds the limit.
#[unsafe(no_mangle)]
pub extern "C" fn request_buffer(length: usize) -> *mut u8 {
    // Every request starts in this function, so the panic hook is installed before anything can fail.
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|why| {
            PANIC_MESSAGE.with_borrow_mut(|message| frame(why.to_string().as_bytes(), message));
        }));
    });
    if length > request::MAX_REQUEST {
        return core::ptr::null_mut();
    }
    with_state(|state| {
        state.request.resize(length, 0);
        state.request.as_mut_ptr()
    })
}

/// Answers the query in the first `length` bytes of the request buffer.
#[unsafe(no_mangle)]
pub extern "C" fn query(length: usize) -> *const u8 {
    with_state(|state| {
        let result = crate::query(state.request(length));
        state.samples = result.samples.concat();
        state.answer(result.answer.to_string().as_bytes())
    })
}

/// Returns the samples rendered by the last query.
#[unsafe(no_mangle)]
pub extern "C" fn samples() -> *const f32 {
    with_state(|state| state.samples.as_ptr())
}

/// Starts an engine for at most `instances` sounds at `rate` \[Hz\].
#[unsafe(no_mangle)]
pub extern "C" fn start(rate: f64, instances: usize) {
    with_state(|state| state.engine = Some(WorkletEngine::new(rate, instances)));
}

/// Executes the request in the first `length` bytes of the request buffer and returns the answer.
#[unsafe(no_mangle)]
pub extern "C" fn execute(length: usize) -> *const u8 {
    with_state(|state| {
        let request = core::mem::take(&mut state.request);
        let answer = match (&mut state.engine, request.get(..length)) {
            (Some(engine), Some(request)) => engine.execute(request).to_string(),
            _ => r#"{"error":"the engine is not running: call `start` first"}"#.to_owned(),
        };
        state.request = request;
        state.answer(answer.as_bytes())
    })
}

/// Renders the next samples, all of the left channel and then all of the right; silence before `start`.
#[unsafe(no_mangle)]
pub extern "C" fn render(frames: usize) -> *const f32 {
    with_state(|state| {
        state.samples.clear();
        match &mut state.engine {
            Some(engine) => {
                let [left, right] = engine.render(frames);
                state.samples.extend_from_slice(left);
                state.samples.extend_from_slice(right);
            }
            None => state.samples.resize(2 * frames.min(MAX_FRAMES), 0.0),
        }
        state.samples.as_ptr()
    })
}

/// Sets the quality level of the engine; 0 is the best.
#[unsafe(no_mangle)]
pub extern "C" fn set_quality(level: u32) {
    with_state(|state| {
        if let Some(engine) = &mut state.engine {
            engine.set_quality(level.min(u32::from(u8::MAX)) as u8);
        }
    });
}

/// Returns levels, quality and reports as JSON. Not named `poll`: a native program that links this crate has
/// the `poll` of the C library.
#[unsafe(no_mangle)]
pub extern "C" fn poll_status() -> *const u8 {
    with_state(|state| {
        let status = state.engine.as_mut().map(WorkletEngine::poll);
        let status = status.unwrap_or_default().to_string();
        state.answer(status.as_bytes())
    })
}

/// Returns the next trace segment; an empty answer if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn trace() -> *const u8 {
    with_state(|state| {
        let segment = state.engine.as_mut().and_then(WorkletEngine::trace);
        state.answer(&segment.unwrap_or_default())
    })
}

/// Returns the message of the panic that stopped the module; an empty answer if there was none.
#[unsafe(no_mangle)]
pub extern "C" fn panic_message() -> *const u8 {
    PANIC_MESSAGE.with_borrow_mut(|message| {
        if message.is_empty() {
            frame(&[], message);
        }
        message.as_ptr()
    })
}

//! The functions that a page calls. A page writes a request into the room it asks for, and reads answers
//! where it is pointed to: a length of four bytes, the lowest first, and as many bytes. Whatever it is
//! pointed to stays until the next call.
//!
//! | function                      | what                                                                              |
//! |-------------------------------|-----------------------------------------------------------------------------------|
//! | `room(len)`                   | where a request of that many bytes is to be written; nowhere (0) if it is too long|
//! | `ask(len)`                    | [`ask`](crate::ask)                                                               |
//! | `samples()`                   | what a question has rendered: channel after channel                               |
//! | `start(rate, instances)`      | an engine that sounds; one that was there is gone                                 |
//! | `tell(len)`                   | [`Studio::tell`]                                                                  |
//! | `render(frames)`              | [`Studio::render`]: left, then right                                              |
//! | `ease(level)`                 | [`Studio::ease`]                                                                  |
//! | `look()`                      | [`Studio::look`]                                                                  |
//! | `trace()`                     | [`Studio::trace`]; a length of 0 if there is nothing                              |
//! | `last_words()`                | why the module has stopped, after a trap                                          |
#![allow(
    unsafe_code,
    reason = "an export has a name that nothing else may have, which the compiler cannot see"
)]

use crate::sounding::MOST_FRAMES;
use crate::{Studio, request};
use std::cell::RefCell;
use std::sync::Once;

/// What an instance of the module has.
#[derive(Default)]
struct Here {
    room: Vec<u8>,
    said: Vec<u8>,
    samples: Vec<f32>,
    studio: Option<Studio>,
}

thread_local! {
    static HERE: RefCell<Here> = RefCell::default();
    static LAST_WORDS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Does something with what there is.
fn here<T>(with: impl FnOnce(&mut Here) -> T) -> T {
    HERE.with_borrow_mut(with)
}

impl Here {
    /// The request that was written, as far as there is one.
    fn request(&self, length: usize) -> &[u8] {
        self.room.get(..length).unwrap_or_default()
    }

    /// Points to an answer.
    fn say(&mut self, answer: &[u8]) -> *const u8 {
        frame(answer, &mut self.said);
        self.said.as_ptr()
    }
}

/// An answer behind its length.
fn frame(answer: &[u8], into: &mut Vec<u8>) {
    into.clear();
    into.extend_from_slice(&(answer.len() as u32).to_le_bytes());
    into.extend_from_slice(answer);
}

/// Where a request of that many bytes is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    // Every request begins here, so that whatever stops the module leaves its words.
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|why| {
            LAST_WORDS.with_borrow_mut(|words| frame(why.to_string().as_bytes(), words));
        }));
    });
    if length > request::LONGEST {
        return core::ptr::null_mut();
    }
    here(|here| {
        here.room.resize(length, 0);
        here.room.as_mut_ptr()
    })
}

/// Answers the question in the room.
#[unsafe(no_mangle)]
pub extern "C" fn ask(length: usize) -> *const u8 {
    here(|here| {
        let answered = crate::ask(here.request(length));
        here.samples = answered.samples.concat();
        here.say(answered.answer.to_string().as_bytes())
    })
}

/// What the last question has rendered.
#[unsafe(no_mangle)]
pub extern "C" fn samples() -> *const f32 {
    here(|here| here.samples.as_ptr())
}

/// An engine begins to sound.
#[unsafe(no_mangle)]
pub extern "C" fn start(rate: f64, instances: usize) {
    here(|here| here.studio = Some(Studio::new(rate, instances)));
}

/// Tells the engine what is in the room.
#[unsafe(no_mangle)]
pub extern "C" fn tell(length: usize) -> *const u8 {
    here(|here| {
        let request = core::mem::take(&mut here.room);
        let answer = match (&mut here.studio, request.get(..length)) {
            (Some(studio), Some(request)) => studio.tell(request).to_string(),
            _ => r#"{"wrong":"nothing sounds yet"}"#.to_owned(),
        };
        here.room = request;
        here.say(answer.as_bytes())
    })
}

/// The next samples, left and then right; silence before an engine sounds.
#[unsafe(no_mangle)]
pub extern "C" fn render(frames: usize) -> *const f32 {
    here(|here| {
        here.samples.clear();
        match &mut here.studio {
            Some(studio) => {
                let [left, right] = studio.render(frames);
                here.samples.extend_from_slice(left);
                here.samples.extend_from_slice(right);
            }
            None => here.samples.resize(2 * frames.min(MOST_FRAMES), 0.0),
        }
        here.samples.as_ptr()
    })
}

/// Another level of quality.
#[unsafe(no_mangle)]
pub extern "C" fn ease(level: u32) {
    here(|here| {
        if let Some(studio) = &mut here.studio {
            studio.ease(level.min(u32::from(u8::MAX)) as u8);
        }
    });
}

/// How loud everything is.
#[unsafe(no_mangle)]
pub extern "C" fn look() -> *const u8 {
    here(|here| {
        let seen = here.studio.as_mut().map(Studio::look);
        let seen = seen.unwrap_or_default().to_string();
        here.say(seen.as_bytes())
    })
}

/// A piece of what is measured.
#[unsafe(no_mangle)]
pub extern "C" fn trace() -> *const u8 {
    here(|here| {
        let piece = here.studio.as_mut().and_then(Studio::trace);
        here.say(&piece.unwrap_or_default())
    })
}

/// Why the module has stopped.
#[unsafe(no_mangle)]
pub extern "C" fn last_words() -> *const u8 {
    LAST_WORDS.with_borrow_mut(|words| {
        if words.is_empty() {
            frame(&[], words);
        }
        words.as_ptr()
    })
}

//! A JACK server with a dummy driver, which runs at the pace of a real device.

use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A running JACK server, which ends when this value is dropped.
pub(crate) struct Jack {
    server: Child,
    /// Name of the server; clients find it through the environment variable `JACK_DEFAULT_SERVER`.
    pub(crate) name: String,
}

impl Jack {
    /// Starts a server with blocks of `block` frames at 48 kHz. It has real-time priority if the system
    /// permits it.
    pub(crate) fn start(block: u32) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        for how in ["--realtime", "--no-realtime"] {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("foley{}x{count}", std::process::id());
            let mut server = Command::new("jackd")
                .args([how, "--name", &name, "-d", "dummy", "-r", "48000", "-C", "0", "-P", "2"])
                .args(["-p", &block.to_string()])
                .env("JACK_NO_AUDIO_RESERVATION", "1")
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("jackd, of the package jackd2");
            if answers(&mut server, &name) {
                if how == "--no-realtime" {
                    println!("realtime is not permitted here: JACK runs without");
                }
                return Self { server, name };
            }
            let _ = server.kill();
            let _ = server.wait();
        }
        panic!("jackd does not run here, in realtime or without");
    }
}

/// Returns whether the server's socket appears within ten seconds.
fn answers(server: &mut Child, name: &str) -> bool {
    let begun = Instant::now();
    let begins = format!("jack_{name}_");
    while begun.elapsed() < Duration::from_secs(10) {
        let entries = std::fs::read_dir("/dev/shm").into_iter().flatten().flatten();
        let mut names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        if names.any(|name| name.starts_with(&begins)) {
            // The socket exists a little before the server answers.
            std::thread::sleep(Duration::from_millis(300));
            return true;
        }
        if server.try_wait().is_ok_and(|ended| ended.is_some()) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    false
}

impl Drop for Jack {
    fn drop(&mut self) {
        // With a signal, so that it removes its shared memory.
        let id = self.server.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &id]).status();
        for _ in 0..40 {
            if self.server.try_wait().is_ok_and(|ended| ended.is_some()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

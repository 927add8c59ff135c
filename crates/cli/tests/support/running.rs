//! The program while it runs.
#![allow(dead_code, reason = "each test takes what it needs")]

use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The program while it runs; ended by its id if the test ends first.
pub(crate) struct Running {
    pub(crate) program: Child,
    out: BufReader<std::process::ChildStdout>,
    /// What it said when it began.
    pub(crate) begun: Value,
}

impl Running {
    /// Starts it with `--json`, and waits for its first line.
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut program =
            command.arg("--json").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(program.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let begun = serde_json::from_str(&line).unwrap_or_else(|why| {
            let mut aside = String::new();
            let _ = program.stderr.take().unwrap().read_to_string(&mut aside);
            panic!("{why}: {line:?}: {aside}")
        });
        Self { program, out, begun }
    }

    pub(crate) fn signal(&self, signal: &str) {
        let id = self.program.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().unwrap();
        assert!(sent.success(), "{signal}");
    }

    /// What it said at the end on both streams, and its exit code.
    pub(crate) fn end(mut self) -> (String, String, Option<i32>) {
        let (mut out, mut aside) = (String::new(), String::new());
        self.out.read_to_string(&mut out).unwrap();
        let status = self.program.wait().unwrap();
        let mut err = self.program.stderr.take().unwrap();
        err.read_to_string(&mut aside).unwrap();
        (out, aside, status.code())
    }

    /// What it said last, and its exit code.
    pub(crate) fn end_json(self) -> (Value, Option<i32>) {
        let (out, aside, code) = self.end();
        let last = serde_json::from_str(out.lines().last().unwrap_or("null"));
        let last = last.unwrap_or_else(|why| panic!("{why}: {out}{aside}"));
        (last, code)
    }

    /// The port at which a live engine hears OSC.
    pub(crate) fn osc_port(&self) -> String {
        let osc = self.begun["playing"]["osc"].as_str().unwrap();
        osc.rsplit(':').next().unwrap().to_owned()
    }

    /// Sends a message to it.
    pub(crate) fn send(&self, words: &[&str]) {
        let sent = Command::new("oscsend")
            .args(["localhost", &self.osc_port()])
            .args(words)
            .status()
            .expect("oscsend, of the package liblo-tools");
        assert!(sent.success(), "{words:?}");
    }
}

/// Waits, for a minute at most.
pub(crate) fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

//! Starts the program, sends messages to it and ends it.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A running program, which is killed when this value is dropped.
pub(crate) struct Running {
    pub(crate) program: Child,
    out: BufReader<std::process::ChildStdout>,
    /// The JSON that the program prints on its first line.
    pub(crate) begun: Value,
}

impl Running {
    /// Starts the program with `--json` and waits for its first line.
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

    /// Waits for the end of the program; returns the rest of both streams and the exit code.
    pub(crate) fn end(mut self) -> (String, String, Option<i32>) {
        let (mut out, mut aside) = (String::new(), String::new());
        self.out.read_to_string(&mut out).unwrap();
        let status = self.program.wait().unwrap();
        let mut err = self.program.stderr.take().unwrap();
        err.read_to_string(&mut aside).unwrap();
        (out, aside, status.code())
    }

    /// Waits for the end of the program; returns its last line as JSON and the exit code.
    pub(crate) fn end_json(self) -> (Value, Option<i32>) {
        let (out, aside, code) = self.end();
        let last = serde_json::from_str(out.lines().last().unwrap_or("null"));
        let last = last.unwrap_or_else(|why| panic!("{why}: {out}{aside}"));
        (last, code)
    }

    /// Returns the OSC port of the running program.
    pub(crate) fn osc_port(&self) -> String {
        let osc = self.begun["playing"]["osc"].as_str().unwrap();
        osc.rsplit(':').next().unwrap().to_owned()
    }

    /// Sends an OSC message with `oscsend`; `words` are the address, the types and the arguments.
    pub(crate) fn send(&self, words: &[&str]) {
        let sent = Command::new("oscsend")
            .args(["localhost", &self.osc_port()])
            .args(words)
            .status()
            .expect("oscsend, of the package liblo-tools");
        assert!(sent.success(), "{words:?}");
    }
}

/// Waits at most one minute until the condition `done` holds; `what` names it in the failure.
pub(crate) fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < Duration::from_mins(1), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

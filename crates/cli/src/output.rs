//! Prints the answer on the standard output, and everything else on the error stream.

use crate::failure::Failure;
use foley_contact::energy::Ledger;
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;
use std::process::Stdio;

/// Prints the answer on the standard output. If the reader closes the pipe, as in `foley lab | head -1`, this
/// is no failure.
pub(crate) fn answer(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(why) if why.kind() != io::ErrorKind::BrokenPipe => Err(Failure::unprintable(&why)),
        _ => Ok(()),
    }
}

/// Prints a line on the error stream. Ignores errors of that stream.
pub(crate) fn aside(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Formats a JSON document as text.
pub(crate) fn json(document: &Value) -> Result<String, Failure> {
    serde_json::to_string_pretty(document)
        .map(|text| text + "\n")
        .map_err(|why| Failure::Internal(format!("could not write the answer as JSON: {why}")))
}

/// Returns the energy balance as JSON. A number that is not finite becomes `null`.
pub(crate) fn ledger(ledger: &Ledger) -> Value {
    json!({
        "initial": ledger.initial,
        "moving": ledger.moving,
        "stored": ledger.stored,
        "heat": ledger.heat,
        "damped": ledger.damped,
        "radiated": ledger.radiated,
        "clicked": ledger.clicked,
        "work": ledger.work,
        "control": ledger.control,
        "numerical": ledger.numerical(),
    })
}

/// Opens a file with the desktop's default program, or warns that the desktop cannot open the file.
pub(crate) fn open(path: &Path) {
    if let Err(why) = show(path.as_os_str()) {
        aside(&format!("could not open `{}`: {why}", path.display()));
    }
}

/// Opens a file or a URL with the desktop's default program.
///
/// # Errors
/// If there is no desktop.
pub(crate) fn show(target: &OsStr) -> io::Result<()> {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let opened = std::process::Command::new(program)
        .args(arguments)
        .arg(target)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let named = |why: io::Error| io::Error::new(why.kind(), format!("{program}: {why}"));
    let mut opener = opened.map_err(named)?;
    // Waits for the process, so that a long run keeps no zombie.
    std::thread::spawn(move || opener.wait());
    Ok(())
}

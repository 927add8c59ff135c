//! The doors to the outside: the answer on one stream, everything else on the other.

use crate::failure::Failure;
use foley_contact::energy::Ledger;
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;
use std::process::Stdio;

/// Writes the answer. Nobody listening any more, as in `foley lab | head -1`, is no failure.
pub(crate) fn answer(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(why) if why.kind() != io::ErrorKind::BrokenPipe => Err(Failure::unprintable(&why)),
        _ => Ok(()),
    }
}

/// One line beside the answer. If it cannot be told, it is not.
pub(crate) fn aside(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// JSON as text.
pub(crate) fn json(document: &Value) -> Result<String, Failure> {
    serde_json::to_string_pretty(document)
        .map(|text| text + "\n")
        .map_err(|why| Failure::Internal(format!("the answer is no JSON: {why}")))
}

/// Where the energy went, for programs. A number that is not finite is `null`.
pub(crate) fn ledger(ledger: &Ledger) -> Value {
    json!({
        "initial": ledger.initial,
        "moving": ledger.moving,
        "stored": ledger.stored,
        "heat": ledger.heat,
        "damped": ledger.damped,
        "work": ledger.work,
        "control": ledger.control,
        "numerical": ledger.numerical(),
    })
}

/// Opens a file as the desktop would. Where there is no desktop, says so.
pub(crate) fn open(path: &Path) {
    if let Err(why) = show(path.as_os_str()) {
        aside(&format!("`{}` was not opened: {why}", path.display()));
    }
}

/// Opens a file or an address as the desktop would.
///
/// # Errors
/// Where there is no desktop.
pub(crate) fn show(what: &OsStr) -> io::Result<()> {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let opened = std::process::Command::new(program)
        .args(arguments)
        .arg(what)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let named = |why: io::Error| io::Error::new(why.kind(), format!("{program}: {why}"));
    let mut opener = opened.map_err(named)?;
    // Whoever goes on for hours does not keep what is left of a program that has ended.
    std::thread::spawn(move || opener.wait());
    Ok(())
}

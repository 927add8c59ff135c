//! A CSV file with every sample of a run.

use crate::failure::Failure;
use foley_contact::bounce::BounceSample;
use foley_render::AtomicFile;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Columns with their units.
const COLUMNS: &str =
    "time_s,displacement_m,velocity_m_per_s,compression_m,force_N,energy_J,heat_J,substeps,iterations";

/// A trace file. The first write error is kept and reported at the end, so that the run is not interrupted.
#[derive(Debug)]
pub(crate) struct Trace {
    file: AtomicFile,
    path: PathBuf,
    state: io::Result<()>,
}

impl Trace {
    /// Opens the file and writes the column names.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let mut file = AtomicFile::create(path)?;
        let state = writeln!(file, "{COLUMNS}");
        Ok(Self { file, path: path.to_owned(), state })
    }

    /// Writes one line.
    pub(crate) fn add(&mut self, sample: &BounceSample) {
        if self.state.is_ok() {
            self.state = writeln!(
                self.file,
                "{:e},{:e},{:e},{:e},{:e},{:e},{:e},{},{}",
                sample.time,
                sample.motion.displacement,
                sample.motion.velocity,
                sample.compression,
                sample.force,
                sample.energy,
                sample.heat,
                sample.advance.substeps,
                sample.advance.iterations,
            );
        }
    }

    /// Moves the file to its destination.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.state.map_err(|why| Failure::unwritable(&self.path, why))?;
        Ok(self.file.finish()?)
    }
}

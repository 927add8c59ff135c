//! Writes a CSV file with every sample of a run.

use crate::failure::Failure;
use foley_contact::bounce::BounceSample;
use foley_render::AtomicFile;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Header line of the CSV file: the columns with their units.
const COLUMNS: &str =
    "time_s,displacement_m,velocity_m_per_s,compression_m,force_N,energy_J,heat_J,substeps,iterations";

/// A CSV file that is being written. The first write error is kept and reported at the end, so that the run
/// continues.
#[derive(Debug)]
pub(crate) struct Trace {
    file: AtomicFile,
    path: PathBuf,
    state: io::Result<()>,
}

impl Trace {
    /// Opens the CSV file and writes the column names.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let mut file = AtomicFile::create(path)?;
        let state = writeln!(file, "{COLUMNS}");
        Ok(Self { file, path: path.to_owned(), state })
    }

    /// Writes one sample as a line of the CSV file.
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

    /// Moves the CSV file to its destination, or reports the first write error.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.state.map_err(|why| Failure::unwritable(&self.path, why))?;
        Ok(self.file.finish()?)
    }
}

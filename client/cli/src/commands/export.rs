//! `invoices-cli export`.

use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;

use chrono::Local;
use invoices_client::Client;

use crate::download::{Target, copy};
use crate::failure::Failure;
use crate::output::{line, spinner};

/// The record at the end of a zip archive, without its comment.
const END: usize = 22;
const SIGNATURE: &[u8] = b"PK\x05\x06";

/// Export all of the account's data as a zip archive
///
/// The file appears when the archive is complete.
#[derive(clap::Args)]
pub struct Export {
    /// The file [default: invoices-DATE.zip]
    file: Option<PathBuf>,

    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

impl Export {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        let path = self
            .file
            .unwrap_or_else(|| format!("invoices-{}.zip", Local::now().date_naive()).into());
        let target = Target::new(path, self.force)?;
        let mut file = target.begin()?;
        let progress = spinner("{spinner} {bytes} received");
        let archive = client.user_export().await?;
        let failed = |error| target.failed(error);
        copy(archive, &mut file, failed, |length| progress.inc(length as u64)).await?;
        progress.finish_and_clear();
        if !is_whole(file.as_file_mut()).map_err(failed)? {
            return Err(Failure::Outcome("the archive is not complete; try again".into()));
        }
        target.finish(file)?;
        line(format!("Exported to {}.", target.path.display()))
    }
}

/// Whether the file ends as a zip archive does. One that was cut off lacks that end.
fn is_whole(archive: &mut (impl Read + Seek)) -> io::Result<bool> {
    let length = archive.seek(SeekFrom::End(0))?;
    if length < END as u64 {
        return Ok(false);
    }
    archive.seek(SeekFrom::Start(length - END as u64))?;
    let mut end = [0; END];
    archive.read_exact(&mut end)?;
    // The service writes no comment.
    Ok(end.starts_with(SIGNATURE) && end.ends_with(&[0, 0]))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn an_archive_that_was_cut_off_is_not_whole() {
        // The archive of no files.
        let empty = [SIGNATURE, &[0; 18]].concat();
        let archive = [b"PK\x03\x04 some files".to_vec(), empty].concat();
        assert!(is_whole(&mut Cursor::new(&archive)).unwrap());
        for length in 0..archive.len() {
            assert!(!is_whole(&mut Cursor::new(&archive[..length])).unwrap(), "{length}");
        }
    }
}

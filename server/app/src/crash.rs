//! Named moments at which a test lets the process die, each between two steps of which the second makes the first whole.
//!
//! `INVOICES_CRASH_AT=found` ends the process the first time it comes there, `INVOICES_CRASH_AT=found:3` the third.
//! A build for release has none of it.

use std::env::{self, VarError};
use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use serde::de::IntoDeserializer;
use serde::de::value::Error as UnknownName;
use serde::{Deserialize, Serialize};

/// Says where to die.
pub const VARIABLE: &str = "INVOICES_CRASH_AT";

static ARMED: OnceLock<Armed> = OnceLock::new();

struct Armed {
    point: Point,
    /// How often the process comes there alive.
    spared: AtomicU32,
}

macro_rules! points {
    ($($(#[doc = $doc:literal])+ $point:ident,)+) => {
        /// A moment to die at. Its name is written in small letters with hyphens.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Point { $($(#[doc = $doc])+ $point,)+ }

        impl Point {
            /// Every one, in the order in which an invoice passes them.
            pub const ALL: &[Point] = &[$(Point::$point),+];
        }
    };
}

points! {
    /// A worker has claimed a job, and not begun it.
    Claimed,
    /// The ids that a search gave are in the ledger, and no message is fetched.
    Found,
    /// A message is fetched, and its documents have no rows.
    Fetched,
    /// A message's documents have rows, and no bytes are stored.
    Planned,
    /// A document's bytes are stored, and its row does not know.
    Put,
    /// Its row knows, the job that reads it waits, and the ingest goes on.
    Stored,
    /// Everything is brought home and the search cursors have moved, and the ingest's job does not say that it is done.
    CursorMoved,
    /// The attempt at a document is counted, and it is not read.
    Attempted,
    /// It is read, and nothing is written.
    Read,
    /// Its invoice is written, and its job does not say so.
    Saved,
    /// A notification has its row, and is not published.
    Noted,
    /// It is published, and its row does not know.
    Published,
    /// A job did its work, and does not say so.
    Worked,
    /// The sweeper enqueued what it found lying, and its job does not say so.
    Swept,
    /// A retail invoice that is to be deleted has lost its originals, and is still there.
    OriginalsDeleted,
    /// An account that is to be deleted has lost its objects alone.
    ObjectsErased,
    /// It has lost its tokens as well, and its rows are there.
    TokensErased,
    /// It has lost everything, and the job that did it does not say so.
    RowsErased,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The variable says nothing that could be done.
#[derive(Debug, thiserror::Error)]
#[error("failed to use {VARIABLE}")]
pub struct BadPoint(#[source] Box<dyn std::error::Error + Send + Sync>);

/// Reads where to die, if anywhere; does nothing in a build for release.
pub fn arm() -> Result<(), BadPoint> {
    if !cfg!(debug_assertions) {
        return Ok(());
    }
    match env::var(VARIABLE) {
        Err(VarError::NotPresent) => Ok(()),
        Err(error) => Err(BadPoint(error.into())),
        Ok(said) => {
            let armed = Armed::parse(&said).map_err(BadPoint)?;
            ARMED.set(armed).map_err(|_| BadPoint("it is in use already".into()))
        }
    }
}

/// Dies here if this is the place and the time. No destructor runs, nothing is flushed: to files, databases and
/// peers it is what `SIGKILL` would be.
pub(crate) fn point(point: Point) {
    if cfg!(debug_assertions) && ARMED.get().is_some_and(|armed| armed.dies_at(point)) {
        std::process::abort();
    }
}

impl Armed {
    fn parse(said: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        let (name, nth) = said.split_once(':').unwrap_or((said, "1"));
        let point = Point::deserialize(name.into_deserializer()).map_err(|error: UnknownName| error)?;
        let nth: u32 = nth.parse()?;
        let spared = nth.checked_sub(1).ok_or("the first time is 1")?;
        Ok(Armed {
            point,
            spared: AtomicU32::new(spared),
        })
    }

    fn dies_at(&self, point: Point) -> bool {
        let spare = |left: u32| left.checked_sub(1);
        self.point == point
            && self
                .spared
                .try_update(Ordering::Relaxed, Ordering::Relaxed, spare)
                .is_err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_has_a_name_and_a_time_of_its_own() {
        let armed = Armed::parse("cursor-moved:3").unwrap();
        assert!(
            !armed.dies_at(Point::Found) && !armed.dies_at(Point::CursorMoved) && !armed.dies_at(Point::CursorMoved)
        );
        assert!(armed.dies_at(Point::CursorMoved));
        for point in Point::ALL {
            assert!(Armed::parse(&point.to_string()).unwrap().dies_at(*point));
        }
        for bad in ["", "nowhere", "found:0", "found:", "found:-1", "Found"] {
            assert!(Armed::parse(bad).is_err(), "{bad}");
        }
    }
}

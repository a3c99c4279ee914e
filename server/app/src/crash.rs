//! Crash points: named places at which a test aborts the process, each between two steps that belong together.
//!
//! `INVOICES_CRASH_AT=found` aborts the process the first time it reaches the point, `INVOICES_CRASH_AT=found:3` the
//! third time. Release builds ignore the variable. A simulation has no process to abort: it calls [`observe`] instead.

use std::cell::RefCell;
use std::env::{self, VarError};
use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use serde::de::IntoDeserializer;
use serde::de::value::Error as UnknownName;
use serde::{Deserialize, Serialize};

/// The environment variable that names the point.
pub const VARIABLE: &str = "INVOICES_CRASH_AT";

static ARMED: OnceLock<Armed> = OnceLock::new();

type Observer = Box<dyn FnMut(Point)>;

thread_local! {
    static OBSERVER: RefCell<Option<Observer>> = const { RefCell::new(None) };
}

struct Armed {
    point: Point,
    /// How often the process passes the point before it aborts.
    passes_left: AtomicU32,
}

macro_rules! points {
    ($($(#[doc = $doc:literal])+ $point:ident,)+) => {
        /// A place to abort at. Its name is written in small letters with hyphens.
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
    /// A worker has claimed a job and has not started it.
    Claimed,
    /// The ids of a search are in the ledger; no message is fetched.
    Found,
    /// A message is fetched and the attempt at it is counted; it is not read.
    Opened,
    /// It is read; its documents have no rows.
    Fetched,
    /// A message's documents have rows; no bytes are stored.
    Planned,
    /// A document's bytes are stored; its row does not say so.
    Put,
    /// Its row says `stored` and its parse is enqueued; the ingest continues.
    Stored,
    /// Everything is fetched and the search cursors have moved; the ingest's job is not done.
    CursorMoved,
    /// The attempt at a document is counted; the document is not read.
    Attempted,
    /// The document is read; nothing is written.
    Read,
    /// Its invoice is written; its job is not done.
    Saved,
    /// A notification has its row; it is not published.
    Noted,
    /// It is published; its row does not say so.
    Published,
    /// A job's work is done; its row does not say so.
    Worked,
    /// The sweeper has enqueued interrupted work; its job is not done.
    Swept,
    /// The originals of a retail invoice are deleted; the invoice is not.
    OriginalsDeleted,
    /// The objects of an account are deleted; its tokens and rows are not.
    ObjectsErased,
    /// Its tokens are deleted, too; its rows are not.
    TokensErased,
    /// So are some of its rows.
    SomeRowsErased,
    /// Everything of the account is deleted; the job is not done.
    RowsErased,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The variable names no point.
#[derive(Debug, thiserror::Error)]
#[error("failed to use {VARIABLE}")]
pub struct BadPoint(#[source] Box<dyn std::error::Error + Send + Sync>);

/// Reads the variable; does nothing in a release build.
pub fn arm() -> Result<(), BadPoint> {
    if !cfg!(debug_assertions) {
        return Ok(());
    }
    match env::var(VARIABLE) {
        Err(VarError::NotPresent) => Ok(()),
        Err(error) => Err(BadPoint(error.into())),
        Ok(text) => {
            let armed = Armed::parse(&text).map_err(BadPoint)?;
            ARMED.set(armed).map_err(|_| BadPoint("it was read already".into()))
        }
    }
}

/// Has this thread call `observer` at each point. It replaces the previous one. Release builds never call it.
pub fn observe(observer: impl FnMut(Point) + 'static) {
    OBSERVER.set(Some(Box::new(observer)));
}

/// Aborts the process if the variable names this point. No destructor runs and nothing is flushed, as with `SIGKILL`.
pub(crate) fn point(point: Point) {
    if !cfg!(debug_assertions) {
        return;
    }
    if ARMED.get().is_some_and(|armed| armed.aborts_at(point)) {
        std::process::abort();
    }
    OBSERVER.with_borrow_mut(|observer| observer.iter_mut().for_each(|observer| observer(point)));
}

impl Armed {
    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        let (name, nth) = text.split_once(':').unwrap_or((text, "1"));
        let point = Point::deserialize(name.into_deserializer()).map_err(|error: UnknownName| error)?;
        let nth: u32 = nth.parse()?;
        let passes_left = nth.checked_sub(1).ok_or("the first time is 1")?;
        Ok(Armed {
            point,
            passes_left: AtomicU32::new(passes_left),
        })
    }

    fn aborts_at(&self, point: Point) -> bool {
        let pass = |left: u32| left.checked_sub(1);
        self.point == point
            && self
                .passes_left
                .try_update(Ordering::Relaxed, Ordering::Relaxed, pass)
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
            !armed.aborts_at(Point::Found)
                && !armed.aborts_at(Point::CursorMoved)
                && !armed.aborts_at(Point::CursorMoved)
        );
        assert!(armed.aborts_at(Point::CursorMoved));
        for point in Point::ALL {
            assert!(Armed::parse(&point.to_string()).unwrap().aborts_at(*point));
        }
        for bad in ["", "nowhere", "found:0", "found:", "found:-1", "Found"] {
            assert!(Armed::parse(bad).is_err(), "{bad}");
        }
    }
}

//! Operations of the API beside the same operations of other programs, all on the same data.

mod load;
pub mod mailbox;
mod operation;
mod peer;
mod stage;

use std::path::Path;

use self::load::Load;
pub use self::operation::Database;
use self::operation::Operation;
use self::peer::Programs;
pub use self::stage::{Built, import};
use self::stage::{Side, Stage};
use super::build;
use super::report::{Figure, Report};
use crate::Result;

/// Concurrent connections.
const CONNECTIONS: [u32; 3] = [1, 32, 256];
/// Rounds; in each, every side is measured once.
const ROUNDS: usize = 3;

/// Measures each operation on both databases; quickly with 32 connections alone.
pub fn run(built: &Built, quick: bool) -> Result<Report> {
    let mut report = Report::new("api");
    let (connections, seconds) = if quick {
        (&CONNECTIONS[1..2], 1)
    } else {
        (&CONNECTIONS[..], 2)
    };
    for database in [Database::Sqlite, Database::Postgres] {
        let stage = Stage::set(built, database)?;
        // Caches are filled and connections opened before anything counts.
        for side in Side::ALL {
            stage.measure(
                side,
                Operation::List,
                Load {
                    connections: 32,
                    seconds: 1,
                },
            )?;
        }
        for operation in Operation::ALL {
            for connections in connections {
                let load = Load {
                    connections: *connections,
                    seconds,
                };
                report.add(compare(&stage, database, operation, load)?);
            }
        }
    }
    Ok(report)
}

fn compare(stage: &Stage<'_>, database: Database, operation: Operation, load: Load) -> Result<Figure> {
    let mut sides = Side::ALL.map(|side| (side.name(), vec![]));
    for _ in 0..ROUNDS {
        for (side, (_, values)) in Side::ALL.into_iter().zip(&mut sides) {
            values.extend(stage.measure(side, operation, load)?);
        }
    }
    let name = format!(
        "{}, {}, {} connections",
        operation.name(),
        database.name(),
        load.connections
    );
    Ok(Figure::new(&name, "/s", &sides))
}

/// Builds the service and its peers. `other` is another build of the program.
pub fn build(other: Option<&Path>) -> Result<Built> {
    Ok(Built {
        service: build::service()?,
        queries: build::bench("queries")?,
        peers: Programs::build()?,
        wrk: load::wrk()?,
        other: other.map(Path::canonicalize).transpose()?,
    })
}

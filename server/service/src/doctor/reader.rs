//! The parsers, and the processes that run them.

use invoices_settings::{Config, Confine};

use super::finding::Finding;
use crate::error_line;
use crate::reader::ReaderPool;
use crate::start::catalogue;

pub(super) const PARSERS: &str = "parsers";
pub(super) const READER: &str = "reader";

/// The parsers of this program with their versions, and the vendors.
pub(super) fn check_parsers(config: &Config) -> Vec<Finding> {
    let parsers = invoices_parsers::parsers();
    if let Err(error) = catalogue(config) {
        let advice = "correct the file that retail.vendors_file names";
        return Finding::fault(PARSERS, error_line(&error), advice).into();
    }
    if parsers.is_empty() {
        let advice = "rebuild the program; its parsers are not linked";
        return Finding::fault(PARSERS, "this program has none", advice).into();
    }
    let names: Vec<_> = parsers
        .iter()
        .map(|parser| format!("{} {}", parser.name, parser.version))
        .collect();
    Finding::ok(
        PARSERS,
        format!("{}, with versions: {}", parsers.len(), names.join(", ")),
    )
    .into()
}

/// Starts a process that reads documents, and ends it.
pub(super) async fn check_reader(config: &Config) -> Finding {
    let started = match ReaderPool::new(config.reader.clone()) {
        Ok(pool) => pool.check().await.map_err(|error| error_line(&error)),
        Err(error) => Err(error.to_string()),
    };
    let confinement = match started {
        Ok(confinement) => confinement,
        Err(problem) => {
            let advice = if config.reader.confine == Confine::Required {
                "use a kernel with Landlock (5.13 or later) and seccomp, or set reader.confine = \"available\""
            } else {
                "check reader.program and reader.memory_mib, and that the program may be executed"
            };
            return Finding::fault(READER, problem, advice);
        }
    };
    let lacks: Vec<_> = [("Landlock", confinement.files), ("seccomp", confinement.calls)]
        .into_iter()
        .filter(|(_, is_in_force)| !is_in_force)
        .map(|(layer, _)| layer)
        .collect();
    if lacks.is_empty() {
        return Finding::ok(READER, "a process started and is confined by Landlock and seccomp");
    }
    Finding::warning(
        READER,
        format!(
            "a process started and is not confined by {}: this system lacks it",
            lacks.join(" and ")
        ),
        "use a kernel with Landlock (5.13 or later) and seccomp; containers may need to allow them",
    )
}

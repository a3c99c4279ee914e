//! The copy of the database, and its restoration.

use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use invoices_db::PostgresTool;
use invoices_settings::Config;
use secrecy::ExposeSecret;

use super::error::{BackupError, file_error};
use super::files;
use super::manifest::Database;
use crate::start::{open_store, settings};

/// The file with a copy of SQLite's.
const SQLITE: &str = "invoices.db";
/// The file that `pg_dump` writes.
const DUMP: &str = "invoices.dump";

fn engine(config: &Config) -> Database {
    if settings::database(config).url.starts_with("sqlite:") {
        Database::Sqlite
    } else {
        Database::Postgres
    }
}

/// Refuses what can't be copied, before anything is.
pub(super) fn check_before(config: &Config) -> Result<(), BackupError> {
    match (engine(config), settings::sqlite_file(config)) {
        (Database::Sqlite, Some(file)) if !file.exists() => Err(BackupError::Refused(format!(
            "there is no database at {}: run the command where the service runs, or name its settings with --config",
            file.display()
        ))),
        (Database::Sqlite, _) => Ok(()),
        (Database::Postgres, _) => {
            let tool = PostgresTool::of(&settings::database(config))?;
            run("pg_dump", &tool, &["--version"])
        }
    }
}

/// Copies the database as it is at one moment.
pub(super) async fn copy(config: &Config, folder: &Path) -> Result<Database, BackupError> {
    let engine = engine(config);
    let file = folder.join(match engine {
        Database::Sqlite => SQLITE,
        Database::Postgres => DUMP,
    });
    let Some(path) = file.to_str() else {
        return Err(BackupError::Refused(format!("{} is not UTF-8", file.display())));
    };
    // With its mode, before anything is in it.
    files::create(&file).map_err(file_error(&file))?;
    match engine {
        Database::Sqlite => {
            open_store(config).await?.copy_to(path.to_owned()).await?;
        }
        Database::Postgres => {
            let tool = PostgresTool::of(&settings::database(config))?;
            run("pg_dump", &tool, &["--format=custom", &format!("--file={path}")])?;
        }
    }
    Ok(engine)
}

/// Refuses a database with anything in it, and one of the other engine.
pub(super) async fn check_target(config: &Config, stored: Database) -> Result<(), BackupError> {
    if engine(config) != stored {
        let name = match stored {
            Database::Sqlite => "SQLite",
            Database::Postgres => "PostgreSQL",
        };
        return Err(BackupError::Refused(format!(
            "the backup has a database of {name}, and database.url names another engine"
        )));
    }
    if stored == Database::Sqlite {
        let Some(file) = settings::sqlite_file(config) else {
            return Err(BackupError::Refused(
                "database.url has parameters: name the file alone".to_owned(),
            ));
        };
        if std::fs::metadata(&file).is_ok_and(|found| found.len() > 0) {
            return Err(not_empty(&file.display().to_string()));
        }
        return Ok(());
    }
    run(
        "pg_restore",
        &PostgresTool::of(&settings::database(config))?,
        &["--version"],
    )?;
    let store = invoices_db::Store::open_read_only(&settings::database(config)).await?;
    if store.has_no_tables().await? {
        Ok(())
    } else {
        Err(not_empty("the database of database.url"))
    }
}

pub(super) fn not_empty(what: &str) -> BackupError {
    BackupError::Refused(format!(
        "{what} is not empty: a backup is restored into an empty installation. Move it away first, or restore with another \
         setting `data`"
    ))
}

/// Restores the database and runs the migrations that the program has had since.
pub(super) async fn restore(config: &Config, folder: &Path, stored: Database) -> Result<(), BackupError> {
    let file = folder.join(if stored == Database::Sqlite { SQLITE } else { DUMP });
    match (stored, settings::sqlite_file(config)) {
        (Database::Sqlite, Some(target)) => {
            // Under another name until it is whole.
            let unfinished = target.with_added_extension("restoring");
            let copied = std::fs::remove_file(&unfinished)
                .or_else(|error| {
                    if error.kind() == ErrorKind::NotFound {
                        Ok(())
                    } else {
                        Err(error)
                    }
                })
                .and_then(|()| files::copy(&file, &unfinished))
                .and_then(|()| std::fs::rename(&unfinished, &target));
            copied.map_err(file_error(&target))?;
        }
        _ => {
            let tool = PostgresTool::of(&settings::database(config))?;
            let file = file.display().to_string();
            run(
                "pg_restore",
                &tool,
                &["--no-owner", "--exit-on-error", "--single-transaction", &file],
            )?;
        }
    }
    open_store(config).await?.migrate().await?;
    Ok(())
}

/// Runs a program of PostgreSQL. The password is not among its arguments, which other users can see.
fn run(program: &str, tool: &PostgresTool, arguments: &[&str]) -> Result<(), BackupError> {
    let mut command = Command::new(program);
    command.stdin(Stdio::null()).args(arguments);
    if arguments != ["--version"] {
        command.arg(format!("--dbname={}", tool.url));
    }
    if let Some(password) = &tool.password {
        command.env("PGPASSWORD", password.expose_secret());
    }
    match command.output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(BackupError::Refused(format!(
            "{program} failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        ))),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(BackupError::Refused(format!(
            "{program} is not installed: install PostgreSQL's client programs of the server's version or later (Debian: \
             `apt install postgresql-client`)"
        ))),
        Err(error) => Err(file_error(Path::new(program))(error)),
    }
}

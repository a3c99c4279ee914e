//! Checks of an installation for an operator. They change nothing, and work whether or not the service is running.
//!
//! A check that needs what another found faulty is skipped, and says so. None of the doctor's takes longer than [`LIMIT`]; [`verify`]
//! reads all that is stored.

mod certificate;
mod database;
mod files;
mod finding;
mod limit;
mod provider;
mod reader;
mod settings;
mod stores;
mod verify;

use std::path::Path;
use std::sync::Arc;

use futures::future::BoxFuture;
use limit::{blocking, limited};

pub use finding::{Finding, State};
pub use limit::LIMIT;
pub use verify::verify;
pub(crate) use verify::verify_config;

/// The names of the checks that need the settings.
const NAMES: [&str; 15] = [
    files::DATA,
    files::KEYS,
    files::DISK,
    certificate::CERTIFICATE,
    database::DATABASE,
    database::MIGRATIONS,
    database::QUEUE,
    database::INTEGRITY,
    stores::OBJECTS,
    verify::ORIGINALS,
    stores::SECRETS,
    provider::PROVIDER,
    provider::CLOCK,
    reader::PARSERS,
    reader::READER,
];

/// Runs every check, with the settings that `serve` would read. A check has one finding, or one for each problem.
pub fn run(file: Option<&Path>) -> BoxFuture<'_, Vec<Finding>> {
    Box::pin(check(file))
}

async fn check(file: Option<&Path>) -> Vec<Finding> {
    let (config, mut found) = settings::check(file);
    found.extend(settings::check_variables());
    let Some(config) = config.map(Arc::new) else {
        let skipped = |name| Finding::skipped(name, "the settings can't be read");
        found.extend(NAMES.map(skipped));
        return found;
    };
    let (data, keys, disk, certificate, (database, store), objects, secrets, (provider, dates), parsers, reader) = tokio::join!(
        blocking(files::DATA, &config, files::check_data),
        blocking(files::KEYS, &config, files::check_keys),
        blocking(files::DISK, &config, files::check_disk),
        blocking(certificate::CERTIFICATE, &config, certificate::check_certificate),
        database::check(&config),
        limited(stores::OBJECTS, stores::check_objects(&config)),
        limited(stores::SECRETS, stores::check_secrets(&config, stores::MAX_FILES)),
        provider::check(&config),
        blocking(reader::PARSERS, &config, reader::check_parsers),
        limited(reader::READER, reader::check_reader(&config)),
    );
    let originals = match &store {
        Some(store) => Box::pin(limited(verify::ORIGINALS, verify::check_newest(&config, store))).await,
        None => Finding::skipped(verify::ORIGINALS, "the database can't be read").into(),
    };
    let clock = limited(provider::CLOCK, provider::check_clock(dates, store)).await;
    let all = [
        data,
        keys,
        disk,
        certificate,
        database,
        objects,
        originals,
        secrets,
        provider,
        clock,
        parsers,
        reader,
    ];
    found.extend(all.into_iter().flatten());
    found
}

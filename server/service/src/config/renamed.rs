//! Settings that had another name before.

use figment::Figment;

use super::error::ConfigError;

/// The old name and the new one.
pub(super) const RENAMED: &[(&str, &str)] = &[
    ("aws.inbox_url", "aws.queue_url"),
    ("inbox.queue", "object_events.queue"),
    ("pipeline.keep_jobs_days", "pipeline.job_retention_days"),
    ("pipeline.pass_messages", "pipeline.ingest_batch_size"),
    ("reader.cpu_seconds", "reader.timeout_seconds"),
    ("topic.store", "topic.publisher"),
];

/// Refuses an old name, in the file and among the variables.
pub(super) fn check(settings: &Figment) -> Result<(), ConfigError> {
    match RENAMED.iter().find(|(old, _)| settings.contains(old)) {
        Some((old, new)) => Err(ConfigError::Renamed { old, new }),
        None => Ok(()),
    }
}

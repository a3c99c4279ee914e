-- A user's runs of ingests are listed, among the many jobs that read documents.

CREATE INDEX jobs_ingests_by_user ON jobs (user_id, id) WHERE kind IN ('ingest', 'discover', 'import');

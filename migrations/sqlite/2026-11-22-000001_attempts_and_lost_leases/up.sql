-- How often the message was given to the reader.
ALTER TABLE messages ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
-- How often a worker lost the job without writing an outcome, since the last outcome.
ALTER TABLE jobs ADD COLUMN lost_leases INTEGER NOT NULL DEFAULT 0;

-- The version before would send their codes to Google.
DELETE FROM consents WHERE server IS NOT NULL;
ALTER TABLE consents DROP COLUMN interval_seconds;
ALTER TABLE consents DROP COLUMN server;

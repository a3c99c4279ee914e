-- The IMAP server at whose provider the consent is asked for. Absent at Google, also for what the version before wrote.
ALTER TABLE consents ADD COLUMN server TEXT;
-- Seconds between two questions, if `verifier` is a device code. Absent for a consent in the browser.
ALTER TABLE consents ADD COLUMN interval_seconds INTEGER;

DROP TABLE trusted_senders;
DROP TABLE handed_mails;
DROP INDEX messages_by_digest;
DROP INDEX messages_by_header_id;
ALTER TABLE messages DROP COLUMN digest;
ALTER TABLE messages DROP COLUMN header_id;

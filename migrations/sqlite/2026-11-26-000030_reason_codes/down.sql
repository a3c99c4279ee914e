ALTER TABLE documents DROP COLUMN reason_code;
ALTER TABLE messages DROP COLUMN reason_code;

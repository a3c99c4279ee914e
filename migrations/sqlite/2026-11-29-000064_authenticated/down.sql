ALTER TABLE messages DROP COLUMN authenticated;

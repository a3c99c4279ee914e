ALTER TABLE documents DROP COLUMN bytes;

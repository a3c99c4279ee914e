ALTER TABLE documents DROP COLUMN charset;

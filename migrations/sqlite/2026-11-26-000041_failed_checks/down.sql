ALTER TABLE messages DROP COLUMN check_failed;

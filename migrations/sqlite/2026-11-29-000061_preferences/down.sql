ALTER TABLE users DROP COLUMN preferences;

ALTER TABLE notifications DROP COLUMN facts;

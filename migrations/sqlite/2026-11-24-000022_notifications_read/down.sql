ALTER TABLE notifications DROP COLUMN read_at;

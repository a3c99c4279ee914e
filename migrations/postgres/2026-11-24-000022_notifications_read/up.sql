-- When the user read a notification. Those that exist already count as not read.

ALTER TABLE notifications ADD COLUMN read_at TIMESTAMPTZ;

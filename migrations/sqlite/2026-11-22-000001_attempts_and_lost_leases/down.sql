ALTER TABLE jobs DROP COLUMN lost_leases;
ALTER TABLE messages DROP COLUMN attempts;

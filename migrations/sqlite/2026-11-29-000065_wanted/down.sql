ALTER TABLE messages DROP COLUMN wanted;

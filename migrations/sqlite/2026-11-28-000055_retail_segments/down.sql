DROP TRIGGER retail_texts_changed;
DROP TRIGGER retail_texts_deleted;
DROP TABLE retail_removals;
DROP TABLE retail_segments;
DROP INDEX retail_texts_without_segment;
ALTER TABLE retail_texts DROP COLUMN segment;

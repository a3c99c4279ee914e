DROP TRIGGER retail_texts_changed ON retail_texts;
DROP TRIGGER retail_texts_deleted ON retail_texts;
DROP FUNCTION keep_retail_removals;
DROP TABLE retail_removals;
DROP TABLE retail_segments;
DROP INDEX retail_texts_without_segment;
ALTER TABLE retail_texts DROP COLUMN segment;

-- `searched_categories` extends the table of segments, so it is undone too: the next upgrade runs both.
DELETE FROM __diesel_schema_migrations WHERE version = '20261130000065';

DROP TRIGGER retail_texts_changed;
DROP TRIGGER retail_texts_deleted;
DROP TABLE retail_removals;
DROP TABLE retail_segments;
DROP INDEX retail_texts_without_segment;
ALTER TABLE retail_texts DROP COLUMN segment;

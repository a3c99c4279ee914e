-- `retail_segments` and `searched_categories` extend the table of texts, so they are undone too, unless they were undone before: the next
-- upgrade runs all of them.
DROP FUNCTION IF EXISTS keep_retail_removals CASCADE;
DROP TABLE IF EXISTS retail_removals;
DROP TABLE IF EXISTS retail_segments;
DELETE FROM __diesel_schema_migrations WHERE version IN ('20261128000055', '20261130000065');

DROP TRIGGER retail_invoices_changed ON retail_invoices;
DROP FUNCTION keep_retail_sums;
DROP TABLE retail_sums;
DROP TABLE retail_texts;
DROP INDEX retail_invoices_by_vendor;
DROP INDEX retail_invoices_by_vendor_name;
DROP INDEX retail_invoices_by_currency;
DROP INDEX messages_by_user_state;
DROP INDEX messages_by_source;
DROP INDEX messages_by_vendor;
DROP INDEX retail_sources_by_user_document;
DROP INDEX documents_by_user_state;
DROP INDEX documents_by_size;

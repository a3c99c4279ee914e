-- Texts that are searched have the category of their invoice, so that what a search finds is counted without reading invoices. The
-- program writes all texts and segments again after this. The version before finds the same as it did: the letters of a category are none
-- that it looks for.
-- A process of the version before must neither make a segment meanwhile, nor hold a text that the program waits for. Reading goes on until
-- the table is altered.
LOCK TABLE retail_texts, retail_removals, retail_segments IN SHARE ROW EXCLUSIVE MODE;

DELETE FROM retail_removals;
DELETE FROM retail_segments;
UPDATE retail_texts SET segment = NULL WHERE segment IS NOT NULL;

-- Which grams are in the texts; absent if the version before wrote it.
ALTER TABLE retail_segments ADD COLUMN grams BYTEA;
ALTER TABLE retail_segments ALTER COLUMN grams SET STORAGE EXTERNAL;

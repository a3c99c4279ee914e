-- Texts that are searched have the category of their invoice, so that what a search finds is counted without reading invoices. The
-- program writes all texts and segments again after this. The version before finds the same as it did: the letters of a category are none
-- that it looks for.
DELETE FROM retail_removals;
DROP TABLE retail_segments;
UPDATE retail_texts SET segment = NULL WHERE segment IS NOT NULL;

CREATE TABLE retail_segments (
    segment  INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    user_id  TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    -- Which grams are in the texts; absent if the version before wrote it. Before the texts, so that it is read without them.
    grams    BLOB,
    -- The distinct texts, which invoices have each, and the ids of these invoices: `server/db/src/invoice/retail/segment.rs`.
    terms    TEXT NOT NULL,
    postings BLOB NOT NULL,
    invoices BLOB NOT NULL
) STRICT;
CREATE INDEX retail_segments_by_user ON retail_segments (user_id, segment);

-- Segments: the texts of many retail invoices of a user together, for searches. The program writes them, and reads `retail_texts`
-- alone for invoices that are in none. The version before reads and writes `retail_texts` as it did.

-- The segment that has the text; absent if none has.
ALTER TABLE retail_texts ADD COLUMN segment INTEGER;
CREATE INDEX retail_texts_without_segment ON retail_texts (user_id, segment, invoice_id) WHERE segment IS NULL;

CREATE TABLE retail_segments (
    segment  INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    user_id  TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    -- The distinct texts, which invoices have each, and the ids of these invoices: `server/db/src/invoice/retail/segment.rs`.
    terms    TEXT NOT NULL,
    postings BLOB NOT NULL,
    invoices BLOB NOT NULL
) STRICT;
CREATE INDEX retail_segments_by_user ON retail_segments (user_id, segment);

-- Invoices whose text in a segment no longer counts, because it is another one or they were deleted.
CREATE TABLE retail_removals (
    user_id    TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    segment    INTEGER NOT NULL,
    invoice_id TEXT NOT NULL,
    PRIMARY KEY (user_id, segment, invoice_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER retail_texts_changed AFTER UPDATE OF text ON retail_texts
WHEN old.segment IS NOT NULL AND old.text <> new.text
BEGIN
    INSERT INTO retail_removals VALUES (old.user_id, old.segment, old.invoice_id);
    UPDATE retail_texts SET segment = NULL WHERE user_id = old.user_id AND invoice_id = old.invoice_id;
END;

-- Nothing is written for users who are deleted.
CREATE TRIGGER retail_texts_deleted AFTER DELETE ON retail_texts
WHEN old.segment IS NOT NULL AND EXISTS (SELECT 1 FROM users WHERE user_id = old.user_id)
BEGIN
    INSERT INTO retail_removals VALUES (old.user_id, old.segment, old.invoice_id);
END;

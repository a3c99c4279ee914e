-- Values of invoices that users have corrected. Invoice and field have the names that they have in the API.

CREATE TABLE corrections (
    id              INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    user_id         TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    -- `rental` or `retail`.
    source          TEXT NOT NULL,
    invoice_id      TEXT NOT NULL,
    field           TEXT NOT NULL,
    -- What the documents state, absent where they state nothing. It follows every new reading.
    read_value      TEXT,
    corrected_value TEXT NOT NULL,
    corrected_at    TEXT NOT NULL,
    UNIQUE (user_id, source, invoice_id, field)
) STRICT;

CREATE INDEX corrections_by_time ON corrections (corrected_at, id);

-- The corrected fields, separated by commas; absent where there is none. The row's columns of these fields have the corrected
-- values, and `corrections` has what was read. The detail record is always as it was read.
ALTER TABLE retail_invoices ADD COLUMN corrected TEXT;

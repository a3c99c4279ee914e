-- What each document states of a retail invoice, and which statements are one invoice. Documents that were read before have no
-- statement until `invoices reparse` reads them again; until then the invoices that they state stay as they are.

-- The key with which the numbers of a user's documents are hashed.
CREATE TABLE identity_keys (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users ON DELETE CASCADE,
    key     TEXT NOT NULL
) STRICT;

CREATE TABLE statements (
    -- The id of the invoice that it is alone.
    statement_id TEXT PRIMARY KEY NOT NULL,
    document     INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    user_id      TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    -- The invoice that it is a part of; absent for a cancellation of nothing that is known, and after the deletion.
    invoice_id   TEXT,
    -- The step that joined it with an earlier document, and that document.
    step         TEXT,
    joined_with  INTEGER,
    -- Whether the user deleted its invoice.
    deleted      INTEGER NOT NULL,
    -- What grouping compares. Numbers are hashed.
    fact         TEXT NOT NULL,
    -- The invoice as this document states it; absent for a cancellation, and after the deletion.
    record       TEXT,
    -- What the user joined and separated.
    words        TEXT NOT NULL
) STRICT;

CREATE INDEX statements_by_document ON statements (document);
CREATE INDEX statements_by_invoice ON statements (user_id, invoice_id);

-- Statements with a key in common may be one invoice.
CREATE TABLE statement_keys (
    user_id      TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    key          TEXT NOT NULL,
    statement_id TEXT NOT NULL REFERENCES statements ON DELETE CASCADE,
    PRIMARY KEY (user_id, key, statement_id)
) STRICT;

CREATE INDEX statement_keys_by_statement ON statement_keys (statement_id);

-- Ids of invoices that were joined with another one.
CREATE TABLE retail_aliases (
    user_id    TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    alias      TEXT NOT NULL,
    invoice_id TEXT NOT NULL,
    PRIMARY KEY (user_id, alias)
) STRICT;

CREATE INDEX retail_aliases_by_invoice ON retail_aliases (user_id, invoice_id);

-- Absent means that it is not cancelled.
ALTER TABLE retail_invoices ADD COLUMN cancelled INTEGER;
-- What is remarkable about the invoice's documents together.
ALTER TABLE retail_invoices ADD COLUMN group_warnings TEXT;
-- The invoice that a correction was made on, where that was joined with another one.
ALTER TABLE corrections ADD COLUMN made_on TEXT;

-- A mail is known again by its digest.
DROP INDEX messages_by_header_id;

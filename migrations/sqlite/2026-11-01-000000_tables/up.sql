-- Users, the ledger, invoices, jobs. The same tables as in ../../postgres.
-- Times are RFC 3339 text of one width; amounts are ten-thousandths; documents are JSON text.

CREATE TABLE users (
    user_id       TEXT PRIMARY KEY NOT NULL,
    email         TEXT NOT NULL,
    email_key     TEXT NOT NULL UNIQUE,
    name          TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at    TEXT NOT NULL,
    deleting_at   TEXT
) STRICT;

CREATE TABLE messages (
    id             INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    user_id        TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    account        TEXT NOT NULL,
    source         TEXT NOT NULL,
    message_id     TEXT NOT NULL,
    state          TEXT NOT NULL,
    reason         TEXT,
    vendor_id      TEXT,
    sender         TEXT,
    sender_name    TEXT,
    subject        TEXT,
    received_at    TEXT,
    authentication TEXT,
    pdf_attached   INTEGER NOT NULL DEFAULT 0,
    released       INTEGER NOT NULL,
    found_at       TEXT NOT NULL,
    updated_at     TEXT NOT NULL,
    UNIQUE (user_id, account, source, message_id)
) STRICT;

CREATE INDEX messages_by_state ON messages (state, updated_at);

CREATE TABLE documents (
    id                INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    message           INTEGER REFERENCES messages ON DELETE CASCADE,
    user_id           TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    part              TEXT NOT NULL,
    state             TEXT NOT NULL,
    reason            TEXT,
    object_key        TEXT UNIQUE,
    rental_invoice_id TEXT,
    file_name         TEXT,
    sha256            TEXT NOT NULL,
    attempts          INTEGER NOT NULL,
    parser            TEXT,
    parser_version    INTEGER,
    created_at        TEXT NOT NULL,
    updated_at        TEXT NOT NULL,
    UNIQUE (message, part),
    UNIQUE (user_id, rental_invoice_id)
) STRICT;

CREATE INDEX documents_by_bytes ON documents (user_id, sha256);
CREATE INDEX documents_by_state ON documents (state, updated_at);
CREATE INDEX documents_by_parser ON documents (parser, parser_version);

CREATE TABLE retail_invoices (
    invoice_id   TEXT PRIMARY KEY NOT NULL,
    user_id      TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    vendor_id    TEXT NOT NULL,
    vendor_name  TEXT NOT NULL,
    sub_type     TEXT NOT NULL,
    order_key    TEXT,
    direction    TEXT NOT NULL,
    invoice_date TEXT,
    total_amount INTEGER NOT NULL,
    currency     TEXT,
    received_at  TEXT NOT NULL,
    created_at   TEXT NOT NULL,
    updated_at   TEXT NOT NULL,
    UNIQUE (user_id, vendor_id, order_key, direction)
) STRICT;

CREATE INDEX retail_invoices_by_sub_type ON retail_invoices (user_id, sub_type, invoice_date DESC, invoice_id);
CREATE INDEX retail_invoices_by_date ON retail_invoices (user_id, invoice_date DESC, invoice_id);

CREATE TABLE retail_details (
    sub_type   TEXT NOT NULL,
    invoice_id TEXT NOT NULL REFERENCES retail_invoices ON DELETE CASCADE,
    user_id    TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    detail     TEXT NOT NULL,
    PRIMARY KEY (sub_type, invoice_id)
) STRICT;

CREATE INDEX retail_details_by_invoice ON retail_details (invoice_id);
CREATE INDEX retail_details_by_user ON retail_details (user_id);

-- Which documents speak of an invoice. A row outlives its invoice as a tombstone.
CREATE TABLE retail_sources (
    invoice_id TEXT NOT NULL,
    document   INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    user_id    TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    deleted    INTEGER NOT NULL,
    PRIMARY KEY (invoice_id, document)
) STRICT;

CREATE INDEX retail_sources_by_document ON retail_sources (document);
CREATE INDEX retail_sources_by_user ON retail_sources (user_id);

CREATE TABLE rental_invoices (
    user_id      TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    invoice_id   TEXT NOT NULL,
    document     INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    landlord     TEXT,
    reference    TEXT,
    direction    TEXT NOT NULL,
    due_date     TEXT,
    due_year     INTEGER NOT NULL,
    due_month    INTEGER NOT NULL,
    total_amount INTEGER NOT NULL,
    currency     TEXT,
    record       TEXT NOT NULL,
    created_at   TEXT NOT NULL,
    updated_at   TEXT NOT NULL,
    PRIMARY KEY (user_id, invoice_id)
) STRICT;

CREATE INDEX rental_invoices_by_key ON rental_invoices (user_id, landlord, reference, due_date, direction);
CREATE INDEX rental_invoices_by_document ON rental_invoices (document);

CREATE TABLE cursors (
    user_id    TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    account    TEXT NOT NULL,
    vendor_id  TEXT NOT NULL,
    fetched_to TEXT NOT NULL,
    PRIMARY KEY (user_id, account, vendor_id)
) STRICT;

CREATE TABLE notifications (
    id         TEXT PRIMARY KEY NOT NULL,
    user_id    TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    invoice_id TEXT NOT NULL,
    recipient  TEXT,
    subject    TEXT NOT NULL,
    message    TEXT NOT NULL,
    state      TEXT NOT NULL,
    created_at TEXT NOT NULL,
    sent_at    TEXT
) STRICT;

CREATE INDEX notifications_by_user ON notifications (user_id, created_at);
CREATE INDEX notifications_by_time ON notifications (created_at);

CREATE TABLE ticks (
    name    TEXT PRIMARY KEY NOT NULL,
    last_at TEXT NOT NULL
) STRICT;

-- A job's user isn't a foreign key, because the job that deletes a user outlives it.
CREATE TABLE jobs (
    id          INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    kind        TEXT NOT NULL,
    key         TEXT NOT NULL,
    user_id     TEXT,
    lane        TEXT,
    join_key    TEXT,
    rank        INTEGER NOT NULL,
    payload     TEXT NOT NULL,
    state       TEXT NOT NULL,
    attempts    INTEGER NOT NULL,
    run_at      TEXT NOT NULL,
    owner       TEXT,
    lease_until TEXT,
    last_error  TEXT,
    result      TEXT,
    created_at  TEXT NOT NULL,
    finished_at TEXT,
    UNIQUE (kind, key)
) STRICT;

CREATE UNIQUE INDEX jobs_one_running_a_lane ON jobs (lane) WHERE state = 'running' AND lane IS NOT NULL;
CREATE UNIQUE INDEX jobs_one_live_a_join_key ON jobs (join_key)
    WHERE state IN ('ready', 'running') AND join_key IS NOT NULL;
CREATE INDEX jobs_to_claim ON jobs (state, rank, run_at, id);
CREATE INDEX jobs_live_by_user ON jobs (user_id) WHERE state IN ('ready', 'running');
CREATE INDEX jobs_by_end ON jobs (finished_at);

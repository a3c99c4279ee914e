-- All tables of the first release. The same as in ../../postgres.
-- Times are RFC 3339 text of one width; amounts are ten-thousandths; documents are JSON text.
-- A column that may be absent is absent in rows that were stored before the column was added.

CREATE TABLE users (
    user_id           TEXT PRIMARY KEY NOT NULL,
    email             TEXT NOT NULL,
    email_key         TEXT NOT NULL UNIQUE,
    name              TEXT NOT NULL,
    password_hash     TEXT NOT NULL,
    created_at        TEXT NOT NULL,
    deleting_at       TEXT,
    -- How often the user's access tokens were made invalid. A token names the generation in which it was issued, 0 if it names none.
    token_generation  INTEGER NOT NULL DEFAULT 0,
    -- When the user showed that mails to the address of sign-up arrive.
    email_verified_at TEXT
) STRICT;

-- Operators list users in this order.
CREATE INDEX users_by_creation ON users (created_at, user_id);

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
    -- How often the message was given to the reader.
    attempts       INTEGER NOT NULL DEFAULT 0,
    -- What identifies a mail wherever it is found: its Message-ID header and the SHA-256 of its bytes.
    header_id      TEXT,
    digest         TEXT,
    -- The code of the reason, with its parameters, as JSON. Where it is absent there is only the sentence in `reason`.
    reason_code    TEXT,
    -- Whether the check of the sender failed: then the mail stays in quarantine although its user trusts the sender. False also for mails
    -- that were quarantined before this column was added, until they are fetched again.
    check_failed   INTEGER NOT NULL DEFAULT 0,
    -- Whether sender and subject are those of a mail that the user's own mail quotes.
    forwarded      INTEGER NOT NULL DEFAULT 0,
    UNIQUE (user_id, account, source, message_id)
) STRICT;

CREATE INDEX messages_by_state ON messages (state, updated_at);
-- A long ingest asks with every pass for what is still to be fetched.
CREATE INDEX messages_owed ON messages (user_id, account, source, id) WHERE state = 'found';
CREATE INDEX messages_by_digest ON messages (user_id, digest) WHERE digest IS NOT NULL;
-- Messages are listed in the order in which they were received, or found if that is unknown: those of a user, and those of all users.
CREATE INDEX messages_by_user ON messages (user_id, (coalesce(received_at, found_at)), id);
CREATE INDEX messages_by_receipt ON messages ((coalesce(received_at, found_at)), id);

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
    -- The charset that a mail declares for the part, right or wrong; the object is the part as it was sent.
    -- Absent for PDFs and for parts that declare none. What was stored before this column was added is UTF-8.
    charset           TEXT,
    -- The size of the original in bytes, for the account's limit. It counts as nothing where it is absent.
    bytes             INTEGER,
    reason_code       TEXT,
    UNIQUE (message, part),
    UNIQUE (user_id, rental_invoice_id)
) STRICT;

CREATE INDEX documents_by_bytes ON documents (user_id, sha256);
CREATE INDEX documents_by_state ON documents (state, updated_at);
CREATE INDEX documents_by_parser ON documents (parser, parser_version);
-- An export reads a user's documents in pages.
CREATE INDEX documents_by_user ON documents (user_id, id);

CREATE TABLE retail_invoices (
    invoice_id     TEXT PRIMARY KEY NOT NULL,
    user_id        TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    vendor_id      TEXT NOT NULL,
    vendor_name    TEXT NOT NULL,
    sub_type       TEXT NOT NULL,
    order_key      TEXT,
    direction      TEXT NOT NULL,
    invoice_date   TEXT,
    total_amount   INTEGER NOT NULL,
    currency       TEXT,
    received_at    TEXT NOT NULL,
    created_at     TEXT NOT NULL,
    updated_at     TEXT NOT NULL,
    -- The corrected fields, separated by commas; absent where there is none. The row's columns of these fields have the corrected
    -- values, and `corrections` has what was read. The detail record is always as it was read.
    corrected      TEXT,
    -- Absent means no.
    cancelled      INTEGER,
    -- Warnings about the invoice's documents together.
    group_warnings TEXT,
    -- Whether only mails that the user's own mails quote state the invoice. Absent means no.
    forwarded      INTEGER,
    UNIQUE (user_id, vendor_id, order_key, direction)
) STRICT;

-- Lists come in the order of an index, however many invoices the user has: the newest first, those without a date last.
CREATE INDEX retail_invoices_by_sub_type
    ON retail_invoices (user_id, sub_type, (invoice_date IS NULL), invoice_date DESC, invoice_id);
CREATE INDEX retail_invoices_by_date
    ON retail_invoices (user_id, (invoice_date IS NULL), invoice_date DESC, invoice_id);

CREATE TABLE retail_details (
    sub_type   TEXT NOT NULL,
    invoice_id TEXT NOT NULL REFERENCES retail_invoices ON DELETE CASCADE,
    user_id    TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    detail     TEXT NOT NULL,
    PRIMARY KEY (sub_type, invoice_id)
) STRICT;

CREATE INDEX retail_details_by_invoice ON retail_details (invoice_id);
CREATE INDEX retail_details_by_user ON retail_details (user_id);

-- Which documents state an invoice. A row outlives its invoice.
CREATE TABLE retail_sources (
    invoice_id TEXT NOT NULL,
    document   INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    user_id    TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    deleted    INTEGER NOT NULL,
    PRIMARY KEY (invoice_id, document)
) STRICT;

CREATE INDEX retail_sources_by_document ON retail_sources (document);
-- Whether an invoice was deleted is asked with every one that is saved.
CREATE INDEX retail_sources_by_user ON retail_sources (user_id, invoice_id);

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
    -- What the notice is: a notice replaces its reminder.
    role         TEXT,
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
    sent_at    TEXT,
    -- Absent for a new invoice. Only then `invoice_id` is not empty.
    kind       TEXT,
    read_at    TEXT,
    -- The amount, currency, due date and landlord of a new invoice, as JSON. Where they are absent, they are in the text alone.
    facts      TEXT
) STRICT;

CREATE INDEX notifications_by_user ON notifications (user_id, created_at);
CREATE INDEX notifications_by_time ON notifications (created_at);

CREATE TABLE ticks (
    name    TEXT PRIMARY KEY NOT NULL,
    last_at TEXT NOT NULL
) STRICT;

-- A job's user isn't a foreign key, because the job that deletes a user outlives it.
CREATE TABLE jobs (
    id           INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    kind         TEXT NOT NULL,
    key          TEXT NOT NULL,
    user_id      TEXT,
    lane         TEXT,
    join_key     TEXT,
    rank         INTEGER NOT NULL,
    payload      TEXT NOT NULL,
    state        TEXT NOT NULL,
    attempts     INTEGER NOT NULL,
    run_at       TEXT NOT NULL,
    owner        TEXT,
    lease_until  TEXT,
    last_error   TEXT,
    result       TEXT,
    created_at   TEXT NOT NULL,
    finished_at  TEXT,
    -- How often a worker lost the job without writing an outcome, since the last outcome.
    lost_leases  INTEGER NOT NULL DEFAULT 0,
    -- Where in which trace the job was enqueued: the `traceparent` of W3C Trace Context.
    trace_parent TEXT,
    UNIQUE (kind, key)
) STRICT;

CREATE UNIQUE INDEX jobs_one_running_a_lane ON jobs (lane) WHERE state = 'running' AND lane IS NOT NULL;
CREATE UNIQUE INDEX jobs_one_live_a_join_key ON jobs (join_key)
    WHERE state IN ('ready', 'running') AND join_key IS NOT NULL;
CREATE INDEX jobs_to_claim ON jobs (state, rank, run_at, id);
CREATE INDEX jobs_live_by_user ON jobs (user_id) WHERE state IN ('ready', 'running');
CREATE INDEX jobs_by_end ON jobs (finished_at);
-- A user's runs of ingests are listed, among the many jobs that read documents.
CREATE INDEX jobs_ingests_by_user ON jobs (user_id, id) WHERE kind IN ('ingest', 'discover', 'import');

-- What operators did to users. The user isn't a foreign key, because an act outlives the user, without the address.
CREATE TABLE acts (
    id        INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    done_at   TEXT NOT NULL,
    act       TEXT NOT NULL,
    user_id   TEXT,
    email_key TEXT,
    operator  TEXT NOT NULL,
    detail    TEXT
) STRICT;

CREATE INDEX acts_by_user ON acts (user_id);
CREATE INDEX acts_by_email ON acts (email_key);

-- Invitations to sign up. The code itself is not stored. `user_id` is the user who signed up with it.
CREATE TABLE invitations (
    id         INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    email_key  TEXT NOT NULL,
    code_hash  TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    used_at    TEXT,
    user_id    TEXT REFERENCES users ON DELETE CASCADE
) STRICT;

CREATE INDEX invitations_by_email ON invitations (email_key);
CREATE INDEX invitations_by_user ON invitations (user_id);

-- Landlords that users added.
CREATE TABLE own_landlords (
    user_id     TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    landlord_id TEXT NOT NULL,
    sender      TEXT NOT NULL,
    -- A phrase of the subject; absent for any subject.
    subject     TEXT,
    active      INTEGER NOT NULL,
    created_at  TEXT NOT NULL,
    PRIMARY KEY (user_id, landlord_id)
) STRICT;

-- Vendors that users added.
CREATE TABLE own_vendors (
    user_id          TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    vendor_id        TEXT NOT NULL,
    name             TEXT NOT NULL,
    sub_type         TEXT NOT NULL,
    -- Lists of texts as JSON.
    email_patterns   TEXT NOT NULL,
    subject_keywords TEXT NOT NULL,
    active           INTEGER NOT NULL,
    created_at       TEXT NOT NULL,
    PRIMARY KEY (user_id, vendor_id)
) STRICT;

-- The operator's landlords and vendors that a user switched off.
-- `source` is `rental` for a landlord and `retail` for a vendor, `id` the landlord's or vendor's id.
CREATE TABLE switched_off (
    user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    source  TEXT NOT NULL,
    id      TEXT NOT NULL,
    PRIMARY KEY (user_id, source, id)
) STRICT;

-- Landlords and vendors that a search of the mailbox found.
CREATE TABLE suggestions (
    user_id       TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    suggestion_id TEXT NOT NULL,
    -- `rental` for a landlord, `retail` for a vendor.
    source        TEXT NOT NULL,
    name          TEXT NOT NULL,
    -- Absent for a landlord.
    sub_type      TEXT,
    -- A list of addresses as JSON.
    senders       TEXT NOT NULL,
    mails         INTEGER NOT NULL,
    trusted       INTEGER NOT NULL,
    -- What one of the mails states. Some state an order and no total.
    invoice_date  TEXT NOT NULL,
    total_amount  INTEGER,
    currency      TEXT,
    -- `open`, `accepted` or `refused`.
    state         TEXT NOT NULL,
    updated_at    TEXT NOT NULL,
    PRIMARY KEY (user_id, suggestion_id)
) STRICT;

-- Consents of the mail provider that users were asked for and have not given yet. The state itself is not stored.
CREATE TABLE consents (
    state_hash TEXT PRIMARY KEY NOT NULL,
    user_id    TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    -- `service` or `localhost`: where the browser returns to.
    redirect   TEXT NOT NULL,
    verifier   TEXT NOT NULL,
    expires_at TEXT NOT NULL
) STRICT;

CREATE INDEX consents_by_user ON consents (user_id);

-- What is wrong with a user's account and the user was notified of, until it is right again. `kind` is that of the notification.
CREATE TABLE conditions (
    user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    kind    TEXT NOT NULL,
    since   TEXT NOT NULL,
    PRIMARY KEY (user_id, kind)
) STRICT;

-- Mails that a user handed over, until they are fetched: `message_id` is that of the ledger.
CREATE TABLE handed_mails (
    user_id     TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    message_id  TEXT NOT NULL,
    received_at TEXT NOT NULL,
    message     BLOB NOT NULL,
    PRIMARY KEY (user_id, message_id)
) STRICT;

-- Senders that a user trusts.
CREATE TABLE trusted_senders (
    user_id    TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    sender     TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (user_id, sender)
) STRICT;

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
    -- The invoice that a correction was made on, where that was joined with another one.
    made_on         TEXT,
    UNIQUE (user_id, source, invoice_id, field)
) STRICT;

CREATE INDEX corrections_by_time ON corrections (corrected_at, id);

-- Sessions of apps, each with a refresh token. The token has two parts, of which only hashes are stored: the selector, which
-- is the same as long as the session lives, and the verifier, which each refresh replaces.
CREATE TABLE sessions (
    session_id    TEXT PRIMARY KEY NOT NULL,
    user_id       TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    name          TEXT,
    selector_hash TEXT NOT NULL UNIQUE,
    verifier_hash TEXT NOT NULL,
    -- The previous verifier, and the salt that made the present one from it. Absent until the first refresh.
    previous_hash TEXT,
    salt          TEXT,
    created_at    TEXT NOT NULL,
    -- When the verifier was made.
    last_used_at  TEXT NOT NULL
) STRICT;

CREATE INDEX sessions_by_user ON sessions (user_id, last_used_at);
CREATE INDEX sessions_by_use ON sessions (last_used_at);
CREATE INDEX sessions_by_creation ON sessions (created_at);

-- Codes that set a new password. The code itself is not stored. A user has one at most, the newest.
CREATE TABLE password_resets (
    user_id    TEXT PRIMARY KEY NOT NULL REFERENCES users ON DELETE CASCADE,
    code_hash  TEXT NOT NULL UNIQUE,
    expires_at TEXT NOT NULL
) STRICT;

-- Codes that verify the address of sign-up, likewise.
CREATE TABLE email_codes (
    user_id         TEXT PRIMARY KEY NOT NULL REFERENCES users ON DELETE CASCADE,
    code_hash       TEXT NOT NULL,
    failed_attempts INTEGER NOT NULL,
    expires_at      TEXT NOT NULL
) STRICT;

-- Webhooks that users register.
CREATE TABLE webhooks (
    webhook_id    TEXT PRIMARY KEY NOT NULL,
    user_id       TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    url           TEXT NOT NULL,
    events        TEXT NOT NULL,
    secret        TEXT NOT NULL,
    active        INTEGER NOT NULL,
    -- Why the service switched it off.
    off_reason    TEXT,
    -- Since when every attempt has failed.
    failing_since TEXT,
    created_at    TEXT NOT NULL,
    updated_at    TEXT NOT NULL
) STRICT;

CREATE INDEX webhooks_by_user ON webhooks (user_id, created_at);

-- What was sent to webhooks.
CREATE TABLE webhook_deliveries (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    delivery_id TEXT NOT NULL UNIQUE,
    webhook_id  TEXT NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    user_id     TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    event       TEXT NOT NULL,
    subject     TEXT NOT NULL,
    state       TEXT NOT NULL,
    attempts    INTEGER NOT NULL,
    -- Of the last attempt.
    last_status INTEGER,
    last_error  TEXT,
    created_at  TEXT NOT NULL,
    next_at     TEXT,
    finished_at TEXT
) STRICT;

CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_by_user ON webhook_deliveries (user_id);
CREATE INDEX webhook_deliveries_by_end ON webhook_deliveries (finished_at);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (created_at) WHERE state = 'pending';

-- The key with which the numbers of a user's documents are hashed.
CREATE TABLE identity_keys (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users ON DELETE CASCADE,
    key     TEXT NOT NULL
) STRICT;

-- What each document states of a retail invoice, and which statements are one invoice. Documents that were read before this table
-- was added have no statement until `invoices reparse` reads them again; until then the invoices that they state stay as they are.
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

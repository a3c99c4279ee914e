-- A database of commit 1af5bf7d76ef: what its migrations ran, and at least one row in each table.

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
DROP INDEX retail_invoices_by_sub_type;
DROP INDEX retail_invoices_by_date;
CREATE INDEX retail_invoices_by_sub_type
    ON retail_invoices (user_id, sub_type, (invoice_date IS NULL), invoice_date DESC, invoice_id);
CREATE INDEX retail_invoices_by_date
    ON retail_invoices (user_id, (invoice_date IS NULL), invoice_date DESC, invoice_id);
DROP INDEX retail_sources_by_user;
CREATE INDEX retail_sources_by_user ON retail_sources (user_id, invoice_id);
CREATE INDEX messages_owed ON messages (user_id, account, source, id) WHERE state = 'found';
ALTER TABLE documents ADD COLUMN charset TEXT;
ALTER TABLE messages ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN lost_leases INTEGER NOT NULL DEFAULT 0;
ALTER TABLE documents ADD COLUMN bytes INTEGER;
ALTER TABLE users ADD COLUMN token_generation INTEGER NOT NULL DEFAULT 0;
CREATE INDEX users_by_creation ON users (created_at, user_id);
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
ALTER TABLE jobs ADD COLUMN trace_parent TEXT;
CREATE TABLE own_landlords (
    user_id     TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    landlord_id TEXT NOT NULL,
    sender      TEXT NOT NULL,
    subject     TEXT,
    active      INTEGER NOT NULL,
    created_at  TEXT NOT NULL,
    PRIMARY KEY (user_id, landlord_id)
) STRICT;
CREATE TABLE own_vendors (
    user_id          TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    vendor_id        TEXT NOT NULL,
    name             TEXT NOT NULL,
    sub_type         TEXT NOT NULL,
    email_patterns   TEXT NOT NULL,
    subject_keywords TEXT NOT NULL,
    active           INTEGER NOT NULL,
    created_at       TEXT NOT NULL,
    PRIMARY KEY (user_id, vendor_id)
) STRICT;
CREATE TABLE switched_off (
    user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    source  TEXT NOT NULL,
    id      TEXT NOT NULL,
    PRIMARY KEY (user_id, source, id)
) STRICT;
CREATE TABLE suggestions (
    user_id       TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    suggestion_id TEXT NOT NULL,
    source        TEXT NOT NULL,
    name          TEXT NOT NULL,
    sub_type      TEXT,
    senders       TEXT NOT NULL,
    mails         INTEGER NOT NULL,
    trusted       INTEGER NOT NULL,
    invoice_date  TEXT NOT NULL,
    total_amount  INTEGER,
    currency      TEXT,
    state         TEXT NOT NULL,
    updated_at    TEXT NOT NULL,
    PRIMARY KEY (user_id, suggestion_id)
) STRICT;
CREATE TABLE consents (
    state_hash TEXT PRIMARY KEY NOT NULL,
    user_id    TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    redirect   TEXT NOT NULL,
    verifier   TEXT NOT NULL,
    expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX consents_by_user ON consents (user_id);
CREATE TABLE conditions (
    user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    kind    TEXT NOT NULL,
    since   TEXT NOT NULL,
    PRIMARY KEY (user_id, kind)
) STRICT;
ALTER TABLE notifications ADD COLUMN kind TEXT;
ALTER TABLE messages ADD COLUMN header_id TEXT;
ALTER TABLE messages ADD COLUMN digest TEXT;
CREATE INDEX messages_by_header_id ON messages (user_id, header_id) WHERE header_id IS NOT NULL;
CREATE INDEX messages_by_digest ON messages (user_id, digest) WHERE digest IS NOT NULL;
CREATE TABLE handed_mails (
    user_id     TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    message_id  TEXT NOT NULL,
    received_at TEXT NOT NULL,
    message     BLOB NOT NULL,
    PRIMARY KEY (user_id, message_id)
) STRICT;
CREATE TABLE trusted_senders (
    user_id    TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    sender     TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (user_id, sender)
) STRICT;
CREATE INDEX jobs_ingests_by_user ON jobs (user_id, id) WHERE kind IN ('ingest', 'discover', 'import');
ALTER TABLE notifications ADD COLUMN read_at TEXT;
CREATE TABLE corrections (
    id              INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    user_id         TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    source          TEXT NOT NULL,
    invoice_id      TEXT NOT NULL,
    field           TEXT NOT NULL,
    read_value      TEXT,
    corrected_value TEXT NOT NULL,
    corrected_at    TEXT NOT NULL,
    UNIQUE (user_id, source, invoice_id, field)
) STRICT;
CREATE INDEX corrections_by_time ON corrections (corrected_at, id);
ALTER TABLE retail_invoices ADD COLUMN corrected TEXT;
CREATE TABLE sessions (
    session_id    TEXT PRIMARY KEY NOT NULL,
    user_id       TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    name          TEXT,
    selector_hash TEXT NOT NULL UNIQUE,
    verifier_hash TEXT NOT NULL,
    previous_hash TEXT,
    salt          TEXT,
    created_at    TEXT NOT NULL,
    last_used_at  TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id, last_used_at);
CREATE INDEX sessions_by_use ON sessions (last_used_at);
CREATE INDEX sessions_by_creation ON sessions (created_at);
ALTER TABLE users ADD COLUMN email_verified_at TEXT;
CREATE TABLE password_resets (
    user_id    TEXT PRIMARY KEY NOT NULL REFERENCES users ON DELETE CASCADE,
    code_hash  TEXT NOT NULL UNIQUE,
    expires_at TEXT NOT NULL
) STRICT;
CREATE TABLE email_codes (
    user_id         TEXT PRIMARY KEY NOT NULL REFERENCES users ON DELETE CASCADE,
    code_hash       TEXT NOT NULL,
    failed_attempts INTEGER NOT NULL,
    expires_at      TEXT NOT NULL
) STRICT;
CREATE INDEX documents_by_user ON documents (user_id, id);
CREATE TABLE webhooks (
    webhook_id    TEXT PRIMARY KEY NOT NULL,
    user_id       TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    url           TEXT NOT NULL,
    events        TEXT NOT NULL,
    secret        TEXT NOT NULL,
    active        INTEGER NOT NULL,
    off_reason    TEXT,
    failing_since TEXT,
    created_at    TEXT NOT NULL,
    updated_at    TEXT NOT NULL
) STRICT;
CREATE INDEX webhooks_by_user ON webhooks (user_id, created_at);
CREATE TABLE webhook_deliveries (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    delivery_id TEXT NOT NULL UNIQUE,
    webhook_id  TEXT NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    user_id     TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    event       TEXT NOT NULL,
    subject     TEXT NOT NULL,
    state       TEXT NOT NULL,
    attempts    INTEGER NOT NULL,
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
CREATE INDEX messages_by_user ON messages (user_id, id);
ALTER TABLE messages ADD COLUMN reason_code TEXT;
ALTER TABLE documents ADD COLUMN reason_code TEXT;
ALTER TABLE notifications ADD COLUMN facts TEXT;
CREATE TABLE identity_keys (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users ON DELETE CASCADE,
    key     TEXT NOT NULL
) STRICT;
CREATE TABLE statements (
    statement_id TEXT PRIMARY KEY NOT NULL,
    document     INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    user_id      TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    invoice_id   TEXT,
    step         TEXT,
    joined_with  INTEGER,
    deleted      INTEGER NOT NULL,
    fact         TEXT NOT NULL,
    record       TEXT,
    words        TEXT NOT NULL
) STRICT;
CREATE INDEX statements_by_document ON statements (document);
CREATE INDEX statements_by_invoice ON statements (user_id, invoice_id);
CREATE TABLE statement_keys (
    user_id      TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    key          TEXT NOT NULL,
    statement_id TEXT NOT NULL REFERENCES statements ON DELETE CASCADE,
    PRIMARY KEY (user_id, key, statement_id)
) STRICT;
CREATE INDEX statement_keys_by_statement ON statement_keys (statement_id);
CREATE TABLE retail_aliases (
    user_id    TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    alias      TEXT NOT NULL,
    invoice_id TEXT NOT NULL,
    PRIMARY KEY (user_id, alias)
) STRICT;
CREATE INDEX retail_aliases_by_invoice ON retail_aliases (user_id, invoice_id);
ALTER TABLE retail_invoices ADD COLUMN cancelled INTEGER;
ALTER TABLE retail_invoices ADD COLUMN group_warnings TEXT;
ALTER TABLE corrections ADD COLUMN made_on TEXT;
DROP INDEX messages_by_header_id;
DROP INDEX messages_by_user;
CREATE INDEX messages_by_user ON messages (user_id, (coalesce(received_at, found_at)), id);
CREATE INDEX messages_by_receipt ON messages ((coalesce(received_at, found_at)), id);
ALTER TABLE messages ADD COLUMN check_failed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rental_invoices ADD COLUMN role TEXT;
ALTER TABLE messages ADD COLUMN forwarded INTEGER NOT NULL DEFAULT 0;
ALTER TABLE retail_invoices ADD COLUMN forwarded INTEGER;

CREATE TABLE __diesel_schema_migrations ( version VARCHAR(50) PRIMARY KEY NOT NULL, run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP );
INSERT INTO __diesel_schema_migrations (version) VALUES
    ('20261101000000'), ('20261121000000'), ('20261121000001'), ('20261121000002'), ('20261122000000'),
    ('20261122000001'), ('20261122000003'), ('20261123000010'), ('20261123000011'), ('20261123000012'),
    ('20261123000013'), ('20261123000014'), ('20261123000015'), ('20261123000016'), ('20261123000017'),
    ('20261124000021'), ('20261124000022'), ('20261125000023'), ('20261125000025'), ('20261125000026'),
    ('20261125000027'), ('20261125000028'), ('20261125000029'), ('20261126000030'), ('20261126000031'),
    ('20261126000032'), ('20261126000040'), ('20261126000041'), ('20261126000042'), ('20261126000046');

INSERT INTO users VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','user_06153518-7df0-42bc-b3b1-2fbbbe73edf8@example.com','user_06153518-7df0-42bc-b3b1-2fbbbe73edf8@example.com','Alva','$argon2id$…','2026-11-02T08:00:00.000000Z',NULL,1,NULL);
INSERT INTO messages VALUES(1,'user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','alva@mail.example.com','rental','m1','found',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,'2026-11-02T08:00:01.000000Z','2026-11-02T08:00:01.000000Z',0,NULL,NULL,NULL,0,0);
INSERT INTO messages VALUES(3,'user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','import','rental','handed','found',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,'2026-11-02T08:00:02.000000Z','2026-11-02T08:00:02.000000Z',0,NULL,NULL,NULL,0,0);
INSERT INTO documents VALUES(1,1,'user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','pdf-0','parsed',NULL,'invoices/user_06153518-7df0-42bc-b3b1-2fbbbe73edf8/rental/avi_1.pdf','Invoice_1','avi_1.pdf','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',0,'grocery',3,'2026-11-02T08:00:01.000000Z','2026-11-02T08:00:02.000000Z',NULL,4,NULL);
INSERT INTO documents VALUES(2,NULL,'user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','html','deleted',NULL,'invoices/user_06153518-7df0-42bc-b3b1-2fbbbe73edf8/retail/grocery/ica_2026-11-02_0000000000000000.html',NULL,NULL,'0000000000000000000000000000000000000000000000000000000000000000',0,'grocery',3,'2026-11-02T08:00:00.000000Z','2026-11-02T08:00:03.000000Z',NULL,NULL,NULL);
INSERT INTO documents VALUES(3,NULL,'user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','html','parsed',NULL,'invoices/user_06153518-7df0-42bc-b3b1-2fbbbe73edf8/retail/grocery/ica_2026-11-02_0000000000000001.html',NULL,NULL,'0000000000000000000000000000000000000000000000000000000000000001',0,'grocery',3,'2026-11-02T08:00:01.000000Z','2026-11-02T08:00:02.000000Z',NULL,NULL,NULL);
INSERT INTO documents VALUES(4,NULL,'user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','html','parsed','one invoice with html: user','invoices/user_06153518-7df0-42bc-b3b1-2fbbbe73edf8/retail/grocery/ica_2026-11-02_0000000000000002.html',NULL,NULL,'0000000000000000000000000000000000000000000000000000000000000002',0,'grocery',3,'2026-11-02T08:00:02.000000Z','2026-11-02T08:00:02.000000Z',NULL,NULL,'{"code":"one-invoice","parameters":{"step":"user","with":"html"}}');
INSERT INTO retail_invoices VALUES('3c310e90-9cc4-5091-b3dc-22688d833df4','user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','ica','Kaffebaren','grocery',NULL,'charge','2026-11-02',100000,NULL,'2026-11-02T08:00:02.000000Z','2026-11-02T08:00:02.000000Z','2026-11-02T08:00:04.000000Z','vendor_name',NULL,NULL,NULL);
INSERT INTO webhooks VALUES('cab015ce-3086-4e7d-8296-ebb5c525e063','user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','https://hooks.example.com/','invoice.created,invoice.changed,invoice.deleted,account.notified','whsec_',1,NULL,NULL,'2026-11-02T08:00:02.000000Z','2026-11-02T08:00:02.000000Z');
INSERT INTO statements VALUES('da31c890-1ef8-59cc-8f4a-8331f79d5ab0',2,'user_06153518-7df0-42bc-b3b1-2fbbbe73edf8',NULL,NULL,NULL,1,'{"vendor":"ica","direction":"charge","role":"receipt","numbers":[null,null,{"key":"5be939a2c3bf246e3ba306d297871d28","is_weak":true,"is_long":false},null],"own_day":null,"received_on":"2026-11-02","total":10,"currency":null,"is_paid":false,"mail":"5be939a2c3bf246e3ba306d297871d28","message":null,"file":null,"position":{"received_at":"2026-11-02T08:00:00Z","message":"5be939a2c3bf246e3ba306d297871d28","part":0,"nth":0}}',NULL,'[]');
INSERT INTO statements VALUES('8fc9475b-6b6f-5139-8b56-19f436b6a2c1',3,'user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','3c310e90-9cc4-5091-b3dc-22688d833df4',NULL,NULL,0,'{"vendor":"ica","direction":"charge","role":"receipt","numbers":[null,null,{"key":"be5b6e9f04649d490b1ca70ffaf36c68","is_weak":true,"is_long":false},null],"own_day":null,"received_on":"2026-11-02","total":10,"currency":null,"is_paid":false,"mail":"be5b6e9f04649d490b1ca70ffaf36c68","message":null,"file":null,"position":{"received_at":"2026-11-02T08:00:01Z","message":"be5b6e9f04649d490b1ca70ffaf36c68","part":0,"nth":0}}','{"currency":null,"detail":{"mail":1,"order_id":"1","total_amount":"10"},"direction":"charge","invoice_date":"2026-11-02","invoice_id":"8fc9475b-6b6f-5139-8b56-19f436b6a2c1","received_at":"2026-11-02T08:00:01Z","sub_type":"grocery","total_amount":10,"vendor_id":"ica","vendor_name":"ICA"}','[{"name":"8fc9475b-6b6f-5139-8b56-19f436b6a2c1:3c310e90-9cc4-5091-b3dc-22688d833df4:true","is_same":true,"is_first":true}]');
INSERT INTO statements VALUES('3c310e90-9cc4-5091-b3dc-22688d833df4',4,'user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','3c310e90-9cc4-5091-b3dc-22688d833df4','user',3,0,'{"vendor":"ica","direction":"charge","role":"receipt","numbers":[null,null,{"key":"8bd3a6732b259caa2a9d080fb14258fd","is_weak":true,"is_long":false},null],"own_day":null,"received_on":"2026-11-02","total":10,"currency":null,"is_paid":false,"mail":"8bd3a6732b259caa2a9d080fb14258fd","message":null,"file":null,"position":{"received_at":"2026-11-02T08:00:02Z","message":"8bd3a6732b259caa2a9d080fb14258fd","part":0,"nth":0}}','{"currency":null,"detail":{"mail":2,"order_id":"2","total_amount":"10"},"direction":"charge","invoice_date":"2026-11-02","invoice_id":"3c310e90-9cc4-5091-b3dc-22688d833df4","received_at":"2026-11-02T08:00:02Z","sub_type":"grocery","total_amount":10,"vendor_id":"ica","vendor_name":"ICA"}','[{"name":"8fc9475b-6b6f-5139-8b56-19f436b6a2c1:3c310e90-9cc4-5091-b3dc-22688d833df4:true","is_same":true,"is_first":false}]');
INSERT INTO retail_details VALUES('grocery','3c310e90-9cc4-5091-b3dc-22688d833df4','user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','{"mail":2,"order_id":"2","total_amount":"10"}');
INSERT INTO retail_sources VALUES('da31c890-1ef8-59cc-8f4a-8331f79d5ab0',2,'user_06153518-7df0-42bc-b3b1-2fbbbe73edf8',1);
INSERT INTO retail_sources VALUES('3c310e90-9cc4-5091-b3dc-22688d833df4',4,'user_06153518-7df0-42bc-b3b1-2fbbbe73edf8',0);
INSERT INTO retail_sources VALUES('3c310e90-9cc4-5091-b3dc-22688d833df4',3,'user_06153518-7df0-42bc-b3b1-2fbbbe73edf8',0);
INSERT INTO rental_invoices VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','Invoice_1',1,NULL,NULL,'charge',NULL,2026,7,10000,NULL,'{"InvoiceID":"Invoice_1","UserID":"user_67e55044-10b1-426f-9247-bb680e5fe0c8","due_date_month":"7","due_date_year":"2026","Total Amount":1,"Text":"å\u0000"}','2026-11-02T08:00:02.000000Z','2026-11-02T08:00:02.000000Z','invoice');
INSERT INTO cursors VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','alva@mail.example.com','ica','2026-11-02T08:00:02.000000Z');
INSERT INTO notifications VALUES('n:user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','Invoice_1',NULL,'New invoice available!','New','pending','2026-11-02T08:00:02.000000Z',NULL,'invoice',NULL,'{}');
INSERT INTO ticks VALUES('retail','2026-11-02T08:00:00.000000Z');
INSERT INTO jobs VALUES(1,'rental-changed','user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','user_06153518-7df0-42bc-b3b1-2fbbbe73edf8',NULL,NULL,0,'{"key":"user_06153518-7df0-42bc-b3b1-2fbbbe73edf8"}','ready',0,'2026-11-02T08:00:00.000000Z',NULL,NULL,NULL,NULL,'2026-11-02T08:00:02.000000Z',NULL,0,NULL);
INSERT INTO jobs VALUES(2,'webhook-delivery','9b07ea20-8a70-450d-8c6b-366bc9561dfe',NULL,'webhooks:user_06153518-7df0-42bc-b3b1-2fbbbe73edf8',NULL,0,'{"delivery":"9b07ea20-8a70-450d-8c6b-366bc9561dfe","user":"user_06153518-7df0-42bc-b3b1-2fbbbe73edf8"}','ready',0,'2026-11-02T08:00:02.000000Z',NULL,NULL,NULL,NULL,'2026-11-02T08:00:02.000000Z',NULL,0,NULL);
INSERT INTO jobs VALUES(3,'condition-raised','tell user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','user_06153518-7df0-42bc-b3b1-2fbbbe73edf8',NULL,NULL,1,'{"key":"tell user_06153518-7df0-42bc-b3b1-2fbbbe73edf8"}','ready',0,'2026-11-02T08:00:00.000000Z',NULL,NULL,NULL,NULL,'2026-11-02T08:00:02.000000Z',NULL,0,NULL);
INSERT INTO acts VALUES(1,'2026-11-02T08:00:00.000000Z','invite',NULL,'user_06153518-7df0-42bc-b3b1-2fbbbe73edf8@example.com','root','expires 2026-11-02T08:01:00Z');
INSERT INTO acts VALUES(2,'2026-11-02T08:00:02.000000Z','log-out','user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','user_06153518-7df0-42bc-b3b1-2fbbbe73edf8@example.com','root',NULL);
INSERT INTO invitations VALUES(1,'user_06153518-7df0-42bc-b3b1-2fbbbe73edf8@example.com','hash of user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','2026-11-02T08:00:00.000000Z','2026-11-02T08:01:00.000000Z','2026-11-02T08:00:00.000000Z','user_06153518-7df0-42bc-b3b1-2fbbbe73edf8');
INSERT INTO own_landlords VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','070bdd1b-5546-4818-ac1b-9765a6c785c2','avi@example.com',NULL,1,'2026-11-02T08:00:02.000000Z');
INSERT INTO own_vendors VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','kaffebaren','Kaffebaren','grocery','["example.com"]','[]',1,'2026-11-02T08:00:02.000000Z');
INSERT INTO switched_off VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','retail','ica');
INSERT INTO suggestions VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','2efff840-5f5c-57da-b247-1a522d2554c5','retail','Lampan','grocery','["example.com"]',3,1,'2026-11-02',NULL,NULL,'open','2026-11-02T08:00:02.000000Z');
INSERT INTO consents VALUES('hash of user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','service','v','2026-11-02T08:01:00.000000Z');
INSERT INTO conditions VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','reconnect','2026-11-02T08:00:02.000000Z');
INSERT INTO handed_mails VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','handed','2026-11-02T08:00:01.000000Z',X'46726f6d3a20617669406578616d706c652e636f6d');
INSERT INTO trusted_senders VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','avi@example.com','2026-11-02T08:00:02.000000Z');
INSERT INTO corrections VALUES(1,'user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','retail','8fc9475b-6b6f-5139-8b56-19f436b6a2c1','vendor_name','ICA','Kaffebaren','2026-11-02T08:00:03.000000Z',NULL);
INSERT INTO corrections VALUES(2,'user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','retail','3c310e90-9cc4-5091-b3dc-22688d833df4','vendor_name','ICA','Kaffebaren','2026-11-02T08:00:03.000000Z',NULL);
INSERT INTO sessions VALUES('2e464204-86b5-4bbe-99bd-308f818df74c','user_06153518-7df0-42bc-b3b1-2fbbbe73edf8',NULL,'selector of user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','v',NULL,NULL,'2026-11-02T08:00:02.000000Z','2026-11-02T08:00:02.000000Z');
INSERT INTO password_resets VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','reset of user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','2026-11-02T08:01:00.000000Z');
INSERT INTO email_codes VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','code of user_06153518-7df0-42bc-b3b1-2fbbbe73edf8',0,'2026-11-02T08:01:00.000000Z');
INSERT INTO webhook_deliveries VALUES(1,'9b07ea20-8a70-450d-8c6b-366bc9561dfe','cab015ce-3086-4e7d-8296-ebb5c525e063','user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','test','{"of":"test"}','pending',0,NULL,NULL,'2026-11-02T08:00:02.000000Z','2026-11-02T08:00:02.000000Z',NULL);
INSERT INTO identity_keys VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','0967ed8dbab009c49b34b720f3f58d88');
INSERT INTO statement_keys VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','2:ica:5be939a2c3bf246e3ba306d297871d28','da31c890-1ef8-59cc-8f4a-8331f79d5ab0');
INSERT INTO statement_keys VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','mail:5be939a2c3bf246e3ba306d297871d28','da31c890-1ef8-59cc-8f4a-8331f79d5ab0');
INSERT INTO statement_keys VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','2:ica:be5b6e9f04649d490b1ca70ffaf36c68','8fc9475b-6b6f-5139-8b56-19f436b6a2c1');
INSERT INTO statement_keys VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','mail:be5b6e9f04649d490b1ca70ffaf36c68','8fc9475b-6b6f-5139-8b56-19f436b6a2c1');
INSERT INTO statement_keys VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','word:8fc9475b-6b6f-5139-8b56-19f436b6a2c1:3c310e90-9cc4-5091-b3dc-22688d833df4:true','8fc9475b-6b6f-5139-8b56-19f436b6a2c1');
INSERT INTO statement_keys VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','2:ica:8bd3a6732b259caa2a9d080fb14258fd','3c310e90-9cc4-5091-b3dc-22688d833df4');
INSERT INTO statement_keys VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','mail:8bd3a6732b259caa2a9d080fb14258fd','3c310e90-9cc4-5091-b3dc-22688d833df4');
INSERT INTO statement_keys VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','word:8fc9475b-6b6f-5139-8b56-19f436b6a2c1:3c310e90-9cc4-5091-b3dc-22688d833df4:true','3c310e90-9cc4-5091-b3dc-22688d833df4');
INSERT INTO retail_aliases VALUES('user_06153518-7df0-42bc-b3b1-2fbbbe73edf8','8fc9475b-6b6f-5139-8b56-19f436b6a2c1','3c310e90-9cc4-5091-b3dc-22688d833df4');

-- Webhooks that users register, and what was sent to them.

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

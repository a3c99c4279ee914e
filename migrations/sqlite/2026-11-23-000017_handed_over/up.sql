-- What identifies a mail wherever it is found: its Message-ID header and the SHA-256 of its bytes. Absent in messages that
-- earlier versions read.
ALTER TABLE messages ADD COLUMN header_id TEXT;
ALTER TABLE messages ADD COLUMN digest TEXT;
CREATE INDEX messages_by_header_id ON messages (user_id, header_id) WHERE header_id IS NOT NULL;
CREATE INDEX messages_by_digest ON messages (user_id, digest) WHERE digest IS NOT NULL;

-- Mails that a user handed over, until they are fetched: `message_id` is that of the ledger.
CREATE TABLE handed_mails (
    user_id     TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    message_id  TEXT NOT NULL,
    received_at TEXT NOT NULL,
    message     BLOB NOT NULL,
    PRIMARY KEY (user_id, message_id)
) STRICT;

-- Senders for whom a user vouches.
CREATE TABLE trusted_senders (
    user_id    TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    sender     TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (user_id, sender)
) STRICT;

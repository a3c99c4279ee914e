-- Hashes of messages and notifications that were removed because of their age, so that none is fetched or sent again. The version
-- before removes none, but does not know those that this one removed.
CREATE TABLE tombstones (
    user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    -- The first 96 bits of the SHA-256 of what identifies it, in hex.
    hash    TEXT NOT NULL,
    PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;

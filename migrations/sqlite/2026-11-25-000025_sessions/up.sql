-- Sessions of apps, each with a refresh token. The token has two parts, of which only hashes are stored: the selector, which
-- is the same as long as the session lives, and the verifier, which each refresh replaces.

CREATE TABLE sessions (
    session_id    TEXT PRIMARY KEY NOT NULL,
    user_id       TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    name          TEXT,
    selector_hash TEXT NOT NULL UNIQUE,
    verifier_hash TEXT NOT NULL,
    -- The verifier before, and the salt that made the present one of it. NULL until the first refresh.
    previous_hash TEXT,
    salt          TEXT,
    created_at    TEXT NOT NULL,
    -- When the verifier was made.
    last_used_at  TEXT NOT NULL
) STRICT;

CREATE INDEX sessions_by_user ON sessions (user_id, last_used_at);
CREATE INDEX sessions_by_use ON sessions (last_used_at);
CREATE INDEX sessions_by_creation ON sessions (created_at);

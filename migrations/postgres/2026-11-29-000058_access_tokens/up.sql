-- Access tokens of a user's scripts. The token itself is not stored. The version before ignores them.
CREATE TABLE access_tokens (
    token_id     TEXT PRIMARY KEY NOT NULL,
    user_id      TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    name         TEXT NOT NULL,
    scopes       TEXT NOT NULL,
    token_hash   TEXT NOT NULL UNIQUE,
    -- The user's generation of tokens when it was made. It ends with it, also if a version ended it that knows no such tokens.
    generation   INTEGER NOT NULL,
    created_at   TIMESTAMPTZ NOT NULL,
    expires_at   TIMESTAMPTZ NOT NULL,
    -- To the minute. Absent until the first use.
    last_used_at TIMESTAMPTZ
);

CREATE INDEX access_tokens_by_user ON access_tokens (user_id, created_at);
CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at);

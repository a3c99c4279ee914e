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

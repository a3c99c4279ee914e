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

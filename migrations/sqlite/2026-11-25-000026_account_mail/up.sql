-- When the user showed that mails to the address of sign-up arrive. NULL: not yet, as for users who exist already.
ALTER TABLE users ADD COLUMN email_verified_at TEXT;

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

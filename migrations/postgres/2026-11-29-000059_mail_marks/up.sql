-- The last look for new mail in each account. The version before ignores them.
CREATE TABLE mail_marks (
    user_id   TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    account   TEXT NOT NULL,
    -- What the mailbox had when its mails were last ordered, in the provider's form. Absent until then.
    mark      TEXT,
    looked_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id, account)
);

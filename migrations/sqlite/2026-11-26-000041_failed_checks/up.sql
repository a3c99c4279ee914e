-- Whether the check of the sender failed: then the mail stays in quarantine though its user trusts the sender. Of mails that were
-- quarantined before, it is not known until they are fetched again.
ALTER TABLE messages ADD COLUMN check_failed INTEGER NOT NULL DEFAULT 0;

-- The labels that a user taught for a landlord (`rental`) or a vendor (`retail`), the user's own or the operator's. The version
-- before ignores them.
CREATE TABLE source_labels (
    user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    source  TEXT NOT NULL,
    id      TEXT NOT NULL,
    labels  JSON NOT NULL,
    -- Rises with each change.
    version INTEGER NOT NULL,
    PRIMARY KEY (user_id, source, id)
);

-- What the originals of each user add up to, so that an account's usage is one row. The triggers below keep it. A document has an
-- original if it has a key and is neither `found` nor `deleted`.
CREATE TABLE usage_sums (
    user_id  TEXT PRIMARY KEY NOT NULL REFERENCES users ON DELETE CASCADE,
    bytes    INTEGER NOT NULL,
    -- The messages with an original or more.
    messages INTEGER NOT NULL
) STRICT;

INSERT INTO usage_sums
SELECT user_id, coalesce(sum(bytes), 0), count(DISTINCT message)
FROM documents
WHERE object_key IS NOT NULL AND state NOT IN ('found', 'deleted')
GROUP BY user_id;

CREATE TRIGGER documents_inserted AFTER INSERT ON documents
WHEN new.object_key IS NOT NULL AND new.state NOT IN ('found', 'deleted')
BEGIN
    INSERT INTO usage_sums VALUES (
        new.user_id, coalesce(new.bytes, 0),
        new.message IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM documents
            WHERE user_id = new.user_id AND message = new.message AND id <> new.id
                AND object_key IS NOT NULL AND state NOT IN ('found', 'deleted')
        )
    )
    ON CONFLICT (user_id) DO UPDATE SET bytes = bytes + excluded.bytes, messages = messages + excluded.messages;
END;

CREATE TRIGGER documents_deleted AFTER DELETE ON documents
WHEN old.object_key IS NOT NULL AND old.state NOT IN ('found', 'deleted')
BEGIN
    UPDATE usage_sums SET
        bytes = bytes - coalesce(old.bytes, 0),
        messages = messages - (old.message IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM documents
            WHERE user_id = old.user_id AND message = old.message
                AND object_key IS NOT NULL AND state NOT IN ('found', 'deleted')
        ))
    WHERE user_id = old.user_id;
END;

-- A change counts as a deletion and an insertion.
CREATE TRIGGER documents_updated AFTER UPDATE OF user_id, message, object_key, state, bytes ON documents
WHEN (old.user_id, old.message, old.bytes, old.object_key IS NOT NULL AND old.state NOT IN ('found', 'deleted'))
    IS NOT (new.user_id, new.message, new.bytes, new.object_key IS NOT NULL AND new.state NOT IN ('found', 'deleted'))
BEGIN
    UPDATE usage_sums SET
        bytes = bytes - coalesce(old.bytes, 0),
        messages = messages - (old.message IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM documents
            WHERE user_id = old.user_id AND message = old.message AND id <> old.id
                AND object_key IS NOT NULL AND state NOT IN ('found', 'deleted')
        ))
    WHERE user_id = old.user_id AND old.object_key IS NOT NULL AND old.state NOT IN ('found', 'deleted');
    INSERT INTO usage_sums
    SELECT new.user_id, coalesce(new.bytes, 0),
        new.message IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM documents
            WHERE user_id = new.user_id AND message = new.message AND id <> new.id
                AND object_key IS NOT NULL AND state NOT IN ('found', 'deleted')
        )
    WHERE new.object_key IS NOT NULL AND new.state NOT IN ('found', 'deleted')
    ON CONFLICT (user_id) DO UPDATE SET bytes = bytes + excluded.bytes, messages = messages + excluded.messages;
END;

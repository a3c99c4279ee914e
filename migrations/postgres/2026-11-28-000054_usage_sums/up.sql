-- What the originals of each user add up to, so that an account's usage is one row. The triggers below keep it. A document has an
-- original if it has a key and is neither `found` nor `deleted`.
CREATE TABLE usage_sums (
    user_id  TEXT PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    bytes    BIGINT NOT NULL,
    -- The messages with an original or more.
    messages BIGINT NOT NULL
);

-- Once for each statement: rows that one statement deletes are gone before the first trigger of a row runs, and the sum would have a
-- version for each of them.
CREATE FUNCTION keep_usage_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    -- Each message whose originals changed, with the change of their bytes and number.
    users    TEXT[];
    changed  BIGINT[];
    added    BIGINT[];
    counted  BIGINT[];
BEGIN
    IF tg_op = 'INSERT' THEN
        SELECT array_agg(user_id), array_agg(message), array_agg(coalesce(bytes, 0)), array_agg(1)
        INTO users, changed, added, counted
        FROM new_rows
        WHERE object_key IS NOT NULL AND state NOT IN ('found', 'deleted');
    ELSIF tg_op = 'DELETE' THEN
        SELECT array_agg(user_id), array_agg(message), array_agg(-coalesce(bytes, 0)), array_agg(-1)
        INTO users, changed, added, counted
        FROM old_rows
        WHERE object_key IS NOT NULL AND state NOT IN ('found', 'deleted');
    ELSE
        SELECT array_agg(user_id), array_agg(message), array_agg(bytes), array_agg(documents)
        INTO users, changed, added, counted
        FROM (
            SELECT user_id, message, sum(bytes) AS bytes, sum(documents) AS documents
            FROM (
                SELECT user_id, message, -coalesce(bytes, 0), -1 FROM old_rows
                WHERE object_key IS NOT NULL AND state NOT IN ('found', 'deleted')
                UNION ALL
                SELECT user_id, message, coalesce(bytes, 0), 1 FROM new_rows
                WHERE object_key IS NOT NULL AND state NOT IN ('found', 'deleted')
            ) AS each (user_id, message, bytes, documents)
            GROUP BY user_id, message
        ) AS of_message
        WHERE bytes <> 0 OR documents <> 0;
    END IF;
    IF users IS NULL THEN
        RETURN NULL;
    END IF;
    -- Nothing is added for users who are deleted.
    IF tg_op <> 'DELETE' THEN
        INSERT INTO usage_sums SELECT DISTINCT of_user, 0, 0 FROM unnest(users) AS of_user ORDER BY of_user
        ON CONFLICT DO NOTHING;
    END IF;
    -- Only after the lock the next statement sees what others have counted.
    PERFORM FROM usage_sums WHERE user_id = ANY (users) ORDER BY user_id FOR NO KEY UPDATE;
    UPDATE usage_sums SET bytes = usage_sums.bytes + change.bytes, messages = usage_sums.messages + change.messages
    FROM (
        SELECT user_id, sum(bytes) AS bytes,
            count(*) FILTER (WHERE message IS NOT NULL AND remaining > 0 AND remaining = documents)
                - count(*) FILTER (WHERE message IS NOT NULL AND remaining = 0 AND documents < 0) AS messages
        FROM (
            SELECT user_id, message, sum(bytes) AS bytes, sum(documents) AS documents, (
                SELECT count(*) FROM documents
                WHERE documents.user_id = one.user_id AND documents.message = one.message
                    AND object_key IS NOT NULL AND state NOT IN ('found', 'deleted')
            ) AS remaining
            FROM unnest(users, changed, added, counted) AS one (user_id, message, bytes, documents)
            GROUP BY user_id, message
        ) AS of_message
        GROUP BY user_id
    ) AS change
    WHERE usage_sums.user_id = change.user_id;
    RETURN NULL;
END;
$$;

CREATE TRIGGER documents_inserted AFTER INSERT ON documents REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION keep_usage_sums();
CREATE TRIGGER documents_updated AFTER UPDATE ON documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION keep_usage_sums();
CREATE TRIGGER documents_deleted AFTER DELETE ON documents REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION keep_usage_sums();

-- Behind the triggers: making them waits for whoever writes documents, and lets nobody else until all is committed.
INSERT INTO usage_sums
SELECT user_id, coalesce(sum(bytes), 0), count(DISTINCT message)
FROM documents
WHERE object_key IS NOT NULL AND state NOT IN ('found', 'deleted')
GROUP BY user_id;

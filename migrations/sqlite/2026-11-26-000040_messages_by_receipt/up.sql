-- Messages are listed in the order in which they were received, or found if that is unknown: those of a user, and those of all users.

DROP INDEX messages_by_user;
CREATE INDEX messages_by_user ON messages (user_id, (coalesce(received_at, found_at)), id);
CREATE INDEX messages_by_receipt ON messages ((coalesce(received_at, found_at)), id);

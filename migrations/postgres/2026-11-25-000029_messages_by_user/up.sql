-- A user's messages are listed in the order in which they were found.

CREATE INDEX messages_by_user ON messages (user_id, id);

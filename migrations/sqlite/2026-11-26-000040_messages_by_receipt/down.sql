DROP INDEX messages_by_receipt;
DROP INDEX messages_by_user;
CREATE INDEX messages_by_user ON messages (user_id, id);

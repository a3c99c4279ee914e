-- An export reads a user's documents in pages.

CREATE INDEX documents_by_user ON documents (user_id, id);

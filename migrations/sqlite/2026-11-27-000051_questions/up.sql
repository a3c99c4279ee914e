-- The question that a document's user is asked about it, whether a notification said so, and the answer. The version before
-- can't read documents in the state `asked`: it must not run on them.

ALTER TABLE documents ADD COLUMN question TEXT;
ALTER TABLE documents ADD COLUMN question_told INTEGER;
ALTER TABLE documents ADD COLUMN answer TEXT;

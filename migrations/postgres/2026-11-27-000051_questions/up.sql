-- The question that a document's user is asked about it, whether a notification said so, and the answer. The version before
-- can't read documents in the state `asked`: it must not run on them.

ALTER TABLE documents ADD COLUMN question JSON;
ALTER TABLE documents ADD COLUMN question_told BOOLEAN;
ALTER TABLE documents ADD COLUMN answer JSON;

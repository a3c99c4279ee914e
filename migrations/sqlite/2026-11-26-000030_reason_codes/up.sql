-- The code of the reason, with its parameters, as JSON. What was stored before has only the sentence in "reason".
ALTER TABLE messages ADD COLUMN reason_code TEXT;
ALTER TABLE documents ADD COLUMN reason_code TEXT;

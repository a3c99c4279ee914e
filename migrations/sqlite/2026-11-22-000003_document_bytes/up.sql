-- The size of the original in bytes, for the account's limit. Unknown for what was stored before: it counts as nothing.
ALTER TABLE documents ADD COLUMN bytes INTEGER;

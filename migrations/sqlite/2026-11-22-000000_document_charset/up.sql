-- The charset that a mail declares for the part, right or wrong; the object is the part as it was sent.
-- Unknown for PDFs, for parts that declare none, and for what was stored before: that is UTF-8.
ALTER TABLE documents ADD COLUMN charset TEXT;

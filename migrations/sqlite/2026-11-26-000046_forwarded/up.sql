-- Whether sender and subject are those of a mail that the user's own mail quotes.
ALTER TABLE messages ADD COLUMN forwarded INTEGER NOT NULL DEFAULT 0;
-- Whether such quotations alone state the invoice. Absent means that they don't.
ALTER TABLE retail_invoices ADD COLUMN forwarded INTEGER;

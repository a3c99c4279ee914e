ALTER TABLE retail_invoices DROP COLUMN forwarded;
ALTER TABLE messages DROP COLUMN forwarded;

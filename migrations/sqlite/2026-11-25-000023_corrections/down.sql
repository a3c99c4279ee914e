ALTER TABLE retail_invoices DROP COLUMN corrected;
DROP TABLE corrections;

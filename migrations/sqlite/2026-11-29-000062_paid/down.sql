-- The version before knows no such field.
DELETE FROM corrections WHERE field = 'paid';
UPDATE retail_invoices SET corrected = nullif(json_remove(corrected, '$.paid'), '{}') WHERE corrected IS NOT NULL;
UPDATE rental_invoices SET corrected = nullif(json_remove(corrected, '$.paid'), '{}') WHERE corrected IS NOT NULL;
DROP INDEX rental_invoices_by_month;
ALTER TABLE retail_invoices DROP COLUMN paid;

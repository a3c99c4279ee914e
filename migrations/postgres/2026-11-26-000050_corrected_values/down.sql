ALTER TABLE retail_invoices ALTER COLUMN corrected TYPE TEXT;
UPDATE retail_invoices SET corrected = (SELECT string_agg(key, ',') FROM json_object_keys(corrected::JSON) AS key)
WHERE corrected IS NOT NULL;

UPDATE rental_invoices SET total_amount = read_value::NUMERIC * 10000 FROM corrections
WHERE corrections.user_id = rental_invoices.user_id AND source = 'rental'
AND corrections.invoice_id = rental_invoices.invoice_id AND field = 'Total Amount';
UPDATE rental_invoices SET currency = read_value FROM corrections
WHERE corrections.user_id = rental_invoices.user_id AND source = 'rental'
AND corrections.invoice_id = rental_invoices.invoice_id AND field = 'Currency';
-- `->>` refuses a record with an escaped NUL.
UPDATE rental_invoices SET due_date = read_value,
    due_year = CAST(substring(record::TEXT FROM '"due_date_year":"([0-9]+)"') AS INTEGER),
    due_month = CAST(substring(record::TEXT FROM '"due_date_month":"([0-9]+)"') AS INTEGER) FROM corrections
WHERE corrections.user_id = rental_invoices.user_id AND source = 'rental'
AND corrections.invoice_id = rental_invoices.invoice_id AND field = 'Due Date';
ALTER TABLE rental_invoices DROP COLUMN corrected;

UPDATE retail_invoices SET corrected = (SELECT group_concat(key) FROM json_each(corrected)) WHERE corrected IS NOT NULL;

UPDATE rental_invoices SET total_amount = CAST(round(read_value * 10000) AS INTEGER) FROM corrections
WHERE corrections.user_id = rental_invoices.user_id AND source = 'rental'
AND corrections.invoice_id = rental_invoices.invoice_id AND field = 'Total Amount';
UPDATE rental_invoices SET currency = read_value FROM corrections
WHERE corrections.user_id = rental_invoices.user_id AND source = 'rental'
AND corrections.invoice_id = rental_invoices.invoice_id AND field = 'Currency';
UPDATE rental_invoices SET due_date = read_value, due_year = CAST(record ->> '$.due_date_year' AS INTEGER),
    due_month = CAST(record ->> '$.due_date_month' AS INTEGER) FROM corrections
WHERE corrections.user_id = rental_invoices.user_id AND source = 'rental'
AND corrections.invoice_id = rental_invoices.invoice_id AND field = 'Due Date';
ALTER TABLE rental_invoices DROP COLUMN corrected;

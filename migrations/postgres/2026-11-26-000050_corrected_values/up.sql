-- The corrected values of an invoice by field, as its record shows them: a JSON object, absent where there is none. The columns of
-- these fields have the corrected values too, for rental invoices as for retail ones. The records stay as they were read, and
-- `corrections` has what was read. The version before doesn't understand such rows: it must not run on them.

ALTER TABLE retail_invoices DROP COLUMN corrected;
ALTER TABLE retail_invoices ADD COLUMN corrected JSON;
ALTER TABLE rental_invoices ADD COLUMN corrected JSON;

UPDATE retail_invoices SET corrected = (
    SELECT json_object_agg(field, CASE field WHEN 'total_amount' THEN to_json(corrected_value::NUMERIC) ELSE to_json(corrected_value) END)
    FROM corrections WHERE corrections.user_id = retail_invoices.user_id AND source = 'retail'
    AND corrections.invoice_id = retail_invoices.invoice_id
) WHERE (user_id, invoice_id) IN (SELECT user_id, invoice_id FROM corrections WHERE source = 'retail');

UPDATE rental_invoices SET corrected = (
    SELECT json_object_agg(field, CASE field WHEN 'Total Amount' THEN to_json(corrected_value::NUMERIC) ELSE to_json(corrected_value) END)
    FROM corrections WHERE corrections.user_id = rental_invoices.user_id AND source = 'rental'
    AND corrections.invoice_id = rental_invoices.invoice_id
) WHERE (user_id, invoice_id) IN (SELECT user_id, invoice_id FROM corrections WHERE source = 'rental');
UPDATE rental_invoices SET total_amount = (corrected ->> 'Total Amount')::NUMERIC * 10000
WHERE corrected ->> 'Total Amount' IS NOT NULL;
UPDATE rental_invoices SET currency = corrected ->> 'Currency' WHERE corrected ->> 'Currency' IS NOT NULL;
UPDATE rental_invoices SET due_date = corrected ->> 'Due Date' WHERE corrected ->> 'Due Date' IS NOT NULL;
UPDATE rental_invoices SET due_year = CAST(substr(due_date, 1, 4) AS INTEGER), due_month = CAST(substr(due_date, 6, 2) AS INTEGER)
WHERE corrected ->> 'Due Date' IS NOT NULL AND CAST(substr(due_date, 1, 4) AS INTEGER) BETWEEN 1990 AND 2100;

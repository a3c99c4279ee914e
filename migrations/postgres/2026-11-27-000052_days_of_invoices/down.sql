DROP INDEX retail_invoices_by_sub_type;
DROP INDEX retail_invoices_by_date;
CREATE INDEX retail_invoices_by_sub_type
    ON retail_invoices (user_id, sub_type, (invoice_date IS NULL), invoice_date DESC, invoice_id);
CREATE INDEX retail_invoices_by_date
    ON retail_invoices (user_id, (invoice_date IS NULL), invoice_date DESC, invoice_id);

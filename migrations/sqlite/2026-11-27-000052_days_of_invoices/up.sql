-- The place after which a page begins is the start of a range of the index.

DROP INDEX retail_invoices_by_sub_type;
DROP INDEX retail_invoices_by_date;
CREATE INDEX retail_invoices_by_sub_type
    ON retail_invoices (user_id, sub_type, (coalesce(invoice_date, '')) DESC, invoice_id);
CREATE INDEX retail_invoices_by_date
    ON retail_invoices (user_id, (coalesce(invoice_date, '')) DESC, invoice_id);

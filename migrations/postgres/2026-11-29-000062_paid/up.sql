-- Whether an invoice was paid: TRUE, or absent. What was stored before is marked when a document or the user says so.
ALTER TABLE retail_invoices ADD COLUMN paid BOOLEAN;
CREATE INDEX rental_invoices_by_month ON rental_invoices (due_year, due_month, user_id);

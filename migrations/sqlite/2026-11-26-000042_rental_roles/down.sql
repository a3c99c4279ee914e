ALTER TABLE rental_invoices DROP COLUMN role;

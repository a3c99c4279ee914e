-- What the notice is: a reminder gives way to the notice that it reminds of. Absent until the notice is read again.
ALTER TABLE rental_invoices ADD COLUMN role TEXT;

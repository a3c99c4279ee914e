-- The amount, currency, due date and landlord of a new invoice, as JSON. Earlier notifications have them in their text alone.
ALTER TABLE notifications ADD COLUMN facts TEXT;

CREATE INDEX messages_by_header_id ON messages (user_id, header_id) WHERE header_id IS NOT NULL;
ALTER TABLE corrections DROP COLUMN made_on;
ALTER TABLE retail_invoices DROP COLUMN group_warnings;
ALTER TABLE retail_invoices DROP COLUMN cancelled;
DROP TABLE retail_aliases;
DROP TABLE statement_keys;
DROP TABLE statements;
DROP TABLE identity_keys;

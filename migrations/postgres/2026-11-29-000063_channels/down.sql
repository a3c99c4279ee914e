ALTER TABLE webhooks DROP COLUMN channel;

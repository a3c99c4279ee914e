-- What a user states of a channel of notifications, as JSON; absent for a webhook. A channel is a webhook without a URL and for no
-- event but tests, so that the version before sends nothing to it. Its secret is the token of the service behind it, or empty.
ALTER TABLE webhooks ADD COLUMN channel TEXT;

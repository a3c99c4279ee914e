-- Whether the provider or a signature said that the sender wrote the mail. Not known of mails that were read before.
ALTER TABLE messages ADD COLUMN authenticated INTEGER NOT NULL DEFAULT 0;

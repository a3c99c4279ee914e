-- Whether the user wants a late notice. The version before ignores it.
ALTER TABLE messages ADD COLUMN wanted BOOLEAN NOT NULL DEFAULT FALSE;

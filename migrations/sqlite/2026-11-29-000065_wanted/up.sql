-- Whether the user wants a late notice. The version before ignores it.
ALTER TABLE messages ADD COLUMN wanted INTEGER NOT NULL DEFAULT 0;

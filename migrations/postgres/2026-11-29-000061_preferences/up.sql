-- JSON; absent until the user states some. The version before ignores them.
ALTER TABLE users ADD COLUMN preferences TEXT;

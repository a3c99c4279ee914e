-- How often the user's access tokens were made invalid. A token names the generation in which it was issued. Users who exist
-- already have 0, and so do the tokens that were issued before.
ALTER TABLE users ADD COLUMN token_generation INTEGER NOT NULL DEFAULT 0;
-- Operators list users in this order.
CREATE INDEX users_by_creation ON users (created_at, user_id);
